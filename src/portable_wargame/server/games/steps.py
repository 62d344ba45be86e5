"""Telling: a step of a battle as the server remembers it, and as a client is told of it."""

import functools
from dataclasses import dataclass, field
from typing import Any

from ...battle.battle import PHASES, Battle
from ...battle.side import SIDES
from ...game.game import Game
from ...speech.happenings import Topic, happening
from ...speech.sentences import Names, action_sentence, event_sentence
from ...speech.throws import throw
from ..wire.messages import Kind, Line, Luck, Step

Tree = dict[str, Any]
Sides = tuple[int, ...]  # the sides of a client

OPEN = "open"  # everybody sees it
HIDDEN = "hidden"  # only its own side knows that it was made
DECLARED = "declared"  # the others know that the side has declared its shots, not which


@dataclass
class Played:
    """One step, with the game as it stood after it."""

    kind: Kind
    side: int | None
    action: Tree | None
    events: list[Tree]
    game: Game
    veil: str = OPEN
    intent: str = ""
    luck: dict[str, Luck] = field(default_factory=dict)
    undoes: int | None = None
    undone: str = ""  # what was taken back, or what stands after a take-back by consent
    back_to: int | None = None
    at: str = ""  # when it was kept

    def step(self, seq: int, sees: bool, secret: bool, undoes: int | None, back_to: int | None) -> Step:
        """As a client is told; one that does not see it learns only that shots were declared."""
        battle = self.game.battle
        side = battle.roster.side_ids[self.side] if self.side is not None else None
        told = Step(
            seq=seq,
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
            intent=self.intent,
            secret=secret,
            undoes=undoes,
            back_to=back_to,
        )
        if sees:
            return told
        assert self.side is not None
        told.kind = "declared"
        told.text = f"{battle.roster.side_names[self.side]} has declared its artillery fire"
        told.action, told.events, told.lines, told.luck, told.intent = None, [], [], {}, ""
        return told

    @functools.cached_property
    def lines(self) -> list[Line]:
        return lines(self.game.battle, self.events)

    @functools.cached_property
    def text(self) -> str:
        battle = self.game.battle
        side = battle.roster.side_names[self.side] if self.side is not None else ""
        action = action_sentence(battle, self.action) if self.action is not None else ""
        return WORDS[self.kind].format(side=side, action=action, undone=self.undone)


WORDS: dict[Kind, str] = {
    "start": "The battle begins",
    "action": "{action}",
    "undo": "Taken back: {undone}",
    "take-back": "Taken back by consent, to: {undone}",
    "resigned": "{side} resigns",
    "drawn": "The players agree on a draw",
}


def lines(battle: Battle, events: list[Tree]) -> list[Line]:
    """The events as sentences, each with the rules that are in it."""
    names = Names(battle)
    return [
        Line(
            text=event_sentence(battle, event, clauses=False, names=names),
            topic=topic(event),
            clauses=[event["clause"], *(row["clause"] for row in _rows(event))],
            event=number,
        )
        for number, event in enumerate(events)
    ]


def _rows(event: Tree) -> list[Tree]:
    return [*event.get("modifiers", []), *event.get("handicaps", [])]


def topic(event: Tree) -> Topic:
    return throw(event["for"]).topic if event["event"] == "roll" else happening(event["event"]).topic


def strength(battle: Battle, counts_points: bool) -> dict[str, int]:
    """What each side has left of its strength points, or of its units where there are none."""
    roster = battle.roster
    return {
        roster.side_ids[side]: (roster.strength[side] if counts_points else len(roster.units(side))) - battle.lost[side]
        for side in SIDES
    }
