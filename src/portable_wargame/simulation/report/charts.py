"""The charts of the report: Altair drawings as SVG, with no script and nothing from elsewhere. Lines and letters take
the colour of the page's text, so that they can be read on a light page and on a dark one."""

import re
from typing import Any

from ..._extras import missing
from ...battle.side import SIDES
from ..fairness import FAIR
from ..trials.summary import Summary, quantile
from .findings import cause_words, names, unit_name

RED, BLUE, GREY = "#c0504d", "#4a7ebb", "#8c8c8c"
COLOURS = [RED, BLUE]
WIDTH = 460
HEIGHT = 220
MOST_ROWS = 16


def can_draw() -> None:
    """Refuse before the battles are fought what could not be drawn after them."""
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        raise missing("report") from None


def drawn(chart: Any) -> str:
    """The chart as SVG."""
    import vl_convert

    styled = (
        chart.configure(background="transparent", font="system-ui, sans-serif")
        .configure_view(stroke=None)
        .configure_axis(
            labelColor="currentColor",
            titleColor="currentColor",
            tickColor="currentColor",
            domainColor="currentColor",
            gridColor="currentColor",
            gridOpacity=0.12,
            labelFontSize=11,
            titleFontSize=12,
            titleFontWeight="normal",
            labelLimit=240,
        )
        .configure_legend(
            labelColor="currentColor",
            titleColor="currentColor",
            orient="top",
            title=None,
            labelFontSize=12,
            symbolOpacity=1,
        )
    )
    svg = vl_convert.vegalite_to_svg(styled.to_json(), vl_version=vl_version())
    return re.sub(r"^<svg ", '<svg role="img" ', svg)


def vl_version() -> str:
    """The release of Vega-Lite that the installed Altair writes, as vl-convert names it."""
    import altair

    return "v" + ".".join(altair.SCHEMA_VERSION.removeprefix("v").split(".")[:2])


def colours(summary: Summary) -> Any:
    import altair as alt

    drawn_too = summary.tally.draws > 0
    return alt.Scale(
        domain=[*names(summary), *(["drawn"] if drawn_too else [])], range=[*COLOURS, *([GREY] if drawn_too else [])]
    )


def rows_of(values: list[dict[str, Any]]) -> Any:
    import altair as alt

    data: Any = alt.Data
    return data(values=values)


def win_rates(summary: Summary) -> str:
    import altair as alt

    values = []
    for side, name in enumerate(names(summary)):
        rate = summary.rate(side)
        values.append({"side": name, "rate": rate.value, "low": rate.low, "high": rate.high})
    base = alt.Chart(rows_of(values)).encode(
        y=alt.Y("side:N", title=None, sort=None), color=alt.Color("side:N", scale=colours(summary), legend=None)
    )
    axis = alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1])
    scale = alt.Scale(domain=[0, 1])
    lines = base.mark_rule(strokeWidth=6, opacity=0.45).encode(
        x=alt.X("low:Q", title="win rate, with its 95 % interval", scale=scale, axis=axis), x2="high:Q"
    )
    points = base.mark_point(filled=True, size=130, opacity=1).encode(x=alt.X("rate:Q", scale=scale))
    fair = alt.Chart(rows_of([{"low": FAIR[0], "high": FAIR[1]}])).mark_rect(color=GREY, opacity=0.18)
    band = fair.encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    return drawn((band + lines + points).properties(width=WIDTH, height=90))


def lengths(summary: Summary) -> str:
    import altair as alt

    labels = (*names(summary), "drawn")
    values = [
        {"turns": turns, "battles": count, "won by": labels[winner]}
        for winner, counts in enumerate(summary.turns)
        for turns, count in sorted(counts.items())
    ]
    chart = alt.Chart(rows_of(values)).mark_bar()
    return drawn(
        chart.encode(
            x=alt.X("turns:O", title="turns", axis=alt.Axis(labelAngle=0, labelOverlap=True)),
            y=alt.Y("battles:Q", title="battles"),
            color=alt.Color("won by:N", scale=colours(summary)),
        ).properties(width=WIDTH, height=HEIGHT)
    )


