"""Earlier editions of the books, as functions from ruleset to ruleset: a record is played again by the rules that it
was played by. The first edition is played by the rules of the second, from which it hardly differs."""

from collections.abc import Callable
from dataclasses import replace

from ..game.ruleset import Ruleset
from ..game.tables import TerrainRow


def _second(ruleset: Ruleset) -> Ruleset:
    """Before the texts were read again, statement by statement."""
    movement = ruleset.movement
    withdrawal = movement.withdrawal
    movement = replace(
        movement,
        withdrawal=replace(withdrawal, leads_away=False) if withdrawal is not None else None,
        must_stop=_on_roads_too(movement.must_stop),
        first_step_only=_on_roads_too(movement.first_step_only),
        leaves_by_one=_on_roads_too(movement.leaves_by_one),
    )
    return replace(
        ruleset,
        edition=2,
        activation=replace(ruleset.activation, counts_due=False),
        movement=movement,
        hits=replace(ruleset.hits, retreats_to_enemies=False, retreats_onward=True),
    )


def _on_roads_too(rows: tuple[TerrainRow, ...]) -> tuple[TerrainRow, ...]:
    return tuple(replace(row, off_road=False) for row in rows)


EARLIER: dict[int, Callable[[Ruleset], Ruleset]] = {1: _second, 2: _second}


def in_edition(ruleset: Ruleset, edition: int) -> Ruleset:
    """The ruleset, options and house rules included, as it was in an earlier edition; else as it is."""
    earlier = EARLIER.get(edition)
    return ruleset if earlier is None or edition >= ruleset.edition else earlier(ruleset)
