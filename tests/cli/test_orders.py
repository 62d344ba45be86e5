"""What is typed at the terminal, as an action: no word of it is passed over."""

from typing import Any

import pytest

from portable_wargame.cli.playing.orders import NotUnderstood, read_order
from tests.table import Table, draw


@pytest.fixture(scope="module")
def table() -> Table:
    red = ["r1 infantry a1 n", "r2 field-artillery b1 n gas=1", "r3 truck c1 n"]
    return draw("modern", options=["gas"], red=red, blue=["b1 infantry b4 s"])


ORDERS: dict[str, dict[str, Any]] = {
    "r2 f b4": {"do": "bombard", "unit": "r2", "target": "b4"},
    "r2 f b4 gas": {"do": "bombard", "unit": "r2", "target": "b4", "gas": True},
    "R2 F B4 AIR": {"do": "bombard", "unit": "r2", "target": "b4", "air": True},
    "r1 x b4 b1": {"do": "fight", "unit": "r1", "target": "b4", "opponent": "b1"},
    "r1 lay-wire": {"do": "work", "unit": "r1", "task": "lay-wire"},
    "r1 clear-mines a2": {"do": "work", "unit": "r1", "task": "clear-mines", "target": "a2"},
    "r1 work clear-wire a2": {"do": "work", "unit": "r1", "task": "clear-wire", "target": "a2"},
    "r3 load r2": {"do": "load", "unit": "r3", "cargo": "r2"},
    "r1 mount": {"do": "mount", "unit": "r1"},
    "r1 unpin": {"do": "unpin", "unit": "r1"},
}


@pytest.mark.parametrize("typed", ORDERS)
def test_an_order_is_read_whole(table: Table, typed: str) -> None:
    assert read_order(table.session, typed) == ORDERS[typed]


@pytest.mark.parametrize("typed", ["r2 f b4 b5", "r1 x b4 b1 b1", "r3 load r2 r1", "r1 lay-wire a2 a3", "r1 mount up"])
def test_words_too_many_are_refused(table: Table, typed: str) -> None:
    with pytest.raises(NotUnderstood):
        read_order(table.session, typed)


def test_a_cell_is_a_cell_though_a_unit_has_its_name_in_capitals() -> None:
    table = draw("classic", red=["r1 infantry a1 n", "A2 infantry c1 n"], blue=["b1 infantry b6 s"])
    assert read_order(table.session, "r1 a2")["path"] == ["a2"]
    assert read_order(table.session, "A2 c2")["unit"] == "A2"
