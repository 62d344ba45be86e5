"""The chronicle of a game: its steps, as the lines of its record tell them."""

import datetime

from ...game.game import Game
from ...record.course import Course
from ...record.lines import Acted, Line, Nonce, Start, TakenUp, WentBack
from ...record.session import Done, Session
from ...rules.fire.artillery import DECLARE_BOMBARDMENTS
from ...speech.state import state_tree
from ...speech.trees import Sent, State
from ..store.columns import Beside
from ..wire.messages import Luck
from . import luck
from .boards import Board
from .sealing import Seal
from .sight import Sight
from .steps import DECLARED, HIDDEN, OPEN, Played, Sides


class Chronicle:
    """All that has happened in a game, line by line of its record."""

    def __init__(self, header: Sent, board: Board, people: list[str]) -> None:
        self.header = header
        self.board = board
        self.scenario = board.scenario
        self.people = people  # the sides that people play, in their order; nobody plays a record
        self.sides = [side.id for side in board.scenario.sides]
        self.course = Course(board.scenario, table=board.table)
        self.seal = Seal(header["dice"] if isinstance(header.get("dice"), dict) else {}, people, 0)
        self.lines = 1  # that were followed, the header among them
        self.steps: list[Played] = []
        self.standing: list[int] = []  # the steps that could be taken back, were dice not thrown since
        self.pending: list[luck.Expected] = []  # of shots declared and not yet fired
        self.open_until = 0  # the steps after this one are declarations of shots
        self.sights: dict[Sides, Sight] = {}
        self.latest: tuple[int, State] | None = None  # the number of a step, and the public state after it
        self.seated: set[str] = set()  # the sides that have ever given a nonce in this game
        self.asked_at = ""  # since when everybody has known of the question that waits
        self.spent = [0.0, 0.0]  # by side, the seconds it has taken for its decisions this turn

    # -- going on

    def follow(self, line: Line, beside: Beside) -> None:
        """A line of the record once more, with its own dice; the key is for dice that have still to fall."""
        before = self.course.session.game if self.course.session is not None else None
        done = self.course.follow(self.lines + 1, line)
        self._note(line, before, done, beside)

    def adopt(self, line: Line, session: Session, done: Done | None, beside: Beside) -> None:
        """A line that was made just now, and has been kept: the game goes on with the session that it was made in."""
        before = self.course.session.game if self.course.session is not None else None
        self.course.adopt(self.lines + 1, line, session)
        self._note(line, before, done, beside)

    def begin(self, course: Course, start: Start, beside: Beside) -> None:
        """A battle whose first decision was just come to, and kept."""
        self.course = course
        session = course.under_way()
        course.adopt(self.lines + 1, start, session)
        self._note(start, None, Done(session.begun), beside)

    def _note(self, line: Line, before: Game | None, done: Done | None, beside: Beside) -> None:
        self.lines += 1
        if isinstance(line, Nonce):
            self.seal.give(line.side, line.nonce)
            self.seated.add(line.side)
            self.asked_at = beside.at
        elif isinstance(line, TakenUp):
            self.seated = set()
            self.asked_at, self.spent = beside.at, [0.0, 0.0]
        if done is not None:
            self._note_step(line, before, done, beside)
        if line.sealed is not None:
            self.seal = Seal(line.sealed, self.people, len(self.course.fallen))

    def _note_step(self, line: Line, before: Game | None, done: Done, beside: Beside) -> None:
        step = Played(line, self._actor(line, before), self.game, self.lines - 1, beside)
        if isinstance(line, Acted) and before is not None and done.action is not None:
            step.veil = veil(before, step.game, bool(line.events))
            step.luck = self._luck(luck.expected(before, done.action), before, step)
            self.standing.append(len(self.steps))
        elif line.step == "undo":
            step.undoes = self.standing.pop()
            step.undone = self.steps[step.undoes].text
            step.veil = HIDDEN if self.steps[step.undoes].veil == HIDDEN else OPEN
            if step.veil == HIDDEN:
                self.pending.pop()
        else:
            if isinstance(line, WentBack):
                step.back_to = self.step_of(line.back_to)
                step.undone = self.steps[step.back_to].text
            self.standing, self.pending = [], []
        self._reckon_time(step)
        self.steps.append(step)
        if step.veil == OPEN:
            self.open_until = len(self.steps)
        for sight in self.sights.values():
            sight.note(step)

    def _actor(self, line: Line, before: Game | None) -> int | None:
        side = getattr(line, "side", None)
        if side is not None:
            return self.sides.index(side)
        return before.decider() if before is not None and line.step == "undo" else None

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

    def _luck(self, hoped: luck.Expected, before: Game, step: Played) -> dict[str, Luck]:
        """Shots are counted when they are fired, not when they are declared."""
        if step.veil != OPEN:
            self.pending.append(hoped)
            return {}
        for other in self.pending:
            hoped = [(a + c, b + d) for (a, b), (c, d) in zip(hoped, other, strict=True)]
        self.pending = []
        return luck.luck(before.battle, step.game.battle, step.action, step.events, hoped)

    # -- how it stands

    @property
    def session(self) -> Session:
        return self.course.under_way()

    @property
    def game(self) -> Game:
        return self.course.under_way().game

    def has_begun(self) -> bool:
        return self.course.session is not None

    def is_declaring(self) -> bool:
        """Whether there may be orders that a side keeps to itself."""
        session = self.course.session
        return session is not None and session.game.question() is DECLARE_BOMBARDMENTS

    def is_over(self) -> bool:
        session = self.course.session
        return session is not None and not session.game.agenda

    def is_waiting(self) -> bool:
        """For nonces: before the battle begins, or in the middle of it."""
        return bool(self.seal.missing)

    # -- its steps

    def step_of(self, line: int) -> int:
        """The step that a line, counted from 1, was; there is one."""
        low, high = 0, len(self.steps) - 1
        while low < high:
            middle = (low + high) // 2
            if self.steps[middle].line < line - 1:
                low = middle + 1
            else:
                high = middle
        return low

    def undisclosed(self) -> range:
        """The declarations that are still a side's secret."""
        return range(self.open_until, len(self.steps)) if self.is_declaring() else range(0)

    def sight(self, sides: Sides) -> Sight:
        """What a client of these sides may know."""
        if sides not in self.sights:
            self.sights[sides] = Sight(self, sides)
        return self.sights[sides]

    def last_public(self) -> int:
        """The last step that everybody knows of; -1 before the battle has begun."""
        seen = self.sight(()).seen
        return seen[-1] if seen else -1

    def public_state(self, number: int) -> State:
        """After a step. Everybody at the game asks for that of the last one: it is made once."""
        if self.latest is None or self.latest[0] != number:
            self.latest = (number, state_tree(self.steps[number].game))
        return self.latest[1]


def veil(before: Game, after: Game, has_events: bool) -> str:
    """Who knows of an action."""
    if has_events or not before.question() is after.question() is DECLARE_BOMBARDMENTS:
        return OPEN
    return HIDDEN if after.decider() == before.decider() else DECLARED
