"""Choosing sentences: the next one for a kind of thing, never the same words twice in a report."""

from collections import Counter
from collections.abc import Iterable

from ..battle.naming import capital

NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip


def number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


class Phrasebook:
    """Takes the sentences of a kind in turn, from a different starting point in every battle."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.used: Counter[tuple[str, ...]] = Counter()
        self.said: set[str] = set()

    def say(self, choices: tuple[str, ...], **words: str) -> str:
        """A sentence not yet used; nothing if all of them have been."""
        first = self.start + self.used[choices]
        for step in range(len(choices)):
            text = capital(choices[(first + step) % len(choices)].format(**words))
            if text not in self.said:
                self.used[choices] += step + 1
                self.said.add(text)
                return text
        return ""

    def remember(self, sentences: Iterable[str]) -> None:
        self.said.update(sentences)
