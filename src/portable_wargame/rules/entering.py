"""What waits for a unit in the cell it enters: mines, gas."""

from ..game.agenda import Step
from ..game.game import Game
from ..game.ruleset import Footing
from .hits import RESOLVE_HIT
from .victory import CHECK_VICTORY


def enter_cell(game: Game, unit: int, footing: Footing) -> None:
    """Resolve the perils of a cell before anything else happens. Nobody is the attacker but the ground itself."""
    if not footing.perils:
        return
    side = game.battle.side_of(unit)
    game.push(Step(CHECK_VICTORY))
    for clause in reversed(footing.perils):
        game.push(Step(RESOLVE_HIT, side, unit, other=1 - side, clause=clause))
