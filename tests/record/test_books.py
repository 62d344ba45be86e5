"""A battle takes its book along: its record verifies where nobody has seen the file."""

import io
import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.record.chain import chained, unlinked
from portable_wargame.record.keys import Seed
from portable_wargame.record.reading import BadRecord, parse_record
from portable_wargame.record.recording import record_in
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import verify
from portable_wargame.rulesets import RULESETS
from portable_wargame.rulesets.books import add_variant, read_text, remove_book
from portable_wargame.scenario.checking.check import Checked, check
from portable_wargame.scenario.checking.remarks import remarks
from portable_wargame.scenario.generating.generator import Request, generate
from portable_wargame.scenario.reading import BadScenario, read, read_tree
from portable_wargame.scenario.writing import tree, write
from portable_wargame.speech.schemas import schema
from tests.rulesets.variants.camels import camels, forget_books, variant
from tests.rulesets.variants.mutants import mutant_trees


@pytest.fixture
def record() -> Iterator[str]:
    """Of a battle by the book of camels, which is not here any more."""
    add_variant(variant(camels()))
    scenario = generate(Request("camels", seed=5, points=24))
    sink, key, luck = io.StringIO(), Seed(5), random.Random(5)
    session = Session(scenario, key.dice())
    recorder = record_in(sink, session, key, {"red": "recruit", "blue": "recruit"})
    players = [player("recruit"), player("recruit")]
    while session.game.question() is not None:
        recorder.carry_out(choose(players[session.game.decider()], session.game, luck, 10).action)
    forget()
    yield sink.getvalue()
    forget_books()


def forget() -> None:
    if "camels" in RULESETS:
        remove_book("camels")
    read_text.cache_clear()


def changed(record: str, change: Any) -> str:
    """With a chain that holds, as whoever changes it would make one."""
    first, *rest = map(unlinked, record.splitlines())
    header = json.loads(first)
    change(header)
    return chained([json.dumps(header), *rest])


def test_a_record_verifies_where_nobody_has_seen_the_book(record: str) -> None:
    assert "camels" not in RULESETS
    read_back = parse_record(record, "old.pwg")
    assert verify(read_back).finished
    assert read_back.own_book() == ""
    Draft202012Validator(schema("record")["$defs"]["header"]["properties"]["ruleset"]).validate(
        read_back.header["ruleset"]
    )


def test_another_book_of_that_name_here_makes_no_difference_and_is_said(record: str) -> None:
    add_variant(variant(camels(rows={"classic.artillery.roll": "hit on 2"})))
    try:
        read_back = parse_record(record, "old.pwg")
        assert verify(read_back).finished
        assert read_back.own_book() == (
            "Played by camels as the record has it; the book of that name has changed here since."
        )
    finally:
        forget()


def test_a_book_that_was_tampered_with_is_said(record: str) -> None:
    def tamper(header: Any) -> None:
        header["scenario"]["book"]["rows"]["classic.artillery.roll"] = "hit on 2"

    with pytest.raises(BadRecord, match="the book camels in it is not the one the battle was played with"):
        parse_record(changed(record, tamper), "old.pwg")


def test_a_book_that_is_missing_is_said_in_one_sentence(record: str) -> None:
    def leave_out(header: Any) -> None:
        del header["scenario"]["book"]

    with pytest.raises(BadRecord) as refused:
        parse_record(changed(record, leave_out), "old.pwg")
    assert str(refused.value).startswith(
        "old.pwg:1: it was played with the book 'camels', which is not here; put it into"
    )
    assert "\n" not in str(refused.value)


def test_a_base_that_is_missing_is_said_in_one_sentence_too(record: str) -> None:
    def rebase(header: Any) -> None:
        header["scenario"]["book"]["based-on"] = "ancients"

    with pytest.raises(BadRecord) as refused:
        parse_record(changed(record, rebase), "old.pwg")
    told = "old.pwg:1: it was played with a book based on 'ancients', which is not here; put it into"
    assert str(refused.value).startswith(told) and "\n" not in str(refused.value)


