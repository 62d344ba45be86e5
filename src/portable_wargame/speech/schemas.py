"""The published JSON Schemas: one each for scenarios, for the engine protocol and for game records."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from ..scenario.checking.schema import schema as scenario_schema

# Each with the schemas it refers to.
SCHEMAS: dict[str, tuple[str, ...]] = {"scenario": (), "protocol": ("scenario",), "record": ("scenario", "protocol")}


def schema(name: str) -> dict[str, Any]:
    """A schema that stands alone: what it refers to is bundled in its `$defs`, under its own `$id`."""
    needed = {other: _whole(other) for other in SCHEMAS[name]}
    whole = _whole(name)
    return {**whole, "$defs": {**whole["$defs"], **needed}}


def _whole(name: str) -> dict[str, Any]:
    return scenario_schema() if name == "scenario" else _loaded(name)


@cache
def _loaded(name: str) -> dict[str, Any]:
    path = files("portable_wargame.speech").joinpath(f"{name}.schema.json")
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded
