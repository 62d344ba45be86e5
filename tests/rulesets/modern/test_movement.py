"""Movement: how far, through edges, once, past friends, up to enemies and away from them."""

from typing import Any

import pytest

from tests.rulesets.modern.ground import EAST, FACINGS, GUNS, WEST, board, red_to_act, throws
from tests.table import Table, of_kind, told

RATES = {
    "infantry": 2,
    "infantry-anti-tank": 2,
    "engineers": 2,
    "dismounted-cavalry": 2,
    "mounted-cavalry": 3,
    "machine-gun": 2,
    "mortar": 2,
    **dict.fromkeys(GUNS, 2),
    "armoured-car": 4,
    "light-tank": 4,
    "tank": 3,
    "assault-gun": 3,
    "self-propelled-artillery": 3,
    "half-track": 4,
    "truck": 4,
    "horse-transport": 2,
    "spotter": 2,
    "commander": 3,
}
FAR = ["b9 infantry f9 n"]
TALL = board(6, 9)


@pytest.mark.clause("modern.movement.rates")
@pytest.mark.parametrize(("kind", "rate"), RATES.items())
def test_each_type_has_its_rate(grid: str, kind: str, rate: int) -> None:
    table = red_to_act(grid, TALL, red=[f"r1 {kind} c1 n"], blue=FAR)
    cells = [f"c{row}" for row in range(2, 8)]
    assert {cell for cell in cells if cell in table.reach("r1")} == set(cells[:rate])
    assert table.why("move", "r1", path=cells[: rate + 1]) == {"modern.movement.rates"}
    events = table.play("move", "r1", path=cells[:rate])
    assert told(events)[0] == ("moved", "r1", "modern.movement.edges")
    assert table.at("r1") == f"c{1 + rate}"


@pytest.mark.clause("modern.movement.rates")
def test_cavalry_mounts_or_dismounts_instead_of_moving(grid: str) -> None:
    red = ["r1 mounted-cavalry c2 n", "r2 dismounted-cavalry a2 n", "r3 infantry e2 n"]
    table = red_to_act(grid, red=red, blue=["b1 infantry c4 s", "b2 infantry f6 n"])
    assert {one["unit"] for one in table.legal("mount")} == {"r2"}
    assert {one["unit"] for one in table.legal("dismount")} == {"r1"}
    assert table.why("mount", "r3") == {"modern.movement.rates"}
    assert told(table.play("dismount", "r1")) == [("dismounted", "r1", "modern.movement.rates")]
    assert (table.unit("r1") or {})["type"] == "dismounted-cavalry"
    assert table.why("move", "r1", path=["c1"]) == {"modern.movement.once"}
    assert table.why("mount", "r1") == {"modern.movement.once"}
    assert table.why("fire", "r1", target="c4") == {"modern.movement.firing-cost"}  # nothing of the move is left
    assert told(table.play("mount", "r2")) == [("mounted", "r2", "modern.movement.rates")]
    assert (table.unit("r2") or {})["type"] == "mounted-cavalry"
    assert table.legal("move", "r2") == []


@pytest.mark.clause("modern.movement.rates", "modern.movement.once")
def test_cavalry_that_has_moved_does_not_dismount(grid: str) -> None:
    table = red_to_act(grid, TALL, red=["r1 mounted-cavalry c1 n", "r2 infantry a1 n"], blue=FAR)
    table.play("move", "r1", path=["c2"])
    assert table.legal("dismount", "r1") == []
    assert table.why("dismount", "r1") == {"modern.movement.once"}


@pytest.mark.clause("modern.movement.edges", "modern.definitions.adjacent")
def test_movement_goes_through_edges(grid: str) -> None:
    """c3 and d4 meet at a corner or not at all; between them lies d3 or c4."""
    table = red_to_act(grid, red=["r1 infantry c3 n"], blue=["b1 infantry f6 n"])
    assert table.why("move", "r1", path=["d4"]) == {"modern.movement.edges"}
    assert table.why("move", "r1", path=["c5"]) == {"modern.movement.edges"}
    assert table.why("move", "r1", path=["d3", "d4"]) == table.why("move", "r1", path=["c4", "d4"]) == set()
    beside = {one["path"][-1] for one in table.legal("move", "r1") if len(one["path"]) == 1}
    assert beside == {"square": {"c4", "d3", "c2", "b3"}, "hex": {"c4", "d3", "d2", "c2", "b2", "b3"}}[grid]


