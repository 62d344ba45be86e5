"""Perft: how many ways the next choices can go, from fixed positions. `python -m tests.perft.test_perft` counts anew.

A line of counts.txt is: scenario, seed, actions already played, then the number of legal choices at depth 1 and 2.
"""

from pathlib import Path

import pytest

from portable_wargame.game.game import Game
from portable_wargame.scenario.library import names
from tests.playing import game_after

COUNTS = Path(__file__).parent / "counts.txt"
POSITIONS = ((1, 0), (2, 12), (3, 40))
MOST_AT_DEPTH_1 = 160  # wider positions are counted one choice deep only


def choices(game: Game) -> tuple[int, int]:
    options = game.options()
    if len(options) > MOST_AT_DEPTH_1:
        return len(options), 0
    deeper = 0
    for action in options:
        further = game.copy(game.dice.copy())
        further.perform(action)
        deeper += len(further.options())
    return len(options), deeper


def count(scenario: str, seed: int, actions: int) -> str:
    first, second = choices(game_after(scenario, seed, actions))
    return f"{scenario} {seed} {actions} {first} {second}"


@pytest.mark.parity
@pytest.mark.parametrize("line", COUNTS.read_text("utf-8").splitlines() if COUNTS.exists() else [])
def test_choices_are_as_many_as_ever(line: str) -> None:
    scenario, seed, actions, *_ = line.split()
    assert count(scenario, int(seed), int(actions)) == line


def test_every_scenario_is_counted() -> None:
    assert {line.split()[0] for line in COUNTS.read_text("utf-8").splitlines()} == set(names())


if __name__ == "__main__":
    lines = [count(scenario, seed, actions) for scenario in names() for seed, actions in POSITIONS]
    COUNTS.write_text("\n".join(lines) + "\n", "utf-8")
