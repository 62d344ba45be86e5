"""A match: one game in the server's memory, and what can be done with it.

It has a chronicle (what has happened) and a keeper (what the store holds). The engine is the only judge, and the
store comes first: an action is carried out on a copy, and the chronicle moves on only when the store has kept it. Until
then nobody can see it.
"""

import datetime
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from typing import Literal

import msgspec

from ...ai.opponents.standing_orders import StandingOrders
from ...battle.battle import Battle
from ...game.actions import Action
from ...game.errors import Refusal
from ...game.game import Game
from ...record.chain import chained
from ...record.course import Course
from ...record.keys import Key
from ...record.lines import Line, Nonce, Start, read
from ...record.recording import Recorder
from ...record.session import Done
from ...record.signing import SigningKey
from ...speech import trees
from ...speech.notation import action_to_tree
from ...speech.state import has_hash
from ..store.base import Store, Stored
from ..store.columns import Beside, Columns, Orders, Seat
from . import seats
from .boards import Board, Boards, Laid
from .by_hand import Faces, begun_by_hand
from .chronicle import Chronicle, veil
from .keeper import NO_COLUMNS, Keeper, timestamp
from .permission import NotAllowed
from .publishing import Signing
from .sealing import Seal
from .steps import HIDDEN, Sides

ORDINARY_SIZE = 500  # of a board: its cells plus ten times its units
MOST_STEPS = 20_000  # steps of a battle on a server for others: it remembers them all while somebody is there
MOST_STEPS_BY_SIZE = 120_000  # counted as steps of an ordinary board


Tried = tuple["Trial", Done]
Elsewhere = Callable[[Callable[[], Tried]], Awaitable[Tried]]


