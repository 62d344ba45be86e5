"""Classic: close combat. Every throw is written (dice, what was added, scores, needed, outcome)."""

import pytest

from tests.table import OPEN, RED_FIRST, Table, Tree, brief, draw, of_kind, rolls, told

WHEN = "classic.close-combat.when"


def fight(dice: list[int], red: list[str], blue: list[str], rows: str = OPEN) -> tuple[Tree, Tree, list[Tree]]:
    """r1 attacks whoever is in c4, first thing in red's turn: its throw, the defender's, and all events."""
    table = draw("classic", rows, red=red, blue=blue, dice=[*RED_FIRST, *dice])
    events = table.play("fight", "r1", target="c4")
    first, second = rolls(events, "close-combat")
    return first, second, events


@pytest.mark.clause("classic.close-combat.roll")
@pytest.mark.parametrize(
    ("dice", "outcomes", "hit"),
    [
        ([5, 5, 1, 1], ["hits", "hits"], ["b1", "r1"]),
        ([5, 4, 1], ["hits", "misses"], ["b1"]),
        ([4, 5, 1], ["misses", "hits"], ["r1"]),
        ([4, 4], ["misses", "misses"], []),
    ],
)
def test_both_roll_and_five_or_more_hits_the_other(dice: list[int], outcomes: list[str], hit: list[str]) -> None:
    first, second, events = fight(dice, ["r1 infantry c3 n"], ["b1 infantry c4 s"])
    assert brief(first) == (dice[:1], {}, dice[:1], 5, outcomes[:1])
    assert brief(second) == (dice[1:2], {}, dice[1:2], 5, outcomes[1:])
    assert (first["unit"], first["target"]) == ("r1", "c4")
    assert (second["unit"], second["target"]) == ("b1", "c3")
    assert first["clause"] == second["clause"] == "classic.close-combat.roll"
    assert told(of_kind(events, "hit")) == [("hit", unit, "classic.close-combat.roll") for unit in hit]
    assert told(of_kind(events, "lost-sp")) == [("lost-sp", unit, "classic.hits.table") for unit in hit]


@pytest.mark.clause("classic.close-combat.roll")
@pytest.mark.clause("classic.close-combat.mod-cover")
def test_cavalry_against_a_fortification() -> None:
    """A published combat: both roll high, the defender's cover takes 1 off the cavalry's 6, and both are hit."""
    rows = """
    . . . . .
    . . f . .
    . . . . .
    . . . . .
    . . . . .
    """
    first, second, events = fight([6, 5, 1, 1], ["r1 cavalry c3 n"], ["b1 infantry c4 s"], rows)
    assert brief(first) == ([6], {"classic.close-combat.mod-cover": -1}, [5], 5, ["hits"])
    assert brief(second) == ([5], {}, [5], 5, ["hits"])
    assert [event["unit"] for event in of_kind(events, "lost-sp")] == ["b1", "r1"]


@pytest.mark.clause("classic.close-combat.when")
def test_one_fights_the_adjacent_enemy_one_faces() -> None:
    blue = ["b1 infantry c4 s", "b2 infantry d3 w", "b3 infantry c5 s"]
    table = draw("classic", red=["r1 infantry c3 n"], blue=blue, dice=RED_FIRST)
    assert table.targets("fight", "r1") == {"c4"}
    assert table.why("fight", "r1", target="d3") == {WHEN}, "adjacent, but not faced"
    assert table.why("fight", "r1", target="c5") == {WHEN}, "ahead, but not adjacent"
    assert table.why("fight", "r1", target="b3") == {WHEN}, "nobody there"
    table.play("move", "r1", path=[], facing="e")
    assert table.targets("fight", "r1") == {"d3"}


@pytest.mark.clause("classic.close-combat.when")
def test_close_combat_is_fought_by_choice() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], dice=RED_FIRST)
    events = table.play("move", "r1", path=["c3"], facing="n")
    assert rolls(events, "close-combat") == []
    assert {"do": "fight", "unit": "r1", "target": "c4"} in table.legal()
    assert rolls(table.play("end"), "close-combat") == []
    assert table.state["decides"] == "blue"


