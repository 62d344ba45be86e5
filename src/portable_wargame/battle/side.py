"""The two sides: what is fixed about them and their units before the battle begins."""

from typing import Final

from ..grid.compiler import append, i64, vec

SIDES: Final = (0, 1)

# The events that a reinforcement may wait for.
ENEMY_AT: Final = "enemy-at"
OWN_AT: Final = "own-at"
UNITS_LOST: Final = "units-lost"
UNITS_DESTROYED: Final = "units-destroyed"


class Call:
    """What brings a reinforcement on besides its turn: something that happens, a score, or one after the other."""

    def __init__(
        self, roll: int, group: str = "", waits_for: str = "", cells: tuple[int, ...] = (), amount: int = 0
    ) -> None:
        self.roll = roll  # the lowest die roll that brings it on; 0: no die is thrown
        self.group = group  # units of one group arrive on a single die
        self.waits_for = waits_for  # one of the above, or ""
        self.cells = cells
        self.amount = amount


class Roster:
    """The forces as the scenario lists them. Units are numbered in that order, the first side's before the second's."""

    def __init__(self) -> None:
        self.side_ids: list[str] = []
        self.side_names: list[str] = []
        self.edges: list[str] = []
        self.armies: list[str] = []
        self.unit_ids: list[str] = []
        self.unit_names: list[str] = []
        self.army_of: list[str] = []  # by unit: its side's, unless the scenario gives it another
        self.side_of = vec[i64]()
        self.quality = vec[i64]()
        self.start_strength = vec[i64]()
        self.arrival_turn = vec[i64]()  # 0: on the board from the start
        self.arrival_edge: list[str] = []
        self.arrival_cells: list[tuple[int, ...]] = []  # it comes by one of these, in place of the edge
        self.calls: list[Call | None] = []  # what brings it on, if not just its turn
        self.hidden: list[bool] = []  # placed in secret
        self.unit_zones: list[tuple[int, ...]] = []  # where it may be placed; empty: anywhere its side may
        self.side_zones: list[tuple[int, ...]] = [(), ()]  # empty: as the book says
        self.dummies = vec[i64]([0, 0])  # by side, how many it places
        self.first = vec[i64]([0, 0])  # by side, its first unit
        self.end = vec[i64]([0, 0])  # by side, one past its last unit
        self.strength = vec[i64]([0, 0])  # by side, everything its units begin with

    def enlist(self, side: i64, unit_id: str, name: str, quality: int, strength: int) -> None:
        """The next unit, of the same side as the unit before it; it is on the board from the start."""
        number = len(self.unit_ids)
        self.unit_ids.append(unit_id)
        self.unit_names.append(name)
        self.army_of.append("")
        self.side_of = append(self.side_of, side)
        self.quality = append(self.quality, quality)
        self.start_strength = append(self.start_strength, strength)
        self.arrival_turn = append(self.arrival_turn, 0)
        self.arrival_edge.append("")
        self.arrival_cells.append(())
        self.calls.append(None)
        self.hidden.append(False)
        self.unit_zones.append(())
        if self.first[side] == self.end[side]:
            self.first[side] = number
        self.end[side] = number + 1
        self.strength[side] += strength

    def units(self, side: i64) -> range:
        """Where speed matters, write range(first, end): only that is quick when compiled."""
        return range(self.first[side], self.end[side])
