"""The situation of a game for a client: how things stand, the question, and the answers."""

from typing import Any

from ...battle.battle import NO_CELL, Battle
from ...consultation.survey import offer
from ...game.game import Game
from ...grid.names import cell_name
from ...rules.fire.gas import winds
from ...speech.results import result_sentence
from ...speech.sentences import question_sentence
from ...speech.trees import Result, State
from ..games.match import Match
from ..games.sight import Sight
from ..games.steps import Sides
from ..wire.consulted import offer_told
from ..wire.messages import Now, Question


def now(match: Match, sides: Sides) -> Now:
    """The situation after the last step that a client of these sides knows of."""
    sight = match.chronicle.sight(sides)
    return situation(match, sight, sight.state(len(match.chronicle.steps) - 1)[0])


def situation(match: Match, sight: Sight, state: Any) -> Now:
    """The same, with a state that has already been written."""
    chronicle = match.chronicle
    session = chronicle.session
    game = session.game
    side = sight.viewpoint(game)
    for_person = match.is_for_person()
    mine = for_person and game.decider() in sight.sides
    return Now(
        seq=sight.seq,
        state=state,
        view=match.sides[side] if side is not None else None,
        question=_question(game, chronicle.public_state(len(chronicle.steps) - 1), mine, len(sight.sides) > 1),
        can_undo=mine and bool(session.past),
        thinking=not for_person and match.is_for_computer(),
        chain=None if match.replay else chronicle.published.told(),
        ending=_ending(game, chronicle.public_state(len(chronicle.steps) - 1)["result"]),
        winds=_winds(game.battle),
    )


def _winds(battle: Battle) -> dict[str, list[str]]:
    """A cloud stops drifting in its last turn."""
    found: dict[str, set[int]] = {}
    for cloud in battle.clouds:
        cells = winds(battle, cloud).values() if cloud.turns_left > 1 else ()
        found.setdefault(cell_name(battle.field.grid, cloud.cell), set()).update(cells)
    return {
        cell: [cell_name(battle.field.grid, one) for one in sorted(cells) if one != NO_CELL]
        for cell, cells in found.items()
    }


def _ending(game: Game, result: Result | None) -> str:
    if result is None:
        return ""
    roster = game.battle.roster
    sides = dict(zip(roster.side_ids, roster.side_names, strict=True))
    return result_sentence(sides, result, game.battle.field.places)


def _question(game: Game, state: State, mine: bool, shared: bool) -> Question | None:
    """`shared`: both sides sit at this screen, so the question names its side."""
    asked = state["question"]
    if asked is None or state["decides"] is None:
        return None
    ids = game.battle.roster.unit_ids
    return Question(
        asks=asked["asks"],
        side=state["decides"],
        unit=asked.get("unit"),
        text=question_sentence(game.battle, state, mine, shared),
        units=[ids[unit] for unit in game.units()] if mine else [],
        answers=[offer_told(game, offer(game, action)) for action in game.answers()] if mine else [],
    )
