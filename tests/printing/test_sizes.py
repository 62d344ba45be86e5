"""What is measured on the paper: rulers, cells, counters and overlaps, to within 0.3 mm."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL.Image import Image

from portable_wargame.printing.pack import print_pack
from portable_wargame.printing.paper.sheet import MARGIN
from portable_wargame.printing.parts.counters import GAP
from portable_wargame.printing.parts.map import FRAME
from portable_wargame.printing.parts.tiling import OVERLAP, spans
from portable_wargame.scenario import library
from portable_wargame.scenario.model import SideEntry, UnitEntry
from tests.printing.reading import MILLIMETRE, across, dark, down, drawn, pack, runs, sizes, wanted

Look = Callable[[Image, float], list[tuple[int, ...]]]
CLOSE = 0.3  # mm
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


@pytest.mark.parametrize("paper", PAPERS)
def test_the_paper_has_its_size(paper: str) -> None:
    for size in sizes(pack("toll-house", wanted(paper=paper))):
        assert sorted(size) == pytest.approx(sorted(PAPERS[paper]), abs=CLOSE)


@pytest.mark.parametrize(("paper", "page"), [("a4", 0), ("a4", 1), ("a4", 5), ("letter", 2)])
def test_the_ruler_of_a_page_is_50_mm(paper: str, page: int) -> None:
    image = drawn(pack("toll-house", wanted(paper=paper)), page)
    # Just above its base, where the marks for every millimetre are.
    y = image.height / MILLIMETRE - MARGIN - 3.2 - 0.6
    marks = [(start + end) / 2 for start, end in runs([dark(pixel) for pixel in across(image, y)])]
    marks = [mark for mark in marks if mark < MARGIN + 51]
    assert len(marks) == 51
    assert marks[0] == pytest.approx(MARGIN, abs=CLOSE)
    assert marks[-1] - marks[0] == pytest.approx(50, abs=CLOSE)
    for number, mark in enumerate(marks):
        assert mark - marks[0] == pytest.approx(number, abs=CLOSE)


def bare(grid: str, cell: str) -> bytes:
    """The map of a board of 8 by 8 without a feature: nothing but lines and the names of cells."""
    scenario = library.load("millford-bridge")
    nothing: list[list[str]] = [[] for _ in range(64)]
    open_ground = replace(scenario, grid=grid, ruleset="colonial", features=nothing, victory=[], sides=ARMIES)
    return print_pack(open_ground, wanted(cell=cell, parts="map"))


ARMIES = [
    SideEntry(side, side, edge, "european", [UnitEntry(f"{side}-1", "infantry", at=at)])
    for side, edge, at in (("red", "south", "a1"), ("blue", "north", "a8"))
]
SIZES = [("50mm", 50.0), ("2in", 50.8), ("30mm", 30.0)]


def lines_among(pixels: list[tuple[int, ...]], ground: tuple[int, ...]) -> list[float]:
    """The middles of thin lines on the ground, in millimetres."""
    found = runs([sum(ground) - 400 < sum(pixel) < sum(ground) - 60 for pixel in pixels])
    return [(start + end) / 2 for start, end in found if 0.2 < end - start < 1.5]


def long_lines(look: Look, image: Image, at: float, ground: float) -> list[float]:
    """Those that go on for some millimetres, as no tuft of grass does."""
    rows = (look(image, at), look(image, at + 4))
    first, second = (lines_among(row, row[round(ground * MILLIMETRE)]) for row in rows)
    return [line for line in first if any(abs(line - other) < CLOSE for other in second)]


@pytest.mark.parametrize(("cell", "expected"), SIZES)
def test_squares_are_as_large_as_they_were_asked_to_be(cell: str, expected: float) -> None:
    image = drawn(bare("square", cell), 1)
    top = MARGIN + FRAME
    for look, at in ((across, top + 0.5 * expected), (down, top + 0.25 * expected)):
        lines = long_lines(look, image, at, top + 0.5 * expected)
        edges = [edge for edge in lines if top + 1 < edge < top + 2.5 * expected]
        assert edges[0] == pytest.approx(top + expected, abs=CLOSE)
        assert edges[1] - edges[0] == pytest.approx(expected, abs=CLOSE)


@pytest.mark.parametrize(("cell", "expected"), SIZES)
def test_hexes_are_as_large_from_side_to_side(cell: str, expected: float) -> None:
    image = drawn(bare("hex", cell), 1)
    # Down the first column, beside its middle, where no names are lettered. It begins half a hex lower.
    left = top = MARGIN + FRAME
    lines = long_lines(down, image, left + expected / 3**0.5 - 0.25 * expected, top + expected)
    edges = [edge for edge in lines if edge < top + 2.7 * expected]
    assert edges[:3] == pytest.approx([top + expected * step for step in (0.5, 1.5, 2.5)], abs=CLOSE)


@pytest.mark.parametrize(
    ("asked", "cell", "expected"),
    [("5/8in", "50mm", 15.875), ("20mm", "50mm", 20.0), ("25mm", "50mm", 25.0), ("cell", "40mm", 32.0)],
)
def test_counters_are_as_large_as_they_were_asked_to_be(asked: str, cell: str, expected: float) -> None:
    image = drawn(pack("toll-house", wanted(counters=asked, cell=cell, parts="counters")), 0)
    # Through the fronts of the first row, between the name and the pips: rim, card and symbol, then the gap.
    row = across(image, 25.5 + expected * 1.5)
    cards = runs([sum(pixel) < 760 for pixel in row])
    assert len(cards) >= 4
    for start, end in cards:
        assert end - start == pytest.approx(expected, abs=CLOSE)
    assert cards[1][0] - cards[0][0] == pytest.approx(expected + GAP, abs=CLOSE)
    # Front and back are of one height.
    column = down(image, cards[0][0] + 0.2)
    (pair,) = [run for run in runs([sum(pixel) < 760 for pixel in column]) if run[1] - run[0] > 10][:1]
    assert pair[1] - pair[0] == pytest.approx(2 * expected, abs=CLOSE)


@pytest.mark.parametrize("length", [120.0, 187.0, 187.1, 400.0, 500.0, 1234.5, 2000.0])
@pytest.mark.parametrize("grain", [0.0, 50.0])
@pytest.mark.parametrize("room", [176.0, 187.0, 263.0])
def test_sheets_cover_the_board_and_overlap(length: float, grain: float, room: float) -> None:
    found = spans(length, room, grain)
    assert found[0].start == 0 and found[-1].end == pytest.approx(length, abs=grain / 2 + 1e-6)
    for span, following in pairwise(found):
        assert span.end == following.start
        assert span.shown == pytest.approx(min(length, span.end + OVERLAP))
    for span in found:
        assert 0 < span.shown - span.start <= room + 1e-6
    # No more sheets than there must be.
    assert (len(found) - 1) * (room - OVERLAP) + OVERLAP < length or len(found) == 1


def test_whole_squares_are_not_cut() -> None:
    found = spans(400.0, 187.0, 50.0)
    assert [span.end % 50 for span in found] == [0, 0, 0]


def test_the_overlap_is_on_the_sheet() -> None:
    image = drawn(bare("square", "50mm"), 1)
    top = MARGIN + FRAME
    # The first sheet has three squares of 50 mm and the strip; the rest of the page is white.
    shown = runs([sum(pixel) < 760 for pixel in across(image, top + 20)])
    assert shown[0][0] == pytest.approx(top, abs=CLOSE)
    assert shown[-1][1] == pytest.approx(top + 3 * 50 + OVERLAP, abs=CLOSE)
