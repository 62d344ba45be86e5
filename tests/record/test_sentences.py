"""Every event, action and question of the engine has a sentence of its own, and rolls show their arithmetic."""

import ast
import importlib
import pkgutil
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import portable_wargame
from portable_wargame import rules
from portable_wargame.game.agenda import Decision
from portable_wargame.game.dice import Dice
from portable_wargame.record.session import Session
from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario.reading import read_tree
from portable_wargame.speech.chances import odds_words, parts_of, per_cent
from portable_wargame.speech.happenings import HAPPENINGS
from portable_wargame.speech.questions import QUESTIONS
from portable_wargame.speech.sentences import (
    action_sentence,
    command_sentence,
    event_sentence,
    modifier_words,
    order_sentence,
    question_sentence,
)
from portable_wargame.speech.throws import THROWS
from portable_wargame.speech.trees import Action, Chance
from portable_wargame.speech.verbs import VERBS
from tests.random_battles import random_scenario
from tests.table import RED_FIRST, Table, draw, rolls

Units = dict[str, Any]

SOURCE = Path(portable_wargame.__file__).parent
# Where the kind of an event stands among the arguments of what makes one.
MAKERS = {"Event": 0, "tell": 1, "change_feature": 4}
ROLLERS = {"tell_roll": 1, "throw": 2}


