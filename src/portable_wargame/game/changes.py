"""The only verbs that alter a unit or the ground; `course` has those of the battle as a whole.

Each announces its event, so the log and the state cannot drift apart.
"""

from typing import Final

from ..battle.battle import DESTROYED as GONE
from ..battle.battle import LEFT, NO_CELL, NO_TASK, NOBODY, Battle, Placement, renumbered, replaced
from ..battle.terrain import BRIDGE, RIVER, TRENCH
from ..battle.unit import AIRCRAFT, ENTERED, FINISHED, MOVED
from ..grid.compiler import i64, vec
from .dice import EACH_FACE, Ways
from .events import Event, Roll
from .game import Game
from .ruleset import Movement
from .tables import DESTROYED, EFFECTS, LOSES_SP, PINNED, ResultTable

HIDDEN: Final = "shared.hidden"


def begin_phase(game: Game, phase: int, side: i64 = NOBODY) -> None:
    game.battle.phase = phase
    if len(game.battle.driven_from):
        game.battle.driven_from = vec[i64]()
    if game.log is not None:
        game.log.append(Event("phase", game.ruleset.sequence, side=side, amount=phase))


def roll(game: Game, dice: int) -> list[int]:
    return [game.dice.throw() for _number in range(dice)]


def roll_on(game: Game, dice: int, table: ResultTable, bonus: int = 0) -> list[int]:
    """Throws that are read in a table, with this modifier added to each."""
    if not game.dice.forks:
        return roll(game, dice)
    return roll_alike(game, dice, table.ways(bonus))


def roll_alike(game: Game, dice: int, ways: Ways) -> list[int]:
    """Throws where only the kind of face matters."""
    game.dice.tell_alike(ways)
    faces = roll(game, dice)
    game.dice.tell_alike(EACH_FACE)
    return faces


def note(game: Game, unit: i64, effect: str) -> None:
    """For odds: note what happens to a unit."""
    if game.account is not None:
        game.account.effects.append((unit, effect))


def tell_roll(
    game: Game,
    purpose: str,
    clause: str,
    side: i64,
    unit: i64,
    dice: list[int],
    modifiers: list[tuple[str, int]],
    scores: list[int],
    needs: int,
    outcomes: list[str],
    cell: i64 = NO_CELL,
    handicaps: list[tuple[str, int]] | None = None,
) -> None:
    if game.log is not None:
        game.log.append(Roll(purpose, clause, side, unit, dice, modifiers, scores, needs, outcomes, cell, handicaps))


def tell(game: Game, kind: str, clause: str, unit: i64, cell: i64 = NO_CELL, other: i64 = NOBODY) -> None:
    """An event that changes nothing by itself: a hit, a stop, an offer declined."""
    if game.log is not None:
        game.log.append(Event(kind, clause, game.battle.side_of(unit), unit, cell, other))


def tell_order(game: Game, kind: str, clause: str, side: i64, unit: i64 = NOBODY) -> None:
    """An order with no immediate effect. Before the third edition it was not announced."""
    if game.log is not None and game.ruleset.tells_orders:
        game.log.append(Event(kind, clause, side, unit))


def place(game: Game, unit: i64, cell: i64, facing: i64, clause: str) -> None:
    _put(game, unit, cell, RIVER | TRENCH)
    game.battle.facing[unit] = facing
    if game.log is not None:
        side = game.battle.side_of(unit)
        game.log.append(Event("placed", clause, side, unit, cell, facing=facing))
    look_round(game, unit)


def conceal(game: Game, side: i64, unit: i64, cell: i64, facing: i64, clause: str) -> None:
    """Place a unit, or a dummy (NOBODY), so that only its own side sees it."""
    game.battle.concealed = [*game.battle.concealed, Placement(side, unit, cell, facing)]
    tell_order(game, "hid", clause, side, unit)


def uncover(game: Game, found: Placement, facing: i64, clause: str, finder: i64 = NOBODY) -> None:
    """Put a hidden unit on the board where it lies, or take a dummy away; `finder` found it."""
    battle = game.battle
    battle.concealed = [placement for placement in battle.concealed if placement is not found]
    if found.unit == NOBODY:
        if game.log is not None:
            game.log.append(Event("dummy", clause, found.side, cell=found.cell, other=finder))
        return
    _put(game, found.unit, found.cell, 0)
    battle.facing[found.unit] = facing
    if game.log is not None:
        game.log.append(Event("revealed", clause, found.side, found.unit, found.cell, finder, facing))


def show(game: Game, placements: list[Placement]) -> None:
    """These units are no longer secret; the event that places them on the board says where."""
    game.battle.concealed = [one for one in game.battle.concealed if one not in placements]


