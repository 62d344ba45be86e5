"""Hits: destroyed, or made to retreat."""

import pytest

from tests.rulesets.colonial.drawing import guns_first, happened, red_to_act, terrain, throws
from tests.table import Table, Tree

AROUND = {"square": {"c6", "d5", "c4", "b5"}, "hex": {"c6", "d5", "d4", "c4", "b4", "b5"}}
DEADLY = {"elite": 2, "average": 3, "poor": 4}


def hit(grid: str, die: int, rows: str = terrain(), target: str = "infantry", at: str = "c5", blue: str = "") -> Table:
    """r1 in c3 hits b1, and throws this die for the hit."""
    kind, *rest = target.split()
    blues = [" ".join(["b1", kind, at, "s", *rest]), "b9 infantry f1 n", *blue.split(", ")]
    red = ["r1 machine-gun c3 n", "r9 infantry a1 n"]
    return red_to_act(grid, rows, [6, 1, 1, die], red=red, blue=[one for one in blues if one])


def shoot(table: Table, at: str = "c5") -> list[Tree]:
    if table.state["phase"] == "artillery":
        table.play("done")
    return table.play("fire", "r1", target=at)


@pytest.mark.clause("colonial.hits.table")
@pytest.mark.parametrize("quality", DEADLY)
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_quality_decides_who_is_destroyed_and_who_retreats(grid: str, quality: str, die: int) -> None:
    table = hit(grid, die, target=f"infantry {quality}")
    events = shoot(table)
    if die <= DEADLY[quality]:
        assert throws(events, "hit") == [f"b1: {die} = {die}: destroyed"]
        assert happened(events) == [
            ("hit", "b1", "colonial.fire.dice"),
            ("destroyed", "b1", "colonial.hits.table"),
        ]
        assert table.state["sides"][1]["destroyed"] == ["b1"]
    else:
        assert throws(events, "hit") == [f"b1: {die} = {die}: must-retreat"]
        assert happened(events) == [("hit", "b1", "colonial.fire.dice")]
        assert table.state["question"] == {"asks": "where to retreat", "unit": "b1"}
        assert (table.state["decides"], table.state["phase"]) == ("blue", "activation")


@pytest.mark.clause("colonial.hits.table")
def test_a_unit_is_average_unless_it_is_said_to_be_better_or_worse(grid: str) -> None:
    assert throws(shoot(hit(grid, 3)), "hit") == ["b1: 3 = 3: destroyed"]
    assert throws(shoot(hit(grid, 4)), "hit") == ["b1: 4 = 4: must-retreat"]


@pytest.mark.clause("colonial.hits.table", "shared.retreat")
def test_a_retreat_is_one_cell_where_the_owner_likes_and_keeps_its_facing(grid: str) -> None:
    table = hit(grid, 6)
    shoot(table)
    assert {one["do"] for one in table.legal()} == {"retreat"}
    assert {one["to"] for one in table.legal("retreat", "b1")} == AROUND[grid]
    assert table.why("retreat", "b1", to="d6") == {"shared.retreat"}
    assert table.why("stand", "b1") == {"colonial.hits.table"}
    assert table.why("lose-sp", "b1") == {"colonial.hits.table"}
    assert happened(table.play("retreat", "b1", to="c6")) == [("retreated", "b1", "shared.retreat")]
    assert (table.at("b1"), (table.unit("b1") or {})["facing"]) == ("c6", "s")
    assert table.state["decides"] == "red"


@pytest.mark.clause("colonial.hits.table")
def test_artillery_fire_and_close_combat_make_the_same_hits(grid: str) -> None:
    red = ["r1 rifled-field-artillery c1 n", "r2 infantry a1 n"]
    table = guns_first(grid, dice=[6, 3, 6, 1], red=red, blue=["b1 infantry c4 s", "b9 infantry f6 s"])
    events = table.play("bombard", "r1", target="c4")
    assert throws(events, "hit") == ["b1: 3 = 3: destroyed"]
    table = red_to_act(grid, dice=[1, 6, 4], red=["r1 infantry c3 n"], blue=["b1 infantry c4 s"])
    events = table.play("fight", "r1", target="c4")
    assert throws(events, "hit") == ["r1: 4 = 4: must-retreat"]
    assert happened(events) == [("hit", "r1", "colonial.close-combat.roll")]


@pytest.mark.clause("colonial.hits.no-retreat", "shared.retreat")
@pytest.mark.parametrize("die", [4, 6])
def test_a_unit_with_nowhere_to_go_is_destroyed_unasked(grid: str, die: int) -> None:
    """River before and behind it, a friend on either side."""
    rows = terrain(b4="~", d4="~", c6="~", c4="~")
    table = hit(grid, die, rows, blue="b2 infantry b5 s, b3 infantry d5 s")
    events = shoot(table)
    assert throws(events, "hit") == [f"b1: {die} = {die}: must-retreat"]
    assert happened(events) == [
        ("hit", "b1", "colonial.fire.dice"),
        ("destroyed", "b1", "colonial.hits.no-retreat"),
    ]
    assert table.state["decides"] == "red"


