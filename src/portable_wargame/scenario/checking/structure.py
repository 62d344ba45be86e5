"""Structure: whether a tree is built as the schema says. The code reads the schema and never restates it.

It knows only the keywords that the schema uses. It reports everything, in the schema's own descriptions.
"""

import json
import re
from typing import Any

from ...game.ruleset import Ruleset
from ..problems import Findings, Path, Problem
from ..wording import listed, owner, shown, subject, suggestion
from .schema import Schema, schema, schema_with, unseen

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "integer": (int,),
}
# Nobody fixes more at once; checking stops there, so that nobody can keep a server busy with it.
MOST_PROBLEMS = 1000
TYPE_WORDS = {
    "string": 'text in quotes ("...")',
    "boolean": "true or false",
    "array": "a list ([...])",
    "object": "a table ({...})",
    "integer": "a whole number",
}


def check_structure(tree: object, book: Ruleset | None = None) -> tuple[list[Problem], Any]:
    """The problems of structure, and the tree with None in place of whatever is not as it should be.

    What is left of the tree can be trusted, so that its meaning can be checked whatever else is wrong. `book` is one
    that the scenario brings along: its words count like those of the books here.
    """
    whole = schema() if book is None else schema_with(book)
    walk = Walk(tree, whole)
    walk.check(whole, tree, ())
    above = {path[:length] for path in walk.broken for length in range(len(path))}
    return walk.findings.problems, _sound(tree, (), walk.broken, above)


def _sound(value: Any, path: Path, broken: set[Path], above: set[Path]) -> Any:
    """Only what is `above` something broken needs a look: whatever the schema does not look into may be nested as deep
    as it likes."""
    if path in broken:
        return None
    if path not in above:
        return value
    if isinstance(value, dict):
        return {key: _sound(inner, (*path, key), broken, above) for key, inner in value.items()}
    return [_sound(inner, (*path, index), broken, above) for index, inner in enumerate(value)]


