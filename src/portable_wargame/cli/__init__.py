"""Level 7. The command `pw`: one module per command, imported only when it is called."""

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter, validators

from .. import __version__
from ..game.errors import Refusal

REFUSED = 2
INTERRUPTED = 130
PIPE_CLOSED = 141

Player = Literal["human", "recruit", "sergeant", "captain", "general", "random"]
Temper = Literal["steady", "cautious", "bold", "objective-minded", "headlong"]
WhenHit = Literal["hold", "fall-back", "ask"]
Format = Literal["scenario", "protocol", "record"]
Engine = Literal["local", "dask"]

app = App(
    name="pw",
    help="The Portable Wargame: gridded battles with toy-soldier rules, every clause enforced and cited.",
    version=__version__,
    # Everything that goes wrong is told in one sentence by run(), whatever went wrong.
    exit_on_error=False,
    print_error=False,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
    help_format="plaintext",
)


@app.command
def play(
    scenario: str | None = None,
    /,
    *,
    red: Player | None = None,
    blue: Player | None = None,
    seed: int | None = None,
    save: Path | None = None,
    resume: Path | None = None,
    personality: Temper | None = None,
    standing_orders: WhenHit = "ask",
) -> int:
    """Play a battle, hot-seat or against a computer opponent of one of four levels.

    Parameters
    ----------
    scenario
        A scenario of the library, or a scenario file. Without it you choose from a list.
    red
        Who plays the side `red`, or the first side if none is called so.
    blue
        Who plays the side `blue`, or the second side if none is called so.
    seed
        The same number gives the same dice.
    save
        The record of the game; without it, a file in your own data folder.
    resume
        Go on with the game in this record.
    personality
        How captains and generals lead: steady, cautious, bold, objective-minded, headlong.
    standing_orders
        What your own units do when they are hit and may choose, and after a close combat: hold (lose strength rather
        than ground), fall-back (give ground), or ask you each time.
    """
    from .play import play as command

    return command(scenario, red, blue, seed, save, resume, personality, standing_orders)


@app.command
def replay(
    file: Path,
    /,
    *,
    step: bool = False,
    first: Annotated[int, Parameter("--from")] = 0,
    last: Annotated[int | None, Parameter("--to")] = None,
) -> int:
    """Go through the record of a game: what was done, what came of it, the board at the start of each turn.

    Parameters
    ----------
    file
        A record, *.pwg.
    step
        Wait after each action: Enter or n for the next, p for the one before, q to leave.
    first
        The number of the first action to show.
    last
        The number of the last action to show.
    """
    from .replay import replay as command

    return command(file, step, first, last)


@app.command
def verify(files: Annotated[list[Path], Parameter(negative="")], /) -> int:
    """Play records again and compare every die, event, state and key; the first line that differs is named."""
    from .replay import verify as command

    return command(files)


@app.command
def draw(
    what: str,
    /,
    *,
    at: int | None = None,
    output: Annotated[Path | None, Parameter(["--output", "-o"])] = None,
) -> int:
    """Draw a scenario, or a position of a record, as an SVG picture.

    Parameters
    ----------
    what
        A scenario of the library, a scenario file, or a record (*.pwg).
    at
        How many actions of the record have been played; without it, all of them.
    output
        The picture's file; without it, standard output.
    """
    from .draw import draw as command

    return command(what, at, output)


@app.command
def scenarios() -> int:
    """List the scenarios of the library."""
    from .opening import list_scenarios

    return list_scenarios()


@app.command
def check(files: Annotated[list[str], Parameter(negative="")], /) -> int:
    """Check scenario files, and name everything that is wrong with them."""
    from .check import check as command

    return command(files)


