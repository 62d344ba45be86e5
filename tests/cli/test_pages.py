"""What the pages tell a reader to type does what they say: every command of every page is run, in the order it stands
there, in a folder that holds what the page takes for granted. Long ones are cut short by their own options."""

import re
import shlex
import shutil
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.cli.running import pw
from tests.structure.test_docs import commands

TOP = Path(__file__).parents[2]
# By command: what a reader waits for and a test need not.
SHORTER = {
    "simulate": "--games 4 --workers 1",
    "compare": "--games 2 --level eager --workers 1",
    "sensitivity": "--games 2 --level eager --workers 1 --only artillery",
    "balance": "--games 2 --workers 1",
    "arena": "--games 1 --ms 1 --workers 1",
    "analyse": "--playouts 2",
}
# Servers and clusters have tests of their own, which start and stop them.
ELSEWHERE = ("serve", "--engine dask")
TYPED = "human\nhuman\nquit\n"  # what a battle in the terminal asks

BY_PAGE: dict[str, list[str]] = defaultdict(list)
for page, line in dict.fromkeys(commands()):
    if not any(word in line for word in ELSEWHERE):
        BY_PAGE[page].append(line)


@pytest.mark.parametrize("page", BY_PAGE)
def test_every_command_of_a_page_does_its_work(page: str, tmp_path: Path) -> None:
    shutil.copytree(TOP / "examples", tmp_path / "examples")
    if any("battle.pwg" in line for line in BY_PAGE[page]):
        fought = "play toll-house --red recruit --blue recruit --seed 1 --save battle.pwg"
        assert pw(tmp_path, *fought.split()).returncode == 0
    if page == "books.md":
        text = (TOP / "docs" / page).read_text("utf-8")
        first = re.findall(r"^```toml\n(.*?)^```", text, re.DOTALL | re.MULTILINE)[0]
        (tmp_path / "camels.toml").write_text(first, "utf-8")
    for line in BY_PAGE[page]:
        words = shlex.split(shortened(line))
        done = pw(tmp_path, *words, typed=TYPED if words[0] == "play" else "")
        assert done.returncode == 0, f"pw {line}\n{done.stdout}\n{done.stderr}"
        for file in re.findall(r"--(?:out|html) (\S+)", line):
            assert (tmp_path / file).exists(), f"pw {line}\n{done.stdout}"


def shortened(line: str) -> str:
    line = line.replace("python examples", f"{sys.executable} examples")
    command = next((word for word in line.split() if word in SHORTER), None)
    if command is None:
        return line
    for option in re.findall(r"--[a-z]+ [^-]\S*", SHORTER[command]):
        name = option.split()[0]
        line = re.sub(rf"{name} \S+ ?", "", line)
        line = f"{line.strip()} {option}"
    return line
