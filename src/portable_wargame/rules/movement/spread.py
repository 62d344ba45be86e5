"""Where a unit may go: all walks that it can make, found at once over lists of numbers.

The steps are those that `Mover.step` allows, read from the same rows; that one walks alone, this one everywhere. Tests
hold the two together.
"""

from typing import Final

from ...battle.battle import Battle
from ...battle.ground import ENDS, HOW, HOWS, MOST_SPENT, PLACE, PLACE_BITS, SPARE, SPENT, UNKNOWN, Walks
from ...battle.unit import ENTERED
from ...game.ruleset import Ruleset
from ...grid.compiler import i64, vec
from .step import CELL, CLIMB, CLIMBS, DOUBLED, FIRST_ONLY, HALF, ON_ROAD, PERIL, STOPS, WHOLE, Mover

HOW_BITS: Final = 6
CLOSED: Final = 1  # "spent" in cells that cannot be entered: less than any walk that has left the road has spent


def walks_of(mover: Mover) -> Walks:
    """Every cell that a unit can reach, by the path that leaves most movement to spare; paths through different
    dangers, or through the same from elsewhere, are kept apart."""
    if is_undisturbed(mover):
        return walks_alone(mover.battle, mover.ruleset, mover.unit, mover.means)
    return spread(mover)


def is_undisturbed(mover: Mover) -> bool:
    """Whether it can walk as if it were alone, over the ground as it was at the beginning of the battle."""
    battle = mover.battle
    reach = mover.cells_in_reach()
    if mover.flies or mover.exhausted or battle.nearest_enemy(mover.start, mover.side) <= reach:
        return False
    return not battle.altered or not battle.altered & battle.field.grid.disc(mover.start, reach)


def walks_alone(battle: Battle, ruleset: Ruleset, unit: i64, means: i64) -> Walks:
    """The walks of an undisturbed unit on the ground: once found, they are remembered."""
    start = battle.at[unit]
    kept = battle.field.ground.ways[battle.type_of[unit].row].walks[means]
    if not kept:
        kept += [None] * battle.field.grid.cells
    walks = kept[start]
    if walks is None:
        deserted = battle.deserted(battle.roster.side_of[unit])
        walks = spread(Mover(deserted, ruleset, unit, means & DOUBLED != 0))
        walks.pack()
        kept[start] = walks
    return walks


def is_still_open(battle: Battle, ruleset: Ruleset, unit: i64, path: tuple[int, ...], near: vec[i64]) -> bool:
    """Whether an undisturbed unit's walk is still open to one that is not."""
    start = battle.at[unit]
    if near[start] and not may_withdraw_along(Mover(battle, ruleset, unit), path):
        return False
    for cell in path:
        if near[cell] and cell != path[-1]:
            return False
    side = battle.roster.side_of[unit]
    if battle.exhausted[side]:
        before = start
        for cell in path:
            if battle.comes_nearer(side, before, cell):
                return False
            before = cell
    return not battle.altered or is_still_passable(battle, ruleset, unit, path)


def may_withdraw_along(mover: Mover, path: tuple[int, ...]) -> bool:
    """For a unit in contact, on whatever ground."""
    if mover.battle.enemy_in(path[0], mover.side):
        return False
    for cell in path if mover.faced_from else ():
        if mover.may_not_withdraw_to(cell, cell == path[0]):
            return False
    return True


def is_still_passable(battle: Battle, ruleset: Ruleset, unit: i64, path: tuple[int, ...]) -> bool:
    """The same for the ground alone, as it has become since the battle began."""
    now, at_first = battle.features, battle.field.features
    before = battle.at[unit]
    was_altered = now[before] != at_first[before]
    for cell in path:
        is_altered = now[cell] != at_first[cell]
        if was_altered or is_altered:
            footing = ruleset.movement.footing(battle.type_of[unit], now[before], now[cell])
            if footing.forbidden or ((footing.by_one or footing.stops) and cell != path[-1]):
                return False
            if footing.first_only and (before != battle.at[unit] or battle.activity[unit] & ENTERED):
                return False
            if footing.whole and cell != path[-1]:
                return False
        was_altered = is_altered
        before = cell
    return True


