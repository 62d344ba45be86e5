"""`why-not` gives the true reason, and first the one that a player would give first: in every phase, for every verb."""

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from portable_wargame.battle.battle import NOBODY, TASKS, WAITING
from portable_wargame.battle.naming import capital, unit_name
from portable_wargame.battle.unit import ACTIVATED, FINISHED
from portable_wargame.game.actions import Action
from portable_wargame.game.dice import Dice
from portable_wargame.game.game import Game
from portable_wargame.grid.names import cell_named
from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.speech.verbs import VERBS
from tests.playing import eager
from tests.random_battles import random_scenario
from tests.table import Table, draw

PAIRINGS = [(book.name, grid) for book in RULESETS.values() for grid in book.grids]


def first(table: Table, verb: str, unit: str, **words: object) -> tuple[str, str]:
    reason = table.session.why_not({"do": verb, "unit": unit, **words})[0]
    return reason["clause"], reason["text"]


# -- guns, when the artillery phase was skipped because none of them had a target

DEEP = """
    . . . . . .
    . . . . . .
    w w w . . .
    w w w . . .
    w w w . . .
"""
FORD = """
    . . . . . .
    . . . . . .
    . . . . . .
    ~ ~ F ~ ~ ~
    . . . . . .
"""


def test_a_gun_deep_in_a_wood_hears_of_the_wood() -> None:
    table = draw("modern", DEEP, red=["r1 field-artillery b2 n"], blue=["b1 infantry b5 s"], dice=[6, 1, 6])
    assert table.state["phase"] == "activation"
    clause, _ = first(table, "bombard", "r1", target="b5")
    assert clause == "modern.artillery.out-of-cover"
    assert len(table.reasons("bombard", "r1", target="b5")) > 1, "and that the artillery phase is over"


ONLY_TURNS = "Artillery r1 can't leave its square, only turn in it"


def test_a_unit_that_cannot_go_there_hears_so_in_the_artillery_phase_too() -> None:
    table = draw("classic", red=["r1 artillery c1 n", "r2 infantry a1 n"], blue=["b1 infantry c5 s"])
    assert table.state["phase"] == "artillery"
    far = [table.reasons("move", "r2", path=["a2", "a3", "a4", "a5", "a6"]), table.reasons("move", "r1", path=["c2"])]
    assert [reasons[0] for reasons in far] == ["Infantry r2 can move only 2 squares", ONLY_TURNS]
    assert {reasons[-1] for reasons in far} == {"This is the artillery phase: only guns act"}


@pytest.mark.parametrize("book", ["classic", "modern"])
def test_a_gun_in_a_ford_hears_of_the_river(book: str) -> None:
    red, blue = [f"r1 {'artillery' if book == 'classic' else 'field-artillery'} c2 n"], ["b1 infantry c4 s"]
    table = draw(book, FORD, red=red, blue=blue, dice=[6, 1, 6])
    assert first(table, "bombard", "r1", target="c4")[0] == f"{book}.rivers.no-fire"


def test_a_gun_out_of_range_hears_of_the_range() -> None:
    rows = "\n".join([". . ."] * 12)
    table = draw(
        "colonial",
        rows,
        red=["r1 rifled-mountain-artillery b1 n"],
        blue=["b1 infantry b12 s"],
        dice=[6, 1],
        armies=EUROPEANS,
    )
    assert "range" in first(table, "bombard", "r1", target="b12")[0]


EUROPEANS = ["european", "european"]


def test_a_gun_that_could_have_fired_hears_of_the_phase() -> None:
    table = draw("modern", red=["r1 field-artillery c1 n"], blue=["b1 infantry c4 s"], dice=[6, 1, 6])
    table.play("done")
    assert first(table, "bombard", "r1", target="c4")[0] == "modern.turn.sequence"


def test_a_gun_asked_to_fire_like_infantry_is_not_called_unarmed() -> None:
    table = draw("classic", red=["r1 artillery c1 n"], blue=["b1 infantry c4 s"], dice=[6, 1])
    table.play("done")
    assert "artillery phase" in first(table, "fire", "r1", target="c4")[1]


# -- movement


def test_a_siege_gun_hears_that_it_can_only_turn() -> None:
    red, blue = ["r1 rifled-siege-artillery c1 n", "r2 infantry a1 n"], ["b1 infantry f6 s"]
    table = draw("colonial", red=red, blue=blue, armies=EUROPEANS, dice=[6, 1])
    while table.state["phase"] == "artillery":
        table.play("done")
    assert "only turn" in first(table, "move", "r1", path=["c2"])[1]


