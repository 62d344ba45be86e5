"""The umpire overrules: what can be set by hand, what is refused, and that every battle goes on from there."""

import io
import random
from collections import Counter
from typing import Any

import pytest

from benchmarks.fuzz import check_table
from portable_wargame.battle.battle import DESTROYED, NOBODY
from portable_wargame.battle.terrain import TERRAIN
from portable_wargame.game.errors import Refusal
from portable_wargame.game.game import IllegalAction
from portable_wargame.grid.grid import EDGES
from portable_wargame.grid.names import cell_name
from portable_wargame.record.keys import Seed
from portable_wargame.record.reading import parse_record
from portable_wargame.record.recording import record_in
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import verify
from portable_wargame.rules.turn.umpire import MARKS
from portable_wargame.rulesets import RULESETS, ledger
from portable_wargame.scenario.reading import read_tree
from portable_wargame.speech.umpire.rulings import NoSuchRuling
from tests.random_battles import random_scenario
from tests.table import RED_FIRST, Table, draw

UMPIRE = pytest.mark.clause("shared.umpire")
PAIRINGS = [(book.name, grid) for book in RULESETS.values() for grid in book.grids]


def small(**words: Any) -> Table:
    return draw(
        "classic",
        red=["r1 infantry b2 n", "r2 infantry c2 n"],
        blue=["b1 infantry b5 s", "b2 infantry c5 s"],
        dice=RED_FIRST,
        **words,
    )


def ruled(table: Table, *changes: Any) -> list[Any]:
    session = table.session
    return session.in_writing(session.overrule(list(changes), "the dog ran across the table").events)


def refused(table: Table, *changes: Any) -> str:
    before = table.state["hash"]
    with pytest.raises(Refusal) as refusal:
        ruled(table, *changes)
    assert table.state["hash"] == before
    return str(refusal.value)


@UMPIRE
def test_a_unit_is_put_somewhere_else_and_fights_on_from_there() -> None:
    table = small()
    events = ruled(table, {"set": "place", "unit": "r1", "at": "b4", "facing": "n"})
    assert [one["event"] for one in events] == ["ruling", "placed"]
    assert events[0]["reason"] == "the dog ran across the table"
    assert {one["clause"] for one in events} == {"shared.umpire"}
    assert table.at("r1") == "b4"
    assert table.legal("fight", "r1")


@UMPIRE
def test_two_units_change_places() -> None:
    table = small()
    ruled(table, {"set": "place", "unit": "r1", "at": "c2"}, {"set": "place", "unit": "r2", "at": "b2"})
    assert (table.at("r1"), table.at("r2")) == ("c2", "b2")


@UMPIRE
def test_strength_counts_as_lost_or_not_lost() -> None:
    table = small()
    ruled(table, {"set": "strength", "unit": "b1", "sp": 2})
    assert table.state["sides"][1]["sp-lost"] == 2
    ruled(table, {"set": "strength", "unit": "b1", "sp": 4})
    assert table.state["sides"][1]["sp-lost"] == 0


@UMPIRE
def test_a_unit_is_taken_off_and_comes_back_with_one_point() -> None:
    table = small()
    ruled(table, {"set": "remove", "unit": "b1"})
    assert table.unit("b1") is None and table.state["sides"][1]["sp-lost"] == 4
    ruled(table, {"set": "place", "unit": "b1", "at": "b6"})
    assert table.unit("b1")["sp"] == 1 and table.state["sides"][1]["sp-lost"] == 3  # type: ignore[index]


@UMPIRE
def test_the_last_unit_taken_off_ends_the_battle() -> None:
    table = small()
    events = ruled(table, {"set": "remove", "unit": "b1"}, {"set": "remove", "unit": "b2"})
    assert events[-1]["event"] == "over" and table.state["result"]["winner"] == "red"
    assert refused(table, {"set": "turn", "turn": 1}) == "The battle is over"


