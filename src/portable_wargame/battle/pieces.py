"""What is on the table besides the units, and which cells the units affect."""

from ..grid.compiler import i64, mypyc_attr, vec


@mypyc_attr(acyclic=True, free_list_len=1)
class Order:
    """A gun, its target cell, and whether it fires gas, or at the aircraft over the cell. Never altered."""

    def __init__(self, gun: int, target: i64, gas: bool = False, air: bool = False) -> None:
        self.gun = gun
        self.target = target
        self.gas = gas
        self.air = air


class Cloud:
    """A gas cloud: its cell, the directions in which it drifts to the front, left and right as its firer saw them, and
    the turns it has left. Never altered."""

    def __init__(self, cell: i64, front_left: int, front_right: int, turns_left: int) -> None:
        self.cell = cell
        self.front_left = front_left
        self.front_right = front_right
        self.turns_left = turns_left


@mypyc_attr(acyclic=True, free_list_len=1)
class Presence:
    """Where a side's units on the ground stand, and which cells are next to them. It holds until one of them moves."""

    def __init__(self, cells: int) -> None:
        self.near = vec[i64]([0] * cells)  # for each cell, 1 if it is next to one of those in which they stand
        self.cells = vec[i64]()  # the cells where they stand
        self.distance = vec[i64]()  # for each cell, the distance to the nearest of them; empty until needed
