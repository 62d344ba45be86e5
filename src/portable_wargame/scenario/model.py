"""A scenario, as read from a file that has been checked: plain values, in the words of the format."""

from dataclasses import dataclass, field

# From each edge of the board, the facing across it: that of a side's units, unless the scenario says another.
ACROSS = {"south": "n", "north": "s", "west": "e", "east": "w"}


@dataclass
class UnitEntry:
    id: str
    type: str
    name: str = ""
    at: str = ""
    facing: str = ""
    quality: str = "average"
    sp: int = 0  # 0: as the unit type
    weapon: str = ""
    army: str = ""  # "": as its side
    carrying: str = ""
    regular: bool = False
    gun: str = ""
    gas: int = 0
    arrives_turn: int = 0
    arrives_edge: str = ""


@dataclass
class SideEntry:
    id: str
    name: str
    edge: str
    army: str = ""
    units: list[UnitEntry] = field(default_factory=list)
    briefing: str = ""  # what this side is told before the battle


@dataclass
class VictoryEntry:
    """One condition; `kind` is one of battle.objectives."""

    side: str
    kind: str
    at_turn: int = 0
    cells: list[str] = field(default_factory=list)
    edge: str = ""
    amount: int = 0


@dataclass
class Scenario:
    title: str
    ruleset: str
    grid: str
    columns: int
    rows: int
    features: list[list[str]]  # by cell, a1 first, along the rows: the names of its features
    sides: list[SideEntry]
    about: str = ""
    options: list[str] = field(default_factory=list)
    house_rules: dict[str, str] = field(default_factory=dict)
    turns: int = 0  # 0: no limit of its own
    historical: bool = False
    campaign: bool = False
    victory: list[VictoryEntry] = field(default_factory=list)
    edition: int = 0  # of the book, if it is an earlier one: a record says by which it was played
