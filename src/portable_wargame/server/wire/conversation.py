"""A conversation with one client over the WebSocket of a game: every request gets one reply, in order."""

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...ai.judgement.clock import seconds
from ...consultation.view import Unknown, own_view
from ...game.errors import Refusal
from ...game.game import IllegalAction
from ...record.session import CannotUndo
from ...rulesets.ledger import speaking_of
from ...speech.notation import NoSuchAction
from ..edge.guard import visitor_of
from ..edge.limits import A_LONG_ANSWER, MOST_IGNORED, SlowDown
from ..edge.metrics import metrics
from ..games.permission import NotAllowed
from ..games.steps import Sides
from ..store.base import StoreFailed
from ..tables.driver import is_a_moment, position_of
from ..tables.hall import Hall
from ..tables.table import Table
from ..tables.telling import encoded
from ..tables.thinking import Thinker, seed
from . import messages as said
from .consulted import reason_told
from .consulting import ADVISER, CONSULTATIONS, Asking, check_advisable, hint_told
from .lobby import clause_told
from .referred import reference_told
from .throwing import throw_told

MOST_EARLY = 200  # messages that it takes in while the client waits for an answer
MOST_EARLY_LETTERS = 100_000  # together, except for the last
A_REMARK = 300  # bytes, about
MOST_UNSENT = 4_000_000  # bytes that a client may be behind; one message counts for a quarter of that at most
SECONDS_TO_JOIN = 60  # for an open line
LONGEST_QUEUE = 1000  # messages that a client may be behind; a slower client has to come back later
PARTING = (1000, 1001, 1012)  # codes for closing a connection on purpose; 1012 is the server's own
LONGEST_SENDING = 30  # seconds; a client that takes nothing for that long is gone, though its connection may be there

Consulting = said.Survey | said.Ask | said.Odds | said.Hint | said.Threats
Found = TypeVar("Found")

log = logging.getLogger(__name__)
decoder = msgspec.json.Decoder(said.Request)
BEFORE_THE_BATTLE = (
    said.GiveNonce,
    said.GiveName,
    said.Say,
    said.Reissue,
    said.Subscribe,
    said.SetOrders,
    said.ClauseWanted,
    said.Begin,
    said.ThrowWanted,
)


