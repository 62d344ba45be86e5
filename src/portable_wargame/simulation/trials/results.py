"""The file of results: JSON lines, first the trial, then battle after battle. It shows the finished battles, so
an interrupted run picks up where it left off."""

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ...battle.side import SIDES
from ...game.errors import Refusal
from ...grid.names import column_name
from ...scenario.model import Scenario
from ...scenario.reading import read_tree
from ...speech.trees import Sent
from .battle_report import BattleReport, read_line
from .trial import FORMAT, Trial

# The keys of a header that distinguish trials, each in words.
DIFFERENCES = {
    "scenario": "scenario",
    "edition": "edition of the rules",
    "levels": "pair of levels",
    "seed": "seed",
    "ms": "time for a decision",
}


class Results:
    """Battles on file; without a file it only passes them on."""

    def __init__(self, trial: Trial, path: Path | None) -> None:
        self.scenario = trial.scenario
        self.path = path
        self.done = 0  # battles on file
        self.sink: io.BufferedWriter | None = None
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            _refuse_another_trial(path, trial)
            self.done = _drop_cut_off_line(path)
            for _ in read_reports(path, trial.scenario):
                pass  # refuse a spoilt line before using any of the others
            self.sink = path.open("ab")
        else:
            self.sink = path.open("wb")
            self.sink.write(trial.first_line())

    def reports(self, most: int | None = None) -> Iterator[BattleReport]:
        """The battles on file, up to this many."""
        if self.path is not None:
            yield from read_reports(self.path, self.scenario, most)

    def write(self, line: bytes) -> None:
        if self.sink is not None:
            self.sink.write(line)
            self.sink.flush()
        self.done += 1

    def close(self) -> None:
        if self.sink is not None:
            self.sink.close()


class Known:
    """Everything that a battle of the scenario can mention."""

    def __init__(self, scenario: Scenario) -> None:
        self.sides = [side.id for side in scenario.sides]
        self.units = {unit.id for side in scenario.sides for unit in side.units}
        self.cells = {
            f"{column_name(column)}{row + 1}" for column in range(scenario.columns) for row in range(scenario.rows)
        }

    def mistake(self, report: BattleReport) -> str:
        """The first mistake, in words: something that no battle of this scenario has; "" if there is none."""
        if report.winner is not None and report.winner not in self.sides:
            return f"the winner is {report.winner}, and the sides are {' and '.join(self.sides)}"
        if not report.strength:
            return "strength is empty, and should have two numbers for the start and for each turn"
        for key, pair in (("moves", report.moves), ("hits", report.hits), ("expected", report.expected)):
            if len(pair) != len(SIDES):
                return f"{key} should have one entry for each of the two sides, not {len(pair)}"
        for both in report.strength:
            if len(both) != len(SIDES):
                return f"each entry of strength should have a number for each of the two sides, not {len(both)}"
        for unit in (*(loss.unit for loss in report.losses), *(moment.unit for moment in report.moments)):
            if unit not in self.units:
                return f"the scenario has no unit {unit}"
        for cell in (*(loss.cell for loss in report.losses if loss.cell), *report.moves[0], *report.moves[1]):
            if cell not in self.cells:
                return f"the board has no cell {cell}"
        return ""


def read_reports(path: Path, scenario: Scenario, most: int | None = None) -> Iterator[BattleReport]:
    known = Known(scenario)
    with path.open("rb") as source:
        for number, line in enumerate(source):
            if number == 0:
                continue
            if most is not None and number > most:
                return
            try:
                found = read_line(line)
            except msgspec.DecodeError as problem:
                raise Refusal(f"{path}:{number + 1}: this is not a battle of a simulation ({problem})") from None
            if found.battle != number - 1:
                raise Refusal(f"{path}:{number + 1}: this should be battle {number - 1}, not {found.battle}")
            mistake = known.mistake(found)
            if mistake:
                raise Refusal(f"{path}:{number + 1}: this is not a battle of the scenario: {mistake}")
            yield found


def read_header(path: Path) -> Sent:
    with path.open("rb") as source:
        line = source.readline()
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise Refusal(f"{path}: this is not a file of results (its first line should have the format {FORMAT})")
    return header


def scenario_of(header: Sent) -> Scenario:
    return read_tree(header["scenario"])


def _refuse_another_trial(path: Path, trial: Trial) -> None:
    found, wanted = read_header(path), json.loads(trial.first_line())
    for key, words in DIFFERENCES.items():
        if found.get(key) != wanted.get(key):
            theirs = "" if key == "scenario" else f" ({_shown(found.get(key))}, not {_shown(wanted.get(key))})"
            raise Refusal(f"{path} holds battles of another {words}{theirs}; name another file, or remove this one")


def _shown(value: object) -> str:
    return ", ".join(f"{key} {one}" for key, one in value.items()) if isinstance(value, dict) else str(value)


def _drop_cut_off_line(path: Path) -> int:
    """The number of whole battles; removes a last line that was cut off."""
    lines, whole = 0, 0
    with path.open("rb") as source:
        for line in source:
            if line.endswith(b"\n"):
                lines += 1
                whole += len(line)
    os.truncate(path, whole)
    return lines - 1
