"""Eager play does what is legal, and what was worked out once holds."""

import pytest

from benchmarks.fuzz import standing
from portable_wargame.ai.opponents.eager import eager_action, play_out
from portable_wargame.battle.ground import Walks
from portable_wargame.game.actions import Action
from portable_wargame.game.dice import Dice, Luck
from portable_wargame.game.game import Game
from portable_wargame.game.tables import is_barred
from portable_wargame.rules.movement.march import MOVE, may_try_double
from portable_wargame.rules.movement.spread import is_undisturbed, spread, walks_of
from portable_wargame.rules.movement.step import Mover
from portable_wargame.rules.turn.activation import ACTIVATE, attacks_of, options_of
from portable_wargame.scenario.library import load, names
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game

DECISIONS = 60
ATTACKS = {"fire", "fight", "strafe", "bomb"}


def moments(scenario: str) -> list[Game]:
    """A battle at some of its decisions."""
    game = new_game(load(scenario), Dice(5))
    luck = Luck(5)
    found: list[Game] = []
    for _ in range(DECISIONS):
        play_out(game, luck, most=3)
        if not game.agenda:
            break
        found.append(game.copy(Dice(len(found))))
    return found


def ends(walks: Walks) -> list[tuple[tuple[int, ...], int, int]]:
    """The walks to choose from."""
    choices = [walks.choice(number) for number in range(walks.number)]
    return [(walks.path(walk), walks.spent(walk), walks.how(walk)) for walk in choices]


def without_what_was_worked_out(action: Action) -> Action:
    return Action(*action.words())


@pytest.mark.parity
@pytest.mark.parametrize("scenario", names())
def test_any_move_is_a_legal_one(scenario: str) -> None:
    luck = Luck(7)
    for game in moments(scenario)[::6]:
        if game.question() is not ACTIVATE:
            continue
        for unit in ACTIVATE.candidates(game, game.decider()):
            if game.battle.at[unit] < 0:
                continue
            for _ in range(12):
                move = MOVE.any(game, unit, luck)
                assert (move is not None) == bool(MOVE.options(game, unit))
                assert move is None or game.allows(move)


@pytest.mark.parity
@pytest.mark.parametrize("scenario", ["millford-bridge", "red-gate-pass", "wadi-halim", "larch-breakout"])
def test_a_unit_that_nobody_disturbs_makes_every_move_sooner_or_later(scenario: str) -> None:
    luck = Luck(7)
    undisturbed = 0
    for game in moments(scenario)[:6]:
        if game.question() is not ACTIVATE:
            continue
        for unit in ACTIVATE.candidates(game, game.decider()):
            options = MOVE.options(game, unit) if game.battle.at[unit] >= 0 else []
            if options and is_undisturbed(Mover(game.battle, game.ruleset, unit, may_try_double(game, unit))):
                undisturbed += 1
                assert {MOVE.any(game, unit, luck) for _ in range(60 * len(options))} == set(options)
                break
    assert undisturbed


@pytest.mark.parity
@pytest.mark.parametrize("scenario", names())
def test_a_unit_s_attacks_are_those_of_its_options(scenario: str) -> None:
    for game in moments(scenario)[::6]:
        if game.question() is not ACTIVATE:
            continue
        for unit in ACTIVATE.candidates(game, game.decider()):
            assert attacks_of(game, unit) == [option for option in options_of(game, unit) if option.verb in ATTACKS]


