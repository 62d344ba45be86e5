"""How many activation dice a side throws, in books that have them."""

from ...battle.battle import WAITING
from ...battle.side import SIDES
from ...battle.unit import COMMANDER
from ...game.game import Game
from ...grid.compiler import i64


def activation_dice(game: Game, side: i64) -> int:
    """Counted again every turn, so losses reduce the dice, and reinforcements that are due add to them."""
    battle = game.battle
    counts_due = game.ruleset.activation.counts_due
    return dice_for(
        game,
        side,
        [unit for unit in battle.units(side) if battle.on_board(unit) or (counts_due and battle.is_due(unit))],
    )


def dice_for(game: Game, side: i64, units: list[int]) -> int:
    """A second Commander counts as another unit."""
    battle = game.battle
    rule = game.ruleset.activation
    led = rule.commander_die and any(battle.is_a(unit, COMMANDER) for unit in units)
    others = len(units) - (1 if led else 0)
    dice = others // rule.units_per_die
    if others % rule.units_per_die and battle.roster.armies[side] in rule.rounded_up:
        dice += 1
    return dice + (1 if led else 0)


def no_die_is_left(game: Game) -> bool:
    """Whether neither side will ever have a die to throw: then no unit can be activated again, not even to come onto
    the board."""
    if not game.ruleset.activation.units_per_die:
        return False
    return not any(dice_for(game, side, those_to_come(game, side)) for side in SIDES)


def those_to_come(game: Game, side: i64) -> list[int]:
    """The units on the board, plus those that may still count for dice."""
    battle = game.battle
    least = WAITING if game.ruleset.activation.counts_due else 0
    return [unit for unit in battle.units(side) if battle.at[unit] >= least]
