"""The board as text: everything on it can be read without colour."""

import io
import re
from typing import Any

import pytest
from rich.console import Console

from portable_wargame.battle.terrain import GAS, bits_of
from portable_wargame.game.dice import Dice
from portable_wargame.game.views import unveiled
from portable_wargame.pictures.marks import everyone_in, type_marks
from portable_wargame.pictures.text_board import ARROWS, board, terrain_signs
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import new_game
from tests.rules.test_secrets import ambush
from tests.table import BLUE_FIRST, Table, draw

Units = dict[str, Any]

ROWS = """
. w . h
~ F B ~
b f = H
. . . .
"""


def plain(table: Table, width: int = 100) -> list[str]:
    return board(table.session.game.battle, width).plain.splitlines()


def square() -> Table:
    red = ["r1 infantry a1 n elite", "r2 commander a1 e", "r3 artillery c2 w poor"]
    return draw("classic", ROWS, red=red, blue=["b1 cavalry d4 s sp=2"])


def hexes() -> Table:
    units: Units = {"red": ["r1 infantry a1 ne"], "blue": ["b1 machine-gun b3 sw"]}
    return draw("colonial", ROWS.replace("f", "w"), grid="hex", armies=("european", "native"), **units)


def test_a_square_board_can_be_read_without_colour() -> None:
    assert plain(square())[:14] == [
        "       a       b       c       d",
        "   +-------+♣♣♣♣♣♣♣+-------+^^^^^^^+",
        " 4 |       |       |       |b1↓ca2 |",
        "   |       |       |       |       |",
        "   +~~~~~~~+≈≈≈≈≈≈≈+‡‡‡‡‡‡‡+~~~~~~~+",
        " 3 |       |       |       |       |",
        "   |       |       |       |       |",
        "   +⌂⌂⌂⌂⌂⌂⌂+#######+=======+▲▲▲▲▲▲▲+",
        " 2 |       |       |r3←AR2-|       |",
        "   |       |       |       |       |",
        "   +-------+-------+-------+-------+",
        " 1 |r1↑IN4+|       |       |       |",
        "   |r2→CO1 |       |       |       |",
        "   +-------+-------+-------+-------+",
    ]


def test_hex_columns_b_d_stand_half_a_cell_higher() -> None:
    lines = plain(hexes())
    a1 = next(number for number, line in enumerate(lines) if "r1↗IN" in line)
    b1 = next(number for number, line in enumerate(lines) if "b1 " in line and "_" in line)
    b2 = next(number for number, line in enumerate(lines) if "b2 " in line)
    assert (b1 - a1, a1 - b2) == (-2, 6)
    assert any("b1↙mg" in line for line in lines)


def test_the_legend_explains_what_is_on_the_board_and_no_more() -> None:
    legend = "\n".join(plain(square())[-3:])
    for words in ("♣ woods", "‡ bridge", "▲ hill 2", "IN infantry", "CAPITALS Red", "+ elite"):
        assert words in legend
    assert "wire" not in legend
    assert "machine gun" not in legend


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("width", [100, 30])
def test_what_is_hidden_is_drawn_for_who_hid_it_and_marked_for_the_other(grid: str, width: int) -> None:
    at = Table(ambush(grid, dummies=1), BLUE_FIRST, 1)

    def seen_by(side: int) -> str:
        return board(unveiled(at.session.game, side).battle, width, side).plain

    alone = re.compile(r"[|\\/] {1,3}\? {2,3}[|\\/]")
    nothing = seen_by(1)
    at.play("place", "r1", at="c3")
    at.play("dummy", at="e1")
    assert "r1?" in seen_by(0).replace(" ", "")
    assert len(alone.findall(seen_by(0))) == 1
    assert "? hidden unit or dummy" in seen_by(0)
    assert seen_by(1) == nothing
    at.play("ready")
    assert len(alone.findall(seen_by(0))) == 1
    assert len(alone.findall(seen_by(1))) == len(alone.findall(board(at.session.game.battle, width).plain)) == 2
    assert "r1" not in seen_by(1)


def test_gas_is_seen_where_it_stands() -> None:
    table = draw("modern", ROWS, options=["gas"], red=["r1 infantry a1 n"], blue=["b1 infantry d4 s"])
    battle = table.session.game.battle
    assert "gas" not in board(battle).plain
    battle.change_features(1, battle.features[1] | GAS)
    lines = plain(table)
    assert lines[10] == "   +-------+%%%%%%%+-------+-------+"
    assert "% gas" in lines[-3]


