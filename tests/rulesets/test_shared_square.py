"""The shared rulings on squares, tried on the classic book unless a ruling needs another."""

import pytest

from portable_wargame.grid.aspects import FLANK, FRONT, REAR
from portable_wargame.grid.names import cell_named
from portable_wargame.rules.fire.line_of_sight import BLOCKED, CLEAR, GRAZED, sight
from portable_wargame.scenario.problems import BadScenario
from tests.table import BLUE_FIRST, RED_FIRST, Table, Tree, brief, draw, of_kind, rolls, told

SEVEN = "\n".join([". . . . . . ."] * 7)


def seen(table: Table, a: str, b: str) -> int:
    battle = table.session.game.battle
    grid = battle.field.grid
    there, back = (sight(battle, cell_named(grid, x), cell_named(grid, y)) for x, y in [(a, b), (b, a)])
    assert there == back, "lines are symmetric"
    return there


# -- geometry


@pytest.mark.clause("shared.distance")
@pytest.mark.parametrize(
    ("target", "distance"),
    [("d7", 6), ("e6", 6), ("f5", 6), ("g4", 6), ("e7", 7), ("f6", 7), ("g5", 7), ("g7", 9)],
)
def test_distance_is_columns_plus_rows(target: str, distance: int) -> None:
    # A gun in d1 reaches six squares; the other gun keeps the artillery phase open.
    table = draw(
        "classic",
        SEVEN,
        red=["r1 artillery d1 n", "r2 artillery a1 n"],
        blue=[f"b1 infantry {target} s", "b2 infantry a7 s"],
    )
    assert (target in table.targets("bombard", "r1")) == (distance <= 6)
    assert table.why("bombard", "r1", target=target) == (set() if distance <= 6 else {"classic.units.table"})


@pytest.mark.clause("shared.arc")
@pytest.mark.parametrize("facing", ["n", "e", "s", "w"])
def test_the_front_arc_is_as_wide_as_it_is_deep(facing: str) -> None:
    # Enemies all round d4, at every offset; ahead and aside are counted from the facing.
    ahead = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}[facing]
    in_arc = set()
    blue = []
    for x in range(-3, 4):
        for y in range(-3, 4):
            cell = f"{'abcdefg'[3 + x]}{4 + y}"
            forward = x * ahead[0] + y * ahead[1]
            sideways = abs(x * ahead[1]) + abs(y * ahead[0])
            if forward >= 1 and sideways <= forward:
                in_arc.add(cell)
            if (x, y) != (0, 0):
                blue.append(f"b-{cell} infantry {cell} s")
    assert len(in_arc) == 3 + 5 + 7
    table = draw("classic", SEVEN, red=[f"r1 artillery d4 {facing}"], blue=blue)
    assert table.targets("bombard", "r1") == in_arc


# -- lines of sight


@pytest.mark.clause("shared.line-of-sight")
@pytest.mark.parametrize(
    ("ground", "blocks"),
    [
        ("w", True),
        ("b", True),
        ("f", True),
        ("t", False),
        ("~", False),
        ("=", False),
        ("x", False),
        (".", False),
    ],
)
def test_what_blocks_a_line(ground: str, blocks: bool) -> None:
    rows = f"""
    . . . . .
    . . {ground} . .
    . . . . .
    """
    table = draw("classic", rows, red=["r1 infantry c1 n"], blue=["b1 infantry c3 s"], dice=RED_FIRST)
    assert seen(table, "c1", "c3") == (BLOCKED if blocks else CLEAR)
    assert table.targets("fire", "r1") == (set() if blocks else {"c3"})