@pytest.mark.clause("colonial.hits.no-retreat", "shared.retreat")
def test_a_single_way_out_is_still_asked_for(grid: str) -> None:
    rows = terrain(b4="~", d4="~", c4="~")
    table = hit(grid, 4, rows, blue="b2 infantry b5 s, b3 infantry d5 s")
    shoot(table)
    assert table.legal() == [{"do": "retreat", "unit": "b1", "to": "c6"}]
    assert table.state["decides"] == "blue"
    table.play("retreat", "b1", to="c6")
    assert table.at("b1") == "c6"


@pytest.mark.clause("colonial.hits.no-retreat", "shared.retreat")
def test_enemies_all_around_are_no_reason_to_die(grid: str) -> None:
    """Every cell around b1 is next to a red unit; a free one is a way out."""
    table = red_to_act(
        grid,
        dice=[6, 1, 1, 4],
        red=["r1 machine-gun c3 n", *[f"r{at} infantry {at} s" for at in ("a5", "e5", "b6", "d6", "a4", "e4")]],
        blue=["b1 infantry c5 s", "b9 infantry f1 n"],
    )
    shoot(table)
    assert {one["to"] for one in table.legal("retreat", "b1")} == AROUND[grid]


@pytest.mark.clause("shared.retreat")
def test_with_the_house_rule_a_retreat_leads_no_nearer_to_the_attacker(grid: str) -> None:
    red = ["r1 machine-gun c3 n", "r9 infantry a1 n"]
    rules = {"retreat": "away"}
    table = red_to_act(grid, dice=[6, 1, 1, 4], red=red, blue=["b1 infantry c5 s"], house_rules=rules)
    shoot(table)
    nearer = {"square": {"c4"}, "hex": {"c4"}}
    assert {one["to"] for one in table.legal("retreat", "b1")} == AROUND[grid] - nearer[grid]
    assert "closer to the attacker" in table.reasons("retreat", "b1", to="c4")[0]


@pytest.mark.clause("shared.retreat")
def test_nobody_retreats_into_the_cell_of_the_opponent_it_has_just_fought(grid: str) -> None:
    """Both are hit: b1 is destroyed first, and r1 has to find another way than into its cell."""
    table = red_to_act(grid, dice=[1, 1, 1, 6], red=["r1 infantry c3 n"], blue=["b1 infantry c4 s", "b9 infantry f6 s"])
    table.play("fight", "r1", target="c4")
    assert table.unit("b1") is None
    assert "c4" not in {one["to"] for one in table.legal("retreat", "r1")}
    assert "the attack came from there" in table.reasons("retreat", "r1", to="c4")[0]


@pytest.mark.clause("colonial.hits.no-retreat")
def test_nobody_retreats_off_the_board(grid: str) -> None:
    """b1 in c6 has the board's edge behind it, friends on either side, and the river before it."""
    red = ["r1 machine-gun c4 n", "r9 infantry a1 n"]
    blue = ["b1 infantry c6 s", "b2 infantry b6 s", "b3 infantry d6 s"]
    table = red_to_act(grid, terrain(b5="~", c5="~", d5="~"), [6, 1, 1, 4], red=red, blue=blue)
    assert happened(shoot(table, "c6"))[-1] == ("destroyed", "b1", "colonial.hits.no-retreat")


@pytest.mark.clause("colonial.hits.no-retreat")
@pytest.mark.parametrize("gun", ["rifled-siege-artillery", "smoothbore-siege-artillery"])
def test_a_gun_that_cannot_move_cannot_retreat(grid: str, gun: str) -> None:
    table = hit(grid, 6, target=f"{gun} elite")
    events = shoot(table)
    assert throws(events, "hit") == ["b1: 6 = 6: must-retreat"]
    assert happened(events)[-1] == ("destroyed", "b1", "colonial.hits.no-retreat")


@pytest.mark.clause("colonial.hits.no-retreat")
@pytest.mark.parametrize("gun", ["rifled-field-artillery", "smoothbore-mountain-artillery"])
def test_a_gun_that_moves_retreats_like_any_unit(grid: str, gun: str) -> None:
    table = hit(grid, 6, target=gun)
    shoot(table)
    assert "c6" in {one["to"] for one in table.legal("retreat", "b1")}


@pytest.mark.clause("colonial.hits.no-retreat")
def test_the_odds_know_that_there_is_no_way_back(grid: str) -> None:
    table = hit(grid, 1, target="rifled-siege-artillery elite")
    table.play("done")
    assert set(table.odds("fire", "r1", target="c5")) == {"no effect", "b1 destroyed"}
