"""Commanders with a name have a temper, a habit of deployment and a quirk; and everybody says what he is up to."""

import random
from typing import Any

import pytest

import portable_wargame as pw
from portable_wargame.ai.judgement.personalities import BRANDT, HAZARD, MARROW, PERSONALITIES, STEADY, Personality
from portable_wargame.ai.judgement.plans import Plan
from portable_wargame.ai.judgement.position import Judge
from portable_wargame.ai.judgement.ways import Ways
from portable_wargame.ai.opponents.intents import DEEDS, STANDING, TURNING, intent
from portable_wargame.ai.opponents.players import called, choose, player
from portable_wargame.battle.naming import place, unit_name
from portable_wargame.battle.unit import ACTIVATED
from portable_wargame.game.actions import Action
from portable_wargame.game.game import Game
from portable_wargame.grid.names import cell_named
from tests.table import RED_FIRST, draw

FOOT = ["r1 infantry c2 n", "r2 infantry d2 n"]


def game(red: list[str], **more: Any) -> Game:
    return draw("classic", red=red, blue=["b1 infantry c6 s", "b2 infantry d6 s"], dice=RED_FIRST, **more).session.game


def command(mind: Personality, red: list[str]) -> float:
    table = game(red)
    return Judge(table, 0, mind, Ways()).command(0)


def test_a_gunner_keeps_to_his_guns() -> None:
    with_guns, without = ["r1 commander a1 n", "r2 artillery b1 n"], ["r1 commander a1 n", "r2 infantry b1 n"]
    assert command(BRANDT, with_guns) - command(BRANDT, without) > 1
    assert command(STEADY, with_guns) == command(STEADY, without)


def test_a_gambler_is_pressed_harder_when_he_is_behind() -> None:
    table = game(FOOT, turns=8)
    table.battle.lost = [3, 0]
    table.battle.turn = 6
    pressures = [Judge(table, 0, mind, Ways()).pressure for mind in (STEADY, HAZARD)]
    assert 0 < pressures[0] < pressures[1]


def test_they_differ_in_where_they_deploy() -> None:
    assert MARROW.forward < STEADY.forward < HAZARD.forward


@pytest.mark.parametrize("name", PERSONALITIES)
def test_everybody_can_lead_a_side_and_has_words(name: str) -> None:
    table = game(FOOT)
    choice = choose(player(f"captain:{name}"), table, random.Random(1))
    assert table.allows(choice.action) and PERSONALITIES[name].words


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        ((0, 2), "letting the time pass – at this rate we win on losses; everybody to sit tight"),
        (
            (2, 0),
            "finding no opening – at this rate we lose on losses; everybody to stay put: no order would gain anything",
        ),
    ],
)
def test_who_waits_or_hurries_says_why(lost: tuple[int, int], said: str) -> None:
    table = game(FOOT, turns=8)
    table.battle.lost = list(lost)
    table.battle.turn = 7
    assert intent(Judge(table, 0, STEADY, Ways()), Plan(Action("end"), 0.0)) == said


def test_a_commander_goes_by_name_and_a_temper_by_its_word() -> None:
    assert [called(one) for one in (STEADY, BRANDT, MARROW)] == ["steady", "General Brandt", "Old Marrow"]


def said_of(table: Game, plan: Plan) -> str:
    return intent(Judge(table, 0, STEADY, Ways()), plan).partition("; ")[2]


def test_an_attack_says_how_likely_it_does_harm() -> None:
    table = draw("classic", red=["r1 infantry c4 n"], blue=["b1 infantry c6 s"], dice=RED_FIRST).session.game
    shot = next(action for action in table.options() if action.verb == "fire")
    assert said_of(table, Plan(shot, 0.0, "fire", shot.target)) == "infantry r1 to fire on c6: 1 in 2"
    march = next(action for action in table.options() if action.path)
    assert said_of(table, Plan(march, 0.0, "move", march.path[-1])).startswith("infantry r1 to go to ")


