"""Reasons in words: what the rules have against an action, as a player would put it."""

from ..battle.battle import NO_CELL, NOBODY
from ..battle.naming import agreeing, at_place, capital, counted, is_plural, place, side_name, sounds_plural, unit_name
from ..game.agenda import Reason
from ..game.game import Game
from ..game.tables import Attack, Restriction, UnitRestriction, phrase
from ..grid.compiler import i64
from .words import REASONS


def because(
    game: Game,
    clause: str,
    name: str,
    unit: i64 = NOBODY,
    cell: i64 = NO_CELL,
    other: i64 = NOBODY,
    number: int = 0,
    words: str = "",
) -> Reason:
    """The reason of that name, with this case's details filled in."""
    return Reason(clause, _said(game, REASONS[name], unit, cell, other, number, words))


def barring(game: Game, rows: tuple[UnitRestriction, ...], unit: i64) -> list[Reason]:
    return [
        Reason(row.clause, _said(game, _template(row.forbids), unit, NO_CELL, NOBODY, 0, ""))
        for row in rows
        if row.forbids(game.battle, unit)
    ]


def forbidding(game: Game, rows: tuple[Restriction, ...], attack: Attack) -> list[Reason]:
    return [
        Reason(row.clause, _said(game, _template(row.forbids), attack.unit, attack.target, NOBODY, 0, ""))
        for row in rows
        if row.forbids(attack)
    ]


def _template(forbids: object) -> str:
    """For a condition that a book brings along, the name is all there is."""
    words = phrase(forbids)
    found = REASONS.get(words.replace(" ", "_"))
    if found is not None:
        return found
    return f"the {words}" if words.startswith("target") else f"{{unit}} {words}"


def _said(game: Game, template: str, unit: i64, cell: i64, other: i64, number: int, words: str) -> str:
    battle = game.battle
    shape = battle.field.grid.shape.name
    said: dict[str, str] = {
        "square": shape,
        "number": str(number),
        "count": counted(number, shape),
        "words": words,
        "cell": place(battle, cell) if cell >= 0 else f"that {shape}",
        "there": at_place(battle, cell) if cell >= 0 else f"in that {shape}",
    }
    if unit != NOBODY:
        side = battle.side_of(unit)
        said["unit"] = unit_name(battle, unit)
        said["side"] = side_name(battle, side)
        said.update(agreeing(is_plural(battle, unit)))
        said.update(agreeing(sounds_plural(battle.roster.side_names[side]), "side_"))
    if other != NOBODY:
        said["other"] = unit_name(battle, other)
    text = template.format_map(said)
    is_cell = template.startswith("{cell}") and said["there"].startswith("in ")
    return text if is_cell else capital(text)  # cells keep their lower case: "f2 is occupied"
