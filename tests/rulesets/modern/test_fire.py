"""The fire of all that is not artillery."""

from typing import Any

import pytest

from tests.rulesets.modern.ground import GROUND_TYPES, board, red_to_act, throws
from tests.table import Table, Tree, of_kind, told

RANGES = [
    ("infantry", 3),
    ("engineers", 3),
    ("dismounted-cavalry", 3),
    ("infantry-anti-tank", 2),
    ("machine-gun", 3),
    ("mortar", 4),
    ("armoured-car", 3),
    ("light-tank", 3),
    ("tank", 4),
    ("assault-gun", 4),
    ("assault-gun gun=infantry-gun", 4),
    ("assault-gun gun=mountain-artillery", 6),
    ("assault-gun gun=heavy-artillery", 12),
    ("assault-gun gun=anti-tank-gun", 4),
]
UNARMED = ["mounted-cavalry", "half-track", "truck", "horse-transport", "spotter", "commander"]
LIGHT = ["infantry", "engineers", "dismounted-cavalry", "machine-gun"]
HEAVY = ["infantry-anti-tank", "mortar", "armoured-car", "light-tank", "tank", "assault-gun"]
STILL = "+1 modern.fire.mod-still"
TALL = board(6, 14)


def line(name: str, words: str, at: str, facing: str) -> str:
    """A unit's line, from a type and perhaps a gun."""
    kind, *rest = words.split()
    return " ".join([name, kind, at, facing, *rest])


def fire_line(grid: str, dice: list[int], rows: str = board(), firer: str = "infantry", **words: Any) -> Table:
    """r1 in c2 and b1 in c4, face to face."""
    red = [line("r1", firer, "c2", "n"), *words.pop("red", [])]
    blue = words.pop("blue", ["b1 infantry c4 s", "b2 infantry f6 n"])
    return red_to_act(grid, rows, dice, red=red, blue=blue, **words)


def fire(table: Table, target: str = "c4") -> list[Tree]:
    return table.play("fire", "r1", target=target)


@pytest.mark.clause("modern.fire.ranges")
@pytest.mark.parametrize(("firer", "reach"), RANGES)
def test_each_weapon_has_its_range(grid: str, firer: str, reach: int) -> None:
    near, far = f"c{1 + reach}", f"c{2 + reach}"
    table = red_to_act(grid, TALL, red=[line("r1", firer, "c1", "n")], blue=[f"b1 infantry {near} s"])
    assert table.targets("fire", "r1") == {near}
    table = red_to_act(grid, TALL, red=[line("r1", firer, "c1", "n")], blue=[f"b1 infantry {far} s"])
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target=far) == {"modern.fire.ranges"}


@pytest.mark.clause("modern.fire.ranges")
@pytest.mark.parametrize("kind", UNARMED)
def test_others_do_not_fire(grid: str, kind: str) -> None:
    table = fire_line(grid, [], firer=kind, blue=["b1 infantry c3 s", "b2 infantry f6 n"])
    assert table.targets("fire", "r1") == set()
    assert "modern.fire.ranges" in table.why("fire", "r1", target="c3")
    assert table.reasons("fire", "r1", target="c3")[0].endswith("nothing to fire with")


@pytest.mark.clause("modern.fire.ranges", "modern.turn.sequence")
def test_an_assault_gun_fires_when_activated_and_only_at_what_it_sees(grid: str) -> None:
    red = ["r2 infantry c3 n"]
    table = fire_line(grid, [], firer="assault-gun gun=field-artillery", red=red, blue=["b1 infantry c5 s"])
    assert table.why("fire", "r1", target="c5") == {"modern.fire.line-of-sight"}
    table = fire_line(grid, [4], firer="assault-gun gun=field-artillery", blue=["b1 infantry c5 s"])
    assert throws(fire(table, "c5"), "fire") == [f"r1: 4 {STILL} = 5, needs 5: hit"]


