"""Classic: limbering guns to transports, and what both suffer."""

import pytest

from tests.table import RED_FIRST, Tree, draw, of_kind, outcome, rolls, told

LIMBER = "classic.transport.limber"
SHARED = "classic.transport.shared-hit"

APART = ["r1 transport c2 n", "r2 artillery c2 s", "r3 infantry a1 n"]
TOGETHER = ["r1 transport c2 n carrying=r2", "r2 artillery - n", "r3 infantry a1 n"]
FAR = ["b1 infantry c6 s"]


@pytest.mark.clause("classic.transport.limber")
def test_limbering_takes_the_turn_of_both() -> None:
    table = draw("classic", red=APART, blue=FAR, dice=[*RED_FIRST] * 2)
    assert table.legal("load") == [{"do": "load", "unit": "r1", "cargo": "r2"}]
    table.play("load", "r1", cargo="r2")
    unit = table.unit("r1")
    assert unit is not None
    assert unit["task"] == {"kind": "load", "target": "r2", "turns-left": 1}
    assert unit["carrying"] is None, "not before the end of the turn"
    for name in ("r1", "r2"):
        assert table.legal(unit=name) == []
        assert table.why("move", name, path=[], facing="e") == {"classic.turn.options"}
    events = table.next_turn()
    loaded = of_kind(events, "loaded")[0]
    assert (loaded["unit"], loaded["other"], loaded["clause"]) == ("r1", "r2", LIMBER)
    gun = table.unit("r2")
    assert gun is not None
    assert gun["carried-by"] == "r1"
    table.play("move", "r1", path=["c3", "c4"], facing="n")
    assert table.at("r2") == "c4"


@pytest.mark.clause("classic.transport.limber")
def test_unlimbering_takes_the_turn_of_both() -> None:
    table = draw("classic", red=TOGETHER, blue=FAR, dice=[*RED_FIRST] * 2)
    assert table.legal("unload") == [{"do": "unload", "unit": "r1", "cargo": "r2"}]
    table.play("unload", "r1")
    assert table.legal(unit="r1") == []
    events = table.next_turn()
    unloaded = of_kind(events, "unloaded")[0]
    assert (unloaded["unit"], unloaded["other"], unloaded["clause"]) == ("r1", "r2", LIMBER)
    gun = table.unit("r2")
    assert gun is not None
    assert (gun["at"], gun["carried-by"], gun["facing"]) == ("c2", None, "n")
    # It is the next turn, and the gun may fire again.
    assert table.targets("bombard", "r2") == {"c6"}


@pytest.mark.clause("classic.transport.limber")
def test_limbered_guns_do_not_fire() -> None:
    table = draw("classic", red=[*TOGETHER, "r4 artillery d1 n"], blue=FAR)
    assert table.targets("bombard", "r4") == {"c6"}
    assert table.targets("bombard", "r2") == set()
    assert table.why("bombard", "r2", target="c6") == {LIMBER}


@pytest.mark.clause("classic.transport.limber")
def test_a_gun_that_has_fired_is_not_limbered() -> None:
    red = ["r1 transport c2 n", "r2 artillery c2 n", "r3 infantry a1 n"]
    table = draw("classic", red=red, blue=FAR, dice=[1, *RED_FIRST])
    table.play("bombard", "r2", target="c6")
    assert table.legal("load") == []
    assert table.why("load", "r1", cargo="r2") == {LIMBER}


@pytest.mark.clause("classic.transport.limber")
def test_a_gun_that_has_turned_is_not_limbered() -> None:
    table = draw("classic", red=APART, blue=FAR, dice=RED_FIRST)
    table.play("move", "r2", path=[], facing="n")
    assert table.legal("load") == []
    assert table.why("load", "r1", cargo="r2") == {LIMBER}


@pytest.mark.clause("classic.transport.limber")
@pytest.mark.parametrize("units", [APART, TOGETHER], ids=["limber", "unlimber"])
def test_a_transport_that_has_moved_does_neither(units: list[str]) -> None:
    table = draw("classic", red=units, blue=FAR, dice=RED_FIRST)
    table.play("move", "r1", path=[], facing="e")
    verb = "load" if units is APART else "unload"
    assert table.legal(verb) == []
    assert table.why(verb, "r1", cargo="r2") == {LIMBER}


