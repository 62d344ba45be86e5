"""The values that the library hands out: they print as a player would say them."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from ..battle.battle import Battle
from ..game.errors import Refusal
from ..speech import trees
from ..speech.chances import odds_words
from ..speech.sentences import command_sentence, event_sentence
from ..speech.verbs import CELL, FACING, PATH, UNIT, verb

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Action:
    """An answer to the waiting question: `Fire(3rd Fusiliers -> f6)`.

    `words` is the action as the protocol and the records write it. Two actions are equal if their words are.
    """

    words: trees.Action
    _battle: Battle = field(compare=False, repr=False)

    @property
    def verb(self) -> str:
        """The verb, as the protocol spells it: `"move"`, `"fire"`, `"end"`."""
        return str(self.words["do"])

    @property
    def unit(self) -> str | None:
        """The id of the unit that does it, if one does."""
        return self.words.get("unit")

    @property
    def cell(self) -> str | None:
        """The cell it aims at or leads to, if there is one."""
        for word in verb(self.verb).words:
            value: Any = self.words.get(word.key)
            if value and word.holds in (CELL, PATH):
                return str(value[-1] if word.holds == PATH else value)
        return None

    def __copy__(self) -> "Action":
        return self

    def __deepcopy__(self, _: object) -> "Action":
        return self  # it never changes

    def __reduce__(self) -> NoReturn:
        raise Refusal("an action belongs to its game and can't be pickled; pickle action.words, or the game")

    def __hash__(self) -> int:
        return hash(repr(sorted(self.words.items())))

    def __str__(self) -> str:
        return command_sentence(self._battle, self.words)

    def __repr__(self) -> str:
        name = self.verb.title().replace("-", "")
        who = _name(self._battle, self.unit) if self.unit else ""
        rest = [_shown(self._battle, word.holds, dict(self.words)[word.key]) for word in self._others()]
        return f"{name}({who}{' -> ' if who and rest else ''}{', '.join(rest)})"

    def _others(self) -> list[Any]:
        return [word for word in verb(self.verb).words if word.key != "unit" and self.words.get(word.key)]


def _name(battle: Battle, unit: str) -> str:
    """The name a scenario gives a unit, or its id where it gives none."""
    roster = battle.roster
    return roster.unit_names[roster.unit_ids.index(unit)] or unit if unit in roster.unit_ids else unit


def _shown(battle: Battle, holds: str, value: Any) -> str:
    if holds == UNIT:
        return _name(battle, value)
    if holds == FACING:
        return f"facing {value}"
    return " ".join(value) if isinstance(value, list) else str(value)


@dataclass(frozen=True)
class Event:
    """Something that happened: `str` tells it in a sentence, `words` has it as records write it."""

    words: trees.Event
    sentence: str

    @property
    def kind(self) -> str:
        """What happened, as records spell it: `"hit"`, `"destroyed"`, `"turn"`."""
        return str(self.words["event"])

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"Event({self.sentence!r})"


def events_from(battle: Battle, told: list[trees.Event], before: Battle | None = None) -> list[Event]:
    return [Event(tree, event_sentence(battle, tree, before=before)) for tree in told]


class Reason(NamedTuple):
    """Why an action is not allowed, and the clause that says so."""

    text: str
    clause: str

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]"


class Chance(NamedTuple):
    """One possible result of the dice, and how likely it is."""

    probability: float
    outcome: str
    effects: list[trees.Effect]


class Odds(list[Chance]):
    """Every possible result of an action's dice; the probabilities add up to 1. Empty if it throws none."""

    def __init__(self, battle: Battle, odds: list[trees.Chance], actor: str) -> None:
        super().__init__(Chance(tree["probability"], tree["outcome"], tree["effects"]) for tree in odds)
        self._sentence = odds_words(battle, odds, actor)

    def __str__(self) -> str:
        return self._sentence or "no dice"


class Unit(NamedTuple):
    """A unit in play. `cell` is None while it is off the board, `strength` 0 where a book counts none."""

    id: str
    name: str
    type: str
    side: str
    cell: str | None
    facing: str
    strength: int


class Moment(NamedTuple):
    """A step of a replay: the order, if there was one, its events, and the game as it then stands."""

    action: Action | None
    events: list[Event]
    game: "Game"
