"""The words of a quick reference: short, because there is one page, and the books' own."""

from collections.abc import Callable, Iterable

from ..battle.unit import (
    AIRCRAFT,
    ARTILLERY,
    CAVALRY,
    COMMANDER,
    ENGINEERS,
    INFANTRY,
    MACHINE_GUN,
    MORTAR,
    SPOTTER,
    TANK,
    TRANSPORT,
)
from ..game.outcomes import BY_NUMBER
from ..game.tables import (
    DESTROYED,
    HIT,
    LOSES_SP,
    MUST_RETREAT,
    NOTHING,
    PINNED,
    RETREATS_OR_LOSES_SP,
    Modifier,
    phrase,
)
from ..rulesets import ledger

EFFECTS = {
    NOTHING: "nothing",
    HIT: "hit",
    LOSES_SP: "lose 1 SP",
    RETREATS_OR_LOSES_SP: "retreat or lose 1 SP",
    MUST_RETREAT: "retreat",
    DESTROYED: "destroyed",
    PINNED: "pinned",
}


def effects() -> dict[int, str]:
    """All effects in words for a table; those that a book has brought along as their rows have it."""
    return {number: EFFECTS.get(number, row.words) for number, row in enumerate(BY_NUMBER)}


ARMS = {
    INFANTRY: "infantry",
    CAVALRY: "cavalry",
    ENGINEERS: "engineers",
    MACHINE_GUN: "machine guns",
    MORTAR: "mortars",
    ARTILLERY: "artillery",
    TANK: "tanks",
    TRANSPORT: "transports",
    SPOTTER: "spotters",
    COMMANDER: "Commanders",
    AIRCRAFT: "aircraft",
}

# What a row's condition is called where its own name would be stiff or too short, by the name of its function.
CONDITIONS = {
    "attackers_beyond_the_first": "defending, for each attacker beyond the first",
    "attacking_buildings_or_works": "attacking a unit in a built-up area or fortification",
    "cannot_fire_unseen": "it can’t see the target (direct-fire guns only)",
    "cannot_move": "its type doesn’t move",
    "commander_with_or_next_to_it": "Commander with the unit or adjacent",
    "fires_more_than_one_cell_within_a_wood": "firer and target are in one wood, more than 1 apart",
    "firer_is_pinned": "firer is pinned",
    "has_been_activated": "it has been activated already",
    "has_fired_this_turn": "it has fired this turn",
    "has_fought_this_turn": "it has fought this turn",
    "has_gone_on_to_close_combat": "it has fought this turn",
    "has_gone_on_to_fire_or_fight": "it has fired or fought already",
    "has_its_target_already": "it has fired this turn",
    "has_made_a_double_move": "it has made a double move",
    "has_used_its_move_or_come_on_this_turn": "it has moved this turn",
    "has_used_its_move_this_turn": "it has moved this turn",
    "has_no_movement_left_to_fire": "it has used its whole move (firing costs 1)",
    "has_not_moved": "firer has not moved",
    "is_an_aircraft": "it is an aircraft",
    "is_artillery": "it is artillery (the artillery phase is for guns)",
    "is_artillery_that_has_fired": "it is artillery that has fired",
    "is_carried": "it is limbered or carried",
    "is_crossing_a_trench": "it is crossing a trench",
    "is_fording_a_river": "it is on its second turn in a ford",
    "is_halted_by_a_pin": "it is pinned",
    "is_in_a_river": "it is in a river",
    "is_not_at_the_edge_of_its_cover": "it stands in cover, but not at the edge",
    "is_pinned": "it is pinned",
    "must_stay_in_the_ford": "it came into the ford this turn or last",
    "side_is_exhausted": "its side is exhausted",
    "target_in_hard_cover": "target in hard cover",
    "target_is_deep_in_cover": "the target is more than 1 deep in cover",
    "target_is_in_the_open": "in the open",
    "target_is_more_than_a_contour_away": "the enemy is more than one contour up or down",
    "target_is_not_spotted_for_it": "a mortar’s target isn’t spotted",
    "target_is_out_of_arc": "the target is out of arc",
    "target_is_out_of_arc_even_if_it_turns": "the target is out of arc, even after turning by 60°",
    "target_is_out_of_arc_of_its_guns": "the target is out of arc",
    "target_is_out_of_sight": "the target is out of sight",
    "target_is_out_of_sight_of_its_guns": "the target is out of sight",
    "unit_or_spotter_sees_target": "unit or a spotter sees the target",
    "within_two_cells": "range 1–2",
}

# What is left over where a condition does not hold.
OTHERWISE = {"target_is_in_the_open": "in cover", "within_two_cells": "farther"}


def condition(function: Callable[..., object]) -> str:
    return CONDITIONS.get(getattr(function, "__name__", ""), phrase(function))


def reason(row: Modifier) -> str:
    """Why a modifier applies: in the ledger's few words, where those are not too few."""
    name = getattr(row.when, "__name__", "")
    return CONDITIONS.get(name) or ledger.clause(row.clause).short or phrase(row.when)


def signed(amount: int) -> str:
    """With a proper minus, as wide as the plus."""
    return f"+{amount}" if amount > 0 else f"−{-amount}"  # noqa: RUF001


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(words: Iterable[str], last: str = "and") -> str:
    found = list(words)
    return f"{', '.join(found[:-1])} {last} {found[-1]}" if len(found) > 1 else "".join(found)


def arms_in(bits: int) -> str:
    return listed(words for bit, words in ARMS.items() if bits & bit)


def ruled(clause: str) -> str:
    """The rule itself, in the ledger's words; a line of a table needs no full stop."""
    return ledger.clause(clause).rule.removesuffix(".")


def unique(clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for clause in clauses if clause))
