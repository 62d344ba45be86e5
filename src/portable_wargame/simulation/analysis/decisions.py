"""A record as a row of decisions: the table before each, what was done, and the table after it."""

from dataclasses import dataclass

from ...game.actions import Action
from ...game.dice import Dice, LaidOut
from ...game.game import Game
from ...record.lines import Acted, Start, Undone, WentBack
from ...record.reading import Record, replay
from ...scenario.setup import new_game
from ...speech.notation import action_from_tree


@dataclass(frozen=True)
class Decision:
    line: int  # of the record, from 1: a page goes on from there
    turn: int
    side: int
    action: Action
    before: Game  # both with dice of their own: anyone who looks ahead from there sees no die that fell
    after: Game
    is_thrown: bool  # dice fell


@dataclass(frozen=True)
class Decisions:
    start: Game
    decisions: list[Decision]
    end: Game

    def is_over(self) -> bool:
        return self.end.question() is None


def decisions_of(record: Record) -> Decisions:
    """What was taken back did not happen."""
    opening: list[int] = []
    kept: list[tuple[int, Acted]] = []
    is_over = False
    end: Game | None = None
    for moment in replay(record):
        line = moment.line
        if isinstance(line, Start):
            opening = list(line.thrown)
        elif isinstance(line, Acted):
            kept.append((moment.number, line))
        elif isinstance(line, Undone):
            kept.pop()
        elif isinstance(line, WentBack):
            kept = [one for one in kept if one[0] <= line.back_to]
        end = moment.session.game
        is_over = end.question() is None
    dice = [*opening, *(die for _, line in kept for die in line.thrown)]
    game = new_game(record.scenario, Dice(LaidOut(dice, 0).die))
    start = game.copy(Dice(0))
    decisions: list[Decision] = []
    before = start
    for number, line in kept:
        side, turn = game.decider(), game.battle.turn
        action = game.settle(action_from_tree(game.battle, line.action))
        game.perform(action)
        after = game.copy(Dice(0))
        decisions.append(Decision(number, turn, side, action, before, after, bool(line.thrown)))
        before = after
    # Somebody may have given up: only the record says so.
    return Decisions(start, decisions, end if end is not None and is_over else before)
