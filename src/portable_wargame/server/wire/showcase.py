"""The battle on show in the lobby: fought once a day between sergeants, who cost next to nothing."""

import datetime
import random
from functools import lru_cache

from ...ai.opponents.players import choose, player
from ...game.dice import Dice
from ...record.session import Session
from ...scenario import figures, library
from ...scenario.setup import ruleset_of
from ...scenario.telling.short_names import short_names_in
from ...speech.trees import Unit
from .documents import Showcase, Shown
from .looks import board_of, type_look

LEVEL = "sergeant"
LONGEST = 25  # minutes: it should be over before anyone looks away
SMALLEST = 60  # cells: there should be something to see
MILLISECONDS = 100


def showcase(day: datetime.date | None = None) -> Showcase:
    number = (day or datetime.datetime.now(datetime.UTC).date()).toordinal()
    short = {name for name, found in figures.figures().items() if found.minutes() <= LONGEST}
    fitting = [one.name for one in library.cards() if one.name in short and one.columns * one.rows >= SMALLEST]
    pool = fitting or library.names()
    return shown(pool[number % len(pool)], number)


@lru_cache(maxsize=2)
def shown(name: str, seed: int) -> Showcase:
    scenario = library.load(name)
    session = Session(scenario, Dice(seed))
    luck = random.Random(seed)
    sides = [player(LEVEL), player(LEVEL)]
    before = session.state()["units"]
    start, steps = before, []
    while session.game.question() is not None:
        game = session.game
        action = choose(sides[game.decider()], game.copy(game.dice.copy()), luck, MILLISECONDS).action
        events = session.in_writing(session.carry_out(action).events)
        after = session.state()["units"]
        # Orders that nobody can see yet would be an unexplained pause.
        if events:
            steps.append(Shown(turn=session.game.battle.turn, events=events, units=changed(before, after)))
        before = after
    return Showcase(
        scenario=name,
        title=scenario.title,
        board=board_of(scenario),
        types={one.name: type_look(one) for one in ruleset_of(scenario).unit_types},
        sides={side.id: side.name for side in scenario.sides},
        short=short_names_in(scenario),
        units=start,
        steps=steps,
    )


def changed(before: list[Unit], after: list[Unit]) -> list[Unit]:
    """The units that have changed; those that are gone have no cell."""
    known = {unit["id"]: unit for unit in before}
    here = {unit["id"] for unit in after}
    gone: list[Unit] = [{**unit, "at": None} for unit in before if unit["id"] not in here]
    return [unit for unit in after if known.get(unit["id"]) != unit] + gone
