"""The engine protocol: every request and every reply, as the schema has them and `pw engine` speaks them."""

from typing import Annotated, Literal, NotRequired, TypedDict

from .shaping import Limits, Named, at_least
from .trees import Action, Cell, Chance, Clause, Dice, Event, Facing, Grid, Id, Json, Order, Reason, Ruling, State

GivenBack = Annotated[Json, "anything; the reply gives it back"]
ThatOfTheRequest = Annotated[Json, "that of the request"]
AnAction = Annotated[Action, Named("protocol", "action")]
AState = Annotated[State, Named("protocol", "state")]
Events = Annotated[list[Annotated[Event, Named("protocol", "event")]], "what happened, in order"]
Reasons = list[Annotated[Reason, Named("protocol", "reason")]]
Chances = list[Annotated[Chance, Named("protocol", "chance")]]


class Hello(TypedDict):
    """who are you?"""

    cmd: Literal["hello"]
    id: NotRequired[GivenBack]


class New(TypedDict):
    """begin a game, in place of any other"""

    cmd: Literal["new"]
    scenario: NotRequired[Annotated[Json, Named("scenario")]]
    text: NotRequired[Annotated[str, "the scenario as TOML or JSON text"]]
    seed: NotRequired[Annotated[int, "the same seed gives the same dice; 0 if there is none"]]
    dice: NotRequired[Annotated[Dice, "dice to be thrown first, before those of the seed"]]
    id: NotRequired[GivenBack]


class StateWanted(TypedDict):
    """how do things stand?"""

    cmd: Literal["state"]
    side: NotRequired[Annotated[Id, "the side that looks: its own undisclosed orders are shown too"]]
    id: NotRequired[GivenBack]


class LegalWanted(TypedDict):
    """what may be done now?"""

    cmd: Literal["legal"]
    id: NotRequired[GivenBack]


class Play(TypedDict):
    """do it"""

    cmd: Literal["play"]
    action: AnAction
    dice: NotRequired[
        Annotated[Dice, "the dice that fell where the battle is fought; thrown first, and all of them are needed"]
    ]
    orders: NotRequired[
        Annotated[
            list[Annotated[Order, Named("protocol", "order")]],
            "bombardments of the other side that become known with the last one that is declared",
        ]
    ]
    id: NotRequired[GivenBack]


class WhyNot(TypedDict):
    """is it legal, and if not, why?"""

    cmd: Literal["why-not"]
    action: AnAction
    id: NotRequired[GivenBack]


class OddsWanted(TypedDict):
    """what may come of it?"""

    cmd: Literal["odds"]
    action: AnAction
    id: NotRequired[GivenBack]


class SurveyWanted(TypedDict):
    """what may this unit do, and what awaits it?"""

    cmd: Literal["survey"]
    unit: Annotated[Id, "any unit; one that may not act now is told why"]
    id: NotRequired[GivenBack]


class EnquiryWanted(TypedDict):
    """what could be meant by pointing at a unit and a cell, and what do the rules say to it?"""

    cmd: Literal["enquire"]
    unit: Annotated[Id, "who is to act"]
    cell: Annotated[Cell, "where"]
    id: NotRequired[GivenBack]


class Best(TypedDict):
    """what would you do?"""

    cmd: Literal["best"]
    level: NotRequired[Annotated[str, "how well to play: recruit, sergeant, captain, or another that the engine has"]]
    ms: NotRequired[Annotated[float, "the time to think, in milliseconds", at_least(0)]]
    personality: NotRequired[
        Annotated[
            Literal[
                "steady", "cautious", "bold", "objective-minded", "headlong", "brandt", "hazard", "marrow", "reyes"
            ],
            "how a captain, general or marshal leads",
        ]
    ]
    id: NotRequired[GivenBack]


class Overrule(TypedDict):
    """an umpire sets something by hand"""

    cmd: Literal["overrule"]
    changes: Annotated[list[Annotated[Ruling, Named("protocol", "ruling")]], "in order", Limits({"minItems": 1})]
    reason: Annotated[str, "in words", Limits({"minLength": 1})]
    id: NotRequired[GivenBack]


class Undo(TypedDict):
    """take back the last action"""

    cmd: Literal["undo"]
    id: NotRequired[GivenBack]


class Quit(TypedDict):
    """end the conversation"""

    cmd: Literal["quit"]
    id: NotRequired[GivenBack]


REQUESTS = {
    "hello": Hello,
    "new": New,
    "state": StateWanted,
    "legal": LegalWanted,
    "play": Play,
    "why-not": WhyNot,
    "odds": OddsWanted,
    "survey": SurveyWanted,
    "enquire": EnquiryWanted,
    "best": Best,
    "overrule": Overrule,
    "undo": Undo,
    "quit": Quit,
}
# What each command takes besides `cmd` and `id`.
KEYS: dict[str, tuple[str, ...]] = {
    name: tuple(key for key in shape.__annotations__ if key not in ("cmd", "id")) for name, shape in REQUESTS.items()
}


class Book(TypedDict):
    name: str
    title: str
    edition: Annotated[int, "raised when play changes", at_least(1)]
    grids: Annotated[list[Grid], "its grids"]


