"""The umpire overrules: anything on the table is set by hand, and the battle goes on from there by its rules.

Anything that no real table could show, or no rule could go on from, is refused with a reason.
"""

from collections.abc import Callable
from typing import Final

from ...battle.battle import DESTROYED, LOAD, NOBODY, UNLOAD, Battle
from ...battle.terrain import bits_of
from ...battle.unit import ACTIVATED, AIRCRAFT, FINISHED, FIRED, FOUGHT, MOVED
from ...game.agenda import Decision, Reason, Step
from ...game.changes import destroy, drop_task, finish, join, leave, look_round, pin, show, turn, unpin
from ...game.course import allow_activations, gain_activation, spend_activation
from ...game.game import Game
from ...game.overruling import (
    begin_again,
    clear_turn,
    forget_unit,
    lift,
    put_down,
    set_exhausted,
    set_ground,
    set_mark,
    set_points,
    set_strength,
    set_turn,
    tell_ruling,
)
from ...game.ruleset import Movement
from ...grid.compiler import i64
from ..combat.pinning import CHARGE_OR_UNPIN, PINNED_CAVALRY
from ..movement.deployment import DEPLOY, unplaced
from ..movement.stacking import may_stand_in
from ..reasons import because
from .activation import ACTIVATE
from .points import points_of
from .turn import BEGIN_TURN
from .victory import judge

CLAUSE: Final = "shared.umpire"
PINNED: Final = "pinned"
ACTED: Final = "acted"
# The marks a counter may have, and what each says about its turn.
MARKS: Final[dict[str, int]] = {
    PINNED: 0,
    ACTED: ACTIVATED | FINISHED,
    "moved": MOVED,
    "fired": FIRED,
    "fought": FOUGHT,
}


class Change:
    """One thing set by hand; unused words keep their defaults."""

    def __init__(
        self,
        kind: str,
        unit: i64 = NOBODY,
        cell: i64 = -1,
        facing: i64 = -1,
        number: int = 0,
        side: i64 = NOBODY,
        words: str = "",
        features: int = 0,
        on: bool = True,
        other: i64 = NOBODY,
    ) -> None:
        self.kind = kind
        self.unit = unit
        self.cell = cell
        self.facing = facing
        self.number = number
        self.side = side
        self.words = words
        self.features = features
        self.on = on
        self.other = other


def overrule(game: Game, changes: list[Change], reason: str) -> list[Reason]:
    """Set all of it on a game of the caller's own, and go on to the next decision. After an objection, the game is of
    no further use."""
    if not game.agenda:
        return [because(game, CLAUSE, "umpire-over")]
    tell_ruling(game, reason, CLAUSE)
    moved = [change.unit for change in changes if change.kind == "place"]
    for unit in moved:
        lift(game, unit)
    for change in changes:
        against = KINDS[change.kind](game, change)
        if against:
            return against
    moved += [change.unit for change in changes if change.kind == "remove"]
    moved += [change.other for change in changes if change.kind == "load"]
    show(game, [one for one in game.battle.concealed if one.unit in moved])
    against = impossible(game, moved, [change.cell for change in changes if change.kind == "ground"])
    if against:
        return against
    return go_on(game, moved)


# -- one by one


def put(game: Game, change: Change) -> list[Reason]:
    battle = game.battle
    unit, cell = change.unit, change.cell
    if battle.is_a(unit, AIRCRAFT) and battle.above[cell] != NOBODY:
        return [because(game, CLAUSE, "occupied", unit, cell)]
    put_down(game, unit, cell, change.facing if change.facing >= 0 else battle.facing[unit], CLAUSE)
    return []


def load_up(game: Game, change: Change) -> list[Reason]:
    """What is loaded is brought to its carrier, wherever it was."""
    battle = game.battle
    carrier, load = change.unit, change.other
    if battle.side_of(load) != battle.side_of(carrier):
        return [because(game, CLAUSE, "other-side", load)]
    carriable = battle.type_of[load].carriable and battle.is_a(load, battle.type_of[carrier].cargo)
    if game.ruleset.transport is None or load == carrier or not carriable or battle.carrying[load] != NOBODY:
        return [because(game, CLAUSE, "cannot-carry", carrier, other=load)]
    if not battle.on_board(carrier):
        return [because(game, CLAUSE, "off-board", carrier)]
    if battle.carrying[carrier] != NOBODY:
        return [because(game, CLAUSE, "loaded-already", carrier)]
    lift(game, load)
    put_down(game, load, battle.at[carrier], battle.facing[carrier], CLAUSE)
    join(game, carrier, load, CLAUSE)
    drop_task(game, carrier)
    return []


def face(game: Game, change: Change) -> list[Reason]:
    if not game.battle.on_board(change.unit):
        return [because(game, CLAUSE, "off-board", change.unit)]
    turn(game, change.unit, change.facing, CLAUSE)
    return []


def weigh(game: Game, change: Change) -> list[Reason]:
    battle = game.battle
    most = battle.roster.start_strength[change.unit]
    if game.ruleset.strength is None:
        return [because(game, CLAUSE, "umpire-no-points")]
    if battle.at[change.unit] == DESTROYED:
        return [because(game, CLAUSE, "destroyed", change.unit)]
    if not 1 <= change.number <= most:
        return [because(game, CLAUSE, "umpire-strength", change.unit, number=most)]
    set_strength(game, change.unit, change.number, CLAUSE)
    return []


def remove(game: Game, change: Change) -> list[Reason]:
    battle = game.battle
    unit = change.unit
    if not battle.still_in_play(unit):
        return [because(game, CLAUSE, "umpire-gone", unit)]
    if not change.words:
        destroy(game, unit, CLAUSE)
        return []
    if not battle.on_board(unit):
        return [because(game, CLAUSE, "off-board", unit)]
    lift_load(game, unit)
    leave(game, unit, change.words, CLAUSE)
    return []


def lift_load(game: Game, unit: i64) -> None:
    """A load that moves by itself is no longer a load."""
    battle = game.battle
    if battle.carried_by[unit] != NOBODY:
        cell, facing = battle.at[unit], battle.facing[unit]
        lift(game, unit)
        put_down(game, unit, cell, facing, CLAUSE)


def mark(game: Game, change: Change) -> list[Reason]:
    battle = game.battle
    unit = change.unit
    if not battle.still_in_play(unit):
        return [because(game, CLAUSE, "umpire-gone", unit)]
    if change.words == PINNED:
        if game.ruleset.pinning is None:
            return [because(game, CLAUSE, "umpire-no-pins")]
        if change.on:
            pin(game, unit, CLAUSE)
        elif battle.pinned[unit]:
            unpin(game, unit, CLAUSE)
        return []
    acted = battle.has(unit, ACTIVATED)
    acts = game.question() is ACTIVATE and game.decider() == battle.side_of(unit) and battle.activations_left >= 0
    set_mark(game, unit, change.words, MARKS[change.words], change.on, CLAUSE)
    if change.words == ACTED and change.on:
        finish(game, unit)
        if acts and not acted and battle.activations_left > 0:
            spend_activation(game)
    elif change.words == ACTED:
        begin_again(game, unit)
        if acts and acted:
            gain_activation(game)
    return []


def exhaust(game: Game, change: Change) -> list[Reason]:
    if game.ruleset.exhaustion is None:
        return [because(game, CLAUSE, "umpire-no-exhaustion")]
    set_exhausted(game, change.side, change.on, CLAUSE)
    return []


def score(game: Game, change: Change) -> list[Reason]:
    """All the points a side has; those for what it holds or has destroyed just now are among them."""
    battle = game.battle
    if not battle.objectives.scores:
        return [because(game, CLAUSE, "umpire-no-scores")]
    on_table = points_of(battle, change.side) - battle.points[change.side]
    if change.number < on_table:
        return [because(game, CLAUSE, "umpire-points", number=on_table)]
    set_points(game, change.side, change.number, change.number - on_table, CLAUSE)
    return []


def draw(game: Game, change: Change) -> list[Reason]:
    if change.features & ~bits_of(game.ruleset.features, game.battle.field.terrain):
        return [because(game, CLAUSE, "umpire-no-feature")]
    set_ground(game, int(change.cell), change.features, CLAUSE)
    return []


