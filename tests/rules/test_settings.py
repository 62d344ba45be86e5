"""What a scenario may add to any book, in play: zones, reinforcements by die and condition, points and degrees.

The colonial book is played on both grids, and every unit of it acts."""

from typing import Any

import pytest

from portable_wargame.grid.names import cell_name
from portable_wargame.scenario.problems import BadScenario
from portable_wargame.scenario.reading import read_tree
from portable_wargame.speech.results import result_sentence
from tests.table import BLUE_FIRST, RED_FIRST, Table, Tree, draw, of_kind, rolls, scenario

GRIDS = pytest.mark.parametrize("grid", ["square", "hex"])


def table(tree: Tree, dice: list[int]) -> Table:
    return Table(tree, dice, 1)


def end_turns(at: Table, number: int) -> list[Tree]:
    events: list[Tree] = []
    for _ in range(number):
        events += at.next_turn()
    return events


# -- zones


def with_zones(grid: str) -> Tree:
    tree = scenario(
        "colonial", red=["r1 infantry - n", "r2 infantry - n"], blue=["b1 infantry f6 s"], grid=grid, turns=5
    )
    tree["sides"][0]["zone"] = ["c3", "d3", "a1"]
    tree["sides"][0]["units"][1]["zone"] = ["b4", "b5", "f1"]
    return tree


@GRIDS
@pytest.mark.clause("shared.zones")
def test_units_are_placed_in_the_zone_that_is_drawn(grid: str) -> None:
    at = table(with_zones(grid), RED_FIRST)
    assert {one["at"] for one in at.legal("place", "r1")} == {"a1", "c3", "d3"}
    assert {one["at"] for one in at.legal("place", "r2")} == {"b4", "b5", "f1"}
    assert at.why("place", "r1", at="b1") == {"shared.zones"}
    assert at.reasons("place", "r2", at="a1") == ["Infantry r2 must be deployed in their own area"]
    placed = at.play("place", "r1", at="c3")
    assert [one["clause"] for one in of_kind(placed, "placed")] == ["shared.zones"]
    at.play("place", "r2", at="b5")
    assert at.state["phase"] == "activation"


@pytest.mark.clause("shared.zones")
def test_a_zone_counts_in_a_refight_and_in_a_campaign_too() -> None:
    for key in ("historical", "campaign"):
        at = table(with_zones("square") | {key: True}, RED_FIRST)
        assert {one["at"] for one in at.legal("place", "r1")} == {"a1", "c3", "d3"}


# -- reinforcements


def coming(at: Table) -> Tree:
    """What the state says of the reinforcement."""
    found = at.unit("r2")
    assert found is not None
    return found["arrives"]


def awaiting(grid: str, arrives: Tree, *others: Tree, **keys: Any) -> Tree:
    tree = scenario(
        "colonial",
        red=["r1 infantry a1 n"],
        blue=["b1 infantry f6 s", "b2 infantry e6 s"],
        grid=grid,
        **({"turns": 9} | keys),
    )
    for number, one in enumerate([arrives, *others]):
        tree["sides"][0]["units"].append({"id": f"r{number + 2}", "type": "infantry", "arrives": one})
    return tree


@GRIDS
@pytest.mark.clause("shared.reinforcements")
def test_a_die_from_its_turn_on_brings_a_reinforcement(grid: str) -> None:
    """On a 4 or more from turn 2."""
    at = table(awaiting(grid, {"turn": 2, "edge": "south", "roll": 4}), [*RED_FIRST, 3, *RED_FIRST, 4, *RED_FIRST])
    assert not rolls(at.opening, "arrival")
    assert coming(at) == {"turn": 2, "edge": "south", "roll": 4}
    second = at.next_turn()
    assert [(one["dice"], one["needs"], one["outcomes"]) for one in rolls(second, "arrival")] == [([3], 4, ["not-yet"])]
    assert not at.legal("enter", "r2")
    assert at.why("enter", "r2", at="c1", facing="n") == {"shared.reinforcements"}
    assert at.reasons("enter", "r2", at="c1", facing="n") == [
        "Infantry r2 can come on a 4 or more, rolled at the start of each turn from turn 2"
    ]
    third = at.next_turn()
    assert [one["outcomes"] for one in rolls(third, "arrival")] == [["may-come"]]
    assert [one["unit"] for one in of_kind(third, "called")] == ["r2"]
    assert coming(at) == {"turn": 2, "edge": "south"}
    at.play("enter", "r2", at="c1", facing="n")
    assert at.at("r2") == "c1"
    assert not rolls(at.next_turn(), "arrival")


