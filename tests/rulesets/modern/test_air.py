"""Modern, optional: aircraft. The rules were published for squares; on hexes they hold as they stand."""

from typing import Any

import pytest

from tests.rulesets.modern.sketch import (
    QUIET,
    ground,
    guns_first,
    hit_dice,
    problems,
    red_acts,
    refusal,
    state,
    throws,
)
from tests.table import RED_FIRST, Table, draw, of_kind, rolls, told

MOVEMENT = "modern.air.movement"
ENDURANCE = "modern.air.endurance"
IDLE = "modern.air.must-activate"
COST = "modern.air.firing-cost"
SHARED = "modern.air.no-shared-cell"
GUNS = "modern.air.guns"
AIR_TO_AIR = "modern.air.air-to-air"
STRAFE = "modern.air.strafe"
BOMB = "modern.air.bomb"
SCORE = "modern.air.to-ground-score"
FLAK = "modern.air.anti-aircraft"
FLAK_MODS = "modern.air.anti-aircraft-mods"
TABLE = "modern.hits.table"

KINDS = ["reconnaissance-aircraft", "single-seat-fighter", "two-seat-fighter", "bomber"]
RATES = dict(zip(KINDS, (8, 12, 10, 8), strict=True))
LONG = ground(7, 16)
FOE = ["b1 infantry g16 s"]


def aloft(grid: str, red: list[str], rows: str = LONG, **words: Any) -> Table:
    words = {"blue": FOE, **words}
    return red_acts(grid, rows, red=[*red, "r9 infantry a1 n"], options=["air"], **words)


# -- what they are


@pytest.mark.clause("modern.air.strength")
@pytest.mark.parametrize(("kind", "strength"), list(zip(KINDS, (2, 3, 4, 4), strict=True)))
def test_strength_and_the_option(grid: str, kind: str, strength: int) -> None:
    red = [f"r1 {kind} c1 n", "r9 infantry a1 n"]
    assert problems(grid, rows=LONG, red=red, blue=FOE) == ["modern.strength.values"]
    table = aloft(grid, red[:1])
    assert state(table, "r1")["sp"] == strength
    assert table.side("red")["exhaustion-point"] == -(-(strength + 4) // 3), "aircraft count"


@pytest.mark.clause("modern.air.strength")
def test_without_the_option_nobody_strafes_or_bombs(grid: str) -> None:
    table = red_acts(grid, red=["r1 infantry c1 n"], blue=["b1 infantry c3 s"])
    assert table.why("strafe", "r1") == {"modern.turn.sequence"}
    assert table.why("bomb", "r1", loads=1) == {"modern.turn.sequence"}


@pytest.mark.clause("modern.air.strength", "modern.air.air-to-air")
def test_an_aircraft_without_strength_points_is_destroyed(grid: str) -> None:
    blue = ["b1 reconnaissance-aircraft c7 n", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 single-seat-fighter c4 n"], blue=blue, dice=[5, 6])
    events = table.play("fire", "r1", target="c7")
    assert told(events) == [
        ("lost-sp", "b1", AIR_TO_AIR),
        ("lost-sp", "b1", AIR_TO_AIR),
        ("destroyed", "b1", "modern.strength.destroyed"),
    ]
    assert table.unit("b1") is None


# -- movement


@pytest.mark.clause("modern.air.movement")
@pytest.mark.parametrize(("kind", "rate"), RATES.items())
@pytest.mark.parametrize(
    "rows", [LONG, ground(7, 16, **{f"c{row}": "=" for row in range(1, 17)})], ids=["open", "road"]
)
def test_each_has_its_rate_and_a_road_adds_nothing(grid: str, kind: str, rate: int, rows: str) -> None:
    table = aloft(grid, [f"r1 {kind} c1 n"], rows)
    assert table.reach("r1") & {f"c{rate}", f"c{rate + 1}", f"c{rate + 2}"} == {f"c{rate}", f"c{rate + 1}"}
    assert table.why("move", "r1", path=[f"c{row}" for row in range(2, rate + 3)]) == {MOVEMENT}
    events = table.play("move", "r1", path=[f"c{row}" for row in range(2, rate + 2)])
    assert told(events) == [("moved", "r1", MOVEMENT)]


@pytest.mark.clause("modern.air.movement")
def test_they_move_through_edges_once_and_end_on_any_facing(grid: str) -> None:
    table = aloft(grid, ["r1 bomber c3 n"])
    assert table.why("move", "r1", path=["d5"]) == {"modern.movement.edges"}
    every = {"n", "e", "s", "w"} if grid == "square" else {"n", "ne", "se", "s", "sw", "nw"}
    assert table.facings("r1", "c5") == every
    assert table.facings("r1") == every - {"n"}
    table.play("move", "r1", path=["c4", "c5"], facing="s")
    assert state(table, "r1")["facing"] == "s"
    assert table.why("move", "r1", path=["c6"]) == {"modern.movement.once"}


@pytest.mark.clause("modern.air.firing-cost")
@pytest.mark.parametrize(("cells", "may"), [(7, True), (8, False)])
def test_bombing_costs_a_cell(grid: str, cells: int, may: bool) -> None:
    blue = [f"b1 infantry c{1 + cells} s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 bomber c1 n"], blue=blue)
    table.play("move", "r1", path=[f"c{row}" for row in range(2, 2 + cells)])
    assert [one["loads"] for one in table.legal("bomb", "r1")] == ([1, 2, 3] if may else [])
    assert table.why("bomb", "r1", loads=1) == (set() if may else {COST})


@pytest.mark.clause("modern.air.firing-cost")
@pytest.mark.parametrize(("cells", "may"), [(11, True), (12, False)])
def test_firing_and_strafing_cost_a_cell(grid: str, cells: int, may: bool) -> None:
    blue = [f"b1 infantry c{2 + cells} s", f"b2 bomber c{3 + cells} s"]
    table = aloft(grid, ["r1 single-seat-fighter c1 n"], blue=blue)
    table.play("move", "r1", path=[f"c{row}" for row in range(2, 2 + cells)])
    assert bool(table.legal("fire", "r1")) == bool(table.legal("strafe", "r1")) == may
    assert table.why("strafe", "r1") == table.why("fire", "r1", target=f"c{3 + cells}") == (set() if may else {COST})


@pytest.mark.clause("modern.air.flies-over")
def test_terrain_and_ground_units_do_not_hinder_them(grid: str) -> None:
    rows = ground(7, 16, c2="~", c3="w", c4="b", c5="x", c6="m", c7="t", c8="H")
    blue = ["b1 infantry c3 s", "b2 infantry c9 s"]
    table = aloft(grid, ["r1 bomber c1 n"], rows, blue=blue)
    events = table.play("move", "r1", path=[f"c{row}" for row in range(2, 10)])
    assert told(events) == [("moved", "r1", MOVEMENT)], "no stop, no mine, no contact"
    assert (table.at("r1"), table.at("b2")) == ("c9", "c9")
    assert state(table, "r1")["crossing"] is False


@pytest.mark.clause("modern.air.flies-over")
def test_ground_units_ignore_aircraft_for_contact_and_stacking(grid: str) -> None:
    blue = ["b1 bomber c4 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 infantry c2 n", "r2 bomber d4 n"], blue=blue)
    assert {"c3", "c4"} <= table.reach("r1"), "past it and under it"
    events = table.play("move", "r1", path=["c3", "c4"])
    assert told(events) == [("moved", "r1", "modern.movement.edges")]