@pytest.mark.clause("modern.fire.range-measure")
@pytest.mark.parametrize(
    ("on", "three", "four"), [("square", "b3", "c3"), ("square", "a4", "b4"), ("hex", "b3", "b4"), ("hex", "c3", "c4")]
)
def test_range_is_counted_through_edges(on: str, three: str, four: str) -> None:
    """Infantry in a1, facing north."""
    table = red_to_act(on, red=["r1 infantry a1 n"], blue=[f"b1 infantry {three} s", f"b2 infantry {four} s"])
    assert table.targets("fire", "r1") == {three}
    assert "modern.fire.ranges" in table.why("fire", "r1", target=four)


@pytest.mark.clause("modern.fire.once")
@pytest.mark.parametrize("firer", ["infantry", "machine-gun", "tank"])
def test_a_unit_fires_once_a_turn(grid: str, firer: str) -> None:
    blue = ["b1 infantry c4 s", "b2 infantry c6 s"]
    table = fire_line(grid, [1, 1, 1], firer=firer, red=["r2 infantry a1 n"], blue=blue)
    fire(table)
    assert table.legal("fire", "r1") == []
    assert table.why("fire", "r1", target="c4") == {"modern.fire.once"}
    table.next_turn()
    while table.state["decides"] != "red":
        table.play("end")
    assert table.targets("fire", "r1") == {"c4"}


@pytest.mark.clause("modern.fire.tank-proof")
@pytest.mark.parametrize("firer", LIGHT)
@pytest.mark.parametrize("target", ["light-tank", "tank"])
def test_small_arms_and_machine_guns_do_nothing_to_tanks(grid: str, firer: str, target: str) -> None:
    """The hit is recorded: no die, no strength lost, no retreat."""
    dice = [6, 1, 1] if firer == "machine-gun" else [6]
    table = fire_line(
        grid, dice, firer=firer, red=["r2 infantry a1 n"], blue=[f"b1 {target} c4 s sp=1", "b2 infantry f6 n"]
    )
    events = fire(table)
    assert told(events) == [("hit", "b1", "modern.fire.dice"), ("unharmed", "b1", "modern.fire.tank-proof")]
    assert throws(events, "hit") == []
    assert ((table.unit("b1") or {})["sp"], table.state["decides"]) == (1, "red")
    odds = fire_line(grid, [], firer=firer, blue=[f"b1 {target} c4 s", "b2 infantry f6 n"])
    outcomes = {
        effect["effect"]
        for one in odds.session.odds({"do": "fire", "unit": "r1", "target": "c4"})
        for effect in one["effects"]
    }
    assert outcomes == {"unharmed"}


@pytest.mark.clause("modern.fire.tank-proof")
@pytest.mark.parametrize("firer", LIGHT)
@pytest.mark.parametrize("target", ["armoured-car", "assault-gun", "self-propelled-artillery", "half-track"])
def test_they_harm_other_vehicles(grid: str, firer: str, target: str) -> None:
    dice = [6, 1, 1, 1] if firer == "machine-gun" else [6, 1]
    table = fire_line(grid, dice, firer=firer, blue=[f"b1 {target} c4 n", "b2 infantry f6 n"])
    assert throws(fire(table), "hit") == ["b1: 1 = 1: loses-sp"]


@pytest.mark.clause("modern.fire.tank-proof")
def test_a_commander_beside_the_tank_is_not_proof(grid: str) -> None:
    table = fire_line(grid, [6, 1], blue=["b1 tank c4 s", "b2 commander c4 s", "b3 infantry f6 n"])
    assert told(fire(table))[:4] == [
        ("hit", "b1", "modern.fire.dice"),
        ("unharmed", "b1", "modern.fire.tank-proof"),
        ("hit", "b2", "modern.fire.dice"),
        ("lost-sp", "b2", "modern.hits.table"),
    ]


