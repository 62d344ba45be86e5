"""Artillery fire: who may fire, where the shell lands, and what it does there."""

from typing import Any

import pytest

from tests.rulesets.late_19th_century.drawing import (
    OPEN,
    facing,
    happened,
    is_pinned,
    late,
    red_to_act,
    terrain,
    throws,
    why,
)
from tests.table import Table, Tree, of_kind

FAR = "b9 infantry-close-combat h8 s"


def guns(rows: str = OPEN, dice: list[int] | None = None, red: str = "r1 field-artillery d2 n", **words: Any) -> Table:
    """r1 and a second battery of Red's that keeps the question open; no gun of Blue's unless it is named."""
    reds = [red, "r9 field-artillery h2 n", *words.pop("reds", [])]
    return late(rows, dice, red=reds, blue=[*words.pop("blue"), FAR], **words)


def shoot(table: Table, target: str) -> list[Tree]:
    table.play("bombard", "r1", target=target)
    return table.play("done")


# -- simultaneous, once, pinned


@pytest.mark.clause("late19c.artillery.simultaneous", "shared.dice-order")
def test_a_destroyed_battery_still_fires() -> None:
    red = ["r1 field-artillery d2 n", "r2 infantry-rifles a1 n"]
    blue = ["b1 field-artillery d6 s", "b2 infantry-rifles h8 s"]
    table = late(dice=[5, 6, 6, 5], red=red, blue=blue)
    assert happened(table.play("bombard", "r1", target="d6")) == []
    events = table.play("bombard", "b1", target="d2")
    assert throws(events, "landing") == [
        "r1: 5 = 5: on-target [artillery.scatter]",
        "b1: 6 = 6: on-target [artillery.scatter]",
    ]
    assert throws(events, "artillery") == [
        "r1: 6 = 6: destroyed [artillery.effect-direct]",
        "b1: 5 = 5: destroyed [artillery.effect-direct]",
    ]
    kinds = [event["event"] for event in events if event["event"] in ("landed", "destroyed")]
    assert kinds == ["landed", "landed", "destroyed", "destroyed"]
    assert table.unit("r1") is None and table.unit("b1") is None


@pytest.mark.clause("late19c.artillery.simultaneous", "late19c.artillery.mod-pinned")
def test_a_pin_of_this_turn_does_not_hamper_this_turns_shot() -> None:
    blue = ["b1 field-artillery d6 s", "b2 infantry-rifles h8 s"]
    table = late(dice=[5, 4, 5, 2], red=["r1 field-artillery d2 n"], blue=blue)
    table.play("bombard", "r1", target="d6")
    events = table.play("bombard", "b1", target="d2")
    assert throws(events, "artillery")[1] == "b1: 2 = 2: pinned [artillery.effect-direct]"
    assert [line for line in happened(events) if line.startswith("pinned")] == [
        "pinned b1 artillery.any-unit",
        "pinned r1 artillery.any-unit",
    ]
    assert is_pinned(table, "b1") and is_pinned(table, "r1")


@pytest.mark.clause("late19c.artillery.once")
def test_a_battery_fires_once_a_turn_and_at_an_enemy() -> None:
    table = guns(blue=["b1 infantry-rifles d6 s", "b2 infantry-rifles c6 s"])
    assert table.targets("bombard", "r1") == {"c6", "d6"}
    assert why(table, "bombard", "r1", target="d5") == {"artillery.once"}
    table.play("bombard", "r1", target="d6")
    assert table.targets("bombard", "r1") == set()
    assert why(table, "bombard", "r1", target="c6") == {"artillery.once"}


@pytest.mark.clause("late19c.artillery.once")
def test_artillery_never_fires_as_an_activation() -> None:
    blue = ["b1 infantry-rifles d4 s"]
    table = red_to_act(red=["r1 field-artillery d2 n", "r2 infantry-rifles a1 n"], blue=blue)
    assert table.legal("fire", "r1") == []
    assert "artillery.once" in why(table, "fire", "r1", target="d4")
    assert "artillery.once" not in why(table, "fire", "r2", target="d4")
    assert why(table, "bombard", "r1", target="d4") == {"turn.sequence"}


def pinned_battery() -> Table:
    """Turn 2: r1 in d2 was pinned by b1 in turn 1 and has stayed so."""
    red = ["r1 field-artillery d2 n", "r2 infantry-rifles a1 n"]
    table = late(
        dice=[5, 4, 6, 1, 4, 4, 5, 5, 5, 2],
        red=red,
        blue=["b1 field-artillery d6 s", "b2 infantry-rifles h8 s"],
    )
    table.play("done")
    table.play("bombard", "b1", target="d2")
    assert is_pinned(table, "r1")
    table.next_turn()
    return table