def test_why_a_double_move_cannot_be_tried() -> None:
    red = ["r1 infantry c1 n", "r2 infantry e1 n army=native", "r3 commander a1 n army=native"]
    blue = ["b1 infantry c6 s"]
    table = draw("colonial", red=red, blue=blue, armies=EUROPEANS, dice=[6, 1, 1])
    asked = {"path": ["e2", "e3", "e4"], "double": True}
    assert "Only native infantry and cavalry" in first(table, "move", "r1", path=["c2", "c3", "c4"], double=True)[1]
    assert "Only native infantry and cavalry" in first(table, "move", "r3", path=["a2"], double=True)[1]
    table.play("move", "r2", facing="n", **asked)
    assert "already tried" in first(table, "move", "r2", **asked)[1]
    board = "\n".join([". . . . . . . ."] * 8)
    red, blue = ["r1 infantry-rifles d4 n", "r2 infantry-rifles a1 n"], ["b1 infantry-rifles h8 s"]
    words: dict[str, Any] = {"grid": "hex", "armies": ["native", "native"], "historical": True}
    red.append("r3 infantry-rifles f1 n")
    table = draw("late-19th-century", board, red=red, blue=blue, dice=[6, 1, 2], **words)
    assert table.state["activations-left"] == 1
    assert "takes two activations" in first(table, "move", "r1", path=["d5", "d6"], double=True)[1]
    table = draw("modern", red=["r1 infantry c1 n"], blue=["b1 infantry c6 s"], dice=[6, 1, 6])
    assert "in this book" in first(table, "move", "r1", path=["c2"], double=True)[1]


def test_why_a_cell_is_no_way_back() -> None:
    rows = "\n".join([". . . . . .", ". . . . . .", ". ~ . . . .", ". . . . . .", ". . . . . .", ". . . . . ."])
    red, blue = ["r1 infantry c1 n", "r2 infantry f4 w"], ["b1 infantry c4 s", "b2 infantry c5 s"]
    table = draw("modern", rows, red=red, blue=blue, dice=[6, 1, 6, 6, 6])
    table.play("fire", "r1", target="c4")
    said = {cell: table.reasons("retreat", "b1", to=cell)[0].rpartition(": ")[2] for cell in ("c6", "b4", "c5")}
    assert said == {
        "c6": "it is not next to the unit",
        "b4": "the ground won't let it in",
        "c5": "it is occupied",
    }


# -- transport


def test_cargo_that_has_walked_up_is_there() -> None:
    red = ["r1 truck c2 n", "r2 infantry c1 n"]
    table = draw("modern", red=red, blue=["b1 infantry f6 s"], dice=[6, 1, 6])
    assert "not in the same square" in first(table, "load", "r1", cargo="r2")[1]
    table.play("move", "r2", path=["c2"])
    reasons = table.reasons("load", "r1", cargo="r2")
    assert reasons == ["Infantry r2 have already moved, fired or fought"]


def test_what_cannot_be_carried_is_said_before_where_it_is() -> None:
    red = ["r1 truck c2 n", "r2 tank c1 n", "r3 infantry d1 n"]
    table = draw("modern", red=red, blue=["b1 infantry f6 s"], dice=[6, 1, 6])
    assert "can't carry" in first(table, "load", "r1", cargo="r2")[1]
    assert "other side" in first(table, "load", "r1", cargo="b1")[1]
    assert "is not carrying anything" in first(table, "unload", "r1")[1]


# -- cavalry


def test_who_has_dismounted_is_not_told_that_it_moved_too_far() -> None:
    red = ["r1 mounted-cavalry c2 n", "r2 infantry a1 n"]
    table = draw("modern", red=red, blue=["b1 infantry c4 s", "b2 infantry f6 s"], dice=[6, 1, 6])
    assert "already dismounted" not in first(table, "mount", "r1")[1]
    table.play("dismount", "r1")
    clause, text = first(table, "fire", "r1", target="c4")
    assert clause == "modern.movement.firing-cost"
    assert "too far" not in text and "no movement left" in text
    assert first(table, "dismount", "r1")[1].endswith("are already dismounted")


def test_who_is_no_cavalry_hears_that_first() -> None:
    table = draw("modern", red=["r1 infantry c2 n", "r2 infantry a1 n"], blue=["b1 infantry f6 s"], dice=[6, 1, 6])
    table.play("move", "r1", path=["c3"])
    assert "not cavalry" in first(table, "mount", "r1")[1]


# -- who is not there


