"""A trial comes to the same bytes however it is run, broken off and taken up again."""

import asyncio
import concurrent.futures
import json
import multiprocessing
import os
import pickle
import re
import signal
import threading
from pathlib import Path

import pytest

from portable_wargame.game.errors import Refusal
from portable_wargame.simulation.statistics import Tally
from portable_wargame.simulation.trials.battle_report import BattleReport, line, read_line
from portable_wargame.simulation.trials.executors import InThisProcess, engine
from portable_wargame.simulation.trials.running import Enough, estimate, run
from portable_wargame.simulation.trials.summary import Summary
from portable_wargame.simulation.trials.trial import Trial, score
from tests.simulation.samples import mirror, quick

GAMES = 24


def fought(trial: Trial, path: Path, games: int = GAMES, workers: int = 1) -> bytes:
    with engine(workers=workers) as (executor, hands):
        run(trial, Enough(games), executor, hands, path)
    return path.read_bytes()


def test_one_process_and_two_give_the_same_bytes(tmp_path: Path) -> None:
    alone = fought(quick(), tmp_path / "one.jsonl")
    assert alone.count(b"\n") == GAMES + 1
    assert fought(quick(), tmp_path / "two.jsonl", workers=2) == alone


def test_the_better_players_are_repeatable_too(tmp_path: Path) -> None:
    trial = Trial(mirror(), ("captain", "sergeant"), 1)
    assert fought(trial, tmp_path / "two.jsonl", 4, workers=2) == fought(trial, tmp_path / "one.jsonl", 4)
    eager = Trial(mirror(), ("eager", "eager"), 1)
    assert fought(eager, tmp_path / "quick2.jsonl", 40, workers=2) == fought(eager, tmp_path / "quick1.jsonl", 40)
    generals = Trial(mirror(), ("general", "recruit"), 1)
    assert fought(generals, tmp_path / "far2.jsonl", 2, workers=2) == fought(generals, tmp_path / "far1.jsonl", 2)


def test_a_battle_depends_on_its_seed_and_number_alone() -> None:
    trial = quick()
    assert line(trial, 7) == line(trial, 7)
    assert line(trial, 7) != line(trial, 8).replace(b'"battle":8', b'"battle":7')
    assert trial.dice_seed(7) != quick(2).dice_seed(7)
    assert score(trial, 7) == read_line(line(trial, 7)).score("north")


def test_a_trial_leaves_its_table_behind_when_it_travels() -> None:
    trial = quick()
    fought_here = line(trial, 3)
    arrived = pickle.loads(pickle.dumps(trial))
    assert arrived == trial and "table" in vars(trial) and "table" not in vars(arrived)
    assert line(arrived, 3) == line(trial, 3) == fought_here


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = fought(quick(), tmp_path / "whole.jsonl")
    path = tmp_path / "broken.jsonl"
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:10]) + lines[10][:40])
    assert fought(quick(), path) == whole
    # Nothing is fought twice: a line that could not have come from a battle stays where it is.
    marked = whole.replace(b'"decisions":', b'"decisions":1', 1)
    path.write_bytes(marked)
    assert fought(quick(), path) == marked


def test_stopping_keeps_what_was_fought(tmp_path: Path) -> None:
    whole = fought(quick(), tmp_path / "whole.jsonl")
    path = tmp_path / "stopped.jsonl"
    stop = threading.Event()

    def after_five(summary: Summary, report: BattleReport) -> None:
        if summary.games() == 5:
            stop.set()

    with engine(workers=2) as (executor, hands):
        summary = run(quick(), Enough(GAMES), executor, hands, path, after_five, stop)
    assert 5 <= summary.games() < GAMES
    assert whole.startswith(path.read_bytes())
    assert path.read_bytes().count(b"\n") == summary.games() + 1
    assert fought(quick(), path) == whole


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (quick(2), "another seed (1, not 2)"),
        (Trial(mirror(), ("recruit", "sergeant"), 1), "another pair of levels"),
        (Trial(mirror(), ("recruit", "general"), 1), "another pair of levels"),
    ],
)
def test_a_file_of_another_trial_is_refused_and_left_alone(tmp_path: Path, other: Trial, difference: str) -> None:
    path = tmp_path / "results.jsonl"
    before = fought(quick(), path, games=2)
    with pytest.raises(Refusal, match=r"results\.jsonl holds battles of") as refused:
        fought(other, path)
    assert difference in str(refused.value)
    assert path.read_bytes() == before