@pytest.mark.clause("modern.air.flies-over")
def test_ground_units_ignore_aircraft_for_withdrawing(grid: str) -> None:
    """Only what is on the ground can face a unit."""
    blue = ["b1 bomber c3 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 infantry c2 n"], blue=blue)
    assert table.facings("r1") >= {"s"}, "no enemy to be faced"
    assert "c3" in table.reach("r1")


@pytest.mark.clause("modern.air.flies-over")
def test_ground_units_ignore_aircraft_when_they_retreat(grid: str) -> None:
    blue = ["b1 infantry c5 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 infantry c3 n", "r2 bomber c6 n"], blue=blue, dice=[6, 6])
    table.play("fire", "r1", target="c5")
    assert "c6" in {one["to"] for one in table.legal("retreat", "b1")}


@pytest.mark.clause("modern.air.flies-over")
def test_aircraft_do_not_block_lines_of_sight(grid: str) -> None:
    blue = ["b1 infantry c5 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 infantry c3 n", "r2 bomber c4 n"], blue=blue)
    assert table.targets("fire", "r1") == {"c5"}


@pytest.mark.clause("modern.air.no-shared-cell")
@pytest.mark.parametrize("whose", ["red", "blue"])
def test_no_aircraft_ends_its_move_with_another(grid: str, whose: str) -> None:
    other = "x1 bomber c4 n"
    blue = [*FOE, other] if whose == "blue" else FOE
    table = aloft(grid, ["r1 bomber c2 n", *([other] if whose == "red" else [])], blue=blue)
    assert table.reach("r1") & {"c3", "c4", "c5"} == {"c3", "c5"}, "but it flies past"
    assert table.why("move", "r1", path=["c3", "c4"]) == {SHARED}
    assert table.why("move", "r1", path=["c3", "c4", "c5"]) == set()


@pytest.mark.clause("modern.air.no-shared-cell")
def test_nor_does_one_enter_or_begin_there(grid: str) -> None:
    table = aloft(grid, ["r1 bomber - n", "r2 bomber c1 n"])
    assert "c1" not in {one["at"] for one in table.legal("enter", "r1")}
    red = ["r1 bomber c1 n", "r2 bomber c1 n"]
    assert "r2 stands at c1, where" in refusal(grid, red=red, blue=["b1 infantry c6 s"], options=["air"])
    assert problems(grid, red=["r1 bomber c6 n"], blue=["b1 infantry c6 s"], options=["air"]) == []


@pytest.mark.clause("modern.air.no-contact")
def test_they_need_not_stop_next_to_enemies_nor_turn_to_them(grid: str) -> None:
    blue = ["b1 infantry d3 s", "b2 bomber b4 s", "b3 infantry c6 s"]
    table = aloft(grid, ["r1 bomber c1 n"], blue=blue)
    assert {"c4", "c5", "c6", "c7"} <= table.reach("r1")
    events = table.play("move", "r1", path=["c2", "c3", "c4", "c5"])
    assert told(events) == [("moved", "r1", MOVEMENT)]
    assert state(table, "r1")["facing"] == "n"