@pytest.mark.clause("late19c.artillery.while-pinned")
def test_pinned_artillery_may_fire() -> None:
    table = pinned_battery()
    assert (table.state["turn"], table.state["phase"]) == (2, "artillery")
    assert table.targets("bombard", "r1") == {"d6"}


@pytest.mark.clause("late19c.artillery.mod-pinned", "late19c.pinning.fire", "late19c.pinning.cover")
def test_a_pinned_battery_takes_1_off_its_effect_and_counts_as_in_cover() -> None:
    table = pinned_battery()
    table.play("bombard", "r1", target="d6")
    events = table.play("bombard", "b1", target="d2")
    assert throws(events, "landing")[0] == "r1: 5 = 5: on-target [artillery.scatter]"
    assert throws(events, "artillery") == [
        "r1: 5 -1 artillery.mod-pinned = 4: pinned [artillery.effect-direct]",
        "b1: 2 = 2: nothing [artillery.effect-indirect]",
    ]


# -- turn, range, arc

BEARINGS = {0: "d6", 60: "f5", 90: "f4", 120: "f3", 150: "e3", 180: "d2", 240: "b3", 270: "b4", 300: "b5"}


@pytest.mark.clause("late19c.artillery.turn", "late19c.artillery.arc")
@pytest.mark.parametrize(
    ("bearing", "turned"),
    [(0, "n"), (60, "n"), (90, "ne"), (120, "ne"), (150, None), (180, None), (240, "nw"), (270, "nw"), (300, "n")],
)
def test_artillery_turns_one_face_to_fire(bearing: int, turned: str | None) -> None:
    target = BEARINGS[bearing]
    table = guns(dice=[1], red="r1 siege-artillery d4 n", blue=[f"b1 infantry-rifles {target} s"])
    assert table.targets("bombard", "r1") - {"h8"} == (set() if turned is None else {target})
    if turned is None:
        assert why(table, "bombard", "r1", target=target) == {"artillery.arc"}
        return
    events = shoot(table, target)
    assert [line for line in happened(events) if line.startswith("turned")] == (
        [] if turned == "n" else ["turned r1 artillery.turn"]
    )
    assert facing(table, "r1") == turned
    assert (table.unit("r1") or {})["moved"] is False


@pytest.mark.clause("late19c.artillery.range-measure")
def test_range_is_counted_through_hex_sides() -> None:
    """From d2, h4 is four hexes away as the columns run, and so is f5; h5 is five. No corner is cut."""
    for cell, away in [("h4", 4), ("f5", 4), ("h5", 5), ("f6", 5), ("d6", 4), ("d7", 5)]:
        table = guns(red="r1 light-artillery d2 n", blue=[f"b1 infantry-close-combat {cell} s"])
        assert why(table, "bombard", "r1", target=cell) == (set() if away <= 4 else {"units.table"}), cell


# -- targets and cover


@pytest.mark.clause("late19c.artillery.any-target")
@pytest.mark.parametrize(
    "kind",
    [
        "infantry-rifles",
        "infantry-firearms",
        "infantry-close-combat",
        "mounted-cavalry",
        "dismounted-cavalry",
        "machine-gun",
        "light-artillery",
        "field-artillery",
        "siege-artillery",
        "command",
    ],
)
def test_artillery_destroys_any_unit(kind: str) -> None:
    table = guns(dice=[5, 5], blue=[f"b1 {kind} d5 n"])
    table.play("bombard", "r1", target="d5")
    while table.state["phase"] == "artillery":
        table.play("done")
    assert table.unit("b1") is None


@pytest.mark.clause("late19c.artillery.into-cover", "late19c.artillery.direct")
@pytest.mark.parametrize("letter", ["w", "b", "f", "t"])
def test_it_fires_into_cover_indirectly(letter: str) -> None:
    """However deep: c5, d4 and d5 are all of one kind."""
    rows = terrain(c5=letter, d4=letter, d5=letter, d6=letter, e5=letter)
    events = shoot(guns(rows, [5, 5], blue=["b1 infantry-rifles d5 s"]), "d5")
    assert throws(events, "artillery") == ["r1: 5 = 5: pinned [artillery.effect-indirect]"]


