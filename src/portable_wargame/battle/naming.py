"""Units, sides and places as people call them: one name each, wherever anybody reads it.

An id belongs to files and to the protocol. In a sentence a unit goes by its name; its side or its id is added
only where another unit has the same name.
"""

from collections.abc import Iterable
from typing import Final

from ..grid.compiler import i64
from ..grid.names import cell_name
from .battle import Battle
from .unit import CAVALRY, COMMANDER, ENGINEERS, INFANTRY

ORDINALS: Final = (
    "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth",
)  # fmt: skip

# Sides that go by a colour, or by the name of a town, take no article.
BARE: Final = ("Red", "Blue", "Green", "White", "Black", "Grey", "Yellow", "Port", "Fort", "side")

# Parts of the names of types that keep their hyphen.
HYPHENATED: Final = (
    "anti-aircraft",
    "anti-tank",
    "built-up",
    "close-combat",
    "half-track",
    "self-propelled",
    "single-seat",
    "single-shot",
    "two-seat",
)

# Types whose names are not yet words.
TYPES: Final[dict[str, str]] = {
    "infantry-rifles": "infantry, rifles",
    "infantry-firearms": "infantry, firearms",
    "infantry-close-combat": "infantry, close combat",
}


def plain(name: str) -> str:
    """A name of the format as words: half-track stays, field-artillery is field artillery."""
    words = TYPES.get(name, name).replace("-", " ")
    for part in HYPHENATED:
        words = words.replace(part.replace("-", " "), part)
    return words


# What is counted in units, and has no plural of its own.
MASSES: Final = ("infantry", "cavalry", "artillery", "transport", "command")


def muster(kind: str, number: i64) -> str:
    """A number of units of a type: "3 anti-tank guns", "4 infantry with rifles", "1 field artillery"."""
    words = plain(kind).replace(", close-combat", " for close combat").replace(", ", " with ")
    first = words.partition(" with ")[0].partition(" for ")[0]
    if number == 1 or first.endswith("s") or first.rpartition(" ")[2] in MASSES or first.startswith("infantry"):
        return f"{number} {words}"
    return f"{number} {words}s"


def unit_name(battle: Battle, unit: i64) -> str:
    """ "3rd Fusiliers"; "First Army's Fusiliers" where both sides have them; "infantry r1" where it has no name."""
    roster = battle.roster
    own = roster.unit_names[unit].strip()
    if not own:
        return f"{plain(battle.type_of[unit].name)} {roster.unit_ids[unit]}"
    side = roster.side_of[unit]
    at_home = 0
    abroad = 0
    for other, name in enumerate(roster.unit_names):
        if name.strip() == own:
            if roster.side_of[other] == side:
                at_home += 1
            else:
                abroad += 1
    if at_home > 1:
        return f"{own} ({roster.unit_ids[unit]})"
    return f"{possessive(roster.side_names[side])} {own}" if abroad else own


def number_of_kind(battle: Battle, unit: i64) -> int:
    """The number of a nameless unit among those of its side and type; 0 if it is the only one."""
    roster = battle.roster
    if roster.unit_names[unit].strip():
        return 0
    name = battle.type_of[unit].name
    number = 0
    several = 0
    for other in range(len(roster.unit_names)):
        alike = battle.type_of[other].name == name and not roster.unit_names[other].strip()
        if alike and roster.side_of[other] == roster.side_of[unit]:
            several += 1
            if other <= unit:
                number += 1
    return number if several > 1 else 0


def ordinal(number: int) -> str:
    """ "1st", "2nd", "11th" """
    ending = "th" if number // 10 % 10 == 1 else ("th", "st", "nd", "rd")[number % 10 if number % 10 < 4 else 0]
    return f"{number}{ending}"


def is_plural(battle: Battle, unit: i64) -> bool:
    """Regiments take a plural verb; a gun, a vehicle and a man do not."""
    if battle.is_a(unit, COMMANDER):
        return False
    return sounds_plural(battle.roster.unit_names[unit]) or battle.is_a(unit, INFANTRY | CAVALRY | ENGINEERS)


def sounds_plural(name: str) -> bool:
    """ "Fusiliers", but not "Camel Corps"."""
    return name.endswith("s") and not name.endswith("ss") and not name.endswith("orps")


def side_name(battle: Battle, side: i64) -> str:
    return with_article(battle.roster.side_names[side].strip() or f"side {side + 1}")


def with_article(name: str) -> str:
    """A side with its article, where it takes one: "the Assault division", "First Army"."""
    first, _, rest = name.partition(" ")
    if first in ("The", "the"):
        return f"the {rest}"
    if first in ORDINALS or first in BARE or (not rest and (name.endswith("land") or name.endswith("ia"))):
        return name
    return f"the {name}"


def place(battle: Battle, cell: i64) -> str:
    """Where something happens: "Merxleben (e5)", or "e5" where the map has no name for it."""
    return place_called(cell_name(battle.field.grid, cell), battle.field.places)


def at_place(battle: Battle, cell: i64) -> str:
    """ "in e5", but "at Merxleben (e5)": a village, a hill and a river all take "at"."""
    return at_places(battle, (cell,))


def at_places(battle: Battle, cells: tuple[int, ...]) -> str:
    """ "in e5 or e6", "at Merxleben (e5) or e6"."""
    names = [place(battle, cell) for cell in cells]
    named = any(name.endswith(")") for name in names)
    return f"{'at' if named else 'in'} {' or '.join(names)}"


def place_called(cell: str, names: dict[str, str]) -> str:
    """A cell as people call it, from the names on the map. Every sentence that speaks of a cell asks here."""
    name = names.get(cell, "")
    if name.startswith("The "):
        name = f"the {name[4:]}"
    return f"{name} ({cell})" if name else cell


def places_called(cells: list[str], names: dict[str, str], last: str = "and") -> str:
    """Several cells as people call them, each place named once: "Kaltenbach (d7 and e7) and f2"."""
    rows: dict[str, list[str]] = {}
    for cell in cells:
        rows.setdefault(names.get(cell, cell), []).append(cell)
    told = {name: listed(row, last) for name, row in rows.items()}
    return listed(
        [name if rows[name] == [name] else place_called(text, {text: name}) for name, text in told.items()], last
    )


def listed(words: Iterable[str], last: str = "and") -> str:
    found = list(words)
    return f"{', '.join(found[:-1])} {last} {found[-1]}" if len(found) > 1 else "".join(found)


def possessive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def counted(number: i64, thing: str) -> str:
    """ "1 square", "2 squares", "no squares"; "hexes" where it must be."""
    if number == 1:
        return f"1 {thing}"
    plural = f"{thing}es" if thing.endswith("x") or thing.endswith("s") else f"{thing}s"
    return f"{number} {plural}" if number else f"no {plural}"


# Words that agree with a unit or a side, singular and plural.
AGREEING: Final[dict[str, tuple[str, str]]] = {
    "is": ("is", "are"),
    "was": ("was", "were"),
    "has": ("has", "have"),
    "does": ("does", "do"),
    "it": ("it", "they"),
    "its": ("its", "their"),
    "them": ("it", "them"),
    "s": ("s", ""),
}


def agreeing(plural: bool, before: str = "") -> dict[str, str]:
    """The words of a template that agree with somebody; `before` is put before their keys."""
    number = 1 if plural else 0
    return {before + key: forms[number] for key, forms in AGREEING.items()}
