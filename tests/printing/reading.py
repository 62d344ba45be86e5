"""A PDF read back: its words, and its lines and boxes measured in millimetres on a page drawn at a known scale."""

from functools import cache

import pypdfium2
from PIL import Image

from portable_wargame.printing.options import Options, options
from portable_wargame.printing.pack import print_pack
from portable_wargame.scenario import library

MILLIMETRE = 20  # pixels: far finer than the 0.3 mm that a size may be off
POINTS = 25.4 / 72


def wanted(
    paper: str = "a4",
    cell: str = "50mm",
    counters: str = "20mm",
    ink: str = "full",
    parts: str = "map,counters,roster,reference,briefings,cards",
    url: str = "",
) -> Options:
    return options(paper, cell, counters, ink, parts, url)


@cache
def pack(name: str, asked: Options) -> bytes:
    return print_pack(library.load(name), asked)


def words(pdf: bytes) -> list[str]:
    """The text of every page, on one line each."""
    document = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """The size of every page in millimetres."""
    document = pypdfium2.PdfDocument(pdf)
    return [(page.get_width() * POINTS, page.get_height() * POINTS) for page in document]


def drawn(pdf: bytes, page: int) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    image: Image.Image = document[page].render(scale=MILLIMETRE * POINTS).to_pil().convert("RGB")
    return image


def dark(pixel: tuple[int, ...]) -> bool:
    return sum(pixel) < 240


def runs(flags: list[bool]) -> list[tuple[float, float]]:
    """Where a thing begins and ends along a line of pixels, in millimetres."""
    found: list[tuple[float, float]] = []
    start = -1
    for place, flag in enumerate([*flags, False]):
        if flag and start < 0:
            start = place
        elif not flag and start >= 0:
            found.append((start / MILLIMETRE, place / MILLIMETRE))
            start = -1
    return found


def across(image: Image.Image, y: float) -> list[tuple[int, ...]]:
    """The pixels of the row at so many millimetres from the top."""
    row = round(y * MILLIMETRE)
    return [_pixel(image, x, row) for x in range(image.width)]


def down(image: Image.Image, x: float) -> list[tuple[int, ...]]:
    column = round(x * MILLIMETRE)
    return [_pixel(image, column, y) for y in range(image.height)]


def _pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    pixel = image.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel
