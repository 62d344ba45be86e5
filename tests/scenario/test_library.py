"""The library: every scenario is right, and is played to an end."""

import random

import pytest

from portable_wargame.battle.battle import UNDECIDED
from portable_wargame.game.dice import Dice
from portable_wargame.game.errors import Refusal
from portable_wargame.grid.grid import grid_of
from portable_wargame.grid.names import cell_named
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import new_game

EAGER = ("fire", "fight", "bombard", "advance", "enter", "leave", "strafe", "bomb")


def test_the_library_has_something_of_everything() -> None:
    scenarios = [library.load(name) for name in library.names()]
    assert len(scenarios) >= 6
    assert {(scenario.ruleset, scenario.grid) for scenario in scenarios} >= {
        ("classic", "square"),
        ("colonial", "square"),
        ("colonial", "hex"),
        ("late-19th-century", "hex"),
        ("modern", "square"),
        ("modern", "hex"),
    }
    assert {option for scenario in scenarios for option in scenario.options} >= {"gas", "air"}
    types = {unit.type for scenario in scenarios for side in scenario.sides for unit in side.units}
    assert {"transport", "machine-gun", "rifled-siege-artillery", "commander"} <= types
    assert {"tank", "engineers", "truck", "half-track", "horse-transport", "bomber", "single-seat-fighter"} <= types
    features = {feature for scenario in scenarios for cell in scenario.features for feature in cell}
    assert {"wire", "minefield", "trench", "road", "bridge", "ford"} <= features
    assert list(library.titles()) == list(library.names())
    assert library.titles()["millford-bridge"] == "Millford Bridge"


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(Refusal, match="no scenario 'milford-bridge'; did you mean millford-bridge\\?"):
        library.load("milford-bridge")
    with pytest.raises(Refusal):
        library.load("../scenario.schema")


@pytest.mark.parametrize("name", library.names())
def test_a_scenario_is_complete(name: str) -> None:
    scenario = library.load(name)
    assert scenario.turns
    assert scenario.victory
    assert scenario.about.count(". ") >= 1
    for side in scenario.sides:
        assert 5 <= len(side.units) <= 12
        assert all(unit.name for unit in side.units)
        assert any(unit.type in ("commander", "command") for unit in side.units)


@pytest.mark.parametrize("name", library.names())
def test_no_unit_starts_next_to_an_enemy(name: str) -> None:
    scenario = library.load(name)
    grid = grid_of(scenario.grid, scenario.columns, scenario.rows)
    first, second = ([cell_named(grid, unit.at) for unit in side.units if unit.at] for side in scenario.sides)
    assert min(grid.distance(a, b) for a in first for b in second) > 1


@pytest.mark.parametrize("name", library.names())
@pytest.mark.parametrize("seed", range(3))
def test_a_scenario_is_played_to_an_end(name: str, seed: int) -> None:
    chooser = random.Random(seed)
    scenario = library.load(name)
    game = new_game(scenario, Dice(seed))
    while game.question() is not None:
        options = game.options()
        eager = [action for action in options if action.verb in EAGER]
        game.perform(chooser.choice(eager or options))
    assert game.battle.winner != UNDECIDED
    assert game.battle.reason
    assert game.battle.turn <= scenario.turns
