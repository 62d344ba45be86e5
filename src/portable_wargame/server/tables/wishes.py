"""The changes a client may want in a game: for each request, whether it is allowed, and what it does. Others may have
been quicker, so every check waits for its turn: the table changes nothing else while it grants a wish.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol

from ...consultation.view import asks_in_secret
from ...game.errors import Refusal
from ..edge.limits import Visitor
from ..edge.push import Knocker
from ..games.by_hand import check_sees_all
from ..games.match import Match
from ..games.permission import NotAllowed
from ..games.seats import hashed, plain
from ..games.steps import Sides
from ..store.columns import Orders
from ..wire import messages as said
from ..workers.workers import Workers
from . import claims, consent
from .driver import is_a_moment

MOST_UNDONE = 1000  # steps: giving orders only to take them back would make an endless record
FULL = (
    "this battle has reached the most steps that this server keeps: save its record, and carry on with it on your "
    "own machine"
)
SEEDED = (
    "the dice of this battle come from a seed, and its maker may know every one of them: it is not for two "
    "people. Ask for one without a seed"
)
BY_HAND = (
    "the dice of this battle are rolled by hand, and typed in at one table: nobody far away can see them fall. Ask for "
    "one with the server's dice"
)

ENDS_SECRETS = ("done", "ready")  # orders after which dice are rolled for both sides' secret orders


class Asker(Protocol):
    """Anyone who wants something: the sides that are theirs, and the tokens that say so."""

    sides: Sides
    tokens: list[str]
    visitor: Visitor


class Wish:
    """One request of somebody at a match."""

    def __init__(
        self,
        asker: Asker,
        request: said.Request,
        match: Match,
        knocker: Knocker | None,
        present: list[Sides],
        workers: Workers,
    ) -> None:
        self.workers = workers
        self.asker = asker
        self.request = request
        self.match = match
        self.knocker = knocker
        self.present = present  # the sides of everybody who is connected

    async def granted(self) -> int | None:
        """Do it; returns the number of the resulting step, if any. NotAllowed if the client may not."""
        grant = GRANTS[type(self.request)]
        if not isinstance(self.request, said.Act | said.Begin | said.Overrule | said.Undo | said.Reissue):
            self._check_side(getattr(self.request, "side", ""))
        return await grant(self, self.request)

    # -- conditions

    def _check_side(self, side: str) -> None:
        if self.match.replay or side not in [self.match.sides[one] for one in self.asker.sides]:
            raise NotAllowed("not-yours", f"{side!r} is not your side")

    def _check_turn(self, seq: int) -> None:
        match, chronicle = self.match, self.match.chronicle
        if match.replay:
            raise NotAllowed("over", "this is a record: play on from it as a new game")
        if chronicle.is_over():
            raise NotAllowed("over", "the battle is over")
        if match.game.decider() not in self.asker.sides:
            side = match.game.battle.roster.side_names[match.game.decider()]
            raise NotAllowed("not-yours", f"it is {side}'s move")
        if chronicle.is_waiting():
            raise NotAllowed("waiting", f"waiting for {' and '.join(chronicle.seal.wanted())} to add to the dice")
        last = chronicle.sight(self.asker.sides).seq
        if seq != last:
            raise NotAllowed("stale", f"the game has moved on to step {last}")
        self._check_room()

    def _check_room(self) -> None:
        if self.asker.visitor.is_limited() and self.match.is_full():
            raise NotAllowed("over", FULL)

    def _step(self, seq: int | None) -> int | None:
        return self.match.chronicle.sight(self.asker.sides).step_at(seq) if seq is not None else None

    # -- the wishes, one by one

    async def act(self, request: said.Act) -> int:
        self._check_turn(request.seq)
        action = self.match.chronicle.session.action(request.action)
        if action.verb in ENDS_SECRETS or not asks_in_secret(self.match.game):
            check_sees_all(self.match, self.asker.sides)
        return await self.match.play(action, dice=request.dice)

    async def begin(self, request: said.Begin) -> None:
        """Begin the battle, with dice rolled by hand."""
        match = self.match
        if match.chronicle.has_begun() or not match.chronicle.seal.is_by_hand():
            raise NotAllowed("stale", "the battle has begun")
        self._check_all()
        await match.begin(request.dice)

    async def overrule(self, request: said.Overrule) -> int:
        self._check_all()
        match = self.match
        if match.replay or match.chronicle.is_over():
            raise NotAllowed("over", "the battle is over")
        last = match.chronicle.sight(self.asker.sides).seq
        if request.seq != last:
            raise NotAllowed("stale", f"the game has moved on to step {last}")
        self._check_room()
        if match.chronicle.declared_in_secret():
            raise NotAllowed("illegal", "some orders are still secret: wait until they have been carried out")
        if is_a_moment(match.game):
            return await match.overrule(request.changes, request.reason, request.dice)
        beside = partial(self.workers.beside, "table", self.asker.visitor)
        return await match.overrule(request.changes, request.reason, request.dice, beside)

    def _check_all(self) -> None:
        """NotAllowed if somebody else plays a side: such a battle has no umpire."""
        match = self.match
        if any(match.sides.index(side) not in self.asker.sides for side in match.chronicle.people):
            raise NotAllowed("not-yours", "only somebody who plays both sides at one table can be the umpire")

    async def undo(self, request: said.Undo) -> int:
        self._check_turn(request.seq)
        if self.match.chronicle.undone >= MOST_UNDONE:
            raise NotAllowed("cannot-undo", f"you can take back {MOST_UNDONE} steps in a battle, and you have")
        return await self.match.undo()

    async def give_nonce(self, request: said.GiveNonce) -> None:
        if request.side not in self.match.chronicle.seal.wanted():
            raise NotAllowed("stale", f"{request.side} has no nonce to give now")
        await self.match.give_nonce(request.side, request.nonce)

    async def give_name(self, request: said.GiveName) -> None:
        await self.match.keeper.change_seat(request.side, name=plain(request.name))

    async def set_orders(self, request: said.SetOrders) -> None:
        if self.match.chronicle.seal.is_by_hand():
            raise NotAllowed("illegal", "a battle at a real table has no standing orders")
        await self.match.keeper.set_orders(request.side, Orders(request.when_hit, request.when_won))

    async def reissue(self, request: said.Reissue) -> int | None:
        """A token that nobody else has seen; anyone there by the old one is disconnected. If somebody has taken the
        seat, the owner of the game only lays a claim to it."""
        match, asker, side = self.match, self.asker, request.side
        if side not in match.chronicle.people:
            raise NotAllowed("not-yours", f"no person plays {side!r}")
        if not any(match.sides[one] == side or match.players[one].owner for one in asker.sides):
            raise NotAllowed("not-yours", "only the owner of a game can give somebody else a new link")
        if match.sides.index(side) not in asker.sides:
            if claims.is_taken(match, side):
                return await claims.claim(match, side, request.token, self.present)
            await match.keeper.change_token(side, request.token, sat=False)
            return None
        self._check_dice_are_for_two()
        is_owner = any(match.players[one].owner for one in asker.sides)
        old = match.kept.seats[side]
        await match.keeper.change_token(side, request.token, sat=None if is_owner else True)
        asker.tokens = [*(one for one in asker.tokens if hashed(one) != old), request.token]
        return None

    def _check_dice_are_for_two(self) -> None:
        """The game's maker may know dice without nonces, and also chose its owner: so they are only for somebody who
        plays every human side."""
        match, seal = self.match, self.match.chronicle.seal
        is_alone = all(match.sides.index(side) in self.asker.sides for side in match.chronicle.people)
        if not seal.has_nonces() and not is_alone:
            raise NotAllowed("illegal", BY_HAND if seal.is_by_hand() else SEEDED)

    async def yield_seat(self, request: said.YieldSeat) -> int | None:
        return await claims.answer(self.match, request.side, request.accept)

    async def say(self, request: said.Say) -> None:
        text = plain(request.text)
        if not text:
            raise NotAllowed("bad-message", "that message is empty")
        await self.match.keeper.say(request.side, text)

    async def propose(self, request: said.Propose) -> None:
        if request.what == "rematch":
            await consent.propose_rematch(self.match, request.side, request.game, request.token)
        else:
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
            raise NotAllowed("illegal", "this server sends no notifications: it has no push keys")
        if request.endpoint is not None:
            try:
                self.knocker.check(request.endpoint)
            except Refusal as problem:
                raise NotAllowed("bad-message", str(problem)) from None
        await self.match.keeper.change_seat(request.side, endpoint=request.endpoint)


GRANTS: dict[type, Callable[[Wish, Any], Awaitable[int | None]]] = {
    said.Act: Wish.act,
    said.Begin: Wish.begin,
    said.Overrule: Wish.overrule,
    said.Undo: Wish.undo,
    said.GiveNonce: Wish.give_nonce,
    said.GiveName: Wish.give_name,
    said.SetOrders: Wish.set_orders,
    said.Reissue: Wish.reissue,
    said.YieldSeat: Wish.yield_seat,
    said.Say: Wish.say,
    said.Propose: Wish.propose,
    said.Answer: Wish.answer,
    said.Withdraw: Wish.withdraw,
    said.Resign: Wish.resign,
    said.Subscribe: Wish.subscribe,
}
