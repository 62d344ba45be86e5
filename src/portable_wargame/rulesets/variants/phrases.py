"""Phrases: a condition as a sentence, such as "is a camel-rider and not target in (cover or woods)", made callable."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ..._wording import listed, nearest, quoted, suggestion
from ...battle import unit as units
from ...battle.unit import QUALITIES
from ...game.ruleset import Ruleset
from ...rules.conditions import (
    ALL,
    ANY,
    NONE,
    AttackJoined,
    IsOfQuality,
    IsType,
    IsWithin,
    OfTheAttacker,
    OfTheTarget,
    StandsIn,
    StepJoined,
    StepsInto,
    StepsOutOf,
    TargetStandsIn,
    TypeSteps,
    UnitJoined,
)
from .conditions import ATTACK, COMBAT, CONDITIONS, KINDS, SHOT, STEP, UNIT

Made = Callable[..., Any]
LONGEST = 400  # characters of a condition
DEEPEST = 6  # brackets inside brackets
FARTHEST = 20
JOINS = ("and", "or", "not", "(", ")")
# What the words that name something look like: within 3, target in marsh, is a tank.
NAMED = re.compile(
    r"within (?P<cells>.+)|(?:(?:target )?in|enters|leaves) (?P<terrain>.+)|(?:target )?is (?:an? )?(?P<type>.+)"
)
JOINED = {ATTACK: AttackJoined, UNIT: UnitJoined, STEP: StepJoined}
# What a book may ask about a unit type besides its name.
ARMS: dict[str, int] = {
    name.lower().replace("_", "-"): getattr(units, name)
    for name in (
        "INFANTRY",
        "CAVALRY",
        "ARTILLERY",
        "TRANSPORT",
        "COMMANDER",
        "MACHINE_GUN",
        "MORTAR",
        "ENGINEERS",
        "SPOTTER",
        "TANK",
        "ARMOURED",
        "AIRCRAFT",
        "REGULAR",
        "MOUNTED",
    )
}


class WillNotDo(Exception):
    """Why a phrase won't work, and what would."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def phrases(ruleset: Ruleset, place: str) -> dict[str, Made]:
    """Everything that a book's phrases may say about a shot, a close combat, a unit or a step, by its words."""
    terrain = ruleset.terrain()
    features = tuple((name, terrain[name].bit) for name in ruleset.features)
    return _phrases(tuple(one.name for one in ruleset.unit_types), features, place)


@lru_cache(maxsize=16)
def _phrases(types: tuple[str, ...], features: tuple[tuple[str, int], ...], place: str) -> dict[str, Made]:
    if place == STEP:
        return {**_listed(STEP), **_of_steps(types, features)}
    own = _of_units(types, features)
    of_units = {**own, **_listed(UNIT)}
    if place == UNIT:
        return of_units
    said: dict[str, Made] = {words: OfTheAttacker(words, made) for words, made in of_units.items()}
    for words, made in own.items():
        if not words.startswith("in "):
            said[f"target {words}"] = OfTheTarget(f"target {words}", made)
    for name, bit in features:
        said[f"target in {name}"] = TargetStandsIn(f"target in {name}", bit)
    said |= {f"within {cells}": IsWithin(f"within {cells}", cells) for cells in range(1, FARTHEST + 1)}
    return {**said, **_listed(ATTACK), **_listed(place if place in (SHOT, COMBAT) else SHOT)}


def _listed(kind: str) -> dict[str, Made]:
    return {words: row.function for words, row in CONDITIONS[kind].items()}


def _types(types: tuple[str, ...]) -> dict[str, tuple[str, int]]:
    """Unit types and arms, as one would write them, each with the name and the arms it stands for."""
    named = {arm: ("", bits) for arm, bits in ARMS.items()}
    named |= {name: (name, 0) for name in types}
    return named | {name.replace("-", " "): found for name, found in named.items()}


def _of_units(types: tuple[str, ...], features: tuple[tuple[str, int], ...]) -> dict[str, Made]:
    said: dict[str, Made] = {}
    for name, (own, arms) in _types(types).items():
        for words in (f"is a {name}", f"is an {name}", f"is {name}"):
            said[words] = IsType(words, own, arms)
    for number, quality in enumerate(QUALITIES):
        said[f"is {quality}"] = IsOfQuality(f"is {quality}", number)
    for name, bit in features:
        said[f"in {name}"] = StandsIn(f"in {name}", bit)
    return said


def _of_steps(types: tuple[str, ...], features: tuple[tuple[str, int], ...]) -> dict[str, Made]:
    said: dict[str, Made] = {}
    for name, (own, arms) in _types(types).items():
        for words in (f"is a {name}", f"is an {name}", f"is {name}"):
            said[words] = TypeSteps(words, own, arms)
    for name, bit in features:
        said[f"enters {name}"] = StepsInto(f"enters {name}", bit)
        said[f"leaves {name}"] = StepsOutOf(f"leaves {name}", bit)
    return said


def condition(text: str, ruleset: Ruleset, place: str) -> Made:
    """What a phrase says, as something a row can hold; WillNotDo if it says nothing."""
    if len(text) > LONGEST:
        raise WillNotDo("a condition has too many words", f"it may have {LONGEST} characters")
    reader = Reader(ruleset, place, text)
    made = reader.either()
    if reader.at < len(reader.words):
        raise reader.left_over()
    return made


