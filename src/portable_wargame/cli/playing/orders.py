"""Reads an action that a player types: `r1 c4`, `r1 c4 n`, `r1 f d5`, `r1 x d5`, `done`, `end`.

A verb is typed by its name or as its row says, its words in their order after it. A cell alone is a way to go.
"""

from typing import cast

from ...battle.battle import CLEAR_MINES, LAY_WIRE, NOBODY, PHASES, TASKS, Battle
from ...consultation.ways import offered_way, shortest
from ...game.errors import Refusal
from ...grid.names import cell_name, cell_named
from ...pictures.labels import called
from ...record.session import Session
from ...speech.trees import Action
from ...speech.verbs import CELL, FACING, FLAG, NUMBER, PATH, TASK, UNIT, VERBS, Verb, Word

WORK = TASKS[LAY_WIRE : CLEAR_MINES + 1]


class NotUnderstood(Refusal):
    pass


def read_order(session: Session, line: str) -> Action:
    """The action that the words mean in this position; the rules say whether it is legal."""
    battle = session.game.battle
    # Only ids have capitals; players may type them anywhere.
    words = [unit_called(battle, word) or word.lower() for word in line.split()]
    if not words:
        raise NotUnderstood("give an order, such as r1 c4 (type help for more)")
    if words[0] in battle.roster.unit_ids:
        return _order(session, words[0], words[1:])
    about = session.game.agenda[-1].unit if session.game.agenda else NOBODY
    if about == NOBODY:
        about = battle.acting
    unit = battle.roster.unit_ids[about] if about != NOBODY else None
    row = _typed(session, words[0])
    if row is not None and all(word.optional or word.key == "unit" for word in row.words):
        return _alone(session, row, unit, words)
    if unit is not None and (row is not None or cell_named(battle.field.grid, words[0]) >= 0):
        return _order(session, unit, words)
    raise NotUnderstood(f"{words[0]!r} is neither a unit nor a command; help lists what can be typed")


def unit_called(battle: Battle, name: str) -> str | None:
    """The id of the unit, from its id, its name or any abbreviation of them; an id that reads like a cell or an order
    is typed as it is."""
    meant = called(battle, name)
    if len(meant) > 1:
        raise NotUnderstood(f"{name!r} could be {', '.join(meant)}: type more of it")
    return meant[0] if meant else None


def _typed(session: Session, word: str) -> Verb | None:
    """The verb typed like this; of several, the one for this phase, or else for no phase in particular."""
    rows = [row for row in VERBS.values() if word == row.name or word in row.typed]
    phase = PHASES[session.game.battle.phase]
    fitting = [row for row in rows if row.phase == phase] or [row for row in rows if not row.phase]
    return fitting[0] if fitting else None


def _alone(session: Session, row: Verb, unit: str | None, words: list[str]) -> Action:
    """A verb without a unit: it means the unit that the question is about."""
    ids = session.game.battle.roster.unit_ids
    about = ids.index(unit) if unit is not None else NOBODY
    offered = [action.unit for action in session.game.options() if action.verb == row.name]
    about = next((one for one in offered if one in (NOBODY, about)), about)
    who = row.word("unit")
    if about == NOBODY and who is not None and not who.optional:
        raise NotUnderstood(f"which unit? Type its id first, such as r1 {words[0]}")
    named = {"unit": ids[about]} if about != NOBODY and who is not None else {}
    return _said(row.name, {**named, **_words(session, row, unit or "", words[1:])})


def _order(session: Session, unit: str, words: list[str]) -> Action:
    if not words:
        raise NotUnderstood(f"what should {unit} do? For example {unit} c4 to move, {unit} f d5 to fire")
    row = _typed(session, words[0])
    if row is not None:
        who = {"unit": unit} if row.word("unit") else {}
        return _said(row.name, {**who, **_words(session, row, unit, words[1:])})
    if words[0] in WORK:
        row = next(row for row in VERBS.values() if any(word.holds == TASK for word in row.words))
        return _said(row.name, {"unit": unit, **_words(session, row, unit, words)})
    return _go(session, unit, words)


def _said(name: str, words: dict[str, object]) -> Action:
    return cast(Action, {"do": name, **words})  # its row says which keys it has


