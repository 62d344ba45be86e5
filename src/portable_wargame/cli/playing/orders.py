"""What a player types, as an action: `r1 c4`, `r1 c4 n`, `r1 f d5`, `r1 x d5`, `done`, `end`."""

from typing import Any

from ...battle.battle import CLEAR_MINES, LAY_WIRE, NOBODY, TASKS, Battle
from ...game.errors import Refusal
from ...grid.names import cell_name, cell_named
from ...grid.ways import shortest_way
from ...record.session import Session

Tree = dict[str, Any]

FIRE = ("f", "fire", "b", "bombard")
FIGHT = ("x", "fight")
AT_WHAT = ("gas", "air")  # a gas shell, or a shot at the aircraft over the cell
WORK = TASKS[LAY_WIRE : CLEAR_MINES + 1]
ALONE = {
    "done": "done",
    "end": "end",
    "first": "first",
    "stand": "stand",
    "no": "stand",
    "advance": "advance",
    "yes": "advance",
    "lose": "lose-sp",
    "lose-sp": "lose-sp",
    "test": "test-commander",
    "test-commander": "test-commander",
    "leave": "leave",
    "unload": "unload",
    "mount": "mount",
    "dismount": "dismount",
    "unpin": "unpin",
    "strafe": "strafe",
}


class NotUnderstood(Refusal):
    pass


def read_order(session: Session, line: str) -> Tree:
    """The action that the words mean in this position; whether it is legal is for the rules to say."""
    battle = session.game.battle
    # Only ids have capitals; fingers may put them anywhere.
    words = [unit_called(battle, word) or word.lower() for word in line.split()]
    if not words:
        raise NotUnderstood("an order is wanted, such as r1 c4; help says more")
    if words[0] in battle.roster.unit_ids:
        return _order(session, words[0], words[1:])
    if words[0] == "end" and len(words) == 1:
        return {"do": "end"}
    about = session.game.agenda[-1].unit if session.game.agenda else NOBODY
    if about == NOBODY:
        about = battle.acting
    unit = battle.roster.unit_ids[about] if about != NOBODY else None
    if words[0] in ALONE:
        return _alone(session, unit, words)
    if unit is not None and cell_named(battle.field.grid, words[0]) >= 0:
        return _order(session, unit, words)
    raise NotUnderstood(f"{words[0]!r} is neither a unit nor a command; help lists what can be typed")


def unit_called(battle: Battle, name: str) -> str | None:
    """The id of the unit, however its capitals are typed; an id that reads like a cell is typed as it is."""
    ids = battle.roster.unit_ids
    if name in ids or cell_named(battle.field.grid, name.lower()) >= 0:
        return name if name in ids else None
    return next((one for one in ids if one.lower() == name.lower()), None)


def _alone(session: Session, unit: str | None, words: list[str]) -> Tree:
    """A verb without a unit: it is about the unit that the question is about."""
    verb = ALONE[words[0]]
    for action in session.legal()["actions"]:
        if action["do"] == verb and ("unit" not in action or action["unit"] == unit):
            kept = {key: value for key, value in action.items() if key in ("do", "unit")}
            return kept | _facing(session, words[1:])
    if verb in ("first", "end"):
        return {"do": verb}
    if unit is None and verb not in ("done", "stand"):
        raise NotUnderstood(f"which unit is meant? Type its id first, such as r1 {words[0]}")
    return {"do": verb} if unit is None else {"do": verb, "unit": unit}


def _order(session: Session, unit: str, words: list[str]) -> Tree:
    if not words:
        raise NotUnderstood(f"what is {unit} to do? Such as {unit} c4 to move, {unit} f d5 to fire")
    word, rest = words[0], words[1:]
    if word in FIRE:
        verb = "bombard" if session.state()["phase"] == "artillery" else "fire"
        how = {one: True for one in AT_WHAT if one in rest}
        target = _at_most(1, [one for one in rest if one not in how])
        return {"do": verb, "unit": unit, "target": _cell(session, target), **how}
    if word in FIGHT:
        opponent = {"opponent": rest[1]} if len(_at_most(2, rest)) > 1 else {}
        return {"do": "fight", "unit": unit, "target": _cell(session, rest), **opponent}
    if word == "load":
        if not rest:
            raise NotUnderstood(f"what is {unit} to load? Such as {unit} load r4")
        return {"do": "load", "unit": unit, "cargo": _at_most(1, rest)[0]}
    if word == "work" or word in WORK:
        task, *where = words if word != "work" else rest or [""]
        cell = {"target": _cell(session, _at_most(1, where))} if where else {}
        return {"do": "work", "unit": unit, "task": task, **cell}
    if word in ALONE:
        return {"do": ALONE[word], "unit": unit, **_facing(session, rest)}
    return _go(session, unit, words)


def _at_most(number: int, words: list[str]) -> list[str]:
    """A word that was silently passed over would make another order of what was typed."""
    if len(words) > number:
        raise NotUnderstood(f"{' '.join(words[number:])!r} is more than the order has room for; help says more")
    return words


def _cell(session: Session, words: list[str]) -> str:
    if not words:
        raise NotUnderstood("which cell? Such as d5")
    if cell_named(session.game.battle.field.grid, words[0]) < 0:
        raise NotUnderstood(f"{words[0]!r} is no cell of this board")
    return words[0]


def _facing(session: Session, words: list[str]) -> Tree:
    if not words:
        return {}
    facings = session.game.battle.field.grid.shape.facings
    if words[0] not in facings or len(words) > 1:
        raise NotUnderstood(f"{' '.join(words)!r} is no facing; they are {' '.join(facings)}")
    return {"facing": words[0]}


def _go(session: Session, unit: str, words: list[str]) -> Tree:
    """Cells and a facing: whatever kind of going there the question allows."""
    grid = session.game.battle.field.grid
    double = "double" in words
    words = [word for word in words if word != "double"]
    cells = [word for word in words if cell_named(grid, word) >= 0]
    facing = _facing(session, words[len(cells) :])
    if words[: len(cells)] != cells:
        raise NotUnderstood(f"{' '.join(words)!r} is not a way: cells first, then a facing")
    legal = [action for action in session.legal()["actions"] if action.get("unit") == unit]
    verbs = {action["do"] for action in legal}
    if not cells:
        if "advance" in verbs:
            return {"do": "advance", "unit": unit, **facing}
        return {"do": "move", "unit": unit, "path": [], **facing}
    if "retreat" in verbs:
        return {"do": "retreat", "unit": unit, "to": cells[-1], **facing}
    if "place" in verbs:
        return {"do": "place", "unit": unit, "at": cells[-1], **facing}
    number = session.game.battle.roster.unit_ids.index(unit)
    if session.game.battle.at[number] < 0:
        ahead = grid.shape.facings[session.game.battle.facing[number]]
        return {"do": "enter", "unit": unit, "at": cells[-1], "facing": ahead, **facing}
    if len(cells) == 1:
        for action in legal:
            if action["do"] == "move" and action["path"][-1:] == cells and action.get("double", False) == double:
                return _move(unit, action["path"], double, facing)
        way = shortest_way(grid, session.game.battle.at[number], cell_named(grid, cells[0]))
        cells = [cell_name(grid, cell) for cell in way]
    return _move(unit, cells, double, facing)


def _move(unit: str, path: list[str], double: bool, facing: Tree) -> Tree:
    return {"do": "move", "unit": unit, "path": path, **({"double": True} if double else {}), **facing}
