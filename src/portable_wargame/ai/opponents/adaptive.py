"""The adaptive level: thinks as hard as the battle asks for, to keep it near even, and says so.

Before each decision the learned judge says how likely it is to win. Well ahead, it plays like a sergeant; ahead, like
a captain; as it falls behind, it makes more and more forecasts for a decision, until it thinks as hard as a general.
"""

# Not compiled: it only hands the thinking on.

import random

from ...game.game import Game
from ..foresight.luck import prospects
from ..judgement.personalities import STEADY, Personality
from .captain import Captain
from .choice import Choice
from .general import FORECASTS, General
from .players import Player
from .sergeant import Sergeant

# From each chance of victory upwards: who decides, with how many forecasts, and how it says so.
ROWS: tuple[tuple[float, str, int, str], ...] = (
    (0.65, "sergeant", 0, "easing off, well ahead"),
    (0.55, "captain", 0, "easing off a little, ahead"),
    (0.45, "general", FORECASTS // 4, "even so far"),
    (0.35, "general", FORECASTS // 2, "thinking harder, behind"),
    (0.0, "general", FORECASTS, "thinking my hardest, well behind"),
)


class Adaptive:
    def __init__(self, personality: Personality = STEADY) -> None:
        self.sergeant = Sergeant()
        self.captain = Captain(personality)
        self.general = General(personality)

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        first = prospects(game)
        chance = first if game.decider() == 0 else 1.0 - first
        _, level, forecasts, words = next(row for row in ROWS if chance >= row[0])
        self.general.forecasts = forecasts
        players: dict[str, Player] = {"sergeant": self.sergeant, "captain": self.captain, "general": self.general}
        choice = players[level].choose(game, luck, milliseconds)
        return Choice(choice.action, lambda: f"{words}: {choice.intent}", choice.hurried)
