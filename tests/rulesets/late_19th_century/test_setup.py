"""Setting up: the board, the size of the armies, and where they deploy."""

from typing import Any

import pytest

from portable_wargame.scenario.problems import BadScenario
from portable_wargame.scenario.reading import read_tree
from tests.rulesets.late_19th_century.drawing import OPEN, happened, late, red_to_act, short, terrain, tree_of, why
from tests.table import Table, draw, of_kind

ROW = "abcdefgh"


def line(number: int, side: str = "r", kind: str = "infantry-rifles", first: int = 1) -> list[str]:
    """So many units in the rows from the first on."""
    step = 1 if side == "r" else -1
    look = "n" if side == "r" else "s"
    return [f"{side}{one} {kind} {ROW[one % 8]}{first + step * (one // 8)} {look}" for one in range(number)]


def problems(tree: dict[str, Any]) -> set[str]:
    """The clauses against a scenario; none if it is right."""
    try:
        read_tree(tree)
    except BadScenario as refused:
        return {short(problem.clause) for problem in refused.problems}
    return set()


BLUE = ["b1 infantry-rifles a8 s"]


@pytest.mark.clause("late19c.setup.board")
@pytest.mark.parametrize(
    ("columns", "rows", "right"), [(8, 8, True), (7, 8, False), (8, 7, False), (9, 8, True), (10, 6, False)]
)
def test_a_board_has_at_least_eight_hexes_by_eight(columns: int, rows: int, right: bool) -> None:
    for free in ({}, {"historical": True}, {"campaign": True}):
        tree = tree_of(terrain(columns, rows), red=line(1), blue=[f"b1 infantry-rifles a{rows} s"], **free)
        assert problems(tree) == (set() if right else {"setup.board"})


@pytest.mark.clause("late19c.setup.army-size")
@pytest.mark.parametrize(("columns", "most"), [(8, 12), (9, 13), (10, 15)])
def test_an_army_has_three_units_for_two_hexes_of_its_side(columns: int, most: int) -> None:
    board = terrain(columns, 8)
    assert problems(tree_of(board, red=line(most), blue=BLUE)) == set()
    assert problems(tree_of(board, red=line(most + 1), blue=BLUE)) == {"setup.army-size"}
    assert problems(tree_of(board, red=line(most + 1), blue=BLUE, historical=True)) == set()
    assert problems(tree_of(board, red=line(most + 1), blue=BLUE, campaign=True)) == set()


@pytest.mark.clause("late19c.setup.army-size")
def test_the_side_is_measured_where_the_army_stands() -> None:
    """On a board of ten by eight the side that defends the west has a side of eight."""
    for edge, number, right in [("south", 15, True), ("west", 12, True), ("west", 13, False)]:
        tree = tree_of(terrain(10, 8), red=line(1), blue=["b1 infantry-rifles f8 s"])
        tree["sides"][0]["edge"] = edge
        tree["sides"][0]["units"] = [{"id": f"r{one}", "type": "infantry-rifles"} for one in range(number)]
        assert problems(tree) == (set() if right else {"setup.army-size"})


@pytest.mark.clause("late19c.setup.army-size")
def test_one_command_unit_is_allowed() -> None:
    one = ["r1 command a1 n", "r2 infantry-rifles b1 n"]
    two = [*one, "r3 command c1 n"]
    assert problems(tree_of(red=one, blue=BLUE)) == set()
    assert problems(tree_of(red=two, blue=BLUE)) == {"setup.army-size"}
    assert problems(tree_of(red=two, blue=BLUE, historical=True)) == set()
    assert problems(tree_of(red=two, blue=BLUE, campaign=True)) == set()


@pytest.mark.clause("late19c.setup.terrain")
def test_terrain_fills_its_hex_and_no_other() -> None:
    """The wood in d4 covers a unit there, and nobody next to it."""
    for cell, table_used in [("d4", "fire.effect-cover"), ("d5", "fire.effect-open")]:
        table = red_to_act(terrain(d4="w"), [1], red=["r1 infantry-rifles b4 n"], blue=[f"b1 infantry-rifles {cell} s"])
        events = table.play("fire", "r1", target=cell)
        assert next(short(event["clause"]) for event in events if event["event"] == "roll") == table_used


@pytest.mark.clause("late19c.setup.terrain")
def test_a_hill_of_two_hexes_is_one_hill() -> None:
    """Up in c2, along to c3: one contour. Without the second hex it would be two."""
    red, blue = ["r1 mounted-cavalry c1 n"], ["b1 infantry-rifles h8 s"]
    assert "c3" in red_to_act(terrain(c2="h", c3="h"), red=red, blue=blue).reach("r1")
    alone = red_to_act(terrain(c2="h"), red=red, blue=blue)
    assert why(alone, "move", "r1", path=["c2", "c3"]) == {"hills.one-contour"}