class Match:
    """A game in the store, and in play."""

    def __init__(self, store: Store, stored: Stored, boards: Boards, laid: Laid | None = None) -> None:
        """Pass `laid` if the header was made here just now and need not be read."""
        self.keeper = Keeper(store, stored)
        self.id = stored.id
        self.replay = stored.replay
        self.created = stored.created
        self.broken = False
        self.opened = datetime.datetime.now(datetime.UTC)  # here; earlier players may be on their way back
        self.laid_out: list[int] = []  # dice thrown by hand for the current action
        self.looked_back: dict[Sides, bytes] = {}  # when it is over: the account of it, by asker
        self.analysed: dict[tuple[Sides, bool], bytes] = {}  # the same for its analysis, without and with decisions
        self.pictured: tuple[Battle, str] | None = None  # how it stood when somebody last wanted a picture of it
        self.conceding: set[int] = set()  # computers that have offered to give up: each offers once
        self.hurried: set[int] = set()  # computers that had to answer before they had finished thinking
        people = [side for side, seat in stored.players.items() if seat.level is None and not stored.replay]
        first = stored.lines[0].text
        self.chronicle = Chronicle(first, laid if laid is not None else boards.laid(first), people)
        self.chronicle.course.coming = self._coming
        stood = ""
        for kept in stored.lines[1:]:
            line = read(kept.text)
            self.chronicle.follow(line, kept.beside, kept.text)
            stood = line.hash or stood
        # The rules may have changed since. A battle continued from a position it never reached could not be verified.
        if self.chronicle.has_begun() and not has_hash(self.game, stood):
            raise Refusal("the battle is not where it was when it was saved")

    def _coming(self, number: int) -> int:
        """A die that has not fallen yet. One rolled by hand has been laid out, or does not exist."""
        if self.chronicle.seal.is_by_hand():
            place = number - len(self.chronicle.course.fallen)
            if place >= len(self.laid_out):
                raise NotAllowed("illegal", "the dice for that have not been thrown yet")
            return self.laid_out[place]
        return self.chronicle.seal.die(number, self.kept.secret)

    # -- its parts, at hand

    @property
    def kept(self) -> Stored:
        return self.keeper.kept

    @property
    def game(self) -> Game:
        return self.chronicle.game

    @property
    def sides(self) -> list[str]:
        return self.chronicle.sides

    @property
    def players(self) -> list[Seat]:
        """In the order of the sides."""
        return list(self.kept.players.values())

    # -- reading it from the store

    async def newer(self) -> Stored:
        return await self.keeper.newer()

    def catch_up(self, newer: Stored) -> Iterator[int]:
        """Step by step, up to what others have done."""
        chronicle = self.chronicle
        fresh = [(read(line.text), line) for line in newer.lines]
        # A line that is followed may go back to a game, and dice may be asked of the key that is kept with it.
        self.keeper.take(newer)
        for line, kept in fresh:
            known = len(chronicle.steps)
            chronicle.follow(line, kept.beside, kept.text)
            yield from range(known, len(chronicle.steps))

    def record(self, sides: Sides, key: SigningKey | None = None) -> str:
        return self.recorded(sides, key)()

    def recorded(self, sides: Sides, key: SigningKey | None = None) -> Callable[[], str]:
        """The record as these sides may have it: it ends before the first order that others have not disclosed. The
        part that everybody may have is signed. It holds the game as it stands now, so it may be written beside the
        loop."""
        lines, chronicle = self.kept.lines.copy(), self.chronicle
        published = chronicle.published.as_it_stands()
        if self.replay:
            texts = [line.text for line in lines]  # just as it was uploaded
            return lambda: chained(texts) if published.is_chained else "".join(f"{text}\n" for text in texts)
        end = len(lines)
        for number in chronicle.undisclosed():
            if chronicle.steps[number].side not in sides:
                end = chronicle.steps[number].line
                break
        signed = Signing(key, self.id) if key is not None else None
        return lambda: published.record(lines[:end], signed)

    # -- playing

    async def play(self, action: Action, intent: str = "", dice: Faces = ()) -> int:
        """Carry out an action of the side that decides, keep it, and give the number of its step."""
        before = self.game
        trial = self._by_hand(dice)
        line, done = trial.recorder.carry_out(action)
        trial.check_dice(dice)
        hidden = veil(before, trial.session.game, line.events) == HIDDEN
        return await self._keep(trial, done, intent, touches_proposal=not hidden)

    async def overrule(
        self,
        changes: list[trees.Ruling],
        reason: str,
        dice: Faces,
        beside: Elsewhere | None = None,
    ) -> int:
        """Set something by hand, as the umpire; `beside` tries it where nobody else has to wait."""
        trying = partial(self._overruled, changes, reason, dice)
        return await self._keep(*(await beside(trying) if beside is not None else trying()))

    def _overruled(self, changes: list[trees.Ruling], reason: str, dice: Faces) -> "Tried":
        trial = self._by_hand(dice)
        _, done = trial.recorder.overrule(changes, reason)
        trial.check_dice(dice)
        return trial, done

    def _by_hand(self, dice: Faces) -> "Trial":
        self.laid_out = list(dice)
        return Trial(self)

    async def undo(self) -> int:
        trial = Trial(self)
        trial.recorder.undo()
        chronicle = self.chronicle
        hidden = chronicle.steps[chronicle.standing[-1]].veil == HIDDEN
        return await self._keep(trial, Done([]), touches_proposal=not hidden)

    async def resign(self, side: str) -> int:
        trial = Trial(self)
        trial.recorder.resign(side)
        return await self._keep(trial, Done([]))

    async def agree_on_draw(self) -> int:
        trial = Trial(self)
        trial.recorder.agree_on_draw()
        return await self._keep(trial, Done([]))

    async def go_back(self, number: int, side: str) -> int:
        """Go back, by consent, to how things stood after a step, with a new key where dice have nonces."""
        trial = Trial(self)
        key = Key(self.id) if self.chronicle.seal.has_nonces() else None
        step = self.chronicle.steps[number]
        trial.recorder.go_back(step.line + 1, step.game, side, key)
        return await self._keep(trial, Done([]), columns={"secret": key.tree()} if key is not None else {})

    async def reseat(self, side: str, token: str, because: Literal["consent", "absence"]) -> int:
        """Give the seat to somebody else, by a token with this hash. Orders they must not read become void."""
        chronicle, kept = self.chronicle, self.kept
        trial = Trial(self)
        step = chronicle.steps[chronicle.open_until - 1]
        trial.recorder.reseat(side, because, step.line + 1, step.game)
        seat = msgspec.structs.replace(kept.players[side], name="", endpoint=None, sat=False)
        columns: Columns = {
            "seats": kept.seats | {side: token},
            "players": kept.players | {side: seat},
            "orders": {one: orders for one, orders in kept.orders.items() if one != side},
            "claims": None,
        }
        return await self._keep(trial, Done([]), columns=columns)

    async def give_nonce(self, side: str, nonce: str) -> None:
        """The last missing nonce begins the battle."""
        given = Nonce(side=side, nonce=nonce)
        beside = Beside(at=timestamp())
        if self.chronicle.has_begun() or self.chronicle.seal.wanted() != [side]:
            await self.keeper.keep([given], beside)
            self.chronicle.follow(given, beside, given.text())
            return
        seal = self.chronicle.seal.with_nonce(side, nonce)
        course, start = opening(self.chronicle.board, seal, self.kept.secret)
        await self.keeper.keep([given, start], beside)
        self.chronicle.follow(given, beside, given.text())
        course.coming = self._coming
        self.chronicle.begin(course, start, beside)

    async def begin(self, dice: Faces) -> None:
        """Begin the battle with dice rolled by hand."""
        start = begun_by_hand(self.chronicle.board, dice)
        beside = Beside(at=timestamp())
        await self.keeper.keep([start], beside)
        self.chronicle.follow(start, beside, start.text())

    async def _keep(
        self,
        trial: "Trial",
        done: Done,
        intent: str = "",
        touches_proposal: bool = True,
        columns: Columns = NO_COLUMNS,
    ) -> int:
        """Keep what was tried and play on from it; returns the number of the last step."""
        if touches_proposal and self.kept.proposals is not None:
            columns = {**columns, "proposals": None}
        beside = Beside(intent, timestamp())
        await self.keeper.keep(trial.lines, beside, columns=columns)
        chronicle = self.chronicle
        kept = self.kept.lines[-len(trial.lines) :]
        for number, (line, one) in enumerate(zip(trial.lines, kept, strict=True)):
            chronicle.adopt(line, trial.session, None if number else done, beside, one.text)
        assert trial.recorder.state is not None
        chronicle.latest = (len(chronicle.steps) - 1, trial.recorder.state)
        return len(chronicle.steps) - 1

    # -- who may do what

    def sides_of(self, tokens: list[str]) -> Sides:
        held = seats.held(self.kept.seats, tokens)
        if held is None:
            raise NotAllowed("no-seat", "that token does not open a seat in this game")
        if not held and self.kept.spectators.none:
            raise NotAllowed("no-seat", "this game is for its players only")
        if self.replay and held:
            return (0, 1)  # a record holds no secrets from the visitor who uploaded it
        return tuple(self.sides.index(side) for side in held)

    # -- whose move it is

    def is_for_person(self) -> bool:
        seat = self._asked()
        return seat is not None and seat.level is None

    def is_for_computer(self) -> bool:
        seat = self._asked()
        return seat is not None and seat.level is not None

    def _asked(self) -> Seat | None:
        """The side that has to answer the waiting question; None if the game is not in play."""
        session = self.chronicle.course.session
        if self.replay or session is None or not session.game.agenda or self.chronicle.is_waiting():
            return None
        return self.keeper.kept.players[self.chronicle.sides[session.game.decider()]]

    def waits_for(self) -> list[str]:
        """The people's sides without whom the game cannot go on."""
        if self.chronicle.is_waiting():
            return self.chronicle.seal.wanted()
        asked = [self.sides[self.game.decider()]] if self.is_for_person() else []
        if self.kept.proposals is not None:
            asked += [side for side in self.chronicle.people if side != self.kept.proposals.side]
        return [side for side in self.sides if side in asked]

    def orders_of(self, side: int) -> StandingOrders:
        kept = self.kept.orders.get(self.sides[side], Orders())
        return StandingOrders(kept.when_hit, kept.when_won)

    def orders_that_count(self) -> StandingOrders | None:
        """A person's standing orders, if any may answer the waiting question."""
        if not self.kept.orders or not self.is_for_person():
            return None
        orders = self.orders_of(self.game.decider())
        return orders if orders != StandingOrders() else None

    def steps_by_size(self) -> int:
        """How much memory it takes: a step of a large board counts as several."""
        battle = self.chronicle.board.table.battle
        return len(self.chronicle.steps) * weight_of(battle.field.grid.cells, len(battle.at))

    def is_full(self) -> bool:
        return len(self.chronicle.steps) >= MOST_STEPS or self.steps_by_size() >= MOST_STEPS_BY_SIZE

    def tree_of(self, action: Action) -> trees.Action:
        return action_to_tree(self.game.battle, action)


