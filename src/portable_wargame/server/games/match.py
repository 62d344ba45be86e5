"""A match: one game in the server's memory, with its store, its seats, and what may be done with it.

The engine is the only judge, and the store comes first: an action is carried out on a copy, and only when it is kept
does the match go on to what came of it. Until then nobody can see it.
"""

import datetime
import io
import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...ai.opponents.standing_orders import StandingOrders
from ...battle.battle import NOBODY
from ...game.actions import Action
from ...game.dice import Dice
from ...game.errors import Refusal
from ...game.game import Game
from ...game.views import view
from ...record.keys import Key
from ...record.recording import Recorder
from ...record.session import Session
from ...scenario.model import Scenario
from ...speech.notation import action_to_tree
from ...speech.sentences import question_sentence
from ...speech.state import has_hash
from ..store.base import Change, Line, Note, Store, Stored, StoreFailed
from ..wire.messages import Now, Question
from . import sealing, seats
from .chronicle import Chronicle
from .permission import NotAllowed
from .sealing import Seal
from .steps import HIDDEN, Sides
from .survey import offer

Tree = dict[str, Any]


@dataclass(frozen=True)
class Seat:
    """Who plays a side: a person, or a computer opponent of some level."""

    level: str | None = None
    personality: str | None = None
    name: str = ""  # what the person is called
    owner: bool = False  # of the game
    endpoint: str | None = None  # where to knock when it is his move

    def tree(self) -> Tree:
        return asdict(self)

    def kind(self) -> str:
        """As a record's header has it."""
        return self.level or "human"


