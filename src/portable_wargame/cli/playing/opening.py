"""Before a battle: finding its scenario, and the header with the battle and its rules."""

from rich.table import Table
from rich.text import Text

from ...game.errors import Refusal
from ...rulesets.house_rules import HOUSE_RULES
from ...scenario import library
from ...scenario.model import Scenario
from ...scenario.setup import ruleset_of
from ...scenario.telling.victory import conditions, otherwise
from .scenarios import board_of

ROOM_FOR_ALL = 76  # characters, for a line of the table of scenarios


def scenario_table(width: int) -> Table:
    """The library to choose from, in as many columns as the terminal has room for."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("", "name", "title", *(("book", "board") if width >= ROOM_FOR_ALL else ())):
        table.add_column(heading, overflow="fold", no_wrap=heading != "title")
    for number, card in enumerate(library.cards(), 1):
        row = (str(number), Text(card.name, "bold cyan"), card.title, card.ruleset, board_of(card))
        table.add_row(*row[: len(table.columns)])
    return table


def chosen(answer: str) -> str:
    """The library name behind an answer to the numbered list."""
    names = library.names()
    if answer.isdecimal():
        if not 1 <= int(answer[:6]) <= len(names):
            raise Refusal(f"there is no scenario {answer[:6]}; pick a number from 1 to {len(names)}")
        return names[int(answer[:6]) - 1]
    return answer


def briefing(scenario: Scenario) -> list[str]:
    """The battle: title, story, briefings, book, house rules in force, and how it is won."""
    ruleset = ruleset_of(scenario)
    lines = [scenario.title]
    if scenario.about:
        lines.append(scenario.about)
    lines += [f"{side.name}: {side.briefing}" for side in scenario.sides if side.briefing]
    lines.append(f"Book: {ruleset.title}, edition {ruleset.edition}")
    if scenario.options:
        lines.append(f"Optional rules: {', '.join(scenario.options)}")
    settings = [f"{name} = {value} [{HOUSE_RULES[name].clause}]" for name, value in scenario.house_rules.items()]
    lines.append(f"House rules: {', '.join(settings) or 'none'}")
    lines += [f"{condition}." for condition in conditions(scenario)]
    lines.append(f"{otherwise(scenario)}. [shared.victory]")
    return lines
