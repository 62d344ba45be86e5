"""The terminal that commands print on."""

import os
import re
import shlex
import shutil
import subprocess
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from .output import harmless

if TYPE_CHECKING:
    from rich.progress import Progress

    from ..battle.battle import Battle


class Terminal(Console):
    def __init__(self) -> None:
        # Clauses stand in square brackets, which rich would take for markup; it would colour numbers, and take words
        # between colons for emoji.
        super().__init__(highlight=False, markup=False, emoji=False)
        # COLUMNS=0 says that the width is not known, not that there is none.
        if self.width < 1:
            self.width = shutil.get_terminal_size((100, 40)).columns

    def say(self, words: str, style: str | None = None) -> None:
        """Print sentences on lines of their own: folded between words for a terminal, whole for a pipe."""
        self.print("\n".join(self.folded(words)), style=style, soft_wrap=True)

    def ask(self, words: str) -> str:
        """Ask a question, folded in the same way, and return the typed answer."""
        *before, last = self.folded(words)
        for line in before:
            self.print(line, soft_wrap=True)
        return input(f"{last} ").strip()

    def folded(self, words: str) -> list[str]:
        lines = harmless(words).split("\n")
        return [part for line in lines for part in folded(line, self.width)] if self.is_terminal else lines

    def show_board(self, battle: "Battle", eyes: int) -> None:
        from ..pictures.text_board import board

        width = shutil.get_terminal_size((100, 40)).columns
        self.print(board(battle, width, eyes), soft_wrap=True)

    def on_broken_pipe(self) -> None:
        """Leave it to the command line, which knows the exit code for it."""
        raise BrokenPipeError


# A number or a word with blanks after it heads a line: folded text lines up with what follows the head.
HEAD = re.compile(r" *(?:\S.{0,18}?  +)?")
LEAST_ROOM = 20  # characters that text under a head needs


def folded(line: str, width: int) -> list[str]:
    head = HEAD.match(line)
    indent = len(head[0]) if head is not None and len(head[0]) + LEAST_ROOM <= width else 0
    wrapper = textwrap.TextWrapper(
        width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    )
    return wrapper.wrap(line) or [""]


def counting(what: str) -> "Progress":
    """A bar that counts up to a total, with the task's description after it; it vanishes when the work is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parts = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    told = TextColumn("{task.description}")
    # To a file or a pipe it would leave an empty line.
    return Progress(*parts, told, console=console, transient=True, disable=not console.is_terminal)


def in_shell(path: Path) -> str:
    """The path as you would type it in a command."""
    return subprocess.list2cmdline([str(path)]) if os.name == "nt" else shlex.quote(str(path))
