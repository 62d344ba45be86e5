"""The meaning of sides and units: what the structure cannot say about them."""

from typing import Any, Literal

from ...battle.unit import AIRCRAFT, UnitType
from ...game.ruleset import Ruleset
from ...grid.names import cell_name
from ..board import Board
from ..problems import Findings, Path
from ..wording import listed, owner, quoted, suggestion

Table = dict[str, Any]

ZONE_EDGES = ("north", "south")  # sides whose depth is counted in rows; for the others it is in columns


def weapon_key(book: Ruleset, unit_type: UnitType) -> Literal["weapon", "gun"]:
    """The key under which a unit of this type names its weapon: those that mount one of the book's guns say which."""
    is_gun = unit_type.weapons and book.type_named(unit_type.weapons[0]) is not None
    return "gun" if is_gun else "weapon"


class Listed:
    """A unit as the scenario lists it, with what could be made of it."""

    def __init__(self, path: Path, side: int, unit: Table, words: str, book: Ruleset | None) -> None:
        self.path = path
        self.side = side
        self.unit = unit
        self.words = words  # "unit r3"
        self.type: UnitType | None = book.type_named(unit.get("type") or "") if book is not None else None
        self.cell = -1

    def has(self, key: str) -> bool:
        """Whether the key is given, rightly or wrongly."""
        return key in self.unit


