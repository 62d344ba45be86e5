"""Victory points, as the opponents see them: who leads, and what either side can expect if nobody moves."""

from typing import Final

from ...battle.battle import Battle
from ...battle.objectives import HOLD, Objective
from ...rules.turn.points import points_of, times

CLOSE: Final = 4.0  # points: a lead counts against what both have, but never against less


def lead_in_points(battle: Battle, side: int) -> float:
    """From -1 to 1: how far the side is ahead, as a share of both sides' points."""
    own, enemy = if_nobody_scores(battle, side), if_nobody_scores(battle, 1 - side)
    return (own - enemy) / max(CLOSE, own + enemy)


def if_nobody_scores(battle: Battle, side: int) -> float:
    """The points of a side at the end, if everybody stays put."""
    total = float(points_of(battle, side))
    turns = max(0, battle.objectives.turns - battle.turn + 1)
    for score in battle.objectives.scores:
        if score.side == side and score.each_turn:
            total += turns * score.points * times(battle, score)
    return total


def cells_that_score(battle: Battle) -> dict[int, float]:
    """The worth of each cell that scores points for either side, if held to the end: the best of them is 1."""
    worth: dict[int, float] = {}
    left = max(1, battle.objectives.turns - battle.turn + 1)
    for score in battle.objectives.scores:
        for cell in score.cells:
            worth[cell] = worth.get(cell, 0.0) + score.points * (left if score.each_turn else 1)
    best = max(worth.values()) if worth else 1.0
    return {cell: points / best for cell, points in worth.items()}


def holds_enough(battle: Battle, row: Objective) -> bool:
    held = 0
    for cell in row.cells:
        if battle.friend_in(cell, row.side):
            held += 1
    return row.kind == HOLD and held >= row.needed()


def at_least(odds: list[float], needed: int) -> float:
    """How likely that many of these come true, each with its own odds."""
    sums = [1.0] + [0.0] * needed
    for one in odds:
        for number in range(needed, -1, -1):
            here = sums[number]
            sums[number] = here * (1.0 - one) if number < needed else here
            if number < needed:
                sums[number + 1] += here * one
    return sums[needed]
