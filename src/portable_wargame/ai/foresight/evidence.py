"""Evidence: the signs of who will win, in numbers that every book has.

Each speaks for the first side and against the second, or is the same for both (`SAME`). A likely loss
counts by its probability, so that a forecast can be read like a battle. `learned` weighs them.
"""

import math
from typing import Final

from ...battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD, SURVIVE, Objective
from ...battle.side import SIDES
from ...battle.unit import AIRCRAFT, ARTILLERY, COMMANDER, MACHINE_GUN, MORTAR, TANK
from ...game.game import Game
from ...rules.turn.activation import ACTIVATE
from ...rules.turn.exhaustion import exhaustion_point
from ...rules.turn.victory import losses
from ..judgement.aims import if_nobody_moves, margin
from ..judgement.likely import Likely
from ..judgement.standing import exits, ground

NAMES: Final = (
    "lead",  # in shares of the armies lost
    "lead, late",
    "clear lead, late",
    "turn to act",
    "worn",  # the part lost of what exhausts a side
    "exhausted",
    "lead when both are exhausted",
    "destruction",  # the part destroyed of what has to be destroyed
    "destruction, nearly done",
    "margin",  # how near each side is to defeat
    "hold",  # the part held of the cells to hold
    "hold, late",
    "hold, at the end",
    "near",  # friends and enemies around those cells
    "near, late",
    "survival",
    "survival, late",
    "exit",  # the part gone of the units that have to leave
    "exit, against the clock",
    "nobody moves",  # the winner then
    "nobody moves, late",
    "nobody moves, at the end",
    "army",  # worth that is left, in shares
    "heavy arms",
    "command",
    "pinned",
    "in reach",  # units of one side that the other can fire at
    "asked for",  # how much of the enemy a side has to destroy
    "objectives",  # how many ways to win it has
    "lead, at the end",
    "acts now",
    "still to act",  # later this turn, or with the enemy still to come
)
SAME: Final = (
    "time",
    "strength points",  # the book counts them
    "exhaustion",  # the book knows it
    "how bloody",  # what both have lost
    "how near",  # the share of the armies that can fire at each other
)
HEAVY: Final = ARTILLERY | MACHINE_GUN | MORTAR | TANK
CLEAR: Final = 10.0  # a tenth of an army is a clear lead
LIKE_A_GUN: Final = 1.5  # what a heavy arm counts against a unit of foot
FADES: Final = 0.5  # how fast what counts at the end fades with each half-turn before it


def evidence(likely: Likely, acts_next: int) -> list[float]:
    """In the order of NAMES, then of SAME."""
    game = likely.game
    battle = game.battle
    time = min(1.0, battle.turn / max(1, battle.objectives.turns))
    late = time * time
    acts = game.question() is ACTIVATE
    sign = 1.0 if acts_next == 0 else -1.0
    leads_off = battle.first_side == acts_next  # its enemy is still to act this turn
    half_turns = 2 * (battle.objectives.turns - battle.turn) + (1 if leads_off or not acts else 0)
    end = math.exp(-FADES * half_turns)
    lost = [likely.lost(0), likely.lost(1)]
    whole = [max(1, losses(game, 0)[1]), max(1, losses(game, 1)[1])]
    lead = lost[1] / whole[1] - lost[0] / whole[0]
    worn = [0.0, 0.0]
    if game.ruleset.exhaustion is not None:
        worn = [min(1.0, lost[side] / max(1, exhaustion_point(game, side))) for side in SIDES]
    aims = Aims(likely)
    frozen = 2.0 * if_nobody_moves(game, 0) - 1.0
    if frozen != 0.0 and not aims.is_settled:  # losses decide, and some of them are only likely
        frozen = math.tanh(2.0 * CLEAR * lead)
    force = [Force(likely, 0), Force(likely, 1)]
    margins = [1.0 / (1.0 + margin(game, side)) for side in SIDES]
    reach = in_reach(likely)
    found = [
        lead,
        lead * time,
        math.tanh(CLEAR * lead) * late,
        sign,
        worn[1] ** 2 - worn[0] ** 2,
        float(battle.exhausted[1]) - float(battle.exhausted[0]),
        math.tanh(CLEAR * lead) * (worn[0] * worn[1]) ** 3,
        aims.destruction[0] - aims.destruction[1],
        aims.destruction[0] ** 4 - aims.destruction[1] ** 4,
        margins[1] - margins[0],
        aims.hold[0] - aims.hold[1],
        time * (aims.hold[0] - aims.hold[1]),
        end * (aims.hold[0] - aims.hold[1]),
        aims.near[0] - aims.near[1],
        time * (aims.near[0] - aims.near[1]),
        aims.survival[0] - aims.survival[1],
        time * (aims.survival[0] - aims.survival[1]),
        aims.left[0] - aims.left[1],
        (aims.left[0] - time if aims.leaves[0] else 0.0) - (aims.left[1] - time if aims.leaves[1] else 0.0),
        frozen,
        frozen * late,
        frozen * end,
        share(force[0].worth, force[1].worth),
        share(force[0].heavy, force[1].heavy),
        force[0].command - force[1].command,
        force[1].pinned - force[0].pinned,
        reach[1] - reach[0],
        aims.asked[1] - aims.asked[0],
        0.3 * (aims.rows[0] - aims.rows[1]),
        end * lead,
        sign if acts else 0.0,
        0.0 if not acts else sign if leads_off else -sign,
        time,
        1.0 if likely.by_strength else 0.0,
        1.0 if game.ruleset.exhaustion is not None else 0.0,
        lost[0] / whole[0] + lost[1] / whole[1],
        reach[0] + reach[1],
    ]
    return found


