"""Drawing charts: axes, bars, bands and legends as SVG, with no script and nothing from elsewhere. Lines and letters
take the colour of the page's text, so that they read well on a light page and on a dark one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

FIRST, SECOND, NOBODY = "#bb4a46", "#4a7ebb", "#8c8c8c"
COLOURS = (FIRST, SECOND, NOBODY)
WIDTH = 520
LETTER = 6.1  # average width of a letter in a label


@dataclass(frozen=True)
class Scale:
    """From numbers to places on the sheet."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        span = self.high - self.low or 1.0
        return self.start + (value - self.low) / span * (self.end - self.start)


def ticks(low: float, high: float, wanted: int = 5, whole: bool = False) -> list[float]:
    """Round numbers between the two, about this many; only whole ones where the values are whole."""
    span = high - low or 1.0
    step = 10.0 ** math.floor(math.log10(span / wanted))
    step *= next((by for by in (1, 2, 5, 10) if span / (step * by) <= wanted + 0.5), 10)
    if whole:
        step = max(1.0, round(step))
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 10) for number in range(first, math.floor(high / step + 1e-9) + 1)]


def number(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:g}"


def per_cent(value: float) -> str:
    return f"{100 * value:.0f}%"


@dataclass
class Chart:
    """A sheet with its axes; add parts in the order of painting."""

    title: str  # a description, for readers who can't see it
    width: int = WIDTH
    height: int = 240
    left: float = 46
    right: float = 14
    top: float = 10
    bottom: float = 42
    parts: list[str] = field(default_factory=list)

    def across(self, low: float, high: float) -> Scale:
        return Scale(low, high, self.left, self.width - self.right)

    def upwards(self, high: float, low: float = 0.0) -> Scale:
        return Scale(low, high, self.height - self.bottom, self.top)

    def add(self, *parts: str) -> None:
        self.parts += parts

    def text(self, x: float, y: float, words: str, anchor: str = "middle", size: int = 11, more: str = "") -> None:
        shape = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="currentColor"{more}'
        self.add(f"<text {shape}>{escape(words)}</text>")

    def line(self, x1: float, y1: float, x2: float, y2: float, more: str = "") -> None:
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self.add(f'<line {ends} stroke="currentColor"{more}/>')

    def rect(
        self, x: float, y: float, width: float, height: float, colour: str, told: str = "", more: str = ""
    ) -> None:
        shape = f'x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}" fill="{colour}"'
        self.add(f"<rect {shape}{more}>{f'<title>{escape(told)}</title>' if told else ''}</rect>")

    def x_axis(self, scale: Scale, title: str, marks: Sequence[tuple[float, str]], grid: bool = False) -> None:
        """Leave out labels that would touch their neighbours; their ticks stay."""
        y = self.height - self.bottom
        self.line(scale.start, y, scale.end, y, ' stroke-opacity="0.6"')
        free = -math.inf
        for value, words in marks:
            x = scale.at(value)
            if grid:
                self.line(x, self.top, x, y, ' stroke-opacity="0.12"')
            self.line(x, y, x, y + 4, ' stroke-opacity="0.6"')
            half = len(words) * LETTER / 2
            if x - half > free:
                self.text(x, y + 16, words)
                free = x + half + 4
        self.text((scale.start + scale.end) / 2, y + 34, title, size=12)

    def y_axis(self, scale: Scale, title: str, marks: Sequence[tuple[float, str]]) -> None:
        for value, words in marks:
            y = scale.at(value)
            self.line(self.left, y, self.width - self.right, y, ' stroke-opacity="0.12"')
            self.text(self.left - 6, y + 4, words, "end")
        middle = (scale.start + scale.end) / 2
        self.text(12, middle, title, size=12, more=f' transform="rotate(-90 12 {middle:.1f})"')

    def legend(self, names: Sequence[str], colours: Sequence[str] = COLOURS) -> None:
        """A line above the chart, as far as there is room; a long name is cut."""
        x = self.left
        room = (self.width - self.left) / max(1, len(names))
        most = max(4, int((room - 22) / (LETTER + 0.4)))
        for name, colour in zip(names, colours, strict=False):
            words = name if len(name) <= most else name[: most - 1] + "…"
            self.rect(x, self.top - 22, 11, 11, colour)
            self.text(x + 16, self.top - 12, words, "start", 12)
            x += min(room, 28 + len(words) * (LETTER + 0.7))

    def drawn(self) -> str:
        size = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        heading = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" class="chart" {size}>'
        return f"{heading}<title>{escape(self.title)}</title>{''.join(self.parts)}</svg>"


def columns(
    title: str,
    axes: tuple[str, str],
    places: list[int],
    counts: Sequence[dict[int, float]],
    names: Sequence[str],
    colours: Sequence[str] = COLOURS,
) -> str:
    """Bars over whole numbers, those of several kinds on top of one another; gaps in the numbers stay gaps."""
    chart = Chart(title, top=32 if len(names) > 1 else 12)
    low, high = min(places, default=0), max(places, default=1)
    most = max((sum(kind.get(place, 0) for kind in counts) for place in places), default=1) or 1
    x, y = chart.across(low - 0.6, high + 0.6), chart.upwards(most)
    chart.y_axis(y, axes[1], [(one, number(one)) for one in ticks(0, most, 4, whole=True)])
    wide = min(34.0, 0.82 * (x.at(1) - x.at(0)))
    for place in range(low, high + 1):
        foot = 0.0
        for kind, (name, colour) in zip(counts, zip(names, colours, strict=False), strict=False):
            count = kind.get(place, 0)
            if count:
                told = f"{place}: {name}, {number(count)}" if name else f"{place}: {number(count)}"
                top = y.at(foot + count)
                chart.rect(x.at(place) - wide / 2, top, wide, y.at(foot) - top, colour if name else NOBODY, told)
                foot += count
    chart.x_axis(x, axes[0], [(one, number(one)) for one in ticks(low, high, 12, whole=True)])
    if len(names) > 1:
        chart.legend(names, colours)
    return chart.drawn()


@dataclass(frozen=True)
class Row:
    """A horizontal bar: its label, its parts, and the words beside it."""

    label: str
    parts: Sequence[tuple[float, str, str]]  # how long, its colour, its words


def lying(
    title: str,
    axis: str,
    rows: list[Row],
    legend: Sequence[str] = (),
    colours: Sequence[str] = COLOURS,
    share: bool = False,
) -> str:
    longest = max((len(row.label) for row in rows), default=0)
    left = min(230.0, 14 + longest * LETTER)
    room = int((left - 12) / LETTER)
    step = 20
    top = 32 if legend else 8
    chart = Chart(title, height=top + step * len(rows) + 44, left=left, top=top)
    most = max((sum(part[0] for part in row.parts) for row in rows), default=0) or 1.0
    x = chart.across(0, most)
    shown = per_cent if share else number
    chart.x_axis(x, axis, [(one, shown(one)) for one in ticks(0, most, 5)], grid=True)
    for place, row in enumerate(rows):
        y, foot = top + step * place, 0.0
        label = row.label if len(row.label) <= room else row.label[: room - 1] + "…"
        chart.text(left - 6, y + 14, label, "end")
        for length, colour, told in row.parts:
            chart.rect(x.at(foot), y + 3, x.at(foot + length) - x.at(foot), step - 6, colour, told)
            foot += length
    if legend:
        chart.legend(legend, colours)
    return chart.drawn()
