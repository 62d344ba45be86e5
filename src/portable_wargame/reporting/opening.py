"""How a report begins: the ground, the forces, and each side's aims."""

import re
from collections import Counter

from ..battle.naming import listed, plain
from ..battle.unit import COMMANDER
from ..rulesets.weather import KINDS, NIGHT_SIGHT
from ..scenario.model import Scenario
from ..scenario.setup import places_of
from ..scenario.telling.victory import points_of_side, rows_of, victory_words
from .following import Story
from .naming import Names, capital, in_masses, plural
from .telling import number

# The weather, to begin the sentence that says what it did.
WEATHERS = {"mist": "There was mist", "mud": "The ground was mud", "rain": "It rained", "snow": "It snowed"}


def ground(story: Story) -> str:
    """The board in a sentence."""
    grid = story.start.battle.field.grid
    cells = "hexes" if grid.faces == 6 else "squares"
    limit = story.start.battle.objectives.turns
    fought = f"The battle was fought on {grid.columns} by {grid.rows} {cells}, with {limit} turns to decide it."
    rules = story.scenario.house_rules if story.scenario is not None else {}
    skies = (_night(rules.get("night", "off"), cells), _weather(rules.get("weather", "clear"), cells))
    return " ".join([fought, *(sentence for sentence in skies if sentence)])


def _night(value: str, cells: str) -> str:
    if value == "off":
        return ""
    fell, _, turn = value.partition(" ")
    when = {"from": f"Night fell with turn {turn}", "to": f"It was dark to the end of turn {turn}"}
    return f"{when.get(fell, 'It was night')}: in the dark nobody could shoot farther than {NIGHT_SIGHT} {cells}."


def _weather(value: str, cells: str) -> str:
    row = KINDS[value]
    effects = [f"nobody could shoot farther than {row.sight} {cells}"] if row.sight else []
    effects += ["marches were shorter"] if row.slower else []
    return f"{WEATHERS.get(value, f'The weather was {value}')}: {', and '.join(effects)}." if effects else ""


def forces(story: Story, names: Names) -> list[str]:
    """Who was there, side by side."""
    battle = story.start.battle
    found: list[str] = []
    for side in (0, 1):
        units = list(battle.units(side))
        leaders = [unit for unit in units if battle.is_a(unit, COMMANDER)]
        kinds = Counter(plain(battle.type_of[unit].name) for unit in units if unit not in leaders)
        listing = listed(counted(kind, count) for kind, count in kinds.items())
        if len(kinds) == 1 and len(units) > 1 and not leaders:
            (kind,) = kinds
            listing = f"all {in_masses(kind) or plural(kind)}"
        led = f", led by {names.units(leaders)}" if leaders else ""
        strength = f" ({battle.roster.strength[side]} SP in all)" if story.start.ruleset.strength is not None else ""
        brought = f"{capital(names.side(side))} brought {number(len(units))} units{strength}"
        found.append(f"{brought}: {listing}{led}." if listing else f"{brought}{led}.")
    return found


def counted(kind: str, count: int) -> str:
    """Units counted: three tanks, one anti-tank gun, four of infantry."""
    mass = in_masses(kind)
    if mass:
        return f"{number(count)} of {mass}"
    return f"{number(count)} {kind if count == 1 else plural(kind)}"


def aims(scenario: Scenario, names: Names) -> list[str]:
    """What each side had to do to win."""
    scores = _points(scenario, names)
    wanted = [
        [victory_words(row, places_of(scenario)) for row in rows_of(scenario, entry.id)] for entry in scenario.sides
    ]
    if wanted[0] and wanted[0] == wanted[1]:
        return [f"Both sides had the same task: {_alternatives(wanted[0])}.", *scores]
    won = [f"To win, {names.side(side)} had to {_alternatives(ways)}." for side, ways in enumerate(wanted) if ways]
    return [*won, *scores]


def _points(scenario: Scenario, names: Names) -> list[str]:
    told = [points_of_side(scenario, side.id) for side in scenario.sides]
    rows = [re.split(" scores? ", sentences[0], maxsplit=1)[1] if sentences else "" for sentences in told]
    if rows[0] and rows[0] == rows[1]:
        return [f"Both sides were to score {rows[0]}."]
    return [f"{capital(names.side(side))} had it in hand to score {row}." for side, row in enumerate(rows) if row]


def _alternatives(ways: list[str]) -> str:
    """ "hold b2 at the end of turn 9, or destroy 14 enemy SP" """
    return f"{', '.join(ways[:-1])}, or {ways[-1]}" if len(ways) > 1 else ways[0]