@pytest.mark.parity
@pytest.mark.parametrize("scenario", names())
def test_a_move_goes_the_same_way_whether_it_was_offered_or_named(scenario: str) -> None:
    for game in moments(scenario)[::6]:
        moves = [action for action in game.options() if action.verb == "move"]
        for action in moves[:: max(1, len(moves) // 12)]:
            offered, named = game.copy(Dice(1)), game.copy(Dice(1))
            offered.perform(action)
            named.perform(without_what_was_worked_out(action))
            assert standing(offered) == standing(named)


@pytest.mark.parity
@pytest.mark.parametrize("scenario", names())
def test_walks_remembered_are_those_found_afresh(scenario: str) -> None:
    for game in moments(scenario):
        battle = game.battle
        for unit, cell in enumerate(battle.at):
            if cell < 0:
                continue
            mover = Mover(battle, game.ruleset, unit)
            known, fresh = (ends(walks) for walks in (walks_of(mover), spread(mover)))
            assert known == fresh


@pytest.mark.parity
@pytest.mark.parametrize("scenario", names())
def test_eager_play_is_legal_and_the_same_for_a_seed(scenario: str) -> None:
    first, second = new_game(load(scenario), Dice(3)), new_game(load(scenario), Dice(3))
    luck = Luck(3)
    for _ in range(DECISIONS):
        if not first.agenda:
            break
        action = eager_action(first, luck)
        assert first.allows(action)
        first.perform(action)
    play_out(second, Luck(3), most=DECISIONS)
    assert standing(first) == standing(second)


def test_eager_play_attacks_when_it_can() -> None:
    game = new_game(load(names()[0]), Dice(2))
    luck = Luck(2)
    verbs: list[str] = []
    while game.agenda:
        can_bombard = any(action.verb == "bombard" for action in game.options())
        action = eager_action(game, luck)
        verbs.append(action.verb)
        assert not can_bombard or action.verb == "bombard"
        if action.unit >= 0 and game.question() is ACTIVATE:
            assert action.verb in ATTACKS or not ATTACKS & {other.verb for other in options_of(game, action.unit)}
        game.perform(action)
    assert {"fire", "fight", "bombard"} & set(verbs)


def test_numbers_below_a_limit_are_even() -> None:
    luck = Luck(1)
    counts = [0] * 7
    for _ in range(7000):
        counts[luck.below(7)] += 1
    assert min(counts) > 850 and max(counts) < 1150


@pytest.mark.parity
@pytest.mark.parametrize("scenario", names())
def test_a_row_that_follows_from_deeds_never_holds_without_them(scenario: str) -> None:
    for game in moments(scenario):
        book = game.ruleset
        headings = (book.movement, book.fire, book.artillery, book.close_combat, book.transport, book.air)
        barred = [heading.barred for heading in headings if heading is not None]
        for unit, cell in enumerate(game.battle.at):
            for bars in barred if cell >= 0 else []:
                deeds = game.battle.activity[unit]
                holding = [row for row in bars.rows if row.forbids(game.battle, unit)]
                assert all(deeds & row.after for row in holding if row.after)
                assert deeds & bars.after or not holding or not bars.after
                assert is_barred(bars, game.battle, unit) == bool(holding)


def crowd() -> Game:
    """Forty a side, every second one on a truck: the last are numbered beyond 64, as most cells are."""
    sides: list[dict[str, object]] = []
    for name, edge, rows in (("red", "south", (1, 2)), ("blue", "north", (20, 19))):
        units: list[dict[str, object]] = []
        for number in range(20):
            cell = f"{'abcdefghijklmnopqrst'[number]}{rows[number % 2]}"
            foot = f"{name}-foot-{number}"
            units.append({"id": f"{name}-truck-{number}", "type": "truck", "at": cell, "carrying": foot})
            units.append({"id": foot, "type": "infantry"})
        sides.append({"id": name, "name": name.title(), "edge": edge, "units": units})
    ground = "\n".join(" ".join("." * 20) for _ in range(20))
    tree = {"format": "portable-wargame/scenario/1", "title": "A crowd", "ruleset": "modern", "grid": "square"}
    return new_game(read_tree(tree | {"turns": 12, "map": {"rows": ground}, "sides": sides}), Dice(3))


@pytest.mark.parity
def test_a_battle_may_have_more_units_and_cells_than_a_word_has_bits() -> None:
    game = crowd()
    battle = game.battle
    luck = Luck(6)
    unloaded = False
    while game.agenda:
        play_out(game, luck, most=40)
        for cell in range(battle.field.grid.cells):
            assert sorted(battle.units_in(cell)) == [unit for unit in range(80) if battle.at[unit] == cell]
        for side in (0, 1):
            felt = {battle.at[unit] for unit in battle.units(side) if battle.on_board(unit)}
            assert set(battle.presence_of(side).cells) == felt
            assert len(battle.presence_of(side).cells) == len(felt)
        unloaded |= any(battle.carried_by[unit] < 0 <= battle.at[unit] for unit in range(65, 80, 2))
    assert unloaded
