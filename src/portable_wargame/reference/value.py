"""What a quick reference is made of: headings, tables and lines, each with the clauses it comes from."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One rule in a few words, with its figure in front if it has one: "+1", "5+"."""

    words: str
    clauses: tuple[str, ...] = ()
    figure: str = ""
    lead: str = ""  # what the words are about: "No fire if"


@dataclass(frozen=True)
class Row:
    cells: tuple[str, ...]
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    title: str = ""


Part = Line | Table


@dataclass(frozen=True)
class Section:
    heading: str
    parts: tuple[Part, ...]
    wide: bool = False  # its table needs the whole width of a page


@dataclass(frozen=True)
class QuickReference:
    title: str
    sections: tuple[Section, ...]

    def section(self, heading: str) -> Section | None:
        return next((section for section in self.sections if section.heading == heading), None)
