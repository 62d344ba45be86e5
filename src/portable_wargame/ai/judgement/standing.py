"""How likely a side is to win as a battle stands, learned from battles that captains fought against each other.

The logarithm of the odds is a weighted sum of the differences between the sides, leaving out any advantage that a
scenario gives one side from the outset, which no decision changes. A likely loss counts by its
probability. `benchmarks/standing.py` fits the weights.
"""

import math
from typing import Final

from ...battle.battle import Battle
from ...battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD, SCORE, SURVIVE, Objective
from ...battle.side import SIDES
from ...battle.unit import AIRCRAFT
from ...game.game import Game
from ...rules.turn.exhaustion import exhaustion_point
from ...rules.turn.points import points_of
from ...rules.turn.victory import has_exited, losses
from .likely import Likely
from .scoring import at_least, lead_in_points

WEIGHTS: Final = {
    "lead": 3.61,  # in shares of the armies lost
    "exhaustion": 1.30,  # the part lost of what exhausts a side
    "lead when both are exhausted": 1.48,
    "destruction": 0.98,  # the part destroyed of what has to be destroyed
    "destruction, nearly done": 0.92,
    "hold at the end": 0.96,  # the part held of the cells to hold
    "near, late": 0.89,  # friends and enemies around those cells
    "survival, late": 1.83,
    "exit": 2.50,  # the part gone of the units that have to leave
    "turn to act": 0.18,
}
CLEAR: Final = 10.0  # a tenth of an army is a clear lead
TELLS: Final = 15.0  # how surely the lead decides


def standing(likely: Likely, side: int, acts_next: int) -> float:
    """The side's chance of winning."""
    battle = likely.game.battle
    total = 0.0
    for name, amount in features(likely, acts_next).items():
        total += WEIGHTS[name] * amount
    won = 1.0 / (1.0 + math.exp(-total))
    for row in battle.objectives.rows:
        if row.kind in (DESTROY_SP, DESTROY_UNITS) and (not row.turn or row.turn >= battle.turn):
            met = likely.how_likely_lost(1 - row.side, row.amount, row.kind == DESTROY_UNITS)
            won += met * ((1.0 if row.side == 0 else 0.0) - won)
    return won if side == 0 else 1.0 - won


def features(likely: Likely, acts_next: int) -> dict[str, float]:
    """The evidence for the first side and, negative, for the second."""
    game = likely.game
    battle = game.battle
    time = min(1.0, battle.turn / max(1, battle.objectives.turns))
    lost = [likely.lost(0), likely.lost(1)]
    lead = lead_of(game, lost)
    found = {"lead": lead, "turn to act": 1.0 if acts_next == 0 else -1.0}
    if game.ruleset.exhaustion is not None:
        worn = [min(1.0, lost[side] / exhaustion_point(game, side)) for side in SIDES]
        found["exhaustion"] = worn[1] ** 2 - worn[0] ** 2
        found["lead when both are exhausted"] = math.tanh(CLEAR * lead) * (worn[0] * worn[1]) ** 3
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
            left[side] = max(left[side], min(1.0, exits(likely, row) / max(1, row.amount)))
        elif row.kind == SCORE:
            destruction[side] = max(destruction[side], min(1.0, points_of(battle, side) / row.amount))
        else:
            done = lost[1 - side] if row.kind == DESTROY_SP else likely.destroyed(1 - side)
            destruction[side] = max(destruction[side], min(1.0, done / max(1, row.amount)))
    found["destruction"] = destruction[0] - destruction[1]
    found["destruction, nearly done"] = destruction[0] ** 4 - destruction[1] ** 4
    found["hold at the end"] = time**4 * (hold[0] - hold[1])
    found["near, late"] = time * (near[0] - near[1])
    found["survival, late"] = time * (survival[0] - survival[1])
    found["exit"] = left[0] - left[1]
    return found


def lead_of(game: Game, lost: list[float]) -> float:
    """The first side's lead, in shares of the armies."""
    if game.battle.objectives.scores:
        return lead_in_points(game.battle, 0)
    return lost[1] / max(1, losses(game, 1)[1]) - lost[0] / max(1, losses(game, 0)[1])


def ground(likely: Likely, row: Objective) -> tuple[float, float]:
    """The part that a side holds of the cells it has to hold, and which side is stronger around them, from -1 to 1."""
    part, around = 0.0, 0.0
    for cell in row.cells:
        part += likely.held(cell, row.side)
        own, enemy = likely.weight_near(cell, row.side), likely.weight_near(cell, 1 - row.side)
        around += (own - enemy) / (own + enemy + 1.0)
    return min(1.0, part / row.needed()), around / len(row.cells)


def exits(likely: Likely, row: Objective) -> float:
    """Units that are off, and parts of units on the way, counting each by how likely it is to be alive."""
    battle = likely.game.battle
    gone = 0.0
    for unit in battle.units(row.side):
        if battle.is_a(unit, AIRCRAFT):
            continue
        if battle.left_over[unit] == row.edge:
            gone += 1
        elif battle.on_board(unit):
            depth = battle.field.grid.depth(battle.at[unit], row.edge)
            gone += max(0.0, 0.3 - 0.03 * depth) * likely.alive[unit]
    return gone


def outcome(likely: Likely, side: int) -> float:
    """The same for a battle that is over, or would be if the likely losses were real."""
    game = likely.game
    battle = game.battle
    won, open_yet = 0.0, 1.0  # the odds that the first side has won, and that nobody has so far
    for row in battle.objectives.rows:
        met = how_likely_met(likely, battle, row)
        if row.side == 0:
            won += open_yet * met
        open_yet *= 1.0 - met
    lead = lead_of(game, [likely.lost(0), likely.lost(1)])
    won += open_yet / (1.0 + math.exp(-TELLS * lead))
    return won if side == 0 else 1.0 - won


def how_likely_met(likely: Likely, battle: Battle, row: Objective) -> float:
    if row.turn and row.turn < battle.turn:
        return 0.0
    due = row.turn in (0, battle.turn)
    if row.kind == HOLD:
        if row.amount:
            return at_least([likely.held(cell, row.side) for cell in row.cells], row.amount) if due else 0.0
        met = 1.0 if due else 0.0
        for cell in row.cells:
            met *= likely.held(cell, row.side)
        return met
    if row.kind == SCORE:
        return 1.0 if points_of(battle, row.side) >= row.amount else 0.0
    if row.kind == SURVIVE:
        return 1.0 if due else 0.0
    if row.kind == EXIT:
        return 1.0 if has_exited(battle, row) else 0.0
    return likely.how_likely_lost(1 - row.side, row.amount, row.kind == DESTROY_UNITS)
