"""The real command, run as its user runs it, with a home folder of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pexpect

COMMAND = [sys.executable, "-c", "from portable_wargame.cli import main; main()"]

SCENARIO = """
format = "portable-wargame/scenario/1"
title = "The Ford"
about = "Two small columns meet."
ruleset = "classic"
grid = "square"
turns = 3
house-rules = {exhaustion = "1/2"}

[map]
rows = '''
. . . . .
. w . h .
. . . . .
. . . . .
. . . . .
'''

[[sides]]
id = "red"
name = "Redland"
edge = "south"
units = [
  {id = "r1", type = "infantry", at = "b2", facing = "n", quality = "elite", name = "1st Foot"},
  {id = "r2", type = "artillery", at = "c1", facing = "n"},
]

[[sides]]
id = "blue"
name = "Blueland"
edge = "north"
units = [
  {id = "b1", type = "infantry", at = "b4", facing = "s"},
  {id = "b2", type = "artillery", at = "c5", facing = "s"},
]

[[victory]]
side = "red"
hold = ["c3"]
at-turn = 3
"""


def environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "XDG_DATA_HOME", "COLUMNS")}
    return {
        **kept,
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "COLUMNS": "100",
        "PYTHONIOENCODING": "utf-8",
    }


def pw(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(home),
        cwd=home,
        timeout=120,
        check=False,
    )


def listen_to_ctrl_c() -> None:
    """A program started in the background is told to ignore Ctrl-C; at a terminal it is not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def terminal(home: Path, *arguments: str, **variables: str) -> "pexpect.spawn[str]":
    return pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *arguments],
        env={**environment(home), "TERM": "xterm-256color", **variables},
        cwd=str(home),
        encoding="utf-8",
        timeout=60,
        dimensions=(60, 120),
        preexec_fn=listen_to_ctrl_c,
    )


def scenario_file(home: Path, text: str = SCENARIO) -> str:
    path = home / "ford.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)