class Conversation:
    """One client at one table."""

    def __init__(self, hall: Hall, socket: WebSocket, game: str) -> None:
        self.hall = hall
        self.socket = socket
        self.visitor = visitor_of(socket)
        self.game = game
        self.table: Table | None = None
        self.sides: Sides = ()
        self.tokens: list[str] = []
        self.around = b""
        self.lost = True  # unless we close the connection on purpose
        self.outbox: deque[bytes] = deque()
        self.unsent = 0  # bytes handed to the connection but not all taken yet
        self.waiting = asyncio.Event()  # whether there is something to send or do
        self.leaving = False
        self.ignored = 0  # times we asked it to slow down
        self.early: deque[str] = deque()  # messages that came in while it waited for an answer
        self.next: asyncio.Future[str] | None = None  # the message that comes after those

    async def run(self) -> None:
        await self.socket.accept()
        sender = asyncio.create_task(self._send_all())
        receiver = asyncio.create_task(self._receive_all())
        too_late = asyncio.get_running_loop().call_later(SECONDS_TO_JOIN, self._leave_unless_joined)
        try:
            # The first to end ends both: otherwise we would wait for a client that is gone.
            await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
        finally:
            too_late.cancel()
            if self.table is not None:
                self.table.leave(self, self.lost)
            tasks: list[asyncio.Future[Any]] = [sender, receiver]
            if self.next is not None:
                tasks.append(self.next)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # -- as a table's Client

    def send(self, message: bytes) -> None:
        self.unsent += min(len(message), MOST_UNSENT // 4)
        if self.outbox and (len(self.outbox) >= LONGEST_QUEUE or self.unsent > MOST_UNSENT):
            self.leave()
        elif not self.leaving:
            self.outbox.append(message)
            self.waiting.set()

    def leave(self) -> None:
        self.leaving = True
        self.waiting.set()

    def _leave_unless_joined(self) -> None:
        if self.table is None:
            metrics.count("limited_total", 'kind="silence"')
            self.leave()

    # -- in and out

    async def _send_all(self) -> None:
        """Send everything that waits at once, within one time limit."""
        loop, me = asyncio.get_running_loop(), asyncio.current_task()
        assert me is not None
        while not self.leaving:
            await self.waiting.wait()
            self.waiting.clear()
            limit = loop.call_later(LONGEST_SENDING, me.cancel)
            while self.outbox:
                await self.socket.send({"type": "websocket.send", "text": self.outbox.popleft().decode()})
            self.unsent = 0
            limit.cancel()
        self.lost = False
        await self.socket.close(code=1012, reason="reconnect: the game is being read again")

    async def _receive_all(self) -> None:
        try:
            while not self.leaving:
                await self.answer(await self._next_message())
            await asyncio.sleep(LONGEST_SENDING)  # until it has been told to leave
        except WebSocketDisconnect as gone:
            self.lost = gone.code not in PARTING
        except KeyError:
            return  # a frame that is not text

    async def _next_message(self) -> str:
        if self.early:
            return self.early.popleft()
        if self.next is not None:
            following, self.next = self.next, None
            return await following
        return await self.socket.receive_text()

    async def answer(self, text: str) -> None:
        """Reply to one message, whatever it holds."""
        number = None
        try:
            try:
                request = decoder.decode(text)
            except (msgspec.MsgspecError, RecursionError, ValueError) as problem:
                number = _id_in(text)
                self.visitor.spend("message")
                raise NotAllowed("bad-message", f"that is not a message of this protocol: {problem}") from None
            number = request.id
            self.visitor.spend("message")
            if self.table is not None:
                self.table.hear(self)
            await self._reply(request)
        except WebSocketDisconnect:
            raise
        except IllegalAction as refusal:
            reasons = [reason_told(reason) for reason in refusal.reasons]
            self._refuse(number, "illegal", str(refusal), reasons)
        except NoSuchAction as refusal:
            self._refuse(number, "illegal", str(refusal))
        except Unknown as refusal:
            self._refuse(number, "bad-message", str(refusal))
        except CannotUndo as refusal:
            self._refuse(number, "cannot-undo", str(refusal))
        except NotAllowed as refusal:
            self._refuse(number, refusal.code, str(refusal))
        except SlowDown as refusal:
            self._refuse(number, "slow-down", str(refusal))
            self.ignored += 1
            if self.ignored > MOST_IGNORED:
                self.leave()
        except StoreFailed as refusal:
            metrics.count("store_failures_total")
            self._refuse(number, "busy", str(refusal))
        except Refusal as refusal:
            self._refuse(number, "illegal", str(refusal))
        except Exception:
            log.exception("a message could not be answered")
            self._refuse(number, "internal", "the server has failed; the game is safe")
            self._send_away()

    def _refuse(self, number: int | None, code: said.Code, message: str, reasons: list[Any] | None = None) -> None:
        clause = reasons[0]["clause"] if reasons else None
        metrics.count("refusals_total", f'code="{code}"')
        refused = said.Refused(id=number, code=code, message=message, clause=clause, reasons=reasons or [])
        self.send(encoded(refused))

    def _send_away(self) -> None:
        if self.table is not None:
            self.table.send_away()

    async def _reply(self, request: said.Request) -> None:
        if isinstance(request, said.Join):
            await self._join(request)
            return
        if self.table is None:
            raise NotAllowed("not-joined", "the first message must join the game")
        table, match = self.table, self.table.match
        if not match.chronicle.has_begun() and not isinstance(request, BEFORE_THE_BATTLE):
            wanted = " and ".join(match.chronicle.seal.wanted()) or "its first dice"
            raise NotAllowed("waiting", f"the battle has not begun: it is waiting for {wanted}")
        reply: said.Received
        match request:
            case said.Survey() | said.Ask() | said.Odds() | said.Hint() | said.Threats():
                self.send(await self._consult(table, request))
                return
            case said.ThrowWanted():
                reply = await self.hall.workers.beside("table", self.visitor, throw_told, match, self.sides, request)
            case said.Moment():
                sight = match.chronicle.sight(self.sides)
                number = sight.step_at(request.seq)
                if is_a_moment(match.game):
                    state, _ = sight.state(number)
                    await asyncio.sleep(0)
                else:
                    state, _ = await self.hall.workers.beside("page", self.visitor, sight.state, number)
                reply = said.MomentTold(id=request.id, seq=request.seq, state=state)
            case said.ClauseWanted():
                with speaking_of(match.chronicle.board.says):
                    reply = said.ClauseTold(id=request.id, clause=clause_told(request.clause))
            case said.ReferenceWanted():
                reply = await self.hall.workers.beside(
                    "page", self.visitor, reference_told, match.chronicle.scenario, request.id
                )
            case said.SetOrders():
                await table.grant(self, request)
                table.driver.go_on()
                orders = said.StandingOrders(when_hit=request.when_hit, when_won=request.when_won)
                reply = said.OrdersSet(id=request.id, side=request.side, orders=orders)
            case _:
                begun = time.perf_counter()
                async with self.visitor.turn():
                    await table.grant(self, request)
                if not match.chronicle.is_hidden():
                    metrics.time(time.perf_counter() - begun)
                reply = said.Accepted(id=request.id, seq=match.chronicle.sight(self.sides).seq)
        self.send(encoded(reply))

    # -- the requests

    async def _join(self, request: said.Join) -> None:
        if self.table is not None:
            raise NotAllowed("bad-message", "this client has already joined")
        with self.visitor.knocking():
            table = await self.hall.table(self.game, self.visitor)
            sides = table.match.sides_of(request.tokens)
        sight = table.match.chronicle.sight(sides)
        with table.expecting():
            async with self.visitor.turn():
                while sight.write_some():
                    await asyncio.sleep(0)  # a long game is written in parts, between which others have their turn
        size = sum(map(len, sight.written[request.since + 1 :])) + len(table.match.kept.notes) * A_REMARK
        if size > A_LONG_ANSWER:
            self.visitor.spend("megabytes", size / 1_000_000)
        # The seat may have gone to somebody else meanwhile.
        sides = table.match.sides_of(request.tokens)
        if self.visitor.is_limited():
            table.check_room_for(sides)
            self.hall.check_seat_for(self.visitor, table)
        self.sides = sides
        self.tokens = request.tokens
        self.table = table
        table.join(self, request.id, request.since)

    async def _consult(self, table: Table, request: Consulting) -> bytes:
        """Requests that change nothing: we answer quick ones at once, and then all others have their turn before the
        next question; workers answer the rest, as long as the asker waits."""
        match, is_hint = table.match, isinstance(request, said.Hint)
        luck = seed(match) if is_hint else ""
        asking = Asking(self.sides, match.chronicle.sight(self.sides).seq, match.replay, luck)
        if is_hint:
            self.visitor.spend("hint")
        answer = CONSULTATIONS[type(request)]
        workers = self.hall.workers
        if isinstance(request, said.Hint) and table.thinker is not None:
            return encoded(await self._while_here(self._thought_of(table, table.thinker, asking, request)))
        if not workers.inline and not (is_a_moment(match.game) and (is_hint or self.visitor.has_left("loop"))):
            words = msgspec.msgpack.encode((asking, msgspec.json.encode(request)))
            work = workers.ask("hint" if is_hint else "consult", self.visitor, words, position_of(match))
            return await self._while_here(work)
        game = own_view(match.game, self.sides)
        if is_hint:
            return encoded(
                await self._while_here(workers.beside("thought", self.visitor, answer, game, asking, request))
            )
        async with self.visitor.turn():
            begun = seconds()
            reply = encoded(answer(game, asking, request))
            self.visitor.charge("loop", seconds() - begun)
            await asyncio.sleep(0)
        return reply

    async def _thought_of(self, table: Table, thinker: Thinker, asking: Asking, request: said.Hint) -> said.Hinted:
        game = own_view(table.match.game, self.sides)
        check_advisable(game, asking)
        return hint_told(game, asking, request, await thinker.consider(table.match, ADVISER))

    def _has_room_for_more(self) -> bool:
        return len(self.early) < MOST_EARLY and sum(map(len, self.early)) < MOST_EARLY_LETTERS

    async def _while_here(self, work: Coroutine[Any, Any, Found]) -> Found:
        """Long work stops when the client leaves; we answer its later messages afterwards."""
        task = asyncio.ensure_future(work)
        try:
            while not task.done() and self._has_room_for_more():
                if self.next is None:
                    self.next = asyncio.ensure_future(self.socket.receive_text())
                await asyncio.wait((task, self.next), return_when=asyncio.FIRST_COMPLETED)
                if self.next.done():
                    following, self.next = self.next, None
                    try:
                        self.early.append(following.result())
                    except KeyError:
                        raise WebSocketDisconnect(1003) from None  # a frame that is not text
            return await task
        finally:
            task.cancel()


def _id_in(text: str) -> int | None:
    """The id of an otherwise unreadable message, so that the client knows which of its requests was refused."""
    try:
        number = json.loads(text).get("id")
    except (ValueError, RecursionError, AttributeError):
        return None
    return number if type(number) is int and abs(number) < 2**53 else None
