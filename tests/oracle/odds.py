"""How likely a die is to hit, from the words of the fire and close combat clauses: faces are counted one by one."""

from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.movement import in_water
from tests.oracle.position import Cell, Position, Unit
from tests.oracle.sight import seen, ways_in

FACES = range(1, 7)
COVER = ("woods", "built-up", "fortification")  # and a trench for those who man it
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
    if position.has(cell, *COVER):
        return True
    there = position.units_in(cell)
    return position.has(cell, "trench") and (not there or any(not deeds[unit.name].crossing for unit in there))


def misses(position: Position, firer: Unit, target: Cell, deeds: dict[str, Deeds], grazed: bool) -> Fraction:
    """That a shot does nothing."""
    book = position.book
    own = deeds[firer.name]
    if book == "late-19th-century":
        covered = grazed or is_covered(position, target, deeds)
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
        return share(sum(face + classic_bonus(position, other, unit, not attacking, deeds) >= 5 for face in FACES))
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
    if position.has(unit.at, *COVER):
        return True
    return position.has(unit.at, "trench") and not deeds[unit.name].crossing


def classic_bonus(position: Position, unit: Unit, other: Unit, attacking: bool, deeds: dict[str, Deeds]) -> int:
    bonus = 0
    bonus += attacking and in_flank(position, other, unit)
    bonus += commander_near(position, unit, attached=True, adjacent=False)
    bonus += position.has(unit.at, "woods")
    bonus -= is_covered(position, other.at, deeds)
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


# -- guns and aircraft

NOWHERE: Cell = (-1, -1)  # no effect, off the board, or on the gun itself
BEARING = {  # guns to the front, guns to the rear
    "reconnaissance-aircraft": (0, 1), "single-seat-fighter": (2, 0), "two-seat-fighter": (1, 1), "bomber": (0, 1),
}  # fmt: skip


def landings(
    position: Position, gun: Unit, target: Cell, deeds: dict[str, Deeds], repeats: bool
) -> dict[Cell, Fraction]:
    """Where a shell comes down, in the books in which shells scatter."""
    late = position.book == "late-19th-century"
    if late and position.distance(gun.at, target) <= 2:
        return {target: Fraction(1)}
    before, behind = (ways_in(position, gun.at, target, beyond) for beyond in (False, True))
    found: dict[Cell, Fraction] = {}
    for face in FACES:
        if late:
            place = target if face >= 5 else (before if face >= 3 else behind)[-1 if face % 2 == 0 else 0]
        else:
            score = face + 2 * is_spotted(position, gun, target) + repeats
            score += commander_near(position, gun, attached=True, adjacent=True)
            score -= is_covered(position, target, deeds)
            places = {4: before[-1], 2: before[0], 3: behind[-1], 1: behind[0]}
            place = target if score >= 5 else places.get(score, NOWHERE)
        if place == gun.at or place not in position.ground:
            place = NOWHERE
        found[place] = found.get(place, Fraction(0)) + Fraction(1, 6)
    return found


def is_spotted(position: Position, gun: Unit, target: Cell) -> bool:
    watchers = [
        unit for unit in position.units if unit.kind == "spotter" and unit.side == gun.side and not unit.carried
    ]
    return any(seen(position, watcher.at, target) != "blocked" for watcher in [gun, *watchers])


def shell_misses(position: Position, gun: Unit, target: Cell, deeds: dict[str, Deeds], repeats: bool) -> Fraction:
    """That a shell does nothing, in the books in which shells do not scatter."""
    needs, bonus = 5, 0
    if position.book == "classic":
        bonus += 2 * (seen(position, gun.at, target) != "blocked")
        bonus += repeats
        bonus += commander_near(position, gun, attached=True, adjacent=False)
        bonus -= is_covered(position, target, deeds)
    else:
        needs = 3 if position.distance(gun.at, target) <= 2 else 5
        bonus += commander_near(position, gun, attached=False, adjacent=True)
        bonus -= 2 if position.has(target, *HARD) else 1 if position.has(target, *SOFT) else 0
    return share(sum(face + bonus < needs for face in FACES))


def misses_aircraft(position: Position, firer: Unit, target: Cell, deeds: dict[str, Deeds]) -> Fraction:
    """That fire at an aircraft takes nothing from it."""
    if firer.kind in BEARING:
        front, rear = BEARING[firer.kind]
        half = len(position.facings) // 2
        guns = front * position.in_arc(firer, target) + rear * position.in_arc(firer, target, turned=half)
        return Fraction(4, 6) ** guns
    bonus = (not deeds[firer.name].moved) + commander_near(position, firer, attached=True, adjacent=True)
    return share(sum(face + bonus < 5 for face in FACES))


def misses_the_ground(position: Position, aircraft: Unit, loads: int, deeds: dict[str, Deeds]) -> Fraction:
    """That strafing (no loads) or bombing hits nobody."""
    target = aircraft.at if loads else position.beyond(aircraft.at, aircraft.facing)
    bonus = bool(loads) - is_covered(position, target, deeds)
    return share(sum(face + bonus < 5 for face in FACES)) ** max(1, loads)