@pytest.mark.clause("classic.close-combat.when")
def test_one_fights_once_a_turn() -> None:
    red = ["r1 infantry c3 n", "r2 infantry f1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 1, 1])
    table.play("fight", "r1", target="c4")
    assert table.targets("fight", "r1") == set()
    assert table.why("fight", "r1", target="c4") == {WHEN}


@pytest.mark.clause("classic.close-combat.when")
def test_the_attacked_unit_does_not_turn() -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c4 e"], dice=[*RED_FIRST, 1, 1])
    table.play("fight", "r1", target="c4")
    unit = table.unit("b1")
    assert unit is not None
    assert unit["facing"] == "e"


@pytest.mark.clause("classic.close-combat.when")
def test_the_attacker_counts_as_attacked_in_front() -> None:
    # Surrounded on three sides, r1 has no flank while it is the one who attacks.
    blue = ["b1 infantry c4 s", "b2 infantry b3 e", "b3 infantry d3 w"]
    first, second, _ = fight([1, 1], ["r1 infantry c3 n"], blue)
    assert brief(first)[1] == {}
    assert brief(second)[1] == {}


@pytest.mark.clause("classic.close-combat.when")
def test_whom_one_fights_in_a_square_with_several_enemies() -> None:
    # Whoever may share a square stands behind the one who may not.
    blue = ["b1 commander c4 s", "b2 infantry c4 s"]
    table = draw("classic", red=["r1 infantry c3 n"], blue=blue, dice=[*RED_FIRST, 1, 1])
    assert table.legal("fight") == [{"do": "fight", "unit": "r1", "target": "c4"}]
    assert table.why("fight", "r1", target="c4", opponent="b2") == set()
    assert table.why("fight", "r1", target="c4", opponent="b1") == {WHEN}
    assert rolls(table.play("fight", "r1", target="c4"), "close-combat")[1]["unit"] == "b2"
    # Among those who may share it the attacker has the choice.
    blue = ["b1 commander c4 s", "b2 transport c4 s"]
    table = draw("classic", red=["r1 infantry c3 n"], blue=blue, dice=[*RED_FIRST, 1, 1])
    assert {action["opponent"] for action in table.legal("fight")} == {"b1", "b2"}
    assert table.why("fight", "r1", target="c4") == {WHEN}
    events = table.play("fight", "r1", target="c4", opponent="b2")
    assert rolls(events, "close-combat")[1]["unit"] == "b2"


@pytest.mark.clause("classic.close-combat.when")
def test_at_the_edge_of_the_board() -> None:
    # Looking over the edge there is nobody to fight, wherever the enemy may be.
    table = draw("classic", red=["r1 infantry a1 w"], blue=["b1 infantry f6 s"], dice=RED_FIRST)
    assert table.legal("fight") == []
    table = draw("classic", red=["r1 infantry a2 s"], blue=["b1 infantry a1 n"], dice=RED_FIRST)
    assert table.targets("fight", "r1") == {"a1"}


FLANKING = "classic.close-combat.mod-flanking"
FLANKED = "classic.close-combat.mod-flanked"


@pytest.mark.clause("classic.close-combat.mod-flanking")
@pytest.mark.parametrize("facing", ["n", "e", "w"], ids=["rear", "flank", "other flank"])
def test_one_more_for_attacking_flank_or_rear(facing: str) -> None:
    first, _, _ = fight([4, 1, 1], ["r1 infantry c3 n"], [f"b1 infantry c4 {facing}"])
    assert brief(first) == ([4], {FLANKING: 1}, [5], 5, ["hits"])


@pytest.mark.clause("classic.close-combat.mod-flanked")
@pytest.mark.parametrize("facing", ["n", "e", "w"], ids=["rear", "flank", "other flank"])
def test_one_less_for_being_attacked_in_flank_or_rear(facing: str) -> None:
    _, second, _ = fight([1, 5], ["r1 infantry c3 n"], [f"b1 infantry c4 {facing}"])
    assert brief(second) == ([5], {FLANKED: -1}, [4], 5, ["misses"])


@pytest.mark.clause("classic.close-combat.mod-flanking")
@pytest.mark.clause("classic.close-combat.mod-flanked")
def test_nothing_of_the_kind_in_front() -> None:
    first, second, _ = fight([4, 5, 1], ["r1 infantry c3 n"], ["b1 infantry c4 s"])
    assert brief(first) == ([4], {}, [4], 5, ["misses"])
    assert brief(second) == ([5], {}, [5], 5, ["hits"])


@pytest.mark.clause("classic.close-combat.mod-commander")
def test_one_more_with_a_commander() -> None:
    leader = {"classic.close-combat.mod-commander": 1}
    first, second, _ = fight([4, 4, 1, 1], ["r1 infantry c3 n", "r2 commander c3 n"], ["b1 infantry c4 s"])
    assert brief(first) == ([4], leader, [5], 5, ["hits"])
    assert brief(second) == ([4], {}, [4], 5, ["misses"])
    first, second, _ = fight([4, 4], ["r1 infantry c3 n"], ["b1 infantry c4 s", "b2 commander c4 s"])
    assert brief(first) == ([4], {}, [4], 5, ["misses"])
    assert brief(second) == ([4], leader, [5], 5, ["hits"])


@pytest.mark.clause("classic.close-combat.mod-commander")
def test_nothing_more_with_a_commander_next_door() -> None:
    first, _, _ = fight([4, 1], ["r1 infantry c3 n", "r2 commander c2 n"], ["b1 infantry c4 s"])
    assert brief(first) == ([4], {}, [4], 5, ["misses"])


def ground(attacker: str = ".", defender: str = ".") -> str:
    return f"""
    . . . . .
    . . {defender} . .
    . . {attacker} . .
    . . . . .
    . . . . .
    """


IN_WOOD = "classic.close-combat.mod-wood"
IN_COVER = "classic.close-combat.mod-cover"


@pytest.mark.clause("classic.close-combat.mod-wood")
def test_one_more_in_a_wood() -> None:
    first, second, _ = fight([4, 6, 1, 1], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground(attacker="w"))
    assert brief(first) == ([4], {IN_WOOD: 1}, [5], 5, ["hits"])
    assert IN_WOOD not in brief(second)[1]
    first, second, _ = fight([6, 4, 1], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground(defender="w"))
    assert IN_WOOD not in brief(first)[1]
    assert brief(second) == ([4], {IN_WOOD: 1}, [5], 5, ["hits"])


@pytest.mark.clause("classic.close-combat.mod-cover")
@pytest.mark.parametrize("cover", ["w", "b", "f", "t"])
def test_one_less_against_cover(cover: str) -> None:
    first, second, _ = fight([5, 1], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground(defender=cover))
    assert brief(first) == ([5], {IN_COVER: -1}, [4], 5, ["misses"])
    assert IN_COVER not in brief(second)[1]
    # The attacker's ground protects him in the same way.
    first, second, _ = fight([1, 5], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground(attacker=cover))
    assert IN_COVER not in brief(first)[1]
    assert brief(second) == ([5], {IN_COVER: -1}, [4], 5, ["misses"])


@pytest.mark.clause("classic.close-combat.mod-wood")
@pytest.mark.clause("classic.close-combat.mod-cover")
def test_in_one_wood_both_count_for_both() -> None:
    first, second, _ = fight([4, 4], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground("w", "w"))
    for throw in (first, second):
        assert brief(throw) == ([4], {IN_WOOD: 1, IN_COVER: -1}, [4], 5, ["misses"])


UPHILL = "classic.close-combat.mod-uphill"


@pytest.mark.clause("classic.close-combat.mod-uphill")
@pytest.mark.parametrize(("lower", "higher"), [(".", "h"), (".", "H"), ("h", "H")])
def test_one_less_for_attacking_uphill(lower: str, higher: str) -> None:
    first, second, _ = fight([5, 5, 1], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground(lower, higher))
    assert brief(first) == ([5], {UPHILL: -1}, [4], 5, ["misses"])
    assert brief(second) == ([5], {}, [5], 5, ["hits"])
    # Downhill, neither the attacker nor the defender below him is the worse for it.
    first, second, _ = fight([5, 5, 1, 1], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground(higher, lower))
    assert brief(first)[1] == brief(second)[1] == {}


@pytest.mark.clause("classic.close-combat.mod-uphill")
def test_on_one_level_there_is_no_uphill() -> None:
    first, second, _ = fight([5, 5, 1, 1], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground("h", "h"))
    assert brief(first)[1] == brief(second)[1] == {}


@pytest.mark.clause("classic.close-combat.mod-transport")
def test_one_less_for_a_transport() -> None:
    burden = {"classic.close-combat.mod-transport": -1}
    first, second, _ = fight([5, 5], ["r1 transport c3 n"], ["b1 transport c4 s"])
    assert brief(first) == ([5], burden, [4], 5, ["misses"])
    assert brief(second) == ([5], burden, [4], 5, ["misses"])
    first, second, _ = fight([4, 4], ["r1 cavalry c3 n"], ["b1 commander c4 s"])
    assert brief(first)[1] == brief(second)[1] == {}


@pytest.mark.clause("classic.close-combat.mod-river")
@pytest.mark.parametrize("river", ["~", "F"])
def test_one_less_in_a_river(river: str) -> None:
    wet = {"classic.close-combat.mod-river": -1}
    first, second, _ = fight([5, 5, 1], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground(attacker=river))
    assert brief(first) == ([5], wet, [4], 5, ["misses"])
    assert brief(second)[1] == {}
    first, second, _ = fight([5, 5, 1], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground(defender=river))
    assert brief(first)[1] == {}
    assert brief(second) == ([5], wet, [4], 5, ["misses"])


@pytest.mark.clause("classic.close-combat.mod-river")
def test_nothing_less_on_a_bridge() -> None:
    first, second, _ = fight([1, 1], ["r1 infantry c3 n"], ["b1 infantry c4 s"], ground("B", "B"))
    assert brief(first)[1] == brief(second)[1] == {}


ADVANCE = "classic.close-combat.advance"


def question(table: Table) -> tuple[str, str, list[str]]:
    """Who is asked now, about which unit, and with which verbs."""
    state = table.state
    return state["decides"], state["question"].get("unit", ""), [action["do"] for action in table.legal()]


@pytest.mark.clause("classic.close-combat.advance")
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "transport", "commander"])
def test_the_attacker_may_advance_when_the_enemy_is_destroyed(kind: str) -> None:
    red, blue = [f"r1 {kind} c3 n"], ["b1 infantry c4 s sp=1", "b2 infantry f6 s"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 6, 1, 1])
    events = table.play("fight", "r1", target="c4")
    assert told(events)[-1] == ("destroyed", "b1", "classic.units.destroyed")
    assert question(table) == ("red", "r1", ["advance", "stand"])
    assert table.why("fight", "r1", target="c4") == {ADVANCE}
    events = table.play("advance", "r1")
    assert told(events) == [("advanced", "r1", ADVANCE)]
    assert table.at("r1") == "c4"


