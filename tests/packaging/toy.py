"""A checkout with an engine of two small modules: the real compiler takes seconds over it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
PACKAGE = Path("src", "portable_wargame")
MODULES = {
    "grid/__init__.py": "",
    "grid/steps.py": "def steps(a: int, b: int) -> int:\n    return abs(a - b)\n",
    "grid/turns.py": "from .steps import steps\n\ndef turns(a: int) -> int:\n    return steps(a, 0) % 4\n",
    "grid/words.py": '# Not compiled: a test wants it so.\n\nWORD = "north"\n',
    "battle/__init__.py": "",
}
SHOW = """
import portable_wargame as pw
from portable_wargame.grid import steps, turns, words
kinds = ["py" if module.__file__.endswith(".py") else "library" for module in (steps, turns, words)]
print(steps.steps(2, 7), turns.turns(-7), *kinds, pw.ENGINE.compiled)
print(pw.ENGINE.why)
"""
INTERPRETED = "5 3 py py py False"
COMPILED = "5 3 library library py True"


class Checkout:
    def __init__(self, top: Path) -> None:
        self.top = top
        self.engines = top / "build" / "engines"
        # Most of the time would go into reading the types of the standard library.
        cache = TOP / "build" / "toy-types"
        self.variables = {
            "PYTHONPATH": str(top / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "MYPY_CACHE_DIR": str(cache),
        }

    def lay_out(self) -> "Checkout":
        for name in ("compile_engine.py", "pyproject.toml", f"{PACKAGE}/__init__.py", f"{PACKAGE}/_engine.py"):
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / name, self.top / name)
        for name, text in MODULES.items():
            self.edit(name, text)
        return self

    def edit(self, name: str, text: str) -> None:
        path = self.top / PACKAGE / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")

    def start(self, *arguments: str, **variables: str) -> "subprocess.Popen[str]":
        """Python with these sources, whatever is installed, in a session that can be killed as a whole."""
        inherited = {name: value for name, value in os.environ.items() if name not in ("PW_ENGINE", "CC")}
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self.top,
            env={**inherited, **self.variables, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        with self.start(*arguments, **variables) as process:
            printed, complained = process.communicate(timeout=240)
        return subprocess.CompletedProcess(process.args, process.returncode, printed, complained)

    def compile(self, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        return self.run("compile_engine.py", *arguments, **variables)

    def show(self, **variables: str) -> list[str]:
        """What a new process finds: two results, where each module comes from, which engine it is, and why."""
        done = self.run("-c", SHOW, **variables)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def leftovers(self) -> list[str]:
        return [path.name for path in self.engines.glob("scratch-*")]
