"""What a player of any sense does: takes a good shot, keeps its Commander, retreats or stands as it should."""

import random
from typing import Any

import pytest

from portable_wargame.ai.judgement.aims import Aims
from portable_wargame.ai.judgement.personalities import HEADLONG, STEADY
from portable_wargame.ai.judgement.position import Judge
from portable_wargame.ai.judgement.strikes import attack_offered
from portable_wargame.ai.judgement.values import cost_of_hit, expected, worth
from portable_wargame.ai.judgement.ways import FAR, Ways
from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.ai.opponents.standing_orders import FALL_BACK, HOLD, PRESS_ON, StandingOrders
from portable_wargame.battle.terrain import GAS
from portable_wargame.game.actions import Action
from portable_wargame.game.agenda import Chance
from portable_wargame.game.game import Game
from portable_wargame.grid.names import cell_named
from portable_wargame.rules.turn.activation import ACTIVATE
from tests.table import RED_FIRST, draw

THINKERS = ("sergeant", "captain", "general")


def chosen(game: Game, level: str, milliseconds: int = 30) -> Action:
    return choose(player(level), game, random.Random(5), milliseconds).action


@pytest.mark.parametrize("level", THINKERS)
def test_a_good_shot_is_taken(level: str) -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c5 s poor sp=1"], dice=RED_FIRST)
    action = chosen(table.session.game, level)
    assert action.verb == "fire"


def test_a_sergeant_takes_whatever_is_worth_most_at_once() -> None:
    rows = "\n".join([". . . . . .", ". . w . . .", *[". . . . . ."] * 4])
    red, in_woods, in_the_open = "r1 infantry c3 n", "b1 infantry c5 s", "b2 infantry b4 s"
    one = draw("classic", rows, red=[red], blue=[in_woods], dice=RED_FIRST).session.game
    assert chosen(one, "sergeant").verb == "fire"
    two = draw("classic", rows, red=[red], blue=[in_woods, in_the_open], dice=RED_FIRST).session.game
    assert chosen(two, "sergeant").target == two.battle.at[2]


def test_a_sergeant_looks_where_he_goes() -> None:
    """A captain would turn to the enemy whom he cannot see from there."""
    game = draw("classic", red=["r1 infantry a1 e"], blue=["b1 infantry f6 s"], dice=RED_FIRST).session.game
    action = chosen(game, "sergeant")
    assert action.verb == "move"
    before = action.path[-2] if len(action.path) > 1 else game.battle.at[0]
    assert action.facing == game.battle.field.grid.direction(before, action.path[-1])


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
    assert expected(game, 0, [Chance(3, 1, [(1, "loses-sp")]), Chance(3, 1, [])]) > 0
    assert expected(game, 1, [Chance(1, 0, [(1, "loses-sp")])]) < 0
    assert 0 < cost_of_hit(game, 1) < worth(game, 1)


def test_a_commander_far_from_the_enemy_measures_no_ways_for_his_company() -> None:
    rows = "\n".join([". . ."] * 12)
    game = draw("classic", rows, red=["r1 commander b1 n", "r2 infantry b1 n"], blue=["b1 infantry b12 s"]).session.game
    ways = Ways()
    Judge(game, 0, STEADY, ways).command(0)
    assert not ways.known


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
        attacks.append(attack_offered(game, 0, 1))
    assert attacks[0] <= attacks[1]


def test_ways_go_round_what_cannot_be_crossed() -> None:
    rows = "\n".join([". . . . . .", "~ ~ ~ ~ ~ B", ". . . . . ."])
    armies = ("european", "european")
    table = draw("colonial", rows, red=["r1 infantry a1 n"], blue=["b1 infantry a3 s"], armies=armies)
    game = table.session.game
    ways = Ways()
    ways.look_at(game.battle)
    steps = ways.to_nearest(game.battle, game.ruleset, game.battle.type_of[0], [game.battle.at[1]])
    assert 10 <= steps[game.battle.at[0]] < FAR


def test_ways_know_of_mines_that_were_cleared_and_take_no_heed_of_clouds() -> None:
    rows = "\n".join([". . .", "m m m", ". . ."])
    game = draw("modern", rows, red=["r1 infantry b1 n"], blue=["b1 infantry b3 s"]).session.game
    battle = game.battle
    ways = Ways()
    steps = []
    for features in (battle.features[cell_named(battle.field.grid, "b2")], 0, GAS):
        battle.change_features(cell_named(battle.field.grid, "b2"), features)
        steps.append(Judge(game, 0, STEADY, ways).nearest(0))
    assert steps[0] > steps[1] == steps[2]


