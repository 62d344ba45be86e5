"""The lines of a game record, as the schema has them; `record` says what they mean."""

from typing import Annotated, Literal, NotRequired, TypedDict

from .shaping import Named, at_least, matching
from .trees import Action, Dice, Event, Hash, Id, Json, Result

Events = Annotated[list[Annotated[Event, Named("protocol", "event")]], "what happened, in order"]
Thrown = Annotated[Dice, "every die that was thrown"]


class Commitment(TypedDict):
    """What the dice come from, sealed."""

    commitment: Annotated[str, "SHA-256 of the key, as hex", matching("^[0-9a-f]{64}$")]
    scheme: NotRequired[Annotated[Literal["seed", "nonces"], "how dice come from the key; seed, if it is missing"]]
    game: NotRequired[Annotated[str, "with nonces: part of what every die is made from"]]


class SeedKey(TypedDict):
    """Scheme seed."""

    seed: int
    script: Annotated[Dice, "dice laid out beforehand"]
    salt: Annotated[str, "keeps the seed from being guessed from its commitment"]


class NoncesKey(TypedDict):
    """Scheme nonces."""

    key: Annotated[str, "32 random bytes, as hex", matching("^[0-9a-f]{64}$")]


Sealed = Annotated[Commitment, Named("record", "commitment")]
Revealed = Annotated[SeedKey | NoncesKey, Named("record", "key")]


class Edition(TypedDict):
    name: str
    edition: Annotated[int, at_least(1)]


Header = TypedDict(
    "Header",
    {
        "format": Literal["portable-wargame/record/1"],
        "version": Annotated[str, "of the program that wrote it"],
        "ruleset": Annotated[Edition, "the book"],
        "scenario": Annotated[Json, Named("scenario")],
        "house-rules": Annotated[dict[str, str], "the settings of the scenario, as text"],
        "players": Annotated[dict[str, str], "who plays each side, by its id"],
        "dice": Sealed,
    },
)


class Nonce(TypedDict):
    """What a person's side adds to the dice of the last commitment."""

    side: Id
    nonce: Annotated[str, "16 random bytes, as hex", matching("^[0-9a-f]{32}$")]


class Start(TypedDict):
    """The second line: what was thrown before the first decision."""

    start: Literal[True]
    dice: Thrown
    events: Events
    hash: Hash


class Acted(TypedDict):
    """An action, with all that came of it."""

    side: Annotated[Id, "the side that decided"]
    action: Annotated[Action, Named("protocol", "action")]
    dice: Thrown
    events: Events
    hash: Hash


class Undone(TypedDict):
    """The last action that still stood is taken back."""

    undo: Literal[True]
    hash: Hash


Back = TypedDict(
    "Back",
    {
        "back-to": Annotated[int, "the number of that line; the header is line 1", at_least(2)],
        "side": Annotated[Id, "the side that asked for it"],
        "hash": Hash,
        "reveal": NotRequired[Revealed],
        "dice": NotRequired[Sealed],
    },
)


class Ending(TypedDict):
    """The players end the battle: a side resigns, or both agree on a draw."""

    resigned: NotRequired[Literal[True]]
    drawn: NotRequired[Literal[True]]
    side: NotRequired[Annotated[Id, "the side that resigns"]]
    events: Events
    hash: Hash


class PutAway(TypedDict):
    """The game is put away, and its dice can be checked."""

    reveal: Revealed


class TakenUp(TypedDict):
    """The game is taken up again, with new dice."""

    resumed: Literal[True]
    dice: Sealed


class Footer(TypedDict):
    """The last line of a finished game."""

    result: Annotated[Result, Named("protocol", "result")]
    reveal: Revealed


LINES = {
    "header": Header,
    "nonce": Nonce,
    "start": Start,
    "action": Acted,
    "undo": Undone,
    "back": Back,
    "ending": Ending,
    "reveal": PutAway,
    "resumed": TakenUp,
    "footer": Footer,
}
