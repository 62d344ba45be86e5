"""The published JSON Schemas: one each for scenarios, books, the engine protocol and game records.

Those of the protocol and of records are made from the types of their trees and from the rows of speech.
`python -m portable_wargame.speech.schemas` writes both into docs/schemas/.
"""

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_type_hints

from ..battle.battle import LAY_WIRE, LOAD, PHASES, TASKS
from ..grid.grid import EDGES
from ..rules.turn.umpire import MARKS
from ..rulesets.variants.schema import book_schema
from ..scenario.checking.schema import schema as scenario_schema
from . import records, requests, trees
from .happenings import HAPPENINGS, keys_of
from .questions import FACING_WORDS, QUESTIONS
from .shaping import Schema, object_schema, schema_of
from .throws import THROWS, Throw
from .umpire import rulings
from .umpire.rulings import RULINGS
from .verbs import CELL, FACING, FLAG, NUMBER, PATH, TASK, UNIT, VERBS, Verb, Word

# Each with the schemas it refers to.
SCHEMAS: dict[str, tuple[str, ...]] = {
    "scenario": (),
    "book": (),
    "protocol": ("scenario",),
    "record": ("scenario", "protocol"),
}
DRAFT = "https://json-schema.org/draft/2020-12/schema"
ADDRESS = "https://portable-wargame.invalid/schema/{}/1"
B = "book"
P = "protocol"
R = "record"
ALWAYS = ("event", "clause")
OF_A_THROW = ("event", "for", "dice", "modifiers", "scores", "clause")


def schema(name: str) -> Schema:
    """A schema that stands alone: what it refers to is bundled in its `$defs`, under its own `$id`."""
    needed = {other: made(other) for other in SCHEMAS[name]}
    whole = made(name)
    return {**whole, "$defs": {**whole["$defs"], **needed}}


def made(name: str) -> Schema:
    if name == "scenario":
        return scenario_schema()
    if name == B:
        return book_schema()
    return protocol_schema() if name == P else record_schema()


# -- the protocol


def protocol_schema() -> Schema:
    return {
        "$schema": DRAFT,
        "$id": ADDRESS.format(P),
        "title": "Portable Wargame engine protocol, version 1",
        "description": "one line of the conversation with `pw engine`",
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/reply"}],
        "$defs": {
            "request": {"description": "one line to the engine", "oneOf": titled(requests.REQUESTS)},
            "reply": {"description": "one line from the engine", "oneOf": titled(requests.REPLIES)},
            "error": {
                **declared(requests.Error, P),
                "if": {"properties": {"code": {"const": "illegal"}}},
                "then": {"required": ["why", "clause", "reasons"]},
            },
            "reason": declared(trees.Reason, P),
            "chance": declared(trees.Chance, P),
            "order": declared(trees.Order, P),
            "state": declared(
                trees.State, P, "the battle as both sides may know it; with `orders`, as one side knows it"
            ),
            "side": declared(trees.Side, P, "a side"),
            "unit": declared(trees.Unit, P, "a unit that is on the board, carried, or still to come"),
            "result": declared(trees.Result, P),
            "action": {
                "description": "what a side does: one of the verbs, with its words",
                "oneOf": [action_schema(row) for row in VERBS.values()],
            },
            "ruling": {
                "description": "what an umpire sets by hand: one of the rows, with its words",
                "oneOf": [ruling_schema(row) for row in RULINGS.values()],
            },
            "event": {
                "description": "what happened, with the clause that made it happen",
                "oneOf": [*happening_schemas(), *(throw_schema(row) for row in THROWS.values())],
            },
            "id": {
                "description": "a unit or a side, as the scenario calls it",
                "$ref": "../scenario/1#/$defs/id",
            },
            "cell": {"$ref": "../scenario/1#/$defs/cell"},
            "phase": {"description": "a part of the turn", "enum": list(PHASES)},
            "question": {"description": "what a side may be asked", "enum": list(QUESTIONS)},
            "facing": {
                "description": "a direction; squares have n e s w, hexes n ne se s sw nw",
                "enum": list(FACING_WORDS),
            },
            "clause": {
                "description": "the id of a rule, such as modern.fire.mod-still",
                "type": "string",
                "pattern": r"^[a-z0-9-]+(\.[a-z0-9-]+)+$",
            },
            "dice": {
                "description": "six-sided dice",
                "type": "array",
                "items": {"type": "integer", "minimum": 1, "maximum": 6},
            },
            "rows": {
                "description": "numbers that count, each with its rule",
                "type": "array",
                "items": declared(trees.Row, P),
            },
            "hash": {
                "description": "32 hex digits of the SHA-256 of the state without its hash",
                "type": "string",
                "pattern": "^[0-9a-f]{32}$",
            },
        },
    }


def declared(shape: Any, home: str, about: str = "") -> Schema:
    """The schema of a type, described by its docstring where it has one."""
    own = cleandoc(shape.__doc__) if shape.__doc__ and not shape.__doc__.startswith("dict(") else ""
    words = about or (own[:1].lower() + own[1:]).rstrip(".")
    return {"description": words, **schema_of(shape, home)}


