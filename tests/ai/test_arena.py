"""The arena: paired battles, honest intervals, and bots from outside."""

import io
import json
import math
import re
import statistics
import sys
import time
from pathlib import Path

import pexpect
import pytest
from rich.console import Console

from portable_wargame.cli import run
from portable_wargame.cli.laboratory.arena import drawn, shown
from portable_wargame.scenario import library
from portable_wargame.simulation.contest.arena import Match, Result, fight, matches
from portable_wargame.simulation.contest.ratings import by_book, ratings, table
from portable_wargame.simulation.statistics import wilson
from tests.cli.running import terminal


def test_everybody_meets_everybody_on_both_sides_with_the_same_dice() -> None:
    scenarios = {name: library.load(name) for name in ("market-day", "port-sabine")}
    found = matches(["recruit", "sergeant", "captain"], scenarios, 2, 7, 10)
    assert len(found) == 2 * 2 * 3 * 2
    seeds = {(match.name, frozenset(match.players), match.seed) for match in found}
    assert len(seeds) == len(found) // 2
    assert len({match.seed for match in found}) == 4


def test_a_table_counts_draws_as_half() -> None:
    players = ("sergeant", "recruit")
    results = [Result("x", players, seed, winner, "", 1, 1) for seed, winner in enumerate((0, 0, -1, 1))]
    (row,) = table(results)
    assert (row.name, row.against, row.games, row.wins, row.draws, row.losses) == ("sergeant", "recruit", 4, 2, 1, 1)
    assert row.low < row.score == 0.625 < row.high


def test_every_book_has_a_table_of_its_own_where_there_are_several() -> None:
    results = [
        Result("x", ("captain", "sergeant"), 1, 0, "", 1, 1, book="classic"),
        Result("x", ("sergeant", "captain"), 1, 0, "", 1, 1, book="classic"),
        *(Result("y", ("captain", "sergeant"), seed, 0, "", 1, 1, book="modern") for seed in range(4)),
    ]
    found = by_book(results)
    assert {book: (rows[0].name, rows[0].games, rows[0].score) for book, rows in found.items()} == {
        "classic": ("captain", 2, 0.5),
        "modern": ("captain", 4, 1.0),
    }
    assert by_book(results[:2]) == {}


def test_what_the_dice_gave_is_taken_out() -> None:
    """Battles won by luck alone, by whoever had it, and oftener by one than by the other."""
    results: list[Result] = []
    for seed, luck in enumerate((0.5, 0.5, 0.5, -0.5, 0.0)):
        winner = 0 if luck > 0 else 1 if luck < 0 else -1
        results.append(Result("x", ("a", "b"), seed, winner, "", 1, 1, luck=luck))
    (row,) = table(results)
    assert row.score == 0.7
    assert [row.even, row.even_low, row.even_high] == pytest.approx([0.5] * 3)


def test_no_more_luck_is_taken_out_than_explains_who_won() -> None:
    """Here it decides nothing; with two pairs there is nothing to be said about that."""
    lucks, winners = (0.5, -0.5, 0.5, -0.5), (0, 0, 1, 1)
    results = [
        Result("x", ("a", "b"), seed, winner, "", 1, 1, luck=luck)
        for seed, (luck, winner) in enumerate(zip(lucks, winners, strict=True))
    ]
    (row,) = table(results)
    assert row.even == row.score == 0.5
    assert row.even_high - row.even_low > 0.8
    (row,) = table(results[:2])
    assert (row.even, row.even_low, row.even_high) == (1.0, 0.0, 1.0)


def test_luck_is_nothing_on_average_and_explains_who_won() -> None:
    scenario = library.load("toll-house")
    results = [fight(Match(scenario, "toll-house", ("captain", "captain"), seed, 1)) for seed in range(20)]
    luck = [result.luck for result in results]
    assert abs(statistics.mean(luck)) < 2 * statistics.stdev(luck) / math.sqrt(len(luck))
    assert statistics.correlation(luck, [result.score(0) for result in results]) > 0.5


