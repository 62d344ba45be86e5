"""What an umpire sets by hand: the verbs for which `changes` and `course` have no word, because no rule does it.

Each announces its event. Whether the resulting table is possible is checked afterwards (`rules.turn.umpire`).
"""

from ..battle.battle import DESTROYED as GONE
from ..battle.battle import LEFT, NOBODY, UNCOUNTED, WAITING, renumbered, replaced
from ..battle.pieces import Order
from ..battle.terrain import CHANGING, GAS, feature_names
from ..grid.compiler import i64, vec
from .changes import count_loss, part, place
from .events import Event
from .game import Game


def lift(game: Game, unit: i64) -> None:
    """Take a unit in hand, with its load, before it is put down somewhere else."""
    battle = game.battle
    if battle.carried_by[unit] != NOBODY:
        part(game, battle.carried_by[unit])
    if battle.at[unit] >= 0:
        battle.put(unit, WAITING)


def put_down(game: Game, unit: i64, cell: i64, facing: i64, clause: str) -> None:
    """A unit that had left comes back; one that was destroyed comes back with the least it can have."""
    battle = game.battle
    if battle.at[unit] == GONE:
        battle.strength[unit] = 1 if game.ruleset.strength is not None else battle.strength[unit]
        count_loss(game, battle.side_of(unit), -1)
    if battle.at[unit] == LEFT:
        battle.left_over = replaced(battle.left_over, unit, "")
    place(game, unit, cell, facing, clause)


def set_strength(game: Game, unit: i64, points: i64, clause: str) -> None:
    battle = game.battle
    count_loss(game, battle.side_of(unit), battle.strength[unit] - points)
    battle.strength[unit] = points
    _tell(game, Event("strength-set", clause, battle.side_of(unit), unit, amount=points))


def set_mark(game: Game, unit: i64, name: str, deeds: i64, on: bool, clause: str) -> None:
    """Set what a unit has done this turn; with nothing set, it may act as if it had done nothing."""
    activity = game.battle.activity
    activity[unit] = activity[unit] | deeds if on else activity[unit] & ~deeds
    kind = "marked" if on else "unmarked"
    _tell(game, Event(kind, clause, game.battle.side_of(unit), unit, words=name))


def begin_again(game: Game, unit: i64) -> None:
    """Nothing that a unit did this turn counts."""
    game.battle.activity[unit] = 0
    game.battle.spare[unit] = 0


def set_ground(game: Game, cell: int, features: int, clause: str) -> None:
    """Wire and mines come and go anyway; anything else means drawing the board again. Gas stays where it is."""
    battle = game.battle
    field = battle.field
    lasting = features & ~CHANGING
    if lasting != field.features[cell] & ~CHANGING:
        drawn = [int(one) for one in field.features]
        drawn[cell] = lasting | int(field.features[cell]) & CHANGING
        battle.field = field.redrawn(drawn)
        battle.presence = [None, None]
    battle.change_features(cell, features | int(battle.features[cell]) & GAS)
    names = ", ".join(feature_names(features & ~GAS, field.terrain))
    _tell(game, Event("ground-set", clause, cell=cell, words=names or "open ground"))


def set_turn(game: Game, turn: int, clause: str) -> None:
    battle = game.battle
    passed = turn - battle.turn
    battle.turn = turn
    for unit, since in enumerate(battle.crossing):
        if since:
            battle.crossing = renumbered(battle.crossing, unit, max(1, since + passed))
    _tell(game, Event("turn-set", clause, amount=turn))


def clear_turn(game: Game, before: int) -> None:
    """Drop whatever was still to be done this turn; the next turn to begin is the one after this number."""
    battle = game.battle
    battle.turn = before
    battle.acting = NOBODY
    battle.activations_left = UNCOUNTED
    battle.orders = []
    battle.deck = []
    battle.driven_from = vec[i64]()


def set_exhausted(game: Game, side: i64, on: bool, clause: str) -> None:
    battle = game.battle
    battle.exhausted = replaced(battle.exhausted, side, on)
    if on:
        _tell(game, Event("exhausted", clause, side=side, amount=battle.lost[side]))
    else:
        _tell(game, Event("recovered", clause, side=side))


def forget_unit(game: Game, unit: i64) -> None:
    """Drop from the agenda whatever was about a unit that is elsewhere now."""
    battle = game.battle
    if battle.acting == unit and battle.at[unit] < 0:
        battle.acting = NOBODY
    kept: list[Order] = [order for order in battle.orders if order.gun != unit]
    if len(kept) < len(battle.orders):
        battle.orders = kept
    for other in range(len(battle.at)):
        if battle.met_by[other] == unit or other == unit:
            battle.met_by = renumbered(battle.met_by, other, NOBODY)


def set_points(game: Game, side: i64, points: int, for_good: int, clause: str) -> None:
    """Set all the points of a side, and how many of them it can no longer lose."""
    battle = game.battle
    battle.points = replaced(battle.points, side, for_good)
    _tell(game, Event("points-set", clause, side=side, amount=points))


def tell_ruling(game: Game, reason: str, clause: str) -> None:
    _tell(game, Event("ruling", clause, words=reason))


def _tell(game: Game, event: Event) -> None:
    if game.log is not None:
        game.log.append(event)
