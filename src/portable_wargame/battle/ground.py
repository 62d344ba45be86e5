"""What the rules have worked out about the ground of a battle, kept until the ground changes."""

# A way out of a cell: the cell it leads to, its direction, and in bits what the ground does to the step.
Way = tuple[int, int, int]


class Ground:
    """For each unit type, cell by cell, the ways that the ground leaves open; None where nobody has asked yet.

    All copies of a battle share it. What is written into it holds for as long as the features do.
    """

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.ways: dict[str, list[list[Way] | None]] = {}

    def ways_of(self, type_name: str) -> list[list[Way] | None]:
        if type_name not in self.ways:
            self.ways[type_name] = [None] * self.cells
        return self.ways[type_name]

    def changed(self, cells: list[int]) -> "Ground":
        """The ground after a change that touches these cells only."""
        after = Ground(self.cells)
        for type_name, ways in self.ways.items():
            known = ways[:]
            for cell in cells:
                known[cell] = None
            after.ways[type_name] = known
        return after
