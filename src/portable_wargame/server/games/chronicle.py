"""The chronicle of a game: its steps, as the lines of its record tell them."""

import datetime
from bisect import bisect_left

from ...battle.side import SIDES
from ...consultation.luck import harm
from ...consultation.view import asks_in_secret
from ...game.actions import Action
from ...game.game import Game
from ...record.course import Course
from ...record.lines import Acted, Line, Nonce, Reseated, Signed, Start, TakenUp, WentBack
from ...record.recording import is_chained
from ...record.session import Done, Session
from ...rules.movement.deployment import WHERE_TO_DEPLOY
from ...speech.happenings import says_more
from ...speech.state import state_tree
from ...speech.trees import Event, Sent, State
from ...toll.harm import both
from ..store.columns import Beside
from ..wire.messages import Luck
from .boards import Laid
from .publishing import Published
from .sealing import Seal
from .sight import Sight
from .steps import DECLARED, HIDDEN, OPEN, Played, Sides


class Chronicle:
    """All that has happened in a game, line by line of its record."""

    def __init__(self, first: str, laid: Laid, people: list[str]) -> None:
        """`first` is the header, as it is kept."""
        header, board = laid
        self.header: Sent = header
        self.published = Published(first, is_chained(header))
        self.board = board
        self.scenario = board.scenario
        self.people = people  # the sides that people play, in their order; nobody plays a record
        self.sides = [side.id for side in board.scenario.sides]
        self.course = Course(board.scenario, table=board.table)
        self.seal = Seal(header["dice"] if isinstance(header.get("dice"), dict) else {}, people, 0)
        self.lines = 1  # lines followed, including the header
        self.steps: list[Played] = []
        self.standing: list[int] = []  # the steps that could be taken back if no dice had been thrown since
        self.harm = harm(board.table.ruleset)
        self.pending: list[list[float]] = []  # the hits to be expected of shots declared and not yet fired
        self.undone = 0  # steps that were taken back
        self.withdrawn: list[int] = []  # secret orders taken back in time, and the lines that take them back
        self.closed = [0, 0]  # by side, how many of those there were when its seat went to somebody else
        self.open_until = 0  # the steps after this one are declarations of shots, or placements in secret
        self.concealing: list[int] = []  # the steps that placed something that stays hidden
        self.sights: dict[Sides, Sight] = {}
        self.latest: tuple[int, State] | None = None  # the number of a step, and the public state after it
        self.seated: set[str] = set()  # the sides that have ever given a nonce in this game
        self.asked_at = ""  # when everybody learnt of the waiting question
        self.spent = [0.0, 0.0]  # by side, the seconds it has taken for its decisions this turn
        self.taken = [0.0, 0.0]  # and in the whole battle
        self.decided = [0, 0]  # by side, how many decisions that was

    # -- moving on

    def follow(self, line: Line, beside: Beside, text: str) -> None:
        """Replay a line of the record with its own dice; the key is for dice still to fall."""
        before = self.course.session.game if self.course.session is not None else None
        done = self.course.follow(self.lines + 1, line)
        self._note(line, before, done, beside, text)

    def adopt(self, line: Line, session: Session, done: Done | None, beside: Beside, text: str) -> None:
        """Add a line that was just made and kept: the game continues with the session that made it."""
        before = self.course.session.game if self.course.session is not None else None
        self.course.adopt(self.lines + 1, line, session)
        self._note(line, before, done, beside, text)

    def begin(self, course: Course, start: Start, beside: Beside) -> None:
        """Begin a battle that has just reached its first decision, and has been kept."""
        self.course = course
        session = course.under_way()
        course.adopt(self.lines + 1, start, session)
        self._note(start, None, Done(session.begun), beside, start.text())

    def _note(self, line: Line, before: Game | None, done: Done | None, beside: Beside, text: str) -> None:
        self.lines += 1
        self.published.note(self.lines - 1, line, text)
        if isinstance(line, Signed):
            self.published.leave_out(self.lines - 1)  # it belonged to the record it came with
        if isinstance(line, Nonce):
            self.seal.give(line.side, line.nonce)
            self.seated.add(line.side)
            self.asked_at = beside.at
        elif isinstance(line, TakenUp):
            self.seated = set()
            self.asked_at, self.spent = beside.at, [0.0, 0.0]
            self.taken, self.decided = [0.0, 0.0], [0, 0]
        if done is not None:
            self._note_step(line, before, done, beside)
        if line.sealed is not None:
            self.seal = Seal(line.sealed, self.people, len(self.course.fallen))
        if not self.undisclosed():
            self.published.disclose()

    def _note_step(self, line: Line, before: Game | None, done: Done, beside: Beside) -> None:
        step = Played(line, self._actor(line, before), self.game, self.lines - 1, beside)
        step.before, step.says = before, self.board.says
        asked = before.question() if before is not None else None
        step.asks = asked.name if asked is not None else ""
        if isinstance(line, Acted) and before is not None and done.action is not None:
            step.veil = veil(before, step.game, line.events)
            step.luck = self._luck(self.harm.expected(before, done.action), done, step)
            self.standing.append(len(self.steps))
            if step.veil == HIDDEN and hides(before, done.action):
                self.concealing.append(len(self.steps))
        elif line.step == "undo":
            self.undone += 1
            step.undoes = self.standing.pop()
            step.undone = self.steps[step.undoes].text
            step.veil = HIDDEN if self.steps[step.undoes].veil == HIDDEN else OPEN
            self.concealing = [number for number in self.concealing if number != step.undoes]
            if step.veil == HIDDEN:
                self.pending.pop()
                self.withdrawn += (step.undoes, len(self.steps))
                # Orders that were taken back before anybody else knew of them stay a secret for ever.
                self.published.leave_out(self.steps[step.undoes].line, step.line)
        else:
            if isinstance(line, WentBack):
                step.back_to = self.step_of(line.back_to)
                step.undone = self.steps[step.back_to].text
            if isinstance(line, Reseated):
                step.back_to = self.step_of(line.back_to)
                self._close(self.sides.index(line.side))
            self.standing, self.pending = [], []
        self._reckon_time(step)
        self.steps.append(step)
        if step.veil == OPEN:
            self.open_until = len(self.steps)
        for sight in self.sights.values():
            sight.note(step)

    def _close(self, side: int) -> None:
        """A seat goes to somebody else: whatever is still undisclosed is void, and they see none of it, nor of what was
        taken back before."""
        secret = range(self.open_until, len(self.steps))
        self.published.leave_out(*(self.steps[number].line for number in secret))
        for number in {*secret, *self.withdrawn[self.closed[side] :]}:
            self.steps[number].closed_to += (side,)
        self.closed[side] = len(self.withdrawn)
        self.concealing = [number for number in self.concealing if number not in secret]
        self.sights = {sides: sight for sides, sight in self.sights.items() if side not in sides}

    def _actor(self, line: Line, before: Game | None) -> int | None:
        side = getattr(line, "side", None)
        if side is not None:
            return self.sides.index(side)
        return before.decider() if before is not None and line.step == "undo" else None

    def _reckon_time(self, step: Played) -> None:
        """Hidden steps do not count: if they moved the clock, it would give them away. Taking back gives no time back:
        the question is the same, and its time has run all along."""
        if step.veil == HIDDEN:
            return
        if step.undoes is not None:
            undone = self.steps[step.undoes]
            self.asked_at, self.spent = undone.asked_at, list(undone.spent)
            self.taken, self.decided = list(undone.taken), list(undone.decided)
            return
        step.asked_at, step.spent = self.asked_at, tuple(self.spent)
        step.taken, step.decided = tuple(self.taken), tuple(self.decided)
        # A side agrees to something, or gives up: the time counts against the side that had to decide.
        side = step.before.decider() if step.before is not None else step.side
        if side is not None and side >= 0 and self.asked_at and step.at:
            passed = datetime.datetime.fromisoformat(step.at) - datetime.datetime.fromisoformat(self.asked_at)
            self.spent[side] += passed.total_seconds()
            self.taken[side] += passed.total_seconds()
            self.decided[side] += isinstance(step.told_by, Acted)
        if self.steps and step.game.battle.turn != self.steps[-1].game.battle.turn:
            self.spent = [0.0, 0.0]
        self.asked_at = step.at

    def _luck(self, expected: list[float], done: Done, step: Played) -> dict[str, Luck]:
        """Shots are counted when they are fired, not when they are declared."""
        if step.veil != OPEN:
            self.pending.append(expected)
            return {}
        for other in self.pending:
            expected = both(expected, other)
        self.pending = []
        suffered = self.harm.suffered(done.events)
        gained = {self.sides[side]: Luck(suffered[1 - side], expected[1 - side]) for side in SIDES}
        return {side: luck for side, luck in gained.items() if luck != Luck()}

    # -- how the game stands

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
        return session is not None and asks_in_secret(session.game)

    def is_over(self) -> bool:
        session = self.course.session
        return session is not None and not session.game.agenda

    def is_waiting(self) -> bool:
        """Whether the game waits for nonces: before the battle begins, or in the middle of it."""
        return bool(self.seal.missing)

    # -- its steps

    def step_of(self, line: int) -> int:
        """The step made by this line, counted from 1; there must be one."""
        low, high = 0, len(self.steps) - 1
        while low < high:
            middle = (low + high) // 2
            if self.steps[middle].line < line - 1:
                low = middle + 1
            else:
                high = middle
        return low

    def undisclosed(self) -> list[int]:
        """The declarations and placements that are still a side's secret, in their order. Hiding places are nobody
        else's business until the battle is over, found or not."""
        lasting = [] if self.is_over() else self.concealing
        if not self.is_declaring():
            return lasting
        return [number for number in lasting if number < self.open_until] + self.declared_in_secret()

    def is_undisclosed(self, number: int) -> bool:
        """The same for one step: quick, since it is asked for every step of a long game."""
        if self.is_declaring() and number >= self.open_until:
            return True
        place = bisect_left(self.concealing, number)
        return not self.is_over() and self.concealing[place : place + 1] == [number]

    def declared_in_secret(self) -> list[int]:
        """The declarations for the waiting question, and for the other side's before it."""
        return list(range(self.open_until, len(self.steps))) if self.is_declaring() else []

    def is_hidden(self) -> bool:
        """Whether only its own side knows of the last step."""
        return bool(self.steps) and self.steps[-1].veil == HIDDEN

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
        """The public state after a step. Everybody asks for that of the last step, so it is made once."""
        if self.latest is None or self.latest[0] != number:
            self.latest = (number, state_tree(self.steps[number].game))
        return self.latest[1]


def hides(game: Game, action: Action) -> bool:
    """Whether it places something that stays hidden after deployment."""
    if game.question() is not WHERE_TO_DEPLOY:
        return False
    return action.verb == "dummy" or (action.unit >= 0 and game.battle.roster.hidden[action.unit])


def veil(before: Game, after: Game, events: list[Event]) -> str:
    """The sides that may know about an action."""
    if says_more(events) or before.question() is not after.question() or not asks_in_secret(before):
        return OPEN
    return HIDDEN if after.decider() == before.decider() else DECLARED
