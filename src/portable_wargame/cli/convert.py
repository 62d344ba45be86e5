"""`pw convert`: a scenario under another book or on another grid, and everything that did not carry over."""

import sys
from pathlib import Path

from ..scenario.conversion import convert
from ..scenario.writing import write
from .check import summary
from .opening import find_scenario
from .output import put


def convert_scenario(name: str, book: str | None, grid: str | None, output: Path | None) -> int:
    """Write the scenario as TOML, and every substitution on standard error."""
    scenario, substitutions = convert(find_scenario(name), book or "", grid or "")
    for substitution in substitutions:
        print(substitution.sentence(), file=sys.stderr)
    return put(write(scenario), output, summary(scenario))
