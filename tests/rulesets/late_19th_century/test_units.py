"""The unit types, and the notes on them."""

import pytest

from portable_wargame.scenario.problems import BadScenario
from tests.rulesets.late_19th_century.drawing import happened, late, red_to_act, short, terrain, throws, why
from tests.table import Table

# Movement, close combat power, range of fire, range of artillery.
UNITS = {
    "infantry-rifles": (1, 4, 3, 0),
    "infantry-firearms": (1, 4, 2, 0),
    "infantry-close-combat": (1, 3, 0, 0),
    "mounted-cavalry": (2, 4, 0, 0),
    "dismounted-cavalry": (1, 3, 2, 0),
    "machine-gun": (1, 4, 4, 0),
    "light-artillery": (1, 1, 0, 4),
    "field-artillery": (1, 1, 0, 6),
    "siege-artillery": (0, 1, 0, 10),
    "command": (2, 5, 0, 0),
}
TALL = terrain(8, 14)
FAR = ["b1 infantry-close-combat h14 s"]


@pytest.mark.clause("late19c.units.table")
@pytest.mark.parametrize("kind", UNITS)
def test_movement(kind: str) -> None:
    cells = UNITS[kind][0]
    table = red_to_act(TALL, red=[f"r1 {kind} c1 n", "r2 infantry-rifles a1 n"], blue=FAR)
    north = [f"c{row}" for row in range(2, 8)]
    assert [cell for cell in north if cell in table.reach("r1")] == north[:cells]
    assert why(table, "move", "r1", path=north[: cells + 1]) == {"units.table"}


@pytest.mark.clause("late19c.units.table")
def test_siege_artillery_neither_moves_nor_turns_as_a_move() -> None:
    table = red_to_act(TALL, red=["r1 siege-artillery c1 n", "r2 infantry-rifles a1 n"], blue=FAR)
    assert table.legal("move", "r1") == []
    assert why(table, "move", "r1", path=[], facing="s") == {"units.table"}


@pytest.mark.clause("late19c.units.table", "late19c.close-combat.roll")
@pytest.mark.parametrize("kind", UNITS)
def test_power(kind: str) -> None:
    """The attacked unit hits with a score up to its power, and misses with one more."""
    power = UNITS[kind][1]
    for die, outcome in [(power, "hits"), (power + 1, "misses")]:
        blue = [f"b1 {kind} d5 s", "b2 infantry-rifles h8 s"]
        table = red_to_act(dice=[6, die, 1, 1], red=["r1 infantry-rifles d4 n"], blue=blue)
        table.play("end")
        assert throws(table.play("fight", "r1", target="d5"), "close-combat") == [
            "r1: 6 = 6, needs 4: misses [close-combat.roll]",
            f"b1: {die} = {die}, needs {power}: {outcome} [close-combat.roll]",
        ]


@pytest.mark.clause("late19c.units.table", "late19c.fire.range-measure")
@pytest.mark.parametrize("kind", [kind for kind, row in UNITS.items() if not row[3]])
def test_range_of_fire(kind: str) -> None:
    reach = UNITS[kind][2]
    for away in range(1, 6):
        red = [f"r1 {kind} c1 n", "r2 infantry-rifles h1 n"]
        table = red_to_act(TALL, red=red, blue=[f"b1 infantry-rifles c{1 + away} s"])
        assert table.targets("fire", "r1") == ({f"c{1 + away}"} if away <= reach else set())
        if away > reach:
            assert why(table, "fire", "r1", target=f"c{1 + away}") == {"units.table"}


@pytest.mark.clause("late19c.units.table", "late19c.artillery.range-measure")
@pytest.mark.parametrize("kind", [kind for kind, row in UNITS.items() if row[3]])
def test_range_of_artillery(kind: str) -> None:
    """The other gun keeps the question open."""
    reach = UNITS[kind][3]
    for away in (1, 4, 5, 6, 7, 10, 11):
        red = [f"r1 {kind} c1 n", "r2 light-artillery h1 n"]
        blue = [f"b1 infantry-close-combat c{1 + away} s", "b2 infantry-close-combat h5 s"]
        table = late(TALL, red=red, blue=blue)
        assert (f"c{1 + away}" in table.targets("bombard", "r1")) == (away <= reach)
        assert why(table, "bombard", "r1", target=f"c{1 + away}") == (set() if away <= reach else {"units.table"})


