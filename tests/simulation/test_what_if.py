"""A battle with a row of its book changed, without a file; and every number a step up and a step down."""

import csv
import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from portable_wargame.cli import run
from portable_wargame.game.errors import Refusal
from portable_wargame.game.tables import HIT, phrase
from portable_wargame.rulesets.variants.variant import canonical
from portable_wargame.scenario import library
from portable_wargame.scenario.model import Scenario
from portable_wargame.scenario.setup import ruleset_of
from portable_wargame.simulation.sensitivity import Sensitivity
from portable_wargame.simulation.trials.battle_report import line, read_line
from portable_wargame.simulation.what_if import changes_in, is_change, steps, what_if
from tests.rulesets.variants.camels import camels

RIDGE = "harrow-ridge"


def test_a_row_is_changed_by_its_clause() -> None:
    battle = what_if(library.load(RIDGE), {"classic.artillery.roll": "hit on 4", "infantry": "move 3"})
    book = ruleset_of(battle)
    assert book.artillery.tables[0].lines == ((4, HIT),)
    assert book.by_name["infantry"].move == 3


def test_a_changed_battle_can_be_changed_again() -> None:
    once = what_if(library.load(RIDGE), {"classic.artillery.roll": "hit on 4"})
    twice = what_if(once, {"what-if.artillery.roll": "hit on 3", "classic.fire.mod-cover": "off"})
    book = ruleset_of(twice)
    assert book.artillery.tables[0].lines == ((3, HIT),)
    assert len(book.fire.modifiers) == 2


def by_the_camels() -> Scenario:
    """A battle by a book from a file, with a modifier of its own and another under a condition of its own."""
    made = camels()
    made["rows"]["classic.fire.mod-still"] = {"to": "+1", "when": "has not moved and not is a camel-riders"}
    return replace(library.load(RIDGE), ruleset="camels", book=canonical(made))


def test_a_row_that_a_book_has_added_is_changed_like_any_other() -> None:
    battle = by_the_camels()
    assert [row.amount for row in ruleset_of(battle).fire.modifiers] == [1, 1, -2, 1]
    assert ruleset_of(what_if(battle, {"camels.fire.saddle": "+3"})).fire.modifiers[-1].amount == 3
    assert len(ruleset_of(what_if(battle, {"camels.fire.saddle": "off"})).fire.modifiers) == 3
    assert any("camels.fire.saddle" in one.words for one in steps(battle))


@pytest.mark.parametrize("clause", ["classic.fire.mod-still", "camels.fire.mod-still"])
def test_a_row_keeps_the_condition_that_the_book_has_given_it(clause: str) -> None:
    row = ruleset_of(what_if(by_the_camels(), {clause: "+2"})).fire.modifiers[0]
    assert (row.amount, phrase(row.when)) == (2, "has not moved and not is a camel-riders")


def test_several_changes_stand_in_one_text() -> None:
    text = "classic.artillery.roll: hit on 4; classic.hits.table poor: retreats-or-loses-sp on 6, loses-sp on 1"
    assert is_change(text)
    assert list(changes_in(text)) == ["classic.artillery.roll", "classic.hits.table poor"]
    assert not is_change("exhaustion=1/2")
    assert not is_change("book=modern,grid=hex")


@pytest.mark.parametrize("text", ["cavalry: move 9; foo", "classic.artillery.roll hit on 4", "cavalry; infantry"])
def test_what_is_meant_as_a_change_is_taken_for_one(text: str) -> None:
    assert is_change(text)
    with pytest.raises(Refusal, match=r"write it as \"classic\.artillery\.roll: hit on 4\""):
        changes_in(text)


@pytest.mark.parametrize("text", ["harrow-ridge", "my.own.ridge.toml", "harrow-ridge,night=yes"])
def test_a_scenario_is_not_taken_for_a_change(text: str) -> None:
    assert not is_change(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("classic.artillery.rol: hit on 4", "did you mean classic.artillery.roll"),
        ("infantry: mvoe 3", "infantry has no column 'mvoe' to change"),
        ("infantry: move far", "is neither a number nor true or false"),
        ("infantree: move 3", "there is no unit type infantree; did you mean infantry?"),
        ("classic.fire.mod-cover: 1; classic.fire.mod-cover: 2", "is changed twice"),
    ],
)
def test_what_will_not_do_is_said(text: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        what_if(library.load(RIDGE), changes_in(text))
    assert sentence in str(refused.value)


@pytest.mark.parametrize("text", ["a:x" + " " * 60_000 + "\ny", "a" + " " * 60_000 + "b", "a: " * 20_000 + "\nx"])
def test_nonsense_is_read_in_no_time(text: str) -> None:
    begun = time.process_time()
    is_change(text)
    with pytest.raises(Refusal, match="is not a change"):
        changes_in(text)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("name", [RIDGE, "kessel-crossroads", "thorn-drift", "adlerbruck"])
def test_every_number_goes_a_step_up_and_down(name: str) -> None:
    found = list(steps(library.load(name)))
    assert len(found) > 40
    assert len({one.words for one in found}) == len(found)
    ups = {one.number for one in found if one.up}
    downs = {one.number for one in found if not one.up}
    assert len(ups & downs) > 20


def test_sensitivity_puts_what_matters_first() -> None:
    """Guns that cannot hit, against an average gun: no chart is needed to know which way that goes."""
    found = Sensitivity(library.load(RIDGE), ("eager", "eager"), 1, only="strength")
    trials = [one.trial for one in found.comparison.variants]
    for number in range(12):
        found.comparison.add(tuple(read_line(line(trial, number)) for trial in trials))
    bars = found.bars()
    assert {bar.number for bar in bars} == {step.number for step in found.steps}
    assert [bar.reach() for bar in bars if not bar.matters()] == sorted(
        (bar.reach() for bar in bars if not bar.matters()), reverse=True
    )
    assert found.verdict()


def test_the_commands_go_from_scenario_to_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quick = ["--games", "3", "--level", "eager", "--workers", "1"]
    rows = ["--csv", str(tmp_path / "rows.csv"), "--jsonl", str(tmp_path / "rows.jsonl")]
    assert run(["compare", RIDGE, "classic.artillery.roll: hit on 4", *quick, *rows]) == 0
    assert "classic.artillery.roll: hit on 4" in capsys.readouterr().out
    header = json.loads((tmp_path / "rows-2.jsonl").read_text("utf-8").splitlines()[0])
    assert header["scenario"]["book"]["rows"] == {"classic.artillery.roll": "hit on 4"}
    # Taken up where it stopped: nothing is fought again, and the answer is the same.
    assert run(["compare", RIDGE, "classic.artillery.roll: hit on 4", *quick, *rows]) == 0
    page, table = tmp_path / "page.html", tmp_path / "numbers.csv"
    wanted = ["sensitivity", RIDGE, "--only", "artillery fire", *quick, "--html", str(page), "--csv", str(table)]
    assert run(wanted) == 0
    with table.open(encoding="utf-8") as opened:
        numbers = [row["number"] for row in csv.DictReader(opened)]
    assert "artillery fire: hit on 5" in numbers
    assert "<svg" in page.read_text("utf-8")
    assert run(["sensitivity", RIDGE, "--only", "dragons", *quick]) == 2
