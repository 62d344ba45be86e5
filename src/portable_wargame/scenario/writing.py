"""Writing: a scenario as a tree of plain values, or as TOML text. Reading either gives the same scenario again."""

import json
from collections.abc import Iterator
from typing import Any

from ..battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD, SCORE
from ..battle.terrain import FIRST_SPARE, SIGNS, bits_of, feature_names
from .board import OPEN
from .model import Label, Scenario, ScoreEntry, SideEntry, Trigger, UnitEntry, VictoryEntry
from .setup import ruleset_of

FORMAT = "portable-wargame/scenario/1"


def tree(scenario: Scenario) -> dict[str, Any]:
    """The scenario in the words of the format; defaults are left out."""
    return {
        "format": FORMAT,
        "title": scenario.title,
        **({"about": scenario.about} if scenario.about else {}),
        **({"author": scenario.author} if scenario.author else {}),
        **({"date": scenario.date} if scenario.date else {}),
        **({"source": scenario.source} if scenario.source else {}),
        **({"notes": scenario.notes} if scenario.notes else {}),
        "ruleset": scenario.ruleset,
        **({"book": json.loads(scenario.book)} if scenario.book else {}),
        "grid": scenario.grid,
        **({"options": list(scenario.options)} if scenario.options else {}),
        **({"house-rules": dict(scenario.house_rules)} if scenario.house_rules else {}),
        **({"turns": scenario.turns} if scenario.turns else {}),
        **({"historical": True} if scenario.historical else {}),
        **({"campaign": True} if scenario.campaign else {}),
        **({"secret-deployment": True} if scenario.secret_deployment else {}),
        **({"names": dict(scenario.names)} if scenario.names else {}),
        **({"labels": [_label(label) for label in scenario.labels]} if scenario.labels else {}),
        **({"degrees": dict(scenario.degrees)} if scenario.degrees else {}),
        "map": _map(scenario),
        "sides": [_side(side) for side in scenario.sides],
        **({"victory": [_condition(entry) for entry in scenario.victory]} if scenario.victory else {}),
        **({"points": [_score(entry) for entry in scenario.points]} if scenario.points else {}),
    }


def _label(label: Label) -> dict[str, Any]:
    return {"text": label.text, "at": label.at, **({"to": label.to} if label.to else {})}


def _map(scenario: Scenario) -> dict[str, Any]:
    terrain = ruleset_of(scenario).terrain()
    # A book's own features may have another letter elsewhere, so they go in the legend.
    letters: dict[tuple[str, ...], str] = {
        (): OPEN,
        **{(row.name,): row.letter for row in terrain.values() if row.bit < FIRST_SPARE or not scenario.book},
    }
    unused = (sign for sign in _signs() if sign not in letters.values())
    legend: dict[str, list[str]] = {}
    rows: list[str] = []
    for row in reversed(range(scenario.rows)):
        line: list[str] = []
        for names in scenario.features[row * scenario.columns : (row + 1) * scenario.columns]:
            features = tuple(feature_names(bits_of(names, terrain), terrain))
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
        **({"colour": side.colour} if side.colour else {}),
        **({"flag": {"pattern": side.flag.pattern, "colours": list(side.flag.colours)}} if side.flag else {}),
        **({"zone": list(side.zone)} if side.zone else {}),
        **({"dummies": side.dummies} if side.dummies else {}),
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
        ("zone", unit.zone, []),
        ("hidden", unit.hidden, False),
    ):
        if value != usual:
            written[key] = value
    if unit.arrives_turn:
        written["arrives"] = _arrival(unit)
    return written


def _arrival(unit: UnitEntry) -> dict[str, Any]:
    where = {"cells": list(unit.arrives_cells)} if unit.arrives_cells else {"edge": unit.arrives_edge}
    return {
        "turn": unit.arrives_turn,
        **where,
        **({"roll": unit.arrives_roll} if unit.arrives_roll else {}),
        **({"when": _trigger(unit.arrives_when)} if unit.arrives_when else {}),
        **({"group": unit.arrives_group} if unit.arrives_group else {}),
    }


def _trigger(when: Trigger) -> dict[str, Any]:
    keys = {
        "enemy-at": list(when.enemy_at),
        "own-at": list(when.own_at),
        "units-lost": when.units_lost,
        "units-destroyed": when.units_destroyed,
    }
    return {key: value for key, value in keys.items() if value}


def _condition(entry: VictoryEntry) -> dict[str, Any]:
    written: dict[str, Any] = {"side": entry.side}
    if entry.kind == HOLD:
        written["hold"] = list(entry.cells)
        if entry.amount:
            written["at-least"] = entry.amount
    elif entry.kind == EXIT:
        written["exit"] = {"edge": entry.edge, "units": entry.amount}
    elif entry.kind == DESTROY_UNITS:
        written["destroy"] = {"units": entry.amount}
    elif entry.kind == DESTROY_SP:
        written["destroy"] = {"sp": entry.amount}
    elif entry.kind == SCORE:
        written["score"] = entry.amount
    else:
        written["survive"] = True
    if entry.at_turn:
        written["at-turn"] = entry.at_turn
    if entry.degree:
        written["degree"] = entry.degree
    return written


def _score(entry: ScoreEntry) -> dict[str, Any]:
    written: dict[str, Any] = {"side": entry.side}
    if entry.kind == HOLD:
        written["hold"] = list(entry.cells)
    elif entry.kind == EXIT:
        written["exit"] = entry.edge
    else:
        written["destroy"] = "units" if entry.kind == DESTROY_UNITS else "sp"
    written["points"] = entry.points
    if entry.each_turn:
        written["each-turn"] = True
    return written


# -- TOML


def write(scenario: Scenario) -> str:
    """The scenario as TOML text, laid out as if by hand."""
    return write_tree(tree(scenario))


def write_tree(plain: dict[str, Any]) -> str:
    """A scenario's tree as TOML text, whether it is right or not. TOML has no null: null values are left out."""
    tables = [key for key in ("map", "sides", "victory", "points") if _has_headings(plain.get(key))]
    lines = _pairs({key: value for key, value in plain.items() if key not in tables})
    for key in tables:
        for table in [plain[key]] if isinstance(plain[key], dict) else plain[key]:
            heading = f"[{key}]" if table is plain[key] else f"[[{key}]]"
            lines += ["", heading, *_laid_out(table)]
    return "\n".join(lines) + "\n"


def write_book(plain: dict[str, Any]) -> str:
    """A book's tree as TOML text, whether it is right or not: one heading for each unit, feature and new row."""
    tables = [key for key, value in plain.items() if _has_headings(value)]
    lines = _pairs({key: value for key, value in plain.items() if key not in tables})
    for key in tables:
        value = plain[key]
        if isinstance(value, list):
            for table in value:
                lines += ["", f"[[{_key(key)}]]", *_pairs(table)]
            continue
        inner = {name: one for name, one in value.items() if isinstance(one, dict) and one}
        flat = _pairs({name: one for name, one in value.items() if name not in inner})
        lines += ["", f"[{_key(key)}]", *flat] if flat else []
        for name, table in inner.items():
            lines += ["", f"[{_key(key)}.{_key(name)}]", *_pairs(table)]
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
    # TOML and JSON write strings, numbers and true the same way, except for one control character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    bare = key.replace("-", "").replace("_", "")
    return key if bare.isascii() and bare.isalnum() else _value(key)


def _escaped_rows(rows: str) -> str:
    return rows.replace("\\", "\\\\").replace('"', '\\"')