def spread(mover: Mover) -> Walks:
    """Go on from every cell reached to all around it, until nothing new is found."""
    battle = mover.battle
    grid = battle.field.grid
    cells: i64 = grid.cells
    faces: i64 = grid.faces
    flies = mover.flies
    near = mover.near
    ways = battle.field.ground.ways[mover.unit_type.row]
    if not len(ways.out):
        ways.out = vec[i64]([UNKNOWN] * (cells * faces))
    out = ways.out
    features, at_first = battle.features, battle.field.features
    is_altered = battle.altered != 0
    is_faced = len(mover.faced_from) > 0
    spent_already = mover.spent_already()
    is_kept_off = mover.exhausted and not flies
    cheapest: i64 = 1 if mover.movement.road_halves else CELL
    most_climbs: i64 = CLIMB * mover.times
    limit: i64 = mover.reach(False)
    limit_on_road: i64 = mover.reach(True)
    farthest = limit_on_road // cheapest
    room = 3 * farthest * (farthest + 1) + 1  # more cells are not within reach
    walks = Walks(room if room < cells else cells, mover.unaided())
    steps, trails, best = walks.steps, walks.trails, walks.best
    on_road = mover.starts_on_road()
    steps[0] = mover.start | (ON_ROAD if on_road else 0) << HOW | spent_already << SPENT
    trails[0] = mover.spare(on_road, spent_already) << SPARE
    last: i64 = 0
    number: i64 = 0
    known = vec[i64]([0] * cells)  # by how and cell, what the best walk there has spent
    ends = vec[i64]([0] * cells)  # by cell, the place in `best` of the walk with most to spare, from 1
    courses = NO_COURSES  # until it meets a peril
    course = place_by_course = 0
    if not flies:
        for stand in battle.presence_of(1 - mover.side).cells:
            known[stand] = CLOSED
    known[mover.start] = CLOSED
    if spent_already + cheapest > limit_on_road:
        steps[0] |= ENDS
    walk: i64 = -1
    while walk < last:
        walk += 1
        step = steps[walk]
        if step & ENDS:
            continue
        cell = step & PLACE
        so_far = step >> SPENT & MOST_SPENT
        how_so_far = step >> HOW & HOWS
        off_road = how_so_far & ~ON_ROAD
        so_far_through = courses.of.get(walk, 0) if how_so_far & PERIL else 0
        by_the_cell = so_far + (so_far & HALF) + CELL
        around = grid.neighbour[cell]
        first = cell * faces
        for way in range(first, first + faces):
            to = out[way]
            if to == UNKNOWN:
                to = out[way] = mover.way(cell, way - first, at_first)
            if is_altered and around[way - first] >= 0:
                beyond = around[way - first]
                if features[cell] != at_first[cell] or features[beyond] != at_first[beyond]:
                    to = mover.way(cell, way - first, features)
            if to < 0 or (to <= PLACE and off_road == 0 and 0 < known[to] <= by_the_cell):
                continue  # the simple case of the check below: most ways lead back to a cell already visited
            how = off_road
            spent = by_the_cell
            most = limit
            stops = False
            manner: i64 = 0
            if to > PLACE:
                manner = to >> PLACE_BITS
                to &= PLACE
                if manner & FIRST_ONLY and so_far:
                    continue
                if manner & WHOLE:
                    spent += mover.whole - CELL
                if (how_so_far & CLIMBS) + (manner & CLIMBS) > most_climbs:
                    continue
                how += manner & CLIMBS
                how |= manner & PERIL
                stops = manner & STOPS != 0
                if manner & ON_ROAD:
                    if cheapest < CELL:
                        spent = so_far + cheapest
                    if how_so_far & ON_ROAD:
                        how += ON_ROAD
                        most = limit_on_road
            key = to
            if how:
                if known[to] == CLOSED:
                    continue
                key += how * cells
                if how & PERIL:
                    course = so_far_through
                    if manner & PERIL:
                        if courses is NO_COURSES:
                            courses = Courses()
                        course = courses.entering(walks, walk, to)
                        if course == 0:
                            continue
                    place_by_course = course << PLACE_BITS + HOW_BITS | how << PLACE_BITS | to
                    if 0 < courses.spent.get(place_by_course, 0) <= spent:
                        continue
                else:
                    known = as_long_as(known, key)
            if spent > most or (how < PERIL and 0 < known[key] <= spent):
                continue
            if is_faced and mover.may_not_withdraw_to(to, walk == 0):
                continue
            if is_kept_off and battle.comes_nearer(mover.side, cell, to):
                continue
            if how >= PERIL:
                courses.of[last + 1] = course
            if not stops:  # a walk that must stop here does not rule out one that arrives another way and may go on
                if how < PERIL:
                    known[key] = spent
                else:
                    courses.spent[place_by_course] = spent
            goes_on = spent + cheapest <= most and not stops and near[to] == 0
            spare = (most - spent) // CELL
            last += 1
            if last == len(steps):
                walks.steps = steps = as_long_as(steps, last)
                walks.trails = trails = as_long_as(trails, last)
            steps[last] = to | how << HOW | spent << SPENT
            if not goes_on:
                steps[last] |= ENDS
            trails[last] = walk | spare << SPARE
            place = ends[to] if how < PERIL else courses.ends.get(course << PLACE_BITS | to, 0)
            if place == 0:
                if number == len(best):
                    best = as_long_as(best, number)
                best[number] = last
                number += 1
                if how < PERIL:
                    ends[to] = number
                else:
                    courses.ends[course << PLACE_BITS | to] = number
            elif spare > trails[best[place - 1]] >> SPARE:
                best[place - 1] = last
    walks.best = best
    walks.number = number
    return walks


def as_long_as(row: vec[i64], index: i64) -> vec[i64]:
    """The row, padded with noughts to twice the length needed."""
    if index < len(row):
        return row
    longer = vec[i64]([0] * (2 * index + 1))
    for place in range(len(row)):
        longer[place] = row[place]
    return longer


class Courses:
    """Walks through perils. They differ by course: which perils they meet, in what order, and from which cell each
    time, because a hit drives the unit back there."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}  # by the course so far, the cell left and the cell entered
        self.of: dict[int, int] = {}  # the course of each walk
        self.spent: dict[int, int] = {}  # by course, how and cell, what the best walk there has spent
        self.ends: dict[int, int] = {}  # by course and cell, the place in `best` of the walk with most to spare, from 1

    def entering(self, walks: Walks, walk: i64, to: i64) -> int:
        """The course of a walk that goes on into perils; 0 if it has met those already."""
        before = walk
        while before > 0:
            if walks.cell(before) == to:
                return 0
            before = walks.before(before)
        step: int = walks.cell(walk) << PLACE_BITS | to
        return self.numbers.setdefault(self.of.get(walk, 0) << 2 * PLACE_BITS | step, len(self.numbers) + 1)


NO_COURSES: Final = Courses()  # never altered