@pytest.mark.clause("shared.line-of-sight")
@pytest.mark.parametrize("ends", ["w", "b", "f"])
def test_the_end_squares_do_not_block(ends: str) -> None:
    rows = f"""
    . . {ends} . .
    . . . . .
    . . {ends} . .
    """
    table = draw("classic", rows, red=["r1 infantry c1 n"], blue=["b1 infantry c3 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"c3"}


@pytest.mark.clause("shared.line-of-sight")
@pytest.mark.parametrize("friend", [True, False], ids=["a friend", "an enemy"])
def test_any_unit_in_between_blocks(friend: bool) -> None:
    red, blue = ["r1 infantry c2 n"], ["b1 infantry c4 s"]
    (red if friend else blue).append("x1 commander c3 n")
    table = draw("classic", red=red, blue=blue, dice=RED_FIRST)
    assert seen(table, "c2", "c4") == BLOCKED
    assert "c4" not in table.targets("fire", "r1")


@pytest.mark.clause("shared.line-of-sight")
@pytest.mark.parametrize(
    ("beside", "result"),
    [([], CLEAR), (["c3"], GRAZED), (["d2"], GRAZED), (["c3", "d2"], BLOCKED), (["b2", "e3"], CLEAR)],
    ids=["free", "one to the left", "one to the right", "both", "others"],
)
def test_through_a_corner_two_must_block(beside: list[str], result: int) -> None:
    # From c2 to d3 the line runs through the corner between c3 and d2.
    blue = ["b1 infantry d3 s", *(f"b-{cell} infantry {cell} n" for cell in beside)]
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=RED_FIRST)
    assert seen(table, "c2", "d3") == result
    # In this book a grazed target is seen.
    assert ("d3" in table.targets("fire", "r1")) == (result != BLOCKED)


@pytest.mark.clause("shared.line-of-sight")
@pytest.mark.parametrize(
    ("woods", "result"),
    [
        (["a2"], GRAZED),
        (["a2", "b1"], BLOCKED),
        (["a2", "c2"], GRAZED),
        (["b3", "c2"], BLOCKED),
        (["b2"], BLOCKED),
        (["c3"], BLOCKED),
        (["a1", "d4"], CLEAR),
    ],
)
def test_every_corner_of_a_line_counts_for_itself(woods: list[str], result: int) -> None:
    # From a1 to d4 the line runs through b2, c3 and the corners between: of a2 and b1, b3 and c2, c4 and d3.
    rows = "\n".join(" ".join("w" if f"{x}{y}" in woods else "." for x in "abcd") for y in (4, 3, 2, 1))
    table = draw("classic", rows, red=["r1 infantry a1 n"], blue=["b1 infantry d4 s"])
    assert seen(table, "a1", "d4") == result


@pytest.mark.clause("shared.line-of-sight")
def test_the_corner_square_of_the_board_blocks_too() -> None:
    rows = """
    . . .
    . w .
    w . .
    """
    table = draw("classic", rows, red=["r1 infantry a2 s"], blue=["b1 infantry b1 n"], dice=RED_FIRST)
    assert seen(table, "a2", "b1") == BLOCKED


@pytest.mark.clause("shared.line-of-sight")
def test_lines_are_symmetric() -> None:
    rows = """
    . w . h . . b
    . . w . H . .
    f . . w . t .
    . h H . w . w
    . . w b . . .
    w . . . h f .
    . . . w . . .
    """
    table = draw("classic", rows, red=["r1 infantry c3 n"], blue=["b1 infantry e5 s"])
    cells = [f"{x}{y}" for x in "abcdefg" for y in range(1, 8)]
    results = {seen(table, a, b) for a in cells for b in cells if a < b}
    assert results == {BLOCKED, GRAZED, CLEAR}


@pytest.mark.clause("shared.hills")
@pytest.mark.parametrize(
    ("near", "middle", "far", "visible"),
    [
        (".", "h", ".", False),
        (".", "h", "h", False),
        ("h", "h", ".", False),
        ("h", "h", "h", True),
        ("H", "h", "H", True),
        ("H", "H", "H", True),
        ("h", "H", "h", False),
        ("H", "h", "h", True),
        ("H", "h", ".", True),
        (".", "h", "H", True),
        ("H", "H", ".", False),
        ("H", "H", "h", False),
        ("H", ".", ".", True),
        ("h", ".", "H", True),
    ],
)
def test_hills_in_between(near: str, middle: str, far: str, visible: bool) -> None:
    rows = f"""
    . . {far} . .
    . . {middle} . .
    . . {near} . .
    """
    table = draw("classic", rows, red=["r1 infantry c1 n"], blue=["b1 infantry c3 s"], dice=RED_FIRST)
    assert seen(table, "c1", "c3") == (CLEAR if visible else BLOCKED)
    assert table.targets("fire", "r1") == ({"c3"} if visible else set())


@pytest.mark.clause("shared.hills")
def test_over_a_hill_woods_and_units_still_block() -> None:
    rows = """
    . . h . .
    . . o . .
    . . h . .
    """
    table = draw(
        "classic",
        rows,
        red=["r1 infantry c1 n"],
        blue=["b1 infantry c3 s"],
        dice=RED_FIRST,
        legend={"o": ["hill 1", "woods"]},
    )
    assert seen(table, "c1", "c3") == BLOCKED


@pytest.mark.clause("shared.flank")
@pytest.mark.parametrize(
    ("start", "facing", "aspect"),
    [("c4", "s", FRONT), ("d3", "w", FLANK), ("b3", "e", FLANK), ("c2", "n", REAR)],
)
def test_front_flanks_and_rear(start: str, facing: str, aspect: int) -> None:
    # The defender stands in c3 and faces north.
    table = draw("classic", red=[f"r1 infantry {start} {facing}"], blue=["b1 infantry c3 n"], dice=[*RED_FIRST, 1, 1])
    battle = table.session.game.battle
    grid = battle.field.grid
    assert battle.field.aspect(cell_named(grid, "c3"), 0, cell_named(grid, start)) == aspect
    first, second = rolls(table.play("fight", "r1", target="c3"), "close-combat")
    assert ("classic.close-combat.mod-flanking" in brief(first)[1]) == (aspect != FRONT)
    assert ("classic.close-combat.mod-flanked" in brief(second)[1]) == (aspect != FRONT)


@pytest.mark.clause("shared.flank")
def test_a_square_has_one_front_whatever_the_house_says() -> None:
    with pytest.raises(BadScenario, match="front-faces"):
        draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c5 s"], house_rules={"front-faces": "1"})


# -- the turn


@pytest.mark.clause("shared.initiative")
def test_ties_are_rolled_again_and_the_higher_acts_first() -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry c6 s"], dice=[2, 2, 3, 4])
    assert [throw["dice"] for throw in rolls(table.opening, "initiative")] == [[2], [2], [3], [4]]
    assert table.state["decides"] == "blue"


@pytest.mark.clause("shared.turning")
def test_turning_on_the_spot_is_a_move_of_no_squares() -> None:
    table = draw(
        "classic", red=["r1 infantry c3 w", "r2 infantry a1 n"], blue=["b1 infantry c5 s"], dice=[*RED_FIRST, 4]
    )
    events = table.play("move", "r1", path=[], facing="n")
    assert told(events) == [("turned", "r1", "classic.movement.facing")]
    unit = table.unit("r1")
    assert unit is not None
    assert (unit["moved"], unit["at"], unit["spare"]) == (True, "c3", 2)
    # It was the move: no other follows, and the fire is that of a unit that has moved.
    assert table.why("move", "r1", path=["c4"], facing="n") == {"classic.movement.once"}
    assert brief(rolls(table.play("fire", "r1", target="c5"), "fire")[0])[1] == {}


# -- retreats


def retreats(table: Table, unit: str) -> set[str]:
    return {action["to"] for action in table.legal("retreat", unit)}


def hit(rows: str, red: list[str], blue: list[str], target: str = "c4") -> Table:
    """r1 fires and hits, and the throw of 6 asks every unit that was hit to retreat."""
    table = draw("classic", rows, red=red, blue=blue, dice=[*RED_FIRST, 6, 6, 6])
    table.play("fire", "r1", target=target)
    return table


@pytest.mark.clause("shared.retreat")
def test_a_retreat_goes_to_a_free_square_next_to_no_enemy() -> None:
    blue = ["b1 infantry c4 s", "b2 infantry b4 s", "b3 transport d4 s"]
    table = hit(SEVEN, ["r1 infantry c2 n"], blue)
    # c3 is next to r1, b4 holds infantry; with the transport in d4 there is room.
    assert retreats(table, "b1") == {"d4", "c5"}
    for cell in ("c3", "b4", "c6", "d5"):
        assert table.why("retreat", "b1", to=cell) == {"shared.retreat"}


@pytest.mark.clause("shared.retreat")
def test_a_retreat_stays_on_the_board_and_away_from_every_enemy() -> None:
    table = hit(SEVEN, ["r1 infantry a5 n", "r2 infantry c7 n"], ["b1 infantry a7 s"], "a7")
    assert table.state["decides"] == "red", "a6 is next to r1, b7 next to r2: the point was lost unasked"
    table = hit(SEVEN, ["r1 infantry a5 n", "r2 infantry d7 n"], ["b1 infantry a7 s"], "a7")
    assert retreats(table, "b1") == {"b7"}


@pytest.mark.clause("shared.retreat")
def test_with_the_house_rule_a_retreat_leads_no_nearer_to_the_attacker() -> None:
    red, blue = ["r1 artillery c1 n", "r2 infantry g1 n"], ["b1 infantry c5 s", "b2 infantry g7 s"]
    for setting, expected in (("by-the-book", {"c6", "b5", "d5", "c4"}), ("away", {"c6", "b5", "d5"})):
        table = draw("classic", SEVEN, dice=[6, 6], house_rules={"retreat": setting}, red=red, blue=blue)
        table.play("bombard", "r1", target="c5")
        assert retreats(table, "b1") == expected


@pytest.mark.clause("shared.retreat", "classic.exhaustion.effect")
def test_a_unit_of_an_exhausted_side_does_not_retreat_towards_the_enemy() -> None:
    dice = [6, 1, *RED_FIRST, 6, 6]
    table = draw("classic", SEVEN, dice=dice, red=["r1 artillery c1 n"], blue=["b1 infantry c5 s sp=3"])
    table.play("bombard", "r1", target="c5")
    table.next_turn()
    assert table.side("blue")["exhausted"]
    table.play("bombard", "r1", target="c5")
    assert retreats(table, "b1") == {"c6", "b5", "d5"}


@pytest.mark.clause("shared.retreat")
def test_nobody_retreats_into_the_cell_of_the_opponent_it_has_just_fought() -> None:
    red, blue = ["r1 infantry c3 n"], ["b1 commander c4 s sp=1", "b2 infantry g7 s"]
    table = draw("classic", SEVEN, red=red, blue=blue, dice=[*RED_FIRST, 6, 6, 1, 6])
    table.play("fight", "r1", target="c4")
    assert table.unit("b1") is None
    assert retreats(table, "r1") == {"c2", "b3", "d3"}


@pytest.mark.clause("shared.retreat")
def test_a_retreat_keeps_its_facing() -> None:
    table = hit(SEVEN, ["r1 infantry c2 n"], ["b1 infantry c4 w"])
    assert table.why("retreat", "b1", to="c5", facing="n") == {"shared.retreat"}
    assert told(table.play("retreat", "b1", to="c5")) == [("retreated", "b1", "shared.retreat")]
    unit = table.unit("b1")
    assert unit is not None
    assert (unit["at"], unit["facing"]) == ("c5", "w")


@pytest.mark.clause("shared.retreat")
def test_an_attached_commander_goes_along() -> None:
    table = hit(SEVEN, ["r1 infantry c2 n"], ["b1 infantry c4 s", "b2 commander c4 s", "b3 commander d4 s"])
    table.play("retreat", "b1", to="c5")
    assert [table.at(unit) for unit in ("b1", "b2", "b3")] == ["c5", "c5", "d4"]


@pytest.mark.clause("shared.retreat")
def test_a_towed_gun_goes_along() -> None:
    table = hit(SEVEN, ["r1 infantry c2 n"], ["b1 transport c4 s carrying=b2", "b2 artillery - s"])
    table.play("retreat", "b1", to="c5")
    assert [table.at(unit) for unit in ("b1", "b2")] == ["c5", "c5"]


@pytest.mark.clause("shared.retreat")
def test_what_cannot_move_cannot_retreat() -> None:
    table = draw("classic", SEVEN, red=["r1 infantry c2 n"], blue=["b1 artillery c4 n"], dice=[*RED_FIRST, 6, 6])
    events = table.play("fire", "r1", target="c4")
    assert rolls(events, "hit")[0]["outcomes"] == ["retreats-or-loses-sp"]
    assert told(events)[-1] == ("lost-sp", "b1", "classic.hits.table")


@pytest.mark.clause("shared.retreat")
def test_a_retreat_needs_passable_ground() -> None:
    # In the colonial book a river is crossed by fords and bridges only.
    rows = """
    . . . . .
    . . ~ . .
    . . . F .
    . . . . .
    . . . . .
    """
    table = draw(
        "colonial",
        rows,
        red=["r1 infantry c1 n"],
        blue=["b1 infantry c3 s"],
        armies=("european", "european"),
        dice=[*RED_FIRST, 6, 6],
    )
    table.play("fire", "r1", target="c3")
    assert retreats(table, "b1") == {"b3", "c2", "d3"}


# -- arrival


@pytest.mark.clause("shared.arrival")
def test_a_reinforcement_comes_from_its_turn_on() -> None:
    red = ["r1 infantry a4 n", "r2 cavalry - n arrives=2,south"]
    table = draw("classic", red=red, blue=["b1 infantry f6 s"], dice=[*RED_FIRST] * 3)
    assert table.legal(unit="r2") == []
    assert table.why("enter", "r2", at="c1", facing="n") != set()
    table.next_turn()
    assert table.at("r2") is None
    assert {action["at"] for action in table.legal("enter", "r2")} == {"a1", "b1", "c1", "d1", "e1", "f1"}
    assert table.why("move", "r2", path=["c1"], facing="n") == {"shared.arrival"}
    table.next_turn()
    # It may wait.
    events = table.play("enter", "r2", at="c1", facing="n")
    assert told(events) == [("placed", "r2", "shared.arrival")]
    assert table.at("r2") == "c1"
    assert table.why("enter", "r2", at="c1", facing="n") == {"shared.arrival"}


@pytest.mark.clause("shared.arrival")
def test_it_enters_on_a_free_square_next_to_no_enemy() -> None:
    red = ["r1 infantry a1 n", "r2 transport b1 n", "r3 infantry - n arrives=1,south"]
    table = draw("classic", red=red, blue=["b1 infantry e2 s"], dice=RED_FIRST)
    # a1 is taken, b1 may be shared with a transport, e1 is next to b1; c1, d1 and f1 touch it at most with a corner.
    assert {action["at"] for action in table.legal("enter", "r3")} == {"b1", "c1", "d1", "f1"}
    for cell in ("a1", "e1", "c2"):
        assert table.why("enter", "r3", at=cell, facing="n") == {"shared.arrival"}


@pytest.mark.clause("shared.arrival")
def test_entering_is_the_first_square_of_its_move() -> None:
    red = ["r1 infantry a4 n", "r2 infantry - n arrives=1,south"]
    table = draw("classic", red=red, blue=["b1 infantry f6 s"], dice=RED_FIRST)
    table.play("enter", "r2", at="c1", facing="n")
    assert table.reach("r2") == {"b1", "d1", "c2"}, "one square more, of two"
    table.play("move", "r2", path=["c2"], facing="n")
    assert table.legal("move", "r2") == []


@pytest.mark.clause("shared.arrival")
@pytest.mark.parametrize(("steps", "may_fire"), [([], True), (["c2"], False)])
def test_after_entering_it_fires_as_after_any_move(steps: list[str], may_fire: bool) -> None:
    red = ["r1 infantry a4 n", "r2 infantry - n arrives=1,south"]
    blue = [f"b1 infantry {'c3' if not steps else 'c4'} n"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 4])
    table.play("enter", "r2", at="c1", facing="n")
    if steps:
        table.play("move", "r2", path=steps, facing="n")
    assert bool(table.targets("fire", "r2")) == may_fire
    if may_fire:
        shot = rolls(table.play("fire", "r2", target="c3"), "fire")[0]
        assert brief(shot) == ([4], {}, [4], 5, ["nothing"])


