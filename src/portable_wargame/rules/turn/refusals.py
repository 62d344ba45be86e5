"""Why not, whatever the phase: whose the unit is, where it is, and what nobody ever does in this battle."""

from typing import Final

from ...battle.battle import AWAITED, LEFT, NOBODY, UNCALLED, WAITING
from ...battle.naming import at_places
from ...game.agenda import Reason
from ...game.game import Game
from ...grid.compiler import i64
from ..movement.arrival import ARRIVAL
from ..reasons import because
from ..words import NEVER, deed
from .reinforcements import CLAUSE as CALLED
from .reinforcements import awaited_event

# Answers to questions that follow an action, or come before the battle, and what to say when nobody has asked.
ANSWERS: Final[dict[str, str]] = {
    "retreat": "no-hit",
    "lose-sp": "no-hit",
    "test-commander": "no-commander-shot",
    "advance": "no-victory",
    "stand": "nothing-offered",
    "first": "order-settled",
    "place": "deployed",
    "dummy": "deployed",
    "ready": "deployed",
}
IN_ANOTHER_PHASE: Final = ("bombard", "fight", "charge", "done", "end")


def why_not_at_all(game: Game, side: i64, unit: i64) -> list[Reason]:
    if unit == NOBODY:
        return []
    reasons = why_gone(game, side, unit)
    if not reasons and game.battle.is_carried(unit):
        reasons.append(because(game, game.ruleset.sequence, "is_carried", unit))
    return reasons


def why_gone(game: Game, side: i64, unit: i64) -> list[Reason]:
    """As above, but a carried unit is with its carrier."""
    battle = game.battle
    sequence = game.ruleset.sequence
    if battle.side_of(unit) != side:
        return [because(game, sequence, "other-side", unit)]
    if battle.at[unit] == WAITING and not battle.is_due(unit):
        return [why_not_here(game, unit)]
    if battle.at[unit] < 0 and battle.at[unit] != WAITING and not battle.is_carried(unit):
        return [because(game, sequence, "gone" if battle.at[unit] == LEFT else "destroyed", unit)]
    return []


def why_not_here(game: Game, unit: i64) -> Reason:
    """Why a unit is not on the board, and can't come on."""
    battle = game.battle
    turn = battle.roster.arrival_turn[unit]
    call = battle.roster.calls[unit]
    if turn == 0:
        return because(game, ARRIVAL, "not-deployed", unit)
    if call is not None and battle.due_from[unit] == UNCALLED:
        return because(game, CALLED, "uncalled", unit, words=awaited_event(call, at_places(battle, call.cells)))
    if call is not None and battle.due_from[unit] == AWAITED:
        return because(game, CALLED, "awaited", unit, number=turn, words=str(call.roll))
    return because(game, ARRIVAL, "due", unit, number=turn)


def why_not_there(game: Game, unit: i64, verb: str) -> list[Reason]:
    """Units waiting to come on can do that, and nothing else."""
    if (verb == "enter") == (game.battle.at[unit] == WAITING):
        return []
    return [because(game, ARRIVAL, "arrived" if verb == "enter" else "not-arrived", unit)]


def why_never(game: Game, verb: str) -> list[Reason]:
    """For a verb that is not an activity of this battle: nothing, if it belongs to another phase."""
    if verb in ANSWERS or verb in IN_ANOTHER_PHASE:
        return []
    if verb in ("strafe", "bomb"):
        return [because(game, game.ruleset.sequence, "no-aircraft")]
    return [because(game, game.ruleset.sequence, "never", words=NEVER.get(verb) or deed(verb))]
