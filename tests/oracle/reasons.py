"""What is against a move or a shot, from the words of the clauses: all that a player might truly say of it."""

from fractions import Fraction

from tests.oracle import movement
from tests.oracle.movement import RATES, Way, comes_nearer, in_water, is_road, may_stop, may_withdraw
from tests.oracle.position import Cell, Position, Unit
from tests.oracle.sight import seen

# How the engine puts it.
WORDS = {
    "edge": "doesn't share an edge",
    "stop": "must stop",
    "enemy": "held by the enemy",
    "crossing": "no ford or bridge",
    "withdrawal": "can't withdraw",
    "exhausted": "can't move closer",
    "steep": "can't climb",
    "wood": "would need a whole move",
    "far": "can move only",
    "rooted": "only turn in it",
    "occupied": "is occupied",
    "range": "out of range",
    "arc": "outside the arc",
    "sight": "can't see",
    "cover": "in hard cover",
}
RANGES: dict[str, dict[str, int]] = {
    "classic": {"infantry": 2, "cavalry": 2, "transport": 1, "artillery": 6},
    "colonial": {
        "machine-gun": 4, "rifled-siege-artillery": 10, "rifled-field-artillery": 8, "rifled-mountain-artillery": 6,
        "smoothbore-siege-artillery": 8, "smoothbore-field-artillery": 6, "smoothbore-mountain-artillery": 4,
    },
    "late-19th-century": {
        "infantry-rifles": 3, "infantry-firearms": 2, "machine-gun": 4, "light-artillery": 4, "field-artillery": 6,
        "siege-artillery": 10,
    },
    "modern": {
        "infantry": 3, "engineers": 3, "dismounted-cavalry": 3, "infantry-anti-tank": 2, "machine-gun": 3, "mortar": 4,
        "armoured-car": 3, "light-tank": 3, "tank": 4, "heavy-artillery": 12, "medium-artillery": 10,
        "field-artillery": 8, "mountain-artillery": 6, "infantry-gun": 4, "anti-tank-gun": 4, "anti-aircraft-gun": 4,
    },
}  # fmt: skip
ALL_ROUND = ("tank", "light-tank", "armoured-car")
DIRECT_ONLY = ("anti-tank-gun", "anti-aircraft-gun")


def is_gun(unit: Unit) -> bool:
    return unit.kind.endswith("artillery") or unit.kind in ("infantry-gun", *DIRECT_ONLY)


def against_move(position: Position, unit: Unit, path: list[Cell]) -> set[str]:
    """What is against the first step that cannot be made, or against staying where the path ends."""
    way = Way(unit.at, Fraction(0), is_road(position, unit.at), 0, False)
    for to in path:
        heading = next((facing for facing in position.facings if position.next(way.cell, facing) == to), None)
        if heading is None:
            return {"edge"}
        further = movement.step(position, unit, way, heading)
        if further is None:
            return against_step(position, unit, way, to)
        way = further
    return set() if way.cell == unit.at or may_stop(position, unit, way.cell) else {"occupied"}


def against_step(position: Position, unit: Unit, way: Way, to: Cell) -> set[str]:
    climbed = way.climbed + abs(position.height(to) - position.height(way.cell))
    dry = position.book == "classic" or not position.has(to, "river") or position.has(to, "ford", "bridge")
    exhausted = unit.side in position.exhausted
    holds = {
        "stop": way.ended or way.all_spent,
        "enemy": bool(position.enemies_in(to, unit.side)),
        "crossing": not dry,
        "withdrawal": not may_withdraw(position, unit, way.cell, to),
        "exhausted": exhausted and comes_nearer(position, unit, way.cell, to),
        "steep": position.book == "late-19th-century" and climbed > 1,
        "wood": movement.rides_through_woods(position, unit, way, to),
    }
    return {cause for cause, so in holds.items() if so} or {
        "far" if movement.RATES[position.book][unit.kind] else "rooted"
    }


def may_be_asked_to_fire(position: Position, unit: Unit) -> bool:
    return unit.kind in RANGES[position.book] and unit.kind in RATES[position.book] and not in_water(position, unit.at)


def against_shot(position: Position, unit: Unit, target: Cell) -> set[str]:
    """By the place of the two; what the unit has done is another matter."""
    gun, book = is_gun(unit), position.book
    turns = (-1, 0, 1) if book == "late-19th-century" else (0,)
    needs_sight = {
        "classic": not gun,
        "colonial": True,
        "late-19th-century": not gun,
        "modern": unit.kind in DIRECT_ONLY or not (gun or unit.kind == "mortar"),
    }[book]
    holds = {
        "range": position.distance(unit.at, target) > RANGES[book][unit.kind],
        "arc": unit.kind not in ALL_ROUND and not any(position.in_arc(unit, target, turned) for turned in turns),
        "sight": needs_sight and seen(position, unit.at, target) == "blocked",
        "cover": book == "colonial" and not gun and position.has(target, "built-up", "fortification", "trench"),
    }
    return {cause for cause, so in holds.items() if so}
