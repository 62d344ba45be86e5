"""Names for places and people that never were, and the words of a random battle."""

import random

from ...battle.naming import ordinal
from ...battle.terrain import BRIDGE, BUILT_UP, FORTIFICATION, HILL_1, HILL_2, RIVER, ROAD, WOODS
from ..wording import count_of

BEGINNINGS = (
    "Ald", "Arl", "Bram", "Brack", "Cald", "Corv", "Dorn", "Drus", "Eber", "Elst", "Fal", "Fenn", "Gar", "Gries",
    "Hal", "Harr", "Ister", "Kal", "Kest", "Lang", "Lor", "Mar", "Mell", "Nor", "Ober", "Orl", "Pell", "Quar", "Rav",
    "Rost", "Sal", "Stav", "Tarn", "Thorn", "Ulm", "Vald", "Ver", "Wald", "Wick", "Zell",
)  # fmt: skip
ENDINGS = (
    "au", "bach", "berg", "bridge", "by", "dale", "dorf", "en", "ey", "feld", "gate", "ham", "holm", "ing", "ley",
    "mark", "mere", "mont", "moor", "ness", "ora", "ow", "stead", "stein", "thal", "ton", "vale", "wick", "worth",
)  # fmt: skip
FAMILIES = (
    "Abend", "Ashworth", "Bellamy", "Brandt", "Calder", "Corvin", "Dacre", "Esker", "Falk", "Garrow", "Hallam", "Idris",
    "Joss", "Karoly", "Lasker", "Maddox", "Nemeth", "Orsino", "Prior", "Quist", "Radley", "Sarkan", "Tallis", "Umber",
    "Varga", "Wend", "Yarrow", "Zoller",
)  # fmt: skip


def place_name(luck: random.Random) -> str:
    return luck.choice(BEGINNINGS) + luck.choice(ENDINGS)


def family_name(luck: random.Random) -> str:
    return luck.choice(FAMILIES)


def kind_of_place(features: int, name: str) -> str:
    """The place that matters, as people speak of it."""
    for bits, words in (
        (FORTIFICATION, f"the fort at {name}"),
        (BRIDGE, f"the bridge at {name}"),
        (RIVER, f"the ford at {name}"),
        (BUILT_UP, f"the village of {name}"),
        (HILL_1 | HILL_2, f"{name} Hill"),
        (WOODS, f"{name} Wood"),
        (ROAD, f"the turnpike at {name}"),
    ):
        if features & bits:
            return words
    return f"the farm at {name}"


def sentences(text: str) -> str:
    """The text with a capital letter at the start of each sentence."""
    return ". ".join(sentence[:1].upper() + sentence[1:] for sentence in text.split(". "))


def unit_names(names: list[str], luck: random.Random) -> list[str]:
    """Names for the units of an army: a family name in place of {}; the others numbered, where there are several."""
    told: dict[str, int] = {}
    found: list[str] = []
    for name in names:
        if "{}" in name:
            found.append(name.format(family_name(luck)))
            continue
        told[name] = told.get(name, 0) + 1
        found.append(f"{ordinal(told[name])} {name}" if names.count(name) > 1 else name)
    return found


def strength_of(units: int, later: int, first_turn: int, enemies: int) -> str:
    """What a briefing says about the forces: its own exactly, the enemy's as scouts count them."""
    own = f"You have {count_of(units - later, 'unit')}"
    if later:
        own += f", and {count_of(later, 'more unit')} to come from turn {first_turn} on"
    least, most = max(1, enemies - 1 - enemies // 6), enemies + 1 + enemies // 6
    return f"{own}. Scouts put the enemy at {least} to {most} units."
