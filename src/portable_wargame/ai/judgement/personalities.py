"""Personalities as data: how much a commander cares about each aspect of a position."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Personality:
    name: str
    words: str  # what it does
    losses: float = 1.6  # own losses, against 1 for the enemy's
    danger: float = 0.9  # what the enemy may do to a unit where it stands
    goal: float = 0.2  # a step nearer to what the scenario asks for
    hold: float = 3.0  # standing on it
    haste: float = 0.05  # how much of that counts while there is plenty of time
    approach: float = 0.02  # a step nearer to the enemy
    support: float = 0.05  # the same once the fight has begun
    keenness: float = 1.4  # what a blow costs the enemy, against what places are worth
    charge: float = 0.6  # a move into a fight: an enemy who is beaten there is no longer a danger
    fire: float = 0.5  # a shot in hand, against what moving may lead to
    threat: float = 0.6  # what a unit may do next turn from where it stands
    attacked: float = 0.3  # share of danger: the worst close combat that the enemy may begin
    shot_at: float = 0.45  # how likely a unit within reach is to be the target
    shot_at_after_move: float = 0.25
    caution: float = 1.0  # whether losses weigh more the nearer defeat is: 0, not at all; 1, as they should
    shared: float = 0.5  # share of danger: how far each enemy fires only once, at its best target
    finish: float = 0.5  # how much more an enemy loss counts when a few more would win
    foresight: float = 1.0  # whether objectives count by who would win if the battle ended now: 0, not at all
    outlook: float = 1.0  # whether a side that loses by waiting attacks while there is time: 0, not at all
    volley: float = 0.5  # how far shots come before moves and fights
    settled: float = 0.1  # what a move must gain, to stop pointless shuffling
    company: float = 0.0  # a friend close by: an army stays together
    spared: float = 1.8  # strength does not come back; ground may be retaken
    by_the_guns: float = 0.0  # the Commander beside a gun
    forward: float = 0.0  # in deployment, a cell nearer to the enemy


STEADY: Final = Personality("steady", "plays the position")
CAUTIOUS: Final = Personality("cautious", "spares its own units", losses=2.3, danger=1.1, goal=0.25)
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
    "objective-minded", "goes for the objectives", danger=0.35, goal=0.9, haste=0.4, hold=5.0
)
HEADLONG: Final = Personality(
    "headlong",
    "attacks at once",
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
    outlook=0.0,
    volley=0.0,
    settled=0.0,
    company=0.0,
)
# Commanders with a name: a temper, a habit of deployment, and a quirk.
BRANDT: Final = Personality(
    "brandt",
    "General Brandt, a gunner: never far from his guns, and in no hurry",
    danger=1.0,
    approach=0.01,
    by_the_guns=1.2,
    forward=-0.05,
)
HAZARD: Final = Personality(
    "hazard",
    "Colonel Hazard, a gambler: deploys well forward, and throws everything in when he is behind",
    losses=1.3,
    caution=0.5,
    approach=0.06,
    outlook=1.6,
    forward=0.15,
)
MARROW: Final = Personality(
    "marrow",
    "Old Marrow, a miser: deploys far back, hoards his men, and keeps them close together",
    losses=2.2,
    danger=1.1,
    company=0.15,
    forward=-0.15,
)
REYES: Final = Personality(
    "reyes",
    "Captain Reyes, a sapper's daughter: straight for the ground that counts, and hard to move off it",
    danger=0.6,
    goal=0.6,
    haste=0.25,
    hold=4.5,
    forward=0.1,
)
PERSONALITIES: Final = {
    one.name: one for one in (STEADY, CAUTIOUS, BOLD, OBJECTIVE_MINDED, HEADLONG, BRANDT, HAZARD, MARROW, REYES)
}