@pytest.mark.clause("late19c.artillery.out-of-cover")
@pytest.mark.parametrize(
    ("rows", "seen"),
    [
        (terrain(d2="w"), True),
        (terrain(d2="w", d3="w"), False),
        (terrain(d2="b", d3="w"), False),
        (terrain(d2="f", d3="b"), False),
        (terrain(d2="w", c3="w", e3="w"), True),
        (terrain(d3="w"), True),
    ],
)
def test_it_fires_out_of_cover_only_from_the_edge(rows: str, seen: bool) -> None:
    table = guns(rows, blue=["b1 infantry-rifles d5 s"])
    assert why(table, "bombard", "r1", target="d5") == (set() if seen else {"artillery.out-of-cover"})


@pytest.mark.clause("late19c.artillery.out-of-cover", "shared.scatter")
def test_through_a_corner_one_free_neighbour_is_enough() -> None:
    """From d3 to f6 the line leaves between d4 and e4."""
    red = "r1 field-artillery d3 n"
    for rows, right in [(terrain(d3="w", d4="w"), True), (terrain(d3="w", d4="w", e4="w"), False)]:
        table = guns(rows, red=red, blue=["b1 infantry-rifles f6 s"])
        assert (why(table, "bombard", "r1", target="f6") == set()) == right


@pytest.mark.clause("late19c.artillery.direct", "shared.line-of-sight")
@pytest.mark.parametrize(
    ("rows", "blue", "table_used"),
    [
        (OPEN, [], "effect-direct"),
        (terrain(d4="w"), [], "effect-indirect"),
        (terrain(d4="h"), [], "effect-indirect"),
        (OPEN, ["b2 infantry-rifles d4 s"], "effect-indirect"),
        (terrain(d4="t"), [], "effect-direct"),
        (terrain(d5="w"), [], "effect-indirect"),
        (terrain(d5="h"), [], "effect-direct"),
    ],
)
def test_fire_is_direct_if_the_whole_target_is_seen_and_not_in_cover(
    rows: str, blue: list[str], table_used: str
) -> None:
    events = shoot(guns(rows, [5, 5], blue=["b1 infantry-rifles d5 s", *blue]), "d5")
    outcome = "destroyed" if table_used == "effect-direct" else "pinned"
    assert throws(events, "artillery") == [f"r1: 5 = 5: {outcome} [artillery.{table_used}]"]


@pytest.mark.clause("late19c.artillery.direct", "shared.line-of-sight")
@pytest.mark.parametrize(
    ("cells", "table_used"),
    [
        ({}, "effect-direct"),
        ({"d4": "w"}, "effect-indirect"),
        ({"e4": "w"}, "effect-indirect"),
        ({"d4": "w", "e4": "w"}, "effect-indirect"),
    ],
)
def test_a_grazed_line_makes_fire_indirect(cells: dict[str, str], table_used: str) -> None:
    """From d3 to e5 the line runs between d4 and e4."""
    table = guns(terrain(**cells), [5], red="r1 field-artillery d3 n", blue=["b1 infantry-rifles e5 s"])
    assert throws(shoot(table, "e5"), "artillery")[0].endswith(f"[artillery.{table_used}]")


@pytest.mark.clause("late19c.artillery.direct", "late19c.artillery.any-unit")
def test_direct_or_not_is_judged_where_the_shell_lands() -> None:
    """b1 in the open is aimed at; the shell falls on b2, in the wood in front, or on b3, hidden behind b1."""
    blue = ["b1 infantry-rifles d6 s", "b2 infantry-rifles d5 s", "b3 infantry-rifles d7 s"]
    events = shoot(guns(terrain(d5="w"), [3, 6], blue=blue[:2]), "d6")
    assert throws(events, "artillery") == ["r1: 6 = 6: destroyed [artillery.effect-indirect]"]
    assert happened(events) == ["landed r1 artillery.scatter", "destroyed b2 artillery.any-unit"]
    events = shoot(guns(OPEN, [1, 5], blue=[blue[0], blue[2]]), "d6")
    assert throws(events, "artillery") == ["r1: 5 = 5: pinned [artillery.effect-indirect]"]
    assert happened(events)[1:] == ["pinned b3 artillery.any-unit"]


# -- where it lands