def mirrored(found: list[float]) -> list[float]:
    """The same with the sides exchanged."""
    return [-one for one in found[: len(NAMES)]] + found[len(NAMES) :]


def share(first: float, second: float) -> float:
    return (first - second) / (first + second) if first + second > 0 else 0.0


class Aims:
    """How far each side has got with what the scenario asks of it."""

    def __init__(self, likely: Likely) -> None:
        game = likely.game
        battle = game.battle
        self.destruction = [0.0, 0.0]
        self.hold = [0.0, 0.0]
        self.near = [0.0, 0.0]
        self.survival = [0.0, 0.0]
        self.left = [0.0, 0.0]
        self.leaves = [False, False]
        self.asked = [0.0, 0.0]
        self.rows = [0.0, 0.0]
        self.is_settled = False  # if nobody moves, by something other than losses
        for row in battle.objectives.rows:
            if row.turn and row.turn < battle.turn:
                continue
            side = row.side
            self.rows[side] += 1.0
            if row.kind == HOLD:
                part, around = ground(likely, row)
                self.hold[side] = max(self.hold[side], part)
                self.near[side] = max(self.near[side], around) if self.near[side] else around
                self.is_settled = self.is_settled or part >= 1.0
            elif row.kind == SURVIVE:
                self.survival[side] = 1.0
                self.is_settled = True
            elif row.kind == EXIT:
                self.leaves[side] = True
                self.left[side] = max(self.left[side], min(1.0, exits(likely, row) / max(1, row.amount)))
            elif row.kind in (DESTROY_SP, DESTROY_UNITS):
                self.destroy(likely, game, row)

    def destroy(self, likely: Likely, game: Game, row: Objective) -> None:
        enemy = 1 - row.side
        in_points = row.kind == DESTROY_SP
        done = likely.lost(enemy) if in_points else likely.destroyed(enemy)
        self.destruction[row.side] = max(self.destruction[row.side], min(1.0, done / max(1, row.amount)))
        roster = game.battle.roster
        whole: int = roster.strength[enemy] if in_points else roster.end[enemy] - roster.first[enemy]
        self.asked[row.side] = row.amount / max(1, whole)


class Force:
    """What a side has left, counting each unit by how likely it is to be alive."""

    def __init__(self, likely: Likely, side: int) -> None:
        battle = likely.game.battle
        self.worth = 0.0
        self.heavy = 0.0
        self.command = 0.0
        self.pinned = 0.0
        number = 0
        for unit in battle.units(side):
            if not battle.still_in_play(unit):
                continue
            number += 1
            alive = likely.alive[unit]
            if battle.is_a(unit, COMMANDER):
                self.command += alive
                continue
            is_heavy = battle.is_a(unit, HEAVY)
            points = likely.points[unit] if likely.by_strength else 3.0 * alive
            self.worth += points * (LIKE_A_GUN if is_heavy else 1.0)
            if is_heavy:
                self.heavy += alive
            if battle.pinned[unit]:
                self.pinned += alive
        self.pinned /= max(1, number)


def in_reach(likely: Likely) -> list[float]:
    """The share of each side's units that somebody on the other side is near enough to fire at."""
    battle = likely.game.battle
    grid = battle.field.grid
    found = [0.0, 0.0]
    for side in SIDES:
        enemies = [
            enemy for enemy in battle.units(1 - side) if battle.on_board(enemy) and not battle.is_a(enemy, AIRCRAFT)
        ]
        number = 0
        for unit in battle.units(side):
            if not battle.on_board(unit) or battle.is_a(unit, AIRCRAFT):
                continue
            number += 1
            for enemy in enemies:
                enemy_type = battle.type_of[enemy]
                reach = enemy_type.artillery_range or enemy_type.fire_range or 1
                if grid.distance(battle.at[enemy], battle.at[unit]) <= reach:
                    found[side] += likely.alive[unit]
                    break
        found[side] /= max(1, number)
    return found
