"""Random battles: scenarios of any book and grid that are in order, and actions that mostly are not.

The fuzzer and the tests share these. The same seed always gives the same scenario.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from portable_wargame.battle.battle import TASKS
from portable_wargame.battle.terrain import bits_of
from portable_wargame.battle.unit import AIRCRAFT, QUALITIES, UnitType
from portable_wargame.game.ruleset import Ruleset
from portable_wargame.grid.grid import EDGES, Grid, grid_of
from portable_wargame.grid.names import cell_name, cell_named
from portable_wargame.record.session import Session
from portable_wargame.rules.movement.march import may_try_double
from portable_wargame.rules.movement.step import Mover
from portable_wargame.rulesets import RULESETS
from portable_wargame.rulesets import book as with_rules
from portable_wargame.rulesets.house_rules import HOUSE_RULES, with_house_rules
from portable_wargame.scenario.board import standard_letters
from portable_wargame.scenario.checking.check import problems_of
from portable_wargame.speech.notation import action_from_tree
from portable_wargame.speech.verbs import VERBS

Tree = dict[str, Any]

SIDES = ("red", "blue")
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
# Kinds of cell beyond the standard letters: what may lie on what.
MIXED = {
    "1": ["hill 1", "woods"],
    "2": ["hill 2", "built-up"],
    "3": ["hill 1", "road"],
    "4": ["woods", "road"],
    "5": ["built-up", "road"],
    "6": ["ford", "woods"],
    "7": ["hill 2", "wire"],
    "8": ["trench", "hill 1"],
    "9": ["trench", "road"],
    "0": ["ford", "road"],
    "@": ["trench", "ford"],
}


MOST_DRAFTS = 50


@dataclass(frozen=True)
class Emphasis:
    """What a random battle is to be about: only these types of unit, and these options in any case."""

    types: tuple[str, ...] = ()  # none: all of the book's
    options: tuple[str, ...] = ()


ANYTHING = Emphasis()
# What comes up too seldom in a battle of everything: in which book, and what a battle has to be about.
RARE = {
    "air": (
        "modern",
        Emphasis(
            (
                "reconnaissance-aircraft",
                "single-seat-fighter",
                "two-seat-fighter",
                "bomber",
                "anti-aircraft-gun",
                "machine-gun",
                "tank",
                "infantry",
            ),
            ("air",),
        ),
    ),
    "gas": ("modern", Emphasis(("field-artillery", "medium-artillery", "infantry", "commander", "truck"), ("gas",))),
    "tank riders": (
        "modern",
        Emphasis(("tank", "light-tank", "infantry", "infantry-anti-tank", "field-artillery"), ("tank-riders",)),
    ),
    "Commanders": ("classic", Emphasis(("infantry", "commander", "transport", "artillery"))),
}


def random_scenario(book: str, grid: str, seed: int, melee: bool = False, about: Emphasis = ANYTHING) -> Tree:
    """A scenario tree without mistakes. Drafts are nearly always in order; those that are not are thrown away.

    In a melee, many units of both sides stand among one another on a small board."""
    luck = random.Random(f"{book} {grid} {seed}{' melee' if melee else ''}")
    for _ in range(MOST_DRAFTS):
        tree = (_Melee if melee else _Draft)(RULESETS[book], grid, luck, about).tree(seed)
        if not problems_of(tree):
            return tree
    raise AssertionError(f"no draft of {book} {grid} {seed} is in order")


class _Draft:
    """A scenario in the making."""

    def __init__(self, book: Ruleset, grid: str, luck: random.Random, about: Emphasis) -> None:
        self.luck = luck
        self.options = [option for option in book.options if luck.random() < 0.5 or option in about.options]
        book = with_rules(book.name, self.options)
        self.book = book
        self.types = [one for one in book.unit_types if not about.types or one.name in about.types]
        self.historical = luck.random() < 0.5
        self.campaign = luck.random() < 0.2
        least = book.muster.smallest if book.muster is not None else 0
        self.columns = max(least, luck.choice((3, 4, 5, 6, 8, 8, 9, 12)))
        self.rows = max(least, luck.choice((4, 5, 6, 8, 8, 9, 12)))
        self.turns = luck.choice((1, 4, 8, 12, 12, 15))
        self.grid: Grid = grid_of(grid, self.columns, self.rows)
        self.letters = self._letters()
        self.features = [bits_of(self.letters[letter]) for letter in self._letters_by_cell()]
        self.taken: set[int] = set()

    def tree(self, seed: int) -> Tree:
        first = self.luck.choice(EDGES)
        # Now and then the armies meet at a corner of the board.
        second = OPPOSITE[first] if self.luck.random() < 0.8 else self.luck.choice([e for e in EDGES if e != first])
        tree: Tree = {
            "format": "portable-wargame/scenario/1",
            "title": f"Random battle {seed}",
            "ruleset": self.book.name,
            "grid": self.grid.kind,
            "turns": self.turns,
            "historical": self.historical,
            "campaign": self.campaign,
            "map": {"rows": self._map_text(), "legend": {sign: list(names) for sign, names in self.mixed.items()}},
            "sides": [self._side(SIDES[0], first), self._side(SIDES[1], second)],
        }
        settings = self._house_rules()
        victory = self._victory(tree["sides"])
        for key, value in (("options", self.options), ("house-rules", settings), ("victory", victory)):
            if value:
                tree[key] = value
        return tree

    # -- the map

    def _letters(self) -> dict[str, list[str]]:
        known = set(self.book.features)
        self.mixed = {sign: names for sign, names in MIXED.items() if known.issuperset(names)}
        standard = {letter: list(names) for letter, names in standard_letters().items() if known.issuperset(names)}
        return {**standard, **self.mixed}

    def _letters_by_cell(self) -> list[str]:
        """Open ground, scattered terrain, and now and then a river or a road right across."""
        wild = self.luck.choice((0.0, 0.2, 0.4, 0.8))
        scattered = [letter for letter in self.letters if letter != "."]
        cells = ["." if self.luck.random() > wild else self.luck.choice(scattered) for _ in range(self.grid.cells)]
        for letter, crossing in (("=", "="), ("~", "F")):
            if self.luck.random() < 0.4:
                row = self.luck.randrange(self.rows)
                for column in range(self.columns):
                    cells[row * self.columns + column] = letter if self.luck.random() < 0.7 else crossing
        self.drawn = cells
        return cells

    def _map_text(self) -> str:
        rows = [self.drawn[start : start + self.columns] for start in range(0, self.grid.cells, self.columns)]
        return "\n".join(" ".join(row) for row in reversed(rows)) + "\n"

    # -- the forces

    def _side(self, name: str, edge: str) -> Tree:
        units: list[Tree] = []
        for number in range(self._army_size(edge)):
            unit = self._unit(f"{name[0]}{number + 1}", edge, units)
            if unit is not None:
                units.append(unit)
        self._load(units)
        self._attach(units)
        self._leave_to_deploy(units)
        side: Tree = {"id": name, "name": name.title(), "edge": edge, "units": units}
        if self.book.armies:
            side["army"] = self.luck.choice(self.book.armies)
        return side

    def _army_size(self, edge: str) -> int:
        size = self.luck.choice((1, 3, 6, 6, 8, 12))
        if self.book.muster is None or self.historical or self.campaign:
            return size
        along = self.columns if edge in ("north", "south") else self.rows
        return min(size, along * self.book.muster.units_per_two_cells // 2)

    def _is_one_too_many(self, unit_type: UnitType, units: list[Tree]) -> bool:
        alone = self.book.muster.one_of if self.book.muster is not None else 0
        return unit_type.arms & alone != 0 and any(self._type(unit).arms & alone for unit in units)

    def _unit(self, name: str, edge: str, units: list[Tree]) -> Tree | None:
        """A unit, or None if there is no room left for it. The first one stands: no side is to begin empty."""
        for _ in range(20):
            unit_type = self.luck.choice(self.types)
            if self._is_one_too_many(unit_type, units):
                continue
            unit = self._described(name, unit_type)
            if units and unit_type.move > 0 and self.luck.random() < 0.15:
                edge = edge if self.luck.random() < 0.8 else self.luck.choice(EDGES)
                unit["arrives"] = {"turn": self.luck.randint(1, self.turns), "edge": edge}
                return unit
            cells = self._room_for(unit_type, edge)
            if cells:
                cell = self.luck.choice(cells)
                self.taken.add(cell)
                unit["at"] = cell_name(self.grid, cell)
                unit["facing"] = self.luck.choice(self.grid.shape.facings)
                return unit
        return None

    def _room_for(self, unit_type: UnitType, edge: str) -> list[int]:
        """Free cells of its own half: mostly close to its edge, so that the lines are ones a player would draw up."""
        across = self.rows if edge in ("north", "south") else self.columns
        deep = self.luck.choice((0, 1, across // 2 - 1, across // 2 - 1))
        if self.book.muster is not None and not self.historical and not self.campaign:
            deep = min(deep, self.book.deployment.rows - 1)
        return [
            cell
            for cell in range(self.grid.cells)
            if cell not in self.taken and self.grid.depth(cell, edge) <= deep and self._may_stand(unit_type, cell)
        ]

    def _may_stand(self, unit_type: UnitType, cell: int) -> bool:
        features = 0 if unit_type.arms & AIRCRAFT else self.features[cell]
        return not self.book.movement.footing(unit_type, features, features).forbidden

    def _described(self, name: str, unit_type: UnitType) -> Tree:
        unit: Tree = {"id": name, "type": unit_type.name}
        if self.luck.random() < 0.6:
            unit["quality"] = self.luck.choice(QUALITIES)
        if self.book.strength is not None and self.luck.random() < 0.2:
            unit["sp"] = self.luck.randint(1, 5)
        if unit_type.weapons and self.luck.random() < 0.6:
            key = "gun" if self.book.type_named(unit_type.weapons[0]) is not None else "weapon"
            unit[key] = self.luck.choice(unit_type.weapons)
        if self.book.armies and self.luck.random() < 0.2:
            unit["army"] = self.luck.choice(self.book.armies)
        if self.book.gas is not None and unit_type.artillery_range and self.luck.random() < 0.5:
            unit["gas"] = self.luck.randint(0, 1)
        if self.book.pinning is not None and self.luck.random() < 0.5:
            unit["regular"] = True
        if self.luck.random() < 0.1:
            unit["name"] = "1st “Foot” Ω"
        return unit

    def _load(self, units: list[Tree]) -> None:
        """Let transports carry, or stand beside, what they can carry."""
        for carrier in units:
            cargo = self._type(carrier).cargo
            loads = [unit for unit in units[1:] if "at" in unit and self._is_load(unit, cargo)]
            if not loads or "at" not in carrier:
                continue
            load = self.luck.choice(loads)
            if self.luck.random() < 0.4:
                del load["at"], load["facing"]
                carrier["carrying"] = load["id"]
            elif self._type(carrier).arms & self.book.movement.shares_cell:
                carrier["at"] = load["at"]

    def _is_load(self, unit: Tree, cargo: int) -> bool:
        return self._type(unit).arms & cargo != 0 and self._type(unit).carriable and "carrying" not in unit

    def _attach(self, units: list[Tree]) -> None:
        """Let some that may share a cell with a friend do so."""
        standing = [unit for unit in units if "at" in unit]
        for unit in standing:
            if self._type(unit).arms & self.book.movement.shares_cell and self.luck.random() < 0.3:
                unit["at"] = self.luck.choice(standing)["at"]

    def _leave_to_deploy(self, units: list[Tree]) -> None:
        """Now and then some units have no place yet: their side is asked where they go."""
        if self.luck.random() < 0.2:
            standing = [unit for unit in units if "at" in unit]
            for unit in self.luck.sample(standing, min(len(standing), self.luck.randint(1, 3))):
                del unit["at"]

    def _type(self, unit: Tree) -> UnitType:
        unit_type = self.book.type_named(unit["type"])
        assert unit_type is not None
        return unit_type

    # -- rules and aims

    def _house_rules(self) -> dict[str, str]:
        settings: dict[str, str] = {}
        for name, rule in HOUSE_RULES.items():
            if self.luck.random() < 0.25 and self.grid.kind in rule.grids:
                tried = {**settings, name: self.luck.choice(rule.choices or ("off", "1/2", "1/4", "1/1"))}
                if not with_house_rules(self.book, tried)[1]:
                    settings = tried
        return settings

    def _victory(self, sides: list[Tree]) -> list[Tree]:
        conditions: list[Tree] = []
        for number, side in enumerate(sides):
            if self.luck.random() < 0.5:
                continue
            condition = self._condition(side["units"], sides[1 - number]["units"])
            if self.luck.random() < 0.5:
                condition["at-turn"] = self.luck.randint(1, self.turns)
            conditions.append({"side": side["id"], **condition})
        return conditions

    def _condition(self, own: list[Tree], enemies: list[Tree]) -> Tree:
        kind = self.luck.choice(("hold", "exit", "destroy", "survive"))
        movers = [unit for unit in own if self._type(unit).move > 0]
        if kind == "exit" and movers:
            return {"exit": {"edge": self.luck.choice(EDGES), "units": self.luck.randint(1, len(movers))}}
        if kind == "hold":
            cells = [cell for cell in range(self.grid.cells) if any(self._may_stand(self._type(u), cell) for u in own)]
            held = self.luck.sample(cells, min(len(cells), len(own), self.luck.randint(1, 3)))
            return {"hold": [cell_name(self.grid, cell) for cell in held]}
        if kind == "survive":
            return {"survive": True}
        return {"destroy": {"units": self.luck.randint(1, len(enemies))}}


class _Melee(_Draft):
    def __init__(self, book: Ruleset, grid: str, luck: random.Random, about: Emphasis) -> None:
        super().__init__(book, grid, luck, about)
        self.historical = True
        self.turns = 12
        least = book.muster.smallest if book.muster is not None else 0
        self.columns = max(least, luck.randint(4, 6))
        self.rows = max(least, luck.randint(4, 7))
        self.grid = grid_of(grid, self.columns, self.rows)
        self.features = [bits_of(self.letters[letter]) for letter in self._letters_by_cell()]

    def _army_size(self, edge: str) -> int:
        return self.luck.randint(3, min(12, self.grid.cells // 4))

    def _room_for(self, unit_type: UnitType, edge: str) -> list[int]:
        cells = range(self.grid.cells)
        return [cell for cell in cells if cell not in self.taken and self._may_stand(unit_type, cell)]

    def _leave_to_deploy(self, units: list[Tree]) -> None:
        """Everybody is there."""


# -- actions


def random_action(session: Session, luck: random.Random, legal: list[Tree] | None = None) -> Any:
    """An action, or something like one, of which most are illegal: a legal one with something changed, a verb with
    words at random, or rubbish. `legal` is the session's list, where it is at hand."""
    chance = luck.random()
    if chance < 0.05:
        return luck.choice(RUBBISH)
    listed = session.legal()["actions"] if legal is None else legal
    if chance < 0.25 or not listed:
        return _any_words(session, luck)
    tree = dict(luck.choice(listed))
    for _ in range(luck.choice((1, 1, 2))):
        luck.choice(CHANGES)(session, tree, luck)
    return tree


