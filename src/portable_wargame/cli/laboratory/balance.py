"""`pw balance`: small changes that would make a scenario fair, and the scenario with the chosen one made."""

import contextlib
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from ...api.files import read_scenario
from ...game.errors import Refusal
from ...scenario.model import Scenario
from ...scenario.writing import write
from ...simulation.balancing import Option, Search, Searching, Stopped
from ...simulation.fairness import Standing, standing, verdict
from ...simulation.report.findings import between, per_cent
from ...simulation.report.page import balanced_page
from ...simulation.spreadsheet import write_row
from ...simulation.trials.trial import Trial
from ...simulation.variations import KINDS, keepable
from .. import INTERRUPTED
from ..playing.opponent import level_of
from ..terminal import Terminal
from .shared import USUAL_MEANS, Means, ctrl_c, levels, refuse_odd_numbers, refuse_one_file_for_two, refuse_unwritable


def balance(
    name: Annotated[str, Parameter("SCENARIO")],
    /,
    *,
    red: str | None = None,
    blue: str | None = None,
    both: Annotated[str | None, Parameter("--levels")] = None,
    games: int = 500,
    keep: list[str] | None = None,
    choose: int | None = None,
    file: Annotated[Path | None, Parameter("--write")] = None,
    html: Path | None = None,
    table: Annotated[Path | None, Parameter("--csv")] = None,
    means: Means = USUAL_MEANS,
) -> int:
    """
    Parameters
    ----------
    name
        A scenario from the library, or a scenario file.
    red
        Who plays the side `red`, or the first side if no side has that id.
    blue
        Who plays the side `blue`, or the second side if no side has that id.
    both
        Instead, levels that play both sides in turn, such as sergeant,captain. A change has to suit them all.
    games
        Battles for each option shown, at each level. It takes at least 400 to call a battle fair.
    keep
        What to leave alone, separated by commas: a side, a unit (by name or id), quality, strength, units, turns,
        deployment.
    choose
        Which option to write. By default the first, unless it still favours a side.
    file
        A file for the changed scenario. Its title says what was changed.
    html
        A file for a report.
    table
        A file for a table of the options.
    """
    scenario = read_scenario(name)
    if both is not None and (red is not None or blue is not None):
        raise Refusal("--levels says who plays both sides: leave out --red and --blue")
    pairs = [(level_of(one),) * 2 for one in parted(both)] if both is not None else [levels(scenario, red, blue)]
    if not pairs or len(set(pairs)) < len(pairs):
        raise Refusal("--levels needs different levels, such as sergeant,captain")
    trials = [Trial(scenario, pair, means.seed) for pair in pairs]
    kept = kept_of(scenario, [word for one in keep or [] for word in parted(one)])
    refuse_odd_numbers(games, None, means)
    if choose is not None and (file is None or choose < 1):
        raise Refusal("--choose is the number of an option, from 1, and goes with --write FILE")
    if file is not None and file.exists():
        raise Refusal(f"{file} already exists; choose another name")
    refuse_one_file_for_two({"--write": file, "--html": html, "--csv": table})
    for one in (file, html, table):
        if one is not None:
            refuse_unwritable(one)
    console = Terminal()
    with contextlib.ExitStack() as stack:
        executor, hands = stack.enter_context(means.executor())
        stop = stack.enter_context(ctrl_c())
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        progress = stack.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
        bar = progress.add_task("the scenario as it is")
        doing = ["the scenario as it is"]

        def told(what: str, fought: int) -> None:
            doing[0] = what or doing[0]
            progress.update(bar, description=f"{doing[0]}, {fought} battles so far")

        try:
            as_it_is, options = Searching(executor, hands, told, stop).run(Search(games, kept), *trials)
        except Stopped:
            return INTERRUPTED
    about = f"{games:,} battles for each line, seed {means.seed}"
    if html is not None:
        html.write_text(balanced_page(as_it_is, options, games, about), encoding="utf-8")
    if table is not None:
        write_options(table, as_it_is, options, games)
    console.say(f"{scenario.title}: {about}", "bold")
    console.print(drawn(as_it_is, options, games))
    if as_it_is.is_settled():
        more = "" if as_it_is.standing() == Standing.FAIR else " Raise --games to look closer."
        console.say(f"{sentence(as_it_is, games)} Nothing to balance.{more}")
        return 0
    if not options:
        console.say(f"{sentence(as_it_is, games)} No small change allowed brings it nearer to even.")
        return 0
    if file is not None:
        chosen = picked(options, choose)
        file.write_text(write(chosen.titled()), encoding="utf-8")
        console.say(f"Written to {file}: {chosen.words}.")
        if chosen.standing() != Standing.FAIR:
            console.say(f"Warning: {sentence(chosen, games)}")
    return 0


def parted(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


def kept_of(scenario: Scenario, words: list[str]) -> frozenset[str]:
    known = keepable(scenario)
    for word in words:
        if word.casefold() not in known:
            raise Refusal(f"there is no {word!r} to keep: name a side, a unit, or one of {', '.join(KINDS)}")
    return frozenset(known[word.casefold()] for word in words)


def sides_of(scenario: Scenario) -> tuple[str, str]:
    first, second = (side.name or side.id for side in scenario.sides)
    return first, second


def sentence(option: Option, games: int) -> str:
    """The verdict; for several levels, the worst."""
    rate = max(option.rates, key=lambda one: (standing(one), abs(one.value - 0.5)))
    words = verdict(rate, sides_of(option.scenario()), games).sentence
    return words if len(option.rates) == 1 else f"With {played(option)[option.rates.index(rate)]}: {words}"


def played(option: Option) -> list[str]:
    return [" against ".join(dict.fromkeys(trial.levels)) for trial in option.trials]


def drawn(as_it_is: Option, options: list[Option], games: int) -> Table:
    sides = sides_of(as_it_is.scenario())
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("", "change", "played by", f"{sides[0]}\nwin rate", "95%", "verdict"):
        table.add_column(heading, no_wrap=heading not in ("change", "verdict"), overflow="fold")
    for number, option in enumerate([as_it_is, *options]):
        for row, (rate, who) in enumerate(zip(option.rates, played(option), strict=True)):
            start = (str(number or ""), option.words or "as it is") if row == 0 else ("", "")
            brief = verdict(rate, sides, games).brief
            table.add_row(*start, who, per_cent(rate.value), between(rate), brief)
    return table


def write_options(path: Path, as_it_is: Option, options: list[Option], games: int) -> None:
    sides = sides_of(as_it_is.scenario())
    with path.open("w", encoding="utf-8", newline="") as sink:
        write_row(sink, ("option", "change", "played by", "win rate", "low", "high", "verdict"))
        for number, option in enumerate([as_it_is, *options]):
            for rate, who in zip(option.rates, played(option), strict=True):
                numbers = (round(rate.value, 4), round(rate.low, 4), round(rate.high, 4))
                write_row(sink, (number, option.words, who, *numbers, verdict(rate, sides, games).brief))


def picked(options: list[Option], choose: int | None) -> Option:
    if choose is None:
        if not options[0].is_settled():
            raise Refusal("every option still favours a side, so nothing was written; --choose NUMBER takes one anyway")
        return options[0]
    if choose > len(options):
        raise Refusal(f"there is no option {choose}; the numbers are 1 to {len(options)}")
    return options[choose - 1]
