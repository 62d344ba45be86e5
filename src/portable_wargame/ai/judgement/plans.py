"""Plans: for one unit, where it might go, how it would face there, and what it would do then."""

import math
from typing import Final

from ...battle.battle import LAY_MINES, NO_TASK, NOBODY, UNLOAD
from ...battle.unit import ACTIVATED, AIRCRAFT, ARTILLERY, COMMANDER, MOVED, TRANSPORT
from ...game.actions import Action
from ...game.tables import is_barred
from ...rules.turn.activation import options_of
from .clock import seconds
from .position import CIVIL, Judge
from .strikes import best_fight, best_shot, put
from .values import cost_of_hit, exhaustion_margin, expected, worth
from .ways import facings_towards

WORTH_IT: Final = 0.02
NO_SHOT: Final = 0.05  # a shot that hardly does anything
PERIL: Final = 1.5  # mines are worse than they look: a unit that retreats out of them has gained nothing
ARRIVES: Final = 2.5  # a unit brought on, by the best way in
TOO_FAR_OUT: Final = 2.0  # for an aircraft, a cell beyond what it can fly in the turns it has left
BEGUN: Final = 0.8  # work that would come to nothing if the unit went away
FACINGS: Final = 16  # more directions than there are
IN_THE_WAY: Final = 0.8  # to stand where a friend is about to set a gun down or to lay mines
OWN_WORKS: Final = -0.5  # to clear obstacles that shelter the side itself
LEAVES: Final = 6.0  # taking a unit off the board where the scenario asks for it


class Plan:
    """Its first action, and how much better off it leaves the side than if the unit did nothing."""

    def __init__(self, action: Action, value: float, purpose: str = "", target: int = -1) -> None:
        self.action = action
        self.value = value
        self.purpose = purpose
        self.target = target


def plans_of(judge: Judge, unit: int) -> list[Plan]:
    """Everything worth considering for a unit, the best first."""
    battle = judge.battle
    judge.look_round()
    options = options_of(judge.game, unit)
    if battle.is_a(unit, AIRCRAFT):
        plans = [flight(judge, action) for action in options]
    else:
        stays = judge.place(unit) if battle.on_board(unit) else 0.0
        plans = moves(judge, unit, [action for action in options if action.verb in ("move", "enter")], stays)
        if not battle.on_board(unit):
            arriving(plans)
        plans += [deed(judge, action) for action in options if action.verb not in ("move", "enter")]
    return sorted(plans, key=lambda plan: -plan.value)


def best_plan(judge: Judge, unit: int) -> Plan | None:
    plans = plans_of(judge, unit)
    return plans[0] if plans and plans[0].value > WORTH_IT else None


def no_more(judge: Judge) -> Plan:
    """The plan when nothing is worth doing."""
    acting = judge.battle.acting
    return Plan(Action("done", acting) if acting != NOBODY else Action("end"), 0)


def side_plans(judge: Judge, units: list[int], deadline: float = math.inf) -> list[Plan]:
    """What to do with each unit, the most urgent first; when time is up, with those looked at so far."""
    plans: list[Plan] = []
    for unit in units:
        plan = best_plan(judge, unit)
        if plan is not None:
            plans.append(plan)
            if seconds() > deadline:
                break
    return in_order(judge, plans)


def in_order(judge: Judge, plans: list[Plan]) -> list[Plan]:
    """The most urgent first."""
    return sorted(plans, key=lambda plan: -urgency(judge, plan))


def urgency(judge: Judge, plan: Plan) -> float:
    """Order by worth, with shots before moves and fights."""
    return plan.value + (judge.personality.volley if plan.action.verb == "fire" else 0.0)