class Reader:
    """One reading of a phrase, the longest known words first: some of them have an `or` in them."""

    def __init__(self, ruleset: Ruleset, place: str, text: str) -> None:
        self.ruleset = ruleset
        self.place = place
        self.said = phrases(ruleset, place)
        self.joined: Any = JOINED[place if place in (UNIT, STEP) else ATTACK]
        self.words = text.lower().replace("(", " ( ").replace(")", " ) ").split()
        self.at = 0
        self.depth = 0
        self.longest = max(len(words.split()) for words in self.said)

    def either(self) -> Made:
        return self._several("or", ANY, self.both)

    def both(self) -> Made:
        return self._several("and", ALL, self.one)

    def _several(self, word: str, how: int, part: Callable[[], Made]) -> Made:
        begun, parts = self.at, [part()]
        while self._sees(word):
            parts.append(part())
        return self._made(begun, how, parts) if len(parts) > 1 else parts[0]

    def one(self) -> Made:
        begun = self.at
        if self._sees("not"):
            return self._made(begun, NONE, [self._inside(self.one)])
        if self._sees("("):
            inner = self._inside(self.either)
            if not self._sees(")"):
                raise WillNotDo("a bracket is not closed", "put ) where it ends")
            return inner
        for length in range(self.longest, 0, -1):
            words = " ".join(self.words[self.at : self.at + length])
            if words in self.said:
                self.at += len(words.split())
                return self.said[words]
        raise self.lost()

    def _inside(self, part: Callable[[], Made]) -> Made:
        self.depth += 1
        if self.depth > DEEPEST:
            raise WillNotDo("a condition is nested too deeply", f"{DEEPEST} levels are enough")
        made = part()
        self.depth -= 1
        return made

    def _sees(self, word: str) -> bool:
        if self.words[self.at : self.at + 1] != [word]:
            return False
        self.at += 1
        return True

    def _made(self, begun: int, how: int, parts: list[Made]) -> Made:
        words = " ".join(self.words[begun : self.at]).replace("( ", "(").replace(" )", ")")
        made: Made = self.joined(words, how, parts)
        return made

    def lost(self) -> WillNotDo:
        """Why the words from here to the next joining word or bracket are not a condition."""
        if self.at == len(self.words):
            return WillNotDo("a condition ends too soon", "say what must hold, as in: target in cover")
        elsewhere = self._asked_elsewhere()
        words = self._up_to_a_join()
        if elsewhere is not None:
            return elsewhere
        if not words:
            return WillNotDo(f"a condition is missing before {quoted(self.words[self.at])}", "say what must hold there")
        return self._unknown(words)

    def left_over(self) -> WillNotDo:
        """Why the words that follow can't stand there."""
        if self.words[self.at] == ")":
            return WillNotDo("a bracket is closed that was never opened", "take it out, or put ( where it begins")
        words = self._up_to_a_join() or self.words[self.at]
        known = " ".join(self.words[: self.at]).replace("( ", "(").replace(" )", ")")
        return WillNotDo(
            f"{quoted(words)} follows {quoted(known)} without a word between", "join the two with and, or, and not"
        )

    def _up_to_a_join(self) -> str:
        rest = self.words[self.at :]
        return " ".join(rest[: next((at for at, word in enumerate(rest) if word in JOINS), len(rest))])

    def _asked_elsewhere(self) -> WillNotDo | None:
        """Words that are a condition, but of something the row is not about."""
        for kind, rows in CONDITIONS.items():
            for length in range(min(8, len(self.words) - self.at), 0, -1):
                words = " ".join(self.words[self.at : self.at + length])
                if words in rows:
                    asked, here = (KINDS[one].partition(",")[0] for one in (kind, self.place))
                    told = f"{quoted(words)} is asked of {asked}, and this row is about {here}"
                    return WillNotDo(told, f"pw rules --conditions lists what can be asked of {here}")
        return None

    def _unknown(self, words: str) -> WillNotDo:
        """Words that are not a condition at all: suggests what they may have meant."""
        told, remedy = f"no condition here is called {quoted(words)}", "pw rules --conditions lists all"
        naming = NAMED.fullmatch(words)
        plain = [one for one in self.said if any(one in rows for rows in CONDITIONS.values())]
        near = nearest(words, plain, 0.8)
        if any(mark in words for mark in ",;&|"):
            return WillNotDo(told, "join conditions with and, or, not and brackets, and with nothing else")
        if naming is not None and naming["cells"]:
            return WillNotDo(told, f"a range is a number of cells up to {FARTHEST}, such as within 2")
        if near:
            return WillNotDo(told, f"did you mean {near}? {remedy}")
        if naming is None:
            near = nearest(words, plain)
            return WillNotDo(told, f"{f'did you mean {near}? ' if near else ''}{remedy}")
        if naming["terrain"]:
            called, there = naming["terrain"], listed(self.ruleset.features)
            hint = suggestion(called, self.ruleset.features) + f"choose from {there}"
            return WillNotDo(f"no terrain is called {quoted(called)}", f"{hint}; new terrain goes under [features]")
        called, known = naming["type"], [*(one.name for one in self.ruleset.unit_types), *ARMS, *QUALITIES]
        hint = suggestion(called, known) + f"choose from {listed(dict.fromkeys(known))}"
        return WillNotDo(f"no unit type, arm or quality is called {quoted(called)}", hint)
