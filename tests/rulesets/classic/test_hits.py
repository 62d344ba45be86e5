"""Classic: what a hit does, and the Commander's danger."""

import pytest

from tests.table import BLUE_FIRST, OPEN, RED_FIRST, Table, draw, of_kind, rolls, told

TABLE = "classic.hits.table"
COMMANDER = "classic.hits.commander"

# b1 in a corner with r2 close by: there is no square to retreat to.
CORNERED = ["r1 infantry a4 n", "r2 infantry c6 w"]


def verbs(table: Table) -> set[str]:
    return {action["do"] for action in table.legal()}


def strength(table: Table, name: str) -> int:
    unit = table.unit(name)
    assert unit is not None
    sp = unit["sp"]
    assert isinstance(sp, int)
    return sp


@pytest.mark.clause("classic.hits.table")
@pytest.mark.parametrize(("quality", "last_loss"), [("elite", 2), ("average", 3), ("poor", 4)])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_table_by_quality(quality: str, last_loss: int, die: int) -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=[f"b1 infantry c4 s {quality}"], dice=[*RED_FIRST, 6, die])
    events = table.play("fire", "r1", target="c4")
    throw = rolls(events, "hit")[0]
    assert (throw["side"], throw["unit"], throw["dice"], throw["clause"]) == ("blue", "b1", [die], TABLE)
    if die <= last_loss:
        assert throw["outcomes"] == ["loses-sp"]
        assert told(events) == [("hit", "b1", "classic.fire.roll"), ("lost-sp", "b1", TABLE)]
    else:
        assert throw["outcomes"] == ["retreats-or-loses-sp"]
        assert told(events) == [("hit", "b1", "classic.fire.roll")]
        assert (table.state["decides"], verbs(table)) == ("blue", {"retreat", "lose-sp"})


@pytest.mark.clause("classic.hits.table")
def test_the_owner_chooses_to_retreat() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 6, 4])
    table.play("fire", "r1", target="c4")
    assert {action["to"] for action in table.legal("retreat")} == {"b4", "d4", "c5"}
    assert table.why("stand", "b1") == {TABLE}
    assert told(table.play("retreat", "b1", to="c5")) == [("retreated", "b1", "shared.retreat")]
    assert (table.at("b1"), strength(table, "b1")) == ("c5", 4)


@pytest.mark.clause("classic.hits.table")
def test_the_owner_chooses_to_lose_the_point() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 6, 4])
    table.play("fire", "r1", target="c4")
    assert told(table.play("lose-sp", "b1")) == [("lost-sp", "b1", TABLE)]
    assert (table.at("b1"), strength(table, "b1")) == ("c4", 3)


@pytest.mark.clause("classic.hits.table")
def test_with_nowhere_to_go_the_point_is_lost() -> None:
    table = draw("classic", red=CORNERED, blue=["b1 infantry a6 s"], dice=[*RED_FIRST, 6, 6])
    events = table.play("fire", "r1", target="a6")
    assert rolls(events, "hit")[0]["outcomes"] == ["retreats-or-loses-sp"]
    assert told(events) == [("hit", "b1", "classic.fire.roll"), ("lost-sp", "b1", TABLE)]
    assert table.state["decides"] == "red"


@pytest.mark.clause("classic.hits.table")
def test_a_hit_strikes_every_unit_in_the_square() -> None:
    blue = ["b1 infantry c4 s", "b2 transport c4 s", "b3 infantry d4 s"]
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 6, 1, 1])
    events = table.play("fire", "r1", target="c4")
    assert [throw["unit"] for throw in rolls(events, "hit")] == ["b1", "b2"]
    assert (strength(table, "b1"), table.unit("b2"), strength(table, "b3")) == (3, None, 4)


@pytest.mark.clause("classic.hits.table")
@pytest.mark.parametrize("how", ["fire", "fight", "bombard"])
def test_a_commander_with_a_unit_takes_no_hit_of_his_own(how: str) -> None:
    blue = ["b1 commander c4 s", "b2 infantry c4 s"]
    kind = "artillery" if how == "bombard" else "infantry"
    first = [] if how == "bombard" else RED_FIRST
    attack = [6, 1] if how == "fight" else [6]
    table = draw("classic", red=[f"r1 {kind} c3 n"], blue=blue, dice=[*first, *attack, 6])
    events = table.play(how, "r1", target="c4")
    assert [throw["unit"] for throw in rolls(events, "hit")] == ["b2"]