@pytest.mark.clause("modern.fire.anti-tank")
@pytest.mark.parametrize("firer", HEAVY)
@pytest.mark.parametrize("target", ["light-tank", "tank"])
def test_every_other_weapon_destroys_tanks(grid: str, firer: str, target: str) -> None:
    table = fire_line(grid, [6, 1], firer=firer, blue=[f"b1 {target} c4 s sp=1", "b2 infantry f6 n"])
    assert told(fire(table))[:3] == [
        ("hit", "b1", "modern.fire.dice"),
        ("lost-sp", "b1", "modern.hits.table"),
        ("destroyed", "b1", "modern.strength.destroyed"),
    ]


@pytest.mark.clause("modern.fire.arc", "modern.fire.turret", "shared.arc")
@pytest.mark.parametrize("firer", [kind for kind, _ in RANGES if "=" not in kind])
@pytest.mark.parametrize(
    ("on", "ahead", "aside"),
    [
        ("square", {"c5", "b4", "d4"}, {"d3", "b3", "c1", "e3"}),
        ("hex", {"c5", "b3", "d3", "e4"}, {"d2", "e3", "b2", "c1"}),
    ],
)
def test_fire_goes_into_the_front_arc_or_from_a_turret_all_round(
    on: str, firer: str, ahead: set[str], aside: set[str]
) -> None:
    """From c3, facing north."""
    turret = firer in ("armoured-car", "light-tank", "tank")
    for cell in ahead | aside:
        table = red_to_act(on, red=[f"r1 {firer} c3 n"], blue=[f"b1 infantry {cell} s"])
        may_fire = turret or cell in ahead
        assert table.targets("fire", "r1") == ({cell} if may_fire else set())
        assert table.why("fire", "r1", target=cell) == (set() if may_fire else {"modern.fire.arc"})


@pytest.mark.clause("modern.fire.line-of-sight", "modern.definitions.line-of-sight")
@pytest.mark.parametrize("firer", [kind for kind, _ in RANGES if "=" not in kind and kind != "mortar"])
@pytest.mark.parametrize("between", ["red", "blue"])
def test_nothing_but_a_mortar_fires_over_units(grid: str, firer: str, between: str) -> None:
    sides: dict[str, Any] = {"red": [], "blue": ["b1 infantry c4 s", "b9 infantry f6 n"]}
    sides[between].append("x1 truck c3 n")
    table = fire_line(grid, [], firer=firer, **sides)
    assert "c4" not in table.targets("fire", "r1")
    assert table.why("fire", "r1", target="c4") == {"modern.fire.line-of-sight"}


@pytest.mark.clause("modern.fire.line-of-sight", "shared.line-of-sight")
@pytest.mark.parametrize(
    ("letter", "seen"), [("w", False), ("b", False), ("f", False), ("h", False), ("t", True), ("~", True), (".", True)]
)
def test_what_lies_between_hides_the_target(grid: str, letter: str, seen: bool) -> None:
    table = fire_line(grid, [], board(c3=letter))
    assert table.targets("fire", "r1") == ({"c4"} if seen else set())
    assert table.why("fire", "r1", target="c4") == (set() if seen else {"modern.fire.line-of-sight"})


@pytest.mark.clause("modern.fire.mortar-over")
def test_a_mortar_fires_over_the_unit_in_front_of_it(grid: str) -> None:
    """Which sees the target for it."""
    blue = ["b1 infantry c5 s", "b9 infantry f6 n"]
    table = fire_line(grid, [4], firer="mortar", red=["r2 infantry c3 n"], blue=blue)
    assert table.targets("fire", "r1") == {"c5"}
    assert throws(fire(table, "c5"), "fire") == [f"r1: 4 {STILL} = 5, needs 5: hit"]


