"""Places by their names on the map, wherever anybody reads; cells alone in what programs read."""

import json
import random
from typing import Any

import pytest

from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.battle.naming import at_place, place, place_called
from portable_wargame.grid.names import cell_named
from portable_wargame.scenario.library import load, names
from portable_wargame.scenario.setup import laid_out
from portable_wargame.speech import trees
from portable_wargame.speech.results import result_sentence
from portable_wargame.speech.sentences import action_sentence, command_sentence, event_sentence
from tests.table import RED_FIRST, Table, draw

NAMES = {"b3": "Merxleben", "b4": "The Mill", "d5": "Kirchberg"}


BOTH = [{"side": "red", "hold": ["b3", "d5"], "at-turn": 1}, {"side": "red", "hold": ["b3"], "at-turn": 1}]


def table(aims: list[dict[str, Any]] = BOTH) -> Table:
    red, blue = ["r1 infantry b2 n", "r2 infantry d1 n"], ["b1 infantry b5 s", "b2 infantry d5 s"]
    return draw("classic", dice=RED_FIRST, names=NAMES, turns=4, victory=aims, red=red, blue=blue)


def told(at: Table, verb: str, unit: str = "", **words: object) -> list[str]:
    return [event_sentence(at.session.game.battle, event, clauses=False) for event in at.play(verb, unit, **words)]


def test_a_place_goes_by_its_name() -> None:
    assert place_called("b3", NAMES) == "Merxleben (b3)"
    assert place_called("b4", NAMES) == "the Mill (b4)"
    assert place_called("c3", NAMES) == "c3"
    battle = table().session.game.battle
    assert at_place(battle, cell_named(battle.field.grid, "b3")) == "at Merxleben (b3)"
    assert at_place(battle, cell_named(battle.field.grid, "c3")) == "in c3"


def test_orders_and_the_log() -> None:
    at = table()
    battle = at.session.game.battle
    move: trees.Action = {"do": "move", "unit": "r1", "path": ["b3"], "facing": "n"}
    assert command_sentence(battle, move) == "Infantry r1: move to Merxleben (b3), facing north"
    assert action_sentence(battle, move) == "Infantry r1 moved to Merxleben (b3), facing north"
    assert told(at, "move", "r1", path=["b3"], facing="n")[0] == "Infantry r1 moved to Merxleben (b3)."
    assert told(at, "move", "r2", path=["d2", "d3"], facing="n")[0] == "Infantry r2 moved to d3 via d2."


def test_refusals() -> None:
    at = table()
    assert at.reasons("fire", "r1", target="b4")[-1] == "There is no enemy at the Mill (b4)"
    assert at.reasons("fire", "r1", target="d5")[0] == "Kirchberg (d5) is out of range"
    assert at.reasons("fire", "r1", target="b5")[0] == "b5 is out of range"


def test_endings() -> None:
    at = table()
    at.play("move", "r1", path=["b3"], facing="n")
    at.play("done", "r1")
    at.next_turn()
    result = at.state["result"]
    sides = {"red": "Red", "blue": "Blue"}
    assert result_sentence(sides, result, NAMES) == "Red won by holding Merxleben (b3) at the end of turn 1"
    assert "Merxleben" not in result["reason"], "the record's words never change"


def test_a_place_of_several_cells_is_one() -> None:
    """The houses in d5 are Oster's, as those in d4: so say the aims, and so do orders, log and ending."""
    battle = laid_out(load("market-day")).battle
    assert at_place(battle, cell_named(battle.field.grid, "d5")) == "at Oster (d5)"
    reason = "the Army of the South has reached its objective: held d4, d5, f2 at the end of turn 14"
    told = result_sentence({"n": "North", "s": "South"}, {"winner": "s", "reason": reason}, battle.field.places)
    assert told == "The South won by holding Oster (d4 and d5) and f2 at the end of turn 14"


def test_programs_read_cells() -> None:
    at = table()
    written = json.dumps([at.state, at.legal(), at.play("move", "r1", path=["b3"], facing="n"), at.state])
    assert "Merxleben" not in written


def test_an_opponent_says_where_it_is_going() -> None:
    at = table()
    chosen = choose(player("sergeant"), at.session.game, random.Random(1))
    assert chosen.intent.startswith("making for Merxleben (b3) and Kirchberg (d5)")
    either = table([{"side": "red", "hold": [cell], "at-turn": 1} for cell in ("b3", "d5")])
    chosen = choose(player("sergeant"), either.session.game, random.Random(1))
    assert chosen.intent.startswith("making for Merxleben (b3) or Kirchberg (d5)")


COMMON = {"Orchard", "Mission", "Bazaar", "Kopje", "Farm", "Church", "Mill", "Bridge", "Ford", "Hill", "Wood"}


@pytest.mark.parametrize("name", names())
def test_names_read_well_in_a_sentence(name: str) -> None:
    """A name that takes an article brings it along, so that nobody moves "to Orchard"."""
    battle = laid_out(load(name)).battle
    for cell in battle.field.places:
        said = place(battle, cell_named(battle.field.grid, cell))
        assert said.endswith(f" ({cell})")
        assert len(said.split()) > 2 or said.split()[0] not in COMMON