def strings(node: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    """The strings that an argument may hold: itself, either branch, or what its name was set to nearby."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from strings(node.body, function)
        yield from strings(node.orelse, function)
    elif isinstance(node, ast.Name):
        for inner in ast.walk(function):
            if isinstance(inner, ast.Assign) and any(ast.unparse(one) == node.id for one in inner.targets):
                yield from strings(inner.value, function)


def made_by(makers: dict[str, int]) -> set[str]:
    """Every kind that the engine's calls of these functions name."""
    found: set[str] = set()
    for package in ("game", "rules", "rulesets", "scenario"):
        for path in (SOURCE / package).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            for function in ast.walk(tree):
                if not isinstance(function, ast.FunctionDef):
                    continue
                for call in ast.walk(function):
                    name = ast.unparse(call.func).rpartition(".")[2] if isinstance(call, ast.Call) else ""
                    if isinstance(call, ast.Call) and name in makers and len(call.args) > makers[name]:
                        found.update(strings(call.args[makers[name]], function))
    return found


def decisions() -> set[str]:
    names: set[str] = set()
    for module in pkgutil.walk_packages(rules.__path__, rules.__name__ + "."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Decision):
                names.add(value.name)
    return names


def test_the_scan_finds_what_the_engine_makes() -> None:
    assert {"turn", "moved", "lost-sp", "over"} <= made_by(MAKERS)
    assert {"fire", "artillery", "hit", "initiative", "commander", "double-move"} <= made_by(ROLLERS)


def test_every_event_of_the_engine_has_its_sentence() -> None:
    assert made_by(MAKERS) - {"roll"} <= set(HAPPENINGS)
    assert {work.done for book in RULESETS.values() for work in book.works} <= set(HAPPENINGS)


def test_every_roll_of_the_engine_has_its_sentence() -> None:
    assert made_by(ROLLERS) <= set(THROWS)


def test_every_verb_of_the_engine_has_its_row() -> None:
    assert {activity.verb for book in RULESETS.values() for activity in book.activities} <= set(VERBS)


def test_every_decision_is_a_question() -> None:
    assert decisions() == set(QUESTIONS)


@pytest.mark.parametrize(("book", "grid"), [(book.name, grid) for book in RULESETS.values() for grid in book.grids])
def test_whole_battles_can_be_told(book: str, grid: str) -> None:
    for seed in range(6):
        session = Session(read_tree(random_scenario(book, grid, seed)), Dice(seed))
        luck = random.Random(seed)
        battle = session.game.battle
        told = [event_sentence(battle, event) for event in session.opening]
        for _ in range(150):
            if session.game.question() is None:
                break
            assert question_sentence(battle, session.state())
            assert question_sentence(battle, session.state(), mine=False)
            action = luck.choice(session.legal()["actions"])
            assert action_sentence(battle, action)
            odds_words(battle, session.odds(action))
            told += [event_sentence(battle, event) for event in session.play(action)]
        assert all("{" not in sentence and "None" not in sentence for sentence in told)


def fired_on(dice: list[int]) -> tuple[Table, str]:
    rows = ". . .\n. w .\n. . .\n. . .\n. . ."
    table = draw("classic", rows, [*RED_FIRST, *dice], red=["r1 infantry b2 n name=Guard"], blue=["b1 infantry b4 s"])
    before = table.session.game.battle
    (roll,) = rolls(table.play("fire", "r1", target="b4"), "fire")
    return table, event_sentence(table.session.game.battle, roll, before=before)


def test_a_shot_shows_its_arithmetic_with_clauses() -> None:
    assert fired_on([5, 2])[1] == (
        "Guard fired on infantry b1 in b4 (needs 5): 5 + 1 stood still − 1 target in cover = 5 – hit. "  # noqa: RUF001
        "[classic.fire.roll, classic.fire.mod-still, classic.fire.mod-cover]"
    )


def test_clauses_can_be_left_out() -> None:
    table = draw("classic", dice=[*RED_FIRST, 3], red=["r1 infantry b2 n"], blue=["b1 infantry b4 s"])
    (roll,) = rolls(table.play("fire", "r1", target="b4"), "fire")
    told = event_sentence(table.session.game.battle, roll, clauses=False)
    assert told == "Infantry r1 fired on b4 (needs 5): 3 + 1 stood still = 4 – miss."


def test_a_hit_names_the_quality_and_what_follows() -> None:
    table = draw("classic", dice=[*RED_FIRST, 5, 2], red=["r1 infantry b2 n"], blue=["b1 infantry b4 s elite"])
    events = table.play("fire", "r1", target="b4")
    told = [event_sentence(table.session.game.battle, event) for event in events]
    assert told[1:4] == [
        "Infantry b1 were hit in b4. [classic.fire.roll]",
        "The hit on infantry b1 (elite): 2 – lose 1 SP. [classic.hits.table]",
        "Infantry b1 lost 1 SP, 3 left. [classic.hits.table]",
    ]


def test_a_handicap_is_part_of_the_need() -> None:
    rows = ". . .\n. h .\n. . .\n. . ."
    units: Units = {"red": ["r1 infantry b2 n"], "blue": ["b1 infantry b3 s"]}
    table = draw("colonial", rows, [*RED_FIRST, 3, 6, 5], armies=("european", "native"), **units)
    attack, defence = rolls(table.play("fight", "r1", target="b3"), "close-combat")
    assert event_sentence(table.session.game.battle, attack) == (
        "Infantry r1 fought b3 (needs 4: 3 + 1 attacking uphill): 3 – are hit. "
        "[colonial.close-combat.roll, colonial.hills.uphill]"
    )
    assert event_sentence(table.session.game.battle, defence, clauses=False) == (
        "Infantry b1 fought b2 (needs 3): 6 – survive."
    )


def test_several_dice_stand_side_by_side() -> None:
    units: Units = {"red": ["r1 machine-gun b1 n"], "blue": ["b1 infantry b4 s"]}
    table = draw("colonial", dice=[*RED_FIRST, 4, 1, 5], armies=("european", "native"), **units)
    (roll,) = rolls(table.play("fire", "r1", target="b4"), "fire")
    told = event_sentence(table.session.game.battle, roll, clauses=False)
    assert told == "Machine gun r1 fired on b4 (needs 5): 4, 1, 5 + 1 stood still = 5, 2, 6 – hit, miss, hit."


def test_every_modifier_has_words_without_its_number() -> None:
    for book in RULESETS.values():
        rows = book.fire.modifiers + book.artillery.modifiers + book.close_combat.modifiers
        for row in rows + book.close_combat.handicaps:
            words = modifier_words(row.clause)
            assert words and words[0] not in "+-0123456789", row.clause


def test_orders_are_said_as_one_would_say_them() -> None:
    table, _ = fired_on([1])
    battle = table.session.game.battle
    move: Action = {"do": "move", "unit": "r1", "path": ["b3", "c3"], "facing": "n"}
    assert order_sentence(battle, move) == "Move to c3, facing north"
    assert command_sentence(battle, move) == "Guard: move to c3, facing north"
    assert action_sentence(battle, move) == "Guard moved to c3, facing north"
    assert order_sentence(battle, {**move, "path": []}) == "Turn to face north"
    assert action_sentence(battle, {**move, "path": []}) == "Guard turned to face north"
    assert (
        order_sentence(battle, {"do": "fight", "unit": "b1", "target": "b3", "opponent": "r1"}) == "Attack Guard (b3)"
    )
    assert order_sentence(battle, {"do": "fire", "unit": "r1", "target": "b4"}) == "Fire on infantry b1 (b4)"
    assert order_sentence(battle, {"do": "fire", "unit": "r1", "target": "a1"}) == "Fire on a1"


def test_a_no_answers_its_question() -> None:
    table, _ = fired_on([1])
    battle = table.session.game.battle
    no: Action = {"do": "stand", "unit": "r1"}
    assert order_sentence(battle, no, "whether to advance") == "Stand fast"
    assert order_sentence(battle, no, "test the Commander") == "Take 1 SP"
    assert action_sentence(battle, no, "blue", "test the Commander") == "Blue settled for 1 SP"
    assert action_sentence(battle, {"do": "stand"}, "red", "whether to act first") == "Red let the enemy act first"
    assert action_sentence(battle, {"do": "end"}, "red") == "Red ended its turn"


def test_odds_are_exact_and_short() -> None:
    table = draw("classic", dice=RED_FIRST, red=["r1 infantry b2 n"], blue=["b1 infantry b4 s"])
    odds = table.session.odds({"do": "fire", "unit": "r1", "target": "b4"})
    assert odds_words(table.session.game.battle, odds) == "50% hit: 25% lose 1 SP, 25% retreat or lose 1 SP"
    assert odds_words(table.session.game.battle, table.session.odds({"do": "end"})) == ""


def test_several_hits_on_one_unit_are_told_together() -> None:
    table = draw("modern", dice=RED_FIRST, red=["r1 machine-gun b2 n"], blue=["b1 infantry b4 s"])
    told = {chance["outcome"] for chance in table.session.odds({"do": "fire", "unit": "r1", "target": "b4"})}
    assert "infantry b1 lose 3 SP" in told
    assert "infantry b1 lose 1 SP then retreat or lose 1 SP" in told


def test_odds_of_close_combat_name_both_units_the_enemy_first() -> None:
    table = draw("classic", dice=RED_FIRST, red=["r1 infantry b2 n"], blue=["b1 infantry b3 s"])
    odds = table.session.odds({"do": "fight", "unit": "r1", "target": "b3"})
    words = odds_words(table.session.game.battle, odds, "r1")
    assert words.startswith("Infantry b1 33% hit: ")
    assert "; Infantry r1 33% hit: " in words


def test_parts_of_a_chance_add_up() -> None:
    assert parts_of([1 / 6, 1 / 6]) == ["17%", "16%"]
    assert parts_of([1 / 12, 1 / 12]) == ["9%", "8%"]
    assert parts_of([0.001, 0.332]) == ["<1%", "33%"]


def test_per_cent_never_lies_at_the_ends() -> None:
    assert [per_cent(share) for share in (0.0, 0.001, 1 / 6, 0.999, 1.0)] == ["0%", "<1%", "17%", ">99%", "100%"]


def test_who_alone_may_be_hit_by_his_own_attack_is_named() -> None:
    odds: list[Chance] = [
        {"probability": 0.5, "outcome": "no effect", "effects": []},
        {"probability": 0.5, "outcome": "r1 destroyed", "effects": [{"unit": "r1", "effect": "destroyed"}]},
    ]
    battle = draw("classic", dice=RED_FIRST, red=["r1 infantry b2 n"], blue=["b1 infantry b3 s"]).session.game.battle
    assert odds_words(battle, odds, "r1") == "Infantry r1 50% destroyed"
    assert odds_words(battle, odds, "b1") == "50% destroyed"