@GRIDS
@pytest.mark.clause("shared.reinforcements")
def test_a_group_comes_on_one_die(grid: str) -> None:
    terms = {"turn": 1, "edge": "south", "roll": 5, "group": "Corps"}
    at = table(awaiting(grid, terms, terms, terms | {"group": "Others"}), [5, 2, *RED_FIRST])
    assert [one["unit"] for one in rolls(at.opening, "arrival")] == ["r2", "r4"]
    assert {one["unit"] for one in at.legal("enter")} == {"r2", "r3"}


@GRIDS
@pytest.mark.clause("shared.reinforcements")
@pytest.mark.parametrize(
    ("when", "words"),
    [
        ({"own-at": ["a2", "a3"]}, "Infantry r2 won't come until a unit of its side is in a2 or a3"),
        ({"enemy-at": ["e5"]}, "Infantry r2 won't come until an enemy is in e5"),
    ],
)
def test_a_reinforcement_waits_for_what_is_to_happen(grid: str, when: Tree, words: str) -> None:
    at = table(awaiting(grid, {"turn": 1, "edge": "south", "when": when}), RED_FIRST * 9)
    assert coming(at)["until"] == words.removeprefix("Infantry r2 won't come until ")
    assert at.reasons("enter", "r2", at="c1", facing="n") == [words]
    at.play("move", "r1", path=["a2"])  # it can do no more, so Blue is next
    at.play("move", "b2", path=["e5"])
    events = at.play("end")
    assert [one["unit"] for one in of_kind(events, "called")] == ["r2"]
    # Once it has happened, it need not stay so.
    at.play("move", "r1", path=["a1"])
    assert at.legal("enter", "r2")


@GRIDS
@pytest.mark.clause("shared.reinforcements")
def test_a_loss_calls_reinforcements_and_a_die_follows(grid: str) -> None:
    arrives = {"turn": 1, "edge": "south", "roll": 2, "when": {"units-lost": 1}}
    tree = awaiting(grid, arrives, {"turn": 1, "edge": "south", "when": {"units-destroyed": 1}})
    tree["sides"][1]["units"][0]["at"] = "a2"
    tree["sides"][0]["units"].insert(1, {"id": "r9", "type": "infantry", "at": "b1"})
    at = table(tree, [*RED_FIRST, 6, 1, 1, *RED_FIRST])
    assert not rolls(at.opening, "arrival")
    # r1 survives on a 6, b1 does not on a 1: of the enemy one unit is lost, of its own none.
    at.play("fight", "r1", target="a2")
    assert at.unit("b1") is None
    at.play("stand", "r1")
    at.play("end")
    events = at.play("end")
    assert [one["unit"] for one in of_kind(events, "called")] == ["r3"]
    assert not rolls(events, "arrival")


@GRIDS
@pytest.mark.clause("shared.reinforcements", "shared.arrival")
def test_a_reinforcement_comes_by_the_cells_it_is_given(grid: str) -> None:
    at = table(awaiting(grid, {"turn": 1, "cells": ["a3", "f4"]}), RED_FIRST)
    assert {one["at"] for one in at.legal("enter", "r2")} == {"a3", "f4"}
    assert coming(at) == {"turn": 1, "cells": ["a3", "f4"]}
    assert at.reasons("enter", "r2", at="c1", facing="n") == [
        "Infantry r2 must come on at a3 or f4, if it is free and not next to an enemy"
    ]


# -- winning