@pytest.mark.clause("modern.fire.mortar-spotting")
@pytest.mark.parametrize(
    ("helper", "side", "spotted"),
    [
        ("infantry b2 n", "red", True),
        ("truck b2 s", "red", True),
        ("spotter b2 n", "red", True),
        ("commander d2 n", "red", True),
        ("infantry b2 n", "blue", False),
        ("infantry a3 n", "red", False),
        ("spotter a3 n", "red", False),
        ("commander c6 n", "red", False),
        ("spotter c2 n", "red", False),
        ("commander c1 n", "red", False),
    ],
)
def test_who_may_see_the_target_for_a_mortar(grid: str, helper: str, side: str, spotted: bool) -> None:
    """A wood in c3 hides the target from the mortar in c2 and from c1, not from b2, d2, a3 or c6."""
    sides: dict[str, Any] = {"red": [], "blue": ["b1 infantry c5 s", "b9 infantry f1 n"]}
    sides[side].append(f"x1 {helper}")
    table = fire_line(grid, [], board(c3="w"), firer="mortar", **sides)
    assert ("c5" in table.targets("fire", "r1")) == spotted
    assert table.why("fire", "r1", target="c5") == (set() if spotted else {"modern.fire.mortar-spotting"})


@pytest.mark.clause("modern.fire.mortar-spotting")
def test_a_carried_unit_does_not_see_for_a_mortar(grid: str) -> None:
    """The truck that carries it does."""
    red = ["r2 truck c3 n carrying=r3", "r3 infantry - n"]
    table = fire_line(grid, [], firer="mortar", red=red, blue=["b1 infantry c5 s"])
    assert table.targets("fire", "r1") == {"c5"}


@pytest.mark.clause("modern.fire.into-cover")
@pytest.mark.parametrize("letter", ["w", "b", "f"])
def test_fire_reaches_one_cell_into_cover(grid: str, letter: str) -> None:
    """A mortar with a friend in the wood's edge sees the second cell of it, and still does not reach there."""
    assert fire_line(grid, [], board(c4=letter, c5=letter)).targets("fire", "r1") == {"c4"}
    table = fire_line(grid, [], board(c3=letter, c4=letter))
    assert table.why("fire", "r1", target="c4") == {"modern.fire.into-cover", "modern.fire.line-of-sight"}
    table = fire_line(grid, [], board(c3=letter, c4=letter), firer="mortar", red=["r2 infantry c3 n"])
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target="c4") == {"modern.fire.into-cover"}
    table = fire_line(grid, [], board(c3="t", c4="t"), firer="mortar", red=["r2 infantry c3 n"])
    assert table.targets("fire", "r1") == {"c4"}


@pytest.mark.clause("modern.fire.into-cover")
@pytest.mark.parametrize(("woods", "reached"), [({"c4", "d3"}, False), ({"d3"}, True), ({"c4"}, True)])
def test_where_the_line_enters_at_a_corner_one_free_cell_is_enough(grid: str, woods: set[str], reached: bool) -> None:
    """From c3 to d4 on either grid: between c4 and d3. A mortar, for which a neighbour in d3 sees."""
    rows = board(**dict.fromkeys({"d4", *woods}, "w"))
    red = ["r1 mortar c3 n", "r2 infantry d3 n"]
    table = red_to_act(grid, rows, red=red, blue=["b1 infantry d4 s", "b9 infantry f6 n"])
    assert table.why("fire", "r1", target="d4") == (set() if reached else {"modern.fire.into-cover"})


@pytest.mark.clause("modern.fire.out-of-cover")
@pytest.mark.parametrize(
    ("own", "ahead", "may_fire"),
    [
        ("w", ".", True),
        ("w", "w", False),
        ("b", "b", False),
        ("f", "f", False),
        ("w", "b", False),
        ("f", "t", True),
        ("t", "t", True),
    ],
)
def test_fire_comes_out_of_cover_only_at_its_edge(grid: str, own: str, ahead: str, may_fire: bool) -> None:
    """A mortar, for which the friend ahead of it sees; and infantry alone."""
    rows = board(c2=own, c3=ahead)
    blue = ["b1 infantry c5 s", "b9 infantry f6 n"]
    table = fire_line(grid, [], rows, firer="mortar", red=["r2 infantry c3 n"], blue=blue)
    assert table.why("fire", "r1", target="c5") == (set() if may_fire else {"modern.fire.out-of-cover"})
    table = fire_line(grid, [], rows, blue=blue)
    assert ("c5" in table.targets("fire", "r1")) == may_fire
    assert ("modern.fire.out-of-cover" in table.why("fire", "r1", target="c5")) == (not may_fire)


