"""The board of a scenario under another book or on another grid."""

import re
from collections.abc import Callable
from dataclasses import replace

from ...battle.terrain import BRIDGE, BUILT_UP, HILL_1, HILL_2, RIVER, ROAD, Feature, bits_of, feature_names, height
from ...battle.unit import AIRCRAFT, UnitType
from ...game.ruleset import Ruleset
from ...grid.grid import Grid, grid_of
from ...grid.names import cell_name, cell_named
from ..checking.reaching import cut_off
from ..crossings import join_banks
from ..footing import may_stand
from ..model import ACROSS, Scenario
from ..wording import listed
from .substitutions import Substitution

CELL = re.compile(r"\b[a-z]+[0-9]+\b")  # perhaps a cell, in the words of a briefing
BETWEEN = {"ne": ("n", "e"), "se": ("s", "e"), "sw": ("s", "w"), "nw": ("n", "w")}


def convert_board(scenario: Scenario, old: Ruleset, book: Ruleset, grid: str, told: list[Substitution]) -> None:
    """Size, grid and terrain."""
    least = book.muster.smallest if book.muster is not None else 0
    if min(scenario.columns, scenario.rows) < least:
        enlarge(scenario, least, told, old.terrain())
    _leave_out_terrain(scenario, book, told)
    if grid != scenario.grid:
        _change_grid(scenario, book, grid, told)
        # A road across a river needs a bridge, which not every book has.
        _leave_out_terrain(scenario, book, told)


def grid_for(scenario: Scenario) -> Grid:
    return grid_of(scenario.grid, scenario.columns, scenario.rows)


def enlarge(scenario: Scenario, least: int, told: list[Substitution], terrain: dict[str, Feature]) -> None:
    """Open ground all round; roads and rivers that reach the old edge go on to the new one."""
    old = grid_for(scenario)
    columns, rows = max(least, old.columns), max(least, old.rows)
    # An even number of columns in the west, so that hexes keep their neighbours.
    west, south = (columns - old.columns) // 4 * 2, (rows - old.rows) // 2
    was = [bits_of(names, terrain) for names in scenario.features]
    features = [0] * (columns * rows)
    for row in range(rows):
        for column in range(columns):
            near_column = min(max(column - west, 0), old.columns - 1)
            near_row = min(max(row - south, 0), old.rows - 1)
            cell = near_row * old.columns + near_column
            inside = (near_column, near_row) == (column - west, row - south)
            corner = near_column != column - west and near_row != row - south
            features[row * columns + column] = was[cell] if inside else 0 if corner else _led_on(old, was, cell)
    scenario.columns, scenario.rows = columns, rows
    scenario.features = [feature_names(bits, terrain) for bits in features]
    new = grid_for(scenario)

    def moved(name: str) -> str:
        cell = cell_named(old, name)
        return cell_name(new, (old.row(cell) + south) * columns + old.column(cell) + west)

    def led_on(name: str) -> str:
        """A unit that came over the old edge comes over the new one."""
        cell = cell_named(old, name)
        column, row = old.column(cell), old.row(cell)
        column = {0: 0, old.columns - 1: columns - 1}.get(column, column + west)
        row = {0: 0, old.rows - 1: rows - 1}.get(row, row + south)
        return cell_name(new, row * columns + column)

    rename_cells(scenario, moved, led_on)
    why = f"the book needs at least {least} by {least} cells; a1 is now {moved('a1')}, and so on"
    told.append(Substitution("the board", f"{old.columns} by {old.rows}", f"{columns} by {rows}", why))
    _rename_in_words(scenario, old, moved, told)


def rename_cells(scenario: Scenario, called: Callable[[str], str], entry: Callable[[str], str]) -> None:
    """Everything that names cells; the cells where units come on may have other names."""

    def all_called(names: list[str]) -> list[str]:
        return [called(name) for name in names]

    for side in scenario.sides:
        side.zone = all_called(side.zone)
        for unit in side.units:
            unit.at = called(unit.at) if unit.at else ""
            unit.zone = all_called(unit.zone)
            unit.arrives_cells = [entry(name) for name in unit.arrives_cells]
            if unit.arrives_when:
                when = unit.arrives_when
                unit.arrives_when = replace(when, enemy_at=all_called(when.enemy_at), own_at=all_called(when.own_at))
    for condition in scenario.victory:
        condition.cells = all_called(condition.cells)
    for score in scenario.points:
        score.cells = all_called(score.cells)
    scenario.names = {called(name): words for name, words in scenario.names.items()}
    scenario.labels = [
        replace(label, at=called(label.at), to=called(label.to) if label.to else "") for label in scenario.labels
    ]


