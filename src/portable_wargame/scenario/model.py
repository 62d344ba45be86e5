"""A scenario, as read from a file that has been checked: plain values, in the words of the format."""

from dataclasses import dataclass, field

# From each edge of the board, the facing across it: that of a side's units, unless the scenario gives another.
ACROSS = {"south": "n", "north": "s", "west": "e", "east": "w"}


@dataclass
class Trigger:
    """What brings a reinforcement on: exactly one of these."""

    enemy_at: list[str] = field(default_factory=list)  # an enemy in any of these cells
    own_at: list[str] = field(default_factory=list)  # a unit of its own side in any of these cells
    units_lost: int = 0  # by its own side
    units_destroyed: int = 0  # of the enemy's


@dataclass
class UnitEntry:
    id: str
    type: str
    name: str = ""
    at: str = ""
    facing: str = ""
    quality: str = "average"
    sp: int = 0  # 0: the unit type's
    weapon: str = ""
    army: str = ""  # "": its side's
    carrying: str = ""
    regular: bool = False
    gun: str = ""
    gas: int = 0
    arrives_turn: int = 0
    arrives_edge: str = ""
    arrives_cells: list[str] = field(default_factory=list)  # in place of the edge
    arrives_roll: int = 0  # the score it needs to come; 0: it comes without a die
    arrives_when: Trigger | None = None
    arrives_group: str = ""  # one die is thrown for the whole group
    zone: list[str] = field(default_factory=list)  # where it may be placed; none: where its side may
    hidden: bool = False  # its place is secret until it is found, or acts

    def arrives_as(self, other: "UnitEntry") -> None:
        """Comes on when and where the other does, or not at all."""
        self.arrives_turn, self.arrives_edge = other.arrives_turn, other.arrives_edge
        self.arrives_cells, self.arrives_roll = list(other.arrives_cells), other.arrives_roll
        self.arrives_when, self.arrives_group = other.arrives_when, other.arrives_group


@dataclass
class Flag:
    """`pattern` is one of checking.names.PATTERNS."""

    pattern: str
    colours: list[str]


@dataclass
class SideEntry:
    id: str
    name: str
    edge: str
    army: str = ""
    units: list[UnitEntry] = field(default_factory=list)
    briefing: str = ""  # what this side is told before the battle
    colour: str = ""  # "#rrggbb"
    flag: Flag | None = None
    zone: list[str] = field(default_factory=list)  # where its units may be placed, in place of the book's rows
    dummies: int = 0  # counters with nothing under them


@dataclass
class VictoryEntry:
    """One condition; `kind` is one of battle.objectives."""

    side: str
    kind: str
    at_turn: int = 0
    cells: list[str] = field(default_factory=list)
    edge: str = ""
    amount: int = 0  # units, SP or points; of cells to hold, how many of them: 0 for all
    degree: str = ""  # of victory: one of battle.objectives.DEGREES, or none


@dataclass
class ScoreEntry:
    """What brings a side points; `kind` is one of battle.objectives."""

    side: str
    kind: str
    points: int
    cells: list[str] = field(default_factory=list)
    edge: str = ""
    each_turn: bool = False  # cells held count at the end of every turn, not only at the end of the battle


@dataclass
class Label:
    """Free lettering on the map, running to another cell if it names one."""

    text: str
    at: str
    to: str = ""


@dataclass
class Scenario:
    """A battle before it begins. Its fields are the keys of a scenario file (docs/formats.md), with `_` for `-`; `map`
    and `legend` have become `features`, by cell, a1 first."""

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
    turns: int = 0  # 0: it sets no limit
    historical: bool = False
    campaign: bool = False
    names: dict[str, str] = field(default_factory=dict)  # by cell: what the place is called
    victory: list[VictoryEntry] = field(default_factory=list)
    points: list[ScoreEntry] = field(default_factory=list)
    degrees: dict[str, int] = field(default_factory=dict)  # by degree of victory: how many points ahead it takes
    secret_deployment: bool = False
    labels: list[Label] = field(default_factory=list)
    author: str = ""
    date: str = ""  # the battle's, in its author's words
    source: str = ""
    notes: str = ""  # the designer's
    book: str = ""  # the canonical text of the book, if it is made from data: the scenario takes it along
    edition: int = 0  # of the book, if it is an earlier one: a record says which edition it was played by

    def __repr__(self) -> str:
        cells = "hexes" if self.grid == "hex" else "squares"
        units = " against ".join(str(len(side.units)) for side in self.sides)
        return f"<Scenario: {self.title}, {self.ruleset}, {self.columns} by {self.rows} {cells}, {units} units>"
