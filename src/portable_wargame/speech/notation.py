"""Actions and events in writing, by the rows of their verbs and kinds."""

from typing import Any, cast

from ..battle.battle import NO_CELL, NOBODY, PHASES, TASKS, Battle
from ..game.actions import AS_IT_COMES, Action
from ..game.errors import Refusal
from ..game.events import Event, Roll
from ..grid.names import cell_name, cell_named
from . import trees
from .happenings import happening, keys_of
from .verbs import CELL, FACING, FLAG, NUMBER, PATH, TASK, UNIT, VERBS, verb

UNSAID = {UNIT: NOBODY, CELL: NO_CELL, FACING: AS_IT_COMES, PATH: (), FLAG: False, TASK: 0, NUMBER: 0}


class NoSuchAction(Refusal):
    """What was sent is not an action at all."""


def action_to_tree(battle: Battle, action: Action) -> trees.Action:
    tree: dict[str, object] = {"do": action.verb}
    for word in verb(action.verb).words:
        value = getattr(action, word.field)
        if value != UNSAID[word.holds] or (word.holds == PATH and not word.optional):
            tree[word.key] = _written(battle, word.holds, value)
    return cast(trees.Action, tree)  # its row says which keys it has


def _written(battle: Battle, kind: str, value: Any) -> Any:
    grid = battle.field.grid
    if kind == UNIT:
        return battle.roster.unit_ids[value]
    if kind == CELL:
        return cell_name(grid, value)
    if kind == FACING:
        return grid.shape.facings[value]
    if kind == PATH:
        return [cell_name(grid, cell) for cell in value]
    if kind == TASK:
        return TASKS[value]
    return value


def action_from_tree(battle: Battle, tree: trees.Json) -> Action:
    """The action that was written; a sentence in NoSuchAction if it is not one, whatever was sent."""
    if not isinstance(tree, dict):
        raise NoSuchAction('an action is an object such as {"do": "fire", "unit": "r1", "target": "c4"}')
    name = tree.get("do")
    if not isinstance(name, str) or name not in VERBS:
        raise NoSuchAction(f"{_shown(name)} is not a verb; choose from {', '.join(VERBS)}")
    words = VERBS[name].words
    known = [word.key for word in words]
    for key in tree:
        if key != "do" and key not in known:
            raise NoSuchAction(f"{name} has no {_shown(key)}; it takes {', '.join(known) or 'no words'}")
    fields: dict[str, Any] = {}
    for word in words:
        if tree.get(word.key) is not None:
            fields[word.field] = _read(battle, name, word.key, word.holds, tree[word.key])
        elif not word.optional:
            raise NoSuchAction(f"{name} needs its word {word.key!r}")
    return Action(name, **fields)


def _read(battle: Battle, verb: str, key: str, kind: str, value: Any) -> Any:
    if kind == FLAG:
        if isinstance(value, bool):
            return value
        raise NoSuchAction(f"{key} of {verb} is true or false, not {_shown(value)}")
    if kind == NUMBER:
        if type(value) is int and 0 < value < 100:
            return value
        raise NoSuchAction(f"{key} of {verb} is a number, not {_shown(value)}")
    if kind == PATH:
        if isinstance(value, list) and len(value) <= battle.field.grid.cells:
            return tuple(_read_cell(battle, verb, key, cell) for cell in value)
        raise NoSuchAction(f"{key} of {verb} is a list of cells, not {_shown(value)}")
    if kind == CELL:
        return _read_cell(battle, verb, key, value)
    known = {UNIT: battle.roster.unit_ids, FACING: battle.field.grid.shape.facings, TASK: TASKS[1:5]}[kind]
    if isinstance(value, str) and value in known:
        return known.index(value) + (1 if kind == TASK else 0)
    raise NoSuchAction(f"{key} of {verb} is {_shown(value)}; choose from {', '.join(known)}")


def _read_cell(battle: Battle, verb: str, key: str, value: Any) -> int:
    grid = battle.field.grid
    cell = cell_named(grid, value) if isinstance(value, str) else NO_CELL
    if cell == NO_CELL:
        last = cell_name(grid, grid.cells - 1)
        raise NoSuchAction(f"{key} of {verb} is {_shown(value)}; cells run from a1 to {last}")
    return cell


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def event_to_tree(battle: Battle, event: Event) -> trees.Event:
    """An event as the protocol and the record write it: only the words it has."""
    roster = battle.roster
    grid = battle.field.grid
    tree: dict[str, object] = {"event": event.kind}
    if isinstance(event, Roll):
        tree["for"] = event.words
    if event.side != NOBODY:
        tree["side"] = roster.side_ids[event.side]
    if event.unit != NOBODY:
        tree["unit"] = roster.unit_ids[event.unit]
    if event.other != NOBODY:
        tree["other"] = roster.unit_ids[event.other]
    if event.cell != NO_CELL:
        tree["target" if isinstance(event, Roll) else "cell"] = cell_name(grid, event.cell)
    if event.facing >= 0:
        tree["facing"] = grid.shape.facings[event.facing]
    if event.path:
        tree["path"] = [cell_name(grid, cell) for cell in event.path]
    if isinstance(event, Roll):
        tree["dice"] = event.dice
        tree["modifiers"] = [{"clause": clause, "value": value} for clause, value in event.modifiers]
        tree["scores"] = event.scores
        if event.needs:
            tree["needs"] = event.needs
        if event.handicaps:
            tree["handicaps"] = [{"clause": clause, "value": value} for clause, value in event.handicaps]
        if event.outcomes:
            tree["outcomes"] = event.outcomes
    else:
        _write_amount(tree, event)
    tree["clause"] = event.clause
    return cast(trees.Event, tree)  # its row says which keys it has


COUNTED = ("sp", "number", "turn", "sp-lost")  # keys that hold an event's amount
TEXTS = ("reason", "card", "mark", "features")  # keys that hold its words


def _write_amount(tree: dict[str, object], event: Event) -> None:
    keys = keys_of(happening(event.kind).shape)
    if "winner" in keys:
        tree["winner"] = tree.pop("side", None)
    if "phase" in keys:
        tree["phase"] = PHASES[event.amount]
    for key in COUNTED:
        if key in keys and (event.amount or not keys[key]):
            tree[key] = event.amount
    for key in TEXTS:
        if key in keys and (event.words or not keys[key]):
            tree[key] = event.words
    if "degree" in keys and event.degree:
        tree["degree"] = event.degree
