"""An action's code says what it is, means one thing all battle long, and every legal action has one."""

import random

import pytest

from portable_wargame.ai.numbers.codes import WORDS, Codes
from portable_wargame.battle.battle import NO_CELL, NOBODY
from portable_wargame.battle.terrain import MINEFIELD
from portable_wargame.game.actions import Action
from portable_wargame.game.dice import Dice
from portable_wargame.game.game import Game
from portable_wargame.scenario import library
from portable_wargame.scenario.reading import read
from portable_wargame.scenario.setup import begun, laid_out
from portable_wargame.speech.verbs import VERBS

pytestmark = pytest.mark.parity


def test_every_verb_has_its_row() -> None:
    assert set(WORDS) == {*VERBS, "fight-one"}


def without_path(action: Action) -> Action:
    """A move by where it ends: that is what its code says."""
    if action.verb not in ("move", "charge"):
        return action
    return Action(action.verb, action.unit, action.path[-1] if action.path else NO_CELL, action.facing)


@pytest.mark.parametrize("name", library.names())
def test_each_legal_action_has_one_code(name: str) -> None:
    """Two of them have the same only if they are two ways to the same cell."""
    table = laid_out(library.load(name))
    codes = Codes(table)
    luck = random.Random(name)
    game = begun(table, Dice(1))
    decisions = 0
    while game.question() is not None and decisions < 150:
        options, side = game.options(), game.decider()
        listed = codes.codes(game.battle, options, side)
        by_code: dict[int, Action] = {}
        for code, option in zip(listed, options, strict=True):
            assert 0 <= code < codes.number
            other = by_code.setdefault(code, option)
            assert without_path(other) == without_path(option)
            agrees(game, codes.words(code), option, side)
        # Attacks as well as chance allows: otherwise many verbs are never seen.
        attacks = [option for option in options if option.verb in ("fire", "fight", "bombard", "bomb", "strafe")]
        game.perform(luck.choice(attacks if attacks and luck.random() < 0.5 else options))
        decisions += 1


def agrees(game: Game, words: dict[str, int | str], option: Action, side: int) -> None:
    """The code taken apart is the action."""
    roster = game.battle.roster
    verb = words["verb"]
    assert verb == option.verb or (verb == "fight-one" and option.verb == "fight")
    if "unit" in words:
        assert words["unit"] == option.unit - roster.first[side]
    if "cell" in words:
        cell = option.path[-1] if option.path else option.target
        assert words["cell"] == (cell if cell != NO_CELL else game.battle.at[option.unit])
    if "facing" in words and option.facing >= 0:
        assert words["facing"] == option.facing
    if "other" in words:
        assert option.other != NOBODY
        assert words["other"] == option.other - roster.first[game.battle.side_of(option.other)]
    manner = {"work": option.task - 1, "bomb": option.loads - 1}
    if "manner" in words:
        assert words["manner"] == manner.get(option.verb, 2 * option.gas + option.air)


def test_both_sides_have_the_same_codes() -> None:
    game = laid_out(library.load("harrow-ridge"))
    codes = Codes(game)
    first, second = (Action("fire", game.battle.roster.first[side], 9) for side in (0, 1))
    assert codes.code(game.battle, first, 0) == codes.code(game.battle, second, 1)


MINES = """
format = "portable-wargame/scenario/1"
title = "Two Ways Round"
ruleset = "modern"
grid = "square"
turns = 3
historical = true

[map]
rows = '''
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . m . . .
. m . . . .
'''

[[sides]]
id = "red"
edge = "south"
units = [{id = "r1", type = "infantry", at = "a1"}]

[[sides]]
id = "blue"
edge = "north"
units = [{id = "b1", type = "infantry", at = "f6"}]
"""


def test_of_several_ways_the_one_through_the_fewest_minefields_is_meant() -> None:
    table = laid_out(read(MINES, "mines.toml"))
    codes = Codes(table)
    game = begun(table, Dice(3))
    while game.question() is not None and game.decider() != 0:
        game.perform(Action("end"))
    options = game.options()
    listed = codes.codes(game.battle, options, 0)
    clashes = [code for code in set(listed) if list(listed).count(code) > 1]
    assert clashes

    def mines(action: Action) -> int:
        return sum(game.battle.features[cell] & MINEFIELD != 0 for cell in action.path)

    for code in clashes:
        ways = [option for option, its in zip(options, listed, strict=True) if its == code]
        meant = codes.meant(game.battle, options, listed, code)
        assert meant in ways and mines(meant) == min(mines(way) for way in ways) < max(mines(way) for way in ways)


def test_a_code_that_is_not_offered_means_nothing() -> None:
    table = laid_out(library.load("harrow-ridge"))
    game = begun(table, Dice(1))
    codes = Codes(table)
    listed = codes.codes(game.battle, game.options(), game.decider())
    for code in (-1, codes.number, next(one for one in range(codes.number) if one not in list(listed))):
        assert codes.meant(game.battle, game.options(), listed, code) is None
    assert codes.words(codes.number) == {}