@pytest.mark.clause("modern.air.no-contact")
def test_without_a_facing_they_look_where_they_fly(grid: str) -> None:
    """Beside an enemy on the ground too."""
    blue = ["b1 infantry d5 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 bomber c2 s"], blue=blue)
    table.play("move", "r1", path=["c3", "c4", "c5"])
    assert state(table, "r1")["facing"] == "n"


@pytest.mark.clause("modern.air.no-contact")
def test_there_is_no_close_combat_in_the_air(grid: str) -> None:
    blue = ["b1 infantry c3 s", "b2 bomber c1 n"]
    table = aloft(grid, ["r1 two-seat-fighter c2 n"], blue=blue)
    assert table.legal("fight") == []
    assert table.why("fight", "r1", target="c3") == {"modern.air.no-contact"}


# -- coming and going


@pytest.mark.clause("modern.air.endurance")
def test_an_aircraft_enters_over_its_own_edge(grid: str) -> None:
    table = aloft(grid, ["r1 bomber - n"], blue=["b1 infantry d2 s", "b2 infantry c1 s", "b3 infantry g16 s"])
    assert {one["at"] for one in table.legal("enter", "r1")} == {f"{column}1" for column in "abcdefg"}
    assert table.why("enter", "r1", at="c2", facing="n") == {"shared.arrival"}
    events = table.play("enter", "r1", at="c1", facing="n")
    assert told(events) == [("placed", "r1", "shared.arrival")], "over the enemy's head"
    assert "c8" in table.reach("r1")
    assert "c9" not in table.reach("r1"), "that was the first cell of its movement"
    assert table.legal("leave", "r1") == []


@pytest.mark.clause("modern.air.endurance")
def test_it_enters_by_an_activation_of_any_turn(grid: str) -> None:
    table = aloft(grid, ["r1 bomber - n"], dice=[6, *QUIET])
    table.next_turn()
    assert state(table, "r1")["at"] is None, "waiting, it does not crash"
    assert table.state["activations-left"] == 6
    table.play("enter", "r1", at="c1", facing="n")
    assert table.state["activations-left"] == 5


@pytest.mark.clause("modern.air.endurance")
def test_a_scenario_cannot_bring_it_over_another_edge(grid: str) -> None:
    blue = ["b1 infantry c6 s"]
    red = ["r1 bomber - n arrives=2,west", "r2 infantry c1 n"]
    assert problems(grid, red=red, blue=blue, options=["air"]) == [ENDURANCE]
    red = ["r1 bomber - n arrives=2,south", "r2 infantry c1 n"]
    assert problems(grid, red=red, blue=blue, options=["air"]) == []


@pytest.mark.clause("modern.air.endurance")
@pytest.mark.parametrize("enters", [False, True], ids=["aloft", "entering"])
def test_after_six_turns_it_is_lost(grid: str, enters: bool) -> None:
    table = aloft(grid, [f"r1 bomber {'-' if enters else 'c5'} n"], dice=[6, *QUIET * 6])
    for turn in range(1, 7):
        assert table.state["turn"] == turn
        assert state(table, "r1")["turns-aloft"] == turn - 1
        if enters and turn == 1:
            table.play("enter", "r1", at="c1", facing="n")
        else:
            table.play("move", "r1", path=[], facing="s" if state(table, "r1")["facing"] == "n" else "n")
        events = table.next_turn()
        assert told(of_kind(events, "destroyed")) == ([("destroyed", "r1", ENDURANCE)] if turn == 6 else [])
    assert table.unit("r1") is None
    assert table.side("red")["sp-lost"] == 4


@pytest.mark.clause("modern.air.endurance", "modern.exhaustion.point")
def test_its_loss_counts_before_exhaustion_is_checked(grid: str) -> None:
    """4 SP of 8 are lost in the sixth turn, and 3 are the point."""
    table = aloft(grid, ["r1 bomber c5 n"], dice=[6, *QUIET * 6])
    for turn in range(1, 7):
        table.play("move", "r1", path=[], facing="s" if state(table, "r1")["facing"] == "n" else "n")
        events = table.next_turn()
        kinds = [one["event"] for one in events if one["event"] in ("destroyed", "exhausted")]
        assert kinds == (["destroyed", "exhausted"] if turn == 6 else [])


@pytest.mark.clause("modern.air.endurance")
def test_it_leaves_over_its_own_edge_and_does_not_come_back(grid: str) -> None:
    table = aloft(grid, ["r1 bomber c5 n"], dice=[6, *QUIET])
    assert table.legal("leave") == []
    assert table.why("leave", "r1") == {ENDURANCE}
    table.play("move", "r1", path=["c4", "c3", "c2", "c1"])
    assert table.legal("leave") == [{"do": "leave", "unit": "r1"}], "with what is left of its move"
    events = table.play("leave", "r1")
    assert told(events) == [("left", "r1", ENDURANCE)]
    assert (table.side("red")["left"], table.side("red")["sp-lost"]) == (["r1"], 0)
    table.next_turn()
    assert table.legal(unit="r1") == []


@pytest.mark.clause("modern.air.endurance")
@pytest.mark.parametrize("cell", ["c16", "g5", "a5"])
def test_it_leaves_over_no_other_edge(grid: str, cell: str) -> None:
    table = aloft(grid, [f"r1 bomber {cell} n"])
    assert table.legal("leave") == []
    assert table.why("leave", "r1") == {ENDURANCE}


