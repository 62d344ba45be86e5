"""A match: one game in the server's memory, its steps, its seats, and what each client may see of it.

The engine is the only judge, and the store comes first: an action is carried out on a copy, and only when it is kept
does the match go on to what came of it. Until then nobody can see it.
"""

import datetime
import io
import json
import random
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..ai.orders import StandingOrders
from ..ai.views import view
from ..battle.battle import NOBODY, Battle
from ..game.actions import Action
from ..game.dice import Dice
from ..game.errors import Refusal
from ..game.game import Game
from ..record.keys import Key
from ..record.notation import action_from_tree, action_to_tree
from ..record.recording import Recorder
from ..record.sentences import question_sentence
from ..record.session import Session
from ..record.state import orders_tree, state_tree
from ..rules.artillery_fire import DECLARE_BOMBARDMENTS
from ..scenario.reading import read_tree
from ..scenario.scenario import Scenario
from . import luck, messages, seats
from .messages import Code, Now, Question, Step
from .sealing import Seal
from .store import Change, Line, Note, Store, Stored, StoreFailed
from .survey import offer
from .telling import DECLARED, HIDDEN, OPEN, Played

Tree = dict[str, Any]
Sides = tuple[int, ...]  # the sides of a client


class NotAllowed(Refusal):
    """What a client asked for, refused with the code of its message."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code


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


class Match:
    def __init__(self, store: Store, stored: Stored) -> None:
        self.store = store
        self.id = stored.id
        self.replay = stored.replay
        self.created = stored.created
        self.broken = False
        self.unsure = False  # whether the last change was kept
        self.header: Tree = json.loads(stored.lines[0].text)
        self.scenario = read_tree(self.header["scenario"])
        self.steps: list[Played] = []
        self.line_of: list[int] = []  # by step, its line
        self.standing: list[int] = []  # the steps that could be taken back, were dice not thrown since
        self.pending: list[luck.Expected] = []  # of shots declared and not yet fired
        self.visible: dict[Sides, list[int]] = {}
        self.latest: tuple[int, Tree] = (-1, {})  # the number of a step, and the public state after it
        self.seated: set[str] = set()  # the sides that have ever given a nonce in this game
        self.asked_at = ""  # since when everybody has known of the question that waits
        self.spent = [0.0, 0.0]  # by side, the seconds it has taken for its decisions this turn
        self.session: Session | None = None  # None before the battle has begun
        self.seal = Seal({}, [], 0)
        self._take(stored)
        for number, line in enumerate(stored.lines):
            self._play_line(number, json.loads(line.text), line.beside)

    def _take(self, stored: Stored) -> None:
        """What is kept of the game beside its record."""
        self.kept = stored
        self.seats = stored.seats
        self.sides = list(stored.players)
        self.players = [Seat(**tree) for tree in stored.players.values()]
        self.orders = [StandingOrders(**stored.orders.get(side, {})) for side in stored.players]

    # -- reading it from the store

    def _play_line(self, number: int, tree: Tree, beside: Tree) -> None:
        """One line of the record once more, with its own dice; the key is for dice that have still to fall."""
        session = self.session
        dice = tree.get("dice")
        if session is not None and isinstance(dice, list):
            session.dice.script[len(session.dice.thrown) :] = dice
        if "nonce" in tree:
            self.seal.nonces[tree["side"]] = tree["nonce"]
            self.seated.add(tree["side"])
            self.asked_at = beside.get("at", "")
        elif "start" in tree:
            self.session = Session(self.scenario, Dice(0, tree["dice"]))
            self._note("start", None, None, tree["events"], number, beside)
        elif session is None:
            pass
        elif "action" in tree:
            before = self._before(tree["action"])
            session.play(tree["action"])
            self._note("action", before, tree["action"], tree["events"], number, beside)
        elif "undo" in tree:
            before = self._before(None)
            session.undo()
            self._note("undo", before, None, [], number, beside)
        elif "resumed" in tree:
            session.past = []
            self.seated = set()
            self.asked_at, self.spent = beside.get("at", ""), [0.0, 0.0]
        elif "back-to" in tree:
            before = self._before(None, tree["side"])
            target = self.line_of.index(tree["back-to"] - 1)
            session.go_back(self.steps[target].game)
            self._note("take-back", before, None, [], number, beside, target)
        elif "resigned" in tree:
            before = self._before(None, tree["side"])
            session.resign(tree["side"])
            self._note("resigned", before, None, tree["events"], number, beside)
        elif "drawn" in tree:
            session.agree_on_draw()
            self._note("drawn", None, None, tree["events"], number, beside)
        if number == 0 or isinstance(dice, dict):
            thrown = len(self.session.dice.thrown) if self.session is not None else 0
            self.seal = Seal(dice if isinstance(dice, dict) else {}, self.people(), thrown)

    def people(self) -> list[str]:
        """The sides that people play; nobody plays a record."""
        return [
            side for side, seat in zip(self.sides, self.players, strict=True) if seat.level is None and not self.replay
        ]

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
            self._play_line(len(lines) - 1, json.loads(line.text), line.beside)
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
        before = self._before(tree)
        trial = self._trial()
        events = trial.play(tree)
        if len(trial.session.dice.thrown) > len(trial.session.dice.script):
            raise RuntimeError("an action threw more dice than were laid out for it")
        beside = {"intent": intent, "at": timestamp()}
        lines = _written(trial, beside)
        number = len(self.kept.lines)
        hidden = self._veil(before, events, trial.session.game) == HIDDEN
        await self.keep(Change(lines, columns={} if hidden else self._without_proposal()))
        self.session = trial.session
        self._note("action", before, json.loads(lines[0].text)["action"], events, number, beside)
        self.latest = (len(self.steps) - 1, trial.state)
        return len(self.steps) - 1

    async def undo(self) -> int:
        before = self._before(None)
        trial = self._trial()
        trial.undo()
        number = len(self.kept.lines)
        beside = {"at": timestamp()}
        hidden = self.steps[self.standing[-1]].veil == HIDDEN
        await self.keep(Change(_written(trial, beside), columns={} if hidden else self._without_proposal()))
        self.session = trial.session
        self._note("undo", before, None, [], number, beside)
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
        return await self._keep_lines([line.text for line in _written(trial, {})], secret | {"proposals": {}})

    async def resign(self, side: str) -> int:
        trial = self._trial()
        trial.resign(side)
        return await self._keep_lines([line.text for line in _written(trial, {})], self._without_proposal())

    async def agree_on_draw(self) -> int:
        trial = self._trial()
        trial.agree_on_draw()
        return await self._keep_lines([line.text for line in _written(trial, {})], self._without_proposal())

    async def _keep_lines(self, texts: list[str], columns: Tree) -> int:
        """Keep lines, and then do what they say; the number of the last step."""
        number = len(self.kept.lines)
        beside = {"at": timestamp()}
        await self.keep(Change([Line(text, beside) for text in texts], columns=columns))
        for place, text in enumerate(texts):
            self._play_line(number + place, json.loads(text), beside)
        return len(self.steps) - 1

    def _without_proposal(self) -> Tree:
        return {"proposals": {}} if self.kept.proposals else {}

    def _trial(self) -> Recorder:
        assert self.session is not None
        thrown = len(self.session.dice.thrown)
        self.session.dice.script[thrown:] = self.seal.coming(self.kept.secret, thrown)
        return Recorder(self.session.copy(), self.seal.key(self.kept.secret), io.StringIO())

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

    async def keep(self, change: Change) -> None:
        """Put a change into the store; if that fails, nobody knows what became of it until the store can be read."""
        try:
            await self.store.write(self.kept, change)
        except StoreFailed:
            self.unsure = True
            raise

    async def set_orders(self, side: int, orders: StandingOrders) -> None:
        kept = self.kept.orders | {self.sides[side]: {"when_hit": orders.when_hit, "when_won": orders.when_won}}
        await self.keep(Change(columns={"orders": kept}))
        self.orders[side] = orders

    # -- remembering steps

    @property
    def game(self) -> Game:
        assert self.session is not None
        return self.session.game

    def _before(self, tree: Tree | None, side: str | None = None) -> "Before":
        """`side` if it is not the one that decides."""
        game = self.game
        declaring = game.question() is DECLARE_BOMBARDMENTS
        hoped = luck.NOTHING_EXPECTED
        if tree is not None:
            try:
                action = game.settle(action_from_tree(game.battle, tree))
                hoped = luck.expected(game, action) if game.allows(action) else hoped
            except Refusal:
                pass  # it will be refused in a moment
        actor = self.sides.index(side) if side is not None else game.decider()
        return Before(actor, declaring, game.battle.copy(), hoped)

    def _veil(self, before: "Before", events: list[Tree], game: Game) -> str:
        """Who knows of an action."""
        if not before.declaring or events or game.question() is not DECLARE_BOMBARDMENTS:
            return OPEN
        return HIDDEN if game.decider() == before.side else DECLARED

    def _note(
        self,
        kind: messages.Kind,
        before: "Before | None",
        action: Tree | None,
        events: list[Tree],
        line: int,
        beside: Tree,
        back_to: int | None = None,
    ) -> None:
        game = self.game
        step = Played(kind, before.side if before is not None else None, action, events, game.copy(game.dice))
        step.intent = beside.get("intent", "")
        step.at = beside.get("at", "")
        if before is not None and kind == "action":
            step.veil = self._veil(before, events, game)
            step.luck = self._luck(before, step)
            self.standing.append(len(self.steps))
        elif kind == "undo":
            step.undoes = self.standing.pop()
            step.undone = self.steps[step.undoes].text
            step.veil = HIDDEN if self.steps[step.undoes].veil == HIDDEN else OPEN
            if step.veil == HIDDEN:
                self.pending.pop()
        else:
            step.back_to = back_to
            step.undone = self.steps[back_to].text if back_to is not None else ""
            self.standing, self.pending = [], []
        self._reckon_time(step)
        self.steps.append(step)
        self.line_of.append(line)
        for sides, seen in self.visible.items():
            if self._is_visible(step, sides):
                seen.append(len(self.steps) - 1)

    def _reckon_time(self, step: Played) -> None:
        """Hidden steps do not count: a clock that they moved would tell of them."""
        if step.veil == HIDDEN:
            return
        if self.steps and step.game.battle.turn != self.steps[-1].game.battle.turn:
            self.spent = [0.0, 0.0]
        elif step.side is not None and self.asked_at and step.at:
            taken = datetime.datetime.fromisoformat(step.at) - datetime.datetime.fromisoformat(self.asked_at)
            self.spent[step.side] += taken.total_seconds()
        self.asked_at = step.at

    def _luck(self, before: "Before", step: Played) -> dict[str, messages.Luck]:
        """Shots are counted when they are fired, not when they are declared."""
        if step.veil != OPEN:
            self.pending.append(before.hoped)
            return {}
        hoped = before.hoped
        for other in self.pending:
            hoped = [(a + c, b + d) for (a, b), (c, d) in zip(hoped, other, strict=True)]
        self.pending = []
        return luck.luck(before.battle, self.game.battle, step.action, step.events, hoped)

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

    def _is_visible(self, step: Played, sides: Sides) -> bool:
        return step.veil != HIDDEN or step.side in sides

    def seen_by(self, sides: Sides) -> list[int]:
        """The steps that a client knows of; its `seq` counts these."""
        if sides not in self.visible:
            self.visible[sides] = [n for n, step in enumerate(self.steps) if self._is_visible(step, sides)]
        return self.visible[sides]

    def undisclosed(self) -> list[int]:
        """The declarations that are still a side's secret."""
        if not self.is_declaring():
            return []
        number = len(self.steps)
        while number > 0 and self.steps[number - 1].veil != OPEN:
            number -= 1
        return list(range(number, len(self.steps)))

    def is_declaring(self) -> bool:
        """Whether there may be orders that a side keeps to itself."""
        return self.session is not None and self.game.question() is DECLARE_BOMBARDMENTS

    def seq(self, sides: Sides) -> int:
        return len(self.seen_by(sides)) - 1

    def step_at(self, sides: Sides, seq: int) -> int:
        """The step that a client calls `seq`."""
        seen = self.seen_by(sides)
        if not 0 <= seq < len(seen):
            raise NotAllowed("stale", f"there is no step {seq}; the last one is {len(seen) - 1}")
        return seen[seq]

    def told(self, number: int, sides: Sides) -> Step:
        seen = self.seen_by(sides)
        step = self.steps[number]
        undoes, back_to = (
            bisect_left(seen, other) if other is not None else None for other in (step.undoes, step.back_to)
        )
        sees = step.veil == OPEN or step.side in sides
        secret = step.veil != OPEN and sees and number in self.undisclosed()
        return step.step(bisect_right(seen, number) - 1, sees, secret, undoes, back_to)

    def told_since(self, since: int, sides: Sides) -> list[Step]:
        seen = self.seen_by(sides)
        first = since + 1 if 0 <= since < len(seen) else 0
        return [self.told(number, sides) for number in seen[first:]]

    def state(self, number: int, sides: Sides) -> tuple[Tree, int | None]:
        """After a step, as the deciding side of a client sees it, else its first side, else anybody."""
        game = self.steps[number].game
        public = self.public_state(number)
        if not sides:
            return public, None
        side = game.decider() if game.decider() in sides else sides[0]
        return public | {"orders": orders_tree(game.battle, side)}, side

    def public_state(self, number: int) -> Tree:
        """After a step. Everybody at the game asks for that of the last one: it is made once."""
        if self.latest[0] != number:
            self.latest = (number, state_tree(self.steps[number].game))
        return self.latest[1]

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

    def has_begun(self) -> bool:
        return self.session is not None

    def last_public(self) -> int:
        """The last step that everybody knows of; -1 before the battle has begun."""
        seen = self.seen_by(())
        return seen[-1] if seen else -1

    def is_over(self) -> bool:
        return self.session is not None and self.game.question() is None

    def is_waiting(self) -> bool:
        """For nonces: before the battle begins, or in the middle of it."""
        return bool(self.seal.wanted())

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
            asked |= {side for side in self.people() if side != self.kept.proposals["side"]}
        return [side for side in self.sides if side in asked]

    def orders_that_count(self) -> StandingOrders | None:
        """A person's standing orders, if there are any that may answer the question that waits."""
        orders = self.orders[self.game.decider()] if self.is_for_person() else StandingOrders()
        return orders if orders != StandingOrders() else None

    def tree_of(self, action: Action) -> Tree:
        return action_to_tree(self.game.battle, action)


def opening(scenario: Scenario, seal: Seal, secret: Tree) -> list[str]:
    """The line of a battle's start, with the dice thrown before the first decision."""
    sink = io.StringIO()
    session = Session(scenario, Dice(0, seal.coming(secret, 0)))
    Recorder(session, seal.key(secret), sink).start()
    return sink.getvalue().splitlines()


def timestamp() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def _written(trial: Recorder, beside: Tree) -> list[Line]:
    """What a recorder has written, as lines for the store; what is beside them stands with the first."""
    assert isinstance(trial.sink, io.StringIO)
    texts = trial.sink.getvalue().splitlines()
    return [Line(text, beside if place == 0 else {}) for place, text in enumerate(texts)]


@dataclass
class Before:
    """What has to be known of the moment before a step."""

    side: int
    declaring: bool
    battle: Battle
    hoped: luck.Expected
