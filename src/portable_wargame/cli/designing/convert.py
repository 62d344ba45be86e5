"""`pw convert`: a scenario under another book or on another grid, and everything that did not carry over."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...api.files import read_scenario
from ...scenario.converting import conversion
from ...scenario.writing import write
from ..output import put
from .check import summary


def convert(
    scenario: str,
    /,
    *,
    book: str | None = None,
    grid: str | None = None,
    output: Annotated[Path | None, Parameter(["--out", "--output", "-o"])] = None,
) -> int:
    """
    Parameters
    ----------
    scenario
        A scenario from the library, or a scenario file.
    book
        The book. By default, the scenario's own.
    grid
        square or hex. By default, the scenario's own if the book allows it.
    output
        The file to write. By default, standard output.
    """
    changed, substitutions = conversion.convert(read_scenario(scenario), book or "", grid or "")
    for substitution in substitutions:
        print(substitution.sentence(), file=sys.stderr)
    return put(write(changed), output, summary(changed))