@pytest.mark.clause("modern.air.endurance", "modern.air.firing-cost")
@pytest.mark.parametrize(("start", "may"), [("c8", True), ("c9", False)])
def test_it_needs_a_cell_of_movement_to_leave(grid: str, start: str, may: bool) -> None:
    table = aloft(grid, [f"r1 bomber {start} n"])
    table.play("move", "r1", path=[f"c{row}" for row in range(int(start[1:]) - 1, 0, -1)])
    assert bool(table.legal("leave")) == may


@pytest.mark.clause("modern.air.endurance", "modern.turn.activation-order")
def test_it_does_not_leave_once_it_has_fired(grid: str) -> None:
    blue = ["b1 infantry c2 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 single-seat-fighter c1 n"], blue=blue, dice=[1])
    assert table.legal("leave") == [{"do": "leave", "unit": "r1"}]
    table.play("strafe", "r1")
    assert table.legal("leave") == []
    assert table.why("leave", "r1") == {"modern.turn.activation-order"}


@pytest.mark.clause("modern.air.endurance", "shared.victory")
def test_flying_home_is_not_what_an_exit_asks_for(grid: str) -> None:
    victory = [{"side": "red", "exit": {"edge": "south", "units": 1}}]
    table = aloft(grid, ["r1 bomber c1 n"], victory=victory)
    table.play("leave", "r1")
    assert table.state["phase"] == "activation", "the battle goes on"
    table.play("leave", "r9")
    assert table.state["result"]["winner"] == "red"


@pytest.mark.clause("modern.air.must-activate")
def test_an_aircraft_that_is_not_activated_crashes_when_its_sides_activations_end(grid: str) -> None:
    blue = ["b1 bomber e9 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 bomber c5 n"], blue=blue, dice=[6])
    events = table.play("end")
    assert told(of_kind(events, "destroyed")) == [("destroyed", "r1", IDLE)]
    assert table.side("red")["sp-lost"] == 4
    assert table.at("b1") == "e9", "its own side has yet to act"
    assert table.state["decides"] == "blue"


@pytest.mark.clause("modern.air.must-activate")
@pytest.mark.parametrize(
    ("verb", "words"),
    [("move", {"path": [], "facing": "s"}), ("bomb", {"loads": 1}), ("fire", {"target": "c4"})],
)
def test_any_action_keeps_it_up(grid: str, verb: str, words: dict[str, Any]) -> None:
    blue = ["b1 infantry c5 s", "b2 bomber c4 s", "b3 infantry g16 s"]
    table = aloft(grid, ["r1 bomber c5 n"], blue=blue, dice=[1])
    table.play(verb, "r1", **words)
    table.play("end")
    assert table.at("r1") == "c5"


@pytest.mark.clause("modern.air.must-activate", "modern.activation.total")
def test_with_too_few_activations_somebody_crashes(grid: str) -> None:
    red = ["r1 bomber c5 n", "r2 bomber d5 n", "r9 infantry a1 n"]
    table = draw("modern", LONG, dice=[6, 1, 1], grid=grid, red=red, blue=FOE, options=["air"])
    events = table.play("move", "r1", path=[], facing="s")
    events += table.play("done", "r1") if table.state["decides"] == "red" else []
    assert told(of_kind(events, "destroyed")) == [("destroyed", "r2", IDLE)]


@pytest.mark.clause("modern.air.must-activate", "shared.activation")
def test_with_cards_it_may_wait_until_the_joker(grid: str) -> None:
    red = ["r1 bomber c5 n", "r9 infantry a1 n"]
    cards: dict[str, Any] = {"house_rules": {"activation": "cards"}, "options": ["air"]}
    a_card, joker = [1, 4], [1, 1]
    table = draw("modern", LONG, [*a_card, *a_card, *joker], grid=grid, red=red, blue=FOE, **cards)
    table.play("end")
    assert table.at("r1") == "c5"
    table.play("move", "r1", path=[], facing="s")
    assert (table.state["turn"], table.at("r1")) == (2, "c5")
    table = draw("modern", LONG, [*a_card, *joker], grid=grid, red=red, blue=FOE, **cards)
    events = table.play("end")
    assert told(of_kind(events, "destroyed")) == [("destroyed", "r1", IDLE)]


# -- in the air


@pytest.mark.clause("modern.air.guns")
@pytest.mark.parametrize(("kind", "front", "rear"), list(zip(KINDS, (0, 2, 1, 0), (1, 0, 1, 1), strict=True)))
def test_each_has_its_guns_front_and_rear(grid: str, kind: str, front: int, rear: int) -> None:
    for target, guns in (("c12", front), ("c4", rear)):
        blue = [f"b1 bomber {target} s", "b2 infantry g16 s"]
        table = aloft(grid, [f"r1 {kind} c8 n"], blue=blue, dice=[1, 1])
        assert table.targets("fire", "r1") == ({target} if guns else set())
        if not guns:
            assert table.why("fire", "r1", target=target) == {GUNS}
            continue
        events = table.play("fire", "r1", target=target)
        assert throws(events, "air") == [("r1", [1] * guns, {}, [1] * guns, ["nothing"] * guns, AIR_TO_AIR)]


