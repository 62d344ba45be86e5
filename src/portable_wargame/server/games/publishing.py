"""The record of a game as everybody will have it, and its chain up to the first secret.

A shot that was ordered in secret and taken back again is in no record: the lines about it are left out, and the
numbering skips them. So the chain is linked only when orders are disclosed; until then everybody sees the same head,
whatever was ordered.
"""

import json
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ...record.chain import Chain
from ...record.lines import Line, Reseated, WentBack, read
from ...record.recording import is_chained
from ...record.signing import SigningKey, sign
from ...speech.happenings import happening
from ...speech.trees import Sent
from ..store.base import Line as Kept
from ..wire import messages

GOING_BACK = ('{"back-to":', '{"reseated":')  # how lines that name another line begin


class Signing(NamedTuple):
    """The key to sign with, and the game."""

    key: SigningKey
    game: str


class Published:
    def __init__(self, header: str, is_chained: bool) -> None:
        self.is_chained = is_chained  # games from before there was a chain continue without one
        self.chain = Chain()
        self.chain.add(header)
        self.waiting: list[tuple[int, str]] = []  # lines that are not all disclosed yet, by their number in the store
        self.left_out: list[int] = []  # in their order

    def as_it_stands(self) -> "Published":
        """A copy for a thread, while the game continues."""
        twin = Published.__new__(Published)
        twin.is_chained, twin.waiting, twin.left_out = self.is_chained, [], self.left_out.copy()
        twin.chain = Chain(self.chain.lines, self.chain.head)
        return twin

    def note(self, number: int, line: Line, text: str) -> None:
        self.waiting.append((number, self.as_told(line, text)))

    def leave_out(self, *numbers: int) -> None:
        for number in numbers:
            insort(self.left_out, number)
        self.waiting = [one for one in self.waiting if one[0] not in numbers]

    def disclose(self) -> None:
        for _, text in self.waiting:
            self.chain.add(text)
        self.waiting = []

    def as_told(self, line: Line, text: str) -> str:
        """Lines that go back skip the ones left out, so their numbers change."""
        if not self.left_out or not isinstance(line, WentBack | Reseated):
            return text
        fewer = bisect_left(self.left_out, line.back_to - 1)
        return msgspec.structs.replace(line, back_to=line.back_to - fewer).text()

    def told(self) -> messages.Chain | None:
        return messages.Chain(lines=self.chain.lines, head=self.chain.head) if self.is_chained else None

    def lines(self, kept: Iterable[Kept]) -> Iterator[Kept]:
        """Those of the first lines of a game that are in its record."""
        out = set(self.left_out)
        for number, one in enumerate(kept):
            if number in out:
                continue
            is_told_otherwise = bool(out) and one.text.startswith(GOING_BACK)
            yield Kept(self.as_told(read(one.text), one.text), one.beside) if is_told_otherwise else one

    def record(self, kept: Iterable[Kept], signed: Signing | None = None) -> str:
        """The first lines of a game, as many as somebody may have, as a record. The signature, if there is to be one,
        follows the last line that everybody may have."""
        if not self.is_chained:
            return "".join(f"{one.text}\n" for one in self.lines(kept))
        chain = Chain()
        written: list[str] = []
        for one in self.lines(kept):
            written.append(chain.add(one.text))
            if signed is not None and chain.head == self.chain.head:
                written.append(sign(signed.key, signed.game, chain, one.beside.at).text())
        return "".join(f"{text}\n" for text in written)


def disclosed(lines: list[Kept]) -> str:
    """A record that cannot be read, without anything that may still be secret: orders at its end, orders that were
    taken back and, until the battle is over, anything placed in secret."""
    trees = [_tree(line.text) for line in lines]
    published = Published(lines[0].text, is_chained(trees[0]))
    standing: list[int] = []
    for number, tree in enumerate(trees):
        if "action" in tree:
            standing.append(number)
        elif "undo" in tree and standing:
            undone = standing.pop()
            if _is_order(trees[undone]):
                published.leave_out(undone, number)
    end = len(lines)
    while end > 0 and _is_order(trees[end - 1]):
        end -= 1
    if not any(_tells(tree, "over") for tree in trees):
        hiding = [number for number, tree in enumerate(trees) if _tells(tree, "hid")]
        end = min([end, *(number for number in hiding if number not in published.left_out)])
    return published.record(lines[:end])


def _tree(text: str) -> Sent:
    try:
        tree = json.loads(text)
    except ValueError:
        return {}
    return tree if isinstance(tree, dict) else {}


def _tells(tree: Sent, kind: str) -> bool:
    return any(isinstance(event, dict) and event.get("event") == kind for event in tree.get("events") or [])


def _is_order(tree: Sent) -> bool:
    return ("action" in tree or "undo" in tree) and all(
        isinstance(event, dict) and happening(str(event.get("event"))).repeats for event in tree.get("events") or []
    )
