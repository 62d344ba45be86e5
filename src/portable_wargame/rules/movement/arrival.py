"""Coming onto the board, and going off it."""

from typing import Final

from ...battle.battle import NO_CELL, WAITING, Battle
from ...battle.naming import place as place_name
from ...battle.unit import AIRCRAFT, ENTERED, FIRED, MOVED
from ...game.actions import NO_ACTIONS, Action
from ...game.agenda import Activity, Chance, Reason
from ...game.changes import HIDDEN, leave, mark, place, spare, tell, uncover
from ...game.game import Game
from ...game.odds import foresee
from ...game.tables import is_barred
from ...grid.compiler import i64
from ..combat.hits import enter_cell
from ..reasons import barring, because
from ..turn.victory import CHECK_VICTORY
from .march import has_perils
from .stacking import may_stand_in

ARRIVAL: Final = "shared.arrival"
VICTORY: Final = "shared.victory"


def ways_in(battle: Battle, unit: i64) -> list[int]:
    """The cells where a reinforcement may come on: those that the scenario names, or its whole edge."""
    if battle.roster.arrival_cells[unit]:
        return list(battle.roster.arrival_cells[unit])
    return battle.field.grid.edge(battle.roster.arrival_edge[unit])


def entry_cells(game: Game, unit: i64) -> list[int]:
    """The entry cells that are free, passable and not next to an enemy; for a hidden unit, its own cell."""
    battle = game.battle
    if battle.roster.hidden[unit]:
        lair = battle.placement_of(unit)
        return [lair.cell] if lair is not None else []
    side = battle.side_of(unit)
    unit_type = battle.type_of[unit]
    movement = game.ruleset.movement
    cells: list[int] = []
    for cell in ways_in(battle, unit):
        features = battle.features[cell]
        barred = movement.footing(unit_type, features, features).forbidden or battle.enemy_next_to(cell, side)
        if barred and not battle.is_a(unit, AIRCRAFT):
            continue
        if may_stand_in(battle, movement, unit, cell):
            cells.append(cell)
    return cells


class Enter(Activity):
    """A reinforcement's first cell of movement; the rest of its move follows."""

    def options(self, game: Game, unit: i64) -> list[Action]:
        roster = game.battle.roster
        if game.battle.at[unit] != WAITING or not (roster.arrival_turn[unit] or roster.hidden[unit]):
            return NO_ACTIONS
        return [
            Action("enter", unit, cell, facing)
            for cell in entry_cells(game, unit)
            for facing in range(game.battle.field.grid.faces)
        ]

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        battle = game.battle
        if battle.roster.hidden[action.unit]:
            return [because(game, HIDDEN, "hidden", action.unit)]
        if not battle.roster.arrival_turn[action.unit]:
            return [because(game, ARRIVAL, "no-reinforcement", action.unit)]
        if action.target in entry_cells(game, action.unit):
            return [because(game, ARRIVAL, "which-facing", action.unit)]
        cells = battle.roster.arrival_cells[action.unit]
        if cells:
            names = " or ".join([place_name(battle, cell) for cell in cells])
            return [because(game, ARRIVAL, "entry-cells", action.unit, words=names)]
        return [because(game, ARRIVAL, "entry", action.unit, words=battle.roster.arrival_edge[action.unit])]

    def play(self, game: Game, action: Action) -> None:
        unit = action.unit
        lair = game.battle.placement_of(unit)
        if lair is not None:
            uncover(game, lair, action.facing, HIDDEN)
            return
        place(game, unit, action.target, action.facing, ARRIVAL)
        mark(game, unit, MOVED)
        spare(game, unit, game.battle.type_of[unit].move - 1)
        features = game.battle.features[action.target]
        # A road onto the board has led to this cell.
        leaving = features & game.ruleset.movement.road_features
        footing = game.ruleset.movement.footing(game.battle.type_of[unit], leaving, features)
        flies = game.battle.is_a(unit, AIRCRAFT)
        if footing.stops and not flies:
            tell(game, "stopped", footing.stops, unit, action.target)
        elif game.battle.type_of[unit].move > 0:
            mark(game, unit, ENTERED)
        if not flies:
            enter_cell(game, unit, NO_CELL)

    def chances(self, game: Game, action: Action) -> list[Chance]:
        return foresee(game, action) if has_perils(game, action.unit, (action.target,)) else [Chance(1, 0, [])]


class Leave(Activity):
    """A unit at the edge that it is to leave by may leave as its move; an aircraft, by its own edge, with what is left
    of its move."""

    def options(self, game: Game, unit: i64) -> list[Action]:
        battle = game.battle
        if game.ruleset.air is None and not battle.objectives.exit_edges[battle.roster.side_of[unit]]:
            return NO_ACTIONS
        if not exit_edge(game, unit):
            return NO_ACTIONS
        flies_on = battle.is_a(unit, AIRCRAFT) and battle.spare[unit] > 0 and not battle.has(unit, FIRED)
        if is_barred(game.ruleset.movement.barred, battle, unit) and not flies_on:
            return NO_ACTIONS
        return [Action("leave", unit)]

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        if not exit_edge(game, action.unit):
            clause = leaving(game, action.unit)
            return [because(game, clause, "no-exit", action.unit)]
        return barring(game, game.ruleset.movement.barred.rows, action.unit)

    def play(self, game: Game, action: Action) -> None:
        leave(game, action.unit, exit_edge(game, action.unit), leaving(game, action.unit))
        game.push(CHECK_VICTORY.step())


def leaving(game: Game, unit: i64) -> str:
    """The clause for leaving the board."""
    air = game.ruleset.air
    return air.endurance if air is not None and game.battle.is_a(unit, AIRCRAFT) else VICTORY


def exit_edge(game: Game, unit: i64) -> str:
    """The edge over which the unit may go from where it stands, or ""."""
    battle = game.battle
    side = battle.roster.side_of[unit]
    flies = battle.is_a(unit, AIRCRAFT)
    if not flies and not battle.objectives.exit_edges[side]:
        return ""
    if not battle.on_board(unit) or battle.type_of[unit].move <= 0 or battle.has(unit, ENTERED):
        return ""
    for edge in [battle.roster.edges[side]] if flies else battle.objectives.exit_edges[side]:
        if battle.field.grid.depth(battle.at[unit], edge) == 0:
            return edge
    return ""


ENTER: Final = Enter("enter", arrives=True)
LEAVE: Final = Leave("leave")
