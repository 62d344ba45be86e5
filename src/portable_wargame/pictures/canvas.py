"""A sheet of characters, each with a style, to be drawn on in any order."""

from rich.style import Style
from rich.text import Text


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.characters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Put text down over what is there, keeping the ground; leave out anything beyond the sheet."""
        for offset, character in enumerate(text):
            if 0 <= y < self.height and 0 <= x + offset < self.width:
                self.characters[y][x + offset] = character
                self.styles[y][x + offset] = _over(self.styles[y][x + offset], style)

    def shade(self, x: int, y: int, width: int, ground: str) -> None:
        """Colour the ground and leave the characters."""
        for column in range(max(x, 0), min(x + width, self.width)):
            if ground and 0 <= y < self.height:
                self.styles[y][column] = _over(self.styles[y][column], ground)

    def text(self) -> Text:
        whole = Text(no_wrap=True, overflow="ignore")
        for y in range(self.height):
            line = "".join(self.characters[y]).rstrip()
            start = 0
            while start < len(line):
                end = start
                while end < len(line) and self.styles[y][end] == self.styles[y][start]:
                    end += 1
                whole.append(line[start:end], Style.parse(self.styles[y][start]))
                start = end
            if y + 1 < self.height:
                whole.append("\n")
        return whole


def _over(below: str, above: str) -> str:
    """The later style wins where the two conflict; a colour without a ground keeps the ground."""
    if not below or not above:
        return above or below
    if " on " in f" {above}":
        return above if not above.startswith("on ") else f"{below.partition('on ')[0].strip()} {above}".strip()
    ground = below[below.index("on ") :] if "on " in f"{below}" else ""
    return f"{above} {ground}".strip()
