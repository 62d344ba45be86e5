"""Luck: the hits that fell, beside those that the exact odds of every attack made one expect.

A hit that costs a strength point or a unit counts 1; one that drives back, pins, or leaves its victim the choice to
retreat counts a half. What the victim then chooses is no matter of luck. Odds are those of the moment in which the
attack is ordered, so two guns at one target expect a little more than they can get.
"""

from ...game.actions import Action
from ...game.agenda import Chance
from ...game.events import Event, Roll
from ...game.game import Game
from ...game.outcomes import LIGHT, outcome
from ...game.tables import EFFECTS, PINNED
from ...speech.throws import throw


class Harm:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.suffered = [0.0, 0.0]
        self.expected = [0.0, 0.0]
        hits = game.ruleset.hits
        transport = game.ruleset.transport
        self.throws = bool(hits.tables)  # whether each hit is thrown for
        # The clauses of attacks; mines and gas strike too, but nobody ordered them to.
        self.attacks = {hits.shared, game.ruleset.artillery.clause, game.ruleset.fire.clause}
        if transport is not None:
            self.attacks.add(transport.riders_hit)

    def expect(self, action: Action) -> None:
        """Before the action is carried out."""
        if self.game.is_attack(action) and not action.gas:
            for chance in self.game.chances(action):
                self._add(chance)

    def _add(self, chance: Chance) -> None:
        battle = self.game.battle
        for unit, effect in chance.effects:
            if effect != EFFECTS[PINNED] or not battle.pinned[unit]:
                self.expected[battle.side_of(unit)] += chance.probability * outcome(effect).weight

    def count(self, events: list[Event]) -> None:
        """After it: the hits among what happened."""
        by_attack = False
        driven_back: set[int] = set()  # thrown to retreat; what they lose before anybody decides, they had no choice in
        for event in events:
            if isinstance(event, Roll):
                if throw(event.words).attacks:
                    self.attacks.add(event.clause)
                elif event.words == "hit" and by_attack:
                    weight = outcome(event.outcomes[0]).weight
                    self.suffered[event.side] += weight
                    if weight == LIGHT:
                        driven_back.add(event.unit)
            elif event.kind == "hit":
                by_attack = event.clause in self.attacks
            elif event.kind in ("lost-sp", "destroyed"):
                if event.unit in driven_back:
                    self.suffered[event.side] += 1 - LIGHT
                    driven_back.discard(event.unit)
                elif event.clause in self.attacks and (not self.throws or event.kind == "lost-sp"):
                    self.suffered[event.side] += 1.0
            elif event.kind == "pinned":
                self.suffered[event.side] += LIGHT