@app.command
def generate(
    *,
    book: str = "classic",
    grid: str | None = None,
    size: str | None = None,
    points: int = 0,
    kind: str = "meeting",
    country: str = "mixed",
    red: str = "",
    blue: str = "",
    options: Annotated[list[str] | None, Parameter(negative="", consume_multiple=True)] = None,
    seed: int | None = None,
    output: Annotated[Path | None, Parameter(["--out", "--output", "-o"])] = None,
) -> int:
    """Make up a battle: ground, forces, aims and briefings, as a scenario file.

    Parameters
    ----------
    book
        classic, colonial, late-19th-century or modern.
    grid
        square or hex; without it, the first that the book allows.
    size
        Columns and rows, such as 12x10; without it, 8x8.
    points
        What each army may cost, before the kind of battle favours one side; without it, as much as suits the board.
    kind
        meeting, attack, rearguard, crossing, breakthrough, ambush, relief or counter-attack.
    country
        mixed, open, hilly, wooded, river or settled.
    red
        The army list of the side that comes from the south; without it, any.
    blue
        The army list of the side that comes from the north; without it, any.
    options
        Optional rules of the book, such as air.
    seed
        The same number gives the same battle; without it, any.
    output
        The scenario's file; without it, standard output.
    """
    from .generate import generate_battle

    return generate_battle(book, grid, size, points, kind, country, (red, blue), options, seed, output)


@app.command
def convert(
    scenario: str,
    /,
    *,
    book: str | None = None,
    grid: str | None = None,
    output: Annotated[Path | None, Parameter(["--out", "--output", "-o"])] = None,
) -> int:
    """Put a scenario under another book or on another grid, and name everything that does not carry over.

    Parameters
    ----------
    scenario
        A scenario of the library, or a scenario file.
    book
        The book; without it, the scenario's own.
    grid
        square or hex; without it, the scenario's own if the book allows it.
    output
        The new scenario's file; without it, standard output.
    """
    from .convert import convert_scenario

    return convert_scenario(scenario, book, grid, output)


@app.command
def schema(name: Format = "scenario", /) -> int:
    """Print the JSON Schema of an open format.

    Parameters
    ----------
    name
        Scenario files, the engine protocol or game records.
    """
    import json

    from ..record.schemas import schema as bundled

    print(json.dumps(bundled(name), indent=2))
    return 0


@app.command
def rules(*words: str, book: str | None = None, show: str | None = None) -> int:
    """Look rules up by their words, or one clause by its id.

    Parameters
    ----------
    words
        Words that all occur in the rule.
    book
        Only the rules of this book.
    show
        The id of one clause.
    """
    from .rules import rules as command

    return command(list(words), book, show)


