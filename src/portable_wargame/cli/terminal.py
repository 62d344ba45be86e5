"""The terminal that commands print on."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress

    from ..battle.battle import Battle


class Terminal(Console):
    def __init__(self) -> None:
        # Clauses stand in square brackets, which rich would take for its own; it would colour numbers, and take what
        # stands between colons for the name of a picture.
        super().__init__(highlight=False, markup=False, emoji=False)
        # COLUMNS=0 says that the width is not known, not that there is none.
        if self.width < 1:
            self.width = shutil.get_terminal_size((100, 40)).columns

    def say(self, words: str, style: str | None = None) -> None:
        """A sentence on a line of its own: a terminal folds it, and a pipe gets it whole."""
        self.print(words, style=style, soft_wrap=True)

    def show_board(self, battle: "Battle") -> None:
        from ..pictures.text_board import board

        width = shutil.get_terminal_size((100, 40)).columns
        self.print(board(battle, width), soft_wrap=True)

    def on_broken_pipe(self) -> None:
        """Leave it to the command line, which knows the exit code for it."""
        raise BrokenPipeError


def counting(what: str) -> "Progress":
    """A bar of so many out of how many, with the task's description after it; gone when the work is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parts = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*parts, TextColumn("{task.description}"), console=Console(stderr=True), transient=True)


def in_shell(path: Path) -> str:
    """The path as one would type it in a command."""
    return subprocess.list2cmdline([str(path)]) if os.name == "nt" else shlex.quote(str(path))
