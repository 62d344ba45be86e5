"""Level 7. The command `pw`: one module per command, imported only when it is called."""

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter

from .. import __version__
from ..game.errors import Refusal

REFUSED = 2
INTERRUPTED = 130
PIPE_CLOSED = 141

Player = Literal["human", "recruit", "sergeant", "captain", "general", "random"]
Temper = Literal["steady", "cautious", "bold", "objective-minded", "headlong"]
WhenHit = Literal["hold", "fall-back", "ask"]
Format = Literal["scenario", "protocol", "record"]

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
