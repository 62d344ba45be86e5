"""Classic: artillery fire."""

import pytest

from tests.table import RED_FIRST, Table, Tree, brief, draw, rolls, told

COVER = pytest.mark.parametrize("cover", ["w", "b", "f"], ids=["woods", "built-up", "fortification"])

# A hill between gun and target: the shot is thrown with nothing added.
BEHIND_A_HILL = """
. . . . .
. . . . .
. . h . .
. . . . .
. . . . .
"""


def shoot(table: Table, gun: str, target: str) -> Tree:
    """Let red's only gun fire: with its order given the shot is thrown. The throw."""
    return rolls(table.play("bombard", gun, target=target), "artillery")[0]


@pytest.mark.clause("classic.artillery.once")
def test_a_gun_has_one_shot_a_turn() -> None:
    table = draw(
        "classic",
        red=["r1 artillery c1 n", "r2 artillery d1 n"],
        blue=["b1 infantry c6 s", "b2 infantry d6 s"],
        dice=[1, 1, *RED_FIRST],
    )
    assert table.targets("bombard", "r1") == {"c6", "d6"}
    table.play("bombard", "r1", target="c6")
    assert table.targets("bombard", "r1") == set()
    for target in ("c6", "d6"):
        assert table.why("bombard", "r1", target=target) == {"classic.artillery.once"}
    # The other gun has its own shot, at the same target or another.
    assert table.targets("bombard", "r2") == {"c6", "d6"}
    events = table.play("bombard", "r2", target="c6")
    assert [shot["unit"] for shot in rolls(events, "artillery")] == ["r1", "r2"]
    table.next_turn()
    assert (table.state["turn"], table.state["phase"]) == (2, "artillery")
    assert table.targets("bombard", "r1") == {"c6", "d6"}


@COVER
@pytest.mark.clause("classic.artillery.into-cover")
def test_guns_fire_into_cover_at_any_depth(cover: str) -> None:
    rows = """
    . . c . .
    . . c . .
    . . c . .
    . . . . .
    . . . . .
    """.replace("c", cover)
    units = ["b1 infantry c3 s", "b2 infantry c4 s", "b3 infantry c5 s"]
    table = draw("classic", rows, red=["r1 artillery c1 n", "r2 infantry d2 n"], blue=units, dice=[1, *RED_FIRST])
    assert table.targets("bombard", "r1") == {"c3", "c4", "c5"}
    shot = shoot(table, "r1", "c5")
    assert brief(shot) == ([1], {"classic.artillery.mod-cover": -1}, [0], 5, ["nothing"])
    # Fire does not reach as deep.
    assert table.targets("fire", "r2") == {"c3"}


@COVER
@pytest.mark.clause("classic.artillery.out-of-cover")
def test_guns_fire_out_of_cover_only_from_its_edge(cover: str) -> None:
    rows = """
    . . . . .
    . . . . .
    . . . . .
    c . . . .
    c . . . .
    """.replace("c", cover)
    table = draw("classic", rows, red=["r1 artillery a1 n", "r2 commander e1 n"], blue=["b1 infantry a5 s"])
    assert table.state["phase"] != "artillery", "no gun has a target"
    table = draw("classic", rows, red=["r1 artillery a2 n", "r2 artillery a1 n"], blue=["b1 infantry a5 s"])
    assert table.targets("bombard", "r1") == {"a5"}
    assert table.targets("bombard", "r2") == set()
    assert table.why("bombard", "r2", target="a5") == {"classic.artillery.out-of-cover"}


@pytest.mark.clause("classic.artillery.out-of-cover")
def test_a_wood_before_a_village_is_no_edge() -> None:
    rows = """
    . . . . .
    . . . . .
    . . . . .
    b . . . t
    w . . . t
    """
    table = draw("classic", rows, red=["r1 artillery a1 n", "r2 artillery e1 n"], blue=["b1 infantry c5 s"])
    assert table.why("bombard", "r1", target="c5") == {"classic.artillery.out-of-cover"}
    # Trenches hide nobody: a gun fires over those in front of its own.
    assert table.targets("bombard", "r2") == {"c5"}


@pytest.mark.clause("classic.artillery.out-of-cover")
def test_through_a_corner_one_free_square_is_edge_enough() -> None:
    rows = """
    . . . . .
    . . . . .
    . . . . .
    w . . . w
    w . . w w
    """
    units = ["r1 artillery a1 n", "r2 artillery e1 n"]
    table = draw("classic", rows, red=units, blue=["b1 infantry c3 s"])
    assert table.targets("bombard", "r1") == {"c3"}
    assert table.why("bombard", "r2", target="c3") == {"classic.artillery.out-of-cover"}


