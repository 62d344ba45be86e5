"""The whole command line, with options and help. It takes longer to load than some commands take to run."""

import inspect

from cyclopts import App, CycloptsError, MissingArgumentError, Parameter, UnusedCliTokensError

from .._wording import listed, shown
from ..game.errors import Refusal
from . import COMMANDS, found, version


def worth_showing(default: object) -> str | None:
    """A default worth telling; that a switch is off is not."""
    return str(default) if default and isinstance(default, (str, int, float)) and default is not True else None


app = App(
    name="pw",
    help="""The Portable Wargame: gridded battles with toy-soldier rules, every clause enforced and cited.

Add --books DIR to any command to use a folder of your own books.""",
    version=version,
    # If anything goes wrong, run() says so in one sentence.
    exit_on_error=False,
    print_error=False,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
    help_format="plaintext",
    default_parameter=Parameter(negative="", show_default=worth_showing),
)
for name, (place, sentence) in COMMANDS.items():
    app.command(f"{__package__}.{place}", name=name, help=sentence)


def unfolded(words: str) -> str:
    """The words of a docstring with every parameter on one line: help is folded to the terminal, not to our sources."""
    lines: list[str] = []
    for line in words.splitlines():
        if lines and line.startswith(" ") and lines[-1].startswith(" "):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def carry_out(arguments: list[str]) -> object:
    if {"--help", "-h"} & set(arguments) and arguments[0] in COMMANDS:
        command = found(COMMANDS[arguments[0]][0])
        command.__doc__ = unfolded(inspect.getdoc(command) or "")
    try:
        return app(arguments)
    except CycloptsError as problem:
        name = f"pw {arguments[0]}" if arguments[0] in COMMANDS else "pw"
        raise Refusal(f"{said(problem, name)} Try: {name} --help") from None


def said(problem: CycloptsError, command: str) -> str:
    """What was wrong with a command, in our own sentence where the usual one is meant for programmers."""
    if isinstance(problem, UnusedCliTokensError) and problem.unused_tokens:
        left = [shown(one) for one in problem.unused_tokens]
        return f"{listed(left, 'and')} {'is' if len(left) == 1 else 'are'} more than {command} takes."
    if isinstance(problem, MissingArgumentError) and problem.argument is not None:
        if problem.keyword is not None:
            return f"{problem.keyword} needs a value."
        return f"{command.removeprefix('pw ')} needs {problem.argument.name}."
    return " ".join(str(problem).split())
