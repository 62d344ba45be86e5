"""A table that is opened in a spreadsheet runs nothing."""

import csv
import io

import pytest

from portable_wargame.simulation.spreadsheet import write_row


def read_back(*cells: object) -> list[str]:
    sink = io.StringIO(newline="")
    write_row(sink, cells)
    return next(csv.reader(io.StringIO(sink.getvalue(), newline="")))


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-cmd", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("x")', "\uff1d1", "\n=1", " =1"]
)
def test_text_that_looks_like_a_formula_is_quoted(text: str) -> None:
    assert read_back("a", text) == ["a", f"'{text}"]


def test_numbers_and_plain_text_stay_as_they_are() -> None:
    assert read_back(-3, -0.25, "Red, or 1=1", "") == ["-3", "-0.25", "Red, or 1=1", ""]
