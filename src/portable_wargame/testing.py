"""A contract that every book keeps, for authors of books: `contract("camels")` plays it and says what is wrong.

A book of your own is tried as those of the program are: every clause that its rows cite has words, random battles are
fought to their end by all opponents on every grid, nobody is ever left without an answer, odds are what the dice do,
and a record of a battle verifies. In a test of your own:

    from portable_wargame.testing import contract

    def test_my_book() -> None:
        assert contract("camels") == []

or without one: `python -m portable_wargame.testing camels`.
"""

import io
import random
import sys
from collections.abc import Iterator

from .ai.opponents.players import LEVELS, choose, player
from .game.actions import Action
from .game.dice import Dice
from .game.game import Account, Game
from .game.odds import go_on, what_is_asked
from .game.outcomes import outcome
from .record.keys import Seed
from .record.reading import parse_record
from .record.recording import record_in
from .record.session import Session
from .record.verifying import verify
from .reference.quick_reference import quick_reference
from .rulesets import RULESETS, ledger, whole_book
from .rulesets.variants.entries import entries
from .scenario.checking.check import problems_of
from .scenario.generating.generator import Request, generate
from .scenario.model import Scenario
from .scenario.setup import new_game
from .scenario.writing import tree

LONGEST = 20_000  # decisions; no battle takes a tenth of them
THROWS = 300  # of each attack whose odds are checked
SIGMAS = 4.5
MILLISECONDS = 20
POINTS = 24


def contract(book: str, battles: int = 1, seed: int = 1) -> list[str]:
    """What is wrong with a book, in sentences; each opponent fights this many `battles` on each grid."""
    if book not in RULESETS:
        return [f"there is no book {book}, in the program or in any books folder"]
    return [
        *words_missing(book),
        *(
            problem
            for grid in RULESETS[book].grids
            for number, level in enumerate(list(LEVELS) * battles)
            for problem in fight(battle_of(book, grid, seed + number), level, seed + number)
        ),
        *(problem for grid in RULESETS[book].grids for problem in odds_amiss(battle_of(book, grid, seed), seed)),
    ]


def battle_of(book: str, grid: str, seed: int) -> Scenario:
    return generate(Request(book, grid, points=POINTS, seed=seed, options=tuple(RULESETS[book].options)))


def words_missing(book: str) -> Iterator[str]:
    """Clauses that rows cite but that have no words; this makes a quick reference of them as well."""
    whole = whole_book(book)
    for clause in dict.fromkeys(one.clause for one in entries(whole)):
        found = ledger.find(clause)
        if found is None or not found.rule:
            yield f"a row of {book} cites {clause}, which has no words"
    for own in ledger.clauses_of(book):
        if not own.rule:
            yield f"{own.id} has no words"
    for grid in whole.grids:
        try:
            quick_reference(whole, grid)
        except (KeyError, ValueError) as error:
            yield f"no quick reference can be made of {book} on {grid}: {error}"


def fight(scenario: Scenario, level: str, seed: int) -> Iterator[str]:
    """A battle to its end, recorded, and its record verified."""
    where = f"{scenario.ruleset} on {scenario.grid}, {level}, seed {seed}"
    for problem in problems_of(tree(scenario)):
        yield f"{where}: {problem.sentence()}"
        return
    sink, key, luck = io.StringIO(), Seed(seed), random.Random(seed)
    session = Session(scenario, key.dice())
    recorder = record_in(sink, session, key, {side.id: level for side in scenario.sides})
    players = [player(level), player(level)]
    for _ in range(LONGEST):
        game = session.game
        if game.question() is None:
            break
        if not game.options():
            yield f"{where}: turn {game.battle.turn} asks a question that has no answer"
            return
        recorder.carry_out(choose(players[game.decider()], game, luck, MILLISECONDS).action)
    else:
        yield f"{where}: the battle has no end"
        return
    verdict = verify(parse_record(sink.getvalue(), where))
    if not verdict.finished:
        yield f"{where}: the record of the battle has no result"


def odds_amiss(scenario: Scenario, seed: int, most: int = 12) -> Iterator[str]:
    """Attacks whose odds are not what the dice do."""
    luck, game, tried = random.Random(seed), new_game(scenario, Dice(seed)), 0
    while game.question() is not None and tried < most:
        options = game.options()
        attacks = [one for one in options if one.verb in ("fire", "fight")]
        if attacks and luck.random() < 0.3:
            tried += 1
            yield from _odds_of(scenario, game, luck.choice(attacks), seed)
        game.perform(luck.choice(attacks or options))


def _odds_of(scenario: Scenario, game: Game, attack: Action, seed: int) -> Iterator[str]:
    told = sum(one.ways / 6**one.dice for one in game.chances(attack) if _harms(one.effects))
    seen = sum(_harms(_thrown(game, attack, seed * THROWS + number)) for number in range(THROWS)) / THROWS
    slack = SIGMAS * (max(told * (1 - told), 1 / THROWS) / THROWS) ** 0.5
    if abs(told - seen) > slack:
        where = f"{scenario.ruleset} on {scenario.grid}, turn {game.battle.turn}"
        yield f"{where}: {attack.verb} harms somebody {told:.0%} of the time by the odds, and {seen:.0%} by the dice"


def _thrown(game: Game, attack: Action, seed: int) -> list[tuple[int, str]]:
    """What happens to each unit with real dice, up to the first choice that somebody has to make."""
    twin = game.copy(Dice(seed))
    account = twin.account = Account()
    step = twin.agenda[-1]
    if not step.kind.stays:
        twin.agenda.pop()
    step.kind.play(twin, step, twin.settle(attack))
    if go_on(twin):
        account.effects += what_is_asked(twin)
    return account.effects


def _harms(effects: list[tuple[int, str]]) -> bool:
    return any(outcome(what).harms for _, what in effects)


def main() -> None:
    """Check each named book; the exit code is 1 if anything is wrong, as with `pw check`."""
    books = sys.argv[1:]
    if not books:
        sys.exit("Name the books to try: python -m portable_wargame.testing BOOK...")
    found = {book: contract(book) for book in books}
    for book, problems in found.items():
        print(*(f"{book}: {problem}" for problem in problems or ["ok"]), sep="\n")
    sys.exit(1 if any(found.values()) else 0)


if __name__ == "__main__":
    main()
