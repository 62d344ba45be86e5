"""Before a battle: finding its scenario, and the header that says what is played and by which rules."""

from pathlib import Path

from rich.table import Table
from rich.text import Text

from ..battle.objectives import DESTROY_UNITS, EXIT, HOLD, SURVIVE
from ..game.errors import Refusal
from ..rulesets.house_rules import HOUSE_RULES
from ..scenario import library
from ..scenario.reading import read_file
from ..scenario.scenario import Scenario, VictoryEntry
from ..scenario.setup import LONGEST_BATTLE, ruleset_of
from .terminal import Terminal


def find_scenario(name: str) -> Scenario:
    """A scenario of the library by its name, or a file by its path."""
    if name in library.names():
        return library.load(name)
    if Path(name).exists() or Path(name).suffix in (".toml", ".json") or "/" in name:
        return read_file(name)
    return library.load(name)


def scenario_table(numbered: bool) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in (*(("",) if numbered else ()), "name", "title", "book", "board", "about"):
        table.add_column(heading, overflow="fold", no_wrap=heading in ("", "name", "board"))
    for number, name in enumerate(library.names(), 1):
        scenario = library.load(name)
        cells = "hexes" if scenario.grid == "hex" else "squares"
        board = f"{scenario.columns} x {scenario.rows} {cells}"
        row = (Text(name, "bold cyan"), scenario.title, scenario.ruleset, board, Text(scenario.about))
        table.add_row(*((str(number),) if numbered else ()), *row)
    return table


def list_scenarios() -> int:
    console = Terminal()
    console.print(scenario_table(numbered=False))
    console.say("Play one of them: pw play NAME")
    return 0


def chosen(answer: str) -> str:
    """The library name behind an answer to the numbered list."""
    names = library.names()
    if answer.isdecimal():
        if not 1 <= int(answer) <= len(names):
            raise Refusal(f"there is no scenario {answer}; the numbers are 1 to {len(names)}")
        return names[int(answer) - 1]
    return answer


def briefing(scenario: Scenario) -> list[str]:
    """What is played: title, story, what each side is told, book, house rules in force, and how it is won."""
    ruleset = ruleset_of(scenario)
    names = {side.id: side.name for side in scenario.sides}
    lines = [scenario.title]
    if scenario.about:
        lines.append(scenario.about)
    lines += [f"{side.name}: {side.briefing}" for side in scenario.sides if side.briefing]
    lines.append(f"Book: {ruleset.title}, edition {ruleset.edition}")
    if scenario.options:
        lines.append(f"Optional rules: {', '.join(scenario.options)}")
    settings = [f"{name} = {value} [{HOUSE_RULES[name].clause}]" for name, value in scenario.house_rules.items()]
    lines.append(f"House rules: {', '.join(settings) or 'none'}")
    for entry in scenario.victory:
        lines.append(f"Victory: {names[entry.side]} must {victory_words(entry)}")
    ending = "at the turn limit"
    if ruleset.exhaustion is not None:
        who = "one side is" if ruleset.exhaustion.ends_with_first else "both sides are"
        ending = f"when {who} exhausted, or {ending}"
    counted = "SP" if ruleset.strength is not None else "units"
    limit = scenario.turns or LONGEST_BATTLE
    lines.append(f"Otherwise, {ending} of {limit}, the smaller share of {counted} lost wins. [shared.victory]")
    return lines


def victory_words(entry: VictoryEntry) -> str:
    at_turn = f" by turn {entry.at_turn}" if entry.at_turn else ""
    if entry.kind == HOLD:
        when = f" at the end of turn {entry.at_turn}" if entry.at_turn else " at the end of a turn"
        return f"hold {' and '.join(entry.cells)}{when}"
    if entry.kind == SURVIVE:
        return f"survive to the end of turn {entry.at_turn}"
    if entry.kind == EXIT:
        return f"take {entry.amount} units off the {entry.edge} edge{at_turn}"
    what = "units" if entry.kind == DESTROY_UNITS else "SP"
    return f"destroy {entry.amount} enemy {what}{at_turn}"
