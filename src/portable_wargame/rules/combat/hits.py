"""Hits: each rolls on the table of the unit's quality, and the effect follows at once, including any choice."""

from typing import Final

from ...battle.battle import NO_CELL, NOBODY, Battle
from ...game.actions import AS_IT_COMES, Action
from ...game.agenda import Chance, Decision, Reason, Step, StepKind
from ...game.changes import destroy, note, pin, roll_on, tell, tell_roll
from ...game.game import Game
from ...game.odds import foresee
from ...game.outcomes import BY_NUMBER, TO_COME
from ...game.ruleset import Ruleset
from ...game.tables import (
    DESTROYED,
    EFFECTS,
    HIT,
    LOSES_SP,
    MUST_RETREAT,
    NO_NEED,
    PINNED,
    RETREATS_OR_LOSES_SP,
    ResultTable,
    is_barred,
)
from ...grid.compiler import i64
from ..movement.retreat import fall_back, objection, retreat_cells
from ..movement.stacking import may_stand_in
from ..reasons import because
from ..turn.victory import CHECK_VICTORY
from ..words import RETREATS
from .losses import remove, suffer_loss, take_loss


def units_struck(battle: Battle, ruleset: Ruleset, cell: i64, side: i64) -> list[int]:
    """The units of a side that a hit on a cell strikes, in id order. A load is struck through its carrier."""
    first = battle.here[cell]
    return all_struck(battle, ruleset, cell) if first != NOBODY and battle.roster.side_of[first] == side else []


def all_struck(battle: Battle, ruleset: Ruleset, cell: i64) -> list[int]:
    """The units, friend or foe, that a hit on a cell strikes."""
    spared = ruleset.hits.spared
    found: list[int] = []
    unit = battle.here[cell]
    while unit != NOBODY:
        if battle.carried_by[unit] == NOBODY and not (spared.rows and is_barred(spared, battle, unit)):
            found.append(unit)
        unit = battle.beside[unit]
    return found


def blow(
    game: Game, unit: i64, effect: int, attacker: i64, clause: str, light: bool = False, struck_from: i64 = NO_CELL
) -> Step:
    """What a die of fire does to a unit, as a step to come: a hit with its own throw, or an effect as it stands.
    `struck_from`: the cell of the unit that strikes, which matters to a retreat."""
    side = game.battle.side_of(unit)
    if effect == HIT:
        return Step(RESOLVE_HIT, side, unit, struck_by=attacker, struck_from=struck_from, clause=clause, light=light)
    return Step(SUFFER, side, unit, struck_by=attacker, clause=clause, effect=effect)


def push_blows(game: Game, blows: list[Step]) -> None:
    """Resolve these in order. Which units are struck is settled now, whatever happens in
    between. The agenda owns the list from here on."""
    if blows:
        game.push(CHECK_VICTORY.step())
        blows.reverse()
        game.agenda += blows


class Suffer(StepKind):
    """An effect without a further throw."""

    def run(self, game: Game, step: Step) -> None:
        if not game.battle.on_board(step.unit):
            return
        if step.effect == DESTROYED:
            remove(game, step.unit, step.clause)
        elif step.effect == PINNED:
            pin(game, step.unit, step.clause)
        elif step.effect == LOSES_SP:
            suffer_loss(game, step.unit, step.clause)
        else:
            carry_out(game, step, step.effect)

    def looms(self, step: Step) -> str:
        return EFFECTS[step.effect]


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
                    cell=cell,
                    struck_by=step.struck_by,
                    clause=shared_hit(game, step.unit),
                )
            )
        if step.light and battle.is_a(step.unit, game.ruleset.hits.proof_arms):
            self.shrug_off(game, step)
        else:
            self.suffer(game, step, throw_for_hit(game, step.unit))

    def shrug_off(self, game: Game, step: Step) -> None:
        """Light weapons do no harm to such a unit; by house rule they may drive it back."""
        hits = game.ruleset.hits
        if hits.proof_retreats and self.is_driven_back(game, step):
            game.push(retreat_from(WHERE_TO_RETREAT, step, hits.proof))
            return
        tell(game, "unharmed", hits.proof, step.unit)
        note(game, step.unit, "unharmed")

    def is_driven_back(self, game: Game, step: Step) -> bool:
        """Throw for the hit. Whatever else the table says, the unit either has to retreat or is unharmed."""
        table, dice, effect = throw_on_table(game, step.unit)
        driven = effect == RETREATS_OR_LOSES_SP and bool(
            retreat_cells(game.battle, game.ruleset, step.unit, step.struck_from, step.came_from)
        )
        tell_hit(game, step.unit, table, dice, EFFECTS[MUST_RETREAT] if driven else "unharmed")
        return driven

    def looms(self, step: Step) -> str:
        return TO_COME.name

    def suffer(self, game: Game, step: Step, effect: int) -> None:
        clause = game.ruleset.hits.tables[0].clause
        if effect == LOSES_SP:
            take_loss(game, step.unit, step.struck_by, clause)
        elif effect == DESTROYED:
            remove(game, step.unit, clause)
        elif carry_out(game, step, effect):
            pass
        elif retreat_cells(game.battle, game.ruleset, step.unit, step.struck_from, step.came_from):
            question = WHERE_TO_RETREAT if effect == MUST_RETREAT else RETREAT_OR_LOSE_SP
            game.push(retreat_from(question, step, clause))
        elif effect == MUST_RETREAT:
            remove(game, step.unit, game.ruleset.hits.no_retreat)
        else:
            take_loss(game, step.unit, step.struck_by, game.ruleset.hits.no_retreat)


