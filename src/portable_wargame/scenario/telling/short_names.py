"""Short names of units, made for people: `3 Fus`, `Ridge Bty`, `Gen Ashby`. One rule makes them for the counters of the
page, for pictures and for the terminal, and no two units of a battle have the same."""

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from ...battle.battle import Battle
from ...battle.naming import ORDINALS, plain
from ..model import Scenario

ROOM = 11  # characters

# The army's abbreviations.
ABBREVIATIONS = {
    "advance": "Adv",
    "aircraft": "Air",
    "anti-aircraft": "AA",
    "anti-tank": "AT",
    "armoured": "Armd",
    "army": "Army",
    "artillery": "Arty",
    "assault": "Aslt",
    "battalion": "Bn",
    "battery": "Bty",
    "breakthrough": "Brk",
    "brigade": "Bde",
    "brigadier": "Brig",
    "camel": "Cml",
    "captain": "Capt",
    "captured": "Cptd",
    "cavalry": "Cav",
    "chief": "Ch",
    "chasseurs": "Chass",
    "chevaulegers": "Chev",
    "close-combat": "CC",
    "colonel": "Col",
    "column": "Coln",
    "commander": "Cdr",
    "commodore": "Cdre",
    "companies": "Coys",
    "company": "Coy",
    "corps": "Corps",
    "cuirassiers": "Cuir",
    "destroyers": "Destr",
    "division": "Div",
    "divisional": "Div",
    "dragoon": "Drag",
    "dragoons": "Drag",
    "engineers": "Eng",
    "field": "Fd",
    "forward": "Fwd",
    "frontier": "Front",
    "fusiliers": "Fus",
    "garrison": "Garr",
    "general": "Gen",
    "governor": "Gov",
    "grenadiers": "Gren",
    "guard": "Gd",
    "guards": "Gds",
    "half-track": "HT",
    "headquarters": "HQ",
    "heavy": "Hvy",
    "highlanders": "High",
    "household": "Hsld",
    "howitzer": "How",
    "howitzers": "How",
    "hussars": "Hus",
    "infantry": "Inf",
    "jaeger": "Jaeg",
    "lancer": "Lcr",
    "lancers": "Lcrs",
    "landwehr": "Landw",
    "lieutenant": "Lt",
    "light": "Lt",
    "major": "Maj",
    "marksmen": "Marks",
    "militia": "Mil",
    "mitrailleuse": "Mitr",
    "mitrailleuses": "Mitr",
    "mortar": "Mor",
    "mortars": "Morts",
    "motor": "Mot",
    "mountain": "Mtn",
    "mounted": "Mtd",
    "musketeers": "Musk",
    "observer": "Obs",
    "observers": "Obs",
    "pioneer": "Pnr",
    "pioneers": "Pnrs",
    "platoon": "Pl",
    "raiders": "Raid",
    "rearguard": "Rear",
    "reconnaissance": "Recce",
    "regiment": "Rgt",
    "regiments": "Rgts",
    "reserve": "Res",
    "reserves": "Res",
    "reservists": "Res",
    "rifle": "Rif",
    "rifles": "Rif",
    "sapper": "Spr",
    "sappers": "Sprs",
    "section": "Sec",
    "sergeant": "Sgt",
    "squadron": "Sqn",
    "squadrons": "Sqns",
    "prince": "Pr",
    "relief": "Rel",
    "tank": "Tk",
    "tanks": "Tks",
    "trench": "Tr",
    "troop": "Tp",
    "volunteer": "Vol",
    "volunteers": "Vols",
}
# Only where there is no room for the word.
TIGHT = {
    "barracks": "Bks",
    "black": "Blk",
    "border": "Bdr",
    "bridge": "Br",
    "bronze": "Brz",
    "clan": "Cln",
    "crossroads": "Xrds",
    "customs": "Cust",
    "echelon": "Ech",
    "flight": "Flt",
    "foot": "Ft",
    "foreign": "For",
    "forest": "For",
    "frontiersmen": "Front",
    "horse": "Hse",
    "horsemen": "Horse",
    "hunting": "Hunt",
    "irregular": "Irr",
    "irregulars": "Irr",
    "legion": "Leg",
    "lorries": "Lorr",
    "party": "Pty",
    "riders": "Rdrs",
    "riflemen": "Rif",
    "rock": "Rk",
    "shields": "Shlds",
    "spring": "Spg",
    "sultan": "Slt",
    "throwers": "Thr",
    "track": "Trk",
    "treasure": "Trs",
    "valley": "Vall",
    "village": "Vill",
    "wardens": "Wdns",
    "wiring": "Wire",
}
# Left out if there is no room and two other words are left.
SPARED = ("clan", "militia")
VOWELS = "aeiou"
SILENT = ("the", "of", "and", "on", "number", "von", "de")
MACHINE_GUN = re.compile(r"machine guns?", re.IGNORECASE)
ORDINAL = re.compile(r"(\d+)(st|nd|rd|th)", re.IGNORECASE)
IN_BRACKETS = re.compile(r"(?<=\S)\s*\([^()]*\)$")