@pytest.mark.clause("classic.close-combat.advance")
def test_the_attacker_may_advance_when_the_enemy_retreats() -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 5, 1, 6])
    table.play("fight", "r1", target="c4")
    table.play("retreat", "b1", to="c5")
    assert question(table)[:2] == ("red", "r1")
    table.play("advance", "r1")
    assert (table.at("r1"), table.at("b1")) == ("c4", "c5")


@pytest.mark.clause("classic.close-combat.advance")
def test_there_is_no_advance_while_the_enemy_stands() -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 5, 1, 1])
    events = table.play("fight", "r1", target="c4")
    assert told(events)[-1] == ("lost-sp", "b1", "classic.hits.table")
    assert table.state["question"]["asks"] != "whether to advance"


@pytest.mark.clause("classic.close-combat.advance")
def test_there_is_no_advance_when_both_have_gone() -> None:
    red = ["r1 infantry c3 n", "r2 infantry f1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 6, 6, 6, 6])
    table.play("fight", "r1", target="c4")
    table.play("retreat", "b1", to="c5")
    events = table.play("retreat", "r1", to="c2")
    assert told(events) == [("retreated", "r1", "shared.retreat")]
    assert (table.at("r1"), table.at("b1")) == ("c2", "c5")
    assert table.state["question"]["asks"] == "what the units do"


@pytest.mark.clause("classic.close-combat.advance")
def test_standing_is_the_other_answer() -> None:
    red, blue = ["r1 infantry c3 n"], ["b1 infantry c4 s sp=1", "b2 infantry f6 s"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 6, 1, 1])
    table.play("fight", "r1", target="c4")
    assert told(table.play("stand", "r1")) == [("stood", "r1", ADVANCE)]
    assert table.at("r1") == "c3"


