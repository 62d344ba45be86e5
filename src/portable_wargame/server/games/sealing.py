"""The seal of a game's dice: the commitment to a key, and the nonces that people have given since."""

from typing import Any

from ...record.keys import Key, Seed, key_from
from ..wire import messages

Tree = dict[str, Any]

AHEAD = 100  # dice that are laid out for one action; few throw as many, and these are tried again with more


class Seal:
    """From one commitment to the next. What it knows stands in the record; the key is the server's secret."""

    def __init__(self, sealed: Tree, people: list[str], thrown: int) -> None:
        self.sealed = sealed
        self.people = people  # the sides that give nonces, in their order
        self.thrown = thrown  # dice that had fallen before
        self.nonces: dict[str, str] = {}
        self.dice: list[int] = []  # the first of this key, as far as they have been needed

    def wanted(self) -> list[str]:
        """The sides that have still to give a nonce."""
        return [side for side in self.people if side not in self.nonces] if self.has_nonces() else []

    def has_nonces(self) -> bool:
        return self.sealed.get("scheme") == "nonces"

    def key(self, secret: Tree) -> Seed | Key:
        return key_from(secret, self.sealed)

    def coming(self, secret: Tree, thrown: int, number: int) -> list[int]:
        """The next dice, when so many have fallen in all."""
        first = thrown - self.thrown
        missing = first + number - len(self.dice)
        if missing > 0:
            nonces = [self.nonces[side] for side in self.people if side in self.nonces]
            self.dice += self.key(secret).dice_from(len(self.dice), missing, nonces)
        return self.dice[first : first + number]

    def told(self) -> messages.Seal:
        return messages.Seal(
            scheme="nonces" if self.has_nonces() else "seed",
            commitment=str(self.sealed.get("commitment")),
            nonces=self.nonces,
            wanted=self.wanted(),
        )
