"""What is told of an action's dice beforehand is what is thrown: by every book, through the first turns of a battle."""

import random

import pytest

from portable_wargame.consultation.forecast import tosses
from portable_wargame.consultation.prospects import gravity, prospects
from portable_wargame.consultation.survey import chances_of, offer
from portable_wargame.game.actions import Action
from portable_wargame.game.agenda import Chance
from portable_wargame.game.events import Event, Roll
from portable_wargame.game.game import Game
from portable_wargame.record.keys import Seed
from portable_wargame.record.session import Session
from portable_wargame.scenario.library import load
from portable_wargame.speech.throws import throw
from portable_wargame.speech.verbs import verb

BATTLES = ["harrow-ridge", "red-gate-pass", "adlerbruck", "brannock-heath"]
ACTIONS = 400


def thrown(game: Game, action: Action) -> list[Roll]:
    """What the action throws when it is carried out."""
    log: list[Event] = []
    game.log = log
    game.perform(action)
    game.log = None
    return [event for event in log if isinstance(event, Roll) and throw(event.words).attacks]


@pytest.mark.parametrize("name", BATTLES)
def test_the_dice_foretold_are_the_dice_thrown(name: str) -> None:
    luck = random.Random(name)
    game = Session(load(name), Seed(5).dice()).game
    seen = 0
    for _ in range(ACTIONS):
        options = game.options()
        if not options:
            break
        attacks = [one for one in options if game.is_attack(one)]
        action = luck.choice(attacks) if attacks and luck.random() < 0.7 else luck.choice(options)
        foretold = [one for one in tosses(game, action) if throw(one.roll.words).attacks]
        rolls = thrown(game, action)
        if verb(action.verb).declared:
            continue
        seen += len(foretold)
        for one, roll in zip(foretold, rolls, strict=False):
            assert (one.roll.words, one.roll.unit, one.roll.needs) == (roll.words, roll.unit, roll.needs)
            assert (one.roll.modifiers, one.roll.handicaps) == (roll.modifiers, roll.handicaps)
    assert seen > 3


def test_a_gun_that_is_given_its_target_knows_its_dice() -> None:
    game = Session(load("harrow-ridge"), Seed(1).dice()).game
    shot = next(action for action in game.options() if action.verb == "bombard")
    (toss,) = tosses(game, shot)
    assert (toss.roll.words, toss.roll.needs, toss.at_most) == ("artillery", 5, False)


def test_low_dice_are_wanted_where_the_book_says_so() -> None:
    """Late 19th century: a close combat is won by a low die."""
    game = Session(load("adlerbruck"), Seed(5).dice()).game
    luck = random.Random(3)
    for _ in range(3000):
        fights = [action for action in game.options() if action.verb == "fight"]
        if fights:
            mine, theirs = tosses(game, fights[0])
            assert mine.at_most and theirs.at_most
            assert mine.roll.side != theirs.roll.side
            return
        nearer = [action for action in game.options() if action.path]
        game.perform(luck.choice(nearer or game.options()))
        if not game.agenda:
            break
    pytest.fail("nobody fought")


def test_what_may_befall_a_unit_adds_up_and_the_gravest_comes_first() -> None:
    game = Session(load("harrow-ridge"), Seed(1).dice()).game
    shot = next(action for action in game.options() if action.verb == "bombard")
    for prospect in prospects(chances_of(game, shot)):
        assert sum(share for share, _ in prospect.outcomes) == pytest.approx(1)
        weights = [gravity(effects) for _, effects in prospect.outcomes]
        assert weights == sorted(weights, reverse=True)
    assert offer(game, shot).worth > 0


def test_several_blows_on_one_unit_are_one_fate() -> None:
    chances = [
        Chance(1, 1, [(0, "loses-sp"), (0, "loses-sp"), (1, "pinned")]),
        Chance(2, 1, [(0, "loses-sp")]),
        Chance(3, 1, []),
    ]
    first, second = prospects(chances)
    assert [effects for _, effects in first.outcomes] == [("loses-sp", "loses-sp"), ("loses-sp",), ()]
    share, effects = second.outcomes[0]
    assert share == pytest.approx(1 / 6)
    assert effects == ("pinned",)