@pytest.mark.clause("classic.hits.table")
def test_a_commander_alone_is_hit_like_any_unit() -> None:
    blue = ["b1 commander c4 s", "b2 infantry d4 s"]
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 6, 1])
    events = table.play("fire", "r1", target="c4")
    assert told(events) == [
        ("hit", "b1", "classic.fire.roll"),
        ("lost-sp", "b1", TABLE),
        ("destroyed", "b1", "classic.units.destroyed"),
    ]


@pytest.mark.clause("classic.hits.table")
def test_two_commanders_by_themselves_are_two_units() -> None:
    blue = ["b1 commander c4 s", "b2 commander c4 s", "b3 infantry f6 s"]
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 6, 6, 6])
    table.play("fire", "r1", target="c4")
    events = table.play("retreat", "b1", to="c5")
    # Neither takes the other along: b2 is hit and asked for himself.
    assert told(events) == [("retreated", "b1", "shared.retreat"), ("hit", "b2", "classic.fire.roll")]
    assert table.at("b2") == "c4"
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 6, 1, 6])
    table.play("fire", "r1", target="c4")
    table.play("retreat", "b2", to="c5")
    assert table.state["question"]["asks"] != "where to retreat", "b1 was not his unit: once is enough"
    assert table.at("b2") == "c5"


@pytest.mark.clause("classic.hits.table")
def test_nothing_is_thrown_for_a_unit_that_is_gone() -> None:
    red = ["r1 artillery c1 n", "r2 artillery d1 n"]
    blue = ["b1 infantry c5 s sp=1", "b2 infantry f6 s"]
    table = draw("classic", red=red, blue=blue, dice=[6, 6, 1, *RED_FIRST])
    table.play("bombard", "r1", target="c5")
    events = table.play("bombard", "r2", target="c5")
    assert [throw["outcomes"] for throw in rolls(events, "artillery")] == [["hit"], ["hit"]]
    assert len(rolls(events, "hit")) == len(of_kind(events, "hit")) == 1


@pytest.mark.clause("classic.hits.table")
def test_a_unit_hit_twice_suffers_twice_even_where_it_has_gone() -> None:
    red = ["r1 artillery c1 n", "r2 artillery d1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c4 s"], dice=[6, 6, 6, 1, *RED_FIRST])
    table.play("bombard", "r1", target="c4")
    table.play("bombard", "r2", target="c4")
    events = table.play("retreat", "b1", to="c5")
    assert told(events)[1:] == [("hit", "b1", "classic.artillery.roll"), ("lost-sp", "b1", TABLE)]


WITH_COMMANDER = ["b1 infantry c4 s", "b2 commander c4 s"]


@pytest.mark.clause("classic.hits.commander")
def test_the_attacker_may_test_the_commander_instead() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=WITH_COMMANDER, dice=[*RED_FIRST, 6, 1, 5])
    events = table.play("fire", "r1", target="c4")
    assert told(events) == [("hit", "b1", "classic.fire.roll"), ("held", "b1", TABLE)], "nothing is lost yet"
    assert (table.state["decides"], verbs(table)) == ("red", {"test-commander", "stand"})
    assert table.why("end") == {TABLE}
    assert table.odds("test-commander", "b1") == pytest.approx(
        {"b2 killed, b1 loses sp": 1 / 6, "b2 unharmed, b1 unharmed": 5 / 6}
    )
    events = table.play("test-commander", "b1")
    throw = rolls(events, "commander")[0]
    assert (throw["side"], throw["unit"], throw["dice"], throw["needs"]) == ("red", "b2", [5], 6)
    assert (throw["outcomes"], throw["clause"]) == (["unharmed"], COMMANDER)
    assert told(events) == [("survived", "b1", COMMANDER)]
    assert (strength(table, "b1"), table.at("b2")) == (4, "c4")


@pytest.mark.clause("classic.hits.commander")
def test_a_six_kills_him_and_the_unit_loses_the_point() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=WITH_COMMANDER, dice=[*RED_FIRST, 6, 1, 6])
    table.play("fire", "r1", target="c4")
    events = table.play("test-commander", "b1")
    assert rolls(events, "commander")[0]["outcomes"] == ["killed"]
    assert told(events) == [("destroyed", "b2", COMMANDER), ("lost-sp", "b1", COMMANDER)]
    assert (strength(table, "b1"), table.unit("b2")) == (3, None)
    assert table.side("blue")["sp-lost"] == 2


