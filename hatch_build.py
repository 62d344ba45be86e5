"""Compile the engine into the wheel when PW_COMPILE=1; where that fails, warn and build the pure wheel.

PW_COMPILE=trained takes twice as long: gcc compiles it once to watch it play, and again for what it has seen there. The
libraries do the same, a quarter faster.

The compiled libraries never stand beside the sources, where they would shadow every later edit. The last
ones are kept under build/, so that a change outside the engine does not compile it again.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "portable_wargame"
CLIENT = "src/portable_wargame/server/client/index.html"
ENGINE = ("grid", "battle", "game", "rules", "ai")
# What the interpreter has in place of the compiler's own rows of numbers; and of the players, what is not worth
# compiling: values that travel between processes (a compiled dataclass does not pickle), and modules that only hand the
# thinking on.
INTERPRETED = {
    "grid/compiler.py",
    "ai/opponents/general.py",
    "ai/opponents/players.py",
    "ai/opponents/standing_orders.py",
}
FLAGS = {"MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0"}
# Nothing outside the library calls its functions by name: only then may the compiler put them into one another.
POSIX_FLAGS = "-fno-semantic-interposition -fvisibility=hidden"
WATCHED = "-fprofile-generate"
TRAINED = "-fprofile-use -fprofile-partial-training -Wno-missing-profile -fno-plt -fipa-pta"
TRAINING = """
from portable_wargame.scenario import library
from portable_wargame.simulation.trial import Trial, score
for name in library.names():
    for level, battles in (("eager", 40), ("sergeant", 1), ("captain", 1)):
        trial = Trial(library.load(name), (level, level), 1)
        for number in range(battles):
            score(trial, number)
"""


class CompileError(Exception):
    """The engine could not be compiled; the message says why."""


class CompileHook(BuildHookInterface[Any]):
    """Hatchling's custom hook for the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        if not compiling():
            return []
        return self.compilers()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not (Path(self.root) / CLIENT).is_file():
            self.app.display_warning("The browser's pages are NOT in this wheel: `python3 run.py play` builds them.")
        if not compiling():
            return
        try:
            libraries = compiled_engine(Path(self.root))
        except CompileError as error:
            self.app.display_warning(f"The engine is NOT compiled: {error}. Building the pure wheel instead.")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(libraries)
        # Compiled code keeps its numbers in rows of this library.
        build_data["dependencies"] += [wanted for wanted in self.compilers() if wanted.startswith("librt")]

    def compilers(self) -> list[str]:
        project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text("utf-8"))
        group: list[str] = project["dependency-groups"]["compile"]
        return group


def compiling() -> bool:
    return os.environ.get("PW_COMPILE") in ("1", "trained")


def training() -> bool:
    """Whether that is asked for, and the compiler is gcc: others learn in other ways."""
    if os.environ.get("PW_COMPILE") != "trained" or os.name != "posix":
        return False
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    said = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=False).stdout
    return "Free Software Foundation" in said


def compiled_engine(root: Path) -> dict[str, str]:
    """Where each compiled library is, and its place in the wheel."""
    sources = engine_sources(root / "src")
    if not sources:
        raise CompileError("there is nothing to compile")
    trained = training()
    digest = hashlib.sha256(f"{sys.version} {trained}".encode())
    for path in (root / "pyproject.toml", Path(__file__), *sources):
        digest.update(f"\0{path.relative_to(root)}\0".encode() + path.read_bytes())
    kept = root / "build" / f"engine-{digest.hexdigest()[:16]}"
    if not kept.is_dir():
        for old in kept.parent.glob("engine-*"):
            shutil.rmtree(old, ignore_errors=True)
        compile_engine(root / "src", sources, kept, trained)
    return {str(path): str(path.relative_to(kept)) for path in sorted(kept.rglob("*")) if path.is_file()}


def engine_sources(src: Path) -> list[Path]:
    modules = (path for level in ENGINE for path in (src / PACKAGE / level).rglob("*.py"))
    return sorted(
        path
        for path in modules
        if path.name != "__init__.py" and path.relative_to(src / PACKAGE).as_posix() not in INTERPRETED
    )


def compile_engine(src: Path, sources: list[Path], destination: Path, trained: bool) -> None:
    names = [str(path.relative_to(src)) for path in sources]
    with tempfile.TemporaryDirectory(prefix="pw-compile-") as scratch:
        copy = Path(scratch)
        shutil.copytree(src / PACKAGE, copy / PACKAGE, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        if trained:
            run_mypyc(copy, names, WATCHED)
            carry_out("the training", copy, ["-c", TRAINING], {})
            for made in [*copy.rglob("*.o"), *libraries_in(copy)]:
                made.unlink()
        run_mypyc(copy, names, TRAINED if trained else "")
        shutil.rmtree(copy / "build")
        # Renamed only when complete: an interrupted build must not look like a finished one.
        partial = destination.with_name(f"partial-{os.getpid()}")
        for library in libraries_in(copy):
            place = partial / library.relative_to(copy)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(library, place)
        try:
            partial.rename(destination)
        except OSError:
            shutil.rmtree(partial)
            if not destination.is_dir():  # else another build has made the same meanwhile
                raise


def libraries_in(copy: Path) -> list[Path]:
    return [path for path in copy.rglob("*") if path.name.endswith(tuple(EXTENSION_SUFFIXES))]


def run_mypyc(copy: Path, names: list[str], flags: str) -> None:
    variables = dict(FLAGS)
    if os.name == "posix":
        variables["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {POSIX_FLAGS} {flags}".strip()
    carry_out("mypyc or the C compiler", copy, ["-m", "mypyc", *names], variables)


def carry_out(what: str, copy: Path, arguments: list[str], variables: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
        raise CompileError(f"{what} failed, with the output above")