def _rename_in_words(scenario: Scenario, old: Grid, moved: Callable[[str], str], told: list[Substitution]) -> None:
    """Briefings name the cells that matter. A word that is also the id of a unit may mean the unit."""
    ids = {unit.id for side in scenario.sides for unit in side.units}
    renamed: dict[str, str] = {}

    def called_now(found: re.Match[str]) -> str:
        name = found[0]
        if name in ids or cell_named(old, name) < 0:
            return name
        return renamed.setdefault(name, moved(name))

    scenario.about = CELL.sub(called_now, scenario.about)
    for side in scenario.sides:
        side.briefing = CELL.sub(called_now, side.briefing)
    for was, becomes in renamed.items():
        if was != becomes:
            told.append(Substitution("the briefings", was, becomes, "that is what the cell is called now"))


def _led_on(grid: Grid, features: list[int], cell: int) -> int:
    """The road or river that ends in this cell of the edge."""
    bits = 0
    for kind in (ROAD, RIVER):
        if features[cell] & kind and sum(features[near] & kind != 0 for near in grid.neighbours[cell]) <= 1:
            bits |= kind
    return bits | BRIDGE if bits == ROAD | RIVER else bits


def _leave_out_terrain(scenario: Scenario, book: Ruleset, told: list[Substitution]) -> None:
    grid = grid_for(scenario)
    lost: dict[str, list[str]] = {}
    for cell, names in enumerate(scenario.features):
        for name in names:
            if name not in book.features:
                lost.setdefault(name, []).append(cell_name(grid, cell))
        scenario.features[cell] = [name for name in names if name in book.features]
    for name, cells in lost.items():
        what = f"the map at {listed(cells, 'and')}"
        told.append(Substitution(what, name, "", f"the {book.called} book has no such terrain"))


def _change_grid(scenario: Scenario, book: Ruleset, kind: str, told: list[Substitution]) -> None:
    """Cells keep their names. Neighbours on squares are neighbours on hexes too, but not the other way round: there a
    road or a river takes a detour through a cell beside it."""
    old = grid_for(scenario)
    was, scenario.grid = scenario.grid, kind
    new = grid_for(scenario)
    why = "every cell keeps its name, but not all its neighbours"
    told.append(Substitution("the grid", was, kind, why))
    terrain = book.terrain()
    features = [bits_of(names, terrain) for names in scenario.features]
    used = {cell for entry in scenario.victory for cell in entry.cells}
    used |= {unit.at for side in scenario.sides for unit in side.units}
    for bit, name in ((RIVER, "river"), (ROAD, "road")):
        for cell in _gaps(old, new, features, bit, used):
            was_there = listed(feature_names(features[cell], terrain), "and") or "open ground"
            features[cell] |= bit | (BRIDGE if bit == ROAD and features[cell] & RIVER else 0)
            becomes = listed(feature_names(features[cell], terrain), "and")
            told.append(
                Substitution(f"the map at {cell_name(new, cell)}", was_there, becomes, f"the {name} continues there")
            )
    scenario.features = [feature_names(bits, terrain) for bits in features]
    for side in scenario.sides:
        for unit in side.units:
            if unit.facing and unit.facing not in new.shape.facings:
                facing = _nearest_facing(unit.facing, side.edge)
                why = f"no edge of a {new.shape.name} faces {unit.facing}"
                told.append(Substitution(f"unit {unit.id}", f"facing {unit.facing}", facing, why))
                unit.facing = facing


def _nearest_facing(facing: str, edge: str) -> str:
    """The one of the two nearest that lies towards the enemy."""
    if facing in BETWEEN:
        return ACROSS[edge] if ACROSS[edge] in BETWEEN[facing] else BETWEEN[facing][1]
    towards = "s" if edge == "north" else "n"
    return towards + facing


