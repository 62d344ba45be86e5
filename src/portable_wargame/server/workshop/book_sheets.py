"""What the book workshop asks the server, and the answers: a book's tables, problems of a draft, files, battles."""

from typing import Literal

from ...speech.trees import Sent
from ..wire.documents import Setting, Wanted
from ..wire.messages import Clause, Name, Told

# A book in the making may be anything: it is still being put right.
BookDraft = Sent


class BookColumn(Told):
    """A column of the unit table."""

    key: str
    text: str
    kind: Literal["number", "truth", "arms", "weapons"]
    # The words that arms and weapons are chosen from.
    choices: list[str]


class BookUnit(Told):
    """A row of the unit table: its numbers, whether something is so, and its words, by column."""

    name: str
    values: dict[str, int | bool | list[str]]


class BookRow(Told):
    """A row or a number of the book, under the key that a variant uses for it."""

    key: str
    clause: str
    heading: str
    # What a variant would write to have it as it is; and whether it can only be switched off.
    text: str
    switch: bool
    # When it applies; empty for tables and numbers.
    when: str
    # What its condition is about; empty if it has none.
    asks: str


class BookPlace(Told):
    """Where a book may add rows: which list, its name and words, and what its conditions are about."""

    rows: Literal["modifiers", "restrictions", "terrain"]
    at: str
    text: str
    asks: str


class BookCondition(Told):
    """A condition by its words, and of what it may be asked."""

    words: str
    meaning: str
    asks: list[str]


class BookFeature(Told):
    """Terrain that the book has, and what kind of cover it is."""

    name: str
    letter: str
    cover: bool
    hides: bool
    hard: bool


class BookTables(Told):
    """`GET /api/books/NAME`: a book as it is printed, to be changed."""

    name: str
    title: str
    columns: list[BookColumn]
    units: list[BookUnit]
    rows: list[BookRow]
    features: list[BookFeature]
    # What units do, by the verbs of those that a book may leave out.
    activities: list[str]
    # What new rows may say.
    places: list[BookPlace]
    conditions: list[BookCondition]
    # Battles of the library that are fought by it.
    scenarios: list[Setting]
    # The file itself, if it is made from data.
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
    """What is wrong with it; and what it says, in its own clauses."""

    faults: list[BookFault]
    clauses: list[Clause]


class BookTextWanted(Wanted):
    """`POST /api/books/read`: TOML or JSON."""

    text: str


class BookOpened(Told):
    book: BookDraft | None
    faults: list[BookFault]


class BookBattleWanted(Wanted):
    """`POST /api/books/battle`: a battle of the library by this book; one made up for it if none is named."""

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
