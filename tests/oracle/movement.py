"""Where a unit may go, from the words of the movement clauses: every way is walked, step by step."""

from dataclasses import dataclass, replace
from fractions import Fraction

from tests.oracle.position import Cell, Position, Unit

RATES: dict[str, dict[str, int]] = {
    "classic": {"infantry": 2, "cavalry": 3, "artillery": 0, "transport": 2, "commander": 3},
    "colonial": {
        "infantry": 2, "dismounted-cavalry": 2, "machine-gun": 2, "mounted-cavalry": 3, "commander": 3,
        "rifled-field-artillery": 1, "rifled-mountain-artillery": 1, "smoothbore-field-artillery": 1,
        "smoothbore-mountain-artillery": 1, "rifled-siege-artillery": 0, "smoothbore-siege-artillery": 0,
    },
    "late-19th-century": {
        "infantry-rifles": 1, "infantry-firearms": 1, "infantry-close-combat": 1, "mounted-cavalry": 2,
        "dismounted-cavalry": 1, "machine-gun": 1, "light-artillery": 1, "field-artillery": 1, "command": 2,
    },
    "modern": {
        "infantry": 2, "infantry-anti-tank": 2, "engineers": 2, "dismounted-cavalry": 2, "mounted-cavalry": 3,
        "machine-gun": 2, "mortar": 2, "infantry-gun": 2, "field-artillery": 2, "mountain-artillery": 2,
        "medium-artillery": 2, "heavy-artillery": 2, "anti-tank-gun": 2, "anti-aircraft-gun": 2, "armoured-car": 4,
        "light-tank": 4, "tank": 3, "assault-gun": 3, "self-propelled-artillery": 3, "half-track": 4, "truck": 4,
        "horse-transport": 2, "spotter": 2, "commander": 3,
    },
}  # fmt: skip
SHARING = {
    "classic": {"transport", "commander"},
    "colonial": set(),
    "late-19th-century": set(),
    "modern": {"half-track", "truck", "horse-transport", "spotter", "commander"},
}
WIRE_DOES_NOT_STOP = {"tank", "light-tank", "assault-gun", "self-propelled-artillery"}


@dataclass(frozen=True)
class Way:
    """How far a unit has come."""

    cell: Cell
    spent: Fraction
    by_road: bool
    climbed: int
    ended: bool
    again: bool = False  # in the second activation of a double move
    all_spent: bool = False  # of this activation


def is_road(position: Position, cell: Cell) -> bool:
    roads = ("road", "bridge", "built-up") if position.book == "late-19th-century" else ("road", "bridge")
    return position.has(cell, *roads)


def in_water(position: Position, cell: Cell) -> bool:
    return position.has(cell, "river", "ford") and not position.has(cell, "bridge")


def may_double(position: Position, unit: Unit) -> bool:
    kinds = ("infantry", "mounted-cavalry", "dismounted-cavalry")
    return unit.native and position.book in ("colonial", "late-19th-century") and unit.kind.startswith(kinds)


def ends(position: Position, unit: Unit, double: bool = False) -> dict[Cell, set[str]]:
    """The cells in which a fresh unit may end its move, its own apart, and the facings in which it may."""
    found: dict[Cell, set[str]] = {}
    first = Way(unit.at, Fraction(0), is_road(position, unit.at), 0, False)
    waiting, known = [first], {first}
    while waiting:
        way = waiting.pop()
        if way.cell != unit.at and may_stop(position, unit, way.cell):
            found[way.cell] = facings_in(position, unit, way.cell)
        further = [step(position, unit, way, facing, double) for facing in position.facings]
        if double and position.book == "late-19th-century" and not (way.again or way.ended):
            further.append(replace(way, spent=Fraction(0), again=True, all_spent=False))
        for one in further:
            if one is not None and one not in known:
                known.add(one)
                waiting.append(one)
    return found


