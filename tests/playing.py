"""Players for tests: they choose by a seed, and like to fight."""

import random

from portable_wargame.game.actions import Action
from portable_wargame.game.dice import Dice
from portable_wargame.game.game import Game
from portable_wargame.scenario.library import load
from portable_wargame.scenario.setup import new_game

FIERCE = ("bombard", "fire", "fight", "advance", "charge", "strafe", "bomb")


def eager(options: list[Action], luck: random.Random) -> Action:
    """An attack if there is one, otherwise anything."""
    attacks = [action for action in options if action.verb in FIERCE]
    return luck.choice(attacks or options)


def game_after(scenario: str, seed: int, actions: int) -> Game:
    """A game of a library scenario, so many eager actions on."""
    luck = random.Random(seed)
    game = new_game(load(scenario), Dice(seed))
    for _ in range(actions):
        if game.question() is None:
            break
        game.perform(eager(game.options(), luck))
    return game
