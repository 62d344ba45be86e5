"""Where a unit may go: all walks that it can make, found at once over lists of numbers.

The steps are those that `Mover.step` allows, read from the same rows; that one walks alone, this one everywhere. Tests
hold the two together.
"""

from ..battle.ground import MANNER, MANNER_BITS, Walks
from .walking import CELL, CLIMB, CLIMBS, COUNTED, FIRST_ONLY, ON_ROAD, PERIL, STOPS, Mover, Walk


def reachable(mover: Mover) -> list[Walk]:
    """Every cell it can reach and end in, with the way to it."""
    found = walks_of(mover)
    ways = [mover.follow(found.path(walk)) for walk in found.best if mover.may_end_in(found.cell[walk])]
    return [way for way in ways if way is not None]


def walks_of(mover: Mover) -> Walks:
    """Every cell that a unit can reach, by the way that leaves most movement to spare, perils apart.

    They hang on the unit and its movement, on the ground and on enemies near enough: found once, they are remembered.
    A unit that is held by more than that is looked at afresh.
    """
    battle = mover.battle
    grid = battle.field.grid
    on_road = mover.starts_on_road()
    spent = mover.spent_already()
    if mover.flies or mover.is_held():
        return spread(mover, spent, on_road)
    steps = mover.reach(on_road) - spent
    disc = grid.disc(mover.start, steps if on_road and mover.movement.road_halves else steps // CELL)
    if disc & battle.ground.touched:
        return spread(mover, spent, on_road)
    near = mover.enemy.near_bits & disc
    stand = mover.enemy.at_bits & disc
    known = battle.field.known_walks
    key = (mover.unit_type.name, mover.start, spent, mover.allowance * 4 + mover.times, near, stand)
    found = known.walks.get(key)
    if found is None:
        found = spread(mover, spent, on_road)
        known.keep(key, found)
    return found


def spread(mover: Mover, spent_already: int, starts_on_road: bool) -> Walks:
    """Go on from every cell reached to all around it, until nothing new is found."""
    walks = Walks(mover.start, spent_already, ON_ROAD if starts_on_road else 0)
    cell_of, spent_of, how_of, before_of = walks.cell, walks.spent, walks.how, walks.before
    battle = mover.battle
    cells = battle.field.grid.cells
    here = battle.here
    near = mover.enemy.near
    start = mover.start
    ways = mover.ways
    grounded = not mover.flies
    enemies = battle.side_mask[1 - mover.side] if grounded else 0
    is_faced = grounded and len(mover.faced_from) > 0
    is_exhausted = grounded and mover.exhausted
    cheapest = 1 if mover.movement.road_halves else CELL
    most_climbs = CLIMB * mover.times
    limit = mover.reach(False)
    limit_on_road = mover.reach(True)
    known = [0] * cells  # by how and cell, what the best walk there has spent
    best = [0] * cells  # by perils and cell, the walk with most to spare
    ends: list[int] = []
    number = 0
    going = [0]
    for walk in going:  # grows as it goes
        cell = cell_of[walk]
        so_far = spent_of[walk]
        how_so_far = how_of[walk]
        off_road = how_so_far & ~ON_ROAD
        by_the_cell = so_far + so_far % CELL + CELL
        out = ways[cell]
        for way in out if out is not None else mover.ways_from(cell):
            to = way >> MANNER_BITS
            manner = way & MANNER
            if to == start or here[to] & enemies:
                continue
            how = off_road
            spent = by_the_cell
            most = limit
            if manner:
                if manner & FIRST_ONLY and so_far:
                    continue
                if (how_so_far & CLIMBS) + (manner & CLIMBS) > most_climbs:
                    continue
                how += manner & COUNTED
                if manner & ON_ROAD:
                    spent = so_far + cheapest if cheapest < CELL else by_the_cell
                    if how_so_far & ON_ROAD:
                        how += ON_ROAD
                        most = limit_on_road
            if spent > most or (how >= PERIL and has_been_in(walks, walk, to)):
                continue
            if is_faced and mover.obstacle(cell, to, so_far, (how_so_far & CLIMBS) // CLIMB, walk == 0):
                continue
            if is_exhausted and mover.comes_nearer(cell, to):
                continue
            key = to
            end = to
            if how:
                key += how * cells
                end += how // PERIL * cells
                known += [0] * (key + 1 - len(known))
                best += [0] * (end + 1 - len(best))
            if 0 < known[key] <= spent:
                continue
            known[key] = spent
            number += 1
            cell_of.append(to)
            spent_of.append(spent)
            how_of.append(how)
            before_of.append(walk)
            if spent + cheapest <= most and not manner & STOPS and not (grounded and near[to]):
                going.append(number)
            other = best[end]
            if other == 0:
                best[end] = number
                ends.append(end)
            elif (most - spent) // CELL > mover.spare(how_of[other] & ON_ROAD != 0, spent_of[other]):
                best[end] = number
    walks.best = [best[end] for end in ends]
    return walks


def has_been_in(walks: Walks, walk: int, cell: int) -> bool:
    """Going in circles only matters where a peril would strike again."""
    while walk >= 0:
        if walks.cell[walk] == cell:
            return True
        walk = walks.before[walk]
    return False
