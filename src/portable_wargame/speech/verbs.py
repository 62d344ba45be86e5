"""Verbs: every answer to a question, one row each.

Writing, reading, schema, documents, the page's types, sentences and what is typed at a terminal follow from the row.
Whether a verb attacks is for its rule to say: `Game.is_attack`.
"""

from dataclasses import dataclass
from typing import Literal

# What a word may hold.
UNIT = "unit"
CELL = "cell"
PATH = "path"
FACING = "facing"
FLAG = "flag"
TASK = "task"
NUMBER = "number"

Strike = Literal["fire", "fight", "bombard"]
Mark = Literal["fire", "fight", "bombard", "retreat", "advance", "work", "load"]


@dataclass(frozen=True)
class Word:
    """A key beside `do`, the field of Action that it fills, and what it holds."""

    key: str
    field: str
    holds: str
    optional: bool = False
    about: str = ""


@dataclass(frozen=True)
class Verb:
    name: str
    words: tuple[Word, ...]
    about: str  # what it does, for the documents and the schema
    # Words in braces are those of the action; `sentences` lists what else there is.
    said: str  # the deed, as the log tells it
    order: str = ""  # the order, as a button gives it; without one, the deed without the unit
    unnamed: str = ""  # the deed where no unit is named
    order_unnamed: str = ""
    in_place: str = ""  # the deed where its path is empty
    order_in_place: str = ""
    typed: tuple[str, ...] = ()  # what a player may type for it besides its name
    phase: str = ""  # among verbs typed the same way, this is the one in this phase
    mark: Mark | None = None  # how the page points out its target
    quiet: bool = False  # it only closes what went before: not an event of its own to anyone following the battle
    declared: bool = False  # it is carried out later, with all others; until then the other side does not see it
    answers: bool = False  # it settles what an attack has done, and belongs to that attack
    for_the_absent: int = 0  # the lowest of these is the answer for a player who runs out of time

    @property
    def goes(self) -> bool:
        """Whether it takes a unit to another cell of its choice."""
        return any(word.holds == PATH or word.key == "at" for word in self.words)

    @property
    def stays(self) -> bool:
        """Whether it needs nothing but a unit."""
        return not any(word.holds in (CELL, PATH, UNIT, TASK) for word in self.words[1:] if not word.optional)

    def word(self, key: str) -> Word | None:
        return next((word for word in self.words if word.key == key), None)

    def shape(self) -> str:
        """Such as `unit target [air]`."""
        return " ".join(f"[{word.key}]" if word.optional else word.key for word in self.words)


WHO = Word("unit", "unit", UNIT)
WHO_IF_ANY = Word("unit", "unit", UNIT, optional=True)
AT = Word("at", "target", CELL, about="where")
TO = Word("to", "target", CELL)
TARGET = Word("target", "target", CELL)
ALONG = Word("path", "path", PATH, about="cells, in the order in which they are entered")
LOOKING = Word("facing", "facing", FACING, optional=True)
AIR = Word("air", "air", FLAG, optional=True, about="true for the aircraft over the cell")

