"""An enquiry: "why can't I?" - every verb that a unit and a cell might mean, with the rules' answer to each."""

from typing import NamedTuple

from ..battle.battle import NO_CELL, NOBODY, WAITING
from ..battle.naming import possessive, side_name
from ..battle.unit import AIRCRAFT
from ..game.actions import AS_IT_COMES, Action
from ..game.agenda import Chance, Reason
from ..game.game import Game, IllegalAction
from ..rules.combat.close_combat import opponents
from ..speech.verbs import VERBS
from .ways import offered_way, shortest


class Verdict(NamedTuple):
    """An action that might be meant, and every reason against it; if there is none, its defaults are filled in."""

    action: Action
    reasons: list[Reason]


def verdicts(game: Game, unit: int, cell: int) -> list[Verdict]:
    """`game` is the asker's own copy."""
    found: list[Verdict] = []
    for action in meant(game, unit, cell):
        reasons = game.why_not(action)
        found.append(Verdict(action if reasons else game.settle(action), reasons))
    return found


def odds(game: Game, action: Action) -> list[Chance]:
    """The exact chances of an action; IllegalAction if it is not allowed."""
    reasons = game.why_not(action)
    if reasons:
        raise IllegalAction(reasons)
    return game.chances(game.settle(action))


def meant(game: Game, unit: int, cell: int) -> list[Action]:
    """What a player may mean by pointing at a unit and then at a cell."""
    battle = game.battle
    kind = battle.type_of[unit]
    side = battle.side_of(unit)
    asked = game.question()
    about = {action.verb for action in game.options_of(unit)} if asked is not None else set()
    if battle.at[unit] == WAITING:
        coming = "enter" if battle.roster.arrival_turn[unit] or battle.placement_of(unit) else "place"
        return [Action(coming, unit, cell, battle.facing[unit])]
    if not battle.on_board(unit):
        return [Action("move", unit, path=(cell,))]
    if cell == battle.at[unit]:
        known = [row for row in VERBS.values() if row.stays and game.ruleset.activity(row.name) is not None]
        fitting = [row for row in known if row.name in about or row.name in _likely(game, unit)]
        return [Action(row.name, unit, loads=1 if row.word("loads") else 0) for row in fitting]
    actions: list[Action] = []
    if battle.enemy_in(cell, side):
        if kind.artillery_range:
            actions.append(Action("bombard", unit, cell))
        if kind.fire_range:
            actions.append(Action("fire", unit, cell))
        enemies = opponents(battle, game.ruleset.movement.shares_cell, cell, side)
        actions.append(Action("fight", unit, cell, other=enemies[0] if len(enemies) > 1 else NOBODY))
    elif "retreat" in about:
        return [Action("retreat", unit, cell)]
    actions.append(way_to(game, unit, cell))
    return actions


def _likely(game: Game, unit: int) -> list[str]:
    """Verbs without a cell that suit this unit."""
    battle = game.battle
    likely: list[str] = []
    if battle.pinned[unit]:
        likely.append("unpin")
    if battle.carrying[unit] != NOBODY:
        likely.append("unload")
    if battle.other_type[unit] is not battle.type_of[unit]:
        likely += ["mount", "dismount"]
    if battle.is_a(unit, AIRCRAFT):
        for row in VERBS.values():
            activity = game.ruleset.activity(row.name)
            if row.stays and activity is not None and activity.is_for(battle.type_of[unit]):
                likely.append(row.name)
    return likely


def way_to(game: Game, unit: int, cell: int) -> Action:
    """An allowed way, if there is one; otherwise the shortest, so that the rules can say where it fails."""
    offered = offered_way(game, unit, cell)
    if offered is not None:
        return Action(offered.verb, unit, facing=AS_IT_COMES, path=offered.path, double=offered.double)
    return Action("move", unit, NO_CELL, path=shortest(game, unit, cell))


def why_idle(game: Game, unit: int) -> list[Reason]:
    """Why a unit that has no options has none."""
    battle = game.battle
    asked = game.question()
    if asked is None:
        return [Reason("shared.victory", "The battle is over")]
    if battle.side_of(unit) != game.decider():
        return [Reason(game.ruleset.sequence, f"It is {possessive(side_name(battle, game.decider()))} move")]
    around = list(battle.field.grid.neighbours[battle.at[unit]]) if battle.on_board(unit) else []
    tried = [Action("move", unit, path=(cell,)) for cell in around] or [Action("move", unit)]
    found: dict[str, Reason] = {}
    for action in tried:
        for reason in game.why_not(action):
            found.setdefault(reason.clause, reason)
    return list(found.values())