RUBBISH: tuple[Any, ...] = (
    None,
    True,
    0,
    1.5,
    "",
    "move",
    [],
    [{}],
    {},
    {"do": None},
    {"do": []},
    {"do": "surrender"},
    {"do": "move"},
    {"do": "fire", "unit": {}, "target": []},
    {"unit": "r1"},
    {1: 2},
)
WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    0.5,
    "",
    "zz99",
    "A1",
    "a0",
    " a1",
    "\x00",
    "é",
    [],
    ["a1", 7],
    {},
    [[]],
)


def _any_words(session: Session, luck: random.Random) -> Tree:
    verb = luck.choice(list(VERBS))
    tree: Tree = {"do": verb}
    for word in VERBS[verb].words:
        if not word.optional or luck.random() < 0.5:
            tree[word.key] = _word(session, word.holds, luck)
    return tree


def _word(session: Session, kind: str, luck: random.Random) -> Any:
    battle = session.game.battle
    grid = battle.field.grid
    if kind == "unit":
        return luck.choice(battle.roster.unit_ids)
    if kind == "cell":
        return cell_name(grid, luck.randrange(grid.cells))
    if kind == "facing":
        return luck.choice(grid.shape.facings)
    if kind == "path":
        return [_word(session, "cell", luck) for _ in range(luck.randint(0, 4))]
    if kind == "flag":
        return luck.random() < 0.5
    if kind == "number":
        return luck.randint(1, 4)
    return luck.choice(TASKS)


