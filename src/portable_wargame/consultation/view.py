"""What an asker may know: a copy of the game as their sides see it."""

import random
from collections.abc import Sequence

from ..battle.battle import NOBODY
from ..game.errors import Refusal
from ..game.game import Game
from ..game.views import view
from ..grid.names import cell_named
from ..rules.fire.artillery import DECLARE_BOMBARDMENTS
from ..rules.movement.deployment import WHERE_TO_DEPLOY, deploys_in_secret


class Unknown(Refusal):
    """There is no such unit or cell."""


def own_view(game: Game, sides: Sequence[int]) -> Game:
    """The game as seen by whichever of these sides decides, else by the first, else by anybody: without others' orders,
    and with dice that foretell nothing."""
    decides = game.decider()
    side = decides if decides in sides else sides[0] if sides else NOBODY
    return view(game, side, random.Random(0))


def asks_in_secret(game: Game) -> bool:
    """Whether the answer to the question is secret: artillery targets, and hidden deployment."""
    question = game.question()
    if question is WHERE_TO_DEPLOY:
        return deploys_in_secret(game.battle)
    return question is DECLARE_BOMBARDMENTS


def unit_called(game: Game, name: str) -> int:
    ids = game.battle.roster.unit_ids
    if name not in ids:
        raise Unknown(f"there is no unit {name!r}")
    return ids.index(name)


def cell_called(game: Game, name: str) -> int:
    cell = cell_named(game.battle.field.grid, name)
    if cell < 0:
        raise Unknown(f"there is no cell {name!r}")
    return cell


def units_at(game: Game, cell: int) -> list[int]:
    """Everybody in a cell, over it, and carried there."""
    return [unit for unit, where in enumerate(game.battle.at) if where == cell and cell >= 0]
