"""Locating: from a path in a scenario's tree to the line of its text, for TOML and for JSON.

A scanner of positions only. It is given text that its parser has already accepted, so it need not look for mistakes; it
follows keys, tables, arrays and strings, and skips every other value.
"""

import re
from bisect import bisect_right

from .problems import Path

BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
SCALAR = re.compile(r"[^,\]}#\n]*")
PLAIN = {'"': re.compile(r'[^"\\\n]+'), "'": re.compile(r"[^'\n]+")}
LINE_ENDING_BACKSLASH = re.compile(r"\\[ \t\r]*\n\s*")
ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}
CODE_LENGTH = {"u": 4, "U": 8, "x": 2}
# No problem lies deeper; following longer keys would take time that grows with their square.
DEEPEST = 8


class Lines:
    """The line of every key, table and entry of a text."""

    def __init__(self) -> None:
        self.line: dict[Path, int] = {(): 1}
        self.inside: dict[Path, list[int]] = {}  # for text of several lines, the line on which each of them stands
        self.repeated: list[tuple[Path, int]] = []  # keys given twice in one table, which JSON lets pass

    def of(self, path: Path) -> int:
        """The line of a path or, if the text does not contain it, of the nearest path around it."""
        row = path[-1] if path else None
        rows = self.inside.get(path[:-1])
        if rows and isinstance(row, int):
            return rows[min(row, len(rows) - 1)]
        while path not in self.line:
            path = path[:-1]
        return self.line[path]


def toml_lines(text: str) -> Lines:
    scanner = Scanner(text)
    scanner.document()
    return scanner.lines


def json_lines(text: str) -> Lines:
    scanner = Scanner(text)
    scanner.skip_blanks()
    scanner.value(())
    return scanner.lines


class Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines = Lines()
        self.tables_in: dict[Path, int] = {}  # how many tables each array of tables has so far
        self.ends = [match.start() for match in re.finditer("\n", text)]

    def line(self) -> int:
        return bisect_right(self.ends, self.at - 1) + 1

    def skip_blanks(self) -> None:
        match = BLANK.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def sees(self, token: str) -> bool:
        return self.text.startswith(token, self.at)

    # -- TOML: headers and statements

    def document(self) -> None:
        table: Path = ()
        self.skip_blanks()
        while self.at < len(self.text):
            table = self._header() if self.sees("[") else self._statement(table)
            self.skip_blanks()

    def _header(self) -> Path:
        line = self.line()
        is_array = self.sees("[[")
        self.at += 2 if is_array else 1
        parts = self.keys("]")[:DEEPEST]
        self.at += 2 if is_array else 1
        path: Path = ()
        for number, part in enumerate(parts):
            path = (*path, part)
            self.lines.line.setdefault(path, line)
            if is_array and number == len(parts) - 1:
                self.tables_in[path] = self.tables_in.get(path, 0) + 1
            if path in self.tables_in:
                path = (*path, self.tables_in[path] - 1)
                self.lines.line.setdefault(path, line)
        return path

    def _statement(self, table: Path) -> Path:
        self._pair(table, "=")
        return table

    def _pair(self, table: Path, sign: str) -> None:
        line = self.line()
        path = table
        for part in self.keys(sign)[:DEEPEST]:
            path = (*path, part)
            if path in self.lines.line and sign == ":":
                self.lines.repeated.append((path, line))
            self.lines.line.setdefault(path, line)
        self.at += 1
        self.skip_blanks()
        self.value(path)

    def keys(self, end: str) -> list[str]:
        """The parts of a key up to `end`, which is left standing."""
        parts: list[str] = []
        while True:
            self.skip_blanks()
            if self.at >= len(self.text) or self.sees(end):
                return parts
            if self.sees("."):
                self.at += 1
            elif self.text[self.at] in PLAIN:
                parts.append(self.string()[0])
            else:
                match = BARE_KEY.match(self.text, self.at)
                self.at = match.end() if match else len(self.text)
                parts.append(match[0] if match else "")

    # -- values, alike in TOML and JSON

    def value(self, path: Path) -> None:
        if self.sees("["):
            self._array(path)
        elif self.sees("{"):
            self._table(path)
        elif self.text[self.at : self.at + 1] in PLAIN:
            _, lines = self.string()
            if len(lines) > 1:
                self.lines.inside[path] = lines
        else:
            match = SCALAR.match(self.text, self.at)
            assert match is not None
            self.at = match.end()

    def _array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while not self._closes("]"):
            self.lines.line.setdefault((*path, index), self.line())
            self.value((*path, index))
            index += 1

    def _table(self, path: Path) -> None:
        self.at += 1
        while not self._closes("}"):
            start = self.at
            # JSON's keys are never dotted: what follows the closing quote tells the two apart.
            if self.text[self.at] in PLAIN:
                self.string()
            self.skip_blanks()
            sign = ":" if self.sees(":") else "="
            self.at = start
            self._pair(path, sign)

    def _closes(self, bracket: str) -> bool:
        """Skip to the next entry, or past the closing bracket."""
        self.skip_blanks()
        if self.sees(","):
            self.at += 1
            self.skip_blanks()
        if self.at >= len(self.text) or self.sees(bracket):
            self.at += 1
            return True
        return False

    # -- strings

    def string(self) -> tuple[str, list[int]]:
        """A string of any kind: what it says, and the line on which each of its own lines stands."""
        quote = self.text[self.at]
        fence = quote * 3 if self.sees(quote * 3) else quote
        self.at += len(fence)
        if len(fence) == 3:
            if self.sees("\r\n"):
                self.at += 2
            elif self.sees("\n"):
                self.at += 1
        said: list[str] = []
        lines = [self.line()]
        while self.at < len(self.text) and not self._ends(fence):
            piece = self._piece(quote)
            if piece == "\n":
                lines.append(self.line())
            said.append(piece)
        self.at += len(fence)
        return "".join(said), lines

    def _ends(self, fence: str) -> bool:
        """At the closing quotes; up to two more of them right before a closing fence belong to the text."""
        return self.sees(fence) and not (len(fence) == 3 and self.sees(fence + fence[0]))

    def _piece(self, quote: str) -> str:
        """A run of plain characters, one escape, or one other character."""
        match = PLAIN[quote].match(self.text, self.at)
        if match is not None:
            self.at = match.end()
            return match[0]
        if quote == '"' and self.sees("\\"):
            return self._escape()
        self.at += 1
        return self.text[self.at - 1]

    def _escape(self) -> str:
        ending = LINE_ENDING_BACKSLASH.match(self.text, self.at)
        if ending is not None:
            self.at = ending.end()
            return ""
        letter = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        length = CODE_LENGTH.get(letter, 0)
        if length:
            self.at += length
            return chr(int(self.text[self.at - length : self.at], 16))
        return ESCAPES.get(letter, letter)
