"""Writing: a scenario as a tree of plain values, or as TOML text. Reading either gives the same scenario again."""

import json
from collections.abc import Iterator
from typing import Any

from ..battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD
from ..battle.terrain import SIGNS, bits_of, feature_names
from .board import standard_letters
from .model import Scenario, SideEntry, UnitEntry, VictoryEntry

FORMAT = "portable-wargame/scenario/1"


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
    letters = {tuple(feature_names(bits_of(names))): letter for letter, names in standard_letters().items()}
    unused = (sign for sign in _signs() if sign not in letters.values())
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
        ("army", unit.army, ""),
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
    return write_tree(tree(scenario))


def write_tree(plain: dict[str, Any]) -> str:
    """A scenario's tree as TOML text, whether it is right or not. TOML has no null: what is null is left out."""
    tables = [key for key in ("map", "sides", "victory") if _has_headings(plain.get(key))]
    lines = _pairs({key: value for key, value in plain.items() if key not in tables})
    for key in tables:
        for table in [plain[key]] if isinstance(plain[key], dict) else plain[key]:
            heading = f"[{key}]" if table is plain[key] else f"[[{key}]]"
            lines += ["", heading, *_laid_out(table)]
    return "\n".join(lines) + "\n"


def _has_headings(value: Any) -> bool:
    """A table, or a list of nothing but tables: they stand under headings, after all other keys."""
    if isinstance(value, list):
        return value != [] and all(isinstance(inner, dict) for inner in value)
    return isinstance(value, dict)


def _laid_out(table: dict[str, Any]) -> list[str]:
    """The map row by row, units one by one."""
    lines: list[str] = []
    for key, value in table.items():
        if key == "rows" and isinstance(value, str) and value.replace("\n", "").isprintable():
            lines += ['rows = """', f'{_escaped_rows(value)}"""']
        elif key == "units" and _has_headings(value) and isinstance(value, list):
            lines += ["units = [", *(f"  {_value(unit)}," for unit in value), "]"]
        else:
            lines += _pairs({key: value})
    return lines


def _pairs(table: dict[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in table.items() if value is not None]


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(_pairs(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(inner) for inner in value if inner is not None) + "]"
    # Strings, numbers and true are written alike in TOML and JSON, but for one control character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    bare = key.replace("-", "").replace("_", "")
    return key if bare.isascii() and bare.isalnum() else _value(key)


def _escaped_rows(rows: str) -> str:
    return rows.replace("\\", "\\\\").replace('"', '\\"')