@pytest.mark.clause("late19c.setup.deploy-one-off")
@pytest.mark.parametrize(("cell", "right"), [("d1", True), ("d2", True), ("d3", False), ("h4", False)])
def test_units_begin_in_the_two_rows_nearest_their_edge(cell: str, right: bool) -> None:
    unit = [f"r1 infantry-rifles {cell} n"]
    assert problems(tree_of(red=unit, blue=BLUE)) == (set() if right else {"setup.deploy-one-off"})
    assert problems(tree_of(red=unit, blue=BLUE, historical=True)) == set()
    assert problems(tree_of(red=unit, blue=BLUE, campaign=True)) == set()


@pytest.mark.clause("late19c.setup.deploy-one-off")
@pytest.mark.parametrize(("edge", "ours", "not_ours"), [("west", ["a5", "b5"], "c5"), ("east", ["h5", "g5"], "f5")])
def test_for_east_and_west_the_rows_are_columns(edge: str, ours: list[str], not_ours: str) -> None:
    for cell in [*ours, not_ours]:
        tree = tree_of(red=[f"r1 infantry-rifles {cell} n"], blue=["b1 infantry-rifles d8 s"])
        tree["sides"][0]["edge"] = edge
        assert problems(tree) == ({"setup.deploy-one-off"} if cell == not_ours else set())


@pytest.mark.clause("late19c.setup.deploy-one-off")
def test_reinforcements_are_exempt_and_a_refight_begins_anywhere() -> None:
    red = ["r1 infantry-rifles d1 n", "r2 infantry-rifles - n arrives=2,east"]
    assert problems(tree_of(red=red, blue=BLUE)) == set()
    near = ["r1 infantry-rifles d4 n"]
    assert problems(tree_of(red=near, blue=["b1 infantry-rifles d5 s"], historical=True)) == set()


@pytest.mark.clause("late19c.setup.deploy-campaign")
@pytest.mark.parametrize(
    ("rows", "cell", "right"), [(8, "d4", True), (8, "d5", False), (9, "d4", True), (9, "d5", False)]
)
def test_in_a_campaign_a_side_begins_in_its_half(rows: int, cell: str, right: bool) -> None:
    """Of nine rows the middle one is nobody's."""
    board = terrain(8, rows)
    tree = tree_of(board, red=[f"r1 infantry-rifles {cell} n"], blue=[f"b1 infantry-rifles a{rows} s"], campaign=True)
    assert problems(tree) == (set() if right else {"setup.deploy-campaign"})


@pytest.mark.clause("late19c.setup.deploy-campaign")
def test_in_a_campaign_nobody_begins_next_to_an_enemy() -> None:
    red = ["r1 infantry-rifles d4 n"]
    assert problems(tree_of(red=red, blue=["b1 infantry-rifles d5 s"], campaign=True)) == {"setup.deploy-campaign"}
    assert problems(tree_of(red=red, blue=["b1 infantry-rifles f5 s"], campaign=True)) == set()


# -- deploying


def to_deploy(**words: Any) -> Table:
    red = ["r1 infantry-rifles - n", "r2 command - ne"]
    blue = ["b1 infantry-rifles - s", "b2 field-artillery h8 s"]
    return late(words.pop("rows", OPEN), [6, 1, 6, 6], historical=False, red=red, blue=blue, **words)


def cells(table: Table, unit: str) -> set[str]:
    return {one["at"] for one in table.legal("place", unit)}


@pytest.mark.clause("late19c.setup.deploy-one-off", "shared.deployment")
def test_units_without_a_place_are_deployed_before_the_first_turn() -> None:
    table = to_deploy()
    assert table.opening == [{"event": "phase", "phase": "deployment", "clause": "late19c.turn.sequence"}]
    assert (table.state["turn"], table.state["phase"], table.state["decides"]) == (0, "deployment", "red")
    assert cells(table, "r1") == cells(table, "r2") == {f"{column}{row}" for column in ROW for row in (1, 2)}
    assert {one["facing"] for one in table.legal("place", "r1")} == {"n", "ne", "se", "s", "sw", "nw"}
    events = table.play("place", "r2", at="c2")
    assert events == [
        {
            "event": "placed",
            "side": "red",
            "unit": "r2",
            "cell": "c2",
            "facing": "ne",
            "clause": "late19c.setup.deploy-one-off",
        }
    ]
    assert table.state["decides"] == "red"
    assert "c2" not in cells(table, "r1")
    table.play("place", "r1", at="d2", facing="nw")
    assert (table.state["decides"], table.state["turn"]) == ("blue", 0)
    assert cells(table, "b1") == {f"{column}{row}" for column in ROW for row in (7, 8)} - {"h8"}
    events = table.play("place", "b1", at="d8")
    assert of_kind(events, "turn") == [{"event": "turn", "turn": 1, "clause": "late19c.turn.sequence"}]
    assert (table.at("r1"), table.at("r2"), table.at("b1")) == ("d2", "c2", "d8")
    assert (table.state["phase"], table.state["decides"]) == ("activation", "red")


