"""Losses that are only likely: forecasts count them instead of rolling."""

from typing import Final

from ...battle.unit import AIRCRAFT
from ...game.game import Game
from ...rules.turn.points import units_destroyed
from .position import CIVIL

NEAR: Final = 4  # cells
MOST_AT_ONCE: Final = 0.7  # of a strength point: more than this takes several blows


class Likely:
    """A battle in which some losses are only likely: how likely each unit is to be left, and with what strength."""

    def __init__(self, game: Game) -> None:
        self.game = game
        battle = game.battle
        self.by_strength = game.ruleset.strength is not None
        self.alive = [1.0] * len(battle.at)
        self.points = [float(strength) for strength in battle.strength]
        self.odds: dict[int, list[float]] = {}  # odds of each strength, from 0, that a struck unit may have left

    def strike(self, unit: int, loss: float) -> None:
        """A blow is expected to cost this many strength points, or that part of a unit without them."""
        if not self.by_strength:
            self.alive[unit] *= max(0.0, 1.0 - loss)
            return
        odds = self.odds.get(unit)
        if odds is None:
            strength: int = self.game.battle.strength[unit]
            if strength <= 0:
                return
            odds = [0.0] * strength + [1.0]
            self.odds[unit] = odds
        while loss > 0.0:
            one = min(loss, MOST_AT_ONCE)
            loss -= one
            for left in range(len(odds) - 1):
                odds[left] += one * odds[left + 1]
                odds[left + 1] *= 1.0 - one
        self.alive[unit] = 1.0 - odds[0]
        points = 0.0
        for left in range(len(odds)):
            points += left * odds[left]
        self.points[unit] = points

    def lost(self, side: int) -> float:
        """What is left, in strength points, or in units where a book has none."""
        battle = self.game.battle
        total = float(battle.lost[side])
        for unit in battle.units(side):
            if battle.still_in_play(unit):
                total += int(battle.strength[unit]) - self.points[unit] if self.by_strength else 1.0 - self.alive[unit]
        return total

    def destroyed(self, side: int) -> float:
        """Units."""
        battle = self.game.battle
        total = float(units_destroyed(battle, side))
        for unit in battle.units(side):
            if battle.still_in_play(unit):
                total += 1.0 - self.alive[unit]
        return total

    def how_likely_lost(self, side: int, amount: int, units: bool) -> float:
        """How likely it is that a side has lost this many units, or strength points."""
        battle = self.game.battle
        needed = amount - (units_destroyed(battle, side) if units else battle.lost[side])
        if needed <= 0:
            return 1.0
        sums = [1.0] + [0.0] * needed  # the odds of each loss so far; the last is for that loss or more
        for unit in battle.units(side):
            if self.alive[unit] >= 1.0 and unit not in self.odds:
                continue
            losses = [self.alive[unit], 1.0 - self.alive[unit]]
            if not units and unit in self.odds:
                losses = self.odds[unit][::-1]
            fresh = [0.0] * (needed + 1)
            for so_far in range(needed + 1):
                for more in range(len(losses)):
                    fresh[min(needed, so_far + more)] += sums[so_far] * losses[more]
            sums = fresh
        return sums[needed]

    def held(self, cell: int, side: int) -> float:
        """How likely it is that a side has anybody left in a cell."""
        battle = self.game.battle
        best = 0.0
        for unit in battle.units_in(cell):
            if battle.side_of(unit) == side:
                best = max(best, self.alive[unit])
        return best

    def weight_near(self, cell: int, side: int) -> float:
        """The fighting strength around a cell: the nearer a unit, the more it counts."""
        battle = self.game.battle
        grid = battle.field.grid
        total = 0.0
        for unit in battle.units(side):
            if battle.on_board(unit) and not battle.is_a(unit, CIVIL | AIRCRAFT):
                away = grid.distance(battle.at[unit], cell)
                if away <= NEAR:
                    total += self.alive[unit] * (1.0 - away / (NEAR + 1))
        return total
