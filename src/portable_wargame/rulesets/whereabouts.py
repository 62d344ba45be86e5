"""Where a clause lives: what decides it, the lines of the package that cite its id, and the tests marked with it."""

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from . import ledger, places

_PACKAGE = Path(__file__).resolve().parents[1]
# In a checkout the package lies in src/, with tests/ beside it; an installed package has neither.
_IN_CHECKOUT = _PACKAGE.parent.name == "src"
_ROOT = _PACKAGE.parents[1] if _IN_CHECKOUT else _PACKAGE.parent
_TESTS = _ROOT / "tests"


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file; the path is relative to the repository, or to where the package is installed."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


def looks_like_an_id() -> re.Pattern[str]:
    """Whether it begins as the clauses of a book do, whether or not it is one of them."""
    return re.compile(rf"({'|'.join(ledger.prefixes())})\.[a-z0-9.-]+")


Places = dict[str, list[Place]]
# The strings of a file, each with its line.
Literals = list[tuple[str, int]]


def implemented(clause_id: str) -> list[Place]:
    """The places in the package that cite the clause, and the place that its file names."""
    place = ledger.clause(clause_id).place
    named = [_place(place)] if place else []
    return named + cited_in(_PACKAGE, _ROOT, clause_id).get(clause_id, [])


def tested(clause_id: str) -> list[Place]:
    """The tests marked with the clause; empty if the tests are not at hand."""
    return marked_in(_TESTS, _ROOT, clause_id).get(clause_id, []) if tests_at_hand() else []


def tests_at_hand() -> bool:
    """False in an installed package, where "not tested" would say too much."""
    return _IN_CHECKOUT and _TESTS.is_dir()


def cited_in(package: Path, root: Path, clause_id: str = "") -> Places:
    """Every string literal below `package` that looks like a clause id, known or not; or only this one."""
    return _scan(package, root, _ids, clause_id)


def marked_in(tests: Path, root: Path, clause_id: str = "") -> Places:
    """Every string in a `pytest.mark.clause(...)` below `tests`, known or not; or only this one."""
    return _scan(tests, root, _marked, clause_id)


def _place(name: str) -> Place:
    file, line = places.find(name)
    return Place(file.relative_to(_ROOT).as_posix(), line)


def _scan(folder: Path, root: Path, literals: Callable[[str], Literals], wanted: str) -> Places:
    """Parses only files that contain `wanted`: parsing all of them takes seconds."""
    places: Places = {}
    for path, source in _sources(folder, root):
        if wanted in source:
            for text, line in literals(source):
                places.setdefault(text, []).append(Place(path, line))
    return {text: sorted(found) for text, found in places.items()}


@cache
def _sources(folder: Path, root: Path) -> list[tuple[str, str]]:
    return [(file.relative_to(root).as_posix(), file.read_text("utf-8")) for file in sorted(folder.rglob("*.py"))]


@cache
def _ids(source: str) -> Literals:
    pattern = looks_like_an_id()
    return [literal for literal in _literals(ast.walk(ast.parse(source))) if pattern.fullmatch(literal[0])]


@cache
def _marked(source: str) -> Literals:
    marks = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and _is_clause_mark(node.func)]
    return [literal for mark in marks for literal in _literals(mark.args)]


def _literals(nodes: Iterable[ast.AST]) -> Literals:
    return [
        (node.value, node.lineno) for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def _is_clause_mark(function: ast.expr) -> bool:
    # `ledger.clause("...")` only looks a clause up: it must not count as a test of it.
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "clause"
        and ast.unparse(function.value) in ("pytest.mark", "mark")
    )
