"""Small changes to a scenario that help one side: what a designer would try first."""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..battle.unit import QUALITIES
from ..grid.grid import Grid, grid_of
from ..grid.names import cell_name, cell_named
from ..scenario.checking.check import problems_of
from ..scenario.model import Scenario, SideEntry, UnitEntry
from ..scenario.setup import ruleset_of
from ..scenario.writing import tree

MOST_TURNS_CHANGED = 2


QUALITY, STRENGTH, UNITS, TURNS, DEPLOYMENT = KINDS = ("quality", "strength", "units", "turns", "deployment")


@dataclass(frozen=True)
class Variation:
    words: str
    scenario: Scenario
    touches: frozenset[str]  # the kind of change, and the ids of its side and units


def keepable(scenario: Scenario) -> dict[str, str]:
    """Everything a designer may want left alone: kinds of change, sides and units, each by id and by name; and its
    id."""
    entries: list[SideEntry | UnitEntry] = [*scenario.sides, *(unit for side in scenario.sides for unit in side.units)]
    return {
        **{entry.name.casefold(): entry.id for entry in entries if entry.name},
        **{entry.id.casefold(): entry.id for entry in entries},
        **{kind: kind for kind in KINDS},
    }


def variations(scenario: Scenario, weak: int, keep: frozenset[str] = frozenset()) -> list[Variation]:
    """Every change by one step in favour of side `weak` that leaves the scenario sound and touches nothing on the list
    to keep."""
    found = [
        *_better_units(scenario, weak, keep),
        *_worse_units(scenario, 1 - weak, keep),
        *_one_more(scenario, weak),
        *_one_less(scenario, 1 - weak, keep),
        *_turn_limits(scenario),
        *_deployments(scenario, weak, forward=True),
        *_deployments(scenario, 1 - weak, forward=False),
    ]
    return [one for one in found if not one.touches & keep and not problems_of(tree(one.scenario))]


def _changed(scenario: Scenario, side: int, unit: int, change: Callable[[UnitEntry], None]) -> Scenario:
    twin = copy.deepcopy(scenario)
    change(twin.sides[side].units[unit])
    return twin


def _kinds(side: SideEntry, keep: frozenset[str] = frozenset()) -> list[int]:
    """One unit of every sort (a type of a quality) that we may touch. Its fellows would make much the same change."""
    found: dict[tuple[str, str, int], int] = {}
    for number, unit in enumerate(side.units):
        if unit.id in keep:
            continue
        found.setdefault((unit.type, unit.quality, unit.sp), number)
    return list(found.values())


def _named(scenario: Scenario, unit: UnitEntry) -> str:
    """A unit by its name, if no other unit has it."""
    namesakes = sum(one.name == unit.name for side in scenario.sides for one in side.units)
    if unit.name:
        return unit.name if namesakes == 1 else f"{unit.name} ({unit.id})"
    return f"{unit.type.replace('-', ' ')} {unit.id}"


def _touched(kind: str, side: SideEntry, *units: UnitEntry) -> frozenset[str]:
    return frozenset((kind, side.id, *(unit.id for unit in units)))


def _better_units(scenario: Scenario, side: int, keep: frozenset[str]) -> Iterator[Variation]:
    yield from _by_quality(scenario, side, -1, keep)
    yield from _by_strength(scenario, side, 1, keep)


def _worse_units(scenario: Scenario, side: int, keep: frozenset[str]) -> Iterator[Variation]:
    yield from _by_quality(scenario, side, 1, keep)
    yield from _by_strength(scenario, side, -1, keep)


def _by_quality(scenario: Scenario, side: int, step: int, keep: frozenset[str]) -> Iterator[Variation]:
    """A step down the list of qualities is a step worse."""
    if not ruleset_of(scenario).hits.tables:
        return  # quality changes no throw
    for number in _kinds(scenario.sides[side], keep):
        unit = scenario.sides[side].units[number]
        place = QUALITIES.index(unit.quality) + step
        if 0 <= place < len(QUALITIES):

            def change(entry: UnitEntry, quality: str = QUALITIES[place]) -> None:
                entry.quality = quality

            words = f"{_named(scenario, unit)} {QUALITIES[place]}, not {unit.quality}"
            touched = _touched(QUALITY, scenario.sides[side], unit)
            yield Variation(words, _changed(scenario, side, number, change), touched)


