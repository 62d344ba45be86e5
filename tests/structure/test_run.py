"""run.py: what it says it can do is what it can do, and the quick checks stay quick."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import run
from tests.guards import guards

TOP = Path(__file__).parents[2]
# What takes long: a server in a process of its own, a database, a browser, a compiler.
SLOW = re.compile(r"^from tests\.(server\.(running|postgres)|browser|packaging)\b|^from playwright\b", re.MULTILINE)


def test_every_command_is_explained_and_every_explanation_has_its_command() -> None:
    assert run.__doc__ is not None
    assert re.findall(r"^python3 run\.py (\S+)", run.__doc__, re.MULTILINE) == list(run.COMMANDS)


def test_the_quick_tests_need_no_browser_no_server_and_no_compiler() -> None:
    files = [path for folder in run.QUICK_TESTS for path in (TOP / folder).rglob("*.py")]
    assert len(files) > 50
    assert [path.name for path in files if SLOW.search(path.read_text("utf-8"))] == []


def test_checks_that_run_together_are_told_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    good = [sys.executable, "-c", "print('not worth telling')"]
    bad = [sys.executable, "-c", "print('line 7 is too long'); raise SystemExit(3)"]
    run.together({"types": good, "words": good})
    told = capsys.readouterr().out
    assert "-- types: ok" in told and "-- words: ok" in told and "not worth telling" not in told
    with pytest.raises(SystemExit) as ended:
        run.together({"types": good, "words": bad})
    assert ended.value.code == 1
    out, err = capsys.readouterr()
    assert "-- words: FAILED" in out and "line 7 is too long" in out and "-- types: ok" in out
    assert err == "run.py: words failed.\n"


UNSTEADY = """
from pathlib import Path
def test_steady(): pass
def test_first_time():
    before = Path("seen").exists()
    Path("seen").touch()
    assert before
"""


@pytest.mark.parametrize(
    ("tests", "code", "told"), [(UNSTEADY, 0, "unsteady"), (f"{UNSTEADY}\ndef test_wrong(): assert 0\n", 1, "")]
)
def test_what_fails_is_run_once_more_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], tests: str, code: int, told: str
) -> None:
    (tmp_path / "test_some.py").write_text(tests, "utf-8")
    ended = 0
    try:
        run.suite([sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(tmp_path)], tmp_path)
    except SystemExit as left:
        ended = int(str(left.code))
    assert ended == code
    out, err = capsys.readouterr()
    assert told in out and ("failed (exit code 1)" in err) == (code == 1)


def test_wheel_refuses_what_it_does_not_know() -> None:
    with pytest.raises(SystemExit, match="wheel has no --egg; there are --platform, --pure, --sdist and --untrained"):
        run.wheel(["--egg"])


def test_it_can_be_told_which_test_guards_which_line(tmp_path: Path) -> None:
    module, test = tmp_path / "rule.py", tmp_path / "test_rule.py"
    module.write_text("def hits(roll):\n    if roll > 4:\n        return True\n    return False\n", "utf-8")
    cases = "def test_hit():\n    assert hits(5)\ndef test_miss():\n    assert not hits(1)\n"
    test.write_text(f"from rule import hits\n{cases}", "utf-8")
    words = ["-q", "-n", "0", "--cov=rule", "--cov-context=test", "--cov-report=", "--import-mode=prepend"]
    settings = ["-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(tmp_path), str(test)]
    done = subprocess.run([sys.executable, "-m", "pytest", *words, *settings], cwd=tmp_path, check=False)
    assert done.returncode == 0
    kept = tmp_path / ".coverage"
    assert {name.rpartition("::")[2] for name in guards(module, 3, kept)} == {"test_hit"}
    assert {name.rpartition("::")[2] for name in guards(module, 2, kept)} == {"test_hit", "test_miss"}
    assert guards(module, 40, kept) == {}
