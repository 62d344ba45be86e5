"""Notifications: Web Push to the browser of a player who is away when it becomes their move.

A notification says nothing else: it has no contents, so nothing can leak, and nothing has to be encrypted. The server
signs it with keys of its own (VAPID, RFC 8292), which `pw push-keys` makes. Clients say where to send it, so an address
is checked before use: nobody must be able to reach into this server's own network.
"""

import asyncio
import base64
import ipaddress
import json
import logging
import re
import secrets
import ssl
import time
from pathlib import Path
from urllib.parse import urlsplit

from ...game.errors import Refusal

PATIENCE = 10  # seconds
LASTS = 24 * 3600  # seconds that a push service keeps a notification for a browser that is closed
SIGNED_FOR = 12 * 3600  # seconds
ENDPOINT = re.compile(r"https?://[A-Za-z0-9.\[\]:-]+/[!-~]*")
TRANSLATED = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "::/96")))  # to IPv4
GONE = (404, 410)  # nobody will ever answer there again

log = logging.getLogger(__name__)


class Knocker:
    """The server's keys for Web Push, from a file of `pw push-keys`.

    `trusted` in the file are origins that need no check, such as your own push service.
    """

    def __init__(self, path: Path) -> None:
        # A browser tab lacks this package, and has nobody to notify.
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        try:
            tree = json.loads(path.read_text("utf-8"))
            number = int.from_bytes(_decoded(tree["private"]), "big")
            self.contact = str(tree["contact"])
            self.trusted = [str(origin) for origin in tree.get("trusted", [])]
            self.private = ec.derive_private_key(number, ec.SECP256R1())
        except (OSError, ValueError, KeyError, TypeError):
            raise Refusal(f"{path}: there are no push keys there; make them with: pw push-keys {path}") from None
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = _encoded(point)
        self.secure = ssl.create_default_context()

    def check(self, endpoint: str) -> None:
        """Refusal if this is not the address of a push service."""
        if not ENDPOINT.fullmatch(endpoint) or (not endpoint.startswith("https://") and not self._trusts(endpoint)):
            raise Refusal("the address of a push service is https://HOST/...")

    async def knock(self, endpoint: str) -> bool:
        """False if nobody will ever answer there again; other failures are ignored."""
        try:
            async with asyncio.timeout(PATIENCE):
                status = await self._post(endpoint)
        except (OSError, TimeoutError, ValueError, Refusal) as problem:
            log.info("a notification was not delivered: %s", problem)
            return True
        return status not in GONE

    async def _post(self, endpoint: str) -> int:
        """The status of the answer. Redirections are not followed: they could lead anywhere."""
        self.check(endpoint)
        parts = urlsplit(endpoint)
        secure = parts.scheme == "https"
        host, port = parts.hostname or "", parts.port or (443 if secure else 80)
        address = await self._address(endpoint, host, port)
        reader, writer = await asyncio.open_connection(
            address,
            port,
            ssl=self.secure if secure else None,
            server_hostname=host if secure else None,
        )
        try:
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            writer.write(
                f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nTTL: {LASTS}\r\nUrgency: normal\r\n"
                f"Authorization: vapid t={self._signed(parts.scheme, parts.netloc)}, k={self.public}\r\n"
                "Content-Length: 0\r\nConnection: close\r\n\r\n".encode()
            )
            line = await reader.readline()
        finally:
            writer.close()
        return int(line.split()[1]) if len(line.split()) > 1 else 0

    async def _address(self, endpoint: str, host: str, port: int) -> str:
        """Look up the host. The address that passed the check is the one we use, whatever its name resolves to
        later."""
        found = await asyncio.get_running_loop().getaddrinfo(host, port)
        addresses = [str(info[4][0]) for info in found]
        if not self._trusts(endpoint) and not all(is_public(one) for one in addresses):
            raise Refusal(f"{host} is not a public address")
        return addresses[0]

    def _trusts(self, endpoint: str) -> bool:
        return any(endpoint.startswith(f"{origin}/") for origin in self.trusted)

    def _signed(self, scheme: str, netloc: str) -> str:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        claims = {"aud": f"{scheme}://{netloc}", "exp": int(time.time()) + SIGNED_FOR, "sub": self.contact}
        parts = [_encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        text = ".".join(parts)
        pair = decode_dss_signature(self.private.sign(text.encode(), ec.ECDSA(SHA256())))
        return f"{text}.{_encoded(b''.join(number.to_bytes(32, 'big') for number in pair))}"


def is_public(address: str) -> bool:
    """A public address that leads nowhere else: some IPv6 addresses stand for an IPv4 one, which may be private."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped or found.sixtofour or found.teredo or any(found in network for network in TRANSLATED):
            return False
    return found.is_global and not found.is_multicast


def new_keys(contact: str) -> str:
    """The contents of a file with new keys. `contact` is for the push services, in case they have to complain."""
    if not re.fullmatch(r"(mailto:[^\s@]+@[^\s@]+|https://\S+)", contact):
        raise Refusal(f"the contact {contact!r} must be mailto:NAME@HOST or https://HOST/...")
    # 255 bits are always below the order of the curve.
    private = _encoded((secrets.randbits(255) + 1).to_bytes(32, "big"))
    return json.dumps({"private": private, "contact": contact}, indent=2) + "\n"


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
