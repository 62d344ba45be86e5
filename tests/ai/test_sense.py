"""What a player of any sense does: takes a good shot, keeps its Commander, retreats or stands as it should."""

import random
from typing import Any

import pytest

from portable_wargame.ai.orders import FALL_BACK, HOLD, PRESS_ON, StandingOrders
from portable_wargame.ai.personalities import STEADY
from portable_wargame.ai.players import choose, player
from portable_wargame.ai.position import Judge
from portable_wargame.ai.values import cost_of_hit, expected, worth
from portable_wargame.ai.ways import FAR, Ways
from portable_wargame.game.actions import Action
from portable_wargame.game.agenda import Chance
from portable_wargame.game.game import Game
from tests.table import RED_FIRST, draw

THINKERS = ("sergeant", "captain", "general")


def chosen(game: Game, level: str, milliseconds: int = 30) -> Action:
    return choose(player(level), game, random.Random(5), milliseconds).action


@pytest.mark.parametrize("level", THINKERS)
def test_a_good_shot_is_taken(level: str) -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c5 s poor sp=1"], dice=RED_FIRST)
    action = chosen(table.session.game, level)
    assert action.verb == "fire"


def test_a_recruit_takes_it_about_half_of_the_time() -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c5 s poor sp=1"], dice=RED_FIRST)
    game = table.session.game
    verbs = [choose(player("recruit"), game, random.Random(seed), 0).action.verb for seed in range(100)]
    assert 30 <= verbs.count("fire") <= 70


@pytest.mark.parametrize("level", ("recruit", *THINKERS))
def test_a_commander_does_not_walk_alone_into_contact(level: str) -> None:
    red = ["r1 commander c2 n", "r2 infantry a1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c4 s", "b2 infantry d4 s"], dice=RED_FIRST)
    game = table.session.game
    battle = game.battle
    opponent = player(level)
    for seed in range(10):
        game = table.session.game.copy(table.session.dice.copy())
        luck = random.Random(seed)
        while game.question() is not None and game.decider() == 0 and battle.turn == game.battle.turn:
            game.play(choose(opponent, game, luck, 10).action)
        if game.battle.at[0] >= 0 and len(game.battle.units_in(game.battle.at[0])) == 1:
            assert not game.battle.enemy_next_to(game.battle.at[0], 0)


HIT = [*RED_FIRST, 6, 6]  # red hits, and the hit leaves the choice


def hit_unit(*words: str, **others: Any) -> Game:
    table = draw("classic", red=["r1 infantry c3 n"], blue=[" ".join(("b1 infantry c5 s", *words))], dice=HIT, **others)
    table.play("fire", "r1", target="c5")
    assert table.session.game.decider() == 1
    return table.session.game


@pytest.mark.parametrize("level", THINKERS)
def test_the_last_strength_point_is_saved_by_a_retreat(level: str) -> None:
    assert chosen(hit_unit("sp=1"), level).verb == "retreat"


@pytest.mark.parametrize("level", ("captain", "general"))
def test_ground_that_decides_the_battle_is_not_given_up(level: str) -> None:
    victory = [{"side": "blue", "hold": ["c5"], "at-turn": 1}]
    assert chosen(hit_unit("sp=4", turns=6, victory=victory), level).verb == "lose-sp"


def test_standing_orders_answer_or_leave_it() -> None:
    game = hit_unit("sp=4")
    held = StandingOrders(when_hit=HOLD).answer(game)
    fell_back = StandingOrders(when_hit=FALL_BACK).answer(game)
    assert held is not None and held.verb == "lose-sp"
    assert fell_back is not None and fell_back.verb == "retreat"
    assert game.allows(held) and game.allows(fell_back)
    assert StandingOrders(when_won=PRESS_ON).answer(game) is None
    assert StandingOrders().answer(game) is None


def test_losses_count_for_the_one_and_against_the_other() -> None:
    game = draw("classic", red=["r1 infantry c3 n"], blue=["b1 artillery c5 s"], dice=[]).session.game
    assert expected(game, 0, [Chance(0.5, [(1, "loses-sp")]), Chance(0.5, [])]) > 0
    assert expected(game, 1, [Chance(1.0, [(1, "loses-sp")])]) < 0
    assert 0 < cost_of_hit(game, 1) < worth(game, 1)


def test_cover_is_safer_than_the_open_and_a_front_than_a_flank() -> None:
    dangers = []
    for ground in "w.":
        rows = "\n".join([". . . . . ."] * 3 + [f". . {ground} . . ."] + [". . . . . ."] * 2)
        game = draw("classic", rows, red=["r1 infantry c3 n"], blue=["b1 infantry c5 s"], dice=RED_FIRST).session.game
        dangers.append(Judge(game, 0, STEADY, Ways()).shots_at(0))
    assert dangers[0] < dangers[1]
    attacks = []
    for facing in "ne":
        red = [f"r1 infantry c3 {facing}"]
        game = draw("classic", red=red, blue=["b1 infantry c4 s"], dice=RED_FIRST).session.game
        attacks.append(Judge(game, 0, STEADY, Ways()).attack_offered(0, 1))
    assert attacks[0] <= attacks[1]


def test_ways_go_round_what_cannot_be_crossed() -> None:
    rows = "\n".join([". . . . . .", "~ ~ ~ ~ ~ B", ". . . . . ."])
    armies = ("european", "european")
    table = draw("colonial", rows, red=["r1 infantry a1 n"], blue=["b1 infantry a3 s"], armies=armies)
    game = table.session.game
    steps = Ways().to(game.battle, game.ruleset, game.battle.type_of[0], game.battle.at[1])
    assert 10 <= steps[game.battle.at[0]] < FAR
