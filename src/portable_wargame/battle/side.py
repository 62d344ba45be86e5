"""The two sides: what is fixed about them and their units before the battle begins."""

from typing import Final

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
        self.side_of: list[int] = []
        self.quality: list[int] = []
        self.start_strength: list[int] = []
        self.arrival_turn: list[int] = []  # 0: on the board from the start
        self.arrival_edge: list[str] = []
        self.first: list[int] = [0, 0]  # by side, its first unit
        self.end: list[int] = [0, 0]  # by side, one past its last unit

    def units(self, side: int) -> range:
        """Where it matters how fast they are gone through, say range(first, end): only that is quick when compiled."""
        return range(self.first[side], self.end[side])

    def strength(self, side: int) -> int:
        whole = 0
        for unit in range(self.first[side], self.end[side]):
            whole += self.start_strength[unit]
        return whole