@pytest.mark.clause("shared.arrival")
def test_ground_stops_it_as_in_any_move() -> None:
    rows = """
    . . . . .
    . . . . .
    . . w . .
    """
    red = ["r1 infantry a3 n", "r2 cavalry - n arrives=1,south"]
    table = draw("classic", rows, red=red, blue=["b1 infantry e3 s"], dice=RED_FIRST)
    events = table.play("enter", "r2", at="c1", facing="n")
    assert told(events) == [("placed", "r2", "shared.arrival"), ("stopped", "r2", "classic.woods.stop")]
    assert table.legal("move", "r2") == []


# -- victory


def outcome(events: list[Tree]) -> tuple[str | None, str]:
    over = of_kind(events, "over")
    assert len(over) == 1
    return over[0]["winner"], over[0]["clause"]


def still_going(table: Table) -> bool:
    return table.state["result"] is None


@pytest.mark.clause("shared.victory")
def test_a_side_with_no_units_left_loses_at_once() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=["b1 infantry c4 s sp=1"], dice=[*RED_FIRST, 6, 1])
    assert outcome(table.play("fire", "r1", target="c4")) == ("red", "shared.victory")
    result = table.state["result"]
    assert result == {"winner": "red", "reason": "Blue has no unit left"}
    assert (table.state["phase"], table.legal()) == ("over", [])
    assert table.why("move", "r1", path=["c3"], facing="n") == {"shared.victory"}


