"""The editor's materials: everything that books, grids and the format offer, so that the page need not know it."""

from collections.abc import Sequence

from ...battle.terrain import FIRST_SPARE, TERRAIN, Feature
from ...battle.unit import CANNOT_MOVE, CAVALRY, QUALITIES, UnitType
from ...game.ruleset import Ruleset
from ...grid.grid import EDGES, LARGEST, SMALLEST, grid_of
from ...grid.shapes import SHAPES
from ...rulesets import RULESETS, made_from_books, whole_book
from ...rulesets.books import read_book, text_of, with_options
from ...rulesets.variants.variant import Variant, canonical
from ...scenario.checking.listed import weapon_key
from ...scenario.generating.army_lists import ArmyList, army_lists, quality_points
from ...scenario.generating.generator import COUNTRIES, EXTRAS, KINDS
from ...scenario.model import SideEntry
from ...scenario.setup import towards_enemy
from ...scenario.writing import FORMAT
from ..wire.documents import Setting
from ..wire.looks import feature_look, type_look
from .drafts import BookSheet, Brought, Draft, FeatureSheet, GridSheet, TypeSheet, Workshop
from .shelf import YOURS


@made_from_books
def workshop() -> Workshop:
    return Workshop(
        format=FORMAT,
        largest=LARGEST,
        features=[_feature(row, _terrain()) for row in _terrain().values()],
        grids={name: _grid(name) for name in SHAPES},
        qualities=list(QUALITIES),
        quality_points=quality_points(),
        edges=list(EDGES),
        books=[_book(book) for book in tuple(RULESETS.values())],
        kinds=[_setting(name) for name in KINDS],
        countries=[_setting(name) for name in COUNTRIES],
        extras=[Setting(name=name, text=extra.words) for name, extra in EXTRAS.items()],
        yours=YOURS,
    )


def _setting(name: str) -> Setting:
    return Setting(name=name, text=name.replace("-", " "))


def _terrain() -> dict[str, Feature]:
    """Terrain that the maps of any book here may name. One name is one row, from the first book that has it."""
    rows: dict[str, Feature] = {}
    for book in tuple(RULESETS.values()):
        terrain = book.terrain()
        rows = {name: terrain[name] for name in book.features} | rows
    order = [*TERRAIN, *(name for name in rows if name not in TERRAIN)]
    return {name: rows[name] for name in order if name in rows}


def _feature(row: Feature, terrain: dict[str, Feature]) -> FeatureSheet:
    others = [other for other in terrain.values() if other is not row]
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


def brought_along(draft: Draft) -> Brought | None:
    """The materials of a book that a draft brings along, if it is sound and not one of those here."""
    told = draft.get("book")
    found = read_book(told) if isinstance(told, dict) else None
    if not isinstance(found, Variant) or text_of(found.ruleset.name) == canonical(found.tree):
        return None
    book = found.ruleset
    terrain = book.terrain()
    features = [row for name, row in book.ground.items() if name in book.features and row.bit >= FIRST_SPARE]
    return Brought(book=_sheet(book, with_options(book), ()), features=[_feature(row, terrain) for row in features])


def _book(book: Ruleset) -> BookSheet:
    return _sheet(book, whole_book(book.name), army_lists(book.name))


def _sheet(book: Ruleset, whole: Ruleset, lists: Sequence[ArmyList]) -> BookSheet:
    return BookSheet(
        name=book.name,
        title=book.title,
        grids=[grid for grid in ("square", "hex") if grid in book.grids],
        features=list(book.features),
        armies=list(book.armies),
        types=[_type(whole, unit_type, _option(book, unit_type.name)) for unit_type in whole.unit_types],
        strength=book.strength is not None,
        quality=bool(whole.hits.tables),
        smallest=book.muster.smallest if book.muster is not None else SMALLEST,
        army_lists=[Setting(name=one.id, text=one.name) for one in lists],
    )


def _option(book: Ruleset, name: str) -> str:
    """The optional rule that brings a unit type; "" for a type of the book itself."""
    if book.type_named(name) is not None:
        return ""
    return next(one.name for one in book.options.values() if one.apply(book).type_named(name) is not None)


def _type(book: Ruleset, unit_type: UnitType, option: str) -> TypeSheet:
    ranges = {name: book.weapons[name].reach for name in unit_type.weapons}
    return TypeSheet(
        name=unit_type.name,
        option=option,
        strength=unit_type.strength,
        arms=weapon_key(book, unit_type) if unit_type.weapons else None,
        weapons=list(unit_type.weapons),
        carries=[load.name for load in book.unit_types if load.arms & unit_type.cargo and load.carriable],
        gas=book.gas is not None and unit_type.artillery_range > 0,
        # Foot need not be marked as regulars: the rule exempts only horsemen.
        regular=book.pinning is not None and bool(unit_type.arms & CAVALRY),
        move=None if unit_type.move == CANNOT_MOVE else unit_type.move,
        range=max(unit_type.fire_range, unit_type.artillery_range, *ranges.values()),
        ranges=ranges,
        points=unit_type.points or unit_type.strength,
        weapon_points={name: book.weapons[name].points for name in unit_type.weapons},
        look=type_look(unit_type),
    )
