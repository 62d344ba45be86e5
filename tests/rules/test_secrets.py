"""Secret deployment, hidden units and dummies, in play: what is found, when, and what each side may know of it."""

import json
import random
from typing import Any

import pytest

from portable_wargame.game.views import view
from portable_wargame.record.session import CannotUndo
from portable_wargame.speech.happenings import says_more
from tests.table import BLUE_FIRST, RED_FIRST, Table, Tree, action, of_kind, scenario

GRIDS = pytest.mark.parametrize("grid", ["square", "hex"])


def table(tree: Tree, dice: list[int]) -> Table:
    return Table(tree, dice, 1)


# -- secret deployment


def in_secret(grid: str) -> Tree:
    tree = scenario(
        "colonial",
        red=["r1 infantry - n", "r2 infantry - n"],
        blue=["b1 infantry - s", "b2 infantry e6 s"],
        grid=grid,
        turns=5,
        secret_deployment=True,
    )
    tree["sides"][0]["zone"] = ["a1", "b1", "c1", "d5"]
    tree["sides"][1]["zone"] = ["a6", "b6", "c6"]
    return tree


@GRIDS
@pytest.mark.clause("shared.secret-deployment")
def test_nobody_sees_where_the_other_deploys_until_both_have(grid: str) -> None:
    at = table(in_secret(grid), RED_FIRST)
    before = at.state
    for unit, cell in (("r1", "b1"), ("r2", "a1")):
        assert at.play("place", unit, at=cell, facing="n") == []
        public = at.state
        assert public["hash"] == before["hash"]
        assert at.at(unit) is None
        assert at.session.state("blue")["units"] == public["units"]
        own = next(one for one in at.session.state("red")["units"] if one["id"] == unit)
        assert (own["at"], own["facing"], own["hidden"]) == (cell, "n", True)
    assert at.legal() == [{"do": "ready"}]
    assert at.play("ready") == []
    assert at.state["decides"] == "blue"
    assert {one["at"] for one in at.legal("place", "b1")} == {"a6", "b6", "c6"}
    at.play("place", "b1", at="c6", facing="s")
    shown = of_kind(at.play("ready"), "placed")
    assert [(one["unit"], one["cell"], one["clause"]) for one in shown] == [
        ("r1", "b1", "shared.secret-deployment"),
        ("r2", "a1", "shared.secret-deployment"),
        ("b1", "c6", "shared.secret-deployment"),
    ]
    assert (at.at("r1"), at.at("r2"), at.at("b1")) == ("b1", "a1", "c6")
    assert at.state["phase"] == "activation"


@GRIDS
@pytest.mark.clause("shared.secret-deployment")
def test_a_placement_can_be_taken_back_until_its_side_is_ready(grid: str) -> None:
    at = table(in_secret(grid), RED_FIRST)
    at.play("place", "r1", at="b1", facing="n")
    assert {one["at"] for one in at.legal("place", "r2")} == {"a1", "c1", "d5"}
    assert at.why("place", "r2", at="b1", facing="n") == {"colonial.movement.stacking"}
    at.session.undo()
    assert {one["at"] for one in at.legal("place", "r2")} == {"a1", "b1", "c1", "d5"}
    at.play("place", "r1", at="b1", facing="n")
    at.play("place", "r2", at="c1", facing="n")
    at.play("ready")
    with pytest.raises(CannotUndo):
        at.session.undo()


@pytest.mark.clause("shared.secret-deployment")
def test_a_side_thinks_without_what_the_other_has_placed() -> None:
    at = table(in_secret("square"), RED_FIRST)
    at.play("place", "r1", at="b1", facing="n")
    at.play("place", "r2", at="c1", facing="n")
    at.play("ready")
    game = at.session.game
    assert len(game.battle.concealed) == 2
    assert view(game, 1, random.Random(1)).battle.concealed == []
    assert len(view(game, 0, random.Random(1)).battle.concealed) == 2


# -- hidden units


