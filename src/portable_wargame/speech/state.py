"""The state of a battle in writing, and its hash. It leaves out the dice, and whatever a side has not disclosed."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from ..battle.battle import (
    AWAITED,
    DESTROYED,
    LEFT,
    NO_CELL,
    NO_TASK,
    NOBODY,
    PHASES,
    TASKS,
    UNCALLED,
    UNDECIDED,
    WAITING,
    Battle,
)
from ..battle.pieces import Order
from ..battle.side import SIDES
from ..battle.terrain import CHANGING, GAS, MINEFIELD, WIRE, feature_names
from ..battle.unit import ACTIVATED, DEEDS, FIRED, MOVED, QUALITIES
from ..game.agenda import Step
from ..game.game import Game
from ..grid.names import cell_name
from ..rules.movement.hiding import blinds
from ..rules.turn.exhaustion import exhaustion_point
from ..rules.turn.points import points_of
from ..rules.turn.reinforcements import awaited_event
from . import trees
from .notation import action_to_tree

GONE = (DESTROYED, LEFT)


@cache
def canonically() -> Any:
    """The fastest writer; it is loaded when the first state is written, not with every command."""
    import msgspec

    return msgspec.json.Encoder(order="sorted")


Portrait = tuple[trees.Unit, bytes]  # the tree of a unit, and that in canonical JSON


class Portraits:
    """The units and sides as they last stood, in writing. Most of them do not change from one state to the next, and
    are not written again."""

    def __init__(self) -> None:
        self.shared: tuple[Any, ...] = ()  # rows that seldom change: when they do, another list takes their place
        self.rows: list[tuple[Any, ...]] = []  # by unit, what changes all the time
        self.units: list[Portrait | None] = []  # by unit; None for one that is gone
        self.losses: tuple[Any, ...] = ()
        self.sides: list[trees.Side] = []
        self.nowhere: list[int] = []  # while no unit has been driven from anywhere

    def of(self, game: Game) -> tuple[list[trees.Side], list[Portrait]]:
        """The sides, and the units that are not gone."""
        battle = game.battle
        if len(self.nowhere) != len(battle.at):
            self.nowhere = [NO_CELL] * len(battle.at)
        shared = (
            battle.pinned,
            battle.crossing,
            battle.bombs,
            battle.gas_shells,
            battle.turns_aloft,
            battle.carrying,
            battle.carried_by,
            battle.last_target,
            battle.task,
            battle.task_target,
            battle.task_turns,
            battle.met_by,
            battle.driven_from if len(battle.driven_from) else self.nowhere,
            battle.due_from,
            battle.type_of,
        )
        rows = list(zip(battle.at, battle.facing, battle.strength, battle.activity, battle.spare, strict=True))
        if len(rows) != len(self.rows) or shared != self.shared:
            self._look_again(rows, shared)
        for unit, row in enumerate(rows):
            if row != self.rows[unit]:
                if row[0] in GONE:
                    self.units[unit] = None
                else:
                    tree = unit_tree(game, unit)
                    self.units[unit] = (tree, canonical(tree))
        self.rows = rows
        units = [one for one in self.units if one is not None]
        gone = tuple([unit for unit, one in enumerate(self.units) if one is None]) if len(units) < len(rows) else ()
        losses: tuple[Any, ...] = (gone, tuple(battle.lost), tuple(battle.exhausted))
        if battle.objectives.scores:
            losses = (*losses, *(points_of(battle, side) for side in SIDES))
        if battle.concealed:
            losses = (*losses, *(tuple(blinds(battle, side)) for side in SIDES))
        if losses != self.losses:
            self.losses = losses
            self.sides = [side_tree(game, side) for side in SIDES]
        return self.sides, units

    def _look_again(self, rows: list[tuple[Any, ...]], shared: tuple[Any, ...]) -> None:
        """Forget the units for which something has changed that seldom does."""
        if len(rows) != len(self.rows):
            self.rows, self.units = [()] * len(rows), [None] * len(rows)
        else:
            for former, present in zip(self.shared, shared, strict=True):
                if former != present:
                    for unit, (before, after) in enumerate(zip(former, present, strict=True)):
                        if before != after:
                            self.rows[unit] = ()
        self.shared = shared


def state_tree(game: Game, portraits: Portraits | None = None) -> trees.State:
    """What both sides may know, with the hash of it. `portraits` are those of an earlier state of the same battle."""
    sides, units = (portraits or Portraits()).of(game)
    battle = game.battle
    roster = battle.roster
    step = game.agenda[-1] if game.agenda else None
    over = battle.winner != UNDECIDED
    tree: trees.State = {
        "turn": battle.turn,
        "phase": PHASES[battle.phase],
        "decides": roster.side_ids[step.side] if step is not None else None,
        "question": _question(battle, step) if step is not None else None,
        "activations-left": None if over else _activations_left(battle),
        "first": roster.side_ids[battle.first_side] if battle.first_side != NOBODY else None,
        "acting": None if over else _id(battle, battle.acting),
        "sides": sides,
        "units": [unit for unit, _ in units],
        "cells": cells_tree(battle),
        "result": _result(battle) if over else None,
        "hash": "",
    }
    tree["hash"] = _hash(tree, b",".join([text for _, text in units]))
    return tree


def _question(battle: Battle, step: Step) -> trees.Question:
    if step.unit == NOBODY:
        return {"asks": step.kind.name}
    return {"asks": step.kind.name, "unit": battle.roster.unit_ids[step.unit]}


def _activations_left(battle: Battle) -> int | None:
    return battle.activations_left if battle.activations_left >= 0 else None


def _result(battle: Battle) -> trees.Result:
    winner = battle.roster.side_ids[battle.winner] if battle.winner != NOBODY else None
    result: trees.Result = {"winner": winner, "reason": battle.reason}
    if battle.degree:
        result["degree"] = battle.degree
    return result


def has_hash(game: Game, text: object) -> bool:
    """Whether the state has this hash. Records once said in their last state, too, where the activations stood in which
    the battle was decided: that hash is taken as well."""
    tree = state_tree(game)
    if tree["hash"] == text:
        return True
    if tree["result"] is None:
        return False
    tree["activations-left"], tree["acting"] = _activations_left(game.battle), _id(game.battle, game.battle.acting)
    return _hash(tree, b",".join([canonical(unit) for unit in tree["units"]])) == text


def _hash(tree: trees.State, units: bytes) -> str:
    """SHA-256 of the state in canonical JSON. Its units are in that already: of all its keys theirs is the last."""
    rest = canonical({key: value for key, value in tree.items() if key not in ("units", "hash")})
    return hashlib.sha256(b"".join((rest[:-1], b',"units":[', units, b"]}"))).hexdigest()[:32]


def canonical(tree: Mapping[str, object]) -> bytes:
    """JSON with sorted keys, without spaces, in ASCII."""
    try:
        text: bytes = canonically().encode(tree)
    except UnicodeEncodeError:
        text = b"\\"  # half a character: only the standard library writes it
    # The standard library escapes what needs it: there are several ways, and a hash needs one fixed way.
    if text.isascii() and b"\\" not in text and b"\x7f" not in text:
        return text
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def view_tree(public: trees.State, battle: Battle, side: int) -> trees.State:
    """What one side sees: the state, the bombardments it has itself declared, and what it has itself placed in
    secret."""
    seen: trees.State = {**public, "orders": orders_tree(battle, side)}
    own = [one for one in battle.concealed if one.side == side]
    if not own:
        return seen
    grid = battle.field.grid
    places = {battle.roster.unit_ids[one.unit]: one for one in own if one.unit != NOBODY}
    units: list[trees.Unit] = []
    for unit in public["units"]:
        place = places.get(unit["id"]) or places.get(unit["carried-by"] or "")
        if place is not None:
            facing = grid.shape.facings[place.facing]
            units.append({**unit, "at": cell_name(grid, place.cell), "facing": facing, "hidden": True})
        else:
            units.append(unit)
    seen["units"] = units
    seen["dummies"] = sorted(cell_name(grid, one.cell) for one in own if one.unit == NOBODY)
    return seen


def orders_tree(battle: Battle, side: int) -> list[trees.Order]:
    return [order_tree(battle, order) for order in battle.orders if battle.side_of(order.gun) == side]


def order_tree(battle: Battle, order: Order) -> trees.Order:
    tree: trees.Order = {
        "unit": battle.roster.unit_ids[order.gun],
        "target": cell_name(battle.field.grid, order.target),
    }
    if order.gas:
        tree["gas"] = True
    if order.air:
        tree["air"] = True
    return tree


def side_tree(game: Game, side: int) -> trees.Side:
    battle = game.battle
    roster = battle.roster
    counts = game.ruleset.strength is not None
    own = battle.units(side)
    destroyed = [roster.unit_ids[unit] for unit in own if battle.at[unit] == DESTROYED]
    tree: trees.Side = {
        "id": roster.side_ids[side],
        "name": roster.side_names[side],
        "sp-lost": battle.lost[side] if counts else None,
        "units-lost": len(destroyed),
        "exhaustion-point": exhaustion_point(game, side) if game.ruleset.exhaustion is not None else None,
        "exhausted": battle.exhausted[side],
        "destroyed": destroyed,
        "left": [roster.unit_ids[unit] for unit in own if battle.at[unit] == LEFT],
    }
    if battle.objectives.scores:
        tree["points"] = points_of(battle, side)
    marked = blinds(battle, side)
    if marked:
        tree["blinds"] = [cell_name(battle.field.grid, cell) for cell in marked]
    return tree


def unit_tree(game: Game, unit: int) -> trees.Unit:
    battle = game.battle
    roster = battle.roster
    grid = battle.field.grid
    tree: trees.Unit = {
        "id": roster.unit_ids[unit],
        "side": roster.side_ids[battle.side_of(unit)],
        "type": battle.type_of[unit].name,
        "name": roster.unit_names[unit],
        "at": cell_name(grid, battle.at[unit]) if battle.at[unit] >= 0 else None,
        "facing": grid.shape.facings[battle.facing[unit]],
        "sp": battle.strength[unit] if game.ruleset.strength is not None else None,
        "quality": QUALITIES[roster.quality[unit]],
        "pinned": battle.pinned[unit],
        "crossing": battle.crossing[unit] > 0,
        "bombs": battle.bombs[unit],
        "gas": battle.gas_shells[unit],
        "turns-aloft": battle.turns_aloft[unit],
        "moved": battle.has(unit, MOVED),
        "fired": battle.has(unit, FIRED),
        "activated": battle.has(unit, ACTIVATED),
        "deeds": [name for name, deed in DEEDS.items() if battle.has(unit, deed)],
        "spare": battle.spare[unit],
        "carrying": _id(battle, battle.carrying[unit]),
        "carried-by": _id(battle, battle.carried_by[unit]),
        "last-target": cell_name(grid, battle.last_target[unit]) if battle.last_target[unit] != NO_CELL else None,
        "task": task_tree(battle, unit),
        "crossing-since": battle.crossing[unit],
        "met-by": _id(battle, battle.met_by[unit]),
    }
    if roster.army_of[unit] != roster.armies[battle.side_of(unit)]:
        tree["army"] = roster.army_of[unit]
    if battle.was_driven_from(unit) != NO_CELL and not game.ruleset.hits.retreats_onward:
        tree["driven-from"] = cell_name(grid, battle.was_driven_from(unit))
    if battle.at[unit] == WAITING and roster.arrival_turn[unit]:
        tree["arrives"] = arrival_tree(battle, unit)
    return tree


def arrival_tree(battle: Battle, unit: int) -> trees.Arrival:
    roster = battle.roster
    tree: trees.Arrival = {"turn": roster.arrival_turn[unit]}
    if roster.arrival_cells[unit]:
        tree["cells"] = [cell_name(battle.field.grid, cell) for cell in roster.arrival_cells[unit]]
    else:
        tree["edge"] = roster.arrival_edge[unit]
    call = roster.calls[unit]
    if call is not None and battle.due_from[unit] >= AWAITED:
        if call.roll:
            tree["roll"] = call.roll
        if battle.due_from[unit] == UNCALLED:
            cells = [cell_name(battle.field.grid, cell) for cell in call.cells]
            tree["until"] = awaited_event(call, f"in {' or '.join(cells)}")
    return tree


def _id(battle: Battle, unit: int) -> str | None:
    return battle.roster.unit_ids[unit] if unit != NOBODY else None


def task_tree(battle: Battle, unit: int) -> trees.Task | None:
    task = battle.task[unit]
    if task == NO_TASK:
        return None
    target = battle.task_target[unit]
    named = TASKS[task] in ("load", "unload")
    where = battle.roster.unit_ids[target] if named else cell_name(battle.field.grid, target)
    return {"kind": TASKS[task], "target": where, "turns-left": battle.task_turns[unit]}


def cells_tree(battle: Battle) -> dict[str, trees.Ground]:
    """Cells with gas, and cells whose wire or mines, or with an umpire whose terrain, have changed since the battle
    began."""
    cells: dict[str, trees.Ground] = {}
    field = battle.field
    for cell, features in enumerate(battle.features) if battle.altered or field.drawn != field.features else ():
        if (features ^ field.drawn[cell]) & CHANGING:
            cells[cell_name(field.grid, cell)] = _ground(features)
        if (features ^ field.drawn[cell]) & ~CHANGING:
            there = cells.setdefault(cell_name(field.grid, cell), _ground(features))
            there["ground"] = feature_names(features & ~GAS, field.terrain)
    for cloud in battle.clouds:
        there = cells.setdefault(cell_name(battle.field.grid, cloud.cell), _ground(battle.features[cloud.cell]))
        lasting = there["gas"]["turns-left"] if "gas" in there else 0
        there["gas"] = {"turns-left": max(cloud.turns_left, lasting)}
    return cells


def _ground(features: int) -> trees.Ground:
    return {"wire": features & WIRE != 0, "mines": features & MINEFIELD != 0}


def legal_tree(game: Game) -> trees.Legal:
    """The side that decides, and everything it may do."""
    battle = game.battle
    side = battle.roster.side_ids[game.decider()] if game.agenda else None
    return {"side": side, "actions": [action_to_tree(battle, action) for action in game.options()]}
