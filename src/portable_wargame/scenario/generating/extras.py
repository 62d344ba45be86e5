"""What a random battle may have beyond the books, on request: zones, secrets, entries, dice, points."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from ...battle.naming import ordinal
from ...battle.objectives import DESTROY_UNITS, EXIT, HOLD
from ...battle.terrain import ROAD
from ...battle.unit import UnitType
from ...game.ruleset import Ruleset
from ...grid.grid import Grid
from ...grid.names import cell_name, cell_named
from ...rulesets.weather import KINDS as WEATHERS
from ..footing import may_stand
from ..model import Scenario, ScoreEntry, SideEntry, UnitEntry
from .forces import type_in
from .ground import Ground

SPARE = 3  # cells of a zone beyond those that its units need
ENTRY = 2  # cells on either side of a road where reinforcements may also come on
NEEDED = 4  # the score that brings a reinforcement on
EACH_TURN, AT_THE_END, FOR_A_UNIT = 1, 2, 1  # points


@dataclass(frozen=True)
class Making:
    """A battle with everything settled except its extras beyond the book."""

    scenario: Scenario
    book: Ruleset
    ground: Ground
    key: int  # the cell of the place that matters
    luck: random.Random

    @property
    def grid(self) -> Grid:
        return self.ground.grid


def told(side: SideEntry, words: str) -> SideEntry:
    return replace(side, briefing=f"{side.briefing} {words}")


# -- where units begin


def zones(making: Making) -> Scenario:
    """Each side places its own units, about where the plan would have put them."""
    taken: list[set[int]] = []
    sides: list[SideEntry] = []
    for side, other in zip(making.scenario.sides, reversed(making.scenario.sides), strict=True):
        there = {cell_named(making.grid, unit.at) for unit in other.units if unit.at}
        cells = _zone(making, side, [there, *taken])
        taken.append(cells)
        units = [replace(unit, at="") for unit in side.units]
        zone = [cell_name(making.grid, cell) for cell in sorted(cells)]
        sides.append(told(replace(side, units=units, zone=zone), "Place your units in your zone before the battle."))
    return replace(making.scenario, sides=sides)


def _zone(making: Making, side: SideEntry, others: list[set[int]]) -> set[int]:
    """The cells of its units and those about them, next to none of the enemy's, until there is room for all."""
    grid = making.grid
    placed = [unit for unit in side.units if unit.at]
    types = [type_in(making.book, unit) for unit in placed]
    barred = {cell for cells in others for cell in cells}
    barred |= {near for cell in barred for near in grid.neighbours[cell]}
    zone = {cell_named(grid, unit.at) for unit in placed}
    rim = sorted(zone)
    while sum(_good(making, types, cell) for cell in zone) < len(placed) + SPARE and rim:
        near = {cell for one in rim for cell in grid.neighbours[one]} - zone - barred
        rim = sorted(cell for cell in near if making.ground.dry(cell) and grid.depth(cell, side.edge) < grid.rows // 2)
        zone |= set(rim)
    return zone


def _good(making: Making, types: list[UnitType], cell: int) -> bool:
    return all(may_stand(making.book, one, making.ground.features[cell]) for one in types)


def secret(making: Making) -> Scenario:
    """Zones, where neither side sees what the other places."""
    return replace(zones(making), secret_deployment=True)


# -- how reinforcements come


def entries(making: Making) -> Scenario:
    """By the road that leads on to the board, and the cells beside it, in place of the whole edge."""
    return _with_reinforcements(
        making, lambda side, unit: replace(unit, arrives_edge="", arrives_cells=_entry(making, side))
    )


def _entry(making: Making, side: SideEntry) -> list[str]:
    edge = making.grid.edge(side.edge)
    roads = [place for place, cell in enumerate(edge) if making.ground.has(cell, ROAD)] or [len(edge) // 2]
    cells = [cell for place, cell in enumerate(edge) if min(abs(place - road) for road in roads) <= ENTRY]
    return [cell_name(making.grid, cell) for cell in cells if making.ground.dry(cell)]


def rolls(making: Making) -> Scenario:
    """On a die for each column, rolled when it is due and every turn after."""
    columns = sorted({unit.arrives_turn for side in making.scenario.sides for unit in side.units if unit.arrives_turn})
    names = {turn: f"{ordinal(number + 1)} column" for number, turn in enumerate(columns)}
    return _with_reinforcements(
        making, lambda side, unit: replace(unit, arrives_roll=NEEDED, arrives_group=names[unit.arrives_turn])
    )


def _with_reinforcements(making: Making, how: Callable[[SideEntry, UnitEntry], UnitEntry]) -> Scenario:
    sides = [
        replace(side, units=[how(side, unit) if unit.arrives_turn else unit for unit in side.units])
        for side in making.scenario.sides
    ]
    return replace(making.scenario, sides=sides)


# -- what decides


def points(making: Making) -> Scenario:
    """Points for places, losses and units that get away decide it; the lead gives the degree of victory."""
    scenario = making.scenario
    key = cell_name(making.grid, making.key)
    villages = [cell_name(making.grid, cells[0]) for cells in making.ground.villages]
    others = [cell for cell in villages if cell in scenario.names and cell != key]
    rows: list[ScoreEntry] = []
    for side in scenario.sides:
        rows.append(ScoreEntry(side.id, HOLD, EACH_TURN, [key], each_turn=True))
        if others:
            rows.append(ScoreEntry(side.id, HOLD, AT_THE_END, others))
        rows.append(ScoreEntry(side.id, DESTROY_UNITS, FOR_A_UNIT))
        leaving = {one.edge for one in scenario.victory if one.side == side.id and one.kind == EXIT}
        rows += [ScoreEntry(side.id, EXIT, AT_THE_END, edge=edge) for edge in leaving]
    decisive = max(3, math.ceil(scenario.turns / 2))
    sides = [told(side, "Points decide the day.") for side in scenario.sides]
    return replace(scenario, sides=sides, victory=[], points=rows, degrees={"marginal": 1, "decisive": decisive})


# -- night


def night(making: Making) -> Scenario:
    """It grows dark after two thirds of the turns."""
    dusk = f"from {max(2, math.ceil(making.scenario.turns * 2 / 3))}"
    return replace(making.scenario, house_rules={**making.scenario.house_rules, "night": dusk})


def weather(making: Making) -> Scenario:
    kind = making.luck.choice([kind for kind in WEATHERS if kind != "clear"])
    return replace(making.scenario, house_rules={**making.scenario.house_rules, "weather": kind})


@dataclass(frozen=True)
class Extra:
    words: str
    apply: Callable[[Making], Scenario]


# In the order in which they are applied.
EXTRAS = {
    "zones": Extra("each side places its own units", zones),
    "secret": Extra("both sides place their units unseen", secret),
    "entries": Extra("reinforcements come by the roads", entries),
    "rolls": Extra("reinforcements come on a die", rolls),
    "points": Extra("victory by points, in degrees", points),
    "night": Extra("night falls before the end", night),
    "weather": Extra("rain, snow, mist or mud", weather),
}


def with_extras(making: Making, wanted: tuple[str, ...]) -> Scenario:
    for name, extra in EXTRAS.items():
        # Secret deployment already has its zones.
        if name in wanted and not (name == "zones" and "secret" in wanted):
            making = replace(making, scenario=extra.apply(making))
    return making.scenario
