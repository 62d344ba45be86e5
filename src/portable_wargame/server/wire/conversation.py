"""A conversation with one client over the WebSocket of a game: every request gets one reply, in order."""

import asyncio
import concurrent.futures
import json
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...ai.opponents.players import player
from ...consultation.enquiry import odds, verdicts
from ...consultation.survey import survey
from ...consultation.view import Unknown, cell_called, own_view, unit_called
from ...game.errors import Refusal
from ...game.game import Game, IllegalAction
from ...record.session import CannotUndo
from ...speech.chances import odds_tree, odds_words
from ...speech.notation import NoSuchAction, action_from_tree, action_to_tree
from ...speech.sentences import action_sentence
from ..edge.guard import visitor_of
from ..edge.limits import SlowDown
from ..edge.metrics import metrics
from ..games.match import Match
from ..games.permission import NotAllowed
from ..games.steps import Sides
from ..store.base import StoreFailed
from ..tables.driver import considered, match_luck
from ..tables.hall import Hall
from ..tables.table import Table
from ..tables.telling import encoded
from . import messages as said
from .consulted import reason_told, survey_told, verdict_told
from .lobby import clause_told

LONGEST_QUEUE = 1000  # messages that a client may be behind; whoever is slower comes back later
EASILY_SEEN = 3000  # cells times units: what is asked about a larger board takes more than a few milliseconds
PARTING = (1000, 1001, 1012)  # codes with which a line is closed on purpose; 1012 is the server's own
LONGEST_SENDING = 30  # seconds; whoever takes nothing for so long is gone, though his line may be there

