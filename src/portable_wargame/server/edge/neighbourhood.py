"""Where others on the same network find this server: a link that says `localhost` leads them to their own machine."""

import contextlib
import socket

from .guard import LOOPBACK

ANY = {"0.0.0.0", "::", ""}
# Nothing is sent there: the system only says which of its own addresses it would use.
SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def addresses_of(host: str) -> list[str]:
    """The addresses of a server that listens on `host`; none if it answers only this machine."""
    if host in LOOPBACK:
        return []
    if host not in ANY:
        return [host]
    families = [socket.AF_INET] if host == "0.0.0.0" else list(SOMEWHERE)
    found = [_own_address(family) for family in families]
    return [one for one in dict.fromkeys(found) if one and one not in LOOPBACK]


def _own_address(family: socket.AddressFamily) -> str:
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
        line.connect((SOMEWHERE[family], 9))
        return str(line.getsockname()[0])
    return ""
