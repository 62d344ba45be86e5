"""Compile the engine of this checkout, for the next process to use.

python compile_engine.py                 compile it now, unless it has been
python compile_engine.py --trained       the same, a quarter faster and twice as long in the making
python compile_engine.py --background    see to it that it is compiled, say so in a line, and return at once

The libraries never lie beside the sources, where they would hide every later edit: each set has a folder of its own in
build/engines, and a note under the fingerprint of its sources says which (portable_wargame/_engine.py reads it).
A folder gets its note only when it is complete, so whatever is interrupted leaves nothing that anybody would use.

To train it, gcc compiles it once to watch it play, and once more for what it has seen there.
"""

import argparse
import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

TOP = Path(__file__).resolve().parent
PACKAGE = "portable_wargame"
# A module's mark that the interpreter should run it, with the reason after it.
NOT_COMPILED = re.compile(r"^# Not compiled: \w", re.MULTILINE)
FLAGS = {"MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0"}
# Nothing outside the library calls its functions by name, so the compiler may inline them.
POSIX_FLAGS = "-fno-semantic-interposition -fvisibility=hidden"
WATCHED = "-fprofile-generate"
TRAINED = "-fprofile-use -fprofile-partial-training -Wno-missing-profile -fno-plt -fipa-pta"
TRAINING = """
from portable_wargame.scenario import library
from portable_wargame.simulation.trials.trial import Trial, score
for name in library.names():
    for level, battles in (("eager", 40), ("sergeant", 1), ("captain", 1)):
        trial = Trial(library.load(name), (level, level), 1)
        for number in range(battles):
            score(trial, number)
"""
# Sets to keep. A process may still have to load a module from an older one.
MOST_KEPT = 4


class CompileError(Exception):
    """The engine could not be compiled; the message says why."""


class Busy(Exception):
    """Another process is compiling."""


