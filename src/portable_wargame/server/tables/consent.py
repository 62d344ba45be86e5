"""Consent: what one player proposes to the other, and what comes of the answer. One proposal waits at a time."""

from ..games.match import Match
from ..games.permission import NotAllowed
from ..games.steps import OPEN, Sides
from ..store.columns import Proposal
from ..wire import messages
from ..wire.messages import Offered

WORDS: dict[Offered, str] = {
    "take-back": "{side} asks to go back to: {step}",
    "draw": "{side} offers a draw",
}


async def propose(match: Match, side: str, what: Offered, step: int | None) -> None:
    """`step` is the one to go back to; it is looked at again when the answer comes."""
    _check(match, side)
    if match.kept.proposals is not None:
        raise NotAllowed("waiting", "a proposal waits for its answer already")
    if what == "take-back":
        if step is None:
            raise NotAllowed("bad-message", "a take-back names the step to go back to")
        _check_step(match, step)
    await match.keeper.propose(Proposal(what, side, step if what == "take-back" else None))


async def answer(match: Match, side: str, accept: bool, what: Offered, step: int | None) -> int | None:
    """The number of the step that comes of it, if any. `what` and `step` are those of the proposal that was seen."""
    _check(match, side)
    proposal = match.kept.proposals
    if proposal is None or proposal.side == side:
        raise NotAllowed("stale", "there is no proposal of the other side")
    if (proposal.what, proposal.step) != (what, step):
        raise NotAllowed("stale", "the other side proposes something else by now: look again")
    if not accept:
        await match.keeper.propose(None)
        return None
    if proposal.step is None:
        return await match.agree_on_draw()
    _check_step(match, proposal.step)
    return await match.go_back(proposal.step, proposal.side)


async def withdraw(match: Match, side: str) -> None:
    if match.kept.proposals is None or match.kept.proposals.side != side:
        raise NotAllowed("stale", "there is no proposal of yours")
    await match.keeper.propose(None)


async def resign(match: Match, side: str) -> int:
    _check_playing(match)
    return await match.resign(side)


def told(match: Match, sides: Sides) -> messages.Proposal | None:
    proposal = match.kept.proposals
    if proposal is None:
        return None
    number = proposal.step
    name = match.game.battle.roster.side_names[match.sides.index(proposal.side)]
    step = match.chronicle.steps[number].text if number is not None else ""
    return messages.Proposal(
        what=proposal.what,
        side=proposal.side,
        seq=match.chronicle.sight(sides).seq_of(number) if number is not None else None,
        text=WORDS[proposal.what].format(side=name, step=step),
    )


def _check(match: Match, side: str) -> None:
    """Whether this side can agree with the other on anything now."""
    _check_playing(match)
    if any(seat.level is not None for seat in match.players):
        raise NotAllowed("illegal", "the computer agrees to nothing: resign, or play on from an earlier step")
    if match.chronicle.is_waiting():
        raise NotAllowed("waiting", "the dice of the last agreement are still to be settled")


def _check_playing(match: Match) -> None:
    if match.replay or match.chronicle.is_over():
        raise NotAllowed("over", "the battle is over")
    if not match.chronicle.has_begun():
        raise NotAllowed("waiting", "the battle has not begun")


def _check_step(match: Match, number: int) -> None:
    """Nothing here may depend on whether there are orders that somebody keeps to himself."""
    if match.chronicle.is_declaring():
        raise NotAllowed("illegal", "while guns are being aimed nothing is taken back: wait until both sides are done")
    if match.chronicle.steps[number].veil != OPEN:
        raise NotAllowed("illegal", "that is in the middle of aiming guns: go back to a step before it")
    if match.chronicle.last_public() <= number:
        raise NotAllowed("illegal", "that is how things stand now: there is nothing to take back")
