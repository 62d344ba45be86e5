"""A survey: what a unit may do, where it can go and what awaits it there, and what it sees."""

from typing import Any

from ...ai.judgement.strikes import put
from ...battle.battle import NO_CELL, NOBODY
from ...battle.unit import AIRCRAFT
from ...game.actions import Action
from ...game.agenda import Reason
from ...game.game import Game
from ...game.tables import Attack, is_forbidden
from ...grid.lines import NOWHERE
from ...grid.names import cell_name
from ...rules.fire.line_of_sight import BLOCKED, blocks, eye_level, sight
from ...rules.fire.shooting import (
    target_is_out_of_arc,
    target_is_out_of_arc_even_if_it_turns,
    target_is_out_of_arc_of_its_guns,
)
from ...rules.movement.step import Mover
from ...rules.reasons import forbidding, unit_name
from ...speech.chances import chance_tree, odds_words
from ...speech.notation import action_to_tree
from ...speech.sentences import order_sentence
from ...speech.verbs import verb
from ..wire.messages import Blocked, Destination, Exposure, Offer, Surveyed

Tree = dict[str, Any]

OUT_OF_ARC = (
    target_is_out_of_arc,
    target_is_out_of_arc_even_if_it_turns,
    target_is_out_of_arc_of_its_guns,
)


def survey(game: Game, unit: int, options: list[Action], reasons: list[Reason], number: int, seq: int) -> Surveyed:
    """`game` is the asker's own copy; `options` are those that the asker may know."""
    arc, seen, blocked = field_of_fire(game, unit)
    return Surveyed(
        id=number,
        unit=game.battle.roster.unit_ids[unit],
        seq=seq,
        destinations=destinations(game, unit, [action for action in options if verb(action.verb).goes]),
        offers=[offer(game, action) for action in options if not verb(action.verb).goes],
        arc=arc,
        seen=seen,
        blocked=blocked,
        reasons=[reason_tree(reason) for reason in reasons],
    )


def reason_tree(reason: Reason) -> Tree:
    return {"clause": reason.clause, "text": reason.text}


# -- what it may do where it stands


def offer(game: Game, action: Action) -> Offer:
    battle = game.battle
    tree = action_to_tree(battle, action)
    odds = odds_of(game, action)
    cell = action.target
    side = battle.side_of(action.unit) if action.unit != NOBODY else game.decider()
    enemies = [one for one in units_at(game, cell) if battle.side_of(one) != side]
    if action.air:
        enemies = [one for one in enemies if battle.is_a(one, AIRCRAFT)]
    return Offer(
        action=tree,
        text=order_sentence(battle, tree),
        cell=cell_name(battle.field.grid, cell) if cell != NO_CELL else None,
        targets=[battle.roster.unit_ids[one] for one in enemies],
        odds=odds,
        summary=odds_words(odds, tree.get("unit", "")),
    )


def units_at(game: Game, cell: int) -> list[int]:
    return [unit for unit, where in enumerate(game.battle.at) if where == cell and cell != NO_CELL]


def odds_of(game: Game, action: Action) -> list[Tree]:
    """The exact chances of an action's dice; nothing if it throws none."""
    chances = game.chances(action)
    if len(chances) == 1 and not chances[0].effects:
        return []
    return [chance_tree(game.battle, chance) for chance in chances]


# -- where it may go


def destinations(game: Game, unit: int, options: list[Action]) -> list[Destination]:
    """One for each way, with the facings that it may end in."""
    ways: dict[tuple[str, int, tuple[int, ...], bool], list[Action]] = {}
    for action in options:
        ways.setdefault((action.verb, action.target, action.path, action.double), []).append(action)
    exposures = Exposures(game, unit)
    return [_destination(game, alike, exposures) for alike in ways.values()]


def _destination(game: Game, alike: list[Action], exposures: "Exposures") -> Destination:
    battle = game.battle
    grid = battle.field.grid
    first = _usual(game, alike)
    facings = [first.facing, *(action.facing for action in alike if action.facing != first.facing)]
    cell = first.target if first.target != NO_CELL else first.path[-1] if first.path else battle.at[first.unit]
    stops, perils = _way(game, first)
    odds = odds_of(game, first) if perils or first.double else []
    return Destination(
        action=action_to_tree(battle, first),
        cell=cell_name(grid, cell),
        facings=[grid.shape.facings[facing] for facing in facings],
        stops=stops,
        exposed=exposures.at(cell),
        odds=odds,
        summary=odds_words(odds, battle.roster.unit_ids[first.unit]),
    )


def _usual(game: Game, alike: list[Action]) -> Action:
    """Of actions that differ only in their facing, the one that is meant when none is named."""
    one = alike[0]
    plain = game.settle(Action(one.verb, one.unit, one.target, path=one.path, double=one.double))
    ahead = Action(one.verb, one.unit, one.target, game.battle.facing[one.unit], path=one.path, double=one.double)
    for usual in (plain, ahead):
        if usual in alike:
            return usual
    return one


