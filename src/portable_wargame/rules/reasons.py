"""Reasons in words: rows that forbid something, turned into sentences."""

from ..game.agenda import Reason
from ..game.game import Game
from ..game.tables import Attack, Restriction, UnitRestriction, phrase
from ..grid.compiler import i64


def unit_name(game: Game, unit: i64) -> str:
    return game.battle.roster.unit_ids[unit]


def barring(game: Game, rows: tuple[UnitRestriction, ...], unit: i64) -> list[Reason]:
    name = unit_name(game, unit)
    return [Reason(row.clause, f"{name} {phrase(row.forbids)}") for row in rows if row.forbids(game.battle, unit)]


def forbidding(game: Game, rows: tuple[Restriction, ...], attack: Attack) -> list[Reason]:
    name = unit_name(game, attack.unit)
    reasons: list[Reason] = []
    for row in rows:
        if row.forbids(attack):
            words = phrase(row.forbids)
            text = f"the {words}" if words.startswith("target") else f"{name} {words}"
            reasons.append(Reason(row.clause, text))
    return reasons
