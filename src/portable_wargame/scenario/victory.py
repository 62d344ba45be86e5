"""How a scenario is won, in words."""

from ..battle.objectives import DESTROY_UNITS, EXIT, HOLD, SURVIVE
from .model import Scenario, VictoryEntry
from .setup import LONGEST_BATTLE, ruleset_of


def conditions(scenario: Scenario) -> list[str]:
    """The victory conditions: "Redland must hold e3 at the end of turn 15"."""
    names = {side.id: side.name for side in scenario.sides}
    return [f"{names[entry.side]} must {victory_words(entry)}" for entry in scenario.victory]


def otherwise(scenario: Scenario) -> str:
    """How a battle ends in which no condition is met."""
    ruleset = ruleset_of(scenario)
    ending = "at the turn limit"
    if ruleset.exhaustion is not None:
        who = "one side is" if ruleset.exhaustion.ends_with_first else "both sides are"
        ending = f"when {who} exhausted, or {ending}"
    counted = "SP" if ruleset.strength is not None else "units"
    limit = scenario.turns or LONGEST_BATTLE
    return f"{ending} of {limit}, the smaller share of {counted} lost wins"


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
