"""How a scenario is won, in words. Conditions are alternatives: any one of them wins."""

from dataclasses import replace

from ...battle.naming import capital, counted, listed, place_called, places_called, sounds_plural, with_article
from ...battle.objectives import DESTROY_UNITS, EXIT, HOLD, SCORE, SURVIVE
from ..model import Scenario, ScoreEntry, VictoryEntry
from ..setup import LONGEST_BATTLE, places_of, ruleset_of

Names = dict[str, str]  # of places, by cell
DOING = {"hold": "holding", "get": "getting", "destroy": "destroying", "score": "scoring"}


def conditions(scenario: Scenario) -> list[str]:
    """By side: "The Assault division wins by holding d6 at the end of turn 13, or by destroying 7 enemy units"."""
    found: list[str] = []
    places = places_of(scenario)
    for side in scenario.sides:
        ways = [way_to_win(entry, places) for entry in rows_of(scenario, side.id)]
        found += points_of_side(scenario, side.id)
        if ways:
            wins = "win" if sounds_plural(side.name) else "wins"
            found.append(capital(f"{with_article(side.name)} {wins} {', or '.join(ways)}"))
    return found


def rows_of(scenario: Scenario, side: str) -> list[VictoryEntry]:
    """A side's conditions, merging those for several places at the same time into one."""
    found: list[VictoryEntry] = []
    for entry in scenario.victory:
        if entry.side != side:
            continue
        place = next((number for number, other in enumerate(found) if _either_will_do(other, entry)), -1)
        if place < 0:
            found.append(entry)
        else:
            found[place] = replace(found[place], cells=[*found[place].cells, *entry.cells], amount=1)
    return found


def _either_will_do(first: VictoryEntry, second: VictoryEntry) -> bool:
    single = [row.kind == HOLD and (len(row.cells) == 1 or row.amount == 1) for row in (first, second)]
    return all(single) and (first.at_turn, first.degree) == (second.at_turn, second.degree)


def won_how(scenario: Scenario) -> list[str]:
    """All of it in sentences: the conditions, what brings points, and what happens if no condition is met."""
    return [f"{sentence}." for sentence in (*conditions(scenario), otherwise(scenario))]


def otherwise(scenario: Scenario) -> str:
    """How a battle ends if no condition is met."""
    ruleset = ruleset_of(scenario)
    limit = f"nobody has won by the end of turn {scenario.turns or LONGEST_BATTLE}"
    if ruleset.exhaustion is not None:
        who = "one side is" if ruleset.exhaustion.ends_with_first else "both sides are"
        limit = f"{who} exhausted, or if {limit}"
    if scenario.points:
        return f"If {limit}, {_by_points(scenario)}"
    what = "SP" if ruleset.strength is not None else "units"
    return f"If {limit}, the side that has lost the smaller share of its {what} wins"


def _by_points(scenario: Scenario) -> str:
    marginal, decisive = scenario.degrees.get("marginal", 1), scenario.degrees.get("decisive", 0)
    if not decisive:
        ahead = f" by {marginal} or more" if marginal > 1 else ""
        return f"the side with more points{ahead} wins"
    least = counted(marginal, "point") if decisive - 1 == marginal else f"{marginal} to {decisive - 1} points"
    return f"a lead of {least} is a marginal victory, {decisive} or more a decisive one"


def points_of_side(scenario: Scenario, side: str) -> list[str]:
    """What brings a side points: "The Reds score 2 points for c3 and 1 for every enemy unit destroyed"."""
    told = scores(scenario, [row for row in scenario.points if row.side == side])
    name = next(one.name for one in scenario.sides if one.id == side)
    return [capital(f"{with_article(name)} {told}")] if told else []


def scores(scenario: Scenario, rows: list[ScoreEntry]) -> str:
    """ "scores 2 points for c3 held at the end and 1 point for every enemy unit destroyed", all of them of one side;
    nothing if there are none"""
    if not rows:
        return ""
    name = next(side.name for side in scenario.sides if side.id == rows[0].side)
    places = places_of(scenario)
    return f"{'score' if sounds_plural(name) else 'scores'} {listed([score_words(row, places) for row in rows])}"


def score_words(row: ScoreEntry, names: Names) -> str:
    """ "2 points for c3 at the end of every turn" """
    points = counted(row.points, "point")
    if row.kind == HOLD:
        each = "each of " if len(row.cells) > 1 else ""
        when = "at the end of every turn" if row.each_turn else "held at the end"
        return f"{points} for {each}{listed([place_called(cell, names) for cell in row.cells])} {when}"
    if row.kind == EXIT:
        return f"{points} for every unit off the {row.edge} edge"
    return f"{points} for every enemy {'unit destroyed' if row.kind == DESTROY_UNITS else 'SP lost'}"


def wins_by(scenario: Scenario) -> list[str]:
    """Each condition, to follow its side's name: "wins by holding d6 at the end of turn 13", then "by destroying 7
    enemy units", so that a side's conditions joined with "or" make one sentence."""
    found: list[str] = []
    seen: set[str] = set()
    names = {side.id: side.name for side in scenario.sides}
    places = places_of(scenario)
    for entry in scenario.victory:
        way = way_to_win(entry, places)
        wins = "win " if sounds_plural(names[entry.side]) else "wins "
        found.append(way if entry.side in seen else wins + way)
        seen.add(entry.side)
    return found


def way_to_win(entry: VictoryEntry, names: Names) -> str:
    """ "by holding d6 at the end of turn 13" """
    verb, _, rest = victory_words(entry, names).partition(" ")
    return f"by {DOING[verb]} {rest}"


def victory_words(entry: VictoryEntry, names: Names) -> str:
    """ "hold d6 at the end of turn 13 (a decisive victory)" """
    degree = f" (a {entry.degree} victory)" if entry.degree else ""
    return f"{_task(entry, names)}{degree}"


def _task(entry: VictoryEntry, names: Names) -> str:
    by_turn = f" by turn {entry.at_turn}" if entry.at_turn else ""
    if entry.kind == HOLD:
        when = f" at the end of turn {entry.at_turn}" if entry.at_turn else " at the end of a turn"
        if entry.amount == 1:
            return f"hold {places_called(entry.cells, names, 'or')}{when}"
        if entry.amount and entry.amount < len(entry.cells):
            return f"hold {entry.amount} of {listed([place_called(cell, names) for cell in entry.cells])}{when}"
        return f"hold {places_called(entry.cells, names)}{when}"
    if entry.kind == SCORE:
        return f"score {counted(entry.amount, 'point')}{by_turn}"
    if entry.kind == SURVIVE:
        return f"hold out to the end of turn {entry.at_turn}"
    if entry.kind == EXIT:
        return f"get {counted(entry.amount, 'unit')} off the {entry.edge} edge{by_turn}"
    if entry.kind == DESTROY_UNITS:
        return f"destroy {counted(entry.amount, 'enemy unit')}{by_turn}"
    return f"destroy {entry.amount} enemy SP{by_turn}"
