"""The picture: one self-contained SVG with everything that is on the table."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from portable_wargame.battle.terrain import GAS, ROAD, WOODS
from portable_wargame.game.dice import Dice
from portable_wargame.pictures.colours import USUAL as LIVERIES
from portable_wargame.pictures.colours import colours_of, darker, flag
from portable_wargame.pictures.ground.country import COUNTRIES, USUAL
from portable_wargame.pictures.ground.land import Land
from portable_wargame.pictures.ground.outlines import loops
from portable_wargame.pictures.ground.ways import lines
from portable_wargame.pictures.layout import MARGIN, SQUARE_SIDE, Layout
from portable_wargame.pictures.picture import picture
from portable_wargame.pictures.places import scenario_picture
from portable_wargame.pictures.poster import poster
from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario import library
from portable_wargame.scenario.checking.names import PATTERNS
from portable_wargame.scenario.model import Flag
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.scenario.telling.short_names import short_names
from tests.random_battles import random_scenario
from tests.record import ground_shapes
from tests.table import Table, draw

Units = dict[str, Any]

SVG = "{http://www.w3.org/2000/svg}"


def drawn(table: Table, title: str = "") -> str:
    game = table.session.game
    return picture(game.battle, game.ruleset.palette, title)


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize(("book", "grid"), [(book.name, grid) for book in RULESETS.values() for grid in book.grids])
def test_any_position_is_well_formed_and_self_contained(book: str, grid: str) -> None:
    for seed in range(8):
        battle = new_game(read_tree(random_scenario(book, grid, seed)), Dice(seed)).battle
        svg = picture(battle, "meadow", "A <battle> & more")
        nodes = list(ElementTree.fromstring(svg).iter())
        assert {node.tag.removeprefix(SVG) for node in nodes} <= {
            "svg", "title", "rect", "g", "polygon", "path", "circle", "text"
        }  # fmt: skip
        assert not [name for node in nodes for name in node.attrib if "href" in name or name.startswith("on")]
        assert "url(" not in svg and "nan" not in svg
        names = texts(svg)
        short = short_names(battle)
        for unit, name in enumerate(battle.roster.unit_ids):
            if battle.at[unit] >= 0 and len(battle.units_in(battle.at[unit])) <= 4:
                assert short[name] in names


def test_terrain_changes_the_picture() -> None:
    units: Units = {"red": ["r1 infantry a1 n"], "blue": ["b1 infantry c1 s"]}
    plain = ["w", "h", "H", "b", "f", "t", "~", "F", "B", "=", "x"]
    seen = {drawn(draw("classic", f". . .\n. {letter} .\n. . .", **units)) for letter in [".", *plain]}
    gassed = draw("classic", ". . .\n. . .\n. . .", **units)
    gassed.session.game.battle.change_features(4, GAS)
    assert len({*seen, drawn(gassed)}) == len(plain) + 2


def test_roads_join_their_neighbours() -> None:
    units: Units = {"red": ["r1 infantry a1 n"], "blue": ["b1 infantry c1 s"]}
    road = course(draw("classic", ". . .\n= = =\n. . .", **units), ROAD)
    pieces = re.findall(r"M([-.\d]+ [-.\d]+)C[^CM]* ([-.\d]+ [-.\d]+)", road)
    assert len(pieces) == 3
    # Each cell's piece ends where the next begins, and the whole runs from edge to edge of the board.
    ends = Counter(end for piece in pieces for end in piece)
    assert sorted(ends.values()) == [1, 1, 2, 2]
    xs = sorted(float(end.split()[0]) for end, times in ends.items() if times == 1)
    assert xs == pytest.approx([MARGIN - 6, MARGIN + 3 * SQUARE_SIDE + 6])


def course(table: Table, line: int) -> str:
    battle = table.session.game.battle
    return lines(Land(battle.field.grid, tuple(battle.features)), line)


@pytest.mark.parametrize(("grid", "rows"), [("square", "w w .\nw w .\n. . w"), ("hex", "w w .\n. w .\n. . .")])
def test_cells_that_touch_are_one_shape(grid: str, rows: str) -> None:
    units: Units = {"red": ["r1 infantry a1 n"], "blue": ["b1 infantry c1 s"]}
    table = draw("colonial", rows, grid=grid, armies=("european", "native"), **units)
    battle = table.session.game.battle
    land = Land(battle.field.grid, tuple(battle.features))
    shapes = loops(land, land.cells(WOODS))
    # A cell that touches the others at a corner alone is a shape of its own.
    assert sorted(len(shape) for shape in shapes) == ([4, 8] if grid == "square" else [12])


def test_a_hole_in_a_wood_runs_the_other_way() -> None:
    units: Units = {"red": ["r1 infantry b2 n"], "blue": ["b1 infantry a1 s"]}
    land = Land(
        draw("classic", "w w w\nw . w\nw w w", **units).session.game.battle.field.grid, [WOODS] * 4 + [0] + [WOODS] * 4
    )
    areas = [
        sum(a.x * b.y - b.x * a.y for a, b in pairwise([*loop, loop[0]])) / 2 for loop in loops(land, land.cells(WOODS))
    ]
    assert areas == pytest.approx([9 * SQUARE_SIDE**2, -(SQUARE_SIDE**2)])


def test_what_runs_over_the_edge_of_the_board_is_under_the_paper() -> None:
    units: Units = {"red": ["r1 infantry a1 n"], "blue": ["b1 infantry c1 s"]}
    svg = drawn(draw("classic", "w . .\n~ . .\n. . .", **units))
    hole = f"M0 0V{3 * SQUARE_SIDE + 3 * MARGIN:.0f}H{3 * SQUARE_SIDE + 3 * MARGIN:.0f}V0Z"
    assert svg.index('stroke="#8dbbd3"') < svg.index(hole) < svg.index("<text")


def test_the_two_sides_differ_without_colour() -> None:
    svg = drawn(draw("classic", red=["r1 infantry a1 n"], blue=["b1 infantry a6 s"]))
    assert svg.count('stroke-opacity="0.45"') == 2  # the stripes of one counter and of the key
    assert all(livery.fill in svg for livery in LIVERIES)


def test_strength_is_shown_as_pips() -> None:
    few = drawn(draw("classic", red=["r1 infantry a1 n sp=1"], blue=["b1 infantry a6 s sp=1"]))
    more = drawn(draw("classic", red=["r1 infantry a1 n sp=3"], blue=["b1 infantry a6 s sp=1"]))
    assert more.count('cy="13.8"') - few.count('cy="13.8"') == 2


def test_names_are_escaped() -> None:
    svg = drawn(draw("classic", red=["r1 infantry a1 n"], blue=["b1 infantry a6 s"]), "A < B & C")
    assert "A &lt; B &amp; C" in svg


def test_squares_have_coordinates_at_the_edges_and_hexes_their_names() -> None:
    square = drawn(draw("classic", red=["r1 infantry a1 n"], blue=["b1 infantry a6 s"]))
    assert {"a", "f", "1", "6"} <= set(texts(square))
    units: Units = {"red": ["r1 infantry a1 n"], "blue": ["b1 infantry c3 s"]}
    hexes = drawn(draw("colonial", grid="hex", armies=("european", "native"), **units))
    assert {"a1", "f6"} <= set(texts(hexes))


def test_neighbours_lie_in_the_direction_of_their_facing() -> None:
    for grid in ("square", "hex"):
        units: Units = {"red": ["r1 infantry a1 n"], "blue": ["b1 infantry c3 s"]}
        board = draw("colonial", grid=grid, armies=("european", "native"), **units).session.game.battle.field.grid
        layout = Layout(board)
        x, y = layout.centre(14)
        for facing, other in enumerate(board.neighbour[14]):
            dx, dy = layout.towards(facing, 2 * layout.reach)
            assert layout.centre(other) == pytest.approx((x + dx, y + dy))


STYLE = Path(__file__).parents[2] / "web" / "src" / "board" / "board.css"


def test_pictures_have_the_colours_that_the_page_paints_by_day() -> None:
    assert {ruleset.palette for ruleset in RULESETS.values()} <= set(COUNTRIES)
    style = STYLE.read_text("utf-8")
    usual = light(style[: style.index("}")])
    assert {name: usual[name] for name in USUAL} == USUAL
    for country, colours in COUNTRIES.items():
        own = re.search(rf'\[data-palette="{country}"\] \{{(.*?)\}}', style, re.DOTALL)
        assert colours == USUAL | (light(own[1]) if own else {})
    battle = new_game(library.load("mbara-ford"), Dice(0)).battle
    assert all(COUNTRIES["veldt"][name] in poster(battle, "veldt") for name in ("open", "forest", "hill-1"))


def light(style: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", style))


def test_a_side_wears_its_own_colours_in_every_picture() -> None:
    scenario = library.load("harrow-ridge")
    assert colours_of(scenario) == LIVERIES
    scenario.sides[1].colour = "#205020"
    scenario.sides[1].flag = Flag("horizontal", ["#123456", "#fedcba"])
    usual, own = colours_of(scenario)
    assert usual == LIVERIES[0] and own == ("#205020", darker("#205020"), scenario.sides[1].flag)
    game = new_game(scenario, Dice(0))
    whole = scenario_picture(scenario)
    for drawing in (whole, poster(game.battle, "meadow", colours_of(scenario))):
        assert drawing.count("#205020") >= 6  # all but the reinforcement
        assert LIVERIES[0].fill in drawing and LIVERIES[1].fill not in drawing
    assert "#fedcba" in whole  # the flag, beside the name


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_flag_is_drawn_within_its_edges(pattern: str) -> None:
    colours = ["#112233", "#445566", "#778899", "#aabbcc", "#ddeeff"]
    for number in range(PATTERNS[pattern][0], PATTERNS[pattern][1] + 1):
        drawing = flag(Flag(pattern, colours[:number]))
        nodes = list(ElementTree.fromstring(f"<g>{drawing}</g>").iter())
        assert {node.tag for node in nodes} <= {"g", "rect", "path", "circle"}
        assert all(colour in drawing for colour in colours[:number])
        for box in (node.attrib for node in nodes if node.tag == "rect"):
            x, y, width, height = (float(box.get(key, 0)) for key in ("x", "y", "width", "height"))
            assert min(x, y) >= 0 and x + width <= 54.001 and y + height <= 36.001


def test_a_map_has_the_shapes_that_the_page_draws() -> None:
    """`shapes.test.ts` holds the page against the same file."""
    assert json.loads(ground_shapes.KEPT.read_text("utf-8")) == ground_shapes.shapes()
