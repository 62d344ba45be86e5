"""The one loop that fights a battle."""

import ast
from pathlib import Path

import pytest

import portable_wargame.simulation
from portable_wargame.game.dice import Dice
from portable_wargame.scenario.setup import new_game
from portable_wargame.simulation import fighting
from portable_wargame.simulation.fighting import deciders
from tests.simulation.samples import mirror


def test_it_asks_the_side_that_decides_until_the_battle_is_over() -> None:
    game = new_game(mirror(), Dice(1))
    for side in deciders(game):
        assert side == game.decider()
        game.perform(game.options()[0])
    assert game.question() is None


def test_a_battle_without_an_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fighting, "LONGEST_GAME", 3)
    game = new_game(mirror(), Dice(1))
    assert len([game.perform(game.options()[0]) for _ in deciders(game)]) == 3
    assert game.question() is not None


def test_there_is_no_other_loop() -> None:
    for path in Path(portable_wargame.simulation.__file__).parent.rglob("*.py"):
        loops = [one for one in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(one, ast.While)]
        assert not any("question()" in ast.unparse(loop.test) for loop in loops), path