def test_a_reinforcement_hears_when_it_comes() -> None:
    red = ["r1 infantry c2 n", "r2 infantry - n arrives=3,south"]
    table = draw("classic", red=red, blue=["b1 infantry c5 s"], dice=[6, 1])
    assert first(table, "move", "r2", path=["c3"]) == ("shared.arrival", "Infantry r2 are not due until turn 3")


def test_the_dead_have_not_finished_their_actions() -> None:
    red = ["r1 infantry c2 n sp=1", "r2 infantry a1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c3 s"], dice=[6, 1, 1, 6, 1])
    table.play("fight", "r1", target="c3")
    assert table.unit("r1") is None
    table.play("stand", "b1")
    assert first(table, "move", "r1", path=["c3"])[1] == "Infantry r1 have been destroyed"


def test_close_combat_of_the_late_19th_century_has_its_time() -> None:
    board = "\n".join([". . . . . . . ."] * 8)
    red, blue = ["r1 infantry-rifles d4 n", "r2 infantry-rifles a1 n"], ["b1 infantry-rifles d5 s"]
    words: dict[str, Any] = {"grid": "hex", "armies": EUROPEANS, "historical": True}
    table = draw("late-19th-century", board, red=red, blue=blue, dice=[6, 1, 6, 6], **words)
    clause, text = first(table, "fight", "r1", target="d5")
    assert (clause, "activations have ended" in text) == ("late19c.turn.sequence", True)


# -- whatever the phase: the unit first, then the phase


def test_in_the_artillery_phase_too_the_unit_itself_comes_first() -> None:
    red = ["r1 artillery c1 n", "r2 infantry a1 n", "r3 infantry - n arrives=3,south", "r4 transport e1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c5 s"])
    assert table.state["phase"] == "artillery"
    assert first(table, "move", "b1", path=["c4"])[1] == "Infantry b1 are on the other side"
    assert first(table, "bombard", "r3", target="c5")[1] == "Infantry r3 are not due until turn 3"
    assert first(table, "move", "r3", path=["a2"])[1] == "Infantry r3 are not due until turn 3"
    assert first(table, "enter", "r2", at="a1", facing="n")[1] == "Infantry r2 are already on the board"
    assert first(table, "load", "r4", cargo="r2")[1] == "Transport r4 can't carry infantry r2"
    assert first(table, "work", "r2", task="clear-wire")[1] == "There is nothing to clear in a1"
    assert first(table, "mount", "r2")[1] == "No unit can mount in this battle"
    assert table.reasons("work", "r2", task="lay-wire") == ["This is the artillery phase: only guns act"]


def test_nobody_counts_activations_before_they_are_rolled() -> None:
    board = "\n".join([". . . . . . . ."] * 8)
    red, blue = ["r1 infantry-rifles d4 n", "r2 field-artillery a1 n"], ["b1 infantry-rifles a5 s"]
    words: dict[str, Any] = {"grid": "hex", "armies": ["native", "native"], "historical": True}
    table = draw("late-19th-century", board, red=red, blue=blue, **words)
    asked = {"path": ["d5", "d6"], "double": True}
    assert table.reasons("move", "r1", **asked) == ["This is the artillery phase: only guns act"]


def test_a_gun_that_has_fired_hears_that_first() -> None:
    red = ["r1 field-artillery c1 n", "r2 infantry a1 n"]
    table = draw("modern", red=red, blue=["b1 infantry c4 s"], dice=[1, 6, 1, 6])
    table.play("bombard", "r1", target="c4")
    assert first(table, "bombard", "r1", target="c4") == (
        "modern.artillery.once",
        "Field artillery r1 has already fired this turn",
    )


def test_the_close_combat_phase_knows_who_is_there() -> None:
    board = "\n".join([". . . . . . . ."] * 8)
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles - n arrives=3,south"]
    words: dict[str, Any] = {"grid": "hex", "armies": EUROPEANS, "historical": True}
    table = draw("late-19th-century", board, red=red, blue=["b1 infantry-rifles d5 s"], dice=[6, 1, 6], **words)
    table.play("end")
    assert table.state["phase"] == "close-combat"
    assert "not due until turn 3" in first(table, "move", "r2", path=["a2"])[1]
    assert "other side" in first(table, "move", "b1", path=["d6"])[1]
    assert table.reasons("move", "r1", path=["d3"]) == [
        "This is the close combat phase: every combat must be fought first"
    ]


