"""Activation: which units a side may act with, one after another, and how many."""

from typing import Final

from ...battle.battle import ACTIVATION, LOAD, NOBODY, UNLOAD, WAITING, Battle
from ...battle.terrain import TRENCH
from ...battle.unit import FINISHED
from ...game.actions import NO_ACTIONS, Action
from ...game.agenda import Activity, Chance, Decision, Reason, Step, StepKind
from ...game.changes import begin_crossing, begin_phase, drop_task, finish, roll, tell_order, tell_roll
from ...game.course import act_with, allow_activations, gain_activation, stop_activations
from ...game.game import Game
from ...grid.compiler import i64
from ..air.aircraft import crash_the_idle
from ..fire.artillery import why_no_bombardment
from ..movement.march import MOVE
from ..reasons import because
from ..words import deed
from .activation_dice import activation_dice
from .refusals import ANSWERS, why_gone, why_never, why_not_there


class EveryUnit(StepKind):
    """Every unit of the side may act once."""

    def run(self, game: Game, step: Step) -> None:
        roster = game.battle.roster
        number = 0
        for unit in range(roster.first[step.side], roster.end[step.side]):
            if is_candidate(game.battle, unit):
                number += 1
        begin_activations(game, step.side, number, game.ruleset.activation.clause)


class ActivationDice(StepKind):
    """A die for a Commander and one for every this many other units; their sum is the number of activations."""

    def run(self, game: Game, step: Step) -> None:
        rule = game.ruleset.activation
        faces = roll(game, activation_dice(game, step.side))
        scores = [rule.faces[face - 1] for face in faces]
        tell_roll(game, "activation", rule.clause, step.side, NOBODY, faces, [], scores, 0, [])
        army = game.battle.roster.armies[step.side]
        begin_activations(game, step.side, sum(scores), rule.counted.get(army, rule.clause))


def begin_activations(game: Game, side: i64, number: int, clause: str) -> None:
    battle = game.battle
    begin_phase(game, ACTIVATION, side)
    allow_activations(game, side, number, clause)
    if game.ruleset.movement.crossings & TRENCH:
        for unit in range(battle.roster.first[side], battle.roster.end[side]):
            if battle.at[unit] >= 0 and battle.features[battle.at[unit]] & TRENCH:
                begin_crossing(game, unit, 0)  # a unit that stayed in a trench mans it
    game.push(END_ACTIVATIONS.step(side))
    game.push(ACTIVATE.step(side))
    if game.ruleset.activation.first is not None:
        game.push(game.ruleset.activation.first.step(side))


class EndActivations(StepKind):
    def run(self, game: Game, step: Step) -> None:
        if game.battle.acting != NOBODY:
            finish(game, game.battle.acting)
        stop_activations(game)
        if not game.battle.deck:  # with cards, more may come until the joker
            crash_the_idle(game, step.side)


def is_candidate(battle: Battle, unit: i64) -> bool:
    """Whether a unit of the side that acts may act, or act on: it is on the board, or due to arrive; not carried; not
    done for this turn; and once no activation is left, it is the one now acting."""
    if battle.activity[unit] & FINISHED or battle.carried_by[unit] != NOBODY:
        return False
    if battle.activations_left == 0 and unit != battle.acting:
        return False
    return battle.at[unit] >= 0 or battle.is_due(unit)