@pytest.mark.clause("late19c.setup.deploy-one-off", "shared.deployment")
def test_a_wrong_cell_is_refused() -> None:
    table = to_deploy(rows=terrain(c1="~", d1="F"))
    assert "c1" not in cells(table, "r1")
    assert "d1" in cells(table, "r1")
    for wrong in ({"at": "d3"}, {"at": "d7"}):
        assert why(table, "place", "r1", **wrong) == {"setup.deploy-one-off"}
    assert why(table, "place", "r1", at="c1") == {"rivers.crossing"}
    assert why(table, "place", "b1", at="d8") == {"setup.deploy-one-off"}
    assert why(table, "end") == {"setup.deploy-one-off"}
    table.play("place", "r1", at="d2")
    assert why(table, "place", "r2", at="d2") == {"movement.through-friends"}
    assert why(table, "place", "r1", at="d1") == {"setup.deploy-one-off"}


@pytest.mark.clause("late19c.setup.deploy-campaign", "shared.deployment")
def test_in_a_campaign_a_side_deploys_in_its_half_and_next_to_no_enemy() -> None:
    table = to_deploy(campaign=True)
    assert cells(table, "r1") == {f"{column}{row}" for column in ROW for row in (1, 2, 3, 4)}
    assert happened(table.play("place", "r1", at="d4")) == ["placed r1 setup.deploy-campaign"]
    assert why(table, "place", "r2", at="d5") == {"setup.deploy-campaign"}
    table.play("place", "r2", at="a1")
    assert cells(table, "b1") == {f"{column}{row}" for column in ROW for row in (5, 6, 7, 8)} - {"c5", "d5", "e5", "h8"}
    assert why(table, "place", "b1", at="d5") == {"setup.deploy-campaign"}
    assert why(table, "place", "b1", at="d6") == set()


@pytest.mark.clause("late19c.setup.deploy-one-off", "shared.deployment")
@pytest.mark.parametrize("campaign", [False, True])
def test_in_a_refight_a_side_deploys_anywhere(campaign: bool) -> None:
    table = late(historical=True, campaign=campaign, red=["r1 infantry-rifles - n"], blue=["b1 infantry-rifles d8 s"])
    assert cells(table, "r1") == {f"{column}{row}" for column in ROW for row in range(1, 9)} - {"d8"}
    assert happened(table.play("place", "r1", at="d7")) == ["placed r1 setup.deploy-one-off"]


@pytest.mark.clause("shared.deployment")
def test_a_side_whose_units_all_have_places_is_not_asked() -> None:
    table = late(dice=[6, 1, 6], historical=False, red=["r1 infantry-rifles a1 n"], blue=["b1 infantry-rifles - s"])
    assert (table.state["phase"], table.state["decides"]) == ("deployment", "blue")
    table = late(dice=[6, 1, 6], historical=False, red=["r1 infantry-rifles a1 n"], blue=BLUE)
    assert of_kind(table.opening, "phase")[0]["phase"] == "artillery"


@pytest.mark.clause("shared.deployment")
def test_there_must_be_room_to_deploy() -> None:
    red = [f"r{one} infantry-rifles - n" for one in range(3)]
    river = terrain(**{f"{column}{row}": "~" for column in ROW for row in (1, 2)} | {"a1": ".", "b1": "."})
    assert problems(tree_of(river, red=red[:2], blue=BLUE)) == set()
    assert problems(tree_of(river, red=red, blue=BLUE)) == {"setup.deploy-one-off"}


@pytest.mark.clause("shared.deployment")
def test_other_books_deploy_in_the_same_way() -> None:
    table = draw("classic", dice=[6, 1], red=["r1 infantry - n"], blue=["b1 infantry a6 s", "b2 infantry - s"])
    assert (table.state["phase"], table.state["decides"]) == ("deployment", "red")
    assert cells(table, "r1") == {f"{column}{row}" for column in "abcdef" for row in (1, 2)}
    assert table.why("place", "r1", at="a3") == {"shared.deployment"}
    assert [one["clause"] for one in table.play("place", "r1", at="c2")] == ["shared.deployment"]
    assert "a6" not in cells(table, "b2")
    table.play("place", "b2", at="a5")
    assert (table.state["turn"], table.state["phase"]) == (1, "activation")