@pytest.mark.clause("modern.movement.once")
@pytest.mark.parametrize("path", [["c2"], []], ids=["a step", "a turn on the spot"])
def test_a_unit_moves_once_a_turn(grid: str, path: list[str]) -> None:
    table = red_to_act(grid, TALL, red=["r1 tank c1 n", "r2 infantry a1 n"], blue=FAR, dice=[1, 6, 1, 6])
    table.play("move", "r1", path=path, facing="s")
    assert table.legal("move", "r1") == []
    assert table.why("move", "r1", path=[], facing="n") == {"modern.movement.once"}
    table.next_turn()
    assert table.legal("move", "r1")


@pytest.mark.clause("modern.movement.firing-cost")
@pytest.mark.parametrize(
    ("kind", "steps", "may_fire"),
    [
        ("infantry", 0, True),
        ("infantry", 1, True),
        ("infantry", 2, False),
        ("tank", 2, True),
        ("tank", 3, False),
        ("armoured-car", 3, True),
        ("armoured-car", 4, False),
    ],
)
def test_a_shot_costs_a_cell_of_movement(grid: str, kind: str, steps: int, may_fire: bool) -> None:
    """A move of no cells is a turn on the spot."""
    red = [f"r1 {kind} c1 s", "r2 infantry a1 n"]
    table = red_to_act(grid, TALL, red=red, blue=[f"b1 infantry c{3 + steps} s", *FAR])
    table.play("move", "r1", path=[f"c{row}" for row in range(2, 2 + steps)], facing="n")
    assert table.targets("fire", "r1") == ({f"c{3 + steps}"} if may_fire else set())
    expected = set() if may_fire else {"modern.movement.firing-cost"}
    assert table.why("fire", "r1", target=f"c{3 + steps}") == expected


@pytest.mark.clause("modern.movement.firing-cost", "modern.roads.bonus", "modern.woods.stop")
@pytest.mark.parametrize(
    ("letters", "steps", "may_fire"),
    [
        ("====", 2, True),
        ("====", 3, False),
        ("==..", 2, False),
        (".w..", 1, True),
        ("F...", 1, True),
        (".F..", 1, False),
    ],
)
def test_the_road_raises_the_allowance_and_woods_and_fords_do_not_lower_it(
    grid: str, letters: str, steps: int, may_fire: bool
) -> None:
    """Infantry goes from c1 by so many steps; the letters are its cells. In a ford it is the river that bars it."""
    cells = {f"c{row}": letter for row, letter in enumerate(letters, 1)}
    target = f"c{4 + steps}"
    red = ["r1 infantry c1 n", "r2 infantry a1 n"]
    table = red_to_act(grid, board(6, 9, **cells), red=red, blue=[f"b1 infantry {target} s", *FAR])
    table.play("move", "r1", path=[f"c{row}" for row in range(2, 2 + steps)])
    assert table.targets("fire", "r1") == ({target} if may_fire else set())
    reason = "modern.rivers.no-fire" if letters[steps] == "F" else "modern.movement.firing-cost"
    assert table.why("fire", "r1", target=target) == (set() if may_fire else {reason})


@pytest.mark.clause("modern.movement.facing", "shared.turning")
def test_it_turns_as_it_likes_on_the_way_and_ends_facing_any_edge(grid: str) -> None:
    table = red_to_act(grid, TALL, red=["r1 tank c3 n"], blue=FAR)
    assert table.facings("r1", "c5") == table.facings("r1", "d3") == FACINGS[grid]
    assert table.facings("r1") == FACINGS[grid] - {"n"}
    table.play("move", "r1", path=["d3", "d4", "c4"] if grid == "square" else ["d3", "d4", "c5"], facing="s")
    assert (table.unit("r1") or {})["facing"] == "s"


