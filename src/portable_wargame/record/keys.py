"""Keys: the source of a game's dice, sealed by a commitment before the first of them falls.

A `Seed` gives dice to anyone who knows it: for tests, designers, and games at one table. A `Key` needs
a nonce from every person's side too, which nobody knew when the key was sealed, so that neither the server nor a player
alone can choose a die. docs/formats.md says how a die comes about.
"""

import hashlib
import hmac
import json
import re
import secrets
from dataclasses import dataclass, field

from ..game.dice import Dice, LaidOut, Source
from ..game.errors import Refusal
from ..speech.records import Commitment, NoncesKey, SeedKey, TableDice, TableKey
from ..speech.trees import Json

HEX = re.compile("[0-9a-f]+")
NONCE_DIGITS = 32
EVEN = 252  # the largest multiple of 6 among 256 bytes: higher ones would favour low numbers


class BadKey(Refusal):
    pass


@dataclass(frozen=True)
class Seed:
    """The salt keeps a small seed from being guessed from its commitment."""

    seed: int
    script: list[int] = field(default_factory=list)
    salt: str = field(default_factory=lambda: secrets.token_hex(16))

    def dice(self) -> Dice:
        return Dice(self.source([]))

    def source(self, nonces: list[str]) -> Source:
        """Where its dice come from; they hold no nonce."""
        return LaidOut(self.script, self.seed).die

    def tree(self) -> SeedKey:
        return {"seed": self.seed, "script": self.script, "salt": self.salt}

    def sealed(self) -> Commitment:
        text = json.dumps(self.tree(), sort_keys=True, separators=(",", ":"))
        return {"commitment": hashlib.sha256(text.encode()).hexdigest(), "scheme": "seed"}


@dataclass(frozen=True)
class Key:
    """256 bits in hex, and the game whose dice they are for."""

    game: str
    key: str = field(default_factory=lambda: secrets.token_hex(32))

    def source(self, nonces: list[str]) -> Source:
        """Where its dice come from, with the nonces in the order of the sides."""
        return lambda number: self.die(number, nonces)

    def die(self, number: int, nonces: list[str]) -> int:
        """The die of this number, counted from 0 under this key; the nonces are in the order of the sides."""
        key = bytes.fromhex(self.key)
        count = 0
        while True:
            message = ":".join((self.game, *nonces, str(number), str(count)))
            for byte in hmac.digest(key, message.encode(), "sha256"):
                if byte < EVEN:
                    return byte % 6 + 1
            count += 1

    def tree(self) -> NoncesKey:
        return {"key": self.key}

    def sealed(self) -> Commitment:
        return {
            "commitment": hashlib.sha256(bytes.fromhex(self.key)).hexdigest(),
            "scheme": "nonces",
            "game": self.game,
        }


@dataclass
class ByHand:
    """Dice rolled at a real table and typed in. They are on record, but nothing is proved about them."""

    laid_out: list[int] = field(default_factory=list)

    def dice(self) -> Dice:
        return Dice(self.source([]))

    def source(self, nonces: list[str]) -> Source:
        return lambda number: self.laid_out[number]

    def lay_out(self, dice: list[int]) -> None:
        """The next dice to throw."""
        self.laid_out += dice

    def tree(self) -> TableKey:
        return {"table": True}

    def sealed(self) -> TableDice:
        return {"scheme": "table"}


AnyKey = Seed | Key | ByHand


def is_by_hand(sealed: Json) -> bool:
    return isinstance(sealed, dict) and sealed.get("scheme") == "table"


def key_from(tree: Json, sealed: Json) -> Seed | Key:
    """The revealed key, of the kind that was sealed; BadKey says what it should be."""
    if isinstance(sealed, dict) and sealed.get("scheme") == "nonces":
        if not isinstance(tree, dict) or not is_hex(tree.get("key"), 64):
            raise BadKey("a revealed key has 64 hex digits")
        game = sealed.get("game")
        if not isinstance(game, str) or not game.isascii():
            raise BadKey("the commitment to a key must name its game, in ASCII")
        return Key(game, tree["key"])
    if (
        not isinstance(tree, dict)
        or type(tree.get("seed")) is not int
        or not isinstance(tree.get("script"), list)
        or not all(type(die) is int and 1 <= die <= 6 for die in tree["script"])
        or not isinstance(tree.get("salt"), str)
    ):
        raise BadKey("a revealed key has a seed, a script and a salt")
    return Seed(tree["seed"], tree["script"], tree["salt"])


def is_hex(value: object, length: int) -> bool:
    return isinstance(value, str) and len(value) == length and HEX.fullmatch(value) is not None


def new_nonce() -> str:
    return secrets.token_hex(NONCE_DIGITS // 2)


def new_seed() -> Seed:
    return Seed(secrets.randbits(60))
