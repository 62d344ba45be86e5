"""Records that a visitor uploads: a worker checks them before they are opened."""

from ...record.lines import Start
from ...record.reading import BadRecord, Record, parse_record, replay
from ...record.verifying import verify
from ...scenario.checking.schema import visible
from .match import weight_of

MOST_LINES = 20_000
MOST_REMEMBERED = 60_000  # steps of ordinary boards: one record plus the games where its visitor sits


def looked_through(text: str) -> Record:
    if text.count("\n") > MOST_LINES:
        raise BadRecord(f"the record has more than {MOST_LINES} lines: `pw verify` and `pw replay` have no such limit")
    record = parse_record(text, "the record")
    size = record.scenario.columns * record.scenario.rows
    weight = weight_of(size, sum(len(side.units) for side in record.scenario.sides))
    if len(record.lines) * weight > MOST_REMEMBERED:
        lines = len(record.lines)
        raise BadRecord(f"the record has {lines} lines, too many for so large a board: `pw replay` shows it")
    if visible(record.header["scenario"]) != record.header["scenario"]:
        raise BadRecord("its names contain invisible characters; `pw replay` shows the record")
    first = next(replay(record), None)
    if first is None or not isinstance(first.line, Start):
        raise BadRecord("the record ends before the battle begins")
    verify(record)
    return record
