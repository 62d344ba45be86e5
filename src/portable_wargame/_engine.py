"""Which engine runs: the sources themselves, or libraries compiled from exactly these sources.

A wheel for one platform has its libraries beside the sources, where Python finds them first. A checkout keeps them in
build/engines, filed under the fingerprint of the sources they were compiled from, and they are used only while the
sources still have that fingerprint: an earlier build never hides an edit. compile_engine.py makes them.

PW_ENGINE=interpreted or PW_ENGINE=compiled insists on one of the two.

Every command imports this module first, so it imports next to nothing itself.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    PathFinder,
    SourceFileLoader,
)
from types import ModuleType
from typing import NamedTuple

PACKAGE = "portable_wargame"
# The folders that are compiled, except for modules that say `# Not compiled: ...`. They import nothing from others.
FOLDERS = ("grid", "battle", "game", "rules", "toll", "ai")
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
CHECKOUT = os.path.isfile(os.path.join(TOP, "compile_engine.py"))
KEPT = os.path.join(TOP, "build", "engines")
WANTED = "PW_ENGINE"
LIBRARIES = tuple(EXTENSION_SUFFIXES)


class Engine(NamedTuple):
    compiled: bool
    why: str  # why it is this one, and how to get the other


def choose() -> Engine:
    """Call this once, before importing any module of the engine."""
    wanted = os.environ.get(WANTED) or "either"
    if wanted not in ("either", "interpreted", "compiled"):
        raise ImportError(f"{WANTED} is {wanted!r}; it can be interpreted or compiled")
    beside = libraries_beside(HERE)
    # In a checkout they come from somebody's own compiler, at some time or other: they would hide edits.
    if beside and (CHECKOUT or wanted == "interpreted"):
        sys.meta_path.insert(0, Sources())
    if wanted == "interpreted":
        return Engine(False, f"{WANTED}=interpreted asks for it; without that, the fastest there is runs")
    found = Engine(True, _to_interpret()) if beside and not CHECKOUT else _kept()
    if wanted == "compiled" and not found.compiled:
        raise ImportError(f"{WANTED}=compiled, but the engine here is interpreted: {found.why}")
    return found


def _to_interpret() -> str:
    return f"{WANTED}=interpreted in the environment runs the sources instead"


def _kept() -> Engine:
    """The libraries that a checkout has compiled from its sources, if there are any and they load."""
    if not CHECKOUT:
        return Engine(False, "this is the wheel for every platform; one for this platform has the compiled engine")
    remedy = "`python3 run.py compiled` compiles it"
    mark = fingerprint(HERE)
    name = read(os.path.join(KEPT, f"{mark}.built"))
    if not name:
        log = read(os.path.join(KEPT, f"{mark}.failed"))
        return Engine(False, f"it could not be compiled; the log is {log}" if log else remedy)
    folder = os.path.join(KEPT, name)
    try:
        libraries = Libraries(folder)
        sys.meta_path.insert(0, libraries)
        libraries.load()
    except (ImportError, OSError) as problem:
        sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, Libraries)]
        return Engine(False, f"the compiled one does not load ({problem}); {remedy} again")
    return Engine(True, _to_interpret())


def read(path: str) -> str:
    """The text of a short file; empty if there is no such file."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return ""


def fingerprint(package: str) -> str:
    """A hash of everything that decides what the compiler makes of these sources, and which Python can use it."""
    import hashlib  # an installed wheel never needs it

    digest = hashlib.sha256(f"{sys.version} {LIBRARIES[0]}".encode())
    for path in sources(package):
        with open(os.path.join(package, path), "rb") as file:
            text = file.read()
        digest.update(f"\0{path}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()[:20]


def libraries_beside(package: str) -> bool:
    return bool(files(package, LIBRARIES))


def sources(package: str) -> list[str]:
    """Every source of the engine's folders, compiled or not."""
    return files(package, (".py",))


def files(package: str, endings: tuple[str, ...]) -> list[str]:
    """Files in the engine's folders with these endings, as paths inside the package."""
    found = []
    for top in FOLDERS:
        for folder, _, names in os.walk(os.path.join(package, top)):
            inside = os.path.relpath(folder, package).replace(os.sep, "/")
            found += [f"{inside}/{name}" for name in names if name.endswith(endings)]
    return sorted(found)


class Libraries:
    """Finds the modules of the engine in a folder of their own."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.names: dict[str, str] = {}  # the folder of each
        for place, _, files in os.walk(folder):
            package = os.path.relpath(place, folder).replace(os.sep, ".")
            for file in files:
                if file.endswith(LIBRARIES):
                    self.names[f"{package}.{file.split('.')[0]}".lstrip(".")] = place

    def load(self) -> None:
        """Load the one library that holds all the modules' code: the others only point into it."""
        shared = [name for name in self.names if "." not in name]
        if not shared:
            raise ImportError("its libraries are gone")
        for name in shared:
            __import__(name)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return PathFinder.find_spec(name, [self.names[name]]) if name in self.names else None


class Sources:
    """Finds the sources of the engine even if there are libraries beside them."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.startswith(tuple(f"{PACKAGE}.{folder}." for folder in FOLDERS)):
            for folder in path or ():
                found = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
                if found is not None:
                    return found
        return None
