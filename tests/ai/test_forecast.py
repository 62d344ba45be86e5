"""Forecasts: blows count by their odds, and whoever is more likely driven back or pinned than not, is."""

import math
import random
from typing import Any

import pytest

from portable_wargame.ai.foresight import deliberation
from portable_wargame.ai.foresight import forecast as forecast_module
from portable_wargame.ai.foresight.deliberation import (
    OPINION,
    Effort,
    Rival,
    affordable,
    compared,
    deliberate,
    forecast_of,
    the_better,
)
from portable_wargame.ai.foresight.forecast import AS_A_CAPTAIN, Forecast, Known, Reply
from portable_wargame.ai.foresight.rivals import Breadth, Candidate
from portable_wargame.ai.judgement.personalities import STEADY
from portable_wargame.ai.judgement.plans import Plan, side_plans
from portable_wargame.ai.judgement.position import Judge
from portable_wargame.ai.judgement.ready import ready
from portable_wargame.ai.judgement.strikes import effects_of, split
from portable_wargame.ai.judgement.values import cost, cost_of_hit
from portable_wargame.ai.judgement.ways import Ways
from portable_wargame.ai.opponents.players import NO_BRAKE, choose, player
from portable_wargame.game.actions import Action
from portable_wargame.game.game import Game
from portable_wargame.game.tables import DESTROYED, HIT, PINNED
from tests.playing import game_after
from tests.rulesets.late_19th_century.drawing import red_to_act
from tests.table import RED_FIRST, draw

RED, BLUE = 0, 1  # the only unit of each side
A_HIT = [(1.0, HIT)]
HOLD_C1 = {"side": "blue", "hold": ["c1"], "at-turn": 6}


def forecast(book: str, blue: str = "b1 infantry c5 s", **more: Any) -> Forecast:
    red = more.pop("red", "r1 infantry c3 n")
    game = draw(book, red=[red], blue=[blue], dice=RED_FIRST, **more).session.game
    return Forecast(Judge(game, 0, STEADY, Ways()), 1, {}, False)


def hit(forecast: Forecast, unit: int, how_likely: float = 1.0) -> None:
    forecast.suffer(unit, how_likely * cost_of_hit(forecast.game, unit), A_HIT)


@pytest.mark.parametrize(
    ("book", "unit"),
    [("classic", "infantry {} {}"), ("colonial", "infantry {} {} weapon=single-shot-rifle")],
)
def test_what_a_blow_may_do_costs_what_it_is_expected_to_cost(book: str, unit: str) -> None:
    game = forecast(book, "b1 " + unit.format("c5", "s"), red="r1 " + unit.format("c3", "n")).game
    odds = split(game, BLUE, 0.6, effects_of(game, Action("fire", RED, target=game.battle.at[BLUE])))
    assert len(odds) == 2
    assert sum(chance * cost(game, BLUE, effect) for effect, chance in odds.items()) == pytest.approx(0.6)


def test_a_unit_that_is_more_likely_driven_back_than_not_is_driven_back() -> None:
    ahead = forecast("classic")
    stood = ahead.game.battle.at[BLUE]
    hit(ahead, BLUE)  # half of the hits on an average unit cost a strength point, the other half drive it back
    assert ahead.likely.points[BLUE] == pytest.approx(3.5)
    assert ahead.game.battle.at[BLUE] == stood
    hit(ahead, BLUE)
    assert ahead.likely.points[BLUE] == pytest.approx(3.0)
    assert ahead.game.battle.field.grid.distance(ahead.game.battle.at[BLUE], stood) == 1


def test_what_was_not_likely_enough_is_forgotten_after_the_next_turn() -> None:
    ahead = forecast("classic")
    stood = ahead.game.battle.at[BLUE]
    hit(ahead, BLUE)
    ahead.recover(1)
    hit(ahead, BLUE)
    assert ahead.game.battle.at[BLUE] == stood


def test_whoever_cannot_retreat_pays_for_it() -> None:
    guns = forecast("classic", "b1 artillery c5 s")
    hit(guns, BLUE, 0.5)
    assert guns.likely.points[BLUE] == pytest.approx(1.5)
    walled_in = forecast("colonial", "b1 rifled-siege-artillery c5 s")
    hit(walled_in, BLUE, 0.5)
    assert walled_in.likely.alive[BLUE] == pytest.approx(0.5)


def test_a_unit_that_is_more_likely_pinned_than_not_is_pinned() -> None:
    game = red_to_act(red=["r1 infantry-rifles c3 n"], blue=["b1 infantry-rifles c5 s"]).session.game
    ahead = Forecast(Judge(game, 0, STEADY, Ways()), 1, {}, False)
    effects = [(1 / 3, DESTROYED), (1 / 2, PINNED)]
    die = sum(chance * cost(ahead.game, BLUE, effect) for chance, effect in effects)
    ahead.suffer(BLUE, die, effects)
    assert ahead.likely.alive[BLUE] == pytest.approx(2 / 3)
    assert not ahead.game.battle.pinned[BLUE]
    ahead.suffer(BLUE, die, effects)
    assert ahead.game.battle.pinned[BLUE]


