"""What a store keeps of a game beside its record: a column of JSON for each, and the value it stands for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

import msgspec
from msgspec import Struct

from ...speech.trees import Sent


class Seat(Struct, frozen=True):
    """Who plays a side: a person, or a computer opponent of some level."""

    level: str | None = None
    personality: str | None = None
    name: str = ""  # the person's name
    owner: bool = False  # of the game
    endpoint: str | None = None  # where to send a notification when it is their move
    holds: bool = False  # a computer that fires and fights from where it stands, and never marches
    # Whether a player other than the owner has taken it; None if only the nonces can tell.
    sat: bool | None = None

    def kind(self) -> str:
        """As a record's header has it."""
        return self.level or "human"


class Orders(Struct, frozen=True):
    """The standing orders of a side."""

    when_hit: str = "ask"
    when_won: str = "ask"


class Clock(Struct, frozen=True):
    """How long a player may take: for a decision, for all decisions of a side in a turn, or for all in the battle; and
    what every decision adds to that."""

    per: Literal["move", "turn", "game"]
    seconds: int
    increment: int = 0


class Proposal(Struct, frozen=True, omit_defaults=True):
    """What one side has proposed to the other."""

    what: Literal["take-back", "draw", "rematch", "concession"]
    side: str
    step: int | None = None  # the step to go back to
    game: str = ""  # the new game, of a rematch
    token: str = ""  # for the other side's seat in the new game


class Claim(Struct, frozen=True):
    """The owner of a game wants a new link to a seat that somebody has taken."""

    side: str
    token: str  # the hash of the token that it is to have
    at: str  # when everybody learnt about it
    hours: int = 0  # hours of the store's life, by then


class Watching(Struct, frozen=True, omit_defaults=True):
    """Who may watch: anyone who knows the address, or nobody."""

    none: bool = False


EVERYBODY = Watching()


class Offer(Struct, frozen=True, omit_defaults=True):
    """A seat that anybody may take, by the token of its link."""

    side: str
    token: str
    title: str = ""
    book: str = ""
    side_name: str = ""
    by: str = ""  # the visitor who made it; not an address, see `limits.known_as`


class Beside(Struct, frozen=True, omit_defaults=True):
    """Kept with a line but not in the record: the computer's intent, and the time."""

    intent: str = ""
    at: str = ""


NOTHING = Beside()


@dataclass(frozen=True)
class Column:
    """`nothing` is the value of an empty object, where that is not a value of the type."""

    type: Any
    nothing: Any = msgspec.UNSET

    def read(self, text: str) -> Any:
        return self.of(msgspec.json.decode(text))

    def of(self, tree: Any) -> Any:
        return self.nothing if not tree and self.nothing is not msgspec.UNSET else msgspec.convert(tree, self.type)

    def tree(self, value: Any) -> Any:
        return {} if value is None else msgspec.to_builtins(value)

    def text(self, value: Any) -> str:
        return "{}" if value is None else msgspec.json.encode(value).decode()


# By their names in the tables, which are also the fields of `Stored`.
COLUMNS: Mapping[str, Column] = {
    "seats": Column(dict[str, str]),  # by side, the hash of its token
    "players": Column(dict[str, Seat]),
    "orders": Column(dict[str, Orders]),
    "secret": Column(Sent),  # the key of the dice
    "clock": Column(Clock, None),
    "proposals": Column(Proposal, None),  # one waits at a time
    "claims": Column(Claim, None),  # also one at a time
    "spectators": Column(Watching),
    "open": Column(Offer, None),  # the seat that anybody may take, until somebody has
}


class Columns(TypedDict, total=False):
    """The columns that a change replaces, each with its new value."""

    seats: dict[str, str]
    players: dict[str, Seat]
    orders: dict[str, Orders]
    secret: Mapping[str, object]
    proposals: Proposal | None
    claims: Claim | None
    clock: Clock | None
    open: Offer | None
    spectators: Watching


def beside_of(text: str) -> Beside:
    return _beside.decode(text)


def beside_text(beside: Beside) -> str:
    return msgspec.json.encode(beside).decode()


_beside = msgspec.json.Decoder(Beside)
