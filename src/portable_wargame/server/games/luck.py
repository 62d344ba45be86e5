"""Luck: what dice did, against what they do on average. It is counted for the side whose enemy suffers."""

from typing import Any

from ...battle.battle import Battle
from ...battle.side import SIDES
from ...game.actions import Action
from ...game.agenda import Chance
from ...game.game import Game
from ...game.outcomes import outcome
from ..wire.messages import Luck

Tree = dict[str, Any]
Expected = list[tuple[float, float]]  # by side, hits and losses

NOTHING_EXPECTED: Expected = [(0.0, 0.0), (0.0, 0.0)]


def expected(game: Game, action: Action) -> Expected:
    """What the dice of a legal action do on average, down to where a choice begins."""
    return of_chances(game.battle, game.chances(action), game.ruleset.strength is not None)


def of_chances(battle: Battle, chances: list[Chance], counts_strength: bool) -> Expected:
    hits, losses = [0.0, 0.0], [0.0, 0.0]
    for chance in chances:
        left = {unit: int(battle.strength[unit]) if counts_strength else 1 for unit, _ in chance.effects}
        for unit, effect in chance.effects:
            row = outcome(effect)
            if not row.strikes:
                continue
            gainer = 1 - battle.side_of(unit)
            hits[gainer] += chance.probability
            lost = left[unit] if row.removes else min(int(row.points), left[unit])
            left[unit] -= lost
            losses[gainer] += chance.probability * lost
    return [(hits[side], losses[side]) for side in SIDES]


def luck(before: Battle, after: Battle, action: Tree | None, events: list[Tree], hoped: Expected) -> dict[str, Luck]:
    """Of one step: what was to be expected, and what came of it. What a side chose to lose is not luck."""
    ids = after.roster.side_ids
    told: dict[str, Luck] = {}
    for side in SIDES:
        lost = after.lost[1 - side] - before.lost[1 - side]
        if action is not None and action["do"] == "lose-sp" and _side_of(after, action["unit"]) != side:
            lost -= 1
        hits = _hits(events, ids[1 - side])
        one = Luck(hits=hits, expected_hits=hoped[side][0], losses=lost, expected_losses=hoped[side][1])
        if one != Luck():
            told[ids[side]] = one
    return told


def _side_of(battle: Battle, unit: str) -> int:
    return battle.side_of(battle.roster.unit_ids.index(unit))


def _hits(events: list[Tree], victim: str) -> int:
    """Hits on units of a side: thrown for one by one or, in books without such a throw, seen by what they did."""
    number = 0
    thrown_for: set[str] = set()
    for event in events:
        if event.get("side") != victim:
            continue
        if event["event"] == "roll" and event["for"] == "hit":
            number += 1
            thrown_for.add(event["unit"])
        elif event["event"] == "pinned" or (event["event"] == "destroyed" and event["unit"] not in thrown_for):
            number += 1
    return number
