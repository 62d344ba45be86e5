"""Luck is reckoned in one place: the page and the battle report tell the same of the same battle."""

import pytest

from portable_wargame.battle.side import SIDES
from portable_wargame.record.recording import header_text
from portable_wargame.reporting.following import story_of
from portable_wargame.server.games.boards import Boards
from portable_wargame.server.games.chronicle import Chronicle
from portable_wargame.server.store.columns import NOTHING
from portable_wargame.server.wire.messages import Luck
from tests.reporting.battles import BATTLES, record_of


@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_page_and_report_tell_the_same_luck(name: str, seed: int) -> None:
    record = record_of(name, seed)
    chronicle = Chronicle(header_text(record.header), Boards().laid(header_text(record.header)), [])
    for line in record.lines:
        chronicle.follow(line, NOTHING, line.text())
    story = story_of(record)
    for side in SIDES:
        mine = [step.luck.get(chronicle.sides[side], Luck()) for step in chronicle.steps]
        assert sum(luck.hits for luck in mine) == pytest.approx(story.luck.suffered[1 - side])
        assert sum(luck.expected_hits for luck in mine) == pytest.approx(story.luck.expected[1 - side])
    assert sum(story.luck.suffered) > 0
