"""What a learning program sees and does: arrays of fixed size.

Observation, a dictionary of:
* `units`, one row for each unit, own units first, in the order of the scenario, so that both sides see the board alike.
  Columns: 0 own (1) or enemy (0); 1 on the board; 2 and 3 column and row of its cell, from 0 to 1; 4 and 5 facing as
  sine and cosine; 6 strength left, as a share of its own at the start (of a unit, where a book has no strength points);
  7 elite (1), average (0.5) or poor (0); 8 pinned; 9 activated this turn.
* `ground`, a row for each row of the board, the southernmost first: the features of its cells, in the bits of
  `battle/terrain.py`.
* `turn`, the turn that is being played, as a share of the battle's turns.
* `action_mask`, which of the actions may be chosen now.
* `options`, one row for each action: what it would be, if it may be chosen. Columns: 0 the verb, as its place in
  `VERBS` of `speech/verbs.py`; 1 the unit, as its row in `units`; 2 and 3 column and row of the cell that it is
  about, which for a move is its last; 4 the facing; 5 the opponent or the cargo, as its row in `units`; 6 the task;
  7 how: a double move (1), a gas shell (2), at an aircraft (4); 8 loads of bombs. What it does not say is -1.

Actions are numbers: the place of an option in `Game.options()`, the list that the rules give. Where a great battle has
more of them than there are numbers, moves of the last units are left out; `done` and `end`, which stand last, are not.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..battle.battle import NO_TASK, NOBODY, Battle
from ..battle.terrain import FEATURE_BITS
from ..game.actions import Action
from ..game.game import Game
from ..scenario.model import Scenario
from ..speech.verbs import VERBS

COLUMNS = 10
WORDS = 9  # columns of an option
UNSAID = -1
NUMBER_OF = {verb: number for number, verb in enumerate(VERBS)}
MOST_OPTIONS = 2048
Observation = dict[str, NDArray[Any]]


def spaces_of(scenario: Scenario, actions: int) -> Any:
    """The observation space."""
    from gymnasium import spaces

    units = sum(len(side.units) for side in scenario.sides)
    return spaces.Dict(
        {
            "units": spaces.Box(-1.0, 1.0, (units, COLUMNS), np.float32),
            "ground": spaces.Box(0, (1 << FEATURE_BITS) - 1, (scenario.rows, scenario.columns), np.int32),
            "options": spaces.Box(UNSAID, np.iinfo(np.int16).max, (actions, WORDS), np.int16),
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


def observed(game: Game, side: int, options: list[Action], actions: int) -> Observation:
    """What a side sees that may choose one of these options."""
    battle = game.battle
    grid = battle.field.grid
    rows = [row(game, unit, side) for whose in (side, 1 - side) for unit in battle.units(whose)]
    words = np.full((actions, WORDS), UNSAID, np.int16)
    if options:
        words[: len(options)] = [words_of(battle, option, side) for option in options]
    turn = min(1.0, battle.turn / battle.objectives.turns)
    return {
        "units": np.array(rows, np.float32),
        "ground": np.array(list(battle.features), np.int32).reshape(grid.rows, grid.columns),
        "options": words,
        "turn": np.array([turn], np.float32),
        "action_mask": mask_of(options, actions),
    }


def words_of(battle: Battle, option: Action, side: int) -> list[int]:
    grid = battle.field.grid
    cell = option.path[-1] if option.path else option.target
    return [
        NUMBER_OF[option.verb],
        row_of(battle, option.unit, side),
        grid.column(cell) if cell >= 0 else UNSAID,
        grid.row(cell) if cell >= 0 else UNSAID,
        option.facing,
        row_of(battle, option.other, side),
        option.task if option.task != NO_TASK else UNSAID,
        option.double + 2 * option.gas + 4 * option.air,
        option.loads or UNSAID,
    ]


def row_of(battle: Battle, unit: int, side: int) -> int:
    """Its row in `units`: those of the side come first."""
    if unit == NOBODY:
        return UNSAID
    whose = battle.side_of(unit)
    before = 0 if whose == side else len(battle.units(side))
    return before + unit - battle.roster.first[whose]


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
