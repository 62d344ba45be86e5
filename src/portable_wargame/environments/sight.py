"""What a learning program sees and does: arrays of fixed size.

Observation, a dictionary of:
* `units`, one row for each unit, own units first, in the order of the scenario, so that both sides see the board alike.
  Columns: 0 own (1) or enemy (0); 1 on the board; 2 and 3 column and row of its cell, from 0 to 1; 4 and 5 facing as
  sine and cosine; 6 strength left, as a share of its own at the start (of a unit, where a book has no strength points);
  7 elite (1), average (0.5) or poor (0); 8 pinned; 9 activated this turn.
* `turn`, the turn that is being played, as a share of the battle's turns.
* `action_mask`, which of the actions may be chosen now.

Actions are numbers: the place of an option in `Game.options()`, the list that the rules give. Where a great battle has
more of them than there are numbers, moves of the last units are left out; `done` and `end`, which stand last, are not.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game.actions import Action
from ..game.game import Game

COLUMNS = 10
MOST_OPTIONS = 2048
Observation = dict[str, NDArray[Any]]


def spaces_of(units: int, actions: int) -> Any:
    """The observation space."""
    from gymnasium import spaces

    return spaces.Dict(
        {
            "units": spaces.Box(-1.0, 1.0, (units, COLUMNS), np.float32),
            "turn": spaces.Box(0.0, 1.0, (1,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def options_now(game: Game, actions: int) -> list[Action]:
    options = game.options()
    if len(options) <= actions:
        return options
    answers = game.answers()
    return [*options[: actions - len(answers)], *answers]


def mask_of(options: list[Action], actions: int) -> NDArray[np.int8]:
    mask = np.zeros(actions, np.int8)
    mask[: len(options)] = 1
    return mask


def observed(game: Game, side: int, mask: NDArray[np.int8]) -> Observation:
    battle = game.battle
    rows = [row(game, unit, side) for whose in (side, 1 - side) for unit in battle.units(whose)]
    turn = min(1.0, battle.turn / battle.objectives.turns)
    return {
        "units": np.array(rows, np.float32),
        "turn": np.array([turn], np.float32),
        "action_mask": mask,
    }


def row(game: Game, unit: int, side: int) -> list[float]:
    battle = game.battle
    grid = battle.field.grid
    cell = battle.at[unit]
    here = cell >= 0
    angle = 2 * math.pi * int(battle.facing[unit]) / grid.faces
    whole = battle.roster.start_strength[unit]
    alive = float(battle.still_in_play(unit))
    return [
        float(battle.side_of(unit) == side),
        float(here),
        grid.column(cell) / (grid.columns - 1) if here else 0.0,
        grid.row(cell) / (grid.rows - 1) if here else 0.0,
        math.sin(angle) if here else 0.0,
        math.cos(angle) if here else 0.0,
        int(battle.strength[unit]) / int(whole) if game.ruleset.strength is not None and whole else alive,
        1.0 - int(battle.roster.quality[unit]) / 2,
        float(battle.pinned[unit]),
        float(battle.activity[unit] != 0),
    ]