@app.command
def arena(
    levels: Annotated[list[str], Parameter(negative="")],
    /,
    *,
    scenarios: Annotated[list[str] | None, Parameter(negative="", consume_multiple=True)] = None,
    games: int = 1,
    seed: int = 1,
    ms: int = 2000,
    workers: int | None = None,
    csv: Path | None = None,
    bot: Annotated[list[str] | None, Parameter(negative="")] = None,
    bot_seconds: float = 10,
) -> int:
    """Let computer players fight one another, and print who beats whom.

    Parameters
    ----------
    levels
        recruit, sergeant, captain, general; with a personality, captain:bold. Each fights each of the others.
    scenarios
        Scenarios of the library, or scenario files; without it, the whole library.
    games
        How many pairs of battles, sides swapped, each two players fight over every scenario.
    seed
        The same number gives the same dice.
    ms
        The general's time for all the decisions of a turn, in milliseconds; the others need much less.
    workers
        How many battles are fought at a time; without it, one for every core.
    csv
        A file for the result of every battle.
    bot
        A program that speaks the engine protocol, as one more player: its command line.
    bot_seconds
        A bot that takes so much longer over an answer than its time to think has lost the battle.
    """
    from .arena import arena as command

    return command(levels, scenarios, games, seed, ms, workers, csv, bot or [], bot_seconds)


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    store: str | None = None,
    processes: Annotated[int, Parameter(validator=validators.Number(gte=1))] = 1,
    proxy: str = "",
    metrics: Annotated[bool, Parameter(negative="")] = False,
    keep_days: Annotated[int | None, Parameter(validator=validators.Number(gte=0))] = None,
    push_keys: Path | None = None,
    open_page: Annotated[bool, Parameter("--open", negative="")] = False,
) -> int:
    """Play in the browser: serve the page and keep its games.

    Parameters
    ----------
    host
        The address to listen on; without it, only this machine is answered.
    port
        The port; without it, 8000, or another if that is taken. 0 is any that is free.
    data
        The folder in which games are kept; without it, your own data folder.
    store
        Another place for the games: a SQLite file, or a PostgreSQL database such as postgresql://user@host/name.
    processes
        How many processes share the work.
    proxy
        The address of the proxy through which others come, such as 127.0.0.1: it is believed where they come from.
    metrics
        Let anybody read /metrics, not only this machine.
    keep_days
        Throw away games that nobody has touched for so many days, 0 for never; without it, never on a server for this
        machine alone, else after 365 days.
    push_keys
        A file of `pw push-keys`: players who are away are told, by their browsers, that it is their move.
    open_page
        Open the page in the browser.
    """
    from ..record.folder import data_folder
    from .serve import Settings
    from .serve import serve as command

    folder = data or data_folder()
    settings = Settings(host, folder, store or str(folder / "games.sqlite"), proxy, metrics, keep_days, push_keys)
    return command(settings, port, processes, open_page)


@app.command
def backup(file: Path, /, *, data: Path | None = None, store: str | None = None) -> int:
    """Write all games of a server to one file, also while it runs.

    Parameters
    ----------
    file
        The backup; what was there before is replaced when the new one is whole.
    data
        The folder in which games are kept; without it, your own data folder.
    store
        Another place of the games, as for pw serve.
    """
    from .backup import backup as command

    return command(file, data, store)


@app.command
def restore(file: Path, /, *, data: Path | None = None, store: str | None = None) -> int:
    """Put the games of a backup into a store, of whatever kind. Games that are there already are left as they are.

    Parameters
    ----------
    file
        The backup.
    data
        The folder in which games are kept; without it, your own data folder.
    store
        Another place for the games, as for pw serve.
    """
    from .backup import restore as command

    return command(file, data, store)


@app.command
def push_keys(file: Path, /, *, contact: str) -> int:
    """Make the keys with which a server tells browsers that it is their players' move, for `pw serve --push-keys`.

    Parameters
    ----------
    file
        Where to put them. Whoever has this file can speak in the server's name.
    contact
        Whom a push service may write to if something is wrong: mailto:NAME@HOST, or https://HOST/...
    """
    from .push_keys import push_keys as command

    return command(file, contact)


@app.command
def simulate(
    scenario: str,
    /,
    *,
    games: int = 1000,
    red: str | None = None,
    blue: str | None = None,
    seed: int = 1,
    ms: int = 300,
    until_width: float | None = None,
    workers: int | None = None,
    jsonl: Path | None = None,
    csv: Path | None = None,
    html: Path | None = None,
    engine: Engine = "local",
    scheduler: str | None = None,
) -> int:
    """Fight a battle many times over, and tell who wins how often, when, where and why.

    Parameters
    ----------
    scenario
        A scenario of the library, or a scenario file.
    games
        How many battles; with --until-width, how many at most.
    red
        Who plays the side `red`, or the first side if none is called so: recruit, sergeant, captain or general; or
        eager, who has no plan and is very quick.
    blue
        Who plays the side `blue`, or the second side if none is called so.
    seed
        Battle i has the dice of (seed, i), however many cores there are.
    ms
        The time for a decision of the general, in milliseconds.
    until_width
        Stop as soon as the win rate is known this sharply: 0.02 is from one point below to one point above.
    workers
        How many battles are fought at a time; without it, one for every core.
    jsonl
        A file for a line on every battle. If it is there already, the run goes on where it stopped.
    csv
        A file for a table of all battles.
    html
        A file for a report with charts and maps.
    engine
        Where the battles are fought: local, or on a dask cluster.
    scheduler
        The address of the Dask scheduler, such as tcp://127.0.0.1:8786.
    """
    from .simulate import simulate as command

    return command(scenario, games, red, blue, seed, ms, until_width, workers, jsonl, csv, html, engine, scheduler)


