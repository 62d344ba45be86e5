"""A match: one game in the server's memory, its steps, its seats, and what each client may see of it.

The engine is the only judge, and the store comes first: an action is carried out on a copy, and only when it is kept
does the match go on to what came of it. Until then nobody can see it.
"""

import io
import json
import random
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..ai.orders import StandingOrders
from ..ai.views import view
from ..battle.battle import NOBODY, Battle
from ..game.actions import Action
from ..game.dice import Dice
from ..game.errors import Refusal
from ..game.game import Game
from ..record.notation import action_from_tree, action_to_tree
from ..record.recording import Key, Recorder
from ..record.sentences import question_sentence
from ..record.session import Session
from ..record.state import orders_tree, state_tree
from ..rules.artillery_fire import DECLARE_BOMBARDMENTS
from ..scenario.reading import read_tree
from . import luck, messages, seats
from .messages import Code, Now, Question, Step
from .store import Change, Line, Store, Stored, StoreFailed
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

    def tree(self) -> Tree:
        return {"level": self.level, "personality": self.personality}

    def name(self) -> str:
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
        self._take(stored)
        self._play_again()

    def _take(self, stored: Stored) -> None:
        """What is kept of the game beside its record."""
        self.kept = stored
        self.seats = stored.seats
        self.players = [Seat(**tree) for tree in stored.players.values()]
        self.orders = [StandingOrders(**stored.orders.get(side, {})) for side in stored.players]

    # -- reading it from the store

    def _play_again(self) -> None:
        """Every step once more. Dice before the last key are those of the record, the others come from the key."""
        trees = [json.loads(line.text) for line in self.kept.lines]
        self.key = Key(**self.kept.secret)
        taken_up = max((number for number, tree in enumerate(trees) if "resumed" in tree), default=0)
        known = [die for tree in trees[1:taken_up] if isinstance(tree.get("dice"), list) for die in tree["dice"]]
        if self.replay:
            known = [die for tree in trees[1:] if isinstance(tree.get("dice"), list) for die in tree["dice"]]
        self.session = Session(self.scenario, Dice(self.key.seed, known + self.key.script))
        for number, tree in enumerate(trees):
            self._play_line(number, tree)

    def _play_line(self, number: int, tree: Tree) -> None:
        if "start" in tree:
            self._note("start", None, None, tree["events"], number)
        elif "action" in tree:
            before = self._before(tree["action"])
            self.session.play(tree["action"])
            self._note("action", before, tree["action"], tree["events"], number, self.kept.lines[number].beside)
        elif "undo" in tree:
            before = self._before(None)
            self.session.undo()
            self._note("undo", before, None, [], number)
        elif "resumed" in tree:
            self.session.past = []

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
            self._play_line(len(lines) - 1, json.loads(line.text))
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
        beside = {"intent": intent}
        lines = _written(trial, beside)
        number = len(self.kept.lines)
        await self.keep(Change(lines))
        self.session = trial.session
        self._note("action", before, json.loads(lines[0].text)["action"], events, number, beside)
        self.latest = (len(self.steps) - 1, trial.state)
        return len(self.steps) - 1

    async def undo(self) -> int:
        before = self._before(None)
        trial = self._trial()
        trial.undo()
        number = len(self.kept.lines)
        await self.keep(Change(_written(trial, {})))
        self.session = trial.session
        self._note("undo", before, None, [], number)
        return len(self.steps) - 1

    def _trial(self) -> Recorder:
        return Recorder(self.session.copy(), self.key, io.StringIO())

    async def keep(self, change: Change) -> None:
        """Put a change into the store; if that fails, nobody knows what became of it until the store can be read."""
        try:
            await self.store.write(self.kept, change)
        except StoreFailed:
            self.unsure = True
            raise

    async def set_orders(self, side: int, orders: StandingOrders) -> None:
        ids = self.game.battle.roster.side_ids
        kept = self.kept.orders | {ids[side]: {"when_hit": orders.when_hit, "when_won": orders.when_won}}
        await self.keep(Change(columns={"orders": kept}))
        self.orders[side] = orders

    # -- remembering steps

    @property
    def game(self) -> Game:
        return self.session.game

    def _before(self, tree: Tree | None) -> "Before":
        game = self.game
        declaring = game.question() is DECLARE_BOMBARDMENTS
        hoped = luck.NOTHING_EXPECTED
        if tree is not None:
            try:
                action = game.settle(action_from_tree(game.battle, tree))
                hoped = luck.expected(game, action) if game.allows(action) else hoped
            except Refusal:
                pass  # it will be refused in a moment
        return Before(game.decider(), declaring, game.battle.copy(), hoped)

    def _note(
        self,
        kind: messages.Kind,
        before: "Before | None",
        action: Tree | None,
        events: list[Tree],
        line: int,
        beside: Tree | None = None,
    ) -> None:
        game = self.game
        step = Played(kind, before.side if before is not None else None, action, events, game.copy(game.dice))
        step.intent = (beside or {}).get("intent", "")
        if before is not None:
            declaring = before.declaring and not events and game.question() is DECLARE_BOMBARDMENTS
            if kind == "action":
                step.veil = OPEN if not declaring else HIDDEN if game.decider() == before.side else DECLARED
                step.luck = self._luck(before, step)
                self.standing.append(len(self.steps))
            else:
                step.undoes = self.standing.pop()
                step.undone = self.steps[step.undoes].action
                step.veil = HIDDEN if self.steps[step.undoes].veil == HIDDEN else OPEN
                if step.veil == HIDDEN:
                    self.pending.pop()
        self.steps.append(step)
        self.line_of.append(line)
        for sides, seen in self.visible.items():
            if self._is_visible(step, sides):
                seen.append(len(self.steps) - 1)

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
        if self.replay and held:
            return (0, 1)  # in a record there are no secrets from whoever brought it
        return tuple(self.game.battle.roster.side_ids.index(side) for side in held)

    def _is_visible(self, step: Played, sides: Sides) -> bool:
        return step.veil != HIDDEN or step.side in sides

    def seen_by(self, sides: Sides) -> list[int]:
        """The steps that a client knows of; its `seq` counts these."""
        if sides not in self.visible:
            self.visible[sides] = [n for n, step in enumerate(self.steps) if self._is_visible(step, sides)]
        return self.visible[sides]

    def undisclosed(self) -> list[int]:
        """The declarations that are still a side's secret."""
        number = len(self.steps)
        while number > 0 and self.steps[number - 1].veil != OPEN:
            number -= 1
        return list(range(number, len(self.steps))) if self.game.question() is DECLARE_BOMBARDMENTS else []

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
        undoes = bisect_left(seen, step.undoes) if step.undoes is not None else None
        sees = step.veil == OPEN or step.side in sides
        secret = step.veil != OPEN and sees and number in self.undisclosed()
        return step.step(bisect_right(seen, number) - 1, sees, secret, undoes)

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
        mine = decides in sides and not self.replay
        return Now(
            seq=self.seq(sides),
            state=state,
            view=self.game.battle.roster.side_ids[side] if side is not None else None,
            question=self._question(state, mine),
            can_undo=mine and bool(self.session.past),
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

    def is_over(self) -> bool:
        return self.game.question() is None

    def is_for_computer(self) -> bool:
        return not self.replay and not self.is_over() and self.players[self.game.decider()].level is not None

    def orders_that_count(self) -> StandingOrders | None:
        """A person's standing orders, if there are any that may answer the question that waits."""
        if self.replay or self.is_over() or self.is_for_computer():
            return None
        orders = self.orders[self.game.decider()]
        return orders if orders != StandingOrders() else None

    def tree_of(self, action: Action) -> Tree:
        return action_to_tree(self.game.battle, action)


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
