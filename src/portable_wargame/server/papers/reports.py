"""The report of a battle, for the page: told block by block, and written as the player has edited it.

Pictures and tables are the program's own and only named by their number when they come back: what a page sends is words
and photographs.
"""

import io
import zipfile
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from ...game.errors import Refusal
from ...record.reading import Record, parse_record
from ...reporting.animation import animated
from ...reporting.editing import photo
from ...reporting.following import story_of
from ...reporting.report import Block, Picture, Report, Section, Table, report_of
from ...reporting.writing import as_markdown, as_page
from ...rulesets.books import clauses_of
from ...rulesets.ledger import speaking_of
from ..wire.documents import Wanted
from ..wire.messages import Told

LARGEST = 60_000_000  # bytes of an edited report, photographs and all
MOST_BLOCKS = 400
STEM = "picture"
ZIPPED = b"PK"  # how a ZIP file begins
Sent = TypeVar("Sent", bound=Wanted)

Line = Annotated[str, Meta(max_length=500)]
Words = Annotated[str, Meta(max_length=20_000)]


class ReportBlock(Told):
    """A paragraph, a picture or a table of a report. `number` counts the pictures, or the tables, from 0."""

    kind: Literal["text", "picture", "table"]
    number: int = 0
    # Of a paragraph: its words, with **bold** headings; of a picture: its caption.
    text: str = ""
    svg: str = ""
    columns: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)


class ReportSection(Told):
    heading: str
    blocks: list[ReportBlock]


class ReportTold(Told):
    """`GET /api/games/ID/report`."""

    title: str
    under: str
    # The turns that the animation can show.
    turns: int
    sections: list[ReportSection]


class KeptBlock(Wanted):
    """A paragraph with its words, a picture with its caption, a table, or a photograph (`data:image/...`)."""

    kind: Literal["text", "picture", "table", "photo"]
    number: Annotated[int, Meta(ge=0, le=1000)] = 0
    text: Words = ""
    data: str = ""


class KeptSection(Wanted):
    heading: Line
    blocks: Annotated[list[KeptBlock], Meta(max_length=MOST_BLOCKS)]


class ReportWanted(Wanted):
    """`POST /api/games/ID/report`: the report as the player would have it: a page, or a ZIP file with Markdown and
    its pictures."""

    title: Line
    under: Line
    sections: Annotated[list[KeptSection], Meta(max_length=20)]
    form: Literal["page", "markdown"] = "page"


class ReportAsked(Struct):
    """A question to a worker: a record, and what to make of it."""

    record: str
    what: Literal["told", "written", "animated"]
    first: int = 1
    last: int = 0


def answered(asked: ReportAsked, body: bytes = b"") -> bytes:
    """`body` is a `ReportWanted`, as it was sent."""
    record = parse_record(asked.record, "the record")
    with speaking_of(clauses_of(record.scenario.book)):
        return of_record(record, asked, body)


def of_record(record: Record, asked: ReportAsked, body: bytes) -> bytes:
    if asked.what == "animated":
        return moving(record, asked.first, asked.last)
    report = report_of(record)
    if asked.what == "told":
        return msgspec.json.encode(told(report, record))
    wanted = read_wanted(body, ReportWanted)
    edited = as_wanted(report, wanted)
    return as_page(edited).encode() if wanted.form == "page" else zipped(edited)


def read_wanted(body: bytes, shape: type[Sent]) -> Sent:
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.MsgspecError, RecursionError, ValueError) as problem:
        raise Refusal(f"that is not what this address takes: {problem}") from None


def moving(record: Record, first: int, last: int) -> bytes:
    story = story_of(record)
    if not story.turns:
        raise Refusal("nothing has happened in this battle yet")
    return animated(story, record.scenario.title, first, last).encode()


def told(report: Report, record: Record) -> ReportTold:
    pictures = tables = 0
    sections = []
    for section in report.sections:
        blocks = []
        for block in section.blocks:
            if isinstance(block, Picture):
                blocks.append(ReportBlock(kind="picture", number=pictures, text=block.caption, svg=block.svg))
                pictures += 1
            elif isinstance(block, Table):
                rows = [list(row) for row in block.rows]
                blocks.append(ReportBlock(kind="table", number=tables, columns=list(block.columns), rows=rows))
                tables += 1
            elif isinstance(block, str):
                blocks.append(ReportBlock(kind="text", text=block))
        sections.append(ReportSection(heading=section.heading, blocks=blocks))
    return ReportTold(title=report.title, under=report.under, turns=last_turn(record), sections=sections)


def last_turn(record: Record) -> int:
    return max((event["turn"] for line in record.lines for event in line.events if event["event"] == "turn"), default=0)


def as_wanted(report: Report, wanted: ReportWanted) -> Report:
    pictures = [block for section in report.sections for block in section.blocks if isinstance(block, Picture)]
    tables = [block for section in report.sections for block in section.blocks if isinstance(block, Table)]

    def kept(block: KeptBlock) -> Block:
        if block.kind == "text":
            return block.text
        if block.kind == "photo":
            return photo(block.data, block.text)
        rows = pictures if block.kind == "picture" else tables
        if block.number >= len(rows):
            raise Refusal(f"this report has no {block.kind} {block.number}")
        found = rows[block.number]
        return Picture(found.svg, block.text) if isinstance(found, Picture) else found

    sections = tuple(Section(one.heading, tuple(kept(block) for block in one.blocks)) for one in wanted.sections)
    return Report(wanted.title, wanted.under, sections)


def zipped(report: Report) -> bytes:
    text, files = as_markdown(report, STEM)
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("report.md", text)
        for name, content in files.items():
            archive.writestr(name, content)
    return sink.getvalue()
