"""Limits: how much a client may ask of a server that is not its own, in a moment and in the long run.

Everybody at one address has a bucket for each kind of request; it fills up again with time. Few connections may be
open at once, so that nobody uses up everything the system allows. A server that only its own machine can reach has no
limits.
"""

import asyncio
import contextlib
import hashlib
import ipaddress
import math
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...game.errors import Refusal
from ..games.permission import NotAllowed
from .metrics import metrics

Spending = dict[tuple[str, str], float]  # by kind and address
MOST_TOLD = 500  # buckets at a time
SITE = "/48"
A_LONG_ANSWER = 200_000  # bytes: only longer answers count
MOST_BUCKETS = 20_000  # remembered at a time; the one used longest ago is forgotten first


@dataclass(frozen=True)
class Limit:
    burst: int
    per_second: float


LIMITS = {
    "message": Limit(200, 40),  # over the WebSocket of a game
    "hint": Limit(10, 0.5),
    "wrong-token": Limit(20, 0.1),  # or asking for a game that is not here
    "connect": Limit(60, 2),
    "make": Limit(20, 0.1),
    "open-record": Limit(10, 0.05),
    "estimate": Limit(10, 0.1),
    "draft": Limit(60, 3),  # the editor's questions
    "read": Limit(300, 30),  # everything else
    "work": Limit(60, 0.5),  # seconds of processor time, for the workers' part
    "megabytes": Limit(60, 2),  # sent in long answers
    "kept": Limit(200, 0.02),  # megabytes of new games, on disk
    "loop": Limit(2, 0.1),  # seconds of the loop that serves everybody: after that, workers are asked instead
}
NETWORKS = 8  # addresses of one site that may ask as much as each could alone
# By the purpose of a connection, how many one address may have open.
MOST_OPEN = {"websocket": 50, "http": 200}
MOST_IGNORED = 100  # times that a client is asked to slow down on one line before it is disconnected
MOST_ARRIVING = 64_000_000  # bytes of one address's uploads that are not answered yet


class SlowDown(Refusal):
    """Too much at once; try again in this many seconds, if that helps."""

    def __init__(self, message: str, seconds: float = 0) -> None:
        super().__init__(message)
        self.seconds = math.ceil(seconds)


class EmptyBucket(SlowDown):
    def __init__(self, kind: str, seconds: float) -> None:
        super().__init__(f"too many requests at once: try again in {max(1, math.ceil(seconds))} s", max(1, seconds))
        metrics.count("limited_total", f'kind="{kind}"')