class Activate(Decision):
    """What the side's units do. The first action of a unit activates it; acting with another unit finishes it."""

    def candidates(self, game: Game, side: i64) -> list[int]:
        battle = game.battle
        first: i64 = battle.roster.first[side]
        end: i64 = battle.roster.end[side]
        return [unit for unit in range(first, end) if is_candidate(battle, unit)]

    def is_open(self, game: Game, step: Step) -> bool:
        battle = game.battle
        first: i64 = battle.roster.first[step.side]
        end: i64 = battle.roster.end[step.side]
        activity, at = battle.activity, battle.at
        near = battle.presence_of(1 - step.side).near
        # A unit that has done nothing yet, and is not in contact, is the most likely to be able to do something.
        for unit in range(first, end):
            if activity[unit] == 0 and at[unit] >= 0 and near[at[unit]] == 0:
                if is_candidate(battle, unit) and MOVE.is_open_out_of_contact(game, unit):
                    return True
        for unit in range(first, end):
            if is_candidate(battle, unit) and may_do_something(game, unit):
                return True
        return False

    def options(self, game: Game, step: Step) -> list[Action]:
        options: list[Action] = []
        for unit in self.candidates(game, step.side):
            options += options_of(game, unit)
        return options + self.answers(game, step)

    def options_of(self, game: Game, step: Step, unit: i64) -> list[Action]:
        return options_of(game, unit) if unit in self.candidates(game, step.side) else []

    def units(self, game: Game, step: Step) -> list[int]:
        return [unit for unit in self.candidates(game, step.side) if may_do_something(game, unit)]

    def answers(self, game: Game, step: Step) -> list[Action]:
        if game.battle.acting == NOBODY:
            return [Action("end")]
        return [Action("done", game.battle.acting), Action("end")]

    def settle(self, game: Game, step: Step, action: Action) -> Action:
        if action.verb == "done" and action.unit == NOBODY:
            return Action("done", game.battle.acting)
        activity = game.ruleset.activity(action.verb)
        if activity is None or action.unit not in self.candidates(game, step.side):
            return action
        return activity.settle(game, action)

    def allows(self, game: Game, step: Step, action: Action) -> bool:
        if action.verb == "end":
            return action == Action("end")
        if action.verb == "done":
            return game.battle.acting != NOBODY and action == Action("done", game.battle.acting)
        activity = game.ruleset.activity(action.verb)
        if activity is None or action.unit not in self.candidates(game, step.side):
            return False
        waiting = game.battle.at[action.unit] == WAITING
        return waiting == (action.verb == "enter") and activity.allows(game, action)

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        sequence = game.ruleset.sequence
        battle = game.battle
        if action.verb == "end":
            return [because(game, sequence, "end-alone")]
        if action.verb == "done":
            return [because(game, sequence, "done-alone")]
        activity = game.ruleset.activity(action.verb)
        if action.unit == NOBODY and action.verb in ANSWERS:
            return why_not_when_activated(game, action)
        if action.unit == NOBODY:
            return [because(game, sequence, "which-unit", words=deed(action.verb))]
        unit = action.unit
        gone = why_gone(game, step.side, unit)
        if gone:
            return gone
        if activity is None:
            return why_not_when_activated(game, action)
        if battle.is_carried(action.unit):
            return [because(game, sequence, "is_carried", unit)]
        if battle.has(action.unit, FINISHED):
            return [because(game, game.ruleset.activation.clause, "finished", unit)]
        if action.unit not in self.candidates(game, step.side):
            return [because(game, game.ruleset.activation.clause, "no-activation", unit)]
        return why_not_there(game, unit, action.verb) or activity.why_not(game, action)

    def play(self, game: Game, step: Step, action: Action) -> None:
        activity = game.ruleset.activity(action.verb)
        if activity is None:
            if action.verb == "done":
                finish(game, action.unit)
                tell_order(game, "done", game.ruleset.activation.clause, step.side, action.unit)
            else:
                game.agenda.pop()
            return
        act_with(game, action.unit)
        if game.battle.task[action.unit] in (LOAD, UNLOAD):
            drop_task(game, action.unit)  # it found no room last turn, and is doing something else now
        activity.play(game, action)

    def after_release(self, game: Game, step: Step, load: i64) -> None:
        """Where every unit acts, a gun set free in its own side's turn takes no other unit's activation."""
        if game.ruleset.activation.counts_freed and game.battle.side_of(load) == step.side:
            gain_activation(game)

    def chances(self, game: Game, step: Step, action: Action) -> list[Chance]:
        activity = game.ruleset.activity(action.verb)
        return activity.chances(game, action) if activity is not None else [Chance(1, 0, [])]


def why_not_when_activated(game: Game, action: Action) -> list[Reason]:
    """For deeds of other phases, or of none: what would stop this unit then, and that the phase is wrong."""
    ruleset = game.ruleset
    if action.verb == "bombard":
        reasons = why_no_bombardment(game, action)
        return [*reasons, because(game, ruleset.sequence, "guns-fire-first")]
    if action.verb == "fight":
        return [because(game, ruleset.sequence, "combat-comes-last")]
    if action.verb == "charge":
        clause = ruleset.pinning.charge if ruleset.pinning is not None else ruleset.sequence
        return [because(game, clause, "only-pinned-cavalry")]
    if action.verb in ANSWERS:
        return [because(game, ruleset.sequence, ANSWERS[action.verb], action.unit)]
    return why_never(game, action.verb)


def activities_of(game: Game, unit: i64) -> list[Activity]:
    """What a unit of its type can do where it is: on the board, or waiting to come onto it."""
    battle = game.battle
    repertoire = game.ruleset.repertoire(battle.type_of[unit])
    return repertoire.arrivals if battle.at[unit] == WAITING else repertoire.activities


def may_do_something(game: Game, unit: i64) -> bool:
    """Try the likeliest first: an attack if the unit is in contact, a move if it is not."""
    battle = game.battle
    repertoire = game.ruleset.repertoire(battle.type_of[unit])
    if battle.at[unit] == WAITING:
        return any_is_open(game, unit, repertoire.arrivals)
    if battle.enemy_next_to(battle.at[unit], battle.roster.side_of[unit]):
        return any_is_open(game, unit, repertoire.attacks) or any_is_open(game, unit, repertoire.others)
    return any_is_open(game, unit, repertoire.others) or len(attacks_of(game, unit)) > 0


def any_is_open(game: Game, unit: i64, activities: list[Activity]) -> bool:
    for activity in activities:
        if activity.is_open(game, unit):
            return True
    return False


def options_of(game: Game, unit: i64) -> list[Action]:
    """Everything one unit may do now; remembered until the next action."""
    options = game.options_by_unit.get(unit)
    if options is None:
        options = game.options_by_unit[unit] = options_by(game, unit, activities_of(game, unit))
    return options


def attacks_of(game: Game, unit: i64) -> list[Action]:
    """The attacks one unit may make now: none if no enemy is near, unless the enemy may be in the air."""
    battle = game.battle
    cell = battle.at[unit]
    if cell < 0:
        return NO_ACTIONS
    unit_type = battle.type_of[unit]
    if not battle.enemy_within(cell, battle.roster.side_of[unit], unit_type.fire_range) and game.ruleset.air is None:
        return NO_ACTIONS
    return options_by(game, unit, game.ruleset.repertoire(unit_type).attacks)


def options_by(game: Game, unit: i64, activities: list[Activity]) -> list[Action]:
    found = NO_ACTIONS
    for activity in activities:
        options = activity.options(game, unit)
        if options:
            found = found + options if found else options
    return found


EVERY_UNIT: Final = EveryUnit("every unit acts")
ACTIVATION_DICE: Final = ActivationDice("activation dice")
END_ACTIVATIONS: Final = EndActivations("end of activations")
ACTIVATE: Final = Activate("what the units do", stays=True)