def contested(grid: str, **keys: Any) -> Tree:
    return scenario(
        "colonial",
        red=["r1 infantry a1 n", "r2 infantry c1 n"],
        blue=["b1 infantry f6 s", "b2 infantry e6 s"],
        grid=grid,
        **({"turns": 3} | keys),
    )


@GRIDS
@pytest.mark.clause("shared.victory")
def test_so_many_of_the_places_win(grid: str) -> None:
    goal = {"side": "red", "hold": ["a1", "c1", "e1"], "at-turn": 2, "degree": "marginal"}
    with_two = table(contested(grid, victory=[goal | {"at-least": 2}]), RED_FIRST * 3)
    end_turns(with_two, 2)
    assert with_two.state["result"] == {
        "winner": "red",
        "reason": "Red has reached its objective: held a1, c1 at the end of turn 2",
        "degree": "marginal",
    }
    sides = {"red": "Red", "blue": "Blue"}
    words = "Red won by holding a1 and c1 at the end of turn 2, a marginal victory"
    assert result_sentence(sides, with_two.state["result"], {}) == words
    with_all = table(contested(grid, victory=[goal | {"hold": ["a1", "e1"]}]), RED_FIRST * 3)
    end_turns(with_all, 2)
    assert with_all.state["result"] is None


@GRIDS
@pytest.mark.clause("shared.points")
@pytest.mark.parametrize(
    ("degrees", "winner", "degree"),
    [
        ({}, "red", None),
        ({"marginal": 2, "decisive": 4}, "red", "marginal"),
        ({"decisive": 3}, "red", "decisive"),
        ({"marginal": 4, "decisive": 6}, None, None),
    ],
)
def test_points_decide_when_time_is_up(grid: str, degrees: Tree, winner: str | None, degree: str | None) -> None:
    """Red has 1 point a turn for a1, and 2 for c1 at the end; Blue 2 for f6. Losses count for nothing."""
    points = [
        {"side": "red", "hold": ["a1", "f1"], "points": 1, "each-turn": True},
        {"side": "red", "hold": ["c1"], "points": 2},
        {"side": "blue", "hold": ["f6"], "points": 2},
    ]
    keys = {"degrees": degrees} if degrees else {}
    at = table(contested(grid, points=points, **keys), RED_FIRST * 3)
    assert [at.side(name)["points"] for name in ("red", "blue")] == [2, 2]
    events = at.next_turn()
    assert [(one["side"], one["number"]) for one in of_kind(events, "scored")] == [("red", 1)]
    assert at.side("red")["points"] == 3
    events += end_turns(at, 2)
    result = at.state["result"]
    assert result["winner"] == winner and result.get("degree") == degree
    assert result["reason"] == "the battle's 3 turns are over; 5 points against 2"
    assert of_kind(events, "over")[0]["clause"] == "shared.points"
    said = result_sentence({"red": "Red", "blue": "Blue"}, result, {})
    if winner is None:
        assert said == "The 3 turns were up: a draw, 5 points to 2"
    else:
        assert said.startswith("The 3 turns were up: Red won by 5 points to 2")


@GRIDS
@pytest.mark.clause("shared.points", "shared.victory")
def test_so_many_points_win_at_once(grid: str) -> None:
    points = [{"side": "blue", "exit": "north", "points": 3}, {"side": "blue", "destroy": "units", "points": 1}]
    goal = [{"side": "blue", "score": 3, "degree": "decisive"}]
    at = table(contested(grid, points=points, victory=goal), BLUE_FIRST)
    assert at.side("blue")["points"] == 0
    at.play("leave", "b1")
    assert at.state["result"] == {
        "winner": "blue",
        "reason": "Blue has reached its objective: 3 points",
        "degree": "decisive",
    }
    assert result_sentence({"red": "Red", "blue": "Blue"}, at.state["result"], {}) == (
        "Blue won with 3 points, a decisive victory"
    )


