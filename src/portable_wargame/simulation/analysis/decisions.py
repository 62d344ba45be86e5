"""A record as a row of decisions: the table before each, the action, and the table after it."""

from dataclasses import dataclass

from ...game.actions import Action
from ...game.dice import Dice
from ...game.game import Game
from ...record.lines import Acted, Drawn, Reseated, Resigned, Undone, WentBack
from ...record.reading import BadRecord, Record, replay
from ...speech.notation import action_from_tree


@dataclass(frozen=True)
class Decision:
    line: int  # line of the record, from 1: a page plays on from there
    turn: int
    side: int
    action: Action
    before: Game  # both with their own dice: looking ahead from here does not show the dice that fell
    after: Game
    is_thrown: bool  # dice fell

    def asks(self) -> str:
        """The question that it answers, by name."""
        question = self.before.question()
        return question.name if question is not None else ""


@dataclass(frozen=True)
class Decisions:
    start: Game
    decisions: list[Decision]
    end: Game
    broken_off: Game | None = None  # how it stood when somebody resigned, or both agreed on a draw

    def is_over(self) -> bool:
        return self.end.question() is None


def decisions_of(record: Record) -> Decisions:
    """The decisions that stood. Actions taken back did not happen; an umpire's rulings did, but nobody decided them."""
    kept: list[Decision] = []
    start: Game | None = None
    before: Game | None = None
    broken_off: Game | None = None
    for moment in replay(record):
        line, after = moment.line, moment.session.game.copy(Dice(0))
        if isinstance(line, Acted) and before is not None:
            kept.append(decision(moment.number, line, before, after))
        elif isinstance(line, Undone):
            kept.pop()
        elif isinstance(line, WentBack | Reseated):
            kept = [one for one in kept if one.line <= line.back_to]
        broken_off = before if isinstance(line, Resigned | Drawn) else None
        start = start or after
        before = after
    if start is None or before is None:
        raise BadRecord(f"{record.name}: the record ends before the battle begins")
    return Decisions(start, kept, before, broken_off)


def decision(number: int, line: Acted, before: Game, after: Game) -> Decision:
    action = before.settle(action_from_tree(before.battle, line.action))
    return Decision(number, before.battle.turn, before.decider(), action, before, after, bool(line.thrown))
