"""Reading: TOML or JSON text, a file, or a tree, to a scenario; or every problem at once, each with its line."""

import json
import os
import re
import tomllib
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from ..battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD, SURVIVE
from .checking.check import Checked, check
from .locating import Lines, json_lines, toml_lines
from .model import Scenario, SideEntry, UnitEntry, VictoryEntry
from .problems import BadScenario, Problem

__all__ = ["BadScenario", "Problem", "build", "examine", "parse", "read", "read_file", "read_tree"]

MOST_BYTES = 1_000_000
# The standard parser takes time that grows with the square of a dotted key; the widest map on one line has 1600 dots.
MOST_DOTS = 2000
TOML_HINT = "a line is key = value, [table] or [[table of a list]], and text stands in quotes"
JSON_HINT = "keys and text stand in double quotes, with a comma between entries and none after the last"
POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read(text: str | bytes, name: str = "scenario") -> Scenario:
    """The scenario in a TOML or JSON text; `name` is what problems call it."""
    checked = examine(text, name)[1]
    if isinstance(checked, list):
        raise BadScenario(checked, name)
    return build(checked)


def parse(text: str | bytes, name: str = "scenario") -> Any:
    """The tree of a TOML or JSON text, whatever it holds; a BadScenario if the text is neither."""
    decoded = _decoded(text, name)
    return _parsed(decoded, is_json(decoded, name), name)[0]


def examine(text: str | bytes, name: str = "scenario") -> tuple[Any, Checked | list[Problem]]:
    """The tree of a text, None if it is neither TOML nor JSON; and that tree, found right, or every problem of it, each
    with its line."""
    try:
        decoded = _decoded(text, name)
        tree, repeated = _parsed(decoded, is_json(decoded, name), name)
    except BadScenario as bad:
        return None, bad.problems
    checked = check(tree)
    if isinstance(checked, list) or repeated:
        found = checked if isinstance(checked, list) else []
        return tree, _located(found, decoded, is_json(decoded, name))
    return tree, checked


def is_json(text: str, name: str) -> bool:
    return text.lstrip().startswith("{") or name.lower().endswith(".json")


