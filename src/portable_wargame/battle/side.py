"""The two sides: what is fixed about them and their units before the battle begins."""

from typing import Final

from ..grid.compiler import append, i64, vec

SIDES: Final = (0, 1)


class Roster:
    """The forces as the scenario lists them. Units are numbered in that order, the first side's before the second's."""

    def __init__(self) -> None:
        self.side_ids: list[str] = []
        self.side_names: list[str] = []
        self.edges: list[str] = []
        self.armies: list[str] = []
        self.unit_ids: list[str] = []
        self.unit_names: list[str] = []
        self.army_of: list[str] = []  # by unit: that of its side, unless it is said to be of another
        self.side_of = vec[i64]()
        self.quality = vec[i64]()
        self.start_strength = vec[i64]()
        self.arrival_turn = vec[i64]()  # 0: on the board from the start
        self.arrival_edge: list[str] = []
        self.first = vec[i64]([0, 0])  # by side, its first unit
        self.end = vec[i64]([0, 0])  # by side, one past its last unit
        self.strength = vec[i64]([0, 0])  # by side, all that its units begin with

    def enlist(self, side: i64, unit_id: str, name: str, quality: int, strength: int) -> None:
        """The next unit, of the side whose units have come last; it is there from the start."""
        number = len(self.unit_ids)
        self.unit_ids.append(unit_id)
        self.unit_names.append(name)
        self.army_of.append("")
        self.side_of = append(self.side_of, side)
        self.quality = append(self.quality, quality)
        self.start_strength = append(self.start_strength, strength)
        self.arrival_turn = append(self.arrival_turn, 0)
        self.arrival_edge.append("")
        if self.first[side] == self.end[side]:
            self.first[side] = number
        self.end[side] = number + 1
        self.strength[side] += strength

    def units(self, side: i64) -> range:
        """Where it matters how fast they are gone through, say range(first, end): only that is quick when compiled."""
        return range(self.first[side], self.end[side])
