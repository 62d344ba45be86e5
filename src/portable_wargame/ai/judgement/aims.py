"""A side's aims: the cells it must take, keep or reach, and whether it has to hunt the enemy."""

import math
from typing import Final

from ...battle.battle import Battle
from ...battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD, SURVIVE
from ...battle.unit import AIRCRAFT, ARTILLERY, COMMANDER, SPOTTER, TRANSPORT
from ...game.game import Game
from ...grid.compiler import i64
from ...rules.turn.exhaustion import exhaustion_point
from ...rules.turn.points import units_destroyed
from ...rules.turn.victory import losses
from .scoring import cells_that_score, holds_enough, if_nobody_scores, lead_in_points

WON_BY_WAITING: Final = 2.5
NOTHING_TO_LOSE: Final = 0.8
MOST_CAUTION: Final = 1.8
LEAST_CAUTION: Final = 0.6
POINTS_OF_A_UNIT: Final = 3.0
WINS: Final = 1.0
DRAWS: Final = 0.5
LOSES: Final = 0.0
MUST_TAKE: Final = 2.0  # units' worth of fighting for a cell to be taken
PACE: Final = 0.12  # of the army: units that it puts out of action in a turn of hard fighting
IF_DRAWN: Final = 0.0  # how much of that hurry a side feels if waiting gives it a draw
TO_SPARE: Final = 0.4  # share of the battle: with these turns in hand there is no hurry yet
MATTERS_LESS: Final = 0.5  # an objective that only confirms what is certain anyway, or is not enough


