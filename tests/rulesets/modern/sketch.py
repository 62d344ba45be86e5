"""Tables for the special and optional rules of the modern book, and what is read off them."""

from typing import Any

import pytest

from portable_wargame.scenario.reading import BadScenario, read_tree
from tests.table import OPEN, Table, Tree, draw, rolls, scenario

# A turn in which nobody shoots: initiative to Red, and one activation die for each side.
QUIET = [6, 1, 6, 6]

Throw = tuple[str, list[int], dict[str, int], list[int], list[str], str]


def red_acts(grid: str, rows: str = OPEN, dice: list[int] | None = None, **words: Any) -> Table:
    """Red first, with activations enough for all: the dice are those that follow. At most five units, no Commander.
    Guns hold their fire."""
    return _acts([6, 1, 6, *(dice or [])], grid, rows, **words)


def blue_acts(grid: str, rows: str = OPEN, dice: list[int] | None = None, **words: Any) -> Table:
    return _acts([1, 6, 6, *(dice or [])], grid, rows, **words)


def _acts(dice: list[int], grid: str, rows: str, **words: Any) -> Table:
    table = draw("modern", rows, dice=dice, grid=grid, **words)
    while table.state["phase"] == "artillery":
        table.play("done")
    return table


def guns_first(grid: str, rows: str = OPEN, dice: list[int] | None = None, **words: Any) -> Table:
    """A table that opens with artillery fire."""
    return draw("modern", rows, dice=dice, grid=grid, **words)


def terrain(**cells: str) -> str:
    """An open board of six by six, with letters in some cells: terrain(c4="w")."""
    return ground(6, 6, **cells)


def ground(columns: int, rows: int, **cells: str) -> str:
    names = "abcdefghijklmnopqrstuvwxyz"[:columns]
    return "\n".join(" ".join(cells.get(f"{column}{row}", ".") for column in names) for row in range(rows, 0, -1))


def state(table: Table, name: str) -> Tree:
    """The state of a unit that is still in play."""
    found = table.unit(name)
    assert found is not None
    return found


def throws(events: list[Tree], purpose: str) -> list[Throw]:
    """The throws for a purpose: who, dice, what each clause added, scores, outcomes, and the clause of the table."""
    return [
        (
            roll.get("unit", ""),
            roll["dice"],
            {row["clause"]: row["value"] for row in roll["modifiers"]},
            roll["scores"],
            roll.get("outcomes", []),
            roll["clause"],
        )
        for roll in rolls(events, purpose)
    ]


def hit_dice(events: list[Tree]) -> list[tuple[str, int]]:
    """Who threw for a hit, and what."""
    return [(roll["unit"], roll["dice"][0]) for roll in rolls(events, "hit")]


def problems(grid: str, **words: Any) -> list[str]:
    """The clauses of what is wrong with a scenario; none if nothing is."""
    try:
        read_tree(scenario("modern", grid=grid, **words))
    except BadScenario as bad:
        return [problem.clause for problem in bad.problems]
    return []


def refusal(grid: str, **words: Any) -> str:
    """What is said of a scenario with one mistake."""
    with pytest.raises(BadScenario) as raised:
        read_tree(scenario("modern", grid=grid, **words))
    assert len(raised.value.problems) == 1
    return raised.value.problems[0].sentence()


def quiet_turns(table: Table, number: int) -> list[Tree]:
    """Let turns go by in which both sides do nothing more."""
    events: list[Tree] = []
    for _ in range(number):
        events += table.next_turn()
    return events
