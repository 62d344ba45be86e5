"""The messages between a player's page and the server: over the WebSocket of a game, every one of them is here.

What the page sends is `Request`, what it receives is `Reply`; `type` tells them apart. A request has an `id` that its
reply gives back. Trees are those of docs/formats.md. `seq` is the number of the last step that the client has been
shown: steps count from 0, the start of the battle, and leave out whatever the client may not know. Times are
UTC, as ISO 8601 writes them.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...speech.happenings import Topic
from ...speech.verbs import Strike
from .trees import Action, Asks, Chance, Event, Facing, Phase, Reason, Ruling, Scenario, State

Token = Annotated[str, Meta(min_length=22, max_length=64)]
Name = Annotated[str, Meta(max_length=200)]
PlayerName = Annotated[str, Meta(max_length=40)]
WhenHit = Literal["hold", "fall-back", "ask"]
WhenWon = Literal["hold", "press-on", "ask"]
Kind = Literal["start", "action", "ruling", "undo", "declared", "take-back", "reseated", "resigned", "drawn"]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Faces = Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(max_length=200)]
Offered = Literal["take-back", "draw", "rematch", "concession"]

Arm = Literal["infantry", "cavalry", "artillery", "support", "armour", "transport", "command", "aircraft"]

Code = Literal[
    "bad-message",
    "not-joined",
    "no-game",
    "unreadable",
    "no-seat",
    "not-yours",
    "stale",
    "illegal",
    "cannot-undo",
    "over",
    "waiting",
    "busy",
    "slow-down",
    "internal",
]


class Sent(Struct, rename="kebab", tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """From the page."""

    id: int


class Join(Sent, tag="join"):
    """The first message: the seats of this client (none: it watches), and the last step it knows (-1: none)."""

    tokens: Annotated[list[Token], Meta(max_length=2)]
    since: int = -1


class Act(Sent, tag="act"):
    """Do this. Refused as stale unless `seq` is the last step."""

    seq: int
    action: Action
    # Where dice are thrown by hand: the fall of every die of the action.
    dice: Faces = []


class Begin(Sent, tag="begin"):
    """Where dice are thrown by hand: those before the first decision."""

    dice: Faces


class Overrule(Sent, tag="overrule"):
    """The umpire sets something by hand, and says why. Dice as for `act`."""

    seq: int
    changes: list[Ruling]
    reason: Annotated[str, Meta(max_length=1000)]
    dice: Faces = []


class ThrowWanted(Sent, tag="throw"):
    """Where dice are thrown by hand: what is the next throw, after these dice, for this action or this ruling? Without
    either: before the first decision."""

    seq: int
    action: Action | None = None
    changes: list[Ruling] | None = None
    dice: Faces = []


class Undo(Sent, tag="undo"):
    """Take back the last action."""

    seq: int


class Survey(Sent, tag="survey"):
    """What may this unit do, and what does it see?"""

    unit: Name


class Ask(Sent, tag="ask"):
    """Why can this unit not do anything with this cell?"""

    unit: Name
    cell: Name


class Odds(Sent, tag="odds"):
    """What may this action lead to?"""

    action: Action


class Moment(Sent, tag="moment"):
    """How did things stand after this step?"""

    seq: int


class ClauseWanted(Sent, tag="clause"):
    """What does this clause say?"""

    clause: Name


class Hint(Sent, tag="hint"):
    """What would a captain do?"""


class ReferenceWanted(Sent, tag="reference"):
    """The book on a page, as this battle plays it."""


class Threats(Sent, tag="threats"):
    """Where could this side be fired at?"""

    side: Name


class SetOrders(Sent, tag="set-orders"):
    """A side's standing orders: which questions not to ask."""

    side: Name
    when_hit: WhenHit
    when_won: WhenWon


class GiveNonce(Sent, tag="nonce"):
    """What this side adds to the dice: 128 random bits in hex, thrown by the client when it has been told about the
    commitment. Asked for by `around.dice.wanted`; a side gives one for each commitment, and only once."""

    side: Name
    nonce: Nonce


class GiveName(Sent, tag="name"):
    """The player's name for this side; empty: none."""

    side: Name
    name: PlayerName