def count(game: Game, change: Change) -> list[Reason]:
    battle = game.battle
    most = battle.objectives.turns
    if not 1 <= change.number <= most:
        return [because(game, CLAUSE, "umpire-turn", number=most)]
    if change.on:
        clear_turn(game, change.number - 1)
        game.agenda = [BEGIN_TURN.step()]
        if unplaced(battle, 0) or unplaced(battle, 1):
            game.push(DEPLOY.step())
        return []
    if battle.turn == 0:
        return [because(game, CLAUSE, "umpire-not-begun")]
    set_turn(game, change.number, CLAUSE)
    return []


def allow(game: Game, change: Change) -> list[Reason]:
    if game.question() is not ACTIVATE:
        return [because(game, CLAUSE, "umpire-no-activations")]
    if change.number > len(game.battle.roster.unit_ids):
        return [because(game, CLAUSE, "umpire-activations", number=len(game.battle.roster.unit_ids))]
    allow_activations(game, game.decider(), change.number, CLAUSE)
    return []


Setter = Callable[[Game, Change], list[Reason]]
KINDS: Final[dict[str, Setter]] = {
    "place": put,
    "load": load_up,
    "facing": face,
    "strength": weigh,
    "remove": remove,
    "mark": mark,
    "exhausted": exhaust,
    "points": score,
    "ground": draw,
    "turn": count,
    "activations": allow,
}


# -- all of it


def impossible(game: Game, moved: list[i64], cells: list[i64]) -> list[Reason]:
    """The units that can't stand where they were put, or on the ground now under them."""
    battle = game.battle
    movement = game.ruleset.movement
    there = list(moved)
    for cell in cells:
        there += battle.units_in(cell)
    for unit in there:
        cell = battle.at[unit]
        if cell < 0 or battle.is_carried(unit):
            continue
        if not battle.is_a(unit, AIRCRAFT):
            footing = movement.footing(battle.type_of[unit], battle.features[cell], battle.features[cell])
            if footing.forbidden:
                return [because(game, footing.forbidden, "umpire-ground", unit, cell)]
            side = battle.side_of(unit)
            hides = any(one.cell == cell and one.side != side for one in battle.concealed)
            if hides or any(battle.side_of(other) != side for other in battle.units_in(cell)):
                return [because(game, movement.stacking, "occupied", unit, cell)]
        if not (may_stand_in(battle, movement, unit, cell) or may_be_boarded(battle, movement, unit, cell)):
            return [because(game, movement.stacking, "occupied", unit, cell)]
    return []


def may_be_boarded(battle: Battle, movement: Movement, unit: i64, cell: i64) -> bool:
    """Whether the only friend there, which could not stay with another, may stand with this unit to be taken up."""
    others = [one for one in battle.units_in(cell) if one != unit and not battle.is_a(one, movement.shares_cell)]
    others = [one for one in others if battle.carried_by[one] == NOBODY]
    return len(others) == 1 and may_stand_in(battle, movement, others[0], cell)


def go_on(game: Game, moved: list[i64]) -> list[Reason]:
    """Go on to the next decision. Whatever was left of an order lapses for a unit that has been put elsewhere."""
    battle = game.battle
    for unit in moved:
        forget_unit(game, unit)
        if battle.on_board(unit):
            look_round(game, unit)
        for other in range(len(battle.at)):
            if battle.task[other] in (LOAD, UNLOAD) and battle.task_target[other] == unit:
                drop_task(game, other)
    if any(step.kind.ensues and concerns(step, moved) for step in game.agenda):
        game.agenda = [step for step in game.agenda if not step.kind.ensues]
    waiting = [step for step in game.agenda if step.kind is CHARGE_OR_UNPIN]
    if waiting:
        game.agenda = [step for step in game.agenda if step.kind is not CHARGE_OR_UNPIN]
        game.push(PINNED_CAVALRY.step(waiting[0].side))
    game.forget_options()
    judge(game, end_of_turn=False)
    if game.advance() and not game.options():
        asked = game.question()
        return [because(game, CLAUSE, "umpire-no-answer", words=asked.name if isinstance(asked, Decision) else "")]
    return []


def concerns(step: Step, units: list[i64]) -> bool:
    named = (step.unit, step.other, *step.retreated)
    return any(unit in named for unit in units)
