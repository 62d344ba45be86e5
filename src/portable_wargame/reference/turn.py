"""The turn: its steps in order, who may act, and what a unit does when it is its turn."""

from ..battle.naming import listed, plain
from ..game.agenda import StepKind
from ..game.ruleset import Activation, Ruleset
from ..rules.combat.combat_phase import CLOSE_COMBATS
from ..rules.combat.pinning import PINNED_CAVALRY, UNPIN
from ..rules.deeds import (
    has_been_activated,
    has_fired_this_turn,
    has_gone_on_to_fire_or_fight,
    has_no_movement_left_to_fire,
)
from ..rules.fire.artillery import ARTILLERY_PHASE
from ..rules.movement.arrival import ENTER, LEAVE
from ..rules.turn.activation import ACTIVATION_DICE
from ..rules.turn.cards import CLAUSE as CARDS
from ..rules.turn.cards import SHUFFLE_CARDS
from ..rules.turn.exhaustion import CHECK_EXHAUSTION
from ..rules.turn.initiative import INITIATIVE_ROLL
from .moot import pins
from .value import Line, Section
from .words import sentence, unique


def turn_section(book: Ruleset) -> Section:
    steps: list[Line] = []
    for step in book.turn:
        steps += _lines(book, step)
    numbered = [Line(line.words, line.clauses, f"{number}.") for number, line in enumerate(steps, 1)]
    return Section("The turn", (*numbered, *_activation(book), _deeds(book)))


def _lines(book: Ruleset, step: StepKind) -> list[Line]:
    """What a step of the turn means at the table; a step without words here keeps its name."""
    if step is ARTILLERY_PHASE:
        drift = "Gas clouds drift. " if book.gas is not None else ""
        return [Line(f"{drift}Artillery: both sides fire at once, then all losses are taken", (book.sequence,))]
    if step is INITIATIVE_ROLL:
        order = "the winner chooses who" if book.initiative.winner_chooses else "the higher"
        act = _acting(book)
        return [
            Line(f"Initiative: a D6 each, {order} goes first; ties again", (book.initiative.clause,)),
            Line(f"First side {act}", (book.sequence,)),
            Line("Second side likewise", (book.sequence,)),
        ]
    if step is SHUFFLE_CARDS:
        return [
            Line("Shuffle both sides’ cards with the joker", (CARDS,)),
            Line(f"Draw a card: its side {_acting(book)}; repeat until the joker ends the turn", (CARDS,)),
        ]
    if step is CHECK_EXHAUSTION:
        if book.exhaustion is None:
            return []
        return [Line("Both sides check exhaustion", (book.exhaustion.point,))]
    return [Line(sentence(step.name), (book.sequence,))]


def _acting(book: Ruleset) -> str:
    words = ["acts"]
    if book.activation.step is ACTIVATION_DICE and book.activation.units_per_die:
        words = ["throws its activation dice and acts"]
    if book.activation.first is PINNED_CAVALRY and pins(book):
        words.append("pinned Regular cavalry first")
    for step in book.after_activations:
        words.append("then fights its close combats" if step is CLOSE_COMBATS else f"then {step.name}")
    return ", ".join(words)


def _activation(book: Ruleset) -> list[Line]:
    rule = book.activation
    if any(step is SHUFFLE_CARDS for step in book.turn):
        return [Line("A card of n lets its side activate n units; no unit acts twice in a turn", (CARDS,))]
    if rule.step is not ACTIVATION_DICE:
        return [Line("Every unit may act once", (rule.clause,))]
    leader = "1 for a living Commander + " if rule.commander_die else ""
    dice = f"Activation dice: {leader}1 for every {rule.units_per_die} other units on the board{_rounding(book, rule)}"
    total = f"Their total is how many units may act{_faces(rule)}; count the dice again each turn"
    return [Line(dice, unique(rule.counted.values()) or (rule.clause,)), Line(total, (rule.clause,))]


def _rounding(book: Ruleset, rule: Activation) -> str:
    up = [army for army in book.armies if army in rule.rounded_up]
    down = [army for army in book.armies if army not in rule.rounded_up]
    if not down:
        return ", rounded up" if rule.rounded_up else ", rounded down"
    if not up:
        return ", rounded down"
    return f", rounded up ({listed(map(sentence, up))}) or down ({listed(map(sentence, down))})"


def _faces(rule: Activation) -> str:
    usual = (1, 2, 3, 4, 5, 6)
    return "" if rule.faces == usual else f" (a D6 of 1–6 counts {', '.join(map(str, rule.faces))})"


COMING_AND_GOING = (ENTER.verb, LEAVE.verb)


def _deeds(book: Ruleset) -> Line:
    """What one unit may do in its turn: whatever the rows that bar things leave."""
    verbs = [activity.verb for activity in book.activities]
    one_thing = [row for row in book.movement.barred.rows if row.forbids is has_been_activated]
    if one_thing:
        deeds = [plain(verb) for verb in verbs if verb not in COMING_AND_GOING]
        if not pins(book):
            deeds.remove(UNPIN.verb)
        return Line(f"A unit does one thing: {listed(deeds, 'or')}", unique(row.clause for row in one_thing))
    fixed = any(row.forbids is has_gone_on_to_fire_or_fight for row in book.movement.barred.rows)
    words = (
        "A unit may move, then fire, then fight" if fixed else "A unit may move and fire in either order, then fight"
    )
    clauses = [book.activation.clause]
    either = [row for row in book.close_combat.barred.rows if row.forbids is has_fired_this_turn]
    if either:
        words = "A unit may move, then fire or fight" if fixed else "A unit may move, fire before or after it, or fight"
        clauses += [row.clause for row in either]
    paying = [row for row in book.fire.barred.rows if row.forbids is has_no_movement_left_to_fire]
    if paying:
        words += "; a unit that fires moves 1 less"
        clauses += [row.clause for row in paying]
    return Line(words, unique(clauses))