def ambush(grid: str, dummies: int = 0, **keys: Any) -> Tree:
    """Red hides r1 in c3; Blue's b1 marches from c6."""
    tree = scenario(
        keys.pop("book", "colonial"),
        red=["r1 infantry - n", "r2 infantry a1 n"],
        blue=keys.pop("blue", ["b1 infantry c6 s", "b2 infantry f6 s"]),
        grid=grid,
        **({"turns": 9} | keys),
    )
    tree["sides"][0]["units"][0] |= {"hidden": True, "zone": ["c3", "d3", "b2"]}
    tree["sides"][0]["zone"] = ["e1", "f1", "f2"]
    if dummies:
        tree["sides"][0]["dummies"] = dummies
    return tree


def hide(at: Table) -> None:
    at.play("place", "r1", at="c3")
    while at.legal("dummy"):
        at.session.play(at.legal("dummy")[0])
    at.play("ready")


def march(at: Table, unit: str, *path: str) -> list[Tree]:
    return at.play("move", unit, path=list(path))


@GRIDS
@pytest.mark.clause("shared.hidden")
def test_a_hidden_unit_is_found_by_who_comes_next_to_it(grid: str) -> None:
    at = table(ambush(grid), BLUE_FIRST * 5)
    assert len({one["facing"] for one in at.legal("place", "r1")}) == 1  # it faces its finder, or as it likes later
    hide(at)
    assert at.at("r1") is None
    own = next(one for one in at.session.state("red")["units"] if one["id"] == "r1")
    assert own["at"] == "c3" and own["hidden"]
    assert '"c3"' not in json.dumps(at.session.state("blue"))
    # Nothing keeps Blue from planning a march right past it.
    at.play("move", "b1", path=["c5"])
    at.next_turn()
    events = march(at, "b1", "c4", "b4" if grid == "square" else "b3")
    assert of_kind(events, "moved")[0]["path"] == ["c4"]
    found = of_kind(events, "revealed")[0]
    assert (found["unit"], found["cell"], found["other"], found["clause"]) == ("r1", "c3", "b1", "shared.hidden")
    assert found["facing"] == "n"
    assert of_kind(events, "stopped")
    assert (at.at("b1"), at.at("r1")) == ("c4", "c3")
    unit = at.unit("b1")
    assert unit is not None and unit["facing"] == "s"
    assert "c3" in at.targets("fight", "b1")
    with pytest.raises(CannotUndo):
        at.session.undo()


@GRIDS
@pytest.mark.clause("shared.hidden")
def test_until_then_it_is_not_there(grid: str) -> None:
    """It stops nobody, holds nothing, and is no target; and its own side does not stand on it."""
    goal = [{"side": "red", "hold": ["c3"], "at-turn": 1}]
    at = table(ambush(grid, victory=goal), RED_FIRST)
    hide(at)
    march(at, "r2", "a2")
    at.next_turn()
    assert at.state["turn"] == 2 and at.state["result"] is None
    battle = at.session.game.battle
    assert not battle.enemy_next_to(battle.concealed[0].cell + battle.field.grid.columns, 1)
    assert all(cell != "c3" for cell in at.reach("r2"))


@GRIDS
@pytest.mark.clause("shared.hidden")
def test_its_side_may_show_it_and_act_with_it(grid: str) -> None:
    at = table(ambush(grid, blue=["b1 infantry c5 s", "b2 infantry f6 s"]), RED_FIRST)
    hide(at)
    assert {(one["at"]) for one in at.legal("enter", "r1")} == {"c3"}
    assert at.why("enter", "r1", at="d3", facing="n") == {"shared.hidden"}
    events = at.play("enter", "r1", at="c3", facing="n")
    assert [one["clause"] for one in of_kind(events, "revealed")] == ["shared.hidden"]
    assert at.targets("fire", "r1") == {"c5"}
    assert at.reach("r1")
    with pytest.raises(CannotUndo):
        at.session.undo()


