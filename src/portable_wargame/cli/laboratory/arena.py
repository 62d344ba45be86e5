"""`pw arena`: computer players against one another, with a table of who beats whom."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table

from ...ai.opponents.players import player
from ...api.files import read_scenario
from ...game.errors import Refusal
from ...scenario import library
from ...simulation.contest.arena import Result, matches, run
from ...simulation.contest.bots import (
    BOT,
    BOT_SECONDS,
    introduced,
    is_bot,
    parted,
    refuse_what_cannot_be_started,
)
from ...simulation.contest.files import Kept, write_table
from ...simulation.contest.ratings import Rating, Row, by_book, ratings, table
from ...simulation.contest.tournament import Standing, Tournament, cross_table, read_tournament
from .. import INTERRUPTED
from ..output import put_json
from ..playing.opponent import level_of
from ..terminal import Terminal, counting
from .shared import fighters, interrupted, refuse_one_file_for_two, refuse_unwritable

NO_PLAN = Tournament("", [], [], [], {})


def arena(
    levels: list[str] | None = None,
    /,
    *,
    scenarios: Annotated[list[str] | None, Parameter(consume_multiple=True)] = None,
    games: int | None = None,
    seed: int | None = None,
    ms: int | None = None,
    workers: int | None = None,
    jsonl: Path | None = None,
    file: Annotated[Path | None, Parameter("--csv")] = None,
    bot: list[str] | None = None,
    bot_seconds: float | None = None,
    tournament: Path | None = None,
    json: bool = False,
) -> int:
    """
    Parameters
    ----------
    levels
        recruit, sergeant, captain, general, marshal, adaptive; with a personality, captain:bold; or a script, such as
        turtle (pw exploits has them all). Everyone fights everyone else.
    scenarios
        Scenarios from the library, or scenario files. By default, the whole library.
    games
        How many pairs of battles, sides swapped, any two players fight over each scenario. By default, 1.
    seed
        The same number gives the same dice.
    ms
        The longest a player may think about one decision, in milliseconds. By default a bot has 5000, and our own
        levels have no clock: the same command gives the same battles on any machine.
    workers
        How many battles to fight at once. By default, one per core.
    jsonl
        A file with a line for every battle. If it already exists, the run picks up where it left off.
    file
        A file for a table of every battle.
    bot
        A program that speaks the engine protocol, as another player: its command line, or NAME=command line.
    bot_seconds
        Seconds of grace before a slow bot forfeits the battle. By default, 10.
    tournament
        A file with all these settings (docs/bots.md). Options given here override it.
    json
        As JSON, for programs.
    """
    plan = read_tournament(tournament) if tournament is not None else NO_PLAN
    games, seed = (
        given if given is not None else plan.settings.get(key, 1) for key, given in (("games", games), ("seed", seed))
    )
    ms = ms if ms is not None else plan.settings.get("ms")
    if bot_seconds is None:
        bot_seconds = plan.settings.get("bot-seconds", BOT_SECONDS)
    names = entered([*(levels or []), *plan.players], [*(bot or []), *plan.bots], bot_seconds)
    if games < 1 or (ms is not None and ms < 1) or (workers is not None and workers < 1) or bot_seconds <= 0:
        raise Refusal("--games, --ms and --workers must be 1 or more, and --bot-seconds more than 0")
    wanted = [one for given in scenarios or plan.scenarios or library.names() for one in given.split(",")]
    refuse_one_file_for_two({"--jsonl": jsonl, "--csv": file})
    if file is not None:
        refuse_unwritable(file)
    todo = matches(names, {name: read_scenario(name) for name in wanted}, games, seed, ms, bot_seconds)
    with Kept(jsonl) as kept, fighters(workers=workers) as (executor, _), counting("battles") as progress:
        bar = progress.add_task("", total=len(todo))
        results = run(todo, executor, lambda _: progress.advance(bar), kept)
    if not results:
        return INTERRUPTED
    if file is not None:
        write_table(file, results)
    if json:
        put_json(tree(results))
        return 0 if len(results) == len(todo) else INTERRUPTED
    console = Terminal()
    if plan.title:
        console.say(plan.title, "bold")
    if len(names) > 2:
        console.print(crossed(cross_table(results)))
        console.print()
    console.print(drawn(table(results)))
    console.print()
    for book, rows in by_book(results).items():
        console.say(f"In the {book.replace('-', ' ')} book:", "bold")
        console.print(drawn(rows))
        console.print()
    console.print(scale(ratings(results)))
    for number, reason in failures(results):
        console.say(f"{number} lost because a bot failed: {reason}")
    if len(results) < len(todo):
        console.say(interrupted(len(results), len(todo), jsonl))
        return INTERRUPTED
    return 0


def tree(results: list[Result]) -> dict[str, Any]:
    """Who beats whom, and the scale, as `pw arena` prints them."""
    books = {book: [named(row) for row in rows] for book, rows in by_book(results).items()}
    pairs = [named(row) for row in table(results)]
    return {
        "pairs": pairs,
        "books": books,
        "ratings": [asdict(row) | {"name": shown(row.name)} for row in ratings(results)],
    }


def named(row: Row) -> dict[str, Any]:
    return asdict(row) | {"name": shown(row.name), "against": shown(row.against)}


def entered(levels: list[str], bots: list[str], bot_seconds: float) -> list[str]:
    """All the players, by the names that results are kept under."""
    for entry in bots:
        refuse_what_cannot_be_started(entry)
    names = [level_of(level) for level in levels]
    for name in names:
        player(name)  # refuses scenarios that do not exist
    names += [BOT + introduced(entry, bot_seconds) for entry in bots]
    if len(set(names)) != len(names) or len(names) < 2:
        raise Refusal("an arena needs at least two different players, such as: pw arena sergeant captain")
    called = [shown(name) for name in names]
    twice = [name for name in called if called.count(name) > 1]
    if twice:
        raise Refusal(f"two players are called {twice[0]!r}: name the bots, with --bot NAME=command")
    return names


def failures(results: list[Result]) -> list[tuple[str, str]]:
    """Every reason why a bot forfeited, once each, and in how many battles."""
    reasons = [one.reason for one in results if one.failed]
    return [
        (f"{reasons.count(reason)} battle{'s' if reasons.count(reason) > 1 else ''}", reason)
        for reason in dict.fromkeys(reasons)
    ]


def scale(rows: list[Rating]) -> Table:
    drawing = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("player", "Elo", "95%", "games"):
        drawing.add_column(heading, no_wrap=heading != "player", overflow="fold")
    for row in rows:
        drawing.add_row(shown(row.name), f"{row.elo:+.0f}", f"{row.low:+.0f} to {row.high:+.0f}", str(row.games))
    return drawing


def crossed(rows: list[Standing]) -> Table:
    """A cross-table of points: everybody against everybody, in the table's order."""
    drawing = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("", "player", *(str(number) for number in range(1, len(rows) + 1)), "points", "of"):
        drawing.add_column(heading, justify="left" if heading == "player" else "right", overflow="fold")
    for number, row in enumerate(rows, 1):
        against = ["-" if points is None else f"{points:g}" for points in row.against]
        drawing.add_row(str(number), shown(row.name), *against, f"{row.points:g}", str(row.games))
    return drawing


def drawn(rows: list[Row]) -> Table:
    drawing = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("player", "against", "games", "+ = -", "score", "95%", "without\nluck", "95%"):
        # On a narrow screen names are folded: a number cut short would be another number.
        names = heading in ("player", "against")
        drawing.add_column(heading, no_wrap=not names, overflow="fold", min_width=8 if names else None)
    for row in rows:
        drawing.add_row(
            shown(row.name),
            shown(row.against),
            str(row.games),
            f"{row.wins} {row.draws} {row.losses}",
            f"{100 * row.score:.1f}%",
            f"{100 * row.low:.1f} to {100 * row.high:.1f}",
            f"{100 * row.even:.1f}%",
            f"{100 * row.even_low:.1f} to {100 * row.even_high:.1f}",
        )
    return drawing


def shown(name: str) -> str:
    """A player's name; a bot goes by its own."""
    return parted(name)[0] if is_bot(name) else name
