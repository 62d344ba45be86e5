"""Every order is an event, also one of which nothing comes at once."""

import random

import pytest

from portable_wargame.game.dice import Dice
from portable_wargame.record.keys import Seed
from portable_wargame.record.session import Session
from portable_wargame.rulesets import RULESETS
from portable_wargame.rulesets.editions import EARLIER
from portable_wargame.scenario.library import load
from portable_wargame.scenario.reading import read_tree
from tests.playing import eager
from tests.random_battles import random_scenario

PAIRINGS = [(book.name, grid) for book in RULESETS.values() for grid in book.grids]


def silent_in_random_battles(book: str, grid: str) -> set[str]:
    """With any options and house rules; the verbs are drawn first, so that the rare ones come up."""
    silent: set[str] = set()
    for seed in range(8):
        luck = random.Random(f"{book} {grid} {seed} silence")
        session = Session(read_tree(random_scenario(book, grid, seed, melee=seed % 2 > 0)), Dice(seed))
        for _ in range(90):
            options = session.game.options()
            if not options:
                break
            verb = luck.choice(sorted({one.verb for one in options}))
            if not session.carry_out(luck.choice([one for one in options if one.verb == verb])).events:
                silent.add(verb)
    return silent


@pytest.mark.parametrize(("book", "grid"), PAIRINGS)
def test_no_order_is_without_an_event_in_any_book(book: str, grid: str) -> None:
    assert silent_in_random_battles(book, grid) == set()


def silent_orders(scenario: str, edition: int | None = None) -> set[str]:
    """The verbs of orders without an event, in the first turns of a battle."""
    luck = random.Random(3)
    laid_out = load(scenario)
    if edition is not None:
        laid_out.edition = edition
    session = Session(laid_out, Seed(3, salt="0" * 32).dice())
    silent: set[str] = set()
    for _ in range(150):
        if session.game.question() is None:
            break
        action = eager(session.game.options(), luck)
        if not session.carry_out(action).events:
            silent.add(action.verb)
    return silent


@pytest.mark.parametrize("scenario", ["harrow-ridge", "vaylen-line", "toll-house", "mbara-ford", "adlerbruck"])
def test_no_order_is_without_an_event(scenario: str) -> None:
    assert silent_orders(scenario) == set()


def test_earlier_editions_keep_their_silence() -> None:
    assert silent_orders("harrow-ridge", max(EARLIER)) >= {"bombard"}
