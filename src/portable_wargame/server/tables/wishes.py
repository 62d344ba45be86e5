"""What a client may want to change in a game: for each request that does, whether it may be, and what then is done.

Others may have been quicker, so everything is looked at when its turn has come: a wish is granted while its table
changes nothing else.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from ...game.errors import Refusal
from ..edge.push import Knocker
from ..games.match import Match
from ..games.permission import NotAllowed
from ..games.seats import hashed, plain
from ..games.steps import Sides
from ..store.columns import Orders
from ..wire import messages as said
from . import consent

LONGEST_TALK = 2000  # remarks that a game keeps


class Asker(Protocol):
    """Whoever wants something: the sides that are theirs, and the tokens that say so."""

    sides: Sides
    tokens: list[str]


class Wish:
    """One request of somebody at a match."""

    def __init__(self, asker: Asker, request: said.Request, match: Match, knocker: Knocker | None) -> None:
        self.asker = asker
        self.request = request
        self.match = match
        self.knocker = knocker

    async def granted(self) -> int | None:
        """Do it; the number of the step that comes of it, if one does. NotAllowed if it may not be."""
        grant = GRANTS[type(self.request)]
        if not isinstance(self.request, said.Act | said.Undo | said.Reissue):
            self._check_side(getattr(self.request, "side", ""))
        return await grant(self, self.request)

    # -- what has to be so

    def _check_side(self, side: str) -> None:
        if self.match.replay or side not in [self.match.sides[one] for one in self.asker.sides]:
            raise NotAllowed("not-yours", f"{side!r} is no side of yours")

    def _check_turn(self, seq: int) -> None:
        match, chronicle = self.match, self.match.chronicle
        if match.replay:
            raise NotAllowed("over", "this is a record: play on from it as a new game")
        if chronicle.is_over():
            raise NotAllowed("over", "the battle is over")
        if match.game.decider() not in self.asker.sides:
            side = match.game.battle.roster.side_names[match.game.decider()]
            raise NotAllowed("not-yours", f"it is for {side} to decide")
        if chronicle.is_waiting():
            raise NotAllowed("waiting", f"the dice wait for {' and '.join(chronicle.seal.wanted())}")
        last = chronicle.sight(self.asker.sides).seq
        if seq != last:
            raise NotAllowed("stale", f"the game has gone on to step {last}")

    def _step(self, seq: int | None) -> int | None:
        return self.match.chronicle.sight(self.asker.sides).step_at(seq) if seq is not None else None

    # -- one by one

    async def act(self, request: said.Act) -> int:
        self._check_turn(request.seq)
        return await self.match.play(self.match.chronicle.session.action(request.action))

    async def undo(self, request: said.Undo) -> int:
        self._check_turn(request.seq)
        return await self.match.undo()

    async def give_nonce(self, request: said.GiveNonce) -> None:
        if request.side not in self.match.chronicle.seal.wanted():
            raise NotAllowed("stale", f"no nonce of {request.side} is wanted now")
        await self.match.give_nonce(request.side, request.nonce)

    async def give_name(self, request: said.GiveName) -> None:
        await self.match.keeper.change_seat(request.side, name=plain(request.name))

    async def set_orders(self, request: said.SetOrders) -> None:
        await self.match.keeper.set_orders(request.side, Orders(request.when_hit, request.when_won))

    async def reissue(self, request: said.Reissue) -> None:
        """A token that nobody else has seen; those who sit there by the old one are sent away."""
        match, asker, side = self.match, self.asker, request.side
        if side not in match.chronicle.people:
            raise NotAllowed("not-yours", f"{side!r} is no person's side")
        if not any(match.sides[one] == side or match.players[one].owner for one in asker.sides):
            raise NotAllowed("not-yours", "only the owner of a game gives others a new link")
        old = match.kept.seats[side]
        await match.keeper.change_token(side, request.token)
        if match.sides.index(side) in asker.sides:
            asker.tokens = [*(one for one in asker.tokens if hashed(one) != old), request.token]

    async def say(self, request: said.Say) -> None:
        if len(self.match.kept.notes) >= LONGEST_TALK:
            raise NotAllowed("busy", f"a game keeps {LONGEST_TALK} remarks, and these are all there")
        text = plain(request.text)
        if not text:
            raise NotAllowed("bad-message", "there is nothing to be read in that")
        await self.match.keeper.say(request.side, text)

    async def propose(self, request: said.Propose) -> None:
        await consent.propose(self.match, request.side, request.what, self._step(request.seq))

    async def answer(self, request: said.Answer) -> int | None:
        step = self._step(request.seq)
        return await consent.answer(self.match, request.side, request.accept, request.what, step)

    async def withdraw(self, request: said.Withdraw) -> None:
        await consent.withdraw(self.match, request.side)

    async def resign(self, request: said.Resign) -> int:
        return await consent.resign(self.match, request.side)

    async def subscribe(self, request: said.Subscribe) -> None:
        if self.knocker is None:
            raise NotAllowed("illegal", "this server knocks at no browser: it has no push keys")
        if request.endpoint is not None:
            try:
                self.knocker.check(request.endpoint)
            except Refusal as problem:
                raise NotAllowed("bad-message", str(problem)) from None
        await self.match.keeper.change_seat(request.side, endpoint=request.endpoint)


GRANTS: dict[type, Callable[[Wish, Any], Awaitable[int | None]]] = {
    said.Act: Wish.act,
    said.Undo: Wish.undo,
    said.GiveNonce: Wish.give_nonce,
    said.GiveName: Wish.give_name,
    said.SetOrders: Wish.set_orders,
    said.Reissue: Wish.reissue,
    said.Say: Wish.say,
    said.Propose: Wish.propose,
    said.Answer: Wish.answer,
    said.Withdraw: Wish.withdraw,
    said.Resign: Wish.resign,
    said.Subscribe: Wish.subscribe,
}
