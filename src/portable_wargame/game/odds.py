"""Exact odds: the game itself is played on copies, with dice that fall every way there is.

Nothing is stated twice, so odds cannot differ from what happens. They end with the action, or at the first choice that
somebody has to make.
"""

from ..battle.battle import UNDECIDED
from .actions import Action
from .agenda import Chance, Decision
from .dice import Forks
from .game import Account, Game


def foresee(game: Game, action: Action | None) -> list[Chance]:
    """All that may come of an answer to the question that waits; without one, of the step that is next."""
    forks = Forks()
    step = game.agenda[-1]
    kind = step.kind
    found: list[Chance] = []
    while True:
        twin = game.copy(forks)
        account = Account()
        twin.account = account
        if action is None:
            twin.agenda.pop()
            kind.run(twin, step)
        else:
            if not kind.stays:
                twin.agenda.pop()
            kind.play(twin, step, action)
        is_asked = go_on(twin)
        if is_asked:
            account.effects += what_is_asked(twin)
        chance = Chance(forks.ways, len(forks.thrown), account.effects, account.lands, twin if is_asked else None)
        if not forks.another():
            return [chance] if not found else merged([*found, chance])
        found.append(chance)


def go_on(game: Game) -> bool:
    """Carry out what comes of an action; whether it ends at a choice."""
    battle = game.battle
    while battle.winner == UNDECIDED and game.agenda:
        step = game.agenda[-1]
        kind = step.kind
        if not kind.ensues:
            return False
        if kind.asks and kind.is_open(game, step):
            return True
        game.agenda.pop()
        kind.run(game, step)
    return False


def what_is_asked(game: Game) -> list[tuple[int, str]]:
    """What the choice that waits does to its unit, and the hits that wait behind it."""
    found: list[tuple[int, str]] = []
    for place in range(len(game.agenda) - 1, -1, -1):
        step = game.agenda[place]
        kind = step.kind
        if not kind.ensues:
            break
        effect = kind.effect(game, step) if isinstance(kind, Decision) else kind.looms(step)
        if effect:
            found.append((step.unit, effect))
    return found


def merged(chances: list[Chance]) -> list[Chance]:
    """Those that come to the same taken together."""
    found: dict[tuple[int, tuple[tuple[int, str], ...], str, int, int], Chance] = {}
    for chance in chances:
        asks, side, unit = "", -1, -1
        if chance.after is not None:
            step = chance.after.agenda[-1]
            asks, side, unit = step.kind.name, step.side, step.unit
        key = (chance.lands, tuple(chance.effects), asks, side, unit)
        same = found.get(key)
        if same is None:
            found[key] = chance
        else:
            dice = max(same.dice, chance.dice)
            ways = same.ways * 6 ** (dice - same.dice) + chance.ways * 6 ** (dice - chance.dice)
            found[key] = Chance(ways, dice, same.effects, same.lands, same.after)
    return list(found.values())
