"""How a report begins: the ground, the forces, and what each side was there for."""

from collections import Counter

from ..battle.naming import plain
from ..battle.unit import COMMANDER
from ..reference.words import listed
from ..scenario.model import Scenario
from ..scenario.telling.victory import victory_words
from .following import Story
from .naming import Names, capital
from .telling import number

# Arms that are counted in units, not in heads.
MASSES = ("infantry", "cavalry", "artillery", "engineers", "cyclists", "command", "transport")


def ground(story: Story) -> str:
    """The board in a sentence."""
    grid = story.start.battle.field.grid
    cells = "hexes" if grid.faces == 6 else "squares"
    limit = story.start.battle.objectives.turns
    return f"The battle was fought on {grid.columns} by {grid.rows} {cells}, with {limit} turns to decide it."


def forces(story: Story, names: Names) -> list[str]:
    """Who was there, side by side."""
    battle = story.start.battle
    found: list[str] = []
    for side in (0, 1):
        units = list(battle.units(side))
        leaders = [unit for unit in units if battle.is_a(unit, COMMANDER)]
        kinds = Counter(plain(battle.type_of[unit].name) for unit in units if unit not in leaders)
        listing = listed(counted(kind, count) for kind, count in kinds.items())
        led = f", led by {names.units(leaders)}" if leaders else ""
        strength = f" ({battle.roster.strength[side]} SP in all)" if story.start.ruleset.strength is not None else ""
        brought = f"{capital(names.side(side))} brought {number(len(units))} units{strength}"
        found.append(f"{brought}: {listing}{led}." if listing else f"{brought}{led}.")
    return found


def counted(kind: str, count: int) -> str:
    """Three tanks, one anti-tank gun; but four of infantry are four units of infantry."""
    if any(kind == mass or kind.endswith(f" {mass}") or kind.startswith(f"{mass},") for mass in MASSES):
        armed = kind.replace(", close-combat", " armed for close combat").replace(", ", " with ")
        return f"{number(count)} of {armed}"
    if kind == "infantry anti-tank":
        return f"{number(count)} of infantry with anti-tank weapons"
    return f"{number(count)} {kind}" if count == 1 or kind.endswith("s") else f"{number(count)} {kind}s"


def aims(scenario: Scenario, names: Names) -> list[str]:
    """What each had to do to win."""
    found: list[str] = []
    for side, entry in enumerate(scenario.sides):
        wanted = [victory_words(row, scenario.names) for row in scenario.victory if row.side == entry.id]
        if wanted:
            found.append(f"To win, {names.side(side)} had to {listed(wanted, 'or')}.")
    return found
