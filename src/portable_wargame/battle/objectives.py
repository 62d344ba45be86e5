"""What the scenario asks of each side, beyond beating the other, and how long it may take."""

from typing import Final

from ..grid.compiler import i64
from .side import SIDES

HOLD: Final = "hold"  # these cells, at the end of a turn
EXIT: Final = "exit"  # so many units over an edge
DESTROY_UNITS: Final = "destroy-units"
DESTROY_SP: Final = "destroy-sp"
SURVIVE: Final = "survive"  # until the end of a turn


class Objective:
    def __init__(
        self,
        kind: str,
        side: i64,
        turn: int = 0,
        cells: tuple[int, ...] = (),
        edge: str = "",
        amount: int = 0,
    ) -> None:
        self.kind = kind
        self.side = side
        self.turn = turn  # 0: at any time
        self.cells = cells
        self.edge = edge
        self.amount = amount


class Objectives:
    def __init__(self, turns: int, rows: list[Objective], campaign: bool = False, historical: bool = False) -> None:
        self.turns = turns
        self.rows = rows
        self.campaign = campaign  # each side deploys in its own half
        self.historical = historical  # a refight: it deploys anywhere
        self.exit_edges = [[row.edge for row in rows if row.kind == EXIT and row.side == side] for side in SIDES]
