"""`pw replay`: go through a record, action by action."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...battle.battle import NOBODY, Battle
from ...game.errors import Refusal
from ...record import reading
from ...record.lines import Acted, Reseated, Ruled, Undone, WentBack
from ...record.reading import Moment, Record, read_record
from ...speech.happenings import says_more
from ...speech.sentences import action_sentence, event_sentence
from ...speech.verbs import verb
from ..terminal import Terminal
from .opening import briefing


class Page:
    """One moment of a replay, as it is shown."""

    def __init__(self, number: int, moment: Moment, before: Battle | None) -> None:
        battle = moment.session.game.battle
        self.number = number
        self.battle = battle
        self.new_turn = any(event["event"] == "turn" for event in moment.events)
        self.lines: list[str] = []
        line = moment.line
        events = says_more(moment.events)
        told = [f"      {event_sentence(battle, event, before=before)}" for event in events]
        if isinstance(line, Acted):
            deed = verb(line.action["do"])
            if events and not deed.declared and events[0].get("unit") == line.action.get("unit"):
                told[0] = f"{number:4}  {told[0].lstrip()}"  # it tells the deed itself, and more than the order
            elif not deed.quiet:
                self.lines.append(f"{number:4}  {line.side}: {action_sentence(battle, line.action, line.side)}")
        elif isinstance(line, Ruled):
            self.lines.append(f"{number:4}  overruled")
        elif isinstance(line, Undone):
            self.lines.append(f"{number:4}  taken back")
        elif isinstance(line, WentBack):
            self.lines.append(f"{number:4}  taken back by agreement, to the position after line {line.back_to}")
        elif isinstance(line, Reseated):
            self.lines.append(
                f"{number:4}  {line.side}: somebody else took the seat ({line.because} of the player before)"
            )
        self.lines += told


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
        raise Refusal(f"{file}: the record has {actions} actions, none {wanted}")
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
    before: Battle | None = None
    for moment in reading.replay(record):
        number += moment.action is not None
        if last is not None and number > last:
            return
        if number >= first:
            yield Page(number, moment, before)
        before = moment.session.game.battle


def _show(console: Terminal, page: Page, with_board: bool) -> None:
    for line in page.lines:
        console.say(line)
    if with_board:
        console.show_board(page.battle, NOBODY)


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
