"""What a side sees of a battle, as rows of whole numbers; `environments/observing.py` makes arrays of them.

They hold nothing that the enemy keeps secret: of bombardments declared and not yet fired, a side sees only its own. Own
units stand before the enemy's, so that both sides see the board alike.

This module is compiled, because it runs at every step.
"""

from typing import Final

from ...battle.battle import NO_CELL, NO_TASK, NOBODY, PHASES, UNCOUNTED, WAITING, Battle
from ...battle.unit import ACTIVATED, ELITE, FINISHED, FIRED, FOUGHT, MOVED, POOR
from ...game.game import Game
from ...grid.compiler import i64, vec

# The columns of a unit; those of its facing, one for each there is, follow.
COLUMNS: Final = (
    "own",
    "on-board",
    "to-come",
    "turns-to-come",
    "column",
    "row",
    "strength",
    "elite",
    "poor",
    "pinned",
    "activated",
    "moved",
    "fired",
    "fought",
    "finished",
    "acting",  # its activation is open
    "asked",  # the question that waits is about it
    "carried",
    "carrying",
    "crossing",
    "spare",  # cells of movement left over
    "at-work",
    "work-left",  # turns
    "gas",
    "bombs",
    "aloft",  # turns
    "ordered",  # a bombardment by its own gun, and the target cell
    "target-column",
    "target-row",
    "move",
    "fire-range",
    "artillery-range",
)
FACES_FROM: Final = len(COLUMNS)

# The situation; a column for each phase follows.
SITUATION: Final = (
    "first-side",  # this side is the first in the scenario
    "decides",
    "turn",
    "activations-left",
    "acts-first",
    "own-losses",
    "enemy-losses",
    "own-exhausted",
    "enemy-exhausted",
)
PHASES_FROM: Final = len(SITUATION)


def units_seen(game: Game, side: i64) -> vec[i64]:
    """A row for each unit, one after another, and then the number of each unit's type in the book."""
    battle = game.battle
    roster = battle.roster
    faces: i64 = battle.field.grid.faces
    width: i64 = FACES_FROM + faces
    number: i64 = len(battle.at)
    seen = vec[i64]([0] * (number * (width + 1)))
    asked: i64 = game.agenda[-1].unit if game.agenda else NOBODY
    targets = orders_of(battle, side)
    start: i64 = 0
    place: i64 = 0
    for whose in (side, 1 - side):
        for unit in range(roster.first[whose], roster.end[whose]):
            seen[number * width + place] = battle.type_of[unit].row
            if battle.at[unit] >= WAITING:
                row = unit_seen(battle, unit, asked, targets.get(unit, NO_CELL))
                for column in range(FACES_FROM):
                    seen[start + column] = row[column]
                if battle.at[unit] >= 0:
                    seen[start + FACES_FROM + battle.facing[unit]] = 1
            seen[start] = 1 if whose == side else 0
            start += width
            place += 1
    return seen


def orders_of(battle: Battle, side: i64) -> dict[int, int]:
    """The cells that a side's guns are ordered to fire at."""
    return {order.gun: order.target for order in battle.orders if battle.roster.side_of[order.gun] == side}


def unit_seen(battle: Battle, unit: i64, asked: i64, target: i64) -> list[int]:
    """Its columns, in their order; the first is for the caller to say."""
    unit_type = battle.type_of[unit]
    roster = battle.roster
    columns: i64 = battle.field.grid.columns
    cell = battle.at[unit]
    here = cell >= 0
    deeds = battle.activity[unit]
    return [
        0,
        1 if here else 0,
        0 if here else 1,
        0 if here else min(max(0, roster.arrival_turn[unit] - battle.turn), battle.objectives.turns),
        cell % columns if here else 0,
        cell // columns if here else 0,
        # A book without strength points has units that are there, or gone.
        battle.strength[unit] if roster.start_strength[unit] else 1,
        1 if roster.quality[unit] == ELITE else 0,
        1 if roster.quality[unit] == POOR else 0,
        1 if battle.pinned[unit] else 0,
        1 if deeds & ACTIVATED else 0,
        1 if deeds & MOVED else 0,
        1 if deeds & FIRED else 0,
        1 if deeds & FOUGHT else 0,
        1 if deeds & FINISHED else 0,
        1 if battle.acting == unit else 0,
        1 if asked == unit else 0,
        1 if battle.carried_by[unit] != NOBODY else 0,
        1 if battle.carrying[unit] != NOBODY else 0,
        1 if battle.crossing[unit] else 0,
        battle.spare[unit],
        1 if battle.task[unit] != NO_TASK else 0,
        battle.task_turns[unit],
        battle.gas_shells[unit],
        battle.bombs[unit],
        battle.turns_aloft[unit],
        1 if target != NO_CELL else 0,
        target % columns if target != NO_CELL else 0,
        target // columns if target != NO_CELL else 0,
        max(0, unit_type.move),
        unit_type.fire_range,
        unit_type.artillery_range,
    ]


def situation_seen(game: Game, side: i64) -> vec[i64]:
    """The columns of the situation, in their order."""
    battle = game.battle
    enemy = 1 - side
    columns = [
        1 if side == 0 else 0,
        1 if game.agenda and game.agenda[-1].side == side else 0,
        battle.turn,
        battle.activations_left if battle.activations_left != UNCOUNTED else 0,
        1 if battle.first_side == side else 0,
        battle.lost[side],
        battle.lost[enemy],
        1 if battle.exhausted[side] else 0,
        1 if battle.exhausted[enemy] else 0,
    ]
    phases = [0] * len(PHASES)
    phases[battle.phase] = 1
    return vec[i64](columns + phases)
