"""Actions and events in writing, both ways, by one table of verbs and their words."""

from typing import Any

from ..battle.battle import NO_CELL, NOBODY, PHASES, TASKS, Battle
from ..game.actions import AS_IT_COMES, Action
from ..game.errors import Refusal
from ..game.events import Event, Roll
from ..grid.names import cell_name, cell_named

# For each verb, its words: the key in writing, the field of Action, and what it holds. "?" marks a word that may be
# left out.
VERBS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "place": (("unit", "unit", "unit"), ("at", "target", "cell"), ("facing", "facing", "facing?")),
    "bombard": (
        ("unit", "unit", "unit"),
        ("target", "target", "cell"),
        ("gas", "gas", "flag?"),
        ("air", "air", "flag?"),
    ),
    "move": (
        ("unit", "unit", "unit"),
        ("path", "path", "path"),
        ("facing", "facing", "facing?"),
        ("double", "double", "flag?"),
    ),
    "fire": (("unit", "unit", "unit"), ("target", "target", "cell"), ("air", "air", "flag?")),
    "strafe": (("unit", "unit", "unit"),),
    "bomb": (("unit", "unit", "unit"), ("loads", "loads", "number")),
    "fight": (("unit", "unit", "unit"), ("target", "target", "cell"), ("opponent", "other", "unit?")),
    "advance": (("unit", "unit", "unit"), ("facing", "facing", "facing?")),
    "stand": (("unit", "unit", "unit?"),),
    "retreat": (("unit", "unit", "unit"), ("to", "target", "cell"), ("facing", "facing", "facing?")),
    "lose-sp": (("unit", "unit", "unit"),),
    "test-commander": (("unit", "unit", "unit"),),
    "load": (("unit", "unit", "unit"), ("cargo", "other", "unit")),
    "unload": (("unit", "unit", "unit"), ("cargo", "other", "unit?")),
    "work": (("unit", "unit", "unit"), ("task", "task", "task"), ("target", "target", "cell?")),
    "unpin": (("unit", "unit", "unit"),),
    "charge": (("unit", "unit", "unit"), ("path", "path", "path"), ("facing", "facing", "facing?")),
    "mount": (("unit", "unit", "unit"),),
    "dismount": (("unit", "unit", "unit"),),
    "enter": (("unit", "unit", "unit"), ("at", "target", "cell"), ("facing", "facing", "facing")),
    "leave": (("unit", "unit", "unit"),),
    "first": (),
    "done": (("unit", "unit", "unit?"),),
    "end": (),
}

UNSAID = {"unit": NOBODY, "cell": NO_CELL, "facing": AS_IT_COMES, "path": (), "flag": False, "task": 0, "number": 0}


class NoSuchAction(Refusal):
    """What was sent is not an action at all."""


def action_to_tree(battle: Battle, action: Action) -> dict[str, Any]:
    tree: dict[str, Any] = {"do": action.verb}
    for key, field, holds in VERBS[action.verb]:
        kind = holds.rstrip("?")
        value = getattr(action, field)
        if value == UNSAID[kind] and kind != "path":
            continue
        tree[key] = _written(battle, kind, value)
    return tree


def _written(battle: Battle, kind: str, value: Any) -> Any:
    grid = battle.field.grid
    if kind == "unit":
        return battle.roster.unit_ids[value]
    if kind == "cell":
        return cell_name(grid, value)
    if kind == "facing":
        return grid.shape.facings[value]
    if kind == "path":
        return [cell_name(grid, cell) for cell in value]
    if kind == "task":
        return TASKS[value]
    return value


def action_from_tree(battle: Battle, tree: Any) -> Action:
    """The action that was written; a sentence in NoSuchAction if it is none, whatever was sent."""
    if not isinstance(tree, dict):
        raise NoSuchAction('an action is an object such as {"do": "fire", "unit": "r1", "target": "c4"}')
    verb = tree.get("do")
    if not isinstance(verb, str) or verb not in VERBS:
        raise NoSuchAction(f"{_shown(verb)} is no verb; there are {', '.join(VERBS)}")
    words = VERBS[verb]
    for key in tree:
        if key != "do" and key not in [name for name, _, _ in words]:
            known = ", ".join(name for name, _, _ in words) or "no words"
            raise NoSuchAction(f"{verb} knows no {_shown(key)}; it takes {known}")
    fields: dict[str, Any] = {}
    for key, field, holds in words:
        kind = holds.rstrip("?")
        if tree.get(key) is None:
            if not holds.endswith("?"):
                raise NoSuchAction(f"{verb} needs its word {key!r}")
            continue
        fields[field] = _read(battle, verb, key, kind, tree[key])
    return Action(verb, **fields)


def _read(battle: Battle, verb: str, key: str, kind: str, value: Any) -> Any:
    if kind == "flag":
        if isinstance(value, bool):
            return value
        raise NoSuchAction(f"{key} of {verb} is true or false, not {_shown(value)}")
    if kind == "number":
        if type(value) is int and 0 < value < 100:
            return value
        raise NoSuchAction(f"{key} of {verb} is a number, not {_shown(value)}")
    if kind == "path":
        if isinstance(value, list) and len(value) <= battle.field.grid.cells:
            return tuple(_read_cell(battle, verb, key, cell) for cell in value)
        raise NoSuchAction(f"{key} of {verb} is a list of cells, not {_shown(value)}")
    if kind == "cell":
        return _read_cell(battle, verb, key, value)
    known = {"unit": battle.roster.unit_ids, "facing": battle.field.grid.shape.facings, "task": TASKS[1:5]}[kind]
    if isinstance(value, str) and value in known:
        return known.index(value) + (1 if kind == "task" else 0)
    raise NoSuchAction(f"{key} of {verb} is {_shown(value)}; there are {', '.join(known)}")


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


def event_to_tree(battle: Battle, event: Event) -> dict[str, Any]:
    """An event as the protocol and the record write it: only the words it has."""
    roster = battle.roster
    grid = battle.field.grid
    tree: dict[str, Any] = {"event": event.kind}
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
    return tree


AMOUNTS = {"lost-sp": "sp", "activations": "number", "turn": "turn", "exhausted": "sp-lost", "card": "number"}


def _write_amount(tree: dict[str, Any], event: Event) -> None:
    if event.kind == "phase":
        tree["phase"] = PHASES[event.amount]
    elif event.kind in AMOUNTS:
        tree[AMOUNTS[event.kind]] = event.amount
    if event.kind == "over":
        tree["winner"] = tree.pop("side", None)
        tree["reason"] = event.words
    elif event.kind == "card":
        tree["card"] = event.words
