"""How much ink goes on the paper: a screen colour, as each ink prints it."""

from dataclasses import dataclass

Colour = tuple[float, float, float]
WHITE: Colour = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Ink:
    fill: float  # how much of a filled colour is left; the rest is the paper's white
    band: float  # for a line so broad that it is a surface: rivers, roads
    line: float
    solid: bool  # counters are filled with their side's colour, not only edged with it


INKS = {"full": Ink(fill=1.0, band=1.0, line=1.0, solid=True), "light": Ink(fill=0.3, band=0.4, line=0.85, solid=False)}


def colour(text: str) -> Colour:
    """A colour as the pictures write it: #rgb or #rrggbb."""
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return red, green, blue


def thinned(full: Colour, share: float) -> Colour:
    red, green, blue = (1 - (1 - part) * share for part in full)
    return red, green, blue
