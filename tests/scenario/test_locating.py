"""Locating: every path of a text has its line, however the text is laid out."""

import json
import tomllib
from typing import Any

import pytest

from portable_wargame.scenario import library
from portable_wargame.scenario.locating import Lines, json_lines, toml_lines
from portable_wargame.scenario.problems import Path

TRICKY = r'''# [not.a.table]
title = "a # b"  # c = 1
'quoted key' = 1
"with \"escapes\" \u0041" = 2
a.b.c = 3
a."d.e" = [1, 2, # two
  3, "]", '[',
  [4, {x = 5, y = [6,
    7]}],
]
when = 1979-05-27 07:32:00
empty = ""
empty-literal = ''
text = """
one
two \"""
three \
   still three
four"""
literal = \'\'\'
one \ """
two\'\'\'
quotes = """"two quotes at each end"""""
[table]
key = 1
[ table . "inner table" ]
key = { in.side = 1, "o t" = {z = 2} }
[[list]]
name = "first"
[[list.units]]
id = "a"
[[list.units]]
id = "b"
[list.units.deep]
er = 1
[[list]]
name = "second"
[[list.units]]
id = "c"
'''.replace(r"\'", "'")

LINES: dict[Path, int] = {
    ("title",): 2,
    ("quoted key",): 3,
    ('with "escapes" A',): 4,
    ("a",): 5,
    ("a", "b"): 5,
    ("a", "b", "c"): 5,
    ("a", "d.e"): 6,
    ("a", "d.e", 1): 6,
    ("a", "d.e", 2): 7,
    ("a", "d.e", 4): 7,
    ("a", "d.e", 5): 8,
    ("a", "d.e", 5, 1, "x"): 8,
    ("a", "d.e", 5, 1, "y", 1): 9,
    ("when",): 11,
    ("empty",): 12,
    ("empty-literal",): 13,
    ("text",): 14,
    ("text", 0): 15,
    ("text", 1): 16,
    ("text", 2): 17,
    ("text", 3): 19,
    ("literal",): 20,
    ("literal", 0): 21,
    ("literal", 1): 22,
    ("quotes",): 23,
    ("table",): 24,
    ("table", "key"): 25,
    ("table", "inner table"): 26,
    ("table", "inner table", "key", "in", "side"): 27,
    ("table", "inner table", "key", "o t", "z"): 27,
    ("list",): 28,
    ("list", 0): 28,
    ("list", 0, "name"): 29,
    ("list", 0, "units", 0): 30,
    ("list", 0, "units", 0, "id"): 31,
    ("list", 0, "units", 1): 32,
    ("list", 0, "units", 1, "id"): 33,
    ("list", 0, "units", 1, "deep"): 34,
    ("list", 0, "units", 1, "deep", "er"): 35,
    ("list", 1): 36,
    ("list", 1, "name"): 37,
    ("list", 1, "units", 0, "id"): 39,
}


def paths(value: Any, path: Path = ()) -> list[Path]:
    """Every path of a tree."""
    if isinstance(value, dict):
        return [path, *(found for key, inner in value.items() for found in paths(inner, (*path, key)))]
    if isinstance(value, list):
        return [path, *(found for index, inner in enumerate(value) for found in paths(inner, (*path, index)))]
    return [path]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_tricky_toml(ending: str) -> None:
    text = TRICKY.replace("\n", ending)
    lines = toml_lines(text)
    assert {path: lines.of(path) for path in LINES} == LINES
    assert set(paths(tomllib.loads(text))) == set(lines.line)


def test_a_path_that_is_not_there_has_the_line_of_what_is_around_it() -> None:
    lines = toml_lines(TRICKY)
    assert lines.of(("list", 0, "units", 1, "type")) == 32
    assert lines.of(("nowhere", 3)) == 1
    assert lines.of(("text", 99)) == 19
    assert Lines().of(("a", 1)) == 1


def test_json_has_lines_too() -> None:
    text = '{\n "a": [1,\n  {"b": "x\\ny",\n "b.c": null}],\n "d": {"a": true, "a": 1}\n}'
    lines = json_lines(text)
    wanted: dict[Path, int] = {
        ("a",): 2,
        ("a", 0): 2,
        ("a", 1): 3,
        ("a", 1, "b"): 3,
        ("a", 1, "b", 1): 3,
        ("a", 1, "b.c"): 4,
        ("d", "a"): 5,
    }
    assert {path: lines.of(path) for path in wanted} == wanted
    assert lines.repeated == [(("d", "a"), 5)]
    assert set(paths(json.loads(text))) == set(lines.line)


@pytest.mark.parametrize("name", library.names())
def test_every_path_of_the_library_is_found_where_it_is(name: str) -> None:
    text = library.text(name)
    tree = tomllib.loads(text)
    lines = toml_lines(text)
    assert set(paths(tree)) == set(lines.line)
    rows = text.split("\n")
    for path in paths(tree):
        if path and isinstance(path[-1], str):
            assert path[-1] in rows[lines.of(path) - 1]
    for number, row in enumerate(tree["map"]["rows"].split("\n")[:-1]):
        assert rows[lines.of(("map", "rows", number)) - 1] == row


def test_keys_are_not_followed_further_than_a_scenario_goes() -> None:
    """Every part of a key would be kept with all that stand before it."""
    deep = "".join(f"[{'a.' * 500}b{number}]\n" for number in range(50))
    assert len(toml_lines(deep).line) < 20
    assert toml_lines(deep + "[map]\n").of(("map",)) == 51
