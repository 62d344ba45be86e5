"""A battle that is fought elsewhere, followed here: actions come with the dice that fell there."""

from typing import Any

from ..battle.battle import Order
from ..game.course import order_shot, sort_orders
from ..game.errors import Refusal
from ..game.game import Game, IllegalAction
from ..rules.fire.artillery import DECLARE_BOMBARDMENTS
from ..speech.notation import action_from_tree
from .session import Session


def followed(session: Session, tree: Any, dice: list[int], orders: list[Any]) -> tuple[Session, list[dict[str, Any]]]:
    """The session after an action whose dice are these, and the events; the one before stays as it was.

    `orders` are bombardments that the other side has declared and that become known with this action. Dice that the
    action throws beyond those given are the session's own.
    """
    later = session.copy()
    if orders:
        disclose(later.game, orders)
    before = len(later.dice.thrown)
    later.dice.script = [*later.dice.thrown, *dice]
    events = later.play(tree)
    thrown = len(later.dice.thrown) - before
    if thrown < len(dice):
        raise Refusal(f"the action throws {thrown} dice, and {len(dice)} were given")
    return later, events


def disclose(game: Game, trees: list[Any]) -> None:
    """Add the other side's bombardments to those of the side that is declaring its own."""
    battle = game.battle
    if game.question() is not DECLARE_BOMBARDMENTS:
        raise Refusal("orders become known with the last bombardment that is declared, and none is being declared now")
    step = DECLARE_BOMBARDMENTS.step(1 - game.decider())
    for tree in trees:
        action = action_from_tree(battle, {"do": "bombard", **tree} if isinstance(tree, dict) else tree)
        if action not in DECLARE_BOMBARDMENTS.options_of(game, step, action.unit):
            raise IllegalAction(DECLARE_BOMBARDMENTS.why_not(game, step, action))
        order_shot(game, Order(action.unit, action.target, action.gas, action.air))
    sort_orders(game)
    game.forget_options()
