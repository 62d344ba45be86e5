"""Following a battle fought elsewhere: actions come with the dice that fell there."""

from ..battle.pieces import Order
from ..game.course import order_shot, sort_orders
from ..game.dice import Dice
from ..game.errors import Refusal
from ..game.game import Game, IllegalAction
from ..rules.fire.artillery import DECLARE_BOMBARDMENTS
from ..speech.notation import action_from_tree
from ..speech.trees import Event, Json
from .session import Session


def followed(session: Session, tree: Json, dice: list[int], orders: list[Json]) -> tuple[Session, list[Event]]:
    """The session after an action whose dice are these, and the events; the earlier session stays as it was.

    `orders` are bombardments that the other side has declared and that become known with this action. Dice that the
    action throws beyond those given are the session's own.
    """
    later = session.copy()
    own = later.dice
    before = len(own.thrown)

    def die(number: int) -> int:
        if number < before + len(dice):
            return dice[number - before]
        own.thrown = given.thrown.copy()
        return own.throw()

    given = Dice(die)
    given.thrown = own.thrown.copy()
    later.dice = given
    if orders:
        later.game = later.game.copy(given)
        disclose(later.game, orders)
    events = later.play(tree)
    own.thrown = given.thrown
    later.dice = later.game.dice = own
    thrown = len(own.thrown) - before
    if thrown < len(dice):
        raise Refusal(f"the action throws {thrown} dice, but {len(dice)} were given")
    return later, events


def disclose(game: Game, trees: list[Json]) -> None:
    """Add the other side's bombardments to those of the side now declaring."""
    battle = game.battle
    if game.question() is not DECLARE_BOMBARDMENTS:
        raise Refusal("orders become known with the last bombardment declared, and none is being declared now")
    step = DECLARE_BOMBARDMENTS.step(1 - game.decider())
    for tree in trees:
        action = action_from_tree(battle, {"do": "bombard", **tree} if isinstance(tree, dict) else tree)
        if action not in DECLARE_BOMBARDMENTS.options_of(game, step, action.unit):
            raise IllegalAction(DECLARE_BOMBARDMENTS.why_not(game, step, action))
        order_shot(game, Order(action.unit, action.target, action.gas, action.air))
    sort_orders(game)
    game.forget_options()
