"""The library: every scenario is right, and is played to an end."""

import random
import re
from collections import Counter

import pytest

from portable_wargame.battle.battle import UNDECIDED
from portable_wargame.battle.objectives import DESTROY_UNITS, EXIT, HOLD, SURVIVE
from portable_wargame.game.dice import Dice
from portable_wargame.game.errors import Refusal
from portable_wargame.grid.grid import grid_of
from portable_wargame.grid.names import cell_named
from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario import library
from portable_wargame.scenario.checking.reaching import cut_off
from portable_wargame.scenario.setup import new_game
from portable_wargame.simulation.contest.arena import Match, fight
from portable_wargame.simulation.fighting import LONGEST_GAME

EAGER = ("fire", "fight", "bombard", "advance", "enter", "leave", "strafe", "bomb")


def test_the_library_has_something_of_everything() -> None:
    scenarios = [library.load(name) for name in library.names()]
    assert len(scenarios) >= 24
    books = Counter(scenario.ruleset for scenario in scenarios)
    # A book may do without; one that has any has enough to choose from.
    assert all(number >= 6 for number in books.values()), books
    assert set(books) <= set(RULESETS)
    sizes = {(scenario.grid, scenario.columns, scenario.rows) for scenario in scenarios}
    assert sizes >= {("square", 3, 3), ("hex", 6, 8), ("hex", 9, 8), ("square", 8, 8), ("square", 10, 10)}
    assert {(columns, rows) for _, columns, rows in sizes} >= {(12, 12), (16, 12)}
    kinds = {entry.kind for scenario in scenarios for entry in scenario.victory}
    assert kinds >= {HOLD, EXIT, SURVIVE, DESTROY_UNITS}
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


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(Refusal, match="no scenario 'milford-bridge'; did you mean millford-bridge\\?"):
        library.load("milford-bridge")
    with pytest.raises(Refusal):
        library.load("../scenario.schema")


@pytest.mark.parametrize("name", library.names())
def test_units_alike_share_their_type(name: str) -> None:
    types = new_game(library.load(name), Dice(1)).battle.type_of
    assert len({id(unit_type) for unit_type in types}) == len(set(types))


@pytest.mark.parametrize("name", library.names())
def test_no_unit_is_called_as_a_cell_is(name: str) -> None:
    units = [unit.id for side in library.load(name).sides for unit in side.units]
    assert [one for one in units if re.fullmatch("[a-z]{1,2}[0-9]+", one)] == []


@pytest.mark.parametrize("name", library.names())
def test_a_scenario_is_complete(name: str) -> None:
    scenario = library.load(name)
    assert scenario.turns
    assert scenario.victory
    assert scenario.about.count(". ") >= 1
    for side in scenario.sides:
        assert 5 <= len(side.units) <= 16
        assert side.briefing.count(". ") >= 1
        assert all(unit.name for unit in side.units)
        assert any(unit.type in ("commander", "command") for unit in side.units)


@pytest.mark.parametrize("name", library.names())
def test_no_unit_starts_next_to_an_enemy(name: str) -> None:
    scenario = library.load(name)
    grid = grid_of(scenario.grid, scenario.columns, scenario.rows)
    first, second = ([cell_named(grid, unit.at) for unit in side.units if unit.at] for side in scenario.sides)
    assert min(grid.distance(a, b) for a in first for b in second) > 1


@pytest.mark.parametrize("name", library.names())
def test_everything_that_matters_can_be_reached(name: str) -> None:
    assert cut_off(library.load(name)) == []


@pytest.mark.parametrize("name", library.names())
def test_computer_players_fight_it_out(name: str) -> None:
    result = fight(Match(library.load(name), name, ("sergeant", "sergeant"), seed=7, milliseconds=100))
    assert result.decisions < LONGEST_GAME
    assert result.reason


@pytest.mark.parametrize("name", library.names())
def test_a_scenario_is_played_to_an_end(name: str) -> None:
    chooser = random.Random(name)
    scenario = library.load(name)
    game = new_game(scenario, Dice(3))
    while game.question() is not None:
        options = game.options()
        eager = [action for action in options if action.verb in EAGER]
        game.perform(chooser.choice(eager or options))
    assert game.battle.winner != UNDECIDED
    assert game.battle.reason
    assert game.battle.turn <= scenario.turns


@pytest.mark.parametrize("name", library.names())
def test_places_have_names(name: str) -> None:
    """Lettered on the map; two of them never in one cell's reach, or they would be read as one."""
    scenario = library.load(name)
    grid = grid_of(scenario.grid, scenario.columns, scenario.rows)
    cells = [cell_named(grid, cell) for cell in scenario.names]
    assert cells and min(cells) >= 0
    assert len(set(scenario.names.values())) == len(cells)