def _other_word(session: Session, tree: Tree, luck: random.Random) -> None:
    """Another unit, cell, facing: of the right kind, and most likely wrong."""
    row = VERBS.get(tree["do"])
    words = [word for word in row.words if word.key in tree] if row is not None else []
    if words:
        word = luck.choice(words)
        tree[word.key] = _word(session, word.holds, luck)


def _word_too_many(session: Session, tree: Tree, luck: random.Random) -> None:
    if luck.random() < 0.3:
        tree[luck.choice(("speed", "do ", "Unit", ""))] = 1
    else:
        word = luck.choice([word for row in VERBS.values() for word in row.words])
        tree[word.key] = _word(session, word.holds, luck)


def _word_too_few(session: Session, tree: Tree, luck: random.Random) -> None:
    del tree[luck.choice(list(tree))]
    tree.setdefault("do", "move")


def _wrong_word(session: Session, tree: Tree, luck: random.Random) -> None:
    tree[luck.choice([key for key in tree if key != "do"] or ["unit"])] = luck.choice(WRONG)


def _other_verb(session: Session, tree: Tree, luck: random.Random) -> None:
    tree["do"] = luck.choice(list(VERBS))


def _other_path(session: Session, tree: Tree, luck: random.Random) -> None:
    """Steps swapped, left out, repeated, added, or the way there and back again."""
    path = tree.get("path")
    if not isinstance(path, list):
        _other_word(session, tree, luck)
        return
    path = list(path)
    place = luck.randint(0, len(path))
    change = luck.randrange(6)
    if change == 0 and len(path) > 1:
        path[place - 1], path[place - 2] = path[place - 2], path[place - 1]
    elif change == 1 and path:
        del path[place - 1]
    elif change == 2 and path:
        path.insert(place, path[place - 1])
    elif change == 3:
        path.insert(place, _word(session, "cell", luck))
    elif change == 4:
        path.append(_next_to(session, path[-1] if path else None, tree, luck))
    else:
        path += reversed(path[:-1])
    tree["path"] = path
    if luck.random() < 0.5:
        tree["facing"] = _word(session, "facing", luck)


