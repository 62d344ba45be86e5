"""Every action of a battle as one number that means the same from the first turn to the last.

A code consists of a verb, a unit and, where the verb needs them, a cell, a facing, another unit and a manner. The table
below gives each verb its block of numbers; a block is as large as the product of the verb's parts, and a verb that
this battle cannot use has none. Units are counted from the first of their own side, so that both sides have the same
codes.

A code leaves out whatever the waiting question says anyway: which unit may test the Commander, stand or be done.
A move is coded by the cell where it ends. Where several ways lead there, the code means the one through the fewest
minefields and, of those, the one that the rules list first; a cell beyond a single move is reached by a double one.

This module is compiled, because it handles every option of every decision.
"""

from typing import Final

from ...battle.battle import NO_CELL, NOBODY, Battle
from ...battle.side import SIDES
from ...battle.terrain import MINEFIELD
from ...game.actions import Action
from ...game.game import Game
from ...grid.compiler import i64, vec

UNIT: Final = "unit"
CELL: Final = "cell"
FACING: Final = "facing"
OTHER: Final = "other"
MANNER: Final = "manner"
AXES: Final = (MANNER, UNIT, CELL, FACING, OTHER)  # in this order within a block

# What each verb has. Manners are the shell or the mark of a shot, the task of work, the loads of a bomber.
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "place": (UNIT, CELL, FACING),
    "dummy": (CELL,),
    "ready": (),
    "bombard": (MANNER, UNIT, CELL),
    "move": (UNIT, CELL, FACING),
    "fire": (MANNER, UNIT, CELL),
    "strafe": (UNIT,),
    "bomb": (MANNER, UNIT),
    "fight": (UNIT, CELL),
    "fight-one": (UNIT, OTHER),  # `fight`, where the cell holds more than one enemy to choose from
    "advance": (UNIT, FACING),
    "stand": (),
    "retreat": (UNIT, CELL, FACING),
    "lose-sp": (UNIT,),
    "test-commander": (),
    "load": (UNIT, OTHER),
    "unload": (UNIT,),
    "work": (MANNER, UNIT, CELL),
    "unpin": (UNIT,),
    "charge": (UNIT, CELL, FACING),
    "mount": (UNIT,),
    "dismount": (UNIT,),
    "enter": (UNIT, CELL, FACING),
    "leave": (UNIT,),
    "first": (),
    "done": (),
    "end": (),
}
OF_OTHERS: Final = (UNIT, CELL)  # the parts of a verb that came with a book
OF_ACTIVITIES: Final = ("strafe", "bomb", "load", "unload", "work", "unpin", "mount", "dismount", "leave")
AT_AIRCRAFT: Final = 1
GAS_SHELL: Final = 2
NO_SUCH_CODE: Final = -1


class Block:
    """The codes of one verb: the first, how many, and the distance between two that differ by one in a word."""

    def __init__(self, verb: str, first: i64, sizes: dict[str, int]) -> None:
        self.verb = verb
        self.first = first
        has = WORDS.get(verb, OF_OTHERS)
        self.sizes = [(axis, sizes[axis]) for axis in AXES if axis in has]
        steps = dict.fromkeys(AXES, 0)
        step = 1
        for axis, size in reversed(self.sizes):
            steps[axis] = step if size > 1 else 0
            step *= size
        self.number: i64 = step
        self.manner: i64 = steps[MANNER]
        self.unit: i64 = steps[UNIT]
        self.cell: i64 = steps[CELL]
        self.facing: i64 = steps[FACING]
        self.other: i64 = steps[OTHER]