def weight_of(cells: int, units: int) -> int:
    """How many steps of an ordinary board one step of this board counts as."""
    return 1 + (cells + 10 * units) // ORDINARY_SIZE


class Trial:
    """A game on trial: a session of its own, and the lines it writes."""

    def __init__(self, match: Match) -> None:
        self.session = match.chronicle.session.copy()
        self.lines: list[Line] = []
        self.recorder = Recorder(self.session, match.chronicle.seal.key(match.kept.secret), self.lines.append)
        self.thrown = len(self.session.dice.thrown)
        self.by_hand = match.chronicle.seal.is_by_hand()

    def check_dice(self, dice: Faces) -> None:
        """No die rolled by hand was left over."""
        thrown = len(self.session.dice.thrown) - self.thrown
        if dice and not self.by_hand:
            raise NotAllowed("illegal", "the dice of this battle are not thrown by hand")
        if self.by_hand and thrown < len(dice):
            raise NotAllowed("illegal", f"that takes {thrown} dice, not {len(dice)}")


def opening(board: Board, seal: Seal, secret: Mapping[str, object]) -> tuple[Course, Start]:
    """A battle at its first decision, and the line of its start."""
    course = Course(board.scenario, lambda number: seal.die(number, secret), table=board.table)
    lines: list[Line] = []
    Recorder(course.begin(), seal.key(secret), lines.append).start()
    start = lines[0]
    assert isinstance(start, Start)
    return course, start