@pytest.mark.clause("classic.transport.limber")
def test_only_a_gun_in_the_same_square_and_only_one() -> None:
    red = ["r1 transport c2 n", "r2 artillery d2 s", "r3 infantry c2 n", "r4 commander c2 n"]
    table = draw("classic", red=red, blue=FAR, dice=RED_FIRST)
    assert table.legal("load") == []
    for cargo in ("r2", "r3", "r4"):
        assert table.why("load", "r1", cargo=cargo) == {LIMBER}
    red = ["r1 transport c2 n carrying=r2", "r2 artillery - n", "r3 artillery c2 s"]
    table = draw("classic", red=red, blue=FAR, dice=RED_FIRST)
    assert table.legal("load") == []
    assert table.why("load", "r1", cargo="r3") == {LIMBER}


@pytest.mark.clause("classic.transport.limber")
def test_a_transport_driven_off_does_not_limber() -> None:
    table = draw("classic", red=APART, blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 6, 6, 1])
    table.play("load", "r1", cargo="r2")
    table.play("end")
    table.play("fire", "b1", target="c2")
    table.play("retreat", "r1", to="c1")
    assert table.state["turn"] == 2
    gun = table.unit("r2")
    assert gun is not None
    assert (gun["at"], gun["carried-by"]) == ("c2", None)


@pytest.mark.clause("classic.transport.limber")
def test_an_empty_transport_has_nothing_to_unlimber() -> None:
    table = draw("classic", red=APART, blue=FAR, dice=RED_FIRST)
    assert table.legal("unload") == []
    assert table.why("unload", "r1") == {LIMBER}
    table.play("move", "r1", path=[], facing="e")
    assert table.why("unload", "r1") == {LIMBER}
    assert table.reasons("unload", "r1") == ["Transport r1 is not carrying anything"]


@pytest.mark.clause("classic.transport.limber")
def test_a_gun_is_limbered_to_one_transport() -> None:
    red = ["r1 transport c2 n carrying=r2", "r2 artillery - n", "r3 transport c2 n"]
    table = draw("classic", red=red, blue=FAR, dice=RED_FIRST)
    assert table.legal("load") == []
    assert table.why("load", "r3", cargo="r2") == {LIMBER}


@pytest.mark.clause("classic.transport.limber")
def test_a_gun_that_works_is_not_limbered() -> None:
    table = draw("classic", red=APART, blue=FAR, dice=RED_FIRST)
    table.play("work", "r2", task="lay-wire")
    assert table.legal("load") == []
    assert table.why("load", "r1", cargo="r2") == {LIMBER}


@pytest.mark.clause("classic.transport.limber")
def test_a_gun_is_not_unlimbered_where_it_has_no_room() -> None:
    red = [*TOGETHER[:2], "r3 infantry c2 n"]
    table = draw("classic", red=red, blue=FAR, dice=RED_FIRST)
    assert table.legal("unload") == []
    assert table.why("unload", "r1") == {"classic.movement.stacking"}


@pytest.mark.clause("classic.transport.limber")
@pytest.mark.parametrize("verb", ["load", "unload"])
def test_a_gun_that_is_destroyed_changes_hands_no_more(verb: str) -> None:
    red = ["r1 transport c2 n sp=2", "r2 artillery c2 s sp=1", "r3 infantry a1 n"]
    if verb == "unload":
        red = ["r1 transport c2 n sp=2 carrying=r2", "r2 artillery - n sp=1", "r3 infantry a1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 6, 1, 1])
    table.play(verb, "r1", cargo="r2")
    table.play("end")
    events = table.play("fire", "b1", target="c2")
    assert (table.state["turn"], table.unit("r2")) == (2, None)
    assert of_kind(events, "loaded") + of_kind(events, "unloaded") == []
    assert (table.unit("r1") or {})["carrying"] is None


TOWING = ["b1 transport c4 s carrying=b2", "b2 artillery - s", "b3 infantry f6 s"]


@pytest.mark.clause("classic.transport.shared-hit")
def test_a_hit_on_the_transport_is_a_hit_on_its_gun() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=TOWING, dice=[*RED_FIRST, 6, 1, 1])
    events = table.play("fire", "r1", target="c4")
    assert [(throw["unit"], throw["dice"]) for throw in rolls(events, "hit")] == [("b1", [1]), ("b2", [1])]
    assert told(events) == [
        ("hit", "b1", "classic.fire.roll"),
        ("lost-sp", "b1", "classic.hits.table"),
        ("destroyed", "b1", "classic.units.destroyed"),
        ("hit", "b2", SHARED),
        ("lost-sp", "b2", "classic.hits.table"),
    ]
    gun = table.unit("b2")
    assert gun is not None
    assert (gun["at"], gun["sp"], gun["carried-by"]) == ("c4", 1, None)


