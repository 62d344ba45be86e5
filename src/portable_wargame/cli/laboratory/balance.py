"""`pw balance`: small changes that would make a scenario fair, and the scenario with the one that is chosen."""

import contextlib
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from ...api.files import read_scenario
from ...game.errors import Refusal
from ...scenario.writing import write
from ...simulation.balancing import Option, Search, Stopped
from ...simulation.report.findings import between, per_cent
from ...simulation.trials.trial import Trial
from .. import INTERRUPTED
from ..terminal import Terminal
from .shared import USUAL_MEANS, Means, ctrl_c, levels, refuse_odd_numbers, refuse_unwritable


def balance(
    name: Annotated[str, Parameter("SCENARIO")],
    /,
    *,
    red: str | None = None,
    blue: str | None = None,
    games: int = 200,
    choose: int | None = None,
    file: Annotated[Path | None, Parameter("--write")] = None,
    means: Means = USUAL_MEANS,
) -> int:
    """
    Parameters
    ----------
    name
        A scenario of the library, or a scenario file.
    red
        Who plays the side `red`, or the first side if none is called so.
    blue
        Who plays the side `blue`, or the second side if none is called so.
    games
        How many battles the options that are shown have each been tried in.
    choose
        The number of the option to write; without it, the first, if it is fair.
    file
        A new file for the scenario with the change.
    """
    scenario = read_scenario(name)
    trial = Trial(scenario, levels(scenario, red, blue), means.seed, means.ms)
    refuse_odd_numbers(games, None, means)
    if choose is not None and (file is None or choose < 1):
        raise Refusal("--choose is the number of an option, from 1, and goes with --write FILE")
    if file is not None and file.exists():
        raise Refusal(f"{file} is there already; name a file that is not")
    if file is not None:
        refuse_unwritable(file)
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
            as_it_is, options = Search(executor, hands, games, told, stop).run(trial)
        except Stopped:
            return INTERRUPTED
    side = scenario.sides[0].name or scenario.sides[0].id
    rate = as_it_is.rate
    console.say(f"{scenario.title}: {side} wins {per_cent(rate.value)} ({between(rate)}) as it is.", "bold")
    if as_it_is.is_fair():
        console.say("That is between 45 and 55 %: nothing to do.")
        return 0
    if not options:
        console.say("There is no small change to try.")
        return 0
    console.print(drawn(side, options))
    fair = sum(option.is_fair() for option in options)
    console.say(f"{fair} of these bring it between 45 and 55 %." if fair else "None brings it between 45 and 55 %.")
    if file is not None:
        chosen = picked(options, choose)
        file.write_text(write(chosen.trial.scenario), encoding="utf-8")
        console.say(f"Written to {file}: {chosen.words}.")
    return 0


def drawn(side: str, options: list[Option]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("", "change", f"{side} wins", "95 %", ""):
        table.add_column(heading, no_wrap=heading != "change")
    for number, option in enumerate(options, 1):
        fair = "fair" if option.is_fair() else ""
        table.add_row(str(number), option.words, per_cent(option.rate.value), between(option.rate), fair)
    return table


def picked(options: list[Option], choose: int | None) -> Option:
    if choose is None:
        if not options[0].is_fair():
            raise Refusal("no option is fair, so none is written unasked; --choose NUMBER takes one all the same")
        return options[0]
    if choose > len(options):
        raise Refusal(f"there is no option {choose}; the numbers are 1 to {len(options)}")
    return options[choose - 1]
