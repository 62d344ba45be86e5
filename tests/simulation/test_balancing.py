"""Small changes, and the search for one that makes a battle fair."""

import threading
from collections.abc import Generator

import pytest

from portable_wargame.scenario import library
from portable_wargame.scenario.checking.check import problems_of
from portable_wargame.scenario.writing import tree
from portable_wargame.simulation.balancing import (
    FINALISTS,
    FIRST_ROUND,
    Option,
    Round,
    Search,
    Searching,
    Stopped,
    Trials,
)
from portable_wargame.simulation.statistics import Interval, Tally
from portable_wargame.simulation.trials.executors import InThisProcess
from portable_wargame.simulation.trials.trial import Trial
from portable_wargame.simulation.variations import variations
from tests.simulation.samples import mirror, one_shot


def lopsided() -> Trial:
    scenario = mirror()
    scenario.sides[0].units[0].quality = scenario.sides[0].units[1].quality = "poor"
    scenario.sides[0].units[0].sp = scenario.sides[0].units[1].sp = 2
    return Trial(scenario, ("sergeant", "sergeant"), 4)


@pytest.mark.parametrize("name", library.names())
@pytest.mark.parametrize("weak", [0, 1])
def test_every_change_is_one_step_and_leaves_no_mistake(name: str, weak: int) -> None:
    scenario = library.load(name)
    before = tree(scenario)
    found = variations(scenario, weak)
    assert len(found) >= 5
    assert len({one.words for one in found}) == len(found)
    for one in found:
        after = tree(one.scenario)
        assert not problems_of(after), one.words
        assert after != before, one.words


def test_the_changes_of_a_small_battle() -> None:
    words = {one.words for one in variations(mirror(), 0)}
    assert {
        "infantry n1 elite, not average",
        "infantry s1 poor, not average",
        "infantry n1 with 5 SP, not 4",
        "infantry s1 with 3 SP, not 4",
        "without infantry s1",
        "5 turns, not 4",
        "north a row further forward",
    } <= words


def test_a_lopsided_battle_is_made_fairer() -> None:
    heard: list[str] = []
    searching = Searching(InThisProcess(), 1, lambda what, _: heard.append(what), threading.Event())
    as_it_is, options = searching.run(Search(16, steps=1), lopsided())
    assert as_it_is.worst().value < 0.4
    assert 1 <= len(options) <= FINALISTS
    assert all(option.distance() < as_it_is.distance() for option in options)
    assert options == sorted(options, key=lambda one: (one.standing(), one.distance()))
    assert any("changes" in what for what in heard)


def test_a_fair_battle_is_left_alone() -> None:
    unarmed = one_shot()
    unarmed.sides[0].units[0].type = "transport"  # nobody can hurt anybody: always a draw
    searching = Searching(InThisProcess(), 1, lambda *_: None, threading.Event())
    as_it_is, options = searching.run(Search(20), Trial(unarmed, ("recruit", "recruit"), 1))
    assert as_it_is.is_settled() and options == []


def test_a_search_can_be_called_off() -> None:
    stop = threading.Event()
    with pytest.raises(Stopped):
        Searching(InThisProcess(), 1, lambda *_: stop.set(), stop).run(Search(500), lopsided())


class Watched(Searching):
    """Notes which battles it fights."""

    def fight(self, wanted: Round) -> list[Tally]:
        ranges.append((wanted.first, wanted.first + wanted.battles))
        return super().fight(wanted)


ranges: list[tuple[int, int]] = []


def test_however_few_the_battles_the_last_had_no_part_in_the_choice() -> None:
    ranges.clear()
    games = FIRST_ROUND // 3
    Watched(InThisProcess(), 1, lambda *_: None, threading.Event()).run(Search(games, steps=1), lopsided())
    *earlier, last = ranges
    assert len(earlier) > 1
    assert all(end <= last[0] for _, end in earlier)


def test_what_is_to_be_kept_is_not_touched() -> None:
    everything = {one.words for one in variations(mirror(), 0)}
    for word in ("quality", "strength", "units", "turns", "deployment", "north", "n1"):
        left = {one.words for one in variations(mirror(), 0, frozenset((word,)))}
        assert left != everything, word
    left = {one.words for one in variations(mirror(), 0, frozenset(("n1", "turns")))}
    assert "infantry n2 elite, not average" in left  # its fellow takes its place
    assert not any("infantry n1 " in words or "turns" in words for words in left)
    assert not variations(mirror(), 0, frozenset(("north", "south", "turns")))


Rates = dict[str, list[tuple[float, ...]]]


class Foretold(Search):
    """Rates that are laid down, by the words of the change and by trial."""

    rates: Rates

    def measured(
        self, words: str, alive: list[tuple[str, Trials]], first: int, battles: int
    ) -> Generator[Round, list[Tally], list[Option]]:
        yield Round(words, (), first, battles)
        late = int(first > 0)
        return [
            Option(change, trials, tuple(Interval(rate, rate - 0.05, rate + 0.05) for rate in self.rates[change][late]))
            for change, trials in alive
        ]


def foretold(*trials: Trial, rates: Rates) -> list[str]:
    search = Foretold(10, steps=1)
    words = {one.words for one in variations(trials[0].scenario, 1)}
    search.rates = {one: [(0.9,) * len(trials)] * 2 for one in words} | rates
    searching = Searching(InThisProcess(), 1, lambda *_: None, threading.Event())
    return [option.words for option in searching.run(search, *trials)[1]]


def test_what_comes_no_nearer_to_even_is_never_offered() -> None:
    early, same, late, good = (0.5,), (0.65,), (0.66,), (0.6,)
    rates: Rates = {
        "": [(0.65,), (0.64,)],
        "5 turns, not 4": [early, same],
        "3 turns, not 4": [early, late],
        "6 turns, not 4": [early, (0.64,)],
        "2 turns, not 4": [early, good],
    }
    assert foretold(lopsided(), rates=rates) == ["2 turns, not 4"]


def test_a_change_is_as_good_as_it_is_for_the_level_that_it_serves_worst() -> None:
    trials = [Trial(mirror(), (level, level), 4) for level in ("recruit", "sergeant")]
    rates: Rates = {
        "": [(0.62, 0.7)] * 2,
        "5 turns, not 4": [(0.5, 0.72)] * 2,
        "3 turns, not 4": [(0.4, 0.6)] * 2,
        "6 turns, not 4": [(0.47, 0.52)] * 2,
    }
    assert foretold(*trials, rates=rates) == ["6 turns, not 4", "3 turns, not 4"]


def test_the_title_says_what_was_changed_and_stays_within_bounds() -> None:
    trial = lopsided()
    assert Option("5 turns, not 4", (trial,), ()).titled().title == "Mirror — 5 turns, not 4"
    long = Option("5 turns, not 4; " * 40, (trial,), ()).titled()
    assert not problems_of(tree(long)) and long.title.endswith("…")