class Forces:
    """The check of all sides and units of one tree whose structure is sound."""

    def __init__(self, tree: Table, book: Ruleset | None, board: Board | None, findings: Findings) -> None:
        self.tree = tree
        self.book = book
        self.board = board
        self.findings = findings
        self.sides: list[Any] = tree.get("sides") or []
        self.units = self._units()
        self.by_id: dict[str, Listed] = {}
        self.carriers: dict[str, Listed] = {}  # by the id of the load

    def _units(self) -> list[Listed]:
        found: list[Listed] = []
        for number, side in enumerate(self.sides):
            for index, unit in enumerate((side or {}).get("units") or []):
                path = ("sides", number, "units", index)
                if unit is not None:
                    found.append(Listed(path, number, unit, owner(self.tree, path), self.book))
        return found

    def check(self) -> None:
        self._check_sides()
        for unit in self.units:
            self._check_id(unit)
            self._check_type(unit)
            self._check_cell(unit)
            self._check_facing(unit)
            self._check_arms(unit)
            self._check_keys(unit)
        for unit in self.units:
            self._check_load(unit)
        for unit in self.units:
            self._check_whereabouts(unit)
            self._check_arrival(unit)
        self._check_sharing()
        self._check_muster()
        self._check_zones()

    # -- the armies as a whole

    def _is_free(self) -> bool:
        """A refight or a campaign battle: no limits on armies."""
        return bool(self.tree.get("historical") or self.tree.get("campaign"))

    def _check_muster(self) -> None:
        limits = self.book.muster if self.book is not None else None
        if limits is None or self.board is None:
            return
        grid = self.board.grid
        if min(grid.rows, grid.columns) < limits.smallest:
            message = f"the board is {grid.columns} by {grid.rows} cells"
            remedy = f"it must be at least {limits.smallest} by {limits.smallest}"
            self.findings.add(("map", "rows"), message, remedy, limits.board)
        for number, side in enumerate(self.sides):
            if side is None or self._is_free():
                continue
            along = grid.columns if side.get("edge") in ZONE_EDGES else grid.rows
            most = along * limits.units_per_two_cells // 2
            units = [unit for unit in self.units if unit.side == number]
            path = ("sides", number, "units")
            words = owner(self.tree, ("sides", number))
            if len(units) > most:
                message = f"{words} has {len(units)} units, and the side it defends is {along} cells long"
                self.findings.add(path, message, f"it may have {most}, unless the battle is historical", limits.army)
            if sum(unit.type is not None and unit.type.arms & limits.one_of != 0 for unit in units) > 1:
                self.findings.add(path, f"{words} has more than one command unit", "one is allowed", limits.army)

    def _check_zones(self) -> None:
        """Where a book says where armies begin, those already placed must begin there; the rest must find room."""
        if self.book is None or self.board is None:
            return
        for number, side in enumerate(self.sides):
            if side is None or side.get("edge") is None:
                continue
            if self.book.muster is not None and not self.tree.get("historical"):
                for unit in self._there_from_the_start(number):
                    self._check_zone(unit, side["edge"])
            self._check_room(number, side["edge"])

    def _zone(self, edge: str) -> tuple[int, str]:
        """How many rows from its edge a side may use, and the clause that says so."""
        assert self.book is not None and self.board is not None
        rule = self.book.deployment
        grid = self.board.grid
        depth = grid.rows if edge in ZONE_EDGES else grid.columns
        if self.tree.get("historical"):
            return depth, rule.clause
        if self.tree.get("campaign"):
            return depth // 2, rule.campaign
        return rule.rows, rule.clause

    def _check_zone(self, unit: Listed, edge: str) -> None:
        assert self.board is not None
        if unit.cell < 0:
            return
        grid = self.board.grid
        rows, clause = self._zone(edge)
        if grid.depth(unit.cell, edge) >= rows:
            message = f"{unit.words} stands at {unit.unit['at']}, too far from its own edge"
            remedy = f"the {rows} rows nearest the {edge} edge are its side's, unless the battle is historical"
            self.findings.add((*unit.path, "at"), message, remedy, clause)
        elif self.tree.get("campaign"):
            near = [
                other for other in self.units if other.side != unit.side and other.cell in grid.neighbours[unit.cell]
            ]
            if near:
                message = f"{unit.words} stands at {unit.unit['at']}, next to {near[0].words}"
                self.findings.add((*unit.path, "at"), message, "no unit begins next to an enemy", clause)

    def _check_room(self, side: int, edge: str) -> None:
        assert self.book is not None and self.board is not None
        grid = self.board.grid
        rows, clause = self._zone(edge)
        taken = {unit.cell for unit in self.units}
        crowd = [one for one in self._homeless(side) if one.type is not None and not self._needs_no_room(one.type)]
        free = [
            cell
            for cell in range(grid.cells)
            if grid.depth(cell, edge) < rows and cell not in taken and self._may_stand(crowd, cell)
        ]
        room = len(free) - self._taken_before(side, free)
        if len(crowd) > room:
            words = owner(self.tree, ("sides", side))
            message = f"{words} has {len(crowd)} units to deploy, and room for {room}"
            self.findings.add(("sides", side, "units"), message, "give some of them a cell, or arrives", clause)

    def _taken_before(self, side: int, free: list[int]) -> int:
        """Of these cells, how many those of the other side may take that deploy first, where the two zones meet."""
        other = self.sides[0]
        if side == 0 or other is None or other.get("edge") is None:
            return 0
        assert self.board is not None
        rows, _ = self._zone(other["edge"])
        shared = [cell for cell in free if self.board.grid.depth(cell, other["edge"]) < rows]
        return min(len(shared), len(self._homeless(0)))

    def _there_from_the_start(self, side: int) -> list[Listed]:
        return [unit for unit in self.units if unit.side == side and not unit.has("arrives")]

    def _homeless(self, side: int) -> list[Listed]:
        """The units of a side that are to be deployed."""
        units = self._there_from_the_start(side)
        return [unit for unit in units if not unit.has("at") and unit.unit.get("id") not in self.carriers]

    def _needs_no_room(self, unit_type: UnitType) -> bool:
        assert self.book is not None
        return unit_type.arms & (self.book.movement.shares_cell | AIRCRAFT) != 0

    def _may_stand(self, units: list[Listed], cell: int) -> bool:
        assert self.book is not None and self.board is not None
        features = self.board.bits(cell)
        movement = self.book.movement
        return all(unit.type is None or not movement.footing(unit.type, features, features).forbidden for unit in units)

    # -- sides

    def _check_sides(self) -> None:
        ids: set[str] = set()
        edges: dict[str, str] = {}
        for number, side in enumerate(self.sides):
            if side is None:
                continue
            path = ("sides", number)
            words = owner(self.tree, path)
            id_, edge = side.get("id"), side.get("edge")
            if id_ in ids:
                self.findings.add((*path, "id"), f"both sides have the id {id_}", "each side needs an id of its own")
            if edge in edges:
                message = f"{words} has the {edge} edge, which is that of {edges[edge]} already"
                self.findings.add((*path, "edge"), message, "each side needs an edge of its own")
            if id_:
                ids.add(id_)
            if edge:
                edges.setdefault(edge, words)
            if side.get("units") == []:
                self.findings.add((*path, "units"), f"{words} has no units", "give it at least one")
            self._check_army(side, path, f"{words} is a")

    def _check_army(self, table: Table, path: Path, words: str) -> None:
        """Of a side or a unit. Books that tell no armies apart are all European: saying so is no mistake."""
        army = table.get("army")
        if self.book is None or army is None or army in (self.book.armies or ("european",)):
            return
        message = f"{words} {army} army, which the {self.book.name} book does not have"
        remedy = f"its armies are {listed(self.book.armies)}" if self.book.armies else "leave army out"
        self.findings.add((*path, "army"), message, remedy)

    # -- one unit by itself

    def _check_id(self, unit: Listed) -> None:
        id_ = unit.unit.get("id")
        if id_ is None:
            return
        if id_ in self.by_id:
            message = f"{unit.words} has the id of an earlier unit"
            self.findings.add((*unit.path, "id"), message, "every unit of both sides needs an id of its own")
        else:
            self.by_id[id_] = unit

    def _check_type(self, unit: Listed) -> None:
        name = unit.unit.get("type")
        if self.book is None or name is None or unit.type is not None:
            return
        known = [unit_type.name for unit_type in self.book.unit_types]
        message = f"{unit.words} is of type {quoted(name)}, which the {self.book.name} book does not have"
        remedy = f"{suggestion(name, known)}its types are {listed(known, 'and')}"
        self.findings.add((*unit.path, "type"), message, remedy, self.book.unit_table)

    def _check_cell(self, unit: Listed) -> None:
        name = unit.unit.get("at")
        if name is None or self.board is None:
            return
        path = (*unit.path, "at")
        unit.cell = self.board.cell(name)
        if unit.cell < 0:
            message = f"{unit.words} stands at {name}, which is not on the {self.board.size()}"
            self.findings.add(path, message, self.board.cells())
        elif unit.type is not None and self.book is not None:
            features = self.board.bits(unit.cell) if not unit.type.arms & AIRCRAFT else 0
            clause = self.book.movement.footing(unit.type, features, features).forbidden
            if clause:
                ground = listed(self.board.features[unit.cell], "and")
                message = f"{unit.words} stands at {name} ({ground}), which {unit.type.name} may not enter"
                self.findings.add(path, message, "give it another cell", clause)

    def _check_facing(self, unit: Listed) -> None:
        facing = unit.unit.get("facing")
        if facing is None or self.board is None or self.tree.get("grid") is None:
            return
        shape = self.board.grid.shape
        if facing not in shape.facings:
            message = f"{unit.words} faces {facing}, and no edge of a {shape.name} does"
            self.findings.add((*unit.path, "facing"), message, f"it must be {listed(shape.facings)}")

    def _check_arms(self, unit: Listed) -> None:
        """Strength points and weapons."""
        if self.book is None:
            return
        if unit.has("sp") and self.book.strength is None:
            message = f"{unit.words} has sp, but the {self.book.name} book has no strength points"
            self.findings.add((*unit.path, "sp"), message, "leave sp out")
        if unit.type is None:
            return
        named = weapon_key(self.book, unit.type)
        for key in ("weapon", "gun"):
            weapon = unit.unit.get(key)
            if weapon is None or (key == named and weapon in unit.type.weapons):
                continue
            if key == named and unit.type.weapons:
                message = f"{unit.words} has the {key} {weapon}, which {unit.type.name} cannot have"
                remedy = f"it must be {listed(unit.type.weapons)}"
            else:
                message = f"{unit.words} names a {key}, and {unit.type.name} has no choice of {key}s"
                remedy = f"leave {key} out"
            self.findings.add((*unit.path, key), message, remedy)
        self._check_army(unit.unit, unit.path, f"{unit.words} is of a")

    def _check_keys(self, unit: Listed) -> None:
        if self.book is None:
            return
        unused = {
            "gas": (self.book.gas is None, "it is for the optional rule gas", "shared.terrain"),
            "regular": (self.book.pinning is None, "only a book in which fire pins has regulars", ""),
        }
        for key, (missing, whose, clause) in unused.items():
            if unit.has(key) and missing:
                message = f"{unit.words} has {key}, which the {self.book.name} book, as set here, does not use"
                self.findings.add((*unit.path, key), message, f"leave it out: {whose}", clause)
            elif key == "gas" and unit.unit.get(key) and unit.type is not None and not unit.type.artillery_range:
                self.findings.add((*unit.path, key), f"{unit.words} has gas, and is no gun", "leave gas out")
            elif key == "gas" and self.book.gas is not None and (unit.unit.get(key) or 0) > 1:
                message = f"{unit.words} has {unit.unit[key]} gas shells"
                self.findings.add((*unit.path, key), message, "a gun is given one for the battle", self.book.gas.shell)

    # -- loads

    def _check_load(self, carrier: Listed) -> None:
        id_ = carrier.unit.get("carrying")
        if id_ is None:
            return
        path = (*carrier.path, "carrying")
        load = self.by_id.get(id_)
        if load is None:
            own = [other for other, unit in self.by_id.items() if unit.side == carrier.side]
            remedy = f"{suggestion(id_, own)}name a unit of the same side"
            self.findings.add(path, f"{carrier.words} carries {quoted(id_)}, and there is no such unit", remedy)
            return
        if id_ in self.carriers:
            message = f"{carrier.words} carries {id_}, which {self.carriers[id_].words} carries already"
            self.findings.add(path, message, "a unit is carried once")
            return
        self.carriers[id_] = carrier
        if load.side != carrier.side:
            message = f"{carrier.words} carries {id_}, which belongs to the other side"
            self.findings.add(path, message, "name a unit of the same side")
        else:
            self._check_cargo(carrier, load, path)

    def _check_cargo(self, carrier: Listed, load: Listed, path: Path) -> None:
        if self.book is None or carrier.type is None or load.type is None:
            return
        if load.type.arms & carrier.type.cargo and load.type.carriable:
            return
        clause = self.book.transport.clause if self.book.transport is not None else ""
        carriers = self.book.unit_types if load.type.carriable else ()
        able = [unit_type.name for unit_type in carriers if unit_type.cargo & load.type.arms]
        message = f"{carrier.words} ({carrier.type.name}) cannot carry {load.words} ({load.type.name})"
        if able:
            remedy = f"in the {self.book.name} book {listed(able)} can"
        else:
            remedy = f"nothing carries {load.type.name} in the {self.book.name} book"
        self.findings.add(path, message, remedy, clause)

    # -- where units are

    def _check_whereabouts(self, unit: Listed) -> None:
        carrier = self.carriers.get(unit.unit.get("id") or "")
        if carrier is not None and carrier is not unit:
            for key in ("at", "arrives"):
                if unit.has(key):
                    message = f"{unit.words} has {key}, but is carried by {carrier.words}"
                    self.findings.add((*unit.path, key), message, "leave it out: it is where its carrier is")
        elif unit.has("at") and unit.has("arrives"):
            message = f"{unit.words} has both at and arrives"
            self.findings.add((*unit.path, "arrives"), message, "it starts on the board or comes later: keep one")

    def _check_arrival(self, unit: Listed) -> None:
        arrives = unit.unit.get("arrives")
        if arrives is None:
            return
        path = (*unit.path, "arrives")
        turn, turns = arrives.get("turn"), self.tree.get("turns")
        if turn is not None and turns is not None and turn > turns:
            message = f"{unit.words} arrives in turn {turn}, but the battle has {turns}"
            self.findings.add((*path, "turn"), message, f"it must be 1 to {turns}", "shared.arrival")
        edge = (self.sides[unit.side] or {}).get("edge")
        if unit.type is not None and unit.type.arms & AIRCRAFT and edge and arrives.get("edge") not in (None, edge):
            clause = self.book.air.endurance if self.book is not None and self.book.air is not None else ""
            message = f"{unit.words} is to arrive over the {arrives['edge']} edge"
            self.findings.add((*path, "edge"), message, f"aircraft come over their side's own: {edge}", clause)
        if unit.type is not None and unit.type.move <= 0:
            message = f"{unit.words} cannot arrive: {unit.type.name} does not move by itself"
            remedy = 'give it a cell with at = "..." or, where the book has transports, let one carry it'
            self.findings.add(path, message, remedy, "shared.arrival")

    def _check_sharing(self) -> None:
        """Enemies never share a cell; friends only as the book says."""
        standing: dict[int, list[Listed]] = {}
        for unit in self.units:
            if unit.cell < 0 or (unit.unit.get("id") or "") in self.carriers:
                continue
            others = standing.setdefault(unit.cell, [])
            enemies = [other for other in others if other.side != unit.side and not self._may_fly_over(unit, other)]
            crowding = [other for other in others if not self._may_share(unit, other)]
            for other in (enemies or crowding)[:1]:
                self._tell_of_sharing(unit, other)
            others.append(unit)

    def _may_fly_over(self, unit: Listed, other: Listed) -> bool:
        return unit.type is not None and other.type is not None and (unit.type.arms ^ other.type.arms) & AIRCRAFT != 0

    def _may_share(self, unit: Listed, other: Listed) -> bool:
        if self.book is None or unit.type is None or other.type is None:
            return True
        if self._may_fly_over(unit, other):
            return True
        return (unit.type.arms | other.type.arms) & self.book.movement.shares_cell != 0

    def _tell_of_sharing(self, unit: Listed, other: Listed) -> None:
        assert self.board is not None
        cell = cell_name(self.board.grid, unit.cell)
        message = f"{unit.words} stands at {cell}, where {other.words} stands already"
        path = (*unit.path, "at")
        if unit.side != other.side or self.book is None:
            self.findings.add(path, message, "two enemies never share a cell")
            return
        movement = self.book.movement
        able = [unit_type.name for unit_type in self.book.unit_types if unit_type.arms & movement.shares_cell]
        remedy = f"only {listed(able)} may share a cell with a friend" if able else "no two units share a cell"
        self.findings.add(path, message, remedy, movement.stacking)
