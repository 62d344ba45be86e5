"""Characters that cannot be seen: refused where text is written, marked where old records have them."""

import io
import json
import unicodedata
from typing import Any
from xml.dom import minidom

import pytest

from portable_wargame.cli.output import harmless
from portable_wargame.pictures.picture import picture
from portable_wargame.record.chain import unlinked
from portable_wargame.record.keys import Seed
from portable_wargame.record.reading import BadRecord, parse_record
from portable_wargame.record.recording import record_in
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import verify
from portable_wargame.scenario.checking.schema import unseen, visible
from portable_wargame.scenario.problems import BadScenario
from portable_wargame.scenario.reading import read_kept, read_tree
from portable_wargame.server.games.bringing import looked_through
from tests.server.scenes import duel

SAMPLES = ["\x9b", "\x9d", "\x85", "\u202e", "\u2066", "\u200b", "\u2028", "\ufeff", "\ufffe", "\ufdd0", "\U000e0041"]
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"  # letters and marks that show nothing
SAMPLES += BLANKS


def test_all_of_them_are_known() -> None:
    """Controls, format characters, separators of lines, halves of characters, what is no character at all, and blanks
    that count as letters. What chooses between two looks of the sign before it may stay: signs are often typed so."""
    for number in range(0x110000):
        sign = chr(number)
        refused = unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") or number & 0xFFFE == 0xFFFE
        refused = (refused or 0xFDD0 <= number <= 0xFDEF or sign in BLANKS) and sign not in "\t\n"
        assert bool(unseen().match(sign)) == refused, hex(number)


def with_text(place: str, text: str) -> dict[str, Any]:
    tree: dict[str, Any] = json.loads(json.dumps(duel()))
    side = tree["sides"][0]
    unit = side["units"][0]
    holder, key = {
        "title": (tree, "title"),
        "about": (tree, "about"),
        "side": (side, "name"),
        "side id": (side, "id"),
        "briefing": (side, "briefing"),
        "unit": (unit, "name"),
        "unit id": (unit, "id"),
    }[place]
    holder[key] = f"A{text}b"
    return tree


@pytest.mark.parametrize("place", ["title", "about", "side", "side id", "briefing", "unit", "unit id"])
def test_no_text_may_have_them(place: str) -> None:
    read_tree(with_text(place, "é\u0301😀⚔\ufe0f"))
    for sign in SAMPLES:
        with pytest.raises(BadScenario, match=f"an invisible character, U\\+{ord(sign):04X}"):
            read_tree(with_text(place, sign))


def test_a_record_from_before_they_were_refused_opens_and_shows_marks() -> None:
    """Names are part of the states that it has hashes of: they stay, and are marked where they are shown."""
    tree = duel(title="Two\u202e Companies\x9b")
    tree["sides"][0] |= {"name": "Red\ufffe", "units": [{**tree["sides"][0]["units"][0], "name": "First\u200b"}]}
    sink, key = io.StringIO(), Seed(4)
    session = Session(read_kept(tree), key.dice())
    recorder = record_in(sink, session, key, {"red": "human", "blue": "human"})
    recorder.play(session.legal()["actions"][0])
    recorder.resign("red")
    lines = [unlinked(line) for line in sink.getvalue().splitlines()]
    header = json.loads(lines[0])
    del header["chained"]
    header["scenario"]["title"] = tree["title"]
    text = "".join(f"{line}\n" for line in (json.dumps(header), *lines[1:]))
    record = parse_record(text, "old")
    assert verify(record).finished
    assert record.scenario.title == "Two\ufffd Companies\ufffd"
    assert record.scenario.sides[0].units[0].name == "First\u200b"
    minidom.parseString(picture(session.game.battle, session.game.ruleset.palette, record.scenario.title))
    with pytest.raises(BadRecord, match="its names contain invisible characters"):
        looked_through(text)
    assert visible({"id": "a\u200b", "name": "b\u200b"}) == {"id": "a\u200b", "name": "b\ufffd"}


def test_a_terminal_gets_no_orders() -> None:
    assert harmless("plain é 😀\u00a0x") == "plain é 😀\u00a0x"
    assert harmless("a\x9b31m\x1b[0m\u202e\nb\t") == "a\ufffd31m\ufffd[0m\ufffd\nb\t"