@pytest.mark.clause("modern.air.guns")
@pytest.mark.parametrize("target", ["c13", "c3"])
def test_their_range_is_4(grid: str, target: str) -> None:
    blue = [f"b1 bomber {target} s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 two-seat-fighter c8 n"], blue=blue)
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target=target) == {GUNS}


ARCS = {
    "square": [("d9", True), ("e9", False), ("d7", True), ("e8", False), ("a8", False)],
    # On hexes the arcs are of 120 degrees: north-east and south-east are their borders.
    "hex": [("d8", True), ("e9", True), ("d7", True), ("e8", False), ("a8", False)],
}


@pytest.mark.clause("modern.air.guns")
@pytest.mark.parametrize("number", range(5))
def test_their_arcs(grid: str, number: int) -> None:
    target, bears = ARCS[grid][number]
    blue = [f"b1 bomber {target} s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 two-seat-fighter c8 n"], blue=blue)
    assert table.targets("fire", "r1") == ({target} if bears else set())


@pytest.mark.clause("modern.air.air-to-air")
@pytest.mark.parametrize(("dice", "lost"), [([4, 4], 0), ([4, 5], 1), ([5, 6], 2)])
def test_each_gun_that_bears_takes_a_strength_point_with_5(grid: str, dice: list[int], lost: int) -> None:
    blue = ["b1 two-seat-fighter c10 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 single-seat-fighter c8 n"], blue=blue, dice=dice)
    events = table.play("fire", "r1", target="c10")
    assert rolls(events, "air")[0]["needs"] == 5
    assert rolls(events, "hit") == [], "there is no further throw, and no retreat"
    assert told(events) == [("lost-sp", "b1", AIR_TO_AIR)] * lost
    assert state(table, "b1")["sp"] == 4 - lost


@pytest.mark.clause("modern.air.air-to-air")
def test_one_target_a_turn(grid: str) -> None:
    blue = ["b1 bomber c10 s", "b2 bomber c6 s", "b3 infantry g16 s"]
    table = aloft(grid, ["r1 two-seat-fighter c8 n"], blue=blue, dice=[1])
    assert table.targets("fire", "r1") == {"c10", "c6"}
    table.play("fire", "r1", target="c10")
    assert table.legal("fire", "r1") == []
    assert table.why("fire", "r1", target="c6") == {AIR_TO_AIR}


@pytest.mark.clause("modern.air.air-to-air")
def test_nothing_on_the_ground_is_in_the_way(grid: str) -> None:
    rows = ground(7, 16, c9="w", c10="b", c11="H")
    blue = ["b1 bomber c12 s", "b2 infantry c9 s"]
    table = aloft(grid, ["r1 single-seat-fighter c8 n"], rows, blue=blue)
    assert "c12" in table.targets("fire", "r1")


@pytest.mark.clause("modern.air.air-to-air", "modern.air.anti-aircraft")
def test_air_true_picks_the_aircraft_where_a_cell_holds_both(grid: str) -> None:
    blue = ["b1 bomber c10 s", "b2 infantry c10 s"]
    table = aloft(grid, ["r1 machine-gun c8 n"], blue=blue, dice=[6, 1, 1, 1])
    ground_shot = {"do": "fire", "unit": "r1", "target": "c10"}
    assert table.legal("fire", "r1") == [ground_shot, {**ground_shot, "air": True}]
    events = table.play("fire", "r1", target="c10", air=True)
    assert told(events) == [("lost-sp", "b1", FLAK)]
    table = aloft(grid, ["r1 machine-gun c8 n"], blue=["b1 bomber c10 s", "b2 infantry g16 s"], dice=[6])
    assert table.legal("fire", "r1") == [{**ground_shot, "air": True}]
    assert told(table.play("fire", "r1", target="c10")) == [("lost-sp", "b1", FLAK)], "there is nothing else to mean"


@pytest.mark.clause("modern.air.air-to-air")
def test_the_odds_of_two_guns(grid: str) -> None:
    blue = ["b1 bomber c10 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 single-seat-fighter c8 n"], blue=blue)
    assert table.odds("fire", "r1", target="c10", air=True) == pytest.approx(
        {"no effect": 4 / 9, "b1 loses sp": 4 / 9, "b1 loses sp, b1 loses sp": 1 / 9}
    )


# -- upon the ground


@pytest.mark.clause("modern.air.strafe")
@pytest.mark.parametrize(("kind", "may"), list(zip(KINDS, (False, True, True, False), strict=True)))
def test_fighters_strafe_the_cell_straight_ahead_with_one_die(grid: str, kind: str, may: bool) -> None:
    blue = ["b1 infantry c6 s", "b2 infantry g16 s"]
    table = aloft(grid, [f"r1 {kind} c5 n"], blue=blue, dice=[5, 1])
    assert table.legal("strafe") == ([{"do": "strafe", "unit": "r1"}] if may else [])
    if not may:
        assert table.why("strafe", "r1") == {STRAFE}
        return
    events = table.play("strafe", "r1")
    assert throws(events, "strafe") == [("r1", [5], {}, [5], ["hit"], STRAFE)]
    assert told(events) == [("hit", "b1", SCORE), ("lost-sp", "b1", TABLE)]


@pytest.mark.clause("modern.air.strafe")
@pytest.mark.parametrize("cell", ["c5", "c7", "d5", "c4"])
def test_no_other_cell(grid: str, cell: str) -> None:
    table = aloft(grid, ["r1 single-seat-fighter c5 n"], blue=[f"b1 infantry {cell} s", "b2 infantry g16 s"])
    assert table.legal("strafe") == []
    assert table.why("strafe", "r1") == {STRAFE}


