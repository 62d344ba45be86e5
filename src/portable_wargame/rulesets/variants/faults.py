"""What is wrong with a book's tree: every fault with its place, its cause and its remedy."""

from collections.abc import Collection
from typing import Any, NamedTuple

from ..._wording import listed, shown, suggestion

Path = tuple[str | int, ...]
MOST = 200  # nobody puts right more at once


class Fault(NamedTuple):
    path: Path
    message: str
    remedy: str


class Faults:
    """The faults found so far, and the questions that find most of them: each answers with a sound value or None."""

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self.counted = 0  # all there were, reported or not

    def add(self, path: Path, message: str, remedy: str) -> None:
        self.counted += 1
        if len(self.found) < MOST:
            self.found.append(Fault(path, message, remedy))

    def table(self, path: Path, value: Any, most: int) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.add(path, f"{name(path)} is {shown(value)}", "it must be a table")
            return {}
        if len(value) > most:
            self.add(path, f"{name(path)} has {len(value)} entries", f"it may have {most}")
            return {}
        return value

    def rows(self, path: Path, value: Any, most: int) -> list[tuple[Path, dict[str, Any]]]:
        """A list of tables, each with its path."""
        if not isinstance(value, list):
            self.add(path, f"{name(path)} is {shown(value)}", f"each one stands under a heading [[{name(path)}]]")
            return []
        if len(value) > most:
            self.add(path, f"{name(path)} has {len(value)} entries", f"it may have {most}")
            return []
        return [((*path, number), self.table((*path, number), one, most)) for number, one in enumerate(value)]

    def words(self, path: Path, value: Any, most: int, known: Collection[str] | None = None) -> list[str]:
        """A list of words, all of them among the known ones."""
        if not isinstance(value, list) or len(value) > most:
            self.add(
                path, f"{name(path)} is {shown(value)}", f'it must be a list of up to {most} words: ["...", "..."]'
            )
            return []
        found = [self.text((*path, number), one, 80, known) for number, one in enumerate(value)]
        return [one for one in found if one is not None]

    def text(self, path: Path, value: Any, most: int, known: Collection[str] | None = None) -> str | None:
        if not isinstance(value, str):
            told = "is missing" if value is None else f"is {shown(value)}"
            self.add(path, f"{name(path)} {told}", 'it must be text in quotes ("...")')
        elif not value.strip() or len(value) > most or not value.replace("\n", "").isprintable():
            some = f"plain text of 1 to {most} characters" if most > 1 else "one character"
            self.add(path, f"{name(path)} is {shown(value)}", f"it must be {some}")
        elif known is not None and value not in known:
            self.unknown(path, value, known)
        else:
            return value
        return None

    def number(self, path: Path, value: Any, least: int, most: int) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.add(path, f"{name(path)} is {shown(value)}", f"it must be a whole number from {least} to {most}")
            return None
        return value

    def truth(self, path: Path, value: Any) -> bool | None:
        if not isinstance(value, bool):
            self.add(path, f"{name(path)} is {shown(value)}", "it must be true or false")
            return None
        return value

    def unknown(self, path: Path, word: str, known: Collection[str], thing: str = "") -> None:
        hint = suggestion(word, known)
        there = f"choose from {listed(dict.fromkeys(known), 'and')}" if known else "there are none"
        self.add(path, f"{thing or name(path)} {shown(word)} is unknown", hint + there)

    def keys(self, path: Path, table: dict[str, Any], known: Collection[str]) -> None:
        for key in table:
            if key not in known and len(self.found) == MOST:
                self.counted += 1
            elif key not in known:
                whose = name(path) if path else "a book"
                remedy = f"{suggestion(key, known)}its keys are {listed(known, 'and')}"
                self.add((*path, key), f"{whose} has an unknown key {shown(key)}", remedy)


def name(path: Path) -> str:
    """A path in words: "units camel-riders: move"."""
    words = [f"entry {part + 1}" if isinstance(part, int) else shown(part).strip("'\"") for part in path]
    if len(words) < 3:
        return " ".join(words) or "the book"
    return f"{' '.join(words[:-1])}: {words[-1]}"
