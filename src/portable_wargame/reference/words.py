"""The words of a quick reference: short, because there is one page, and the books' own."""

from collections.abc import Callable, Iterable

from ..battle.naming import listed
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
    """All effects in words for a table; a book's own effects in the words of their rows."""
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

# What a row's condition is called where its own name would be stiff or too short, by its own words.
CONDITIONS = {
    "attackers beyond the first": "defending, for each attacker beyond the first",
    "attacking buildings or works": "attacking a unit in a built-up area or fortification",
    "cannot fire unseen": "it can’t see the target (direct-fire guns only)",
    "cannot move": "its type doesn’t move",
    "commander with or next to it": "Commander with the unit or adjacent",
    "fires more than one cell within a wood": "firer and target are in one wood, more than 1 apart",
    "firer is pinned": "firer is pinned",
    "has been activated": "it has been activated already",
    "has fired this turn": "it has fired this turn",
    "has fought this turn": "it has fought this turn",
    "has gone on to close combat": "it has fought this turn",
    "has gone on to fire or fight": "it has fired or fought already",
    "has its target already": "it has fired this turn",
    "has made a double move": "it has made a double move",
    "has used its move or come on this turn": "it has moved this turn",
    "has used its move this turn": "it has moved this turn",
    "has no movement left to fire": "it has used its whole move (firing costs 1)",
    "has not moved": "firer has not moved",
    "is an aircraft": "it is an aircraft",
    "is artillery": "it is artillery (the artillery phase is for guns)",
    "is artillery that has fired": "it is artillery that has fired",
    "is carried": "it is limbered or carried",
    "is crossing a trench": "it is crossing a trench",
    "is fording a river": "it is on its second turn in a ford",
    "is halted by a pin": "it is pinned",
    "is in a river": "it is in a river",
    "is not at the edge of its cover": "it stands in cover, but not at the edge",
    "is pinned": "it is pinned",
    "must stay in the ford": "it came into the ford this turn or last",
    "side is exhausted": "its side is exhausted",
    "target in hard cover": "target in hard cover",
    "target is deep in cover": "the target is more than 1 deep in cover",
    "target is in the open": "in the open",
    "target is more than a contour away": "the enemy is more than one contour up or down",
    "target is not spotted for it": "a mortar’s target isn’t spotted",
    "target is out of arc": "the target is out of arc",
    "target is out of arc even if it turns": "the target is out of arc, even after turning by 60°",
    "target is out of arc of its guns": "the target is out of arc",
    "target is out of sight": "the target is out of sight",
    "target is out of sight of its guns": "the target is out of sight",
    "unit or spotter sees target": "unit or a spotter sees the target",
    "within two cells": "range 1–2",
}

# Words for the opposite of a condition.
OTHERWISE = {"target is in the open": "in cover", "within two cells": "farther"}


def condition(function: Callable[..., object]) -> str:
    return CONDITIONS.get(phrase(function), phrase(function))


def reason(row: Modifier) -> str:
    """Why a modifier applies: in the ledger's few words, where those are not too few."""
    return CONDITIONS.get(phrase(row.when)) or ledger.clause(row.clause).short or phrase(row.when)


def signed(amount: int) -> str:
    """With a proper minus, as wide as the plus."""
    return f"+{amount}" if amount > 0 else f"−{-amount}"  # noqa: RUF001


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def arms_in(bits: int) -> str:
    return listed(words for bit, words in ARMS.items() if bits & bit)


def ruled(clause: str) -> str:
    """The rule itself, in the ledger's words; a line of a table needs no full stop."""
    return ledger.clause(clause).rule.removesuffix(".")


def unique(clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for clause in clauses if clause))