def _way(game: Game, action: Action) -> tuple[Tree | None, bool]:
    """What ends the move there, and whether perils wait on the way."""
    if action.verb != "move" or not action.path:
        return None, False
    walk = Mover(game.battle, game.ruleset, action.unit, action.double).follow(action.path)
    if walk is None or not walk.stopped:
        return None, walk is not None and walk.perils > 0
    name, where = unit_name(game, action.unit), cell_name(game.battle.field.grid, walk.cell)
    contact = walk.stopped == game.ruleset.movement.contact
    text = f"{name} must stop in {where}" + (", next to an enemy" if contact else "")
    return {"clause": walk.stopped, "text": text}, walk.perils > 0


class Exposures:
    """Who could shoot at a unit, or fight it, in a cell: from where the enemies stand and as they face now."""

    def __init__(self, game: Game, unit: int) -> None:
        self.game = game.copy(game.dice)
        self.unit = unit
        self.known: dict[int, list[Exposure]] = {}
        battle = self.game.battle
        self.enemies = [
            enemy
            for enemy in battle.units(1 - battle.side_of(unit))
            if battle.on_board(enemy) and not battle.is_carried(enemy) and not battle.is_a(enemy, AIRCRAFT)
        ]

    def at(self, cell: int) -> list[Exposure]:
        if self.game.battle.is_a(self.unit, AIRCRAFT):
            return []
        if cell not in self.known:
            put(self.game.battle, self.unit, cell, self.game.battle.facing[self.unit])
            self.known[cell] = [one for enemy in self.enemies for one in self._by(enemy, cell)]
        return self.known[cell]

    def _by(self, enemy: int, cell: int) -> list[Exposure]:
        battle, ruleset = self.game.battle, self.game.ruleset
        kind = battle.type_of[enemy]
        distance = battle.field.grid.distance(battle.at[enemy], cell)
        name = battle.roster.unit_ids[enemy]
        found: list[Exposure] = []
        if distance <= kind.fire_range and not is_forbidden(ruleset.fire.restrictions, Attack(battle, enemy, cell)):
            found.append(Exposure(unit=name, how="fire"))
        if distance <= kind.artillery_range:
            if not is_forbidden(ruleset.artillery.restrictions, Attack(battle, enemy, cell)):
                found.append(Exposure(unit=name, how="bombard"))
        if distance == 1:
            found.append(Exposure(unit=name, how="fight"))
        return found


# -- what it sees


def field_of_fire(game: Game, unit: int) -> tuple[list[str], list[str], list[Blocked]]:
    """The cells within its arc and range; those at which nothing forbids a shot; and what forbids it at the others."""
    battle = game.battle
    grid = battle.field.grid
    kind = battle.type_of[unit]
    reach = max(kind.fire_range, kind.artillery_range)
    shooting = game.ruleset.artillery if kind.artillery_range else game.ruleset.fire
    if not reach or not battle.on_board(unit) or battle.is_carried(unit) or kind.arms & AIRCRAFT:
        return [], [], []
    place_rows = tuple(row for row in shooting.restrictions if row.forbids in OUT_OF_ARC)
    other_rows = tuple(row for row in shooting.restrictions if row.forbids not in OUT_OF_ARC)
    arc: list[str] = []
    seen: list[str] = []
    blocked: list[Blocked] = []
    for cell in range(grid.cells):
        if cell == battle.at[unit] or grid.distance(battle.at[unit], cell) > reach:
            continue
        attack = Attack(battle, unit, cell)
        if is_forbidden(place_rows, attack):
            continue
        name = cell_name(grid, cell)
        arc.append(name)
        reasons = forbidding(game, other_rows, attack)
        if not reasons:
            seen.append(name)
            continue
        by = hidden_by(game, battle.at[unit], cell)
        where = cell_name(grid, by) if by != NO_CELL else None
        blocked.append(Blocked(cell=name, by=where, why=reasons[0].text, clause=reasons[0].clause))
    return arc, seen, blocked


def hidden_by(game: Game, a: int, b: int) -> int:
    """The cell nearest to a that hides b from it; NO_CELL if b is seen."""
    battle = game.battle
    grid = battle.field.grid
    if sight(battle, a, b) != BLOCKED:
        return NO_CELL
    line = grid.sightline(a, b)
    level = eye_level(battle, a, b)
    start = grid.place[a]
    hiding = [grid.cell_at[start + offset] for offset in line.through]
    for left, right in zip(line.left, line.right, strict=True):
        # A line between two cells is cut only where both of them block it.
        beside = [grid.cell_at[start + offset] for offset in (left, right) if offset != NOWHERE]
        if len(beside) == 2 and all(blocks(battle, cell, level) for cell in beside):
            hiding.append(beside[0])
    hiding = [cell for cell in hiding if blocks(battle, cell, level)]
    return min(hiding, key=lambda cell: grid.distance(a, cell), default=NO_CELL)
