"""The chronicle of a game: its steps, as its lines tell them, and which of them each client may know."""

import datetime
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any

from ...battle.battle import Battle
from ...game.dice import Dice
from ...game.errors import Refusal
from ...game.game import Game
from ...record.session import Session
from ...rules.fire.artillery import DECLARE_BOMBARDMENTS
from ...scenario.reading import read_tree
from ...speech.notation import action_from_tree
from ...speech.state import orders_tree, state_tree
from ..wire import messages
from ..wire.messages import Step
from . import luck
from .permission import NotAllowed
from .sealing import Seal
from .steps import DECLARED, HIDDEN, OPEN, Played, Sides

Tree = dict[str, Any]


class Chronicle:
    """All that has happened in a game, line by line of its record."""

    def __init__(self, header: Tree, people: list[str]) -> None:
        self.header = header
        self.people = people  # the sides that people play, in their order; nobody plays a record
        self.scenario = read_tree(header["scenario"])
        self.scenario.edition = header["ruleset"]["edition"]
        self.sides = [side.id for side in self.scenario.sides]
        self.session: Session | None = None  # None before the battle has begun
        self.seal = Seal({}, [], 0)
        self.steps: list[Played] = []
        self.line_of: list[int] = []  # by step, its line
        self.standing: list[int] = []  # the steps that could be taken back, were dice not thrown since
        self.pending: list[luck.Expected] = []  # of shots declared and not yet fired
        self.visible: dict[Sides, list[int]] = {}
        self.latest: tuple[int, Tree] = (-1, {})  # the number of a step, and the public state after it
        self.seated: set[str] = set()  # the sides that have ever given a nonce in this game
        self.asked_at = ""  # since when everybody has known of the question that waits
        self.spent = [0.0, 0.0]  # by side, the seconds it has taken for its decisions this turn

    def follow(self, number: int, tree: Tree, beside: Tree) -> None:
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
            self.note("start", None, None, tree["events"], number, beside)
        elif session is None:
            pass
        elif "action" in tree:
            before = self.before(tree["action"])
            session.play(tree["action"])
            self.note("action", before, tree["action"], tree["events"], number, beside)
        elif "undo" in tree:
            before = self.before(None)
            session.undo()
            self.note("undo", before, None, [], number, beside)
        elif "resumed" in tree:
            session.past = []
            self.seated = set()
            self.asked_at, self.spent = beside.get("at", ""), [0.0, 0.0]
        elif "back-to" in tree:
            before = self.before(None, tree["side"])
            target = self.line_of.index(tree["back-to"] - 1)
            session.go_back(self.steps[target].game)
            self.note("take-back", before, None, [], number, beside, target)
        elif "resigned" in tree:
            before = self.before(None, tree["side"])
            session.resign(tree["side"])
            self.note("resigned", before, None, tree["events"], number, beside)
        elif "drawn" in tree:
            session.agree_on_draw()
            self.note("drawn", None, None, tree["events"], number, beside)
        if number == 0 or isinstance(dice, dict):
            thrown = len(self.session.dice.thrown) if self.session is not None else 0
            self.seal = Seal(dice if isinstance(dice, dict) else {}, self.people, thrown)

    # -- remembering steps

    @property
    def game(self) -> Game:
        assert self.session is not None
        return self.session.game

    def before(self, tree: Tree | None, side: str | None = None) -> "Before":
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

    def veil(self, before: "Before", events: list[Tree], game: Game) -> str:
        """Who knows of an action."""
        if not before.declaring or events or game.question() is not DECLARE_BOMBARDMENTS:
            return OPEN
        return HIDDEN if game.decider() == before.side else DECLARED

    def note(
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
            step.veil = self.veil(before, events, game)
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

    # -- how it stands

    def has_begun(self) -> bool:
        return self.session is not None

    def is_declaring(self) -> bool:
        """Whether there may be orders that a side keeps to itself."""
        return self.session is not None and self.game.question() is DECLARE_BOMBARDMENTS

    def is_over(self) -> bool:
        return self.session is not None and self.game.question() is None

    def is_waiting(self) -> bool:
        """For nonces: before the battle begins, or in the middle of it."""
        return bool(self.seal.wanted())

    # -- what a client may know

    def _is_visible(self, step: Played, sides: Sides) -> bool:
        return step.veil != HIDDEN or step.side in sides

    def seen_by(self, sides: Sides) -> list[int]:
        """The steps that a client knows of; its `seq` counts these."""
        if sides not in self.visible:
            self.visible[sides] = [n for n, step in enumerate(self.steps) if self._is_visible(step, sides)]
        return self.visible[sides]

    def last_public(self) -> int:
        """The last step that everybody knows of; -1 before the battle has begun."""
        seen = self.seen_by(())
        return seen[-1] if seen else -1

    def undisclosed(self) -> list[int]:
        """The declarations that are still a side's secret."""
        if not self.is_declaring():
            return []
        number = len(self.steps)
        while number > 0 and self.steps[number - 1].veil != OPEN:
            number -= 1
        return list(range(number, len(self.steps)))

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


@dataclass
class Before:
    """What has to be known of the moment before a step."""

    side: int
    declaring: bool
    battle: Battle
    hoped: luck.Expected
