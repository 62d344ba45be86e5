"""Battles between players on file: lines that let an interrupted run pick up again, and a table for a spreadsheet."""

import hashlib
import io
import json
from pathlib import Path

import msgspec

from ...game.errors import Refusal
from ...scenario.model import Scenario
from ...scenario.setup import ruleset_of
from ...scenario.writing import tree
from ..spreadsheet import write_row
from .arena import Match, Result

FORMAT = "portable-wargame/contest/1"
FIRST = msgspec.json.encode({"format": FORMAT})
HEADINGS = ("scenario", "first", "second", "seed", "winner", "turns", "decisions", "luck", "reason")


class Line(msgspec.Struct, forbid_unknown_fields=True):
    ground: str
    ms: int | None
    bot_seconds: float
    result: Result


class Kept:
    """Battles already fought, by everything they depend on. Unwanted ones stay in the file."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[tuple[object, ...], Result] = {}
        self.grounds: dict[str, str] = {}  # by the name of a scenario
        self.sink: io.BufferedWriter | None = None

    def __enter__(self) -> "Kept":
        if self.path is not None:
            if self.path.exists() and self.path.stat().st_size:
                self.read(self.path)
            self.sink = self.path.open("ab")
            if not self.sink.tell():
                self.put(FIRST)
        return self

    def __exit__(self, *_: object) -> None:
        if self.sink is not None:
            self.sink.close()

    def read(self, path: Path) -> None:
        """Read the file, and remove a last line that was cut off."""
        text = path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if whole.partition(b"\n")[0] != FIRST:
            raise Refusal(f"{path}: this is not a file of battles (its first line should have the format {FORMAT})")
        for number, line in enumerate(whole.splitlines()[1:], 2):
            try:
                found = msgspec.json.decode(line, type=Line)
            except msgspec.DecodeError as problem:
                raise Refusal(f"{path}:{number}: this is not a battle of players ({problem})") from None
            result = found.result
            key = (result.scenario, found.ground, result.players, result.seed, found.ms, found.bot_seconds)
            self.known[key] = result
        if len(whole) < len(text):
            with path.open("r+b") as file:
                file.truncate(len(whole))

    def find(self, match: Match) -> Result | None:
        if not self.known:
            return None
        ground = self.ground(match.name, match.scenario)
        return self.known.get((match.name, ground, match.players, match.seed, match.milliseconds, match.bot_seconds))

    def add(self, match: Match, result: Result) -> None:
        """Add a result, unless a bot failed in it: that one is to be fought again, with a better bot."""
        if self.sink is not None and not result.failed:
            ground = self.ground(match.name, match.scenario)
            self.put(msgspec.json.encode(Line(ground, match.milliseconds, match.bot_seconds, result)))

    def put(self, line: bytes) -> None:
        if self.sink is not None:
            self.sink.write(line + b"\n")
            self.sink.flush()

    def ground(self, name: str, scenario: Scenario) -> str:
        """The scenario and the rules, in a short code."""
        if name not in self.grounds:
            said = json.dumps([tree(scenario), ruleset_of(scenario).edition], sort_keys=True)
            self.grounds[name] = hashlib.sha256(said.encode()).hexdigest()[:16]
        return self.grounds[name]


def write_table(path: Path, results: list[Result]) -> None:
    with path.open("w", encoding="utf-8", newline="") as sink:
        write_row(sink, HEADINGS)
        for one in results:
            winner = one.players[one.winner] if one.winner in (0, 1) else ""
            luck = round(one.luck, 3)
            write_row(sink, (one.scenario, *one.players, one.seed, winner, one.turns, one.decisions, luck, one.reason))