def _next_to(session: Session, cell: Any, tree: Tree, luck: random.Random) -> Any:
    """A neighbour of the path's last cell, so that the step is possible at least by its geometry."""
    battle = session.game.battle
    grid = battle.field.grid
    unit = tree.get("unit")
    ids = battle.roster.unit_ids
    start = battle.at[ids.index(unit)] if isinstance(unit, str) and unit in ids else -1
    named = cell_named(grid, cell) if isinstance(cell, str) else -1
    last = named if named >= 0 else start
    return cell_name(grid, luck.choice(grid.neighbours[last])) if last >= 0 else "a1"


def _doubled(session: Session, tree: Tree, luck: random.Random) -> None:
    tree["double"] = not tree.get("double", False)


CHANGES: tuple[Callable[[Session, Tree, random.Random], None], ...] = (
    _other_word,
    _other_word,
    _word_too_many,
    _word_too_few,
    _wrong_word,
    _other_verb,
    _other_path,
    _other_path,
    _doubled,
)


def is_listed(session: Session, tree: Any, legal: list[Tree]) -> bool:
    """Whether an action is one of the list, once what it leaves out is filled in."""
    return tree in legal or session.written(tree) in legal


def is_another_way(session: Session, tree: Any, legal: list[Tree]) -> bool:
    """Whether a move that is not listed goes, step by step, where a listed one ends, or back to where it began."""
    written = session.written(tree)
    game = session.game
    action = action_from_tree(game.battle, written)
    moves = [one for one in legal if one["do"] == "move" and one.get("unit") == written.get("unit")]
    if action.verb != "move" or not action.path or set(written) - {"do", "unit", "path", "facing", "double"}:
        return False
    if not moves or (action.double and not may_try_double(game, action.unit)):
        return False
    mover = Mover(game.battle, game.ruleset, action.unit, action.double)
    if not _can_walk(mover, action.path):
        return False
    if action.double and _can_walk(Mover(game.battle, game.ruleset, action.unit, False), action.path):
        return False
    if action.path[-1] == game.battle.at[action.unit]:
        return action.facing in mover.facings(action.path[-1])
    ends = [(one["path"][-1:], one.get("facing")) for one in moves]
    return (written["path"][-1:], written.get("facing")) in ends


def _can_walk(mover: Mover, path: tuple[int, ...]) -> bool:
    walk = mover.standing()
    for cell in path:
        heading = mover.battle.field.grid.direction(walk.cell, cell)
        further = mover.step(walk, heading) if heading >= 0 else None
        if further is None:
            return False
        walk = further
    return True
