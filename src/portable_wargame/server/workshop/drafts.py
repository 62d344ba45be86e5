"""The editor's questions to the server, and answers: materials, problems of a draft, files in and out, conversions."""

from typing import Annotated, Literal

from msgspec import Meta

from ...speech.trees import Sent
from ..wire.documents import ScenarioCard, Setting, Wanted
from ..wire.messages import FeatureLook, Name, Told, TypeLook

# A draft may be anything: its author is still putting it right.
Draft = Sent
Grid = Literal["square", "hex"]


class FeatureSheet(Told):
    """A terrain feature: its standard letter on the map, the features that it implies, and those it can't join."""

    name: str
    letter: str
    includes: list[str]
    excludes: list[str]
    look: FeatureLook


class GridSheet(Told):
    facings: list[str]
    # By edge: the default facing of a unit of the side.
    towards: dict[str, str]


class TypeSheet(Told):
    """A unit type of a book, for the palette."""

    name: str
    # The optional rule that brings it; empty if it is always there.
    option: str
    # Strength points; 0 in books without them.
    strength: int
    # The key that names its weapon, and the weapons it may have, the default first. None: it has no choice.
    arms: Literal["weapon", "gun"] | None
    weapons: list[str]
    # The types that it may carry or tow.
    carries: list[str]
    # Whether it may have gas shells, under the optional rule.
    gas: bool
    # Whether it makes a difference that its soldiers are regulars.
    regular: bool
    # Cells a turn; null for one that never moves. The farthest that it fires, by weapon where it has a choice.
    move: int | None
    range: int
    ranges: dict[str, int]
    # Its cost in an army list, and the extra cost of its weapons.
    points: int
    weapon_points: dict[str, int]
    look: TypeLook


class BookSheet(Told):
    """The materials that a book lends to the editor; options and house rules are in the lobby's book of that name."""

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
    # Army lists for random battles.
    army_lists: list[Setting]


class Workshop(Told):
    """`GET /api/workshop`"""

    format: str
    largest: int
    features: list[FeatureSheet]
    grids: dict[str, GridSheet]
    qualities: list[str]
    # The points that a quality adds to a unit.
    quality_points: dict[str, int]
    edges: list[str]
    books: list[BookSheet]
    # For random battles.
    kinds: list[Setting]
    countries: list[Setting]
    extras: list[Setting]
    # The prefix that marks a name as one of the user's own scenarios.
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
    # The cells of the board that it concerns.
    cells: list[str]
    # Fixes that would put it right at once: rows of `fixes.FIXES`, tried by the checker.
    fixes: list[str]


class DraftWanted(Wanted):
    """`POST /api/check`, `POST /api/write`"""

    scenario: Draft


class Brought(Told):
    """The materials that a draft's own book lends to the editor."""

    book: BookSheet
    features: list[FeatureSheet]


class Checked(Told):
    faults: list[Fault]
    # Settings of a sound draft that make no difference.
    remarks: list[Fault]
    # The materials of the draft's own book, if it brings one that is not here.
    brought: Brought | None
    # How it would look in the lobby, if there is nothing wrong with it.
    card: ScenarioCard | None
    # By unit, for its counter; empty for a draft that is not sound yet.
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
    # Everything that does not carry over, and its replacement, in sentences.
    substitutions: list[str]


class BattleWanted(Wanted):
    """`POST /api/generate`: fields that are 0 or empty are chosen to fit. The same seed gives the same battle."""

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
    # Its extras beyond the book: zones, points and so on.
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
    """Units as in the format, without ids and places: the side supplies those."""

    units: list[Draft]
    points: int


class ToSave(Wanted):
    """`PUT /api/drafts/NAME`: a scenario of the user's own, which then appears in the lobby. `DELETE` removes it."""

    scenario: Draft
    overwrite: bool = False


class Saved(Told):
    name: str
