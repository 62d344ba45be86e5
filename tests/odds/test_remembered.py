"""Odds that are asked for twice are worked out once, and forgotten as soon as they may be others."""

import random

from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.battle.battle import Placement
from portable_wargame.battle.pieces import Order
from portable_wargame.game.actions import Action
from portable_wargame.game.dice import EACH_BY_ITSELF, FACES, Dice, Ways, at_least
from portable_wargame.game.game import Game
from portable_wargame.game.views import view
from portable_wargame.rules.fire.artillery import DECLARE_BOMBARDMENTS
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from tests.table import scenario


def guns() -> Game:
    """Two guns of red's have two enemies within reach, and name their targets."""
    tree = scenario(
        "classic",
        red=["r1 artillery b2 n", "r2 artillery d2 n", "r3 infantry f2 n"],
        blue=["b1 infantry b5 s", "b2 infantry d5 s", "b3 artillery f6 s"],
    )
    game = new_game(read_tree(tree), Dice(1))
    assert game.question() is DECLARE_BOMBARDMENTS
    return game


def told(game: Game, action: Action) -> list[tuple[int, int, list[tuple[int, str]]]]:
    return [(chance.ways, chance.dice, chance.effects) for chance in game.chances(action)]


def test_a_game_remembers_only_where_it_is_asked_to() -> None:
    game = guns()
    shot = game.options()[0]
    assert game.chances(shot) is not game.chances(shot)
    game.foreseen = {}
    assert game.chances(shot) is game.chances(shot)


def test_naming_a_target_leaves_the_odds_of_the_others_as_they_are() -> None:
    game = guns()
    game.foreseen = {}
    first = game.options()[0]
    others = [action for action in game.options() if action.verb == "bombard" and action.unit != first.unit]
    known = [game.chances(action) for action in others]
    assert others
    game.perform(first)
    for action, odds in zip(others, known, strict=True):
        assert game.chances(action) is odds
        fresh = game.copy(Dice(0))
        assert told(fresh, action) == told(game, action)


def test_anything_else_makes_it_forget() -> None:
    game = guns()
    game.foreseen = {}
    while game.question() is DECLARE_BOMBARDMENTS:
        game.chances(game.options()[0])
        assert game.foreseen
        game.perform(Action("done"))
    assert not game.foreseen


def test_a_player_s_thoughts_serve_the_report() -> None:
    game = guns()
    game.foreseen = {}
    action = choose(player("sergeant"), game, random.Random(1)).action
    assert action.verb == "bombard"
    known = game.foreseen[action]
    assert game.chances(action) is known
    assert told(game.copy(Dice(0)), action) == told(game, action)


def test_what_is_hidden_from_a_side_is_kept_out_of_what_it_remembers() -> None:
    tree = scenario("classic", red=["r1 artillery b2 n"], blue=["b1 infantry b5 s", "b2 artillery d6 s"])
    game = new_game(read_tree(tree), Dice(1))
    game.foreseen = {}
    assert view(game, 0, random.Random(1)).foreseen is game.foreseen
    game.battle.orders = [Order(game.battle.roster.unit_ids.index("b2"), 0, False, False)]
    assert view(game, 0, random.Random(1)).foreseen is game.foreseen  # a gun's odds are those of its firing alone
    game.battle.concealed = [Placement(1, game.battle.roster.unit_ids.index("b1"), 10, 0)]
    seen = view(game, 0, random.Random(1)).foreseen
    assert seen == {}
    assert seen is not game.foreseen


def test_faces_are_told_apart_only_where_it_matters() -> None:
    for least in range(-2, 10):
        ways = Ways([int(face >= least) for face in EACH_BY_ITSELF])
        assert (at_least(least).faces, at_least(least).counts) == (ways.faces, ways.counts)
        assert sum(ways.counts) == FACES
