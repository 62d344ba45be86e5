"""Level 14. The command `pw`: one module per command, imported only when it is called."""

import os
import sys
from collections.abc import Callable
from importlib import import_module

from .. import ENGINE, __version__
from ..game.errors import Refusal

WANTING = 1  # checked, and found wanting
REFUSED = 2  # wrong use, or something that can't be done
INTERRUPTED = 130
PIPE_CLOSED = 141

# Where each command is, and what it does. Its options and their help are those of the function.
COMMANDS = {
    "play": ("playing.play:play", "Play a battle in the terminal, hot-seat or against the computer."),
    "games": (
        "playing.games:games",
        "List the games that `pw play` has saved, newest first, and how to carry on with each.",
    ),
    "serve": ("hosting.serve:serve", "Play in the browser: serve the page and keep its games."),
    "backup": ("hosting.backup:backup", "Back up all of a server's games to one file, even while it is running."),
    "restore": (
        "hosting.backup:restore",
        "Restore games from a backup, into any kind of store. Games that already exist are left as they are.",
    ),
    "forget": ("hosting.forget:forget", "Delete games that nobody has touched for a long time. It asks first."),
    "push-keys": (
        "hosting.push_keys:push_keys",
        "Make the keys a server needs to notify players that it is their move.",
    ),
    "scenarios": ("playing.scenarios:scenarios", "List the scenarios in the library."),
    "generate": (
        "designing.generate:generate",
        "Make up a battle: ground, forces, objectives and briefings, as a scenario file.",
    ),
    "convert": (
        "designing.convert:convert",
        "Move a scenario to another book or another grid, and list everything that does not carry over.",
    ),
    "check": ("designing.check:check", "Check scenario and book files, and list everything that is wrong with them."),
    "print": (
        "designing.print_pack:print_battle",
        "Print a battle for the real table as a PDF: map, counters, rosters, quick reference, briefings and cards.",
    ),
    "draw": ("designing.draw:draw", "Draw a scenario, or a position from a record, as an SVG picture."),
    "replay": (
        "playing.replay:replay",
        "Step through a recorded game: what was done, what came of it, the board at the start of each turn.",
    ),
    "report": (
        "playing.report:report",
        "Write up a battle: the story turn by turn, pictures of the moments that mattered, the butcher's bill.",
    ),
    "verify": (
        "playing.verify:verify",
        "Replay records and check every link, die, event, state and key; say who signed them.",
    ),
    "rules": ("designing.rules:rules", "Search the rules, or show one clause by its id."),
    "simulate": (
        "laboratory.simulate:simulate",
        "Fight a battle many times over, and show who wins how often, when, where and why.",
    ),
    "compare": (
        "laboratory.compare:compare",
        "Fight a battle two ways with the same dice: what does a house rule, a book, a level or a single row change?",
    ),
    "sensitivity": (
        "laboratory.sensitivity:sensitivity",
        "Nudge each number in the book up and down a step, and chart which of them matter to a battle.",
    ),
    "balance": (
        "laboratory.balance:balance",
        "Look for small changes that make a scenario fair: quality, strength, a unit, the turns, where a side starts.",
    ),
    "arena": ("laboratory.arena:arena", "Set computer players against one another, and show who beats whom."),
    "analyse": (
        "laboratory.analyse:analyse",
        "Look back over a recorded battle: the chances, the luck, and the decisions that mattered.",
    ),
    "exploits": ("laboratory.exploits:exploits", "See whether any simple-minded script can beat a level."),
    "bot": ("playing.bot:bot", "Give a program a seat in a game on a server, by the link for that seat."),
    "engine": ("hosting.engine:engine", "Speak the engine protocol: JSON Lines on standard input and output."),
    "schema": ("designing.schema:schema", "Print the JSON Schema of an open format."),
    "doctor": ("hosting.doctor:doctor", "Show what is installed, what is compiled, and what is missing."),
    "completion": ("hosting.completion:completion", "Print a completion script for your shell."),
}


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def open_the_game() -> None:
    """`portable-wargame` is `pw`; by itself it opens the page, for somebody who only wants to play."""
    sys.exit(run(sys.argv[1:] or ["serve", "--open"]))


def run(arguments: list[str]) -> int:
    """Carry out a command line; the exit code."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        # The program that started us may have closed it: then there is nothing to read, and nobody to print to.
        stream = getattr(sys, name) or os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8")
        setattr(sys, name, stream)
        # A character that the terminal lacks, or input that is not text, is no reason to stop.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        arguments = with_books(arguments)
        code = carry_out(arguments)
        tell_of_unusable_books()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except Refusal as refusal:
        return refuse(str(refusal))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Send whatever is still in the buffer nowhere, so that leaving does not complain about it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as problem:
        return refuse(f"{problem.filename or 'a file'}: {problem.strerror or problem}")


def with_books(arguments: list[str]) -> list[str]:
    """The command line without --books DIR, which holds for every command and for whatever it starts."""
    rest: list[str] = []
    named: list[str] = []
    given = iter(arguments)
    for word in given:
        if word == "--":
            rest += [word, *given]
        elif word == "--books":
            named.append(next(given, ""))
        elif word.startswith("--books="):
            named.append(word.partition("=")[2])
        else:
            rest.append(word)
    for folder in named:
        if not os.path.isdir(folder):
            raise Refusal(f"--books {folder or 'DIR'}: no such folder")
    if named:
        from .._folder import BOOKS, book_folders

        os.environ[BOOKS] = os.pathsep.join([*named, *(str(one) for one in book_folders())])
    return rest


def tell_of_unusable_books() -> None:
    """One line for each, if the command has looked at the books at all."""
    shelves = sys.modules.get("portable_wargame.rulesets.shelves")
    for place, problem in shelves.unusable.items() if shelves is not None else ():
        complain(f"the book {place} is left out: {problem}")


def carry_out(arguments: list[str]) -> object:
    """A word that needs no options runs at once, without loading the option parser."""
    if arguments == ["--version"]:
        print(version())
        return 0
    if len(arguments) == 1 and arguments[0] in COMMANDS:
        command = found(COMMANDS[arguments[0]][0])
        if needs_nothing(command):
            return command()
    from . import parsing

    return parsing.carry_out(arguments)


def version() -> str:
    engine = "compiled" if ENGINE.compiled else "interpreted"
    return f"portable-wargame {__version__}, {engine} engine\n({ENGINE.why})"


def found(place: str) -> Callable[..., object]:
    module, _, name = place.partition(":")
    command: Callable[..., object] = getattr(import_module(f".{module}", __name__), name)
    return command


def needs_nothing(command: Callable[..., object]) -> bool:
    """Whether every parameter has a default."""
    code = command.__code__
    given = len(command.__defaults__ or ()) + len(command.__kwdefaults__ or {})
    return given == code.co_argcount + code.co_kwonlyargcount


def refuse(sentence: str) -> int:
    complain(sentence)
    return REFUSED


def complain(sentence: str) -> None:
    """The text may contain a file name that somebody else chose."""
    from .output import harmless

    print(f"pw: {harmless(sentence)}", file=sys.stderr)
