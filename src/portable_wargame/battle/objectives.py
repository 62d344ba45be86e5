"""What the scenario asks of each side, beyond beating the other, and how long it may take."""

from typing import Final

from ..grid.compiler import i64
from .side import SIDES

HOLD: Final = "hold"  # these cells, at the end of a turn
EXIT: Final = "exit"  # this many units over an edge
DESTROY_UNITS: Final = "destroy-units"
DESTROY_SP: Final = "destroy-sp"
SURVIVE: Final = "survive"  # until the end of a turn
SCORE: Final = "score"  # this many points

MARGINAL: Final = "marginal"
DECISIVE: Final = "decisive"
DEGREES: Final = (MARGINAL, DECISIVE)


class Objective:
    def __init__(
        self,
        kind: str,
        side: i64,
        turn: int = 0,
        cells: tuple[int, ...] = (),
        edge: str = "",
        amount: int = 0,
        degree: str = "",
    ) -> None:
        self.kind = kind
        self.side = side
        self.turn = turn  # 0: at any time
        self.cells = cells
        self.edge = edge
        self.amount = amount  # of cells to hold, how many of them; 0: all
        self.degree = degree  # of the victory, "" if it has none

    def needed(self) -> int:
        """How many of the cells must be held."""
        return self.amount or len(self.cells)


class Score:
    """What scores a side points: each cell held, each unit or strength point destroyed, each unit off the board."""

    def __init__(
        self, kind: str, side: i64, points: int, cells: tuple[int, ...] = (), edge: str = "", each_turn: bool = False
    ) -> None:
        self.kind = kind
        self.side = side
        self.points = points
        self.cells = cells
        self.edge = edge
        self.each_turn = each_turn  # cells count at the end of every turn, not only at the end of the battle


class Objectives:
    def __init__(
        self,
        turns: int,
        rows: list[Objective],
        campaign: bool = False,
        historical: bool = False,
        secret: bool = False,
        scores: tuple[Score, ...] = (),
        marginal: int = 1,
        decisive: int = 0,
    ) -> None:
        self.turns = turns
        self.rows = rows
        self.secret = secret  # neither side sees where the other deploys
        self.scores = scores
        self.marginal = marginal  # points ahead that make a victory
        self.decisive = decisive  # and a decisive one; 0: victories by points have no degree
        self.campaign = campaign  # each side deploys in its own half
        self.historical = historical  # a refight: it deploys anywhere
        self.exit_edges = [exit_edges(rows, scores, side) for side in SIDES]


def exit_edges(rows: list[Objective], scores: tuple[Score, ...], side: i64) -> list[str]:
    """The edges over which a side has a reason to go."""
    edges = [row.edge for row in rows if row.kind == EXIT and row.side == side]
    for score in scores:
        if score.kind == EXIT and score.side == side and score.edge not in edges:
            edges.append(score.edge)
    return edges
