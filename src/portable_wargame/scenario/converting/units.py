"""The units of a scenario under another book: types, weapons, strength, loads, and where they stand."""

from ...battle.terrain import bits_of
from ...battle.unit import AIRCRAFT, CAVALRY, UnitType
from ...game.errors import Refusal
from ...game.ruleset import Ruleset
from ...grid.grid import Grid
from ...grid.names import cell_name, cell_named
from ..footing import may_share, may_stand
from ..model import Scenario, SideEntry, UnitEntry
from .board import grid_for, make_way
from .substitutions import Substitution, parted, stand_ins, weapon_for


class UnitConversion:
    """All the units of one scenario, from one book (with its options) to another."""

    def __init__(self, scenario: Scenario, old: Ruleset, new: Ruleset, told: list[Substitution]) -> None:
        self.scenario = scenario
        self.old = old
        self.new = new
        self.told = told
        self.shared: set[str] = set()  # ids of units that might share a cell in the old book

    def run(self) -> None:
        for side in self.scenario.sides:
            for unit in side.units:
                unit_type = self.old.type_named(unit.type)
                assert unit_type is not None
                if unit_type.arms & self.old.movement.shares_cell:
                    self.shared.add(unit.id)
            self._convert_army(side)
            self._convert_types(side)
            for unit in side.units:
                self._convert_keys(side, unit)
            self._sort_out_loads(side)
        self._find_room()

    def _tell(self, what: str, was: str, becomes: str, why: str) -> None:
        self.told.append(Substitution(what, was, becomes, why))

    def _type(self, unit: UnitEntry) -> UnitType:
        unit_type = self.new.type_named(unit.type)
        assert unit_type is not None
        return unit_type

    def _convert_army(self, side: SideEntry) -> None:
        """An army that the book does not have becomes its usual one; worth reporting if it was not the usual one
        before."""
        usual = self.new.armies[0] if self.new.armies else ""
        army = side.army if side.army in self.new.armies else usual
        if side.army in self.old.armies[1:] and army != side.army:
            self._tell(f"side {side.id}", f"{side.army} army", army, f"the {self.new.called} book has no such army")
        side.army = army
        for unit in side.units:
            if unit.army and unit.army not in self.new.armies:
                self._tell(f"unit {unit.id}", f"{unit.army} army", "", f"the {self.new.called} book has no such army")
                unit.army = ""

    # -- types

    def _convert_types(self, side: SideEntry) -> None:
        """Units that nothing can stand in for are left out; what they carried goes on by itself."""
        kept: list[UnitEntry] = []
        for unit in side.units:
            if self._stands_in(side, unit):
                kept.append(unit)
            else:
                self._tell(f"unit {unit.id}", unit.type, "", f"the {self.new.called} book has nothing like it")
        gone = [unit for unit in side.units if unit not in kept]
        for carrier in gone:
            for load in kept:
                if carrier.carrying == load.id:
                    self._take_over(carrier, load)
        if not kept:
            raise Refusal(f"the {self.new.called} book has nothing like any unit of side {side.id}: none would be left")
        side.units = kept

    def _stands_in(self, side: SideEntry, unit: UnitEntry) -> bool:
        """Give the unit its new type and weapon; False if there is none."""
        able = stand_ins(self.old, self.new, unit)
        if not able:
            return False
        comes_later = unit.arrives_turn or any(other.carrying == unit.id for other in side.units)
        mobile = [choice for choice in able if not comes_later or self._moves(choice)]
        choice = (mobile or able)[0]
        name, weapon = parted(self.new, choice)
        if name != unit.type:
            strength = self._strength(unit, name)
            was = f"{unit.type} ({unit.weapon})" if unit.weapon else unit.type
            becomes = f"{name} ({weapon})" if weapon else name
            self._tell(f"unit {unit.id}", was, becomes, f"the {self.new.called} book has no {unit.type}")
            unit.type, unit.weapon, unit.sp = name, weapon, strength
        return True

    def _moves(self, choice: str) -> bool:
        unit_type = self.new.type_named(parted(self.new, choice)[0])
        return unit_type is not None and unit_type.move > 0

    def _strength(self, unit: UnitEntry, name: str) -> int:
        """A unit stronger or weaker than its type keeps the same difference in strength points."""
        was, becomes = self.old.type_named(unit.type), self.new.type_named(name)
        if not unit.sp or was is None or becomes is None or not becomes.strength:
            return unit.sp
        return max(1, becomes.strength + unit.sp - was.strength)

    # -- a unit's other settings

    def _convert_keys(self, side: SideEntry, unit: UnitEntry) -> None:
        unit_type = self._type(unit)
        what = f"unit {unit.id}"
        self._convert_weapon(unit, unit_type)
        if unit.sp and self.new.strength is None:
            self._tell(what, f"sp {unit.sp}", "", f"the {self.new.called} book has no strength points")
            unit.sp = 0
        if unit.gas and (self.new.gas is None or not unit_type.artillery_range):
            self._tell(what, "gas", "", f"the {self.new.called} book has no gas shells for it")
            unit.gas = 0
        if unit.regular and self.new.pinning is None:
            why = f"the {self.new.called} book makes no difference between regulars and others"
            self._tell(what, "regular", "", why)
            unit.regular = False
        elif self.new.pinning is not None and self.old.pinning is None and unit_type.arms & CAVALRY:
            if (unit.army or side.army) in self.new.pinning.regulars:
                self._tell(what, "cavalry", "regular cavalry", "in this book a pin does not halt regulars")
                unit.regular = True
        if unit.quality != "average" and self.old.hits.tables and not self.new.hits.tables:
            why = f"quality has no effect in the {self.new.called} book"
            self._tell(what, f"quality {unit.quality}", "a word", why)

    def _convert_weapon(self, unit: UnitEntry, unit_type: UnitType) -> None:
        named = self.new.type_named(unit_type.weapons[0]) is not None if unit_type.weapons else False
        if unit.gun and not (named and unit.gun in unit_type.weapons):
            self._tell(f"unit {unit.id}", f"gun {unit.gun}", "", f"{unit.type} has no choice of guns")
            unit.gun = ""
        if unit.weapon and (named or unit.weapon not in unit_type.weapons):
            stand_in = "" if named else weapon_for(self.old, self.new, unit.weapon, unit_type.weapons)
            self._tell(f"unit {unit.id}", f"weapon {unit.weapon}", stand_in, f"{unit.type} does not have it")
            unit.weapon = stand_in

    # -- loads

    def _take_over(self, carrier: UnitEntry, load: UnitEntry) -> None:
        """The load stands, or comes, where its carrier would have."""
        load.at, load.facing, load.zone = carrier.at, carrier.facing, carrier.zone
        load.arrives_as(carrier)

    def _sort_out_loads(self, side: SideEntry) -> None:
        by_id = {unit.id: unit for unit in side.units}
        for carrier in side.units:
            load = by_id.get(carrier.carrying)
            if not carrier.carrying or load is None:
                carrier.carrying = ""
                continue
            load_type = self._type(load)
            if not (load_type.arms & self._type(carrier).cargo and load_type.carriable):
                why = f"{carrier.type} does not carry {load.type}"
                self._tell(f"unit {carrier.id}", f"carrying {load.id}", "", why)
                carrier.carrying = ""
                self._take_over(carrier, load)
        for unit in list(side.units):
            if unit.arrives_turn and self._type(unit).move <= 0:
                self._give_transport(side, unit)

    def _give_transport(self, side: SideEntry, unit: UnitEntry) -> None:
        """A gun that cannot come on by itself comes behind a transport, or begins where it was to come on."""
        arms = self._type(unit).arms
        able = [one for one in self.new.unit_types if one.cargo & arms and one.move > 0]
        if able:
            ids = {other.id for each in self.scenario.sides for other in each.units}
            id_ = next(name for name in (f"{unit.id[:36]}-t{n}" for n in range(1000)) if name not in ids)
            carrier = UnitEntry(id_, able[0].name, carrying=unit.id)
            carrier.arrives_as(unit)
            side.units.insert(side.units.index(unit), carrier)
            self._tell(
                f"unit {unit.id}", unit.type, f"{unit.type} behind {able[0].name} {id_}", "it does not move by itself"
            )
        else:
            self._tell(
                f"unit {unit.id}", f"arrives in turn {unit.arrives_turn}", "placed before the battle", "it cannot move"
            )
        unit.arrives_as(UnitEntry("", ""))

    # -- room

    def _find_room(self) -> None:
        """Units that may not share a cell in this book go to the nearest free one; ground that bars a unit changes."""
        grid = grid_for(self.scenario)
        standing: dict[int, list[tuple[int, UnitEntry]]] = {}
        entries = [(number, unit) for number, side in enumerate(self.scenario.sides) for unit in side.units if unit.at]
        for number, unit in sorted(entries, key=lambda entry: entry[1].id in self.shared):
            unit_type = self._type(unit)
            cell = cell_named(grid, unit.at)
            if not unit_type.arms & AIRCRAFT:
                make_way(self.scenario, self.new, [unit_type], cell, f"{unit.id} stands there", self.told)
            others = standing.get(cell, [])
            if any(not may_share(self.new, unit_type, self._type(other)) for _, other in others):
                new = self._nearest_free(grid, number, cell, unit_type, standing)
                why = f"{others[0][1].id} stands there, and no two such units share a cell"
                if new < 0:
                    edge = self.scenario.sides[number].edge
                    self._tell(f"unit {unit.id}", f"at {unit.at}", f"arrives in turn 1 over the {edge} edge", why)
                    unit.at, unit.arrives_turn, unit.arrives_edge = "", 1, edge
                    continue
                self._tell(f"unit {unit.id}", f"at {unit.at}", cell_name(grid, new), why)
                cell, unit.at = new, cell_name(grid, new)
            standing.setdefault(cell, []).append((number, unit))

    def _nearest_free(
        self,
        grid: Grid,
        side: int,
        cell: int,
        unit_type: UnitType,
        standing: dict[int, list[tuple[int, UnitEntry]]],
    ) -> int:
        """A cell next to no enemy, preferably towards its own edge; -1 if there is none and the unit can come later."""
        edge = self.scenario.sides[side].edge
        taken = {cell_named(grid, unit.at) for each in self.scenario.sides for unit in each.units if unit.at}
        free = [
            one
            for one in range(grid.cells)
            if one not in taken
            and one not in standing
            and may_stand(self.new, unit_type, bits_of(self.scenario.features[one], self.new.terrain()))
        ]
        hostile = [unit.at for number, each in enumerate(self.scenario.sides) for unit in each.units if number != side]
        near = {near for name in hostile if name for near in grid.neighbours[cell_named(grid, name)]}
        quiet = [one for one in free if one not in near] or (free if unit_type.move <= 0 else [])
        if not quiet and unit_type.move <= 0:
            raise Refusal("the board has no room left for units that may not share a cell in this book")
        return min(quiet, key=lambda one: (grid.distance(cell, one), grid.depth(one, edge), one), default=-1)
