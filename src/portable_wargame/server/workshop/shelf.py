"""The shelf: scenarios of the user's own, TOML files in a folder, beside those of the library."""

import contextlib
import os
import re
from pathlib import Path
from typing import Any

from ...game.errors import Refusal
from ...scenario import library
from ...scenario.model import Scenario
from ...scenario.reading import MOST_BYTES, examine, parse, read
from ...scenario.writing import write_tree
from ...speech.trees import Sent
from ..store.base import StoreFailed

YOURS = "yours-"
MOST_FILES = 1000
# Only this becomes part of a path.
FILE_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?")


class Shelf:
    def __init__(self, folder: Path, writable: bool = True) -> None:
        """`writable` if every visitor may change the shelf: on a server for many, nobody may replace another's."""
        self.folder = folder
        self.writable = writable
        self._sound: dict[Path, tuple[int, bool]] = {}  # when a file was written, and whether it is free of mistakes

    def names(self) -> list[str]:
        """Every scenario that can be played, the user's own first."""
        return [*(name for name in self.own() if self._is_sound(name)), *library.names()]

    def spoiled(self) -> list[str]:
        """The user's own scenarios that can't be played: their files have mistakes."""
        return [name for name in self.own() if not self._is_sound(name)]

    def own(self) -> list[str]:
        """The user's own scenarios. A file that was changed by hand may have mistakes."""
        if not self.folder.is_dir():
            return []
        found = (path.stem for path in self.folder.glob("*.toml"))
        return sorted(YOURS + stem for stem in found if FILE_NAME.fullmatch(stem))

    def _is_sound(self, name: str) -> bool:
        path = self._path(name)
        written = path.stat().st_mtime_ns
        if self._sound.get(path, (0, False))[0] != written:
            self._sound[path] = (written, not isinstance(examine(self.text(name), f"{name}.toml")[1], list))
        return self._sound[path][1]

    def is_yours(self, name: str) -> bool:
        return name.startswith(YOURS)

    def load(self, name: str) -> Scenario:
        """A new scenario every time: the caller may change it."""
        return read(self.text(name), f"{name}.toml")

    def tree(self, name: str) -> Any:
        """A scenario's tree, not yet checked."""
        return parse(self.text(name), f"{name}.toml")

    def text(self, name: str) -> str:
        """The text of any scenario, comments and all."""
        if not self.is_yours(name):
            return library.text(name)
        try:
            with self._path(name).open("rb") as file:
                return file.read(MOST_BYTES + 1).decode("utf-8", "replace")
        except OSError:
            raise Refusal(f"you have no scenario {name.removeprefix(YOURS)!r}") from None

    def save(self, name: str, scenario: Sent, overwrite: bool) -> None:
        """A tree without problems, whole or not at all: a file is put in place once it is written."""
        self.check_writable()
        path = self._path(name)
        if path.exists() and not overwrite:
            raise Refusal(
                f"you already have a scenario {name.removeprefix(YOURS)!r}; choose another name, or replace it"
            )
        if not path.exists() and len(self.own()) >= MOST_FILES:
            raise Refusal(f"you have {MOST_FILES} scenarios; delete some before you save another")
        write_whole(path, write_tree(scenario), "the scenario")

    def delete(self, name: str) -> None:
        self.check_writable()
        self.text(name)
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as problem:
            raise StoreFailed(f"the scenario cannot be deleted: {problem.strerror or problem}") from None

    def check_writable(self) -> None:
        if not self.writable:
            raise Refusal("scenarios are not saved on this server; save the file on your own machine")

    def _path(self, name: str) -> Path:
        stem = name.removeprefix(YOURS)
        if not name.startswith(YOURS) or not FILE_NAME.fullmatch(stem):
            rule = "lower-case letters, digits and hyphens, at most 60"
            raise Refusal(f"{stem[:60]!r} won't do as a name; it must be {rule}")
        return self.folder / f"{stem}.toml"


def write_whole(path: Path, text: str, what: str) -> None:
    """Whole or not at all: a file is put in place once it is written."""
    unfinished = path.with_suffix(f".{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as problem:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise StoreFailed(f"{what} cannot be saved: {problem.strerror or problem}") from None
