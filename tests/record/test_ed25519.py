"""Signatures are checked by us as the package that makes them checks them."""

import random

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from portable_wargame.record.ed25519 import ORDER, is_signed


def by_the_package(key: bytes, text: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


@pytest.mark.parametrize("seed", range(4))
def test_what_is_signed_holds_and_what_is_altered_does_not(seed: int) -> None:
    luck = random.Random(seed)
    private = Ed25519PrivateKey.from_private_bytes(luck.randbytes(32))
    key, text = private.public_key().public_bytes_raw(), luck.randbytes(luck.randrange(200))
    signature = private.sign(text)
    assert is_signed(key, text, signature)
    assert not is_signed(key, text + b"!", signature)
    for _ in range(8):
        spoiled = [bytearray(key), bytearray(signature)]
        one = luck.choice(spoiled)
        one[luck.randrange(len(one))] ^= 1 << luck.randrange(8)
        altered = bytes(spoiled[0]), text, bytes(spoiled[1])
        assert is_signed(*altered) == by_the_package(*altered) is False


def test_a_signature_of_another_length_or_a_number_past_the_order_is_none() -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    key, signature = private.public_key().public_bytes_raw(), private.sign(b"a battle")
    past = int.from_bytes(signature[32:], "little") + ORDER
    for other in (b"", signature[:-1], signature + b"0", signature[:32] + past.to_bytes(32, "little")):
        assert not is_signed(key, b"a battle", other)
    assert not is_signed(key[:-1], b"a battle", signature)
    assert not is_signed(b"\xff" * 32, b"a battle", signature)
