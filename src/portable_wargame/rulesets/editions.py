"""Earlier editions of the books, as functions from ruleset to ruleset: a record is replayed by the rules it was played
by. The first edition is played by the second's rules, since it hardly differs."""

from collections.abc import Callable
from dataclasses import replace

from ..battle.battle import Battle
from ..battle.terrain import WOODS
from ..battle.unit import CANNOT_MOVE
from ..game.ruleset import Movement, Ruleset, Shooting
from ..game.tables import Attack, Restriction, TerrainRow, UnitRestriction, bars
from ..grid.compiler import i64
from ..rules.deeds import cannot_move
from ..rules.fire import cover

DEFENDERS_ADVANCED = ("classic.close-combat.advance",)  # by clause, because a book made from data keeps it
FIXED = ("rifled-siege-artillery", "smoothbore-siege-artillery")  # guns that did not even turn


def _second(ruleset: Ruleset) -> Ruleset:
    """The rules before the texts were read again, statement by statement."""
    combat, pinning = ruleset.close_combat, ruleset.pinning
    defender_too = combat.advance.defender_too and combat.advance.clause in DEFENDERS_ADVANCED
    air, transport = ruleset.air, ruleset.transport
    types = tuple(replace(one, move=CANNOT_MOVE) if one.name in FIXED else one for one in ruleset.unit_types)
    return replace(
        ruleset,
        edition=2,
        unit_types=types,
        activation=replace(ruleset.activation, counts_due=False, counts_freed=False),
        movement=_second_movement(ruleset.movement),
        artillery=_second_shooting(ruleset.artillery),
        fire=_second_shooting(ruleset.fire),
        close_combat=replace(combat, advance=replace(combat.advance, defender_too=defender_too)),
        hits=replace(ruleset.hits, retreats_to_enemies=False, retreats_onward=True),
        overlooks_hills=False,
        tells_orders=False,
        turn=tuple(step for step in ruleset.turn if air is None or step is not air.spends_endurance),
        air=replace(air, spends_endurance=None, overhead_in_arc=False) if air is not None else None,
        transport=replace(transport, keeps_orders=False) if transport is not None else None,
        pinning=replace(pinning, in_order=True) if pinning is not None else None,
    )


def _second_movement(movement: Movement) -> Movement:
    withdrawal, whole_move = movement.withdrawal, _on_roads_too(movement.whole_move)
    return replace(
        movement,
        barred=bars(UnitRestriction(movement.rates, cannot_move), *movement.barred.rows),
        trench_first=False,
        withdrawal=replace(withdrawal, leads_away=False) if withdrawal is not None else None,
        # A step into woods was the first and the last of a move, double or not; one out of them the last.
        first_step_only=whole_move[:1],
        must_stop=_on_roads_too(movement.must_stop) + whole_move[:1],
        leaves_by_one=_on_roads_too(movement.leaves_by_one) + whole_move[1:],
        whole_move=(),
    )


def _on_roads_too(rows: tuple[TerrainRow, ...]) -> tuple[TerrainRow, ...]:
    return tuple(replace(row, off_road=False) for row in rows)


def _second_shooting(shooting: Shooting) -> Shooting:
    rows = tuple(
        Restriction(row.clause, fires_more_than_one_cell_within_a_wood)
        if row.forbids is cover.fires_more_than_one_cell_within_a_wood
        else row
        for row in shooting.restrictions
    )
    return replace(shooting, restrictions=rows)


def fires_more_than_one_cell_within_a_wood(attack: Attack) -> bool:
    """Within a wood used to mean in the same wood, wherever the line of fire ran."""
    battle = attack.battle
    if battle.field.grid.distance(attack.cell, attack.target) <= 1:
        return False
    return attack.target in _wood_around(battle, attack.cell)


def _wood_around(battle: Battle, cell: i64) -> set[int]:
    """The cells of the wood that a cell belongs to; none if it is not woods."""
    wood: set[int] = {cell} if battle.features[cell] & WOODS else set()
    reached = list(wood)
    for one in reached:  # grows as it goes
        new = [near for near in battle.field.grid.neighbours[one] if battle.features[near] & WOODS and near not in wood]
        wood.update(new)
        reached += new
    return wood


EARLIER: dict[int, Callable[[Ruleset], Ruleset]] = {1: _second, 2: _second}


def in_edition(ruleset: Ruleset, edition: int) -> Ruleset:
    """The ruleset, options and house rules included, as it was in an earlier edition; otherwise as it is."""
    earlier = EARLIER.get(edition)
    return ruleset if earlier is None or edition >= ruleset.edition else earlier(ruleset)
