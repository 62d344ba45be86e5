"""Dice: each comes from its source at the moment it is thrown. One source serves a battle."""

import hashlib
from collections.abc import Callable
from typing import Final

from ..grid.compiler import i64

WORD: Final = 0xFFFFFFFF
WORDS: Final = WORD + 1


class Stream:
    """Even numbers from a seed. It is xoshiro128**: its words stay small enough to be fast when compiled, and the same
    seed gives the same numbers everywhere."""

    def __init__(self) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.d: i64 = 0

    def sow(self, seed: str) -> None:
        digest = hashlib.sha256(seed.encode()).digest()
        self.a = int.from_bytes(digest[0:4], "big")
        self.b = int.from_bytes(digest[4:8], "big")
        self.c = int.from_bytes(digest[8:12], "big")
        self.d = int.from_bytes(digest[12:16], "big")

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
    """Random numbers for a player without a plan. They never touch the dice and need not be as good: drand48's
    numbers take a third of the time."""

    def __init__(self, seed: int) -> None:
        digest = hashlib.sha256(f"portable-wargame luck {seed}".encode()).digest()
        self.state: i64 = int.from_bytes(digest[0:6], "big")

    def below(self, number: i64) -> i64:
        """One of 0, 1, ... number - 1."""
        state = (self.state * 0x5DEECE66D + 11) & 0xFFFFFFFFFFFF
        self.state = state
        return (state >> 17) * number >> 31


# The die of a number, counted from 0. It stays the same however often you ask, so copies of a game share a source.
Source = Callable[[int], int]


class Dice(Stream):
    """Six-sided dice from a source, or from the stream of a seed: simulations throw millions of those. The seed is sown
    with the first throw, for most dice are given to a copy of a game on which nobody throws."""

    def __init__(self, source: int | Source) -> None:
        super().__init__()
        self.source: Source | None = None
        self.seed = 0
        if isinstance(source, int):
            self.seed = source
        else:
            self.source = source
        self.thrown: list[int] = []
        self.forks = False  # whether every face is tried in turn

    def copy(self) -> "Dice":
        """A separate copy of these dice, which will throw the same numbers."""
        twin = Dice(self.seed if self.source is None else self.source)
        twin.a, twin.b, twin.c, twin.d = self.a, self.b, self.c, self.d
        twin.thrown = self.thrown.copy()
        return twin

    def throw(self) -> int:
        source = self.source
        if source is None and not self.thrown:
            self.sow(f"portable-wargame dice {self.seed}")
        score: int = self.below(6) + 1 if source is None else source(len(self.thrown))
        self.thrown.append(score)
        return score

    def tell_alike(self, ways: "Ways") -> None:
        """Of the throws to come: which faces lead to the same. Only dice that fork want to know."""


FACES: Final = 6
EACH_BY_ITSELF: Final = [1, 2, 3, 4, 5, 6]


class Ways:
    """The ways a die can fall, as far as they make a difference."""

    def __init__(self, kinds: list[int]) -> None:
        """`kinds`: what each face leads to."""
        first = [kinds.index(kind) for kind in dict.fromkeys(kinds)]
        self.faces = [place + 1 for place in first]  # one of each kind
        self.counts = [kinds.count(kinds[place]) for place in first]  # how many are of that kind


EACH_FACE: Final = Ways(EACH_BY_ITSELF)
AT_LEAST: Final = [Ways([int(face >= least) for face in EACH_BY_ITSELF]) for least in range(FACES + 2)]


def at_least(least: int) -> Ways:
    """For throws where only reaching this score matters."""
    return AT_LEAST[min(max(least, 0), FACES + 1)]


class Forks(Dice):
    """Dice that fall in every possible way, one way after another: each run throws what `another` has settled, then
    the first kind of face that no run has tried. Faces that lead to the same result are thrown once for all of
    them."""

    def __init__(self) -> None:
        super().__init__(0)
        self.forks = True
        self.alike = EACH_FACE
        self.throws: list[Ways] = []  # those of this run
        self.choice: list[int] = []  # the kind that each falls on now
        self.ways = 1  # in which the dice of this run can fall

    def tell_alike(self, ways: "Ways") -> None:
        self.alike = ways

    def throw(self) -> int:
        number = len(self.thrown)
        if number == len(self.choice):
            self.throws.append(self.alike)
            self.choice.append(0)
        ways = self.throws[number]
        chosen = self.choice[number]
        self.ways *= ways.counts[chosen]
        face = ways.faces[chosen]
        self.thrown.append(face)
        return face

    def another(self) -> bool:
        """Whether there is another way for the dice to fall; if so, the next run throws it."""
        self.thrown = []
        self.ways = 1
        while self.choice:
            if self.choice[-1] + 1 < len(self.throws[-1].faces):
                self.choice[-1] += 1
                return True
            self.choice.pop()
            self.throws.pop()
        return False


class LaidOut:
    """A source: dice laid out beforehand, then those of a seed."""

    def __init__(self, dice: list[int], seed: int) -> None:
        self.dice = dice.copy()
        self.stream = Dice(seed)

    def die(self, number: int) -> int:
        while number >= len(self.dice):
            self.dice.append(self.stream.throw())
        return self.dice[number]
