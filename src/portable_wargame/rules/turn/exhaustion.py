"""Exhaustion: a side that has lost too much can no longer attack."""

from typing import Final

from ...battle.battle import EXHAUSTION
from ...battle.side import SIDES
from ...game.agenda import Step, StepKind
from ...game.changes import begin_phase
from ...game.course import exhaust
from ...game.game import Game
from ...grid.compiler import i64


class CheckExhaustion(StepKind):
    def run(self, game: Game, step: Step) -> None:
        rule = game.ruleset.exhaustion
        if rule is None:
            return
        begin_phase(game, EXHAUSTION)
        battle = game.battle
        for side in SIDES:
            if not battle.exhausted[side] and battle.lost[side] >= exhaustion_point(game, side):
                exhaust(game, side, rule.point)


def exhaustion_point(game: Game, side: i64) -> int:
    """The strength points a side must have lost: a fraction of those it began with, rounded up."""
    rule = game.ruleset.exhaustion
    assert rule is not None
    whole = game.battle.roster.strength[side]
    return -(-whole * rule.numerator // rule.denominator)


CHECK_EXHAUSTION: Final = CheckExhaustion("exhaustion")