@pytest.mark.parametrize("scenario", ("market-day", "spitzberg", "port-sabine", "sallow-wood"))
def test_a_forecast_leaves_the_game_as_it_is(scenario: str) -> None:
    game = game_after(scenario, 4, 40)
    judge = Judge(game, game.decider(), STEADY, Ways())
    plans = side_plans(judge, ready(game))
    at, lost = list(game.battle.at), list(game.battle.lost)
    for in_haste in (False, True):
        forecast = Forecast(judge, 3, {}, in_haste)
        assert forecast.follow(plans[0].action, plans, math.inf)
        values = forecast.values()
        assert len(values) == (2 if in_haste else 3)
        assert all(0 < value < 1 for value in values)
    assert (list(game.battle.at), list(game.battle.lost)) == (at, lost)


def test_what_is_planned_for_a_state_is_known_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_after("market-day", 4, 40)
    judge = Judge(game, game.decider(), STEADY, Ways())
    plans = side_plans(judge, ready(game))
    known: Known = {}

    def ahead() -> list[float]:
        one = Forecast(judge, 3, known, False)
        assert one.follow(plans[0].action, plans, math.inf)
        return one.values()

    before = ahead()
    monkeypatch.setattr(forecast_module, "side_plans", None)
    assert ahead() == before
    known.clear()
    with pytest.raises(TypeError):
        ahead()


def candidates(monkeypatch: pytest.MonkeyPatch, game: Game) -> list[Plan]:
    """What the general compares, the one to beat first."""
    found: list[Candidate] = []

    def first(judge: Judge, compared: list[Candidate], *_: object) -> Candidate:
        found.extend(compared)
        return compared[0]

    monkeypatch.setattr(deliberation, "compared", first)
    judge = Judge(game, game.decider(), STEADY, Ways())
    deliberate(judge, random.Random(1), Breadth(4, 6), Effort(100, 60_000))
    return [one.plan for one in found]


def test_the_last_unit_may_stay_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """All others have acted: without that, who was to do nothing would have to do something after all."""
    game = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry c3 s"], dice=RED_FIRST).session.game
    plans = candidates(monkeypatch, game)
    assert plans[0].action.unit == RED
    assert [plan.action.verb for plan in plans].count("end") == 1


def test_a_unit_that_has_moved_goes_on_first(monkeypatch: pytest.MonkeyPatch) -> None:
    red = ["r1 infantry a1 n", "r2 infantry c1 n"]
    table = draw("classic", red=red, blue=["b1 infantry a4 s", "b2 infantry c3 s"], dice=RED_FIRST)
    table.play("move", "r1", path=["a2"], facing="n")
    plans = candidates(monkeypatch, table.session.game)
    assert (plans[0].action.verb, plans[0].action.unit) == ("fire", RED)
    assert any(plan.action.unit == 1 for plan in plans)  # or somebody else goes on


def test_a_rival_is_as_good_as_at_its_worst() -> None:
    rival = Rival(Candidate(Plan(Action("end"), 0.0), [], -2.0))
    assert rival.margin() == pytest.approx(-2.0 * OPINION)
    rival.add([0.6, 0.5, 0.9], [0.5, 0.5, 0.5])
    rival.add([0.6, 0.6, 0.9], [0.5, 0.5, 0.5])
    assert rival.margin() == pytest.approx(0.05 - 2.0 * OPINION)


def test_what_is_no_better_than_the_first_plan_is_not_done() -> None:
    first = Candidate(Plan(Action("end"), 0.0), [], 0.0)
    rivals = [Rival(Candidate(Plan(Action("done"), 0.0), [], 0.0)) for _ in range(2)]
    for rival, gain in zip(rivals, (0.0, -0.1), strict=True):
        rival.add([0.5 + gain, 0.9], [0.5, 0.5])
    assert the_better(first, rivals) is first
    rivals[1].add([0.8, 0.9], [0.5, 0.5])
    assert the_better(first, rivals) is rivals[1].candidate


def test_who_shoots_is_likelier_to_win_than_who_does_not() -> None:
    """Two units in sight of each other that cannot move: in a forecast, and so in what is done."""
    rows = "\n".join(["~ ~ ~", "~ . ~", "~ ~ ~", "~ . ~", "~ ~ ~"])
    game = draw(
        "classic", rows, red=["r1 infantry b2 n"], blue=["b1 infantry b4 s"], dice=RED_FIRST, turns=20
    ).session.game
    judge = Judge(game, 0, STEADY, Ways())
    fire, end = (next(action for action in game.options() if action.verb == verb) for verb in ("fire", "end"))
    values = []
    for action in (fire, end):
        one = Forecast(judge, 1, {}, False)
        assert one.follow(action, [], math.inf)
        values.append(one.values())
    assert all(struck > waited for struck, waited in zip(*values, strict=True))
    idle, shooting = Candidate(Plan(end, 0.0), [], 0.0), Candidate(Plan(fire, 0.0), [], 0.0)
    assert compared(judge, [idle, shooting], random.Random(1), Effort(20, 60_000)) is shooting


