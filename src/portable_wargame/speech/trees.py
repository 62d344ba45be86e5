"""The trees of the open formats: actions, events, states, odds and reasons as JSON has them, and what they are made of.

They are dictionaries, so that what is sent is what is written; the types say what is in them, and the published schemas
and the tables of docs/formats.md are made from these types and from the rows.
"""

from typing import Annotated, Any, Literal, NotRequired, Required, TypedDict

from ..battle.battle import LAY_WIRE, TASKS
from ..battle.objectives import DEGREES
from ..battle.unit import DEEDS, QUALITIES
from ..game.outcomes import OUTCOMES
from .shaping import Limits, Named, OneOf, at_least, matching

# -- what they are made of

Id = Annotated[str, Named("protocol", "id")]
Cell = Annotated[str, Named("protocol", "cell")]
Facing = Annotated[str, Named("protocol", "facing")]
Phase = Annotated[str, Named("protocol", "phase")]
Clause = Annotated[str, Named("protocol", "clause")]
Hash = Annotated[str, Named("protocol", "hash")]
Dice = Annotated[list[int], Named("protocol", "dice")]
Count = Annotated[int, at_least(0)]
Countdown = Annotated[int, at_least(1)]
Grid = Literal["square", "hex"]


class Row(TypedDict):
    """A number that counts, with its rule."""

    clause: Clause
    value: int


Rows = Annotated[list[Row], Named("protocol", "rows")]


def effects() -> list[str]:
    """All that can befall a unit."""
    return [name for name, row in OUTCOMES.items() if row.befalls]


# -- what is done, and what happens: the rows of verbs, happenings and throws say which keys each has


class Action(TypedDict, total=False):
    do: Required[str]
    unit: Id
    at: Cell
    to: Cell
    target: Cell
    path: list[Cell]
    facing: Facing
    double: bool
    gas: bool
    air: bool
    loads: Annotated[int, Limits({"minimum": 1, "maximum": 99})]
    opponent: Id
    cargo: Id
    other: Id
    task: str


Event = TypedDict(
    "Event",
    {
        "event": Required[str],
        "for": str,
        "side": Id,
        "unit": Id,
        "other": Id,
        "target": Cell,
        "cell": Cell,
        "facing": Facing,
        "path": Annotated[list[Cell], "the cells it entered, the last one included", Limits({"minItems": 1})],
        "dice": Dice,
        "modifiers": Annotated[list[Row], "what was added to each die", Named("protocol", "rows")],
        "scores": Annotated[list[int], "each die with all that was added to it, or what it counts"],
        "needs": Annotated[int, "the score needed"],
        "handicaps": Annotated[
            list[Row], "what was added to the score needed, and is part of it", Named("protocol", "rows")
        ],
        "outcomes": Annotated[list[str], "what came of each die"],
        "phase": Phase,
        "turn": Annotated[int, "its number", at_least(1)],
        "sp": Annotated[int, "those it has left", at_least(0)],
        "sp-lost": Annotated[int, "the strength points it has lost", at_least(0)],
        "number": Annotated[int, "how many units may act; of a card, its value: 0 for the joker", at_least(0)],
        "card": Annotated[str, OneOf(lambda: ("card", "joker"))],
        "mark": Annotated[str, "what a unit is marked as having done this turn"],
        "features": Annotated[str, "what the ground is, in words"],
        "winner": Annotated[Id | None, "the side that won; null for a draw"],
        "reason": Annotated[str, "in words"],
        "degree": Annotated[str, "of the victory, where it has one", OneOf(lambda: DEGREES)],
        "clause": Required[Clause],
    },
    total=False,
)


class Ruling(TypedDict, total=False):
    """What an umpire sets: the rows of rulings say which keys each has."""

    set: Required[str]
    unit: Id
    cargo: Id
    side: Id
    cell: Cell
    at: Cell
    facing: Facing
    sp: int
    edge: str
    mark: str
    off: bool
    features: list[str]
    points: int
    turn: int
    begin: bool
    number: int


class Reason(TypedDict):
    """A rule, and how it applies here."""

    clause: Clause
    text: str


class Effect(TypedDict):
    unit: Id
    effect: Annotated[str, OneOf(effects)]


class Answers(TypedDict):
    """Answers that lead to the same odds."""

    actions: list[Annotated[Action, Named("protocol", "action")]]
    odds: "list[Annotated[Chance, Named('protocol', 'chance')]]"


class Choice(TypedDict):
    side: Annotated[Id, "whose choice it is"]
    asks: Annotated[str, Named("protocol", "question")]
    unit: Annotated[Id, "the unit it is about"]
    then: NotRequired[
        Annotated[
            list[Annotated[Answers, "answers that lead to the same odds"]],
            "where dice fall after the choice: the odds up to the next one, for each answer",
        ]
    ]


class Chance(TypedDict):
    """One outcome of an action's dice."""

    probability: Annotated[float, Limits({"exclusiveMinimum": 0, "maximum": 1.000001})]
    outcome: Annotated[str, "in words"]
    effects: Annotated[list[Annotated[Effect, "an effect"]], "what befalls which unit, in order"]
    cell: NotRequired[Annotated[Cell, "where the shell lands, where shells scatter"]]
    exact: NotRequired[
        Annotated[str, "the probability as a fraction in lowest terms", matching(r"^[1-9][0-9]*/[1-9][0-9]*$")]
    ]
    question: NotRequired[Annotated[Choice, "the choice at which this outcome ends before the action is over"]]


# -- how things stand


class Question(TypedDict):
    asks: Annotated[str, Named("protocol", "question")]
    unit: NotRequired[Annotated[Id, "the unit it is about"]]


class Result(TypedDict):
    """How a battle ended."""

    winner: Annotated[Id | None, "null for a draw"]
    reason: Annotated[str, "in words"]
    degree: NotRequired[Annotated[str, "of the victory, where it has one", OneOf(lambda: DEGREES)]]


class Arrival(TypedDict):
    turn: Annotated[int, Named("scenario", "turn")]
    edge: NotRequired[Annotated[str, Named("scenario", "edge")]]
    cells: NotRequired[Annotated[list[Cell], "the cells by one of which it comes, in place of the edge"]]
    roll: NotRequired[Annotated[int, "the least score of the die that it is still to be thrown"]]
    until: NotRequired[Annotated[str, "what it still waits for, in words"]]


Task = TypedDict(
    "Task",
    {
        "kind": Annotated[str, OneOf(lambda: TASKS[LAY_WIRE:])],
        "target": Annotated[str, "a cell; for load and unload, a unit"],
        "turns-left": Annotated[Countdown, "turns still to work"],
    },
)
Gas = TypedDict("Gas", {"turns-left": Annotated[Countdown, "how long it lasts"]})


class Ground(TypedDict):
    wire: bool
    mines: bool
    gas: NotRequired[Annotated[Gas, "a gas cloud"]]
    ground: NotRequired[Annotated[list[str], "the terrain features of a cell that an umpire has changed"]]


class Order(TypedDict):
    """A bombardment that is declared."""

    unit: Id
    target: Cell
    gas: NotRequired[Literal[True]]
    air: NotRequired[Literal[True]]


Side = TypedDict(
    "Side",
    {
        "id": Id,
        "name": Annotated[str, Named("scenario", "name")],
        "sp-lost": Annotated[Count | None, "strength points lost; `null` in books without them"],
        "units-lost": Annotated[Count, "the number of units destroyed"],
        "exhaustion-point": Annotated[
            Count | None, "the loss of strength points at which it is exhausted; `null` where there is no exhaustion"
        ],
        "exhausted": bool,
        "destroyed": Annotated[list[Id], "its units that are destroyed"],
        "left": Annotated[list[Id], "its units that have left the board"],
        "blinds": NotRequired[
            Annotated[list[Cell], "the cells in which its hidden units and its dummies are, if it has dummies"]
        ],
        "points": NotRequired[
            Annotated[Count, "the victory points it would have if the battle ended now, where the scenario has any"]
        ],
    },
)

Unit = TypedDict(
    "Unit",
    {
        "id": Id,
        "side": Id,
        "type": Annotated[str, "its unit type; it changes when cavalry mounts or dismounts"],
        "name": Annotated[str, "its name; empty if it has none"],
        "at": Annotated[Cell | None, "its cell, or its transport's; `null` while it is not on the board"],
        "facing": Facing,
        "sp": Annotated[Count | None, "strength points left; `null` in books without them"],
        "quality": Annotated[str, OneOf(lambda: QUALITIES)],
        "pinned": bool,
        "crossing": Annotated[bool, "whether it is in the middle of crossing a river or a trench"],
        "bombs": Annotated[Count, "an aircraft's bomb loads left"],
        "gas": Annotated[Count, "gas shells left"],
        "turns-aloft": Annotated[Count, "the turns that an aircraft has been over the board"],
        "moved": Annotated[bool, "this turn"],
        "fired": Annotated[bool, "this turn"],
        "activated": Annotated[bool, "this turn"],
        "deeds": Annotated[
            list[Annotated[str, OneOf(lambda: DEEDS)]], "all that it has done this turn", Limits({"uniqueItems": True})
        ],
        "spare": Annotated[Count, "cells of movement left over from its move this turn"],
        "carrying": Annotated[Id | None, "the unit that it carries"],
        "carried-by": Annotated[Id | None, "the unit that carries it"],
        "last-target": Annotated[Cell | None, "the cell at which a gun fired in the last artillery phase"],
        "task": Annotated[
            Annotated[Task, "a task"] | None, "what it is working at: a task of `work`, `load` or `unload`"
        ],
        "crossing-since": Annotated[Count, "the turn in which it began to cross; 0 if it does not"],
        "met-by": Annotated[Id | None, "the enemy that came into contact with it last this turn (late 19th century)"],
        "army": NotRequired[Annotated[str, "the army of its book that it belongs to, if it is not that of its side"]],
        "driven-from": NotRequired[
            Annotated[Cell, "the cell from which it last retreated in this phase; left out if it has not"]
        ],
        "hidden": NotRequired[
            Annotated[bool, "only in its side's view, and not in the hash: it is in `at`, and the enemy does not know"]
        ],
        "arrives": NotRequired[
            Annotated[Arrival, "when and where it may come onto the board, while it is still to come"]
        ],
    },
)

State = TypedDict(
    "State",
    {
        "turn": Annotated[Count, "the number of the turn; 0 before the first"],
        "phase": Annotated[Phase, "the part of the turn"],
        "decides": Annotated[Id | None, "the side that decides; `null` when the battle is over"],
        "question": Annotated[
            Annotated[Question, "a question"] | None, "what is to be decided; `null` when the battle is over"
        ],
        "activations-left": Annotated[
            Count | None, "the number thrown, less the units activated; `null` outside activation"
        ],
        "first": Annotated[
            Id | None,
            "the side that acts first, or acted first last turn until the dice for this one are thrown; `null` before "
            "the first",
        ],
        "acting": Annotated[Id | None, "the unit whose activation is open"],
        "sides": Annotated[
            list[Annotated[Side, Named("protocol", "side")]],
            "the two sides, as the scenario lists them",
            Limits({"minItems": 2, "maxItems": 2}),
        ],
        "units": Annotated[list[Annotated[Unit, Named("protocol", "unit")]], "all units but those destroyed or gone"],
        "cells": Annotated[
            dict[str, Annotated[Ground, "what is there now"]],
            "cells with gas, and cells whose wire or mines have changed since the battle began; `gas`, where there is "
            "some, with its `turns-left`; `ground`, where an umpire has changed the terrain, all of its features",
            Limits({"propertyNames": {"$ref": "#/$defs/cell"}}),
        ],
        "result": Annotated[Annotated[Result, Named("protocol", "result")] | None, "`null` until the battle is over"],
        "hash": Annotated[
            Hash,
            "the first 32 hex digits of the SHA-256 of all of the above as JSON with sorted keys, no spaces and only "
            "ASCII",
        ],
        "orders": NotRequired[
            Annotated[
                list[Annotated[Order, Named("protocol", "order")]],
                "only in a side's view, and not in the hash: the bombardments that the side has declared and that are "
                "not yet fired",
            ]
        ],
        "dummies": NotRequired[Annotated[list[Cell], "likewise: where the side's dummies are, if it has any"]],
    },
)


class Legal(TypedDict):
    side: str | None
    actions: list[Action]


Json = Any  # whatever was sent or read: nothing is known of it yet
Sent = dict[str, Json]  # an object with unknown keys
