"""One artillery shot: where the shell lands, and whom it strikes."""

from typing import Final

from ...battle.battle import NO_CELL, Battle
from ...game.agenda import Step
from ...game.changes import roll_on, tell, tell_roll, turn
from ...game.game import Game
from ...game.ruleset import Landing
from ...game.tables import (
    BEHIND_LEFT,
    BEHIND_RIGHT,
    FRONT_LEFT,
    FRONT_RIGHT,
    HIT,
    NO_NEED,
    NOTHING,
    ON_TARGET,
    Attack,
    added,
    applying,
)
from ...grid.compiler import i64
from ..combat.hits import all_struck, blow
from ..movement.hiding import find_in
from .shooting import facing_to_fire, throw, throw_for_effect

PLACES: Final = {
    NOTHING: "ineffective",
    ON_TARGET: "on-target",
    FRONT_LEFT: "in-front",
    FRONT_RIGHT: "in-front",
    BEHIND_LEFT: "behind",
    BEHIND_RIGHT: "behind",
}


def landing_cell(battle: Battle, firer: int, target: i64, place: int) -> int:
    """The cell of a place of the landing table; NO_CELL off the board, or where the shell would fall on the firer."""
    grid = battle.field.grid
    if place == ON_TARGET:
        return target
    if place == NOTHING:
        return NO_CELL
    right, left = grid.ways_out(target, firer)  # looking back at the firer, left is on the firer's right
    ways = (left, right, grid.opposite(right), grid.opposite(left))  # by place, from FRONT_LEFT to BEHIND_RIGHT
    cell = grid.neighbour[target][ways[place - FRONT_LEFT]]
    return NO_CELL if cell == firer else cell


def bombard(game: Game, gun: int, target: i64) -> list[Step]:
    """Roll for one shot: what will happen to which unit, once all have fired."""
    battle = game.battle
    shooting = game.ruleset.artillery
    landing = shooting.landing
    if landing is None:
        return throw(game, shooting, "artillery", gun, target, 1)
    if shooting.turns:
        turn(game, gun, facing_to_fire(Attack(battle, gun, target)), shooting.turns)
    cell = throw_for_landing(game, landing, gun, target)
    if cell == NO_CELL:
        return []
    side = battle.side_of(gun)
    blows: list[Step] = []
    for unit in all_struck(battle, game.ruleset, cell):
        effect = HIT
        if shooting.tables:
            effect = throw_for_effect(game, shooting, "artillery", Attack(battle, gun, cell, unit), 1)[0]
        if effect != NOTHING:
            blows.append(blow(game, unit, effect, side, shooting.clause, struck_from=battle.at[gun]))
    return blows


def throw_for_landing(game: Game, landing: Landing, gun: int, target: i64) -> int:
    battle = game.battle
    if battle.field.grid.distance(battle.at[gun], target) <= landing.sure_within:
        land(game, landing.sure, gun, target)
        return target
    attack = Attack(battle, gun, target)
    table = landing.table
    bonus = added(landing.modifiers, attack)
    faces = roll_on(game, 1, table, bonus)
    scores = [faces[0] + bonus]
    place = table.effect(scores[0])
    modifiers = applying(landing.modifiers, attack)
    outcomes = [PLACES[place]]
    tell_roll(game, "landing", table.clause, attack.side, gun, faces, modifiers, scores, NO_NEED, outcomes, target)
    cell = landing_cell(battle, attack.cell, target, place)
    if cell != NO_CELL:
        land(game, table.clause, gun, cell)
    return cell


def land(game: Game, clause: str, gun: int, cell: i64) -> None:
    tell(game, "landed", clause, gun, cell)
    find_in(game, cell)
    if game.account is not None:
        game.account.lands = cell


def landing_odds(battle: Battle, landing: Landing, gun: int, target: i64) -> list[tuple[float, int]]:
    if battle.field.grid.distance(battle.at[gun], target) <= landing.sure_within:
        return [(1.0, target)]
    bonus = added(landing.modifiers, Attack(battle, gun, target))
    return [(odds, landing_cell(battle, battle.at[gun], target, place)) for odds, place in landing.table.odds(bonus)]