@pytest.mark.clause("shared.victory")
def test_in_close_combat_too_the_battle_ends_at_once() -> None:
    red = ["r1 infantry c3 n", "r2 infantry f1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c4 s sp=1"], dice=[*RED_FIRST, 6, 1, 1])
    assert outcome(table.play("fight", "r1", target="c4")) == ("red", "shared.victory")
    assert table.state["turn"] == 1


@pytest.mark.clause("shared.victory")
def test_in_artillery_fire_too_the_battle_ends_at_once() -> None:
    table = draw("classic", red=["r1 artillery c1 n"], blue=["b1 infantry c4 s sp=1"], dice=[6, 1])
    events = table.play("bombard", "r1", target="c4")
    assert outcome(events) == ("red", "shared.victory")
    assert rolls(events, "initiative") == []


@pytest.mark.clause("shared.victory")
def test_units_still_to_arrive_are_units() -> None:
    blue = ["b1 infantry c4 s sp=1", "b2 infantry - s arrives=3,north"]
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 6, 1])
    table.play("fire", "r1", target="c4")
    assert still_going(table)


@pytest.mark.clause("shared.victory")
def test_with_no_unit_on_either_side_it_is_a_draw() -> None:
    table = draw(
        "classic", red=["r1 infantry c3 n sp=1"], blue=["b1 infantry c4 s sp=1"], dice=[*RED_FIRST, 6, 6, 1, 1]
    )
    assert outcome(table.play("fight", "r1", target="c4")) == (None, "shared.victory")


