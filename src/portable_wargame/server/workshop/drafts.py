"""What the editor asks the server, and the answers: materials, problems of a draft, files in and out, conversions."""

from typing import Annotated, Literal

from msgspec import Meta

from ...speech.trees import Sent
from ..wire.documents import ScenarioCard, Setting, Wanted
from ..wire.messages import FeatureLook, Name, Told, TypeLook

# A draft may be anything: it is what is being put right.
Draft = Sent
Grid = Literal["square", "hex"]


class FeatureSheet(Told):
    """A terrain feature: the standard letter of the map, the features that it says already, those it cannot join."""

    name: str
    letter: str
    includes: list[str]
    excludes: list[str]
    look: FeatureLook


class GridSheet(Told):
    facings: list[str]
    # By edge: how a unit of the side faces if nobody says so.
    towards: dict[str, str]


class TypeSheet(Told):
    """A unit type of a book, for the palette."""

    name: str
    # The optional rule that brings it; empty for one that is always there.
    option: str
    # Strength points; 0 in books without them.
    strength: int
    # The key under which it names a weapon, and those it may name, the default first. None: it has no choice.
    arms: Literal["weapon", "gun"] | None
    weapons: list[str]
    # The types that it may carry or tow.
    carries: list[str]
    # Whether it may be given gas shells, under the optional rule.
    gas: bool
    # Whether it makes a difference that it is of regulars.
    regular: bool
    # Cells a turn; null for one that never moves. The farthest that it fires, by weapon where it has a choice.
    move: int | None
    range: int
    ranges: dict[str, int]
    # What it costs in an army list, and what its weapons add.
    points: int
    weapon_points: dict[str, int]
    look: TypeLook


class BookSheet(Told):
    """What a book lends to the editor; options and house rules are in the lobby's book of that name."""

    name: str
    title: str
    grids: list[Grid]
    features: list[str]
    armies: list[str]
    types: list[TypeSheet]
    strength: bool
    # Whether it makes a difference that a unit is elite or poor.
    quality: bool
    # The shortest side of a board.
    smallest: int
    # Army lists that random battles draw from.
    army_lists: list[Setting]


class Workshop(Told):
    """`GET /api/workshop`"""

    format: str
    largest: int
    features: list[FeatureSheet]
    grids: dict[str, GridSheet]
    qualities: list[str]
    # What a quality adds to the points of a unit.
    quality_points: dict[str, int]
    edges: list[str]
    books: list[BookSheet]
    # For random battles.
    kinds: list[Setting]
    countries: list[Setting]
    extras: list[Setting]
    # The sign of a name that is one of the user's own scenarios.
    yours: str


class Fault(Told):
    """A problem of a draft, in the checker's own words."""

    # Keys and, in lists, numbers from 0: where it is in the tree.
    path: list[str | int]
    message: str
    remedy: str
    clause: str
    # In a text; 0 otherwise.
    line: int
    column: int
    # The cells of the board that it is about.
    cells: list[str]
    # What would put it right at once: rows of `fixes.FIXES`, tried by the checker.
    fixes: list[str]


class DraftWanted(Wanted):
    """`POST /api/check`, `POST /api/write`"""

    scenario: Draft


class Brought(Told):
    """What a book that comes with a draft lends to the editor."""

    book: BookSheet
    features: list[FeatureSheet]


class Checked(Told):
    faults: list[Fault]
    # Settings of a sound draft that make no difference.
    remarks: list[Fault]
    # The materials of the book that the draft brings along, if it is none of those here.
    brought: Brought | None
    # How it would look in the lobby, if there is nothing wrong with it.
    card: ScenarioCard | None
    # By unit, for its counter; of a draft that is not sound yet, nothing.
    short: dict[str, str]


class TextWanted(Wanted):
    """`POST /api/read`: TOML or JSON; `name` is that of the file."""

    text: str
    name: Name = "scenario"


class Opened(Told):
    """A text read as far as it can be: null if it is neither TOML nor JSON. Also `GET /api/drafts/NAME`."""

    scenario: Draft | None
    faults: list[Fault]
    text: str


class FixWanted(Wanted):
    """`POST /api/fix`: the draft with one of the fixes of a problem; `path` is the problem's."""

    scenario: Draft
    fix: Name
    path: list[str | int]


class SheetWanted(Wanted):
    """`POST /api/sheet`: the battle on paper; a picture of the map, or a print pack."""

    scenario: Draft
    kind: Literal["svg", "pdf"]


class SheetMade(Told):
    """An SVG as it stands, a PDF in base64."""

    data: str


class Written(Told):
    """A draft as TOML."""

    text: str


class ConversionWanted(Wanted):
    """`POST /api/convert`: the scenario under another book, on another grid."""

    scenario: Draft
    book: Name
    grid: Name


class Converted(Told):
    scenario: Draft
    # Whatever does not carry over, and what takes its place, in sentences.
    substitutions: list[str]


class BattleWanted(Wanted):
    """`POST /api/generate`: what is 0 or empty is chosen to fit. The same seed gives the same battle."""

    book: Name
    grid: Name = ""
    columns: int = 0
    rows: int = 0
    points: int = 0
    kind: Name = ""
    country: Name = ""
    # Army lists of the two sides.
    armies: tuple[Name, ...] = ()
    options: tuple[Name, ...] = ()
    # What it has beyond the book: zones, points and such.
    extras: tuple[Name, ...] = ()
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 0


class Made(Told):
    scenario: Draft


class ArmyWanted(Wanted):
    """`POST /api/army`: an army from a list, for this many points. The same seed gives the same army."""

    book: Name
    army: Name
    points: Annotated[int, Meta(ge=1, le=2000)]
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 0


class Raised(Told):
    """Units as the format has them, without ids and places: those are the side's."""

    units: list[Draft]
    points: int


class ToSave(Wanted):
    """`PUT /api/drafts/NAME`: a scenario of the user's own, which then is in the lobby. `DELETE` takes it away."""

    scenario: Draft
    overwrite: bool = False


class Saved(Told):
    name: str
