"""Hidden units and dummies: where they are placed, and how a shell finds them. An enemy who comes next to one finds it
by looking round (`changes.look_round`)."""

from ...battle.battle import NOBODY, WAITING, Battle
from ...battle.unit import AIRCRAFT
from ...game.changes import HIDDEN, is_hidden, uncover
from ...game.game import Game
from ...grid.compiler import i64


def find_in(game: Game, cell: i64) -> None:
    """A shell has come down there."""
    battle = game.battle
    for placement in battle.concealed:
        if placement.cell == cell and is_hidden(battle, placement):
            uncover(game, placement, battle.facing[placement.unit] if placement.unit != NOBODY else 0, HIDDEN)


def may_hide_in(battle: Battle, side: i64, cell: i64) -> bool:
    """No unit hides where another is, next to an enemy, or where enemy reinforcements come on."""
    if not battle.is_empty(cell) or battle.enemy_next_to(cell, side):
        return False
    for placement in battle.concealed:
        if placement.side == side and placement.cell == cell:
            return False
    roster = battle.roster
    for enemy in battle.units(1 - side):
        if battle.at[enemy] != WAITING or not roster.arrival_turn[enemy] or battle.is_a(enemy, AIRCRAFT):
            continue
        if cell in (roster.arrival_cells[enemy] or battle.field.grid.edge(roster.arrival_edge[enemy])):
            return False
    return True


def dummies_left(battle: Battle, side: i64) -> int:
    """How many the side still has to place."""
    placed = 0
    for placement in battle.concealed:
        if placement.side == side and placement.unit == NOBODY:
            placed += 1
    return battle.roster.dummies[side] - placed


def blinds(battle: Battle, side: i64) -> list[int]:
    """The cells that are marked for everybody to see, once all have deployed: those of a side that has dummies."""
    if not battle.roster.dummies[side] or battle.turn == 0:
        return []
    return sorted([one.cell for one in battle.concealed if one.side == side])
