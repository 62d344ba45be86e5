"""Luck as page, report and laboratory reckon it: `toll`, with what the events, throws and verbs are about."""

from ..game.ruleset import Ruleset
from ..speech.happenings import HAPPENINGS
from ..speech.throws import THROWS
from ..speech.verbs import VERBS
from ..toll.harm import Harm
from ..toll.kinds import Kinds

HARMLESS = ("turn", "move", "other")  # topics that do no harm


def kinds() -> Kinds:
    """An event, a throw or a verb without a row is none of these."""
    happenings = HAPPENINGS.values()
    return Kinds(
        going={row.name for row in happenings if row.goes},
        grave={row.name for row in happenings if not row.goes and not row.repeats and row.topic not in HARMLESS},
        attacking={row.name for row in THROWS.values() if row.attacks},
        at_aircraft={row.name for row in THROWS.values() if row.at_aircraft},
        answers={row.name for row in VERBS.values() if row.answers},
        declared={row.name for row in VERBS.values() if row.declared},
    )


def harm(ruleset: Ruleset) -> Harm:
    return Harm(ruleset, kinds())
