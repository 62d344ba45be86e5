"""Close combats fought together, after a side's activations: every enemy that a unit faces is attacked."""

from typing import Final

from ...battle.battle import CLOSE_COMBAT, NOBODY, Battle
from ...battle.unit import ADVANCED
from ...game.actions import Action
from ...game.agenda import Chance, Decision, Reason, Step, StepKind
from ...game.changes import begin_phase
from ...game.game import Game
from ...game.odds import foresee
from ...game.ruleset import CloseCombat
from ...game.tables import Attack, is_forbidden
from ...grid.compiler import i64
from ..reasons import because, forbidding
from ..turn.refusals import why_not_at_all
from .close_combat import fight


def looks_at(battle: Battle, unit: i64, cell: i64) -> bool:
    """Next to a cell, turned straight to it, and not spent by an advance."""
    if not battle.on_board(unit) or battle.has(unit, ADVANCED):
        return False
    return battle.field.grid.neighbour[battle.at[unit]][battle.facing[unit]] == cell


def attackers_of(battle: Battle, combat: CloseCombat, defender: i64) -> list[int]:
    """The enemies next to a unit that look straight at it and may attack it."""
    cell = battle.at[defender]
    return [
        unit
        for unit in battle.units(1 - battle.side_of(defender))
        if looks_at(battle, unit, cell) and not is_forbidden(combat.no_attack, Attack(battle, unit, cell, defender))
    ]


def attackers_beyond_the_first(attack: Attack) -> int:
    """How many attack the unit that fights back, beyond the first."""
    if attack.attacking:
        return 0
    battle = attack.battle
    number = 0
    for unit in battle.units(1 - attack.side):
        if looks_at(battle, unit, attack.cell):
            number += not target_is_more_than_a_contour_away(Attack(battle, unit, attack.cell, attack.unit))
    return max(0, number - 1)


def target_is_more_than_a_contour_away(attack: Attack) -> bool:
    battle = attack.battle
    return abs(battle.height(attack.cell) - battle.height(attack.target)) > 1


class CloseCombats(StepKind):
    def run(self, game: Game, step: Step) -> None:
        begin_phase(game, CLOSE_COMBAT, step.side)
        game.push(WHICH_FIGHT_NEXT.step(step.side))


class WhichFightNext(Decision):
    """The active side settles the order, and who attacks where nobody moved in this turn. `step.settled`: units already
    attacked."""

    def is_open(self, game: Game, step: Step) -> bool:
        return bool(self.options(game, step))

    def options(self, game: Game, step: Step) -> list[Action]:
        battle = game.battle
        fights: list[Action] = []
        for enemy in battle.units(1 - step.side):
            if not battle.on_board(enemy) or enemy in step.settled:
                continue
            attackers = attackers_of(battle, game.ruleset.close_combat, enemy)
            if battle.met_by[enemy] in attackers:
                attackers = [battle.met_by[enemy]]
            fights += [Action("fight", unit, battle.at[enemy]) for unit in attackers]
        return fights

    def settle(self, game: Game, step: Step, action: Action) -> Action:
        """Naming the only possible opponent changes nothing."""
        if action.other == NOBODY or action.target < 0 or game.battle.units_in(action.target) != [action.other]:
            return action
        return Action("fight", action.unit, action.target)

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        combat = game.ruleset.close_combat
        battle = game.battle
        reasons = why_not_at_all(game, step.side, action.unit)
        if action.verb != "fight":
            return [*reasons, because(game, combat.when, "combat-phase")]
        if reasons:
            return reasons
        if not battle.on_board(action.unit):
            return [because(game, combat.when, "off-board", action.unit)]
        if action.target >= 0:
            enemies = [one for one in battle.units_in(action.target) if battle.side_of(one) != step.side]
            if not enemies:
                return [because(game, combat.when, "no-enemy", action.unit, action.target)]
            heading = battle.field.grid.direction(battle.at[action.unit], action.target)
            if heading < 0:
                return [because(game, combat.when, "not-next-to", action.unit, action.target)]
            if heading != battle.facing[action.unit]:
                return [because(game, combat.when, "not-facing", action.unit, action.target)]
            if enemies[0] in step.settled:
                return [because(game, combat.when, "attacked-already", enemies[0])]
            reasons = forbidding(game, combat.no_attack, Attack(battle, action.unit, action.target))
            for enemy in battle.units_in(action.target):
                last = battle.met_by[enemy]
                if last not in (NOBODY, action.unit) and action.unit in attackers_of(battle, combat, enemy):
                    reasons.append(because(game, combat.attacker, "last-in-contact", last))
        if battle.has(action.unit, ADVANCED):
            reasons.append(because(game, combat.second, "fought-after-advance", action.unit))
        return reasons or [because(game, combat.when, "not-attacking", action.unit)]

    def play(self, game: Game, step: Step, action: Action) -> None:
        defender = game.battle.units_in(action.target)[0]
        game.push(Step(WHICH_FIGHT_NEXT, step.side, settled=(*step.settled, defender)))
        fight(game, action.unit, defender)

    def chances(self, game: Game, step: Step, action: Action) -> list[Chance]:
        return foresee(game, action)


CLOSE_COMBATS: Final = CloseCombats("close combats")
WHICH_FIGHT_NEXT: Final = WhichFightNext("which close combat is next", attacks="fight")
