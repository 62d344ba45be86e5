"""The published JSON Schema of the book format, made from the tables that read it."""

from re import Pattern
from typing import Any

from ..house_rules import HOUSE_RULES
from .building import GRIDS, NAME
from .changes import MOST_ADDED
from .entries import HOLDERS
from .ground import KEYS as FEATURE_KEYS
from .ground import NAME as FEATURE_NAME
from .ground import PATTERNS, TINT, TRUTHS
from .phrases import ARMS, LONGEST
from .rows import ADDED, CLAUSE, LONGEST_RULE, MOST_ROWS
from .units import COLUMNS, Column
from .units import NAME as TYPE_NAME
from .variant import FORMAT

Schema = dict[str, Any]
OFF: Schema = {"const": "off", "description": "left out"}
NOT_BLANK = r"\S"
# A whole number, or text that is one.
AMOUNT: Schema = {
    "anyOf": [
        {"type": "integer", "minimum": -MOST_ADDED, "maximum": MOST_ADDED, "not": {"const": 0}},
        {"type": "string", "pattern": rf"^\s*[+-]?0*[1-{MOST_ADDED}]\s*$", "maxLength": 40},
    ]
}
WORDS = {
    "format": "the name and version of this format",
    "name": "what scenarios call it, and what its clauses begin with",
    "title": "its title",
    "about": "what it is for",
    "based-on": "the name of the book from which it differs, such as modern",
    "grids": "the grids it is played on; by default, those of its base",
    "options": "optional rules of its base that are part of it",
    "house-rules": "house rules that are part of it",
    "activities": "what units may do, by its verb: on or off",
    "weapons": "the range of each weapon that a unit may name",
    "units": "unit types changed, added, or off",
    "features": "terrain of its own; or off, or other cover, for that of its base",
    "rows": "rows and numbers of its base by their clauses, each with its new value",
    "modifiers": "new modifiers",
    "restrictions": "new rows that forbid an attack, or bar a unit from something",
    "terrain": "new rows for movement",
}


def _text(most: int) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": most, "pattern": NOT_BLANK}


def _words(most: int, each: Schema | None = None) -> Schema:
    return {"type": "array", "maxItems": most, "items": each or _text(80)}


TEXT = _text(LONGEST_RULE)
COLUMN_TYPES: dict[str, Schema] = {
    "truth": {"type": "boolean"},
    "arms": _words(len(ARMS), {"enum": list(ARMS)}),
    "weapons": _words(20),
    "names": _words(20),
    "type": _text(40),
    "text": _text(40),
}


def book_schema() -> Schema:
    properties: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "name": {"type": "string", "pattern": f"^{NAME.pattern}$"},
        "title": _text(80),
        "about": TEXT,
        "based-on": {"type": "string"},
        "grids": _words(len(GRIDS), {"enum": list(GRIDS)}),
        "options": _words(20),
        "house-rules": _table({name: {"type": "string", "minLength": 1} for name in HOUSE_RULES}),
        "activities": {"type": "object", "maxProperties": 40, "additionalProperties": {"enum": ["on", "off"]}},
        "weapons": _named(NAME, 40, {"type": "integer", "minimum": 0, "maximum": 40}),
        "units": _named(TYPE_NAME, 80, {"anyOf": [OFF, {"$ref": "#/$defs/unit"}]}),
        "features": _named(FEATURE_NAME, 40, {"anyOf": [OFF, {"$ref": "#/$defs/feature"}]}),
        "rows": {"type": "object", "maxProperties": MOST_ROWS, "additionalProperties": {"$ref": "#/$defs/change"}},
        **{key: {"type": "array", "maxItems": MOST_ROWS, "items": {"$ref": f"#/$defs/{key}"}} for key in ADDED},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://portable-wargame.invalid/schema/book/1",
        "title": "Portable Wargame book, version 1",
        "description": "a book made from data: another book, and what differs",
        "type": "object",
        "required": ["format", "name", "title", "based-on"],
        "additionalProperties": False,
        "properties": {key: {"description": WORDS[key], **rules} for key, rules in properties.items()},
        "$defs": {
            "unit": _table(
                {
                    "like": {"description": "the type it starts from", **_text(40)},
                    **{column.key: {"description": column.words, **_column(column)} for column in COLUMNS},
                }
            ),
            "feature": _table({key: _of_a_feature(key) for key in FEATURE_KEYS}),
            "change": {
                "description": "a number, a table such as `hit on 4`, `off`; or the same in full",
                "anyOf": [
                    {"type": ["string", "integer", "boolean"]},
                    {"type": "array", "items": {"type": "integer"}},
                    _table(
                        {
                            "to": {"description": "what stands there instead"},
                            "when": {"description": "another condition, by its words", **_text(LONGEST)},
                            "rule": {"description": "the rule in words", **TEXT},
                            "short": {"description": "the reason in a few words", **_text(60)},
                        },
                        any_of=("to", "when"),
                    ),
                ],
            },
            **{key: _new_row(key, kinds) for key, kinds in ADDED.items()},
        },
    }


def _table(properties: Schema, required: tuple[str, ...] = (), any_of: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        **({"required": list(required)} if required else {}),
        **({"anyOf": [{"required": [one]} for one in any_of]} if any_of else {}),
        "properties": properties,
    }


def _named(pattern: Pattern[str], most: int, each: Schema) -> Schema:
    """A table whose keys are names."""
    names = {"pattern": f"^{pattern.pattern}$"}
    return {"type": "object", "maxProperties": most, "propertyNames": names, "additionalProperties": each}


def _column(column: Column) -> Schema:
    if column.kind == "number":
        return {"type": "integer", "minimum": column.least, "maximum": column.most}
    return COLUMN_TYPES[column.kind]


def _of_a_feature(key: str) -> Schema:
    if key in TRUTHS:
        return {"type": "boolean"}
    if key == "closed-to":
        return {"description": "unit types or arms that may not enter", **_words(60)}
    if key == "pattern":
        return {"enum": list(PATTERNS)}
    if key == "letter":
        return {"description": "on the map of a scenario", **_text(1)}
    return {"type": "string", "pattern": f"^{TINT.pattern}$"} if key == "tint" else TEXT


def _new_row(key: str, kinds: tuple[str, ...]) -> Schema:
    places = sorted({one.name for one in HOLDERS if one.kind in kinds})
    words: Schema = {
        "at": {"description": "where it counts", "enum": places},
        "clause": {
            "description": "its id, with or without the book's name",
            "type": "string",
            "maxLength": 80,
            "pattern": f"^{CLAUSE.pattern}$",
        },
        "when": {"description": "its condition, by its words", **_text(LONGEST)},
        "rule": {"description": "the rule in words", **TEXT},
    }
    required = ["at", "clause", "when", "rule"]
    if key == "modifiers":
        words["amount"] = {"description": "what is added", **AMOUNT}
        words["short"] = {"description": "the reason in a few words", **_text(60)}
        required.append("amount")
    if key == "terrain":
        words["off-road"] = {"description": "not along a road", "type": "boolean"}
    return _table(words, tuple(required))
