"""How a report ends: who won and why, the cost, the part the dice played, and what decided it."""

import re
from collections import Counter

from ..battle.battle import NOBODY
from ..battle.naming import counted
from ..battle.objectives import EXIT
from .facts import COMBAT, DESTROYED
from .following import Story
from .naming import Names, capital
from .telling import number

FAIR = 1.5  # hits: fewer are not worth a word
SWING = 0.15  # of a victory
SURPRISE = 0.25  # a victory less likely than that a turn before the end is a surprise

# The judge's reasons, as a report puts them.
REACHED = r".* has reached its objective: "
REASONS = (
    (REACHED + r"held (.*) at the end of turn (\d+)", "{W} held {0} at the end of turn {1}, and that won the battle."),
    (REACHED + r"survived to the end of turn (\d+)", "{W} had only to hold out to the end of turn {0}, and did."),
    (REACHED + r"(\d+) units off the (\w+) edge.*", "{W} got {0} units off the {1} edge, as ordered: a victory."),
    (REACHED + r"(\d+) enemy (SP|units) destroyed.*", "{W} destroyed {0} enemy {1}, as ordered: a victory."),
    (REACHED + r"(\d+) points.*", "{W} scored {0} points, as ordered: a victory."),
    (r".* has no unit left", "{L} had nothing left on the field, and {w} won."),
    (r".* has resigned", "{L} gave up the battle, and {w} won."),
    (r"neither side has a unit left", "Neither side had a unit left: a draw, if ever there was one."),
    (r"the players have agreed on a draw", "The players agreed on a draw."),
)
ENDINGS = (
    (r"both sides are exhausted; .*", "Both sides were exhausted, and the battle was over."),
    (r"a side is exhausted; .*", "With one side exhausted, the battle was over."),
    (r"the battle's (\d+) turns are over; .*", "The {0} turns were up."),
    (r"neither side has an activation die left to throw; .*", "Neither side had an activation die left to throw."),
)


def ending(story: Story, names: Names) -> list[str]:
    """Who won, and how; and how near any others came to getting away."""
    degree = story.end.battle.degree if story.ending is not None else ""
    counted = [f"It counted as a {degree} victory."] if degree else []
    return [*_ending(story, names), *counted, *_away(story, names)]


def _away(story: Story, names: Names) -> list[str]:
    battle = story.end.battle
    told = []
    for row in battle.objectives.rows:
        gone = sum(battle.left_over[unit] == row.edge for unit in battle.units(row.side)) if row.kind == EXIT else 0
        if story.ending is not None and story.ending.winner != row.side and 0 < gone < row.amount:
            got = f"{number(gone)} {'unit' if gone == 1 else 'units'}"
            told.append(f"{capital(names.side(row.side))} got {got} away, and needed {number(row.amount)}.")
    return told


def _ending(story: Story, names: Names) -> list[str]:
    end = story.ending
    if end is None:
        return [f"The record breaks off in turn {story.turns[-1].number}, with nothing decided."]
    winner = names.side(end.winner) if end.winner != NOBODY else ""
    loser = names.side(1 - end.winner) if end.winner != NOBODY else ""
    words = {"W": capital(winner), "w": winner, "L": capital(loser), "l": loser}
    for pattern, text in REASONS:
        found = re.fullmatch(pattern, end.reason)
        if found:
            parts = [names.called(part.split(", ")) for part in found.groups()]
            return [text.format(*parts, **words)]
    for pattern, text in ENDINGS:
        found = re.fullmatch(pattern, end.reason)
        if found:
            points = re.search(r"(\d+) points against (\d+)", end.reason)
            if points:
                return [text.format(*found.groups()), _on_points(int(points[1]), int(points[2]), capital(winner))]
            share = "strength" if story.start.ruleset.strength is not None else "units"
            verdict = "Both lost the same share: a draw."
            if winner:
                verdict = f"{capital(winner)} lost the smaller share of its {share}, and so won."
            return [text.format(*found.groups()), verdict]
    return [f"{capital(winner)} won: {end.reason}." if winner else f"It was a draw: {end.reason}."]


def _on_points(first: int, second: int, winner: str) -> str:
    score = f"{counted(max(first, second), 'point')} to {min(first, second)}"
    return f"{winner} won by {score}." if winner else f"At {score} neither was far enough ahead: a draw."


def result(story: Story, names: Names) -> list[str]:
    """The cost, in a sentence."""
    lost = [sum(turn.lost[side] for turn in story.turns) for side in (0, 1)]
    points = story.start.ruleset.strength is not None
    battle = story.start.battle
    whole = list(battle.roster.strength) if points else [len(battle.units(side)) for side in (0, 1)]
    what = "SP" if points else "units"
    costs = [f"{lost[side]} of {whole[side]} {what}" if lost[side] else "nothing" for side in (0, 1)]
    parts = [f"{names.side(side)} {costs[side]}" for side in (0, 1)]
    return [f"It cost {parts[0]} and {parts[1]}."]