@pytest.mark.clause("modern.air.strafe", "modern.fire.tank-proof")
@pytest.mark.parametrize("kind", ["tank", "light-tank"])
def test_strafing_does_no_harm_to_tanks(grid: str, kind: str) -> None:
    table = aloft(grid, ["r1 single-seat-fighter c5 n"], blue=[f"b1 {kind} c6 s", "b2 infantry g16 s"], dice=[6])
    events = table.play("strafe", "r1")
    assert told(events) == [("hit", "b1", SCORE), ("unharmed", "b1", "modern.fire.tank-proof")]


@pytest.mark.clause("modern.air.strafe")
def test_strafing_is_the_shot_of_the_turn(grid: str) -> None:
    blue = ["b1 infantry c6 s", "b2 bomber c7 s", "b3 infantry g16 s"]
    table = aloft(grid, ["r1 single-seat-fighter c5 n"], blue=blue, dice=[1, 1])
    table.play("fire", "r1", target="c7")
    assert table.legal("strafe", "r1") == []
    assert table.why("strafe", "r1") == {AIR_TO_AIR}
    table = aloft(grid, ["r1 single-seat-fighter c5 n"], blue=blue, dice=[1])
    table.play("strafe", "r1")
    assert table.why("fire", "r1", target="c7") == {AIR_TO_AIR}


@pytest.mark.clause("modern.air.bomb")
def test_a_bomber_drops_its_three_loads_together_each_at_plus_1(grid: str) -> None:
    table = aloft(grid, ["r1 bomber c5 n"], blue=["b1 tank c5 s", "b2 infantry g16 s"], dice=[3, 4, 6, 1, 2])
    assert state(table, "r1")["bombs"] == 3
    assert table.legal("bomb") == [{"do": "bomb", "unit": "r1", "loads": number} for number in (1, 2, 3)]
    events = table.play("bomb", "r1", loads=3)
    assert throws(events, "bomb") == [("r1", [3, 4, 6], {BOMB: 1}, [4, 5, 7], ["nothing", "hit", "hit"], BOMB)]
    assert hit_dice(events) == [("b1", 1), ("b1", 2)]
    assert told(events) == [("hit", "b1", SCORE), ("lost-sp", "b1", TABLE)] * 2, "tanks are not proof against bombs"
    assert state(table, "r1")["bombs"] == 0


@pytest.mark.clause("modern.air.bomb")
def test_or_separately_turn_by_turn(grid: str) -> None:
    dice = [1, 6, *QUIET[:3], 1, 1, 6, *QUIET[:3]]
    table = aloft(grid, ["r1 bomber c5 n"], blue=["b1 infantry c5 s", "b2 infantry g16 s"], dice=dice)
    table.play("bomb", "r1", loads=1)
    assert table.legal("bomb") == [], "once a turn"
    table.next_turn()
    assert [one["loads"] for one in table.legal("bomb")] == [1, 2]
    assert table.why("bomb", "r1", loads=3) == {BOMB}
    table.play("bomb", "r1", loads=2)
    table.next_turn()
    assert table.legal("bomb") == []
    assert table.why("bomb", "r1", loads=1) == {BOMB}


@pytest.mark.clause("modern.air.bomb")
@pytest.mark.parametrize("cell", ["c6", "c4", "d5"])
def test_only_on_the_cell_it_is_over(grid: str, cell: str) -> None:
    table = aloft(grid, ["r1 bomber c5 n"], blue=[f"b1 infantry {cell} s", "b2 infantry g16 s"])
    assert table.legal("bomb") == []
    assert table.why("bomb", "r1", loads=1) == {BOMB}


@pytest.mark.clause("modern.air.bomb")
@pytest.mark.parametrize("kind", KINDS[:3])
def test_no_other_aircraft_has_bombs(grid: str, kind: str) -> None:
    table = aloft(grid, [f"r1 {kind} c5 n"], blue=["b1 infantry c5 s", "b2 infantry g16 s"])
    assert state(table, "r1")["bombs"] == 0
    assert table.legal("bomb") == []
    assert table.why("bomb", "r1", loads=1) == {BOMB}


@pytest.mark.clause("modern.air.to-ground-score")
@pytest.mark.parametrize("letter", ["w", "b", "f", "t"])
def test_cover_costs_1(grid: str, letter: str) -> None:
    blue = ["b1 infantry c6 s", "b2 infantry g16 s"]
    rows = ground(7, 16, c6=letter)
    table = aloft(grid, ["r1 single-seat-fighter c5 n"], rows, blue=blue, dice=[5])
    assert throws(table.play("strafe", "r1"), "strafe") == [("r1", [5], {SCORE: -1}, [4], ["nothing"], STRAFE)]
    table = aloft(grid, ["r1 bomber c6 n"], rows, blue=blue, dice=[5, 1])
    events = table.play("bomb", "r1", loads=1)
    assert throws(events, "bomb") == [("r1", [5], {SCORE: -1, BOMB: 1}, [5], ["hit"], BOMB)]