@pytest.mark.clause("shared.victory")
def test_holding_squares_at_the_end_of_a_turn() -> None:
    victory = [{"side": "red", "hold": ["c3", "d3"], "at-turn": 2}]
    red = ["r1 infantry c3 n", "r2 infantry d2 n"]
    table = draw("classic", red=red, blue=["b1 infantry f6 s"], dice=[*RED_FIRST] * 3, victory=victory)
    table.play("move", "r2", path=["d3"], facing="n")
    table.next_turn()
    assert still_going(table), "both are held, but it is not yet turn 2 that ends"
    assert outcome(table.next_turn()) == ("red", "shared.victory")
    result = table.state["result"]
    assert result["reason"] == "Red has reached its objective: held c3, d3 at the end of turn 2"


@pytest.mark.clause("shared.victory")
def test_holding_squares_at_the_end_of_any_turn() -> None:
    victory = [{"side": "blue", "hold": ["c3"]}]
    table = draw(
        "classic", red=["r1 infantry a1 n"], blue=["b1 infantry c4 s"], dice=[*BLUE_FIRST] * 2, victory=victory
    )
    table.next_turn()
    assert still_going(table)
    table.play("move", "b1", path=["c3"], facing="s")
    assert still_going(table), "not before the turn ends"
    assert outcome(table.next_turn()) == ("blue", "shared.victory")


@pytest.mark.clause("shared.victory")
def test_holding_some_of_the_squares_is_not_enough() -> None:
    victory = [{"side": "red", "hold": ["c3", "d3"], "at-turn": 1}]
    red = ["r1 infantry c3 n", "r2 infantry d2 n"]
    table = draw("classic", red=red, blue=["b1 infantry f6 s"], dice=[*RED_FIRST] * 2, victory=victory)
    table.next_turn()
    assert still_going(table)


