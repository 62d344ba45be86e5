"""How likely a side is to win as a battle stands, learned from battles that captains fought against each other.

A sum of what a battle has about it, each difference between the sides with its weight: the logarithm of the odds, but
for what one side of a scenario has over the other from the outset, which no decision changes. What is likely to be
lost counts as lost by so much. `benchmarks/standing.py` fits the weights.
"""

import math

from ..battle.battle import Battle
from ..battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD, SURVIVE, Objective
from ..battle.side import SIDES
from ..battle.unit import AIRCRAFT
from ..game.game import Game
from ..rules.exhaustion import exhaustion_point
from ..rules.victory import has_exited, losses, units_destroyed
from .outlook import exits
from .position import CIVIL
from .values import worth

WEIGHTS = {
    "strength": 1.73,  # the logarithm of what the units are worth
    "strength while there is time": -0.75,
    "lead": 2.95,  # in shares of the armies lost
    "lead, late": -1.38,
    "lead at the end": 0.70,
    "destruction": 0.79,  # of what has to be destroyed, the part that is
    "destruction, squared": -0.55,
    "destruction, nearly done": 3.24,
    "exhaustion": 1.44,  # of what exhausts a side, the part that is lost
    "exhausted": -1.05,
    "lead when both are exhausted": 3.63,
    "hold": -0.28,  # cells to be held, the part that is
    "hold, late": -0.01,
    "hold at the end": 2.06,
    "hold in the last turn": 0.70,
    "near": 0.38,  # friends and enemies around those cells
    "near, late": 0.12,
    "survival": -0.23,
    "survival, late": 0.62,
    "survival at the end": 2.62,
    "exit": -1.67,  # of the units that have to go, the part that has gone
    "exit, squared": 5.20,
    "turn to act": 0.13,
}
NEAR = 4  # cells
MOST_AT_ONCE = 0.7  # of a strength point: more is several blows
WON = 8.0  # more than any standing
CLEAR = 10.0  # a tenth of the army is a clear lead
TELLS = 15.0  # how surely the lead decides


class Likely:
    """A battle in which some losses are only likely: how likely each unit is left, and with what strength."""

    def __init__(self, game: Game) -> None:
        self.game = game
        battle = game.battle
        self.by_strength = game.ruleset.strength is not None
        self.alive = [1.0] * len(battle.at)
        self.points = [float(strength) for strength in battle.strength]
        self.odds: dict[int, list[float]] = {}  # of the strengths that a unit which was struck may have left, from 0

    def strike(self, unit: int, loss: float) -> None:
        """By a blow that is expected to cost so many strength points, or such a part of a unit without them."""
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
        """Strength points, or units in a book without them."""
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
        """That a side has lost so many units, or strength points."""
        battle = self.game.battle
        needed = amount - (units_destroyed(battle, side) if units else battle.lost[side])
        if needed <= 0:
            return 1.0
        sums = [1.0] + [0.0] * needed  # the odds of each loss so far; the last, of that or more
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

    def worth(self, side: int) -> float:
        battle = self.game.battle
        total = 0.0
        for unit in battle.units(side):
            if battle.still_in_play(unit):
                left = self.alive[unit]
                if self.by_strength:
                    left = self.points[unit] / max(1, int(battle.strength[unit]))
                total += worth(self.game, unit) * left
        return total

    def held(self, cell: int, side: int) -> float:
        """How likely somebody of a side is left in a cell."""
        battle = self.game.battle
        best = 0.0
        for unit in battle.units_in(cell):
            if battle.side_of(unit) == side:
                best = max(best, self.alive[unit])
        return best

    def weight_near(self, cell: int, side: int) -> float:
        """Of the fighting units around a cell: the nearer, the more."""
        battle = self.game.battle
        grid = battle.field.grid
        total = 0.0
        for unit in battle.units(side):
            if battle.on_board(unit) and not battle.is_a(unit, CIVIL | AIRCRAFT):
                away = grid.distance(battle.at[unit], cell)
                if away <= NEAR:
                    total += self.alive[unit] * (1.0 - away / (NEAR + 1))
        return total


def standing(likely: Likely, side: int, acts_next: int) -> float:
    """The side's prospects, as the logarithm of the odds."""
    total = 0.0
    known = features(likely, acts_next)
    for name, weight in WEIGHTS.items():
        total += weight * known.get(name, 0.0)
    for row in likely.game.battle.objectives.rows:
        if row.kind in (DESTROY_SP, DESTROY_UNITS) and (not row.turn or row.turn >= likely.game.battle.turn):
            met = likely.how_likely_lost(1 - row.side, row.amount, row.kind == DESTROY_UNITS)
            total += met * ((WON if row.side == 0 else -WON) - total)
    return total if side == 0 else -total


