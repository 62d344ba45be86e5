"""The tornado chart: a bar for each number of a book, from the effect of a step down to that of a step up."""

from html import escape

from ..sensitivity import Bar, Sensitivity
from ..statistics import Interval
from .compared import points
from .findings import between
from .page import written
from .plot import FIRST, SECOND
from .sections import Section, Table

HEADINGS = ["number", "step down", "95%", "step up", "95%"]
NOTE = (
    "Points on the win rate of the first side, with the same dice. The intervals hold for all numbers at once, so that "
    "the largest of many does not stand out by chance."
)
WIDTH, ROW, LEFT = 720, 22, 330
MOST_BARS = 40
HALF = 24  # characters of a bar to one side, in a terminal


def rows(bars: list[Bar]) -> list[list[str]]:
    return [[bar.number, *_end(bar.down), *_end(bar.up)] for bar in bars]


def _end(interval: Interval | None) -> tuple[str, str]:
    return (points(interval.value), between(interval, signed=True)) if interval is not None else ("", "")


def in_letters(bar: Bar, most: float) -> str:
    """-----|+++++: down to the left if it hurts, up to the right if it helps."""
    left, right = [" "] * HALF, [" "] * HALF
    for interval, sign in ((bar.down, "-"), (bar.up, "+")):
        if interval is None:
            continue
        cells = round(HALF * abs(interval.value) / most) if most else 0
        half = right if interval.value > 0 else left
        for place in range(cells):
            half[place] = "=" if half[place] not in (" ", sign) else sign
    return "".join(reversed(left)) + "|" + "".join(right)


def page(sensitivity: Sensitivity, about: str) -> str:
    bars = sensitivity.bars()
    title = f"{sensitivity.comparison.variants[0].trial.scenario.title}: what matters"
    most = max((bar.reach() for bar in bars[:MOST_BARS]), default=0) or 1
    key = f"Red: a step down; blue: a step up; the full width is {100 * most:.0f} points each way."
    parts = [
        Section("What matters", tuple(sensitivity.verdict()), drawing(bars[:MOST_BARS]), None, key),
        Section("All numbers", (), "", Table(HEADINGS, rows(bars))),
    ]
    return written(title, about, "", parts, NOTE)


def drawing(bars: list[Bar]) -> str:
    """The chart as SVG; a bar that proves nothing is faint."""
    most = max((bar.reach() for bar in bars), default=0) or 1
    middle, scale = LEFT + (WIDTH - LEFT) / 2, (WIDTH - LEFT) / 2 / most
    parts = [f'<line x1="{middle:.0f}" x2="{middle:.0f}" y1="0" y2="{ROW * len(bars)}" stroke="currentColor"/>']
    for number, bar in enumerate(bars):
        top, faint = ROW * number, "" if bar.matters() else ' opacity="0.35"'
        words = escape(bar.number if len(bar.number) < 56 else bar.number[:53] + "...")
        parts.append(f'<text x="0" y="{top + 15}" font-size="12" fill="currentColor"{faint}>{words}</text>')
        for interval, colour in ((bar.down, FIRST), (bar.up, SECOND)):
            if interval is not None:
                width = abs(interval.value) * scale
                left = middle if interval.value > 0 else middle - width
                told = f"<title>{points(interval.value)} ({between(interval, signed=True)})</title>"
                shape = f'x="{left:.1f}" y="{top + 4}" width="{width:.1f}" height="{ROW - 8}" fill="{colour}"'
                parts.append(f"<rect {shape}{faint}>{told}</rect>")
    size = f'viewBox="0 0 {WIDTH} {ROW * len(bars)}" width="100%"'
    return f'<svg role="img" xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'
