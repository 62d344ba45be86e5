"""Battles at a real table, with dice rolled by hand: when that is possible, and how they begin."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...consultation.throws_to_come import next_throw, of_start
from ...game.errors import Refusal
from ...record.keys import ByHand
from ...record.lines import Line as RecordLine
from ...record.lines import Start
from ...record.recording import Recorder
from ...record.session import Session
from ..store.base import Line
from ..store.columns import Beside
from ..wire.documents import Computer, NewGame
from .boards import Board
from .permission import NotAllowed

if TYPE_CHECKING:
    from .match import Match
    from .steps import Sides

Faces = Sequence[int]
SECRETS = "the other side still has a secret, and the dice would give it away: enter them where both seats are held"


def check_by_hand(wanted: NewGame) -> None:
    """Dice rolled by hand need all the players round one table, and no clock."""
    if wanted.seed is not None:
        raise Refusal("dice that are thrown by hand have no seed: leave it out")
    if any(isinstance(seat, Computer) for seat in wanted.seats.values()):
        raise Refusal("dice are thrown by hand where two players sit at one table; against the computer, use its dice")
    if wanted.clock is not None or wanted.orders or wanted.open:
        raise Refusal("a battle at a real table has no clock, no standing orders and no open seats")


def check_sees_all(match: "Match", sides: "Sides") -> None:
    """The program asks for dice before they are rolled, and their purpose may be the other side's secret."""
    if not match.chronicle.seal.is_by_hand():
        return
    if any(match.chronicle.steps[number].side not in sides for number in match.chronicle.undisclosed()):
        raise NotAllowed("not-yours", SECRETS)


def started_by_hand(board: Board, beside: Beside) -> list[Line]:
    """The start, if no dice are thrown before the first decision."""
    if next_throw(of_start(board.table), []) is not None:
        return []
    return [Line(begun_by_hand(board, []).text(), beside)]


def begun_by_hand(board: Board, dice: Faces) -> Start:
    """The line of the start, with these dice and no others."""
    wanted = next_throw(of_start(board.table), list(dice))
    if wanted is not None:
        raise NotAllowed("illegal", "the dice for that have not been thrown yet")
    lines: list[RecordLine] = []
    session = Session(board.scenario, ByHand(list(dice)).dice(), board.table)
    if len(session.dice.thrown) < len(dice):
        raise NotAllowed("illegal", f"that takes {len(session.dice.thrown)} dice, not {len(dice)}")
    Recorder(session, ByHand(), lines.append).start()
    start = lines[0]
    assert isinstance(start, Start)
    return start
