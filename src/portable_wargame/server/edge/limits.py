"""Limits: how much a client may ask of a server that is not its own, in a moment and in the long run.

Everybody at one address has a bucket for each kind of request; it fills up again with time. So many connections may be
open at once, so that nobody takes all that the system grants. A server that only its own machine can reach has no
limits.
"""

import contextlib
import ipaddress
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ...game.errors import Refusal
from ..games.permission import NotAllowed

MOST_BUCKETS = 20_000  # as many are remembered; the one used longest ago is forgotten first


@dataclass(frozen=True)
class Limit:
    burst: int
    per_second: float


LIMITS = {
    "message": Limit(200, 40),  # over the WebSocket of a game
    "hint": Limit(10, 0.5),
    "wrong-token": Limit(20, 0.1),  # or a game that is not here
    "connect": Limit(60, 2),
    "make": Limit(20, 0.1),
    "open-record": Limit(10, 0.05),
    "estimate": Limit(10, 0.1),
    "draft": Limit(60, 3),  # what the editor asks
    "read": Limit(300, 30),  # all else
}
NETWORKS = 8  # of one site that may ask as much as each may alone
# By what a connection is for, how many one address may have open.
MOST_OPEN = {"websocket": 50, "http": 200}


class SlowDown(Refusal):
    """Too much at once."""


class EmptyBucket(SlowDown):
    def __init__(self, seconds: float) -> None:
        super().__init__(f"that is too much at once: try again in {max(1, round(seconds))} s")


class Limits:
    def __init__(self, limits: dict[str, Limit], most_open: dict[str, int] | None = None) -> None:
        self.limits = limits
        self.most_open = most_open or {}
        self.open: Counter[tuple[str, str]] = Counter()
        self.buckets: dict[tuple[str, str], tuple[float, float]] = {}  # what is left, and when that was

    def spend(self, kind: str, address: str, amount: int = 1, times: int = 1) -> None:
        """SlowDown if the bucket of this address does not hold so much; with 0, if it is empty. It is so many times as
        large as others."""
        usual = self.limits.get(kind)
        if usual is None:
            return
        limit = Limit(usual.burst * times, usual.per_second * times)
        now = time.monotonic()
        left, then = self.buckets.pop((kind, address), (float(limit.burst), now))
        left = min(limit.burst, left + (now - then) * limit.per_second)
        is_enough = left >= max(amount, 1)
        self.buckets[kind, address] = (left - amount if is_enough else left, now)
        if len(self.buckets) > MOST_BUCKETS:
            del self.buckets[next(iter(self.buckets))]
        if not is_enough:
            raise EmptyBucket((max(amount, 1) - left) / limit.per_second)

    @contextlib.contextmanager
    def connected(self, kind: str, address: str) -> Iterator[None]:
        """Around a connection; SlowDown if this address has as many open as it may."""
        most = self.most_open.get(kind)
        if most is not None and self.open[kind, address] >= most:
            raise SlowDown(f"{most} connections are open from your address already: close some, and try again")
        self.open[kind, address] += 1
        try:
            yield
        finally:
            self.open[kind, address] -= 1
            if not self.open[kind, address]:
                del self.open[kind, address]


class Visitor:
    """One client, as far as limits go."""

    def __init__(self, limits: Limits, address: str) -> None:
        self.limits = limits
        self.address, self.site = _together(plain_address(address))

    def spend(self, kind: str, amount: int = 1) -> None:
        self.limits.spend(kind, self.address, amount)
        if self.site:
            self.limits.spend(kind, self.site, amount, NETWORKS)

    def connected(self, kind: str) -> contextlib.AbstractContextManager[None]:
        return self.limits.connected(kind, self.address)

    @contextlib.contextmanager
    def knocking(self) -> Iterator[None]:
        """Around what asks for a game or shows a token: whoever guesses is soon heard no more."""
        self.spend("wrong-token", 0)
        try:
            yield
        except NotAllowed:
            self.spend("wrong-token")
            raise


def plain_address(address: str) -> str:
    """Where both versions come in at one socket, an address of the fourth looks like one of the sixth."""
    return address.removeprefix("::ffff:") if "." in address else address


def _together(address: str) -> tuple[str, str]:
    """Who has one address of the sixth version has as many as he likes of the same network, and often many networks of
    one site, which is the second; an address of the fourth has none."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address, ""
    if parsed.version == 4:
        return address, ""
    network, site = (str(ipaddress.ip_network((address, bits), strict=False)) for bits in (64, 48))
    return network, site


NOBODY = Visitor(Limits({}), "")