class Reissue(Sent, tag="reissue"):
    """A new token for one's own seat, as soon as one has sat down by somebody else's link; or, by the owner of the
    game, for another person's seat where nobody has sat down yet. From now on the old one opens nothing, and anyone
    else who sat there by it has to leave. The client chooses it, 128 random bits, and writes it down first: the seat is
    not lost if the reply is. If somebody has sat down there, the owner only lays a claim to the seat, which everybody
    hears about (`around.claim`); the owner gets it when the other says `yield`, or by asking again once the other has
    stayed away for long enough."""

    side: Name
    token: Token


class YieldSeat(Sent, tag="yield"):
    """The answer of the player in the seat to the owner, who wants to give it to somebody else."""

    side: Name
    accept: bool


class Say(Sent, tag="say"):
    """To the other player. Spectators do not see it."""

    side: Name
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Propose(Sent, tag="propose"):
    """Ask the other player: to go back to how things stood after step `seq`, to agree on a draw, or, when the battle is
    over, to fight another one."""

    side: Name
    what: Offered
    # Of a take-back: a step that everybody has seen.
    seq: int | None = None
    # Of a rematch: the new game, and the token of the other player's seat in it.
    game: Name = ""
    token: Annotated[str, Meta(max_length=64)] = ""


class Answer(Sent, tag="answer"):
    """Accept or decline the other player's proposal. Refused as stale if it has changed since."""

    side: Name
    accept: bool
    what: Offered
    # Of a take-back: the step to go back to.
    seq: int | None = None


class Withdraw(Sent, tag="withdraw"):
    """Your own proposal."""

    side: Name


class Resign(Sent, tag="resign"):
    side: Name


class Subscribe(Sent, tag="subscribe"):
    """Where to send a notification (Web Push) when this side, with nobody connected, is to move; null: nowhere."""

    side: Name
    endpoint: Annotated[str, Meta(max_length=1000)] | None


Request = (
    Join
    | Act
    | Begin
    | Overrule
    | ThrowWanted
    | Undo
    | Survey
    | Ask
    | Odds
    | Moment
    | ClauseWanted
    | Hint
    | ReferenceWanted
    | Threats
    | SetOrders
    | GiveNonce
    | GiveName
    | Reissue
    | YieldSeat
    | Say
    | Propose
    | Answer
    | Withdraw
    | Resign
    | Subscribe
)


class Told(Struct, rename="kebab", kw_only=True):
    """A part of a message from the server."""


class Received(Told, tag_field="type"):
    """From the server."""


class Line(Told):
    """A sentence of the battle log."""

    text: str
    topic: Topic
    # The rule that made it happen, then those of the modifiers.
    clauses: list[str]
    # Which of the step's events it tells.
    event: int


class Luck(Told):
    """What a side's dice did to the enemy in a step, and what they do on average."""

    # A hit that need not cost anything counts a half.
    hits: float = 0.0
    expected_hits: float = 0.0


class Step(Told):
    """One step of the battle. `declared`: the side has declared its shots, which stay its secret for now."""

    seq: int
    kind: Kind
    # After the step.
    turn: int
    phase: Phase
    # Who decided; null at the start.
    side: str | None
    action: Action | None
    # The action in words; of an undo, what was taken back.
    text: str
    events: list[Event]
    lines: list[Line]
    # By side, after the step: strength points, or units in books without them.
    strength: dict[str, int]
    # By side: what its fire and fighting did in this step. Sides without dice are not in it.
    luck: dict[str, Luck]
    # What the computer is trying to do, in words; empty for a person. `by the clock` if a player was too late;
    # `by standing orders` if those answered, which only their own side hears.
    intent: str = ""
    # True for the client's own declared shots until they are fired: not for others at the same screen.
    secret: bool = False
    # Of an undo: the step that was taken back.
    undoes: int | None = None
    # Of a take-back by consent: the step after which play goes on.
    back_to: int | None = None


class Exposure(Told):
    """An enemy that could fire at a unit, or fight it, in a cell."""

    unit: str
    how: Strike


