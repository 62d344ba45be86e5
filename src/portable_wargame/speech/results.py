"""How a battle ended, as people say it.

A record keeps the reason in the few fixed words of `rules.turn.victory`. Its hash covers them, so they never change:
these rows turn them into a sentence.
"""

import re
from typing import NamedTuple

from ..battle.naming import agreeing, capital, counted, places_called, sounds_plural, with_article
from . import trees


class Ending(NamedTuple):
    reason: str  # a pattern of the words in the record
    words: str  # in braces its groups, the {winner}, the {loser} and what agrees with them


REACHED = r".* has reached its objective: "
POINTS = r"(\d+) points against (\d+)"
LOSSES = r"losses (\d+) of (\d+) (SP|units) against (\d+) of (\d+)"
ENDINGS = (
    Ending(REACHED + r"held (.*) at the end of turn (\d+)", "{winner} won by holding {0} at the end of turn {1}"),
    Ending(REACHED + r"survived to the end of turn (\d+)", "{winner} won by holding out to the end of turn {0}"),
    Ending(REACHED + r"(\d+) units off the (\w+) edge.*", "{winner} won by getting {units} off the {1} edge"),
    Ending(REACHED + r"(\d+) enemy SP destroyed.*", "{winner} won by destroying {0} enemy SP"),
    Ending(REACHED + r"(\d+) enemy units destroyed.*", "{winner} won by destroying {enemies}"),
    Ending(REACHED + r"(\d+) points.*", "{winner} won with {points}"),
    Ending(r".* has no unit left", "{winner} won: {loser} had no units left"),
    Ending(r".* has resigned", "{winner} won: {loser} resigned"),
    Ending(r"neither side has a unit left", "a draw: neither side had a unit left"),
    Ending(r"the players have agreed on a draw", "a draw, by agreement"),
)
# Endings that leave it to the losses.
STOPS = (
    Ending(r"both sides are exhausted", "both sides were exhausted"),
    Ending(r"a side is exhausted", "{exhausted} {exhausted_was} exhausted"),
    Ending(r"the battle's (\d+) turns are over", "the {0} turns were up"),
    Ending(r"neither side has an activation die left to throw", "neither side had an activation die left"),
)


def result_sentence(sides: dict[str, str], result: trees.Result, places: dict[str, str]) -> str:
    """How it ended, from the names of sides and places and the result in a state, without a full stop."""
    reason = result["reason"]
    winner, loser = _named(sides, result["winner"])
    words = {"winner": winner, "loser": loser}
    for ending in ENDINGS:
        found = re.fullmatch(ending.reason, reason)
        if found:
            number = int(found[1]) if found.groups() and found[1].isdecimal() else 0
            words |= {"units": counted(number, "unit"), "enemies": counted(number, "enemy unit")}
            words |= {"points": counted(number, "point")}
            said = capital(
                ending.words.format(*(places_called(part.split(", "), places) for part in found.groups()), **words)
            )
            return said + _degree(result)
    by_losses = _by_losses(sides, result) or _by_points(sides, result) or _when(winner, reason)
    if by_losses:
        return by_losses
    return capital(f"{winner} won: {reason}") if result["winner"] else f"A draw: {reason}"


def _by_losses(sides: dict[str, str], result: trees.Result) -> str:
    stop, _, tally = result["reason"].partition("; ")
    losses = re.fullmatch(LOSSES, tally)
    for ending in STOPS:
        found = re.fullmatch(ending.reason, stop)
        if found and losses:
            first, second = (with_article(name) for name in sides.values())
            lost = [(int(losses[1]), int(losses[2])), (int(losses[4]), int(losses[5]))]
            # The exhausted side has lost more; the words are needed only where one side is exhausted.
            names = list(sides.values())
            tired = names[0] if lost[0][0] * lost[1][1] > lost[1][0] * lost[0][1] else names[1]
            words = {"exhausted": with_article(tired), **agreeing(sounds_plural(tired), "exhausted_")}
            bill = f"{first} lost {losses[1]} of {losses[2]} {losses[3]}, {second} {losses[4]} of {losses[5]}"
            winner, _ = _named(sides, result["winner"])
            verdict = f"{winner} won with the smaller losses" if result["winner"] else "a draw"
            return f"{capital(ending.words.format(*found.groups(), **words))}: {verdict} ({bill})"
    return ""


def _by_points(sides: dict[str, str], result: trees.Result) -> str:
    stop, _, tally = result["reason"].partition("; ")
    points = re.fullmatch(POINTS, tally)
    for ending in STOPS:
        found = re.fullmatch(ending.reason, stop)
        if found and points:
            first, second = int(points[1]), int(points[2])
            winner, _ = _named(sides, result["winner"])
            score = f"{counted(max(first, second), 'point')} to {min(first, second)}"
            verdict = f"{winner} won by {score}{_degree(result)}" if result["winner"] else f"a draw, {score}"
            # The points do not tell which side is exhausted, if only one is.
            words = {"exhausted": "one side", "exhausted_was": "was"}
            return f"{capital(ending.words.format(*found.groups(), **words))}: {verdict}"
    return ""


def _when(winner: str, stop: str) -> str:
    """An ending without its tally, as the laboratory counts them: "The Coast Brigade won when the 9 turns were up"."""
    for ending in STOPS:
        found = re.fullmatch(ending.reason, stop)
        if found:
            words = ending.words.format(*found.groups(), exhausted="one side", exhausted_was="was")
            return capital(f"{winner} won when {words}" if winner else f"a draw when {words}")
    return ""


def _degree(result: trees.Result) -> str:
    """ ", a decisive victory" """
    degree = result.get("degree")
    return f", a {degree} victory" if degree else ""


def _named(sides: dict[str, str], winner: str | None) -> tuple[str, str]:
    others = [name for side, name in sides.items() if side != winner]
    return with_article(sides[winner]) if winner else "", with_article(others[-1])