def _by_strength(scenario: Scenario, side: int, step: int, keep: frozenset[str]) -> Iterator[Variation]:
    ruleset = ruleset_of(scenario)
    if ruleset.strength is None:
        return
    for number in _kinds(scenario.sides[side], keep):
        unit = scenario.sides[side].units[number]
        kind = ruleset.type_named(unit.type)
        points = unit.sp or (kind.strength if kind is not None else 0)
        if points + step < 1:
            continue

        def change(entry: UnitEntry, points: int = points + step) -> None:
            entry.sp = points

        words = f"{_named(scenario, unit)} with {points + step} SP, not {points}"
        touched = _touched(STRENGTH, scenario.sides[side], unit)
        yield Variation(words, _changed(scenario, side, number, change), touched)


def _one_more(scenario: Scenario, side: int) -> Iterator[Variation]:
    """Another unit of a sort it has, as near to it as there is room."""
    grid = grid_of(scenario.grid, scenario.columns, scenario.rows)
    ids = {unit.id for one in scenario.sides for unit in one.units}
    for number in _kinds(scenario.sides[side]):
        unit = scenario.sides[side].units[number]
        if unit.carrying or not unit.at:
            continue
        for cell in _free_cells_near(scenario, grid, unit.at)[:3]:
            id_ = next(f"{unit.id}-{n}" for n in range(2, 1000) if f"{unit.id}-{n}" not in ids)
            twin = copy.deepcopy(scenario)
            more = copy.deepcopy(unit)
            more.id, more.name, more.at = id_, "", cell
            twin.sides[side].units.insert(number + 1, more)
            if not problems_of(tree(twin)):
                words = f"one more {unit.type.replace('-', ' ')} unit ({id_}) in {cell}"
                yield Variation(words, twin, _touched(UNITS, scenario.sides[side]))
                break


def _free_cells_near(scenario: Scenario, grid: Grid, at: str) -> list[str]:
    taken = {unit.at for side in scenario.sides for unit in side.units}
    centre = cell_named(grid, at)
    cells = sorted(range(grid.cells), key=lambda cell: (grid.distance(centre, cell), cell))
    return [name for name in (cell_name(grid, cell) for cell in cells) if name not in taken]


def _one_less(scenario: Scenario, side: int, keep: frozenset[str]) -> Iterator[Variation]:
    units = scenario.sides[side].units
    carried = {unit.carrying for unit in units}
    for number in _kinds(scenario.sides[side], keep):
        unit = units[number]
        if unit.carrying or unit.id in carried or len(units) < 3:
            continue
        twin = copy.deepcopy(scenario)
        del twin.sides[side].units[number]
        yield Variation(f"without {_named(scenario, unit)}", twin, _touched(UNITS, scenario.sides[side], unit))


def _turn_limits(scenario: Scenario) -> Iterator[Variation]:
    """Conditions that count at the last turn go with it."""
    if not scenario.turns:
        return
    for step in range(-MOST_TURNS_CHANGED, MOST_TURNS_CHANGED + 1):
        turns = scenario.turns + step
        if step and turns > 1:
            twin = copy.deepcopy(scenario)
            twin.turns = turns
            for entry in twin.victory:
                if entry.at_turn == scenario.turns:
                    entry.at_turn = turns
            yield Variation(f"{turns} turns, not {scenario.turns}", twin, frozenset((TURNS,)))


def _deployments(scenario: Scenario, side: int, forward: bool) -> Iterator[Variation]:
    """The whole side starts a row nearer to the enemy, or farther away."""
    entry = scenario.sides[side]
    columns, rows = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}[entry.edge]
    if not forward:
        columns, rows = -columns, -rows
    grid = grid_of(scenario.grid, scenario.columns, scenario.rows)
    twin = copy.deepcopy(scenario)
    moved = False
    for unit in twin.sides[side].units:
        if unit.at:
            cell = cell_named(grid, unit.at)
            column, row = grid.column(cell) + columns, grid.row(cell) + rows
            if not (0 <= column < grid.columns and 0 <= row < grid.rows):
                return
            unit.at = cell_name(grid, row * grid.columns + column)
            moved = True
    if moved:
        words = f"{entry.name or entry.id} a row further {'forward' if forward else 'back'}"
        yield Variation(words, twin, _touched(DEPLOYMENT, entry, *(unit for unit in entry.units if unit.at)))
