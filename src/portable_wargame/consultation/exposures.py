"""Exposure: the enemies that could shoot at a unit, or fight it, in a cell that it has not reached yet."""

from typing import Literal, NamedTuple

from ..ai.judgement.strikes import put
from ..battle.unit import AIRCRAFT
from ..game.game import Game
from ..game.tables import Attack, is_forbidden


class Exposure(NamedTuple):
    """An enemy, and what it could do."""

    unit: int
    how: Literal["fire", "fight", "bombard"]


class Exposures:
    """Where the enemies stand now, and as they face now."""

    def __init__(self, game: Game, unit: int) -> None:
        self.game = game.copy(game.dice)
        self.unit = unit
        self.known: dict[int, list[Exposure]] = {}
        battle = self.game.battle
        self.enemies = [
            enemy
            for enemy in battle.units(1 - battle.side_of(unit))
            if battle.on_board(enemy) and not battle.is_carried(enemy) and not battle.is_a(enemy, AIRCRAFT)
        ]

    def at(self, cell: int) -> list[Exposure]:
        if self.game.battle.is_a(self.unit, AIRCRAFT):
            return []
        if cell not in self.known:
            put(self.game.battle, self.unit, cell, self.game.battle.facing[self.unit])
            self.known[cell] = [one for enemy in self.enemies for one in self._by(enemy, cell)]
        return self.known[cell]

    def _by(self, enemy: int, cell: int) -> list[Exposure]:
        battle, ruleset = self.game.battle, self.game.ruleset
        kind = battle.type_of[enemy]
        distance = battle.field.grid.distance(battle.at[enemy], cell)
        found: list[Exposure] = []
        if distance <= kind.fire_range and not is_forbidden(ruleset.fire.restrictions, Attack(battle, enemy, cell)):
            found.append(Exposure(enemy, "fire"))
        if distance <= kind.artillery_range:
            if not is_forbidden(ruleset.artillery.restrictions, Attack(battle, enemy, cell)):
                found.append(Exposure(enemy, "bombard"))
        if distance == 1:
            found.append(Exposure(enemy, "fight"))
        return found
