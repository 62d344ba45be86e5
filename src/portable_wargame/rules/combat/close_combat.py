"""Close combat: the acting unit against the adjacent enemy it faces; both roll, both may be hit."""

from typing import Final

from ...battle.battle import NOBODY, Battle
from ...battle.naming import unit_name
from ...battle.unit import ADVANCED, FOUGHT, TRANSPORT
from ...game.actions import AS_IT_COMES, NO_ACTIONS, Action
from ...game.agenda import Activity, Chance, Decision, Reason, Step, StepKind
from ...game.changes import advance, mark, roll, roll_alike, tell, tell_roll, turn, unmark
from ...game.dice import at_least
from ...game.game import Game
from ...game.odds import foresee
from ...game.ruleset import CloseCombat
from ...game.tables import DESTROYED, HIT, Attack, added, applying, is_barred
from ...grid.aspects import FRONT
from ...grid.compiler import i64
from ..movement.march import make_contact
from ..movement.stacking import may_stand_in
from ..reasons import barring, because
from ..turn.victory import CHECK_VICTORY
from .hits import WITHDRAW, blow, enter_cell, units_struck

HITS: Final = "hits"
MISSES: Final = "misses"
SURVIVES: Final = "survives"
IS_HIT: Final = "is-hit"


def attacked_in_flank_or_rear(attack: Attack) -> bool:
    """The attacker always counts as attacked in front; the attacked unit does not turn."""
    battle = attack.battle
    if attack.attacking:
        return False
    return battle.field.aspect(attack.cell, battle.facing[attack.unit], attack.target) != FRONT


def attacks_flank_or_rear(attack: Attack) -> bool:
    battle = attack.battle
    if not attack.attacking:
        return False
    return battle.field.aspect(attack.target, battle.facing[attack.opponent], attack.cell) != FRONT


def is_transport(attack: Attack) -> bool:
    return attack.battle.is_a(attack.unit, TRANSPORT)


def its_power(attack: Attack) -> int:
    return attack.battle.type_of[attack.unit].power


def power_by_aspect(attack: Attack) -> int:
    unit_type = attack.battle.type_of[attack.unit]
    return unit_type.flank_power if attacked_in_flank_or_rear(attack) else unit_type.power


def opponents(battle: Battle, shares_cell: int, cell: i64, side: i64) -> list[int]:
    """The units in a cell that can be fought: the one that may not share it or, failing that, any of them."""
    enemies = [unit for unit in battle.units_in(cell) if battle.side_of(unit) != side and not battle.is_carried(unit)]
    alone = [unit for unit in enemies if not battle.is_a(unit, shares_cell)]
    return alone or enemies


class Fight(Activity):
    def options(self, game: Game, unit: i64) -> list[Action]:
        battle = game.battle
        ahead = battle.field.grid.neighbour[battle.at[unit]][battle.facing[unit]]
        if ahead < 0 or not battle.enemy_in(ahead, battle.side_of(unit)):
            return NO_ACTIONS
        if is_barred(game.ruleset.close_combat.barred, battle, unit):
            return NO_ACTIONS
        enemies = opponents(battle, game.ruleset.movement.shares_cell, ahead, battle.side_of(unit))
        if len(enemies) == 1:
            return [Action("fight", unit, ahead)]
        return [Action("fight", unit, ahead, other=enemy) for enemy in enemies]

    def settle(self, game: Game, action: Action) -> Action:
        """Naming the only possible opponent changes nothing."""
        if action.other == NOBODY or action.target < 0:
            return action
        shares_cell = game.ruleset.movement.shares_cell
        enemies = opponents(game.battle, shares_cell, action.target, game.battle.side_of(action.unit))
        return Action("fight", action.unit, action.target) if enemies == [action.other] else action

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        battle = game.battle
        combat = game.ruleset.close_combat
        reasons = barring(game, combat.barred.rows, action.unit)
        if action.target < 0 or battle.at[action.unit] < 0:
            return [*reasons, because(game, combat.when, "no-target", action.unit)]
        side = battle.side_of(action.unit)
        if not battle.enemy_in(action.target, side):
            return [*reasons, because(game, combat.when, "no-enemy", action.unit, action.target)]
        heading = battle.field.grid.direction(battle.at[action.unit], action.target)
        if heading < 0:
            return [*reasons, because(game, combat.when, "not-next-to", action.unit, action.target)]
        if heading != battle.facing[action.unit]:
            return [*reasons, because(game, combat.when, "not-facing", action.unit, action.target)]
        enemies = opponents(battle, game.ruleset.movement.shares_cell, action.target, side)
        if action.other not in enemies if action.other != NOBODY else len(enemies) > 1:
            whom = " or ".join([unit_name(battle, one) for one in enemies])
            return [*reasons, because(game, combat.when, "must-fight", action.unit, action.target, words=whom)]
        return reasons

    def play(self, game: Game, action: Action) -> None:
        mark(game, action.unit, FOUGHT)
        fight(game, action.unit, the_opponent(game, action))

    def chances(self, game: Game, action: Action) -> list[Chance]:
        return foresee(game, action)


