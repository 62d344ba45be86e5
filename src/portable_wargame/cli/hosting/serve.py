"""`pw serve`: games in the browser, from this machine."""

import asyncio
import contextlib
import errno
import gc
import socket
import sys
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import uvicorn
from cyclopts import Parameter, validators
from uvicorn.loops.auto import auto_loop_factory

from ...game.errors import Refusal
from ...server.edge.application import application
from ...server.edge.guard import LONGEST_HEAD, LOOPBACK
from ...server.edge.neighbourhood import addresses_of
from ...server.edge.patience import BETWEEN_PINGS, FOR_A_PONG, PatientProtocol, PatientSocket
from ...server.edge.push import Knocker
from ...server.store.base import open_store
from ...server.workshop.books import book_routes, stock
from ...server.workshop.shelf import Shelf
from ...server.workshop.workshop import workshop_routes
from .place import USUAL_PLACE, Place
from .processes import supervise, with_parent

USUAL_PORT = 8000
LONGEST_MESSAGE = 64_000  # bytes; no message to the server needs as much
BETWEEN_ROUNDS = 600  # seconds
PATIENCE = 2  # seconds that open connections get when the server stops


FOR_MANY = 365  # days that a server for many keeps an untouched game


@Parameter(name="*")
@dataclass(frozen=True)
class Settings:
    """The settings that every process of a server needs."""

    host: str = "127.0.0.1"
    """The address to listen on. By default only this machine can connect."""
    proxy: str = ""
    """The address of your reverse proxy, such as 127.0.0.1: its X-Forwarded-For header is trusted."""
    metrics: bool = False
    """Let anyone read /metrics, not only this machine."""
    keep_days: Annotated[int | None, Parameter(validator=validators.Number(gte=0))] = None
    """Delete games untouched for this many days (0 = never). Default: 365 if others can reach the server."""
    push_keys: Path | None = None
    """A file made by `pw push-keys`. Players who are away get a notification when it is their move."""

    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in LOOPBACK and not self.proxy

    def days(self) -> int:
        """How many days games are kept; 0: for ever."""
        for_ever = 0 if self.is_local() else FOR_MANY
        return for_ever if self.keep_days is None else self.keep_days

    def knocker(self) -> Knocker | None:
        return Knocker(self.push_keys) if self.push_keys is not None else None


USUAL_SETTINGS = Settings()


def serve(
    *,
    settings: Settings = USUAL_SETTINGS,
    port: int | None = None,
    place: Place = USUAL_PLACE,
    processes: Annotated[int, Parameter(validator=validators.Number(gte=1))] = 1,
    open_page: Annotated[bool, Parameter("--open", negative="")] = False,
) -> int:
    """
    Parameters
    ----------
    port
        The port. By default 8000, or another if that is taken; 0 picks any free one.
    processes
        How many processes share the work.
    open_page
        Open the page in the browser.
    """
    settings.knocker()  # report anything wrong with the keys at once
    host = settings.host
    listening = listen(host, port)
    chosen = listening.getsockname()[1]
    if port is None and chosen != USUAL_PORT:
        print(f"Port {USUAL_PORT} is taken; using {chosen} instead.")
    shown = f"[{host}]" if ":" in host else "localhost" if host in ("0.0.0.0", "127.0.0.1") else host
    page = f"http://{shown}:{chosen}/"
    # Report anything wrong with the store before inviting anybody.
    name = asyncio.run(looked_at(place.address()))
    print(f"The battle is at {page} (Ctrl-C ends it; games are kept in {name})", flush=True)
    if open_page:
        # The socket is already listening: the page waits for its answer.
        webbrowser.open(page)
    with contextlib.suppress(KeyboardInterrupt):
        if processes > 1:
            supervise(processes, run, (settings, place, listening))
        else:
            run(settings, place, listening)
    return 0


async def looked_at(address: str) -> str:
    """The store's name, once we know that it is fit for use."""
    store = await open_store(address)
    await store.close()
    return store.name


def run(settings: Settings, place: Place, listening: socket.socket) -> None:
    """One process of the server, until it is stopped."""
    allow_connections()
    # Whatever a thread is doing, the games get their turn after half a millisecond.
    sys.setswitchinterval(0.0005)
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(_run(settings, place, listening))


async def _run(settings: Settings, place: Place, listening: socket.socket) -> None:
    stock(place.folder() / "books")
    shelf = Shelf(place.folder() / "scenarios", writable=settings.is_local())
    app = application(
        await open_store(place.address()),
        shelf,
        [*workshop_routes(shelf), *book_routes(place.folder() / "books", settings.is_local())],
        settings.is_local(),
        settings.metrics,
        settings.days(),
        settings.knocker(),
        [] if settings.proxy else addresses_of(settings.host),
    )
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=LONGEST_MESSAGE,
        http=PatientProtocol,
        ws=PatientSocket,
        ws_ping_interval=BETWEEN_PINGS,
        ws_ping_timeout=FOR_A_PONG,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        # The proxies that we believe about where a request comes from.
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy,
        timeout_graceful_shutdown=PATIENCE,
        server_header=False,
    )
    server = uvicorn.Server(config)
    tidying = asyncio.create_task(tidy())
    with with_parent(server.handle_exit):
        await server.serve(sockets=[listening])
    tidying.cancel()


def allow_connections() -> None:
    """Allow as many as the system grants: a process usually begins with 1024 open files, and 500 games for two need
    more."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def tidy() -> None:
    """The garbage collector's full round stops everything: for a third of a second, if there are 500 games. So we run
    one every ten minutes; the smaller ones look only at newer objects."""
    gc.set_threshold(20_000, 10, 1_000_000)
    while True:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        await asyncio.sleep(BETWEEN_ROUNDS)


def listen(host: str, port: int | None) -> socket.socket:
    """The requested port, or the usual one; if nobody asked for a port and that is taken, any free one."""
    wanted = USUAL_PORT if port is None else port
    try:
        try:
            return _bound(host, wanted)
        except OSError as problem:
            if port is not None or problem.errno != errno.EADDRINUSE:
                raise
            return _bound(host, 0)
    except OSError as problem:
        raise Refusal(f"can't listen on {host}:{wanted}: {problem.strerror or problem}") from None
    except OverflowError:
        raise Refusal(f"there is no port {wanted}; ports are 0 to 65535") from None


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
    except (OSError, OverflowError):
        listening.close()
        raise
    return listening