@pytest.mark.clause("modern.fire.out-of-cover")
@pytest.mark.parametrize("letter", ["w", "b", "f"])
def test_within_cover_it_fires_at_the_next_cell(grid: str, letter: str) -> None:
    blue = ["b1 infantry c3 s", "b9 infantry f6 n"]
    assert fire_line(grid, [], board(c2=letter, c3=letter), blue=blue).targets("fire", "r1") == {"c3"}


@pytest.mark.clause("modern.fire.out-of-cover")
def test_the_next_cell_of_another_kind_of_cover_is_not_within_it(grid: str) -> None:
    """Out of a wood into the town beside it: not from an edge of both."""
    blue = ["b1 infantry c3 s", "b9 infantry f6 n"]
    table = fire_line(grid, [], board(c2="w", c3="b"), blue=blue)
    assert table.why("fire", "r1", target="c3") == {"modern.fire.out-of-cover"}


@pytest.mark.clause("modern.fire.dice")
@pytest.mark.parametrize("firer", [kind for kind, _ in RANGES if "=" not in kind and kind != "machine-gun"])
@pytest.mark.parametrize(("die", "outcome"), [(4, "hit"), (3, "nothing")])
def test_one_die_and_5_or_more_hits(grid: str, firer: str, die: int, outcome: str) -> None:
    events = fire(fire_line(grid, [die, 1], firer=firer))
    assert throws(events, "fire") == [f"r1: {die} {STILL} = {die + 1}, needs 5: {outcome}"]
    assert bool(of_kind(events, "hit")) == (outcome == "hit")


@pytest.mark.clause("modern.fire.dice", "shared.dice-order")
def test_a_machine_gun_throws_three_and_each_hit_is_on_every_enemy_in_the_cell(grid: str) -> None:
    blue = ["b1 commander c4 s", "b2 infantry c4 s", "b3 spotter c4 s", "b4 infantry f6 n"]
    table = fire_line(grid, [4, 3, 6, 1, 1, 1, 2, 2, 2], firer="machine-gun", blue=blue)
    events = fire(table)
    assert throws(events, "fire") == [f"r1: 4 3 6 {STILL} = 5 4 7, needs 5: hit nothing hit"]
    assert [(one["unit"], one["dice"]) for one in events if one["event"] == "roll" and one["for"] == "hit"] == [
        ("b1", [1]),
        ("b2", [1]),
        ("b3", [1]),
        ("b1", [2]),
        ("b2", [2]),
        ("b3", [2]),
    ]
    assert [one["id"] for one in table.state["units"] if one["side"] == "blue"] == ["b2", "b4"]
    assert (table.unit("b2") or {})["sp"] == 2


@pytest.mark.clause("modern.fire.dice")
def test_the_odds_of_fire(grid: str) -> None:
    """Three chances in six with +1 for standing still; half of the hits cost strength at once."""
    assert fire_line(grid, []).odds("fire", "r1", target="c4") == pytest.approx(
        {"no effect": 3 / 6, "b1 loses sp": 3 / 12, "b1 retreats or loses sp": 3 / 12}
    )
    odds = fire_line(grid, [], firer="machine-gun").odds("fire", "r1", target="c4")
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["no effect"] == pytest.approx(1 / 8)
    assert odds["b1 loses sp, b1 loses sp, b1 loses sp"] == pytest.approx(1 / 64)


@pytest.mark.clause("modern.fire.dice")
def test_the_target_cell_must_hold_an_enemy_and_friends_are_not_hit(grid: str) -> None:
    table = fire_line(grid, [], red=["r2 infantry d3 n"])
    assert table.why("fire", "r1", target="c3") == {"modern.fire.dice"}
    assert table.why("fire", "r1", target="d3") == {"modern.fire.dice"}
    assert table.reasons("fire", "r1", target="c3") == ["There is no enemy in c3"]


