"""`pw compare`: a battle under two settings, or under every book and grid that it can be converted to."""

import contextlib
from dataclasses import replace
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from ...api.files import read_scenario
from ...game.errors import Refusal
from ...rulesets import RULESETS
from ...rulesets.house_rules import HOUSE_RULES
from ...scenario.checking.check import check
from ...scenario.converting.conversion import convert
from ...scenario.model import Scenario
from ...scenario.writing import tree
from ...simulation import comparing
from ...simulation.comparing import Comparison, Variant
from ...simulation.report.findings import between, per_cent
from ...simulation.trials.trial import Trial
from .. import INTERRUPTED
from ..playing.opponent import level_of
from ..terminal import Terminal, counting
from .shared import USUAL_LEVEL, USUAL_MEANS, Means, ctrl_c, levels, refuse_odd_numbers

PLAYERS = ("red", "blue", "level")
KEYS = ("book", "grid", *PLAYERS, *HOUSE_RULES)


def compare(
    first: str,
    second: str | None = None,
    /,
    *,
    matrix: Annotated[bool, Parameter(negative="")] = False,
    games: int = 1000,
    level: str | None = None,
    until_width: float | None = None,
    means: Means = USUAL_MEANS,
) -> int:
    """
    Parameters
    ----------
    first
        A scenario, perhaps with settings: harrow-ridge,exhaustion=1/2,red=captain. Settings are the house rules,
        book, grid, red, blue and level.
    second
        Another, or only the settings in which it differs from the first: book=modern,grid=hex.
    matrix
        Instead of a second setting: every book and grid that the scenario can be converted to.
    games
        How many pairs of battles; with --until-width, how many at most.
    level
        Who plays both sides, unless a setting says otherwise; without it, sergeants.
    until_width
        Stop as soon as the difference is known this sharply.
    """
    refuse_odd_numbers(games, until_width, means)
    if matrix == (second is not None):
        raise Refusal("name two settings to compare, such as: pw compare harrow-ridge exhaustion=1/2; or use --matrix")
    base = variant(first, None, level, means)
    if second is not None:
        comparison = Comparison([base, variant(second, base, level, means)], until_width)
    elif until_width is not None:
        raise Refusal("--until-width is for two settings, not for --matrix")
    else:
        comparison = Comparison(all_conversions(base))
    with contextlib.ExitStack() as stack:
        executor, hands = stack.enter_context(means.executor())
        stop = stack.enter_context(ctrl_c())
        progress = stack.enter_context(counting("pairs"))
        bar = progress.add_task("", total=games)

        def watch(so_far: Comparison) -> None:
            words = f"{between(so_far.difference(), signed=True)} points"
            progress.update(bar, completed=so_far.games(), description=words if second is not None else "")

        comparing.compare(comparison, games, executor, hands, watch, stop)
    if comparison.games():
        show(Terminal(), comparison)
    return INTERRUPTED if stop.is_set() else 0


def variant(text: str, base: Variant | None, level: str | None, means: Means) -> Variant:
    """NAME,KEY=VALUE,...: a scenario and what is to be different about it. Without a name, the base's scenario and
    levels."""
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
    for problem in check(tree(scenario)):
        raise Refusal(f"{text}: {problem.sentence()}")
    players = seated(scenario, players, settings)
    return Variant(text, Trial(scenario, players, means.seed, means.ms), substitutions)


def settings_of(words: list[str]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key not in KEYS:
            raise Refusal(f"there is no setting {key!r}; there are {', '.join(KEYS)}")
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
    """Whose win rates are shown, and who plays: what all variants have in common, and what each has of its own."""
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


def show(console: Terminal, comparison: Comparison) -> None:
    common, own = who_fights(comparison.variants)
    console.say(f"{comparison.games()} pairs with the same dice; {common}", "bold")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("setting", overflow="fold", min_width=20)
    for heading in ("wins", "95 %", "difference", "95 %", "replaced"):
        table.add_column(heading, no_wrap=True, justify="right")
    for number, one in enumerate(comparison.variants):
        rate, apart = comparison.tallies[number].rate(), comparison.difference(number)
        difference = (f"{100 * apart.value:+.1f}", between(apart, signed=True)) if number else ("", "")
        replaced = str(len(one.substitutions)) if one.substitutions else ""
        table.add_row("\n".join([one.words, *own[number]]), per_cent(rate.value), between(rate), *difference, replaced)
    console.print(table)
    if len(comparison.variants) == 2:
        for sentence in comparison.variants[1].substitutions:
            console.say(sentence)
    if comparison.sharpening is not None:
        sharp = comparison.sharpening.interval()
        reached = "sharp enough" if comparison.is_sharp() else "not yet as sharp as wanted"
        found = f"{100 * sharp.value:+.1f} ({between(sharp, signed=True)})"
        console.say(f"An interval that holds whenever one stops, {reached}: {found}")
