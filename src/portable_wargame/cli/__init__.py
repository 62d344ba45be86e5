"""Level 14. The command `pw`: one module per command, imported only when it is called."""

import os
import sys
from collections.abc import Callable
from importlib import import_module

from .. import ENGINE, __version__
from ..game.errors import Refusal

WANTING = 1  # checked, and found wanting
REFUSED = 2  # wrong use, or something that cannot be done
INTERRUPTED = 130
PIPE_CLOSED = 141

# Where each command is, and what it does. Its options and their help are those of the function.
COMMANDS = {
    "play": ("playing.play:play", "Play a battle, hot-seat or against a computer opponent of one of four levels."),
    "games": (
        "playing.games:games",
        "List the games that `pw play` has saved, the last one first, and how to go on with each.",
    ),
    "serve": ("hosting.serve:serve", "Play in the browser: serve the page and keep its games."),
    "backup": ("hosting.backup:backup", "Write all games of a server to one file, also while it runs."),
    "restore": (
        "hosting.backup:restore",
        "Put the games of a backup into a store, of whatever kind. Games that are there already are left as they are.",
    ),
    "forget": ("hosting.forget:forget", "Throw away games that nobody has touched for long, once you have said yes."),
    "push-keys": (
        "hosting.push_keys:push_keys",
        "Make the keys with which a server tells browsers that it is their players' move.",
    ),
    "scenarios": ("playing.scenarios:scenarios", "List the scenarios of the library."),
    "generate": (
        "designing.generate:generate",
        "Make up a battle: ground, forces, aims and briefings, as a scenario file.",
    ),
    "convert": (
        "designing.convert:convert",
        "Put a scenario under another book or on another grid, and name everything that does not carry over.",
    ),
    "check": ("designing.check:check", "Check scenario files, and name everything that is wrong with them."),
    "print": (
        "designing.print_pack:print_battle",
        "Print a battle for the real table: map, counters, roster, quick reference, briefings and cards, as a PDF.",
    ),
    "draw": ("designing.draw:draw", "Draw a scenario, or a position of a record, as an SVG picture."),
    "replay": (
        "playing.replay:replay",
        "Go through the record of a game: what was done, what came of it, the board at the start of each turn.",
    ),
    "report": (
        "playing.report:report",
        "Write the report of a battle: the story turn by turn, pictures of the moments that mattered, the bill.",
    ),
    "verify": (
        "playing.replay:verify",
        "Play records again and compare every die, event, state and key; the first line that differs is named.",
    ),
    "rules": ("designing.rules:rules", "Look rules up by their words, or one clause by its id."),
    "simulate": (
        "laboratory.simulate:simulate",
        "Fight a battle many times over, and tell who wins how often, when, where and why.",
    ),
    "compare": (
        "laboratory.compare:compare",
        "Compare two settings of a battle, fought with the same dice: what a house rule, a book or a level does.",
    ),
    "balance": (
        "laboratory.balance:balance",
        "Look for small changes that make a scenario fair: quality, strength, a unit, the turns, where a side starts.",
    ),
    "arena": ("laboratory.arena:arena", "Let computer players fight one another, and print who beats whom."),
    "bot": ("playing.bot:bot", "Let a program play at a seat of a game on a server, by the link for that seat."),
    "engine": ("hosting.engine:engine", "Speak the engine protocol: JSON Lines on standard input and output."),
    "schema": ("designing.schema:schema", "Print the JSON Schema of an open format."),
    "doctor": ("hosting.doctor:doctor", "Say what is installed, what is compiled, and what is missing."),
    "completion": ("hosting.completion:completion", "Print what makes a shell complete commands and options."),
}


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Carry out a command line; the exit code."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        # Whoever started us may have closed it: then there is nothing to read, and nobody to print for.
        stream = getattr(sys, name) or os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8")
        setattr(sys, name, stream)
        # A terminal that lacks a sign, or input that is no text, is no reason to stop.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = carry_out(arguments)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
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


def carry_out(arguments: list[str]) -> object:
    """A word that needs no options is obeyed at once, without loading what reads options."""
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
    print(f"pw: {sentence}", file=sys.stderr)
    return REFUSED
