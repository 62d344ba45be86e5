"""Dice thrown by hand: what is to be thrown next, how many and for what, with needs and modifiers beforehand."""

from ...battle.battle import NO_CELL, NOBODY
from ...battle.naming import capital, place, side_name, unit_name
from ...consultation.throws_to_come import Trial, next_throw, of_action, of_ruling, of_start, wants_low
from ...game.events import Roll
from ...game.game import Game, IllegalAction
from ...rulesets.ledger import speaking_of
from ...speech.notation import action_from_tree
from ...speech.sentences import modifier_words
from ...speech.throws import throw
from ...speech.umpire.rulings import ruling_from_tree
from ..games.by_hand import check_sees_all
from ..games.match import Match
from ..games.permission import NotAllowed
from ..games.steps import Sides
from . import messages as said


def throw_told(match: Match, sides: Sides, request: said.ThrowWanted) -> said.ThrowTold:
    if not match.chronicle.seal.is_by_hand():
        raise NotAllowed("illegal", "the dice of this battle are not thrown by hand")
    if not sides:
        raise NotAllowed("not-yours", "spectators throw no dice")
    check_sees_all(match, sides)
    begun = match.chronicle.has_begun()
    game = match.game if begun else match.chronicle.board.table
    if begun and request.action is None and request.changes is None:
        raise NotAllowed("stale", "the battle has begun")
    wanted = next_throw(_trial(game, request), request.dice)
    with speaking_of(match.chronicle.board.says):
        told = throw_of(game, *wanted) if wanted is not None else None
    return said.ThrowTold(id=request.id, seq=request.seq, throw=told)


def _trial(game: Game, request: said.ThrowWanted) -> Trial:
    if request.changes is not None:
        return of_ruling(game, ruling_from_tree(game.battle, request.changes))
    if request.action is None:
        return of_start(game)
    action = game.settle(action_from_tree(game.battle, request.action))
    if not game.allows(action):
        raise IllegalAction(game.why_not(action))
    return of_action(game, action)


def throw_of(game: Game, roll: Roll, number: int) -> said.Throw:
    battle = game.battle
    who = unit_name(battle, roll.unit) if roll.unit != NOBODY else ""
    if not who and roll.side != NOBODY:
        who = side_name(battle, roll.side)
    return said.Throw(
        title=throw(roll.words).title,
        who=capital(who),
        target=place(battle, roll.cell) if roll.cell != NO_CELL else "",
        dice=number,
        needs=roll.needs or None,
        at_most=wants_low(game, roll),
        modifiers=_rows(roll.modifiers),
        handicaps=_rows(roll.handicaps),
    )


def _rows(rows: list[tuple[str, int]]) -> list[said.ThrowRow]:
    return [said.ThrowRow(clause=clause, value=value, words=modifier_words(clause)) for clause, value in rows]
