"""Losing strength, and the attacker's choice to try for the Commander instead."""

from typing import Final

from ...battle.battle import NOBODY
from ...battle.unit import COMMANDER
from ...game.actions import Action
from ...game.agenda import Chance, Decision, Reason, Step
from ...game.changes import destroy, lose_sp, note, roll_alike, tell, tell_order, tell_roll
from ...game.dice import at_least
from ...game.game import Game
from ...game.odds import foresee
from ...game.outcomes import COMMANDER_OR_SP
from ...grid.compiler import i64
from ..reasons import because
from .commanders import commander_in


def take_loss(game: Game, unit: i64, attacker: i64, clause: str) -> None:
    """The unit must lose a strength point; with a Commander beside it, the attacking side may choose to test the
    Commander."""
    battle = game.battle
    test = game.ruleset.hits.commander_test
    if test is not None and not battle.is_a(unit, COMMANDER):
        commander = commander_in(battle, battle.at[unit], battle.side_of(unit))
        if commander != NOBODY:
            game.push(Step(TEST_COMMANDER, attacker, unit, other=commander, clause=clause))
            tell_order(game, "held", clause, battle.side_of(unit), unit)
            return
    suffer_loss(game, unit, clause)


def suffer_loss(game: Game, unit: i64, clause: str) -> None:
    lose_sp(game, unit, clause)
    if game.battle.strength[unit] == 0:
        strength = game.ruleset.strength
        assert strength is not None
        remove(game, unit, strength.destroyed)


def remove(game: Game, unit: i64, clause: str) -> None:
    """Take a destroyed unit off, and see to the Commander it leaves alone."""
    battle = game.battle
    cell = battle.at[unit]
    side = battle.side_of(unit)
    was_commander = battle.is_a(unit, COMMANDER)
    rider = battle.carrying[unit]
    transport = game.ruleset.transport
    destroy(game, unit, clause)
    if rider != NOBODY:
        if transport is not None and battle.is_a(unit, transport.riders_on):
            destroy(game, rider, transport.riders_lost)
        else:
            pass_hits_on(game, unit, rider)
            for step in game.agenda:
                step.kind.after_release(game, step, rider)
    left_alone = game.ruleset.hits.left_alone
    if left_alone is None or was_commander:
        return
    left = [other for other in battle.units_in(cell) if battle.side_of(other) == side]
    if left and all(battle.is_a(other, COMMANDER) for other in left):
        for commander in reversed(left):
            game.push(Step(left_alone, side, commander))


def pass_hits_on(game: Game, carrier: i64, load: i64) -> None:
    """Hits still to come for a destroyed transport were hits on what it carried as well."""
    shared = game.ruleset.hits.shared
    for place, step in enumerate(game.agenda):
        if step.kind.strikes and step.unit == carrier:
            game.agenda[place] = step.passed_on(load, shared)


class TestCommander(Decision):
    """The attacker: test the Commander, or let the unit lose its strength point."""

    __test__ = False  # not a test case, whatever its name begins with

    def options(self, game: Game, step: Step) -> list[Action]:
        return [Action("test-commander", step.unit), Action("stand", step.unit)]

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        return [because(game, step.clause, "commander-first", step.unit)]

    def play(self, game: Game, step: Step, action: Action) -> None:
        if action.verb == "stand":
            suffer_loss(game, step.unit, step.clause)
            return
        test = game.ruleset.hits.commander_test
        assert test is not None
        dice = roll_alike(game, 1, at_least(test.killed_at))
        killed = dice[0] >= test.killed_at
        outcome = "killed" if killed else "unharmed"
        tell_roll(game, "commander", test.clause, step.side, step.other, dice, [], dice, test.killed_at, [outcome])
        if killed:
            destroy(game, step.other, test.clause, "killed")
            suffer_loss(game, step.unit, test.clause)
        else:
            tell(game, "survived", test.clause, step.unit)
            note(game, step.other, "unharmed")
            note(game, step.unit, "unharmed")

    def chances(self, game: Game, step: Step, action: Action) -> list[Chance]:
        return foresee(game, action)

    def effect(self, game: Game, step: Step) -> str:
        return COMMANDER_OR_SP


TEST_COMMANDER: Final = TestCommander("test the Commander", ensues=True)