def fight(game: Game, attacker: i64, defender: i64) -> None:
    """Both roll; the defender's fate is settled before the attacker's, and then who may advance."""
    battle = game.battle
    side = battle.side_of(attacker)
    combat = game.ruleset.close_combat
    cells = (battle.at[attacker], battle.at[defender])
    first = throw(game, combat, Attack(battle, attacker, cells[1], defender, True))
    second = throw(game, combat, Attack(battle, defender, cells[0], attacker, False))
    game.push(Step(AFTER_COMBAT, side, attacker, other=defender, path=cells))
    game.push(CHECK_VICTORY.step())
    attacker_hit = is_hit(combat, first, second)
    defender_hit = is_hit(combat, second, first)
    if attacker_hit:
        push_struck(game, attacker, 1 - side, cells[1])
    if defender_hit:
        push_struck(game, defender, side, cells[0])
    if combat.draw and not attacker_hit and not defender_hit:
        game.push(Step(WITHDRAW, side, attacker, struck_by=1 - side, struck_from=cells[1], clause=combat.draw))


def the_opponent(game: Game, action: Action) -> int:
    if action.other != NOBODY:
        return action.other
    side = game.battle.side_of(action.unit)
    return opponents(game.battle, game.ruleset.movement.shares_cell, action.target, side)[0]


def what_it_needs(combat: CloseCombat, attack: Attack) -> int:
    return max(combat.least, combat.needs(attack) + added(combat.handicaps, attack))


def succeeds(combat: CloseCombat, score: int, needs: int) -> bool:
    return score <= needs if combat.at_most else score >= needs


def throw(game: Game, combat: CloseCombat, attack: Attack) -> bool:
    bonus = added(combat.modifiers, attack)
    needs = what_it_needs(combat, attack)
    if game.dice.forks:
        faces = roll_alike(game, 1, at_least(needs - bonus + combat.at_most))  # scores that will do, or won't
    else:
        faces = roll(game, 1)
    success = succeeds(combat, faces[0] + bonus, needs)
    if game.log is not None:
        modifiers = applying(combat.modifiers, attack)
        scores = [faces[0] + bonus]
        handicaps = applying(combat.handicaps, attack)
        raised = needs - combat.needs(attack) - sum(amount for _, amount in handicaps)
        if raised:
            handicaps.append((combat.floor, raised))
        if combat.hits_self_on_failure:
            outcome = SURVIVES if success else IS_HIT
        else:
            outcome = HITS if success else MISSES
        tell_roll(
            game,
            "close-combat",
            combat.clause,
            attack.side,
            attack.unit,
            faces,
            modifiers,
            scores,
            needs,
            [outcome],
            attack.target,
            handicaps,
        )
    return success


def is_hit(combat: CloseCombat, own_success: bool, other_success: bool) -> bool:
    return (combat.hits_self_on_failure and not own_success) or (combat.hits_other_on_success and other_success)


def units_hit_with(game: Game, unit: i64) -> list[int]:
    """The unit itself or, where the book says so, every unit that a hit on its cell strikes."""
    battle = game.battle
    if not game.ruleset.close_combat.whole_cell:
        return [unit]
    return units_struck(battle, game.ruleset, battle.at[unit], battle.side_of(unit))


def push_struck(game: Game, unit: i64, attacker: i64, struck_from: i64) -> None:
    combat = game.ruleset.close_combat
    effect = DESTROYED if combat.kills else HIT
    for struck in reversed(units_hit_with(game, unit)):
        game.push(blow(game, struck, effect, attacker, combat.clause, struck_from=struck_from))


