"""The state of a battle: everything that changes, and copy()."""

from typing import Final, TypeVar

from ..grid.compiler import i64, mypyc_attr, vec
from .battlefield import Battlefield
from .objectives import Objectives
from .pieces import Cloud, Order, Presence
from .side import Roster
from .terrain import height
from .unit import AIRCRAFT, UnitType

# Where a unit is when it is not in a cell.
WAITING: Final = -1  # not yet placed, or not yet arrived
DESTROYED: Final = -2
LEFT: Final = -3  # went off the board

NOBODY: Final = -1
NO_CELL: Final = -1
UNCOUNTED: Final = -1
UNMEASURED: Final = -1
FAR_AWAY: Final = 1 << 20  # farther than any board is wide
UNDECIDED: Final = -2
UNCALLED: Final = 1 << 20  # the turn of a reinforcement that waits for an event: later than any other
AWAITED: Final = UNCALLED - 1  # and of one that waits for a die roll

PHASES: Final = ("deployment", "artillery", "initiative", "activation", "close-combat", "exhaustion", "over")
DEPLOYMENT: Final = 0
ARTILLERY: Final = 1
INITIATIVE: Final = 2
ACTIVATION: Final = 3
CLOSE_COMBAT: Final = 4
EXHAUSTION: Final = 5
OVER: Final = 6

NO_TASK: Final = 0
LAY_WIRE: Final = 1
CLEAR_WIRE: Final = 2
LAY_MINES: Final = 3
CLEAR_MINES: Final = 4
LOAD: Final = 5
UNLOAD: Final = 6
TASKS: Final = ("", "lay-wire", "clear-wire", "lay-mines", "clear-mines", "load", "unload")

Value = TypeVar("Value")


def replaced(values: list[Value], index: int, value: Value) -> list[Value]:
    """A copy of this list with another value in one place."""
    changed = values[:]
    changed[index] = value
    return changed


def renumbered(row: vec[i64], index: i64, number: i64) -> vec[i64]:
    """The same for a row of numbers."""
    changed = row[:]
    changed[index] = number
    return changed


class Placement:
    """A unit placed in secret, or a dummy (NOBODY): its side, its cell and its facing. Never altered."""

    def __init__(self, side: i64, unit: i64, cell: i64, facing: i64) -> None:
        self.side = side
        self.unit = unit
        self.cell = cell
        self.facing = facing


