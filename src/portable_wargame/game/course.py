"""The course of a battle: turns, activations, orders, cards, gas, and how it ends.

With `changes`, which is about single units, these are the only verbs that alter a battle.
"""

from ..battle.battle import NO_CELL, NOBODY, OVER, UNCOUNTED, renumbered, replaced
from ..battle.pieces import Cloud, Order
from ..battle.terrain import GAS
from ..battle.unit import ACTIVATED, FINISHED
from ..grid.compiler import i64, vec
from .events import Event
from .game import Game


def begin_turn(game: Game) -> None:
    """Nobody has done anything in it."""
    battle = game.battle
    units = len(battle.at)
    battle.turn += 1
    battle.activity = vec[i64]([0] * units)
    battle.spare = vec[i64]([0] * units)
    battle.met_by = vec[i64]([NOBODY] * units)
    if game.log is not None:
        game.log.append(Event("turn", game.ruleset.sequence, amount=battle.turn))


def take_initiative(game: Game, side: i64, clause: str) -> None:
    game.battle.first_side = side
    if game.log is not None:
        game.log.append(Event("initiative", clause, side=side))


def allow_activations(game: Game, side: i64, number: int, clause: str) -> None:
    game.battle.activations_left = number
    if game.log is not None:
        game.log.append(Event("activations", clause, side=side, amount=number))


def stop_activations(game: Game) -> None:
    game.battle.activations_left = UNCOUNTED


def spend_activation(game: Game) -> None:
    game.battle.activations_left -= 1


def gain_activation(game: Game) -> None:
    game.battle.activations_left += 1


def act_with(game: Game, unit: i64) -> None:
    """The unit's activation is open; that of the one before is over."""
    battle = game.battle
    acting = battle.acting
    if acting != unit:
        if acting != NOBODY:
            battle.activity[acting] |= FINISHED
        battle.acting = unit
    if not battle.activity[unit] & ACTIVATED:
        battle.activity[unit] |= ACTIVATED
        battle.activations_left -= 1


def exhaust(game: Game, side: i64, clause: str) -> None:
    battle = game.battle
    battle.exhausted = replaced(battle.exhausted, side, True)
    if game.log is not None:
        game.log.append(Event("exhausted", clause, side=side, amount=battle.lost[side]))


def order_shot(game: Game, order: Order) -> None:
    """It is fired later, with all the others, and reported then."""
    game.battle.orders = [*game.battle.orders, order]


def sort_orders(game: Game) -> None:
    """Shots are rolled in the order in which sides declare them: the first side's, then the second's."""
    battle = game.battle
    side_of = battle.roster.side_of
    battle.orders = [order for side in (0, 1) for order in battle.orders if side_of[order.gun] == side]


def take_orders(game: Game) -> list[Order]:
    """Take all the orders given; none is left."""
    orders = game.battle.orders
    game.battle.orders = []
    return orders


def remember_targets(game: Game, orders: list[Order]) -> None:
    """What each gun has fired at on the ground, until guns fire again."""
    targets = vec[i64]([NO_CELL] * len(game.battle.at))
    for order in orders:
        if not order.air:
            targets[order.gun] = order.target
    game.battle.last_target = targets


def lay_out_cards(game: Game, deck: list[int]) -> None:
    game.battle.deck = deck


def spend_gas_shell(game: Game, gun: i64) -> None:
    shells = game.battle.gas_shells
    game.battle.gas_shells = renumbered(shells, gun, shells[gun] - 1)


def gather_clouds(game: Game, clouds: list[Cloud]) -> None:
    """Gas is a feature of the cells where clouds stand, so that movement sees it like any other."""
    battle = game.battle
    battle.clouds = clouds
    clouded = [cloud.cell for cloud in clouds]
    for cell, features in enumerate(battle.features):
        shown = features | GAS if cell in clouded else features & ~GAS
        if shown != features:
            battle.change_features(cell, shown)


def count_points(game: Game, side: i64, points: int, clause: str) -> None:
    battle = game.battle
    battle.points = replaced(battle.points, side, battle.points[side] + points)
    if game.log is not None:
        game.log.append(Event("scored", clause, side=side, amount=points))


def call_up(game: Game, unit: i64, turn: i64, clause: str) -> None:
    """A reinforcement may come from a turn on; or, until a die says so, it is AWAITED."""
    battle = game.battle
    battle.due_from = renumbered(battle.due_from, unit, turn)
    if game.log is not None and turn <= battle.turn:
        game.log.append(Event("called", clause, battle.side_of(unit), unit))


def end_battle(game: Game, winner: i64, reason: str, clause: str, degree: str = "") -> None:
    battle = game.battle
    battle.winner = winner
    battle.reason = reason
    battle.degree = degree
    battle.phase = OVER
    if game.log is not None:
        game.log.append(Event("over", clause, side=winner, words=reason, degree=degree))