@pytest.mark.clause("classic.hits.commander")
def test_the_attacker_may_let_it_be() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=WITH_COMMANDER, dice=[*RED_FIRST, 6, 1, 6])
    table.play("fire", "r1", target="c4")
    events = table.play("stand", "b1")
    assert (rolls(events, "commander"), told(events)) == ([], [("lost-sp", "b1", TABLE)])
    assert (strength(table, "b1"), table.at("b2")) == (3, "c4")


@pytest.mark.clause("classic.hits.commander")
def test_also_when_the_owner_chooses_to_lose_the_point() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=WITH_COMMANDER, dice=[*RED_FIRST, 6, 6, 1])
    table.play("fire", "r1", target="c4")
    assert table.state["decides"] == "blue"
    assert told(table.play("lose-sp", "b1")) == [("held", "b1", TABLE)]
    assert (table.state["decides"], verbs(table)) == ("red", {"test-commander", "stand"})


@pytest.mark.clause("classic.hits.commander")
def test_also_when_there_is_nowhere_to_retreat() -> None:
    blue = ["b1 infantry a6 s", "b2 commander a6 s"]
    table = draw("classic", red=CORNERED, blue=blue, dice=[*RED_FIRST, 6, 6])
    table.play("fire", "r1", target="a6")
    assert (table.state["decides"], verbs(table)) == ("red", {"test-commander", "stand"})


@pytest.mark.clause("classic.hits.commander")
def test_in_close_combat_whoever_hit_may_test() -> None:
    # Blue attacks with a commander and is hit: the test is red's to ask for, though red is the defender.
    blue = ["b1 infantry c4 s", "b2 commander c4 s"]
    table = draw("classic", red=["r1 infantry c3 n"], blue=blue, dice=[*BLUE_FIRST, 1, 6, 1])
    table.play("fight", "b1", target="c3")
    assert (table.state["decides"], verbs(table)) == ("red", {"test-commander", "stand"})


@pytest.mark.clause("classic.hits.commander")
def test_no_test_when_the_unit_retreats_or_he_is_elsewhere() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=WITH_COMMANDER, dice=[*RED_FIRST, 6, 6])
    table.play("fire", "r1", target="c4")
    events = table.play("retreat", "b1", to="c5")
    # The Commander goes along.
    assert told(events) == [("retreated", "b1", "shared.retreat"), ("retreated", "b2", "shared.retreat")]
    assert (table.at("b1"), table.at("b2")) == ("c5", "c5")
    apart = ["b1 infantry c4 s", "b2 commander d4 s"]
    table = draw("classic", red=["r1 infantry c2 n"], blue=apart, dice=[*RED_FIRST, 6, 1])
    assert told(table.play("fire", "r1", target="c4"))[-1] == ("lost-sp", "b1", TABLE)


@pytest.mark.clause("classic.hits.commander")
def test_left_alone_he_retreats_one_square() -> None:
    blue = ["b1 infantry c4 s sp=1", "b2 commander c4 s"]
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 6, 1])
    table.play("fire", "r1", target="c4")
    events = table.play("stand", "b1")
    assert told(events)[-1] == ("destroyed", "b1", "classic.units.destroyed")
    assert (table.state["decides"], verbs(table)) == ("blue", {"retreat"})
    assert table.why("lose-sp", "b2") == {COMMANDER}
    table.play("retreat", "b2", to="c5")
    assert (table.at("b2"), strength(table, "b2")) == ("c5", 1)


@pytest.mark.clause("classic.hits.commander")
def test_left_alone_with_nowhere_to_go_he_is_lost() -> None:
    blue = ["b1 infantry a6 s sp=1", "b2 commander a6 s", "b3 infantry f1 s"]
    table = draw("classic", red=CORNERED, blue=blue, dice=[*RED_FIRST, 6, 1])
    table.play("fire", "r1", target="a6")
    events = table.play("stand", "b1")
    assert told(events) == [
        ("lost-sp", "b1", TABLE),
        ("destroyed", "b1", "classic.units.destroyed"),
        ("destroyed", "b2", COMMANDER),
    ]


@pytest.mark.clause("classic.hits.commander")
def test_not_left_alone_he_stays() -> None:
    blue = ["b1 infantry c4 s sp=1", "b2 commander c4 s", "b3 transport c4 s sp=2"]
    table = draw("classic", OPEN, red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 6, 1, 1])
    table.play("fire", "r1", target="c4")
    events = table.play("stand", "b1")
    assert [event["unit"] for event in of_kind(events, "hit")] == ["b3"]
    assert table.at("b2") == "c4"
    assert (table.state["decides"], verbs(table)) == ("red", {"test-commander", "stand"})