@mypyc_attr(acyclic=True, free_list_len=1)
class Battle:
    """Units are numbers; each list below has one entry per unit, `features`, `here` and `above` one per cell.

    Lists that change all the time are copied with the battle. A list that seldom changes is shared by copies and never
    altered: to change it, put another in its place (`replaced`, `renumbered`).

    It has no __init__, so that copy() can make an empty one when compiled; `set_out` fills in a new one.
    """

    field: Battlefield
    roster: Roster
    objectives: Objectives
    turn: int
    phase: int
    first_side: int  # who acts first this turn
    acting: int  # the unit whose activation is open
    activations_left: int
    winner: int
    reason: str
    degree: str  # of the victory, if it has one
    # Copied.
    at: vec[i64]
    facing: vec[i64]
    strength: vec[i64]
    activity: vec[i64]
    spare: vec[i64]  # cells of movement left over from this turn's move
    here: vec[i64]  # for each cell, the first of the ground units in it, NOBODY if there is none; they are in order
    beside: vec[i64]  # for each unit, the next one in its cell: the units in a cell form a chain
    presence: list[Presence | None]  # by side, where its units are and what they touch; None until needed
    # Shared.
    lost: list[int]  # strength points (or units, where there are none), by side
    exhausted: list[bool]
    deck: list[int]  # cards not yet drawn, where activation is by cards
    orders: list[Order]  # bombardments declared and not yet fired
    clouds: list[Cloud]  # of gas
    concealed: list[Placement]  # units and dummies that the enemy does not see; they are not on the board
    points: list[int]  # by side, those counted so far at turn ends
    due_from: vec[i64]  # the turn from which a reinforcement or hidden unit may act; 0: it is neither
    type_of: list[UnitType]
    other_type: list[UnitType]  # what it becomes by mounting or dismounting
    carried_by: vec[i64]
    carrying: vec[i64]
    pinned: list[bool]
    left_over: list[str]  # the edge over which it went off the board
    crossing: vec[i64]  # the turn when it entered the river or trench it is in; 0 if it is not crossing
    met_by: vec[i64]  # the last enemy that came into contact with it this turn
    driven_from: vec[i64]  # the cell from which it last retreated in this phase; empty until a unit has retreated
    last_target: vec[i64]
    gas_shells: vec[i64]
    bombs: vec[i64]
    turns_aloft: vec[i64]  # turns that an aircraft has been over the battlefield
    task: vec[i64]
    task_target: vec[i64]
    task_turns: vec[i64]
    features: vec[i64]
    altered: int  # the cells whose features are not those of the battlefield, one bit each
    above: vec[i64]  # the aircraft over each cell; there is never more than one

    def copy(self) -> "Battle":
        twin = Battle()
        twin.field = self.field
        twin.roster = self.roster
        twin.objectives = self.objectives
        twin.turn = self.turn
        twin.phase = self.phase
        twin.first_side = self.first_side
        twin.acting = self.acting
        twin.activations_left = self.activations_left
        twin.winner = self.winner
        twin.reason = self.reason
        twin.degree = self.degree
        twin.at = self.at[:]
        twin.facing = self.facing[:]
        twin.strength = self.strength[:]
        twin.activity = self.activity[:]
        twin.spare = self.spare[:]
        twin.here = self.here[:]
        twin.beside = self.beside[:]
        twin.presence = self.presence[:]
        twin.lost = self.lost
        twin.exhausted = self.exhausted
        twin.deck = self.deck
        twin.orders = self.orders
        twin.clouds = self.clouds
        twin.concealed = self.concealed
        twin.points = self.points
        twin.due_from = self.due_from
        twin.type_of = self.type_of
        twin.other_type = self.other_type
        twin.carried_by = self.carried_by
        twin.carrying = self.carrying
        twin.pinned = self.pinned
        twin.left_over = self.left_over
        twin.crossing = self.crossing
        twin.met_by = self.met_by
        twin.driven_from = self.driven_from
        twin.last_target = self.last_target
        twin.gas_shells = self.gas_shells
        twin.bombs = self.bombs
        twin.turns_aloft = self.turns_aloft
        twin.task = self.task
        twin.task_target = self.task_target
        twin.task_turns = self.task_turns
        twin.features = self.features
        twin.altered = self.altered
        twin.above = self.above
        return twin

    def put(self, unit: i64, cell: i64) -> None:
        """Put a unit, with its load, in a cell, or take it off the board (WAITING, DESTROYED, LEFT), whatever the
        rules say."""
        if self.type_of[unit].arms & AIRCRAFT:
            if self.at[unit] >= 0:
                self.above = renumbered(self.above, self.at[unit], NOBODY)
            if cell >= 0:
                self.above = renumbered(self.above, cell, unit)
            self.at[unit] = cell
            return
        self.presence[self.roster.side_of[unit]] = None
        here, beside = self.here, self.beside
        before = self.at[unit]
        if before >= 0:
            if here[before] == unit:
                here[before] = beside[unit]
            else:
                other = here[before]
                while beside[other] != unit:
                    other = beside[other]
                beside[other] = beside[unit]
        if cell >= 0:
            other = here[cell]
            if other == NOBODY or other > unit:
                beside[unit] = other
                here[cell] = unit
            else:
                while 0 <= beside[other] < unit:
                    other = beside[other]
                beside[unit] = beside[other]
                beside[other] = unit
        self.at[unit] = cell
        if self.carrying[unit] != NOBODY:
            self.put(self.carrying[unit], cell)

    def was_driven_from(self, unit: i64) -> i64:
        """The cell from which it last retreated in this phase, or NO_CELL."""
        return self.driven_from[unit] if len(self.driven_from) else NO_CELL

    def change_features(self, cell: int, features: int) -> None:
        self.features = renumbered(self.features, cell, features)
        bit = 1 << cell  # `cell` is an int for this: an i64 has no bits for the cells of a larger board
        self.altered = self.altered & ~bit | (0 if features == self.field.features[cell] else bit)

    def deserted(self, side: i64) -> "Battle":
        """The battle with the ground as it was at the beginning and with one side's units only."""
        twin = self.copy()
        twin.features = self.field.features
        twin.altered = 0
        twin.presence[1 - side] = Presence(self.field.grid.cells)
        twin.exhausted = [False, False]
        return twin

    # -- which units are where

    def side_of(self, unit: i64) -> int:
        return self.roster.side_of[unit]

    def units(self, side: i64) -> range:
        return self.roster.units(side)

    def on_board(self, unit: i64) -> bool:
        return self.at[unit] >= 0

    def is_due(self, unit: i64) -> bool:
        """Whether it may come onto the board this turn; a load comes with its carrier."""
        if self.at[unit] != WAITING:
            return False
        one = unit if self.carried_by[unit] == NOBODY else self.carried_by[unit]
        return 0 < self.due_from[one] <= self.turn

    def placement_of(self, unit: i64) -> Placement | None:
        """Where a unit hides, if it does."""
        for placement in self.concealed:
            if placement.unit == unit:
                return placement
        return None

    def still_in_play(self, unit: i64) -> bool:
        return self.at[unit] >= WAITING

    def is_a(self, unit: i64, arms: i64) -> bool:
        return self.type_of[unit].arms & arms != 0

    def is_carried(self, unit: i64) -> bool:
        return self.carried_by[unit] != NOBODY

    def has(self, unit: i64, deeds: i64) -> bool:
        """Whether the unit did any of these this turn (the bits of battle.unit)."""
        return self.activity[unit] & deeds != 0

    def units_in(self, cell: i64) -> list[int]:
        """All ground units in a cell, in id order, a load directly after its carrier."""
        units: list[int] = []
        unit = self.here[cell]
        while unit != NOBODY:
            if self.carried_by[unit] == NOBODY:
                units.append(unit)
                if self.carrying[unit] != NOBODY:
                    units.append(self.carrying[unit])
            unit = self.beside[unit]
        return units

    def is_empty(self, cell: i64) -> bool:
        """Whether no ground unit is in a cell."""
        return self.here[cell] == NOBODY

    def friend_in(self, cell: i64, side: i64) -> bool:
        """Whether a ground unit of the side is in a cell; there can be no enemy then."""
        return self.here[cell] != NOBODY and self.roster.side_of[self.here[cell]] == side

    def enemy_in(self, cell: i64, side: i64) -> bool:
        return self.here[cell] != NOBODY and self.roster.side_of[self.here[cell]] != side

    def presence_of(self, side: i64) -> Presence:
        known = self.presence[side]
        if known is None:
            grid = self.field.grid
            at, here = self.at, self.here
            self.presence[side] = known = Presence(grid.cells)
            near = known.near
            first, end = self.roster.first[side], self.roster.end[side]
            stands = vec[i64]([0] * (end - first))
            number: i64 = 0
            for unit in range(first, end):
                cell = at[unit]
                if cell >= 0 and here[cell] == unit:  # the first in the cell counts for all; none is an aircraft
                    stands[number] = cell
                    number += 1
                    for around in grid.neighbours[cell]:
                        near[around] = 1
            known.cells = stands[:number]
        return known

    def enemy_next_to(self, cell: i64, side: i64) -> bool:
        known = self.presence[1 - side]
        if known is not None:
            return known.near[cell] != 0
        for around in self.field.grid.neighbours[cell]:
            if self.enemy_in(around, side):
                return True
        return False

    def enemy_directions(self, cell: i64, side: i64) -> list[int]:
        """The facings that look straight at an adjacent enemy."""
        facings: list[int] = []
        for facing, around in enumerate(self.field.grid.neighbour[cell]):
            if around >= 0 and self.enemy_in(around, side):
                facings.append(facing)
        return facings

    def nearest_enemy(self, cell: i64, side: i64) -> i64:
        """The distance to the nearest enemy on the ground; FAR_AWAY if there is none."""
        enemy = self.presence[1 - side] or self.presence_of(1 - side)
        if not len(enemy.distance):
            enemy.distance = vec[i64]([UNMEASURED] * self.field.grid.cells)
        nearest = enemy.distance[cell]
        if nearest == UNMEASURED:
            nearest = FAR_AWAY
            grid = self.field.grid
            place, distance_by = grid.place, grid.distance_by
            offset = grid.origin - place[cell]
            for stand in enemy.cells:
                distance = distance_by[place[stand] + offset]
                if distance < nearest:
                    nearest = distance
            enemy.distance[cell] = nearest
        return nearest

    def enemy_within(self, cell: i64, side: i64, reach: i64) -> bool:
        """Whether an enemy on the ground is that near, or next to the cell."""
        enemy = self.presence[1 - side] or self.presence_of(1 - side)
        near = enemy.near
        if near[cell]:
            return True
        if reach > 2:
            return self.nearest_enemy(cell, side) <= reach
        if reach == 2:  # two cells away: next to a neighbour, which is quicker to check than a distance
            for around in self.field.grid.neighbours[cell]:
                if near[around]:
                    return True
        return False

    def comes_nearer(self, side: i64, start: i64, cell: i64) -> bool:
        """Whether a unit of the side that goes from one cell to another comes nearer to its enemies."""
        return self.nearest_enemy(cell, side) < self.nearest_enemy(start, side)

    def height(self, cell: i64) -> int:
        return height(self.features[cell])
