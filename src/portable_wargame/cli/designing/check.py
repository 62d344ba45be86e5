"""`pw check`: whether scenario and book files are right; if not, everything that is wrong with them."""

import os
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ...rulesets.variants.variant import Variant
from ...scenario.book_files import examine_book, is_book
from ...scenario.checking.remarks import remarks
from ...scenario.model import Scenario
from ...scenario.problems import BadScenario, Problem, path_text
from ...scenario.reading import build, examine, is_json, located, parse, read_bytes
from .. import REFUSED, WANTING
from ..output import harmless, put_json


def check(files: list[str], /, *, json: bool = False) -> int:
    """Print `ok` or every problem for each file; the exit code is 1 if there is any, 2 if a file is not there.

    Settings that make no difference get a remark, but are not a problem.

    Parameters
    ----------
    files
        Scenarios and books, as TOML or JSON.
    json
        As JSON, for programs.
    """
    output = Console(highlight=False)
    errors = Console(stderr=True, highlight=False)
    if not files:
        errors.print("Name the scenario or book files to check: pw check FILE...")
        return REFUSED
    if json:
        found = [_found(file) for file in files]
        put_json([row for row, _ in found])
        return max(code for _, code in found)
    return max([_check(file, output, errors) for file in files])


def _found(file: str) -> tuple[dict[str, Any], int]:
    """The findings on a file, as values, and its exit code."""
    try:
        said, in_vain = _examined(file)
    except BadScenario as bad:
        wrong = [_in_writing(problem) for problem in bad.problems]
        return {"file": _printable(file), "ok": False, "problems": wrong}, WANTING if os.path.isfile(file) else REFUSED
    return {"file": _printable(file), "ok": True, "what": said, "remarks": [_in_writing(one) for one in in_vain]}, 0


def _in_writing(problem: Problem) -> dict[str, Any]:
    return {
        "line": problem.line,
        "column": problem.column,
        "path": path_text(problem.path),
        "words": _printable(problem.sentence()),
        "clause": problem.clause,
    }


def _check(file: str, output: Console, errors: Console) -> int:
    code = Path(file).with_suffix(".py")
    if code.is_file() and (file == str(code) or _holds_clauses(_tree(file))):
        # We only check the file; nothing in it runs.
        tried = f"try it with: python -m portable_wargame.testing {code.stem.replace('_', '-')}"
        errors.print(f"{_printable(file)}: a book written in Python; {tried}", soft_wrap=True, markup=False)
        return REFUSED
    try:
        said, in_vain = _examined(file)
    except BadScenario as bad:
        for problem in bad.problems:
            line = Text.assemble((_printable(problem.place(file)), "bold"), ": ", _printable(problem.sentence()))
            errors.print(line, soft_wrap=True)
        return WANTING if os.path.isfile(file) else REFUSED
    line = Text.assemble((_printable(file), "bold"), ": ", ("ok", "green"), f", {said}")
    output.print(line, soft_wrap=True)
    for remark in in_vain:
        place, sentence = _printable(remark.place(file)), _printable(remark.sentence())
        output.print(Text.assemble((place, "bold"), ": ", ("remark", "yellow"), f": {sentence}"), soft_wrap=True)
    return 0


def _examined(file: str) -> tuple[str, list[Problem]]:
    """The contents of a sound file, a scenario or a book; and its settings without effect."""
    data = read_bytes(file)
    if not data.strip():
        remedy = "it must be a scenario or a book, in TOML or JSON"
        raise BadScenario([Problem((), "the text is empty", remedy)], file)
    if not is_book(_tree(file)):
        checked = examine(data, file)[1]
        if isinstance(checked, list):
            raise BadScenario(checked, file)
        text = data.decode("utf-8-sig")
        return summary(build(checked)), located(remarks(checked), text, is_json(text, file))
    found = examine_book(data, file)
    if isinstance(found, Variant):
        rows = len(found.clauses.clauses)
        own = f"{rows} clause{'' if rows == 1 else 's'} of its own"
        return f"{found.ruleset.title}: a book based on {found.tree['based-on']}, {own}", []
    raise BadScenario(found, file)


def _holds_clauses(tree: object) -> bool:
    return isinstance(tree, dict) and not is_book(tree) and not {"format", "ruleset", "sides"} & tree.keys()


def _tree(file: str) -> object:
    try:
        return parse(read_bytes(file), file)
    except BadScenario as bad:
        return parse(bad.repaired, file) if bad.repaired else None


def summary(scenario: Scenario) -> str:
    """Title, book, grid, size and units, on one line."""
    units = " against ".join(str(len(side.units)) for side in scenario.sides)
    size = f"{scenario.columns} by {scenario.rows}"
    cells = "hexes" if scenario.grid == "hex" else "squares"
    return f"{scenario.title}: {scenario.ruleset.replace('-', ' ')}, {size} {cells}, {units} units"


def _printable(text: str) -> str:
    """File names may hold bytes that are not text, and characters that control a terminal."""
    return harmless(text.encode("utf-8", "backslashreplace").decode("utf-8"))
