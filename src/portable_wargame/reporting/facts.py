"""The facts of a battle: plain values to make the story from, and nothing invented."""

from dataclasses import dataclass, field

FIRE, GUNS, COMBAT, BOMBS, MINES, GAS, MISHAP = "fire", "guns", "combat", "bombs", "mines", "gas", "mishap"

LOST, RETREATED, DESTROYED, PINNED, ADVANCED = "lost", "retreated", "destroyed", "pinned", "advanced"


@dataclass
class Consequence:
    """What an attack did to a unit. `cell` is where it stood, `to` where it went."""

    kind: str
    unit: int
    cell: int
    to: int = -1
    points: int = 0  # the strength lost; in a book without strength points, 1 for a unit


@dataclass
class Blow:
    """An attack: who made it, how, on which cell, and everything that followed. Mines and gas belong to nobody."""

    how: str
    side: int
    attackers: list[int]
    cell: int
    targets: list[int] = field(default_factory=list)  # the enemies in the cell
    consequences: list[Consequence] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)  # where each attacker stood

    def suffered(self, kind: str) -> list[Consequence]:
        return [one for one in self.consequences if one.kind == kind]


@dataclass
class Turn:
    number: int
    first: int = -1  # the side that acted first
    blows: list[Blow] = field(default_factory=list)
    shots: int = 0  # every shot fired, whether it told or not
    arrived: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    exhausted: list[int] = field(default_factory=list)
    rulings: list[str] = field(default_factory=list)  # the umpire's rulings, in words
    moved: dict[int, tuple[int, int]] = field(default_factory=dict)  # by unit, from where to where
    lost: list[int] = field(default_factory=lambda: [0, 0])  # by side, strength points or units
    nearer: list[float] = field(default_factory=lambda: [0.0, 0.0])  # by side, how much closer it came, in cells
    holders: dict[int, int] = field(default_factory=dict)  # by objective, the side in it as the turn ended; -1: nobody
    chance: float = 0.5  # the first side's chance, as the turn ended


@dataclass
class Ending:
    winner: int  # -1: nobody
    reason: str
    turn: int


@dataclass
class Luck:
    """Hits suffered beyond what the odds led you to expect, by side."""

    suffered: list[float]
    expected: list[float]