@GRIDS
@pytest.mark.clause("shared.hidden")
def test_nobody_hides_next_to_an_enemy_or_where_reinforcements_come(grid: str) -> None:
    tree = ambush(grid, blue=["b1 infantry c4 s", "b2 infantry - s arrives=2,east"])
    tree["sides"][0]["units"][0]["zone"] = ["c3", "f3", "b1", "e2"]
    at = table(tree, RED_FIRST)
    assert {one["at"] for one in at.legal("place", "r1")} == {"b1", "e2"}
    assert at.why("place", "r1", at="c3") == {"shared.hidden"}


@GRIDS
@pytest.mark.clause("shared.hidden")
def test_dummies_are_marked_like_hidden_units_and_taken_away_when_found(grid: str) -> None:
    at = table(ambush(grid, dummies=2), BLUE_FIRST * 5)
    at.play("place", "r1", at="c3")
    assert "blinds" not in at.side("red")  # who watched one appear would know it for a unit
    assert at.why("ready") == {"shared.deployment"}
    assert {one["at"] for one in at.legal("dummy")} == {"e1", "f1", "f2"}
    for cell in ("f2", "e1"):
        at.play("dummy", at=cell)
    assert at.legal() == [{"do": "ready"}]
    at.play("ready")
    assert at.side("red")["blinds"] == ["e1", "f2", "c3"]
    assert at.session.state("red")["dummies"] == ["e1", "f2"]
    assert "dummies" not in at.session.state("blue")
    at.play("move", "b2", path=["f5"])
    at.next_turn()
    march(at, "b2", "f4")
    at.next_turn()
    gone = of_kind(march(at, "b2", "f3"), "dummy")
    assert [(one["side"], one["cell"], one["other"]) for one in gone] == [("red", "f2", "b2")]
    assert at.side("red")["blinds"] == ["e1", "c3"]


@GRIDS
@pytest.mark.clause("shared.hidden")
def test_a_shell_that_lands_on_it_finds_and_strikes_it(grid: str) -> None:
    found = []
    for face in range(1, 7):
        tree = ambush(grid, book="modern", blue=["b1 field-artillery c6 s", "b2 infantry f6 s"])
        tree["house-rules"] = {"bombard-empty": "on"}
        at = table(tree, [face])
        hide(at)
        events = at.play("bombard", "b1", target="c3")
        landed = [one["cell"] for one in of_kind(events, "landed")] == ["c3"]
        assert [one["unit"] for one in of_kind(events, "revealed")] == (["r1"] if landed else [])
        assert [one["unit"] for one in of_kind(events, "hit")] == (["r1"] if landed else [])
        found.append(landed)
    assert any(found) and not all(found)


@GRIDS
@pytest.mark.clause("shared.hidden")
def test_two_battles_that_differ_in_what_is_hidden_are_one_to_the_enemy(grid: str) -> None:
    """What Blue may do, why not, at what odds, and the hash of the state: all the same."""
    seen = []
    for cell in ("c3", "d3"):
        at = table(ambush(grid), BLUE_FIRST * 5)
        at.play("place", "r1", at=cell)
        at.play("ready")
        asked = [action("move", "b1", path=["c5"]), action("move", "b1", path=["c5", "c4", "c3", "c2"])]
        seen.append(
            (
                at.session.legal(),
                [at.session.why_not(one) for one in asked],
                [at.session.odds(one) for one in at.session.legal()["actions"]],
                at.session.state(),
                at.session.state("blue"),
            )
        )
    assert seen[0] == seen[1]


def test_orders_in_secret_say_no_more_than_that_they_were_given() -> None:
    at = table(ambush("square", dummies=1), BLUE_FIRST)
    events = at.session.play(action("place", "r1", at="c3"))
    assert [one["event"] for one in events] == ["hid"] and not says_more(events)
    events = at.session.play(action("dummy", at="e1"))
    assert events == [{"event": "hid", "side": "red", "clause": "shared.hidden"}]