@pytest.mark.clause("shared.victory")
def test_leaving_over_an_edge() -> None:
    victory = [{"side": "red", "exit": {"edge": "north", "units": 2}}]
    red = ["r1 infantry c6 n", "r2 infantry d5 n", "r3 infantry a1 n"]
    table = draw("classic", red=red, blue=["b1 infantry f1 s"], dice=[*RED_FIRST] * 2, victory=victory)
    assert table.legal("leave") == [{"do": "leave", "unit": "r1"}]
    assert table.why("leave", "r2") == {"shared.victory"}, "not yet at the edge"
    assert table.why("leave", "r3") == {"shared.victory"}, "not that edge"
    events = table.play("leave", "r1")
    assert told(events) == [("left", "r1", "shared.victory")]
    assert table.unit("r1") is None
    assert (table.side("red")["left"], table.side("red")["sp-lost"]) == (["r1"], 0)
    table.play("move", "r2", path=["d6"], facing="n")
    assert table.why("leave", "r2") == {"classic.movement.once"}, "leaving is a move of its own"
    table.next_turn()
    assert still_going(table)
    assert outcome(table.play("leave", "r2")) == ("red", "shared.victory")


@pytest.mark.clause("shared.victory")
def test_when_the_battle_is_over_nothing_is_counted_any_more() -> None:
    red = ["r1 infantry c2 n", "r2 infantry a1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c4 s sp=1"], dice=[*RED_FIRST, 6, 1])
    table.play("fire", "r1", target="c4")
    state = table.state
    assert (state["phase"], state["activations-left"], state["acting"]) == ("over", None, None)


@pytest.mark.clause("shared.victory")
def test_nobody_leaves_without_an_order_to() -> None:
    table = draw("classic", red=["r1 infantry c6 n"], blue=["b1 infantry f1 s"], dice=RED_FIRST)
    assert table.legal("leave") == []
    assert table.why("leave", "r1") == {"shared.victory"}


@pytest.mark.clause("shared.victory")
def test_a_side_that_has_left_as_it_should_is_not_beaten() -> None:
    victory = [{"side": "red", "exit": {"edge": "north", "units": 1}}]
    table = draw("classic", red=["r1 infantry c6 n"], blue=["b1 infantry f1 s"], dice=RED_FIRST, victory=victory)
    assert outcome(table.play("leave", "r1")) == ("red", "shared.victory")


@pytest.mark.clause("shared.victory")
def test_a_side_that_has_left_too_late_is_beaten() -> None:
    victory = [{"side": "red", "exit": {"edge": "north", "units": 1}, "at-turn": 1}]
    dice = [*RED_FIRST] * 2
    table = draw("classic", red=["r1 infantry c6 n"], blue=["b1 infantry f1 s"], dice=dice, victory=victory)
    table.next_turn()
    assert outcome(table.play("leave", "r1")) == ("blue", "shared.victory")


@pytest.mark.clause("shared.victory")
def test_a_side_that_has_not_all_left_is_beaten_when_the_rest_is_destroyed() -> None:
    victory = [{"side": "red", "exit": {"edge": "north", "units": 2}}]
    red = ["r1 infantry c6 n", "r2 infantry c2 n sp=1"]
    table = draw("classic", red=red, blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 6, 1], victory=victory)
    table.play("leave", "r1")
    table.play("end")
    assert outcome(table.play("fire", "b1", target="c2")) == ("blue", "shared.victory")


@pytest.mark.clause("shared.victory")
def test_units_that_have_left_are_not_destroyed() -> None:
    victory = [
        {"side": "red", "exit": {"edge": "north", "units": 2}},
        {"side": "blue", "destroy": {"units": 1}},
    ]
    red = ["r1 infantry c6 n", "r2 infantry c2 n sp=1", "r3 infantry a1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 6, 1], victory=victory)
    table.play("leave", "r1")
    assert still_going(table)
    table.play("end")
    assert outcome(table.play("fire", "b1", target="c2")) == ("blue", "shared.victory")


@pytest.mark.clause("shared.victory")
@pytest.mark.parametrize(("at_turn", "wins"), [(None, True), (2, True), (1, False)])
def test_leaving_by_a_turn(at_turn: int | None, wins: bool) -> None:
    condition: Tree = {"side": "red", "exit": {"edge": "north", "units": 1}}
    if at_turn is not None:
        condition["at-turn"] = at_turn
    red = ["r1 infantry c6 n", "r2 infantry a1 n"]
    table = draw("classic", red=red, blue=["b1 infantry f1 s"], dice=[*RED_FIRST] * 2, victory=[condition])
    table.next_turn()
    table.play("leave", "r1")
    assert still_going(table) != wins


@pytest.mark.clause("shared.victory")
@pytest.mark.parametrize(("units", "wins"), [(1, True), (2, False)])
def test_destroying_so_many_units(units: int, wins: bool) -> None:
    victory = [{"side": "red", "destroy": {"units": units}}]
    blue = ["b1 infantry c4 s sp=1", "b2 infantry f6 s sp=9", "b3 infantry a6 s"]
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 6, 1], victory=victory)
    table.play("fire", "r1", target="c4")
    assert still_going(table) != wins