def carry_out(game: Game, step: Step, effect: int) -> bool:
    """What a book's own effect does; False for those that are carried out here."""
    does = BY_NUMBER[effect].does
    if does is None:
        return False
    note(game, step.unit, EFFECTS[effect])
    does(game, step)
    return True


def retreat_from(question: Decision, blow: Step, clause: str) -> Step:
    """The question that a blow puts to its unit's owner."""
    return Step(
        question,
        blow.side,
        blow.unit,
        clause=clause,
        struck_by=blow.struck_by,
        struck_from=blow.struck_from,
        came_from=blow.came_from,
    )


def shared_hit(game: Game, carrier: int) -> str:
    """The clause that makes a hit on the carrier a hit on its load."""
    transport = game.ruleset.transport
    if transport is not None and game.battle.is_a(carrier, transport.riders_on):
        return transport.riders_hit
    return game.ruleset.hits.shared


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
        elif battle.at[step.unit] != step.cell:
            tell(game, "survived", step.clause, step.unit)
        elif effect == MUST_RETREAT:
            remove(game, step.unit, step.clause)
        else:
            take_loss(game, step.unit, step.struck_by, step.clause)

    def after_retreat(self, game: Game, step: Step, unit: i64) -> Step | None:
        """Wherever its carrier goes from there, even back, the load has retreated."""
        if game.battle.carried_by[step.unit] != unit:
            return step
        return Step(self, step.side, step.unit, struck_by=step.struck_by, clause=step.clause)


def throw_for_hit(game: Game, unit: i64) -> int:
    table, dice, effect = throw_on_table(game, unit)
    tell_hit(game, unit, table, dice, EFFECTS[effect])
    return effect


def throw_on_table(game: Game, unit: i64) -> tuple[ResultTable, list[int], int]:
    table = game.ruleset.hits.tables[game.battle.roster.quality[unit]]
    dice = roll_on(game, 1, table)
    return table, dice, table.effect(dice[0])


def tell_hit(game: Game, unit: i64, table: ResultTable, dice: list[int], outcome: str) -> None:
    if game.log is not None:
        side = game.battle.side_of(unit)
        tell_roll(game, "hit", table.clause, side, unit, dice, [], dice, NO_NEED, [outcome])


def enter_cell(game: Game, unit: i64, came_from: i64) -> None:
    """Resolve the perils of the cell a unit has entered before anything else happens; the ground is the attacker. A
    unit that came onto the board there came from NO_CELL."""
    battle = game.battle
    features = battle.features[battle.at[unit]]
    footing = game.ruleset.movement.footing(battle.type_of[unit], 0, features)
    side = battle.side_of(unit)
    push_blows(
        game,
        [
            Step(RESOLVE_HIT, side, unit, struck_by=1 - side, came_from=(came_from,), clause=clause)
            for clause in footing.perils
        ],
    )


