"""The cost of a book made from data: we give each of its modifiers again with a condition in words that comes to the
same, so that both play the same battles, and only the time differs. Run it on the compiled engine.

python benchmarks/variants.py [BATTLES]
"""

import sys
import time
from dataclasses import replace

from portable_wargame import ENGINE
from portable_wargame.game.tables import phrase
from portable_wargame.rulesets import RULESETS
from portable_wargame.rulesets.books import read_book
from portable_wargame.rulesets.variants.entries import MODIFIER, at, entries
from portable_wargame.rulesets.variants.variant import FORMAT, Variant, canonical
from portable_wargame.scenario import library
from portable_wargame.scenario.model import Scenario
from portable_wargame.simulation.trials.battle_report import report
from portable_wargame.simulation.trials.trial import Trial

SCENARIOS = ("harrow-ridge", "mbara-ford", "thorn-drift", "kessel-crossroads")
COUNTS = "attackers beyond the first"  # it says how many, not whether: in words it would be a different row
LEVEL = "sergeant"


def restated(scenario: Scenario) -> Scenario:
    """The battle by its own book, which says the same in other words."""
    base = RULESETS[scenario.ruleset]
    rows = {}
    for entry in entries(base):
        row = at(base, entry.place)
        if entry.kind == MODIFIER and phrase(row.when) != COUNTS:
            key = f"{entry.clause} {entry.label or entry.kind}"
            rows[key] = {"to": f"{row.amount:+d}", "when": f"{phrase(row.when)} and always"}
    tree: dict[str, object] = {
        "format": FORMAT,
        "name": "restated",
        "title": "Restated",
        "based-on": base.name,
        "rows": rows,
    }
    made = read_book(tree)
    assert isinstance(made, Variant), made
    return replace(scenario, ruleset="restated", book=canonical(tree))


def main() -> None:
    battles = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    engine = "compiled" if ENGINE.compiled else "interpreted"
    print(f"{engine} engine; {battles} battles of {LEVEL}s, CPU time by the book and by its variant")
    for name in SCENARIOS:
        scenario = library.load(name)
        trials = [Trial(one, (LEVEL, LEVEL), 1) for one in (scenario, restated(scenario))]
        spent = [0.0, 0.0]
        for number in range(battles + 1):
            told = []
            for which, trial in enumerate(trials):
                begun = time.process_time()
                told.append(report(trial, number))
                spent[which] += time.process_time() - begun if number else 0.0  # the first one fills the caches
            assert told[0].turns == told[1].turns and told[0].winner == told[1].winner, (name, number)
        print(f"{name:20} {spent[0]:6.2f} s  {spent[1]:6.2f} s  {spent[1] / spent[0] - 1:+.1%}")


if __name__ == "__main__":
    main()