@pytest.mark.clause("modern.air.to-ground-score")
def test_5_hits_every_enemy_on_the_ground_and_no_friend_or_aircraft(grid: str) -> None:
    blue = ["b1 infantry c6 s", "b2 spotter c6 s", "b3 bomber c6 s", "b4 infantry g16 s"]
    table = aloft(grid, ["r1 single-seat-fighter c5 n"], blue=blue, dice=[5, 1, 2])
    assert hit_dice(table.play("strafe", "r1")) == [("b1", 1), ("b2", 2)]
    table = aloft(grid, ["r1 single-seat-fighter c5 n"], blue=blue, dice=[4])
    assert hit_dice(table.play("strafe", "r1")) == []
    table = aloft(grid, ["r1 single-seat-fighter c5 n", "r2 infantry c6 n"])
    assert table.legal("strafe") == []


# -- from the ground


def flak(grid: str, dice: list[int], red: list[str], **words: Any) -> Table:
    words = {"blue": ["b1 bomber c9 s", "b2 infantry g16 s"], **words}
    return guns_first(grid, LONG, dice, red=[*red, "r9 infantry a1 n"], options=["air"], **words)


@pytest.mark.clause("modern.air.anti-aircraft")
@pytest.mark.parametrize(("die", "lost"), [(3, 0), (4, 1)])
def test_anti_aircraft_guns_fire_in_the_artillery_phase(grid: str, die: int, lost: int) -> None:
    table = flak(grid, [die, *RED_FIRST, 6], ["r1 anti-aircraft-gun c5 n"])
    assert table.legal("bombard") == [{"do": "bombard", "unit": "r1", "target": "c9", "air": True}]
    events = table.play("bombard", "r1", target="c9", air=True)
    outcome = "loses-sp" if lost else "nothing"
    assert throws(events, "anti-aircraft") == [("r1", [die], {FLAK_MODS: 1}, [die + 1], [outcome], FLAK)]
    assert rolls(events, "anti-aircraft")[0]["needs"] == 5
    assert state(table, "b1")["sp"] == 4 - lost
    assert "c9" not in {one["target"] for one in table.legal("fire", "r1")}, "and not again when activated"


@pytest.mark.clause("modern.air.anti-aircraft")
def test_where_there_is_only_the_aircraft_it_is_meant(grid: str) -> None:
    table = flak(grid, [6, *RED_FIRST, 6], ["r1 anti-aircraft-gun c5 n"])
    assert len(rolls(table.play("bombard", "r1", target="c9"), "anti-aircraft")) == 1
    blue = ["b1 bomber c9 s", "b2 infantry c9 s"]
    table = flak(grid, [6, 1, *RED_FIRST, 6], ["r1 anti-aircraft-gun c5 n"], blue=blue)
    shot = {"do": "bombard", "unit": "r1", "target": "c9"}
    assert table.legal("bombard") == [shot, {**shot, "air": True}]
    events = table.play("bombard", "r1", target="c9")
    assert len(rolls(events, "landing")) == 1


@pytest.mark.clause("modern.air.anti-aircraft")
@pytest.mark.parametrize(("at", "facing", "may"), [("c5", "n", True), ("c4", "n", False), ("c5", "s", False)])
def test_within_range_and_arc(grid: str, at: str, facing: str, may: bool) -> None:
    table = flak(grid, [], [f"r1 anti-aircraft-gun {at} {facing}", "r2 anti-aircraft-gun d7 n"])
    assert bool(table.legal("bombard", "r1")) == may
    assert table.why("bombard", "r1", target="c9", air=True) == (set() if may else {FLAK})


@pytest.mark.clause("modern.air.anti-aircraft")
@pytest.mark.parametrize("kind", ["field-artillery", "anti-tank-gun", "heavy-artillery", "self-propelled-artillery"])
def test_other_guns_do_not_fire_at_aircraft(grid: str, kind: str) -> None:
    table = flak(grid, [], [f"r1 {kind} c7 n", "r2 anti-aircraft-gun d7 n"])
    assert [one for one in table.legal("bombard", "r1") if one["target"] == "c9"] == []
    assert table.why("bombard", "r1", target="c9", air=True) == {FLAK}


@pytest.mark.clause("modern.air.anti-aircraft")
def test_an_anti_aircraft_gun_on_tracks_is_one_too(grid: str) -> None:
    table = flak(grid, [], ["r1 self-propelled-artillery c7 n gun=anti-aircraft-gun"])
    assert table.legal("bombard") == [{"do": "bombard", "unit": "r1", "target": "c9", "air": True}]


@pytest.mark.clause("modern.air.anti-aircraft")
def test_machine_guns_fire_at_aircraft_with_one_die_when_activated(grid: str) -> None:
    blue = ["b1 bomber c8 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 machine-gun c5 n"], blue=blue, dice=[4])
    assert table.legal("fire") == [{"do": "fire", "unit": "r1", "target": "c8", "air": True}]
    events = table.play("fire", "r1", target="c8", air=True)
    assert throws(events, "air") == [("r1", [4], {FLAK_MODS: 1}, [5], ["loses-sp"], FLAK)]
    far = aloft(grid, ["r1 machine-gun c5 n"], blue=["b1 bomber c9 s", "b2 infantry g16 s"])
    assert far.why("fire", "r1", target="c9", air=True) == {FLAK}
    behind = aloft(grid, ["r1 machine-gun c9 n"], blue=["b1 bomber c8 s", "b2 infantry g16 s"])
    assert behind.why("fire", "r1", target="c8", air=True) == {FLAK}