class Greeting(TypedDict):
    """what the engine is"""

    ok: Literal[True]
    protocol: Literal["portable-wargame/engine/1"]
    name: NotRequired[Annotated[str, "what it is called; a bot gives its own"]]
    features: NotRequired[Annotated[list[str], "what it knows beyond the first version of the protocol"]]
    version: Annotated[str, "of the program"]
    rulesets: Annotated[list[str], "the names of the books"]
    books: Annotated[list[Annotated[Book, "a book"]], "the books"]
    id: NotRequired[ThatOfTheRequest]


class Played(TypedDict):
    """what happened, and how things stand"""

    ok: Literal[True]
    events: Events
    state: AState
    id: NotRequired[ThatOfTheRequest]


class Stands(TypedDict):
    """how things stand"""

    ok: Literal[True]
    state: AState
    id: NotRequired[ThatOfTheRequest]


class MayBeDone(TypedDict):
    """what may be done"""

    ok: Literal[True]
    side: Annotated[Id | None, "the side that decides; null when the battle is over"]
    actions: Annotated[list[AnAction], "all that it may do"]
    id: NotRequired[ThatOfTheRequest]


class Judged(TypedDict):
    """whether it is legal"""

    ok: Literal[True]
    legal: bool
    reasons: Annotated[Reasons, "all that forbids it; none if it is legal"]
    id: NotRequired[ThatOfTheRequest]


class Odds(TypedDict):
    """what may come of it"""

    ok: Literal[True]
    odds: Annotated[
        list[Annotated[Chance, Named("protocol", "chance")]],
        "every outcome; the probabilities add up to 1",
        Limits({"minItems": 1}),
    ]
    id: NotRequired[ThatOfTheRequest]


class Exposed(TypedDict):
    unit: Annotated[Id, "an enemy"]
    how: Annotated[Literal["fire", "fight", "bombard"], "what it could do"]


class Destination(TypedDict):
    action: Annotated[AnAction, "that takes it there, with the facing that comes of itself"]
    cell: Annotated[Cell, "where it ends"]
    facings: Annotated[list[Facing], "those in which it may end, that of the action first"]
    stops: NotRequired[Annotated[Reason, Named("protocol", "reason")]]
    exposed: Annotated[list[Annotated[Exposed, "an enemy"]], "who could shoot at it there, or fight it"]
    odds: Annotated[Chances, "where the way itself is a risk"]


class Offer(TypedDict):
    action: AnAction
    text: Annotated[str, "the order in words"]
    targets: Annotated[list[Id], "the enemies at whom it is aimed"]
    odds: Annotated[Chances, "its exact odds; none if it throws no dice"]


class Blocked(TypedDict):
    cell: Annotated[Cell, "within arc and range"]
    by: NotRequired[Annotated[Cell, "the cell that hides it"]]
    reason: Annotated[Reason, Named("protocol", "reason")]


class Survey(TypedDict):
    unit: Annotated[Id, "that of the request"]
    destinations: Annotated[list[Annotated[Destination, "somewhere to go"]], "where it may go"]
    offers: Annotated[list[Annotated[Offer, "something to do"]], "what else it may do"]
    arc: Annotated[list[Cell], "the cells within its arc and range of fire"]
    seen: Annotated[list[Cell], "those of them at which it may fire"]
    blocked: Annotated[list[Annotated[Blocked, "a cell"]], "the others, and why"]
    reasons: Annotated[Reasons, "why it can do nothing at all; none if it can do something"]


class Surveyed(Survey):
    """what the unit may do, and what awaits it"""

    ok: Literal[True]
    id: NotRequired[ThatOfTheRequest]


class Verdict(TypedDict):
    action: AnAction
    text: Annotated[str, "the order in words"]
    legal: bool
    reasons: Annotated[Reasons, "all that forbids it; none if it is legal"]


class Enquired(TypedDict):
    """what might be meant, and what the rules say to it"""

    ok: Literal[True]
    verdicts: Annotated[list[Annotated[Verdict, "an action"]], "one for each action that might be meant"]
    id: NotRequired[ThatOfTheRequest]


class Advice(TypedDict):
    """what it would do"""

    ok: Literal[True]
    action: AnAction
    intent: Annotated[str, "what the side is trying to do, in one line"]
    hurried: NotRequired[Annotated[Literal[True], "it had to answer before it had finished thinking"]]
    id: NotRequired[ThatOfTheRequest]


class Goodbye(TypedDict):
    """goodbye"""

    ok: Literal[True]
    id: NotRequired[ThatOfTheRequest]


Code = Literal["bad-json", "bad-request", "no-game", "bad-scenario", "illegal", "cannot-undo", "refused", "internal"]


class Error(TypedDict):
    """Why a request was refused."""

    code: Annotated[Code, "the kind of mistake"]
    message: Annotated[str, "in words"]
    why: NotRequired[Annotated[str, "with illegal: what forbids the action, first of all"]]
    clause: NotRequired[Annotated[Clause, "with illegal: the clause of that"]]
    reasons: NotRequired[Annotated[Reasons, "with illegal: all that forbids the action", Limits({"minItems": 1})]]


class Refused(TypedDict):
    """a request that was refused; nothing has changed"""

    ok: Literal[False]
    error: Annotated[Error, Named("protocol", "error")]
    id: NotRequired[ThatOfTheRequest]


REPLIES = {
    "to hello": Greeting,
    "to new, play and overrule": Played,
    "to state and undo": Stands,
    "to legal": MayBeDone,
    "to why-not": Judged,
    "to odds": Odds,
    "to survey": Surveyed,
    "to enquire": Enquired,
    "to best": Advice,
    "to quit": Goodbye,
    "refusal": Refused,
}
