"""What a light command loads, which is what its start takes: Python itself lists every module it loads."""

import subprocess
import sys
from pathlib import Path

import pytest

LISTING = [sys.executable, "-X", "importtime", "-c", "from portable_wargame.cli import main; main()"]
# Those whose names begin so are too slow to load for a command that has no need of them.
PARSER = ("cyclopts", "attrs", "docstring_parser")
SCREEN = ("rich",)
SERVER = ("asyncio", "starlette", "uvicorn", "msgspec", "portable_wargame.server")
LABORATORY = ("distributed", "multiprocessing", "portable_wargame.simulation")
OPPONENTS = ("portable_wargame.ai",)
BOOKS = ("portable_wargame.rulesets", "portable_wargame.rules.", "portable_wargame.record")
NEVER = (*PARSER, *SERVER, *LABORATORY, *OPPONENTS)
# What a conversation needs when the first battle begins.
BATTLES = (
    "portable_wargame.cli.playing",
    "portable_wargame.pictures",
    "portable_wargame.record",
    "portable_wargame.rulesets.variants.building",
    "portable_wargame.scenario",
    "portable_wargame.speech",
)
LIGHT: dict[str, tuple[str, tuple[str, ...]]] = {
    "--version": ("", (*NEVER, *SCREEN, *BOOKS, "tomllib", "pathlib", "portable_wargame.scenario")),
    "scenarios": ("", (*NEVER, *BOOKS, "rich.progress", "rich.markdown")),
    "engine": ('{"cmd":"hello"}\n', (*NEVER, *SCREEN, *BATTLES)),
}


def loaded(command: str, typed: str, folder: Path) -> list[str]:
    done = subprocess.run([*LISTING, command], input=typed, capture_output=True, text=True, cwd=folder, check=True)
    rows = [line.split("|") for line in done.stderr.splitlines() if line.startswith("import time:")]
    return [name.strip() for _, _, name in rows[1:]]


@pytest.mark.parametrize("command", LIGHT)
def test_a_light_command_loads_nothing_heavy(command: str, tmp_path: Path) -> None:
    typed, heavy = LIGHT[command]
    names = loaded(command, typed, tmp_path)
    assert "portable_wargame.cli" in names
    assert [name for name in names if name.startswith(heavy)] == []