@pytest.mark.clause("modern.air.anti-aircraft", "shared.arc")
def test_straight_above_is_within_every_arc(grid: str) -> None:
    blue = ["b1 bomber c5 s", "b2 infantry g16 s"]
    table = aloft(grid, ["r1 machine-gun c5 n"], blue=blue, dice=[4])
    assert table.legal("fire") == [{"do": "fire", "unit": "r1", "target": "c5", "air": True}]
    events = table.play("fire", "r1", target="c5", air=True)
    assert throws(events, "air") == [("r1", [4], {FLAK_MODS: 1}, [5], ["loses-sp"], FLAK)]
    table = guns_first(grid, LONG, red=["r1 anti-aircraft-gun c5 n"], blue=blue, options=["air"])
    assert table.legal("bombard") == [{"do": "bombard", "unit": "r1", "target": "c5", "air": True}]


@pytest.mark.clause("modern.air.anti-aircraft")
@pytest.mark.parametrize("kind", ["infantry", "mortar", "tank", "armoured-car", "infantry-anti-tank"])
def test_no_other_unit_does(grid: str, kind: str) -> None:
    table = aloft(grid, [f"r1 {kind} c7 n"], blue=["b1 bomber c8 s", "b2 infantry g16 s"])
    assert table.legal("fire", "r1") == []
    assert table.why("fire", "r1", target="c8", air=True) == {FLAK}
    assert table.why("fire", "r1", target="c8") == {FLAK}


@pytest.mark.clause("modern.air.anti-aircraft-mods")
@pytest.mark.parametrize(
    ("moves", "commander", "scores", "added"),
    [(False, "", [5], 1), (True, "", [4], 0), (False, "d5", [6], 2), (True, "c6", [5], 1), (False, "e7", [5], 1)],
)
def test_standing_still_and_a_commander_add_1_each(
    grid: str, moves: bool, commander: str, scores: list[int], added: int
) -> None:
    red = ["r1 machine-gun c5 n", *([f"r2 commander {commander} n"] if commander else []), "r9 infantry a1 n"]
    blue = ["b1 bomber c9 s", "b2 infantry g16 s"] if moves else ["b1 bomber c8 s", "b2 infantry g16 s"]
    dice = [6, 1, 6, *([6] if commander else []), 4]
    table = draw("modern", LONG, dice, grid=grid, red=red, blue=blue, options=["air"])
    if moves:
        table.play("move", "r1", path=["c6"])
    roll = rolls(table.play("fire", "r1", target=blue[0].split()[2], air=True), "air")[0]
    assert [(row["clause"], row["value"]) for row in roll["modifiers"]] == [(FLAK_MODS, 1)] * added
    assert roll["scores"] == scores


@pytest.mark.clause("modern.air.anti-aircraft-mods")
def test_the_commander_helps_an_anti_aircraft_gun_too(grid: str) -> None:
    table = flak(grid, [3, *RED_FIRST, 6, 6], ["r1 anti-aircraft-gun c5 n", "r2 commander c5 n"])
    roll = rolls(table.play("bombard", "r1", target="c9", air=True), "anti-aircraft")[0]
    assert roll["scores"] == [5]


@pytest.mark.clause("modern.air.anti-aircraft", "modern.artillery.scatter")
def test_shells_never_hit_aircraft(grid: str) -> None:
    blue = ["b1 bomber c9 s", "b2 infantry c9 s", "b3 infantry g16 s"]
    table = flak(grid, [3, 1, *RED_FIRST, 6], ["r1 field-artillery c3 n"], blue=blue)
    events = table.play("bombard", "r1", target="c9")
    assert hit_dice(events) == [("b2", 1)]


@pytest.mark.clause("modern.air.anti-aircraft", "modern.artillery.mod-repeat")
def test_a_shot_at_an_aircraft_is_no_shot_at_the_ground_under_it(grid: str) -> None:
    blue = ["b1 bomber c9 s", "b2 infantry c9 s", "b3 infantry g16 s"]
    dice = [1, *RED_FIRST, 6, 6, 3, 1, *RED_FIRST, 6]
    table = flak(grid, dice, ["r1 anti-aircraft-gun c5 n"], blue=blue)
    table.play("bombard", "r1", target="c9", air=True)
    table.play("end")
    table.play("move", "b1", path=["c10"])
    table.play("end")
    roll = rolls(table.play("bombard", "r1", target="c9"), "landing")[0]
    assert [row["clause"] for row in roll["modifiers"]] == ["modern.artillery.mod-seen"]


@pytest.mark.clause("modern.air.flies-over", "shared.retreat")
def test_nobody_retreats_into_the_cell_from_which_an_aircraft_strafed_it(grid: str) -> None:
    red = ["r1 single-seat-fighter c3 n", "r2 bomber b5 n", "r3 infantry a1 n"]
    table = red_acts(grid, red=red, blue=["b1 infantry c4 s", "b9 infantry f6 s"], dice=[6, 6], options=["air"])
    table.play("strafe", "r1")
    ways = {one["to"] for one in table.legal("retreat", "b1")}
    assert "c3" not in ways and ways > {"c5", "b4"}, "nor does it mind the bomber"
    assert "attack came from there" in table.reasons("retreat", "b1", to="c3")[0]
