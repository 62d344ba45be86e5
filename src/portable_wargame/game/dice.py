"""Dice: first those laid out beforehand, then a seeded stream. One stream serves a battle."""

import hashlib
from typing import Final

WORD: Final = 0xFFFFFFFF
EVEN_LIMIT: Final = (WORD + 1) // 6 * 6  # words from here on would favour low scores


class Dice:
    """Six-sided dice, numbered from 0. The stream is xoshiro128**: its words stay small enough to be fast when
    compiled, and the same seed gives the same battle everywhere."""

    def __init__(self, seed: int, script: list[int] | None = None) -> None:
        digest = hashlib.sha256(f"portable-wargame dice {seed}".encode()).digest()
        self.words = [int.from_bytes(digest[start : start + 4], "big") for start in (0, 4, 8, 12)]
        self.script: list[int] = script.copy() if script is not None else []
        self.thrown: list[int] = []

    def copy(self) -> "Dice":
        twin = Dice(0)
        twin.words = self.words.copy()
        twin.script = self.script
        twin.thrown = self.thrown.copy()
        return twin

    def throw(self) -> int:
        number = len(self.thrown)
        score = self.script[number] if number < len(self.script) else self._next()
        self.thrown.append(score)
        return score

    def _next(self) -> int:
        while True:
            word = self._word()
            if word < EVEN_LIMIT:
                return word % 6 + 1

    def _word(self) -> int:
        a, b, c, d = self.words
        mixed = (b * 5) & WORD
        mixed = ((mixed << 7 | mixed >> 25) & WORD) * 9 & WORD
        shifted = b << 9 & WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = (d << 11 | d >> 21) & WORD
        self.words = [a, b, c, d]
        return mixed
