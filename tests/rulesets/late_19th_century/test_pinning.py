"""Pins: units halted by fire, and cavalry that rides to the front instead."""

import pytest

from tests.rulesets.late_19th_century.drawing import (
    OPEN,
    facing,
    happened,
    is_pinned,
    late,
    red_pinned,
    red_to_act,
    terrain,
    throws,
    why,
)
from tests.table import Table, of_kind

SPARE = "r9 infantry-rifles a1 n"
FAR = ["b9 infantry-close-combat h7 s"]


@pytest.mark.clause("late19c.pinning.halt")
@pytest.mark.parametrize("kind", ["infantry-rifles", "mounted-cavalry", "command", "dismounted-cavalry"])
def test_a_pinned_unit_does_not_move_until_it_is_unpinned(kind: str) -> None:
    table = red_pinned(["d3"], dice=[6, 6, 1, 6], red=[f"r1 {kind} d3 n", SPARE], blue=FAR)
    assert is_pinned(table, "r1")
    assert table.legal("move", "r1") == []
    assert why(table, "move", "r1", path=["d4"]) == {"pinning.halt"}
    assert why(table, "move", "r1", path=[], facing="s") == {"pinning.halt"}
    table.play("unpin", "r1")
    assert not is_pinned(table, "r1")
    table.next_turn()
    table.play("done")
    assert "d4" in table.reach("r1")


@pytest.mark.clause("late19c.pinning.halt")
def test_a_unit_that_is_not_unpinned_stays_pinned() -> None:
    table = red_pinned(["d3"], dice=[6, 6, 1, 6], red=["r1 infantry-rifles d3 n", SPARE], blue=FAR)
    table.next_turn()
    table.play("done")
    assert table.state["turn"] == 2
    assert why(table, "move", "r1", path=["d4"]) == {"pinning.halt"}
    assert "a2" in table.reach("r9")


@pytest.mark.clause("late19c.pinning.halt", "late19c.units.dismounted")
def test_pinned_cavalry_does_not_dismount() -> None:
    table = red_pinned(["d3"], red=["r1 mounted-cavalry d3 n", SPARE], blue=FAR)
    assert why(table, "dismount", "r1") == {"pinning.halt"}


@pytest.mark.clause("late19c.pinning.halt", "late19c.close-combat.advance")
@pytest.mark.parametrize(("pinned", "advances"), [(["d4"], False), ([], True)])
def test_a_pinned_unit_fights_but_does_not_advance(pinned: list[str], advances: bool) -> None:
    red = ["r1 infantry-rifles d4 n", SPARE]
    table = red_pinned(pinned, dice=[1, 6], red=red, blue=["b1 infantry-rifles d5 n", *FAR])
    table.play("end")
    events = table.play("fight", "r1", target="d5")
    assert (table.legal("advance") != []) == advances
    assert ("stood r1 pinning.halt" in happened(events)) != advances


@pytest.mark.clause("late19c.pinning.cover")
def test_a_pinned_unit_counts_as_in_cover() -> None:
    """b1 is pinned by r1, and then fired at by r2."""
    red = ["r1 infantry-rifles d3 n", "r2 infantry-rifles c4 n"]
    table = red_to_act(dice=[2, 5], red=red, blue=["b1 infantry-rifles d6 s", *FAR])
    assert throws(table.play("fire", "r1", target="d6"), "fire") == ["r1: 2 = 2: pinned [fire.effect-open]"]
    assert throws(table.play("fire", "r2", target="d6"), "fire") == ["r2: 5 = 5: pinned [fire.effect-cover]"]


@pytest.mark.clause("late19c.pinning.fire")
def test_pinned_units_fire_worse_whatever_they_are() -> None:
    red = ["r1 machine-gun d3 n", SPARE]
    table = red_pinned(["d3"], dice=[6], red=red, blue=["b1 infantry-rifles d6 s"])
    assert throws(table.play("fire", "r1", target="d6"), "fire") == [
        "r1: 6 -1 fire.mod-pinned = 5: destroyed [fire.effect-open]"
    ]


@pytest.mark.clause("shared.pins")
def test_a_pin_is_a_flag() -> None:
    """Pinned twice, unpinned once."""
    red = ["r1 infantry-rifles d3 n", "r2 infantry-rifles c4 n"]
    table = red_to_act(dice=[2, 4, 6], red=red, blue=["b1 infantry-rifles d6 s", *FAR])
    assert happened(table.play("fire", "r1", target="d6")) == ["pinned b1 fire.effect-open"]
    events = table.play("fire", "r2", target="d6")
    assert throws(events, "fire") == ["r2: 4 = 4: pinned [fire.effect-cover]"]
    assert happened(events) == []
    table.play("unpin", "b1")
    assert not is_pinned(table, "b1")