def read_file(path: str | os.PathLike[str]) -> Scenario:
    name = os.fspath(path)
    try:
        with FilePath(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise _refusal(name, "there is no such file") from None
    except IsADirectoryError:
        raise _refusal(name, "this is a directory", "name a scenario file in it") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise _refusal(name, f"the file cannot be read ({reason or 'unknown reason'})") from None
    return read(data, name)


def read_tree(tree: object) -> Scenario:
    """The scenario in a tree of plain values, as JSON has them; problems name their path."""
    checked = check(tree)
    if isinstance(checked, list):
        raise BadScenario(checked)
    return build(checked)


def _refusal(name: str, message: str, remedy: str = "", line: int = 0, column: int = 0) -> BadScenario:
    return BadScenario([Problem((), message, remedy, line=line, column=column)], name)


def _decoded(text: str | bytes, name: str) -> str:
    if isinstance(text, str):
        data = text.encode("utf-8", "surrogatepass")
    else:
        data = text
    if len(data) > MOST_BYTES:
        raise _refusal(name, f"the text has more than {MOST_BYTES} bytes", "no scenario needs so many")
    try:
        decoded = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refusal(name, "the text is not UTF-8", "save it in that encoding", line) from None
    if not decoded.strip():
        raise _refusal(name, "the text is empty", "it must be a scenario in TOML or JSON")
    return decoded


def _parsed(text: str, as_json: bool, name: str) -> tuple[Any, bool]:
    """The tree of the text, and whether a JSON object gives a key twice."""
    try:
        if as_json:
            pairs = Pairs()
            return json.loads(text, object_pairs_hook=pairs.table, parse_constant=pairs.refuse), pairs.repeated
        _refuse_long_keys(text, name)
        return tomllib.loads(text), False
    except RecursionError:
        raise _refusal(name, "the text is nested too deeply", "a scenario has a few levels") from None
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise _refusal(name, message, JSON_HINT, error.lineno, error.colno) from None
    except tomllib.TOMLDecodeError as error:
        raise _broken_toml(text, str(error), name) from None
    except ValueError as error:
        raise _refusal(name, f"the text holds a number that cannot be ({error})") from None


def _broken_toml(text: str, words: str, name: str) -> BadScenario:
    position = POSITION.search(words)
    message = POSITION.sub("", words)
    lines = text.rstrip("\n").split("\n")
    line, column = len(lines), len(lines[-1]) + 1
    if position is not None and position[1]:
        line, column = int(position[1]), int(position[2])
    return _refusal(name, f"this is not TOML: {message[:1].lower()}{message[1:]}", TOML_HINT, line, column)


def _refuse_long_keys(text: str, name: str) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            message = f"the line has more than {MOST_DOTS} dots"
            raise _refusal(name, message, "no key or row of a scenario needs so many", number)


class Pairs:
    """What the JSON parser is told: keys are not to be repeated, and there are no odd numbers."""

    def __init__(self) -> None:
        self.repeated = False

    def table(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        self.repeated |= len(table) != len(pairs)
        return table

    def refuse(self, word: str) -> object:
        raise ValueError(f"{word} is no number in JSON")


def _located(problems: list[Problem], text: str, as_json: bool) -> list[Problem]:
    """The problems with their lines, from top to bottom."""
    try:
        lines = json_lines(text) if as_json else toml_lines(text)
    except RecursionError:
        lines = Lines()
    twice = [
        Problem(path, f"the key {path[-1]} is given twice in one table", "keep one of them", line=line)
        for path, line in lines.repeated
    ]
    placed = [replace(problem, line=lines.of(problem.path)) for problem in problems]
    return sorted(placed + twice, key=lambda problem: problem.line)


# -- from a tree without problems


def build(checked: Checked) -> Scenario:
    tree, board, book = checked.tree, checked.board, checked.ruleset
    turns = int(tree.get("turns", 0))
    army = book.armies[0] if book.armies else ""
    return Scenario(
        title=tree["title"],
        ruleset=tree["ruleset"],
        grid=tree["grid"],
        columns=board.grid.columns,
        rows=board.grid.rows,
        features=[list(names) for names in board.features],
        sides=[_side(side, army) for side in tree["sides"]],
        about=tree.get("about", ""),
        options=list(tree.get("options", [])),
        house_rules=dict(checked.house_rules),
        turns=turns,
        historical=tree.get("historical", False),
        campaign=tree.get("campaign", False),
        victory=[_condition(entry, turns) for entry in tree.get("victory", [])],
    )


def _side(side: dict[str, Any], default_army: str) -> SideEntry:
    return SideEntry(
        id=side["id"],
        name=side.get("name", side["id"]),
        edge=side["edge"],
        army=side.get("army", default_army) if default_army else "",
        units=[_unit(unit, default_army) for unit in side["units"]],
        briefing=side.get("briefing", ""),
    )


def _unit(unit: dict[str, Any], default_army: str) -> UnitEntry:
    arrives = unit.get("arrives", {})
    return UnitEntry(
        id=unit["id"],
        type=unit["type"],
        name=unit.get("name", ""),
        at=unit.get("at", ""),
        facing=unit.get("facing", ""),
        quality=unit.get("quality", "average"),
        sp=int(unit.get("sp", 0)),
        weapon=unit.get("weapon", ""),
        army=unit.get("army", "") if default_army else "",
        carrying=unit.get("carrying", ""),
        regular=unit.get("regular", False),
        gun=unit.get("gun", ""),
        gas=int(unit.get("gas", 0)),
        arrives_turn=int(arrives.get("turn", 0)),
        arrives_edge=arrives.get("edge", ""),
    )


def _condition(entry: dict[str, Any], turns: int) -> VictoryEntry:
    """Holding and surviving count at the end of the battle's last turn, unless the condition names another."""
    side = entry["side"]
    at_turn = int(entry.get("at-turn", 0))
    if "hold" in entry:
        return VictoryEntry(side, HOLD, at_turn or turns, cells=list(entry["hold"]))
    if "survive" in entry:
        return VictoryEntry(side, SURVIVE, at_turn or turns)
    if "exit" in entry:
        exit_ = entry["exit"]
        return VictoryEntry(side, EXIT, at_turn, edge=exit_["edge"], amount=int(exit_["units"]))
    if "sp" in entry["destroy"]:
        return VictoryEntry(side, DESTROY_SP, at_turn, amount=int(entry["destroy"]["sp"]))
    return VictoryEntry(side, DESTROY_UNITS, at_turn, amount=int(entry["destroy"]["units"]))
