"""The pictures of the board on paper: the few SVG elements that the artist uses, drawn as they stand.

One artist draws for screen and paper. An unknown element or command is an error, not a gap in the map.
"""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from .fonts import BOLD, TEXT, printable, width
from .ink import Colour, Ink, colour, thinned

Style = dict[str, str]

INHERITED = (
    "fill",
    "stroke",
    "stroke-width",
    "fill-opacity",
    "stroke-opacity",
    "stroke-linejoin",
    "stroke-linecap",
    "stroke-dasharray",
    "font-size",
    "font-weight",
    "text-anchor",
)
JOINS = {"miter": 0, "round": 1, "bevel": 2}
CAPS = {"butt": 0, "round": 1, "square": 2}
# As at the head of every picture.
USUAL: Style = {"fill": "#000", "stroke": "none", "stroke-width": "1", "font-size": "16", "text-anchor": "middle"}
BROAD = 3.9  # units of the picture: from here on a line is a band, or a dot
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}

NUMBER = r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?"
TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")
TOKEN = re.compile(rf"[A-Za-z]|{NUMBER}")


def draw(canvas: Canvas, fragment: str, ink: Ink) -> None:
    """Draw a piece of SVG around the origin of the canvas, y downwards as in SVG."""
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, 0, 0)
    _draw(canvas, ElementTree.fromstring(f"<g>{fragment}</g>"), USUAL, ink)
    canvas.restoreState()


def _draw(canvas: Canvas, element: ElementTree.Element, outer: Style, ink: Ink) -> None:
    tag = element.tag.rpartition("}")[2]
    if tag == "title":
        return
    style = {**outer, **{key: element.attrib[key] for key in INHERITED if key in element.attrib}}
    moved = "transform" in element.attrib
    if moved:
        canvas.saveState()
        _transform(canvas, element.attrib["transform"])
    if tag in ("g", "svg"):
        for inner in element:
            _draw(canvas, inner, style, ink)
    elif tag == "text":
        _text(canvas, element, style, ink)
    else:
        path = canvas.beginPath()
        _outline(path, tag, element)
        _paint(canvas, path, style, ink)
    if moved:
        canvas.restoreState()


def _transform(canvas: Canvas, text: str) -> None:
    for name, arguments in TRANSFORM.findall(text):
        numbers = [float(number) for number in re.findall(NUMBER, arguments)]
        if name == "translate":
            canvas.translate(numbers[0], numbers[1] if len(numbers) > 1 else 0)
        elif name == "scale":
            canvas.scale(numbers[0], numbers[-1])
        elif name == "rotate":
            canvas.rotate(numbers[0])  # the canvas is upside down, so clockwise is as in SVG
        else:
            raise ValueError(f"the printer does not know the transformation {name}")


def _outline(path: PDFPathObject, tag: str, element: ElementTree.Element) -> None:
    if tag == "rect":
        _rectangle(path, element)
    elif tag == "circle":
        path.circle(_number(element, "cx"), _number(element, "cy"), _number(element, "r"))
    elif tag in ("polygon", "polyline"):
        numbers = [float(number) for number in re.findall(NUMBER, element.attrib["points"])]
        path.moveTo(numbers[0], numbers[1])
        for place in range(2, len(numbers), 2):
            path.lineTo(numbers[place], numbers[place + 1])
        if tag == "polygon":
            path.close()
    elif tag == "line":
        path.moveTo(_number(element, "x1"), _number(element, "y1"))
        path.lineTo(_number(element, "x2"), _number(element, "y2"))
    elif tag == "path":
        _path(path, element.attrib["d"])
    else:
        raise ValueError(f"the printer does not know <{tag}>")


def _number(element: ElementTree.Element, key: str) -> float:
    return float(element.attrib.get(key, "0"))


def _rectangle(path: PDFPathObject, element: ElementTree.Element) -> None:
    x, y = _number(element, "x"), _number(element, "y")
    across, down = _number(element, "width"), _number(element, "height")
    radius = _number(element, "rx")
    if radius:
        path.roundRect(x, y, across, down, radius)
    else:
        path.rect(x, y, across, down)


def _path(path: PDFPathObject, text: str) -> None:
    tokens = TOKEN.findall(text)
    x = y = 0.0
    start = (0.0, 0.0)
    for command, values in _commands(tokens):
        base_x, base_y = (x, y) if command.islower() else (0.0, 0.0)
        kind = command.upper()
        if kind == "Z":
            path.close()
            x, y = start
        elif kind == "H":
            x = base_x + values[0]
            path.lineTo(x, y)
        elif kind == "V":
            y = base_y + values[0]
            path.lineTo(x, y)
        else:
            points = [(base_x + values[place], base_y + values[place + 1]) for place in range(0, len(values), 2)]
            if kind == "M":
                path.moveTo(*points[0])
                start = points[0]
            elif kind == "L":
                path.lineTo(*points[0])
            elif kind == "Q":
                _quadratic(path, (x, y), points[0], points[1])
            else:
                path.curveTo(*points[0], *points[1], *points[2])
            x, y = points[-1]


TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}


def _commands(tokens: list[str]) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; further numbers repeat the command."""
    place = 0
    command = ""
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
        elif command in "Mm":
            command = "L" if command == "M" else "l"
        if command.upper() not in TAKES:
            raise ValueError(f"the printer does not know the path command {command!r}")
        takes = TAKES[command.upper()]
        yield command, [float(token) for token in tokens[place : place + takes]]
        place += takes


def _quadratic(
    path: PDFPathObject, start: tuple[float, float], handle: tuple[float, float], end: tuple[float, float]
) -> None:
    first = (start[0] + (handle[0] - start[0]) * 2 / 3, start[1] + (handle[1] - start[1]) * 2 / 3)
    second = (end[0] + (handle[0] - end[0]) * 2 / 3, end[1] + (handle[1] - end[1]) * 2 / 3)
    path.curveTo(*first, *second, *end)


def _paint(canvas: Canvas, path: PDFPathObject, style: Style, ink: Ink) -> None:
    fill, stroke = style["fill"] != "none", style["stroke"] != "none"
    if fill:
        canvas.setFillColorRGB(*_tint(style, "fill", ink.fill))
    if stroke:
        thick = float(style["stroke-width"])
        canvas.setStrokeColorRGB(*_tint(style, "stroke", ink.line if thick < BROAD else ink.band))
        canvas.setLineWidth(thick)
        canvas.setLineJoin(JOINS[style.get("stroke-linejoin", "miter")])
        canvas.setLineCap(CAPS[style.get("stroke-linecap", "butt")])
        canvas.setDash([float(number) for number in re.findall(NUMBER, style.get("stroke-dasharray", ""))])
    if fill or stroke:
        canvas.drawPath(path, stroke=int(stroke), fill=int(fill))


def _tint(style: Style, what: str, share: float) -> Colour:
    """A paler colour in place of an opacity, as if paper showed through: every printer can print it."""
    return thinned(colour(style[what]), share * float(style.get(f"{what}-opacity", "1")))


def _text(canvas: Canvas, element: ElementTree.Element, style: Style, ink: Ink) -> None:
    face = BOLD if style.get("font-weight") == "bold" else TEXT
    size = float(style["font-size"])
    text = printable(element.text or "", face)
    x = _number(element, "x") - width(text, face, size) * ANCHORS[style["text-anchor"]]
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, x, _number(element, "y"))
    canvas.setFillColorRGB(*_tint(style, "fill", 1.0))
    canvas.setFont(face, size)
    canvas.drawString(0, 0, text)
    canvas.restoreState()
