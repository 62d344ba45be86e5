"""Throws: what dice are rolled for, one row each, and what may come of each die."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..game.tables import EFFECTS
from .happenings import Topic


@dataclass(frozen=True)
class Throw:
    name: str
    shape: str  # its keys besides those that every throw has; those in brackets may be missing
    outcomes: Sequence[str]  # rows of `outcomes`: each die leads to one of them; empty if a throw has none
    told: str  # the sentence in the log, as a happening has it
    title: str  # over the dice
    topic: Topic
    about: str = ""  # for the documents and the schema
    attacks: bool = False  # a unit is shot at or fought
    at_aircraft: bool = False  # over the target, not in it
    judged: bool = True  # its outcomes are good or bad for the side that rolls
    besides: tuple[str, ...] = ()  # outcomes that are in no table
    own: bool = False  # its outcomes are about the unit that is rolled for, not about its target


def _shot(name: str, does: str, title: str, at_aircraft: bool = False) -> Throw:
    told = f"{{unit}} {does} {{foe}}{{needed}}: {{arithmetic}} – {{outcomes}}."
    about = "a shot, rolled for by the unit that fires at the target cell"
    return Throw(
        name, "side unit target [needs]", EFFECTS, told, title, "fire", about, attacks=True, at_aircraft=at_aircraft
    )


ROWS = (
    _shot("fire", "fired on", "Fire"),
    _shot("artillery", "bombarded", "Artillery fire"),
    _shot("air", "fired at", "Air combat", at_aircraft=True),
    _shot("anti-aircraft", "fired at", "Anti-aircraft fire", at_aircraft=True),
    _shot("strafe", "strafed", "Strafing"),
    _shot("bomb", "bombed", "Bombs"),
    Throw(
        "landing",
        "side unit target",
        ("on-target", "in-front", "behind", "ineffective"),
        "{unit} fired a shell at {target}: {arithmetic} – {outcomes}.",
        "Where the shell lands",
        "fire",
        "where a shell comes down",
    ),
    Throw(
        "drift",
        "target",
        ("stays", "to-the-front", "to-the-rear"),
        "the gas over {target}: {arithmetic} – {outcomes}.",
        "Where the gas drifts",
        "fire",
        "how a gas cloud drifts",
    ),
    Throw(
        "close-combat",
        "side unit target needs [handicaps]",
        ("hits", "misses", "survives", "is-hit"),
        "{unit} fought {foe}{needed}: {arithmetic} – {outcomes}.",
        "Close combat",
        "combat",
        "one of the two units that fight; the target is the other's cell. A unit that rolls for its own survival "
        "`survives` or `is-hit`. In the late 19th century a score of `needs` or less hits",
        attacks=True,
        own=True,
    ),
    Throw(
        "hit",
        "side unit",
        EFFECTS,  # whatever a book's table has
        "the hit on {unit} ({quality}): {arithmetic} – {outcomes}.",
        "Effect of the hit",
        "loss",
        "what a hit does to a unit",
        judged=False,
        besides=("unharmed",),  # the unit is proof against the weapon
        own=True,
    ),
    Throw(
        "initiative",
        "side",
        (),
        "{side} rolled {arithmetic} for initiative.",
        "Initiative",
        "turn",
        "who acts first",
    ),
    Throw(
        "activation",
        "side",
        (),
        "{side} rolled {arithmetic} for activations: {total}.",
        "Activations",
        "turn",
        "how many units may act",
    ),
    Throw(
        "arrival",
        "side unit needs",
        ("may-come", "not-yet"),
        "{unit}: will {it} come{needed}? {arithmetic} – {outcomes}.",
        "Reinforcements",
        "turn",
        "whether a reinforcement may come; those of its group come with it",
        own=True,
    ),
    Throw(
        "double-move",
        "side unit needs",
        ("moves-double", "fails"),
        "{unit} tried a double move{needed}: {arithmetic} – {outcomes}.",
        "Double move",
        "move",
        "a unit tries a double move",
        own=True,
    ),
    Throw(
        "commander",
        "side unit needs",
        ("killed", "unharmed"),
        "{side} aimed for {unit}{needed}: {arithmetic} – {outcomes}.",
        "The Commander in danger",
        "combat",
        "whether a Commander is killed; `side` is the attacker, who rolls",
    ),
)
THROWS: dict[str, Throw] = {row.name: row for row in ROWS}


def throw(name: str) -> Throw:
    """The row of that name; without one, its name has to do."""
    row = THROWS.get(name)
    if row is None:
        words = name.replace("-", " ")
        told = f"{{subject}}, {words}{{needed}}: {{arithmetic}} – {{outcomes}}."
        row = Throw(name, "[side] [unit] [target] [needs] [handicaps]", (), told, words.capitalize(), "other")
    return row
