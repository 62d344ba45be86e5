"""The units as the paper names them: what each is called, what it can do, where and when it begins."""

from ...battle.naming import place, plain
from ...battle.unit import CANNOT_MOVE, QUALITIES, UnitType
from ...reference.words import sentence
from ...speech.questions import FACING_WORDS
from ..pieces import Pieces


def name_of(pieces: Pieces, unit: int) -> str:
    roster = pieces.battle.roster
    return roster.unit_names[unit] or sentence(plain(pieces.battle.type_of[unit].name))


def type_name(pieces: Pieces, unit: int) -> str:
    return plain(pieces.battle.type_of[unit].name)


def quality_name(pieces: Pieces, unit: int) -> str:
    """Elite, average or poor; nothing in a book without quality."""
    if not pieces.book.hits.tables:
        return ""
    return QUALITIES[pieces.battle.roster.quality[unit]]


def figures(kind: UnitType) -> list[tuple[str, str]]:
    """The numbers of the unit table that this type has, each with its heading."""
    dice = f" ×{kind.fire_dice}" if kind.fire_dice > 1 else ""
    power = f"{kind.power}/{kind.flank_power}" if kind.flank_power else str(kind.power)
    rows = (
        ("Move", str(kind.move), kind.move > CANNOT_MOVE),
        ("Fire", f"{kind.fire_range}{dice}", kind.fire_range > 0),
        ("Guns", str(kind.artillery_range), kind.artillery_range > 0),
        ("Power", power, kind.power > 0),
    )
    return [(title, value) for title, value, there in rows if there]


def start_of(pieces: Pieces, unit: int) -> str:
    """Where a unit is when the battle begins."""
    battle = pieces.battle
    if battle.carried_by[unit] >= 0:
        return f"with {name_of(pieces, battle.carried_by[unit])}"
    turn = battle.roster.arrival_turn[unit]
    if turn:
        return f"turn {turn}, from the {battle.roster.arrival_edge[unit]}"
    if battle.at[unit] < 0:
        return "you place it"
    facing = FACING_WORDS[battle.field.grid.shape.facings[battle.facing[unit]]]
    return f"{place(battle, battle.at[unit])}, facing {facing}"


def notes_on(pieces: Pieces, unit: int) -> str:
    """What is particular about this unit."""
    battle = pieces.battle
    entries = [entry for side in pieces.scenario.sides for entry in side.units]
    entry = entries[unit]
    words = [plain(part) for part in (entry.weapon, entry.gun) if part]
    if entry.regular:
        words.append("Regular")
    if battle.carrying[unit] >= 0:
        words.append(f"carries {name_of(pieces, battle.carrying[unit])}")
    if entry.gas:
        words.append("a gas shell" if entry.gas == 1 else f"{entry.gas} gas shells")
    return ", ".join(words)
