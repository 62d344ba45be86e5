"""Small scenarios for the tests, made wrong by replacing a part of their text."""

from portable_wargame.scenario.problems import BadScenario, Problem
from portable_wargame.scenario.reading import read

CLASSIC = """\
format = "portable-wargame/scenario/1"
title = "Sample"
ruleset = "classic"
grid = "square"
turns = 10

[map]
rows = \"\"\"
. . . .
. w ~ .
. b = .
\"\"\"

[[sides]]
id = "red"
edge = "south"
units = [
  {id = "r1", type = "infantry", at = "a1", facing = "n"},
  {id = "r2", type = "transport", at = "b1", carrying = "r3"},
  {id = "r3", type = "artillery"},
  {id = "r4", type = "cavalry", arrives = {turn = 2, edge = "south"}},
]

[[sides]]
id = "blue"
edge = "north"
units = [
  {id = "b1", type = "infantry", at = "a3", facing = "s"},
  {id = "b2", type = "commander", at = "b3"},
]

[[victory]]
side = "red"
hold = ["b2"]
"""

COLONIAL = """\
format = "portable-wargame/scenario/1"
title = "Sample"
ruleset = "colonial"
grid = "hex"

[map]
rows = \"\"\"
. . . .
. F ~ .
. b = .
\"\"\"

[[sides]]
id = "red"
edge = "south"
units = [
  {id = "r1", type = "infantry", at = "a1", weapon = "musket"},
  {id = "r2", type = "rifled-siege-artillery", at = "b1"},
]

[[sides]]
id = "blue"
edge = "north"
army = "native"
units = [{id = "b1", type = "mounted-cavalry", at = "a3", facing = "se"}]
"""


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def problems_of(text: str | bytes, name: str = "sample.toml") -> list[Problem]:
    try:
        read(text, name)
    except BadScenario as bad:
        return bad.problems
    return []


def sentences_of(text: str | bytes, name: str = "sample.toml") -> list[str]:
    """The problems as they are printed."""
    try:
        read(text, name)
    except BadScenario as bad:
        return str(bad).split("\n")
    return []
