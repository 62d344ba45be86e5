"""The types of the page: every message, document and tree as TypeScript, made from their JSON Schemas; and what the
page has to know about each verb, throw and outcome, made from their rows.

`python -m portable_wargame.server.wire.typescript` prints `web/src/common/protocol.ts`.
"""

import inspect
import json
import re
from collections.abc import Mapping
from typing import get_args

import msgspec

from ...game.outcomes import BAD, GOOD, OUTCOMES
from ...scenario.checking.schema import paper
from ...speech.questions import FACING_WORDS
from ...speech.schemas import schema
from ...speech.shaping import Schema
from ...speech.throws import THROWS
from ...speech.verbs import VERBS, Mark
from ..papers import prints, reports
from ..workshop import book_sheets, drafts, fairness, settings, studies
from . import documents, messages

HEADING = """\
// Made by `python -m portable_wargame.server.wire.typescript` from messages.py and documents.py there and
// from the published schemas and the rows of speech. Do not edit: a test compares.
"""
PROTOCOL = {
    "id": "Id",
    "cell": "Cell",
    "phase": "Phase",
    "question": "Asks",
    "facing": "Facing",
    "clause": "ClauseId",
    "dice": "Dice",
    "rows": "Rows",
    "hash": "Hash",
    "result": "Result",
    "reason": "Reason",
    "chance": "Chance",
    "order": "Bombardment",
    "side": "SideState",
    "unit": "UnitState",
    "state": "State",
    "action": "Action",
    "ruling": "Ruling",
    "event": "Event",
}
SCENARIO = {
    "turn": "TurnNumber",
    "id": "Id",
    "name": "Name",
    "line": "TextLine",
    "cell": "Cell",
    "cells": "Cells",
    "edge": "Edge",
    "feature": "Feature",
    "colour": "Colour",
    "label": "MapLabel",
    "side": "ScenarioSide",
    "unit": "ScenarioUnit",
    "condition": "Condition",
    "score": "PointsRow",
    "amount": "Amount",
}
UNIONS = {
    "Request": messages.Request,
    "Reply": messages.Reply,
    "FairnessRequest": fairness.FairnessRequest,
    "FairnessReply": fairness.FairnessReply,
    "StudyRequest": studies.StudyRequest,
    "StudyReply": studies.StudyReply,
}
DOCUMENTS = (
    documents.Lobby,
    documents.Rules,
    documents.BookReference,
    documents.NewGame,
    documents.GameMade,
    documents.GameCard,
    documents.OpenSeats,
    documents.Showcase,
    documents.Afterwards,
    documents.Analysed,
    documents.ServerKeys,
    reports.ReportTold,
    reports.ReportWanted,
    prints.PrintWanted,
    documents.Problem,
    drafts.Workshop,
    drafts.DraftWanted,
    drafts.Checked,
    drafts.TextWanted,
    drafts.Opened,
    drafts.Written,
    drafts.ConversionWanted,
    drafts.Converted,
    drafts.BattleWanted,
    drafts.Made,
    drafts.ArmyWanted,
    drafts.Raised,
    drafts.FixWanted,
    drafts.SheetWanted,
    drafts.SheetMade,
    drafts.ToSave,
    drafts.Saved,
    book_sheets.BookTables,
    book_sheets.BookWanted,
    book_sheets.BookChecked,
    book_sheets.BookTextWanted,
    book_sheets.BookOpened,
    book_sheets.BookBattleWanted,
    book_sheets.BookBattle,
)


def typescript() -> str:
    """The whole file."""
    # The page has to work with books that it has never heard of.
    scenario, protocol = paper(), schema("protocol")
    written = [HEADING]
    scenario_names = {f"#/$defs/{key}": name for key, name in SCENARIO.items()}
    for key, name in SCENARIO.items():
        written.append(declared(name, scenario["$defs"][key], scenario_names))
    written.append(declared("Scenario", scenario, scenario_names))
    names = {f"#/$defs/{key}": name for key, name in PROTOCOL.items()}
    names |= {f"../scenario/1{key}": name for key, name in scenario_names.items()}
    for key, name in PROTOCOL.items():
        if name not in SCENARIO.values():
            written.append(declared(name, protocol["$defs"][key], names))
    return "\n".join(written + _messages() + _vocabulary())


def _messages() -> list[str]:
    """The server's Structs, and the unions of the messages in each direction."""
    types = (*UNIONS.values(), *DOCUMENTS)
    schemas, components = msgspec.json.schema_components(types)
    names = {f"#/$defs/{key}": key for key in components} | PROTOCOL | {"scenario": "Scenario"}
    for name, rules in components.items():
        _complete(_struct(name), rules)
    written = [declared(name, components[name], names) for name in sorted(components)]
    unions = zip(UNIONS, schemas, strict=False)
    return written + [declared(name, rules, names) for name, rules in unions]