# -- cavalry

LANCERS = "r1 mounted-cavalry d2 n regular=true"


def charging(enemy: str, rows: str = OPEN, red: str = LANCERS, **words: object) -> Table:
    """r1 in d2 is pinned; b1 is the nearest enemy."""
    dice = words.pop("dice", [])
    thrown = words.pop("thrown", None)
    assert isinstance(dice, list) and (thrown is None or isinstance(thrown, list))
    return red_pinned([red.split()[2]], rows, dice, thrown, red=[red, SPARE], blue=[f"b1 infantry-rifles {enemy} n"])


def charges(table: Table) -> set[tuple[str, ...]]:
    return {tuple(one["path"]) for one in table.legal("charge")}


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_pinned_regular_cavalry_is_unpinned_or_rides_at_the_nearest_enemy_for_free() -> None:
    table = charging("d6")
    left = table.state["activations-left"]
    assert charges(table) == {("d3", "d4")}
    assert {one["do"] for one in table.legal()} == {"charge", "unpin"}
    events = table.play("charge", "r1", path=["d3", "d4"])
    assert happened(events) == ["moved r1 pinning.cavalry-charge"]
    assert table.state["activations-left"] == left
    assert is_pinned(table, "r1")
    assert table.legal(unit="r1") == []
    assert "a2" in table.reach("r9")


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_unpinning_is_an_activation() -> None:
    table = charging("d6")
    left = table.state["activations-left"]
    assert happened(table.play("unpin", "r1")) == ["unpinned r1 activation.choice"]
    assert table.state["activations-left"] == left - 1
    assert table.legal(unit="r1") == []
    assert table.at("r1") == "d2"


@pytest.mark.clause("late19c.pinning.cavalry-charge")
@pytest.mark.parametrize(
    ("red", "army"),
    [
        ("r1 mounted-cavalry d2 n", "european"),
        ("r1 mounted-cavalry d2 n regular=true", "native"),
        ("r1 dismounted-cavalry d2 n regular=true", "european"),
        ("r1 infantry-rifles d2 n regular=true", "european"),
        ("r1 command d2 n regular=true", "european"),
    ],
)
def test_others_are_halted(red: str, army: str) -> None:
    reds = [red, SPARE, "r8 infantry-rifles b1 n"]
    table = red_pinned(["d2"], red=reds, blue=["b1 infantry-rifles d6 n"], armies=(army, "european"))
    assert table.legal("charge") == []
    assert why(table, "move", "r1", path=["d3"]) == {"pinning.halt"}
    assert table.legal("unpin") == [{"do": "unpin", "unit": "r1"}]


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_without_a_pin_there_is_no_charge() -> None:
    table = red_to_act(red=[LANCERS, SPARE], blue=["b1 infantry-rifles d6 n"])
    assert table.legal("charge") == []
    assert "d3" in table.reach("r1")


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_with_no_activation_left_it_can_only_charge() -> None:
    table = charging("d6", thrown=[1], dice=[6])
    assert table.legal() == [{"do": "charge", "unit": "r1", "path": ["d3", "d4"], "facing": "n"}]
    assert why(table, "unpin", "r1") == {"pinning.cavalry-charge"}
    table.play("charge", "r1", path=["d3", "d4"])
    assert table.state["decides"] == "blue"


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_it_goes_its_full_allowance_and_nowhere_else() -> None:
    table = charging("d6")
    for path in (["d3"], ["e3", "e4"], [], ["d1"], ["c3", "c4"]):
        assert why(table, "charge", "r1", path=path) == {"pinning.cavalry-charge"}


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_the_owner_picks_among_equal_ways() -> None:
    """e6 is four hexes away: three to the north, one to the north-east, in any order."""
    table = charging("e6")
    assert {path[-1] for path in charges(table)} == {"d4", "e4"}
    for path in (["d3", "d4"], ["d3", "e4"], ["e3", "e4"]):
        assert why(table, "charge", "r1", path=path) == set()
    table.play("charge", "r1", path=["e3", "e4"])
    assert (table.at("r1"), facing(table, "r1")) == ("e4", "n")


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_the_owner_picks_among_enemies_equally_near() -> None:
    blue = ["b1 infantry-rifles d6 n", "b2 infantry-rifles h4 n"]
    table = red_pinned(["d2"], red=[LANCERS, SPARE], blue=blue)
    assert {path[-1] for path in charges(table)} == {"d4", "f3"}
    table = red_pinned(["d2"], red=[LANCERS, SPARE], blue=["b1 infantry-rifles d6 n", "b2 infantry-rifles h5 n"])
    assert {path[-1] for path in charges(table)} == {"d4"}


