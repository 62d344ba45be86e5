"""Exact odds, from the same tables as the dice. They end where a choice begins: "retreats or loses 1 SP"."""

from typing import Final

from ..battle.battle import NO_CELL, NOBODY
from ..battle.unit import AIRCRAFT
from ..game.agenda import Chance
from ..game.changes import destroy, move, retreat
from ..game.game import Game
from ..game.tables import DESTROYED, EFFECTS, HIT, LOSES_SP, MUST_RETREAT, NOTHING, RETREATS_OR_LOSES_SP
from ..grid.compiler import i64
from .movement.retreat import retreat_cells

CORNERED: Final = {RETREATS_OR_LOSES_SP: LOSES_SP, MUST_RETREAT: DESTROYED}  # what follows instead of a retreat


def chances_on_the_way(game: Game, unit: i64, path: tuple[int, ...], retreats: bool = False) -> list[Chance]:
    """Of the perils along a path; a unit that may retreat from one need not come to the next."""
    found = [Chance(1.0, [])]
    if not game.ruleset.movement.perils or game.battle.is_a(unit, AIRCRAFT):
        return found
    twin = game.copy(game.dice)
    battle = twin.battle
    came_from = battle.at[unit] if battle.on_board(unit) else NO_CELL
    for number, cell in enumerate(path):
        footing = game.ruleset.movement.footing(battle.type_of[unit], 0, battle.features[cell])
        back_to = (path[number - 1] if number else came_from,)
        if not footing.perils:
            continue
        if retreats:
            retreat(twin, unit, cell, "")
        else:
            move(twin, unit, path[: number + 1], "")
        for _ in footing.perils:
            on_its_way = [one for one in found if (unit, EFFECTS[RETREATS_OR_LOSES_SP]) not in one.effects]
            stopped = [one for one in found if (unit, EFFECTS[RETREATS_OR_LOSES_SP]) in one.effects]
            found = stopped + [more for one in on_its_way for more in befall(twin, one, [unit], HIT, back_to=back_to)]
    return merged(found)


def befall(
    game: Game,
    chance: Chance,
    struck: list[int],
    effect: int,
    light: bool = False,
    struck_from: i64 = NO_CELL,
    back_to: tuple[int, ...] = (),
) -> list[Chance]:
    """What an effect does to these units in turn, after all that has befallen them in this chance. Where the blow came
    from, and the unit that has met with a peril, matters to a retreat."""
    chances = [chance]
    if effect == NOTHING:
        return chances
    for unit in struck:
        if effect == HIT:
            chances = [more for one in chances for more in resolve(game, one, unit, light, struck_from, back_to)]
        else:
            chances = [suffering(game, one, unit, effect) for one in chances]
    return chances


def suffering(game: Game, chance: Chance, unit: i64, effect: int) -> Chance:
    """The chance with an effect on a unit more, unless it is gone."""
    if is_gone(game, chance, unit):
        return chance
    return Chance(chance.probability, [*chance.effects, (unit, EFFECTS[effect])], chance.lands)


def resolve(
    game: Game,
    chance: Chance,
    unit: i64,
    light: bool = False,
    struck_from: i64 = NO_CELL,
    back_to: tuple[int, ...] = (),
) -> list[Chance]:
    """What a further hit on a unit does, after all that has befallen it in this chance. A load is hit with it, and
    alone once it is gone."""
    if is_gone(game, chance, unit):
        load = game.battle.carrying[unit]
        return (
            [chance]
            if load == NOBODY
            else resolve(after_losses(game, chance), chance, load, False, struck_from, back_to)
        )
    after: list[Chance] = []
    if light and game.battle.is_a(unit, game.ruleset.hits.proof_arms):
        driven = 0.0
        if game.ruleset.hits.proof_retreats:
            table = hit_table(game, unit, struck_from, back_to)
            driven = sum(odds for odds, effect in table if effect == RETREATS_OR_LOSES_SP)
        for odds, fate in ((1 - driven, "unharmed"), (driven, EFFECTS[MUST_RETREAT])):
            if odds > 0:
                after.append(Chance(chance.probability * odds, [*chance.effects, (unit, fate)], chance.lands))
    else:
        for odds, effect in hit_table(game, unit, struck_from, back_to):
            effects = [*chance.effects, (unit, EFFECTS[effect])]
            after.append(Chance(chance.probability * odds, effects, chance.lands))
    load = game.battle.carrying[unit]
    if load == NOBODY:
        return after
    return [more for one in after for more in resolve_for_load(game, one, unit, load, struck_from, back_to)]


def resolve_for_load(
    game: Game, chance: Chance, carrier: int, load: int, struck_from: i64, back_to: tuple[int, ...]
) -> list[Chance]:
    """A load is hit after its carrier, and retreats only with it. Riders are destroyed with theirs."""
    transport = game.ruleset.transport
    if transport is not None and game.battle.is_a(carrier, transport.riders_on) and is_gone(game, chance, carrier):
        return [Chance(chance.probability, [*chance.effects, (load, EFFECTS[DESTROYED])], chance.lands)]
    after = resolve(game, chance, load, False, struck_from, back_to)
    stays = (carrier, EFFECTS[RETREATS_OR_LOSES_SP]) != chance.effects[-1]
    for one in after:
        if stays and one.effects[-1] == (load, EFFECTS[RETREATS_OR_LOSES_SP]):
            one.effects[-1] = (load, EFFECTS[LOSES_SP])
    return merged(after)


def hit_table(
    game: Game, unit: i64, struck_from: i64 = NO_CELL, back_to: tuple[int, ...] = ()
) -> list[tuple[float, int]]:
    """The probability of each effect of a hit on the unit, as it stands now. A load goes where its carrier goes."""
    table = game.ruleset.hits.tables[game.battle.roster.quality[unit]]
    carrier = game.battle.carried_by[unit]
    if retreat_cells(game.battle, game.ruleset, unit if carrier == NOBODY else carrier, struck_from, back_to):
        return table.odds()
    odds: dict[int, float] = {}
    for chance, effect in table.odds():
        instead = CORNERED.get(effect, effect)
        odds[instead] = odds.get(instead, 0.0) + chance
    return [(chance, effect) for effect, chance in odds.items()]


def is_gone(game: Game, chance: Chance, unit: i64) -> bool:
    """Whether the unit is certainly gone: destroyed, or out of strength points."""
    lost = 0
    for other, effect in chance.effects:
        if other == unit:
            if effect == EFFECTS[DESTROYED]:
                return True
            lost += effect == EFFECTS[LOSES_SP]
    return game.ruleset.strength is not None and lost >= game.battle.strength[unit]


def after_losses(game: Game, chance: Chance) -> Game:
    """The game without those who are certainly gone in a chance: where they stood, others may have room to retreat."""
    gone: list[int] = []
    for unit, _ in chance.effects:
        if unit not in gone and is_gone(game, chance, unit):
            gone.append(unit)
    if not gone:
        return game
    twin = game.copy(game.dice)
    for unit in gone:
        destroy(twin, unit, "")
    return twin


def merged(chances: list[Chance]) -> list[Chance]:
    """Chances with the same effects taken together; impossible ones left out."""
    found: dict[tuple[int, tuple[tuple[int, str], ...]], Chance] = {}
    for chance in chances:
        if chance.probability <= 0:
            continue
        key = (chance.lands, tuple(chance.effects))
        if key in found:
            found[key].probability += chance.probability
        else:
            found[key] = Chance(chance.probability, chance.effects, chance.lands)
    return list(found.values())