@pytest.mark.clause("late19c.units.table")
@pytest.mark.parametrize("kind", ["infantry-rifles", "mounted-cavalry", "command", "machine-gun"])
def test_only_artillery_bombards(kind: str) -> None:
    red = [f"r1 {kind} d4 n", "r2 light-artillery h1 n"]
    table = late(red=red, blue=["b1 infantry-close-combat d5 s", "b2 infantry-close-combat h4 s"])
    assert table.targets("bombard", "r1") == set()
    assert why(table, "bombard", "r1", target="d5") == {"units.table"}
    assert table.reasons("bombard", "r1", target="d5")[0].endswith("not artillery")


@pytest.mark.clause("late19c.units.table")
def test_a_type_that_is_not_in_the_table_is_refused() -> None:
    with pytest.raises(BadScenario) as refused:
        late(red=["r1 tank a1 n"], blue=["b1 infantry-rifles a8 s"])
    assert [short(problem.clause) for problem in refused.value.problems] == ["units.table"]


@pytest.mark.clause("late19c.units.min-power")
@pytest.mark.parametrize(
    ("kind", "letter", "needs"),
    [
        ("light-artillery", "b", "1 (-2 built-up.close-combat +2 units.min-power)"),
        ("light-artillery", "w", "1 (-1 woods.close-combat +1 units.min-power)"),
        ("light-artillery", ".", "1"),
        ("infantry-close-combat", "b", "1 (-2 built-up.close-combat)"),
    ],
)
def test_power_never_drops_below_1(kind: str, letter: str, needs: str) -> None:
    blue = ["b1 infantry-rifles d5 n", "b2 infantry-rifles h8 s"]
    table = red_to_act(terrain(d5=letter), [1, 6], red=[f"r1 {kind} d4 n"], blue=blue)
    table.play("end")
    assert throws(table.play("fight", "r1", target="d5"), "close-combat")[0] == (
        f"r1: 1 = 1, needs {needs}: hits [close-combat.roll]"
    )


def gun_and_target() -> Table:
    """r1 may fire at b1, three hexes away."""
    red = ["r1 field-artillery d2 n", "r2 infantry-rifles h1 n"]
    return late(dice=[5, 1, 6, 1, 6], red=red, blue=["b1 infantry-rifles d5 s", "b2 infantry-rifles a8 s"])


@pytest.mark.clause("late19c.units.artillery-no-move", "late19c.activation.artillery")
def test_artillery_that_fired_does_not_move() -> None:
    table = gun_and_target()
    table.play("bombard", "r1", target="d5")
    assert table.state["decides"] == "red"
    assert table.legal("move", "r1") == []
    assert why(table, "move", "r1", path=["d3"]) == {"units.artillery-no-move", "activation.artillery"}
    assert why(table, "move", "r1", path=[], facing="s") == {"units.artillery-no-move", "activation.artillery"}


@pytest.mark.clause("late19c.units.artillery-no-move", "late19c.activation.artillery")
def test_artillery_that_did_not_fire_moves() -> None:
    table = gun_and_target()
    table.play("done")
    assert "d3" in table.reach("r1")


# -- dismounted cavalry


def rider(kind: str, words: str = "", dice: list[int] | None = None) -> Table:
    red = [f"r1 {kind} d3 n {words}", "r2 infantry-rifles h1 n"]
    return red_to_act(dice=dice, red=red, blue=["b1 infantry-close-combat d6 s", "b2 infantry-rifles a8 s"])


@pytest.mark.clause("late19c.units.dismounted")
def test_dismounted_cavalry_has_other_firearms_or_rifles() -> None:
    assert why(rider("dismounted-cavalry"), "fire", "r1", target="d6") == {"units.table"}
    assert why(rider("dismounted-cavalry", "weapon=firearms"), "fire", "r1", target="d6") == {"units.table"}
    assert rider("dismounted-cavalry", "weapon=rifles").targets("fire", "r1") == {"d6"}
    red = ["r1 dismounted-cavalry d2 n weapon=rifles", "r2 infantry-rifles h1 n"]
    assert why(red_to_act(red=red, blue=["b1 infantry-rifles d6 s"]), "fire", "r1", target="d6") == {"units.table"}
    assert happened(rider("dismounted-cavalry", "weapon=rifles", [1]).play("fire", "r1", target="d6")) == []