def deed(judge: Judge, action: Action) -> Plan:
    """Something done on the spot."""
    game = judge.game
    unit = action.unit
    mind = judge.personality
    if action.verb in ("fire", "fight"):
        value = judge.keenness * expected(game, judge.side, game.chances(action), judge.own_losses())
        if action.verb == "fire":
            # A shot in hand is worth more than it seems: a unit that moves about instead is shot at just the same.
            return Plan(action, value + (mind.fire if value > NO_SHOT else 0.0), "fire", action.target)
        return Plan(action, value + dislodged(judge, action.target) + exhausting(judge, value), "fight", action.target)
    if action.verb == "leave":
        return Plan(action, LEAVES if judge.aims.to_leave > 0 else -2.0, "leave")
    if action.verb == "unpin":
        return Plan(action, 0.3 * worth(game, unit), "rally")
    if action.verb == "unload":
        return Plan(action, unloading(judge, unit), "unlimber")
    if action.verb == "load":
        return Plan(action, loading(judge, unit, action.other), "limber")
    if action.verb in ("mount", "dismount"):
        return Plan(action, saddle(judge, action), action.verb)
    if action.verb == "work":
        return Plan(action, work(judge, action), "work", action.target)
    if game.is_attack(action):  # of a kind unknown here
        return Plan(action, judge.keenness * expected(game, judge.side, game.chances(action), judge.own_losses()))
    return Plan(action, 0.0)


def dislodged(judge: Judge, cell: int) -> float:
    """More for an attack on an enemy who stands where the side wants to be."""
    return 0.5 * judge.urgency if cell in judge.aims.take else 0.0


def exhausting(judge: Judge, value: float) -> float:
    """A last push that exhausts the enemy is worth more; so is putting off the side's own exhaustion."""
    margin = exhaustion_margin(judge.game, 1 - judge.side)
    own = exhaustion_margin(judge.game, judge.side)
    return (0.25 if 0 < margin <= 2 else 0.0) - (0.25 if 0 < own <= 2 and value < 0.3 else 0.0)


# -- moves


def moves(judge: Judge, unit: int, options: list[Action], stays: float) -> list[Plan]:
    """Moves by the cell they end in: the better cells are looked at in every facing that matters."""
    battle = judge.battle
    wanted = facings_to_try(judge, unit, options)
    game = judge.game
    stood, faced = battle.at[unit], battle.facing[unit]
    deeds, spare = battle.activity[unit], battle.spare[unit]
    plans: list[Plan] = []
    known: dict[int, float] = {}  # by cell and facing
    rate = battle.type_of[unit].move
    at_work = BEGUN if battle.task[unit] != NO_TASK else 0.0
    needed = cells_needed(judge, unit)
    for action in options:
        cell = action.path[-1] if action.path else action.target if action.verb == "enter" else stood
        if not wanted[cell] >> int(action.facing + 1) & 1:
            continue
        put(battle, unit, cell, action.facing)
        battle.activity[unit] = deeds | MOVED | ACTIVATED
        battle.spare[unit] = rate - len(action.path)
        pose = cell * FACINGS + int(action.facing + 1)
        ground = known.get(pose)
        if ground is None:
            ground = known[pose] = judge.place(unit)
        attack, purpose, target = follow_up(judge, unit, battle.spare[unit] >= 1)
        if purpose == "fight":
            attack += judge.personality.charge
        battle.activity[unit], battle.spare[unit] = deeds, spare
        put(battle, unit, stood, faced)
        value = ground - stays + attack - judge.personality.settled - at_work
        if action.double:
            value = 0.33 * value - 0.05 if movement_needs_luck(judge) else 0.7 * value - 0.3
        perils = 0
        if action.path or action.verb == "enter":
            for one in action.path or (cell,):
                perils += len(game.ruleset.movement.footing(battle.type_of[unit], 0, battle.features[one]).perils)
        if perils:
            value -= PERIL * perils * cost_of_hit(game, unit)
        if cell in needed:
            value -= IN_THE_WAY
        if not purpose:
            purpose, target = "arrive" if action.verb == "enter" else "move", cell
        plans.append(Plan(action, value, purpose, target))
    return plans