ROWS = (
    Verb("place", (WHO, AT, LOOKING), "deploy a unit", "{unit} deployed {there}{way}", "Deploy {there}{way}"),
    Verb("dummy", (AT,), "place a dummy, when all units are placed", "{side} placed a dummy {there}", "Dummy {there}"),
    Verb(
        "ready",
        (),
        "all is placed that is placed in secret",
        "{side} {side_was} ready",
        "Ready",
        quiet=True,
        for_the_absent=5,
    ),
    Verb(
        "bombard",
        (WHO, TARGET, Word("gas", "gas", FLAG, optional=True, about="true for a gas shell"), AIR),
        'declare a gun\'s shot at a cell. `"gas": true`: a gas shell. `"air": true`: at the aircraft over the cell',
        "{unit} took aim at {target}{shell}",
        "Bombard {foe}{shell}",
        typed=("f", "fire", "b"),
        phase="artillery",
        mark="bombard",
        declared=True,
    ),
    Verb(
        "move",
        (WHO, ALONG, LOOKING, Word("double", "double", FLAG, optional=True, about="true for a double move")),
        "enter these cells in order; `[]` turns on the spot and needs `facing`. Without `facing`: the last step's "
        'direction, or an enemy in contact. `"double": true`: a double move (native armies)',
        "{unit} {moved} to {goal}{way}",
        "{move} to {goal}{way}",
        in_place="{unit} turned to face {facing}",
        order_in_place="Turn to face {facing}",
    ),
    Verb(
        "fire",
        (WHO, TARGET, AIR),
        'fire at a cell; `"air": true` as above',
        "{unit} fired on {target}{shell}",
        "Fire on {foe}{shell}",
        typed=("f", "b", "bombard"),
        mark="fire",
    ),
    Verb(
        "strafe",
        (WHO,),
        "an aircraft attacks the cell straight ahead",
        "{unit} strafed the {square} ahead",
        "Strafe the {square} ahead",
        mark="fire",
    ),
    Verb(
        "bomb",
        (WHO, Word("loads", "loads", NUMBER, about="how many bomb loads")),
        "an aircraft drops this many loads on the cell it is over",
        "{unit} dropped {loads}",
        "Drop {loads}",
        mark="fire",
    ),
    Verb(
        "fight",
        (
            WHO,
            TARGET,
            Word("opponent", "other", UNIT, optional=True, about="which unit, where the cell holds more than one"),
        ),
        "close combat; `opponent` is a unit, where the cell holds more than one to choose from",
        "{unit} attacked {target} at close quarters",
        "Attack {foe}",
        typed=("x",),
        mark="fight",
    ),
    Verb(
        "advance",
        (WHO, LOOKING),
        "move into the cell that the enemy left",
        "{unit} advanced{way}",
        "Advance{way}",
        typed=("yes",),
        mark="advance",
        answers=True,
    ),
    Verb(
        "stand",
        (WHO_IF_ANY,),
        "no, to an offer: no advance, no test, not first",
        "{unit} stood fast",
        "Stand fast",
        unnamed="{side} declined",
        order_unnamed="No",
        typed=("no",),
        answers=True,
        for_the_absent=3,
    ),
    Verb(
        "retreat",
        (WHO, TO, LOOKING),
        "retreat one cell; `facing` only under the house rule `retreat-facing: owner-chooses`",
        "{unit} fell back to {to}{way}",
        "Fall back to {to}{way}",
        mark="retreat",
        answers=True,
        for_the_absent=4,
    ),
    Verb(
        "lose-sp",
        (WHO,),
        "lose a strength point instead of retreating",
        "{unit} took the loss",
        "Take the loss",
        typed=("lose",),
        answers=True,
    ),
    Verb(
        "test-commander",
        (WHO,),
        "the attacker tests the Commander who is with `unit`, instead of taking a strength point from it",
        "the Commander with {unit} came under fire",
        "Aim for the Commander",
        typed=("test",),
        answers=True,
    ),
    Verb(
        "load",
        (WHO, Word("cargo", "other", UNIT, about="the unit loaded")),
        "a transport (`unit`) loads or limbers `cargo`; done at the end of the turn",
        "{unit} began to load {cargo}",
        "Load {cargo}",
        mark="load",
    ),
    Verb(
        "unload",
        (WHO, Word("cargo", "other", UNIT, optional=True, about="the unit unloaded")),
        "unloads it again, likewise",
        "{unit} began to unload {cargo}",
        "Unload {cargo}",
    ),
    Verb(
        "work",
        (WHO, Word("task", "task", TASK), Word("target", "target", CELL, optional=True)),
        "begin `lay-wire`, `clear-wire`, `lay-mines` or `clear-mines`; `target` is the cell, where it is not the "
        "unit's own",
        "{unit} began to {task}{where}",
        "{task}{where}",
        mark="work",
    ),
    Verb("unpin", (WHO,), "be unpinned", "{unit} rallied", "Rally", typed=("rally",)),
    Verb(
        "charge",
        (WHO, ALONG, LOOKING),
        "pinned cavalry charges the nearest enemy instead; `[]` if nothing brings it nearer",
        "{unit} charged to {goal}{way}",
        "Charge to {goal}{way}",
        in_place="{unit} charged, but could get no closer{way}",
        order_in_place="Charge from here{way}",
    ),
    Verb("mount", (WHO,), "in place of a move", "{unit} mounted", "Mount"),
    Verb("dismount", (WHO,), "in place of a move", "{unit} dismounted", "Dismount"),
    Verb(
        "enter",
        (WHO, Word("at", "target", CELL), Word("facing", "facing", FACING)),
        "a reinforcement comes onto the board, or a hidden unit shows itself where it is",
        "{unit} came on at {at}{way}",
        "Come on at {at}{way}",
    ),
    Verb(
        "leave",
        (WHO,),
        "go off the board: over an edge of an `exit` condition; an aircraft, over its own",
        "{unit} left the board",
        "Leave the board",
    ),
    Verb("first", (), "act first", "{side} chose to act first", "Act first"),
    Verb(
        "done",
        (WHO_IF_ANY,),
        "no more bombardments; or the acting unit is finished",
        "{unit} finished",
        "Done",
        unnamed="{side} had no more targets",
        order_unnamed="Hold fire",
        quiet=True,
        for_the_absent=2,
    ),
    Verb("end", (), "no more activations", "{side} ended {side_its} turn", "End turn", for_the_absent=1),
)
VERBS: dict[str, Verb] = {row.name: row for row in ROWS}

# Of a verb that nobody has described, every word that it may have.
ANY_WORDS = (
    WHO_IF_ANY,
    Word("target", "target", CELL, optional=True),
    Word("path", "path", PATH, optional=True),
    LOOKING,
    Word("other", "other", UNIT, optional=True),
    Word("task", "task", TASK, optional=True),
    Word("double", "double", FLAG, optional=True),
    Word("gas", "gas", FLAG, optional=True),
    AIR,
    Word("loads", "loads", NUMBER, optional=True),
)


def verb(name: str) -> Verb:
    """The row of that name; without one, its name has to do."""
    row = VERBS.get(name)
    if row is None:
        words = name.replace("-", " ")
        row = Verb(name, ANY_WORDS, words, f"{{unit}}: {words}", words, unnamed=words)
    return row