@pytest.mark.clause("modern.fire.mod-cover", "modern.definitions.cover", "modern.definitions.fortifications")
@pytest.mark.parametrize("letter", ["w", "b", "f", "t", "*"])
def test_a_target_in_cover_takes_1_away(grid: str, letter: str) -> None:
    table = fire_line(grid, [4], board(c4=letter), legend={"*": ["woods", "built-up"]})
    assert throws(fire(table), "fire") == [f"r1: 4 -1 modern.fire.mod-cover {STILL} = 4, needs 5: nothing"]


@pytest.mark.clause("modern.fire.mod-cover", "modern.definitions.cover")
@pytest.mark.parametrize("letter", ["h", "=", "F", "B", "x", "m", "."])
def test_other_terrain_is_no_cover_nor_is_cover_beside_the_target(grid: str, letter: str) -> None:
    rows = board(c4=letter, c5="w", b4="b", d4="f", c2="w")
    assert throws(fire(fire_line(grid, [4, 1], rows)), "fire") == [f"r1: 4 {STILL} = 5, needs 5: hit"]


@pytest.mark.clause("modern.fire.mod-still")
def test_a_unit_that_has_not_moved_adds_1(grid: str) -> None:
    assert throws(fire(fire_line(grid, [4, 1])), "fire") == [f"r1: 4 {STILL} = 5, needs 5: hit"]
    table = fire_line(grid, [4], blue=["b1 infantry c5 s", "b2 infantry f6 n"])
    table.play("move", "r1", path=["c3"])
    assert throws(fire(table, "c5"), "fire") == ["r1: 4 = 4, needs 5: nothing"]


@pytest.mark.clause("modern.fire.mod-commander")
@pytest.mark.parametrize("at", ["b2", "c1", "c2"])
def test_a_commander_with_the_unit_or_beside_it_adds_1(grid: str, at: str) -> None:
    table = fire_line(grid, [3, 1], red=[f"r2 commander {at} n"])
    assert throws(fire(table), "fire") == [f"r1: 3 {STILL} +1 modern.fire.mod-commander = 5, needs 5: hit"]


@pytest.mark.clause("modern.fire.mod-commander", "modern.definitions.adjacent")
@pytest.mark.parametrize("near", ["commander e2 n", "commander b4 n", "infantry b2 n", "spotter c2 n"])
def test_nobody_else_and_nowhere_else(grid: str, near: str) -> None:
    table = fire_line(grid, [3], red=[f"r2 {near}"])
    assert throws(fire(table), "fire") == [f"r1: 3 {STILL} = 4, needs 5: nothing"]


@pytest.mark.clause("modern.fire.mod-commander", "modern.activation.dice")
def test_nor_an_enemy_nor_a_commander_in_a_truck(grid: str) -> None:
    blue = ["b1 infantry c4 s", "b2 commander b2 n", "b3 infantry f6 n"]
    assert throws(fire(fire_line(grid, [3], blue=blue)), "fire") == [f"r1: 3 {STILL} = 4, needs 5: nothing"]
    table = fire_line(grid, [3], red=["r2 truck b2 n carrying=r3", "r3 commander - n"])
    assert throws(fire(table), "fire") == [f"r1: 3 {STILL} = 4, needs 5: nothing"]


@pytest.mark.clause("modern.fire.once")
@pytest.mark.parametrize("kind", [kind for kind in GROUND_TYPES if kind in LIGHT or kind in HEAVY])
def test_whoever_can_fire_may_fire_at_the_next_cell(grid: str, kind: str) -> None:
    blue = ["b1 infantry c3 s", "b9 infantry f6 n"]
    assert fire_line(grid, [], firer=kind, blue=blue).targets("fire", "r1") == {"c3"}