def test_what_keeps_a_unit_from_work() -> None:
    rows = "\n".join([". . . .", ". x . .", ". ~ . ."])
    table = draw(
        "modern", rows, red=["r1 engineers b2 n", "r2 infantry d1 n"], blue=["b1 infantry d3 s"], dice=[6, 1, 6]
    )
    said = {
        "Engineers r1 can lay wire only in their own square": {"task": "lay-wire", "target": "b3"},
        "Engineers r1 can lay mines only in an adjacent square": {"task": "lay-mines", "target": "d2"},
        "There is no need to lay wire in b2: it has been done": {"task": "lay-wire"},
        "There is nothing to clear in a2": {"task": "clear-mines", "target": "a2"},
        "Mines can't be laid in b1: the ground won't take them, or a unit is in the way": {
            "task": "lay-mines",
            "target": "b1",
        },
    }
    assert {first(table, "work", "r1", **words)[1]: words for words in said.values()} == said


def test_who_never_had_a_bomb_has_not_run_out_of_them() -> None:
    red = ["r1 single-seat-fighter c1 n", "r2 infantry a1 n"]
    table = draw("modern", red=red, blue=["b1 infantry c6 s"], dice=[6, 1, 6], options=["air"])
    assert first(table, "bomb", "r1", loads=1)[1] == "Single-seat fighter r1 can't carry bombs"
    assert first(table, "bomb", "r2", loads=1)[1] == "Infantry r2 can't fly"


def test_answers_that_nobody_asked_for() -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry c6 s"], dice=[6, 1])
    assert first(table, "advance", "r1")[1] == "Infantry r1 have not just won a close combat"
    assert first(table, "retreat", "r1", to="c2")[1] == "Infantry r1 have no hit to settle"
    for verb, words in (("stand", {}), ("ready", {}), ("dummy", {"at": "a1"}), ("first", {})):
        [reason] = table.session.why_not({"do": verb, **words})
        assert "No unit can" not in reason["text"] and "Which unit" not in reason["text"]


# -- a sweep: whatever is asked, whenever, what is said first is so

Truth = Callable[[Game, Action, list[str]], bool]


def unit_named(game: Game, name: str) -> int:
    battle = game.battle
    return next(unit for unit in range(len(battle.at)) if capital(unit_name(battle, unit)) == capital(name))


def is_where(game: Game, action: Action, words: list[str]) -> bool:
    return game.battle.at[unit_named(game, words[0])] != game.battle.at[unit_named(game, words[1])]


def no_enemy(game: Game, action: Action, words: list[str]) -> bool:
    cell = cell_named(game.battle.field.grid, words[0])
    return not any(
        game.battle.at[unit] == cell
        and game.battle.side_of(unit) != game.battle.side_of(action.unit)
        and (not game.ruleset.air or not game.battle.is_a(unit, 2048))
        for unit in range(len(game.battle.at))
    )


def other_side(game: Game, action: Action, words: list[str]) -> bool:
    """Of the side that decides; of cargo, of its carrier."""
    named = unit_named(game, words[0])
    side = game.battle.side_of(named)
    return side != game.decider() or (action.other == named and side != game.battle.side_of(action.unit))


def off_board(game: Game, action: Action, words: list[str]) -> bool:
    return not game.battle.on_board(unit_named(game, words[0]))


def finished(game: Game, action: Action, words: list[str]) -> bool:
    unit = unit_named(game, words[0])
    return game.battle.has(unit, FINISHED) and game.battle.still_in_play(unit)


def no_activation(game: Game, action: Action, words: list[str]) -> bool:
    return game.battle.activations_left == 0 and not game.battle.has(unit_named(game, words[0]), FINISHED)


def carried(game: Game, action: Action, words: list[str]) -> bool:
    return game.battle.is_carried(unit_named(game, words[0]))


def empty(game: Game, action: Action, words: list[str]) -> bool:
    return game.battle.carrying[unit_named(game, words[0])] == NOBODY


def waiting(game: Game, action: Action, words: list[str]) -> bool:
    unit = unit_named(game, words[0])
    return game.battle.at[unit] == WAITING and game.battle.turn < game.battle.roster.arrival_turn[unit] == int(words[1])


def activated(game: Game, action: Action, words: list[str]) -> bool:
    return game.battle.has(unit_named(game, words[0]), ACTIVATED | FINISHED)


def far(game: Game, action: Action, words: list[str]) -> bool:
    grid = game.battle.field.grid
    return grid.distance(game.battle.at[action.unit], cell_named(grid, words[0])) != 1


def turned_away(game: Game, action: Action, words: list[str]) -> bool:
    grid = game.battle.field.grid
    here = game.battle.at[action.unit]
    return grid.neighbour[here][game.battle.facing[action.unit]] != cell_named(grid, words[1])


