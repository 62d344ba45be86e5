"""`pw doctor`: what is installed, what is compiled, and what to type if something is missing."""

import os
import platform
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from ... import ENGINE, __version__
from ..._engine import CHECKOUT
from ..._extras import EXTRAS, remedy
from ..._folder import book_folders, data_folder
from .. import WANTING
from ..output import put_json
from ..terminal import Terminal

CLIENT = Path(__file__).parents[2] / "server" / "client" / "index.html"


class Finding(NamedTuple):
    what: str
    well: bool
    words: str
    needed: bool = False  # the program is useless without it


def doctor(*, json: bool = False) -> int:
    """
    Parameters
    ----------
    json
        As JSON, for programs.
    """
    found = findings()
    if json:
        put_json([finding._asdict() for finding in found])
    else:
        console = Terminal()
        for finding in found:
            mark = "ok" if finding.well else "MISSING" if finding.needed else "-"
            console.say(f"{mark:<8}{finding.what}: {finding.words}")
    return WANTING if any(finding.needed and not finding.well for finding in found) else 0


def findings() -> list[Finding]:
    return [
        Finding("portable-wargame", True, f"{__version__}, {'in a checkout' if CHECKOUT else 'installed'}"),
        Finding("Python", True, f"{platform.python_version()} at {sys.executable}"),
        Finding("engine", ENGINE.compiled, f"{'compiled' if ENGINE.compiled else 'interpreted'} ({ENGINE.why})"),
        _page(),
        _folder(),
        *_books(),
        *(_extra(extra) for extra in EXTRAS),
    ]


def _page() -> Finding:
    there = CLIENT.is_file()
    how = "python3 run.py play builds it" if CHECKOUT else "this package was built without it"
    return Finding("page for the browser", there, "built" if there else how, needed=True)


def _folder() -> Finding:
    folder = data_folder()
    nearest = next(path for path in (folder, *folder.parents) if path.exists())
    well = os.access(nearest, os.W_OK)
    return Finding("games are kept in", well, f"{folder}{'' if well else ', which cannot be written to'}", needed=True)


def _books() -> list[Finding]:
    """Where the program looks for your own books, and any that cannot be used."""
    from ...rulesets import RULESETS, shelves
    from ...rulesets.books import OF_THE_PROGRAM

    folders = ", ".join(str(folder) for folder in book_folders()) or "nowhere"
    own = ", ".join(name for name in RULESETS if name not in OF_THE_PROGRAM) or "none there yet"
    told = [Finding("books of your own", True, f"{own}; looked for in {folders}")]
    return told + [Finding(f"book {place}", False, problem) for place, problem in shelves.unusable.items()]


def _extra(extra: str) -> Finding:
    """An extra, by the packages that its sentence names."""
    sentence = EXTRAS[extra]
    packages = re.split(r" and ", sentence.rpartition("package")[2].removeprefix("s").strip())
    missing = [name for name in packages if find_spec(name) is None]
    words = ", ".join(packages) if not missing else f"{sentence}; to add what is missing: {remedy(extra)}"
    return Finding(f"extra {extra!r}", not missing, words)