@pytest.mark.clause("late19c.pinning.cavalry-charge", "late19c.movement.contact")
def test_it_contacts_and_fights_as_usual() -> None:
    table = charging("d5", dice=[1, 6])
    events = table.play("charge", "r1", path=["d3", "d4"])
    assert happened(events) == [
        "moved r1 pinning.cavalry-charge",
        "stopped r1 movement.contact",
        "turned b1 movement.contact",
    ]
    table.play("end")
    assert table.legal() == [{"do": "fight", "unit": "r1", "target": "d5"}]
    table.play("fight", "r1", target="d5")
    assert [one["do"] for one in table.legal()] == ["advance", "stand"]  # cavalry that is not halted


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_already_next_to_an_enemy_it_stays_and_faces_one() -> None:
    red = "r1 mounted-cavalry d4 s regular=true"
    blue = ["b1 infantry-rifles d5 n", "b2 infantry-rifles e5 n"]
    table = red_pinned(["d4"], dice=[6, 6], red=[red, SPARE], blue=blue)
    assert table.legal("charge") == [
        {"do": "charge", "unit": "r1", "path": [], "facing": "n"},
        {"do": "charge", "unit": "r1", "path": [], "facing": "ne"},
    ]
    assert why(table, "charge", "r1", path=["d3"]) == {"pinning.cavalry-charge"}
    table.play("charge", "r1", path=[], facing="ne")
    assert (facing(table, "r1"), facing(table, "b1"), facing(table, "b2")) == ("ne", "n", "n")
    table.play("end")
    assert table.legal() == [{"do": "fight", "unit": "r1", "target": "e5"}]


@pytest.mark.clause("late19c.pinning.cavalry-charge")
@pytest.mark.parametrize(
    ("river", "path"),
    [
        ({}, ("d3", "d4")),
        ({"c4": "B"}, ("d3", "c4")),
        ({"a4": "B"}, ("c3", "b3")),
        ({"none": ""}, ()),
    ],
    ids=["no river", "a bridge near by", "a bridge far off", "no bridge"],
)
def test_by_the_shortest_way_that_there_is(river: dict[str, str], path: tuple[str, ...]) -> None:
    """A river along row 4 lies between r1 in d2 and b1 in d6."""
    water = {f"{column}4": "~" for column in "abcdefgh"} if river else {}
    table = charging("d6", terrain(**{**water, **river}))
    assert path in charges(table)
    assert {len(one) for one in charges(table)} == {len(path)}


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_a_friend_in_the_way_is_ridden_through_or_stopped_behind() -> None:
    lane = terrain(**{f"{column}{row}": "~" for column in "ce" for row in range(1, 9)})
    red = [LANCERS, "r2 infantry-rifles d3 n", SPARE]
    blue = ["b1 infantry-rifles d6 n"]
    assert charges(red_pinned(["d2"], lane, red=red, blue=blue)) == {("d3", "d4")}
    red[1] = "r2 infantry-rifles d4 n"
    assert charges(red_pinned(["d2"], lane, red=red, blue=blue)) == {("d3",)}
    red = [LANCERS, "r2 infantry-rifles d3 n", "r3 infantry-rifles d4 n", SPARE]
    table = red_pinned(["d2"], lane, red=red, blue=blue)
    assert charges(table) == {()}
    assert table.legal("charge") == [{"do": "charge", "unit": "r1", "path": [], "facing": "n"}]
    assert happened(table.play("charge", "r1", path=[], facing="n"))[:1] == ["stood r1 pinning.cavalry-charge"]


@pytest.mark.clause("late19c.pinning.cavalry-charge", "late19c.woods.cavalry", "late19c.roads.half")
def test_woods_and_roads_count_for_a_charge_too() -> None:
    assert charges(charging("d6", terrain(d3="w"))) == {("d3",)}
    road = terrain(**{f"d{row}": "=" for row in range(1, 8)})
    assert charges(charging("d7", road)) == {("d3", "d4", "d5", "d6")}