def titled(shapes: dict[str, Any]) -> list[Schema]:
    made = {title: {"title": title, **declared(shape, P)} for title, shape in shapes.items()}
    if "new" in made:
        made["new"]["oneOf"] = [{"required": ["scenario"]}, {"required": ["text"]}]
    return list(made.values())


def action_schema(row: Verb) -> Schema:
    words = {word.key: word_schema(word) for word in row.words}
    required = ("do", *(word.key for word in row.words if not word.optional))
    shape = object_schema({"do": {"const": row.name}, **words}, required)
    return {"title": row.name, "description": row.about, **shape}


def word_schema(word: Word) -> Schema:
    about = {"description": word.about} if word.about else {}
    kinds: dict[str, Schema] = {
        UNIT: {"$ref": "#/$defs/id"},
        CELL: {"$ref": "#/$defs/cell"},
        PATH: {"type": "array", "items": {"$ref": "#/$defs/cell"}},
        FACING: {"$ref": "#/$defs/facing"},
        FLAG: {"type": "boolean"},
        TASK: {"enum": list(TASKS[LAY_WIRE:LOAD])},
        NUMBER: {"type": "integer", "minimum": 1, "maximum": 99},
    }
    return {**about, **kinds[word.holds]}


def ruling_schema(row: rulings.Row) -> Schema:
    kinds: dict[str, Schema] = {
        rulings.UNIT: {"$ref": "#/$defs/id"},
        rulings.SIDE: {"$ref": "#/$defs/id"},
        rulings.CELL: {"$ref": "#/$defs/cell"},
        rulings.FACING: {"$ref": "#/$defs/facing"},
        rulings.FLAG: {"type": "boolean"},
        rulings.NUMBER: {"type": "integer", "minimum": 0, "maximum": 999},
        rulings.MARK: {"enum": list(MARKS)},
        rulings.EDGE: {"enum": list(EDGES)},
        rulings.FEATURES: {"type": "array", "items": {"type": "string"}},
    }
    words = {word.key: kinds[word.holds] for word in row.words}
    required = ("set", *(word.key for word in row.words if not word.optional))
    shape = object_schema({"set": {"const": row.name}, **words}, required)
    return {"title": row.name, "description": row.about, **shape}


def event_keys() -> dict[str, Schema]:
    hints = get_type_hints(trees.Event, include_extras=True)
    return {key: schema_of(shape, P) for key, shape in hints.items()}


def happening_schemas() -> list[Schema]:
    """Those of one shape and one description stand together."""
    known = event_keys()
    alike: dict[tuple[str, str], list[str]] = {}
    for row in HAPPENINGS.values():
        alike.setdefault((row.shape, row.about), []).append(row.name)
    found = []
    for (shape, about), names in alike.items():
        keys = {**dict.fromkeys(ALWAYS, False), **keys_of(shape)}
        words = {**known, "event": {"const": names[0]} if len(names) == 1 else {"enum": names}}
        description = {"description": about} if about else {}
        found.append({"title": ", ".join(names), **description, **chosen(words, keys)})
    return found


def throw_schema(row: Throw) -> Schema:
    keys = {**dict.fromkeys(OF_A_THROW, False), **keys_of(row.shape)}
    words = {**event_keys(), "event": {"const": "roll"}, "for": {"const": row.name}}
    if row.outcomes:
        keys["outcomes"] = False
        words["outcomes"] = {**words["outcomes"], "items": {"enum": [*row.outcomes, *row.besides]}}
    return {"title": f"roll: {row.name}", "description": row.about, **chosen(words, keys)}


def chosen(words: dict[str, Schema], keys: dict[str, bool]) -> Schema:
    """Of all words of events, those with these keys, each with whether it may be missing."""
    return object_schema(
        {key: rules for key, rules in words.items() if key in keys},
        [key for key, optional in keys.items() if not optional],
    )


# -- records


def record_schema() -> Schema:
    lines = {name: declared(shape, R, LINE_WORDS.get(name, "")) for name, shape in records.LINES.items()}
    lines["ending"]["oneOf"] = [{"required": ["resigned", "side"]}, {"required": ["drawn"]}]
    return {
        "$schema": DRAFT,
        "$id": ADDRESS.format(R),
        "title": "Portable Wargame game record, version 1",
        "description": "one line of a game record (*.pwg)",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in lines],
        "$defs": {
            **lines,
            "commitment": {
                "description": "what the dice come from",
                "oneOf": [declared(records.Commitment, R), declared(records.TableDice, R)],
            },
            "key": {
                "description": "what the dice came from",
                "oneOf": [
                    {"$ref": "#/$defs/seed-key"},
                    {"$ref": "#/$defs/nonces-key"},
                    {"$ref": "#/$defs/table-key"},
                ],
            },
            "table-key": declared(records.TableKey, R),
            "seed-key": declared(records.SeedKey, R),
            "nonces-key": declared(records.NoncesKey, R),
        },
    }


# Of lines whose keys have hyphens: such a type has no docstring of its own.
LINE_WORDS = {
    "header": "the first line",
    "back": "by consent, play goes on as things stood after an earlier line",
}


# -- on paper


def text(name: str) -> str:
    return json.dumps(made(name), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name in (B, P, R):
        (Path("docs") / "schemas" / f"{name}.schema.json").write_text(text(name), encoding="utf-8")
