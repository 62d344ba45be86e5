"""Records that contradict themselves, or have lines that no record has, are refused with the line that is wrong."""

import io
import json
from typing import Any

import pytest

from portable_wargame.record.keys import Seed, new_seed
from portable_wargame.record.lines import KINDS
from portable_wargame.record.reading import BadRecord, parse_record, replay
from portable_wargame.record.recording import record_in
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import verify
from portable_wargame.scenario.reading import read_tree
from portable_wargame.speech.schemas import schema
from tests.chaining import rechained
from tests.server.scenes import duel

Tree = dict[str, Any]


def written() -> list[Tree]:
    """A header, the start, two actions, put away, taken up again, one action, a resignation, the footer."""
    sink = io.StringIO()
    key = Seed(7)
    session = Session(read_tree(duel() | {"house-rules": {"exhaustion": "1/2"}}), key.dice())
    recorder = record_in(sink, session, key, {"red": "human", "blue": "human"})
    for number in range(3):
        if number == 2:
            recorder.put_away()
            recorder.key = new_seed()
            session.take_up(recorder.key.dice())
            recorder.take_up()
        recorder.play(session.legal()["actions"][0])
    recorder.resign("red")
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def verified(lines: list[Tree]) -> None:
    verify(parse_record(rechained(lines), "it"))


def test_what_is_written_verifies() -> None:
    verified(written())


@pytest.mark.parametrize("rules", [{}, {"exhaustion": "1/3"}, None])
def test_house_rules_that_are_not_the_scenarios(rules: Any) -> None:
    lines = written()
    lines[0]["house-rules"] = rules
    with pytest.raises(BadRecord, match=r"^it:1: the house rules are not those of the scenario"):
        verified(lines)


@pytest.mark.parametrize(("name", "told"), [("modern", "'modern'"), (None, r"nothing \(null\)")])
def test_a_ruleset_that_is_not_the_scenarios(name: Any, told: str) -> None:
    lines = written()
    lines[0]["ruleset"]["name"] = name
    with pytest.raises(BadRecord, match=f"^it:1: the ruleset is {told}, that of the scenario 'classic'"):
        verified(lines)


@pytest.mark.parametrize(
    "line",
    [
        {"": 0},
        {"foo": 1},
        {"undo": True, "hash": "0", "foo": 1},
        {"undo": False, "hash": "0"},
        {"reveal": {}, "dice": [1, 2]},
        {"resumed": True, "dice": [1, 2]},
        {"back-to": 2, "hash": "0"},
        {"side": "red", "action": {"do": "end"}, "dice": {"commitment": "0"}, "events": [], "hash": "0"},
    ],
)
def test_a_line_that_no_record_has(line: Tree) -> None:
    lines = written()
    lines.insert(3, line)
    with pytest.raises(BadRecord, match=r"^it:4: a record has no such line"):
        verified(lines)


@pytest.mark.parametrize("number", [[], {}, "2", 2.0, True, None, 1, 3, 99])
def test_going_back_to_no_line_before(number: Any) -> None:
    lines = written()[:2]
    lines.append({"back-to": number, "side": "red", "hash": lines[1]["hash"]})
    with pytest.raises(BadRecord, match=r"^it:3: there is no line .* before it to go back to"):
        list(replay(parse_record(rechained(lines), "it")))


def test_the_lines_of_a_record_are_those_of_its_schema() -> None:
    record = schema("record")
    names = [one["$ref"].removeprefix("#/$defs/") for one in record["oneOf"]]
    kinds = [record["$defs"][name] for name in names if name != "header"]
    for part in kinds:
        assert any(set(part["required"]) <= keys <= set(part["properties"]) for keys in KINDS)
    for keys in KINDS:
        assert any(set(part["required"]) <= keys <= set(part["properties"]) for part in kinds)


def test_two_starts() -> None:
    lines = written()
    lines.insert(2, lines[1])
    with pytest.raises(BadRecord, match=r"^it:3: the battle has already started"):
        verified(lines)


def test_no_start() -> None:
    lines = written()
    del lines[1]
    with pytest.raises(BadRecord, match=r"^it:2: the battle has not started yet"):
        verified(lines)


def test_two_footers() -> None:
    lines = written()
    with pytest.raises(BadRecord, match=f"^it:{len(lines) + 1}: the line with the result must be the last"):
        verified([*lines, lines[-1]])


@pytest.mark.parametrize("result", [None, {"winner": "blue", "reason": "Red has resigned"}])
def test_a_footer_of_a_battle_that_is_not_over(result: Any) -> None:
    lines = written()[:5]
    lines[-1]["result"] = result
    with pytest.raises(BadRecord, match=r"^it:5: the battle ended differently"):
        verified(lines)


def test_a_game_that_was_put_away_goes_on_only_when_it_is_taken_up_again() -> None:
    lines = written()
    del lines[5]
    with pytest.raises(BadRecord, match=r"^it:6: a game that was put away must be resumed"):
        verified(lines)