@pytest.mark.clause("late19c.artillery.close-range")
@pytest.mark.parametrize(("target", "sure"), [("d3", True), ("d4", True), ("e4", True), ("d5", False), ("f4", False)])
def test_at_range_1_or_2_it_lands_without_a_roll(target: str, sure: bool) -> None:
    events = shoot(guns(dice=[6, 6], blue=[f"b1 infantry-rifles {target} s"]), target)
    assert len(throws(events, "landing")) == (0 if sure else 1)
    assert happened(events)[0] == f"landed r1 artillery.{'close-range' if sure else 'scatter'}"
    assert of_kind(events, "landed")[0]["cell"] == target


def lands(die: int, firer: str, target: str) -> str | None:
    table = guns(OPEN, [die, 1], red=f"r1 field-artillery {firer} n", blue=[f"b1 infantry-rifles {target} s"])
    landed = of_kind(shoot(table, target), "landed")
    return str(landed[0]["cell"]) if landed else None


@pytest.mark.clause("late19c.artillery.scatter", "shared.scatter")
@pytest.mark.parametrize(
    ("firer", "target", "cells"),
    [
        # straight north, and straight along a row of hexes
        ("d2", "d5", {6: "d5", 5: "d5", 4: "d4", 3: "d4", 2: "d6", 1: "d6"}),
        ("b2", "e4", {6: "e4", 5: "e4", 4: "d3", 3: "d3", 2: "f4", 1: "f4"}),
        # oblique, but steep enough to enter and leave through one side
        ("d2", "e5", {6: "e5", 5: "e5", 4: "e4", 3: "e4", 2: "e6", 1: "e6"}),
        # through corners, the left one odd and the right one even
        ("d3", "f6", {6: "f6", 5: "f6", 4: "f5", 3: "e6", 2: "g7", 1: "f7"}),
        ("e3", "c6", {6: "c6", 5: "c6", 4: "d5", 3: "c5", 2: "c7", 1: "b6"}),
        ("b4", "f4", {6: "f4", 5: "f4", 4: "e4", 3: "e5", 2: "g4", 1: "g5"}),
    ],
)
def test_a_shell_scatters_to_the_front_and_behind(firer: str, target: str, cells: dict[int, str]) -> None:
    for die, cell in cells.items():
        facing_target = "ne" if firer == "b4" else "n"
        red = f"r1 field-artillery {firer} {facing_target}"
        table = guns(OPEN, [die, 1], red=red, blue=[f"b1 infantry-rifles {target} s"])
        events = shoot(table, target)
        place = "on-target" if die > 4 else "in-front" if die > 2 else "behind"
        assert throws(events, "landing") == [f"r1: {die} = {die}: {place} [artillery.scatter]"]
        assert [one["cell"] for one in of_kind(events, "landed")] == [cell], die


@pytest.mark.clause("late19c.artillery.scatter", "shared.scatter")
def test_looking_south_left_is_east() -> None:
    """b1 in f6 fires at r1 in d3: behind it are d2 to the left and c3 to the right."""
    for die, cell in {1: "d2", 2: "c3", 3: "e4", 4: "d4"}.items():
        table = late(dice=[die, 1], red=["r1 infantry-rifles d3 n"], blue=["b1 field-artillery f6 s"])
        assert [one["cell"] for one in of_kind(table.play("bombard", "b1", target="d3"), "landed")] == [cell]


@pytest.mark.clause("late19c.artillery.scatter")
def test_a_shell_behind_the_board_lands_nowhere() -> None:
    assert lands(1, "d4", "d8") is None
    assert lands(3, "d4", "d8") == "d7"


@pytest.mark.clause("late19c.artillery.scatter", "shared.dice-order")
def test_each_shots_effect_die_follows_its_landing_die() -> None:
    red = ["r1 field-artillery d2 n", "r2 field-artillery h2 n"]
    table = late(dice=[5, 4, 3, 5, 1], red=red, blue=["b1 infantry-rifles d5 s", "b2 infantry-rifles h6 s"])
    table.play("bombard", "r2", target="h6")
    events = table.play("bombard", "r1", target="d5")
    shown = [(one["unit"], one["for"], one["dice"]) for one in of_kind(events, "roll") if "unit" in one]
    assert shown == [("r2", "landing", [5]), ("r2", "artillery", [4]), ("r1", "landing", [3])]  # no unit is in d4


# -- effect


