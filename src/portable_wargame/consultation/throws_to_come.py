"""What to roll next, and for what: for players who roll real dice and enter the faces. The order is carried out on a
copy that nobody sees, with the dice rolled so far; when they run out, the throw that needed more is the next one. So
we know every throw of a book beforehand, with needs and modifiers.
"""

from collections.abc import Callable

from ..game.actions import Action
from ..game.dice import Dice
from ..game.events import Event, Roll
from ..game.game import Game
from ..rules.turn.umpire import Change, overrule
from ..scenario.setup import begun

Trial = Callable[[Dice], list[Event]]  # something done with these dice, and what came of it


def of_action(game: Game, action: Action) -> Trial:
    """`action` is settled and legal."""

    def carry_out(dice: Dice) -> list[Event]:
        trial = game.copy(dice)
        log: list[Event] = []
        trial.log = log
        trial.perform(action)
        return log

    return carry_out


def of_ruling(game: Game, changes: list[Change]) -> Trial:
    """The throws up to the next decision, once the umpire has set something by hand."""

    def set_by_hand(dice: Dice) -> list[Event]:
        trial = game.copy(dice)
        log: list[Event] = []
        trial.log = log
        overrule(trial, changes, "")
        return log

    return set_by_hand


def of_start(table: Game) -> Trial:
    """All the throws before the first decision."""

    def begin(dice: Dice) -> list[Event]:
        log: list[Event] = []
        begun(table, dice, log)
        return log

    return begin


def wants_low(game: Game, roll: Roll) -> bool:
    """Whether the score must be this low, not this high."""
    return roll.words == "close-combat" and game.ruleset.close_combat.at_most


def next_throw(trial: Trial, fallen: list[int]) -> tuple[Roll, int] | None:
    """The throw that these dice leave unfinished, and how many dice it still needs; None if they are enough."""
    # Nothing that follows from dice not yet rolled matters; but a tie may be rolled again, so no two are alike.
    dice = Dice(lambda number: fallen[number] if number < len(fallen) else number % 6 + 1)
    log = trial(dice)
    if len(dice.thrown) <= len(fallen):
        return None
    before = 0
    for event in log:
        if isinstance(event, Roll):
            before += len(event.dice)
            if before > len(fallen):
                return event, before - len(fallen)
    raise AssertionError("every throw is told")
