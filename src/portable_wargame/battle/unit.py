"""Unit types, and the words for what a unit has done this turn."""

from dataclasses import dataclass

# Arms, one bit each: what a rule may ask of a unit type.
INFANTRY = 1
CAVALRY = 2
ARTILLERY = 4
TRANSPORT = 8
COMMANDER = 16
MACHINE_GUN = 32
MORTAR = 64
ENGINEERS = 128
SPOTTER = 256
TANK = 512
ARMOURED = 1024  # other vehicles that wire does not stop
AIRCRAFT = 2048
REGULAR = 4096
MOUNTED = 8192

CANNOT_MOVE = -1

ELITE = 0
AVERAGE = 1
POOR = 2
QUALITIES = ("elite", "average", "poor")

# What a unit has done this turn, one bit each.
ACTIVATED = 1
MOVED = 2
FIRED = 4
FOUGHT = 8
FINISHED = 16
ENTERED = 32  # came onto the board; the rest of its move is still open
TRIED_DOUBLE = 64
MOVED_DOUBLE = 128
ADVANCED = 256
DEEDS = {
    "activated": ACTIVATED,
    "moved": MOVED,
    "fired": FIRED,
    "fought": FOUGHT,
    "finished": FINISHED,
    "entered": ENTERED,
    "tried-double": TRIED_DOUBLE,
    "moved-double": MOVED_DOUBLE,
    "advanced": ADVANCED,
}


@dataclass(frozen=True)
class UnitType:
    """A row of a book's unit tables. A number that a book does not have stays at its default."""

    name: str
    arms: int
    move: int = CANNOT_MOVE  # cells a turn; 0 may still turn on the spot
    strength: int = 0  # strength points
    fire_range: int = 0
    fire_dice: int = 1
    light: bool = False  # small arms and machine guns
    artillery_range: int = 0
    power: int = 0  # close combat, attacked in front
    flank_power: int = 0  # close combat, attacked in flank or rear
    weapons: tuple[str, ...] = ()  # those it may name; the first is the default
    cargo: int = 0  # arms that it may carry or tow
    carriable: bool = True
    anti_aircraft: bool = False
    front_guns: int = 0  # of an aircraft
    rear_guns: int = 0
    strafes: bool = False
    bombs: int = 0
    indirect: bool = False  # artillery that need not see its target
    all_round: bool = False  # fires in every direction
    becomes: str = ""  # the type it is after mounting or dismounting
