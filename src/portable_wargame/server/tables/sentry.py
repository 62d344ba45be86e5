"""A computer that keeps its ground: it fires and fights from where it stands, and never marches. For lessons,
where the enemy has to be where the lesson says."""

from ...ai.judgement.values import expected
from ...ai.opponents.choice import Choice
from ...ai.opponents.standing_orders import HOLD, StandingOrders
from ...game.actions import Action
from ...game.game import Game
from ...rules.turn.activation import ACTIVATE, options_of

INTENT = "holding its ground"
STAND_FAST = StandingOrders(HOLD, HOLD)


def on_guard(game: Game) -> Choice | None:
    """The best attack from where the units stand, or none; hit, they lose strength rather than ground.
    None for any other question."""
    if game.question() is not ACTIVATE:
        held = STAND_FAST.answer(game)
        return Choice(held, INTENT) if held is not None else None
    side = game.decider()
    acting = game.battle.acting
    ready = ACTIVATE.candidates(game, side)
    best: tuple[float, Action] | None = None
    for unit in [acting] if acting in ready else ready:
        for action in options_of(game, unit):
            if game.is_attack(action):
                worth = expected(game, side, game.chances(action))
                if worth > 0 and (best is None or worth > best[0]):
                    best = (worth, action)
    if best is not None:
        return Choice(best[1], INTENT)
    done = [action for action in game.options() if action.verb in ("done", "end")]
    return Choice(done[0], INTENT) if done else None
