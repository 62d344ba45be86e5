"""Real dice at the terminal: the program says what to roll and for what, and the players type the faces."""

import re

from ...battle.battle import Battle
from ...battle.naming import counted
from ...consultation.throws_to_come import Trial, next_throw
from ...game.errors import Refusal
from ...record.keys import ByHand
from ...speech.notation import event_to_tree
from ...speech.sentences import throw_sentence
from ..terminal import Terminal

FACES = re.compile(r"[1-6](?:[ ,]*[1-6])*")
HELP = "Type the faces, such as 4 or 4 6; back takes back the last roll, cancel the whole order."


class Cancelled(Refusal):
    """The player takes the order back before any of its dice count."""


class TableDice:
    def __init__(self, console: Terminal, key: ByHand) -> None:
        self.console = console
        self.key = key

    def take_back(self, thrown: int) -> None:
        """Only the first of the dice count; take back the rest, which were not needed."""
        del self.key.laid_out[thrown:]

    def fetch(self, trial: Trial, battle: Battle, may_cancel: bool = True) -> None:
        """Ask for every die that an order will throw. They count only once all of them have been typed."""
        throws: list[list[int]] = []
        while True:
            fallen = [face for throw in throws for face in throw]
            wanted = next_throw(trial, fallen)
            if wanted is None:
                self.key.lay_out(fallen)
                return
            roll, number = wanted
            self.console.say(throw_sentence(battle, event_to_tree(battle, roll), number))
            typed = self.console.ask("Dice?" if number > 1 else "Die?").lower()
            if typed == "back" and throws:
                throws.pop()
            elif typed in ("back", "cancel") and may_cancel:
                raise Cancelled("Order taken back.")
            elif typed in ("back", "cancel"):
                self.console.say("That order is not yours to take back.")
            elif not FACES.fullmatch(typed):
                self.console.say(HELP)
            else:
                faces = [int(face) for face in typed if face.isdigit()]
                if len(faces) > number:
                    self.console.say(f"You typed {counted(len(faces), 'face')}; this roll takes {number}.")
                else:
                    throws.append(faces)
