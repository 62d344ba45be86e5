"""The random battle that somebody wants."""

from dataclasses import dataclass, field, replace

from ...game.errors import Refusal
from ...game.ruleset import Ruleset
from ...grid.grid import LARGEST, SMALLEST
from ...rulesets import RULESETS
from ..wording import check_word, count_of, listed, quoted
from .army_lists import army_list
from .extras import EXTRAS
from .ground import COUNTRIES
from .plans import KINDS

USUAL = 8  # cells along a side of the board, by default
FEWEST_POINTS, MOST_POINTS = 12, 800


@dataclass(frozen=True)
class Request:
    """Anything left at its default is chosen to fit, some of it by the seed."""

    book: str = "classic"
    grid: str = ""  # the first that the book allows
    columns: int = 0
    rows: int = 0
    points: int = 0  # of a side, before the kind of battle favours one; as many as the board bears
    kind: str = "meeting"
    country: str = "mixed"
    armies: tuple[str, str] = ("", "")  # army lists
    options: tuple[str, ...] = ()  # optional rules of the book
    seed: int = 0
    # The dice are not seeded with this: the ground and the armies are those of the battle without it.
    extras: tuple[str, ...] = field(default=(), repr=False)


def filled_in(request: Request) -> Request:
    """The request with its gaps filled, or a refusal that says what would do."""
    check_word("book", request.book, RULESETS)
    check_word("kind of battle", request.kind, KINDS)
    check_word("kind of country", request.country, COUNTRIES)
    book = RULESETS[request.book]
    grid = request.grid or book.grids[0]
    if grid not in book.grids:
        remedy = f"it must be {listed(book.grids)}"
        raise Refusal(f"the {book.called} book is not played on the grid {quoted(grid)}; {remedy}")
    if KINDS[request.kind].river_between and "river" not in book.features:
        raise Refusal(f"the {book.called} book has no rivers, so nobody can force a {request.kind}; {_others(book)}")
    for option in request.options:
        if option not in book.options:
            known = f"its options are {listed(book.options, 'and')}" if book.options else "it has no optional rules"
            raise Refusal(f"the {book.called} book has no option {quoted(option)}; {known}")
    for extra in request.extras:
        check_word("extra", extra, EXTRAS)
    for army in request.armies:
        if army:
            army_list(book.name, army)
    least = book.muster.smallest if book.muster is not None else SMALLEST
    columns, rows = request.columns or max(USUAL, least), request.rows or max(USUAL, least)
    if not (least <= columns <= LARGEST and least <= rows <= LARGEST):
        raise Refusal(f"the board is {columns} by {rows}; for the {book.called} book each must be {least} to {LARGEST}")
    points = request.points or 4 * round(min(24, max(5, 2 + 0.75 * columns)))
    if not FEWEST_POINTS <= points <= MOST_POINTS:
        raise Refusal(f"the armies have {count_of(points, 'point')}; it must be {FEWEST_POINTS} to {MOST_POINTS}")
    return replace(request, grid=grid, columns=columns, rows=rows, points=points)


def kinds_for(book: Ruleset) -> list[str]:
    """The kinds of battle that a book has the ground for."""
    return [name for name, plan in KINDS.items() if "river" in book.features or not plan.river_between]


def _others(book: Ruleset) -> str:
    return f"choose from {listed(kinds_for(book), 'and')}"
