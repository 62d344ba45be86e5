"""Exact odds, from the same tables as the dice. They end where a choice begins: "retreats or loses 1 SP"."""

from ..battle.battle import NOBODY
from ..game.agenda import Chance
from ..game.game import Game
from ..game.tables import DESTROYED, EFFECTS, LOSES_SP, MUST_RETREAT, RETREATS_OR_LOSES_SP
from .retreat import retreat_cells

MISS = "miss"


def chances_of_hits(game: Game, hit: float, dice: int, struck: list[int]) -> list[Chance]:
    """So many dice, each hitting with this probability, every hit striking these units in turn."""
    chances = [Chance(1.0, [])]
    for _ in range(dice):
        after: list[Chance] = []
        for chance in chances:
            after.append(Chance(chance.probability * (1 - hit), chance.effects))
            hits = [Chance(chance.probability * hit, chance.effects)]
            for unit in struck:
                hits = [more for one in hits for more in resolve(game, one, unit)]
            after += hits
        chances = merged(after)
    return chances


def resolve(game: Game, chance: Chance, unit: int) -> list[Chance]:
    """What a further hit on a unit does, after all that has befallen it in this chance. A load is hit with it."""
    if is_gone(game, chance, unit):
        return [chance]
    after: list[Chance] = []
    for probability, effect in hit_table(game, unit):
        after.append(Chance(chance.probability * probability, [*chance.effects, (unit, EFFECTS[effect])]))
    load = game.battle.carrying[unit]
    return after if load == NOBODY else [more for one in after for more in resolve(game, one, load)]


def hit_table(game: Game, unit: int) -> list[tuple[float, int]]:
    """The probability of each effect of a hit on the unit, as it stands now."""
    table = game.ruleset.hits.tables[game.battle.roster.quality[unit]]
    can_retreat = bool(retreat_cells(game.battle, game.ruleset, unit))
    odds: dict[int, int] = {}
    for face in range(1, 7):
        effect = table.effect(face)
        if not can_retreat and effect == RETREATS_OR_LOSES_SP:
            effect = LOSES_SP
        elif not can_retreat and effect == MUST_RETREAT:
            effect = DESTROYED
        odds[effect] = odds.get(effect, 0) + 1
    return [(ways / 6, effect) for effect, ways in odds.items()]


def is_gone(game: Game, chance: Chance, unit: int) -> bool:
    """Whether the unit is certainly gone: destroyed, or out of strength points."""
    lost = 0
    for other, effect in chance.effects:
        if other == unit:
            if effect == EFFECTS[DESTROYED]:
                return True
            lost += effect == EFFECTS[LOSES_SP]
    return game.ruleset.strength is not None and lost >= game.battle.strength[unit]


def merged(chances: list[Chance]) -> list[Chance]:
    """Chances with the same effects taken together; impossible ones left out."""
    found: dict[str, Chance] = {}
    for chance in chances:
        if chance.probability <= 0:
            continue
        key = repr(chance.effects)
        if key in found:
            found[key].probability += chance.probability
        else:
            found[key] = Chance(chance.probability, chance.effects)
    return list(found.values())
