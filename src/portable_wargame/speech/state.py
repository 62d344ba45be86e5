"""The state of a battle in writing, and its hash. What a side has not disclosed is not in it, nor are the dice."""

import hashlib
import json
from typing import Any

from ..battle.battle import DESTROYED, LEFT, NO_CELL, NO_TASK, NOBODY, PHASES, TASKS, UNDECIDED, WAITING, Battle, Order
from ..battle.side import SIDES
from ..battle.terrain import CHANGING, MINEFIELD, WIRE
from ..battle.unit import ACTIVATED, DEEDS, FIRED, MOVED, QUALITIES
from ..game.game import Game
from ..grid.names import cell_name
from ..rules.turn.exhaustion import exhaustion_point
from .notation import action_to_tree


def state_tree(game: Game) -> dict[str, Any]:
    """What both sides may know, with the hash of it."""
    battle = game.battle
    roster = battle.roster
    step = game.agenda[-1] if game.agenda else None
    tree: dict[str, Any] = {
        "turn": battle.turn,
        "phase": PHASES[battle.phase],
        "decides": roster.side_ids[step.side] if step is not None else None,
        "question": None,
        "activations-left": None,
        "first": roster.side_ids[battle.first_side] if battle.first_side != NOBODY else None,
        "acting": None,
        "sides": [side_tree(game, side) for side in SIDES],
        "units": [unit_tree(game, unit) for unit in range(len(battle.at)) if battle.at[unit] not in (DESTROYED, LEFT)],
        "cells": cells_tree(battle),
        "result": None,
    }
    if step is not None:
        tree["question"] = {"asks": step.kind.name}
        if step.unit != NOBODY:
            tree["question"]["unit"] = roster.unit_ids[step.unit]
    if battle.winner != UNDECIDED:
        winner = roster.side_ids[battle.winner] if battle.winner != NOBODY else None
        tree["result"] = {"winner": winner, "reason": battle.reason}
    else:
        tree |= activation_tree(battle)
    tree["hash"] = hash_of(tree)
    return tree


def activation_tree(battle: Battle) -> dict[str, Any]:
    """Where a side's activations stand."""
    return {
        "activations-left": battle.activations_left if battle.activations_left >= 0 else None,
        "acting": battle.roster.unit_ids[battle.acting] if battle.acting != NOBODY else None,
    }


def has_hash(game: Game, text: object) -> bool:
    """Whether the state has this hash. Records once said in their last state, too, where the activations stood in which
    the battle was decided: that hash is taken as well."""
    tree = state_tree(game)
    if tree.pop("hash") == text:
        return True
    return tree["result"] is not None and hash_of(tree | activation_tree(game.battle)) == text


def hash_of(tree: dict[str, Any]) -> str:
    """SHA-256 of the state in canonical JSON: sorted keys, no spaces."""
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def view_tree(game: Game, side: int) -> dict[str, Any]:
    """What one side sees: the state, and the bombardments it has itself declared."""
    return state_tree(game) | {"orders": orders_tree(game.battle, side)}


def orders_tree(battle: Battle, side: int) -> list[dict[str, Any]]:
    return [order_tree(battle, order) for order in battle.orders if battle.side_of(order.gun) == side]


def order_tree(battle: Battle, order: Order) -> dict[str, Any]:
    tree: dict[str, Any] = {"unit": battle.roster.unit_ids[order.gun]}
    tree["target"] = cell_name(battle.field.grid, order.target)
    return {**tree, **{word: True for word in ("gas", "air") if getattr(order, word)}}


def side_tree(game: Game, side: int) -> dict[str, Any]:
    battle = game.battle
    roster = battle.roster
    counts = game.ruleset.strength is not None
    return {
        "id": roster.side_ids[side],
        "name": roster.side_names[side],
        "sp-lost": battle.lost[side] if counts else None,
        "units-lost": sum(battle.at[unit] == DESTROYED for unit in battle.units(side)),
        "exhaustion-point": exhaustion_point(game, side) if game.ruleset.exhaustion is not None else None,
        "exhausted": battle.exhausted[side],
        "destroyed": [roster.unit_ids[unit] for unit in battle.units(side) if battle.at[unit] == DESTROYED],
        "left": [roster.unit_ids[unit] for unit in battle.units(side) if battle.at[unit] == LEFT],
    }


def unit_tree(game: Game, unit: int) -> dict[str, Any]:
    battle = game.battle
    roster = battle.roster
    grid = battle.field.grid
    tree: dict[str, Any] = {
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
        tree["arrives"] = {"turn": roster.arrival_turn[unit], "edge": roster.arrival_edge[unit]}
    return tree


def _id(battle: Battle, unit: int) -> str | None:
    return battle.roster.unit_ids[unit] if unit != NOBODY else None


def task_tree(battle: Battle, unit: int) -> dict[str, Any] | None:
    task = battle.task[unit]
    if task == NO_TASK:
        return None
    target = battle.task_target[unit]
    named = TASKS[task] in ("load", "unload")
    where = battle.roster.unit_ids[target] if named else cell_name(battle.field.grid, target)
    return {"kind": TASKS[task], "target": where, "turns-left": battle.task_turns[unit]}


def cells_tree(battle: Battle) -> dict[str, Any]:
    """Cells with gas, and cells whose wire or mines have changed since the battle began."""
    cells: dict[str, Any] = {}
    for cell, features in enumerate(battle.features):
        if (features ^ battle.field.features[cell]) & CHANGING:
            cells[cell_name(battle.field.grid, cell)] = {
                "wire": features & WIRE != 0,
                "mines": features & MINEFIELD != 0,
            }
    for cloud in battle.clouds:
        changed = cells.setdefault(cell_name(battle.field.grid, cloud.cell), {})
        turns = max(cloud.turns_left, changed.get("gas", {}).get("turns-left", 0))
        changed["gas"] = {"turns-left": turns}
    return cells


def legal_tree(game: Game) -> dict[str, Any]:
    """The side that decides, and everything it may do."""
    battle = game.battle
    side = battle.roster.side_ids[game.decider()] if game.agenda else None
    return {"side": side, "actions": [action_to_tree(battle, action) for action in game.options()]}
