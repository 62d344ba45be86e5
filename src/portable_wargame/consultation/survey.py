"""A survey: what a unit may do, where it can go and what awaits it there, and what it sees."""

from dataclasses import dataclass

from ..battle.battle import NO_CELL, NOBODY
from ..battle.unit import AIRCRAFT
from ..game.actions import Action
from ..game.agenda import Chance, Reason
from ..game.game import Game
from ..rules.movement.step import Mover
from ..rules.reasons import because
from ..speech.verbs import verb
from .enquiry import why_idle
from .exposures import Exposure, Exposures
from .field_of_fire import FieldOfFire, field_of_fire
from .forecast import Toss, tosses, worth
from .view import units_at


@dataclass(frozen=True)
class Offer:
    """Something that a unit or a side may do."""

    action: Action
    enemies: list[int]  # the units it is aimed at
    chances: list[Chance]  # exact; empty if it throws no dice
    tosses: list[Toss]  # the dice themselves
    worth: float  # what they are worth to the side that throws them


@dataclass(frozen=True)
class Destination:
    """Somewhere a unit may go: `action` takes it there, with the default facing."""

    action: Action
    cell: int
    facings: list[int]  # facings that it may end in, the action's first
    stops: Reason | None  # why it can go no further
    exposed: list[Exposure]
    chances: list[Chance]  # if the way itself is a risk


@dataclass(frozen=True)
class Survey:
    unit: int
    destinations: list[Destination]
    offers: list[Offer]
    field: FieldOfFire
    reasons: list[Reason]  # why it can do nothing at all


def survey(game: Game, unit: int, is_asked: bool = True) -> Survey:
    """`game` is the asker's own copy; `is_asked` if the asker may know what the unit may do, and do it."""
    options = game.options_of(unit) if is_asked and game.battle.side_of(unit) == game.decider() else []
    return Survey(
        unit,
        destinations(game, unit, [action for action in options if verb(action.verb).goes]),
        [offer(game, action) for action in options if not verb(action.verb).goes],
        field_of_fire(game, unit),
        why_idle(game, unit) if not options else [],
    )


def offer(game: Game, action: Action) -> Offer:
    battle = game.battle
    side = battle.side_of(action.unit) if action.unit != NOBODY else game.decider()
    enemies = [one for one in units_at(game, action.target) if battle.side_of(one) != side]
    if action.air:
        enemies = [one for one in enemies if battle.is_a(one, AIRCRAFT)]
    chances = chances_of(game, action)
    if not chances:
        return Offer(action, enemies, [], [], 0.0)
    return Offer(action, enemies, chances, tosses(game, action), worth(game, action, chances))


def chances_of(game: Game, action: Action) -> list[Chance]:
    """The exact chances of a legal action's dice; nothing if it throws none."""
    chances = game.chances(action)
    return chances if any(chance.dice for chance in chances) else []


def destinations(game: Game, unit: int, options: list[Action]) -> list[Destination]:
    """One for each way, with the facings that it may end in."""
    ways: dict[tuple[str, int, tuple[int, ...], bool], list[Action]] = {}
    for action in options:
        ways.setdefault((action.verb, action.target, action.path, action.double), []).append(action)
    exposures = Exposures(game, unit)
    return [_destination(game, alike, exposures) for alike in ways.values()]


def _destination(game: Game, alike: list[Action], exposures: Exposures) -> Destination:
    first = _usual(game, alike)
    facings = [first.facing, *(action.facing for action in alike if action.facing != first.facing)]
    at = game.battle.at[first.unit]
    cell = first.target if first.target != NO_CELL else first.path[-1] if first.path else at
    stops, perils = _way(game, first)
    chances = chances_of(game, first) if perils or first.double else []
    return Destination(first, cell, facings, stops, exposures.at(cell), chances)


def _usual(game: Game, alike: list[Action]) -> Action:
    """Of actions that differ only in their facing, the one with the default facing."""
    one = alike[0]
    plain = game.settle(Action(one.verb, one.unit, one.target, path=one.path, double=one.double))
    ahead = Action(one.verb, one.unit, one.target, game.battle.facing[one.unit], path=one.path, double=one.double)
    for usual in (plain, ahead):
        if usual in alike:
            return usual
    return one


def _way(game: Game, action: Action) -> tuple[Reason | None, bool]:
    """What ends the move there, and whether perils wait on the way."""
    if action.verb != "move" or not action.path:
        return None, False
    walk = Mover(game.battle, game.ruleset, action.unit, action.double).follow(action.path)
    if walk is None or not walk.stopped:
        return None, walk is not None and walk.perils > 0
    contact = walk.stopped == game.ruleset.movement.contact
    why = "must-stop-in-contact" if contact else "must-stop"
    return because(game, walk.stopped, why, action.unit, walk.cell), walk.perils > 0