# Endings of words, and of the names of places; what is left of a word is long enough to recognise.
ENDING = re.compile(r"(?<=...)(ing|ton|ham|ford|wood|feld|field|berg|burg|worth|mark|ness|bridge)$")


class Called(NamedTuple):
    """A unit, as far as its short name depends on it."""

    id: str
    name: str
    kind: str
    side: str  # its name


def short_names(battle: Battle) -> dict[str, str]:
    """Short names by unit id."""
    roster = battle.roster
    return made(
        tuple(
            Called(one, roster.unit_names[unit], battle.type_of[unit].name, roster.side_names[battle.side_of(unit)])
            for unit, one in enumerate(roster.unit_ids)
        )
    )


def short_names_in(scenario: Scenario) -> dict[str, str]:
    return made(
        tuple(Called(unit.id, unit.name, unit.type, side.name) for side in scenario.sides for unit in side.units)
    )


@lru_cache(maxsize=64)
def made(units: tuple[Called, ...]) -> dict[str, str]:
    short = [abbreviated(unit.name) if unit.name.strip() else _of_type(unit) for unit in units]
    marks = _marks(tuple(dict.fromkeys(unit.side for unit in units)))
    twice = Counter(short)
    short = [f"{name} {marks[unit.side]}" if twice[name] > 1 else name for unit, name in zip(units, short, strict=True)]
    for tell_apart in (_by_number, _by_id):
        twice = Counter(short)
        short = [tell_apart(unit, name) if twice[name] > 1 else name for unit, name in zip(units, short, strict=True)]
    return dict(zip((unit.id for unit in units), short, strict=True))


def _marks(sides: tuple[str, ...]) -> dict[str, str]:
    """A letter or number for each side, for units that both have: `Fus R` and `Fus B`. It comes from the first
    word in which the names differ: N and S of Army of the North and Army of the South, 1 and 2 of First and Second."""
    words = [[_word(word) for word in side.split()] or ["?"] for side in sides]
    for place in range(min(len(some) for some in words)):
        marks = [some[place][:1].upper() for some in words]
        if len(set(marks)) == len(marks):
            return dict(zip(sides, marks, strict=True))
    return {side: abbreviated(side)[:1].upper() for side in sides}


def _by_number(unit: Called, name: str) -> str:
    return name + re.sub(r"\D", "", unit.id)


def _by_id(unit: Called, name: str) -> str:
    return unit.id


def _of_type(unit: Called) -> str:
    """A unit without a name goes by its type: `Inf 3`; or by its id, if that is short."""
    digits = re.sub(r"\D", "", unit.id)
    kind = plain(unit.kind).replace(",", "")
    return f"{abbreviated(kind)} {digits}" if digits and len(unit.id) > 3 else unit.id


def abbreviated(name: str, room: int = ROOM) -> str:
    """A name cut down to fit on a counter."""
    text = MACHINE_GUN.sub("MG", IN_BRACKETS.sub("", name.strip()).replace("’", "'"))
    said = [word for word in text.split() if word.lower() not in SILENT]
    if len(said) > 2 and len(" ".join(map(_word, said))) > room:
        said = [word for word in said if word.lower() not in SPARED]
    words = [_word(word) for word in said] or [name.strip()]
    for number in sorted(range(len(words)), key=lambda number: -len(words[number])):
        if len(" ".join(words)) > room:
            words[number] = TIGHT.get(words[number].lower(), words[number])
    whole = list(words)
    while len(" ".join(words)) > room:
        longest = max(range(len(words)), key=lambda number: (len(words[number]), number == 0))
        if len(words[longest]) < 4:
            return " ".join(words)[:room].strip()
        words[longest] = _cut(words[longest])
    return " ".join(_at_the_seam(cut, word) for cut, word in zip(words, whole, strict=True))


def _at_the_seam(cut: str, word: str) -> str:
    """Better `Land` and `Mill` than `Landin` and `Millfor`: an ending is cut off whole."""
    found = ENDING.search(word)
    return cut if cut == word or found is None else cut[: found.start()]


def _cut(word: str) -> str:
    """A letter shorter; an abbreviation ends with a consonant."""
    shorter = word[:-1]
    while len(shorter) > 3 and shorter[-1].lower() in VOWELS:
        shorter = shorter[:-1]
    return shorter


def _word(word: str) -> str:
    number = ORDINAL.fullmatch(word)
    if number:
        return number[1]
    if word.capitalize() in ORDINALS:
        return str(ORDINALS.index(word.capitalize()) + 1)
    if word.endswith("-pounder"):
        return word.replace("-pounder", "-pdr")
    return ABBREVIATIONS.get(word.lower(), word.removesuffix("'s").removesuffix("s'") if "'" in word else word)


def compact(name: str, room: int) -> str:
    """The same for a board of characters: no spaces, in at most this much room."""
    words = name.split()
    while len("".join(words)) > room:
        longest = max(range(len(words)), key=lambda number: (len(words[number]), -number))
        if len(words[longest]) < 2:
            return "".join(words)[:room]
        words[longest] = words[longest][:-1]
    return "".join(words)
