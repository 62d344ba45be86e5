"""Close combat: the acting unit against the adjacent enemy it faces; each throws for its own skin."""

from typing import Any

import pytest

from tests.rulesets.modern.ground import EAST, FACINGS, GROUND_TYPES, GUNS, board, red_to_act, throws
from tests.table import Table, Tree, rolls, told

# Front, and flank or rear.
NEEDS = {
    "infantry": (3, 5),
    "infantry-anti-tank": (3, 5),
    "engineers": (3, 5),
    "dismounted-cavalry": (3, 5),
    "mounted-cavalry": (2, 4),
    "machine-gun": (3, 5),
    "mortar": (3, 5),
    **dict.fromkeys(GUNS, (4, 5)),
    "armoured-car": (3, 5),
    "light-tank": (3, 4),
    "tank": (3, 4),
    "assault-gun": (3, 4),
    "self-propelled-artillery": (3, 5),
    "half-track": (3, 5),
    "truck": (4, 5),
    "horse-transport": (5, 6),
    "spotter": (3, 4),
    "commander": (3, 3),
}
ADVANCING = [
    "infantry",
    "infantry-anti-tank",
    "engineers",
    "dismounted-cavalry",
    "mounted-cavalry",
    "light-tank",
    "tank",
]
COMMANDER = "+1 modern.close-combat.mod-commander"
COVER = "+1 modern.close-combat.mod-cover"


def duel(
    grid: str,
    dice: list[int],
    rows: str = board(),
    attacker: str = "infantry",
    defender: str = "infantry",
    facing: str = "s",
    red: str = "",
    blue: str = "b9 infantry f6 n",
    **words: Any,
) -> Table:
    """r1 in c3, facing b1 in c4, and others far from both."""
    reds = [f"r1 {attacker} c3 n", "r9 infantry a1 n", *([red] if red else [])]
    return red_to_act(grid, rows, dice, red=reds, blue=[f"b1 {defender} c4 {facing}", blue], **words)


def attack(table: Table, target: str = "c4", **words: str) -> list[Tree]:
    return table.play("fight", "r1", target=target, **words)


def needs(events: list[Tree]) -> tuple[int, int]:
    """What the attacker and the defender needed."""
    first, second = rolls(events, "close-combat")
    return first["needs"], second["needs"]


@pytest.mark.clause("modern.close-combat.table", "modern.close-combat.flank")
@pytest.mark.parametrize("kind", GROUND_TYPES)
def test_what_each_type_needs_when_it_is_attacked(grid: str, kind: str) -> None:
    front, flank = NEEDS[kind]
    assert needs(attack(duel(grid, [6, 6], defender=kind))) == (3, front)
    assert needs(attack(duel(grid, [6, 6], defender=kind, facing="n"))) == (3, flank)
    assert needs(attack(duel(grid, [6, 6], defender=kind, facing=EAST[grid]))) == (3, flank)


@pytest.mark.clause("modern.close-combat.table", "modern.close-combat.flank")
@pytest.mark.parametrize("kind", GROUND_TYPES)
def test_what_each_type_needs_when_it_attacks(grid: str, kind: str) -> None:
    """It faces its enemy: its own column is the front's, even when that enemy shows its back."""
    front, _ = NEEDS[kind]
    assert needs(attack(duel(grid, [6, 6], attacker=kind))) == (front, 3)
    assert needs(attack(duel(grid, [6, 6], attacker=kind, facing="n"))) == (front, 5)


@pytest.mark.clause("modern.close-combat.flank", "shared.flank")
@pytest.mark.parametrize(
    ("on", "house_rules", "front"),
    [("square", {}, {"s"}), ("hex", {}, {"s", "se", "sw"}), ("hex", {"front-faces": "1"}, {"s"})],
)
def test_front_flank_and_rear(on: str, house_rules: dict[str, str], front: set[str]) -> None:
    for facing in FACINGS[on]:
        table = duel(on, [6, 6], facing=facing, house_rules=house_rules)
        assert needs(attack(table)) == (3, 3 if facing in front else 5)


@pytest.mark.clause("modern.close-combat.contact")
def test_it_fights_the_adjacent_enemy_it_faces(grid: str) -> None:
    blue = ["b1 infantry c4 s", "b2 infantry d3 s", "b3 infantry c6 s"]
    table = red_to_act(grid, red=["r1 infantry c3 n"], blue=blue)
    assert table.targets("fight", "r1") == {"c4"}
    for cell in ("d3", "c6", "c2"):
        assert table.why("fight", "r1", target=cell) == {"modern.close-combat.contact"}
    table.play("move", "r1", path=[], facing=EAST[grid])
    assert table.targets("fight", "r1") == {"d3"}


