"""Writing: a scenario as a tree of plain values, or as TOML text. Reading either gives the same scenario again."""

import json
from collections.abc import Iterator
from typing import Any

from ..battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD
from ..battle.terrain import feature_names
from .board import STANDARD_LETTERS, bits_of
from .scenario import Scenario, SideEntry, UnitEntry, VictoryEntry

FORMAT = "portable-wargame/scenario/1"

SIGNS = "*+#%&@$!?^o0123456789acdegijklnpqrsuvyzACDEGIJKLMNOPQRSTUVWXYZ"


def tree(scenario: Scenario) -> dict[str, Any]:
    """The scenario in the words of the format; what is as usual is left out."""
    return {
        "format": FORMAT,
        "title": scenario.title,
        **({"about": scenario.about} if scenario.about else {}),
        "ruleset": scenario.ruleset,
        "grid": scenario.grid,
        **({"options": list(scenario.options)} if scenario.options else {}),
        **({"house-rules": dict(scenario.house_rules)} if scenario.house_rules else {}),
        **({"turns": scenario.turns} if scenario.turns else {}),
        **({"historical": True} if scenario.historical else {}),
        **({"campaign": True} if scenario.campaign else {}),
        "map": _map(scenario),
        "sides": [_side(side) for side in scenario.sides],
        **({"victory": [_condition(entry) for entry in scenario.victory]} if scenario.victory else {}),
    }


def _map(scenario: Scenario) -> dict[str, Any]:
    letters = {tuple(feature_names(bits_of(names))): letter for letter, names in STANDARD_LETTERS.items()}
    unused = _signs()
    legend: dict[str, list[str]] = {}
    rows: list[str] = []
    for row in reversed(range(scenario.rows)):
        line: list[str] = []
        for names in scenario.features[row * scenario.columns : (row + 1) * scenario.columns]:
            features = tuple(feature_names(bits_of(names)))
            if features not in letters:
                letters[features] = next(unused)
                legend[letters[features]] = list(features)
            line.append(letters[features])
        rows.append(" ".join(line))
    return {"rows": "\n".join(rows) + "\n", **({"legend": legend} if legend else {})}


def _signs() -> Iterator[str]:
    """Letters that are not standard ones; those beyond ASCII are for maps with very many kinds of cell."""
    yield from SIGNS
    for code in range(0x4E00, 0x9F00):
        yield chr(code)


def _side(side: SideEntry) -> dict[str, Any]:
    return {
        "id": side.id,
        "name": side.name,
        "edge": side.edge,
        **({"army": side.army} if side.army else {}),
        **({"briefing": side.briefing} if side.briefing else {}),
        "units": [_unit(unit) for unit in side.units],
    }


def _unit(unit: UnitEntry) -> dict[str, Any]:
    written: dict[str, Any] = {"id": unit.id, "type": unit.type}
    for key, value, usual in (
        ("weapon", unit.weapon, ""),
        ("at", unit.at, ""),
        ("facing", unit.facing, ""),
        ("quality", unit.quality, "average"),
        ("sp", unit.sp, 0),
        ("carrying", unit.carrying, ""),
        ("regular", unit.regular, False),
        ("gun", unit.gun, ""),
        ("gas", unit.gas, 0),
        ("name", unit.name, ""),
    ):
        if value != usual:
            written[key] = value
    if unit.arrives_turn:
        written["arrives"] = {"turn": unit.arrives_turn, "edge": unit.arrives_edge}
    return written


def _condition(entry: VictoryEntry) -> dict[str, Any]:
    written: dict[str, Any] = {"side": entry.side}
    if entry.kind == HOLD:
        written["hold"] = list(entry.cells)
    elif entry.kind == EXIT:
        written["exit"] = {"edge": entry.edge, "units": entry.amount}
    elif entry.kind == DESTROY_UNITS:
        written["destroy"] = {"units": entry.amount}
    elif entry.kind == DESTROY_SP:
        written["destroy"] = {"sp": entry.amount}
    else:
        written["survive"] = True
    if entry.at_turn:
        written["at-turn"] = entry.at_turn
    return written


# -- TOML


def write(scenario: Scenario) -> str:
    """The scenario as TOML text, laid out as one would by hand."""
    plain = tree(scenario)
    map_, sides, victory = plain.pop("map"), plain.pop("sides"), plain.pop("victory", [])
    lines = _pairs(plain)
    lines += ["", "[map]", 'rows = """', f'{_escaped_rows(map_["rows"])}"""']
    if "legend" in map_:
        lines.append(f"legend = {_value(map_['legend'])}")
    for side in sides:
        units = side.pop("units")
        lines += ["", "[[sides]]", *_pairs(side), "units = ["]
        lines += [f"  {_value(unit)}," for unit in units]
        lines.append("]")
    for condition in victory:
        lines += ["", "[[victory]]", *_pairs(condition)]
    return "\n".join(lines) + "\n"


def _pairs(table: dict[str, Any]) -> list[str]:
    return [f"{key} = {_value(value)}" for key, value in table.items()]


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    # Strings, numbers and true are written alike in TOML and JSON, but for one control character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    bare = key.replace("-", "").replace("_", "")
    return key if bare.isascii() and bare.isalnum() else _value(key)


def _escaped_rows(rows: str) -> str:
    return rows.replace("\\", "\\\\").replace('"', '\\"')
