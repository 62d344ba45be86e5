"""The editor's materials: what books, grids and the format offer, so that the page need not know any of it."""

from ...battle.terrain import TERRAIN, Feature
from ...battle.unit import QUALITIES, UnitType
from ...game.ruleset import Ruleset
from ...grid.grid import EDGES, LARGEST, SMALLEST, grid_of
from ...grid.shapes import SHAPES
from ...rulesets import RULESETS, made_from_books, whole_book
from ...rulesets import book as with_rules
from ...scenario.checking.listed import weapon_key
from ...scenario.generating.army_lists import army_lists
from ...scenario.generating.generator import COUNTRIES, KINDS
from ...scenario.model import SideEntry
from ...scenario.setup import towards_enemy
from ...scenario.writing import FORMAT
from ..wire.documents import Setting
from ..wire.looks import feature_look, type_look
from .drafts import BookSheet, FeatureSheet, GridSheet, TypeSheet, Workshop
from .shelf import YOURS


@made_from_books
def workshop() -> Workshop:
    return Workshop(
        format=FORMAT,
        largest=LARGEST,
        features=[_feature(row) for row in TERRAIN.values()],
        grids={name: _grid(name) for name in SHAPES},
        qualities=list(QUALITIES),
        edges=list(EDGES),
        books=[_book(book) for book in RULESETS.values()],
        kinds=[_setting(name) for name in KINDS],
        countries=[_setting(name) for name in COUNTRIES],
        yours=YOURS,
    )


def _setting(name: str) -> Setting:
    return Setting(name=name, text=name.replace("-", " "))


def _feature(row: Feature) -> FeatureSheet:
    others = [other for other in TERRAIN.values() if other is not row]
    return FeatureSheet(
        name=row.name,
        letter=row.letter,
        includes=[other.name for other in others if other.bits() & row.bits() == other.bits()],
        excludes=[other.name for other in others if row.height and other.height],
        look=feature_look(row),
    )


def _grid(name: str) -> GridSheet:
    grid = grid_of(name, SMALLEST, SMALLEST)
    return GridSheet(
        facings=list(grid.shape.facings),
        towards={edge: towards_enemy(grid, SideEntry("", "", edge)) for edge in EDGES},
    )


def _book(book: Ruleset) -> BookSheet:
    whole = whole_book(book.name)
    return BookSheet(
        name=book.name,
        title=book.title,
        grids=[grid for grid in ("square", "hex") if grid in book.grids],
        features=list(book.features),
        armies=list(book.armies),
        types=[_type(whole, unit_type, _option(book, unit_type.name)) for unit_type in whole.unit_types],
        strength=book.strength is not None,
        regulars=book.pinning is not None,
        smallest=book.muster.smallest if book.muster is not None else SMALLEST,
        army_lists=[Setting(name=one.id, text=one.name) for one in army_lists(book.name)],
    )


def _option(book: Ruleset, name: str) -> str:
    """The optional rule that brings a unit type; "" for one of the book itself."""
    if book.type_named(name) is not None:
        return ""
    return next(option for option in book.options if with_rules(book.name, [option]).type_named(name) is not None)


def _type(book: Ruleset, unit_type: UnitType, option: str) -> TypeSheet:
    return TypeSheet(
        name=unit_type.name,
        option=option,
        strength=unit_type.strength,
        arms=weapon_key(book, unit_type) if unit_type.weapons else None,
        weapons=list(unit_type.weapons),
        carries=[load.name for load in book.unit_types if load.arms & unit_type.cargo and load.carriable],
        gas=book.gas is not None and unit_type.artillery_range > 0,
        look=type_look(unit_type),
    )
