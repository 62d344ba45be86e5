"""Battles between players on file: kept as they are fought, and not fought again."""

import csv
import json
import re
from pathlib import Path

import pexpect
import pytest

from portable_wargame.ai.opponents.players import BRAKE, NO_BRAKE
from portable_wargame.cli import run
from portable_wargame.game.errors import Refusal
from portable_wargame.simulation.contest import arena
from portable_wargame.simulation.contest.arena import Match, Result, time_for
from portable_wargame.simulation.contest.files import Kept
from tests.cli.running import pw, terminal
from tests.simulation.samples import mirror, one_shot

MATCH = Match(mirror(), "mirror", ("recruit", "sergeant"), 3)
RESULT = Result("mirror", ("recruit", "sergeant"), 3, 1, "routed", 4, 40, luck=0.1 + 0.2, book="classic")


def test_a_battle_on_file_is_found_again_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    with Kept(path) as kept:
        assert kept.find(MATCH) is None
        kept.add(MATCH, RESULT)
    with path.open("ab") as file:
        file.write(b'{"ground":"cut o')
    with Kept(path) as kept:
        assert kept.find(MATCH) == RESULT
        others = (
            Match(mirror(), "mirror", ("sergeant", "recruit"), 3),
            Match(mirror(), "mirror", ("recruit", "sergeant"), 4),
            Match(mirror(), "mirror", ("recruit", "sergeant"), 3, 10),
        )
        assert [kept.find(one) for one in others] == [None] * 3
    with Kept(path) as kept:
        assert kept.find(Match(one_shot(), "mirror", ("recruit", "sergeant"), 3)) is None
    assert path.read_bytes().endswith(b"}\n") and path.read_bytes().count(b"\n") == 2


def test_a_battle_that_a_bot_failed_is_fought_again(tmp_path: Path) -> None:
    with Kept(tmp_path / "c.jsonl") as kept:
        kept.add(MATCH, Result("mirror", MATCH.players, 3, 1, "it stopped", 4, 40, failed=True))
    with Kept(tmp_path / "c.jsonl") as kept:
        assert kept.find(MATCH) is None


@pytest.mark.parametrize(
    "text", ["scenario,first\n", "no end of line", '{"format":"portable-wargame/contest/1"}\n{}\n']
)
def test_another_file_is_refused_and_stays_as_it_was(tmp_path: Path, text: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(Refusal, match=re.escape(str(path))), Kept(path):
        pass
    assert path.read_text("utf-8") == text


def test_exploits_write_a_table_and_are_not_fought_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines, table = tmp_path / "e.jsonl", tmp_path / "e.csv"
    words = ["exploits", "recruit", "--scripts", "sitter", "--scenarios", "toll-house", "--games", "1"]
    words += ["--workers", "1", "--jsonl", str(lines), "--csv", str(table)]
    assert run(words) == 0
    said, kept = capsys.readouterr().out, lines.read_bytes()
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert len(rows) == 4 and {row["scenario"] for row in rows} == {"toll-house"}
    assert len(kept.splitlines()) == 5 and json.loads(kept.splitlines()[1])["result"]["book"] == "classic"

    def never(_: Match) -> Result:
        raise AssertionError("a battle was fought again")

    monkeypatch.setattr(arena, "fight", never)
    assert run(words) == 0
    assert capsys.readouterr().out == said and lines.read_bytes() == kept


def test_ctrl_c_shows_what_exploits_have_found_and_the_same_command_goes_on(tmp_path: Path) -> None:
    words = ["exploits", "recruit", "--scripts", "sitter", "--scenarios", "toll-house", "--workers", "2"]
    words += ["--jsonl", "e.jsonl"]
    screen = terminal(tmp_path, *words, "--games", "1000")
    screen.expect(r"[1-9]\d*/4000")
    screen.sendintr()
    screen.expect("a captain there")
    screen.expect(r"Interrupted after (\d+) of 4000 battles, saved in e.jsonl: the same command picks up from there")
    assert isinstance(screen.match, re.Match)
    fought = int(screen.match[1])
    screen.expect(pexpect.EOF)
    screen.close()
    assert screen.exitstatus == 130
    before = (tmp_path / "e.jsonl").read_bytes()
    assert before.count(b"\n") == fought + 1
    done = pw(tmp_path, *words, "--games", str(fought // 4 + 1))
    assert done.returncode == 0
    after = (tmp_path / "e.jsonl").read_bytes()
    assert after.startswith(before) and after.count(b"\n") == max(fought, fought // 4 * 4 + 4) + 1


def test_our_own_levels_have_no_clock_and_bots_have_the_usual_one() -> None:
    free, hurried = (Match(mirror(), "mirror", ("captain", "bot:x=true"), 1, ms) for ms in (None, 70))
    assert [time_for(free, name) for name in free.players] == [NO_BRAKE, BRAKE]
    assert [time_for(hurried, name) for name in hurried.players] == [70, 70]
