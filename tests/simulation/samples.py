"""Small battles whose outcome is known beforehand."""

from portable_wargame.scenario.model import Scenario
from portable_wargame.scenario.reading import read
from portable_wargame.simulation.trials.trial import Trial

MIRROR = """
format = "portable-wargame/scenario/1"
title = "Mirror"
ruleset = "classic"
grid = "square"
turns = 4

[map]
rows = '''
. . . . .
. w . . .
. . . . .
. . . . .
. . . w .
. . . . .
'''

[[sides]]
id = "north"
edge = "north"
units = [
  {id = "n1", type = "infantry", at = "d5"}, {id = "n2", type = "infantry", at = "c5"},
  {id = "n3", type = "artillery", at = "b6"},
]

[[sides]]
id = "south"
edge = "south"
units = [
  {id = "s1", type = "infantry", at = "b2"}, {id = "s2", type = "infantry", at = "c2"},
  {id = "s3", type = "artillery", at = "d1"},
]
"""

# The gun fires once. The odds: nothing, a strength point, or a retreat if its victim so chooses, a third each; there
# is room to retreat, so the gun wins a third of the battles and the rest are drawn.
ONE_SHOT = """
format = "portable-wargame/scenario/1"
title = "One Shot"
ruleset = "classic"
grid = "square"
turns = 1

[map]
rows = '''
~ . ~
~ ~ ~
. . .
. . .
. . .
'''

[[sides]]
id = "red"
edge = "south"
units = [{id = "r1", type = "artillery", at = "b2"}]

[[sides]]
id = "blue"
edge = "north"
units = [{id = "b1", type = "transport", at = "b5"}]
"""


def mirror() -> Scenario:
    return read(MIRROR)


def one_shot() -> Scenario:
    return read(ONE_SHOT)


def quick(seed: int = 1) -> Trial:
    """Battles of a few hundredths of a second."""
    return Trial(mirror(), ("recruit", "recruit"), seed)