def strength_over_time(summary: Summary) -> str:
    """Of the battles that got so far: the middle, and the bands of half and of eight in ten of them."""
    import altair as alt

    values = []
    enough = max(1, summary.games() // 50)
    for (turn, side), counts in sorted(summary.strength.items()):
        if counts.total() < enough:
            continue
        shares = (("low", 0.1), ("under", 0.25), ("middle", 0.5), ("over", 0.75), ("high", 0.9))
        found = {word: quantile(counts, share) for word, share in shares}
        values.append({"turn": turn, "side": names(summary)[side], **found})
    base = alt.Chart(rows_of(values)).encode(
        x=alt.X("turn:Q", title="end of turn", axis=alt.Axis(tickMinStep=1)),
        color=alt.Color("side:N", scale=colours(summary)),
    )
    wide = base.mark_area(opacity=0.16).encode(y=alt.Y("low:Q", title="strength left"), y2="high:Q")
    near = base.mark_area(opacity=0.25).encode(y="under:Q", y2="over:Q")
    middle = base.mark_line(strokeWidth=2.5).encode(y="middle:Q")
    return drawn((wide + near + middle).properties(width=WIDTH, height=HEIGHT + 40))


def losses_by_unit(summary: Summary) -> str:
    import altair as alt

    games = summary.games()
    worst = sorted(summary.units, key=lambda unit: -summary.units[unit].fallen.games())[: 2 * MOST_ROWS]
    values = [
        {
            "unit": unit_name(summary, unit),
            "side": names(summary)[summary.side_of[unit]],
            "lost": summary.units[unit].fallen.games() / games,
        }
        for unit in worst
    ]
    chart = alt.Chart(rows_of(values)).mark_bar()
    return drawn(
        chart.encode(
            x=alt.X("lost:Q", title="destroyed, share of battles", axis=alt.Axis(format="%")),
            y=alt.Y("unit:N", title=None, sort=None),
            color=alt.Color("side:N", scale=colours(summary)),
        ).properties(width=WIDTH - 120, height=alt.Step(16))
    )


def losses_by_cause(summary: Summary) -> str:
    import altair as alt

    games = summary.games()
    totals = summary.causes[0] + summary.causes[1]
    values = [
        {
            "cause": f"{cause_words(clause)} [{clause}]",
            "side": names(summary)[side],
            "lost": summary.causes[side][clause] / games,
        }
        for clause, _ in totals.most_common(MOST_ROWS)
        for side in SIDES
    ]
    chart = alt.Chart(rows_of(values)).mark_bar()
    return drawn(
        chart.encode(
            x=alt.X("lost:Q", title="strength lost in a battle, on average"),
            y=alt.Y("cause:N", title=None, sort=None, axis=alt.Axis(labelLimit=300)),
            color=alt.Color("side:N", scale=colours(summary)),
        ).properties(width=WIDTH - 120, height=alt.Step(20))
    )


def turning_points(summary: Summary) -> str:
    import altair as alt

    won = max(1, summary.turning.total() + summary.from_behind)
    values = [{"turn": str(turn), "share": count / won} for turn, count in sorted(summary.turning.items())]
    values.append({"turn": "never", "share": summary.from_behind / won})
    chart = alt.Chart(rows_of(values)).mark_bar(color=GREY)
    return drawn(
        chart.encode(
            x=alt.X("turn:N", title="the winner is ahead for good from the end of turn", sort=None).axis(
                labelAngle=0, labelOverlap=True
            ),
            y=alt.Y("share:Q", title="share of battles won", axis=alt.Axis(format="%")),
        ).properties(width=WIDTH, height=HEIGHT)
    )


def luck_and_outcome(summary: Summary) -> str:
    """How lucky the first side was, in the battles that it won and in those that it lost."""
    import altair as alt

    values = [
        {"luck": luck, "battles": count, "won by": names(summary)[winner]}
        for winner, counts in enumerate(summary.luck.histogram)
        for luck, count in sorted(counts.items())
    ]
    chart = alt.Chart(rows_of(values)).mark_bar(binSpacing=0)
    return drawn(
        chart.encode(
            x=alt.X(
                "luck:O", title=f"luck of {names(summary)[0]}, in hits", axis=alt.Axis(labelAngle=0, labelOverlap=True)
            ),
            y=alt.Y("battles:Q", title="battles"),
            color=alt.Color("won by:N", scale=colours(summary)),
        ).properties(width=WIDTH, height=HEIGHT)
    )