@pytest.mark.clause("shared.victory")
@pytest.mark.parametrize(("sp", "wins"), [(1, True), (2, False)])
def test_destroying_so_many_strength_points(sp: int, wins: bool) -> None:
    # The same for the side that is listed second.
    victory = [{"side": "blue", "destroy": {"sp": sp}}]
    red, blue = ["r1 infantry c2 n"], ["b1 infantry c4 s"]
    table = draw("classic", red=red, blue=blue, dice=[*BLUE_FIRST, 6, 1], victory=victory)
    table.play("fire", "b1", target="c2")
    assert still_going(table) != wins
    victory = [{"side": "red", "destroy": {"sp": sp}}]
    table = draw(
        "classic", red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 6, 1], victory=victory
    )
    table.play("fire", "r1", target="c4")
    assert still_going(table) != wins


@pytest.mark.clause("shared.victory")
def test_surviving_to_the_end_of_a_turn() -> None:
    victory = [{"side": "blue", "survive": True, "at-turn": 2}]
    table = draw(
        "classic", red=["r1 infantry c1 n"], blue=["b1 infantry c6 s sp=1"], dice=[*RED_FIRST] * 2, victory=victory
    )
    table.next_turn()
    assert still_going(table)
    assert outcome(table.next_turn()) == ("blue", "shared.victory")


@pytest.mark.clause("shared.victory")
def test_a_side_that_is_gone_has_not_survived() -> None:
    victory = [{"side": "blue", "survive": True, "at-turn": 1}]
    table = draw(
        "classic", red=["r1 infantry c2 n"], blue=["b1 infantry c4 s sp=1"], dice=[*RED_FIRST, 6, 1], victory=victory
    )
    assert outcome(table.play("fire", "r1", target="c4")) == ("red", "shared.victory")


@pytest.mark.clause("shared.victory")
@pytest.mark.parametrize(
    ("red_sp", "blue_sp", "red_loses", "blue_loses", "winner"),
    [
        (9, 9, False, True, "red"),
        (9, 9, True, False, "blue"),
        (8, 9, True, True, "blue"),
        (9, 8, True, True, "red"),
        (9, 9, True, True, None),
        (9, 5, False, False, None),
    ],
    ids=["red lost less", "blue lost less", "1 of 8 against 1 of 9", "1 of 9 against 1 of 8", "as much", "nothing"],
)
def test_at_the_turn_limit_the_smaller_share_of_losses_wins(
    red_sp: int, blue_sp: int, red_loses: bool, blue_loses: bool, winner: str | None
) -> None:
    fire = {True: [6, 1], False: [1]}
    table = draw(
        "classic",
        red=[f"r1 infantry c2 n sp={red_sp}"],
        blue=[f"b1 infantry c4 s sp={blue_sp}"],
        dice=[*RED_FIRST, *fire[blue_loses], *fire[red_loses]],
        turns=1,
    )
    table.play("fire", "r1", target="c4")
    assert outcome(table.play("fire", "b1", target="c2")) == (winner, "shared.victory")


@pytest.mark.clause("shared.victory")
def test_no_limit_before_the_last_turn() -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry c6 s"], dice=[*RED_FIRST] * 2, turns=2)
    table.next_turn()
    assert still_going(table)
    assert outcome(table.next_turn()) == (None, "shared.victory")


@pytest.mark.clause("shared.victory")
def test_both_exhausted_is_judged_by_losses_too() -> None:
    # Each side has three strength points and loses one.
    table = draw(
        "classic",
        red=["r1 infantry c2 n sp=3"],
        blue=["b1 infantry c4 s sp=3"],
        dice=[*RED_FIRST, 6, 1, 6, 1],
    )
    table.play("fire", "r1", target="c4")
    assert outcome(table.play("fire", "b1", target="c2")) == (None, "classic.exhaustion.end")


@pytest.mark.clause("shared.victory")
def test_the_scenario_comes_before_the_losses() -> None:
    victory = [{"side": "blue", "hold": ["c4"], "at-turn": 1}]
    table = draw(
        "classic",
        red=["r1 infantry c2 n"],
        blue=["b1 infantry c4 s"],
        dice=[*RED_FIRST, 6, 1],
        turns=1,
        victory=victory,
    )
    table.play("fire", "r1", target="c4")
    # Red has lost nothing and blue a point, but blue holds c4.
    assert outcome(table.next_turn()) == ("blue", "shared.victory")


# -- terrain


@pytest.mark.clause("shared.terrain")
def test_on_a_bridge_a_unit_is_not_in_the_river() -> None:
    rows = """
    . . . . .
    . . B . .
    . . ~ . .
    . . . . .
    """
    table = draw("classic", rows, red=["r1 infantry c3 n"], blue=["b1 infantry c4 n"], dice=[*RED_FIRST, 1, 1])
    assert table.targets("fire", "r1") == {"c4"}
    assert brief(rolls(table.play("fight", "r1", target="c4"), "close-combat")[0])[1] == {
        "classic.close-combat.mod-flanking": 1
    }
    table = draw("classic", rows, red=["r1 infantry c2 n"], blue=["b1 infantry c3 n"], dice=[*RED_FIRST, 1, 1])
    assert table.targets("fire", "r1") == set()
    assert (
        "classic.close-combat.mod-river" in brief(rolls(table.play("fight", "r1", target="c3"), "close-combat")[0])[1]
    )


