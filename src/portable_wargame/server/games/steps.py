"""A step of a battle as the server keeps it, and as a client sees it."""

import functools
from dataclasses import dataclass, field
from typing import NamedTuple

from ...battle.battle import PHASES, Battle
from ...battle.naming import capital, side_name
from ...battle.side import SIDES
from ...game.game import Game
from ...record.lines import Acted
from ...record.lines import Line as RecordLine
from ...rules.fire.artillery import DECLARE_BOMBARDMENTS
from ...rules.movement.deployment import WHERE_TO_DEPLOY
from ...rulesets.ledger import Book, speaking_of
from ...speech import trees
from ...speech.happenings import Topic, happening
from ...speech.sentences import action_sentence, event_sentence
from ...speech.throws import throw
from ..store.columns import Beside
from ..wire.messages import Kind, Line, Luck, Step

Sides = tuple[int, ...]  # the sides of a client

OPEN = "open"  # everybody sees it
HIDDEN = "hidden"  # only its own side knows that it was made
BY_STANDING_ORDERS = "by standing orders"  # an intent that only its own side hears about
DECLARED = "declared"  # the others know that the side has declared its shots, but not which


class Aspect(NamedTuple):
    """How a client sees a step; `undoes` and `back_to` are what it calls those steps."""

    seq: int
    sees: bool
    knows_why: bool
    secret: bool
    undoes: int | None
    back_to: int | None


@dataclass
class Played:
    """One step: the line of the record that tells it, and the game as it stood after it."""

    told_by: RecordLine
    side: int | None
    game: Game
    line: int  # its number, counted from 0, the header
    beside: Beside
    veil: str = OPEN
    asks: str = ""  # the question that it answered
    before: Game | None = None
    luck: dict[str, Luck] = field(default_factory=dict)
    undoes: int | None = None
    undone: str = ""  # the step taken back, or the last that stands after a take-back by consent
    back_to: int | None = None
    # When the question it answers was put; the time each side had used by then, this turn and all battle, and for how
    # many decisions.
    asked_at: str = ""
    spent: tuple[float, ...] = ()
    taken: tuple[float, ...] = ()
    decided: tuple[int, ...] = ()
    says: Book | None = None  # the clauses of the battle's own book
    # Sides whose seat has gone to somebody else since, who must not see what was still a secret then.
    closed_to: Sides = ()

    @property
    def kind(self) -> Kind:
        assert self.told_by.step is not None
        return self.told_by.step

    @property
    def action(self) -> trees.Action | None:
        return self.told_by.action if isinstance(self.told_by, Acted) else None

    @property
    def events(self) -> list[trees.Event]:
        return self.told_by.events

    @property
    def intent(self) -> str:
        return self.beside.intent

    @property
    def at(self) -> str:
        """When it was kept."""
        return self.beside.at

    def step(self, aspect: Aspect) -> Step:
        """As a client hears it; one that may not see it learns only that something was declared."""
        battle = self.game.battle
        side = battle.roster.side_ids[self.side] if self.side is not None else None
        told = Step(
            seq=aspect.seq,
            kind=self.kind,
            turn=battle.turn,
            phase=PHASES[battle.phase],
            side=side,
            action=self.action,
            text=self.text,
            events=self.events,
            lines=self.lines,
            strength=strength(battle, self.game.ruleset.strength is not None),
            luck=self.luck,
            intent=self.intent if aspect.knows_why else "",
            secret=aspect.secret,
            undoes=aspect.undoes,
            back_to=aspect.back_to,
        )
        if aspect.sees:
            return told
        assert self.side is not None
        told.kind = "declared"
        told.text = capital(DECLARED_WORDS[self.asks].format(side=side_name(battle, self.side)))
        told.action, told.events, told.lines, told.luck, told.intent = None, [], [], {}, ""
        return told

    @functools.cached_property
    def lines(self) -> list[Line]:
        with speaking_of(self.says):
            return lines(self.game.battle, self.events, self.before.battle if self.before is not None else None)

    @functools.cached_property
    def text(self) -> str:
        battle = self.game.battle
        side = side_name(battle, self.side) if self.side is not None else ""
        name = battle.roster.side_ids[self.side] if self.side is not None else None
        action = action_sentence(battle, self.action, name, self.asks) if self.action is not None else ""
        return capital(WORDS[self.kind].format(side=side, action=action, undone=self.undone))


# By question, what others learn when it has been answered in secret.
DECLARED_WORDS = {
    DECLARE_BOMBARDMENTS.name: "{side} chose targets for the guns",
    WHERE_TO_DEPLOY.name: "{side} finished deploying",
}
WORDS: dict[Kind, str] = {
    "start": "The battle began",
    "action": "{action}",
    "ruling": "The umpire overruled",
    "undo": "Taken back: {undone}",
    "take-back": "Taken back by agreement, to: {undone}",
    "reseated": "Somebody else took command of {side}; orders that nobody had seen are void",
    "resigned": "{side} resigned",
    "drawn": "The players agreed a draw",
}


def lines(battle: Battle, events: list[trees.Event], before: Battle | None = None) -> list[Line]:
    """The events as sentences, each with the rules that are in it."""
    return [
        Line(
            text=event_sentence(battle, event, clauses=False, before=before),
            topic=topic(event),
            clauses=[event["clause"], *(row["clause"] for row in _rows(event))],
            event=number,
        )
        for number, event in enumerate(events)
        if not happening(event["event"]).repeats
    ]


def _rows(event: trees.Event) -> list[trees.Row]:
    return [*event.get("modifiers", []), *event.get("handicaps", [])]


def topic(event: trees.Event) -> Topic:
    return throw(event["for"]).topic if event["event"] == "roll" else happening(event["event"]).topic


def strength(battle: Battle, counts_points: bool) -> dict[str, int]:
    """The strength points each side has left, or its units in books without them."""
    roster = battle.roster
    return {
        roster.side_ids[side]: (roster.strength[side] if counts_points else len(roster.units(side))) - battle.lost[side]
        for side in SIDES
    }