class Retreat(Decision):
    """The owner picks where to and, where the book allows it, whether to lose strength instead."""

    def __init__(self, name: str, may_lose_sp: bool) -> None:
        super().__init__(name, "shared.retreat", ensues=True)
        self.may_lose_sp = may_lose_sp

    def options(self, game: Game, step: Step) -> list[Action]:
        options: list[Action] = []
        for cell in retreat_cells(game.battle, game.ruleset, step.unit, step.struck_from, step.came_from):
            if game.ruleset.retreat_facing_chosen:
                for facing in range(game.battle.field.grid.faces):
                    options.append(Action("retreat", step.unit, cell, facing))
            else:
                options.append(Action("retreat", step.unit, cell))
        if self.may_lose_sp:
            options.append(Action("lose-sp", step.unit))
        return options

    def settle(self, game: Game, step: Step, action: Action) -> Action:
        """Without a facing the unit keeps its own."""
        if action.verb != "retreat" or action.facing != AS_IT_COMES or not game.ruleset.retreat_facing_chosen:
            return action
        return Action("retreat", action.unit, action.target, game.battle.facing[step.unit])

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        if action.verb == "retreat" and action.unit == step.unit:
            if action.facing != AS_IT_COMES and not game.ruleset.retreat_facing_chosen:
                return [because(game, self.clause, "keeps-facing")]
            why = why_no_retreat(game, step, action.target)
            return [
                because(game, game.ruleset.hits.retreat, "no-retreat", step.unit, action.target, words=RETREATS[why])
            ]
        if action.verb == "lose-sp" and not self.may_lose_sp:
            return [because(game, step.clause, "must-retreat", step.unit)]
        return [because(game, step.clause, "hit-first", step.unit)]

    def play(self, game: Game, step: Step, action: Action) -> None:
        if action.verb == "lose-sp":
            take_loss(game, step.unit, step.struck_by, step.clause)
        else:
            came_from = game.battle.at[step.unit]
            fall_back(game, step.unit, action.target, action.facing)
            enter_cell(game, step.unit, came_from)

    def chances(self, game: Game, step: Step, action: Action) -> list[Chance]:
        return foresee(game, action)

    def effect(self, game: Game, step: Step) -> str:
        if self.may_lose_sp:
            return EFFECTS[RETREATS_OR_LOSES_SP]
        draw = game.ruleset.close_combat.draw
        return "withdraws" if draw and step.clause == draw else EFFECTS[MUST_RETREAT]


def why_no_retreat(game: Game, step: Step, cell: i64) -> str:
    """What keeps a unit from retreating to a cell, as `words.RETREATS` names it."""
    battle = game.battle
    here = battle.at[step.unit]
    if cell < 0 or cell not in battle.field.grid.neighbours[here]:
        return "far"
    unit_type = battle.type_of[step.unit]
    if game.ruleset.movement.footing(unit_type, battle.features[here], battle.features[cell]).forbidden:
        return "ground"
    if not may_stand_in(battle, game.ruleset.movement, step.unit, cell):
        return "taken"
    return objection(battle, game.ruleset, step.unit, cell, step.struck_from, step.came_from)


class Withdraw(StepKind):
    """The attacker in a drawn close combat withdraws one cell, or is destroyed."""

    def run(self, game: Game, step: Step) -> None:
        if retreat_cells(game.battle, game.ruleset, step.unit, step.struck_from):
            game.push(retreat_from(WHERE_TO_RETREAT, step, step.clause))
        else:
            destroy(game, step.unit, step.clause)


class LeftAlone(StepKind):
    """A Commander whose unit was destroyed alongside retreats one cell or is lost."""

    def run(self, game: Game, step: Step) -> None:
        test = game.ruleset.hits.commander_test
        if test is None or not game.battle.on_board(step.unit):
            return
        if retreat_cells(game.battle, game.ruleset, step.unit):
            game.push(Step(WHERE_TO_RETREAT, step.side, step.unit, clause=test.clause))
        else:
            destroy(game, step.unit, test.clause)


RESOLVE_HIT: Final = ResolveHit("hit", strikes=True, ensues=True)
LOAD_IS_HIT: Final = LoadIsHit("load is hit", ensues=True)
SUFFER: Final = Suffer("effect of fire", ensues=True)
RETREAT_OR_LOSE_SP: Final = Retreat("retreat or lose 1 SP", may_lose_sp=True)
WHERE_TO_RETREAT: Final = Retreat("where to retreat", may_lose_sp=False)
WITHDRAW: Final = Withdraw("withdraw after a draw", ensues=True, throws=False)
LEFT_ALONE: Final = LeftAlone("left alone", ensues=True, throws=False)