@pytest.mark.clause("late19c.artillery.effect-direct")
@pytest.mark.parametrize(
    ("die", "effect"),
    [(1, "nothing"), (2, "pinned"), (3, "pinned"), (4, "pinned"), (5, "destroyed"), (6, "destroyed")],
)
def test_direct_fire(die: int, effect: str) -> None:
    table = guns(dice=[die], blue=["b1 infantry-rifles d4 s"])
    assert throws(shoot(table, "d4"), "artillery") == [f"r1: {die} = {die}: {effect} [artillery.effect-direct]"]
    assert (table.unit("b1") is None) == (effect == "destroyed")
    assert effect == "destroyed" or is_pinned(table, "b1") == (effect == "pinned")


@pytest.mark.clause("late19c.artillery.effect-indirect")
@pytest.mark.parametrize(
    ("die", "effect"),
    [(1, "nothing"), (2, "nothing"), (3, "nothing"), (4, "pinned"), (5, "pinned"), (6, "destroyed")],
)
def test_indirect_fire(die: int, effect: str) -> None:
    table = guns(terrain(d4="w"), [die], blue=["b1 infantry-rifles d4 s"])
    assert throws(shoot(table, "d4"), "artillery") == [f"r1: {die} = {die}: {effect} [artillery.effect-indirect]"]
    assert (table.unit("b1") is None) == (effect == "destroyed")


@pytest.mark.clause("late19c.artillery.any-unit")
@pytest.mark.parametrize(("die", "victim"), [(5, "b1"), (3, "r2"), (1, None)])
def test_friend_or_foe_is_hit_where_the_shell_lands(die: int, victim: str | None) -> None:
    table = guns(dice=[die, 6], blue=["b1 infantry-rifles d6 s"], reds=["r2 infantry-rifles d5 n"])
    events = shoot(table, "d6")
    destroyed = [one["unit"] for one in of_kind(events, "destroyed")]
    assert destroyed == ([] if victim is None else [victim])
    assert len(throws(events, "artillery")) == len(destroyed)


@pytest.mark.clause("late19c.artillery.scatter", "late19c.artillery.effect-direct", "late19c.artillery.any-unit")
def test_the_odds_of_a_shot() -> None:
    """On target 2 of 6, in front 2 of 6, where r2 is; behind nobody is. In the open 2 of 6 destroy and 3 of 6 pin;
    b1 is hidden by r2: 1 of 6 destroys and 2 of 6 pin."""
    table = guns(blue=["b1 infantry-rifles d6 s"], reds=["r2 infantry-rifles d5 n"])
    odds = table.odds("bombard", "r1", target="d6")
    expected = {"b1 destroyed": 1 / 18, "b1 pinned": 2 / 18, "r2 destroyed": 2 / 18, "r2 pinned": 3 / 18}
    for effect, probability in expected.items():
        found = sum(odds[outcome] for outcome in odds if effect in outcome)
        assert found == pytest.approx(probability), effect
    assert sum(odds.values()) == pytest.approx(1)


@pytest.mark.clause("late19c.artillery.simultaneous")
def test_whether_a_target_lies_pinned_is_judged_before_the_first_shot_has_its_effect() -> None:
    """At range 2 there is no scatter: a 3 pins in the open, and a 5 destroys; of who lies pinned it would not."""
    table = guns(
        dice=[3, 5], red="r1 field-artillery d2 n", reds=["r2 light-artillery e3 n"], blue=["b1 infantry-rifles d4 s"]
    )
    table.play("bombard", "r1", target="d4")
    table.play("bombard", "r2", target="d4")
    table.play("done")
    assert table.unit("b1") is None, "the second shot is direct fire at a unit in the open: 5 destroys it"


@pytest.mark.clause("late19c.fire.open-or-cover")
def test_a_trench_does_not_cover_who_has_come_into_the_water_beside_it() -> None:
    legend = {"*": ["river", "ford", "trench"]}
    blue = ["b1 infantry-rifles d5 s", "b2 infantry-rifles f4 s", FAR]
    red = ["r1 infantry-rifles d2 n", "r2 infantry-rifles f2 n"]
    table = late(
        terrain(d4="*", f4="*"), [1, 6, 6, 6, 6, 1], legend=legend, red=red, blue=blue, armies=("european", "european")
    )
    while table.state["decides"] != "blue":
        table.play("done")
    table.play("move", "b1", path=["d4"])
    table.play("end")
    odds = {target: table.odds("fire", unit, target=target) for unit, target in (("r1", "d4"), ("r2", "f4"))}
    assert odds["d4"]["no effect"] == pytest.approx(1 / 6)
    assert odds["f4"]["no effect"] == pytest.approx(3 / 6)