class Destination(Told):
    """Somewhere a unit may go: `action` takes it there, with the facing it would end in by default."""

    action: Action
    cell: str
    # The facings it may end in: put one into the action. The first is that of the action.
    facings: list[Facing]
    # Why it can go no further, if the ground or an enemy ends the move here.
    stops: Reason | None
    exposed: list[Exposure]
    # Chances, where the way itself is a risk: a double move, a minefield. Empty otherwise.
    odds: list[Chance]
    summary: str


class Row(Told):
    """A number that counts, with its rule."""

    clause: str
    value: int


class ThrowRow(Row):
    """The same in words."""

    words: str


class Toss(Told):
    """Dice that an action is sure to throw, and what they need; the enemy's too, if both throw."""

    purpose: str
    unit: str
    side: str
    dice: int
    # Null where the table has more than one line.
    needs: int | None
    # The score must be this low, not this high.
    at_most: bool
    # The modifiers of each die, and those of the score needed.
    modifiers: list[Row]
    handicaps: list[Row]
    clause: str


class Fate(Told):
    """One of the things that may befall a unit."""

    share: float
    # Rows of OUTCOMES; none if it is not harmed.
    effects: list[str]
    # The same in a few words; empty if it is not harmed.
    words: str


class Prospect(Told):
    """All that may befall a unit, the gravest first. The shares add up to 1."""

    unit: str
    fates: list[Fate]


class Offer(Told):
    """Another action open to a unit or a side."""

    action: Action
    # In words: "fires at c4", "no more activations".
    text: str
    # The cell it is aimed at, if any.
    cell: str | None
    # The enemies there.
    targets: list[str]
    odds: list[Chance]
    # The odds in one line, such as "33% hit: 17% loses 1 SP, 17% retreats or loses 1 SP"; empty without dice.
    summary: str
    # The same to be drawn: the dice with what counts for and against them, and what may befall whom.
    tosses: list[Toss] = []
    prospects: list[Prospect] = []
    # What the dice are worth to the side that acts, in strength points of line infantry: the best comes first.
    worth: float = 0.0


class Question(Told):
    """The decision that waits. Only the side that decides sees its answers."""

    asks: Asks
    side: str
    unit: str | None
    text: str
    # Units that may do something: ask for a survey of them. Empty for everybody else.
    units: list[str]
    # Answers that are not a unit's own doing (done, end, first, ...), or all of them if the question is about one unit.
    answers: list[Offer]


class Chain(Told):
    """How the record stands, as far as it is everybody's: its lines, and the link of the last of them. A client that
    keeps it can tell later whether a record is the one it heard about."""

    lines: int
    head: str


class Now(Told):
    """How things stand for this client after its last step."""

    seq: int
    # As this client's side sees it: the one that decides, or its first; for a spectator, what is public.
    state: State
    # Whose view the state is; null for a spectator.
    view: str | None
    question: Question | None
    can_undo: bool
    # The computer is making up its mind.
    thinking: bool
    # Null for a record that was opened, and for a game from before records had one.
    chain: Chain | None
    # How the battle ended, in a sentence without its full stop; empty until it ends.
    ending: str = ""
    # By the cell of a gas cloud, the cells that it may drift to.
    winds: dict[str, list[str]] = {}


class Player(Told):
    """Who plays a side."""

    kind: Literal["human", "computer"]
    level: str | None = None
    personality: str | None = None
    # The personality as people call it: "General Brandt".
    called: str | None = None


class StandingOrders(Told):
    when_hit: WhenHit = "ask"
    when_won: WhenWon = "ask"


class FeatureLook(Told):
    """How a terrain feature is drawn by a page that has no drawing of its own for it."""

    letter: str
    # A colour for the ground.
    tint: str
    pattern: Literal["plain", "dots", "dashes"]


class TypeLook(Told):
    """How a unit type is drawn, and its name."""

    # The name of a drawing; a page that has none writes two letters of the type's name.
    symbol: str
    # Drawn over the others in its cell.
    flies: bool
    # The arm that gives its counter a stripe.
    arm: Arm
    # "infantry, rifles".
    kind: str


class Board(Told):
    """The ground, cell by cell: cells left out are open."""

    grid: Literal["square", "hex"]
    columns: int
    rows: int
    # By cell: the names of its features, such as "hill 1", "woods", "road".
    terrain: dict[str, list[str]]
    # By name, how those on this board look.
    features: dict[str, FeatureLook]
    # The colours of the country in which the book's battles are fought; a page that does not know them has its own.
    palette: str


