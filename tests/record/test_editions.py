"""Records of earlier editions of the rules keep opening; what has become of a rule since is told line by line."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from portable_wargame.game.dice import Dice
from portable_wargame.record.keys import Seed
from portable_wargame.record.reading import BadRecord, parse_record, read_record, replay, resume
from portable_wargame.record.recording import record_in
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import verify
from portable_wargame.rulesets.editions import EARLIER
from portable_wargame.scenario.library import load
from tests.chaining import rechained

LATER = 1_000
KEPT = sorted((Path(__file__).parent / "kept").glob("*.pwg"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_records_of_earlier_editions_are_whole(path: Path) -> None:
    verdict = verify(read_record(str(path)))
    assert verdict.finished and verdict.actions > 60 and verdict.dice_checked() > 20


def record_of(scenario: str, edition: Any) -> str:
    """A short record, as if that edition had played it."""
    sink = io.StringIO()
    laid_out = load(scenario)
    if edition in EARLIER and edition is not True:
        laid_out.edition = edition
    recorder = record_in(sink, Session(laid_out, Dice(5)), Seed(5), {"red": "human", "blue": "human"})
    for _ in range(12):
        recorder.play(recorder.session.legal()["actions"][0])
    recorder.put_away()
    header, *lines = sink.getvalue().splitlines()
    tree = json.loads(header)
    tree["ruleset"]["edition"] = edition
    return rechained([tree, *lines])


def test_a_record_of_an_earlier_edition_is_checked_like_any_other() -> None:
    assert verify(parse_record(record_of("adlerbruck", 1), "old.pwg")).actions == 12


def test_where_the_rules_have_changed_the_line_is_named_and_the_editions() -> None:
    header, start, action, *lines = record_of("adlerbruck", 1).splitlines()
    tree = json.loads(action)
    tree["hash"] = "0" * 32
    record = parse_record(rechained([header, start, tree, *lines]), "old.pwg")
    with pytest.raises(BadRecord, match=r"^old.pwg:3: .*played by edition 1 of the rules, and is checked by edition 2"):
        verify(record)


@pytest.mark.parametrize("edition", [LATER, 0, None, "1", True])
def test_an_edition_that_is_not_known_is_refused(edition: Any) -> None:
    with pytest.raises(BadRecord, match=r"^new.pwg:1: played by edition .* this program knows them up to"):
        parse_record(record_of("adlerbruck", edition), "new.pwg")


@pytest.mark.parametrize("path", [path for path in KEPT if "-2" in path.stem], ids=lambda path: path.stem)
def test_a_record_of_the_second_edition_is_played_by_its_rules(path: Path) -> None:
    record = read_record(str(path))
    for moment in replay(record):
        assert moment.session.game.ruleset.edition == 2
        break
    record.scenario.edition = 0
    with pytest.raises(BadRecord, match="played by edition 2 of the rules, and is checked by edition 3"):
        verify(record)


def test_a_battle_of_the_second_edition_goes_on_by_its_rules() -> None:
    session = resume(parse_record(record_of("adlerbruck", 2), "old.pwg"), Seed(6))
    assert session.game.ruleset.edition == 2
    session.play(session.legal()["actions"][0])


def test_a_record_without_the_dice_of_a_tie_comes_to_an_end() -> None:
    lines = [json.loads(line) for line in record_of("millford-bridge", 2).splitlines()]
    for line in lines:
        if isinstance(line.get("dice"), list):
            line["dice"] = []
    with pytest.raises(BadRecord, match="throws different dice"):
        verify(parse_record(rechained(lines), "no-dice.pwg"))
