"""Documents sent over HTTP: the lobby, the rules, and the making of games."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .messages import (
    Board,
    Clause,
    Clock,
    ClockNow,
    Name,
    Player,
    PlayerName,
    ReferenceSection,
    StandingOrders,
    Token,
    Told,
    TypeLook,
)
from .trees import Action, Event, Scenario, Unit

Settings = dict[str, str]


class Setting(Told):
    """An optional rule."""

    name: str
    text: str


class Temper(Told):
    """How a computer leads: a temper, or a commander with a name, a habit and a quirk."""

    name: str
    # For people: "General Brandt", "bold".
    called: str
    text: str


class Level(Told):
    """How well the computer plays."""

    name: str
    text: str
    # Whether it can have a personality.
    personality: bool
    # Whether it thinks for as long as it may: nobody can wait for thousands of its battles.
    thinks_ahead: bool


class HouseRule(Told):
    name: str
    default: str
    # The possible values, in words; and one by one, where they can be listed.
    values: str
    choices: list[str]
    text: str
    clause: str
    # The grids on which it makes a difference; on others it is a mistake.
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
    # Its own, "#rrggbb", or empty.
    colour: str
    # Such as "4 infantry, 2 tanks".
    forces: str
    units: int
    # Its commander's briefing; empty if the scenario has none.
    briefing: str
    # Its aims, any one of which wins: "hold d6 at the end of turn 13".
    aims: list[str]
    # Its ways to score points, to follow its name: "scores 2 points for c3 held at the end"; empty if nothing does.
    scores: str


class Measured(Told):
    """How a battle goes between computer players of one level, as measured for the library."""

    level: str
    battles: int
    # By side.
    wins: dict[str, int]
    draws: int
    # The first side's share, a draw counting half; it lies between `low` and `high` with 95% certainty.
    rate: float
    low: float
    high: float
    # In a few words: "fair", "may be fair", "favours Redland".
    verdict: str


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
    # How it is won, in sentences; the last of them says how it ends if nobody reaches an aim.
    conditions: list[str]
    # How much a commander has to keep in mind.
    difficulty: Literal["easy", "moderate", "demanding"]
    # How long a battle against the computer takes; null where nobody has measured it.
    minutes: int | None
    measured: Measured | None
    # Made by the user, not from the library.
    yours: bool


class Lobby(Told):
    """`GET /api/lobby`"""

    version: str
    # For Web Push: the server's public key, in base64url; null if it sends no notifications.
    push_key: str | None
    levels: list[Level]
    personalities: list[Temper]
    books: list[Book]
    scenarios: list[ScenarioCard]
    # Names of the user's own scenarios whose files have mistakes: they open in the editor.
    spoiled: list[str]
    # Where others on the same network find this server: "192.168.1.7", without the port. Empty if it answers this
    # machine alone.
    addresses: list[str]


class OpenSeat(Told):
    """A seat that anybody on this server may take: `token` is that of its link."""

    game: str
    token: str
    side: str
    title: str
    book: str
    side_name: str
    # The name of the player who waits; empty if they have not said.
    host: str
    clock: Clock | None
    created: str


class OpenSeats(Told):
    """`GET /api/open-seats`: the newest first."""

    seats: list[OpenSeat]


class Shown(Told):
    """A step of the battle on show: its events, and the units that have changed. One that is off the board has no
    cell."""

    turn: int
    events: list[Event]
    units: list[Unit]


class Showcase(Told):
    """`GET /api/showcase`: a battle between computer players to look at, another one every day."""

    scenario: str
    title: str
    board: Board
    types: dict[str, TypeLook]
    # By side.
    sides: dict[str, str]
    # By unit, for its counter.
    short: dict[str, str]
    units: list[Unit]
    steps: list[Shown]


class Turning(Told):
    """A step that changed who was likely to win."""

    # Its number, as the client counts.
    seq: int
    turn: int
    # What happened.
    text: str
    # The first side's chance, before and after: between 0 and 1.
    before: float
    after: float


class Afterwards(Told):
    """`GET /api/games/ID/afterwards`, when the battle is over: how it went, in sentences."""

    ending: str
    cost: str
    dice: str
    decided: str
    moments: list[Turning]


class ChanceThen(Told):
    """How likely the first side was to win after a half-turn, and the interval that holds the judges' estimates."""

    # The last step before it.
    seq: int
    turn: int
    # Whose turn it was; null at the outset.
    side: str | None
    chance: float
    low: float
    high: float


class Instead(Told):
    """Another action, instead of the one taken."""

    action: Action
    # In words, as an order: "move foot-1 to d6".
    order: str


class Decisive(Told):
    """A throw or a decision that moved the chances most."""

    # The step before it: you can play on from there.
    seq: int
    turn: int
    side: str
    # What was done.
    text: str
    # Of the first side, in shares of a victory.
    swing: float
    by: Literal["dice", "decision"]
    # What a computer of this level would have done; null if the same.
    level: str
    instead: Instead | None


class Regretted(Told):
    """A decision that clearly gave something away."""

    seq: int
    turn: int
    side: str
    text: str
    # Shares of a victory, of the side that decided, and one standard error of that.
    regret: float
    error: float
    better: Instead


class Analysed(Told):
    """`GET /api/games/ID/analysis`, when the battle is over: was it the player or the dice?"""

    headline: str
    # The outset, the dice and the rest, which add up to the result.
    account: str
    # The first side, whose chances these are.
    side: str
    chances: list[ChanceThen]
    moments: list[Decisive]
    # The asker's own, or everybody's for a spectator. Null without `?decisions`, since looking into them takes a while.
    decisions: list[Regretted] | None


class Rules(Told):
    """`GET /api/rules`: every clause, book by book, in the order of the books."""

    books: dict[str, str]
    clauses: list[Clause]


class BookReference(Told):
    """`GET /api/reference/BOOK`: the book on two pages, without optional rules and house rules."""

    title: str
    sections: list[ReferenceSection]


class Wanted(Struct, rename="kebab", forbid_unknown_fields=True, kw_only=True):
    """A part of a request to the server."""


class Computer(Wanted):
    """A level of the lobby, and a personality if the level has one."""

    level: Name
    personality: Name = "steady"
    # It keeps its ground: it fires and fights from where it stands, and never marches. For lessons.
    holds: bool = False


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
    # Dice thrown at a real table and entered by the players; the battle begins when the first have been.
    dice: Literal["table"] | None = None
    play_on: From | None = None
    clock: Clock | None = None
    # By side: what its player is called.
    names: dict[str, PlayerName] = {}
    # Whether anybody who knows the game's address may watch.
    spectators: bool = True
    # The side of the player who makes the game; by default the first person's.
    owner: Name | None = None
    # Whether anybody on the server may take the other person's seat, by the list of open ones.
    open: bool = False


class GameMade(Told):
    """The answer: keep the tokens, they are shown once. Anyone who holds one plays that side."""

    game: str
    seats: dict[str, str]
    # The source of the dice, sealed before any nonce is known.
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
    # By side: the players' names, where they have given them.
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
    # Why it ended as it did; empty as long as it has not.
    reason: str
    replay: bool
    seq: int
    clock: ClockNow | None
    created: str
    # The time of the last step that this client knows of.
    changed: str


class ServerKey(Told):
    """A public key that this server signs records with, or did once: Ed25519, in hex."""

    key: str
    made: str
    # Null for the one in use.
    retired: str | None


class ServerKeys(Told):
    """`GET /api/keys`, the newest first."""

    keys: list[ServerKey]


class Problem(Told):
    """Any answer that is not 2xx."""

    code: str
    message: str
