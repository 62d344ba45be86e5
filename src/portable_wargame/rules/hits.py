"""Hits: each rolls on the table of the unit's quality, and the effect follows at once, choice and all."""

from ..battle.battle import NOBODY, Battle
from ..game.agenda import Step, StepKind
from ..game.changes import pin, roll, tell, tell_roll
from ..game.game import Game
from ..game.ruleset import Ruleset
from ..game.tables import (
    DESTROYED,
    EFFECTS,
    HIT,
    LOSES_SP,
    MUST_RETREAT,
    NO_NEED,
    PINNED,
    RETREATS_OR_LOSES_SP,
    is_barred,
)
from .losses import remove, take_loss
from .retreat import MUST_RETREAT as WHERE_TO_RETREAT
from .retreat import RETREAT_OR_LOSE_SP, retreat_cells
from .victory import CHECK_VICTORY

LIGHT = 1  # a step's amount: the hit is by small arms or a machine gun


def units_struck(battle: Battle, ruleset: Ruleset, cell: int, side: int) -> list[int]:
    """The units of a side that a hit on a cell strikes, in id order. A load is struck through its carrier."""
    return [unit for unit in all_struck(battle, ruleset, cell) if battle.side_of(unit) == side]


def all_struck(battle: Battle, ruleset: Ruleset, cell: int) -> list[int]:
    """The units, friend or foe, that a hit on a cell strikes."""
    return [
        unit
        for unit in battle.units_in(cell)
        if not battle.is_carried(unit) and not is_barred(ruleset.hits.spared, battle, unit)
    ]


def blow(game: Game, unit: int, effect: int, attacker: int, clause: str, light: bool = False) -> Step:
    """What a die of fire does to a unit, as a step to come: a hit with its own throw, or an effect as it stands."""
    side = game.battle.side_of(unit)
    if effect == HIT:
        return Step(RESOLVE_HIT, side, unit, other=attacker, clause=clause, amount=LIGHT if light else 0)
    return Step(SUFFER, side, unit, other=attacker, clause=clause, amount=effect)


def push_blows(game: Game, blows: list[Step]) -> None:
    """Resolve these one after another, the first first. Who is struck is settled now, whatever happens between."""
    if blows:
        game.push(Step(CHECK_VICTORY))
        game.agenda += reversed(blows)


class Suffer(StepKind):
    """An effect without a further throw."""

    def run(self, game: Game, step: Step) -> None:
        if not game.battle.on_board(step.unit):
            return
        if step.amount == DESTROYED:
            remove(game, step.unit, step.clause)
        elif step.amount == PINNED:
            pin(game, step.unit, step.clause)


class ResolveHit(StepKind):
    def run(self, game: Game, step: Step) -> None:
        battle = game.battle
        if not battle.on_board(step.unit):
            return
        tell(game, "hit", step.clause, step.unit, battle.at[step.unit])
        load = battle.carrying[step.unit]
        if load != NOBODY:
            cell = battle.at[step.unit]
            game.push(
                Step(
                    LOAD_IS_HIT,
                    step.side,
                    load,
                    cell,
                    step.other,
                    (step.unit,),
                    clause=game.ruleset.hits.shared,
                )
            )
        if step.amount == LIGHT and battle.is_a(step.unit, game.ruleset.hits.proof_arms):
            tell(game, "unharmed", game.ruleset.hits.proof, step.unit)
        else:
            self.suffer(game, step, throw_for_hit(game, step.unit))

    def suffer(self, game: Game, step: Step, effect: int) -> None:
        clause = game.ruleset.hits.tables[0].clause
        if effect == LOSES_SP:
            take_loss(game, step.unit, step.other, clause)
        elif effect == DESTROYED:
            remove(game, step.unit, clause)
        elif retreat_cells(game.battle, game.ruleset, step.unit):
            question = WHERE_TO_RETREAT if effect == MUST_RETREAT else RETREAT_OR_LOSE_SP
            game.push(Step(question, step.side, step.unit, other=step.other, clause=clause))
        elif effect == MUST_RETREAT:
            remove(game, step.unit, game.ruleset.hits.no_retreat)
        else:
            take_loss(game, step.unit, step.other, game.ruleset.hits.no_retreat)


class LoadIsHit(ResolveHit):
    """What a transport carries or tows is hit with it, after it: the transport's retreat serves for both."""

    def run(self, game: Game, step: Step) -> None:
        battle = game.battle
        if not battle.on_board(step.unit):
            return
        tell(game, "hit", step.clause, step.unit, battle.at[step.unit])
        effect = throw_for_hit(game, step.unit)
        if effect not in (RETREATS_OR_LOSES_SP, MUST_RETREAT):
            self.suffer(game, step, effect)
        elif battle.carried_by[step.unit] == step.path[0] and battle.at[step.unit] != step.cell:
            tell(game, "survived", step.clause, step.unit)
        elif effect == MUST_RETREAT:
            remove(game, step.unit, step.clause)
        else:
            take_loss(game, step.unit, step.other, step.clause)


def throw_for_hit(game: Game, unit: int) -> int:
    table = game.ruleset.hits.tables[game.battle.roster.quality[unit]]
    dice = roll(game, 1)
    effect = table.effect(dice[0])
    if game.log is not None:
        side = game.battle.side_of(unit)
        tell_roll(game, "hit", table.clause, side, unit, dice, [], dice, NO_NEED, [EFFECTS[effect]])
    return effect


RESOLVE_HIT = ResolveHit("hit")
LOAD_IS_HIT = LoadIsHit("load is hit")
SUFFER = Suffer("effect of fire")