class Codes:
    """The codes of one scenario."""

    def __init__(self, table: Game) -> None:
        battle = table.battle
        self.first_unit = vec[i64]([battle.roster.first[side] for side in SIDES])
        self.blocks: dict[str, Block] = {}
        self.number = 0  # the number of codes: they run from 0
        others = [activity.verb for activity in table.ruleset.activities if activity.verb not in WORDS]
        for verb in [*WORDS, *others]:
            if is_used(table, verb):
                block = self.blocks[verb] = Block(verb, self.number, sizes_of(table, verb))
                self.number += block.number

    def code(self, battle: Battle, action: Action, side: i64) -> i64:
        """The code of an option of a side."""
        verb = action.verb
        if verb == "fight" and action.other != NOBODY:
            verb = "fight-one"
        block = self.blocks[verb]
        unit = action.unit
        code = block.first
        if block.unit:
            code += (unit - self.first_unit[side]) * block.unit
        if block.cell:
            cell = action.target
            if action.path:
                cell = action.path[-1]
            elif cell == NO_CELL:
                cell = battle.at[unit]  # it stays where it is
            code += cell * block.cell
        if block.facing:
            code += action.facing * block.facing
        if block.other:
            whose = side if battle.roster.side_of[action.other] == side else 1 - side
            code += (action.other - self.first_unit[whose]) * block.other
        if block.manner:
            code += manner_of(action) * block.manner
        return code

    def codes(self, battle: Battle, options: list[Action], side: i64) -> vec[i64]:
        """The codes of all options of a side, in their order."""
        found = vec[i64]([0] * len(options))
        for place in range(len(options)):
            found[place] = self.code(battle, options[place], side)
        return found

    def meant(self, battle: Battle, options: list[Action], codes: vec[i64], code: i64) -> Action | None:
        """The option that a code means; None if it means none of them."""
        found: Action | None = None
        fewest = 0
        for place in range(len(options)):
            if codes[place] == code:
                mines = minefields_on(battle, options[place])
                if found is None or mines < fewest:
                    found = options[place]
                    fewest = mines
        return found

    def words(self, code: i64) -> dict[str, int | str]:
        """A code taken apart: its verb, and the numbers that it has. For people; the environments do not need it."""
        for block in self.blocks.values():
            rest = code - block.first
            if 0 <= rest < block.number:
                words: dict[str, int | str] = {"verb": block.verb}
                for axis, size in reversed(block.sizes):
                    words[axis] = rest % size
                    rest //= size
                return words
        return {}


def sizes_of(table: Game, verb: str) -> dict[str, int]:
    """How many values each word of a verb can have in a battle."""
    grid = table.battle.field.grid
    units = max([len(table.battle.units(side)) for side in SIDES])
    faces = 1 if verb == "retreat" and not table.ruleset.retreat_facing_chosen else grid.faces
    return {MANNER: manners_of(table, verb), UNIT: units, CELL: grid.cells, FACING: faces, OTHER: units}


def is_used(table: Game, verb: str) -> bool:
    """Whether a battle can ever ask for a verb."""
    battle = table.battle
    units = range(len(battle.at))
    if verb == "place":
        return len([unit for unit in units if waits_unplaced(battle, unit)]) > 0
    if verb == "enter":
        return len([unit for unit in units if battle.roster.arrival_turn[unit] or battle.roster.hidden[unit]]) > 0
    if verb == "dummy":
        return battle.roster.dummies[0] + battle.roster.dummies[1] > 0
    if verb == "ready":
        return battle.objectives.secret or any(battle.roster.hidden)
    if verb == "charge":
        return table.ruleset.pinning is not None
    if verb in OF_ACTIVITIES and table.ruleset.activity(verb) is None:
        return False
    return manners_of(table, verb) > 0


def manners_of(table: Game, verb: str) -> int:
    ruleset = table.ruleset
    if verb == "work":
        return max([0] + [work.task for work in ruleset.works])
    if verb == "bomb":
        return max([unit_type.bombs for unit_type in ruleset.unit_types])
    if verb == "bombard" and ruleset.gas is not None:
        return GAS_SHELL + 1
    return AT_AIRCRAFT + 1 if verb in ("bombard", "fire") and ruleset.air is not None else 1


def waits_unplaced(battle: Battle, unit: i64) -> bool:
    return battle.at[unit] < 0 and not battle.roster.arrival_turn[unit] and not battle.is_carried(unit)


def manner_of(action: Action) -> i64:
    """Counted from 0."""
    if action.task:
        return action.task - 1
    if action.loads:
        return action.loads - 1
    return GAS_SHELL if action.gas else AT_AIRCRAFT if action.air else 0


def minefields_on(battle: Battle, action: Action) -> int:
    return len([cell for cell in action.path if battle.features[cell] & MINEFIELD])