@UMPIRE
def test_ground_is_drawn_another_time_and_counts_at_once() -> None:
    table = small()
    ruled(table, {"set": "place", "unit": "b1", "at": "b4"})
    assert table.legal("fire", "r1")
    ruled(table, {"set": "ground", "cell": "b3", "features": ["woods"]})
    assert table.state["cells"] == {"b3": {"wire": False, "mines": False, "ground": ["woods"]}}
    assert "classic.fire.line-of-sight" in table.why("fire", "r1", target="b4")
    ruled(table, {"set": "ground", "cell": "b3", "features": []})
    assert table.state["cells"] == {} and table.legal("fire", "r1")


@UMPIRE
def test_a_unit_that_has_acted_may_act_again() -> None:
    table = small()
    table.play("move", "r1", path=["b3"])
    table.play("done", "r1")
    assert not table.legal(unit="r1")
    ruled(table, {"set": "mark", "unit": "r1", "mark": "acted", "off": True})
    assert table.legal("move", "r1")
    ruled(table, {"set": "mark", "unit": "r1", "mark": "acted"})
    assert not table.legal(unit="r1")


@UMPIRE
def test_a_turn_is_begun_and_a_battle_taken_up_in_the_middle() -> None:
    table = small(turns=9)
    ruled(table, {"set": "place", "unit": "r1", "at": "b4"}, {"set": "turn", "turn": 6, "begin": True})
    assert table.state["turn"] == 6
    ruled(table, {"set": "turn", "turn": 8})
    assert table.state["turn"] == 8
    table.next_turn()
    assert table.state["turn"] == 9


@UMPIRE
def test_impossible_tables_are_refused_with_a_reason() -> None:
    table = small()
    assert refused(table, {"set": "place", "unit": "r1", "at": "b5"}) == "b5 is occupied"
    assert refused(table, {"set": "place", "unit": "r1", "at": "c2"}) == "c2 is occupied"
    assert "1 to 4 SP" in refused(table, {"set": "strength", "unit": "r1", "sp": 5})
    assert "1 to 4 SP" in refused(table, {"set": "strength", "unit": "r1", "sp": 0})
    assert refused(table, {"set": "mark", "unit": "r1", "mark": "pinned"}) == "Nobody is pinned in this book"
    assert refused(table, {"set": "turn", "turn": 101}) == "The battle has turns 1 to 100"
    mines = {"set": "ground", "cell": "b2", "features": ["minefield"]}
    assert refused(table, mines) == "There is no such ground in this book"
    guns = draw("colonial", red=["r1 infantry b2 n"], blue=["b1 infantry b5 s"])
    assert "can't stand" in refused(guns, {"set": "ground", "cell": "b2", "features": ["river"]})


@UMPIRE
@pytest.mark.parametrize(
    "changes",
    [
        None,
        [],
        {},
        [1],
        [{"set": "weather"}],
        [{"set": "place", "unit": "r1"}],
        [{"set": "place", "unit": "zz", "at": "a1"}],
        [{"set": "place", "unit": "r1", "at": "zz9"}],
        [{"set": "place", "unit": "r1", "at": "a1", "facing": "ne"}],
        [{"set": "place", "unit": "r1", "at": "a1", "sp": 3}],
        [{"set": "strength", "unit": "r1", "sp": "3"}],
        [{"set": "mark", "unit": "r1", "mark": "drunk"}],
        [{"set": "mark", "unit": "r1", "mark": "moved", "off": "yes"}],
        [{"set": "ground", "cell": "a1", "features": ["lava"]}],
        [{"set": "ground", "cell": "a1", "features": ["hill 1", "hill 2"]}],
        [{"set": "exhausted", "side": "green"}],
        [{"set": "turn", "turn": -1}],
    ],
)
def test_what_is_no_ruling_is_said_in_a_sentence(changes: Any) -> None:
    with pytest.raises(NoSuchRuling):
        small().session.overrule(changes, "why not")


@UMPIRE
@pytest.mark.parametrize("reason", ["", "  ", None, 3, "x" * 501, "\x00"])
def test_a_ruling_has_a_reason(reason: Any) -> None:
    with pytest.raises(NoSuchRuling):
        small().session.overrule([{"set": "facing", "unit": "r1", "facing": "e"}], reason)


@UMPIRE
def test_what_was_to_come_of_a_shot_falls_away_for_a_unit_that_is_moved() -> None:
    table = draw(
        "classic", red=["r1 infantry b2 n"], blue=["b1 infantry b4 s", "b2 infantry e6 s"], dice=[*RED_FIRST, 6, 4]
    )
    table.play("fire", "r1", target="b4")
    assert table.state["question"]["asks"] == "retreat or lose 1 SP"
    ruled(table, {"set": "place", "unit": "b1", "at": "b6"})
    assert table.state["question"] == {"asks": "what the units do"}


@UMPIRE
def test_a_hidden_unit_that_is_put_on_the_board_is_hidden_no_longer() -> None:
    table = draw(
        "classic",
        red=["r1 infantry b2 n"],
        blue=["b1 infantry - s hidden=true", "b2 infantry e6 s"],
    )
    place = next(one for one in table.legal("place", "b1"))
    table.play("place", "b1", at=place["at"])
    table.play("ready")
    refused(table, {"set": "place", "unit": "r1", "at": place["at"]})
    ruled(table, {"set": "place", "unit": "b1", "at": "d3"})
    assert table.at("b1") == "d3" and not table.session.game.battle.concealed


def convoy() -> Table:
    return draw(
        "modern",
        red=["r1 tank b2 n", "r2 infantry d2 n", "r3 infantry c2 n", "r4 tank e2 n"],
        blue=["b1 infantry b6 s"],
        dice=RED_FIRST,
        options=["tank-riders"],
    )


@UMPIRE
def test_a_carrier_and_its_load_stand_together_in_one_ruling_or_in_two() -> None:
    both = [{"set": "place", "unit": "r1", "at": "a3"}, {"set": "place", "unit": "r2", "at": "a3"}]
    table = convoy()
    for rulings in ([both], [both[::-1]], [[one] for one in both]):
        table = convoy()
        for changes in rulings:
            ruled(table, *changes)
        assert table.at("r1") == table.at("r2") == "a3"
        assert table.legal("load", "r1") == [{"do": "load", "unit": "r1", "cargo": "r2"}]
    ruled(table, {"set": "ground", "cell": "a3", "features": ["road"]})
    third = {"set": "place", "unit": "r3", "at": "a3"}
    assert refused(table, third) == refused(convoy(), *both, third) == "a3 is occupied"
    assert refused(convoy(), both[0], {"set": "place", "unit": "r4", "at": "a3"}) == "a3 is occupied"


@UMPIRE
def test_a_unit_is_loaded_wherever_it_is_and_goes_with_its_carrier() -> None:
    table = convoy()
    events = ruled(table, {"set": "load", "unit": "r1", "cargo": "r2"})
    assert [one["event"] for one in events] == ["ruling", "placed", "loaded"]
    assert table.unit("r2")["carried-by"] == "r1"  # type: ignore[index]
    ruled(table, {"set": "place", "unit": "r1", "at": "b4", "facing": "e"})
    assert table.at("r2") == "b4"
    assert refused(table, {"set": "load", "unit": "r1", "cargo": "r3"}) == "Tank r1 is already loaded"
    assert refused(table, {"set": "load", "unit": "r1", "cargo": "b1"}) == "Infantry b1 are on the other side"
    assert refused(table, {"set": "load", "unit": "r3", "cargo": "r1"}) == "Infantry r3 can't carry tank r1"
    ruled(table, {"set": "place", "unit": "r2", "at": "d2"})
    assert table.unit("r2")["carried-by"] is None  # type: ignore[index]
    ruled(table, {"set": "remove", "unit": "r2"})
    ruled(table, {"set": "load", "unit": "r4", "cargo": "r2"})
    assert table.at("r2") == "e2"


@UMPIRE
def test_victory_points_are_set_and_win() -> None:
    points = [{"side": "red", "hold": ["b2"], "points": 3}, {"side": "red", "destroy": "units", "points": 3}]
    table = small(points=points, victory=[{"side": "red", "score": 9}])
    assert table.state["sides"][0]["points"] == 3
    assert refused(table, {"set": "points", "side": "red", "points": 2}).startswith(
        "What stands on the table is worth 3"
    )
    ruled(table, {"set": "points", "side": "red", "points": 7})
    assert table.state["sides"][0]["points"] == 7
    ruled(table, {"set": "place", "unit": "r1", "at": "a1"})
    assert table.state["sides"][0]["points"] == 4
    ruled(table, {"set": "points", "side": "red", "points": 9})
    assert table.state["result"]["winner"] == "red"
    assert (
        refused(small(), {"set": "points", "side": "red", "points": 1}) == "There are no victory points in this battle"
    )


# -- any ruling, at any time


@UMPIRE
@pytest.mark.parametrize(("book", "grid"), PAIRINGS)
def test_every_battle_goes_on_from_any_table_that_is_not_refused(book: str, grid: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(8):
        luck = random.Random(f"{book} {grid} {seed}")
        key = Seed(seed)
        session = Session(read_tree(random_scenario(book, grid, seed, melee=seed % 2 == 1)), key.dice())
        file = io.StringIO()
        recorder = record_in(file, session, key, {})
        for _ in range(120):
            if session.game.question() is None:
                break
            if luck.random() < 0.4:
                before = session.state()["hash"]
                try:
                    recorder.overrule(random_ruling(session, luck), "a roll of the umpire's own")
                    counts["set"] += 1
                except IllegalAction as refusal:
                    counts["refused"] += 1
                    assert session.state()["hash"] == before
                    assert all(one.text and one.clause in ledger.clauses() for one in refusal.reasons)
            else:
                recorder.carry_out(luck.choice(session.game.options()))
            check_table(session.game)
            check_losses(session)
            assert session.game.question() is None or session.game.options()
        recorder.put_away()
        verdict = verify(parse_record(file.getvalue(), "the record"))
        assert verdict.unrevealed == 0 or not verdict.actions  # a battle that is over before it begins
        counts["verified"] += verdict.rulings
    assert counts["set"] == counts["verified"] > 50 and counts["refused"] > 20


def check_losses(session: Session) -> None:
    battle = session.game.battle
    roster = battle.roster
    for side in (0, 1):
        if session.game.ruleset.strength is None:
            lost = sum(battle.at[unit] == DESTROYED for unit in battle.units(side))
        else:
            lost = sum(roster.start_strength[unit] - battle.strength[unit] for unit in battle.units(side))
        assert battle.lost[side] == lost


def random_ruling(session: Session, luck: random.Random) -> list[Any]:
    return [random_change(session, luck) for _ in range(luck.choice((1, 1, 2, 3)))]


def random_change(session: Session, luck: random.Random) -> Any:
    battle = session.game.battle
    grid, roster = battle.field.grid, battle.roster
    unit = luck.choice(roster.unit_ids)
    asked = session.game.agenda[-1].unit
    if asked != NOBODY and luck.random() < 0.5:
        unit = roster.unit_ids[asked]
    facing = luck.choice(grid.shape.facings)
    cell = cell_name(grid, luck.randrange(grid.cells))
    off = {"off": True} if luck.random() < 0.5 else {}
    kinds = [
        {"set": "place", "unit": unit, "at": cell},
        {"set": "place", "unit": unit, "at": cell, "facing": facing},
        {"set": "facing", "unit": unit, "facing": facing},
        {"set": "strength", "unit": unit, "sp": luck.randrange(6)},
        {"set": "remove", "unit": unit} | ({"edge": luck.choice(EDGES)} if luck.random() < 0.5 else {}),
        {"set": "mark", "unit": unit, "mark": luck.choice(list(MARKS)), **off},
        {"set": "exhausted", "side": luck.choice(roster.side_ids), **off},
        {"set": "ground", "cell": cell, "features": luck.sample(sorted(set(TERRAIN) - {"hill 2"}), luck.randrange(3))},
        {"set": "turn", "turn": luck.randrange(12)} | ({"begin": True} if luck.random() < 0.5 else {}),
        {"set": "activations", "number": luck.randrange(8)},
        {"set": "load", "unit": unit, "cargo": luck.choice(roster.unit_ids)},
        {"set": "points", "side": luck.choice(roster.side_ids), "points": luck.randrange(12)},
    ]
    return luck.choice(kinds)