def skirmish(lost: tuple[int, int], exhausted: tuple[bool, bool]) -> Game:
    red = ["r1 infantry c2 n", "r2 infantry d2 n"]
    game = draw("classic", red=red, blue=["b1 infantry c5 s", "b2 infantry d5 s"], dice=RED_FIRST).session.game
    game.battle.lost, game.battle.exhausted = list(lost), list(exhausted)
    return game


def rows_gone(level: str, until: int, **others: Any) -> int:
    """How far a unit goes north on a long board, while the enemy stands still."""
    rows = "\n".join([". . ."] * 30)
    game = draw("classic", rows, red=["r1 infantry b1 n"], blue=["b1 infantry a30 s"], **others).session.game
    opponent = player(level)
    while game.question() is not None and game.battle.turn <= until:
        idle = next((one for one in game.options() if one.verb in ("end", "done", "stand")), game.options()[0])
        game.play(choose(opponent, game, random.Random(1), 30).action if game.decider() == 0 else idle)
    return game.battle.field.grid.row(game.battle.at[0])


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("aim", [{"hold": ["b28"], "at-turn": 20}, {"exit": {"edge": "north", "units": 1}}])
def test_nobody_puts_off_a_long_way(level: str, aim: dict[str, Any]) -> None:
    assert rows_gone(level, 6, turns=20, victory=[{"side": "red", **aim}]) >= 8


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("turns", [12, 40, 0])
def test_an_enemy_who_does_not_come_is_gone_to(level: str, turns: int) -> None:
    limit = {"turns": turns} if turns else {}
    assert rows_gone(level, 11, **limit) >= 5


def test_losses_weigh_more_the_nearer_defeat_is() -> None:
    """Each side has 8 strength points and is exhausted by the third."""
    even, behind, ahead = (Aims(skirmish(lost, (False, False)), 0).caution for lost in ((0, 0), (2, 0), (0, 2)))
    assert ahead < even == 1.0 < behind


def test_an_exhausted_enemy_who_is_behind_is_left_alone() -> None:
    game = skirmish((1, 3), (False, True))
    assert Aims(game, 0).won_by_waiting
    assert not Aims(skirmish((4, 3), (False, True)), 0).won_by_waiting
    assert Judge(game, 0, STEADY, Ways()).waits
    assert not Judge(game, 0, HEADLONG, Ways()).waits


def test_fire_that_the_enemy_spends_on_a_friend_is_no_danger() -> None:
    dangers = []
    for friend in ("b4", "f1"):
        red = ["r1 infantry c3 n", f"r2 infantry {friend} n"]
        game = draw("classic", red=red, blue=["b1 infantry c5 s"], dice=RED_FIRST).session.game
        judge = Judge(game, 0, STEADY, Ways())
        judge.look_round()
        dangers.append(judge.shots_at(0))
    assert 0 < dangers[0] < dangers[1]


@pytest.mark.parametrize(("lead", "ours", "theirs"), [(1, 0.5, 1.0), (-1, 1.0, 0.5)])
def test_who_wins_anyway_denies_and_who_does_not_takes(lead: int, ours: float, theirs: float) -> None:
    victory = [{"side": "red", "hold": ["b5"], "at-turn": 6}, {"side": "blue", "hold": ["e2"], "at-turn": 6}]
    red, blue = ["r1 infantry c2 n", "r2 infantry d2 n"], ["b1 infantry c5 s", "b2 infantry d5 s"]
    game = draw("classic", red=red, blue=blue, dice=RED_FIRST, turns=6, victory=victory).session.game
    game.battle.lost = [0, 1] if lead > 0 else [1, 0]
    (mine,), (his,) = (row.cells for row in game.battle.objectives.rows)
    worth = Aims(game, 0).worth
    assert (worth[mine], worth[his]) == (ours, theirs)


def test_a_cell_is_worth_more_the_fewer_others_are_missing() -> None:
    victory = [{"side": "red", "hold": ["c2", "b5"], "at-turn": 6}]
    found = []
    for cell in ("c2", "c1"):
        red = [f"r1 infantry {cell} n", "r2 infantry f1 n"]
        game = draw("classic", red=red, blue=["b1 infantry c5 s"], turns=6, victory=victory).session.game
        found.append(Aims(game, 0).worth[game.battle.objectives.rows[0].cells[1]])
    assert found[0] > found[1]


def test_a_captain_goes_in_with_the_bayonet() -> None:
    """The danger of standing next to an enemy is no reason to stay away: a beaten enemy is not there any more."""
    game = draw("classic", red=["r1 infantry d1 n"], blue=["b1 infantry c3 s"], dice=RED_FIRST).session.game
    verbs = []
    while game.question() is ACTIVATE and game.decider() == 0:
        action = chosen(game, "captain")
        verbs.append(action.verb)
        game.play(action)
    assert verbs[:2] == ["move", "fight"]
