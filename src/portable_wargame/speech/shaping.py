"""Types as JSON Schema: the trees of the open formats are declared once, and their schemas made from that."""

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema = dict[str, Any]

PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
}


@dataclass(frozen=True)
class Named:
    """Beside a type: a definition of that name says more; "" is a format as a whole."""

    home: str  # the format: scenario, protocol or record
    name: str = ""

    def reference(self, home: str) -> str:
        within = f"#/$defs/{self.name}" if self.name else ""
        return within if home == self.home else f"../{self.home}/1{within}"


@dataclass(frozen=True)
class OneOf:
    """Beside a type: everything it may be. Rows may be added, so these are looked up when a schema is made."""

    values: Callable[[], Iterable[str]]


@dataclass(frozen=True, eq=False)
class Limits:
    """Beside a type: what else JSON Schema has to say of it."""

    rules: Mapping[str, Any]


def at_least(number: int) -> Limits:
    return Limits({"minimum": number})


def matching(pattern: str) -> Limits:
    return Limits({"pattern": pattern})


def schema_of(shape: Any, home: str) -> Schema:
    """The schema of a type, as the schema of a format has it. A string beside a type describes it."""
    origin = get_origin(shape)
    if origin in (Required, NotRequired):
        return schema_of(get_args(shape)[0], home)
    if origin is Annotated:
        return _described(shape, home)
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(one, home) for one in get_args(shape)]}
    if origin is Literal:
        values = get_args(shape)
        return {"const": values[0]} if len(values) == 1 else {"enum": list(values)}
    if origin is list:
        return {"type": "array", "items": schema_of(get_args(shape)[0], home)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(get_args(shape)[1], home)}
    if is_typeddict(shape):
        hints = get_type_hints(shape, include_extras=True)
        return object_schema({key: schema_of(inner, home) for key, inner in hints.items()}, shape.__required_keys__)
    return dict(PLAIN[shape])


def _described(shape: Any, home: str) -> Schema:
    base, *notes = get_args(shape)
    words = [note for note in notes if isinstance(note, str)]
    description = {"description": words[-1]} if words else {}
    named = [note for note in notes if isinstance(note, Named)]
    if named:
        return {**description, "$ref": named[-1].reference(home)}
    choices = [note for note in notes if isinstance(note, OneOf)]
    rules = {"enum": list(choices[0].values())} if choices else schema_of(base, home)
    for note in notes:
        if isinstance(note, Limits):
            rules = _limited(rules, note)
    return {**description, **{key: value for key, value in rules.items() if key not in description}}


def _limited(rules: Schema, limits: Limits) -> Schema:
    """Limits of what may also be null are those of what is not."""
    if "anyOf" not in rules:
        return {**rules, **limits.rules}
    return {"anyOf": [one if one == PLAIN[type(None)] else {**one, **limits.rules} for one in rules["anyOf"]]}


def object_schema(properties: Mapping[str, Schema], required: Iterable[str]) -> Schema:
    needed = set(required)
    return {
        "type": "object",
        "required": [key for key in properties if key in needed],
        "additionalProperties": False,
        "properties": dict(properties),
    }
