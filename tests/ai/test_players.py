"""Every level plays every book to an end, legally; the same luck gives the same move; nobody sees hidden orders."""

import random
import time

import pytest

from portable_wargame.ai.judgement.personalities import STEADY
from portable_wargame.ai.judgement.plans import Plan, best_plan, side_plans
from portable_wargame.ai.judgement.position import Judge
from portable_wargame.ai.judgement.ready import ready
from portable_wargame.ai.judgement.ways import Ways
from portable_wargame.ai.opponents import captain
from portable_wargame.ai.opponents.choice import Choice
from portable_wargame.ai.opponents.players import LEVELS, NO_BRAKE, choose, player
from portable_wargame.battle.battle import UNDECIDED
from portable_wargame.battle.pieces import Order
from portable_wargame.game.actions import Action
from portable_wargame.game.course import end_battle
from portable_wargame.game.dice import Dice
from portable_wargame.game.errors import Refusal
from portable_wargame.game.game import Game
from portable_wargame.game.views import view
from portable_wargame.rules.fire.artillery import DECLARE_BOMBARDMENTS
from portable_wargame.rules.turn.activation import ACTIVATE
from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario import library
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from tests.playing import game_after
from tests.random_battles import random_scenario

PAIRS = (("captain", "sergeant"), ("recruit", "general"))
BOARDS = [(name, grid) for name, book in RULESETS.items() for grid in book.grids]


def play_out(game: Game, levels: tuple[str, str], seed: int) -> None:
    players = [player(level) for level in levels]
    luck = random.Random(seed)
    for _ in range(5000):
        if game.question() is None:
            break
        choice = choose(players[game.decider()], game, luck, 1)
        assert choice.intent and "\n" not in choice.intent
        game.play(choice.action)  # refuses what is not legal
    assert game.battle.winner != UNDECIDED


@pytest.mark.parametrize(("number", "name"), list(enumerate(library.names())))
def test_a_battle_of_the_library_comes_to_an_end(number: int, name: str) -> None:
    """One pair for each, in turn: all pairs fight on all boards below."""
    first, second = PAIRS[number % 2]
    play_out(new_game(library.load(name), Dice(number)), (first, second) if number % 4 < 2 else (second, first), number)


@pytest.mark.parametrize(("book", "grid"), BOARDS)
@pytest.mark.parametrize("levels", PAIRS, ids=" ".join)
def test_a_random_battle_comes_to_an_end(book: str, grid: str, levels: tuple[str, str]) -> None:
    for seed in (1, 2):
        play_out(new_game(read_tree(random_scenario(book, grid, seed)), Dice(seed)), levels, seed)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_luck_gives_the_same_move(level: str) -> None:
    for scenario, actions in (("market-day", 40), ("port-sabine", 25)):
        game = game_after(scenario, 4, actions)
        if game.question() is not None:
            first, second = (choose(player(level), game, random.Random(9), NO_BRAKE) for _ in range(2))
            assert told(first) == told(second) and not first.hurried


def told(choice: Choice) -> tuple[Action, str, bool]:
    """The intent in words: until somebody reads it, it is only what would find them."""
    return choice.action, choice.intent, choice.hurried