def unarmed(game: Game, action: Action, words: list[str]) -> bool:
    unit_type = game.battle.type_of[action.unit]
    return unit_type.fire_range == 0 and unit_type.artillery_range == 0


def gun(game: Game, action: Action, words: list[str]) -> bool:
    return game.battle.type_of[action.unit].artillery_range > 0


TRUTHS: list[tuple[str, Truth]] = [
    (r"(.+) (?:is|are) not in the same (?:square|hex) as (.+)", is_where),
    (r"There is no enemy in (\S+)", no_enemy),
    (r"(.+) (?:is|are) on the other side", other_side),
    (r"(.+) (?:is|are) not on the board", off_board),
    (r"(.+) (?:has|have) been destroyed", off_board),
    (r"(.+) (?:has|have) finished for this turn", finished),
    (r"There is no activation left for (.+)", no_activation),
    (r"(.+) (?:is|are) being carried", carried),
    (r"(.+) (?:is|are) not carrying anything", empty),
    (r"(.+) (?:is|are) not due until turn (\d+)", waiting),
    (r"(.+) (?:has|have) already acted this turn", activated),
    (r"(\S+) is not next to .+", far),
    (r"(.+) (?:is|are) not facing (\S+)", turned_away),
    (r"(.+) (?:has|have) nothing to fire with", unarmed),
    (r"(.+) (?:is|are) artillery, and guns fire in the artillery phase", gun),
]


def asked(game: Game, luck: random.Random) -> Action:
    """Any verb, with words at random."""
    units = len(game.battle.at)
    cells = game.battle.field.grid.cells
    verb = luck.choice(sorted(set(VERBS) - {"end", "done", "first"}))
    unit = luck.randrange(units)
    target = luck.choice([*game.battle.at, luck.randrange(cells)])
    words: dict[str, int] = {}
    keys = {word.key: word.field for word in VERBS[verb].words}
    if "path" in keys:
        start = game.battle.at[unit]
        path: list[int] = []
        for _ in range(luck.randint(0, 3)):
            if path or start >= 0:
                path.append(luck.choice(game.battle.field.grid.neighbours[path[-1] if path else start]))
        return Action(verb, unit, facing=luck.randrange(game.battle.field.grid.faces), path=tuple(path))
    if "target" in keys.values():
        words["target"] = max(0, target)
    if "other" in keys.values():
        words["other"] = luck.randrange(units)
    if "task" in keys.values():
        words["task"] = luck.randrange(1, len(TASKS))
    return Action(verb, unit, **words)  # type: ignore[arg-type]


@pytest.mark.parametrize(("book", "grid"), PAIRINGS)
def test_what_is_said_first_is_so(book: str, grid: str) -> None:
    heard: Counter[str] = Counter()
    for seed in range(6):
        luck = random.Random(f"{book} {grid} {seed} reasons")
        game = new_game(read_tree(random_scenario(book, grid, seed, melee=seed % 2 > 0)), Dice(seed))
        for _ in range(45):
            if game.question() is None:
                break
            for _ in range(25):
                action = asked(game, luck)
                reasons = game.why_not(action)
                assert bool(reasons) != game.allows(game.settle(action))
                for reason in reasons:
                    for pattern, holds in TRUTHS:
                        match = re.fullmatch(pattern, reason.text)
                        if match:
                            heard[pattern] += 1
                            assert holds(game, action, list(match.groups())), f"{reason.text}: {action}, seed {seed}"
            game.perform(eager(game.options(), luck))
    assert len(heard) > 6


# -- what an order is called


def test_an_order_goes_by_the_name_that_players_give_it() -> None:
    table = draw("classic", red=["r1 infantry b2 n"], blue=["b1 infantry b5 s"], dice=[6, 1])
    assert first(table, "unpin", "r1")[1] == "No unit can rally in this battle"
    column = draw("colonial", red=["r1 infantry b2 n"], blue=["b1 infantry b5 s"], dice=[6, 1])
    assert first(column, "load", "r1", cargo="r1")[1] == "No unit can carry another in this battle"
    assert [reason["text"] for reason in table.session.why_not({"do": "first"})] == [
        "Who acts first is settled for this turn"
    ]


def test_who_has_no_weapon_hears_nothing_of_range_and_arc() -> None:
    red = ["r1 infantry d1 n weapon=none", "r2 infantry a1 n"]
    table = draw("colonial", red=red, blue=["b1 infantry a6 s"], armies=EUROPEANS, dice=[6, 1])
    assert table.reasons("fire", "r1", target="a6") == ["Infantry r1 have nothing to fire with"]