@pytest.mark.clause("modern.close-combat.contact", "modern.definitions.adjacent")
def test_cells_that_share_no_edge_are_not_adjacent(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c3 n"], blue=["b1 infantry d4 s"])
    assert table.legal("fight", "r1") == []
    assert table.why("fight", "r1", target="d4") == {"modern.close-combat.contact"}


@pytest.mark.clause("modern.close-combat.contact")
def test_a_move_into_contact_and_a_fight_in_one_activation(grid: str) -> None:
    table = red_to_act(grid, dice=[6, 6], red=["r1 infantry c2 n"], blue=["b1 infantry c4 s", "b2 infantry f6 n"])
    table.play("move", "r1", path=["c3"])
    assert table.targets("fight", "r1") == {"c4"}
    assert len(throws(attack(table), "close-combat")) == 2


@pytest.mark.clause("modern.close-combat.contact")
def test_fighting_is_a_choice_and_done_once(grid: str) -> None:
    table = duel(grid, [6, 6])
    assert {"fight", "move", "fire", "end"} <= {one["do"] for one in table.legal()}
    attack(table)
    assert table.legal("fight", "r1") == []
    assert table.why("fight", "r1", target="c4") == {"modern.close-combat.contact"}


@pytest.mark.clause("modern.close-combat.contact")
def test_in_a_shared_cell_it_fights_the_unit_that_is_not_exempt(grid: str) -> None:
    table = duel(grid, [6, 1, 1], blue="b2 commander c4 s")
    assert table.legal("fight", "r1") == [{"do": "fight", "unit": "r1", "target": "c4"}]
    assert table.why("fight", "r1", target="c4", opponent="b2") == {"modern.close-combat.contact"}
    assert table.why("fight", "r1", target="c4", opponent="b1") == set()
    events = attack(table)
    assert [roll["unit"] for roll in rolls(events, "close-combat")] == ["r1", "b1"]
    assert [one for one in told(events) if one[0] == "hit"] == [("hit", "b1", "modern.close-combat.both-roll")]
    assert (table.unit("b2") or {})["sp"] == 2


@pytest.mark.clause("modern.close-combat.contact")
def test_of_exempt_units_only_it_picks_one(grid: str) -> None:
    table = duel(grid, [6, 6], defender="commander", blue="b2 spotter c4 s")
    assert {one["opponent"] for one in table.legal("fight", "r1")} == {"b1", "b2"}
    assert table.why("fight", "r1", target="c4") == {"modern.close-combat.contact"}
    assert [roll["unit"] for roll in rolls(attack(table, opponent="b2"), "close-combat")] == ["r1", "b2"]


@pytest.mark.clause("modern.close-combat.both-roll")
@pytest.mark.parametrize(
    ("dice", "outcomes"),
    [
        ([3, 3], ("survives", "survives")),
        ([3, 2], ("survives", "is-hit")),
        ([2, 3], ("is-hit", "survives")),
        ([2, 2], ("is-hit", "is-hit")),
    ],
)
def test_a_unit_below_its_score_is_hit(grid: str, dice: list[int], outcomes: tuple[str, str]) -> None:
    table = duel(grid, [*dice, 1, 1])
    events = attack(table)
    assert throws(events, "close-combat") == [
        f"r1: {dice[0]} = {dice[0]}, needs 3: {outcomes[0]}",
        f"b1: {dice[1]} = {dice[1]}, needs 3: {outcomes[1]}",
    ]
    sp = {one["id"]: one["sp"] for one in table.state["units"]}
    assert (sp["r1"], sp["b1"]) == tuple(3 if outcome == "is-hit" else 4 for outcome in outcomes)


@pytest.mark.clause("modern.close-combat.both-roll", "shared.dice-order")
def test_the_defenders_hit_is_thrown_for_before_the_attackers(grid: str) -> None:
    table = duel(grid, [1, 1, 3, 4])
    events = attack(table)
    assert throws(events, "hit") == ["b1: 3 = 3: loses-sp", "r1: 4 = 4: retreats-or-loses-sp"]
    assert told(events)[:3] == [
        ("hit", "b1", "modern.close-combat.both-roll"),
        ("lost-sp", "b1", "modern.hits.table"),
        ("hit", "r1", "modern.close-combat.both-roll"),
    ]
    assert table.state["decides"] == "red"


@pytest.mark.clause("modern.close-combat.both-roll")
def test_the_odds_of_a_close_combat(grid: str) -> None:
    """Attacked in the flank, infantry survives two times in six; its attacker four times."""
    odds = duel(grid, [], facing="n").odds("fight", "r1", target="c4")
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["no effect"] == pytest.approx(4 / 6 * 2 / 6)
    assert odds["b1 loses sp"] == pytest.approx(4 / 6 * 4 / 6 / 2)
    assert odds["b1 loses sp, r1 retreats or loses sp"] == pytest.approx(2 / 6 * 4 / 6 / 4)


@pytest.mark.clause("modern.close-combat.both-roll")
@pytest.mark.parametrize("kind", ["light-tank", "tank"])
def test_infantry_harms_tanks_in_close_combat(grid: str, kind: str) -> None:
    assert throws(attack(duel(grid, [6, 2, 1], defender=kind)), "hit") == ["b1: 1 = 1: loses-sp"]


@pytest.mark.clause("modern.close-combat.mod-commander")
@pytest.mark.parametrize("at", ["c2", "b3", "d3"])
def test_a_commander_in_the_next_cell_adds_1(grid: str, at: str) -> None:
    events = attack(duel(grid, [2, 3], red=f"r2 commander {at} n"))
    assert throws(events, "close-combat")[0] == f"r1: 2 {COMMANDER} = 3, needs 3: survives"
    assert throws(events, "close-combat")[1] == "b1: 3 = 3, needs 3: survives"


@pytest.mark.clause("modern.close-combat.mod-commander")
def test_the_defender_has_it_too(grid: str) -> None:
    events = attack(duel(grid, [3, 2], blue="b2 commander c5 s"))
    assert throws(events, "close-combat")[1] == f"b1: 2 {COMMANDER} = 3, needs 3: survives"


@pytest.mark.clause("modern.close-combat.mod-commander")
@pytest.mark.parametrize(
    ("red", "blue"),
    [("r2 commander c3 n", "b2 commander c4 s"), ("r2 commander c1 n", "b2 commander c6 s"), ("", "b2 spotter c5 s")],
    ids=["in the same cell", "two cells away", "no Commander"],
)
def test_a_commander_in_its_own_cell_or_farther_off_adds_nothing(grid: str, red: str, blue: str) -> None:
    """In fire the same cell counts; here it does not."""
    events = attack(duel(grid, [3, 3], red=red, blue=blue))
    assert throws(events, "close-combat") == ["r1: 3 = 3, needs 3: survives", "b1: 3 = 3, needs 3: survives"]


@pytest.mark.clause("modern.close-combat.mod-commander")
def test_a_commander_who_fights_himself_adds_nothing_to_himself(grid: str) -> None:
    events = attack(duel(grid, [3, 3], attacker="commander", defender="commander"))
    assert throws(events, "close-combat") == ["r1: 3 = 3, needs 3: survives", "b1: 3 = 3, needs 3: survives"]


@pytest.mark.clause("modern.close-combat.mod-commander", "modern.activation.dice")
def test_a_commander_in_a_truck_adds_nothing(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 truck c2 n carrying=r3", "r3 commander - n"]
    table = red_to_act(grid, dice=[3, 3], red=red, blue=["b1 infantry c4 s", "b9 infantry f6 n"])
    assert throws(attack(table), "close-combat")[0] == "r1: 3 = 3, needs 3: survives"


@pytest.mark.clause("modern.close-combat.mod-cover", "modern.woods.close-combat", "modern.definitions.fortifications")
@pytest.mark.parametrize("letter", ["w", "b", "f", "t", "*"])
def test_a_unit_in_cover_adds_1_attacker_or_defender(grid: str, letter: str) -> None:
    """Once, whatever covers it: a wood's bonus is the same bonus."""
    legend = {"*": ["woods", "built-up", "fortification"]}
    events = attack(duel(grid, [3, 2], board(c4=letter), legend=legend))
    assert throws(events, "close-combat") == [
        "r1: 3 = 3, needs 3: survives",
        f"b1: 2 {COVER} = 3, needs 3: survives",
    ]
    events = attack(duel(grid, [2, 3], board(c3=letter), legend=legend))
    assert throws(events, "close-combat") == [
        f"r1: 2 {COVER} = 3, needs 3: survives",
        "b1: 3 = 3, needs 3: survives",
    ]


@pytest.mark.clause("modern.close-combat.mod-cover")
def test_commander_and_cover_add_up(grid: str) -> None:
    events = attack(duel(grid, [1, 3], board(c3="w"), red="r2 commander c2 n"))
    assert throws(events, "close-combat")[0] == f"r1: 1 {COMMANDER} {COVER} = 3, needs 3: survives"


# -- published battles


@pytest.mark.clause("modern.close-combat.both-roll", "modern.close-combat.mod-cover")
@pytest.mark.parametrize("letter", ["t", "f"])
def test_cavalry_against_an_entrenched_machine_gun_neither_is_hit_with_6_and_5(grid: str, letter: str) -> None:
    table = duel(grid, [6, 5], board(c4=letter), attacker="mounted-cavalry", defender="machine-gun")
    events = attack(table)
    assert throws(events, "close-combat") == [
        "r1: 6 = 6, needs 2: survives",
        f"b1: 5 {COVER} = 6, needs 3: survives",
    ]
    assert told(events) == []


@pytest.mark.clause("modern.close-combat.flank", "modern.close-combat.table")
def test_an_assault_gun_against_a_light_tanks_flank_only_the_assault_gun_is_hit_with_2_and_6(grid: str) -> None:
    table = duel(grid, [2, 6, 1], attacker="assault-gun", defender="light-tank", facing=EAST[grid])
    events = attack(table)
    assert throws(events, "close-combat") == ["r1: 2 = 2, needs 3: is-hit", "b1: 6 = 6, needs 4: survives"]
    assert [one[:2] for one in told(events)] == [("hit", "r1"), ("lost-sp", "r1")]


# -- after it


@pytest.mark.clause("modern.close-combat.advance")
@pytest.mark.parametrize("kind", ADVANCING)
@pytest.mark.parametrize("die", [1, 6], ids=["destroyed", "retreats"])
def test_winners_of_these_arms_may_move_into_the_cell(grid: str, kind: str, die: int) -> None:
    table = duel(grid, [6, 1, die], attacker=kind, defender="infantry" if die == 6 else "horse-transport")
    attack(table)
    if die == 6:
        table.play("retreat", "b1", to="c5")
    assert table.state["decides"] == "red"
    assert table.legal() == [
        {"do": "advance", "unit": "r1", "facing": "n"},
        {"do": "stand", "unit": "r1"},
    ]
    events = table.play("advance", "r1")
    assert told(events)[0] == ("advanced", "r1", "modern.close-combat.advance")
    assert (table.at("r1"), (table.unit("r1") or {})["facing"]) == ("c4", "n")


@pytest.mark.clause("modern.close-combat.advance")
@pytest.mark.parametrize("kind", [kind for kind in GROUND_TYPES if kind not in ADVANCING])
def test_others_that_win_do_not_advance(grid: str, kind: str) -> None:
    table = duel(grid, [6, 1, 1], attacker=kind, defender="horse-transport")
    attack(table)
    assert table.unit("b1") is None
    assert table.legal("advance") == table.legal("stand") == []
    assert table.why("advance", "r1") == {"modern.turn.sequence"}


@pytest.mark.clause("modern.close-combat.advance")
def test_the_winner_may_stand(grid: str) -> None:
    table = duel(grid, [6, 1, 1], defender="horse-transport", blue="b2 infantry c5 s")
    attack(table)
    assert table.why("fire", "r9", target="c5") == {"modern.close-combat.advance"}
    assert told(table.play("stand", "r1")) == [("stood", "r1", "modern.close-combat.advance")]
    assert table.at("r1") == "c3"
    assert table.legal("fight", "r1") == []


@pytest.mark.clause("modern.close-combat.advance")
@pytest.mark.parametrize(
    ("dice", "answers"),
    [
        ([6, 6], []),
        ([6, 1, 1], []),
        ([1, 6, 1], []),
        ([6, 1, 6], ["lose-sp b1"]),
        ([1, 1, 6, 6], ["retreat b1 c5", "retreat r1 c2"]),
    ],
    ids=["nobody hit", "strength lost", "attacker hit", "stays", "both retreat"],
)
def test_only_a_unit_that_stands_while_the_enemy_is_gone_advances(
    grid: str, dice: list[int], answers: list[str]
) -> None:
    table = duel(grid, dice)
    attack(table)
    for answer in answers:
        verb, unit, *to = answer.split()
        table.play(verb, unit, **({"to": to[0]} if to else {}))
    assert table.legal("advance") == []
    assert table.state["decides"] == "red"


@pytest.mark.clause("modern.close-combat.advance", "shared.advance")
def test_a_defender_that_wins_advances_too_but_does_not_fight_on(grid: str) -> None:
    table = duel(grid, [1, 6, 6])
    attack(table)
    table.play("retreat", "r1", to="c2")
    assert (table.state["decides"], table.state["question"]["unit"]) == ("blue", "b1")
    assert told(table.play("advance", "b1"))[0] == ("advanced", "b1", "modern.close-combat.advance")
    assert (table.at("b1"), table.state["decides"]) == ("c3", "red")


@pytest.mark.clause("shared.advance")
@pytest.mark.parametrize(("setting", "asked"), [("winner", "blue"), ("attacker", "red")])
def test_by_house_rule_only_attackers_advance(grid: str, setting: str, asked: str) -> None:
    red, blue = ["r1 infantry c3 n", "r9 infantry f1 n"], ["b1 infantry c4 s", "b9 infantry f6 n"]
    table = red_to_act(grid, dice=[1, 6, 6], red=red, blue=blue, house_rules={"advance": setting})
    table.play("fight", "r1", target="c4")
    table.play("retreat", "r1", to="c2")
    assert table.state["decides"] == asked


@pytest.mark.clause("modern.close-combat.advance")
def test_an_attacker_that_was_hit_but_stood_advances(grid: str) -> None:
    table = duel(grid, [1, 1, 6, 1])
    attack(table)
    table.play("retreat", "b1", to="c5")
    assert [one["do"] for one in table.legal()] == ["advance", "stand"]


@pytest.mark.clause("modern.close-combat.advance")
def test_the_cell_must_be_free(grid: str) -> None:
    """Of two in the cell the one attacked falls, the other is still there."""
    blue = ["b1 commander c4 s sp=1", "b2 spotter c4 s", "b9 infantry f6 n"]
    table = red_to_act(grid, dice=[6, 1, 1], red=["r1 infantry c3 n", "r9 infantry a1 n"], blue=blue)
    attack(table, opponent="b1")
    assert (table.unit("b1"), table.at("b2")) == (None, "c4")
    assert table.legal("advance") == []


@pytest.mark.clause("modern.close-combat.advance", "modern.rivers.ford")
@pytest.mark.parametrize(("letter", "farthest"), [("F", "c5"), (".", "c6")])
def test_terrain_has_its_usual_effects_on_the_unit_that_advances(grid: str, letter: str, farthest: str) -> None:
    """Out of a ford it moves one cell in the next turn."""
    table = duel(grid, [6, 1, 1], board(c4=letter), defender="horse-transport")
    attack(table)
    table.play("advance", "r1")
    table.next_turn()
    while table.state["decides"] != "red":
        table.play("end")
    assert max(cell for cell in table.reach("r1") if cell[0] == "c") == farthest


@pytest.mark.clause("modern.close-combat.advance", "modern.movement.contact")
def test_after_its_advance_it_fights_on_and_turns_to_do_so(grid: str) -> None:
    """Beside the cell that r1 wins stands b2, beyond it b3."""
    red = ["r1 infantry c3 n", "r9 infantry f1 n"]
    blue = ["b1 horse-transport c4 s", "b2 infantry d4 s", "b3 infantry c5 s", "b9 infantry a6 s"]
    table = red_to_act(grid, dice=[6, 1, 1, 6, 6], red=red, blue=blue)
    attack(table)
    assert {one["facing"] for one in table.legal("advance")} == {"n", EAST[grid]}
    assert table.why("advance", "r1", facing="s") == {"modern.close-combat.advance"}
    assert told(table.play("advance", "r1", facing=EAST[grid])) == [
        ("advanced", "r1", "modern.close-combat.advance"),
        ("turned", "r1", "modern.movement.contact"),
    ]
    assert table.targets("fight", "r1") == {"d4"}
    assert table.legal("move", "r1") == table.legal("fire", "r1") == []
    assert throws(attack(table, "d4"), "close-combat")[0] == "r1: 6 = 6, needs 3: survives"
    assert table.why("fight", "r1", target="d4") == {"modern.close-combat.contact"}


@pytest.mark.clause("modern.close-combat.advance")
def test_it_fights_on_after_each_advance(grid: str) -> None:
    red = ["r1 tank c2 n", "r9 infantry f1 n"]
    blue = [f"b{row} horse-transport c{row} s" for row in (3, 4, 5)] + ["b9 infantry f6 s"]
    table = red_to_act(grid, dice=[6, 1, 1] * 3, red=red, blue=blue)
    for cell in ("c3", "c4", "c5"):
        attack(table, cell)
        table.play("advance", "r1")
        assert table.at("r1") == cell
    assert table.side("blue")["destroyed"] == ["b3", "b4", "b5"]
    assert table.legal("fight", "r1") == []
    assert table.legal("move", "r1") == []
