"""What the dice gave each side beyond their due, throw by throw. Fair dice give exactly nothing on average, whatever
the players make of them: so luck can be taken out of a result (`simulation/controls.py`)."""

from typing import Final

from ..battle.battle import Battle
from ..game.dice import EACH_BY_ITSELF, FACES
from ..game.events import Roll
from ..game.outcomes import BY_NUMBER
from ..game.ruleset import Ruleset
from ..game.tables import ResultTable
from .kinds import Kinds

Fortunes = dict[str, list[float]]  # by throw, and by the side whose throw it is


class Fortune:
    def __init__(self, ruleset: Ruleset, battle: Battle, kinds: Kinds) -> None:
        self.quality = battle.roster.quality
        self.attacking = kinds.attacking
        self.at_most = ruleset.close_combat.at_most
        self.tables = ruleset.hits.tables
        self.harm: dict[int, list[float]] = {}  # by quality
        self.sums: Fortunes = {}

    def follow(self, roll: Roll) -> None:
        side: int = roll.side
        if side < 0:
            return
        both = self.sums.get(roll.words)
        if both is None:
            both = self.sums[roll.words] = [0.0, 0.0]
        for place in range(len(roll.dice)):
            both[side] += self.worth(roll, place)[roll.dice[place] - 1]

    def worth(self, roll: Roll, place: int) -> list[float]:
        """By the face of a die, how much more it counts than a die does on average. Any count would do; the nearer it
        is to what the throw is about, the more it explains."""
        if roll.words == "hit":
            quality: int = self.quality[roll.unit]
            harm = self.harm.get(quality)
            if harm is None:
                harm = self.harm[quality] = harm_of(self.tables[quality])
            return harm
        if not roll.needs or len(roll.scores) != len(roll.dice):
            return PIPS
        face = roll.needs - roll.scores[place] + roll.dice[place]  # that would just do
        if self.at_most and roll.words in self.attacking:
            return AT_MOST[min(max(face, 0), FACES)]
        return AT_LEAST[min(max(face, 1), FACES + 1) - 1]


def harm_of(table: ResultTable) -> list[float]:
    return surplus([BY_NUMBER[table.effect(face)].weight for face in EACH_BY_ITSELF])


def surplus(counts: list[float]) -> list[float]:
    return [count - sum(counts) / FACES for count in counts]


PIPS: Final = surplus([float(face) for face in EACH_BY_ITSELF])
# By what will do, and by what won't.
AT_MOST: Final = [surplus([float(face <= most) for face in EACH_BY_ITSELF]) for most in range(FACES + 1)]
AT_LEAST: Final = [surplus([float(face > less) for face in EACH_BY_ITSELF]) for less in range(FACES + 1)]
