"""Aircraft: how they attack the ground, what keeps them up, and how they are lost."""

from typing import Final

from ...battle.battle import Battle
from ...battle.naming import counted
from ...battle.unit import ACTIVATED, AIRCRAFT, FIRED, UnitType
from ...game.actions import Action
from ...game.agenda import Activity, Chance, Reason, Step, StepKind
from ...game.changes import destroy, drop_bombs, mark, roll_on, stay_aloft, tell_roll
from ...game.game import Game
from ...game.odds import foresee
from ...game.ruleset import Air
from ...game.tables import EFFECTS, HIT, Attack, Modifier, added, applying, is_barred
from ...grid.compiler import i64
from ..combat.hits import blow, push_blows, units_struck
from ..reasons import barring, because
from ..turn.victory import CHECK_VICTORY


def is_an_aircraft(battle: Battle, unit: i64) -> bool:
    return battle.is_a(unit, AIRCRAFT)


def is_not_an_aircraft(battle: Battle, unit: i64) -> bool:
    return not battle.is_a(unit, AIRCRAFT)


class AirAttack(Activity):
    """An attack on the ground: on one cell, with this many dice."""

    def is_for(self, unit_type: UnitType) -> bool:
        return unit_type.arms & AIRCRAFT != 0

    def clause(self, air: Air) -> str:
        raise AssertionError(self.verb)

    def cell(self, game: Game, unit: i64) -> int:
        raise AssertionError(self.verb)

    def modifiers(self, air: Air) -> tuple[Modifier, ...]:
        raise AssertionError(self.verb)

    def light(self) -> bool:
        raise AssertionError(self.verb)

    def has_target(self, game: Game, unit: i64) -> bool:
        cell = self.cell(game, unit)
        return cell >= 0 and game.battle.enemy_in(cell, game.battle.side_of(unit))

    def is_ready(self, game: Game, unit: i64) -> bool:
        air = game.ruleset.air
        return air is not None and not is_barred(air.barred, game.battle, unit) and self.has_target(game, unit)

    def attack(self, game: Game, unit: i64, dice: int) -> None:
        battle = game.battle
        air = game.ruleset.air
        assert air is not None
        cell = self.cell(game, unit)
        attack = Attack(battle, unit, cell)
        modifiers = self.modifiers(air)
        bonus = added(modifiers, attack)
        faces = roll_on(game, dice, air.to_ground, bonus)
        scores = [face + bonus for face in faces]
        effects = [air.to_ground.effect(score) for score in scores]
        tell_roll(
            game,
            self.verb,
            self.clause(air),
            attack.side,
            unit,
            faces,
            applying(modifiers, attack),
            scores,
            air.to_ground.needs(),
            [EFFECTS[effect] for effect in effects],
            cell,
        )
        mark(game, unit, FIRED)
        blows: list[Step] = []
        for effect in effects:
            if effect == HIT:
                for struck in units_struck(battle, game.ruleset, cell, 1 - attack.side):
                    blows.append(blow(game, struck, HIT, attack.side, air.to_ground.clause, self.light(), attack.cell))
        push_blows(game, blows)

    def chances(self, game: Game, action: Action) -> list[Chance]:
        return foresee(game, action)


class Strafe(AirAttack):
    """Fighters attack the cell straight ahead with their forward guns."""

    def clause(self, air: Air) -> str:
        return air.strafe

    def cell(self, game: Game, unit: i64) -> int:
        battle = game.battle
        return battle.field.grid.neighbour[battle.at[unit]][battle.facing[unit]]

    def modifiers(self, air: Air) -> tuple[Modifier, ...]:
        return air.to_ground_modifiers

    def light(self) -> bool:
        return True

    def options(self, game: Game, unit: i64) -> list[Action]:
        ready = game.battle.type_of[unit].strafes and self.is_ready(game, unit)
        return [Action("strafe", unit)] if ready else []

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        air = game.ruleset.air
        assert air is not None
        reasons = barring(game, air.barred.rows, action.unit)
        if not game.battle.type_of[action.unit].strafes:
            reasons.append(because(game, air.strafe, "no-forward-guns", action.unit))
        elif not self.has_target(game, action.unit):
            reasons.append(because(game, air.strafe, "nothing-ahead", action.unit))
        return reasons

    def play(self, game: Game, action: Action) -> None:
        self.attack(game, action.unit, 1)


class Bomb(AirAttack):
    """Bombers drop some or all of their loads on the cell they are over."""

    def clause(self, air: Air) -> str:
        return air.bomb

    def cell(self, game: Game, unit: i64) -> int:
        return game.battle.at[unit]

    def modifiers(self, air: Air) -> tuple[Modifier, ...]:
        return air.bomb_modifiers

    def light(self) -> bool:
        return False

    def options(self, game: Game, unit: i64) -> list[Action]:
        loads = game.battle.bombs[unit]
        if not loads or not self.is_ready(game, unit):
            return []
        return [Action("bomb", unit, loads=number) for number in range(1, loads + 1)]

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        air = game.ruleset.air
        assert air is not None
        reasons = barring(game, air.barred.rows, action.unit)
        if not game.battle.type_of[action.unit].bombs:
            reasons.append(because(game, air.bomb, "no-bomber", action.unit))
        elif action.loads > game.battle.bombs[action.unit] or action.loads < 1:
            loads = counted(game.battle.bombs[action.unit], "bomb load")
            reasons.append(because(game, air.bomb, "no-bombs", action.unit, words=loads))
        elif not self.has_target(game, action.unit):
            reasons.append(because(game, air.bomb, "nothing-below", action.unit))
        return reasons

    def play(self, game: Game, action: Action) -> None:
        drop_bombs(game, action.unit, action.loads)
        self.attack(game, action.unit, action.loads)


def crash_the_idle(game: Game, side: i64) -> None:
    """When a side's activations end: aircraft that were not activated come down."""
    air = game.ruleset.air
    battle = game.battle
    if air is None:
        return
    crashed = [
        unit
        for unit in battle.units(side)
        if battle.on_board(unit) and battle.is_a(unit, AIRCRAFT) and not battle.has(unit, ACTIVATED)
    ]
    for unit in crashed:
        destroy(game, unit, air.must_activate)
    if crashed:
        game.push(CHECK_VICTORY.step())


def count_turns_aloft(game: Game) -> None:
    """Once a turn: aircraft that have stayed too long are lost."""
    air = game.ruleset.air
    battle = game.battle
    if air is None:
        return
    for unit in range(len(battle.at)):
        if battle.on_board(unit) and battle.is_a(unit, AIRCRAFT):
            stay_aloft(game, unit)
            if battle.turns_aloft[unit] >= air.turns:
                destroy(game, unit, air.endurance)


class SpendEndurance(StepKind):
    """Before exhaustion is checked, so that aircraft lost by it count."""

    def run(self, game: Game, step: Step) -> None:
        count_turns_aloft(game)


SPEND_ENDURANCE: Final = SpendEndurance("endurance is spent")
STRAFE: Final = Strafe("strafe", attacks=True)
BOMB: Final = Bomb("bomb", attacks=True)
