"""Every kind of event has a sentence, with all the keys that it may have and with those that it must have."""

from typing import Any, cast

import pytest

from portable_wargame.speech.happenings import ROWS
from portable_wargame.speech.sentences import event_sentence
from tests.table import draw

SAMPLES: dict[str, Any] = {
    "card": "red",
    "cell": "b3",
    "degree": "decisive",
    "facing": "n",
    "features": ["woods"],
    "mark": "pinned",
    "number": 2,
    "other": "b1",
    "path": ["b3"],
    "phase": "artillery",
    "reason": "the players have agreed on a draw",
    "side": "red",
    "sp": 2,
    "sp-lost": 3,
    "turn": 4,
    "unit": "r1",
    "winner": None,
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
@pytest.mark.parametrize("whole", [True, False])
def test_every_event_is_told(row: Any, whole: bool) -> None:
    battle = draw("classic", red=["r1 infantry b2 n"], blue=["b1 infantry b5 s"]).session.game.battle
    keys = [key.strip("[]") for key in row.shape.split() if whole or not key.startswith("[")]
    tree = {"event": row.name, "clause": "shared.victory", **{key: SAMPLES[key] for key in keys}}
    told = event_sentence(battle, cast(Any, tree), clauses=False)
    assert told[0].isupper() and "{" not in told and "None" not in told


def test_points_that_an_umpire_sets() -> None:
    battle = draw("classic", red=["r1 infantry b2 n"], blue=["b1 infantry b5 s"]).session.game.battle
    tree: Any = {"event": "points-set", "side": "red", "number": 1, "clause": "shared.umpire"}
    assert event_sentence(battle, tree, clauses=False) == "Red now stood at 1 point."


def test_two_rows_of_one_clause_are_one_figure() -> None:
    battle = draw("modern", red=["r1 machine-gun b2 n"], blue=["b1 infantry b5 s"]).session.game.battle
    still = {"clause": "modern.air.anti-aircraft-mods", "value": 1}
    words = {"dice": [4], "modifiers": [still, still], "scores": [6], "needs": 5, "outcomes": ["loses-sp"]}
    tree: Any = {"event": "roll", "for": "air", "side": "red", "unit": "r1", "target": "b5", **words}
    told = event_sentence(battle, tree | {"clause": "modern.air.anti-aircraft"}, clauses=False)
    assert "4 + 2 steady or well led = 6" in told