class AfterCombat(StepKind):
    """A unit that holds its ground may move into the cell the other has left."""

    def run(self, game: Game, step: Step) -> None:
        attacker_stands = game.battle.at[step.unit] == step.path[0]
        defender_stands = game.battle.at[step.other] == step.path[1]
        rule = game.ruleset.close_combat.advance
        if attacker_stands and not defender_stands and step.unit not in step.retreated:
            self.offer(game, step.unit, step.path[1], step.unit)
        elif defender_stands and not attacker_stands and rule.defender_too and step.other not in step.retreated:
            self.offer(game, step.other, step.path[0], step.unit)

    def after_retreat(self, game: Game, step: Step, unit: i64) -> Step | None:
        """A unit that has retreated has not held its ground, even if it comes back to it."""
        if unit not in (step.unit, step.other):
            return step
        retreated = (*step.retreated, unit)
        return Step(self, step.side, step.unit, other=step.other, path=step.path, retreated=retreated)

    def offer(self, game: Game, unit: i64, cell: i64, attacker: i64) -> None:
        battle = game.battle
        movement = game.ruleset.movement
        unit_type = battle.type_of[unit]
        side = battle.side_of(unit)
        footing = movement.footing(unit_type, battle.features[battle.at[unit]], battle.features[cell])
        rule = game.ruleset.close_combat.advance
        if not battle.is_a(unit, rule.arms) or unit_type.move <= 0:
            if rule.others:
                tell(game, "stood", rule.others, unit)
            return
        for row in rule.barred.rows:
            if row.forbids(battle, unit):
                tell(game, "stood", row.clause, unit)
                return
        if footing.forbidden or battle.exhausted[side] or not may_stand_in(battle, movement, unit, cell):
            return
        game.push(Step(WHETHER_TO_ADVANCE, side, unit, cell=cell, other=attacker))


class WhetherToAdvance(Decision):
    def facings(self, game: Game, step: Step) -> list[int]:
        """Facing straight on or, in contact, towards an enemy of its choice."""
        battle = game.battle
        enemies = battle.enemy_directions(step.cell, step.side)
        return enemies or [battle.field.grid.direction(battle.at[step.unit], step.cell)]

    def options(self, game: Game, step: Step) -> list[Action]:
        advances = [Action("advance", step.unit, facing=facing) for facing in self.facings(game, step)]
        return [*advances, Action("stand", step.unit)]

    def settle(self, game: Game, step: Step, action: Action) -> Action:
        """The default facing: straight on, or at an enemy in contact."""
        if action.verb != "advance" or action.facing != AS_IT_COMES:
            return action
        battle = game.battle
        facings = self.facings(game, step)
        ahead = battle.field.grid.direction(battle.at[step.unit], step.cell)
        return Action("advance", action.unit, facing=ahead if ahead in facings else facings[0])

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        clause = game.ruleset.close_combat.advance.clause
        if action.verb == "advance" and action.unit == step.unit:
            return [because(game, clause, "advance-straight", step.unit)]
        return [because(game, clause, "advance-or-stand", step.unit)]

    def play(self, game: Game, step: Step, action: Action) -> None:
        rule = game.ruleset.close_combat.advance
        if action.verb == "stand":
            tell(game, "stood", rule.clause, step.unit)
            return
        came_from = game.battle.at[step.unit]
        advance(game, step.unit, step.cell, rule.clause)
        if step.unit == step.other:  # it attacked
            mark(game, step.unit, ADVANCED)
            if rule.fights_on:
                unmark(game, step.unit, FOUGHT)
        in_contact = game.battle.enemy_next_to(step.cell, step.side)
        turn(game, step.unit, action.facing, game.ruleset.movement.contact if in_contact else rule.clause)
        if in_contact and game.ruleset.movement.contact_turns_both:
            make_contact(game, step.unit)
        enter_cell(game, step.unit, came_from)

    def chances(self, game: Game, step: Step, action: Action) -> list[Chance]:
        return foresee(game, action)


FIGHT: Final = Fight("fight", attacks=True)
AFTER_COMBAT: Final = AfterCombat("after close combat", ensues=True, throws=False)
WHETHER_TO_ADVANCE: Final = WhetherToAdvance("whether to advance", ensues=True)