class Objective(Told):
    """A victory condition, any one of which wins; or a way to score points."""

    side: str
    # To follow the side's name: "wins by holding d6 at the end of turn 13"; its second and later ones begin with "by".
    text: str
    # Cells to be held, if it is about cells.
    cells: list[str]


class SeatNow(Told):
    """A side's seat."""

    # The player's name; empty if not given.
    name: str
    # A person has sat down here: a nonce was given.
    taken: bool
    # Somebody who holds it is connected.
    present: bool
    # The machine is too slow for this computer's level: it had to stop thinking early.
    hurried: bool = False


class Seal(Told):
    """The source of the dice: a key that the server has committed to, then a nonce from each person's side."""

    # `seed`: without nonces, for tests and designers. `table`: thrown by hand, and nothing is sealed.
    scheme: Literal["nonces", "seed", "table"]
    # SHA-256 of the key, in hex; the key itself is in the record when the game is over. Empty for dice thrown by hand.
    commitment: str
    # By side: those given for this commitment.
    nonces: dict[str, str]
    # The sides that have still to give one: until then nobody can act.
    wanted: list[str]


class Proposal(Told):
    what: Offered
    # Whose it is; the other side answers.
    side: str
    # Of a take-back: the step to go back to.
    seq: int | None
    text: str
    # Of a rematch: the new game; and, for the player being asked, the token of their seat in it. Empty otherwise.
    game: str = ""
    token: str = ""


class Claim(Told):
    """The owner wants to give this seat to somebody else."""

    side: str
    # When that becomes possible, if the player in the seat stays away until then. Coming back ends the claim.
    free: str