@pytest.mark.clause("classic.close-combat.advance")
def test_the_defender_may_advance_too() -> None:
    red = ["r1 infantry c3 n sp=1", "r2 infantry f1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 1, 6, 1])
    table.play("fight", "r1", target="c4")
    assert table.unit("r1") is None
    assert question(table) == ("blue", "b1", ["advance", "stand"])
    events = table.play("advance", "b1")
    assert told(events) == [("advanced", "b1", ADVANCE)]
    assert table.at("b1") == "c3"
    assert table.state["decides"] == "red", "and red's turn goes on"


@pytest.mark.clause("classic.close-combat.advance")
def test_guns_do_not_advance() -> None:
    red, blue = ["r1 artillery c3 n", "r2 infantry f1 n"], ["b1 infantry c4 s sp=1", "b2 infantry f6 s"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 6, 1, 1])
    table.play("done")
    table.play("fight", "r1", target="c4")
    assert table.unit("b1") is None
    assert "advance" not in question(table)[2]


@pytest.mark.clause("classic.close-combat.advance")
def test_no_further_combat_follows_an_advance() -> None:
    red, blue = ["r1 infantry c3 n", "r2 infantry f1 n"], ["b1 infantry c4 s sp=1", "b2 infantry c5 s"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 6, 1, 1])
    table.play("fight", "r1", target="c4")
    table.play("advance", "r1")
    assert table.at("r1") == "c4"
    assert table.targets("fight", "r1") == set()
    assert table.why("fight", "r1", target="c5") == {WHEN}
    assert table.legal(unit="r1") == [{"do": "done", "unit": "r1"}]


