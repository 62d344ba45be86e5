"""`pw check`: whether scenario files are right; if not, everything that is wrong with them."""

import os
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from ...rulesets import RULESETS
from ...scenario.model import Scenario
from ...scenario.problems import BadScenario
from ...scenario.reading import read_file
from .. import REFUSED, WANTING


def check(files: Annotated[list[str], Parameter(negative="")], /) -> int:
    """Print `ok` or every problem for each file; the exit code is 1 if there is any, 2 if a file is not there."""
    output = Console(highlight=False)
    errors = Console(stderr=True, highlight=False)
    if not files:
        errors.print("Name the scenario files to check: pw check FILE...")
        return REFUSED
    return max([_check(file, output, errors) for file in files])


def _check(file: str, output: Console, errors: Console) -> int:
    try:
        scenario = read_file(file)
    except BadScenario as bad:
        for problem in bad.problems:
            line = Text.assemble((_printable(problem.place(file)), "bold"), ": ", _printable(problem.sentence()))
            errors.print(line, soft_wrap=True)
        return WANTING if os.path.isfile(file) else REFUSED
    line = Text.assemble((_printable(file), "bold"), ": ", ("ok", "green"), f", {summary(scenario)}")
    output.print(line, soft_wrap=True)
    return 0


def summary(scenario: Scenario) -> str:
    """Title, book, grid, size and units, on one line."""
    units = " against ".join(str(len(side.units)) for side in scenario.sides)
    size = f"{scenario.columns} by {scenario.rows}"
    cells = "hexes" if scenario.grid == "hex" else "squares"
    return f"{scenario.title}: {RULESETS[scenario.ruleset].name}, {size} {cells}, {units} units"


def _printable(text: str) -> str:
    """File names may hold bytes that are no text."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