class Clock(Told):
    """How long a player may take: for every decision, for all decisions of a side in a turn, or for all in the battle;
    and what every decision adds to that."""

    per: Literal["move", "turn", "game"]
    seconds: Annotated[int, Meta(ge=5, le=30 * 86400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class ClockNow(Told):
    """The running clock: when it runs out, the server answers for the side, as docs/server.md says."""

    side: str
    ends: str
    # By side, the seconds left for the whole battle, before the waiting question; empty if the clock is for moves or
    # turns.
    left: dict[str, float] = {}


class Around(Told):
    """Everything about a game except the battle itself."""

    seats: dict[str, SeatNow]
    # The side whose player may give the other a new link.
    owner: str | None
    spectators: int
    dice: Seal
    proposal: Proposal | None
    claim: Claim | None
    clock: ClockNow | None


class Remark(Told):
    """A message from a player."""

    # Counts from 0.
    number: int
    side: str
    text: str
    at: str


class Arrival(Received):
    """What every client receives when it joins a game. `id` is null if it has not just asked: the battle has
    begun, or dice can be thrown again."""

    id: int | None
    game: str
    scenario: Scenario
    board: Board
    # By name, the looks of the book's unit types.
    types: dict[str, TypeLook]
    # By unit, a short name for its counter that no other unit of the battle has: "3 Fus".
    short: dict[str, str]
    objectives: list[Objective]
    # How the battle is won, in sentences.
    conditions: list[str]
    # By side, its units counted: "4 infantry, 2 tanks".
    forces: dict[str, str]
    # The sides of this client.
    sides: list[str]
    players: dict[str, Player]
    clock: Clock | None
    # Whether anybody who knows the game's address may watch.
    watchable: bool
    around: Around
    # Nothing for spectators.
    chat: list[Remark]
    # By the server's clock.
    time: str


class Waiting(Arrival, tag="waiting"):
    """The answer to `join` before the battle has begun: it begins when nothing is `wanted` any more."""


class Joined(Arrival, tag="joined"):
    """The answer to `join`: everything the client may know, and the steps after `since`."""

    orders: dict[str, StandingOrders]
    # A record that was opened: it can be looked at, and played on from any step as a new game.
    replay: bool
    steps: list[Step]
    now: Now


class AroundTold(Received, tag="around"):
    """Something around the game has changed: who is there, names, dice, proposals, the clock."""

    around: Around


class Said(Received, tag="said"):
    """A player sent a message."""

    remark: Remark


class Stepped(Received, tag="step"):
    """Something happened. Steps come in order, one message each."""

    step: Step
    now: Now


class Accepted(Received, tag="accepted"):
    """The action was carried out; its results were sent just before. `seq` is the last step, -1 before the battle."""

    id: int
    seq: int


class Refused(Received, tag="refused"):
    """Nothing has changed. `id` is null when none could be read."""

    id: int | None
    code: Code
    message: str
    clause: str | None = None
    reasons: list[Reason] = []


class Blocked(Told):
    """A cell within the arc and range that cannot be seen."""

    cell: str
    # The cell that hides it.
    by: str | None
    why: str
    clause: str


class Surveyed(Received, tag="surveyed"):
    id: int
    unit: str
    seq: int
    destinations: list[Destination]
    offers: list[Offer]
    # Cells within its arc and range of fire, the ones it sees, and why it does not see the others.
    arc: list[str]
    seen: list[str]
    blocked: list[Blocked]
    # Why it can do nothing at all; empty if it can do something.
    reasons: list[Reason]


class Verdict(Told):
    """A verb that the player might mean, and what the rules say about it."""

    verb: str
    action: Action
    text: str
    legal: bool
    reasons: list[Reason]


class Asked(Received, tag="asked"):
    id: int
    unit: str
    cell: str
    verdicts: list[Verdict]


class OddsTold(Received, tag="odds"):
    id: int
    odds: list[Chance]
    summary: str


class Throw(Told):
    """Dice to be thrown by hand, and their purpose."""

    # Such as "Fire", "Initiative".
    title: str
    # Who throws: a unit or a side by its name.
    who: str
    # The target cell by its name; empty if there is none.
    target: str
    # How many dice are still to be entered.
    dice: int
    # The score needed; null where the table has more than one line.
    needs: int | None
    # The score must be this low, not this high.
    at_most: bool
    modifiers: list[ThrowRow]
    handicaps: list[ThrowRow]


class ThrowTold(Received, tag="throw"):
    id: int
    seq: int
    # Null if there are no more throws.
    throw: Throw | None


class MomentTold(Received, tag="moment"):
    id: int
    seq: int
    state: State


class Clause(Told):
    """A rule: what it says, our ruling on its open points, and how it may be changed."""

    id: str
    book: str
    heading: str
    # As a row of a throw, without its number: "has not moved".
    short: str
    rule: str
    ruling: str
    # The optional rule that it belongs to; empty for one that always applies.
    optional: str
    settings: list[str]


class ClauseTold(Received, tag="clause"):
    id: int
    clause: Clause


class Hinted(Received, tag="hint"):
    id: int
    seq: int
    action: Action
    text: str
    intent: str


class ReferenceLine(Told):
    """One rule in a few words, with its figure in front if it has one."""

    words: str
    figure: str
    # The subject of the words: "No fire if".
    lead: str
    clauses: list[str]


class ReferenceTable(Told):
    title: str
    columns: list[str]
    rows: list[list[str]]


class ReferenceSection(Told):
    heading: str
    lines: list[ReferenceLine]
    tables: list[ReferenceTable]


class ReferenceTold(Received, tag="reference"):
    id: int
    title: str
    sections: list[ReferenceSection]
    # Where to look up a feature or a unit type: by name, what the first column of a table calls it.
    called: dict[str, str]
    # Everything that a cell may hold in this book.
    features: list[str]
    # By unit type, the range of each weapon that a unit of it may have, its usual one first.
    reaches: dict[str, dict[str, int]]


class ThreatsTold(Received, tag="threats"):
    id: int
    seq: int
    side: str
    # By cell: the enemies that see it within their arc and range.
    cells: dict[str, list[str]]


class OrdersSet(Received, tag="orders-set"):
    id: int
    side: str
    orders: StandingOrders


Reply = (
    Waiting
    | Joined
    | AroundTold
    | Said
    | Stepped
    | Accepted
    | Refused
    | Surveyed
    | Asked
    | OddsTold
    | ThrowTold
    | MomentTold
    | ClauseTold
    | Hinted
    | ReferenceTold
    | ThreatsTold
    | OrdersSet
)
