"""A match: one game in the server's memory, and what may be done with it.

It is made of a chronicle (what has happened) and a keeper (what is stored of it). The engine is the only judge, and the
store comes first: an action is carried out on a copy, and only when it is kept does the chronicle go on to what came of
it. Until then nobody can see it.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ...ai.opponents.standing_orders import StandingOrders
from ...game.actions import Action
from ...game.errors import Refusal
from ...game.game import Game
from ...record.course import Course
from ...record.keys import Key
from ...record.lines import Line, Nonce, Start, read
from ...record.recording import Recorder
from ...record.session import Done
from ...speech import trees
from ...speech.notation import action_to_tree
from ...speech.state import has_hash
from ..store.base import Store, Stored
from ..store.columns import Beside, Orders, Seat
from . import seats
from .boards import Board, Boards
from .chronicle import Chronicle, veil
from .keeper import NO_COLUMNS, Keeper, timestamp
from .permission import NotAllowed
from .sealing import Seal
from .steps import HIDDEN, Sides


class Match:
    """A game that is kept, and that goes on."""

    def __init__(self, store: Store, stored: Stored, boards: Boards) -> None:
        self.keeper = Keeper(store, stored)
        self.id = stored.id
        self.replay = stored.replay
        self.created = stored.created
        self.broken = False
        people = [side for side, seat in stored.players.items() if seat.level is None and not stored.replay]
        header = json.loads(stored.lines[0].text)
        self.chronicle = Chronicle(header, boards.of(header), people)
        self.chronicle.course.coming = self._coming
        stood = ""
        for kept in stored.lines[1:]:
            line = read(kept.text)
            self.chronicle.follow(line, kept.beside)
            stood = line.hash or stood
        # The rules may have changed since. A battle that would go on from where it never stood could not be verified.
        if self.chronicle.has_begun() and not has_hash(self.game, stood):
            raise Refusal("the battle does not stand where it stood when it was kept")

    def _coming(self, number: int) -> int:
        """A die that has not fallen yet."""
        return self.chronicle.seal.die(number, self.kept.secret)

    # -- what it is made of, at hand

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
        fresh = [(read(line.text), line.beside) for line in newer.lines]
        # A line that is followed may go back to a game, and dice may be asked of the key that is kept with it.
        self.keeper.take(newer)
        for line, beside in fresh:
            known = len(chronicle.steps)
            chronicle.follow(line, beside)
            yield from range(known, len(chronicle.steps))

    def record(self, sides: Sides) -> str:
        """The record as these sides may have it: it ends before the first order that others have not disclosed."""
        end = len(self.kept.lines)
        for number in self.chronicle.undisclosed():
            if self.chronicle.steps[number].side not in sides:
                end = self.chronicle.steps[number].line
                break
        return "".join(f"{line.text}\n" for line in self.kept.lines[:end])

    # -- playing

    async def play(self, action: Action, intent: str = "") -> int:
        """Carry out an action of the side that decides, keep it, and give the number of its step."""
        before = self.game
        trial = Trial(self)
        line, done = trial.recorder.carry_out(action)
        hidden = veil(before, trial.session.game, bool(line.events)) == HIDDEN
        return await self._keep(trial, done, intent, touches_proposal=not hidden)

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
        """By consent: to how things stood after a step, with a new key where dice have nonces."""
        trial = Trial(self)
        key = Key(self.id) if self.chronicle.seal.has_nonces() else None
        step = self.chronicle.steps[number]
        trial.recorder.go_back(step.line + 1, step.game, side, key)
        return await self._keep(trial, Done([]), columns={"secret": key.tree()} if key is not None else {})

    async def give_nonce(self, side: str, nonce: str) -> None:
        """The last one that was wanted begins the battle."""
        given = Nonce(side=side, nonce=nonce)
        beside = Beside(at=timestamp())
        if self.chronicle.has_begun() or self.chronicle.seal.wanted() != [side]:
            await self.keeper.keep([given], beside)
            self.chronicle.follow(given, beside)
            return
        seal = self.chronicle.seal.with_nonce(side, nonce)
        course, start = opening(self.chronicle.board, seal, self.kept.secret)
        await self.keeper.keep([given, start], beside)
        self.chronicle.follow(given, beside)
        course.coming = self._coming
        self.chronicle.begin(course, start, beside)

    async def _keep(
        self,
        trial: "Trial",
        done: Done,
        intent: str = "",
        touches_proposal: bool = True,
        columns: Mapping[str, Any] = NO_COLUMNS,
    ) -> int:
        """Keep what was tried, and go on with it; the number of the last step."""
        if touches_proposal and self.kept.proposals is not None:
            columns = {**columns, "proposals": None}
        beside = Beside(intent, timestamp())
        await self.keeper.keep(trial.lines, beside, columns=columns)
        chronicle = self.chronicle
        first, *rest = trial.lines
        chronicle.adopt(first, trial.session, done, beside)
        for line in rest:
            chronicle.adopt(line, trial.session, None, beside)
        assert trial.recorder.state is not None
        chronicle.latest = (len(chronicle.steps) - 1, trial.recorder.state)
        return len(chronicle.steps) - 1

    # -- who may do what

    def sides_of(self, tokens: list[str]) -> Sides:
        held = seats.held(self.kept.seats, tokens)
        if held is None:
            raise NotAllowed("no-seat", "that token opens no seat of this game")
        if not held and self.kept.spectators.none:
            raise NotAllowed("no-seat", "this game is for its players alone")
        if self.replay and held:
            return (0, 1)  # in a record there are no secrets from whoever brought it
        return tuple(self.sides.index(side) for side in held)

    # -- whose move it is

    def is_for_person(self) -> bool:
        seat = self._asked()
        return seat is not None and seat.level is None

    def is_for_computer(self) -> bool:
        seat = self._asked()
        return seat is not None and seat.level is not None

    def _asked(self) -> Seat | None:
        """Who has to answer the question that waits; None if the game does not go on."""
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
        """A person's standing orders, if there are any that may answer the question that waits."""
        if not self.kept.orders or not self.is_for_person():
            return None
        orders = self.orders_of(self.game.decider())
        return orders if orders != StandingOrders() else None

    def tree_of(self, action: Action) -> trees.Action:
        return action_to_tree(self.game.battle, action)


class Trial:
    """What might become of a game: a session that goes on by itself, and the lines it writes."""

    def __init__(self, match: Match) -> None:
        self.session = match.chronicle.session.copy()
        self.lines: list[Line] = []
        self.recorder = Recorder(self.session, match.chronicle.seal.key(match.kept.secret), self.lines.append)


def opening(board: Board, seal: Seal, secret: Mapping[str, object]) -> tuple[Course, Start]:
    """A battle at its first decision, and the line of its start."""
    course = Course(board.scenario, lambda number: seal.die(number, secret), table=board.table)
    lines: list[Line] = []
    Recorder(course.begin(), seal.key(secret), lines.append).start()
    start = lines[0]
    assert isinstance(start, Start)
    return course, start