@app.command
def compare(
    first: str,
    second: str | None = None,
    /,
    *,
    matrix: Annotated[bool, Parameter(negative="")] = False,
    games: int = 1000,
    level: str | None = None,
    seed: int = 1,
    ms: int = 300,
    until_width: float | None = None,
    workers: int | None = None,
    engine: Engine = "local",
    scheduler: str | None = None,
) -> int:
    """Compare two settings of a battle, fought with the same dice: what a house rule, a book or a level does.

    Parameters
    ----------
    first
        A scenario, perhaps with settings: harrow-ridge,exhaustion=1/2,red=captain. Settings are the house rules,
        book, grid, red, blue and level.
    second
        Another, or only the settings in which it differs from the first: book=modern,grid=hex.
    matrix
        Instead of a second setting: every book and grid that the scenario can be converted to.
    games
        How many pairs of battles; with --until-width, how many at most.
    level
        Who plays both sides, unless a setting says otherwise; without it, sergeants.
    seed
        Battle i of both settings has the dice of (seed, i).
    ms
        The time for a decision of the general, in milliseconds.
    until_width
        Stop as soon as the difference is known this sharply.
    workers
        How many battles are fought at a time; without it, one for every core.
    engine
        Where the battles are fought: local, or on a dask cluster.
    scheduler
        The address of the Dask scheduler.
    """
    from .compare import compare_command

    return compare_command(first, second, matrix, games, level, seed, ms, until_width, workers, engine, scheduler)


@app.command
def balance(
    scenario: str,
    /,
    *,
    red: str | None = None,
    blue: str | None = None,
    games: int = 200,
    seed: int = 1,
    ms: int = 300,
    workers: int | None = None,
    choose: int | None = None,
    write: Path | None = None,
    engine: Engine = "local",
    scheduler: str | None = None,
) -> int:
    """Look for small changes that make a scenario fair: quality, strength, one unit, the turns, where a side starts.

    Parameters
    ----------
    scenario
        A scenario of the library, or a scenario file.
    red
        Who plays the side `red`, or the first side if none is called so.
    blue
        Who plays the side `blue`, or the second side if none is called so.
    games
        How many battles the options that are shown have each been tried in.
    seed
        The same number gives the same battles, and the same options.
    ms
        The time for a decision of the general, in milliseconds.
    workers
        How many battles are fought at a time; without it, one for every core.
    choose
        The number of the option to write; without it, the first, if it is fair.
    write
        A new file for the scenario with the change.
    engine
        Where the battles are fought: local, or on a dask cluster.
    scheduler
        The address of the Dask scheduler.
    """
    from .balance import balance as command

    return command(scenario, red, blue, games, seed, ms, workers, choose, write, engine, scheduler)


@app.command
def engine() -> int:
    """Speak the engine protocol: JSON Lines on standard input and output."""
    from .engine import engine as command

    return command()


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Carry out a command line; the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A terminal that lacks a sign, or input that is no text, is no reason to stop.
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = app(arguments)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except CycloptsError as problem:
        return refuse(" ".join(str(problem).split()) + " Try: pw --help")
    except Refusal as refusal:
        return refuse(str(refusal))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whatever is still in the buffer goes nowhere, so that leaving does not complain about it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as problem:
        return refuse(f"{problem.filename or 'a file'}: {problem.strerror or problem}")


def refuse(sentence: str) -> int:
    print(f"pw: {sentence}", file=sys.stderr)
    return REFUSED
