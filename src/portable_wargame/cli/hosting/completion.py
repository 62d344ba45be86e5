"""`pw completion`: the script that lets a shell complete commands, options, and the words that they take."""

from typing import Literal

from cyclopts import Argument

from ...ai.opponents.players import EAGER, LEVELS
from ...ai.opponents.scripts import SCRIPTS
from ...printing.options import INKS, PAPERS, PARTS
from ...rulesets import RULESETS, ledger
from ...scenario import library
from ...scenario.generating.army_lists import army_lists
from ...scenario.generating.extras import EXTRAS
from ...scenario.generating.ground import COUNTRIES
from ...scenario.generating.plans import KINDS
from ...simulation.variations import KINDS as CHANGES
from .. import COMMANDS
from .shells import WRITERS, Command, Option, Words

Shell = Literal["bash", "zsh", "fish"]


def completion(shell: Shell, /) -> int:
    """
    Parameters
    ----------
    shell
        bash: eval "$(pw completion bash)" in ~/.bashrc. zsh: write it to a file _pw in a folder of fpath. fish:
        write it to ~/.config/fish/completions/pw.fish.
    """
    print(WRITERS[shell](commands()))
    return 0


def known_words() -> dict[str, Words]:
    """By option, or `COMMAND OPTION` where commands differ, or `COMMAND` for what it is about: only where its type does
    not list the words already."""
    books = RULESETS.values()
    scenarios, levels = tuple(library.names()), tuple(LEVELS)
    either = Words(scenarios, files=True)
    armies = Words(tuple(dict.fromkeys(army.id for book in RULESETS for army in army_lists(book))))
    return {
        "--book": Words(tuple(RULESETS)),
        "--grid": Words(tuple(dict.fromkeys(grid for book in books for grid in book.grids))),
        "--options": Words(tuple(dict.fromkeys(option for book in books for option in book.options)), several=True),
        "--kind": Words(tuple(KINDS)),
        "--country": Words(tuple(COUNTRIES)),
        "--with": Words(tuple(EXTRAS), several=True),
        "--paper": Words(tuple(PAPERS)),
        "--ink": Words(tuple(INKS)),
        "--parts": Words(tuple(PARTS), several=True),
        "--red": Words((*levels, EAGER)),
        "--blue": Words((*levels, EAGER)),
        "--level": Words((*levels, EAGER)),
        "--levels": Words((*levels, EAGER), several=True),
        "--skill": Words(levels),
        "--scripts": Words(tuple(SCRIPTS)),
        "--scenarios": Words(scenarios, several=True, files=True),
        "--keep": Words(CHANGES, several=True),
        "--show": Words(tuple(ledger.clauses())),
        "--counters": Words(("cell",)),
        **dict.fromkeys(("--store", "--keys", "check", "report", "analyse"), Words(files=True)),
        "generate --red": armies,
        "generate --blue": armies,
        "arena": Words((*levels, *SCRIPTS)),
        "exploits": Words(levels),
        **dict.fromkeys(("play", "convert", "draw", "print", "simulate", "sensitivity", "balance", "compare"), either),
    }


def commands() -> list[Command]:
    """All commands as the parser has them, with the words that it does not know."""
    from ..parsing import app, unfolded

    known = known_words()
    found = []
    for name, (_, sentence) in COMMANDS.items():
        arguments = app[name].assemble_argument_collection(
            default_parameter=app.default_parameter, parse_docstring=True
        )
        told = [argument for argument in arguments if argument.show]
        options = [
            Option(
                argument.names,
                " ".join(unfolded(argument.parameter.help or "").split()),
                _words(argument, known, f"{name} {argument.names[0]}", argument.names[0])
                if argument.token_count()[0]
                else None,
            )
            for argument in told
            if argument.names[0].startswith("-")
        ]
        options.append(Option(("--help", "-h"), "Show the help of this command.", None))
        about = next((one for one in told if not one.names[0].startswith("-")), None)
        itself = _words(about, known, name) if about is not None else Words()
        found.append(Command(name, sentence, tuple(options), itself))
    return found


def _words(argument: Argument, known: dict[str, Words], *keys: str) -> Words:
    listed = argument.get_choices()
    if listed:
        return Words(tuple(listed))
    for key in keys:
        if key in known:
            return known[key]
    return Words(files="Path" in str(argument.hint))
