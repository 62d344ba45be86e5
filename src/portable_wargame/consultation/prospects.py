"""Prospects: what may happen to each unit that an action may strike, whatever happens to the others."""

from dataclasses import dataclass

from ..game.agenda import Chance
from ..game.outcomes import outcome


@dataclass(frozen=True)
class Prospect:
    """What may happen to one unit: effects with their probabilities, the gravest first; no effect comes last."""

    unit: int
    outcomes: list[tuple[float, tuple[str, ...]]]


def prospects(chances: list[Chance]) -> list[Prospect]:
    """For each unit that may be struck, everything that may happen to it, whatever happens to the others."""
    units = dict.fromkeys(unit for chance in chances for unit, _ in chance.effects)
    return [Prospect(unit, _fates(chances, unit)) for unit in units]


def _fates(chances: list[Chance], unit: int) -> list[tuple[float, tuple[str, ...]]]:
    shares: dict[tuple[str, ...], float] = {}
    for chance in chances:
        effects = tuple(sorted(effect for one, effect in chance.effects if one == unit and outcome(effect).harms))
        shares[effects] = shares.get(effects, 0.0) + chance.probability
    return sorted(((share, effects) for effects, share in shares.items()), key=lambda fate: -gravity(fate[1]))


def gravity(effects: tuple[str, ...]) -> float:
    """The weight that orders outcomes: removing a unit weighs most, then points, then the rest."""
    rows = [outcome(effect) for effect in effects]
    return sum(100.0 * row.removes + 10 * row.cost_in_points + row.cost_in_units for row in rows)