def look_round(game: Game, unit: i64) -> None:
    """A unit on the ground finds whatever the enemy has hidden next to it, and the enemy turns to face it."""
    battle = game.battle
    if not battle.concealed or battle.is_a(unit, AIRCRAFT):
        return
    grid = battle.field.grid
    cell, side = battle.at[unit], battle.roster.side_of[unit]
    for placement in battle.concealed:
        if placement.side != side and is_hidden(battle, placement) and placement.cell in grid.neighbours[cell]:
            uncover(game, placement, grid.direction(placement.cell, cell), HIDDEN, unit)


def is_hidden(battle: Battle, placement: Placement) -> bool:
    """Whether it has to be found: units that are only deployed in secret are shown when everybody has deployed."""
    return placement.unit == NOBODY or battle.roster.hidden[placement.unit]


def move(game: Game, unit: i64, path: tuple[int, ...], clause: str) -> None:
    _put(game, unit, path[-1], RIVER | TRENCH)
    if game.log is not None:
        side = game.battle.side_of(unit)
        game.log.append(Event("moved", clause, side, unit, path[-1], path=path))
    look_round(game, unit)


def turn(game: Game, unit: i64, facing: i64, clause: str) -> None:
    battle = game.battle
    if battle.facing[unit] == facing:
        return
    battle.facing[unit] = facing
    drop_task(game, unit)
    if game.log is not None:
        game.log.append(Event("turned", clause, game.battle.side_of(unit), unit, facing=facing))


def advance(game: Game, unit: i64, cell: i64, clause: str) -> None:
    _put(game, unit, cell, RIVER | TRENCH)
    tell(game, "advanced", clause, unit, cell)
    look_round(game, unit)


def retreat(game: Game, unit: i64, cell: i64, clause: str) -> None:
    battle = game.battle
    known = battle.driven_from if len(battle.driven_from) else vec[i64]([NO_CELL] * len(battle.at))
    battle.driven_from = renumbered(known, unit, battle.at[unit])
    _put(game, unit, cell, RIVER)
    game.battle.activity[unit] &= ~ENTERED
    tell(game, "retreated", clause, unit, cell)
    look_round(game, unit)


def leave(game: Game, unit: i64, edge: str, clause: str) -> None:
    """Go off the board over an edge, with what is carried."""
    tell(game, "left", clause, unit, game.battle.at[unit])
    for one in (unit, game.battle.carrying[unit]):
        if one != NOBODY:
            game.battle.left_over = replaced(game.battle.left_over, one, edge)
            _take_off(game, one, LEFT)


def lose_sp(game: Game, unit: i64, clause: str) -> None:
    battle = game.battle
    battle.strength[unit] -= 1
    if battle.strength[unit]:  # a unit with none left is destroyed
        note(game, unit, EFFECTS[LOSES_SP])
    count_loss(game, battle.side_of(unit), 1)
    if game.log is not None:
        game.log.append(Event("lost-sp", clause, battle.side_of(unit), unit, amount=battle.strength[unit]))


def destroy(game: Game, unit: i64, clause: str, effect: str = EFFECTS[DESTROYED]) -> None:
    """Remove a unit, with whatever strength it still had. What it carried stays, facing as it did."""
    battle = game.battle
    note(game, unit, effect)
    tell(game, "destroyed", clause, unit, battle.at[unit])
    count_loss(game, battle.side_of(unit), battle.strength[unit] if game.ruleset.strength is not None else 1)
    battle.strength[unit] = 0
    if battle.carrying[unit] != NOBODY:
        part(game, unit)
    if battle.carried_by[unit] != NOBODY:
        tie(game, battle.carried_by[unit], unit, False)
    _take_off(game, unit, GONE)


def join(game: Game, carrier: i64, load: i64, clause: str) -> None:
    tie(game, carrier, load, True)
    tell(game, "loaded", clause, carrier, game.battle.at[carrier], load)


def unload(game: Game, carrier: i64, clause: str) -> None:
    tell(game, "unloaded", clause, carrier, game.battle.at[carrier], game.battle.carrying[carrier])
    part(game, carrier)


def part(game: Game, carrier: i64) -> None:
    battle = game.battle
    load = battle.carrying[carrier]
    tie(game, carrier, load, False)
    battle.facing[load] = battle.facing[carrier]


def tie(game: Game, carrier: i64, load: i64, tied: bool) -> None:
    battle = game.battle
    battle.carrying = renumbered(battle.carrying, carrier, load if tied else NOBODY)
    battle.carried_by = renumbered(battle.carried_by, load, carrier if tied else NOBODY)


def mark(game: Game, unit: i64, deed: i64) -> None:
    game.battle.activity[unit] |= deed


