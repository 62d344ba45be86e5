"""Signatures: with a key of its own a server says that it has kept these lines, in this order, at that time.

They are Ed25519 (RFC 8032). What is signed is one sentence about the chain, so it covers every character before it.
The package that signs is loaded only to sign: in a browser tab there is none, and signatures are only checked.
"""

from typing import NamedTuple

from .chain import Chain
from .ed25519 import is_signed
from .lines import Signed

TITLE = "portable-wargame/signature/1"


class SigningKey(NamedTuple):
    """`private` is empty for a key that no longer signs; `retired` is empty for one that still does."""

    public: str
    private: str
    made: str
    retired: str = ""


def new_key(made: str) -> SigningKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.generate()
    return SigningKey(private.public_key().public_bytes_raw().hex(), private.private_bytes_raw().hex(), made)


def sentence(game: str, lines: int, head: str, at: str) -> bytes:
    return "\n".join((TITLE, game, str(lines), head, at)).encode()


def sign(key: SigningKey, game: str, chain: Chain, at: str) -> Signed:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key.private))
    signature = private.sign(sentence(game, chain.lines, chain.head, at))
    return Signed(signed=signature.hex(), key=key.public, game=game, lines=chain.lines, at=at)


def holds(line: Signed, chain: Chain) -> bool:
    """Whether it signs exactly the lines in the chain."""
    if line.lines != chain.lines:
        return False
    try:
        key, signature = bytes.fromhex(line.key), bytes.fromhex(line.signed)
    except ValueError:
        return False
    return is_signed(key, sentence(line.game, line.lines, chain.head, line.at), signature)
