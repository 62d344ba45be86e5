"""Shelves: books that do not come with the program. They lie in the user's folder of books, or in those that PW_BOOKS
names, or in installed packages (entry points of the group `portable_wargame.books`).

A `.toml` of the book format is a variant, and pure data. A `.py` of tables beside a `.toml` of clauses is a whole book,
as those of the program are; it is code, and is loaded only from these places. An unusable book stays where it is, and
`unusable` says why: one bad file must not stop the others.
"""

import sys
import tomllib
from importlib import import_module
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from .._folder import book_folders
from ..game.ruleset import Ruleset
from . import books, ledger
from .variants.variant import FAMILY, Variant

GROUP = "portable_wargame.books"
LARGEST = 200_000  # bytes of a variant
unusable: dict[str, str] = {}
_places: dict[str, Path] = {}  # by the name of a book, the file that it came from


def find() -> None:
    """Put every book found beside those of the program."""
    unusable.clear()
    _places.clear()
    add_folders([folder for folder in book_folders() if folder.is_dir()], packages=True)


def add_folders(folders: list[Path], packages: bool = False) -> None:
    """Whole books first, wherever they are: any of them may be what a variant is based on."""
    found = [file for folder in folders for file in sorted(folder.glob("*.toml"))]
    modules = [file for file in found if file.with_suffix(".py").is_file()]
    for file in modules:
        _note(str(file), _add_module(_module_in(file.with_suffix(".py")), file))
    if packages:
        add_packages()
    for file in found:
        if file not in modules:
            _note(str(file), _add_variant(file))


def _note(place: str, problem: str) -> None:
    if problem:
        unusable[place] = problem


def _add_variant(file: Path) -> str:
    """Take in a book made from data; answers why it can't be used, or nothing."""
    tree = read(file)
    if isinstance(tree, str):
        return tree
    if "ruleset" in tree or not str(tree.get("format", FAMILY)).startswith(FAMILY):
        return ""  # a scenario, or something else that happens to be here
    found = books.made(tree)
    if isinstance(found, Variant):
        twin = _taken(found.ruleset.name, file)
        if not twin:
            books.add_variant(found)
        return twin
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"{found[0].message}{more}; see pw check {file}"


def _taken(name: str, file: Path) -> str:
    """A complaint if another file has brought a book of this name; otherwise the name is this file's from now on."""
    other = _places.setdefault(name, file)
    return "" if other.resolve() == file.resolve() else f"{other} is called {name} too; give one of them another name"


def read(file: Path) -> dict[str, object] | str:
    """The tree of a file, or why there is none."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            return f"larger than {LARGEST} bytes, too large for a book"
        return tomllib.loads(data.decode("utf-8"))
    except OSError as error:
        return error.strerror or "it cannot be read"
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, ValueError):
        return f"it is not TOML; see pw check {file}"


def add_packages() -> None:
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        try:
            module = import_module(point.module)
            stem = point.module.rpartition(".")[2]
            clauses = files(module.__package__ or "").joinpath(f"{stem}.toml")
            problem = "it has no clause file" if not clauses.is_file() else _add_module(module, Path(str(clauses)))
        except Exception as error:
            problem = f"it cannot be loaded ({error})"
        _note(f"{GROUP}: {point.name}", problem)


def _module_in(file: Path) -> ModuleType | str:
    name = f"portable_wargame_books_{file.stem}"
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        return f"{file.name} cannot be loaded ({type(error).__name__}: {error})"
    return module


def _add_module(module: ModuleType | str, clauses: Path) -> str:
    if isinstance(module, str):
        return module
    found = [value for value in vars(module).values() if isinstance(value, Ruleset)]
    own = [one for one in found if one.name.replace("-", "_") == clauses.stem]
    if not own:
        return f"no ruleset in it is called {clauses.stem.replace('_', '-')}"
    if own[0].name in books.OF_THE_PROGRAM:
        return f"the program already has a book called {own[0].name}"
    twin = _taken(own[0].name, clauses)
    if twin:
        return twin
    try:
        books.add_book(own[0], clauses)
        ledger.book(own[0].name)
    except (KeyError, TypeError, ValueError, OSError) as error:
        if own[0].name in books.RULESETS:
            books.remove_book(own[0].name)
        return f"its clauses cannot be read ({error})"
    return ""
