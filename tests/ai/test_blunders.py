"""Thirty blunders out of real battles. None of those who weigh a turn makes them again.

Recruits and sergeants made them against captains. Each gave away at least 2.5 % of a victory, by more than two standard
errors: what was done and what a forecast thought better were played on 32 times with the same dice (`regret`, `error`).
The battles stand here with their scenarios, so the library may change.
"""

import json
import random
from pathlib import Path
from typing import Any, cast

import pytest

from portable_wargame.ai.foresight.rivals import what
from portable_wargame.ai.opponents.players import NO_BRAKE, choose, player
from portable_wargame.game.dice import Dice, LaidOut
from portable_wargame.game.game import Game
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.speech import trees
from portable_wargame.speech.notation import action_from_tree

BATTLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("blunders.json").read_text("utf-8"))
BLUNDERS = [(battle, blunder) for battle in BATTLES for blunder in battle["blunders"]]
NAMES = [f"{battle['name']}-{blunder['after']}" for battle, blunder in BLUNDERS]


def position(battle: dict[str, Any], after: int) -> Game:
    """How the battle stood after so many actions, with other dice to come."""
    deeds = battle["deeds"][:after]
    dice = [*battle["opening"], *(die for _, thrown in deeds for die in thrown)]
    game = new_game(read_tree(battle["scenario"]), Dice(LaidOut(dice, 0).die))
    for tree, _ in deeds:
        game.perform(game.settle(action_from_tree(game.battle, cast(trees.Action, tree))))
    return game.copy(Dice(1))


def test_there_are_thirty() -> None:
    assert len(BLUNDERS) == 30 and len({battle["scenario"]["ruleset"] for battle in BATTLES}) >= 3
    assert all(one["regret"] >= max(0.025, 2 * one["error"]) for _, one in BLUNDERS)


@pytest.mark.parametrize(("battle", "blunder"), BLUNDERS, ids=NAMES)
def test_nobody_who_weighs_a_turn_makes_it_again(battle: dict[str, Any], blunder: dict[str, Any]) -> None:
    game = position(battle, blunder["after"])
    done, better = (
        game.settle(action_from_tree(game.battle, cast(trees.Action, blunder[key]))) for key in ("done", "better")
    )
    assert game.allows(done) and game.allows(better)
    levels = ("captain", "general") if blunder["captain"] else ("general",)
    for level in levels:
        chosen = choose(player(level), game, random.Random(1), NO_BRAKE).action
        assert what(chosen) != what(done), level
