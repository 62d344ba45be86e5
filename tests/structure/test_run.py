"""run.py: what it says it can do is what it can do, and the quick checks stay quick."""

import re
import sys
from pathlib import Path

import pytest

import run

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


def test_wheel_refuses_what_it_does_not_know() -> None:
    with pytest.raises(SystemExit, match="wheel knows no --egg; there are --platform, --pure, --sdist and --untrained"):
        run.wheel(["--egg"])