@pytest.mark.clause("late19c.pinning.cavalry-charge", "late19c.rivers.ford")
def test_a_ford_holds_it_for_its_turn() -> None:
    """Into the ford in turn 1; pinned at the beginning of turn 2, it stays; in turn 3 it rides on."""
    rows = terrain(**{f"{column}3": "~" for column in "abcdefgh"} | {"d3": "F"})
    red = [LANCERS, SPARE]
    blue = ["b1 infantry-rifles d7 n", "b2 siege-artillery h8 sw"]
    table = late(rows, [6, 1, 6, 6, 5, 4, 6, 1, 6, 6, 6, 1, 6], red=red, blue=blue)
    table.play("done")
    table.play("move", "r1", path=["d3"])
    table.play("end")
    table.play("end")
    table.play("bombard", "b2", target="d3")
    assert (table.state["turn"], charges(table)) == (2, {()})
    table.play("charge", "r1", path=[])
    table.play("end")
    table.play("end")
    table.play("done")
    assert (table.state["turn"], charges(table)) == (3, {("d4", "d5")})


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_it_charges_each_turn_until_it_is_unpinned() -> None:
    table = charging("d8", dice=[6, 6, 1, 6, 6, 6, 1, 6])
    table.play("charge", "r1", path=["d3", "d4"])
    table.play("end")
    table.play("end")
    table.play("done")
    assert table.state["turn"] == 2
    assert charges(table) == {("d5", "d6")}
    table.play("unpin", "r1")
    table.play("end")
    table.play("end")
    table.play("done")
    assert table.state["turn"] == 3
    assert table.legal("charge") == []
    assert "d5" in table.reach("r1")


@pytest.mark.clause("late19c.pinning.cavalry-first")
def test_the_decision_comes_before_every_other_activation() -> None:
    table = charging("d6")
    assert {one["unit"] for one in table.legal()} == {"r1"}
    assert why(table, "move", "r9", path=["a2"]) == {"pinning.cavalry-first"}
    assert why(table, "end") == {"pinning.cavalry-first"}
    assert table.state["activations-left"] == 3
    table.play("charge", "r1", path=["d3", "d4"])
    assert why(table, "move", "r9", path=["a2"]) == set()


@pytest.mark.clause("late19c.pinning.cavalry-first")
@pytest.mark.parametrize(("first", "second", "path"), [("r1", "r2", ["f3", "f4"]), ("r2", "r1", ["d3", "d4"])])
def test_pinned_cavalry_decides_in_the_order_that_its_owner_likes(first: str, second: str, path: list[str]) -> None:
    """One activation: whoever is asked first takes it, so the other must charge."""
    red = [LANCERS, "r2 mounted-cavalry f2 n regular=true", SPARE]
    table = red_pinned(["d2", "f2"], thrown=[2], dice=[6], red=red, blue=["b1 infantry-rifles d7 n"])
    assert {one["unit"] for one in table.legal()} == {"r1", "r2"}
    assert table.state["question"] == {"asks": "charge or unpin"}
    assert why(table, "move", SPARE.split(maxsplit=1)[0], path=["a2"]) == {"pinning.cavalry-first"}
    table.play("unpin", first)
    assert {(one["do"], one["unit"]) for one in table.legal()} == {("charge", second)}
    assert table.state["question"] == {"asks": "charge or unpin", "unit": second}
    events = table.play("charge", second, path=path)
    assert of_kind(events, "activations")[0]["side"] == "blue"


@pytest.mark.clause("late19c.pinning.cavalry-charge")
def test_it_ends_facing_the_way_it_rode_or_an_enemy_of_its_choice() -> None:
    table = charging("d6")
    assert {one["facing"] for one in table.legal("charge")} == {"n"}
    red = [LANCERS, SPARE]
    blue = ["b1 infantry-rifles d5 n", "b2 infantry-rifles c5 n"]
    table = red_pinned(["d2"], red=red, blue=blue)
    ends = {(one["path"][-1], one["facing"]) for one in table.legal("charge")}
    assert {("d4", "n"), ("d4", "nw")} <= ends


@pytest.mark.clause("late19c.units.dismounted", "late19c.pinning.halt")
@pytest.mark.parametrize(("kind", "verb"), [("mounted-cavalry", "dismount"), ("dismounted-cavalry", "mount")])
def test_a_pinned_unit_neither_mounts_nor_dismounts(kind: str, verb: str) -> None:
    table = red_pinned(["d2"], red=[f"r1 {kind} d2 n", SPARE], blue=["b1 infantry-rifles d7 n"])
    assert table.legal(verb, "r1") == []
    assert "pinning.halt" in why(table, verb, "r1")
