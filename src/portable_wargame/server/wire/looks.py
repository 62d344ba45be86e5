"""How terrain and units look on the page: their rows say so."""

from collections import Counter
from typing import Literal, NamedTuple

from ...battle.naming import muster, plain
from ...battle.terrain import Feature
from ...battle.unit import (
    AIRCRAFT,
    ARMOURED,
    ARTILLERY,
    CAVALRY,
    COMMANDER,
    ENGINEERS,
    MACHINE_GUN,
    MORTAR,
    SPOTTER,
    TANK,
    TRANSPORT,
    UnitType,
)
from ...grid.grid import grid_of
from ...grid.names import cell_name
from ...scenario.model import Scenario, SideEntry
from ...scenario.setup import ruleset_of
from ...scenario.telling.short_names import short_names_in
from ...scenario.telling.victory import scores, wins_by, won_how
from .messages import Arm, Board, FeatureLook, Objective, TypeLook

Pattern = Literal["plain", "dots", "dashes"]
PATTERNS: dict[str, Pattern] = {"plain": "plain", "dots": "dots", "dashes": "dashes"}

# The first that fits is what a type is on its counter; infantry, if none does.
ARMS: tuple[tuple[int, Arm], ...] = (
    (AIRCRAFT, "aircraft"),
    (COMMANDER, "command"),
    (TRANSPORT, "transport"),
    (TANK | ARMOURED, "armour"),
    (ARTILLERY | MORTAR, "artillery"),
    (MACHINE_GUN | ENGINEERS | SPOTTER, "support"),
    (CAVALRY, "cavalry"),
)


def feature_look(row: Feature) -> FeatureLook:
    return FeatureLook(letter=row.letter, tint=row.tint, pattern=PATTERNS.get(row.pattern, "plain"))


def looks_of(scenario: Scenario) -> dict[str, FeatureLook]:
    """By name, the look of every feature on a board."""
    terrain = ruleset_of(scenario).terrain()
    there = dict.fromkeys(name for names in scenario.features for name in names)
    return {name: feature_look(terrain[name]) for name in there}


def type_look(unit_type: UnitType) -> TypeLook:
    arm: Arm = next((arm for arms, arm in ARMS if unit_type.arms & arms), "infantry")
    return TypeLook(
        symbol=unit_type.symbol or unit_type.name,
        flies=unit_type.arms & AIRCRAFT != 0,
        arm=arm,
        kind=plain(unit_type.name),
    )


def board_of(scenario: Scenario) -> Board:
    grid = grid_of(scenario.grid, scenario.columns, scenario.rows)
    return Board(
        grid="hex" if grid.kind == "hex" else "square",
        columns=grid.columns,
        rows=grid.rows,
        terrain={cell_name(grid, cell): names for cell, names in enumerate(scenario.features) if names},
        features=looks_of(scenario),
        palette=ruleset_of(scenario).palette,
    )


class Scene(NamedTuple):
    """What everybody who comes to a battle hears first, and never changes. It needs the book, which may have to be
    built again: so we work it out once, beside the loop."""

    board: Board
    types: dict[str, TypeLook]
    short: dict[str, str]
    objectives: list[Objective]
    conditions: list[str]
    forces: dict[str, str]


def scene_of(scenario: Scenario) -> Scene:
    ways = zip(scenario.victory, wins_by(scenario), strict=True)
    return Scene(
        board_of(scenario),
        {one.name: type_look(one) for one in ruleset_of(scenario).unit_types},
        short_names_in(scenario),
        [Objective(side=entry.side, text=text, cells=entry.cells) for entry, text in ways]
        + [Objective(side=row.side, text=scores(scenario, [row]), cells=row.cells) for row in scenario.points],
        won_how(scenario),
        {side.id: forces(side) for side in scenario.sides},
    )


def forces(side: SideEntry) -> str:
    """ "4 infantry, 2 tanks": the unit types, in the order of the list."""
    counted = Counter(unit.type for unit in side.units)
    return ", ".join(muster(kind, number) for kind, number in counted.items())
