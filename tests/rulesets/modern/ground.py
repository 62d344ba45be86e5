"""Modern tables: those that open with artillery fire, those on which Red acts, and their throws in one line each."""

from typing import Any

from tests.rulesets.colonial.drawing import sentence
from tests.table import Table, Tree, draw, rolls

GUNS = {
    "heavy-artillery": 12,
    "medium-artillery": 10,
    "field-artillery": 8,
    "mountain-artillery": 6,
    "infantry-gun": 4,
    "anti-tank-gun": 4,
    "anti-aircraft-gun": 4,
}
INDIRECT = ["heavy-artillery", "medium-artillery", "field-artillery", "mountain-artillery", "infantry-gun"]
DIRECT_ONLY = ["anti-tank-gun", "anti-aircraft-gun"]
GROUND_TYPES = [
    "infantry",
    "infantry-anti-tank",
    "engineers",
    "dismounted-cavalry",
    "mounted-cavalry",
    "machine-gun",
    "mortar",
    *GUNS,
    "armoured-car",
    "light-tank",
    "tank",
    "assault-gun",
    "self-propelled-artillery",
    "half-track",
    "truck",
    "horse-transport",
    "spotter",
    "commander",
]
FACINGS = {"square": {"n", "e", "s", "w"}, "hex": {"n", "ne", "se", "s", "sw", "nw"}}
EAST = {"square": "e", "hex": "ne"}  # from column c to the cell of column d in the same row
WEST = {"square": "w", "hex": "nw"}


def board(columns: int = 6, rows: int = 6, /, **cells: str) -> str:
    """An open board, with letters in some cells: board(c4="w")."""
    names = "abcdefghijkl"[:columns]
    lines = range(rows, 0, -1)
    return "\n".join(" ".join(cells.get(f"{column}{row}", ".") for column in names) for row in lines)


def guns_first(grid: str, rows: str = board(), dice: list[int] | None = None, **words: Any) -> Table:
    """A table that opens with artillery fire, if there is anything to fire at."""
    return draw("modern", rows, dice=dice, grid=grid, **words)


def red_to_act(grid: str, rows: str = board(), dice: list[int] | None = None, red: Any = None, **words: Any) -> Table:
    """Red acts first, with activations enough: the dice are those that follow. No gun fires before that."""
    lines = red or []
    led = any(line.split()[1] == "commander" for line in lines)
    others = len([line for line in lines if "arrives=" not in line]) - led
    thrown = [6, 1, *[6] * (led + -(-others // 5))]
    table = draw("modern", rows, dice=[*thrown, *(dice or [])], grid=grid, red=lines, **words)
    while table.state["phase"] == "artillery":
        table.play("done")
    assert (table.state["phase"], table.state["decides"]) == ("activation", "red")
    return table


def shot(table: Table, target: str = "c4", unit: str = "r1") -> list[Tree]:
    """A bombardment, and no more of them: everything that follows from it."""
    events = table.play("bombard", unit, target=target)
    while table.state["phase"] == "artillery" and table.state["question"]["asks"] == "what the guns fire at":
        events += table.play("done")
    return events


def landed(events: list[Tree]) -> list[tuple[str, str]]:
    """Each shell that came down: the gun and the cell."""
    return [(one["unit"], one["cell"]) for one in events if one["event"] == "landed"]


# The clause that each throw must cite.
THROWN_BY = {
    "initiative": "modern.initiative.roll",
    "activation": "modern.activation.total",
    "landing": "modern.artillery.scatter",
    "fire": "modern.fire.dice",
    "close-combat": "modern.close-combat.both-roll",
    "hit": "modern.hits.table",
}


def throws(events: list[Tree], purpose: str) -> list[str]:
    """The throws for one purpose, each as `unit: dice +1 clause = scores, needs 5: outcomes`."""
    found = rolls(events, purpose)
    assert all(roll["clause"] == THROWN_BY[purpose] for roll in found)
    return [sentence(roll) for roll in found]
