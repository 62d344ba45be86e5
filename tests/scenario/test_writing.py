"""Writing: what is written is read again as the same scenario."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from portable_wargame.battle.terrain import TERRAIN, bits_of, feature_names
from portable_wargame.scenario import library
from portable_wargame.scenario.model import Scenario, SideEntry, UnitEntry, VictoryEntry
from portable_wargame.scenario.reading import read, read_tree
from portable_wargame.scenario.writing import tree, write
from tests.scenario.samples import CLASSIC, COLONIAL


@pytest.mark.parametrize("name", library.names())
def test_the_library_survives_writing(name: str) -> None:
    scenario = library.load(name)
    assert read(write(scenario)) == scenario
    assert read_tree(tree(scenario)) == scenario
    assert read(json.dumps(tree(scenario))) == scenario


@pytest.mark.parametrize("text", [CLASSIC, COLONIAL])
def test_writing_settles_after_once(text: str) -> None:
    once = write(read(text))
    assert write(read(once)) == once


def test_the_text_is_laid_out_as_by_hand() -> None:
    written = write(read(CLASSIC))
    assert 'rows = """\n. . . .\n. w ~ .\n. b = .\n"""\n' in written
    assert '  {id = "r2", type = "transport", at = "b1", carrying = "r3"},\n' in written
    assert '\n[[victory]]\nside = "red"\nhold = ["b2"]\nat-turn = 10\n' in written
    assert "legend" not in written


def test_other_cells_get_letters_in_a_legend() -> None:
    written = write(library.load("harrow-ridge"))
    assert 'legend = {"*" = ["hill 1", "trench"], "+" = ["hill 1", "road"]}\n' in written


USABLE = [name for name in TERRAIN if name not in ("hill 2", "minefield")]
LINES = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=30)
IDS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)
TEXTS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], include_characters="\n\t"))
CELLS = st.lists(st.sampled_from(USABLE), max_size=4, unique=True).map(lambda names: feature_names(bits_of(names)))


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Any classic scenario of two to four units and a few odd words."""
    columns, rows = draw(st.integers(3, 6)), draw(st.integers(3, 6))
    ids = draw(st.lists(IDS, min_size=6, max_size=6, unique=True))
    turns = draw(st.integers(1, 999))
    unit = UnitEntry(ids[0], "infantry", draw(LINES), "a1", draw(st.sampled_from(["", "n", "e"])))
    unit.quality = draw(st.sampled_from(["elite", "average", "poor"]))
    unit.sp = draw(st.integers(0, 9))
    carrier = UnitEntry(ids[1], "transport", at="b1", carrying=ids[2])
    arrival = UnitEntry(ids[3], "cavalry", arrives_turn=draw(st.integers(1, turns)), arrives_edge="north")
    return Scenario(
        title=draw(LINES),
        ruleset="classic",
        grid="square",
        columns=columns,
        rows=rows,
        features=draw(st.lists(CELLS, min_size=columns * rows, max_size=columns * rows)),
        sides=[
            SideEntry(ids[4], draw(LINES), "west", "", [unit, carrier, UnitEntry(ids[2], "artillery")], draw(TEXTS)),
            SideEntry(ids[5], draw(LINES), "north", "", [arrival]),
        ],
        about=draw(TEXTS),
        house_rules=draw(st.sampled_from([{}, {"exhaustion": "off"}, {"initiative": "winner-chooses"}])),
        turns=turns,
        historical=draw(st.booleans()),
        campaign=draw(st.booleans()),
        victory=[
            VictoryEntry(ids[4], "hold", draw(st.integers(1, turns)), ["a1", "b2"]),
            VictoryEntry(ids[5], "exit", 0, edge="east", amount=1),
            VictoryEntry(ids[4], "destroy-units", turns, amount=1),
            VictoryEntry(ids[5], "destroy-sp", 0, amount=2),
            VictoryEntry(ids[5], "survive", turns),
        ],
    )


@settings(deadline=None)  # a busy machine is no mistake
@given(scenarios())
def test_any_scenario_survives_writing(scenario: Scenario) -> None:
    assert read(write(scenario)) == scenario
    assert read_tree(tree(scenario)) == scenario


def test_a_map_may_have_more_kinds_of_cell_than_there_are_letters() -> None:
    cells = [feature_names(bits) for bits in range(2048) if bits & 0b110 != 0b110]
    kinds = list({tuple(names) for names in cells})[: 40 * 40]
    features = [list(names) for names in kinds] + [[]] * (1600 - len(kinds))
    scenario = replace(read(CLASSIC), columns=40, rows=40, features=features, victory=[])
    assert read(write(scenario)) == scenario