@pytest.mark.clause("classic.transport.shared-hit")
def test_the_retreat_of_the_transport_serves_for_both() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=TOWING, dice=[*RED_FIRST, 6, 6, 6])
    table.play("fire", "r1", target="c4")
    events = table.play("retreat", "b1", to="c5")
    assert rolls(events, "hit")[0]["unit"] == "b2"
    assert told(events) == [("retreated", "b1", "shared.retreat"), ("hit", "b2", SHARED), ("survived", "b2", SHARED)]
    assert (table.at("b1"), table.at("b2")) == ("c5", "c5")


@pytest.mark.clause("classic.transport.shared-hit")
def test_the_odds_of_a_hit_on_both() -> None:
    """Half of the gun's hits are such that the transport's retreat saves it: what its owner chooses matters."""
    table = draw("classic", red=["r1 infantry c2 n"], blue=TOWING, dice=RED_FIRST)
    odds = {outcome(one): one for one in table.session.odds({"do": "fire", "unit": "r1", "target": "c4"})}
    assert {name: one["exact"] for name, one in odds.items()} == {
        "no effect": "1/2",
        "b1 destroyed, b2 loses sp": "1/4",
        "b1 retreats or loses sp, b2 hit to come": "1/4",
    }
    question = odds["b1 retreats or loses sp, b2 hit to come"]["question"]
    assert (question["side"], question["asks"], question["unit"]) == ("blue", "retreat or lose 1 SP", "b1")
    follows = [({one["do"] for one in row["actions"]}, row["odds"]) for row in question["then"]]
    assert [(verbs, [(outcome(one), one["exact"]) for one in then]) for verbs, then in follows] == [
        ({"retreat"}, [("b2 loses sp", "1/2"), ("no effect", "1/2")]),
        ({"lose-sp"}, [("b1 destroyed, b2 loses sp", "1/1")]),
    ]


@pytest.mark.clause("classic.transport.shared-hit")
def test_a_gun_whose_transport_stays_cannot_retreat() -> None:
    towing = ["b1 transport c4 s carrying=b2 sp=2", *TOWING[1:]]
    table = draw("classic", red=["r1 infantry c2 n"], blue=towing, dice=[*RED_FIRST, 6, 1, 6])
    events = table.play("fire", "r1", target="c4")
    assert told(events)[-2:] == [("hit", "b2", SHARED), ("lost-sp", "b2", SHARED)]


@pytest.mark.clause("classic.transport.shared-hit")
def test_a_gun_that_is_not_limbered_is_hit_for_itself() -> None:
    blue = ["b1 transport c4 s", "b2 artillery c4 n", "b3 infantry f6 s"]
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 6, 1, 1])
    events = table.play("fire", "r1", target="c4")
    assert told(of_kind(events, "hit")) == [("hit", "b1", "classic.fire.roll"), ("hit", "b2", "classic.fire.roll")]


@pytest.mark.clause("classic.turn.options", "shared.activation")
@pytest.mark.parametrize("rules", [{}, {"activation": "all"}])
def test_a_gun_set_free_in_its_own_sides_turn_takes_no_other_units_activation(rules: Tree) -> None:
    """The transport attacks and is lost. Its gun may fight, and r3 may still move."""
    red = ["r1 transport c3 n carrying=r2 sp=1", "r2 artillery - n", "r3 infantry a1 n"]
    blue = ["b1 infantry c4 s", "b2 infantry f6 s"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 1, 6, 1, 1], house_rules=rules)
    assert table.state["activations-left"] == 2
    table.play("fight", "r1", target="c4")
    if table.legal("advance"):
        table.play("stand", "b1")
    assert table.unit("r1") is None
    assert table.state["activations-left"] == 2
    table.play("move", "r3", path=["a2"], facing="n")
    assert (table.state["activations-left"], table.why("fight", "r2", target="c4")) == (1, set())
