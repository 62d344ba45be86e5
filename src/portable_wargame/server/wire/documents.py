"""What is sent over HTTP: the lobby, the rules, and the making of games."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .messages import Clause, Clock, ClockNow, Name, Player, PlayerName, StandingOrders, Token, Told
from .trees import Scenario

Settings = dict[str, str]


class Setting(Told):
    """An optional rule."""

    name: str
    text: str


class Level(Told):
    """How well the computer plays."""

    name: str
    text: str
    # Whether it may be given a personality.
    personality: bool


class HouseRule(Told):
    name: str
    default: str
    # What it may be, in words; and one by one, where they can be listed.
    values: str
    choices: list[str]
    text: str
    clause: str
    # On which it makes a difference; on others it is a mistake.
    grids: list[Literal["square", "hex"]]


class UnitType(Told):
    name: str
    text: str


class Book(Told):
    name: str
    title: str
    edition: int
    grids: list[Literal["square", "hex"]]
    options: list[Setting]
    house_rules: list[HouseRule]
    unit_types: list[UnitType]
    # Whether units have strength points.
    strength: bool


class SideCard(Told):
    id: str
    name: str
    edge: str
    # Such as "4 infantry, 1 artillery".
    forces: str
    units: int
    # What its commander is told; empty if the scenario has nothing for him.
    briefing: str


class ScenarioCard(Told):
    name: str
    title: str
    about: str
    book: str
    grid: Literal["square", "hex"]
    columns: int
    rows: int
    turns: int
    options: list[str]
    house_rules: Settings
    sides: list[SideCard]
    # How it is won, in sentences.
    conditions: list[str]
    # Made by the user, not of the library.
    yours: bool


class Lobby(Told):
    """`GET /api/lobby`"""

    version: str
    # For Web Push: the server's public key, in base64url; null if it does not knock.
    push_key: str | None
    levels: list[Level]
    personalities: list[Setting]
    books: list[Book]
    scenarios: list[ScenarioCard]
    # Names of the user's own whose files have mistakes: they open in the editor.
    spoiled: list[str]


class Rules(Told):
    """`GET /api/rules`: every clause, book by book, in the order of the books."""

    books: dict[str, str]
    clauses: list[Clause]


class Wanted(Struct, rename="kebab", forbid_unknown_fields=True, kw_only=True):
    """A part of what is asked of the server."""


class Computer(Wanted):
    """A level of the lobby, and a personality if the level has one."""

    level: Name
    personality: Name = "steady"


class From(Wanted):
    """The game and the step to play on from; a token of one of its seats, without which only public steps count."""

    game: Name
    seq: int
    token: Token | None = None


class NewGame(Wanted):
    """`POST /api/games`: a scenario by its name in the library, or as a tree; or a step of another game to play on."""

    scenario: Name | Scenario | None = None
    options: list[Name] | None = None
    house_rules: Settings | None = None
    # By side: a person, or the computer. Sides that are not named are played by a person.
    seats: dict[str, Literal["human"] | Computer] = {}
    orders: dict[str, StandingOrders] = {}
    # Known dice, without nonces: for tests and designers. The battle begins at once.
    seed: Annotated[int, Meta(ge=0, lt=2**60)] | None = None
    play_on: From | None = None
    clock: Clock | None = None
    # By side: what its player is called.
    names: dict[str, PlayerName] = {}
    # Whether anybody who knows the game's address may watch.
    spectators: bool = True
    # The side of whoever makes the game; the first person's, if it is not said.
    owner: Name | None = None


class GameMade(Told):
    """The answer: keep the tokens, they are shown once. Whoever holds one plays that side."""

    game: str
    seats: dict[str, str]
    # What the dice will come from, sealed before any nonce is known.
    commitment: str


class GameCard(Told):
    """`GET /api/games/ID`, for the list of games to continue."""

    game: str
    # The sides that the token opens.
    yours: list[str]
    title: str
    book: str
    players: dict[str, Player]
    sides: dict[str, str]
    # By side: what the players are called, where they have said.
    names: dict[str, str]
    # 0 before the battle has begun.
    turn: int
    # As in a state; `waiting` before the battle has begun.
    phase: str
    decides: str | None
    # The sides without whom the game cannot go on: who decides, or has still to give a nonce or answer a proposal.
    waits_for: list[str]
    winner: str | None
    over: bool
    replay: bool
    seq: int
    clock: ClockNow | None
    created: str
    # When the last step was made that this client knows of.
    changed: str


class Problem(Told):
    """Any answer that is not 2xx."""

    code: str
    message: str
