"""What a side is after: the cells it must take, keep or reach, and whether it has to hunt the enemy."""

import math
from typing import Final

from ...battle.battle import Battle
from ...battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD, SURVIVE
from ...battle.unit import AIRCRAFT, ARTILLERY, COMMANDER, SPOTTER, TRANSPORT
from ...game.game import Game
from ...rules.turn.exhaustion import exhaustion_point
from ...rules.turn.victory import losses, units_destroyed

WON_BY_WAITING: Final = 2.5
NOTHING_TO_LOSE: Final = 0.8
MOST_CAUTION: Final = 1.8
LEAST_CAUTION: Final = 0.6
POINTS_OF_A_UNIT: Final = 3.0
MATTERS_LESS: Final = 0.5  # an objective that only makes sure of what is so anyway, or is not enough


class Aims:
    """Read from the objectives and the state of the battle, afresh for every decision."""

    def __init__(self, game: Game, side: int) -> None:
        battle = game.battle
        self.side = side
        self.turns_left = battle.objectives.turns - battle.turn
        self.take: list[int] = []  # cells to be stood on by the end, and not yet
        self.keep: list[int] = []  # cells to be stood on, where somebody does
        self.leave_by: list[str] = []  # edges to go off by
        self.block: list[str] = []  # edges that the enemy wants to go off by
        self.to_leave = 0  # how many units still have to go
        self.all_leave = False  # so many that the Commander, transports and guns have to go too
        self.destroys = False
        self.survives = False
        self.due = battle.objectives.turns
        self.worth: dict[int, float] = {}  # of standing on a cell: 1 where that alone decides
        for row in battle.objectives.rows:
            if row.turn and row.turn < battle.turn:
                continue
            if row.kind == HOLD:
                self._sort(battle, row.cells)
                self.due = min(self.due, row.turn or battle.turn + 1)
            elif row.kind == EXIT and row.side == side:
                gone = [unit for unit in battle.units(side) if battle.left_over[unit] == row.edge]
                self.to_leave = row.amount - sum(not battle.is_a(unit, AIRCRAFT) for unit in gone)
                self.leave_by.append(row.edge)
                self.all_leave = self.to_leave > len([unit for unit in battle.units(side) if goes_first(battle, unit)])
            elif row.kind == EXIT:
                self.block.append(row.edge)
            elif row.kind in (DESTROY_SP, DESTROY_UNITS) and row.side == side:
                self.destroys = True
            elif row.kind == SURVIVE and row.side == side:
                self.survives = True
        own, enemy = losses(game, side), losses(game, 1 - side)
        self.lead = enemy[0] / max(1, enemy[1]) - own[0] / max(1, own[1])  # in shares of the armies lost
        self.favoured = self.is_favoured(game)
        self.weigh_cells(battle)
        self.won_by_waiting = self.has_won_by_waiting(game)
        self.caution = self.own_losses_against_the_enemys(game)

    def is_favoured(self, game: Game) -> bool:
        """Whether the side wins if nobody reaches an objective before the turns are over."""
        for row in game.battle.objectives.rows:
            if row.kind == SURVIVE:
                return row.side == self.side
        return self.lead > 0

    def weigh_cells(self, battle: Battle) -> None:
        """What it is worth to stand on a cell: the fewer others are missing for the whole, the more.

        Who wins anyway need only deny the enemy what he must hold; the other one has to take what is his to take.
        """
        for row in battle.objectives.rows:
            if row.kind != HOLD or (row.turn and row.turn < battle.turn):
                continue
            ours = row.side == self.side
            matters = 1.0 if ours != self.favoured else MATTERS_LESS
            for cell in row.cells:
                others = 0.0
                for other in row.cells:
                    if other == cell:
                        continue
                    if ours:
                        others += 0.0 if battle.friend_in(other, self.side) else 0.5
                    elif battle.friend_in(other, self.side):
                        others += 1.0
                    elif battle.is_empty(other):
                        others += 0.3
                self.worth[cell] = self.worth.get(cell, 0.0) + matters / (1.0 + others)

    def has_won_by_waiting(self, game: Game) -> bool:
        """The enemy is exhausted and has lost the greater share: who keeps out of his fire has won."""
        exhausted = game.battle.exhausted
        return exhausted[1 - self.side] and not exhausted[self.side] and self.lead > 0

    def own_losses_against_the_enemys(self, game: Game) -> float:
        """What a loss of one's own counts against one of the enemy's: the nearer to defeat, the more."""
        if self.won_by_waiting:
            return WON_BY_WAITING
        if game.battle.exhausted[1 - self.side]:
            return NOTHING_TO_LOSE
        ratio = (1 + margin(game, 1 - self.side)) / (1 + margin(game, self.side))
        return min(MOST_CAUTION, max(LEAST_CAUTION, math.sqrt(ratio)))

    def _sort(self, battle: Battle, cells: tuple[int, ...]) -> None:
        """What the enemy must hold is denied to him by standing there."""
        for cell in cells:
            found = self.keep if battle.friend_in(cell, self.side) else self.take
            if cell not in found:
                found.append(cell)

    def urgency(self, turn: int) -> float:
        """How much it matters to stand on an objective: little until the battle is about to be judged."""
        left = self.due - turn
        for turns, weight in ((0, 3.0), (1, 2.0), (2, 1.2), (4, 0.5)):
            if left <= turns:
                return weight
        return 0.25

    def waits(self) -> bool:
        """Whether it has what it needs, and the enemy must come."""
        if self.take or self.leave_by:
            return False
        return bool(self.keep) or self.survives or (bool(self.block) and not self.destroys)


def goes_first(battle: Battle, unit: int) -> bool:
    """Whether it is one of those that break out, and not one of those that stay behind if they may."""
    behind = AIRCRAFT | COMMANDER | TRANSPORT | SPOTTER | ARTILLERY
    return battle.still_in_play(unit) and not battle.is_a(unit, behind)


def margin(game: Game, side: int) -> float:
    """What a side may still lose, in strength points, before it is exhausted or beaten."""
    battle = game.battle
    per_unit = POINTS_OF_A_UNIT if game.ruleset.strength is not None else 1.0
    lost, whole = losses(game, side)
    left = float(whole - lost)
    if game.ruleset.exhaustion is not None and not battle.exhausted[side]:
        left = min(left, exhaustion_point(game, side) - lost)
    for row in battle.objectives.rows:
        if row.side != side and row.kind == DESTROY_SP:
            left = min(left, row.amount - battle.lost[side])
        elif row.side != side and row.kind == DESTROY_UNITS:
            left = min(left, per_unit * (row.amount - units_destroyed(battle, side)))
    return max(0.0, left if game.ruleset.strength is not None else POINTS_OF_A_UNIT * left)
