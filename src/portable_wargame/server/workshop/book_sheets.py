"""The book workshop's questions to the server, and answers: a book's tables, problems of a draft, files, battles."""

from typing import Literal

from ...speech.trees import Sent
from ..wire.documents import Setting, Wanted
from ..wire.messages import Clause, Name, Told

# A book in the making may be anything: its author is still putting it right.
BookDraft = Sent


class BookColumn(Told):
    """A column of the unit table."""

    key: str
    text: str
    kind: Literal["number", "truth", "arms", "weapons"]
    # The words to choose arms and weapons from.
    choices: list[str]


class BookUnit(Told):
    """A row of the unit table: its numbers, its yes-or-no values and its words, by column."""

    name: str
    values: dict[str, int | bool | list[str]]


class BookRow(Told):
    """A row or a number of the book, under the key that a variant uses for it."""

    key: str
    clause: str
    heading: str
    # The text that a variant would write for its present value; and whether you can only switch it off.
    text: str
    switch: bool
    # What the log calls it.
    short: str
    # When it applies; empty for tables and numbers.
    when: str
    # The subject of its condition; empty if it has none.
    asks: str


class BookPlace(Told):
    """Where a book may add rows: which list, its name and words, and what its conditions are about."""

    rows: Literal["modifiers", "restrictions", "terrain"]
    at: str
    text: str
    asks: str


class BookCondition(Told):
    """A condition by its words, and the subjects that it suits."""

    words: str
    meaning: str
    asks: list[str]


class BookFeature(Told):
    """Terrain that the book has, and its kind of cover."""

    name: str
    letter: str
    cover: bool
    hides: bool
    hard: bool


class BookTables(Told):
    """`GET /api/books/NAME`: a book as printed, ready to change."""

    name: str
    title: str
    columns: list[BookColumn]
    units: list[BookUnit]
    # The range of each weapon that a unit may name.
    weapons: dict[str, int]
    rows: list[BookRow]
    features: list[BookFeature]
    # The actions of units that a book may leave out, by their verbs.
    activities: list[str]
    # The possible contents of new rows.
    places: list[BookPlace]
    conditions: list[BookCondition]
    # Battles of the library that use it.
    scenarios: list[Setting]
    # The file itself, if the book is made from data.
    book: BookDraft | None
    # Whether this server keeps books of the user's own.
    keeps: bool


class BookFault(Told):
    path: list[str | int]
    message: str
    remedy: str


class BookWanted(Wanted):
    """`POST /api/books/check`, `POST /api/books/write`, `PUT /api/books/NAME`"""

    book: BookDraft


class BookChecked(Told):
    """The problems of a draft; and its contents, in its own clauses."""

    faults: list[BookFault]
    clauses: list[Clause]


class BookTextWanted(Wanted):
    """`POST /api/books/read`: TOML or JSON."""

    text: str


class BookOpened(Told):
    book: BookDraft | None
    faults: list[BookFault]


class BookBattleWanted(Wanted):
    """`POST /api/books/battle`: a battle of the library by this book; by default one made up for it."""

    book: BookDraft
    scenario: Name = ""
    seed: int = 0


class BookBattle(Told):
    """The battle as it is, and by the book; of each unit type that the book adds, one is on each side, if there is a
    unit like it."""

    before: Sent
    scenario: Sent
    # Unit types that the book adds or changes, but that the battle does not have.
    absent: list[str]
