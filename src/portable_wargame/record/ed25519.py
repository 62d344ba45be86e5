"""Checking a signature by Ed25519 (RFC 8032, 5.1.7), with nothing but whole numbers.

It needs no package, so a record can be checked wherever this program runs. Nothing here is secret: it need not take the
same time for every number.
"""

import hashlib

Point = tuple[int, int, int, int]  # X, Y, Z and T, where x = X/Z, y = Y/Z and xy = T/Z

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1


def is_signed(key: bytes, text: bytes, signature: bytes) -> bool:
    """Whether the holder of the private half of `key` has signed just this."""
    if len(key) != 32 or len(signature) != 64:
        return False
    holder, given = _point(key), _point(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    if holder is None or given is None or number >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + text).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    return _same(_times(number, BASE), _sum(given, _times(challenge, holder)))


def _point(written: bytes) -> Point | None:
    """From its y and the lowest bit of its x; None if there is no such point."""
    y = int.from_bytes(written, "little")
    odd, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and odd):
        return None
    x = P - x if x & 1 != odd else x
    return x, y, 1, x * y % P


def _sum(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number: int, point: Point) -> Point:
    total = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        number >>= 1
    return total


def _same(one: Point, other: Point) -> bool:
    return (one[0] * other[2] - other[0] * one[2]) % P == 0 and (one[1] * other[2] - other[1] * one[2]) % P == 0


def _base() -> Point:
    found = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert found is not None
    return found


BASE = _base()
