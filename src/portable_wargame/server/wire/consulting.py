"""Questions about a position that change nothing: each answer uses only what the asker's sides may know."""

import random
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from ...ai.opponents.choice import Choice
from ...ai.opponents.players import player
from ...consultation.enquiry import odds, verdicts
from ...consultation.survey import survey
from ...consultation.threats import threats
from ...consultation.view import Unknown, cell_called, unit_called
from ...game.game import Game
from ...grid.names import cell_name
from ...speech.chances import odds_tree, odds_words
from ...speech.notation import action_from_tree, action_to_tree
from ...speech.sentences import command_sentence
from ..games.permission import NotAllowed
from ..tables.thinking import advice
from . import messages as said
from .consulted import survey_told, verdict_told

ADVISER = "captain"
Consultation = TypeVar("Consultation", bound=said.Sent)


class Asking(Struct):
    """Who asks, and where in the game."""

    sides: tuple[int, ...]
    seq: int
    replay: bool
    luck: str  # the same position gives the same hint


def surveyed(game: Game, asking: Asking, request: said.Survey) -> said.Surveyed:
    unit = unit_called(game, request.unit)
    is_asked = game.decider() in asking.sides and not asking.replay
    return survey_told(game, survey(game, unit, is_asked), request.id, asking.seq)


def asked(game: Game, asking: Asking, request: said.Ask) -> said.Asked:
    unit, cell = unit_called(game, request.unit), cell_called(game, request.cell)
    found = verdicts(game, unit, cell) if game.battle.side_of(unit) in asking.sides else []
    told = [verdict_told(game, one) for one in found]
    return said.Asked(id=request.id, unit=request.unit, cell=request.cell, verdicts=told)


def odds_told(game: Game, asking: Asking, request: said.Odds) -> said.OddsTold:
    if game.decider() not in asking.sides:
        raise NotAllowed("not-yours", "only the side that decides can ask for odds")
    action = action_from_tree(game.battle, request.action)
    found = odds_tree(game, odds(game, action))
    words = odds_words(game.battle, found, request.action.get("unit", ""))
    return said.OddsTold(id=request.id, odds=found, summary=words)


def hinted(game: Game, asking: Asking, request: said.Hint) -> said.Hinted:
    check_advisable(game, asking)
    return hint_told(game, asking, request, advice(player(ADVISER), game, random.Random(asking.luck)))


def check_advisable(game: Game, asking: Asking) -> None:
    """NotAllowed unless the asker has something to decide."""
    if game.question() is None:
        raise NotAllowed("over", "the battle is over")
    if game.decider() not in asking.sides:
        raise NotAllowed("not-yours", "it is not your move")


def hint_told(game: Game, asking: Asking, request: said.Hint, choice: Choice) -> said.Hinted:
    tree = action_to_tree(game.battle, choice.action)
    question = game.question()
    text = command_sentence(game.battle, tree, question.name if question is not None else "")
    return said.Hinted(id=request.id, seq=asking.seq, action=tree, text=text, intent=choice.intent)


def threatened(game: Game, asking: Asking, request: said.Threats) -> said.ThreatsTold:
    grid, roster = game.battle.field.grid, game.battle.roster
    if request.side not in roster.side_ids:
        raise Unknown(f"there is no side {request.side!r}")
    found = threats(game, roster.side_ids.index(request.side))
    cells = {cell_name(grid, cell): [roster.unit_ids[enemy] for enemy in enemies] for cell, enemies in found.items()}
    return said.ThreatsTold(id=request.id, seq=asking.seq, side=request.side, cells=cells)


CONSULTATIONS: dict[type, Callable[[Game, Asking, Any], said.Received]] = {
    said.Survey: surveyed,
    said.Ask: asked,
    said.Odds: odds_told,
    said.Hint: hinted,
    said.Threats: threatened,
}
