"""Small changes, and the search for one that makes a battle fair."""

import threading

import pytest

from portable_wargame.scenario import library
from portable_wargame.scenario.checking.check import check
from portable_wargame.scenario.writing import tree
from portable_wargame.simulation.balancing import FINALISTS, FIRST_ROUND, Option, Search, Stopped
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
        assert not check(after), one.words
        assert after != before, one.words


def test_the_changes_of_a_small_battle() -> None:
    words = {one.words for one in variations(mirror(), 0)}
    assert {
        "infantry n1 is elite, not average",
        "infantry s1 is poor, not average",
        "infantry n1 has 5 SP, not 4",
        "infantry s1 has 3 SP, not 4",
        "without infantry s1",
        "5 turns, not 4",
        "north starts a row forward",
    } <= words


def test_a_lopsided_battle_is_made_fairer() -> None:
    heard: list[str] = []
    search = Search(InThisProcess(), 1, 16, lambda what, _: heard.append(what), threading.Event(), steps=1)
    as_it_is, options = search.run(lopsided())
    assert as_it_is.rate.value < 0.4
    assert 1 <= len(options) <= FINALISTS
    assert options[0].distance() < as_it_is.distance()
    assert options == sorted(options, key=lambda one: (one.standing(), one.distance()))
    assert any("changes" in what for what in heard)


def test_a_fair_battle_is_left_alone() -> None:
    search = Search(InThisProcess(), 1, 20, lambda *_: None, threading.Event())
    unarmed = one_shot()
    unarmed.sides[0].units[0].type = "transport"  # nobody can hurt anybody: always a draw
    as_it_is, options = search.run(Trial(unarmed, ("recruit", "recruit"), 1))
    assert as_it_is.is_settled() and options == []


def test_a_search_can_be_called_off() -> None:
    stop = threading.Event()
    with pytest.raises(Stopped):
        Search(InThisProcess(), 1, 500, lambda *_: stop.set(), stop).run(lopsided())


class Watched(Search):
    """Notes which battles it fights."""

    def measured(self, alive: list[tuple[str, Trial]], first: int, battles: int) -> list[Option]:
        ranges.append((first, first + battles))
        return super().measured(alive, first, battles)


ranges: list[tuple[int, int]] = []


def test_however_few_the_battles_the_last_had_no_part_in_the_choice() -> None:
    ranges.clear()
    games = FIRST_ROUND // 3
    Watched(InThisProcess(), 1, games, lambda *_: None, threading.Event(), steps=1).run(lopsided())
    *earlier, last = ranges
    assert len(earlier) > 1
    assert all(end <= last[0] for _, end in earlier)
