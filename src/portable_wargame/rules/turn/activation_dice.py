"""How many activation dice a side throws, in books that have them."""

from ...battle.side import SIDES
from ...battle.unit import COMMANDER
from ...game.game import Game
from ...grid.compiler import i64


def activation_dice(game: Game, side: i64) -> int:
    """Counted afresh every turn, so losses reduce them. A second Commander counts as another unit."""
    battle = game.battle
    rule = game.ruleset.activation
    present = [unit for unit in battle.units(side) if battle.on_board(unit)]
    led = rule.commander_die and any(battle.is_a(unit, COMMANDER) for unit in present)
    others = len(present) - (1 if led else 0)
    dice = others // rule.units_per_die
    if others % rule.units_per_die and battle.roster.armies[side] in rule.rounded_up:
        dice += 1
    return dice + (1 if led else 0)


def no_die_is_left(game: Game) -> bool:
    """Whether neither side has a die to throw: then no unit can be activated again, not even to come onto the board."""
    if not game.ruleset.activation.units_per_die:
        return False
    return not any(activation_dice(game, side) for side in SIDES)