@pytest.mark.clause("classic.close-combat.advance")
def test_who_advances_into_contact_faces_an_enemy_there() -> None:
    red = ["r1 infantry c3 n"]
    blue = ["b1 infantry c4 s sp=1", "b2 infantry b4 s", "b3 infantry d4 s"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 6, 1, 1])
    table.play("fight", "r1", target="c4")
    assert [action.get("facing") for action in table.legal("advance")] == ["e", "w"]
    assert table.why("advance", "r1", facing="n") == {ADVANCE}
    events = table.play("advance", "r1", facing="w")
    assert told(events) == [("advanced", "r1", ADVANCE), ("turned", "r1", "classic.movement.contact")]


@pytest.mark.clause("classic.close-combat.advance")
def test_nobody_advances_into_a_square_that_is_still_held() -> None:
    # The infantry is destroyed, its transport stays.
    red, blue = ["r1 infantry c3 n"], ["b1 infantry c4 s sp=1", "b2 transport c4 s sp=2"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 6, 1, 1, 1])
    events = table.play("fight", "r1", target="c4")
    assert [event["unit"] for event in of_kind(events, "hit")] == ["b1", "b2"]
    assert table.unit("b1") is None
    assert table.at("b2") == "c4"
    assert table.state["question"]["asks"] != "whether to advance"
