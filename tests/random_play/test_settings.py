"""Every combination of the settings that a scenario may add is played to its end, or refused with a remedy."""

import random
from itertools import product
from typing import Any

import pytest

from portable_wargame.ai.opponents.eager import eager_action
from portable_wargame.ai.opponents.players import LEVELS, NO_BRAKE, choose, player
from portable_wargame.game.dice import Dice, Luck
from portable_wargame.scenario.checking.check import Checked, check
from portable_wargame.scenario.reading import build, read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.scenario.writing import tree
from portable_wargame.speech.state import state_tree
from tests.scenario.settings import SETTINGS, with_settings

BOARDS = [("classic", "square"), ("colonial", "square"), ("colonial", "hex"), ("late-19th-century", "hex")]
BOARDS += [("modern", "square"), ("modern", "hex")]
MOST = 4000  # decisions


def combinations() -> list[tuple[int, list[str]]]:
    found = []
    for number, chosen in enumerate(product([False, True], repeat=len(SETTINGS))):
        found.append((number, [name for name, is_in in zip(SETTINGS, chosen, strict=True) if is_in]))
    return found


def refused(problems: list[Any]) -> bool:
    return all(problem.message and problem.remedy for problem in problems)


@pytest.mark.parametrize("part", range(8))
def test_all_of_them_end_or_are_refused(part: int) -> None:
    played = 0
    for number, settings in combinations():
        if number % 8 != part:
            continue
        book, grid = BOARDS[(number // 8) % len(BOARDS)]
        found = check(with_settings(random.Random(number), book, grid, settings))
        if not isinstance(found, Checked):
            assert refused(found), [problem.sentence() for problem in found]
            continue
        scenario = build(found)
        assert read_tree(tree(scenario)) == scenario
        game = new_game(scenario, Dice(number))
        luck = Luck(number)
        decisions = 0
        while game.agenda:
            action = eager_action(game, luck)
            assert game.allows(action), (number, settings, action)
            game.perform(action)
            decisions += 1
            assert decisions < MOST, (number, settings)
        state_tree(game)
        played += 1
    assert played > 20


@pytest.mark.parametrize("level", LEVELS)
def test_opponents_play_them_to_the_end(level: str) -> None:
    luck = random.Random(level)
    wanted = 2 if LEVELS[level].thinks_ahead else 4
    played = 0
    while played < wanted:
        book, grid = luck.choice(BOARDS)
        settings = [name for name in SETTINGS if luck.random() < 0.6]
        found = check(with_settings(luck, book, grid, settings))
        if not isinstance(found, Checked):
            assert refused(found)
            continue
        game = new_game(build(found), Dice(luck.getrandbits(32)))
        sides = [player(level), player(level)]
        for _ in range(MOST):
            if not game.agenda:
                break
            game.play(choose(sides[game.decider()], game, luck, NO_BRAKE).action)
        assert not game.agenda, (book, grid, settings)
        played += 1
