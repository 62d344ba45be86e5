"""The arena: paired battles, honest intervals, and bots from outside."""

import sys
from pathlib import Path

import pytest

from portable_wargame.ai.arena import Result, matches
from portable_wargame.ai.ratings import elo, ratings, table, wilson
from portable_wargame.cli import run
from portable_wargame.scenario import library


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
    assert row.elo_low < row.elo < row.elo_high


def test_intervals_are_wilsons() -> None:
    low, high = wilson(0.9, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)
    assert wilson(1.0, 10)[1] == 1.0
    assert elo(0.5, 10) == 0
    assert 300 < elo(1.0, 10) < 600


def test_two_quick_levels_give_a_table_and_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "results.csv"
    options = ["--scenarios", "port-sabine", "--workers", "1", "--csv", str(file)]
    assert run(["arena", "recruit", "sergeant", *options]) == 0
    assert "sergeant" in capsys.readouterr().out
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("scenario,first,second,seed,winner")


def test_a_bot_fights_through_the_protocol(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = "from portable_wargame.cli import main; import sys; sys.argv[1:] = ['engine']; main()"
    command = f'{sys.executable} -c "{engine}"'
    file = tmp_path / "results.csv"
    options = ["--scenarios", "port-sabine", "--workers", "1", "--ms", "1", "--csv", str(file), "--bot", command]
    assert run(["arena", "recruit", *options]) == 0
    assert "bot:" in capsys.readouterr().out
    assert "failed" not in file.read_text("utf-8")


@pytest.mark.parametrize(
    "words",
    [["recruit"], ["recruit", "recruit"], ["recruit", "marshal"], ["recruit", "sergeant", "--games", "0"]],
)
def test_what_makes_no_arena_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", *words]) == 2
    assert capsys.readouterr().err.startswith("pw: ")