@pytest.mark.clause("classic.artillery.out-of-cover")
@pytest.mark.parametrize("cover", ["b", "f"])
def test_within_one_village_a_gun_reaches_its_neighbours(cover: str) -> None:
    rows = """
    . . c . .
    . . c . .
    . . c . .
    """.replace("c", cover)
    blue = ["b1 infantry c2 s", "b2 infantry c3 s"]
    table = draw("classic", rows, red=["r1 artillery c1 n"], blue=blue)
    assert table.targets("bombard", "r1") == {"c2"}
    assert table.why("bombard", "r1", target="c3") == {"classic.artillery.out-of-cover"}


@pytest.mark.clause("classic.artillery.roll")
def test_five_hits() -> None:
    table = draw(
        "classic", BEHIND_A_HILL, red=["r1 artillery c1 n"], blue=["b1 infantry c5 s"], dice=[5, 1, *RED_FIRST]
    )
    events = table.play("bombard", "r1", target="c5")
    shot = rolls(events, "artillery")[0]
    assert brief(shot) == ([5], {}, [5], 5, ["hit"])
    assert (shot["unit"], shot["target"], shot["clause"]) == ("r1", "c5", "classic.artillery.roll")
    assert told(events) == [("hit", "b1", "classic.artillery.roll"), ("lost-sp", "b1", "classic.hits.table")]


@pytest.mark.clause("classic.artillery.roll")
def test_whose_unit_is_hit_decides_whichever_side_it_is() -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 artillery c5 s"], dice=[6, 6])
    table.play("bombard", "b1", target="c1")
    assert (table.state["decides"], table.state["phase"]) == ("red", "artillery")
    assert {action["do"] for action in table.legal()} == {"retreat", "lose-sp"}


@pytest.mark.clause("classic.artillery.roll")
def test_guns_fire_at_squares_with_enemies() -> None:
    table = draw("classic", red=["r1 artillery c1 n"], blue=["b1 infantry c5 s"])
    assert table.targets("bombard", "r1") == {"c5"}
    assert table.why("bombard", "r1", target="c4") == {"classic.artillery.roll"}


@pytest.mark.clause("classic.artillery.roll")
def test_four_does_nothing_and_nothing_scatters() -> None:
    blue = ["b1 infantry c5 s", "b2 infantry b5 s", "b3 infantry d5 s", "b4 infantry c4 s"]
    table = draw("classic", BEHIND_A_HILL, red=["r1 artillery c1 n"], blue=blue, dice=[4, *RED_FIRST])
    events = table.play("bombard", "r1", target="c5")
    assert brief(rolls(events, "artillery")[0]) == ([4], {}, [4], 5, ["nothing"])
    assert told(events) == []
    assert [unit["sp"] for unit in table.state["units"]] == [2, 4, 4, 4, 4]


@pytest.mark.clause("classic.artillery.mod-seen")
def test_two_more_if_the_target_is_seen() -> None:
    table = draw("classic", red=["r1 artillery c1 n"], blue=["b1 infantry c5 s"], dice=[3, 1, *RED_FIRST])
    shot = shoot(table, "r1", "c5")
    assert brief(shot) == ([3], {"classic.artillery.mod-seen": 2}, [5], 5, ["hit"])


@pytest.mark.clause("classic.artillery.mod-seen")
def test_nothing_more_if_a_unit_is_in_the_way() -> None:
    units = ["r1 artillery c1 n", "r2 infantry c3 n"]
    table = draw("classic", red=units, blue=["b1 infantry c5 s"], dice=[3, *RED_FIRST])
    shot = shoot(table, "r1", "c5")
    assert brief(shot) == ([3], {}, [3], 5, ["nothing"])


@pytest.mark.clause("classic.artillery.mod-repeat")
def test_one_more_for_the_same_square_again() -> None:
    table = draw(
        "classic", BEHIND_A_HILL, red=["r1 artillery c1 n"], blue=["b1 infantry c5 s"], dice=[1, *RED_FIRST, 4, 1]
    )
    assert brief(shoot(table, "r1", "c5")) == ([1], {}, [1], 5, ["nothing"])
    table.next_turn()
    assert brief(shoot(table, "r1", "c5")) == ([4], {"classic.artillery.mod-repeat": 1}, [5], 5, ["hit"])


