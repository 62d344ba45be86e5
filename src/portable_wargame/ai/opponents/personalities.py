"""Personalities as data: how much a commander minds each thing that a position has about it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Personality:
    name: str
    words: str  # what it does
    losses: float = 1.6  # own losses, against 1 for the enemy's
    danger: float = 0.9  # what the enemy may do to a unit where it stands
    goal: float = 0.3  # a step nearer to what the scenario asks for
    hold: float = 3.0  # standing on it
    haste: float = 0.05  # what of that counts while there is time enough
    approach: float = 0.02  # a step nearer to the enemy
    support: float = 0.05  # the same once the fight has begun
    fire: float = 0.5  # a shot in hand, over what may come of moving
    threat: float = 0.6  # what a unit may do next turn from where it stands
    attacked: float = 0.3  # of danger: the worst close combat that the enemy may begin
    shot_at: float = 0.45  # how likely a unit within reach is the one that is shot at
    shot_at_after_move: float = 0.25
    caution: float = 1.0  # whether losses weigh more the nearer defeat is: 0, not at all; 1, as they should
    shared: float = 0.5  # of danger: how far the enemy's fire is spent once, on the best target he has
    finish: float = 0.5  # how much more an enemy loss counts when few more beat him
    foresight: float = 1.0  # whether objectives count by who wins if the battle ended so: 0, not at all
    volley: float = 0.5  # shots come before moves and fights
    settled: float = 0.1  # what a move must gain: who shifts about gains nothing
    company: float = 0.05  # a friend close by: an army stays together
    spared: float = 1.8  # strength does not come back; ground may be taken again


STEADY: Final = Personality("steady", "as the position asks")
CAUTIOUS: Final = Personality("cautious", "spares his own units", losses=2.3, danger=1.1, goal=0.25)
BOLD: Final = Personality(
    "bold",
    "goes for the enemy",
    losses=0.8,
    danger=0.25,
    goal=0.5,
    haste=0.5,
    approach=0.25,
    support=0.25,
    threat=0.5,
)
OBJECTIVE_MINDED: Final = Personality(
    "objective-minded", "goes for what the scenario asks", danger=0.35, goal=0.9, haste=0.4, hold=5.0
)
HEADLONG: Final = Personality(
    "headlong",
    "does not wait",
    losses=1.0,
    danger=0.5,
    goal=0.45,
    haste=1.0,
    approach=0.12,
    support=0.12,
    threat=0.5,
    caution=0.0,
    shared=0.0,
    finish=0.0,
    foresight=0.0,
    volley=0.0,
    settled=0.0,
    company=0.0,
)
PERSONALITIES: Final = {one.name: one for one in (STEADY, CAUTIOUS, BOLD, OBJECTIVE_MINDED, HEADLONG)}
