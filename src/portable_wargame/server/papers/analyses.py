"""Was it me or the dice? A battle that is over, judged, for the page.

Luck comes at once; decisions only on request, since each has to be played out.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from ...battle.side import SIDES
from ...game.actions import Action
from ...game.dice import Dice
from ...record.lines import Acted, Drawn, Resigned, read
from ...simulation.analysis.analysis import STRONGEST, Analysis, analysed
from ...simulation.analysis.decisions import Decision, Decisions, decision
from ...simulation.analysis.telling import account, deed, headline, ordered
from ...speech.notation import action_to_tree
from ..games.afterwards import undone
from ..games.boards import Boards
from ..games.chronicle import Chronicle
from ..games.steps import OPEN, Sides
from ..store.columns import NOTHING
from ..wire.documents import Analysed, ChanceThen, Decisive, Instead, Regretted
from ..workers.post import AnalysisAsked

PLAYOUTS = 16  # from each doubtful decision: fewer than the command's, because somebody is waiting


def answered(asked: AnalysisAsked) -> bytes:
    boards = Boards()
    first, *rest = asked.battle.lines
    chronicle = Chronicle(first, boards.laid(first), [])
    for text in rest:
        chronicle.follow(read(text), NOTHING, text)
    course = course_of(chronicle, asked.battle.sides)
    # Players hear about their own decisions; spectators about everybody's.
    found = analysed(course, PLAYOUTS if asked.decisions else 0, sides=asked.battle.sides or SIDES)
    sight = chronicle.sight(asked.battle.sides)
    return msgspec.json.encode(document(found, asked.decisions, sight.seq_of))


def course_of(chronicle: Chronicle, sides: Sides) -> Decisions:
    """The steps that stood in the end, as far as these sides may know; a line is the number of a step."""
    taken_back = undone(chronicle.steps)
    kept: list[Decision] = []
    for number, step in enumerate(chronicle.steps):
        known = step.veil == OPEN or step.side in sides
        if isinstance(step.told_by, Acted) and step.before is not None and known and number not in taken_back:
            before, after = step.before.copy(Dice(0)), step.game.copy(Dice(0))
            kept.append(decision(number, step.told_by, before, after))
    first, last = chronicle.steps[0], chronicle.steps[-1]
    stood = last.before if isinstance(last.told_by, Resigned | Drawn) else None
    broken_off = stood.copy(Dice(0)) if stood is not None else None
    return Decisions(first.game.copy(Dice(0)), kept, last.game.copy(Dice(0)), broken_off)


def document(found: Analysis, decisions: bool, seq_of: Callable[[int], int]) -> Analysed:
    roster = found.course.start.battle.roster
    return Analysed(
        headline=headline(found),
        account=account(found),
        side=roster.side_ids[0],
        chances=[
            ChanceThen(
                seq=seq_of(one.line),
                turn=one.turn,
                side=None if one.side is None else roster.side_ids[one.side],
                chance=one.chance.value,
                low=one.chance.low,
                high=one.chance.high,
            )
            for one in found.chances
        ],
        moments=[
            Decisive(
                **told(one.decision, seq_of),
                swing=one.swing,
                by="dice" if one.by_dice else "decision",
                level=STRONGEST,
                instead=None if one.stronger is None else instead(one.decision, one.stronger),
            )
            for one in found.moments
        ],
        decisions=[
            Regretted(
                **told(one.decision, seq_of),
                regret=one.amount,
                error=one.error,
                better=instead(one.decision, one.better),
            )
            for one in found.regrets
        ]
        if decisions
        else None,
    )


def told(made: Decision, seq_of: Callable[[int], int]) -> dict[str, Any]:
    """Which decision it is: `seq` is the step before it, from which another could be made."""
    return {
        "seq": max(0, seq_of(made.line) - 1),
        "turn": made.turn,
        "side": made.before.battle.roster.side_ids[made.side],
        "text": deed(made),
    }


def instead(made: Decision, action: Action) -> Instead:
    return Instead(action={**action_to_tree(made.before.battle, action)}, order=ordered(made, action))
