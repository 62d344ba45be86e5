"""Skill against luck: the better player on each side in turn, whatever the battle itself gives either."""

import re

from portable_wargame.simulation.comparing import compare
from portable_wargame.simulation.skill import sentence, share, taking_sides
from portable_wargame.simulation.trials.executors import InThisProcess
from portable_wargame.simulation.trials.trial import Trial
from tests.simulation.samples import mirror


def test_the_better_player_wins_more_on_either_side() -> None:
    found = taking_sides(Trial(mirror(), ("recruit", "recruit"), 3), "sergeant")
    compare(found, 60, InThisProcess(), 1, lambda _: None)
    first, second = found.tally(0).rate().value, found.tally(1).rate().value
    skill = share(found)
    assert skill.value == (first + 1 - second) / 2
    assert 0.5 < skill.low < skill.value < skill.high <= 1
    assert re.fullmatch(
        r"Skill: a sergeant wins [\d.]+% \([\d.]+ to [\d.]+\) against a recruit, taking each side in turn in 60 pairs"
        r" of battles with the same dice: skill tells\.",
        sentence(found),
    )


def test_among_equals_no_skill_is_claimed_and_the_worse_player_gets_no_credit() -> None:
    equal = taking_sides(Trial(mirror(), ("recruit", "recruit"), 3), "recruit")
    compare(equal, 30, InThisProcess(), 1, lambda _: None)
    assert share(equal).holds(0.5)
    assert "too few to show that skill tells" in sentence(equal)
    worse = taking_sides(Trial(mirror(), ("sergeant", "sergeant"), 3), "recruit")
    compare(worse, 60, InThisProcess(), 1, lambda _: None)
    assert "the other does better" in sentence(worse)
