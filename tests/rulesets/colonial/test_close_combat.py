"""Close combat: contact, powers, and what the winner may do."""

from typing import Any

import pytest

from tests.rulesets.colonial.drawing import happened, red_to_act, terrain, throws
from tests.table import Table, Tree, of_kind

POWERS = {
    "infantry": (3, 6),
    "dismounted-cavalry": (3, 6),
    "mounted-cavalry": (2, 5),
    "machine-gun": (3, 6),
    "rifled-siege-artillery": (4, 6),
    "rifled-field-artillery": (4, 6),
    "rifled-mountain-artillery": (4, 6),
    "smoothbore-siege-artillery": (4, 6),
    "smoothbore-field-artillery": (4, 6),
    "smoothbore-mountain-artillery": (4, 6),
    "commander": (3, 3),
}
# How a unit in c4 that is attacked from c3 must face to be attacked in ...
FRONT = {"square": ["s"], "hex": ["s", "se", "sw"]}
FLANK = {"square": ["e", "w"], "hex": ["ne", "nw"]}
REAR = {"square": ["n"], "hex": ["n"]}


def duel(
    grid: str,
    dice: list[int],
    rows: str = terrain(),
    attacker: str = "infantry",
    defender: str = "infantry",
    facing: str = "s",
    red: str = "",
    blue: str = "",
    **words: Any,
) -> Table:
    """r1 in c3 faces b1 in c4; r9 and b9 keep their sides in being. Guns do not use their shot."""
    reds = [f"r1 {attacker} c3 n", "r9 infantry f1 n", red]
    blues = [f"b1 {defender} c4 {facing}", "b9 infantry f6 s", blue]
    table = red_to_act(grid, rows, dice, red=list(filter(None, reds)), blue=list(filter(None, blues)), **words)
    if table.state["phase"] == "artillery":
        table.play("done")
    return table


def attack(table: Table) -> list[Tree]:
    return table.play("fight", "r1", target="c4")


@pytest.mark.clause("colonial.close-combat.power", "colonial.close-combat.flank", "shared.flank")
@pytest.mark.parametrize("kind", POWERS)
@pytest.mark.parametrize("aspect", ["front", "flank", "rear"])
def test_the_power_of_the_attacked_unit(grid: str, kind: str, aspect: str) -> None:
    front, elsewhere = POWERS[kind]
    power = front if aspect == "front" else elsewhere
    for facing in {"front": FRONT, "flank": FLANK, "rear": REAR}[aspect][grid]:
        events = attack(duel(grid, [6, power], defender=kind, facing=facing))
        assert throws(events, "close-combat") == [
            "r1: 6 = 6, needs 3: survives",
            f"b1: {power} = {power}, needs {power}: survives",
        ]
        below = power - 1
        events = attack(duel(grid, [6, below, 1], defender=kind, facing=facing))
        assert throws(events, "close-combat")[1] == f"b1: {below} = {below}, needs {power}: is-hit"
        assert happened(events)[:2] == [
            ("hit", "b1", "colonial.close-combat.roll"),
            ("destroyed", "b1", "colonial.hits.table"),
        ]


@pytest.mark.clause("colonial.close-combat.power", "colonial.close-combat.when")
@pytest.mark.parametrize("kind", POWERS)
def test_the_attacker_counts_as_attacked_in_front(grid: str, kind: str) -> None:
    """Even with an enemy at its back."""
    power = POWERS[kind][0]
    events = attack(duel(grid, [power - 1, 6, 1], attacker=kind, blue="b2 infantry c2 n"))
    assert throws(events, "close-combat") == [
        f"r1: {power - 1} = {power - 1}, needs {power}: is-hit",
        "b1: 6 = 6, needs 3: survives",
    ]


@pytest.mark.clause("colonial.close-combat.contact")
def test_a_unit_stops_when_it_comes_next_to_an_enemy(grid: str) -> None:
    table = red_to_act(grid, red=["r1 mounted-cavalry c1 n"], blue=["b1 infantry c4 s"])
    assert "c3" in table.reach("r1")
    assert table.why("move", "r1", path=["c2", "c3"]) == set()
    assert table.why("move", "r1", path=["c2", "c3", "b3"]) == {"colonial.close-combat.contact"}
    events = table.play("move", "r1", path=["c2", "c3"])
    assert happened(events) == [
        ("moved", "r1", "colonial.movement.edges"),
        ("stopped", "r1", "colonial.close-combat.contact"),
    ]