@pytest.mark.clause("late19c.units.dismounted")
def test_dismounted_cavalry_moves_one_hex() -> None:
    assert rider("dismounted-cavalry").reach("r1") == {"d4", "e4", "e3", "d2", "c3", "c4"}


@pytest.mark.clause("late19c.units.dismounted")
def test_dismounting_is_an_activation_in_place_of_the_move() -> None:
    table = rider("mounted-cavalry", dice=[1, 6, 6, 1, 6])
    left = table.state["activations-left"]
    assert why(table, "mount", "r1") == {"units.dismounted"}
    assert happened(table.play("dismount", "r1")) == ["dismounted r1 units.dismounted"]
    assert (table.unit("r1") or {})["type"] == "dismounted-cavalry"
    assert table.state["activations-left"] == left - 1
    assert "movement.once" in why(table, "mount", "r1")
    assert why(table, "dismount", "r1") == {"units.dismounted"}
    assert {"movement.once", "activation.choice"} == why(table, "move", "r1", path=["d4"])
    assert {"fire.once", "activation.choice"} <= why(table, "fire", "r1", target="d6")
    table.next_turn()
    assert table.state["turn"] == 2


@pytest.mark.clause("late19c.units.dismounted")
def test_mounting_gives_the_saddle_back() -> None:
    table = rider("dismounted-cavalry")
    assert why(table, "dismount", "r1") == {"units.dismounted"}
    assert happened(table.play("mount", "r1")) == ["mounted r1 units.dismounted"]
    assert (table.unit("r1") or {})["type"] == "mounted-cavalry"


@pytest.mark.clause("late19c.units.dismounted")
@pytest.mark.parametrize("kind", ["infantry-rifles", "command", "field-artillery"])
def test_nobody_else_mounts_or_dismounts(kind: str) -> None:
    table = rider(kind)
    assert table.legal("mount", "r1") == table.legal("dismount", "r1") == []
    assert why(table, "dismount", "r1") == {"units.dismounted"}


@pytest.mark.clause("late19c.units.dismounted", "shared.arrival")
def test_cavalry_that_has_just_come_on_does_not_dismount() -> None:
    red = ["r1 mounted-cavalry - n arrives=1,south", "r2 infantry-rifles h1 n"]
    table = red_to_act(thrown=[6], red=red, blue=["b1 infantry-rifles d6 s"])
    table.play("enter", "r1", at="d1", facing="n")
    assert table.legal("dismount", "r1") == []
    assert why(table, "dismount", "r1") == {"units.dismounted"}
    assert table.reach("r1")


# -- advance


def winner(kind: str) -> Table:
    blue = ["b1 infantry-close-combat d5 n", "b2 infantry-rifles h8 s"]
    table = red_to_act(dice=[1, 6], red=[f"r1 {kind} d4 n", "r2 infantry-rifles h1 n"], blue=blue)
    table.play("end")
    return table


@pytest.mark.clause("late19c.units.advance", "late19c.close-combat.advance")
@pytest.mark.parametrize("kind", ["infantry-rifles", "infantry-close-combat", "mounted-cavalry", "dismounted-cavalry"])
def test_infantry_and_cavalry_may_advance(kind: str) -> None:
    table = winner(kind)
    table.play("fight", "r1", target="d5")
    assert table.legal() == [{"do": "advance", "unit": "r1", "facing": "n"}, {"do": "stand", "unit": "r1"}]
    assert happened(table.play("advance", "r1")) == ["advanced r1 close-combat.advance"]
    assert table.at("r1") == "d5"


@pytest.mark.clause("late19c.units.advance")
@pytest.mark.parametrize("kind", ["machine-gun", "light-artillery", "siege-artillery", "command"])
def test_others_stand(kind: str) -> None:
    table = winner(kind)
    events = table.play("fight", "r1", target="d5")
    assert happened(events) == ["destroyed b1 close-combat.roll", "stood r1 units.advance"]
    assert table.at("r1") == "d4"
    assert table.legal("advance") == []
