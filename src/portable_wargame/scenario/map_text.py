"""The text of a map, as letters in rows: how large the board is, before anybody asks what the letters mean."""

from collections import Counter


def rows_of(text: str) -> list[tuple[int, str]]:
    """The letters of each row, northernmost first, with the number of its line in the text. Blanks separate them."""
    lines = enumerate("".join(line.split()) for line in text.split("\n"))
    return [(number, letters) for number, letters in lines if letters]


def columns_of(rows: list[tuple[int, str]]) -> int:
    """The most common length of a row."""
    return Counter(len(letters) for _, letters in rows).most_common(1)[0][0] if rows else 0