def test_intervals_are_wilsons() -> None:
    low, high = wilson(0.9, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)
    assert wilson(1.0, 10)[1] == 1.0


def test_two_quick_levels_give_a_table_and_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "results.csv"
    options = ["--scenarios", "port-sabine", "--workers", "1", "--csv", str(file)]
    assert run(["arena", "recruit", "sergeant", *options]) == 0
    assert "sergeant" in capsys.readouterr().out
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("scenario,first,second,seed,winner")


def test_ctrl_c_tells_who_has_beaten_whom_so_far(tmp_path: Path) -> None:
    words = ("--scenarios", "port-sabine", "--games", "1000", "--workers", "2", "--csv", "results.csv")
    screen = terminal(tmp_path, "arena", "recruit", "sergeant", *words)
    screen.expect(r"[1-9]\d*/2000")
    screen.sendintr()
    screen.expect("against")
    screen.expect(r"Interrupted after (\d+) of 2000 battles")
    assert isinstance(screen.match, re.Match)
    fought = int(screen.match[1])
    screen.expect(pexpect.EOF)
    screen.close()
    assert screen.exitstatus == 130
    assert len((tmp_path / "results.csv").read_text("utf-8").splitlines()) == fought + 1


def test_a_bot_fights_through_the_protocol(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = "from portable_wargame.cli import main; import sys; sys.argv[1:] = ['engine']; main()"
    command = f'{sys.executable} -c "{engine}"'
    file = tmp_path / "results.csv"
    options = ["--scenarios", "port-sabine", "--workers", "1", "--ms", "1", "--csv", str(file), "--bot", command]
    assert run(["arena", "recruit", *options]) == 0
    assert "Portable-Wargame" in capsys.readouterr().out  # the name that it gives itself
    assert "failed" not in file.read_text("utf-8")


def result(first: str, second: str, winner: int) -> Result:
    return Result("x", (first, second), 1, winner, "", 1, 1)


def test_one_scale_fits_all_pairs_at_once() -> None:
    """Of three players who beat the next one three times in four, the first two are 191 Elo apart."""
    won = [result("a", "b", int(number == 3)) for number in range(4)] * 100
    won += [result("b", "c", int(number == 3)) for number in range(4)] * 100
    best, middle, last = ratings(won)
    assert [one.name for one in (best, middle, last)] == ["a", "b", "c"]
    assert best.elo - middle.elo == pytest.approx(191, abs=2)
    assert best.elo + middle.elo + last.elo == pytest.approx(0, abs=1e-6)
    assert best.low < best.elo < best.high
    assert (best.games, middle.games) == (400, 800)


def test_intervals_of_the_scale_are_those_of_a_single_pair() -> None:
    """For two players the error of the difference is that of the log odds."""
    results = [result("a", "b", int(number >= 60)) for number in range(99)]
    best, other = ratings(results)
    assert best.elo - other.elo == pytest.approx(400 / math.log(10) * math.log(60.5 / 39.5), abs=0.1)
    error = 400 / math.log(10) / math.sqrt(100 * 0.605 * 0.395)
    assert best.high - best.elo == pytest.approx(1.96 * error / 2, rel=1e-3)


def test_a_clean_sweep_has_a_finite_rating() -> None:
    best, other = ratings([result("a", "b", 0)] * 20)
    assert 300 < best.elo - other.elo < 1000


BROKEN = {
    "import time; time.sleep(60)": "did not answer new within 0.5 seconds",
    "pass": "stopped instead of answering",
    "print('hello', flush=True); input()": "not JSON: hello",
    "print('[1]', flush=True); input()": "it answered",
    "print('[' * 100000, flush=True); input()": "not JSON: [[[",
    "import sys; sys.stdout.buffer.write(bytes([252, 10])); sys.stdout.flush(); input()": "not JSON: \ufffd",
}


def python(program: str) -> str:
    return f'{sys.executable} -c "{program}"'


@pytest.mark.parametrize(("program", "words"), BROKEN.items(), ids=BROKEN.values())
def test_a_bot_that_fails_loses_with_a_clear_word(program: str, words: str) -> None:
    scenario = library.load("port-sabine")
    # Only the one that sleeps is to be given up; the others may take their time to start on a busy machine.
    patience = 0.5 if "sleep" in program else 60
    outcome = fight(Match(scenario, "port-sabine", ("bot:" + python(program), "recruit"), 3, 1, bot_seconds=patience))
    assert outcome.failed and outcome.winner == 1
    assert words in outcome.reason


ILLEGAL = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if not asked.get('ok', True):
        open(sys.argv[1], 'w').write(line)
    elif asked['cmd'] == 'best':
        print(json.dumps({'ok': True, 'action': {'do': 'fight', 'unit': sys.argv[2], 'target': 'a1'}}), flush=True)
    else:
        print(json.dumps({'ok': True, 'state': {'decides': 'landing'}}), flush=True)
"""


def test_a_table_of_eighty_columns_has_every_number_and_tells_bots_apart() -> None:
    fast, deep = "bot:/usr/bin/python bots/mine.py --fast", "bot:/usr/bin/python bots/mine.py --deep"
    sink = io.StringIO()
    console = Console(file=sink, width=80)
    console.print(drawn(table([result(fast, "captain:objective-minded", 0)] * 100 + [result(deep, fast, 1)] * 100)))
    printed = sink.getvalue()
    assert "…" not in printed and "100 0 0" in printed and "96.3 to 100.0" in printed
    names = {shown(fast), shown(deep)}
    assert len(names) == 2 and max(map(len, names)) == 24 and shown(fast).endswith("mine.py --fast")


def test_a_bot_that_knows_no_state_loses(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(ILLEGAL.replace("'state': {'decides': 'landing'}", "'state': 5"), "utf-8")
    name = f"bot:{sys.executable} {program} {tmp_path / 'told.json'} foot-1"
    outcome = fight(Match(library.load("toll-house"), "toll-house", ("sergeant", name), 3, 1))
    assert outcome.failed and outcome.winner == 0
    assert outcome.reason.endswith("it answered state without a state")


def test_a_file_that_cannot_be_written_is_refused_before_the_battles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def not_yet(*_: object) -> None:
        raise AssertionError("a battle was fought")

    monkeypatch.setattr("portable_wargame.cli.laboratory.arena.run", not_yet)
    file = tmp_path / "nowhere" / "results.csv"
    assert run(["arena", "recruit", "sergeant", "--workers", "1", "--csv", str(file)]) == 2
    assert str(file) in capsys.readouterr().err


@pytest.mark.parametrize("unit", ["foot-1", "nobody"])
def test_a_bot_that_wants_what_is_not_allowed_loses_and_is_told(tmp_path: Path, unit: str) -> None:
    program, told = tmp_path / "bot.py", tmp_path / "told.json"
    program.write_text(ILLEGAL, "utf-8")
    name = f"bot:{sys.executable} {program} {told} {unit}"
    outcome = fight(Match(library.load("port-sabine"), "port-sabine", (name, "recruit"), 3, 1))
    assert outcome.failed and outcome.winner == 1
    assert "tried something illegal" in outcome.reason
    for _ in range(50):
        if told.exists() and told.read_text("utf-8"):
            break
        time.sleep(0.1)
    assert json.loads(told.read_text("utf-8"))["error"]["code"] == "illegal"


@pytest.mark.parametrize(
    "words",
    [
        ["recruit"],
        ["recruit", "recruit"],
        ["recruit", "emperor"],
        ["recruit", "captain:timid"],
        ["recruit:bold", "captain"],
        ["recruit", "sergeant", "--games", "0"],
        ["recruit", "sergeant", "--workers", "0"],
        ["recruit", "--bot", " "],
        ["recruit", "--bot", "bot 'with half a quote"],
        ["recruit", "--bot", "no-such-program --at-all"],
    ],
)
def test_what_makes_no_arena_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", *words]) == 2
    assert capsys.readouterr().err.startswith("pw: ")