class Walk:
    """One walk through a tree and its schema."""

    def __init__(self, tree: object, whole: Schema) -> None:
        self.tree = tree
        self.whole = whole
        self.findings = Findings()
        self.broken: set[Path] = set()

    def check(self, rules: Schema, value: Any, path: Path) -> None:
        if self._has_enough(path):
            return
        rules = resolved(rules, self.whole)
        if not self._is_one_of(rules, value, path) or not self._is_of_type(rules, value, path):
            return
        if isinstance(value, str):
            self._check_text(rules, value, path)
        elif isinstance(value, list):
            self._check_list(rules, value, path)
        elif isinstance(value, dict):
            self._check_table(rules, value, path)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            self._check_number(rules, value, path)

    def _has_enough(self, path: Path) -> bool:
        """Whether there are already enough problems to skip this."""
        if len(self.findings.problems) < MOST_PROBLEMS:
            return False
        self.broken.add(path)
        return True

    def _break(self, path: Path, message: str, remedy: str) -> None:
        self.broken.add(path)
        self.findings.add(path, message, remedy)

    def _is_one_of(self, rules: Schema, value: Any, path: Path) -> bool:
        allowed = rules.get("enum", [rules["const"]] if "const" in rules else None)
        if allowed is None or any(same(value, choice) for choice in allowed):
            return True
        words = [written(choice) for choice in allowed]
        hint = suggestion(value, words) if isinstance(value, str) and len(words) > 1 else ""
        remedy = f"{hint}it must be {listed(words)}: {rules['description']}"
        self._break(path, f"{subject(self.tree, path)} is {shown(value)}", remedy)
        return False

    def _is_of_type(self, rules: Schema, value: Any, path: Path) -> bool:
        wanted = rules.get("type")
        if wanted is None or is_of_type(value, wanted):
            return True
        remedy = f"it must be {TYPE_WORDS[wanted]}: {rules['description']}"
        self._break(path, f"{subject(self.tree, path)} is {shown(value)}", remedy)
        return False

    def _check_text(self, rules: Schema, value: str, path: Path) -> None:
        if len(value) < rules.get("minLength", 0):
            self._break(path, f"{subject(self.tree, path)} is empty", f"it must be {rules['description']}")
        elif len(value) > rules.get("maxLength", len(value)):
            longest = rules["maxLength"]
            message = f"{subject(self.tree, path)} has {len(value)} characters"
            self._break(path, message, f"it may have {longest}: {rules['description']}")
        elif not re.search(rules.get("pattern", ""), value):
            found = unseen().search(value)
            if found is not None:
                message = f"{subject(self.tree, path)} has an invisible character, U+{ord(found[0]):04X}"
                self._break(path, message, f"leave it out; it must be {rules['description']}")
                return
            self._break(path, f"{subject(self.tree, path)} is {shown(value)}", f"it must be {rules['description']}")

    def _check_number(self, rules: Schema, value: float, path: Path) -> None:
        least, most = rules.get("minimum", value), rules.get("maximum", value)
        if not least <= value <= most:
            remedy = f"it must be {least} to {most}: {rules['description']}"
            self._break(path, f"{subject(self.tree, path)} is {shown(value)}", remedy)

    def _check_list(self, rules: Schema, value: list[Any], path: Path) -> None:
        least, most = rules.get("minItems", 0), rules.get("maxItems", len(value))
        if not least <= len(value) <= most:
            wanted = (
                f"exactly {least}"
                if least == most
                else f"at least {least}"
                if least > len(value)
                else f"at most {most}"
            )
            message = f"{subject(self.tree, path)} has {len(value) or 'no'} {'entry' if len(value) == 1 else 'entries'}"
            self.findings.add(path, message, f"it must have {wanted}: {rules['description']}")
        if len(value) > most:
            # Far too large: its contents are not checked.
            self.broken.add(path)
            return
        seen: set[str] = set()
        for index, item in enumerate(value):
            if self._has_enough((*path, index)):
                continue
            # Only words can be repeated: anything else has a problem of its own.
            if rules.get("uniqueItems") and isinstance(item, str):
                if item in seen:
                    message = f"{subject(self.tree, path)} has {shown(item)} twice"
                    self.findings.add((*path, index), message, "once is enough")
                seen.add(item)
            self.check(rules["items"], item, (*path, index))

    def _check_table(self, rules: Schema, table: dict[str, Any], path: Path) -> None:
        self._check_keys(rules, table, path)
        known: Schema = rules.get("properties", {})
        others = rules.get("additionalProperties")
        for key, value in table.items():
            if self._has_enough((*path, key)):
                continue
            if key in known:
                self.check(known[key], value, (*path, key))
            elif others is True:
                continue  # whatever it is, another check looks at it
            elif others:
                self._check_name(rules, key, path)
                self.check(others, value, (*path, key))
            else:
                remedy = f"{suggestion(key, known)}its keys are {listed(known, 'and')}"
                self._break((*path, key), f"{owner(self.tree, path)} has an unknown key {shown(key)}", remedy)

    def _check_name(self, rules: Schema, key: str, path: Path) -> None:
        names = rules.get("propertyNames")
        if names and not re.search(names["pattern"], key):
            message = f"{owner(self.tree, path)} has the key {shown(key)}"
            self._break((*path, key), message, f"a key must be {names['description']}")

    def _check_keys(self, rules: Schema, table: dict[str, Any], path: Path) -> None:
        for key in rules.get("required", ()):
            if key not in table:
                remedy = f"add {key}: {resolved(rules['properties'][key], self.whole)['description']}"
                self.findings.add((*path, key), f"{owner(self.tree, path)} has no {key}", remedy)
        choices = [choice["required"][0] for choice in rules.get("oneOf", ())]
        present = [key for key in choices if key in table]
        if choices and len(present) != 1:
            has = listed(present, "and") if present else "none of " + listed(choices, "and")
            remedy = f"it must have exactly one of {listed(choices, 'and')}"
            self.findings.add(path, f"{owner(self.tree, path)} has {has}", remedy)


def resolved(rules: Schema, whole: Schema) -> Schema:
    """The rules with whatever they refer to; keys beside a reference count first."""
    if "$ref" not in rules:
        return rules
    return {**whole["$defs"][rules["$ref"].rpartition("/")[2]], **rules}


def same(value: object, other: object) -> bool:
    """Equal as JSON sees it: true is not 1."""
    return isinstance(value, bool) == isinstance(other, bool) and value == other


def is_of_type(value: object, wanted: str) -> bool:
    """The types of JSON Schema: true is not a number, and 15.0 is a whole one."""
    if wanted == "integer" and isinstance(value, float):
        return value.is_integer()
    if isinstance(value, bool) and wanted != "boolean":
        return False
    return isinstance(value, TYPES[wanted])


def written(value: object) -> str:
    """A value as people write it in a scenario; words need no quotes to be understood."""
    if isinstance(value, str):
        return f'"{value}"' if value.isdigit() else value
    return json.dumps(value)
