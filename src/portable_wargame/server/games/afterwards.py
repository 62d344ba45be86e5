"""After the battle: how it ended, what it cost, what the dice had to do with it, and the steps that decided it."""

import msgspec

from ...ai.foresight.luck import prospects
from ...record.lines import read
from ...record.reading import parse_record
from ...reporting import closing
from ...reporting.following import story_of
from ...reporting.naming import Names
from ..store.columns import NOTHING
from ..wire.documents import Afterwards, Turning
from ..workers.post import LookBack
from .boards import Boards
from .chronicle import Chronicle
from .match import Match
from .permission import NotAllowed
from .steps import OPEN, Played, Sides

MOMENTS = 4
LEAST = 0.04  # share of a victory: less is not worth a word


def question(match: Match, sides: Sides) -> bytes:
    """The question to a worker."""
    return msgspec.msgpack.encode(look_back(match, sides))


def look_back(match: Match, sides: Sides) -> LookBack:
    if not match.chronicle.is_over():
        raise NotAllowed("waiting", "the battle is not over yet")
    lines = [line.text for line in match.kept.lines]
    return LookBack(lines, match.record(sides), sides)


def afterwards(wanted: LookBack, boards: Boards) -> Afterwards:
    first, *rest = wanted.lines
    chronicle = Chronicle(first, boards.laid(first), [])
    for text in rest:
        chronicle.follow(read(text), NOTHING, text)
    story = story_of(parse_record(wanted.record, "the record"))
    names = Names(story.start.battle)
    return Afterwards(
        ending=" ".join(closing.ending(story, names)),
        cost=" ".join(closing.result(story, names)),
        dice=" ".join(closing.dice(story, names)),
        decided=" ".join(closing.looking_back(story, names)),
        moments=moments(chronicle, wanted.sides),
    )


def moments(chronicle: Chronicle, sides: Sides) -> list[Turning]:
    """The steps whose losses most changed who was likely to win, in order."""
    sight = chronicle.sight(sides)
    taken_back = undone(chronicle.steps)
    found: list[tuple[float, int, Turning]] = []
    for seq, number in enumerate(sight.seen):
        step = chronicle.steps[number]
        told = losses(step)
        if not told or not number or number in taken_back or step.veil != OPEN:
            continue
        before, after = prospects(chronicle.steps[number - 1].game), prospects(step.game)
        turning = Turning(seq=seq, turn=step.game.battle.turn, text=" ".join(told), before=before, after=after)
        found.append((abs(after - before), seq, turning))
    most = sorted(found, key=lambda one: -one[0])[:MOMENTS]
    return [turning for swing, _, turning in sorted(most, key=lambda one: one[1]) if swing >= LEAST]


def losses(step: Played) -> list[str]:
    """The losses of a step, without what a loss implies: that the unit was hit, and its last SP."""
    told = [
        (line.text, step.events[line.event])
        for line in step.lines
        if line.topic == "loss" and step.events[line.event]["event"] != "roll"
    ]
    gone = {event.get("unit") for _, event in told if event["event"] == "destroyed"}
    briefly = [
        text
        for text, event in told
        if event["event"] != "hit" and not (event["event"] == "lost-sp" and event.get("unit") in gone)
    ]
    return briefly or [text for text, _ in told]


def undone(steps: list[Played]) -> set[int]:
    """The steps that did not stand in the end. We work back from the last one: a take-back undoes only earlier steps,
    and a step already undone need not be looked at again."""
    found: set[int] = set()
    number = len(steps) - 1
    while number >= 0:
        step = steps[number]
        if step.undoes is not None:
            found.add(step.undoes)
        if step.back_to is not None:
            found.update(range(step.back_to + 1, number))
            number = step.back_to
        else:
            number -= 1
    return found
