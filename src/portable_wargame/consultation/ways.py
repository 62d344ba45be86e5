"""The way that a player means by naming a unit and where it should go."""

from ..game.actions import Action
from ..game.game import Game
from ..grid.ways import shortest_way

GOING = ("move", "charge")


def offered_way(
    game: Game, unit: int, cell: int, verbs: tuple[str, ...] = GOING, double: bool | None = None
) -> Action | None:
    """The first allowed way there; `double` asks for a double move or a single one; None takes either."""
    for action in game.options_of(unit):
        if action.verb in verbs and action.path[-1:] == (cell,) and double in (None, action.double):
            return action
    return None


def shortest(game: Game, unit: int, cell: int) -> tuple[int, ...]:
    """The way by the board alone, so that the rules can say where it fails."""
    return tuple(shortest_way(game.battle.field.grid, game.battle.at[unit], cell))
