"""The seal of a game's dice: the commitment to a key, and the nonces that people have given since."""

from collections.abc import Mapping

from ...game.dice import Source
from ...record.keys import AnyKey, ByHand, Key, Seed, is_by_hand, key_from
from ...speech.records import Commitment, TableDice
from ...speech.trees import Sent
from ..wire import messages


class Seal:
    """One commitment, until the next. The record holds all it knows except the key, the server's secret."""

    def __init__(self, sealed: Sent | Commitment | TableDice, people: list[str], thrown: int) -> None:
        self.sealed = sealed
        self.people = people  # the sides that give nonces, in order
        self.thrown = thrown  # dice that fell before it
        self.nonces: dict[str, str] = {}
        self.missing = list(people) if self.has_nonces() else []
        self.known: tuple[Mapping[str, object], Seed | Key] | None = None  # the secret, and the key it holds
        self.source: tuple[Mapping[str, object], Source] | None = None  # and the dice that come from it

    def give(self, side: str, nonce: str) -> None:
        self.nonces = self.nonces | {side: nonce}
        self.missing = [one for one in self.missing if one != side]
        self.source = None

    def with_nonce(self, side: str, nonce: str) -> "Seal":
        """The seal as it will be with this nonce."""
        twin = Seal(self.sealed, self.people, self.thrown)
        for giver, given in (*self.nonces.items(), (side, nonce)):
            twin.give(giver, given)
        return twin

    def wanted(self) -> list[str]:
        """The sides that have still to give a nonce."""
        return self.missing

    def has_nonces(self) -> bool:
        return self.sealed.get("scheme") == "nonces"

    def is_by_hand(self) -> bool:
        return is_by_hand(self.sealed)

    def key(self, secret: Mapping[str, object]) -> AnyKey:
        if self.is_by_hand():
            return ByHand()
        if self.known is None or self.known[0] is not secret:
            self.known = (secret, key_from(secret, self.sealed))
        return self.known[1]

    def die(self, number: int, secret: Mapping[str, object]) -> int:
        """The die of this number, counted from the first of the game."""
        if self.source is None or self.source[0] is not secret:
            nonces = [self.nonces[side] for side in self.people if side in self.nonces]
            self.source = (secret, self.key(secret).source(nonces))
        return self.source[1](number - self.thrown)

    def told(self) -> messages.Seal:
        return messages.Seal(
            scheme="nonces" if self.has_nonces() else "table" if self.is_by_hand() else "seed",
            commitment=str(self.sealed.get("commitment", "")),
            nonces=self.nonces,
            wanted=self.wanted(),
        )