def knowledge(root: Path) -> ModuleType:
    """The checkout's module about its engine; loaded from the file, because the package itself would choose one."""
    spec = importlib.util.spec_from_file_location("_pw_engine", root / "src" / PACKAGE / "_engine.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trained", action="store_true")
    parser.add_argument("--background", action="store_true")
    parser.add_argument("--unhurried", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.background:
        said = see_to_it(TOP)
        if said:
            print(f"-- {said}", flush=True)
        return
    try:
        if arguments.unhurried:
            step_aside()
            for trained in (False, True):  # something good soon, and something better later
                compiled_engine(TOP, trained, wait=False)
        else:
            compiled_engine(TOP, arguments.trained)
    except Busy:
        return
    except CompileError as problem:
        sys.exit(f"compile_engine.py: {problem}")


# -- the sets on the shelf


class Shelf:
    """The compiled sets of a checkout, and the note on each fingerprint."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "build" / "engines"

    def note(self, mark: str, kind: str) -> Path:
        return self.folder / f"{mark}.{kind}"

    def built(self, mark: str, trained: bool) -> Path | None:
        """The set for these sources, if it was made by the current recipe; a trained set serves every purpose."""
        note = self.note(mark, "built")
        place = self.folder / note.read_text("utf-8").strip() if note.is_file() else None
        if place is None or not place.is_dir():
            return None
        made_by = (place / "recipe").read_text("utf-8").split()
        return place if made_by[0] == self.recipe() and (made_by[1] == "trained" or not trained) else None

    def recipe(self) -> str:
        """How a set is made: by this file, with the tools that are pinned."""
        digest = hashlib.sha256(Path(__file__).read_bytes())
        digest.update(repr(compilers(self.root)).encode())
        return digest.hexdigest()[:20]

    @contextlib.contextmanager
    def lock(self, wait: bool) -> Iterator[None]:
        """One compiler at a time. If a process is killed, the system releases its lock."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as file:
            if not held(file.fileno(), wait):
                raise Busy
            yield

    def write(self, mark: str, kind: str, words: str) -> None:
        """Write it whole or not at all: a reader never sees half a note."""
        partial = self.note(mark, f"{kind}-{os.getpid()}")
        partial.write_text(f"{words}\n", "utf-8")
        partial.replace(self.note(mark, kind))

    def tidy(self) -> None:
        """Delete the leftovers of interrupted compilers and the oldest sets. Hold the lock before calling this."""
        for scratch in self.folder.glob("scratch-*"):
            shutil.rmtree(scratch, ignore_errors=True)
        notes = sorted(self.folder.glob("*.built"), key=lambda note: note.stat().st_mtime, reverse=True)
        for old in notes[MOST_KEPT:]:
            old.unlink()
        named = {note.read_text("utf-8").strip() for note in notes[:MOST_KEPT]}
        for folder in self.folder.glob("set-*"):
            if folder.name not in named:
                shutil.rmtree(folder, ignore_errors=True)


def held(file: int, wait: bool) -> bool:
    """Whether the lock is ours now; held until the file is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def compilers(root: Path) -> list[str]:
    """The exact tools, because generated code changes between their releases."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    group: list[str] = project["dependency-groups"]["compile"]
    return group


def no_compiler() -> str:
    """Why this machine can't compile; empty if it can."""
    if not compiler_found():
        return f"there is no C compiler here ({' '.join(c_compiler())})"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's C headers are not installed"
    return ""


def c_compiler() -> list[str]:
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()


def compiler_found() -> bool:
    if sys.platform == "win32":
        # setuptools finds Microsoft's compiler by itself, with the help of this.
        finder = Path("Microsoft Visual Studio", "Installer", "vswhere.exe")
        return shutil.which("cl") is not None or (Path(os.environ.get("PROGRAMFILES(X86)", "")) / finder).is_file()
    if sys.platform == "darwin":
        # There is always a `cc`; without the developers' tools it only opens a window that offers them.
        return subprocess.run(["xcode-select", "-p"], capture_output=True, check=False).returncode == 0
    return shutil.which(c_compiler()[0]) is not None


# -- in the background


def see_to_it(root: Path) -> str:
    """Have the engine compiled by a background process, unless that is done or under way. Returns what a player should
    know, in a line; a failure is reported once."""
    if os.environ.get("PW_ENGINE") == "interpreted" or no_compiler() or importlib.util.find_spec("mypyc") is None:
        return ""
    shelf = Shelf(root)
    mark = knowledge(root).fingerprint(str(root / "src" / PACKAGE))
    usable = shelf.built(mark, trained=False) is not None
    if usable and shelf.built(mark, trained=can_train()):
        return ""
    failed, told = shelf.note(mark, "failed"), shelf.note(mark, "told")
    if failed.is_file():
        if usable or told.is_file():
            return ""
        told.touch()
        return f"the engine could not be compiled and stays interpreted; the log is {failed.read_text('utf-8').strip()}"
    try:
        with shelf.lock(wait=False):
            pass
    except Busy:
        return "" if usable else "the engine is still being compiled in the background"
    except OSError:
        return ""  # nowhere to put it: a checkout that can only be read
    start_unhurried(root)
    if usable:
        return ""
    return "compiling the engine in the background; in a few minutes, the next start will be several times as fast"


def start_unhurried(root: Path) -> None:
    """In a session of its own, so that Ctrl-C ends the game and not the compiler."""
    command = [sys.executable, str(Path(__file__).resolve()), "--unhurried"]
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.IDLE_PRIORITY_CLASS | subprocess.CREATE_NEW_PROCESS_GROUP
    subprocess.Popen(
        command,
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=flags,
    )


def step_aside() -> None:
    """Let everything else go first; and if memory runs out, be the first to go."""
    if sys.platform == "win32":
        return
    os.nice(19)
    # Linux weighs sessions against each other, and niceness only within each of them.
    for file, words in (("autogroup", "19"), ("oom_score_adj", "1000")):
        with contextlib.suppress(OSError):
            Path("/proc/self", file).write_text(words, "utf-8")


# -- compiling


def compiled_engine(root: Path, trained: bool = False, wait: bool = True) -> Path:
    """The folder of a set for the current sources, compiled if need be."""
    known = knowledge(root)
    shelf = Shelf(root)
    trained = trained and can_train()
    found = shelf.built(known.fingerprint(str(root / "src" / PACKAGE)), trained)
    if found:
        return found
    with shelf.lock(wait):
        shelf.tidy()
        with tempfile.TemporaryDirectory(prefix="scratch-", dir=shelf.folder, ignore_cleanup_errors=True) as name:
            scratch = Path(name)
            # A copy: later edits are in neither the set nor its fingerprint.
            ignored = shutil.ignore_patterns("__pycache__", "client", "*.so", "*.pyd")
            shutil.copytree(root / "src" / PACKAGE, scratch / PACKAGE, ignore=ignored)
            mark: str = known.fingerprint(str(scratch / PACKAGE))
            sources: list[str] = known.sources(str(scratch / PACKAGE))
            # Another process may have made it while this one waited.
            return shelf.built(mark, trained) or add(shelf, mark, scratch, sources, trained)


def engine_for_wheel(root: Path, trained: bool) -> Path:
    """The same, if the sources have not changed since: a wheel carries both, and they have to match."""
    folder = compiled_engine(root, trained)
    if folder != Shelf(root).built(knowledge(root).fingerprint(str(root / "src" / PACKAGE)), trained=False):
        raise CompileError("the sources were edited while they were being compiled; build again")
    return folder


def add(shelf: Shelf, mark: str, scratch: Path, sources: list[str], trained: bool) -> Path:
    log = shelf.note(mark, "log")
    for kind in ("failed", "told"):
        shelf.note(mark, kind).unlink(missing_ok=True)
    try:
        with log.open("w", encoding="utf-8") as output:
            libraries = compile_copy(scratch, sources, trained, output.fileno())
    except (CompileError, OSError) as problem:
        shelf.write(mark, "failed", str(log))
        raise CompileError(f"{problem}; the log is {log}") from None
    place = Path(tempfile.mkdtemp(prefix="set-", dir=shelf.folder))
    place.chmod(0o755)
    for library in libraries:
        goal = place / library.relative_to(scratch)
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(library, goal)
    (place / "recipe").write_text(f"{shelf.recipe()} {'trained' if trained else 'plain'}\n", "utf-8")
    shelf.write(mark, "built", place.name)
    return place


def compile_copy(scratch: Path, sources: list[str], trained: bool, log: int) -> list[Path]:
    names = [f"{PACKAGE}/{path}" for path in sources if is_compiled(scratch / PACKAGE / path)]
    if not names:
        raise CompileError("there is nothing to compile")
    if trained:
        run_mypyc(scratch, names, WATCHED, log)
        carry_out("training it", scratch, ["-c", TRAINING], {}, log)
        for made in [*scratch.rglob("*.o"), *libraries_in(scratch)]:
            made.unlink()
    run_mypyc(scratch, names, TRAINED if trained else "", log)
    shutil.rmtree(scratch / "build")
    return libraries_in(scratch)


def is_compiled(path: Path) -> bool:
    """Whether a file is compiled: a package's own `__init__` has nothing worth compiling."""
    return path.name != "__init__.py" and not NOT_COMPILED.search(path.read_text("utf-8"))


def libraries_in(scratch: Path) -> list[Path]:
    suffixes = (".so", ".pyd")
    return [path for path in scratch.rglob("*") if path.suffix in suffixes]


def can_train() -> bool:
    """Whether the compiler is gcc: others train in other ways."""
    if os.name != "posix":
        return False
    said = subprocess.run([*c_compiler(), "--version"], capture_output=True, text=True, check=False).stdout
    return "Free Software Foundation" in said


def run_mypyc(scratch: Path, names: list[str], flags: str, log: int) -> None:
    variables = dict(FLAGS)
    if os.name == "posix":
        variables["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {POSIX_FLAGS} {flags}".strip()
    carry_out("compiling it", scratch, ["-m", "mypyc", *names], variables, log)


def carry_out(what: str, scratch: Path, arguments: list[str], variables: dict[str, str], log: int) -> None:
    # The copy chooses no engine: it has its libraries beside its sources.
    inherited = {name: value for name, value in os.environ.items() if name not in ("PW_ENGINE", "PYTHONPATH")}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=scratch, env=inherited | variables, stdout=log, stderr=log, check=False)
    if done.returncode != 0:
        raise CompileError(f"{what} failed")


if __name__ == "__main__":
    main()