def test_a_file_of_another_scenario_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    fought(quick(), path, games=2)
    changed = mirror()
    changed.turns = 5
    with pytest.raises(Refusal, match="another scenario; name another file"):
        fought(Trial(changed, ("recruit", "recruit"), 1), path)


@pytest.mark.parametrize("text", ["not json\n", '{"format": "other/1"}\n', "[]\n"])
def test_what_is_no_file_of_results_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(text)
    with pytest.raises(Refusal, match="this is not a file of results"):
        fought(quick(), path)
    assert path.read_text() == text


def test_a_spoilt_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    lines = fought(quick(), path, games=3).splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[2])
    with pytest.raises(Refusal, match=r"results.jsonl:2: this should be battle 0, not 1"):
        fought(quick(), path)
    path.write_bytes(lines[0] + b"{}\n")
    with pytest.raises(Refusal, match=r"results.jsonl:2: this is not a battle"):
        fought(quick(), path)


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        (
            '"winner":"[a-z]+"|"winner":null',
            '"winner":"green"',
            "the winner is green, and the sides are north and south",
        ),
        (r'"strength":\[\[.*?\]\]', '"strength":[]', "strength is empty"),
        (r'"strength":\[\[.*?\]\]', '"strength":[[1]]', "each entry of strength should have"),
        (r'"moves":\[.*?\]', '"moves":[]', "moves should have one entry for each of the two sides, not 0"),
        (r'"moves":\[.*?\]', '"moves":[{"z9":1},{}]', "the board has no cell z9"),
        (r'"hits":\[.*?\]', '"hits":[]', "hits should have one entry"),
        (r'"losses":\[.*?\]', '"losses":[{"turn":1,"unit":"x","cell":"","lost":1,"cause":""}]', "has no unit x"),
    ],
)
def test_a_battle_that_cannot_have_been_is_named(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    path = tmp_path / "results.jsonl"
    lines = fought(quick(), path, games=3).decode().splitlines(keepends=True)
    lines[2] = re.sub(right, wrong, lines[2], count=1)
    path.write_text("".join(lines), encoding="utf-8")
    taken: list[int] = []
    with pytest.raises(Refusal) as refused:
        run(quick(), Enough(4), InThisProcess(), 1, path, lambda _, report: taken.append(report.battle))
    assert str(refused.value).startswith(f"{path}:3: this is not a battle of the scenario: ")
    assert sentence in str(refused.value)
    assert not taken
    assert path.read_text("utf-8") == "".join(lines)


def test_an_estimate_for_a_panel_tells_how_it_goes_and_can_be_called_off() -> None:
    heard: list[int] = []
    stop = threading.Event()

    def progress(tally: Tally) -> None:
        heard.append(tally.games())
        if tally.games() == 4:
            stop.set()

    with concurrent.futures.ThreadPoolExecutor(1) as beside:
        tally = asyncio.run(estimate(quick(), 1000, beside, 1, progress, stop))
    assert heard == list(range(1, tally.games() + 1))
    assert 4 <= tally.games() < 1000


def test_a_report_adds_up() -> None:
    for number in range(10):
        report = read_line(line(quick(), number))
        assert len(report.strength) == report.turns + 1
        for side, letter in enumerate("ns"):
            lost = sum(loss.lost for loss in report.losses if loss.unit.startswith(letter))
            assert report.strength[0][side] - report.strength[-1][side] == lost
        assert all(loss.cause.startswith(("classic.", "shared.")) for loss in report.losses)
        assert json.loads(line(quick(), number))["battle"] == number


@pytest.mark.skipif(os.name != "posix", reason="signals to single processes are POSIX")
def test_a_worker_that_is_still_being_set_up_leaves_ctrl_c_to_the_parent() -> None:
    with engine(workers=2) as (executor, _):
        first = executor.submit(abs, -1)
        for child in multiprocessing.active_children():
            assert child.pid is not None
            os.kill(child.pid, signal.SIGINT)
        assert first.result(60) == 1
        assert len(multiprocessing.active_children()) == 2