@pytest.mark.clause("modern.movement.facing")
def test_without_a_word_it_faces_the_way_it_came(grid: str) -> None:
    table = red_to_act(grid, TALL, red=["r1 tank c3 n"], blue=FAR)
    table.play("move", "r1", path=["c4", "d4"])
    assert (table.unit("r1") or {})["facing"] == EAST[grid]


@pytest.mark.clause("modern.movement.facing", "modern.fire.mod-still")
def test_turning_on_the_spot_is_a_move(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c2 s"], blue=["b1 infantry c4 s", "b2 infantry f6 n"], dice=[4])
    assert table.why("move", "r1", path=[], facing="s") == {"modern.movement.facing"}
    assert told(table.play("move", "r1", path=[], facing="n")) == [("turned", "r1", "modern.movement.facing")]
    assert (table.unit("r1") or {})["moved"]
    assert throws(table.play("fire", "r1", target="c4"), "fire") == ["r1: 4 = 4, needs 5: nothing"]


@pytest.mark.clause("modern.movement.stacking")
@pytest.mark.parametrize(
    ("mover", "other", "may_share"),
    [
        ("infantry", "infantry", False),
        ("tank", "field-artillery", False),
        ("infantry", "commander", True),
        ("commander", "infantry", True),
        ("spotter", "machine-gun", True),
        ("infantry", "spotter", True),
        ("truck", "infantry", True),
        ("infantry", "half-track", True),
        ("horse-transport", "truck", True),
        ("commander", "commander", True),
    ],
)
def test_who_may_end_a_move_with_whom(grid: str, mover: str, other: str, may_share: bool) -> None:
    red = [f"r1 {mover} c2 n", f"r2 {other} c3 n"]
    table = red_to_act(grid, TALL, red=red, blue=FAR)
    assert ("c3" in table.reach("r1")) == may_share
    assert table.why("move", "r1", path=["c3"]) == (set() if may_share else {"modern.movement.stacking"})
    assert "c4" in table.reach("r1")  # passing through is allowed
    assert table.why("move", "r1", path=["c3", "c4"]) == set()


@pytest.mark.clause("modern.movement.stacking")
def test_a_cell_holds_any_number_of_exempt_units_and_one_other(grid: str) -> None:
    red = ["r1 commander c2 n", "r2 infantry c3 n", "r3 spotter c3 n", "r4 truck c3 n", "r5 infantry b3 n"]
    table = red_to_act(grid, TALL, red=red, blue=FAR)
    assert "c3" in table.reach("r1")
    assert "c3" not in table.reach("r5")


@pytest.mark.clause("modern.movement.enemy-cell")
@pytest.mark.parametrize("kind", ["infantry", "commander", "truck"])
def test_nobody_ends_in_an_enemys_cell_or_goes_through_it(grid: str, kind: str) -> None:
    red = [f"r1 {kind} c3 n"]
    table = red_to_act(grid, red=red, blue=["b1 truck c4 n", "b2 infantry f6 n"])
    assert "c4" not in table.reach("r1")
    assert table.why("move", "r1", path=["c4"]) == {"modern.movement.enemy-cell"}
    assert table.why("move", "r1", path=["c4", "c5"]) == {"modern.movement.enemy-cell"}


@pytest.mark.clause("modern.movement.contact")
@pytest.mark.parametrize("facing", ["s", "n"], ids=["before it", "behind it"])
def test_a_unit_stops_next_to_an_enemy_and_faces_it(grid: str, facing: str) -> None:
    red = ["r1 mounted-cavalry c2 s"]
    table = red_to_act(grid, red=red, blue=[f"b1 infantry c5 {facing}", "b2 infantry f6 n"])
    assert "c4" in table.reach("r1")
    assert table.facings("r1", "c4") == {"n"}
    assert table.why("move", "r1", path=["c3", "c4"], facing="s") == {"modern.movement.contact"}
    beyond = {"square": "d4", "hex": "d4"}[grid]
    assert table.why("move", "r1", path=["c3", "c4", beyond]) == {"modern.movement.contact"}
    events = table.play("move", "r1", path=["c3", "c4"])
    assert told(events) == [
        ("moved", "r1", "modern.movement.edges"),
        ("stopped", "r1", "modern.movement.contact"),
        ("turned", "r1", "modern.movement.contact"),
    ]
    assert ((table.unit("r1") or {})["facing"], (table.unit("b1") or {})["facing"]) == ("n", facing)


@pytest.mark.clause("modern.movement.contact")
def test_of_several_enemies_it_picks_the_one_to_face(grid: str) -> None:
    """In c4 it meets c5 and d4; a cell at the corner is no contact."""
    blue = ["b1 infantry c5 s", "b2 infantry d4 s"]
    table = red_to_act(grid, red=["r1 infantry c3 n"], blue=blue)
    assert table.facings("r1", "c4") == {"n", EAST[grid]}
    table = red_to_act(grid, TALL, red=["r1 tank c2 n"], blue=["b1 infantry e4 n", *FAR])
    assert table.facings("r1", "c4") == FACINGS[grid]
    assert "c5" in table.reach("r1")


def faced(grid: str, facing: str, others: list[str], kind: str = "mounted-cavalry", **words: Any) -> Table:
    """r1 in c3 and an enemy next to it in c4."""
    blue = [f"b1 infantry c4 {facing}", *others, "b9 infantry f6 n"]
    return red_to_act(grid, red=[f"r1 {kind} c3 n"], blue=blue, **words)


@pytest.mark.clause("modern.movement.withdraw")
def test_a_faced_unit_moves_away(grid: str) -> None:
    table = faced(grid, "s", [], "infantry")
    beside = {one["path"][0] for one in table.legal("move", "r1") if one["path"]}
    assert beside == {"square": {"b3", "c2", "d3"}, "hex": {"b2", "c2", "d2"}}[grid]
    assert told(table.play("move", "r1", path=["c2", "c1"]))[0] == ("moved", "r1", "modern.movement.edges")


@pytest.mark.clause("modern.movement.withdraw", "shared.flank")
@pytest.mark.parametrize(
    ("front_faces", "facing_it"), [("3", {"s", "se", "sw"}), ("1", {"s"})], ids=["three faces", "one face"]
)
def test_on_hexes_an_enemy_has_three_front_cells(front_faces: str, facing_it: set[str]) -> None:
    """b3 and d3 lie next to the enemy as well: a unit in its front may not step there, others may."""
    for facing in FACINGS["hex"]:
        table = faced("hex", facing, [], house_rules={"front-faces": front_faces})
        may_slip = facing not in facing_it
        beside = {one["path"][0] for one in table.legal("move", "r1") if len(one["path"]) == 1}
        assert beside == {"b2", "c2", "d2"} | ({"b3", "d3"} if may_slip else set())
        assert table.why("move", "r1", path=["d3"]) == (set() if may_slip else {"modern.movement.withdraw"})


@pytest.mark.clause("modern.movement.withdraw")
@pytest.mark.parametrize(
    ("first", "second", "banned"),
    [("s", "n", True), ("s", "s", False), ("n", "n", False)],
    ids=["before another", "behind another", "not faced"],
)
def test_a_faced_unit_does_not_go_before_another_enemy(grid: str, first: str, second: str, banned: bool) -> None:
    """b2 in c1 has c2 before it when it faces north."""
    table = faced(grid, first, [f"b2 infantry c1 {second}"])
    assert ("c2" in table.reach("r1")) == (not banned)
    assert table.why("move", "r1", path=["c2"]) == ({"modern.movement.withdraw"} if banned else set())


@pytest.mark.clause("modern.movement.withdraw")
@pytest.mark.parametrize(("facing", "banned"), [("n", True), ("s", False)])
def test_the_ban_covers_the_whole_path(grid: str, facing: str, banned: bool) -> None:
    """b2 in a1 has a2 before it when it faces north."""
    table = faced(grid, "s", [f"b2 infantry a1 {facing}"])
    path = {"square": ["b3", "b2", "a2"], "hex": ["b2", "a2"]}[grid]
    assert table.why("move", "r1", path=path) == ({"modern.movement.withdraw"} if banned else set())
    assert ("a2" in table.reach("r1")) == (not banned)
    assert set(path[:-1]) <= table.reach("r1")


@pytest.mark.clause("modern.movement.withdraw")
def test_a_faced_unit_may_turn_on_the_spot(grid: str) -> None:
    blue = ["b1 infantry c4 s", "b2 infantry d3 n", "b9 infantry f6 n"]
    table = red_to_act(grid, red=["r1 infantry c3 n"], blue=blue)
    assert table.facings("r1") == {EAST[grid]}
    assert told(table.play("move", "r1", path=[], facing=EAST[grid])) == [
        ("stopped", "r1", "modern.movement.contact"),
        ("turned", "r1", "modern.movement.contact"),
    ]


@pytest.mark.clause("modern.movement.withdraw")
def test_a_unit_no_enemy_faces_moves_past_the_one_it_attacks(grid: str) -> None:
    """Round an enemy that shows its back: on squares by way of d3, on hexes straight to d3, next to it again."""
    table = faced(grid, "n", [])
    path = {"square": ["d3", "d4"], "hex": ["d3"]}[grid]
    assert table.why("move", "r1", path=path) == set()
    table.play("move", "r1", path=path)
    assert (table.unit("r1") or {})["facing"] == {"square": "w", "hex": "nw"}[grid] == WEST[grid]
    assert of_kind(table.play("fight", "r1", target="c4"), "roll")


@pytest.mark.clause("modern.movement.withdraw")
@pytest.mark.parametrize("kind", ["mounted-cavalry", "light-tank"])
def test_a_withdrawal_does_not_walk_round_the_enemy_and_take_it_in_flank(grid: str, kind: str) -> None:
    """b1 in c4 looks at r1 in c3. Whatever the way, no cell next to b1 can be reached."""
    rows = board(8, 8)
    table = red_to_act(grid, rows, red=[f"r1 {kind} c3 n"], blue=["b1 infantry c4 s", "b9 infantry h8 n"])
    beside = {"square": {"b4", "d4", "c5"}, "hex": {"b3", "d3", "b4", "d4", "c5"}}[grid]
    assert not table.reach("r1") & beside
    around = {"square": ["d3", "d4"], "hex": ["d2", "e3", "d3"]}[grid]
    assert table.why("move", "r1", path=around) == {"modern.movement.withdraw"}
    away = {"square": ["d3", "e3"], "hex": ["d2", "e2"]}[grid]
    assert table.why("move", "r1", path=away) == set()
    table = red_to_act(grid, rows, red=[f"r1 {kind} c3 n"], blue=["b1 infantry c4 n", "b9 infantry h8 n"])
    assert table.why("move", "r1", path=around) == set(), "b1 looks the other way: nobody withdraws"


@pytest.mark.clause("modern.movement.withdraw")
@pytest.mark.parametrize("companion", ["commander", "spotter", "truck"])
def test_who_shares_a_cell_with_the_enemy_that_is_faced_has_a_front_of_its_own(grid: str, companion: str) -> None:
    """b2 stands with b1 and looks at b4 (on hexes along the edge towards b4): that is next to the front of another."""
    facing = {"square": "w", "hex": "nw"}[grid]
    blue = ["b1 infantry c4 s", f"b2 {companion} c4 {facing}", "b9 infantry h8 n"]
    table = red_to_act(grid, board(8, 8), red=["r1 armoured-car c3 n"], blue=blue)
    around = {"square": ["b3", "b4"], "hex": ["b2", "a3", "a4", "b4"]}[grid]
    assert "b4" not in table.reach("r1")
    assert "modern.movement.withdraw" in table.why("move", "r1", path=around)
