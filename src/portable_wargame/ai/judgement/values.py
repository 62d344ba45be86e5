"""What units are worth, and what an effect costs its victim, in strength points of line infantry.

In a book without strength points a unit is there or gone, and counts as much as infantry's four points elsewhere.
"""

from typing import Final

from ...battle.battle import NOBODY
from ...battle.unit import AIRCRAFT, ARTILLERY, COMMANDER, MACHINE_GUN, MORTAR, SPOTTER, TANK, TRANSPORT, UnitType
from ...game.agenda import Chance
from ...game.game import Game
from ...game.outcomes import BY_NUMBER, TO_COME, Outcome, outcome
from ...game.ruleset import Ruleset
from ...game.tables import PINNED
from ...rules.turn.exhaustion import exhaustion_point

WHOLE_UNIT: Final = 4.0
LAST_POINT: Final = 0.6  # with its last point, a unit that fires and holds ground is gone
MANY_POINTS: Final = 1 << 10  # more than a unit has
LOAD: Final = 0.5  # share of a load that is lost with its unit
# By arm, the first that fits: the worth of a strength point, and of a whole unit where there are none.
POINTS: Final[tuple[tuple[int, float], ...]] = (
    (COMMANDER, 2.5),
    (ARTILLERY, 1.6),
    (MACHINE_GUN, 1.6),
    (MORTAR, 1.4),
    (TANK, 1.4),
    (SPOTTER, 1.0),
    (AIRCRAFT, 1.5),
    (TRANSPORT, 0.8),
)
UNITS: Final[tuple[tuple[int, float], ...]] = (
    (COMMANDER, 0.9),
    (ARTILLERY, 1.15),
    (MACHINE_GUN, 1.4),
    (TRANSPORT, 0.6),
)


_points: dict[int, float] = {}  # earlier answers of these rows, by arms
_units: dict[int, float] = {}


def _rate(rows: tuple[tuple[int, float], ...], known: dict[int, float], unit_type: UnitType) -> float:
    arms = unit_type.arms
    rate = known.get(arms)
    if rate is None:
        rate = known[arms] = next((rate for arm, rate in rows if arms & arm), 1.0)
    return rate


def worth_of_point(game: Game, unit: int) -> float:
    """What the unit's next strength point is worth."""
    rate = _rate(POINTS, _points, game.battle.type_of[unit])
    return rate + LAST_POINT if game.battle.strength[unit] == 1 else rate


def worth(game: Game, unit: int) -> float:
    """What the whole unit is worth as it stands."""
    battle = game.battle
    if not battle.still_in_play(unit):
        return 0.0
    unit_type = battle.type_of[unit]
    if game.ruleset.strength is None:
        return WHOLE_UNIT * _rate(UNITS, _units, unit_type)
    return _rate(POINTS, _points, unit_type) * int(battle.strength[unit]) + LAST_POINT


def cost(game: Game, unit: int, effect: int) -> float:
    """What an effect costs the side whose unit suffers it."""
    if effect == PINNED and game.battle.pinned[unit]:
        return 0.0
    return _cost(game, unit, BY_NUMBER[effect])


def _cost(game: Game, unit: int, row: Outcome) -> float:
    if row.cost_in_points:
        return row.cost_in_points * worth_of_point(game, unit)
    if not row.cost_in_units:
        return 0.0
    load = game.battle.carrying[unit] if row.removes else NOBODY
    return row.cost_in_units * worth(game, unit) + (LOAD * worth(game, load) if load != NOBODY else 0)


def cost_of_outcome(game: Game, unit: int, name: str) -> float:
    row = outcome(name)
    if row is BY_NUMBER[PINNED]:
        return cost(game, unit, PINNED)
    if row is TO_COME:
        return cost_of_hit(game, unit)
    return _cost(game, unit, row)


def expected(game: Game, side: int, chances: list[Chance], own_losses: float = 1.0) -> float:
    """The expected value of an action's exact odds: the enemy's losses count for it, the side's own against it."""
    total = 0.0
    for chance in chances:
        value = 0.0
        for place, (unit, effect) in enumerate(chance.effects):
            loss = cost_of_outcome(game, unit, effect)
            if place and effect == "destroyed":  # the points that it lost earlier are already counted
                for other, before in chance.effects[:place]:
                    if other == unit:
                        loss -= cost_of_outcome(game, unit, before)
            value += loss if game.battle.side_of(unit) != side else -loss * own_losses
        total += chance.probability * value
    return total


class HitCosts:
    """What hits cost under one ruleset, as far as needed: the key packs all that decides the cost into one number."""

    def __init__(self) -> None:
        self.ruleset: Ruleset | None = None
        self.known: dict[int, float] = {}


_hits: Final = HitCosts()


def cost_of_hit(game: Game, unit: int) -> float:
    """The expected cost of a hit, from the table of the unit's quality."""
    ruleset, battle = game.ruleset, game.battle
    if not ruleset.hits.tables:
        return 0.0
    strength = battle.strength[unit]
    if battle.carrying[unit] != NOBODY or strength >= MANY_POINTS or not battle.still_in_play(unit):
        return _cost_of_hit(game, unit)
    if _hits.ruleset is not ruleset:
        _hits.ruleset, _hits.known = ruleset, {}
    arms: int = battle.type_of[unit].arms
    quality: int = battle.roster.quality[unit]
    key = ((arms * MANY_POINTS + quality) * MANY_POINTS + int(strength)) * 2 + battle.pinned[unit]
    loss = _hits.known.get(key)
    if loss is None:
        loss = _hits.known[key] = _cost_of_hit(game, unit)
    return loss


def _cost_of_hit(game: Game, unit: int) -> float:
    loss = 0.0
    for odds, effect in hit_odds(game.ruleset, game.battle.roster.quality[unit]):
        loss += odds * cost(game, unit, effect)
    return loss


def hit_odds(ruleset: Ruleset, quality: int) -> list[tuple[float, int]]:
    return ruleset.hits.tables[quality].odds()


def exhaustion_margin(game: Game, side: int) -> int:
    """Strength points that a side may still lose before exhaustion; 0 if exhausted, or without a rule for that."""
    if game.ruleset.exhaustion is None or game.battle.exhausted[side]:
        return 0
    return max(0, exhaustion_point(game, side) - game.battle.lost[side])