class Limits:
    def __init__(self, limits: dict[str, Limit], most_open: dict[str, int] | None = None) -> None:
        self.limits = limits
        self.most_open = most_open or {}
        self.open: Counter[tuple[str, str]] = Counter()
        self.uploads: Counter[str] = Counter()  # bytes, by address
        self.turns: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self.buckets: dict[tuple[str, str], tuple[float, float]] = {}  # what is left, and when it was counted
        self.spent: dict[tuple[str, str], float] = {}  # total taken from buckets that were already half empty
        self.heard: dict[tuple[str, str, str], float] = {}  # the same by server, as others on the store report it

    def spend(self, kind: str, address: str, amount: float = 1, times: int = 1) -> None:
        """SlowDown if the bucket of this address does not hold that much; for 0, if it is empty. The bucket is
        `times` as large as others."""
        limit = self.limits.get(kind)
        if limit is None:
            return
        left = self._left(kind, address, limit, times)
        if left < max(amount, 1):
            raise EmptyBucket(kind, (max(amount, 1) - left) / (limit.per_second * times))
        self._note(kind, address, left, amount)

    def charge(self, kind: str, address: str, amount: float, times: int = 1) -> None:
        """For a cost known only afterwards: it may leave the bucket below empty."""
        limit = self.limits.get(kind)
        if limit is not None:
            self._note(kind, address, self._left(kind, address, limit, times), amount)

    def _left(self, kind: str, address: str, limit: Limit, times: int) -> float:
        now = time.monotonic()
        burst = float(limit.burst * times)
        left, then = self.buckets.pop((kind, address), (burst, now))
        left = min(burst, left + (now - then) * limit.per_second * times)
        self.buckets[kind, address] = (left, now)
        if len(self.buckets) > MOST_BUCKETS:
            del self.buckets[next(iter(self.buckets))]
        return left

    def _note(self, kind: str, address: str, left: float, amount: float) -> None:
        self.buckets[kind, address] = (left - amount, self.buckets[kind, address][1])
        if left - amount < self.limits[kind].burst / 2:
            self.spent[kind, address] = self.spent.get((kind, address), 0.0) + amount

    def to_tell(self) -> Spending:
        """For the other servers: who has emptied a bucket by half or more, and how much they took."""
        self.spent = {key: amount for key, amount in self.spent.items() if key in self.buckets}
        return dict(list(self.spent.items())[-MOST_TOLD:])

    def hear(self, server: str, spending: Spending) -> None:
        """What was spent at another server counts here too."""
        for (kind, address), amount in spending.items():
            more = amount - self.heard.pop((server, kind, address), 0.0)
            self.heard[server, kind, address] = amount
            limit = self.limits.get(kind)
            if more > 0 and limit is not None:
                times = NETWORKS if address.endswith(SITE) else 1
                left = self._left(kind, address, limit, times) - more
                # A new server hears about a whole hour at once.
                self.buckets[kind, address] = (max(left, -limit.burst * times), self.buckets[kind, address][1])
        while len(self.heard) > MOST_BUCKETS:  # the one not repeated for longest goes first
            del self.heard[next(iter(self.heard))]

    def turn(self, address: str) -> contextlib.AbstractAsyncContextManager[None]:
        """Around work on the loop: a visitor does only one thing like this at a time, however many connections they
        have open."""
        if not self.limits:
            return contextlib.nullcontext()
        found = self.turns.get(address)
        if found is None:
            found = self.turns[address] = asyncio.Lock()
        return found

    def has_left(self, kind: str, address: str, times: int = 1) -> bool:
        limit = self.limits.get(kind)
        return limit is None or self._left(kind, address, limit, times) > 0

    @contextlib.contextmanager
    def arriving(self, address: str, times: int = 1) -> Iterator[Callable[[int], None]]:
        """Around an upload with this many more bytes, until it is answered; SlowDown if too much from one address is
        waiting."""
        here = 0

        def more(number: int) -> None:
            nonlocal here
            here += number
            self.uploads[address] += number
            if self.most_open and self.uploads[address] > MOST_ARRIVING * times:
                metrics.count("limited_total", 'kind="uploads"')
                raise SlowDown("too much is still arriving from your address: try again when it has arrived", 10)

        try:
            yield more
        finally:
            self.uploads[address] -= here
            if not self.uploads[address]:
                del self.uploads[address]

    @contextlib.contextmanager
    def connected(self, kind: str, address: str, times: int = 1) -> Iterator[None]:
        """Around a connection; SlowDown if this address has as many open as it may."""
        most = self.most_open.get(kind)
        if most is not None and self.open[kind, address] >= most * times:
            metrics.count("limited_total", f'kind="open {kind}"')
            raise SlowDown(f"your address already has {most} connections open: close some, and try again", 10)
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
        self.address, self.site = map(known_as, together(plain_address(address)))
        # The party that takes turns with others: a site counts as one, however many networks it has.
        self.party = self.site or self.address

    def spend(self, kind: str, amount: float = 1) -> None:
        self.limits.spend(kind, self.address, amount)
        if self.site:
            self.limits.spend(kind, self.site, amount, NETWORKS)

    def charge(self, kind: str, amount: float) -> None:
        """For work that is already done."""
        self.limits.charge(kind, self.address, amount)
        if self.site:
            self.limits.charge(kind, self.site, amount, NETWORKS)

    def turn(self) -> contextlib.AbstractAsyncContextManager[None]:
        return self.limits.turn(self.party)

    def has_left(self, kind: str) -> bool:
        """Whether anything is left in its bucket."""
        alone = self.limits.has_left(kind, self.address)
        return alone and (not self.site or self.limits.has_left(kind, self.site, NETWORKS))

    def is_limited(self) -> bool:
        return bool(self.limits.limits)

    @contextlib.contextmanager
    def arriving(self) -> Iterator[Callable[[int], None]]:
        with self.limits.arriving(self.address) as own, self.limits.arriving(self.site, NETWORKS) as together:

            def more(number: int) -> None:
                own(number)
                if self.site:
                    together(number)

            yield more

    @contextlib.contextmanager
    def connected(self, kind: str) -> Iterator[None]:
        with contextlib.ExitStack() as both:
            both.enter_context(self.limits.connected(kind, self.address))
            if self.site:
                both.enter_context(self.limits.connected(kind, self.site, NETWORKS))
            yield

    @contextlib.contextmanager
    def knocking(self) -> Iterator[None]:
        """Around requests for a game or with a token: anyone who guesses is soon refused."""
        self.spend("wrong-token", 0)
        try:
            yield
        except NotAllowed:
            self.spend("wrong-token")
            raise


def known_as(address: str) -> str:
    """Servers tell each other through the store who asks how much; nobody's address goes into it."""
    if not address:
        return ""
    kind = SITE if address.endswith(SITE) else ""
    return hashlib.blake2s(address.encode(), digest_size=9).hexdigest() + kind


def plain_address(address: str) -> str:
    """Where both versions come in at one socket, an IPv4 address looks like an IPv6 one."""
    return address.removeprefix("::ffff:") if "." in address else address


def together(address: str) -> tuple[str, str]:
    """Anyone with one IPv6 address has as many as they like in the same network, and often many networks of
    one site, which is the second; an IPv4 address has none."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address, ""
    if parsed.version == 4:
        return address, ""
    network, site = (str(ipaddress.ip_network((address, bits), strict=False)) for bits in (64, 48))
    return network, site


NOBODY = Visitor(Limits({}), "")
