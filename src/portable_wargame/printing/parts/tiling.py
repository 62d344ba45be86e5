"""A board on sheets: where to cut it so that it takes the fewest sheets and none is a sliver."""

import math
from dataclasses import dataclass
from itertools import pairwise

Room = tuple[float, float]  # mm

OVERLAP = 8.0  # mm of the next sheet, to glue it on


@dataclass(frozen=True)
class Span:
    """A piece of the board's length; `shown` runs on beyond its end, under the next sheet."""

    start: float
    end: float
    shown: float


def spans(length: float, room: float, grain: float = 0.0) -> list[Span]:
    """The pieces of a length, each no longer than there is room for, and as equal as possible. Where whole cells fit
    (`grain` is their size), no cell is cut."""
    number = max(1, math.ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9))
    cuts = [length * place / number for place in range(number + 1)]
    if grain:
        whole = [round(cut / grain) * grain for cut in cuts]
        if all(0 < end - start <= room - OVERLAP + 1e-9 for start, end in pairwise(whole)) or number == 1:
            cuts = whole
    return [Span(start, end, min(length, end + OVERLAP)) for start, end in pairwise(cuts)]


@dataclass(frozen=True)
class Tiling:
    columns: list[Span]
    rows: list[Span]
    landscape: bool

    @property
    def sheets(self) -> int:
        return len(self.columns) * len(self.rows)

    def number(self, column: int, row: int) -> int:
        """From 1, row by row from the north-west."""
        return row * len(self.columns) + column + 1


def tiling(width: float, height: float, portrait: Room, landscape: Room, grain: float) -> Tiling:
    """The board on portrait or landscape sheets, whichever are fewer; each given with its room."""
    upright = Tiling(spans(width, portrait[0], grain), spans(height, portrait[1], grain), False)
    lying = Tiling(spans(width, landscape[0], grain), spans(height, landscape[1], grain), True)
    return lying if lying.sheets < upright.sheets else upright
