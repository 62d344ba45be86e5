"""Luck: the hits that fell, beside those that the exact odds of every attack made one expect.

A hit that costs a strength point or a unit counts 1; one that drives back, pins, or leaves its victim the choice to
retreat counts a half. What the victim then chooses is not luck. Odds are those of the moment in which the
attack is ordered, so two guns at one target expect a little more than they can get.
"""

from ..battle.battle import Battle
from ..game.actions import Action
from ..game.events import Event, Roll
from ..game.game import Game
from ..game.outcomes import BY_NUMBER, LIGHT, TO_COME, outcome
from ..game.ruleset import Ruleset
from .kinds import Kinds


class Harm:
    """By side, what it suffers. The page, the report and the laboratory all reckon luck by this."""

    def __init__(self, ruleset: Ruleset, kinds: Kinds) -> None:
        self.hits = ruleset.hits
        self.attacking = kinds.attacking
        self.throws = bool(ruleset.hits.tables)  # whether each hit is thrown for
        # The clauses of attacks; mines and gas strike too, but nobody ordered them to.
        self.attacks = {ruleset.hits.shared, ruleset.artillery.clause, ruleset.fire.clause}
        if ruleset.transport is not None:
            self.attacks.add(ruleset.transport.riders_hit)

    def expected(self, game: Game, action: Action) -> list[float]:
        """From a legal action, before it is carried out."""
        expected = [0.0, 0.0]
        if game.is_attack(action) and not action.gas:
            for chance in game.chances(action):
                for unit, effect in chance.effects:
                    side: int = game.battle.side_of(unit)
                    expected[side] += chance.probability * self._weight(game.battle, unit, effect)
        return expected

    def _weight(self, battle: Battle, unit: int, effect: str) -> float:
        row = outcome(effect)
        if row is not TO_COME:
            return row.weight
        total = 0.0
        for share, what in self.hits.tables[battle.roster.quality[unit]].odds():
            total += share * BY_NUMBER[what].weight
        return total

    def suffered(self, events: list[Event]) -> list[float]:
        """The hits among what happened."""
        suffered = [0.0, 0.0]
        by_attack = False
        driven_back: set[int] = set()  # rolled to retreat; they had no choice about losses before anybody decides
        for event in events:
            side: int = event.side
            unit: int = event.unit
            if isinstance(event, Roll):
                if event.words in self.attacking:
                    self.attacks.add(event.clause)
                elif event.words == "hit" and by_attack:
                    weight = outcome(event.outcomes[0]).weight
                    suffered[side] += weight
                    if weight == LIGHT:
                        driven_back.add(unit)
            elif event.kind == "hit":
                by_attack = event.clause in self.attacks
            elif event.kind in ("lost-sp", "destroyed"):
                if unit in driven_back:
                    suffered[side] += 1 - LIGHT
                    driven_back.discard(unit)
                elif event.clause in self.attacks and (not self.throws or event.kind == "lost-sp"):
                    suffered[side] += 1.0
            elif event.kind == "pinned":
                suffered[side] += LIGHT
        return suffered


def both(one: list[float], other: list[float]) -> list[float]:
    return [one[0] + other[0], one[1] + other[1]]
