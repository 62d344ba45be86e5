"""The lobby: what you can play, by which rules and against whom, and the words of every rule."""

from collections.abc import Sequence
from typing import Any, Protocol

from ... import __version__
from ...ai.judgement.personalities import PERSONALITIES
from ...ai.opponents.players import LEVELS, called
from ...battle.naming import plain
from ...game.ruleset import Ruleset
from ...rulesets import RULESETS, ledger, made_from_a_book, made_from_books, whole_book
from ...rulesets.house_rules import HOUSE_RULES, with_house_rules
from ...scenario import figures, library
from ...scenario.model import Scenario
from ...scenario.setup import LONGEST_BATTLE, places_of
from ...scenario.telling.victory import rows_of, scores, victory_words, won_how
from ...simulation import fairness
from ...simulation.statistics import Tally
from ...speech.sentences import modifier_words
from ..games.permission import NotAllowed
from .documents import Book, HouseRule, Level, Lobby, Measured, Rules, ScenarioCard, Setting, SideCard, Temper, UnitType
from .looks import forces
from .messages import Clause


class Shelf(Protocol):
    """Where scenarios are found by their names."""

    def names(self) -> Sequence[str]: ...

    def own(self) -> Sequence[str]: ...

    def spoiled(self) -> Sequence[str]: ...

    def load(self, name: str) -> Scenario: ...

    def tree(self, name: str) -> Any: ...

    def is_yours(self, name: str) -> bool: ...


class Library:
    """The scenarios that come with the program."""

    def names(self) -> Sequence[str]:
        return library.names()

    def own(self) -> Sequence[str]:
        return ()

    def spoiled(self) -> Sequence[str]:
        return ()

    def load(self, name: str) -> Scenario:
        return library.load(name)

    def tree(self, name: str) -> Any:
        return library.tree(name)

    def is_yours(self, name: str) -> bool:
        return False


def lobby(shelf: Shelf, push_key: str | None = None, addresses: Sequence[str] = ()) -> Lobby:
    return Lobby(
        version=__version__,
        push_key=push_key,
        levels=[
            Level(name=name, text=row.words, personality=row.has_personality, thinks_ahead=row.thinks_ahead)
            for name, row in LEVELS.items()
        ],
        personalities=[Temper(name=name, called=called(one), text=one.words) for name, one in PERSONALITIES.items()],
        books=books(),
        scenarios=[
            card(name, shelf.load(name), True) if shelf.is_yours(name) else library_card(name) for name in shelf.names()
        ],
        spoiled=list(shelf.spoiled()),
        addresses=list(addresses),
    )


@made_from_a_book
def library_card(name: str) -> ScenarioCard:
    return card(name, library.load(name), measured=figures.figures().get(name))


def card(name: str, scenario: Scenario, yours: bool = False, measured: figures.Figures | None = None) -> ScenarioCard:
    """What the lobby shows of a scenario."""
    places = places_of(scenario)
    return ScenarioCard(
        name=name,
        title=scenario.title,
        about=scenario.about,
        book=scenario.ruleset,
        grid="hex" if scenario.grid == "hex" else "square",
        columns=scenario.columns,
        rows=scenario.rows,
        turns=scenario.turns or LONGEST_BATTLE,
        options=scenario.options,
        house_rules=scenario.house_rules,
        sides=[
            SideCard(
                id=side.id,
                name=side.name,
                edge=side.edge,
                colour=side.colour,
                forces=forces(side),
                units=len(side.units),
                briefing=side.briefing,
                aims=[victory_words(entry, places) for entry in rows_of(scenario, side.id)],
                scores=scores(scenario, [row for row in scenario.points if row.side == side.id]),
            )
            for side in scenario.sides
        ],
        conditions=won_how(scenario),
        difficulty=figures.difficulty(scenario),
        minutes=measured.minutes() if measured is not None else None,
        measured=measured_told(scenario, measured) if measured is not None else None,
        yours=yours,
    )


def measured_told(scenario: Scenario, found: figures.Figures) -> Measured:
    first, second = scenario.sides
    tally = Tally()
    tally.wins, tally.losses, tally.draws = *found.wins, found.draws
    rate = tally.rate()
    return Measured(
        level=found.level,
        battles=tally.games(),
        wins={first.id: tally.wins, second.id: tally.losses},
        draws=tally.draws,
        rate=rate.value,
        low=rate.low,
        high=rate.high,
        verdict=fairness.verdict(rate, (first.name, second.name), tally.games()).brief,
    )


@made_from_books
def books() -> list[Book]:
    # The loop may put a book on the shelf while a thread reads.
    return [_book(ruleset) for ruleset in tuple(RULESETS.values())]


def _book(ruleset: Ruleset) -> Book:
    return Book(
        name=ruleset.name,
        title=ruleset.title,
        edition=ruleset.edition,
        grids=["hex" if grid == "hex" else "square" for grid in ruleset.grids],
        options=[Setting(name=name, text=option.words) for name, option in ruleset.options.items()],
        house_rules=[
            HouseRule(
                name=rule.name,
                default=rule.default(ruleset),
                values=rule.possible(),
                choices=list(rule.choices),
                text=rule.words,
                clause=rule.clause,
                grids=["hex" if grid == "hex" else "square" for grid in rule.grids],
            )
            for rule in HOUSE_RULES.values()
            if not with_house_rules(ruleset, {rule.name: rule.default(ruleset)})[1]
        ],
        unit_types=[UnitType(name=one.name, text=plain(one.name)) for one in whole_book(ruleset.name).unit_types],
        strength=ruleset.strength is not None,
    )


@made_from_books
def rules() -> Rules:
    return Rules(
        # A book has one name everywhere; the part that all books share has only its clauses' name.
        books={name: RULESETS[name].title if name in RULESETS else ledger.book(name).title for name in ledger.books()},
        clauses=[clause_told(name) for name in ledger.clauses()],
    )


def clause_told(name: str) -> Clause:
    found = ledger.find(name)
    if found is None:
        raise NotAllowed("bad-message", f"there is no clause {name!r}")
    parts = name.split(".")
    return Clause(
        id=found.id,
        book=found.book,
        heading=parts[1].replace("-", " "),
        short=modifier_words(name),
        rule=found.rule,
        ruling=found.ruling,
        optional=found.optional,
        settings=list(found.settings),
    )
