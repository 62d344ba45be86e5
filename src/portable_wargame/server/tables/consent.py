"""Consent: what one player proposes to the other, and what the answer leads to. One proposal waits at a time."""

from ..games.match import Match
from ..games.permission import NotAllowed
from ..games.steps import OPEN, Sides
from ..store.columns import Proposal
from ..wire import messages
from ..wire.messages import Offered

WORDS: dict[Offered, str] = {
    "take-back": "{side} asks to go back to: {step}",
    "draw": "{side} offers a draw",
    "rematch": "{side} asks for a rematch",
    "concession": "{side} offers to give up the battle",
}


async def propose(match: Match, side: str, what: Offered, step: int | None) -> None:
    """`step` is the one to go back to; it is checked again when the answer comes."""
    _check(match, side)
    if what == "concession":
        raise NotAllowed("illegal", "only a computer asks before it gives up; resign instead")
    if match.kept.proposals is not None:
        raise NotAllowed("waiting", "a proposal is already waiting for an answer")
    if what == "take-back":
        if step is None:
            raise NotAllowed("bad-message", "say which step to go back to")
        _check_step(match, step)
    await match.keeper.propose(Proposal(what, side, step if what == "take-back" else None))


async def propose_rematch(match: Match, side: str, game: str, token: str) -> None:
    """The other side gets the link to its seat in a game made for the rematch."""
    if match.replay or not match.chronicle.is_over():
        raise NotAllowed("illegal", "a rematch comes after the battle")
    _check_people(match)
    if not game or not token:
        raise NotAllowed("bad-message", "a rematch needs the new game, and the token of the other seat in it")
    if match.kept.proposals is not None and match.kept.proposals.side != side:
        raise NotAllowed("waiting", "the other side has already asked for a rematch")
    await match.keeper.propose(Proposal("rematch", side, game=game, token=token))


async def concede(match: Match, side: str) -> None:
    """A computer has as good as lost, and says so. It plays on unless the other side accepts."""
    if match.kept.proposals is None and not match.chronicle.is_over():
        await match.keeper.propose(Proposal("concession", side))


async def answer(match: Match, side: str, accept: bool, what: Offered, step: int | None) -> int | None:
    """Returns the number of the resulting step, if any. `what` and `step` are those of the proposal as its reader saw
    it."""
    proposal = match.kept.proposals
    if what == "concession":
        check_playing(match)
    elif what != "rematch":
        _check(match, side)
    if proposal is None or proposal.side == side:
        raise NotAllowed("stale", "the other side has proposed nothing")
    if (proposal.what, proposal.step) != (what, step):
        raise NotAllowed("stale", "the other side has changed its proposal: look again")
    if not accept or what == "rematch":
        await match.keeper.propose(None)
        return None
    if what == "concession":
        return await match.resign(proposal.side)
    if proposal.step is None:
        return await match.agree_on_draw()
    _check_step(match, proposal.step)
    return await match.go_back(proposal.step, proposal.side)


async def withdraw(match: Match, side: str) -> None:
    if match.kept.proposals is None or match.kept.proposals.side != side:
        raise NotAllowed("stale", "you have proposed nothing")
    await match.keeper.propose(None)


async def resign(match: Match, side: str) -> int:
    check_playing(match)
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
        game=proposal.game,
        # Only the player being asked may have it.
        token=proposal.token if sides and match.sides.index(proposal.side) not in sides else "",
    )


def _check(match: Match, side: str) -> None:
    """NotAllowed if this side can't agree on anything with the other now."""
    check_playing(match)
    _check_people(match)
    if match.chronicle.is_waiting():
        raise NotAllowed("waiting", "the new dice are still being sealed")


def _check_people(match: Match) -> None:
    if any(seat.level is not None for seat in match.players):
        raise NotAllowed("illegal", "the computer doesn't negotiate: resign, or play on from an earlier step")


def check_playing(match: Match) -> None:
    if match.replay or match.chronicle.is_over():
        raise NotAllowed("over", "the battle is over")
    if not match.chronicle.has_begun():
        raise NotAllowed("waiting", "the battle has not begun")


def _check_step(match: Match, number: int) -> None:
    """Check the step. Nothing here may depend on whether a side has secret orders."""
    if match.chronicle.is_declaring():
        message = (
            "nothing can be taken back while guns are being aimed or units placed in secret: wait until both are done"
        )
        raise NotAllowed("illegal", message)
    if match.chronicle.steps[number].veil != OPEN:
        raise NotAllowed("illegal", "that step is in the middle of secret orders: go back to one before them")
    if match.chronicle.last_public() <= number:
        raise NotAllowed("illegal", "that is how things stand now: there is nothing to take back")