CONSULTANTS = concurrent.futures.ThreadPoolExecutor(2, "consultant")
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
        self.lost = True  # unless the line is closed on purpose
        self.outbox: deque[bytes] = deque()
        self.waiting = asyncio.Event()  # whether there is something to be sent, or done
        self.leaving = False

    async def run(self) -> None:
        await self.socket.accept()
        sender = asyncio.create_task(self._send_all())
        receiver = asyncio.create_task(self._receive_all())
        try:
            # Whoever ends first ends both: a client that is gone would otherwise be waited for in vain.
            await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self.table is not None:
                self.table.leave(self, self.lost)
            for task in (sender, receiver):
                task.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)

    # -- what a Client is to a table

    def send(self, message: bytes) -> None:
        if len(self.outbox) >= LONGEST_QUEUE:
            self.leave()
        elif not self.leaving:
            self.outbox.append(message)
            self.waiting.set()

    def leave(self) -> None:
        self.leaving = True
        self.waiting.set()

    # -- in and out

    async def _send_all(self) -> None:
        """What waits is sent in one go, within one time limit."""
        loop, me = asyncio.get_running_loop(), asyncio.current_task()
        assert me is not None
        while not self.leaving:
            await self.waiting.wait()
            self.waiting.clear()
            limit = loop.call_later(LONGEST_SENDING, me.cancel)
            while self.outbox:
                await self.socket.send({"type": "websocket.send", "text": self.outbox.popleft().decode()})
            limit.cancel()
        self.lost = False
        await self.socket.close(code=1012, reason="come back: the game is read anew")

    async def _receive_all(self) -> None:
        try:
            while True:
                await self.answer(await self.socket.receive_text())
        except WebSocketDisconnect as gone:
            self.lost = gone.code not in PARTING
        except KeyError:
            return  # a frame that is not text

    async def answer(self, text: str) -> None:
        """Reply to one message, whatever it holds."""
        number = None
        try:
            try:
                request = decoder.decode(text)
            except (msgspec.MsgspecError, RecursionError, ValueError) as problem:
                number = _id_in(text)
                self.visitor.spend("message")
                raise NotAllowed("bad-message", f"that is no message of this protocol: {problem}") from None
            number = request.id
            self.visitor.spend("message")
            if self.table is not None:
                self.table.hear(self)
            await self._reply(request)
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
        except StoreFailed as refusal:
            metrics.count("store_failures_total")
            self._refuse(number, "busy", str(refusal))
        except Refusal as refusal:
            self._refuse(number, "illegal", str(refusal))
        except Exception:
            log.exception("a message could not be answered")
            self._refuse(number, "internal", "a fault of the server; the game is as it was kept")
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
            raise NotAllowed("not-joined", "the first message joins the game")
        table, match = self.table, self.table.match
        if not match.chronicle.has_begun() and not isinstance(request, BEFORE_THE_BATTLE):
            wanted = " and ".join(match.chronicle.seal.wanted())
            raise NotAllowed("waiting", f"the battle has not begun: it waits for {wanted}")
        reply: said.Received
        match request:
            case said.Survey():
                reply = await self._survey(match, request)
            case said.Ask():
                reply = await self._ask(match, request)
            case said.Odds():
                reply = await self._odds(match, request)
            case said.Moment():
                sight = match.chronicle.sight(self.sides)
                state, _ = sight.state(sight.step_at(request.seq))
                reply = said.MomentTold(id=request.id, seq=request.seq, state=state)
                await asyncio.sleep(0)
            case said.ClauseWanted():
                reply = said.ClauseTold(id=request.id, clause=clause_told(request.clause))
            case said.Hint():
                self.visitor.spend("hint")
                reply = await self._hint(match, request)
            case said.SetOrders():
                await table.grant(self, request)
                table.driver.go_on()
                orders = said.StandingOrders(when_hit=request.when_hit, when_won=request.when_won)
                reply = said.OrdersSet(id=request.id, side=request.side, orders=orders)
            case _:
                begun = time.perf_counter()
                await table.grant(self, request)
                metrics.time(time.perf_counter() - begun)
                reply = said.Accepted(id=request.id, seq=match.chronicle.sight(self.sides).seq)
        self.send(encoded(reply))

    # -- the requests

    async def _join(self, request: said.Join) -> None:
        if self.table is not None:
            raise NotAllowed("bad-message", "this client has joined already")
        with self.visitor.knocking():
            table = await self.hall.table(self.game)
            self.sides = table.match.sides_of(request.tokens)
        self.tokens = request.tokens
        self.table = table
        table.join(self, request.id, request.since)

    async def _survey(self, match: Match, request: said.Survey) -> said.Surveyed:
        game, seq = own_view(match.game, self.sides), match.chronicle.sight(self.sides).seq
        unit = unit_called(game, request.unit)
        is_asked = game.decider() in self.sides and not match.replay
        return await beside(game, lambda: survey_told(game, survey(game, unit, is_asked), request.id, seq))

    async def _ask(self, match: Match, request: said.Ask) -> said.Asked:
        game = own_view(match.game, self.sides)
        unit, cell = unit_called(game, request.unit), cell_called(game, request.cell)
        found = await beside(game, lambda: verdicts(game, unit, cell)) if self._is_own(game, unit) else []
        told = [verdict_told(game, one) for one in found]
        return said.Asked(id=request.id, unit=request.unit, cell=request.cell, verdicts=told)

    def _is_own(self, game: Game, unit: int) -> bool:
        return game.battle.side_of(unit) in self.sides

    async def _odds(self, match: Match, request: said.Odds) -> said.OddsTold:
        game = own_view(match.game, self.sides)
        if game.decider() not in self.sides:
            raise NotAllowed("not-yours", "odds are told to the side that decides")
        action = action_from_tree(game.battle, request.action)
        found = odds_tree(game, await beside(game, lambda: odds(game, action)))
        return said.OddsTold(id=request.id, odds=found, summary=odds_words(found, request.action.get("unit", "")))

    async def _hint(self, match: Match, request: said.Hint) -> said.Hinted:
        game = own_view(match.game, self.sides)
        if game.question() is None:
            raise NotAllowed("over", "the battle is over")
        if game.decider() not in self.sides:
            raise NotAllowed("not-yours", "there is nothing for you to decide now")
        seq = match.chronicle.sight(self.sides).seq
        choice = await considered(player("captain"), game, match_luck(match))
        tree = action_to_tree(game.battle, choice.action)
        text = action_sentence(game.battle, tree)
        return said.Hinted(id=request.id, seq=seq, action=tree, text=text, intent=choice.intent)


async def beside(game: Game, work: Callable[[], Found]) -> Found:
    """The answer to a question, which nobody else has to wait for: on a large board it is found beside the loop, and on
    any board all others have their turn before the next question is heard."""
    if game.battle.field.grid.cells * len(game.battle.at) > EASILY_SEEN:
        return await asyncio.get_running_loop().run_in_executor(CONSULTANTS, work)
    found = work()
    await asyncio.sleep(0)
    return found


def _id_in(text: str) -> int | None:
    """The id of a message that is otherwise none, so that the client knows which of its requests was refused."""
    try:
        number = json.loads(text).get("id")
    except (ValueError, RecursionError, AttributeError):
        return None
    return number if type(number) is int and abs(number) < 2**53 else None
