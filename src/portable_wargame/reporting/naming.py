"""Names in a sentence: articles, verbs that agree, and where on the board it happened."""

import re
from collections import Counter

from ..battle.battle import Battle
from ..battle.naming import listed, number_of_kind, ordinal, place, places_called, plain, sounds_plural, with_article
from ..battle.terrain import BRIDGE, BUILT_UP, FORD, FORTIFICATION, HILL_1, HILL_2, RIVER, TRENCH, WOODS
from ..battle.unit import AIRCRAFT, CAVALRY, COMMANDER, ENGINEERS, INFANTRY
from .telling import number

RANKS = (
    "General", "Colonel", "Major", "Captain", "Brigadier", "Lieutenant", "Marshal", "Sultan", "Prince", "King",
    "Emir", "Khan", "Count", "Baron", "Duke", "Lord", "Sir", "Chief", "Admiral", "Commodore", "Sergeant",
)  # fmt: skip
# Bodies called by number or letter go without an article: "A Company", "Battery Roth", "First Army".
BODIES = ("Battery", "Company", "Squadron", "Battalion", "Number")
# "The Queen's Regiment", but "Lund's Horse".
CROWNS = ("King", "Queen", "Sultan", "Prince", "Princess", "Duke", "Emperor", "Tsar", "President", "Governor")
STAFFS = ("staff", "Staff", "headquarters", "Headquarters")

GROUND = (
    (FORTIFICATION, "behind the walls of"),
    (TRENCH, "in the trench at"),
    (BUILT_UP, "among the houses of"),
    (BRIDGE, "on the bridge at"),
    (FORD, "in the ford at"),
    (RIVER, "in the river at"),
    (WOODS, "in the woods at"),
    (HILL_2, "on the high ground at"),
    (HILL_1, "on the hill at"),
)

# Place names that already name their ground, and the preposition they need.
SPEAKING = (
    (r"\b[Bb]ridge$", "on"),
    (r"\bTrench\b|\b(Wood|Woods|Forest|Copse|Grove|Orchard|Plantation)$|(wood|forest|wald)$", "in"),
    (r"\b(Hill|Heights?|Ridge|Mount|Peak|Knoll|Spur|Down|Downs)$|(berg|kopje)$", "on"),
    (r"\b(Ford|Drift)$", "at"),
)


class Names:
    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.roster = battle.roster
        by_side = {(self.own(unit), battle.side_of(unit)) for unit in range(len(battle.type_of))}
        self.shared = Counter(name for name, _ in by_side)  # by name, the sides that have it

    def unit(self, unit: int) -> str:
        """A unit with its side, if the other side has a unit of the same name."""
        name = self.own(unit)
        if self.shared[name] > 1 or number_of_kind(self.battle, unit):
            return f"{possessive(self.side(self.battle.side_of(unit)))} {name.removeprefix('The ')}"
        if not self.roster.unit_names[unit].strip():
            return f"the {name}"
        first, _, rest = name.partition(" ")
        if first == "The":
            return f"the {rest}"
        if first.endswith(("'s", "’s")) and first[:-2] not in CROWNS:
            return name
        if first in RANKS or re.fullmatch(r"[A-Z]|[IVX]+|\d+", first) or (first in BODIES and not sounds_plural(name)):
            return name
        if self.is_person(unit) and first not in ("Commander", "Command"):
            return (
                name
                if len(name.split()) < 3 and not name.endswith(("staff", "Staff", "headquarters"))
                else f"the {name}"
            )
        return f"the {name}"

    def own(self, unit: int) -> str:
        """Its name, or without one its type, with a number if its side has several."""
        name = self.roster.unit_names[unit].strip()
        which = number_of_kind(self.battle, unit)
        kind = plain(self.battle.type_of[unit].name)
        return name or (f"{ordinal(which)} {kind}" if which else kind)

    def units(self, units: list[int]) -> str:
        """Each by its name; nameless ones together: "two of the Reds’ infantry"."""
        alike: dict[tuple[int, str], list[int]] = {}
        for unit in dict.fromkeys(units):
            nameless = "" if self.roster.unit_names[unit].strip() else self.battle.type_of[unit].name
            alike.setdefault((self.battle.side_of(unit), nameless or f"{unit}"), []).append(unit)
        return listed(self._group(group) for group in alike.values())

    def _group(self, units: list[int]) -> str:
        if len(units) == 1:
            return self.unit(units[0])
        side = possessive(self.side(self.battle.side_of(units[0])))
        kind = plain(self.battle.type_of[units[0]].name)
        return f"{number(len(units))} of {side} {in_masses(kind) or plural(kind)}"

    def is_person(self, unit: int) -> bool:
        return self.battle.is_a(unit, COMMANDER)

    def are_many(self, units: list[int]) -> bool:
        """Regiments take a plural verb; a battery, a vehicle and a general do not."""
        if len(set(units)) != 1:
            return True
        (unit,) = set(units)
        name = self.roster.unit_names[unit]
        if self.is_person(unit):
            return False
        return name.endswith("s") or bool(self.battle.is_a(unit, INFANTRY | CAVALRY | ENGINEERS))

    def side(self, side: int) -> str:
        return with_article(self.roster.side_names[side].strip() or f"side {side + 1}")

    def cell(self, cell: int) -> str:
        return place(self.battle, cell)

    def called(self, cells: list[str]) -> str:
        """The same, for cells given by name."""
        return places_called(cells, self.battle.field.places)

    def where(self, cell: int) -> str:
        """The cell with its ground, if that is worth a word and its name does not already say it."""
        features = self.battle.field.features[cell]
        called = self.cell(cell)
        name = called.rpartition(" (")[0]
        for bit, words in GROUND:
            if features & bit:
                named = next((short for ends, short in SPEAKING if re.search(ends, name)), "")
                river = bit == RIVER and name and not name.startswith("the ") and " " not in name
                return f"in the {called}" if river else f"{named or words} {called}"
        return f"at {called}"

    def told_once(self, texts: list[str]) -> list[str]:
        """The same texts, with a cell beside the name of its place only at the first mention."""
        places = self.battle.field.places
        text = "\0".join(texts)
        for cell, name in places.items():
            beside = f" ({cell})"
            first, called, rest = text.partition(f"{name.removeprefix('The ')}{beside}")
            if list(places.values()).count(name) == 1:
                text = first + called + rest.replace(called, called.removesuffix(beside)) if called else text
        return text.split("\0")

    def flies(self, unit: int) -> bool:
        return bool(self.battle.is_a(unit, AIRCRAFT))


# Arms counted in units, not in heads.
MASSES = ("infantry", "cavalry", "artillery", "engineers", "cyclists", "transport")


def in_masses(kind: str) -> str:
    """ "infantry with rifles": what there is a unit of; nothing for tanks and guns, which are counted themselves."""
    if any(kind == mass or kind.endswith(f" {mass}") or kind.startswith(f"{mass},") for mass in MASSES):
        return kind.replace(", close-combat", " armed for close combat").replace(", ", " with ")
    return "infantry with anti-tank weapons" if kind == "infantry anti-tank" else ""


def plural(kind: str) -> str:
    return kind if kind.endswith("s") else f"{kind}s"


def possessive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