def unmark(game: Game, unit: i64, deed: i64) -> None:
    game.battle.activity[unit] &= ~deed


def go_off(game: Game, unit: i64, cells: i64) -> None:
    """The unit has made its move this turn, with this many cells left over."""
    battle = game.battle
    battle.activity[unit] = battle.activity[unit] & ~ENTERED | MOVED
    battle.spare[unit] = cells


def spare(game: Game, unit: i64, cells: i64) -> None:
    """Add this many cells, or take them away, from what is left of its move."""
    game.battle.spare[unit] += cells


def drop_bombs(game: Game, unit: i64, loads: i64) -> None:
    bombs = game.battle.bombs
    game.battle.bombs = renumbered(bombs, unit, bombs[unit] - loads)


def stay_aloft(game: Game, unit: i64) -> None:
    aloft = game.battle.turns_aloft
    game.battle.turns_aloft = renumbered(aloft, unit, aloft[unit] + 1)


def finish(game: Game, unit: i64) -> None:
    battle = game.battle
    battle.activity[unit] |= FINISHED
    if battle.acting == unit:
        battle.acting = NOBODY


def set_task(game: Game, unit: i64, task: i64, target: i64, turns: i64) -> None:
    battle = game.battle
    battle.task = renumbered(battle.task, unit, task)
    battle.task_target = renumbered(battle.task_target, unit, target)
    battle.task_turns = renumbered(battle.task_turns, unit, turns)


def drop_task(game: Game, unit: i64) -> None:
    if game.battle.task[unit] != NO_TASK:
        set_task(game, unit, NO_TASK, NO_CELL, 0)


def change_feature(game: Game, unit: i64, cell: i64, feature: i64, kind: str, clause: str) -> None:
    game.battle.change_features(cell, game.battle.features[cell] ^ feature)
    tell(game, kind, clause, unit, cell)


def meet(game: Game, unit: i64, newcomer: i64) -> None:
    game.battle.met_by = renumbered(game.battle.met_by, unit, newcomer)


def pin(game: Game, unit: i64, clause: str) -> None:
    if not game.battle.pinned[unit]:
        game.battle.pinned = replaced(game.battle.pinned, unit, True)
        note(game, unit, EFFECTS[PINNED])
        tell(game, "pinned", clause, unit, game.battle.at[unit])


def unpin(game: Game, unit: i64, clause: str) -> None:
    game.battle.pinned = replaced(game.battle.pinned, unit, False)
    tell(game, "unpinned", clause, unit, game.battle.at[unit])


def change_type(game: Game, unit: i64, kind: str, clause: str) -> None:
    battle = game.battle
    before = battle.type_of[unit]
    battle.type_of = replaced(battle.type_of, unit, battle.other_type[unit])
    battle.other_type = replaced(battle.other_type, unit, before)
    tell(game, kind, clause, unit, battle.at[unit])


def begin_crossing(game: Game, unit: i64, turn: i64) -> None:
    """`turn`: when the unit, with what it carries, came into the river or trench; 0 if it is not crossing one."""
    battle = game.battle
    if battle.crossing[unit] != turn:
        battle.crossing = renumbered(battle.crossing, unit, turn)
    if battle.carrying[unit] != NOBODY:
        begin_crossing(game, battle.carrying[unit], turn)


def count_loss(game: Game, side: i64, amount: i64) -> None:
    game.battle.lost = replaced(game.battle.lost, side, game.battle.lost[side] + amount)


def _put(game: Game, unit: i64, cell: i64, crossing: i64) -> None:
    """`crossing`: the features that leave a unit arriving this way in the middle of a crossing."""
    battle = game.battle
    battle.put(unit, cell)
    features = battle.features[cell]
    if features & crossing or battle.crossing[unit] or battle.carrying[unit] != NOBODY:  # most moves cross nothing
        crosses = crosses_in(game.ruleset.movement, features, crossing)
        begin_crossing(game, unit, battle.turn if crosses and not battle.is_a(unit, AIRCRAFT) else 0)
    drop_task(game, unit)  # a unit works by staying where it is


def crosses_in(movement: Movement, features: i64, crossing: i64) -> bool:
    """Whether a unit that comes into a cell is crossing what is there. Where trenches are crossed at all, their clauses
    come before those of a ford or bridge in the same cell."""
    if movement.trench_first and features & movement.crossings & TRENCH:
        return crossing & TRENCH != 0
    return features & crossing & movement.crossings != 0 and features & BRIDGE == 0


def _take_off(game: Game, unit: i64, where: i64) -> None:
    game.battle.put(unit, where)
    if game.battle.acting == unit:
        game.battle.acting = NOBODY
