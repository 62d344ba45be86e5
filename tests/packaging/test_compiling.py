"""The compiled engine of a checkout: used by the next process, never in place of an edit, and never half made."""

import os
import shutil
import signal
import time
from pathlib import Path

import pytest

import compile_engine
from compile_engine import TRAINING, Shelf, no_compiler

from .toy import COMPILED, INTERPRETED, Checkout

pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())
EDITED = "def steps(a: int, b: int) -> int:\n    return abs(a - b) + 10\n"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Compiled once; whoever alters it takes a copy."""
    checkout = Checkout(tmp_path_factory.mktemp("checkout")).lay_out()
    assert checkout.show()[0] == INTERPRETED
    done = checkout.compile()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return checkout


@pytest.fixture
def compiled(finished: Checkout, tmp_path: Path) -> Checkout:
    shutil.copytree(finished.top, tmp_path / "copy")
    return Checkout(tmp_path / "copy")


def test_the_next_process_is_compiled_and_can_be_told_not_to_be(finished: Checkout) -> None:
    assert finished.show()[0] == COMPILED
    assert finished.show(PW_ENGINE="compiled")[0] == COMPILED
    assert finished.show(PW_ENGINE="interpreted")[0] == INTERPRETED
    assert finished.leftovers() == []
    done = finished.run("-c", "import portable_wargame", PW_ENGINE="quick")
    assert "PW_ENGINE is 'quick'; it can be interpreted or compiled" in done.stderr


def test_an_edit_is_never_hidden(compiled: Checkout) -> None:
    before = (compiled.top / "src/portable_wargame/grid/steps.py").read_text("utf-8")
    compiled.edit("grid/steps.py", EDITED)
    assert compiled.show()[0] == "15 1 py py py False"
    done = compiled.run("-c", "import portable_wargame", PW_ENGINE="compiled")
    assert "PW_ENGINE=compiled, but the engine here is interpreted: `python3 run.py compiled`" in done.stderr
    compiled.edit("grid/steps.py", before)
    assert compiled.show()[0] == COMPILED
    compiled.edit("battle/unit.py", "")
    assert compiled.show()[0] == INTERPRETED


def test_the_libraries_may_lie_beside_the_sources_as_in_a_wheel(compiled: Checkout) -> None:
    (libraries,) = compiled.engines.glob("set-*")
    shutil.copytree(libraries, compiled.top / "src", dirs_exist_ok=True)
    (compiled.top / "compile_engine.py").unlink()
    assert compiled.show()[0] == COMPILED
    assert compiled.show(PW_ENGINE="interpreted")[0] == INTERPRETED


def test_libraries_that_lie_beside_the_sources_of_a_checkout_hide_nothing(compiled: Checkout) -> None:
    (libraries,) = compiled.engines.glob("set-*")
    shutil.copytree(libraries, compiled.top / "src", dirs_exist_ok=True)
    assert compiled.show()[0] == COMPILED
    compiled.edit("grid/steps.py", EDITED)
    assert compiled.show()[0] == "15 1 py py py False"


def test_libraries_that_do_not_load_are_left_alone(compiled: Checkout) -> None:
    (shared,) = compiled.engines.glob("set-*/*__mypyc*")
    shared.write_bytes(b"no library at all")
    engine, why = compiled.show()
    assert engine == INTERPRETED
    assert "the compiled one does not load" in why
    shutil.rmtree(shared.parent)
    assert compiled.show()[0] == INTERPRETED


def test_two_compilers_at_once_make_one_set(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path).lay_out()
    both = [checkout.start("compile_engine.py") for _ in range(2)]
    assert [process.communicate(timeout=240) for process in both] == [("", "")] * 2
    assert len(list(checkout.engines.glob("set-*"))) == 1
    assert checkout.show()[0] == COMPILED


def test_a_killed_compiler_leaves_nothing_broken(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path).lay_out()
    process = checkout.start("compile_engine.py")
    while not list(checkout.engines.glob("scratch-*/build/*")):  # the C compiler is at work, or about to be
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert checkout.leftovers()
    assert checkout.show()[0] == INTERPRETED
    assert checkout.compile().returncode == 0
    assert (checkout.show()[0], checkout.leftovers()) == (COMPILED, [])


def test_what_is_edited_while_it_compiles_is_not_in_it(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path).lay_out()
    process = checkout.start("compile_engine.py")
    while not list(checkout.engines.glob("scratch-*/build/*")):
        assert process.poll() is None
        time.sleep(0.01)
    checkout.edit("grid/steps.py", EDITED)
    process.communicate(timeout=240)
    assert checkout.show()[0] == "15 1 py py py False"


def test_a_wheel_has_no_libraries_of_other_sources(compiled: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    (libraries,) = compiled.engines.glob("set-*")
    assert compile_engine.engine_for_wheel(compiled.top, False) == libraries

    def edited_meanwhile(*_: object) -> Path:
        compiled.edit("grid/steps.py", EDITED)
        return libraries

    monkeypatch.setattr(compile_engine, "compiled_engine", edited_meanwhile)
    with pytest.raises(compile_engine.CompileError, match="edited while they were being compiled"):
        compile_engine.engine_for_wheel(compiled.top, False)


def test_in_the_background_it_says_so_and_is_ready_later(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path).lay_out()
    assert checkout.compile("--background").stdout.startswith("-- compiling the engine in the background; ")
    while not [*checkout.engines.glob("scratch-*"), *checkout.engines.glob("*.built")]:
        time.sleep(0.05)  # it has not taken its place yet
    assert checkout.compile("--background").stdout in ("", "-- the engine is still being compiled in the background\n")
    while not list(checkout.engines.glob("*.built")):
        assert not list(checkout.engines.glob("*.failed"))
        time.sleep(0.05)
    assert checkout.show()[0] == COMPILED
    assert checkout.compile("--background").stdout == ""
    with Shelf(tmp_path).lock(wait=True):
        pass  # so that nobody is left at work in a folder that goes away


def test_a_failure_is_told_once_with_its_log(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path).lay_out()
    done = checkout.compile(CC="false")
    assert done.returncode == 1
    assert "compiling it failed; the log is " in done.stderr
    log = Path(done.stderr.split("the log is ")[1].strip())
    assert "false" in log.read_text("utf-8")
    assert checkout.compile("--background").stdout == (
        f"-- the engine could not be compiled and stays interpreted; the log is {log}\n"
    )
    assert checkout.compile("--background").stdout == ""
    assert checkout.show() == [INTERPRETED, f"it could not be compiled; the log is {log}"]


def test_without_a_compiler_all_is_as_it_was(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path).lay_out()
    assert checkout.compile("--background", CC="no-such-compiler").stdout == ""
    assert not checkout.engines.exists()
    assert checkout.show()[0] == INTERPRETED


def test_old_sets_are_thrown_away(compiled: Checkout) -> None:
    (one,) = compiled.engines.glob("set-*")
    for number in range(6):
        shutil.copytree(one, compiled.engines / f"set-{number}")
        (compiled.engines / f"{number}.built").write_text(f"set-{number}\n", "utf-8")
        os.utime(compiled.engines / f"{number}.built", (number, number))
    compiled.edit("grid/steps.py", EDITED)
    assert compiled.compile().returncode == 0
    kept = {path.name for path in compiled.engines.glob("set-*")}
    assert one.name in kept and {"set-4", "set-5"} <= kept and not {"set-0", "set-1"} & kept


def test_what_it_is_trained_by_is_still_there() -> None:
    imports = [line for line in TRAINING.splitlines() if line.startswith("from ")]
    assert imports
    exec("\n".join(imports), {})