@pytest.mark.clause("shared.points")
def test_who_is_wiped_out_has_lost_decisively() -> None:
    points = [{"side": "blue", "hold": ["f6"], "points": 50}]
    at = draw(
        "colonial",
        red=["r1 infantry a1 n"],
        blue=["b1 infantry a2 s"],
        dice=[*RED_FIRST, 6, 1, 1],
        turns=3,
        points=points,
        degrees={"decisive": 9},
    )
    at.play("fight", "r1", target="a2")
    assert at.state["result"] == {"winner": "red", "reason": "Blue has no unit left", "degree": "decisive"}


def test_nothing_of_this_is_in_a_battle_without_it() -> None:
    at = draw("colonial", red=["r1 infantry a1 n"], blue=["b1 infantry f6 s"], dice=RED_FIRST, turns=1)
    assert "points" not in at.side("red")
    at.next_turn()
    assert set(at.state["result"]) == {"winner", "reason"}


# -- night and weather


def shooting(grid: str, **rules: str) -> Table:
    """A rifle and its target three cells away, and somewhere to go."""
    return draw(
        "colonial",
        red=["r1 infantry c1 n weapon=magazine-rifle", "r2 mounted-cavalry f1 n"],
        blue=["b1 infantry c4 s"],
        grid=grid,
        dice=RED_FIRST * 5,
        turns=5,
        house_rules=rules,
    )


@GRIDS
@pytest.mark.clause("shared.night")
def test_by_night_nobody_fires_farther_than_two_cells(grid: str) -> None:
    assert shooting(grid).targets("fire", "r1") == {"c4"}
    by_night = shooting(grid, night="all")
    assert by_night.targets("fire", "r1") == set()
    assert by_night.why("fire", "r1", target="c4") == {"shared.night"}
    assert by_night.reasons("fire", "r1", target="c4") == ["It is night, and c4 is too far away to be seen"]
    by_night.play("move", "r1", path=["c2"])
    assert by_night.targets("fire", "r1") == {"c4"}


@GRIDS
@pytest.mark.clause("shared.night")
@pytest.mark.parametrize(("hours", "dark"), [("from 2", [False, True, True]), ("to 2", [True, True, False])])
def test_night_falls_and_day_breaks(grid: str, hours: str, dark: list[bool]) -> None:
    at = shooting(grid, night=hours)
    found = []
    for _ in range(3):
        found.append(at.targets("fire", "r1") == set())
        at.next_turn()
    assert found == dark


@GRIDS
@pytest.mark.clause("shared.weather")
@pytest.mark.parametrize(("weather", "slower"), [("clear", 0), ("mist", 0), ("mud", 1), ("rain", 1), ("snow", 1)])
def test_weather_shortens_the_march(grid: str, weather: str, slower: int) -> None:
    at = shooting(grid, weather=weather)
    assert at.targets("fire", "r1") == {"c4"}
    grid_of = at.session.game.battle.field.grid
    start = grid_of.columns - 1
    farthest = max(grid_of.distance(start, cell) for cell in range(grid_of.cells) if named(at, cell) in at.reach("r2"))
    clear = shooting(grid)
    whole = max(
        grid_of.distance(start, cell) for cell in range(grid_of.cells) if named(clear, cell) in clear.reach("r2")
    )
    assert farthest == whole - slower


def named(at: Table, cell: int) -> str:
    return cell_name(at.session.game.battle.field.grid, cell)


@GRIDS
@pytest.mark.clause("shared.weather")
def test_beyond_its_reach_mist_hides(grid: str) -> None:
    for weather, seen in (("clear", {"c5"}), ("rain", {"c5"}), ("mist", set()), ("snow", set())):
        at = draw(
            "colonial",
            red=["r1 rifled-field-artillery c1 n"],
            blue=["b1 infantry c5 s"],
            grid=grid,
            house_rules={"weather": weather},
        )
        assert at.targets("bombard", "r1") == seen
        if not seen:
            assert at.state["phase"] != "artillery"


@pytest.mark.parametrize("value", ["dark", "from", "from 0", "to 1000", "from 2 "])
def test_a_time_of_night_has_to_be_one(value: str) -> None:
    tree = contested("square") | {"house-rules": {"night": value}}
    with pytest.raises(BadScenario, match="is not a time of night; it must be off, all, from N or to N"):
        read_tree(tree)