def _gaps(old: Grid, new: Grid, features: list[int], bit: int, used: set[str]) -> list[int]:
    """Cells that join pairs that are no longer neighbours."""
    found: list[int] = []
    for cell in range(old.cells):
        for near in old.neighbours[cell]:
            if near < cell or not features[cell] & features[near] & bit or near in new.neighbours[cell]:
                continue
            between = [one for one in new.neighbours[cell] if one in new.neighbours[near]]
            if any(features[one] & bit or one in found for one in between):
                continue
            # A river does not flood a road, a house or a unit's place; it may end at a corner.
            free = [
                one
                for one in between
                if bit == ROAD or not (features[one] & (ROAD | BUILT_UP) or cell_name(new, one) in used)
            ]
            if free:
                found.append(min(free, key=lambda one: (features[one] & RIVER, features[one] & HILL_2, one)))
    return found


def make_passable(scenario: Scenario, book: Ruleset, told: list[Substitution]) -> None:
    """A river that could be waded, or a crest that could be scaled, may keep the sides apart in this book."""
    for repair in (_make_fords, _lower_crests, _open_up):
        if not cut_off(scenario):
            return
        repair(scenario, book, told)


def _make_fords(scenario: Scenario, book: Ruleset, told: list[Substitution]) -> None:
    if "ford" not in book.features:
        return
    grid = grid_for(scenario)
    terrain = book.terrain()
    features = [bits_of(names, terrain) for names in scenario.features]
    middle = [1 + abs(2 * grid.column(cell) + 1 - grid.columns) / grid.columns for cell in range(grid.cells)]
    for cell in join_banks(grid, features, middle):
        told.append(_ford(grid, cell, "otherwise nobody could cross"))
    scenario.features = [feature_names(bits, terrain) for bits in features]


def _lower_crests(scenario: Scenario, book: Ruleset, told: list[Substitution]) -> None:
    if "hill 1" not in book.features:
        return
    grid = grid_for(scenario)
    terrain = book.terrain()
    features = [bits_of(names, terrain) for names in scenario.features]
    for cell in range(grid.cells):
        around = [height(features[near]) for near in grid.neighbours[cell]]
        if features[cell] & HILL_2 and 1 not in around and 0 in around:
            features[cell] = features[cell] & ~HILL_2 | HILL_1
            why = f"the {book.called} book climbs a contour at a time"
            told.append(Substitution(f"the map at {cell_name(grid, cell)}", "hill 2", "hill 1", why))
    scenario.features = [feature_names(bits, terrain) for bits in features]


def _open_up(scenario: Scenario, book: Ruleset, told: list[Substitution]) -> None:
    """Whatever else here is closed to some unit."""
    for cell in range(len(scenario.features)):
        make_way(scenario, book, walkers(scenario, book), cell, "it would keep the sides apart", told)


def walkers(scenario: Scenario, book: Ruleset) -> list[UnitType]:
    """The types on the board that go on foot, wheels or hoofs."""
    types = [book.type_named(unit.type) for side in scenario.sides for unit in side.units]
    return [one for one in types if one is not None and one.move > 0 and not one.arms & AIRCRAFT]


def make_way(
    scenario: Scenario, book: Ruleset, types: list[UnitType], cell: int, why: str, told: list[Substitution]
) -> None:
    """Change the cell so that all these types may be in it: by a ford if that will do, else without what is closed."""
    names = scenario.features[cell]
    if _all_may_stand(book, types, names):
        return
    terrain = book.terrain()
    waded = feature_names(bits_of([*names, "ford"], terrain), terrain)
    if "river" in names and "ford" in book.features and _all_may_stand(book, types, waded):
        scenario.features[cell] = waded
        told.append(_ford(grid_for(scenario), cell, why))
        return
    fewer = [[other for other in names if other != name] for name in names]
    left = next((rest for rest in fewer if _all_may_stand(book, types, rest)), [])
    scenario.features[cell] = left
    place = f"the map at {cell_name(grid_for(scenario), cell)}"
    told.append(Substitution(place, listed([name for name in names if name not in left], "and"), "", why))


def _all_may_stand(book: Ruleset, types: list[UnitType], names: list[str]) -> bool:
    return all(may_stand(book, unit_type, bits_of(names, book.terrain())) for unit_type in types)


def _ford(grid: Grid, cell: int, why: str) -> Substitution:
    return Substitution(f"the map at {cell_name(grid, cell)}", "river", "ford", why)
