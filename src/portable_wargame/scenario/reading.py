"""Reading: TOML or JSON text, a file, or a tree, to a scenario; or every problem at once, each with its line."""

import json
import os
import tomllib
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any, cast

from ..battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD, SCORE, SURVIVE
from .checking.check import Checked, check
from .checking.schema import visible
from .locating import Lines, json_lines, toml_lines
from .model import Flag, Label, Scenario, ScoreEntry, SideEntry, Trigger, UnitEntry, VictoryEntry
from .problems import BadScenario, Problem
from .toml_text import slips

__all__ = ["BadScenario", "Problem", "build", "examine", "parse", "read", "read_file", "read_tree"]

MOST_BYTES = 1_000_000
# The standard parser takes time that grows with the square of a dotted key. The widest map on one line has 1600 dots;
# all lines together may take as long as a single one that has a few more.
MOST_DOTS = 2000
JSON_HINT = "keys and text go in double quotes, with a comma between entries and none after the last"


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
    """The tree of a text, None if it is neither TOML nor JSON; and that tree, checked, or every problem in it, each
    with its line."""
    try:
        decoded, tree, repeated = text_and_tree(text, name)
    except BadScenario as bad:
        rest = examine(bad.repaired, name)[1] if bad.repaired else []
        return None, with_the_rest(bad, rest if isinstance(rest, list) else [])
    checked = check(tree)
    if isinstance(checked, list) or repeated:
        found = checked if isinstance(checked, list) else []
        return tree, located(found, decoded, is_json(decoded, name))
    return tree, checked


def with_the_rest(bad: BadScenario, rest: list[Problem]) -> list[Problem]:
    """Whatever in a text is not TOML, and any problems on its other lines; but if the text isn't one of our
    files at all, only that."""
    ours = bad.repaired and "format" in parse(bad.repaired, bad.name)
    slips_on = {problem.line for problem in bad.problems}
    others = [problem for problem in rest if problem.line not in slips_on] if ours else []
    return sorted([*bad.problems, *others], key=lambda problem: problem.line)


def text_and_tree(text: str | bytes, name: str) -> tuple[str, Any, bool]:
    """The text as such, its tree, and whether a JSON object in it gives a key twice."""
    decoded = _decoded(text, name)
    return decoded, *_parsed(decoded, is_json(decoded, name), name)


def is_json(text: str, name: str) -> bool:
    return text.lstrip().startswith("{") or name.lower().endswith(".json")


