"""Answers to every question but what the units do: deployment, bombardments, retreats, advances and the like."""

from collections.abc import Callable
from typing import Final

from ...battle.unit import ARTILLERY, COMMANDER
from ...game.actions import Action
from .plans import Plan
from .position import CIVIL, Judge
from .strikes import best_fight, put
from .values import exhaustion_margin, expected, worth_of_point

NOT_WORTH_A_SHELL: Final = 0.05
GAS_BONUS: Final = 0.3  # what a cloud is worth because it lasts
COVERED: Final = 0.25  # the worth of beginning the battle in cover
OVERLOOKS: Final = 0.4  # for a gun, a height
MASKED: Final = 0.4  # for a gun, a friend straight before it, or leaves around it
EXHAUSTING: Final = 1.5  # the strength point with which a side is exhausted


def answer(judge: Judge, options: list[Action]) -> Plan:
    """The best answer to a question that is not about activating units."""
    return options_with_value(judge, options)[0]


def options_with_value(judge: Judge, options: list[Action]) -> list[Plan]:
    """The answers worth considering, the best first."""
    if options[0].verb == "place":
        options = of_one_unit(judge, options)
    plans = [Plan(action, weigh(judge, action), PURPOSES.get(action.verb, ""), action.target) for action in options]
    return sorted(plans, key=lambda plan: -plan.value)


def weigh(judge: Judge, action: Action) -> float:
    weighing = WEIGHINGS.get(action.verb)
    return weighing(judge, action) if weighing is not None else 0.0


# -- deployment


def of_one_unit(judge: Judge, options: list[Action]) -> list[Action]:
    """Fighting units take their places first, guns next, and each looks across the board."""
    battle = judge.battle
    order = sorted(
        {action.unit for action in options},
        key=lambda unit: (battle.is_a(unit, CIVIL), battle.is_a(unit, ARTILLERY), unit),
    )
    across = battle.facing[order[0]]
    places = [action for action in options if action.unit == order[0]]
    return [action for action in places if action.facing == across] or places


def placing(judge: Judge, action: Action) -> float:
    battle = judge.battle
    grid = battle.field.grid
    put(battle, action.unit, action.target, action.facing)
    value = judge.place(action.unit)
    stand = battle.roster.edges[judge.side]
    middle = abs(2 * grid.column(action.target) - grid.columns + 1) if stand in ("north", "south") else 0
    middle += abs(2 * grid.row(action.target) - grid.rows + 1) if stand in ("east", "west") else 0
    value -= 0.03 * middle
    value += judge.personality.forward * grid.depth(action.target, stand)
    if battle.is_a(action.unit, ARTILLERY | CIVIL):
        value -= 0.1 * grid.depth(action.target, stand)
    value += lie_of_the_land(judge, action)
    put(battle, action.unit, -1, battle.facing[action.unit])
    return value


def bluffing(judge: Judge, action: Action) -> float:
    """A dummy is worth most where a unit would be: well forward, and among the others."""
    grid = judge.battle.field.grid
    stand = judge.battle.roster.edges[judge.side]
    return grid.depth(action.target, stand) - 0.1 * abs(2 * grid.column(action.target) - grid.columns + 1)


def lie_of_the_land(judge: Judge, action: Action) -> float:
    """Guns want a height and a clear view, all other units cover, even before an enemy is near."""
    battle = judge.battle
    cell = action.target
    features = battle.features[cell]
    if not battle.is_a(action.unit, ARTILLERY):
        return COVERED if features & battle.field.cover else 0.0
    value = OVERLOOKS * battle.height(cell) - (MASKED if features & battle.field.hides else 0.0)
    for around in battle.field.grid.neighbours[cell]:
        if battle.field.grid.direction(cell, around) == action.facing and battle.friend_in(around, judge.side):
            value -= MASKED
    return value


# -- fire and fights


def bombarding(judge: Judge, action: Action) -> float:
    game = judge.game
    value = expected(game, judge.side, game.chances(action), 1.3) - NOT_WORTH_A_SHELL
    if action.target in judge.aims.take:
        value *= 1.3
    if action.gas:
        near = [action.target, *judge.battle.field.grid.neighbours[action.target]]
        value += GAS_BONUS if not any(judge.battle.friend_in(cell, judge.side) for cell in near) else -1.0
    return value


def fighting(judge: Judge, action: Action) -> float:
    return 10 + expected(judge.game, judge.side, judge.game.chances(action), judge.own_losses())


def trying_for_the_commander(judge: Judge, action: Action) -> float:
    return expected(judge.game, judge.side, judge.game.chances(action))


# -- retreats, advances and charges


def retreating(judge: Judge, action: Action) -> float:
    facing = action.facing if action.facing >= 0 else judge.battle.facing[action.unit]
    return standing_in(judge, action.unit, action.target, facing)


def losing(judge: Judge, action: Action) -> float:
    """What it costs to lose a strength point and stay; the last one is the unit itself."""
    loss = worth_of_point(judge.game, action.unit)
    if judge.battle.strength[action.unit] == 1:
        loss += 1.0
    if exhaustion_margin(judge.game, judge.side) == 1:
        loss += EXHAUSTING
    return judge.place(action.unit) - judge.personality.spared * judge.own_losses() * loss


def advancing(judge: Judge, action: Action) -> float:
    step = judge.game.agenda[-1]
    value = standing_in(judge, action.unit, step.cell, action.facing)
    if judge.battle.is_a(action.unit, COMMANDER):
        value -= 2.0
    return value


def standing_fast(judge: Judge, action: Action) -> float:
    if action.unit < 0:
        return 0.0
    if judge.battle.side_of(action.unit) != judge.side:  # the enemy unit beside its Commander
        return trying_for_the_commander(judge, action)
    return judge.place(action.unit)


def charging(judge: Judge, action: Action) -> float:
    cell = action.path[-1] if action.path else judge.battle.at[action.unit]
    return standing_in(judge, action.unit, cell, action.facing)


def rallying(judge: Judge, action: Action) -> float:
    return judge.place(action.unit) + 0.6


def standing_in(judge: Judge, unit: int, cell: int, facing: int) -> float:
    """The worth of a unit in another cell, with the fight it faces there."""
    battle = judge.battle
    stood, faced = battle.at[unit], battle.facing[unit]
    put(battle, unit, cell, facing)
    value = judge.place(unit)
    if not battle.is_a(unit, CIVIL):
        value += max(-1.0, 0.5 * best_fight(judge.game, unit, judge.own_losses())[0])
    put(battle, unit, stood, faced)
    return value


def going_first(judge: Judge, action: Action) -> float:
    """An attacker wants to strike first; a defender would rather wait and see."""
    return -0.1 if judge.waits else 0.1


WEIGHINGS: Final[dict[str, Callable[[Judge, Action], float]]] = {
    "place": placing,
    "dummy": bluffing,
    "bombard": bombarding,
    "fight": fighting,
    "test-commander": trying_for_the_commander,
    "retreat": retreating,
    "lose-sp": losing,
    "advance": advancing,
    "stand": standing_fast,
    "charge": charging,
    "unpin": rallying,
    "first": going_first,
}
PURPOSES: Final = {
    "place": "deploy",
    "dummy": "deploy",
    "bombard": "bombard",
    "fight": "fight",
    "retreat": "retreat",
    "lose-sp": "stand fast",
    "advance": "advance",
    "charge": "charge",
}
