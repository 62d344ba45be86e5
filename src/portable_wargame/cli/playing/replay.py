"""`pw replay` and `pw verify`: records gone through, and records proved."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...game.errors import Refusal
from ...record import reading, verifying
from ...record.lines import Acted, Undone, WentBack
from ...record.reading import Moment, Record, read_record
from ...record.verifying import Verdict
from ...scenario.model import Scenario
from ...speech.sentences import action_sentence, event_sentence, result_sentence
from .. import REFUSED, WANTING
from ..terminal import Terminal
from .opening import briefing


class Page:
    """One moment of a replay, as it is shown."""

    def __init__(self, number: int, moment: Moment) -> None:
        battle = moment.session.game.battle
        self.number = number
        self.battle = battle
        self.new_turn = any(event["event"] == "turn" for event in moment.events)
        self.lines: list[str] = []
        line = moment.line
        if isinstance(line, Acted):
            self.lines.append(f"{number:4}  {line.side}: {action_sentence(battle, line.action)}")
        elif isinstance(line, Undone):
            self.lines.append(f"{number:4}  taken back")
        elif isinstance(line, WentBack):
            self.lines.append(f"{number:4}  taken back by consent: as things stood after line {line.back_to}")
        self.lines += [f"      {event_sentence(battle, event)}" for event in moment.events]


def replay(
    file: Path,
    /,
    *,
    step: bool = False,
    first: Annotated[int, Parameter("--from")] = 0,
    last: Annotated[int | None, Parameter("--to")] = None,
) -> int:
    """
    Parameters
    ----------
    file
        A record, *.pwg.
    step
        Wait after each action: Enter or n for the next, p for the one before, q to leave.
    first
        The number of the first action to show.
    last
        The number of the last action to show.
    """
    console = Terminal()
    record = read_record(str(file))
    actions = sum(isinstance(line, Acted) for line in record.lines)
    if first > actions or (last is not None and last < max(first, 0)):
        wanted = f"from {first}" if last is None else f"from {first} to {last}"
        raise Refusal(f"{file}: the record has {actions} actions, and none {wanted}")
    for line in briefing(record.scenario):
        console.say(line)
    pages = pages_between(record, first, last)
    if step and sys.stdin.isatty():
        return _step_through(console, list(pages))
    for page in pages:
        _show(console, page, page.new_turn)
    return 0


def pages_between(record: Record, first: int, last: int | None) -> Iterator[Page]:
    """The pages of these actions; the start of the battle is number 0."""
    number = 0
    for moment in reading.replay(record):
        number += moment.action is not None
        if last is not None and number > last:
            return
        if number >= first:
            yield Page(number, moment)


def _show(console: Terminal, page: Page, with_board: bool) -> None:
    for line in page.lines:
        console.say(line)
    if with_board:
        console.show_board(page.battle)


def _step_through(console: Terminal, pages: list[Page]) -> int:
    at = 0
    while 0 <= at < len(pages):
        _show(console, pages[at], with_board=True)
        try:
            answer = input(f"{at + 1} of {len(pages)}: n(ext), p(revious), q(uit)? ").strip().lower()
        except EOFError:
            return 0
        if answer.startswith("q"):
            return 0
        at = max(at - 1, 0) if answer.startswith("p") else at + 1
    return 0


def verify(files: Annotated[list[Path], Parameter(negative="")], /) -> int:
    """Say of every record whether it holds; the exit code is 1 if one does not."""
    code = 0
    for file in files:
        try:
            print(f"{file}: {_verified(read_record(str(file)))}")
        except Refusal as problem:
            print(f"not verified: {problem}", file=sys.stderr)
            code = max(code, WANTING if file.exists() else REFUSED)
    return code


def _verified(record: Record) -> str:
    verdict = verifying.verify(record)
    told = [f"verified: {verdict.actions} actions, {verdict.dice_checked()} dice, {_result(verdict, record.scenario)}"]
    return "\n  ".join(told + proofs(verdict))


def proofs(verdict: Verdict) -> list[str]:
    """What is proved of the dice, and what is not."""
    givers = " and ".join(verdict.nonces_of)
    told = {
        f"proved: every die from a key sealed before any nonce was given, and the nonces of {givers or 'nobody'}": (
            verdict.from_nonces
        ),
        "proved: every die from a seed sealed before the first; whoever chose the seed could know them": (
            verdict.from_seed
        ),
        "not proved: their key was never revealed, or not yet": verdict.unrevealed,
    }
    return [f"{number} dice {words}" for words, number in told.items() if number]


def _result(verdict: Verdict, scenario: Scenario) -> str:
    """By what the battle came to: its footer may have been cut off."""
    if verdict.result is None:
        return "the battle is not over."
    return result_sentence({side.id: side.name for side in scenario.sides}, verdict.result)
