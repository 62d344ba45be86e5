"""Setting up: from a checked scenario to a game that waits for its first decision."""

from dataclasses import replace

from ..battle.battle import AWAITED, UNCALLED
from ..battle.battlefield import Battlefield
from ..battle.objectives import DECISIVE, MARGINAL, Objective, Objectives, Score
from ..battle.setting_out import set_out
from ..battle.side import ENEMY_AT, OWN_AT, UNITS_DESTROYED, UNITS_LOST, Call, Roster
from ..battle.terrain import bits_of
from ..battle.unit import AIRCRAFT, QUALITIES, REGULAR, UnitType
from ..game.dice import Dice
from ..game.events import Event
from ..game.game import Game
from ..game.ruleset import Ruleset, armed_with
from ..grid.grid import Grid, grid_of
from ..grid.names import cell_name, cell_named
from ..rules.turn.turn import begin
from ..rulesets import book
from .model import ACROSS, Scenario, SideEntry, UnitEntry

LONGEST_BATTLE = 100  # turns, where the scenario sets no limit


def ruleset_of(scenario: Scenario) -> Ruleset:
    """The scenario's book, with its optional rules and house rules, in the edition it is played by."""
    return book(scenario.ruleset, scenario.options, scenario.house_rules, scenario.edition, scenario.book)


def places_of(scenario: Scenario) -> dict[str, str]:
    """By cell, the names on the map. A nameless cell to be held takes the name of the place it is part of: the only
    one beside it on the same rise, in the same wood, among the same houses."""
    names = dict(scenario.names)
    grid = grid_of(scenario.grid, scenario.columns, scenario.rows)
    terrain = ruleset_of(scenario).terrain()
    kinds = {name for name, row in terrain.items() if row.cover or row.height}
    held = [cell for entry in scenario.victory for cell in entry.cells]
    held += [cell for entry in scenario.points for cell in entry.cells]
    for name in dict.fromkeys(held):
        if name in scenario.names:
            continue
        cell = cell_named(grid, name)
        own = kinds.intersection(scenario.features[cell])
        beside = {
            scenario.names[cell_name(grid, other)]
            for other in grid.neighbour[cell]
            if other >= 0 and cell_name(grid, other) in scenario.names and own.intersection(scenario.features[other])
        }
        if len(beside) == 1:
            names[name] = beside.pop()
    return names


def new_game(scenario: Scenario, dice: Dice, log: list[Event] | None = None) -> Game:
    """A game of the scenario, taken to its first decision. Events are kept if there is a list for them."""
    return begun(laid_out(scenario), dice, log)


def begun(table: Game, dice: Dice, log: list[Event] | None = None) -> Game:
    """The same from a table that is already laid out, which can be used again."""
    game = table.copy(dice)
    game.log = log
    begin(game)
    return game


def laid_out(scenario: Scenario) -> Game:
    """The table before anything has happened on it."""
    ruleset = ruleset_of(scenario)
    grid = grid_of(scenario.grid, scenario.columns, scenario.rows)
    terrain = ruleset.terrain()
    features = [bits_of(names, terrain) for names in scenario.features]
    cover, overlooks = ruleset.cover(), ruleset.overlooks_hills
    faces, types_known = ruleset.front_faces, len(ruleset.unit_types)
    field = Battlefield(grid, features, faces, types_known, cover, overlooks, terrain, places_of(scenario))
    roster, types = muster(scenario, ruleset)
    battle = set_out(field, roster, objectives_of(scenario, grid), types)
    entries = [(unit, side) for side in scenario.sides for unit in side.units]
    for number, (unit, side) in enumerate(entries):
        other = ruleset.type_named(battle.type_of[number].becomes)
        if other is not None:
            battle.other_type[number] = fitted_out(ruleset, unit.army or side.army, unit, other)
        battle.facing[number] = grid.shape.facings.index(unit.facing or towards_enemy(grid, side))
        battle.gas_shells[number] = unit.gas
        battle.due_from[number] = 1 if unit.hidden else unit.arrives_turn
        call = call_of(grid, unit)
        if call is not None:
            battle.due_from[number] = UNCALLED if call.waits_for else AWAITED
            roster.calls[number] = call
        roster.arrival_cells[number] = cells_named(grid, unit.arrives_cells)
        roster.unit_zones[number] = cells_named(grid, unit.zone)
        roster.hidden[number] = unit.hidden
        if unit.at:
            battle.put(number, cell_named(grid, unit.at))
        elif battle.is_a(number, AIRCRAFT) and not unit.arrives_turn:
            roster.arrival_turn[number], roster.arrival_edge[number] = 1, side.edge
            battle.due_from[number] = 1
    for place, side in enumerate(scenario.sides):
        roster.side_zones[place] = cells_named(grid, side.zone)
        roster.dummies[place] = side.dummies
    for number, (unit, _) in enumerate(entries):
        if unit.carrying:
            load = roster.unit_ids.index(unit.carrying)
            battle.carrying[number] = load
            battle.carried_by[load] = number
            battle.facing[load] = battle.facing[number]
            if battle.at[number] >= 0:
                battle.put(load, battle.at[number])
    return Game(ruleset, battle, Dice(0))