def read_file(path: str | os.PathLike[str]) -> Scenario:
    return read(read_bytes(path), os.fspath(path))


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The text of a file, up to the longest scenario; a BadScenario says why if it cannot be read."""
    name = os.fspath(path)
    try:
        with FilePath(path).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise _refusal(name, "there is no such file") from None
    except IsADirectoryError:
        raise _refusal(name, "this is a folder", "name a scenario file in it") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise _refusal(name, f"the file cannot be read ({reason or 'unknown reason'})") from None


def read_tree(tree: object) -> Scenario:
    """The scenario in a tree of plain values, as JSON has them; problems name their path."""
    checked = check(tree)
    if isinstance(checked, list):
        raise BadScenario(checked)
    return build(checked)


def read_kept(tree: object) -> Scenario:
    """A scenario from a record. It has to open even if its words have characters that are refused today: they are
    marked, except in the names of sides and units, which are part of every state hash in the record."""
    try:
        marked = visible(tree)
    except RecursionError:
        raise _refusal("scenario", "it is nested too deeply", "a scenario has a few levels") from None
    scenario = read_tree(marked)
    if marked != tree:
        for side, raw in zip(scenario.sides, cast(Any, tree)["sides"], strict=True):
            side.name = raw.get("name", side.name)
            for unit, named in zip(side.units, raw["units"], strict=True):
                unit.name = named.get("name", unit.name)
    return scenario


def _refusal(name: str, message: str, remedy: str = "", line: int = 0, column: int = 0) -> BadScenario:
    return BadScenario([Problem((), message, remedy, line=line, column=column)], name)


def _decoded(text: str | bytes, name: str) -> str:
    if isinstance(text, str):
        data = text.encode("utf-8", "surrogatepass")
    else:
        data = text
    if len(data) > MOST_BYTES:
        raise _refusal(name, f"the text has more than {MOST_BYTES} bytes", "no scenario needs that many")
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
        problems, repaired = slips(text, error)
        raise BadScenario(problems, name, repaired) from None
    except ValueError as error:
        raise _refusal(name, f"the text has an impossible number ({error})") from None


def _refuse_long_keys(text: str, name: str) -> None:
    left = MOST_DOTS**2
    for number, line in enumerate(text.split("\n"), 1):
        dots = line.count(".")
        left -= dots * dots
        if left < 0:
            one = f"the line has more than {MOST_DOTS} dots"
            message = one if dots > MOST_DOTS else "too many lines have that many dots"
            raise _refusal(name, message, "no key or row of a scenario needs that many", number)


class Pairs:
    """Settings of the JSON parser: no key twice, and no odd numbers."""

    def __init__(self) -> None:
        self.repeated = False

    def table(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        self.repeated |= len(table) != len(pairs)
        return table

    def refuse(self, word: str) -> object:
        raise ValueError(f"{word} is not a number in JSON")


def located(problems: list[Problem], text: str, as_json: bool) -> list[Problem]:
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
        names=dict(tree.get("names", {})),
        victory=[_condition(entry, turns) for entry in tree.get("victory", [])],
        points=[_score(entry) for entry in tree.get("points", [])],
        degrees={name: int(ahead) for name, ahead in tree.get("degrees", {}).items()},
        secret_deployment=tree.get("secret-deployment", False),
        labels=[Label(label["text"], label["at"], label.get("to", "")) for label in tree.get("labels", [])],
        author=tree.get("author", ""),
        date=tree.get("date", ""),
        source=tree.get("source", ""),
        notes=tree.get("notes", ""),
        book=checked.book,
    )


def _side(side: dict[str, Any], default_army: str) -> SideEntry:
    return SideEntry(
        id=side["id"],
        name=side.get("name", side["id"]),
        edge=side["edge"],
        army=side.get("army", default_army) if default_army else "",
        units=[_unit(unit, default_army) for unit in side["units"]],
        briefing=side.get("briefing", ""),
        colour=side.get("colour", ""),
        flag=Flag(side["flag"]["pattern"], list(side["flag"]["colours"])) if "flag" in side else None,
        zone=list(side.get("zone", [])),
        dummies=int(side.get("dummies", 0)),
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
        arrives_cells=list(arrives.get("cells", [])),
        arrives_roll=int(arrives.get("roll", 0)),
        arrives_when=_trigger(arrives["when"]) if "when" in arrives else None,
        arrives_group=arrives.get("group", ""),
        zone=list(unit.get("zone", [])),
        hidden=unit.get("hidden", False),
    )


def _trigger(when: dict[str, Any]) -> Trigger:
    return Trigger(
        list(when.get("enemy-at", [])),
        list(when.get("own-at", [])),
        int(when.get("units-lost", 0)),
        int(when.get("units-destroyed", 0)),
    )


def _condition(entry: dict[str, Any], turns: int) -> VictoryEntry:
    """Holding and surviving count at the end of the battle's last turn, unless the condition names another."""
    at_turn = int(entry.get("at-turn", 0))
    found = VictoryEntry(entry["side"], "", at_turn, degree=entry.get("degree", ""))
    if "hold" in entry:
        found.kind, found.at_turn, found.cells = HOLD, at_turn or turns, list(entry["hold"])
        found.amount = int(entry.get("at-least", 0))
    elif "survive" in entry:
        found.kind, found.at_turn = SURVIVE, at_turn or turns
    elif "score" in entry:
        found.kind, found.amount = SCORE, int(entry["score"])
    elif "exit" in entry:
        found.kind, found.edge, found.amount = EXIT, entry["exit"]["edge"], int(entry["exit"]["units"])
    elif "sp" in entry["destroy"]:
        found.kind, found.amount = DESTROY_SP, int(entry["destroy"]["sp"])
    else:
        found.kind, found.amount = DESTROY_UNITS, int(entry["destroy"]["units"])
    return found


def _score(entry: dict[str, Any]) -> ScoreEntry:
    found = ScoreEntry(entry["side"], HOLD, int(entry["points"]), each_turn=entry.get("each-turn", False))
    if "hold" in entry:
        found.cells = list(entry["hold"])
    elif "exit" in entry:
        found.kind, found.edge = EXIT, entry["exit"]
    else:
        found.kind = DESTROY_UNITS if entry["destroy"] == "units" else DESTROY_SP
    return found