@pytest.mark.clause("colonial.close-combat.contact")
def test_without_an_enemy_there_it_goes_on(grid: str) -> None:
    table = red_to_act(grid, red=["r1 mounted-cavalry c1 n"], blue=["b1 infantry c5 s"])
    events = table.play("move", "r1", path=["c2", "c3", "b3"])
    assert "stopped" not in [event["event"] for event in events]


@pytest.mark.clause("colonial.close-combat.contact")
def test_in_contact_it_faces_an_enemy(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry b2 n"], blue=["b1 infantry c4 s"])
    path = ["b3", "c3"] if grid == "square" else ["b3"]
    end = path[-1]
    towards = {"square": "n", "hex": "ne"}[grid]
    assert table.facings("r1", end) == {towards}
    assert table.why("move", "r1", path=path, facing="s") == {"colonial.close-combat.contact"}
    table.play("move", "r1", path=path)
    assert (table.unit("r1") or {})["facing"] == towards


@pytest.mark.clause("colonial.close-combat.contact")
def test_between_two_enemies_it_chooses_which_to_face(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s", "b2 infantry d3 s"])
    east = {"square": "e", "hex": "ne"}[grid]
    assert table.facings("r1", "c3") == {"n", east}
    events = table.play("move", "r1", path=["c3"], facing=east)
    assert happened(events)[-1] == ("turned", "r1", "colonial.close-combat.contact")
    assert table.targets("fight", "r1") == {"d3"}


@pytest.mark.clause("colonial.close-combat.contact")
def test_a_unit_in_contact_may_leave_it_or_turn_to_an_enemy(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c3 s"], blue=["b1 infantry c4 s"])
    assert {"c2", "c1"} <= table.reach("r1")
    assert table.facings("r1") == {"n"}
    assert table.why("move", "r1", path=[], facing={"square": "e", "hex": "se"}[grid]) == {
        "colonial.close-combat.contact"
    }


@pytest.mark.clause("colonial.close-combat.flank", "shared.flank")
@pytest.mark.parametrize(
    ("on", "needs"),
    [
        ("square", {"s": 3, "e": 6, "w": 6, "n": 6}),
        ("hex", {"s": 3, "se": 3, "sw": 3, "ne": 6, "nw": 6, "n": 6}),
    ],
)
def test_front_flank_and_rear(on: str, needs: dict[str, int]) -> None:
    found = {}
    for facing in needs:
        found[facing] = int(throws(attack(duel(on, [6, 6], facing=facing)), "close-combat")[1].split("needs ")[1][0])
    assert found == needs


@pytest.mark.clause("colonial.close-combat.roll")
@pytest.mark.parametrize(
    ("dice", "outcomes"),
    [
        ([3, 3], ("survives", "survives")),
        ([3, 2], ("survives", "is-hit")),
        ([2, 3], ("is-hit", "survives")),
        ([1, 2], ("is-hit", "is-hit")),
    ],
)
def test_at_or_above_its_power_a_unit_survives(grid: str, dice: list[int], outcomes: tuple[str, str]) -> None:
    table = duel(grid, [*dice, 1, 1])
    events = attack(table)
    assert throws(events, "close-combat") == [
        f"r1: {dice[0]} = {dice[0]}, needs 3: {outcomes[0]}",
        f"b1: {dice[1]} = {dice[1]}, needs 3: {outcomes[1]}",
    ]
    hit = {one for one, outcome in zip(("r1", "b1"), outcomes, strict=True) if outcome == "is-hit"}
    assert {one for one in ("r1", "b1") if table.unit(one) is None} == hit


@pytest.mark.clause("colonial.close-combat.roll", "shared.dice-order")
def test_the_defenders_hit_is_thrown_for_before_the_attackers(grid: str) -> None:
    table = duel(grid, [1, 1, 3, 4])
    events = attack(table)
    assert throws(events, "hit") == ["b1: 3 = 3: destroyed", "r1: 4 = 4: must-retreat"]
    assert table.state["decides"] == "red"


@pytest.mark.clause("colonial.close-combat.roll")
def test_the_odds_of_a_close_combat(grid: str) -> None:
    """Each survives with 3 or more; of those hit, half are destroyed."""
    odds = duel(grid, []).odds("fight", "r1", target="c4")
    safe, hit = 4 / 6, 2 / 6
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["no effect"] == pytest.approx(safe * safe)
    assert odds["b1 destroyed"] == pytest.approx(safe * hit / 2)
    assert odds["r1 must retreat"] == pytest.approx(safe * hit / 2)
    assert odds["b1 destroyed, r1 destroyed"] == pytest.approx(hit * hit / 4)


@pytest.mark.clause("colonial.close-combat.roll", "colonial.hits.no-retreat")
def test_a_destroyed_defender_leaves_no_room_to_retreat_to(grid: str) -> None:
    """The attacker is cornered by a friend and by the unit that it fights."""
    attacker, friend, defender = {"square": ("a1 e", "a2", "b1 w"), "hex": ("a1 n", "b1", "a2 s")}[grid]
    red = [f"r1 infantry {attacker}", f"r2 infantry {friend} n"]
    blue = [f"b1 infantry {defender}", "b9 infantry f6 s"]
    table = red_to_act(grid, dice=[1, 1, 1, 6], red=red, blue=blue)
    target = defender.split()[0]
    odds = table.odds("fight", "r1", target=target)
    both_hit = 1 / 9
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["b1 destroyed, r1 destroyed"] == pytest.approx(both_hit / 2)
    assert not any("r1 must retreat" in outcome for outcome in odds)
    events = table.play("fight", "r1", target=target)
    assert [one["unit"] for one in of_kind(events, "destroyed")] == ["b1", "r1"]


@pytest.mark.clause("colonial.close-combat.mod-commander")
def test_a_commander_beside_a_unit_adds_1_to_its_score(grid: str) -> None:
    events = attack(duel(grid, [2, 2, 1], red="r2 commander c2 n"))
    assert throws(events, "close-combat") == [
        "r1: 2 +1 colonial.close-combat.mod-commander = 3, needs 3: survives",
        "b1: 2 = 2, needs 3: is-hit",
    ]
    events = attack(duel(grid, [2, 2, 1], blue="b2 commander c5 s"))
    assert throws(events, "close-combat") == [
        "r1: 2 = 2, needs 3: is-hit",
        "b1: 2 +1 colonial.close-combat.mod-commander = 3, needs 3: survives",
    ]


@pytest.mark.clause("colonial.close-combat.mod-commander")
def test_a_commander_two_cells_away_adds_nothing(grid: str) -> None:
    events = attack(duel(grid, [3, 3], red="r2 commander c1 n", blue="b2 commander c6 s"))
    assert throws(events, "close-combat") == ["r1: 3 = 3, needs 3: survives", "b1: 3 = 3, needs 3: survives"]


@pytest.mark.clause("colonial.close-combat.mod-soft")
def test_a_unit_in_woods_adds_1(grid: str) -> None:
    events = attack(duel(grid, [3, 2], terrain(c4="w")))
    assert throws(events, "close-combat") == [
        "r1: 3 = 3, needs 3: survives",
        "b1: 2 +1 colonial.close-combat.mod-soft = 3, needs 3: survives",
    ]
    events = attack(duel(grid, [2, 3], terrain(c3="w")))
    assert throws(events, "close-combat") == [
        "r1: 2 +1 colonial.close-combat.mod-soft = 3, needs 3: survives",
        "b1: 3 = 3, needs 3: survives",
    ]


@pytest.mark.clause("colonial.close-combat.mod-hard")
@pytest.mark.parametrize("cover", ["b", "f", "t", "*"])
def test_a_unit_in_hard_cover_adds_2(grid: str, cover: str) -> None:
    legend = {"*": ["woods", "fortification"]}
    events = attack(duel(grid, [3, 1], terrain(c4=cover), legend=legend))
    assert throws(events, "close-combat") == [
        "r1: 3 = 3, needs 3: survives",
        "b1: 1 +2 colonial.close-combat.mod-hard = 3, needs 3: survives",
    ]
    events = attack(duel(grid, [1, 3], terrain(c3=cover), legend=legend))
    assert throws(events, "close-combat") == [
        "r1: 1 +2 colonial.close-combat.mod-hard = 3, needs 3: survives",
        "b1: 3 = 3, needs 3: survives",
    ]


@pytest.mark.clause("colonial.close-combat.advance")
@pytest.mark.parametrize("kind", ["infantry", "dismounted-cavalry", "mounted-cavalry"])
@pytest.mark.parametrize("die", [1, 6], ids=["destroyed", "retreats"])
def test_infantry_and_cavalry_that_win_may_move_into_the_cell(grid: str, kind: str, die: int) -> None:
    table = duel(grid, [6, 1, die], attacker=kind)
    attack(table)
    if die == 6:
        table.play("retreat", "b1", to="c5")
    assert table.state["decides"] == "red"
    assert [one["do"] for one in table.legal()] == ["advance", "stand"]
    events = table.play("advance", "r1")
    assert happened(events)[0] == ("advanced", "r1", "colonial.close-combat.advance")
    assert table.at("r1") == "c4"
    assert (table.unit("r1") or {})["facing"] == "n"


@pytest.mark.clause("colonial.close-combat.advance")
def test_the_winner_may_stand(grid: str) -> None:
    table = duel(grid, [6, 1, 1], blue="b2 infantry d3 s")
    attack(table)
    assert happened(table.play("stand", "r1")) == [("stood", "r1", "colonial.close-combat.advance")]
    assert table.at("r1") == "c3"
    assert table.legal("fight", "r1") == []


@pytest.mark.clause("colonial.close-combat.advance")
@pytest.mark.parametrize("kind", ["machine-gun", "commander", "smoothbore-field-artillery"])
def test_others_that_win_do_not_advance(grid: str, kind: str) -> None:
    table = duel(grid, [6, 1, 1], attacker=kind)
    attack(table)
    assert table.unit("b1") is None
    assert table.legal("advance") == table.legal("stand") == []
    assert table.why("advance", "r1") == {"colonial.turn.sequence"}


@pytest.mark.clause("colonial.close-combat.advance")
@pytest.mark.parametrize(
    ("dice", "who_is_left"), [([6, 6], "both"), ([1, 6, 1], "the defender"), ([1, 1, 1, 1], "nobody")]
)
def test_only_a_unit_that_wins_advances(grid: str, dice: list[int], who_is_left: str) -> None:
    table = duel(grid, dice)
    attack(table)
    assert (table.unit("r1") is not None, table.unit("b1") is not None) == {
        "both": (True, True),
        "the defender": (False, True),
        "nobody": (False, False),
    }[who_is_left]
    winner = [one["unit"] for one in table.legal("advance")]
    assert winner == (["b1"] if who_is_left == "the defender" else [])
    if winner:
        assert happened(table.play("advance", "b1"))[0] == ("advanced", "b1", "colonial.close-combat.advance")
        assert table.at("b1") == "c3"


@pytest.mark.clause("shared.advance")
def test_by_house_rule_only_attackers_advance(grid: str) -> None:
    red, blue = ["r1 infantry c3 n", "r9 infantry f1 n"], ["b1 infantry c4 s", "b9 infantry f6 s"]
    table = red_to_act(grid, dice=[1, 6, 1], red=red, blue=blue, house_rules={"advance": "attacker"})
    attack(table)
    assert (table.unit("r1"), table.legal("advance")) == (None, [])


@pytest.mark.clause("colonial.close-combat.advance")
def test_an_attacker_that_had_to_retreat_itself_does_not_advance(grid: str) -> None:
    table = duel(grid, [1, 1, 1, 6])
    attack(table)
    table.play("retreat", "r1", to="c2")
    assert table.unit("b1") is None
    assert table.legal("advance") == []


@pytest.mark.clause("colonial.close-combat.advance")
def test_after_its_advance_it_may_fight_on_and_turns_to_do_so(grid: str) -> None:
    """Beside the cell that r1 wins stands b2, beyond it b3."""
    red = ["r1 infantry c3 n", "r9 infantry f1 n"]
    blue = ["b1 infantry c4 s", "b2 infantry d4 s", "b3 infantry c5 s", "b9 infantry a6 s"]
    table = red_to_act(grid, dice=[6, 1, 1, 6, 6], red=red, blue=blue)
    attack(table)
    east = {"square": "e", "hex": "ne"}[grid]
    assert {one["facing"] for one in table.legal("advance")} == {"n", east}
    assert table.why("advance", "r1", facing="s") == {"colonial.close-combat.advance"}
    events = table.play("advance", "r1", facing=east)
    assert happened(events) == [
        ("advanced", "r1", "colonial.close-combat.advance"),
        ("turned", "r1", "colonial.close-combat.contact"),
    ]
    assert table.targets("fight", "r1") == {"d4"}
    events = table.play("fight", "r1", target="d4")
    assert throws(events, "close-combat")[0] == "r1: 6 = 6, needs 3: survives"
    assert table.legal("fight", "r1") == []
    assert table.why("fight", "r1", target="d4") == {"colonial.close-combat.when"}


@pytest.mark.clause("colonial.close-combat.advance")
def test_it_fights_on_after_each_advance(grid: str) -> None:
    red = ["r1 infantry c2 n", "r9 infantry f1 n"]
    blue = ["b1 infantry c3 s", "b2 infantry c4 s", "b3 infantry c5 s", "b9 infantry f6 s"]
    table = red_to_act(grid, dice=[6, 1, 1] * 3, red=red, blue=blue)
    for cell in ("c3", "c4", "c5"):
        table.play("fight", "r1", target=cell)
        table.play("advance", "r1")
        assert table.at("r1") == cell
    assert table.state["sides"][1]["destroyed"] == ["b1", "b2", "b3"]


@pytest.mark.clause("colonial.close-combat.advance")
def test_an_advance_that_brings_it_to_no_enemy_ends_its_fighting(grid: str) -> None:
    table = duel(grid, [6, 1, 1])
    attack(table)
    table.play("advance", "r1")
    assert table.legal("fight", "r1") == []
    assert table.why("fight", "r1", target="f6") <= {"colonial.close-combat.when", "colonial.turn.sequence"}


@pytest.mark.clause("colonial.close-combat.when")
def test_close_combat_is_against_the_adjacent_enemy_it_faces(grid: str) -> None:
    blue = ["b1 infantry c4 s", "b2 infantry d3 s", "b3 infantry c6 s"]
    table = red_to_act(grid, red=["r1 infantry c3 n"], blue=blue)
    assert table.targets("fight", "r1") == {"c4"}
    assert table.why("fight", "r1", target="d3") == {"colonial.close-combat.when"}
    assert table.why("fight", "r1", target="c6") == {"colonial.close-combat.when"}
    assert table.why("fight", "r1", target="c2") == {"colonial.close-combat.when"}


@pytest.mark.clause("colonial.close-combat.when")
def test_cells_that_meet_at_a_corner_are_not_adjacent(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c3 n"], blue=["b1 infantry d4 s"])
    assert table.legal("fight", "r1") == []
    assert table.why("fight", "r1", target="d4") == {"colonial.close-combat.when"}


@pytest.mark.clause("colonial.close-combat.when")
def test_it_fights_by_choice_and_once(grid: str) -> None:
    table = duel(grid, [6, 6])
    assert {"fight", "move", "fire", "end"} <= {one["do"] for one in table.legal()}
    attack(table)
    assert table.legal("fight", "r1") == []
    assert table.why("fight", "r1", target="c4") == {"colonial.close-combat.when"}


@pytest.mark.clause("colonial.close-combat.when")
def test_the_attacked_unit_does_not_turn(grid: str) -> None:
    table = duel(grid, [6, 6], facing="n")
    attack(table)
    assert (table.unit("b1") or {})["facing"] == "n"


@pytest.mark.clause("colonial.close-combat.when")
def test_both_sides_fight_in_their_own_turn(grid: str) -> None:
    """The attacked unit has not used up its own action."""
    table = duel(grid, [6, 6, 6, 6])
    attack(table)
    table.play("end")
    assert table.targets("fight", "b1") == {"c3"}
    assert throws(table.play("fight", "b1", target="c3"), "close-combat")[0].startswith("b1: 6")