def _vocabulary() -> list[str]:
    """What the page reads from the rows. It has its own words for a row that it does not know."""
    verbs = {
        name: {"mark": row.mark, "quiet": row.quiet} for name, row in VERBS.items() if row.mark is not None or row.quiet
    }
    throws = {name: {"title": row.title, "judged": row.judged} for name, row in THROWS.items()}
    outcomes = {
        name: {
            "words": row.words,
            "good": {GOOD: True, BAD: False}.get(row.verdict),
            "strikes": row.strikes,
            "harms": row.harms,
        }
        for name, row in OUTCOMES.items()
    }
    verb = f"{{ mark: {' | '.join(json.dumps(mark) for mark in get_args(Mark))} | null; quiet: boolean }}"
    outcome = "{ words: string; good: boolean | null; strikes: boolean; harms: boolean }"
    return [
        _table("VERBS", "how the target of a verb is pointed out; whether it is worth a step", verb, verbs),
        _table("THROWS", "what stands over a throw", "{ title: string; judged: boolean }", throws),
        _table("OUTCOMES", "what can come of a die or befall a unit", outcome, outcomes),
        _table("FACINGS", "directions in words", "string", FACING_WORDS),
    ]


def _table(name: str, comment: str, holds: str, rows: Mapping[str, object]) -> str:
    lines = [f"  {json.dumps(key)}: {json.dumps(row, ensure_ascii=False)}," for key, row in rows.items()]
    opening = f"/** {comment} */\nexport const {name}: Readonly<Record<string, {holds}>> = {{"
    return "\n".join([opening, *lines, "};", ""])


def _struct(name: str) -> type[msgspec.Struct]:
    found: type[msgspec.Struct] = next(
        vars(module)[name]
        for module in (messages, documents, drafts, fairness, book_sheets, reports, prints, studies, settings)
        if name in vars(module)
    )
    return found


def _complete(struct: type[msgspec.Struct], rules: Schema) -> None:
    """Add what msgspec's schema leaves out: the comments on fields, and that the server always sends every field."""
    if issubclass(struct, messages.Told):
        rules["required"] = list(rules["properties"])
    source = "".join(inspect.getsource(one) for one in struct.__mro__ if one.__module__ == struct.__module__)
    for comment, field in re.findall(r"((?:    # .*\n)+)    (\w+):", source):
        written = rules["properties"][field.replace("_", "-")]
        written["description"] = " ".join(comment.replace("# ", "").split())


def declared(name: str, rules: Schema, names: dict[str, str]) -> str:
    comment = f"/** {rules['description']} */\n" if "description" in rules else ""
    return f"{comment}export type {name} = {spelled(rules, names)};\n"


def spelled(rules: Schema, names: dict[str, str], depth: int = 0) -> str:
    """A schema as a type. What TypeScript cannot say (patterns, limits) is left out."""
    if "$ref" in rules:
        return names[rules["$ref"]]
    if "const" in rules:
        return json.dumps(rules["const"])
    if "enum" in rules:
        return " | ".join(json.dumps(value) for value in rules["enum"])
    if "type" not in rules:
        return _union(rules.get("anyOf") or rules.get("oneOf") or [], names, depth) or "unknown"
    if rules["type"] == "array":
        inner = spelled(rules.get("items", {}), names, depth)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if rules["type"] == "object":
        return _object(rules, names, depth)
    return {"string": "string", "boolean": "boolean", "integer": "number", "number": "number", "null": "null"}[
        rules["type"]
    ]


def _union(choices: list[Schema], names: dict[str, str], depth: int) -> str:
    told = [spelled(choice, names, depth + 1) for choice in choices]
    if any("\n" in choice for choice in told) and len(told) > 2:
        margin = "\n" + "  " * (depth + 1)
        return margin + margin.join(f"| {choice}" for choice in told)
    return " | ".join(told)


def _object(rules: Schema, names: dict[str, str], depth: int) -> str:
    if "properties" not in rules:
        others = rules.get("additionalProperties")
        return f"Record<string, {spelled(others, names, depth) if isinstance(others, dict) else 'unknown'}>"
    margin = "  " * (depth + 1)
    lines = ["{"]
    for key, value in rules["properties"].items():
        optional = "" if key in rules.get("required", ()) else "?"
        if "description" in value:
            lines.append(f"{margin}/** {value['description']} */")
        shown = key if key.isidentifier() else json.dumps(key)
        lines.append(f"{margin}{shown}{optional}: {spelled(value, names, depth + 1)};")
    return "\n".join([*lines, "  " * depth + "}"])


if __name__ == "__main__":
    print(typescript(), end="")