def test_signs_leave_out_what_another_implies() -> None:
    assert terrain_signs(bits_of(["bridge"])) == "‡"
    assert terrain_signs(bits_of(["hill 1", "woods"])) == "♣^"
    assert terrain_signs(0) == ""


def test_twelve_by_twelve_fits_a_hundred_columns() -> None:
    rows = "\n".join([" ".join("." * 12)] * 12)
    table = draw("classic", rows, red=["r12 infantry l1 n elite"], blue=["b1 infantry a12 s"])
    lines = plain(table, 100)
    assert max(len(line) for line in lines) == 100
    assert any("|r12↑   |" in line for line in lines) and any("|IN4+   |" in line for line in lines)


def test_twelve_by_twelve_hexes_fit_a_hundred_columns() -> None:
    rows = "\n".join([" ".join("." * 12)] * 12)
    units: Units = {"red": ["r1 infantry a1 n"], "blue": ["b1 infantry b3 s"]}
    table = draw("colonial", rows, grid="hex", armies=("european", "native"), **units)
    assert max(len(line) for line in plain(table, 100)) <= 100


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (3, 40), (40, 3), (40, 40)])
@pytest.mark.parametrize("width", [1, 80, 400])
def test_any_size_can_be_drawn(grid: str, columns: int, rows: int, width: int) -> None:
    text = "\n".join([" ".join("." * columns)] * rows)
    units: Units = {"red": ["very-long-unit-id infantry a1 n"], "blue": ["b1 infantry c3 s"]}
    table = draw("colonial", text, grid=grid, armies=("european", "native"), **units)
    assert len(plain(table, width)) > rows * 3


def test_several_units_are_counted() -> None:
    red = ["r1 infantry a1 n", "r2 commander a1 n", "r3 transport a1 n"]
    lines = plain(draw("classic", red=red, blue=["b1 infantry a6 s"]))
    assert any("|r2↑CO&2|" in line for line in lines)


def test_marks_of_types_differ() -> None:
    red = ["r1 rifled-mountain-artillery a1 n", "r2 mounted-cavalry b1 n", "r3 machine-gun c1 n"]
    table = draw("colonial", red=red, blue=["b1 infantry a6 s"], armies=("european", "native"))
    marks = type_marks(table.session.game.battle)
    assert len(set(marks.values())) == len(marks) == 4


def test_no_colour_means_no_escape_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    sink = io.StringIO()
    console = Console(file=sink, force_terminal=True, width=100)
    console.print(board(square().session.game.battle), soft_wrap=True)
    assert "r1↑IN4+" in sink.getvalue()
    assert "\x1b[38" not in sink.getvalue() and "\x1b[48" not in sink.getvalue()


def test_colours_are_there_on_a_terminal() -> None:
    sink = io.StringIO()
    console = Console(file=sink, force_terminal=True, color_system="truecolor", width=100, no_color=False)
    console.print(board(square().session.game.battle), soft_wrap=True)
    assert "\x1b[" in sink.getvalue()


def test_long_ids_leave_room_for_facing_type_and_strength() -> None:
    red = ["swords-1 infantry a1 n elite", "swords-2 infantry b1 e", "staff-1 commander b1 w", "guns-12 artillery c1 n"]
    table = draw("classic", red=red, blue=["general-1 commander a6 s"])
    lines = plain(table)
    bottom = next(number for number, line in enumerate(lines) if line.startswith(" 1 "))
    assert lines[bottom][3:28] == "|Inf1↑  |In2→IN4|Arty12↑|"
    assert lines[bottom + 1][3:28] == "|IN4+   |C1R←CO1|AR2    |"
    assert any("|Cdr1B↓ |" in line for line in lines)


def test_on_a_narrow_board_too_units_are_told_apart() -> None:
    red = ["foot-1 infantry a1 n", "foot-2 infantry b1 e"]
    lines = plain(draw("classic", red=red, blue=["b1 infantry a6 s"]), 1)
    assert any("|In1↑|In2→|" in line for line in lines)


@pytest.mark.parametrize("name", library.names())
def test_every_unit_of_the_library_shows_where_it_faces(name: str) -> None:
    battle = new_game(library.load(name), Dice(1)).battle
    drawn = board(battle, 120).plain
    shown = [cell for cell in range(battle.field.grid.cells) if everyone_in(battle, cell)]
    assert sum(drawn.count(arrow) for arrow in ARROWS.values()) >= len(shown)
