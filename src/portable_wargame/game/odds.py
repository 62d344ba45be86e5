"""Exact odds: the game itself is played on copies, with dice that fall in every possible way.

Nothing is stated twice, so odds cannot differ from what happens. They end with the action, or at the first choice that
somebody has to make. Whatever a step's dice lead to is played on from there, not from the beginning.
"""

from ..battle.battle import UNDECIDED
from .actions import Action
from .agenda import Chance, Decision
from .dice import Forks
from .game import Account, Game


def foresee(game: Game, action: Action | None) -> list[Chance]:
    """Every outcome of an answer to the question that waits; without an answer, of the next step."""
    found: list[Chance] = []
    step = game.agenda[-1]
    kind = step.kind
    forks = Forks()
    while True:
        twin = game.copy(forks)
        twin.account = Account()
        if action is None:
            twin.agenda.pop()
            kind.run(twin, step)
        else:
            if not kind.stays:
                twin.agenda.pop()
            kind.play(twin, step, action)
        follow(twin, forks.ways, len(forks.thrown), found)
        if not forks.another():
            return found if len(found) == 1 else merged(found)


def follow(game: Game, ways: int, dice: int, found: list[Chance]) -> None:
    """Carry out what comes of an action, once for each way the dice of each step can fall; nothing before those dice is
    played again. This many `ways` of the dice that have fallen have led here."""
    account = game.account
    assert account is not None
    fallen = len(game.dice.thrown)
    goes_on = go_on(game, throwing=False)
    assert len(game.dice.thrown) == fallen, "dice have fallen in a step that says it throws none"
    if not goes_on:
        found.append(Chance(ways, dice, account.effects, account.lands))
        return
    step = game.agenda[-1]
    if not step.kind.throws:
        found.append(Chance(ways, dice, account.effects + what_is_asked(game), account.lands, game))
        return
    forks = Forks()
    while True:
        twin = game.copy(forks)
        twin.account = account.copy()
        twin.agenda.pop()
        step.kind.run(twin, step)
        follow(twin, ways * forks.ways, dice + len(forks.thrown), found)
        if not forks.another():
            return


def go_on(game: Game, throwing: bool = True) -> bool:
    """Carry out what comes of an action; whether it ends at a choice or, unless it may go on `throwing`, before a step
    in which dice may fall."""
    battle = game.battle
    while battle.winner == UNDECIDED and game.agenda:
        step = game.agenda[-1]
        kind = step.kind
        if not kind.ensues:
            return False
        if (kind.asks and kind.is_open(game, step)) or (kind.throws and not throwing):
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
    """Equal outcomes added together."""
    found: list[Chance] = []
    for chance in chances:
        place = 0
        while place < len(found) and not is_like(chance, found[place]):
            place += 1
        if place == len(found):
            found.append(chance)
            continue
        same = found[place]
        dice = max(same.dice, chance.dice)
        ways = same.ways * 6 ** (dice - same.dice) + chance.ways * 6 ** (dice - chance.dice)
        found[place] = Chance(ways, dice, same.effects, same.lands, same.after)
    return found


def is_like(one: Chance, other: Chance) -> bool:
    """Whether the same happens to the same units, and leads to the same question."""
    if one.lands != other.lands or len(one.effects) != len(other.effects):
        return False
    for place in range(len(one.effects)):
        unit, effect = one.effects[place]
        other_unit, other_effect = other.effects[place]
        if unit != other_unit or effect != other_effect:
            return False
    if one.after is None or other.after is None:
        return one.after is other.after
    step, other_step = one.after.agenda[-1], other.after.agenda[-1]
    return step.kind.name == other_step.kind.name and step.side == other_step.side and step.unit == other_step.unit
