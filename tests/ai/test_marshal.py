"""The marshal keeps what he has found for units that have not acted yet, while it may be done and the turn lasts."""

import random

from portable_wargame.ai.foresight.deliberation import Effort
from portable_wargame.ai.judgement.plans import Plan, side_plans
from portable_wargame.ai.judgement.position import Judge
from portable_wargame.ai.judgement.ready import ready
from portable_wargame.ai.opponents.marshal import Marshal
from portable_wargame.ai.opponents.players import NO_BRAKE, choose, player
from portable_wargame.game.actions import Action
from portable_wargame.game.game import Game
from portable_wargame.rules.fire.artillery import DECLARE_BOMBARDMENTS
from tests.table import RED_FIRST, draw

RED = ["r1 infantry c2 n", "r2 infantry e2 n"]
BLUE = ["b1 infantry c5 s", "b2 infantry e5 s"]


def looking(game: Game, marshal: Marshal) -> Judge:
    return Judge(game, 0, marshal.personality, marshal.ways)


def test_what_was_found_better_takes_the_place_of_the_captains_plan() -> None:
    game = draw("classic", red=RED, blue=BLUE, dice=RED_FIRST).session.game
    marshal = Marshal()
    judge = looking(game, marshal)
    by_captain = marshal.planned(judge, Effort(1, NO_BRAKE))
    assert [one.action for one in by_captain] == [one.action for one in side_plans(judge, ready(game))]
    other = next(one for one in game.options() if one.verb == "move" and one.unit == 1)
    marshal.kept = {1: Plan(other, 5.0), 0: Plan(Action("fire", 0, target=game.battle.at[0]), 9.0)}
    kept = marshal.planned(judge, Effort(1, NO_BRAKE))
    assert kept[0].action == other, "it is the most urgent now"
    assert [one.action for one in kept[1:]] == [one.action for one in by_captain if one.action.unit == 0], "not allowed"


def test_a_new_turn_is_planned_from_the_beginning() -> None:
    game = draw("classic", red=RED, blue=BLUE, dice=RED_FIRST).session.game
    marshal = Marshal()
    marshal.planned(looking(game, marshal), Effort(1, NO_BRAKE))
    marshal.kept = {1: Plan(Action("end"), 5.0)}
    game.battle.turn += 1
    marshal.planned(looking(game, marshal), Effort(1, NO_BRAKE))
    assert marshal.kept == {}


def test_guns_are_aimed_by_forecasts() -> None:
    game = draw(
        "classic",
        "\n".join([". . . . . ."] * 8),
        red=["r1 artillery c1 n", "r2 infantry a1 n"],
        blue=["b1 infantry c6 s", "b2 infantry d6 s poor sp=1"],
        dice=[],
    ).session.game
    assert game.question() is DECLARE_BOMBARDMENTS
    action = choose(player("marshal"), game, random.Random(1), NO_BRAKE).action
    assert (action.verb, action.target) == ("bombard", game.battle.at[3])