def test_a_scenario_takes_its_book_along_in_toml_and_json(record: str) -> None:
    scenario = read_tree(json.loads(record.partition("\n")[0])["scenario"])
    assert read(write(scenario)) == scenario
    assert read(json.dumps(tree(scenario))) == scenario
    assert tree(scenario)["book"] == camels()


def test_that_the_book_here_has_changed_is_remarked_on(record: str) -> None:
    found = json.loads(record.partition("\n")[0])["scenario"]
    assert "is not the same as yours" not in said_of(found)
    add_variant(variant(camels(rows={"classic.artillery.roll": "hit on 2"})))
    try:
        assert "the book camels in it is not the same as yours" in said_of(found)
    finally:
        forget()


def said_of(found: Any) -> str:
    checked = check(found)
    assert isinstance(checked, Checked)
    return " ".join(remark.sentence() for remark in remarks(checked))


def test_the_book_and_the_ruleset_are_one(record: str) -> None:
    told = json.loads(record.partition("\n")[0])["scenario"]
    told["ruleset"] = "classic"
    with pytest.raises(BadScenario, match="carries the book camels, which is not its ruleset"):
        read_tree(told)


def test_what_is_sound_is_sound_by_the_published_schema() -> None:
    from portable_wargame.rulesets.books import read_book
    from portable_wargame.rulesets.variants.variant import Variant

    validator = Draft202012Validator(schema("book"))
    Draft202012Validator.check_schema(schema("book"))
    sound = 0
    for one in mutant_trees(random.Random(9), 250):
        if isinstance(read_book(one), Variant):
            sound += 1
            validator.validate(one)
    assert sound > 20


NESTED = (("[", "]"), ('{"a":', "}"), ('{"a":[', "]}"))
ODD: dict[str, Any] = {
    "a hundred thousand rows": {"modifiers": [{}] * 100_000},
    "as many as there is room for": {"modifiers": [{}] * 60_000},
    "ten thousand clauses": {"rows": {f"classic.fire.mod-{number}": 1 for number in range(10_000)}},
    "ten thousand keys": {f"key-{number}": 1 for number in range(10_000)},
    "a key without end": {"k" * 150_000: 1},
    "huge numbers": {"units": {"infantry": {"move": 10**4000, "power": float("inf"), "fire-range": float("nan")}}},
    "a number with too many digits": {"weapons": {"bow": "@digits@"}},
    "a condition of conditions": {"modifiers": [{**camels()["modifiers"][0], "when": "not " * 99 + "is elite"}]},
    "brackets": {"modifiers": [{**camels()["modifiers"][0], "when": "(" * 399}]},
    "names that turn round": {"name": "camels\u202e", "units": {"\u202eyrtnafni": {"like": "infantry"}}},
    "a title that turns round": {"title": "\u202e" * 40},
    "half a character": {"title": "\ud800", "about": "\ud800"},
}


def test_whatever_book_a_record_brings_along_is_refused_in_a_sentence(record: str) -> None:
    for odd in ODD.values():
        text = changed(record, lambda header, odd=odd: header["scenario"]["book"].update(odd))
        refused_in_a_sentence(text.replace('"@digits@"', "9" * 5000))


def test_however_deep_a_record_is_nested_it_is_refused_in_a_sentence(record: str) -> None:
    first, *rest = map(unlinked, record.splitlines())
    places = ("title", "sides", "ruleset", "book", "book.units", "book.rows.classic", "book.modifiers")
    for (opens, closes), depth, place in itertools.product(NESTED, (100, 300, 480, 900, 990, 50_000), places):
        header = json.loads(first)
        inner, *keys, last = header["scenario"], *place.split(".")
        for key in keys:
            inner = inner.setdefault(key, {})
        inner[last] = "@deep@"
        nested = opens * depth + "1" + closes * depth
        refused_in_a_sentence(chained([json.dumps(header).replace('"@deep@"', nested), *rest[:1]]))
        if depth == 300:
            with pytest.raises(BadScenario):
                read_tree(json.loads(json.dumps(header["scenario"]).replace('"@deep@"', nested)))


def refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadRecord) as refused:
        parse_record(text, "the record")
    assert len(str(refused.value)) < 1000 and str(refused.value).isprintable()