def step(position: Position, unit: Unit, way: Way, facing: str, double: bool = False) -> Way | None:
    to = position.next(way.cell, facing)
    if way.ended or to is None or position.enemies_in(to, unit.side):
        return None
    book = position.book
    if book != "classic" and position.has(to, "river") and not position.has(to, "ford", "bridge"):
        return None
    if not may_withdraw(position, unit, way.cell, to):
        return None
    if unit.side in position.exhausted and comes_nearer(position, unit, way.cell, to):
        return None
    along_road = is_road(position, way.cell) and is_road(position, to)
    climbed = way.climbed + abs(position.height(to) - position.height(way.cell))
    if book == "late-19th-century" and climbed > 1 + double:
        return None
    if book == "late-19th-century" and along_road:
        spent = way.spent + Fraction(1, 2)
    else:
        spent = Fraction(-(-way.spent // 1)) + 1  # a spare half is lost on leaving the road
    by_road = way.by_road and along_road
    if not is_within_rate(position, unit, way, spent, by_road, rides_through_woods(position, unit, way, to), double):
        return None
    ended = stops(position, way.cell, to, along_road, unit) or position.touches_enemy(to, unit.side)
    rides = rides_through_woods(position, unit, way, to)
    return Way(to, spent, by_road, climbed, ended, way.again, rides)


def rides_through_woods(position: Position, unit: Unit, way: Way, to: Cell) -> bool:
    if position.book != "late-19th-century" or unit.kind != "mounted-cavalry":
        return False
    woods = position.has(way.cell, "woods") or position.has(to, "woods")
    return woods and not (is_road(position, way.cell) and is_road(position, to))


def is_within_rate(
    position: Position, unit: Unit, way: Way, spent: Fraction, by_road: bool, through_woods: bool, double: bool
) -> bool:
    rate = RATES[position.book][unit.kind]
    if position.book == "late-19th-century":
        if way.all_spent or (through_woods and way.spent > 0):
            return False  # in an activation that takes it through woods it rides one hex
        return spent <= rate
    if double:
        rate *= 2
    if unit.fired and position.book == "modern":
        rate -= 1
    return spent <= rate + (1 if by_road and RATES[position.book][unit.kind] > 0 else 0)


def stops(position: Position, left: Cell, to: Cell, along_road: bool, unit: Unit) -> bool:
    """What ends a move besides the enemy."""
    book = position.book
    if position.has(to, "wire") and not (book == "modern" and unit.kind in WIRE_DOES_NOT_STOP):
        return True
    if book == "late-19th-century":
        return in_water(position, to)
    if along_road:
        return False
    if in_water(position, to) or in_water(position, left):
        return True
    if book in ("classic", "modern") and position.has(to, "woods"):
        return True
    return book == "modern" and (position.has(to, "trench") or position.has(left, "trench"))


def may_withdraw(position: Position, unit: Unit, left: Cell, to: Cell) -> bool:
    """Whether the step is one that a unit faced by enemies may take."""
    near = [enemy for cell in position.around(unit.at) for enemy in position.enemies_in(cell, unit.side)]
    near = [enemy for enemy in near if not enemy.carried]
    if position.book == "colonial":
        return True
    straight = position.book == "late-19th-century"
    facing = [enemy for enemy in near if position.faces(enemy, unit.at, straight)]
    if not facing:
        return True
    touched = [enemy for cell in position.around(to) for enemy in position.enemies_in(cell, unit.side)]
    touched = [enemy for enemy in touched if not enemy.carried]
    if position.book == "classic":
        return not touched
    if position.book == "late-19th-century":
        if left == unit.at and any(enemy in facing for enemy in touched):
            return False
        return not any(enemy not in facing for enemy in touched)
    if any(enemy in facing for enemy in touched):
        return False
    return not any(enemy not in facing and position.faces(enemy, to, False) for enemy in touched)


def comes_nearer(position: Position, unit: Unit, left: Cell, to: Cell) -> bool:
    enemies = [enemy.at for enemy in position.units if enemy.side != unit.side]
    nearest = [min((position.distance(cell, enemy) for enemy in enemies), default=0) for cell in (left, to)]
    return nearest[1] < nearest[0]


def may_stop(position: Position, unit: Unit, cell: Cell) -> bool:
    sharing = SHARING[position.book]
    others = [other for other in position.units_in(cell) if not other.carried and other.name != unit.name]
    return unit.kind in sharing or all(other.kind in sharing for other in others)


def facings_in(position: Position, unit: Unit, cell: Cell) -> set[str]:
    at_enemies = {
        facing
        for facing in position.facings
        if (to := position.next(cell, facing)) is not None and position.enemies_in(to, unit.side)
    }
    return at_enemies or set(position.facings)