def features(likely: Likely, acts_next: int) -> dict[str, float]:
    """What speaks for the first side, and with a minus what speaks for the second."""
    game = likely.game
    battle = game.battle
    time = min(1.0, battle.turn / max(1, battle.objectives.turns))
    late = time**4
    strength = math.log(likely.worth(0) + 2) - math.log(likely.worth(1) + 2)
    lost = [likely.lost(0), likely.lost(1)]
    lead = lead_of(game, lost)
    found = {
        "strength": strength,
        "strength while there is time": strength * (1 - time),
        "lead": lead,
        "lead, late": lead * time,
        "turn to act": 1.0 if acts_next == 0 else -1.0,
    }
    if game.ruleset.exhaustion is not None:
        near = [min(1.0, lost[side] / exhaustion_point(game, side)) for side in SIDES]
        found["exhaustion"] = near[1] ** 2 - near[0] ** 2
        found["exhausted"] = near[1] ** 6 - near[0] ** 6
        found["lead when both are exhausted"] = math.tanh(CLEAR * lead) * (near[0] * near[1]) ** 3
    destruction, hold, near, survival, left = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for row in battle.objectives.rows:
        if row.turn and row.turn < battle.turn:
            continue
        side = row.side
        if row.kind == HOLD:
            part, around = ground(likely, row)
            hold[side] = max(hold[side], part)
            near[side] = max(near[side], around) if near[side] else around
        elif row.kind == SURVIVE:
            survival[side] = 1.0
        elif row.kind == EXIT:
            left[side] = max(left[side], min(1.0, exits(game, row) / max(1, row.amount)))
        else:
            done = lost[1 - side] if row.kind == DESTROY_SP else likely.destroyed(1 - side)
            destruction[side] = max(destruction[side], min(1.0, done / max(1, row.amount)))
    if survival[0] + survival[1] == 0.0:
        found["lead at the end"] = math.tanh(CLEAR * lead) * late
    found["destruction"] = destruction[0] - destruction[1]
    found["destruction, squared"] = destruction[0] ** 2 - destruction[1] ** 2
    found["destruction, nearly done"] = destruction[0] ** 4 - destruction[1] ** 4
    found["hold"] = hold[0] - hold[1]
    found["hold, late"] = time * (hold[0] - hold[1])
    found["hold at the end"] = late * (hold[0] - hold[1])
    found["hold in the last turn"] = time**12 * (hold[0] - hold[1])
    found["near"] = near[0] - near[1]
    found["near, late"] = time * (near[0] - near[1])
    found["survival"] = survival[0] - survival[1]
    found["survival, late"] = time * (survival[0] - survival[1])
    found["survival at the end"] = late * (survival[0] - survival[1])
    found["exit"] = left[0] - left[1]
    found["exit, squared"] = left[0] ** 2 - left[1] ** 2
    return found


def lead_of(game: Game, lost: list[float]) -> float:
    """Of the first side, in shares of the armies."""
    return lost[1] / max(1, losses(game, 1)[1]) - lost[0] / max(1, losses(game, 0)[1])


def ground(likely: Likely, row: Objective) -> tuple[float, float]:
    """Of the cells that a side is to hold: the part that it holds, and who is stronger around them, from -1 to 1."""
    part, around = 0.0, 0.0
    for cell in row.cells:
        part += likely.held(cell, row.side)
        own, enemy = likely.weight_near(cell, row.side), likely.weight_near(cell, 1 - row.side)
        around += (own - enemy) / (own + enemy + 1.0)
    return part / len(row.cells), around / len(row.cells)


def outcome(likely: Likely, side: int) -> float:
    """The same for a battle that is over, or would be but for what was not thrown for."""
    game = likely.game
    battle = game.battle
    won, open_yet = 0.0, 1.0  # how likely the first side has won, and that nobody has so far
    for row in battle.objectives.rows:
        met = how_likely_met(likely, battle, row)
        if row.side == 0:
            won += open_yet * met
        open_yet *= 1.0 - met
    lead = lead_of(game, [likely.lost(0), likely.lost(1)])
    won += open_yet / (1.0 + math.exp(-TELLS * lead))
    return (WON if side == 0 else -WON) * (2.0 * won - 1.0)


def how_likely_met(likely: Likely, battle: Battle, row: Objective) -> float:
    if row.turn and row.turn < battle.turn:
        return 0.0
    due = row.turn in (0, battle.turn)
    if row.kind == HOLD:
        met = 1.0 if due else 0.0
        for cell in row.cells:
            met *= likely.held(cell, row.side)
        return met
    if row.kind == SURVIVE:
        return 1.0 if due else 0.0
    if row.kind == EXIT:
        return 1.0 if has_exited(battle, row) else 0.0
    return likely.how_likely_lost(1 - row.side, row.amount, row.kind == DESTROY_UNITS)
