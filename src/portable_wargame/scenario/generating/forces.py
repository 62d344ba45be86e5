"""Forces for random battles: where every unit of an army begins, or when it comes."""

import random
from dataclasses import replace

from ...battle.terrain import BUILT_UP, HILL_1, HILL_2, ROAD, WOODS
from ...battle.unit import (
    AIRCRAFT,
    ARMOURED,
    ARTILLERY,
    CAVALRY,
    COMMANDER,
    ENGINEERS,
    INFANTRY,
    MACHINE_GUN,
    MORTAR,
    SPOTTER,
    TANK,
    TRANSPORT,
    UnitType,
)
from ...game.ruleset import Ruleset
from ...grid.names import cell_name
from ..footing import may_stand
from ..model import UnitEntry
from .ground import Ground
from .plans import FOREMOST, Stance

# What ids are made of, by the first arm that fits.
STEMS = (
    (AIRCRAFT, "wing"),
    (COMMANDER, "staff"),
    (ENGINEERS, "sappers"),
    (MACHINE_GUN, "mg"),
    (MORTAR, "mortar"),
    (SPOTTER, "spotter"),
    (TRANSPORT, "train"),
    (TANK, "tank"),
    (ARTILLERY, "guns"),
    (ARMOURED, "assault"),
    (CAVALRY, "horse"),
    (INFANTRY, "foot"),
)
OTHERS = "cars"
BEHIND = ARTILLERY | MORTAR | COMMANDER | SPOTTER | TRANSPORT  # arms that do not begin in the first line


def type_in(book: Ruleset, unit: UnitEntry) -> UnitType:
    unit_type = book.type_named(unit.type)
    assert unit_type is not None
    return unit_type


def number_units(side: str, units: list[UnitEntry], types: list[UnitType]) -> None:
    """Ids by side, arm and number: red-foot-1."""
    told: dict[str, int] = {}
    for unit, unit_type in zip(units, types, strict=True):
        stem = next((word for arms, word in STEMS if unit_type.arms & arms), OTHERS)
        told[stem] = told.get(stem, 0) + 1
        unit.id = f"{side}-{stem}-{told[stem]}"


def load_up(units: list[UnitEntry], types: list[UnitType]) -> list[UnitEntry]:
    """Every transport takes up the first unit that it can; one that finds nothing to carry stays at home."""
    carried: set[str] = set()
    kept: list[UnitEntry] = []
    for unit, unit_type in zip(units, types, strict=True):
        if unit_type.arms & TRANSPORT:
            loads = [
                load.id
                for load, load_type in zip(units, types, strict=True)
                if load_type.arms & unit_type.cargo & ~COMMANDER and load_type.carriable and load.id not in carried
            ]
            if not loads:
                continue
            unit.carrying = loads[0]
            carried.add(loads[0])
        kept.append(unit)
    return kept


class Placing:
    """Puts both armies on the ground, the first one first."""

    def __init__(self, book: Ruleset, ground: Ground, key: int, luck: random.Random) -> None:
        self.book = book
        self.ground = ground
        self.grid = ground.grid
        self.key = key  # the cell of the place that matters
        self.luck = luck
        self.cover = book.cover().cover
        self.taken: dict[int, int] = {}  # by cell, the side that stands there

    def type_of(self, unit: UnitEntry) -> UnitType:
        return type_in(self.book, unit)

    def place(self, side: int, edge: str, stance: Stance, units: list[UnitEntry], turns: int) -> list[UnitEntry]:
        """The units with a cell or a turn of arrival. Units that can neither stand nor come on are left out."""
        carried = {unit.carrying for unit in units if unit.carrying}
        walkers = [unit for unit in units if unit.id not in carried and not self.type_of(unit).arms & AIRCRAFT]
        able = [unit for unit in walkers if self.type_of(unit).move > 0 and not self.type_of(unit).arms & COMMANDER]
        reserves = able[len(able) - round(len(able) * stance.reserves) :]
        first = [unit for unit in walkers if unit not in reserves]
        garrison = [unit for unit in able if unit in first and self.type_of(unit).arms & INFANTRY]
        posted = garrison[: round(len(walkers) * stance.garrison)]
        lost: set[str] = set()
        for unit in sorted(first, key=lambda unit: (unit not in posted, self.type_of(unit).move > 0)):
            cell = self._best_cell(side, edge, stance, unit, unit in posted)
            if cell >= 0:
                self.taken[cell] = side
                unit.at = cell_name(self.grid, cell)
            elif self.type_of(unit).move > 0:
                reserves.append(unit)
            else:
                lost |= {unit.id, unit.carrying}
        if all(not unit.at for unit in walkers):
            return []
        self._send_later(reserves, edge, turns)
        return [unit for unit in units if unit.id not in lost]

    def _send_later(self, reserves: list[UnitEntry], edge: str, turns: int) -> None:
        """In groups that find room at the edge, from the second turn on."""
        group = max(2, self.grid.columns // 3)
        for number, unit in enumerate(reserves):
            unit.arrives_turn = min(max(1, turns - 1), 2 + number // group)
            unit.arrives_edge = edge

    def _best_cell(self, side: int, edge: str, stance: Stance, unit: UnitEntry, posted: bool) -> int:
        """The best free cell for the unit; -1 if there is none."""
        deep = min(FOREMOST, (self.grid.rows - 1) // 2)
        if stance.has_ground or stance.in_column or posted:
            deep = max(1, self.grid.rows // 2)
        unit_type = self.type_of(unit)
        cells = [
            cell
            for cell in range(self.grid.cells)
            if self.grid.depth(cell, edge) < deep
            and self._is_free(side, cell)
            and may_stand(self.book, unit_type, self.ground.features[cell])
        ]
        at_key = replace(stance, has_ground=True) if posted else stance
        return max(cells, key=lambda cell: self._fitness(edge, at_key, unit_type, cell), default=-1)

    def _is_free(self, side: int, cell: int) -> bool:
        """Dry, empty and next to no enemy."""
        if cell in self.taken or not self.ground.dry(cell):
            return False
        return all(self.taken.get(near, side) == side for near in self.grid.neighbours[cell])

    def _fitness(self, edge: str, stance: Stance, unit_type: UnitType, cell: int) -> float:
        """How good the cell is for the unit: in the line or behind it, in cover, in view, by the road."""
        features = self.ground.features[cell]
        depth = self.grid.depth(cell, edge)
        aside = abs(2 * self.grid.column(cell) + 1 - self.grid.columns) / self.grid.columns
        value = self.luck.random()
        if stance.has_ground:
            value -= 0.8 * self.grid.distance(cell, self.key)
            value += 1.5 * (features & self.cover != 0)
        elif unit_type.arms & BEHIND:
            value -= 0.6 * depth
        else:
            value += 1.0 * depth
        if stance.in_column:
            value += 4.0 * (features & ROAD != 0)
        if stance.in_ambush:
            value += 2.0 * aside + 2.0 * (features & self.cover != 0)
        if unit_type.arms & ARTILLERY:
            value += 1.5 * (features & (HILL_1 | HILL_2) != 0) - 2.0 * (features & (WOODS | BUILT_UP) != 0)
        elif unit_type.arms & CAVALRY and not stance.in_column:
            value += 1.2 * aside - 2.0 * (features & WOODS != 0)
        elif unit_type.arms & COMMANDER:
            value -= 1.0 * aside
        return value
