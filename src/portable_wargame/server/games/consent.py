"""Consent: what one player proposes to the other, and what comes of the answer. One proposal waits at a time."""

from bisect import bisect_left
from typing import Any

from ..wire.messages import Offered, Proposal
from .match import Match
from .permission import NotAllowed
from .steps import OPEN, Sides

WORDS: dict[Offered, str] = {
    "take-back": "{side} asks to go back to: {step}",
    "draw": "{side} offers a draw",
}


async def propose(match: Match, side: str, what: Offered, step: int | None) -> None:
    """`step` is the one to go back to; it is looked at again when the answer comes."""
    _check(match, side)
    if match.kept.proposals:
        raise NotAllowed("waiting", "a proposal waits for its answer already")
    proposal: dict[str, Any] = {"what": what, "side": side}
    if what == "take-back":
        if step is None:
            raise NotAllowed("bad-message", "a take-back names the step to go back to")
        _check_step(match, step)
        proposal["step"] = step
    await match.propose(proposal)


async def answer(match: Match, side: str, accept: bool, what: Offered, step: int | None) -> int | None:
    """The number of the step that comes of it, if any. `what` and `step` are those of the proposal that was seen."""
    _check(match, side)
    proposal = match.kept.proposals
    if not proposal or proposal["side"] == side:
        raise NotAllowed("stale", "there is no proposal of the other side")
    if (proposal["what"], proposal.get("step")) != (what, step):
        raise NotAllowed("stale", "the other side proposes something else by now: look again")
    if not accept:
        await match.propose({})
        return None
    if proposal["what"] == "draw":
        return await match.agree_on_draw()
    _check_step(match, proposal["step"])
    return await match.go_back(proposal["step"], proposal["side"])


async def withdraw(match: Match, side: str) -> None:
    if match.kept.proposals.get("side") != side:
        raise NotAllowed("stale", "there is no proposal of yours")
    await match.propose({})


async def resign(match: Match, side: str) -> int:
    _check_playing(match)
    return await match.resign(side)


def told(match: Match, sides: Sides) -> Proposal | None:
    proposal = match.kept.proposals
    if not proposal:
        return None
    number = proposal.get("step")
    name = match.game.battle.roster.side_names[match.sides.index(proposal["side"])]
    step = match.steps[number].text if number is not None else ""
    return Proposal(
        what=proposal["what"],
        side=proposal["side"],
        seq=bisect_left(match.seen_by(sides), number) if number is not None else None,
        text=WORDS[proposal["what"]].format(side=name, step=step),
    )


def _check(match: Match, side: str) -> None:
    """Whether this side can agree with the other on anything now."""
    _check_playing(match)
    if any(seat.level is not None for seat in match.players):
        raise NotAllowed("illegal", "the computer agrees to nothing: resign, or play on from an earlier step")
    if match.is_waiting():
        raise NotAllowed("waiting", "the dice of the last agreement are still to be settled")


def _check_playing(match: Match) -> None:
    if match.replay or match.is_over():
        raise NotAllowed("over", "the battle is over")
    if not match.has_begun():
        raise NotAllowed("waiting", "the battle has not begun")


def _check_step(match: Match, number: int) -> None:
    """Nothing here may depend on whether there are orders that somebody keeps to himself."""
    if match.is_declaring():
        raise NotAllowed("illegal", "while guns are being aimed nothing is taken back: wait until both sides are done")
    if match.steps[number].veil != OPEN:
        raise NotAllowed("illegal", "that is in the middle of aiming guns: go back to a step before it")
    if match.last_public() <= number:
        raise NotAllowed("illegal", "that is how things stand now: there is nothing to take back")
