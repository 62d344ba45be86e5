"""The charts of the report and of the laboratory's page: one for each finding."""

from collections.abc import Sequence

from ...battle.side import SIDES
from ...scenario.model import Scenario
from ..fairness import FAIR
from ..statistics import Interval
from ..trials.summary import Summary, quantile
from .findings import between, cause_words, names, per_cent, unit_name
from .plot import FIRST, NOBODY, SECOND, Chart, Row, columns, lying, number, ticks
from .plot import per_cent as rounded

MOST_ROWS = 16


def inks(scenario: Scenario) -> tuple[str, str, str]:
    """The colours of both sides, their own if they have any, and of nobody."""
    first, second = (side.colour or usual for side, usual in zip(scenario.sides, (FIRST, SECOND), strict=True))
    return first, second, NOBODY


def intervals(title: str, axis: str, rows: Sequence[tuple[str, Interval, str]]) -> str:
    """Win rates with their intervals, beside the fair band."""
    longest = max(len(label) for label, _, _ in rows)
    left = min(220.0, 20 + longest * 6.4)
    chart = Chart(title, height=52 + 30 * len(rows), left=left, right=22)
    x = chart.across(0, 1)
    foot = chart.height - chart.bottom
    chart.rect(
        x.at(FAIR[0]),
        chart.top,
        x.at(FAIR[1]) - x.at(FAIR[0]),
        foot - chart.top,
        NOBODY,
        "fair: 45 to 55%",
        ' fill-opacity="0.22"',
    )
    chart.x_axis(x, axis, [(one / 4, rounded(one / 4)) for one in range(5)], grid=True)
    for place, (label, rate, colour) in enumerate(rows):
        y = chart.top + 15 + 30 * place
        room = int((left - 14) / 6.4)
        chart.text(left - 8, y + 4, label if len(label) <= room else label[: room - 1] + "…", "end", 12)
        told = f"{label}: {per_cent(rate.value)} ({between(rate)})"
        chart.rect(
            x.at(rate.low), y - 4, x.at(rate.high) - x.at(rate.low), 8, colour, told, ' fill-opacity="0.45" rx="4"'
        )
        chart.add(f'<circle cx="{x.at(rate.value):.1f}" cy="{y:.1f}" r="6.5" fill="{colour}"/>')
    return chart.drawn()


def win_rates(summary: Summary) -> str:
    colours = inks(summary.scenario)
    rows = [(name, summary.rate(side), colours[side]) for side, name in enumerate(names(summary))]
    return intervals("Who wins", "win rate, with its 95% interval", rows)


def lengths(summary: Summary) -> str:
    turns = sorted(summary.length())
    counts = [{turn: float(count) for turn, count in one.items()} for one in summary.turns]
    drawn = [*names(summary), *(["drawn"] if summary.tally.draws else [])]
    return columns(
        "How long it lasts", ("turns", "battles"), turns, counts[: len(drawn)], drawn, inks(summary.scenario)
    )


def strength_over_time(summary: Summary) -> str:
    """For the battles that got this far: the median, and the bands that hold half and eight in ten of them."""
    enough = max(1, summary.games() // 50)
    kept = {key: counts for key, counts in sorted(summary.strength.items()) if counts.total() >= enough}
    last = max((turn for turn, _ in kept), default=1)
    most = max((summary.whole(side) for side in SIDES), default=1) or 1
    colours = inks(summary.scenario)
    chart = Chart("Strength over time", height=270, top=32)
    x, y = chart.across(0, max(1, last)), chart.upwards(most)
    chart.y_axis(y, "strength left", [(one, number(one)) for one in ticks(0, most, 5, whole=True)])
    chart.x_axis(x, "end of turn", [(one, number(one)) for one in ticks(0, last, 12, whole=True)])
    for side in SIDES:
        turns = [turn for turn, whose in kept if whose == side]
        found = [{share: quantile(kept[turn, side], share) for share in (0.1, 0.25, 0.5, 0.75, 0.9)} for turn in turns]
        for low, high, opacity in ((0.1, 0.9, 0.15), (0.25, 0.75, 0.25)):
            upper = [f"{x.at(turn):.1f},{y.at(one[high]):.1f}" for turn, one in zip(turns, found, strict=True)]
            lower = [f"{x.at(turn):.1f},{y.at(one[low]):.1f}" for turn, one in zip(turns, found, strict=True)]
            points = " ".join([*upper, *reversed(lower)])
            chart.add(f'<polygon points="{points}" fill="{colours[side]}" fill-opacity="{opacity}"/>')
        middle = " ".join(f"{x.at(turn):.1f},{y.at(one[0.5]):.1f}" for turn, one in zip(turns, found, strict=True))
        chart.add(f'<polyline points="{middle}" fill="none" stroke="{colours[side]}" stroke-width="2.5"/>')
    chart.legend(names(summary), colours)
    return chart.drawn()


def losses_by_unit(summary: Summary) -> str:
    games, colours = summary.games(), inks(summary.scenario)
    worst = sorted(summary.units, key=lambda unit: -summary.units[unit].fallen.games())[: 2 * MOST_ROWS]
    rows = []
    for unit in worst:
        share = summary.share(summary.units[unit].fallen.games())
        told = f"{unit_name(summary, unit)}: {per_cent(share.value)} ({between(share)})"
        rows.append(Row(unit_name(summary, unit), [(share.value, colours[summary.side_of[unit]], told)]))
    return lying("Losses by unit", f"destroyed, share of {games:,} battles", rows, names(summary), colours, share=True)


def losses_by_cause(summary: Summary) -> str:
    games, colours = summary.games(), inks(summary.scenario)
    totals = summary.causes[0] + summary.causes[1]
    rows = [
        Row(
            cause_words(clause),
            [
                (lost / games, colours[side], f"{clause}: {names(summary)[side]}, {lost / games:.2f} in a battle")
                for side in SIDES
                if (lost := summary.causes[side][clause])
            ],
        )
        for clause, _ in totals.most_common(MOST_ROWS)
    ]
    return lying("Losses by cause", "strength lost in a battle, on average", rows, names(summary), colours)


def turning_points(summary: Summary) -> str:
    counts = {turn: float(count) for turn, count in summary.turning.items()}
    axes = ("the winner is ahead for good from the end of turn", "battles")
    return columns("Turning points", axes, sorted(counts), [counts], [""])


def lead_changes(summary: Summary) -> str:
    counts = {changes: float(count) for changes, count in summary.leads.items()}
    return columns("Lead changes", ("how often the lead changes hands", "battles"), sorted(counts), [counts], [""])


def luck_and_outcome(summary: Summary) -> str:
    """How lucky the first side was, in the battles it won and in those it lost."""
    counts = [{luck: float(count) for luck, count in one.items()} for one in summary.luck.histogram]
    axes = (f"luck of {names(summary)[0]}, in hits", "battles won by")
    places = sorted({luck for one in counts for luck in one})
    return columns("Luck and outcome", axes, places, counts, names(summary), inks(summary.scenario))
