"""The tree of refusals in `game/errors.py` is the whole of it."""

import ast
import re
from pathlib import Path

from portable_wargame.game import errors

SOURCE = Path(errors.__file__).parents[1]


def test_the_tree_names_every_refusal_and_no_other() -> None:
    assert errors.__doc__ is not None
    named = re.findall(r"\+-- (\w+)", errors.__doc__, re.MULTILINE)
    assert sorted(named) == sorted(refusals())


def refusals() -> list[str]:
    """Those that are raised anywhere, read rather than imported: some need an extra."""
    classes = [
        (node.name, [base.id for base in node.bases if isinstance(base, ast.Name)])
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    known = {"Refusal"}
    while more := {name for name, bases in classes if known.intersection(bases)} - known:
        known |= more
    return sorted(known - {"Refusal"})
