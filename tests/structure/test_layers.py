"""The house stays in order: imports go downwards only, the engine needs nothing but Python, no code asks for a book."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import portable_wargame
from compile_engine import is_compiled
from portable_wargame._engine import FOLDERS
from portable_wargame.rulesets import RULESETS

SOURCE = Path(portable_wargame.__file__).parent
LEVELS = {
    "grid": 0,
    "battle": 1,
    "game": 2,
    "rules": 3,
    "rulesets": 4,
    "toll": 4,
    "scenario": 5,
    "speech": 6,
    "record": 7,
    "reference": 7,
    "pictures": 8,
    "ai": 9,
    "printing": 9,
    "consultation": 10,
    "simulation": 11,
    "environments": 12,
    "reporting": 12,
    "api": 13,
    "server": 13,
    "tab": 14,
    "cli": 14,
}
ENGINE = 4  # the highest level that must run on the standard library alone
ROOM = 15  # modules


def modules() -> Iterator[tuple[Path, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).parts
        if len(parts) > 1:
            yield path, parts[0]


COMPILERS = ("librt.vecs", "mypy_extensions")


def for_types_only(tree: ast.Module) -> set[ast.AST]:
    """What stands under `if TYPE_CHECKING`: only the type checker and the compiler read it."""
    guarded = [
        node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return {inner for node in guarded for statement in node.body for inner in ast.walk(statement)}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """What a module imports: its own packages as `.name`, others by their first name. The compiler's numbers and rows
    of them, where they are for types only, are none."""
    package = path.relative_to(SOURCE).parts[:-1]
    tree = ast.parse(path.read_text("utf-8"))
    types = for_types_only(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in COMPILERS and node in types:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.lineno, (node.module or "").split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            outer = package[: len(package) - node.level + 1]
            inner = [*outer, *((node.module or "").split("."))]
            yield node.lineno, f".{inner[0] or 'portable_wargame'}"


def test_every_folder_has_its_level() -> None:
    assert {package for _, package in modules()} <= set(LEVELS)


def test_imports_go_downwards_only() -> None:
    upwards = [
        f"{path.name}:{line} in {package} imports {name[1:]}"
        for path, package in modules()
        for line, name in imports(path)
        if name.startswith(".") and LEVELS.get(name[1:], -1) > LEVELS[package]
    ]
    assert upwards == []


# The rooms of what thinks, from what it sees to who decides; `numbers` stands apart.
ROOMS_OF_AI = ("judgement", "foresight", "opponents")


def test_the_rooms_of_what_thinks_form_a_chain_of_their_own() -> None:
    upwards = [
        f"{path.relative_to(SOURCE)}:{node.lineno} imports from {room}"
        for path, package in modules()
        if package == "ai" and path.parent.name in ROOMS_OF_AI
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level == 2
        for room in [(node.module or "").split(".")[0]]
        if room not in ROOMS_OF_AI[: ROOMS_OF_AI.index(path.parent.name)]
    ]
    assert upwards == []


def test_every_room_can_be_seen_at_a_glance() -> None:
    rooms = Counter(path.parent.relative_to(SOURCE) for path, _ in modules() if path.name != "__init__.py")
    assert {str(room): count for room, count in rooms.items() if count > ROOM} == {}


def test_the_engine_needs_only_the_standard_library() -> None:
    foreign = [
        f"{path.name}:{line} imports {name}"
        for path, package in modules()
        if LEVELS[package] <= ENGINE
        for line, name in imports(path)
        if not name.startswith(".") and name not in sys.stdlib_module_names
    ]
    assert foreign == []


def test_what_is_compiled_imports_only_what_the_fingerprint_covers() -> None:
    """Else a change elsewhere could alter what the compiler makes, and the old libraries would still be used."""
    foreign = [
        f"{path.name}:{line} imports {name}"
        for path, package in modules()
        if package in FOLDERS and is_compiled(path)
        for line, name in imports(path)
        if name not in {f".{folder}" for folder in FOLDERS} and name not in sys.stdlib_module_names
    ]
    assert foreign == []


def test_only_a_few_modules_of_the_engine_are_left_to_the_interpreter() -> None:
    left_out = [path.name for path, package in modules() if package in FOLDERS and not is_compiled(path)]
    assert 0 < len([name for name in left_out if name != "__init__.py"]) < 10


def test_no_code_outside_the_rulesets_asks_which_book_it_is() -> None:
    words = {*RULESETS, *(army for book in RULESETS.values() for army in book.armies)}
    asking = [
        f"{path.name}:{node.lineno}"
        for path, package in modules()
        if package != "rulesets"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Compare)
        for side in [node.left, *node.comparators]
        for value in ast.walk(side)
        if isinstance(value, ast.Constant) and value.value in words
    ]
    assert asking == []
