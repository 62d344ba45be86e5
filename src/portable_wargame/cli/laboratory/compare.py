"""`pw compare`: a battle under two settings, or under every book and grid that it can be converted to."""

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TextIO

from cyclopts import Parameter
from rich.table import Table

from ...api.files import read_scenario
from ...game.errors import Refusal
from ...rulesets import RULESETS
from ...rulesets.house_rules import HOUSE_RULES
from ...scenario.checking.check import problems_of
from ...scenario.converting.conversion import convert
from ...scenario.model import Scenario
from ...scenario.writing import tree
from ...simulation import comparing
from ...simulation.comparing import Comparison, Variant
from ...simulation.report import compared
from ...simulation.report.findings import between, per_cent
from ...simulation.report.page import compared_page
from ...simulation.spreadsheet import write_row
from ...simulation.trials.battle_report import BattleReport
from ...simulation.trials.trial import Trial
from ...simulation.what_if import changes_in, is_change, what_if
from .. import INTERRUPTED
from ..playing.opponent import level_of
from ..terminal import Terminal, counting
from .shared import (
    USUAL_LEVEL,
    USUAL_MEANS,
    Means,
    ctrl_c,
    levels,
    refuse_odd_numbers,
    refuse_one_file_for_two,
    refuse_unwritable,
)

PLAYERS = ("red", "blue", "level")
KEYS = ("book", "grid", *PLAYERS)


def compare(
    first: str,
    second: str | None = None,
    /,
    *,
    matrix: bool = False,
    games: int = 1000,
    level: str | None = None,
    until_width: float | None = None,
    jsonl: Path | None = None,
    table: Annotated[Path | None, Parameter("--csv")] = None,
    html: Path | None = None,
    means: Means = USUAL_MEANS,
) -> int:
    """
    Parameters
    ----------
    first
        A scenario, with settings if you like: harrow-ridge,exhaustion=1/2,red=captain. The settings are the
        house rules, book, grid, red, blue and level.
    second
        Another, or just what is different: book=modern,grid=hex. Or rows of the book as you want them:
        "classic.artillery.roll: hit on 4; infantry: move 3".
    matrix
        Instead of a second setting: every book and grid that the scenario can be converted to.
    games
        How many pairs of battles; with --until-width, how many at most.
    level
        Who plays both sides, unless a setting says otherwise. By default, sergeants.
    until_width
        Stop as soon as the difference is known this closely.
    jsonl
        Files with a line for every battle, one file per setting: FILE-1, FILE-2 and so on. If they
        already exist, the run picks up where it left off.
    table
        A file for a table of every battle.
    html
        A file for a report.
    """
    refuse_odd_numbers(games, until_width, means)
    refuse_one_file_for_two({"--csv": table, "--html": html})
    if matrix == (second is not None):
        raise Refusal("name two settings to compare, such as: pw compare harrow-ridge exhaustion=1/2; or use --matrix")
    base = variant(first, None, level, means)
    if second is not None:
        comparison = Comparison([base, variant(second, base, level, means)], until_width)
    elif until_width is not None:
        raise Refusal("--until-width is for two settings, not for --matrix")
    else:
        conversions = all_conversions(base)
        if len(conversions) == 1:
            raise Refusal("there is nothing to compare it with: no other book has units like these")
        comparison = Comparison(conversions)
    for file in (table, html):
        if file is not None:
            refuse_unwritable(file)
    with contextlib.ExitStack() as stack:
        sheet = stack.enter_context(Rows(table)) if table is not None else None
        executor, hands = stack.enter_context(means.executor())
        stop = stack.enter_context(ctrl_c())
        progress = stack.enter_context(counting("pairs"))
        bar = progress.add_task("", total=games)

        def watch(reports: tuple[BattleReport, ...]) -> None:
            if sheet is not None:
                for one, report in zip(comparison.variants, reports, strict=True):
                    sheet.add(report, one.words)
            words = f"{between(comparison.difference(), signed=True)} points" if second is not None else ""
            progress.update(bar, completed=comparison.games(), description=words)

        comparing.compare(comparison, games, executor, hands, watch, stop, jsonl)
    if comparison.games():
        show(Terminal(), comparison)
        if html is not None:
            html.write_text(compared_page(comparison, about(comparison)), encoding="utf-8")
            Terminal().say(f"The report: {html}")
    return INTERRUPTED if stop.is_set() else 0


def variant(text: str, base: Variant | None, level: str | None, means: Means) -> Variant:
    """NAME,KEY=VALUE,...: a scenario and what to change about it. Without a name, the base's scenario and
    levels."""
    if base is not None and is_change(text):
        scenario = what_if(base.trial.scenario, changes_in(text))
        return Variant(text, replace(base.trial, scenario=scenario))
    words = [word.strip() for word in text.split(",") if word.strip()]
    named = words and "=" not in words[0]
    if named:
        scenario, players = read_scenario(words.pop(0)), levels_of(level)
    elif base is not None:
        scenario, players = base.trial.scenario, base.trial.levels
    else:
        raise Refusal("the first setting must name a scenario, such as: pw compare harrow-ridge exhaustion=1/2")
    settings = settings_of(words)
    substitutions: tuple[str, ...] = ()
    if "book" in settings or "grid" in settings:
        scenario, told = convert(scenario, settings.get("book", ""), settings.get("grid", ""))
        substitutions = tuple(one.sentence() for one in told)
    house_rules = {key: value for key, value in settings.items() if key in HOUSE_RULES}
    scenario = replace(scenario, house_rules={**scenario.house_rules, **house_rules})
    for problem in problems_of(tree(scenario)):
        raise Refusal(f"{text}: {problem.sentence()}")
    players = seated(scenario, players, settings)
    return Variant(text, Trial(scenario, players, means.seed), substitutions)