class Aims:
    """Read from the objectives and the state of the battle, freshly for every decision."""

    def __init__(self, game: Game, side: int) -> None:
        battle = game.battle
        self.side = side
        self.turns_left = battle.objectives.turns - battle.turn
        self.take: list[int] = []  # cells it must stand on by the end, and doesn't yet
        self.keep: list[int] = []  # cells it must stand on, and does
        self.leave_by: list[str] = []  # edges to go off by
        self.block: list[str] = []  # edges that the enemy wants to go off by
        self.to_leave = 0  # how many units still have to go
        self.all_leave = False  # even the Commander, transports and guns have to go
        self.destroys = False
        self.survives = False
        self.due = battle.objectives.turns
        self.worth: dict[int, float] = {}  # the worth of standing on a cell: 1 where that alone decides
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
        self._look_at_points(battle)
        own, enemy = losses(game, side), losses(game, 1 - side)
        self.lead = enemy[0] / max(1, enemy[1]) - own[0] / max(1, own[1])  # in shares of the armies lost
        if battle.objectives.scores:
            self.lead = lead_in_points(battle, side)
        self.outlook = if_nobody_moves(game, side)
        self.favoured = self.is_favoured(game)
        self.weigh_cells(battle)
        self.won_by_waiting = self.has_won_by_waiting(game)
        self.caution = self.own_losses_against_the_enemys(game)

    def _look_at_points(self, battle: Battle) -> None:
        """Anything that brings points is worth having or denying, too."""
        cells = [cell for cell in cells_that_score(battle) if cell not in self.take and cell not in self.keep]
        self._sort(battle, tuple(cells))
        for score in battle.objectives.scores:
            if score.kind == EXIT and score.side == self.side and score.edge not in self.leave_by:
                self.leave_by.append(score.edge)
                self.to_leave = max(self.to_leave, 1)
            elif score.kind == EXIT and score.side != self.side and score.edge not in self.block:
                self.block.append(score.edge)
            elif score.side == self.side and score.kind in (DESTROY_SP, DESTROY_UNITS):
                self.destroys = True

    def is_favoured(self, game: Game) -> bool:
        """Whether the side wins if nobody reaches an objective before the turns are over."""
        for row in game.battle.objectives.rows:
            if row.kind == SURVIVE:
                return row.side == self.side
        return self.lead > 0

    def pressure_of_time(self, game: Game) -> float:
        """How much a side that loses by waiting has to hurry: 0, not at all; 1, it is now or never.

        It has to come within reach first, and then do what it needs to, at about one unit's worth a turn and a share of
        the army; activation dice give it fewer units a turn than it has.
        """
        battle = game.battle
        if self.outlook >= WINS or battle.exhausted[self.side]:
            return 0.0
        units = [unit for unit in battle.units(self.side) if goes_first(battle, unit)]
        way = way_to_the_enemy(battle, self.side, units)
        deeds = margin(game, 1 - self.side) if self.destroys else POINTS_OF_A_UNIT * MUST_TAKE * len(self.take)
        deeds = max(deeds, POINTS_OF_A_UNIT)
        pace = POINTS_OF_A_UNIT * max(1.0, PACE * len(units))
        needed = way + deeds / pace
        spare = self.turns_left - needed
        loses = 1.0 if self.outlook == LOSES else IF_DRAWN
        return loses * min(1.0, max(0.0, 1.0 - spare / max(1.0, TO_SPARE * battle.objectives.turns)))

    def weigh_cells(self, battle: Battle) -> None:
        """What it is worth to stand on a cell: the fewer other cells are still missing, the more.

        A side that wins anyway need only deny the enemy what they must hold; the other has to take what it needs.
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
        for cell, points in cells_that_score(battle).items():
            self.worth[cell] = self.worth.get(cell, 0.0) + points

    def has_won_by_waiting(self, game: Game) -> bool:
        """If the enemy is exhausted and has lost the greater share, a side that keeps out of their fire has won."""
        exhausted = game.battle.exhausted
        return exhausted[1 - self.side] and not exhausted[self.side] and self.lead > 0

    def own_losses_against_the_enemys(self, game: Game) -> float:
        """How much the side's own loss counts against one of the enemy's: the nearer to defeat, the more."""
        if self.won_by_waiting:
            return WON_BY_WAITING
        if game.battle.exhausted[1 - self.side]:
            return NOTHING_TO_LOSE
        ratio = (1 + margin(game, 1 - self.side)) / (1 + margin(game, self.side))
        return min(MOST_CAUTION, max(LEAST_CAUTION, math.sqrt(ratio)))

    def _sort(self, battle: Battle, cells: tuple[int, ...]) -> None:
        """Standing on what the enemy must hold denies it to them."""
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
        """Whether it has what it needs, and the enemy must come: a side that loses by waiting never waits."""
        if self.take or self.leave_by or self.outlook == LOSES:
            return False
        return bool(self.keep) or self.survives or (bool(self.block) and not self.destroys)

    def wariness(self) -> float:
        """How far a side that wins by waiting, and is nearer to defeat than the enemy, keeps behind its walls.

        They have to come to it: targets elsewhere are no reason to go there.
        """
        if self.outlook != WINS or not self.keep or not self.waits():
            return 0.0
        return max(0.0, self.caution - 1.0)


def if_nobody_moves(game: Game, side: int) -> float:
    """What a side scores if neither does anything more: 1 for a victory, a half for a draw."""
    battle = game.battle
    for turn in range(battle.turn, battle.objectives.turns + 1):
        for row in battle.objectives.rows:
            if row.turn not in (0, turn):
                continue
            if row.kind == SURVIVE or holds_enough(battle, row):
                return WINS if row.side == side else LOSES
    if battle.objectives.scores:
        ahead = if_nobody_scores(battle, side) - if_nobody_scores(battle, 1 - side)
        return DRAWS if abs(ahead) < battle.objectives.marginal else WINS if ahead > 0 else LOSES
    own, enemy = losses(game, side), losses(game, 1 - side)
    mine, his = own[0] * enemy[1], enemy[0] * own[1]
    return WINS if mine < his else LOSES if mine > his else DRAWS


def way_to_the_enemy(battle: Battle, side: int, units: list[int]) -> float:
    """How many turns an average unit needs to get where it can do harm."""
    grid = battle.field.grid
    enemies = [battle.at[enemy] for enemy in battle.units(1 - side) if battle.on_board(enemy)]
    total, number = 0.0, 0
    for unit in units:
        if battle.on_board(unit) and enemies:
            unit_type = battle.type_of[unit]
            near: i64 = grid.distance(battle.at[unit], enemies[0])
            for cell in enemies:
                away: i64 = grid.distance(battle.at[unit], cell)
                if away < near:
                    near = away
            short: int = max(0, near - max(1, unit_type.fire_range))
            rate: int = max(1, unit_type.move)
            total += short / rate
            number += 1
    return total / number if number else 0.0


def goes_first(battle: Battle, unit: int) -> bool:
    """Whether the unit has to break out; if not, it may stay behind."""
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