class Match(Chronicle):
    """A game that is kept, and that goes on."""

    def __init__(self, store: Store, stored: Stored) -> None:
        people = [side for side, seat in stored.players.items() if seat["level"] is None and not stored.replay]
        super().__init__(json.loads(stored.lines[0].text), people)
        self.store = store
        self.id = stored.id
        self.replay = stored.replay
        self.created = stored.created
        self.broken = False
        self.unsure = False  # whether the last change was kept
        self._take(stored)
        stood: str | None = None
        for number, line in enumerate(stored.lines):
            tree = json.loads(line.text)
            self.follow(number, tree, line.beside)
            stood = tree.get("hash", stood)
        # The rules may have changed since. A battle that would go on from where it never stood could not be verified.
        if self.session is not None and not has_hash(self.game, stood):
            raise Refusal("the battle does not stand where it stood when it was kept")

    def _take(self, stored: Stored) -> None:
        """What is kept of the game beside its record."""
        self.kept = stored
        self.seats = stored.seats
        self.players = [Seat(**tree) for tree in stored.players.values()]
        self.orders = [StandingOrders(**stored.orders.get(side, {})) for side in stored.players]

    # -- reading it from the store

    async def newer(self) -> Stored:
        """What others have changed in the store since: only the lines and notes that are not here yet."""
        found = await self.store.load(self.id, len(self.kept.lines), len(self.kept.notes))
        if found is None:
            raise NotAllowed("no-game", "the game is no longer kept here")
        return found

    def catch_up(self, newer: Stored) -> Iterator[int]:
        """Step by step, up to what others have done."""
        lines, notes = self.kept.lines, self.kept.notes
        for line in newer.lines:
            known = len(self.steps)
            lines.append(line)
            self.follow(len(lines) - 1, json.loads(line.text), line.beside)
            yield from range(known, len(self.steps))
        notes += newer.notes
        newer.lines, newer.notes = lines, notes
        self._take(newer)
        self.unsure = False

    def record(self, sides: Sides) -> str:
        """The record as these sides may have it: it ends before the first order that others have not disclosed."""
        end = len(self.kept.lines)
        for number in self.undisclosed():
            if self.steps[number].side not in sides:
                end = self.line_of[number]
                break
        return "".join(f"{line.text}\n" for line in self.kept.lines[:end])

    def past(self, number: int) -> list[Line]:
        """The lines after the header, up to a step."""
        return self.kept.lines[1 : self.line_of[number] + 1]

    # -- playing

    async def play(self, tree: Tree, intent: str = "") -> int:
        """Carry out an action of the side that decides, keep it, and give the number of its step."""
        before = self.before(tree)
        trial, events = self._tried(tree)
        beside = {"intent": intent, "at": timestamp()}
        lines = _written(trial, beside)
        number = len(self.kept.lines)
        hidden = self.veil(before, events, trial.session.game) == HIDDEN
        await self.keep(Change(lines, columns={} if hidden else self._without_proposal()))
        self.session = trial.session
        self.note("action", before, json.loads(lines[0].text)["action"], events, number, beside)
        self.latest = (len(self.steps) - 1, trial.state)
        return len(self.steps) - 1

    async def undo(self) -> int:
        before = self.before(None)
        trial = self._trial()
        trial.undo()
        number = len(self.kept.lines)
        beside = {"at": timestamp()}
        hidden = self.steps[self.standing[-1]].veil == HIDDEN
        await self.keep(Change(_written(trial, beside), columns={} if hidden else self._without_proposal()))
        self.session = trial.session
        self.note("undo", before, None, [], number, beside)
        return len(self.steps) - 1

    async def give_nonce(self, side: str, nonce: str) -> None:
        """The last one that was wanted begins the battle."""
        texts = [json.dumps({"side": side, "nonce": nonce}, separators=(",", ":"))]
        if self.session is None and self.seal.wanted() == [side]:
            given = Seal(self.seal.sealed, self.seal.people, 0)
            given.nonces = self.seal.nonces | {side: nonce}
            texts += opening(self.scenario, given, self.kept.secret)
        await self._keep_lines(texts, {})

    async def go_back(self, number: int, side: str) -> int:
        """By consent: to how things stood after a step, with a new key where dice have nonces."""
        trial = self._trial()
        key = Key(self.id) if self.seal.has_nonces() else None
        trial.go_back(self.line_of[number] + 1, self.steps[number].game, side, key)
        secret = {"secret": key.tree()} if key is not None else {}
        return await self._keep_lines(_texts(trial), secret | {"proposals": {}})

    async def resign(self, side: str) -> int:
        trial = self._trial()
        trial.resign(side)
        return await self._keep_lines(_texts(trial), self._without_proposal())

    async def agree_on_draw(self) -> int:
        trial = self._trial()
        trial.agree_on_draw()
        return await self._keep_lines(_texts(trial), self._without_proposal())

    async def _keep_lines(self, texts: list[str], columns: Tree) -> int:
        """Keep lines, and then do what they say; the number of the last step."""
        number = len(self.kept.lines)
        beside = {"at": timestamp()}
        await self.keep(Change([Line(text, beside) for text in texts], columns=columns))
        for place, text in enumerate(texts):
            self.follow(number + place, json.loads(text), beside)
        return len(self.steps) - 1

    def _without_proposal(self) -> Tree:
        return {"proposals": {}} if self.kept.proposals else {}

    def _tried(self, tree: Tree) -> tuple[Recorder, list[Tree]]:
        """An action on a copy, and its events; with more dice laid out, if those did not suffice."""
        number = sealing.AHEAD
        while True:
            trial = self._trial(number)
            events = trial.play(tree)
            if suffice(trial.session.dice):
                return trial, events
            number *= 4

    def _trial(self, number: int = 0) -> Recorder:
        assert self.session is not None
        thrown = len(self.session.dice.thrown)
        self.session.dice.script[thrown:] = self.seal.coming(self.kept.secret, thrown, number)
        return Recorder(self.session.copy(), self.seal.key(self.kept.secret), io.StringIO())

    # -- what is kept beside the record

    async def change_seat(self, side: str, **changes: Any) -> None:
        """Who sits there stays; what is said of him changes."""
        seat = replace(self.players[self.sides.index(side)], **changes)
        await self.keep(Change(columns={"players": self.kept.players | {side: seat.tree()}}))
        self._take(self.kept)

    async def change_token(self, side: str, token: str) -> None:
        await self.keep(Change(columns={"seats": self.seats | {side: seats.hashed(token)}}))
        self._take(self.kept)

    async def propose(self, proposal: Tree) -> None:
        """What waits for the other side's answer; nothing, if it is empty."""
        await self.keep(Change(columns={"proposals": proposal}))

    async def say(self, side: str, text: str) -> None:
        await self.keep(Change(notes=[Note(timestamp(), side, text)]))

    async def set_orders(self, side: int, orders: StandingOrders) -> None:
        kept = self.kept.orders | {self.sides[side]: {"when_hit": orders.when_hit, "when_won": orders.when_won}}
        await self.keep(Change(columns={"orders": kept}))
        self.orders[side] = orders

    async def keep(self, change: Change) -> None:
        """Put a change into the store; if that fails, nobody knows what became of it until the store can be read."""
        try:
            await self.store.write(self.kept, change)
        except StoreFailed:
            self.unsure = True
            raise

    # -- what a client may see

    def sides_of(self, tokens: list[str]) -> Sides:
        held = seats.held(self.seats, tokens)
        if held is None:
            raise NotAllowed("no-seat", "that token opens no seat of this game")
        if not held and self.kept.spectators.get("none"):
            raise NotAllowed("no-seat", "this game is for its players alone")
        if self.replay and held:
            return (0, 1)  # in a record there are no secrets from whoever brought it
        return tuple(self.sides.index(side) for side in held)

    def own_view(self, sides: Sides) -> Game:
        """A copy for enquiries: without others' orders and with dice that foretell nothing."""
        decides = self.game.decider()
        side = decides if decides in sides else sides[0] if sides else NOBODY
        return view(self.game, side, random.Random(0))

    def now(self, sides: Sides) -> Now:
        state, side = self.state(len(self.steps) - 1, sides)
        decides = self.game.decider()
        mine = decides in sides and self.is_for_person()
        return Now(
            seq=self.seq(sides),
            state=state,
            view=self.game.battle.roster.side_ids[side] if side is not None else None,
            question=self._question(state, mine),
            can_undo=mine and self.session is not None and bool(self.session.past),
            thinking=self.is_for_computer(),
        )

    def _question(self, state: Tree, mine: bool) -> Question | None:
        game = self.game
        if state["question"] is None:
            return None
        ids = game.battle.roster.unit_ids
        return Question(
            asks=state["question"]["asks"],
            side=state["decides"],
            unit=state["question"].get("unit"),
            text=question_sentence(game.battle, state),
            units=[ids[unit] for unit in game.units()] if mine else [],
            answers=[offer(game, action) for action in game.answers()] if mine else [],
        )

    # -- whose move it is

    def is_for_person(self) -> bool:
        return self._goes_on() and self.players[self.game.decider()].level is None

    def is_for_computer(self) -> bool:
        return self._goes_on() and self.players[self.game.decider()].level is not None

    def _goes_on(self) -> bool:
        return self.session is not None and not (self.replay or self.is_over() or self.is_waiting())

    def waits_for(self) -> list[str]:
        """The people's sides without whom the game cannot go on."""
        if self.is_waiting():
            return self.seal.wanted()
        asked = {self.sides[self.game.decider()]} if self.is_for_person() else set()
        if self.kept.proposals:
            asked |= {side for side in self.people if side != self.kept.proposals["side"]}
        return [side for side in self.sides if side in asked]

    def orders_that_count(self) -> StandingOrders | None:
        """A person's standing orders, if there are any that may answer the question that waits."""
        orders = self.orders[self.game.decider()] if self.is_for_person() else StandingOrders()
        return orders if orders != StandingOrders() else None

    def tree_of(self, action: Action) -> Tree:
        return action_to_tree(self.game.battle, action)


def opening(scenario: Scenario, seal: Seal, secret: Tree) -> list[str]:
    """The line of a battle's start, with the dice thrown before the first decision."""
    number = sealing.AHEAD
    while not suffice((session := Session(scenario, Dice(0, seal.coming(secret, 0, number)))).dice):
        number *= 4
    sink = io.StringIO()
    Recorder(session, seal.key(secret), sink).start()
    return sink.getvalue().splitlines()


def suffice(dice: Dice) -> bool:
    """Whether no more were thrown than were laid out."""
    return len(dice.thrown) <= len(dice.script)


def timestamp() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def _written(trial: Recorder, beside: Tree) -> list[Line]:
    """What a recorder has written, as lines for the store; what is beside them stands with the first."""
    return [Line(text, beside if place == 0 else {}) for place, text in enumerate(_texts(trial))]


def _texts(trial: Recorder) -> list[str]:
    assert isinstance(trial.sink, io.StringIO)
    return trial.sink.getvalue().splitlines()