def test_when_the_brake_is_pulled_the_first_look_decides() -> None:
    game = game_after("market-day", 4, 40)
    judge = Judge(game, game.decider(), STEADY, Ways())
    candidates = [Candidate(Plan(Action("end"), 0.0), [], opinion) for opinion in (0.0, -1.0)]
    effort = Effort(100, -1)
    assert compared(judge, candidates, random.Random(1), effort) is candidates[0]
    assert effort.hurried


def test_so_many_forecasts_are_made_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the clock says: a plan that is to be beaten is looked at once with each throw of the dice."""
    made: list[int] = []

    class Counted(Forecast):
        def __init__(self, judge: Judge, seed: int, known: Known, in_haste: bool, reply: Reply) -> None:
            super().__init__(judge, seed, known, in_haste, reply)
            made.append(seed)

    monkeypatch.setattr(deliberation, "Forecast", Counted)
    game = game_after("market-day", 4, 40)
    judge = Judge(game, game.decider(), STEADY, Ways())
    effort = Effort(40, 60_000)
    deliberate(judge, random.Random(1), Breadth(4, 6), effort)
    assert 20 < len(made) <= 40 + 25 and not effort.hurried


def test_an_enemy_may_be_taken_to_stand_where_he_is() -> None:
    """A captain would come on; one who stands fires, and stays."""
    red, blue = ["r1 infantry c1 n"], ["b1 infantry c6 s", "b2 infantry e6 s"]
    game = draw("classic", red=red, blue=blue, dice=RED_FIRST, turns=6, victory=[HOLD_C1]).session.game
    judge = Judge(game, 0, STEADY, Ways())
    stood = [int(cell) for cell in game.battle.at]
    ends = []
    for reply in (AS_A_CAPTAIN, Reply(1, STEADY, stands=True)):
        one = Forecast(judge, 1, {}, False, reply)
        assert one.follow(Action("end"), [], math.inf)
        ends.append([int(cell) for cell in one.game.battle.at][1:])
    assert ends[0] != stood[1:] and ends[1] == stood[1:]


def test_a_plan_counts_half_by_all_replies_and_half_by_the_worst() -> None:
    game = game_after("market-day", 4, 40)
    judge = Judge(game, game.decider(), STEADY, Ways())
    plans = side_plans(judge, ready(game))
    one = Candidate(plans[0], plans, 0.0)
    replies = (AS_A_CAPTAIN, Reply(1, STEADY, stands=True))
    each = [forecast_of(judge, one, 3, {}, Effort(1, 60_000, (reply,))) for reply in replies]
    both = forecast_of(judge, one, 3, {}, Effort(1, 60_000, replies))
    for first, second, together in zip(*each, both, strict=True):
        assert together == pytest.approx(0.25 * (first + second) + 0.5 * min(first, second))


def crowd(units: int) -> Game:
    """Each side has this number, in two lines that face each other."""
    columns = "abcdefghijklmno"
    rows = "\n".join([" ".join("." * len(columns))] * 5)
    red = [f"r{one} infantry {columns[one % 15]}{1 + one // 15} n" for one in range(units)]
    blue = [f"b{one} infantry {columns[one % 15]}{5 - one // 15} s" for one in range(units)]
    return draw("classic", rows, red=red, blue=blue, dice=RED_FIRST, turns=12).session.game


@pytest.mark.parametrize(("level", "forecasts"), [("general", 16), ("marshal", 24)])
def test_where_there_are_many_units_a_decision_gets_fewer_forecasts(
    monkeypatch: pytest.MonkeyPatch, level: str, forecasts: int
) -> None:
    """And no more plans are compared than that, the likeliest first; the clock has no say in it."""
    made: list[Candidate] = []

    def all_alike(_: Judge, one: Candidate, *__: object) -> list[float]:
        made.append(one)
        return [0.5, 0.5, 0.5]

    monkeypatch.setattr(deliberation, "forecast_of", all_alike)
    choose(player(level), crowd(30), random.Random(1), NO_BRAKE)
    assert forecasts <= len(made) < forecasts + 4


def test_a_small_battle_is_thought_over_in_full() -> None:
    assert affordable(crowd(12).battle, 40) == 40
    assert affordable(crowd(13).battle, 40) == 36
    assert affordable(crowd(30).battle, 4) == deliberation.FEWEST