def _words(session: Session, row: Verb, unit: str, typed: list[str]) -> dict[str, object]:
    """The words of a verb, from what was typed after it. Anything left over would make it a different order."""
    tree: dict[str, object] = {word.key: True for word in row.words if word.holds == FLAG and word.key in typed}
    rest = [one for one in typed if one not in tree]
    for word in row.words:
        if word.key != "unit" and word.holds != FLAG and (rest or not word.optional):
            value = _word(session, row, unit, word, rest, "double" in tree)
            if value is not None:
                tree[word.key] = value
    if rest and row.word("facing") is not None:
        raise NotUnderstood(f"{' '.join(rest)!r} is not a facing; choose from {' '.join(_facings(session))}")
    if rest:
        raise NotUnderstood(f"this order can't take {' '.join(rest)!r} (type help for more)")
    return {word.key: tree[word.key] for word in row.words if word.key in tree}


def _word(session: Session, row: Verb, unit: str, word: Word, rest: list[str], double: bool) -> object:
    """Take one word of a verb from what was typed; None if it is missing and optional."""
    if word.holds == PATH:
        return _path(session, row, unit, rest, double)
    if word.holds == FACING:
        if rest and rest[0] in _facings(session):
            return rest.pop(0)
        return None if word.optional else _ahead(session, unit)
    if word.holds == CELL:
        return _cell(session, rest)
    if word.holds == NUMBER:
        if rest and rest[0].isdecimal():
            return int(rest.pop(0)[:6])
        raise NotUnderstood(f"how many {word.key}? For example {unit} {row.name} 1")
    if word.holds == UNIT and not rest:
        raise NotUnderstood(f"what should {unit} {row.name}? For example {unit} {row.name} r4")
    return rest.pop(0) if rest else ""


def _cell(session: Session, rest: list[str]) -> str:
    if not rest:
        raise NotUnderstood(f"which {session.game.battle.field.grid.shape.name}? For example d5")
    if cell_named(session.game.battle.field.grid, rest[0]) < 0:
        raise NotUnderstood(f"{rest[0]!r} is not on this board")
    return rest.pop(0)


def _path(session: Session, row: Verb, unit: str, rest: list[str], double: bool) -> list[str]:
    """The cells of a way; a single cell is its destination."""
    battle = session.game.battle
    grid = battle.field.grid
    cells: list[str] = []
    while rest and cell_named(grid, rest[0]) >= 0:
        cells.append(rest.pop(0))
    number = battle.roster.unit_ids.index(unit)
    if len(cells) != 1 or battle.at[number] < 0:
        return cells
    goal = cell_named(grid, cells[0])
    offered = offered_way(session.game, number, goal, (row.name,), double)
    way = offered.path if offered is not None else shortest(session.game, number, goal)
    return [cell_name(grid, cell) for cell in way]


def _facings(session: Session) -> tuple[str, ...]:
    return tuple(session.game.battle.field.grid.shape.facings)


def _ahead(session: Session, unit: str) -> str:
    battle = session.game.battle
    return _facings(session)[battle.facing[battle.roster.unit_ids.index(unit)]]


def _go(session: Session, unit: str, words: list[str]) -> Action:
    """Cells and a facing: a move of whatever kind the question allows."""
    battle = session.game.battle
    number = battle.roster.unit_ids.index(unit)
    cells = [word for word in words if cell_named(battle.field.grid, word) >= 0]
    rest = [word for word in words if word != "double"]
    if rest[: len(cells)] != cells:
        raise NotUnderstood(f"{' '.join(rest)!r} is not a route: name the cells first, then a facing")
    verbs = {action.verb for action in session.game.options_of(number)}
    name = "move"
    if not cells and "advance" in verbs:
        name = "advance"
    elif cells and "retreat" in verbs:
        name, words = "retreat", [cells[-1], *words[len(cells) :]]
    elif cells and "place" in verbs:
        name, words = "place", [cells[-1], *words[len(cells) :]]
    elif cells and battle.at[number] < 0:
        name, words = "enter", [cells[-1], *words[len(cells) :]]
    return _said(name, {"unit": unit, **_words(session, VERBS[name], unit, words)})
