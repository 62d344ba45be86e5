"""Observations: what a side sees, as arrays of fixed shapes. docs/environments.md lists their contents."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..ai.numbers.codes import Codes
from ..ai.numbers.sight import COLUMNS, FACES_FROM, PHASES_FROM, SITUATION, situation_seen, units_seen
from ..battle.battle import PHASES
from ..battle.objectives import EXIT, HOLD, Objective
from ..battle.side import SIDES
from ..battle.terrain import FIRST_SPARE, GAS, TERRAIN
from ..game.game import Game
from ..rules.turn.victory import losses

Observation = dict[str, NDArray[Any]]

MOST = 10.0  # no number in an observation is larger; nearly all are from 0 to 1
# The divisor of each column's numbers; columns not named here are already 0 or 1.
CELLS = ("spare", "move", "fire-range", "artillery-range")
FEW = ("work-left", "gas", "bombs", "aloft")
LONG_WAY = 10  # cells
A_FEW = 4
KINDS = (HOLD, EXIT, "destroy-units", "destroy-sp", "survive")
CONDITION = ("own", *KINDS, "at-turn", "amount")
# Features that another book adds have no plane: a policy learnt from these books still fits.
FEATURES = {row.name: row.bits() for row in TERRAIN.values() if row.bit < FIRST_SPARE}
GROUND = (*FEATURES, "gas", "own-hold", "enemy-hold", "own-exit", "enemy-exit")


class Observer:
    """Makes the observations of one scenario's battles."""

    def __init__(self, table: Game) -> None:
        self.codes = Codes(table)
        self.table = table
        battle = table.battle
        self.grid = battle.field.grid
        self.units = len(battle.at)
        self.width = FACES_FROM + self.grid.faces
        self.unit_scale = [self._unit_scale(side) for side in SIDES]
        self.situation_scale = [self._situation_scale(side) for side in SIDES]
        self.conditions = [self._conditions(side) for side in SIDES]
        self.goals = [self._goals(side) for side in SIDES]
        self.bits = np.array([*(bits for bits in FEATURES.values()), GAS], np.int32)[:, None, None]
        self.features = b""
        self.ground = np.zeros((len(self.bits), self.grid.rows, self.grid.columns), np.int8)

    def space(self) -> Any:
        return spaces.Dict(
            {
                "units": spaces.Box(0.0, MOST, (self.units, self.width), np.float32),
                "types": spaces.Box(0, max(1, len(self.table.ruleset.unit_types) - 1), (self.units,), np.int16),
                "ground": spaces.Box(0, 1, (len(GROUND), self.grid.rows, self.grid.columns), np.int8),
                "conditions": spaces.Box(0.0, MOST, self.conditions[0].shape, np.float32),
                "situation": spaces.Box(0.0, MOST, (PHASES_FROM + len(PHASES),), np.float32),
                "action_mask": spaces.Box(0, 1, (self.codes.number,), np.int8),
            }
        )

    def observed(self, game: Game, side: int, codes: NDArray[np.int64]) -> Observation:
        """What a side sees when it may choose one of these codes. Every array is new: the caller may keep it."""
        seen = np.array(units_seen(game, side), np.int64)
        numbers = self.units * self.width
        units = np.empty((self.units, self.width), np.float32)
        np.multiply(seen[:numbers].reshape(self.units, self.width), self.unit_scale[side], out=units, casting="unsafe")
        mask = np.zeros(self.codes.number, np.int8)
        mask[codes] = 1
        return {
            "units": units,
            "types": seen[numbers:].astype(np.int16),
            "ground": np.concatenate((self._ground(game), self.goals[side])),
            "conditions": self.conditions[side].copy(),
            "situation": (np.array(situation_seen(game, side)) * self.situation_scale[side]).astype(np.float32),
            "action_mask": mask,
        }

    def _ground(self, game: Game) -> NDArray[np.int8]:
        """Worked out again only when the ground has changed."""
        features = np.array(game.battle.features, np.int32)
        if features.tobytes() != self.features:
            self.features = features.tobytes()
            cells = features.reshape(1, self.grid.rows, self.grid.columns)
            self.ground = (cells & self.bits == self.bits).astype(np.int8)
        return self.ground

    def _unit_scale(self, side: int) -> NDArray[np.float32]:
        battle = self.table.battle
        scale = np.ones((self.units, self.width), np.float32)
        across = 1 / np.maximum(1, [self.grid.columns - 1, self.grid.rows - 1])
        for names, factor in (
            (("column", "target-column"), across[0]),
            (("row", "target-row"), across[1]),
            (("turns-to-come",), 1 / battle.objectives.turns),
            (CELLS, 1 / LONG_WAY),
            (FEW, 1 / A_FEW),
        ):
            scale[:, [COLUMNS.index(name) for name in names]] = factor
        own_first = [unit for whose in (side, 1 - side) for unit in battle.units(whose)]
        start = np.array([battle.roster.start_strength[unit] for unit in own_first])
        scale[:, COLUMNS.index("strength")] = 1 / np.maximum(1, start)
        return scale

    def _situation_scale(self, side: int) -> NDArray[np.float32]:
        battle = self.table.battle
        scale = np.ones(PHASES_FROM + len(PHASES), np.float32)
        scale[SITUATION.index("turn")] = 1 / battle.objectives.turns
        scale[SITUATION.index("activations-left")] = 1 / max(len(battle.units(whose)) for whose in SIDES)
        scale[SITUATION.index("own-losses")] = 1 / max(1, losses(self.table, side)[1])
        scale[SITUATION.index("enemy-losses")] = 1 / max(1, losses(self.table, 1 - side)[1])
        return scale

    def _conditions(self, side: int) -> NDArray[np.float32]:
        rows = self.table.battle.objectives.rows
        told = np.zeros((max(1, len(rows)), len(CONDITION)), np.float32)
        for row, objective in zip(told, rows, strict=False):
            row[0] = objective.side == side
            if objective.kind in KINDS:  # points are not a kind of their own: a policy learnt without them still fits
                row[1 + KINDS.index(objective.kind)] = 1
            row[-2] = objective.turn / self.table.battle.objectives.turns
            row[-1] = self._amount(objective)
        return told.clip(0, MOST)

    def _amount(self, objective: Objective) -> float:
        """Cells to hold, or units or strength points, as a share of all of them."""
        battle = self.table.battle
        whose = objective.side if objective.kind == EXIT else 1 - objective.side
        if objective.kind == "destroy-sp":
            return float(objective.amount / max(1, losses(self.table, whose)[1]))
        if objective.kind == HOLD:
            return objective.needed() / self.grid.cells
        return float(objective.amount / len(battle.units(whose)))

    def _goals(self, side: int) -> NDArray[np.int8]:
        """Four boards: cells to hold and cells at edges to leave by, its own and the enemy's."""
        boards = np.zeros((4, self.grid.cells), np.int8)
        for objective in self.table.battle.objectives.rows:
            whose = 0 if objective.side == side else 1
            if objective.kind == HOLD:
                boards[whose, list(objective.cells)] = 1
            elif objective.kind == EXIT:
                boards[2 + whose, list(self.grid.edge(objective.edge))] = 1
        return boards.reshape(4, self.grid.rows, self.grid.columns)
