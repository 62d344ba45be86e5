"""The battles of a study: the scenario as it is, or under another book, with other rules or other players; and in a
balance, everything to try next. Either may take long, so workers do it."""

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from msgspec import field

from ...game.errors import Refusal
from ...scenario.checking.check import problems_of
from ...scenario.converting.conversion import convert
from ...scenario.model import Scenario
from ...scenario.problems import BadScenario
from ...scenario.writing import tree
from ...simulation.balancing import Option, Round, Rounds, Search
from ...simulation.comparing import Variant
from ...simulation.statistics import Tally
from ...simulation.trials.trial import Trial
from ...simulation.variations import KINDS, keepable
from ...simulation.what_if import changes_in, what_if
from ..edge.limits import Visitor
from ..games.choosing import chosen_scenario
from ..wire.documents import Settings, Wanted
from ..wire.lobby import Shelf
from ..wire.messages import Name
from ..workers.workers import Workers
from .fairness import quick

if TYPE_CHECKING:
    from .studies import Investigate

USUAL = "sergeant"


class StudySetting(Wanted):
    """How a battle differs from the scenario; empty fields stay as they are there."""

    book: Name = ""
    grid: Name = ""
    house_rules: Settings = field(default_factory=dict)
    # Rows of the book with their new values: "classic.artillery.roll: hit on 4; infantry: move 3".
    change: str = ""
    # By side; by default sergeants.
    levels: dict[str, Name] = field(default_factory=dict)


async def prepared(
    asked: "Investigate", shelf: Shelf, workers: Workers, visitor: Visitor
) -> tuple[list[Variant], frozenset[str]]:
    """The battles of a study, in order; and the things to leave alone."""
    scenario = await chosen_scenario(asked.scenario, None, None, shelf, workers, visitor)
    if asked.kind == "compare" and len(asked.settings) < 2:
        raise Refusal("a comparison needs two settings or more")
    levels = asked.levels if asked.kind == "balance" else []
    found: tuple[list[Variant], frozenset[str]] = await studied(
        workers, visitor, "settings", scenario, asked.settings, asked.seed, levels, asked.keep
    )
    return found


async def studied(workers: Workers, visitor: Visitor, what: str, *words: Any) -> Any:
    """A part of the work on a study, by a worker."""
    return pickle.loads(await workers.ask("study", visitor, pickle.dumps((what, words))))  # our own process wrote it


def settled(
    scenario: Scenario, settings: list[StudySetting], seed: int, levels: list[str], keep: list[str]
) -> tuple[list[Variant], frozenset[str]]:
    variants = [variant(scenario, setting, seed) for setting in settings]
    for level in levels:
        both = (quick(level), quick(level))
        variants.append(Variant(level, replace(variants[0].trial, levels=both)))
    return variants, kept(scenario, keep)


def variant(scenario: Scenario, setting: StudySetting, seed: int) -> Variant:
    changed, told = scenario, tuple[str, ...]()
    words: list[str] = []
    if setting.book or setting.grid:
        book, grid = setting.book or scenario.ruleset, setting.grid or scenario.grid
        if (book, grid) != (scenario.ruleset, scenario.grid):
            changed, substitutions = convert(changed, book, grid)
            told = tuple(one.sentence() for one in substitutions)
            words.append(f"{book.replace('-', ' ')} on {'hexes' if grid == 'hex' else 'squares'}")
    if setting.house_rules:
        changed = replace(changed, house_rules={**changed.house_rules, **setting.house_rules})
        words += [f"{name.replace('-', ' ')}: {value}" for name, value in setting.house_rules.items()]
    if setting.change.strip():
        changed = what_if(changed, changes_in(setting.change))
        words.append(setting.change.strip())
    problems = problems_of(tree(changed))
    if problems:
        raise BadScenario(problems)
    ids = [side.id for side in scenario.sides]
    first, second = (quick(setting.levels.get(side, USUAL)) for side in ids)
    players = f"{first}s" if first == second else f"{first} against {second}"
    return Variant(
        ", ".join([*words, players]) if words else f"as it is, {players}", Trial(changed, (first, second), seed), told
    )


def kept(scenario: Scenario, words: list[str]) -> frozenset[str]:
    known = keepable(scenario)
    for word in words:
        if word.casefold() not in known:
            raise Refusal(f"there is no {word[:40]!r} to keep: name a side, a unit, or one of {', '.join(KINDS)}")
    return frozenset(known[word.casefold()] for word in words)


@dataclass(frozen=True)
class NextRound:
    """The next battles of a balance; its trials are pickled, because they go to other workers."""

    words: str
    trials: bytes
    number: int
    first: int
    battles: int


Found = tuple[Option, list[Option]]

MOST_REMEMBERED = 2
# By the name of a search, how many of its rounds were over when it was left, and the search itself.
_remembered: dict[str, tuple[int, Rounds]] = {}


def next_round(
    name: str, trials: Sequence[Trial], games: int, keep: frozenset[str], over: list[list[Tally]]
) -> NextRound | Found:
    """What a search wants when these rounds are over, or what it has found. Where it is not remembered as it stood
    before the last of them, it goes through all of them again."""
    known, search = _remembered.pop(name, (-1, None))
    wanted: Round | None = None
    try:
        if search is None or known != len(over) - 1:
            search, known = Search(games, keep).rounds(*trials), 0
            wanted = next(search)
        for tallies in over[known:]:
            wanted = search.send(tallies)
    except StopIteration as end:
        found: Found = end.value
        return found
    assert wanted is not None
    _remembered[name] = (len(over), search)
    if len(_remembered) > MOST_REMEMBERED:
        del _remembered[next(iter(_remembered))]
    return NextRound(wanted.words, pickle.dumps(wanted.trials), len(wanted.trials), wanted.first, wanted.battles)


# The questions about a study that a worker can answer.
STUDYING: dict[str, Callable[..., Any]] = {"settings": settled, "round": next_round}
