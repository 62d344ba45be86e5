"""The lines of a game record, as the schema has them; `record` says what they mean."""

from typing import Annotated, Literal, NotRequired, TypedDict

from .shaping import Limits, Named, at_least, matching
from .trees import Action, Dice, Event, Hash, Id, Json, Result, Ruling

Events = Annotated[list[Annotated[Event, Named("protocol", "event")]], "what happened, in order"]
Thrown = Annotated[Dice, "every die that was thrown"]
# Every line of the second format has one; a line of the first has none.
Link = Annotated[str, "binds the line to all before it", matching("^[0-9a-f]{64}$")]


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


class TableDice(TypedDict):
    """Dice thrown at a real table and typed in: nothing is sealed."""

    scheme: Literal["table"]


class TableKey(TypedDict):
    """Scheme table: there is nothing to reveal."""

    table: Literal[True]


Sealed = Annotated[Commitment | TableDice, Named("record", "commitment")]
Revealed = Annotated[SeedKey | NoncesKey | TableKey, Named("record", "key")]


class Edition(TypedDict):
    name: str
    edition: Annotated[int, at_least(1)]
    book: NotRequired[
        Annotated[str, "of a book that the scenario takes along: 32 hex digits of the SHA-256 of its canonical text"]
    ]


Header = TypedDict(
    "Header",
    {
        "format": Literal["portable-wargame/record/1"],
        "version": Annotated[str, "of the program that wrote it"],
        "chained": NotRequired[Annotated[Literal[True], "every line is bound to those before it"]],
        "ruleset": Annotated[Edition, "the book"],
        "scenario": Annotated[Json, Named("scenario")],
        "house-rules": Annotated[dict[str, str], "the settings of the scenario, as text"],
        "players": Annotated[dict[str, str], "who plays each side, by its id"],
        "dice": Sealed,
        "chain": NotRequired[Link],
    },
)


class Nonce(TypedDict):
    """What a person's side adds to the dice of the last commitment."""

    side: Id
    nonce: Annotated[str, "16 random bytes, as hex", matching("^[0-9a-f]{32}$")]
    chain: NotRequired[Link]


class Start(TypedDict):
    """The second line: what was thrown before the first decision."""

    start: Literal[True]
    dice: Thrown
    events: Events
    hash: Hash
    chain: NotRequired[Link]


class Acted(TypedDict):
    """An action, with everything that followed."""

    side: Annotated[Id, "the side that decided"]
    action: Annotated[Action, Named("protocol", "action")]
    dice: Thrown
    events: Events
    hash: Hash
    chain: NotRequired[Link]


class Ruled(TypedDict):
    """An umpire has set something by hand, and the battle goes on from there."""

    ruling: Annotated[Literal[1], "the version of what can be set"]
    changes: Annotated[list[Annotated[Ruling, Named("protocol", "ruling")]], "in order", Limits({"minItems": 1})]
    reason: Annotated[str, "in words", Limits({"minLength": 1})]
    dice: Annotated[Dice, "thrown on the way to the next decision"]
    events: Events
    hash: Hash
    chain: NotRequired[Link]


class Undone(TypedDict):
    """The last action that still stood is taken back."""

    undo: Literal[True]
    hash: Hash
    chain: NotRequired[Link]


Back = TypedDict(
    "Back",
    {
        "back-to": Annotated[int, "the number of that line; the header is line 1", at_least(2)],
        "side": Annotated[Id, "the side that asked for it"],
        "hash": Hash,
        "reveal": NotRequired[Revealed],
        "dice": NotRequired[Sealed],
        "chain": NotRequired[Link],
    },
)

Reseated = TypedDict(
    "Reseated",
    {
        "reseated": Literal[True],
        "side": Annotated[Id, "whose seat it is"],
        "because": Annotated[Literal["consent", "absence"], "of the one who sat there before"],
        "back-to": Annotated[int, "play goes on as things stood after this line", at_least(2)],
        "hash": Hash,
        "chain": NotRequired[Link],
    },
)


class Ending(TypedDict):
    """The players end the battle: a side resigns, or both agree on a draw."""

    resigned: NotRequired[Literal[True]]
    drawn: NotRequired[Literal[True]]
    side: NotRequired[Annotated[Id, "the side that resigns"]]
    events: Events
    hash: Hash
    chain: NotRequired[Link]


class PutAway(TypedDict):
    """The game is put away, and its dice can be checked."""

    reveal: Revealed
    chain: NotRequired[Link]


class TakenUp(TypedDict):
    """The game is taken up again, with new dice."""

    resumed: Literal[True]
    dice: Sealed
    chain: NotRequired[Link]


class Footer(TypedDict):
    """The last line of a finished game."""

    result: Annotated[Result, Named("protocol", "result")]
    reveal: Revealed
    chain: NotRequired[Link]


class Signed(TypedDict):
    """A server's word that it has kept the lines before it: Ed25519."""

    signed: Annotated[str, "the signature, as hex", matching("^[0-9a-f]{128}$")]
    key: Annotated[str, "the server's public key, as hex", matching("^[0-9a-f]{64}$")]
    game: Annotated[str, "what the server calls the game"]
    lines: Annotated[int, "how many lines it signs, the header among them", at_least(1)]
    at: Annotated[str, "when the last of them was kept, in UTC as ISO 8601 writes it"]


LINES = {
    "header": Header,
    "nonce": Nonce,
    "start": Start,
    "action": Acted,
    "ruling": Ruled,
    "undo": Undone,
    "back": Back,
    "reseated": Reseated,
    "ending": Ending,
    "reveal": PutAway,
    "resumed": TakenUp,
    "footer": Footer,
    "signed": Signed,
}
