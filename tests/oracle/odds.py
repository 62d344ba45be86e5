"""How likely a die is to hit, from the words of the fire and close combat clauses: faces are counted one by one."""

from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.movement import in_water
from tests.oracle.position import Cell, Position, Unit

FACES = range(1, 7)
COVER = {
    "classic": ("woods", "built-up", "fortification", "trench"),  # a trench is a fortification
    "modern": ("woods", "built-up", "fortification"),
    "late-19th-century": ("woods", "built-up", "fortification", "trench"),
}
# Score needed not to be hit: in front, in flank or rear.
COLONIAL_POWER = {
    "infantry": (3, 6), "dismounted-cavalry": (3, 6), "mounted-cavalry": (2, 5), "machine-gun": (3, 6),
    "commander": (3, 3),
}  # fmt: skip
MODERN_POWER = {
    "mounted-cavalry": (2, 4), "truck": (4, 5), "light-tank": (3, 4), "tank": (3, 4), "assault-gun": (3, 4),
    "spotter": (3, 4), "horse-transport": (5, 6), "commander": (3, 3),
}  # fmt: skip
MODERN_GUNS = ("field-", "mountain-", "medium-", "heavy-", "anti-tank-gun", "anti-aircraft-gun", "infantry-gun")
LATE_POWER = {
    "infantry-rifles": 4, "infantry-firearms": 4, "infantry-close-combat": 3, "mounted-cavalry": 4,
    "dismounted-cavalry": 3, "machine-gun": 4, "light-artillery": 1, "field-artillery": 1, "siege-artillery": 1,
    "command": 5,
}  # fmt: skip
LOST_AT_ONCE = {"elite": Fraction(2, 6), "average": Fraction(3, 6), "poor": Fraction(4, 6)}


@dataclass(frozen=True)
class Deeds:
    """What the state says of a unit beyond its place."""

    moved: bool
    pinned: bool
    crossing: bool


def share(faces: int) -> Fraction:
    return Fraction(faces, 6)


def commander_near(position: Position, unit: Unit, attached: bool, adjacent: bool) -> bool:
    cells = ([unit.at] if attached else []) + (position.around(unit.at) if adjacent else [])
    kinds = ("commander", "command")
    return any(
        friend.kind in kinds and friend.side == unit.side and friend.name != unit.name and not friend.carried
        for cell in cells
        for friend in position.units_in(cell)
    )


def is_covered(position: Position, cell: Cell, deeds: dict[str, Deeds]) -> bool:
    if position.has(cell, *COVER[position.book]):
        return True
    manned = [unit for unit in position.units_in(cell) if not deeds[unit.name].crossing]
    return position.book == "modern" and position.has(cell, "trench") and bool(manned)


def misses(position: Position, firer: Unit, target: Cell, deeds: dict[str, Deeds], grazed: bool) -> Fraction:
    """That a shot does nothing."""
    book = position.book
    own = deeds[firer.name]
    if book == "late-19th-century":
        covered = grazed or position.has(target, *COVER[book])
        nothing_up_to = 3 if covered else 1
        bonus = commander_near(position, firer, attached=False, adjacent=True) - own.pinned
        return share(sum(face + bonus <= nothing_up_to for face in FACES))
    bonus = 0 if own.moved else 1
    if book == "classic":
        bonus += commander_near(position, firer, attached=True, adjacent=False)
    elif book == "colonial":
        bonus += commander_near(position, firer, attached=False, adjacent=True)
    else:
        bonus += commander_near(position, firer, attached=True, adjacent=True)
    if book == "colonial":
        bonus -= position.has(target, *SOFT) and not position.has(target, *HARD)
    else:
        bonus -= is_covered(position, target, deeds)
    dice = 3 if firer.kind == "machine-gun" and book != "classic" else 1
    return share(sum(face + bonus < 5 for face in FACES)) ** dice


SOFT = ("woods",)
HARD = ("built-up", "fortification", "trench")


def in_flank(position: Position, attacked: Unit, attacker: Unit) -> bool:
    return not position.faces(attacked, attacker.at, straight=False)


def hit_in_close_combat(
    position: Position, unit: Unit, other: Unit, attacking: bool, deeds: dict[str, Deeds]
) -> Fraction:
    """That the unit is hit."""
    book = position.book
    flanked = not attacking and in_flank(position, unit, other)
    if book == "classic":
        return share(sum(face + classic_bonus(position, other, unit, not attacking) >= 5 for face in FACES))
    if book == "late-19th-century":
        power = late_power(position, other, unit, not attacking)
        return share(sum(face <= power for face in FACES))
    uphill = attacking and position.height(unit.at) < position.height(other.at)
    bonus = 0
    if book == "colonial":
        front, flank = COLONIAL_POWER.get(unit.kind, (4, 6))
        needs = flank if flanked else front
        needs += uphill
        needs += attacking and in_water(position, unit.at) and not in_water(position, other.at)
        bonus += commander_near(position, unit, attached=False, adjacent=True)
        bonus += 2 if position.has(unit.at, *HARD) else 1 if position.has(unit.at, *SOFT) else 0
    else:
        usual = (4, 5) if unit.kind.startswith(MODERN_GUNS) else (3, 5)
        front, flank = MODERN_POWER.get(unit.kind, usual)
        needs = flank if flanked else front
        bonus += commander_near(position, unit, attached=False, adjacent=True)
        bonus += is_sheltered(position, unit, deeds)
        bonus -= position.has(unit.at, "trench") and deeds[unit.name].crossing
        bonus -= uphill
        bonus -= in_water(position, unit.at)
    return share(sum(face + bonus < needs for face in FACES))


def is_sheltered(position: Position, unit: Unit, deeds: dict[str, Deeds]) -> bool:
    if position.has(unit.at, *COVER["modern"]):
        return True
    return position.has(unit.at, "trench") and not deeds[unit.name].crossing


def mans_cover(position: Position, unit: Unit) -> bool:
    """Classic: whoever stands in the water does not man the trench beside it."""
    dry = [feature for feature in COVER["classic"] if feature != "trench"]
    return position.has(unit.at, *dry) or (position.has(unit.at, "trench") and not in_water(position, unit.at))


def classic_bonus(position: Position, unit: Unit, other: Unit, attacking: bool) -> int:
    bonus = 0
    bonus += attacking and in_flank(position, other, unit)
    bonus += commander_near(position, unit, attached=True, adjacent=False)
    bonus += position.has(unit.at, "woods")
    bonus -= mans_cover(position, other)
    bonus -= not attacking and in_flank(position, unit, other)
    bonus -= attacking and position.height(unit.at) < position.height(other.at)
    bonus -= unit.kind == "transport"
    bonus -= in_water(position, unit.at)
    return bonus


def late_power(position: Position, unit: Unit, other: Unit, attacking: bool) -> int:
    power = LATE_POWER[unit.kind]
    power += commander_near(position, unit, attached=False, adjacent=True)
    if attacking:
        rise = position.height(other.at) - position.height(unit.at)
        power += -1 if rise == 1 else 1 if rise == -1 else 0
        power -= in_water(position, unit.at)
        power -= position.has(other.at, "woods")
        power -= 2 * position.has(other.at, "built-up", "fortification", "trench")
    else:
        attackers = [
            one
            for cell in position.around(unit.at)
            for one in position.enemies_in(cell, unit.side)
            if position.faces(one, unit.at, straight=True)
            and abs(position.height(cell) - position.height(unit.at)) <= 1
        ]
        power -= max(0, len(attackers) - 1)
    return max(1, power)