def test_after_an_action_the_captain_looks_again_at_what_was_most_urgent(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []

    def look(judge: Judge, unit: int) -> Plan | None:
        looked_at.append(unit)
        return best_plan(judge, unit)

    monkeypatch.setattr(captain, "best_plan", look)
    game = game_after("harrow-ridge", 4, 0)
    one = captain.Captain()
    while game.battle.turn == 1:
        is_first = game.question() is ACTIVATE and not looked_at
        judge = Judge(game.copy(Dice(1)), game.decider(), STEADY, Ways())
        choice = choose(one, game, random.Random(1), 0)
        if is_first:
            assert looked_at == ready(game), "at the beginning, at everybody"
            assert choice.action == side_plans(judge, ready(game))[0].action
        game.play(choice.action)
    assert 0 < len(looked_at) < 3 * len(set(looked_at)), "everybody anew after every action"


@pytest.mark.parametrize("level", LEVELS)
def test_thinking_changes_nothing(level: str) -> None:
    game = game_after("market-day", 2, 30)
    before = (list(game.battle.at), list(game.battle.here), list(game.battle.facing), len(game.dice.thrown))
    choose(player(level), game, random.Random(1), 20)
    assert (list(game.battle.at), list(game.battle.here), list(game.battle.facing), len(game.dice.thrown)) == before


def second_declaration() -> Game:
    """Both sides have guns: the second to declare is asked while the first one's orders are still secret."""
    game = new_game(library.load("harrow-ridge"), Dice(1))
    for _ in range(200):
        if game.question() is DECLARE_BOMBARDMENTS and game.decider() == 1:
            return game
        game.perform(game.options()[-1])
    raise AssertionError("the second side never declared")


def test_a_view_hides_the_orders_of_the_enemy_and_keeps_ones_own() -> None:
    game = second_declaration()
    battle = game.battle
    own = battle.units(1)[3]
    game.battle.orders = [Order(battle.units(0)[5], battle.at[own]), Order(own, battle.at[battle.units(0)[0]])]
    seen = view(game, 1, random.Random(1))
    assert [order.gun for order in seen.battle.orders] == [own]
    assert len(game.battle.orders) == 2
    assert [seen.dice.throw() for _ in range(20)] != [game.dice.throw() for _ in range(20)]


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_orders_make_no_difference(level: str) -> None:
    choices = []
    for target in (0, 1, None):
        game = second_declaration()
        battle = game.battle
        battle.orders = [] if target is None else [Order(battle.units(0)[5], battle.at[battle.units(1)[target]])]
        choices.append(told(choose(player(level), game, random.Random(3), NO_BRAKE)))
    assert choices[0] == choices[1] == choices[2]


@pytest.mark.parametrize("level", [name for name, level in LEVELS.items() if level.thinks_ahead])
def test_who_has_to_break_off_answers_all_the_same_and_says_so(level: str) -> None:
    game = game_after("millford-bridge", 3, 20)
    for milliseconds in (0, 1, 20):
        choice = choose(player(level), game, random.Random(1), milliseconds)
        assert game.allows(choice.action) and choice.hurried


def test_a_busy_machine_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hours pass on the wall while he thinks: only time that he had of the machine counts against the brake."""
    game = game_after("millford-bridge", 3, 20)
    chosen = told(choose(player("general"), game, random.Random(9)))
    hours = iter(range(0, 10**9, 3600))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(hours)))
    assert told(choose(player("general"), game, random.Random(9))) == chosen


def test_the_levels_of_the_manual_are_there_and_no_other_is_made_up() -> None:
    assert {"recruit", "sergeant", "captain", "general", "marshal", "adaptive"} <= set(LEVELS)
    with pytest.raises(Refusal, match="no level 'emperor'"):
        player("emperor")
    game = new_game(library.load("market-day"), Dice(1))
    end_battle(game, 0, "enough", "shared.victory")
    game.agenda = []
    with pytest.raises(Refusal, match="over"):
        choose(player("recruit"), game, random.Random(1), 0)


def test_the_captain_does_not_look_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_after("market-day", 4, 40)
    chosen = told(choose(player("captain"), game, random.Random(9), 0))
    hours = iter(range(0, 10**9, 3600))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(hours)))
    assert told(choose(player("captain"), game, random.Random(9), 0)) == chosen


LIMITS = (("recruit", 0.05), ("sergeant", 0.05), ("captain", 0.3))  # seconds for a decision
SLOWER = 2  # a machine may be


@pytest.mark.parametrize(("level", "seconds"), LIMITS)
def test_nobody_ponders_for_long(level: str, seconds: float) -> None:
    """On 12 by 12 cells with a dozen units a side."""
    game = new_game(library.load("vaylen-line"), Dice(4))
    opponent = player(level)
    luck = random.Random(2)
    choose(opponent, game.copy(Dice(1)), luck, 0)  # tables that are made once
    for _ in range(60):
        if game.question() is None:
            break
        began = time.process_time()
        action = choose(opponent, game, luck, 0).action
        assert time.process_time() - began < SLOWER * seconds
        game.play(action)