def settings_of(words: list[str]) -> dict[str, str]:
    settings: dict[str, str] = {}
    keys = (*KEYS, *HOUSE_RULES)
    for word in words:
        key, _, value = word.partition("=")
        if key not in keys:
            raise Refusal(f"there is no setting {key!r}; choose from {', '.join(keys)}")
        if key in settings:
            raise Refusal(f"the setting {key} is given twice, as {settings[key]} and as {value}; once is enough")
        settings[key] = value
    return settings


def levels_of(level: str | None) -> tuple[str, str]:
    return (level_of(level or USUAL_LEVEL),) * 2


def seated(scenario: Scenario, players: tuple[str, str], settings: dict[str, str]) -> tuple[str, str]:
    if "level" in settings:
        players = levels_of(settings["level"])
    if "red" not in settings and "blue" not in settings:
        return players
    ids = [side.id for side in scenario.sides]
    known = players if set(ids) != {"red", "blue"} or ids[0] == "red" else players[::-1]
    return levels(scenario, settings.get("red", known[0]), settings.get("blue", known[1]))


def all_conversions(base: Variant) -> list[Variant]:
    """The scenario as it is, then under every other book and grid that it can be converted to."""
    found = [replace(base, words=f"{base.trial.scenario.ruleset}, {base.trial.scenario.grid}")]
    for book in RULESETS.values():
        for grid in book.grids:
            if (book.name, grid) == (base.trial.scenario.ruleset, base.trial.scenario.grid):
                continue
            try:
                scenario, told = convert(base.trial.scenario, book.name, grid)
            except Refusal:
                continue
            trial = replace(base.trial, scenario=scenario)
            found.append(Variant(f"{book.name}, {grid}", trial, tuple(one.sentence() for one in told)))
    return found


def who_fights(variants: list[Variant]) -> tuple[str, list[list[str]]]:
    """The side whose win rates are shown, and the players: common to all variants, or of each one."""
    sides = [one.trial.scenario.sides[0].name or one.trial.scenario.sides[0].id for one in variants]
    players = [" against ".join(one.trial.levels) for one in variants]
    common = "win rates of the side named"
    own: list[list[str]] = [[] for _ in variants]
    if len(set(sides)) == 1:
        common = f"win rates of {sides[0]}"
    else:
        own = [[side] for side in sides]
    if len(set(players)) == 1:
        common += f"; {players[0]}"
    else:
        own = [[*words, player] for words, player in zip(own, players, strict=True)]
    return common, own


def about(comparison: Comparison) -> str:
    return f"{comparison.games():,} pairs with the same dice; {who_fights(comparison.variants)[0]}"


def show(console: Terminal, comparison: Comparison) -> None:
    own = who_fights(comparison.variants)[1]
    console.say(about(comparison), "bold")
    any_replaced = any(one.substitutions for one in comparison.variants)
    headings = ["win rate", "95%", "difference", "95%", *(["replaced"] if any_replaced else [])]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("setting", overflow="fold", min_width=16)
    for heading in headings:
        table.add_column(heading, no_wrap=True, justify="right")
    for number, one in enumerate(comparison.variants):
        rate, apart = comparison.tally(number).rate(), comparison.difference(number)
        difference = (compared.points(apart.value), between(apart, signed=True)) if number else ("", "")
        replaced = [str(len(one.substitutions) or "")] if any_replaced else []
        words = "\n".join([one.words, *own[number]])
        table.add_row(words, per_cent(rate.value), between(rate), *difference, *replaced)
    console.print(table)
    if any_replaced:
        console.say(compared.REPLACED)
    for number, one in enumerate(comparison.variants[1:], 1):
        console.print()
        console.say(one.words, "bold")
        console.print(beside_the_first(comparison, number))
        for sentence in compared.verdict(comparison, number):
            console.say(sentence)
        if len(comparison.variants) == 2:
            for sentence in one.substitutions:
                console.say(sentence)
    console.say(compared.NOTE)
    if comparison.sharpening is not None:
        reached = "as precise as you asked" if comparison.is_sharp() else "not yet as precise as you asked"
        console.say(f"The interval of the verdict holds however early the run stops; it is {reached}.")


def beside_the_first(comparison: Comparison, number: int) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in compared.HEADINGS:
        table.add_column(heading, no_wrap=True, justify="left" if heading == "measure" else "right")
    for row in compared.rows(comparison, number):
        table.add_row(*row)
    return table


class Rows:
    """A table of all battles of all settings. It is written from the first battle on, so that a refused run leaves
    an older table as it was."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.sink: TextIO | None = None

    def __enter__(self) -> "Rows":
        return self

    def __exit__(self, *_: object) -> None:
        if self.sink is not None:
            self.sink.close()

    def add(self, report: BattleReport, setting: str) -> None:
        if self.sink is None:
            self.sink = self.path.open("w", encoding="utf-8", newline="")
            measures = [one.name for one in comparing.MEASURES]
            write_row(self.sink, ("battle", "dice", "setting", "winner", *measures, "luck", "reason"))
        numbers = [round(one.of(report), 4) for one in comparing.MEASURES]
        start = (report.battle, report.dice, setting, report.winner or "")
        write_row(self.sink, (*start, *numbers, round(report.luck(), 4), report.reason))
