"""Losing strength, and the attacker's choice to try for the Commander instead."""

from typing import Final

from ...battle.battle import NOBODY
from ...battle.unit import COMMANDER
from ...game.actions import Action
from ...game.agenda import Chance, Decision, Reason, Step
from ...game.changes import destroy, lose_sp, roll, tell, tell_roll
from ...game.game import Game
from ...grid.compiler import i64
from ..reasons import unit_name
from .commanders import commander_in


def take_loss(game: Game, unit: i64, attacker: i64, clause: str) -> None:
    """The unit is to lose a strength point; with a Commander beside it, the attacking side may choose to test him."""
    battle = game.battle
    test = game.ruleset.hits.commander_test
    if test is not None and not battle.is_a(unit, COMMANDER):
        commander = commander_in(battle, battle.at[unit], battle.side_of(unit))
        if commander != NOBODY:
            game.push(Step(TEST_COMMANDER, attacker, unit, other=commander, clause=clause))
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
    """The hits that a destroyed transport has still to come were hits on what it carried as well."""
    shared = game.ruleset.hits.shared
    for place, step in enumerate(game.agenda):
        if step.kind.strikes and step.unit == carrier:
            game.agenda[place] = Step(
                step.kind, step.side, load, step.cell, step.other, step.path, clause=shared, amount=step.amount
            )


class TestCommander(Decision):
    """The attacker: test the Commander, or let the unit lose its strength point."""

    __test__ = False  # not a test case, whatever its name begins with

    def options(self, game: Game, step: Step) -> list[Action]:
        return [Action("test-commander", step.unit), Action("stand", step.unit)]

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        name = unit_name(game, step.unit)
        return [Reason(step.clause, f"the attacker must say whether the Commander with {name} is tested")]

    def play(self, game: Game, step: Step, action: Action) -> None:
        if action.verb == "stand":
            suffer_loss(game, step.unit, step.clause)
            return
        test = game.ruleset.hits.commander_test
        assert test is not None
        dice = roll(game, 1)
        killed = dice[0] >= test.killed_at
        outcome = "killed" if killed else "unharmed"
        tell_roll(game, "commander", test.clause, step.side, step.other, dice, [], dice, test.killed_at, [outcome])
        if killed:
            destroy(game, step.other, test.clause)
            suffer_loss(game, step.unit, test.clause)
        else:
            tell(game, "survived", test.clause, step.unit)

    def chances(self, game: Game, step: Step, action: Action) -> list[Chance]:
        test = game.ruleset.hits.commander_test
        if action.verb == "stand" or test is None:
            return [Chance(1.0, [(step.unit, "loses-sp")])]
        killed = (7 - test.killed_at) / 6
        return [
            Chance(killed, [(step.other, "killed"), (step.unit, "loses-sp")]),
            Chance(1 - killed, [(step.other, "unharmed"), (step.unit, "unharmed")]),
        ]


TEST_COMMANDER: Final = TestCommander("test the Commander")
