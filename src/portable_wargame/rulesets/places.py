"""Places: from the dotted name of what decides a clause to the line where it stands.

A place is a module of the package and what to look for in it: a function, a class and one of its methods or fields, a
table, or a heading of a table, as in `rulesets.modern.MODERN.artillery.restrictions`.
"""

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def find(place: str) -> tuple[Path, int]:
    """The file and the line of a place; a LookupError that says what is not there."""
    parts = place.split(".")
    for length in range(len(parts) - 1, 0, -1):
        file = PACKAGE.joinpath(*parts[:length]).with_suffix(".py")
        if file.is_file():
            return file, _line(ast.parse(file.read_bytes()), parts[length:], place)
    raise LookupError(f"no module of the package has {place}")


def _line(node: ast.AST, names: list[str], place: str) -> int:
    line = 0
    for name in names:
        found = _named(node, name)
        if found is None:
            raise LookupError(f"{place}: there is no {name}")
        node, line = found
    return line


def _named(node: ast.AST, name: str) -> tuple[ast.AST, int] | None:
    """Whatever is called `name` directly inside a module, a class or the call that builds a table."""
    if isinstance(node, ast.Call):
        headings = {keyword.arg: keyword.value for keyword in node.keywords}
        return (headings[name], headings[name].lineno) if name in headings else None
    for statement in getattr(node, "body", []):
        match statement:
            case ast.FunctionDef(name=own) | ast.ClassDef(name=own) if own == name:
                return statement, statement.lineno
            case ast.Assign(targets=[ast.Name(id=own)], value=value) if own == name:
                return value, statement.lineno
            case ast.AnnAssign(target=ast.Name(id=own), value=value) if own == name:
                return value or statement, statement.lineno
    return None