@pytest.mark.clause("shared.terrain")
def test_a_trench_is_a_fortification() -> None:
    rows = """
    . . . . .
    . . t . .
    . . . . .
    """
    table = draw("classic", rows, red=["r1 infantry c1 n"], blue=["b1 infantry c2 n"], dice=[*RED_FIRST, 1])
    shot = rolls(table.play("fire", "r1", target="c2"), "fire")[0]
    assert brief(shot)[1] == {"classic.fire.mod-still": 1, "classic.fire.mod-cover": -1}


@pytest.mark.clause("shared.terrain")
@pytest.mark.parametrize(
    ("book", "letter", "fits"), [("classic", "m", False), ("colonial", "x", False), ("classic", "x", True)]
)
def test_terrain_that_a_book_lacks_is_an_error(book: str, letter: str, fits: bool) -> None:
    rows = f"""
    . . . . .
    . . {letter} . .
    . . . . .
    """
    if fits:
        assert draw(book, rows, red=["r1 infantry c1 n"], blue=["b1 infantry c3 s"]).state["turn"] == 1
    else:
        with pytest.raises(BadScenario) as caught:
            draw(book, rows, red=["r1 infantry c1 n"], blue=["b1 infantry c3 s"], armies=("european", "european"))
        assert "shared.terrain" in [problem.clause for problem in caught.value.problems]


# -- the order of dice


def order(events: list[Tree]) -> list[tuple[str, str, int]]:
    """Every die as it fell: what for, whose, and the die."""
    return [
        (event["for"], event.get("unit") or event["side"], die)
        for event in of_kind(events, "roll")
        for die in event["dice"]
    ]


@pytest.mark.clause("shared.dice-order")
def test_initiative_is_thrown_first_side_first() -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry c6 s"], dice=[2, 2, 3, 5])
    assert order(table.opening) == [
        ("initiative", "red", 2),
        ("initiative", "blue", 2),
        ("initiative", "red", 3),
        ("initiative", "blue", 5),
    ]


@pytest.mark.clause("shared.dice-order")
def test_all_shots_are_thrown_before_any_hit() -> None:
    red = ["r1 artillery b1 n", "r2 artillery c1 n", "r3 infantry d2 n", "r4 transport d2 n sp=2"]
    blue = ["b1 artillery c6 s", "b2 infantry b6 s"]
    table = draw("classic", red=red, blue=blue, dice=[4, 5, 6, 1, 2, 3, 1, *RED_FIRST])
    table.play("bombard", "r2", target="b6")  # declared first, thrown first
    table.play("bombard", "r1", target="c6")
    events = table.play("bombard", "b1", target="d2")
    assert order(events)[:7] == [
        ("artillery", "r2", 4),
        ("artillery", "r1", 5),
        ("artillery", "b1", 6),
        ("hit", "b2", 1),
        ("hit", "b1", 2),
        ("hit", "r3", 3),
        ("hit", "r4", 1),
    ]


@pytest.mark.clause("shared.dice-order")
def test_a_load_is_thrown_for_directly_after_its_carrier() -> None:
    # In the order of the scenario the gun comes first, but it hangs on b3.
    blue = ["b1 artillery - s", "b2 infantry c4 s", "b3 transport c4 s sp=2 carrying=b1", "b4 transport c4 s sp=2"]
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 5, 1, 2, 3, 1])
    events = table.play("fire", "r1", target="c4")
    assert order(events) == [("fire", "r1", 5), ("hit", "b2", 1), ("hit", "b3", 2), ("hit", "b1", 3), ("hit", "b4", 1)]


@pytest.mark.clause("shared.dice-order")
def test_in_close_combat_the_defender_is_thrown_for_first() -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 5, 6, 1, 2])
    events = table.play("fight", "r1", target="c4")
    assert order(events) == [
        ("close-combat", "r1", 5),
        ("close-combat", "b1", 6),
        ("hit", "b1", 1),
        ("hit", "r1", 2),
    ]


@pytest.mark.clause("shared.dice-order")
def test_a_commander_is_tested_directly_after_the_hit_that_called_for_it() -> None:
    blue = ["b1 infantry c4 s", "b2 commander c4 s", "b3 transport c4 s sp=2"]
    table = draw("classic", red=["r1 infantry c2 n"], blue=blue, dice=[*RED_FIRST, 5, 1, 4, 6])
    assert order(table.play("fire", "r1", target="c4")) == [("fire", "r1", 5), ("hit", "b1", 1)]
    assert order(table.play("test-commander", "b1")) == [("commander", "b2", 4), ("hit", "b3", 6)]


@pytest.mark.clause("shared.dice-order")
def test_scripted_dice_come_first_and_then_the_stream() -> None:
    red, blue = ["r1 infantry c1 n"], ["b1 infantry c6 s"]
    tables = [draw("classic", dice=BLUE_FIRST, seed=7, red=red, blue=blue) for _ in range(2)]
    first, second = (order(table.next_turn()) for table in tables)
    assert first == second, "the same seed gives the same dice"
    assert [die for _, _, die in order(tables[0].opening)] == BLUE_FIRST