def bill(story: Story, names: Names) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The units that did not come home."""
    rows: list[tuple[str, ...]] = []
    battle = story.start.battle
    for side in (0, 1):
        gone = [
            one.unit
            for turn in story.turns
            for blow in turn.blows
            for one in blow.suffered(DESTROYED)
            if battle.side_of(one.unit) == side
        ]
        names_of = [names.own(unit) for unit in dict.fromkeys(gone)]
        lost = sum(turn.lost[side] for turn in story.turns)
        side_name = battle.roster.side_names[side]
        rows.append((side_name, str(len(names_of)), str(lost), ", ".join(names_of) or "nobody"))
    counted = "SP lost" if story.start.ruleset.strength is not None else "lost"
    if counted == "lost":
        return ("", "units lost", "who"), tuple((row[0], row[1], row[3]) for row in rows)
    return ("", "units lost", counted, "who"), tuple(rows)


def dice(story: Story, names: Names) -> list[str]:
    """How the hits scored compare with the odds. A hit that only drives back counts a half."""
    luck = story.luck
    if not any(turn.shots or turn.blows for turn in story.turns):
        return []
    beyond = [luck.suffered[side] - luck.expected[side] for side in (0, 1)]
    sides = [
        f"{names.side(side)} suffered {hits(luck.suffered[side])} where {whose} promised {luck.expected[side]:.1f}"
        for side, whose in enumerate(("the odds", "they"))
    ]
    gain = beyond[1] - beyond[0]  # of the first side
    if abs(gain) < FAIR:
        verdict = "The dice took no sides"
    else:
        verdict = f"The dice were kinder to {names.side(0 if gain > 0 else 1)}"
    return [f"{verdict}: {sides[0]}, and {sides[1]} (a hit that only drives back or pins counts a half)."]


def hits(number: float) -> str:
    return f"{number:g} {'hit' if number == 1 else 'hits'}" if number else "no hits"


def looking_back(story: Story, names: Names) -> list[str]:
    if not any(turn.shots or turn.blows for turn in story.turns):
        return ["Not a blow was struck."]
    sentences = (_turning_point(story, names), _best(story, names), _verdict(story, names))
    return [sentence for sentence in sentences if sentence]


def _turning_point(story: Story, names: Names) -> str:
    """The turn that gained the winner most. The last one settles everything, so it does not count."""
    if story.ending is None:
        return ""
    winner = story.ending.winner
    before = [story.chance, *(turn.chance for turn in story.turns)]
    if winner == NOBODY:
        return _nearest(story, names)
    last = before[-2] if winner == 0 else 1 - before[-2]
    if last < SURPRISE and len(story.turns) > 1:
        when = f"as late as the end of turn {story.turns[-2].number}"
        chances = f"the chances of {names.side(winner)} were put at {_percent(last)}"
        return f"It was snatched at the last: {when}, {chances}."
    way = 1 if winner == 0 else -1
    swings = [(way * (turn.chance - before[place]), place) for place, turn in enumerate(story.turns[:-1])]
    found = max(swings, default=(0.0, 0))
    swing, place = found
    if swing < SWING:
        return "No single turn decided it; the advantage was won by inches."
    was, now = (value if winner == 0 else 1 - value for value in (before[place], before[place + 1]))
    went = f"the chances of {names.side(winner)} went from {was * 100:.0f} to {_percent(now)}"
    return f"Turn {story.turns[place].number} did most to decide it: {went}."


def _nearest(story: Story, names: Names) -> str:
    """For a draw: who came nearest to winning, and when."""
    best, number, side = max(
        (turn.chance if side == 0 else 1 - turn.chance, turn.number, side) for turn in story.turns for side in (0, 1)
    )
    if best < 0.5 + SWING:
        return "Neither side was ever much the likelier to win."
    chances = f"when the chances of {names.side(side)} stood at {_percent(best)}"
    return f"It was nearest to a decision at the end of turn {number}, {chances}."


def _percent(share: float) -> str:
    return f"{share * 100:.0f}%"


def _best(story: Story, names: Names) -> str:
    """The unit that did the most harm by itself, if no other can have done more, even with its full share in joint
    attacks."""
    battle = story.start.battle
    alone: Counter[int] = Counter()
    together: Counter[int] = Counter()
    for turn in story.turns:
        for blow in turn.blows:
            harm = sum(one.points for one in blow.consequences if battle.side_of(one.unit) != blow.side)
            for unit in set(blow.attackers):
                together[unit] += harm
                if len(set(blow.attackers)) == 1:
                    alone[unit] += harm
    if not alone:
        return ""
    best, most = alone.most_common(1)[0]
    if most < 2 or any(together[unit] >= most for unit in together if unit != best):
        return ""
    what = f"{most} SP" if story.start.ruleset.strength is not None else f"{number(most)} units"
    whose = "his" if names.is_person(best) else "their" if names.are_many([best]) else "its"
    return f"No unit did more harm than {names.unit(best)}, with {what} to {whose} name."


def _verdict(story: Story, names: Names) -> str:
    """The last word: the reason for the victory, as far as the figures can tell."""
    end = story.ending
    if end is None or end.winner == NOBODY:
        return ""
    luck = story.luck
    gain = (luck.suffered[1] - luck.expected[1]) - (luck.suffered[0] - luck.expected[0])
    gain = gain if end.winner == 0 else -gain
    winner = capital(names.side(end.winner))
    fights = sum(blow.how == COMBAT for turn in story.turns for blow in turn.blows)
    if gain >= FAIR:
        return f"{winner} had the better of the dice, and made use of it."
    if gain <= -FAIR:
        return f"{winner} won in the teeth of the dice, which is the best way to win."
    if not fights:
        return "It was won by fire alone: nobody ever came to close combat."
    return f"{winner} won it on the board, not with the dice."
