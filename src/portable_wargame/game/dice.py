"""Dice: first those laid out beforehand, then a seeded stream. One stream serves a battle."""

import hashlib
from typing import Final

from ..grid.compiler import i64

WORD: Final = 0xFFFFFFFF
WORDS: Final = WORD + 1


class Stream:
    """Even numbers from a seed. It is xoshiro128**: its words stay small enough to be fast when compiled, and the same
    seed gives the same numbers everywhere."""

    def __init__(self, seed: str) -> None:
        digest = hashlib.sha256(seed.encode()).digest()
        self.a: i64 = int.from_bytes(digest[0:4], "big")
        self.b: i64 = int.from_bytes(digest[4:8], "big")
        self.c: i64 = int.from_bytes(digest[8:12], "big")
        self.d: i64 = int.from_bytes(digest[12:16], "big")

    def words(self) -> list[int]:
        return [self.a, self.b, self.c, self.d]

    def below(self, number: i64) -> i64:
        """One of 0, 1, ... number - 1, each as likely as the other."""
        while True:
            a, b, c, d = self.a, self.b, self.c, self.d
            mixed = b * 5 & WORD
            mixed = (mixed << 7 | mixed >> 25) & WORD
            mixed = mixed * 9 & WORD
            c ^= a
            d ^= b
            self.b = b ^ c
            self.a = a ^ d
            self.c = c ^ (b << 9 & WORD)
            self.d = (d << 11 | d >> 21) & WORD
            if mixed < WORDS - WORDS % number:  # words from here on would favour low numbers
                return mixed % number


class Luck:
    """What a player of no plan goes by when it chooses. It never touches the dice and need not be as good: drand48's
    numbers take a third of the time."""

    def __init__(self, seed: int) -> None:
        digest = hashlib.sha256(f"portable-wargame luck {seed}".encode()).digest()
        self.state: i64 = int.from_bytes(digest[0:6], "big")

    def below(self, number: i64) -> i64:
        """One of 0, 1, ... number - 1."""
        state = (self.state * 0x5DEECE66D + 11) & 0xFFFFFFFFFFFF
        self.state = state
        return (state >> 17) * number >> 31


class Dice(Stream):
    """Six-sided dice, numbered from 0."""

    def __init__(self, seed: int, script: list[int] | None = None) -> None:
        super().__init__(f"portable-wargame dice {seed}")
        self.script: list[int] = script.copy() if script is not None else []
        self.thrown: list[int] = []

    def copy(self) -> "Dice":
        twin = Dice(0)
        twin.a, twin.b, twin.c, twin.d = self.a, self.b, self.c, self.d
        twin.script = self.script
        twin.thrown = self.thrown.copy()
        return twin

    def throw(self) -> int:
        number = len(self.thrown)
        score = self.script[number] if number < len(self.script) else self.below(6) + 1
        self.thrown.append(score)
        return score
