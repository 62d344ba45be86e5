"""The situation of a game, as a client is told: how things stand, what is asked, and what may be answered."""

from typing import Any

from ...speech.sentences import question_sentence
from ..games.match import Match
from ..games.steps import Sides
from ..games.survey import offer
from ..wire.messages import Now, Question

Tree = dict[str, Any]


def now(match: Match, sides: Sides) -> Now:
    """After the last step that a client of these sides knows of."""
    chronicle = match.chronicle
    sight = chronicle.sight(sides)
    state, side = sight.state(len(chronicle.steps) - 1)
    mine = match.game.decider() in sides and match.is_for_person()
    return Now(
        seq=sight.seq,
        state=state,
        view=match.sides[side] if side is not None else None,
        question=_question(match, state, mine),
        can_undo=mine and bool(chronicle.session.past),
        thinking=match.is_for_computer(),
    )


def _question(match: Match, state: Tree, mine: bool) -> Question | None:
    game = match.game
    if state["question"] is None:
        return None
    ids = game.battle.roster.unit_ids
    return Question(
        asks=state["question"]["asks"],
        side=state["decides"],
        unit=state["question"].get("unit"),
        text=question_sentence(game.battle, state),
        units=[ids[unit] for unit in game.units()] if mine else [],
        answers=[offer(game, action) for action in game.answers()] if mine else [],
    )