def cells_needed(judge: Judge, unit: int) -> set[int]:
    """Cells wanted by friends at work: a unit that stays there would be in the way. A Commander never is."""
    battle = judge.battle
    found: set[int] = set()
    if battle.is_a(unit, COMMANDER):
        return found
    for friend in battle.units(judge.side):
        if friend == unit or battle.at[friend] < 0:
            continue
        if battle.task[friend] == UNLOAD:
            found.add(battle.at[friend])
        elif battle.task[friend] == LAY_MINES:
            found.add(battle.task_target[friend])
    return found


def arriving(plans: list[Plan]) -> None:
    """A unit that may come on does so, however far it then has to go: ways in differ only in where they are."""
    best = max([plan.value for plan in plans], default=0.0)
    for plan in plans:
        plan.value += ARRIVES - best


def movement_needs_luck(judge: Judge) -> bool:
    rule = judge.game.ruleset.movement.double
    return rule is not None and rule.needs > 0


def facings_to_try(judge: Judge, unit: int, options: list[Action]) -> dict[int, int]:
    """For every cell the facings towards the nearest enemies, or all of them where there are few: one bit each, that of
    no facing first."""
    battle = judge.battle
    grid = battle.field.grid
    stood = battle.at[unit]
    offered: dict[int, int] = {}
    for action in options:
        cell = action.path[-1] if action.path else action.target if action.verb == "enter" else stood
        offered[cell] = offered.get(cell, 0) | 1 << int(action.facing + 1)
    wanted: dict[int, int] = {}
    targets = tuple(sorted({battle.at[enemy] for enemy in judge.enemies}))
    known = judge.ways.facings_to(targets)
    for cell, facings in offered.items():
        if not facings & (facings - 1):  # only one is offered
            wanted[cell] = facings
            continue
        towards = known.get(cell)
        if towards is None:
            towards = known[cell] = facings_towards(grid, cell, targets)
        liked = 0
        left = judge.facings_tried
        for facing in towards:
            if left > 0 and facings >> (facing + 1) & 1:
                liked |= 1 << (facing + 1)
                left -= 1
        wanted[cell] = liked or facings & -facings
    return wanted


def follow_up(judge: Judge, unit: int, may_fire: bool) -> tuple[float, str, int]:
    """The best that the unit could still do this turn where it now stands: value, purpose, target."""
    game = judge.game
    battle = judge.battle
    can_fight = not battle.is_a(unit, CIVIL) and not battle.exhausted[judge.side]
    best, purpose, where = 0.0, "", -1
    fire = game.ruleset.fire
    unit_type = battle.type_of[unit]
    if unit_type.fire_range and may_fire and not unit_type.artillery_range:
        value, target = best_shot(game, unit)
        value *= judge.keenness
        if target >= 0 and value > best and not is_barred(fire.barred, battle, unit):
            best, purpose, where = value, "fire", target
    value, target = best_fight(game, unit, judge.own_losses())
    if target >= 0 and can_fight:
        value = judge.keenness * value + dislodged(judge, target) + exhausting(judge, value)
        forced = game.ruleset.activity("fight") is None
        if forced or value > best:
            best, purpose, where = value, "fight", target
    elif target >= 0 and not can_fight and game.ruleset.activity("fight") is None:
        best = min(best, value)
    return best, purpose, where


# -- aircraft


