"""Colonial tables, and their throws in one line each."""

from typing import Any

from tests.table import OPEN, Table, Tree, draw, rolls

TALL = "\n".join([". . . . ."] * 12)
FACINGS = {"square": {"n", "e", "s", "w"}, "hex": {"n", "ne", "se", "s", "sw", "nw"}}


def red_to_act(grid: str, rows: str = OPEN, dice: list[int] | None = None, **words: Any) -> Table:
    """A table without guns in range, Red first: the dice are those that follow the initiative."""
    return draw("colonial", rows, dice=[6, 1, *(dice or [])], grid=grid, **words)


def guns_first(grid: str, rows: str = OPEN, dice: list[int] | None = None, **words: Any) -> Table:
    """A table that opens with artillery fire."""
    return draw("colonial", rows, dice=dice, grid=grid, **words)


def terrain(**cells: str) -> str:
    """An open board of six by six, with letters in some cells: terrain(c4="w")."""
    return "\n".join(" ".join(cells.get(f"{column}{row}", ".") for column in "abcdef") for row in (6, 5, 4, 3, 2, 1))


# The clause that each throw must cite.
THROWN_BY = {
    "initiative": "colonial.initiative.roll",
    "activation": "shared.activation",
    "artillery": "colonial.artillery.roll",
    "double-move": "colonial.movement.double",
    "fire": "colonial.fire.dice",
    "close-combat": "colonial.close-combat.roll",
    "hit": "colonial.hits.table",
}


def throws(events: list[Tree], purpose: str) -> list[str]:
    """The throws for one purpose, each as `unit: dice +1 clause = scores, needs 5 (+1 clause): outcomes`."""
    found = rolls(events, purpose)
    assert all(roll["clause"] == THROWN_BY[purpose] for roll in found)
    return [sentence(roll) for roll in found]


def sentence(roll: Tree) -> str:
    who = roll.get("unit", roll["side"])
    modifiers = "".join(f" {row['value']:+} {row['clause']}" for row in roll["modifiers"])
    handicaps = " ".join(f"{row['value']:+} {row['clause']}" for row in roll.get("handicaps", []))
    needs = f", needs {roll['needs']}" if "needs" in roll else ""
    with_handicaps = f" ({handicaps})" if handicaps else ""
    outcomes = f": {numbers(roll['outcomes'])}" if "outcomes" in roll else ""
    return f"{who}: {numbers(roll['dice'])}{modifiers} = {numbers(roll['scores'])}{needs}{with_handicaps}{outcomes}"


def numbers(values: list[Any]) -> str:
    return " ".join(str(value) for value in values)


def happened(events: list[Tree]) -> list[tuple[str, str, str]]:
    """What followed from the throws: event, unit, clause."""
    return [(one["event"], one["unit"], one["clause"]) for one in events if one["event"] != "roll" and "unit" in one]


def reasons(table: Table, verb: str, unit: str, **words: Any) -> list[str]:
    """Why not, in words."""
    return [reason["text"] for reason in table.session.why_not({"do": verb, "unit": unit, **words})]