@pytest.mark.clause("classic.artillery.mod-repeat")
def test_the_same_target_is_the_same_square_whoever_stands_there() -> None:
    # Two guns fire at b1 in c5; then b1 goes to b5 and b2 comes to c5.
    table = draw(
        "classic",
        BEHIND_A_HILL,
        red=["r1 artillery c1 n", "r2 artillery d1 n"],
        blue=["b1 infantry c5 s", "b2 infantry d5 s"],
        dice=[1, 1, *RED_FIRST, 1, 1],
    )
    table.play("bombard", "r1", target="c5")
    table.play("bombard", "r2", target="c5")
    table.play("move", "b1", path=["b5"], facing="s")
    table.play("move", "b2", path=["c5"], facing="s")
    assert table.state["turn"] == 2
    table.play("bombard", "r1", target="c5")
    first, second = rolls(table.play("bombard", "r2", target="b5"), "artillery")
    assert brief(first) == ([1], {"classic.artillery.mod-repeat": 1}, [2], 5, ["nothing"])
    assert "classic.artillery.mod-repeat" not in brief(second)[1]


@pytest.mark.clause("classic.artillery.mod-repeat")
def test_a_turn_without_a_shot_breaks_the_series() -> None:
    table = draw(
        "classic",
        BEHIND_A_HILL,
        red=["r1 artillery c1 n"],
        blue=["b1 infantry c5 s"],
        dice=[1, *RED_FIRST, *RED_FIRST, 1],
    )
    shoot(table, "r1", "c5")
    table.next_turn()
    table.next_turn()
    assert table.state["turn"] == 3
    assert brief(shoot(table, "r1", "c5")) == ([1], {}, [1], 5, ["nothing"])


@pytest.mark.clause("classic.artillery.mod-commander")
def test_one_more_with_a_commander_in_the_square() -> None:
    units = ["r1 artillery c1 n", "r2 commander c1 n"]
    table = draw("classic", BEHIND_A_HILL, red=units, blue=["b1 infantry c5 s"], dice=[4, 1, *RED_FIRST])
    assert brief(shoot(table, "r1", "c5")) == ([4], {"classic.artillery.mod-commander": 1}, [5], 5, ["hit"])


@pytest.mark.clause("classic.artillery.mod-commander")
def test_a_commander_in_the_next_square_adds_nothing() -> None:
    units = ["r1 artillery c1 n", "r2 commander b1 n"]
    table = draw("classic", BEHIND_A_HILL, red=units, blue=["b1 infantry c5 s"], dice=[4, *RED_FIRST])
    assert brief(shoot(table, "r1", "c5")) == ([4], {}, [4], 5, ["nothing"])


@pytest.mark.clause("classic.artillery.mod-cover")
@pytest.mark.parametrize("ground", ["w", "b", "f", "t"])
def test_one_less_at_a_target_in_cover(ground: str) -> None:
    rows = BEHIND_A_HILL.replace(". . . . .", f". . {ground} . .", 1)
    table = draw("classic", rows, red=["r1 artillery c1 n"], blue=["b1 infantry c5 s"], dice=[5, *RED_FIRST])
    assert brief(shoot(table, "r1", "c5")) == ([5], {"classic.artillery.mod-cover": -1}, [4], 5, ["nothing"])


@pytest.mark.clause("classic.artillery.mod-cover")
@pytest.mark.parametrize("ground", ["h", "~", "=", "x"])
def test_other_ground_is_no_cover(ground: str) -> None:
    rows = BEHIND_A_HILL.replace(". . . . .", f". . {ground} . .", 1)
    table = draw("classic", rows, red=["r1 artillery c1 n"], blue=["b1 infantry c5 s"], dice=[5, 1, *RED_FIRST])
    assert brief(shoot(table, "r1", "c5")) == ([5], {}, [5], 5, ["hit"])


@pytest.mark.clause("classic.artillery.mod-seen")
@pytest.mark.clause("classic.artillery.mod-commander")
@pytest.mark.clause("classic.artillery.mod-cover")
def test_what_applies_is_added_together() -> None:
    rows = """
    . . w . .
    . . . . .
    . . . . .
    """
    units = ["r1 artillery c1 n", "r2 commander c1 n"]
    table = draw("classic", rows, red=units, blue=["b1 infantry c3 s"], dice=[3, 1, *RED_FIRST])
    assert brief(shoot(table, "r1", "c3")) == (
        [3],
        {
            "classic.artillery.mod-seen": 2,
            "classic.artillery.mod-commander": 1,
            "classic.artillery.mod-cover": -1,
        },
        [5],
        5,
        ["hit"],
    )