def towards_enemy(grid: Grid, side: SideEntry) -> str:
    """Across the board from the side's own edge; on hexes, where no edge faces east or west, north of it."""
    facing = ACROSS[side.edge]
    if facing in grid.shape.facings:
        return facing
    return "ne" if facing == "e" else "nw"


def muster(scenario: Scenario, ruleset: Ruleset) -> tuple[Roster, list[UnitType]]:
    roster = Roster()
    types: list[UnitType] = []
    known: dict[UnitType, UnitType] = {}  # similar units share their type: less to look up, and faster found
    for number, side in enumerate(scenario.sides):
        roster.side_ids.append(side.id)
        roster.side_names.append(side.name)
        roster.edges.append(side.edge)
        roster.armies.append(side.army)
        for unit in side.units:
            fitted = type_of(ruleset, unit.army or side.army, unit)
            unit_type = known.setdefault(fitted, fitted)
            types.append(unit_type)
            quality = QUALITIES.index(unit.quality)
            roster.enlist(number, unit.id, unit.name, quality, unit.sp or unit_type.strength)
            roster.army_of[-1] = unit.army or side.army
            roster.arrival_turn[-1], roster.arrival_edge[-1] = unit.arrives_turn, unit.arrives_edge
    return roster, types


def type_of(ruleset: Ruleset, army: str, unit: UnitEntry) -> UnitType:
    unit_type = ruleset.type_named(unit.type)
    assert unit_type is not None
    return fitted_out(ruleset, army, unit, unit_type)


def fitted_out(ruleset: Ruleset, army: str, unit: UnitEntry, unit_type: UnitType) -> UnitType:
    """The type with this unit's own settings: its weapon, its training."""
    if unit_type.weapons:
        weapon = unit.weapon or unit.gun or unit_type.weapons[0]
        unit_type = armed_with(unit_type, ruleset.weapons[weapon].reach, ruleset.type_named(weapon))
    is_regular = unit.regular and ruleset.pinning is not None and army in ruleset.pinning.regulars
    return replace(unit_type, arms=unit_type.arms | REGULAR) if is_regular else unit_type


def cells_named(grid: Grid, names: list[str]) -> tuple[int, ...]:
    return tuple(cell_named(grid, name) for name in names)


def call_of(grid: Grid, unit: UnitEntry) -> Call | None:
    """What brings a reinforcement on, if not just its turn."""
    when = unit.arrives_when
    if when is None:
        return Call(unit.arrives_roll, unit.arrives_group) if unit.arrives_roll else None
    for kind, cells, amount in (
        (ENEMY_AT, when.enemy_at, 0),
        (OWN_AT, when.own_at, 0),
        (UNITS_LOST, [], when.units_lost),
        (UNITS_DESTROYED, [], when.units_destroyed),
    ):
        if cells or amount:
            return Call(unit.arrives_roll, unit.arrives_group, kind, cells_named(grid, cells), amount)
    return None


def objectives_of(scenario: Scenario, grid: Grid) -> Objectives:
    ids = [side.id for side in scenario.sides]
    rows = [
        Objective(
            entry.kind,
            ids.index(entry.side),
            entry.at_turn,
            cells_named(grid, entry.cells),
            entry.edge,
            entry.amount,
            entry.degree,
        )
        for entry in scenario.victory
    ]
    scores = tuple(
        Score(
            entry.kind,
            ids.index(entry.side),
            entry.points,
            cells_named(grid, entry.cells),
            entry.edge,
            entry.each_turn,
        )
        for entry in scenario.points
    )
    return Objectives(
        scenario.turns or LONGEST_BATTLE,
        rows,
        scenario.campaign,
        scenario.historical,
        scenario.secret_deployment,
        scores,
        scenario.degrees.get(MARGINAL, 1),
        scenario.degrees.get(DECISIVE, 0),
    )