def test_a_unit_or_a_side_that_stops_says_so() -> None:
    table = game(FOOT)
    assert said_of(table, Plan(Action("done", 0), 0.0)) == "infantry r1 to leave it at that"
    assert said_of(table, Plan(Action("end"), 0.0)).startswith("everybody to stay put: ")
    table.battle.activity[1] = ACTIVATED
    assert said_of(table, Plan(Action("end"), 0.0)).startswith("the rest to stay put: ")


HOLD = [{"side": "red", "hold": ["c4", "c5"], "at-turn": 8}]
ONE = [{"side": "red", "hold": ["c4"], "at-turn": 8}]


def test_a_side_that_has_let_its_turn_pass_does_not_claim_to_be_on_its_way() -> None:
    table = game(FOOT, turns=8, victory=HOLD)
    judge = Judge(table, 0, STEADY, Ways())
    assert intent(judge, Plan(Action("end"), 0.0)).startswith("finding no way to c4 and c5")
    march = next(action for action in table.options() if action.path)
    assert intent(judge, Plan(march, 0.0)).startswith("making for c4 and c5")


def test_a_move_says_what_it_is_for() -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c6 s"], dice=RED_FIRST, victory=ONE)
    game = table.session.game
    grid = game.battle.field.grid

    def going(where: str) -> Action:
        cell = cell_named(grid, where)
        return next(action for action in game.options() if action.path[-1:] == (cell,))

    assert said_of(game, Plan(going("c4"), 0.0)) == "infantry r1 to take c4"
    assert said_of(game, Plan(going("c2"), 0.0)) == "infantry r1 to draw back to c2"
    target = cell_named(grid, "c6")
    assert said_of(game, Plan(going("c4"), 0.0, "fire", target)) == "infantry r1 to take c4 and fire on c6"
    turn = next(action for action in game.options() if action.verb == "move" and not action.path)
    assert said_of(game, Plan(turn, 0.0)) == "infantry r1 to change front"


@pytest.mark.parametrize("name", ["sallow-wood", "toll-house", "fort-solace"])
def test_what_is_announced_is_what_is_done(name: str) -> None:
    """Guns, aircraft, trucks and works of a few turns, by a captain on both sides."""
    battle = pw.battle(name, seed=5)
    seated = [player("captain"), player("captain")]
    luck = random.Random(1)
    game = battle._session.game
    while game.question() is not None and game.battle.turn <= 4:
        choice = choose(seated[game.decider()], game, luck)
        action, (posture, _, deed) = choice.action, choice.intent.partition("; ")
        if action.verb in TOLD:
            assert TOLD[action.verb] in deed
        if action.path:
            assert place(game.battle, action.path[-1]) in deed
        if action.unit >= 0 and game.battle.side_of(action.unit) == game.decider() and action.verb != "stand":
            assert deed.startswith(unit_name(game.battle, action.unit))
        if action.verb in ("fire", "fight", "bombard", "enter"):
            assert place(game.battle, action.target) in deed
        if posture.startswith("finding no"):
            assert action.verb == "end"
            units = game.battle.units(game.decider())
            assert not any(game.battle.has(unit, ACTIVATED) for unit in units)
        game.perform(game.settle(action))


TOLD = {
    "fire": " to fire on ",
    "fight": " to attack ",
    "bombard": " to shell ",
    "strafe": " to strafe ",
    "bomb": " to bomb ",
    "enter": " to come on at ",
    "leave": " to leave the board",
    "retreat": " to fall back to ",
    "load": " to load ",
    "unload": " to unload ",
}


def test_an_intent_is_put_into_words_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Plan] = []

    def noted(judge: Judge, plan: Plan) -> str:
        read.append(plan)
        return "so"

    monkeypatch.setattr("portable_wargame.ai.opponents.captain.intent", noted)
    choice = choose(player("captain"), game(FOOT), random.Random(1))
    assert not read
    assert choice.intent == "so" and len(read) == 1


def test_an_order_reads_alike_for_a_gun_and_for_a_regiment() -> None:
    assert all(words.startswith("{unit} to ") for words in (*DEEDS.values(), TURNING, STANDING))