def flight(judge: Judge, action: Action) -> Plan:
    """An aircraft acts every turn or comes down, attacks what it can, and gets home in time."""
    game = judge.game
    battle = judge.battle
    air = game.ruleset.air
    unit = action.unit
    assert air is not None
    must = 0.0 if battle.has(unit, ACTIVATED) else 0.5 * worth(game, unit)
    turns_left = air.turns - int(battle.turns_aloft[unit]) - 1
    home = battle.roster.edges[judge.side]
    grid = battle.field.grid
    rate: int = max(1, battle.type_of[unit].move)
    if game.is_attack(action):
        value = must + expected(game, judge.side, game.chances(action))
        if turns_left <= 0:
            value -= worth(game, unit)  # a unit that attacks stays, and does not get home in time
        else:
            value -= TOO_FAR_OUT * max(0, grid.depth(battle.at[unit], home) - rate * turns_left)
        return Plan(action, value, "air", action.target)
    if action.verb == "leave":
        return Plan(action, must + (4.0 if turns_left <= 0 else -3.0), "home")
    if action.verb not in ("move", "enter"):
        return Plan(action, must - 1.0)
    if action.verb == "enter":
        return Plan(action, 1.5 + 0.1 * (action.facing == battle.facing[unit]), "air", action.target)
    cell = action.path[-1] if action.path else battle.at[unit]
    near = judge.as_the_crow_flies(cell)
    value = must - 0.04 * near
    if near <= 1:  # its target is under it, or straight ahead
        value += attack_from(judge, unit, cell, action.facing)
    if turns_left <= 1:
        away = grid.depth(cell, home)
        value -= TOO_FAR_OUT * max(0, away - (rate * turns_left)) + 0.3 * away
    return Plan(action, value, "air" if turns_left > 1 else "home", cell)


def attack_from(judge: Judge, unit: int, cell: int, facing: int) -> float:
    """The best attack of an aircraft that has flown there."""
    game = judge.game
    battle = judge.battle
    stood, faced, deeds = battle.at[unit], battle.facing[unit], battle.activity[unit]
    put(battle, unit, cell, facing)
    battle.activity[unit] = deeds | MOVED | ACTIVATED
    best = 0.0
    for verb in ("strafe", "bomb"):
        activity = game.ruleset.activity(verb)
        if activity is not None:
            for attack in activity.options(game, unit):
                best = max(best, expected(game, judge.side, activity.chances(game, attack)))
    battle.activity[unit] = deeds
    put(battle, unit, stood, faced)
    return best


# -- transport, the saddle, and work


def unloading(judge: Judge, unit: int) -> float:
    """A gun is set down where it has targets, others where the fight is."""
    battle = judge.battle
    load = battle.carrying[unit]
    facing = battle.facing[load]
    battle.facing[load] = battle.facing[unit]
    value = best_shot(judge.game, load)[0]
    battle.facing[load] = facing
    near = judge.nearest(unit)
    if battle.is_a(load, ARTILLERY):
        return 2.0 * value + 0.2 if value > 0 else (0.3 if near <= 3 else -1.0)
    return 1.0 if near <= 4 else -1.0


def loading(judge: Judge, unit: int, load: int) -> float:
    """Bring up a gun that has nothing to fire at; take nobody out of a fight."""
    battle = judge.battle
    if judge.waits:
        return -1.0
    gun = battle.type_of[load]
    reach = gun.artillery_range or 2 * gun.move + 1
    return 0.6 if judge.nearest(load) > reach + 1 and battle.is_a(unit, TRANSPORT) else -1.0


def saddle(judge: Judge, action: Action) -> float:
    """On foot to fire or to hold, in the saddle to ride up."""
    near = judge.nearest(action.unit)
    if action.verb == "mount":
        return 0.3 if near > 5 and not judge.waits else -0.5
    return 0.35 if 1 < near <= 3 and not judge.aims.take else -0.5


def work(judge: Judge, action: Action) -> float:
    """Clear obstacles out of the side's own way, and lay them in the enemy's while there is time."""
    battle = judge.battle
    for row in judge.game.ruleset.works:
        if row.task == action.task:
            near = judge.nearest(action.unit)
            if near <= 2:
                return -0.5
            if row.clears and not row.next_to and battle.at[action.unit] in judge.aims.keep:
                return OWN_WORKS
            if row.clears:
                return 0.35 if not judge.waits or row.next_to else -0.2
            cell = action.target if row.next_to else battle.at[action.unit]
            if cell in judge.aims.keep and not row.next_to:
                return 0.12 if near > 3 else -0.2
            if row.next_to and judge.waits:
                closer = min(
                    [battle.field.grid.distance(cell, battle.at[enemy]) for enemy in judge.enemies], default=99
                )
                return 0.3 if closer < near and near > 3 else -0.3
            return -0.4
    return -1.0
