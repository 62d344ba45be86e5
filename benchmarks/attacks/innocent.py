"""Innocent games, and an innocent visitor, while somebody attacks: how long an action takes to reach the opponent, and
whether the server still answers others."""

import asyncio
import json
import logging
import multiprocessing
import os
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import httpx

from benchmarks.attacks.catalogue import ATTACKS
from benchmarks.attacks.visitor import Address, Visitor
from benchmarks.hosts import COMMAND, Move, OurServer, first_line, our_script, processor_seconds, started
from benchmarks.load import LiveGame

ROOT = Path(__file__).resolve().parents[2]
GAMES = 10
INNOCENT = "192.0.2.10"
ANOTHER = "192.0.2.20"
ATTACKER = "198.51.100.7"
PAUSE = 0.03  # seconds between actions
BEFORE = 3  # seconds that an attack gets before we measure


@dataclass
class Seen:
    """The measurements of innocent visitors during an attack."""

    attack: str
    times: list[float] = field(default_factory=list)  # seconds, of actions
    asked: list[float] = field(default_factory=list)  # seconds, of other requests
    failed: list[str] = field(default_factory=list)
    megabytes: int = 0  # of the server's memory at the end
    cores: float = 0.0
    watched: bool = False
    moments: list[tuple[float, str]] = field(default_factory=list)  # the loop's longest moments, in milliseconds of CPU

    def percentile(self, share: float) -> float:
        times = sorted(self.times)
        return times[min(len(times) - 1, int(share * len(times)))] if times else float("inf")

    def row(self) -> str:
        p50, p99, worst = (f"{1000 * self.percentile(share):.0f}" for share in (0.5, 0.99, 1))
        slowest = f"{1000 * max(self.asked, default=0):.0f}"
        failed = "; ".join(self.failed) or "none"
        figures: list[object] = [self.attack, len(self.times), p50, p99, worst, slowest, failed, self.megabytes]
        if self.watched:
            figures.append(f"{self.moments[0][0]:.0f}" if self.moments else "under 2")
        return f"| {' | '.join(map(str, figures))} |"


HEAD = "| attack | actions | p50 | p99 | worst | slowest other request (ms) | failed requests | memory (MB) |"
LINE = "|---|---:|---:|---:|---:|---:|---|---:|"
WATCHED = " longest moment of the loop (ms CPU) |"


class PublicServer(OurServer):
    """As a club would run it: behind a proxy, so that its limits hold."""

    headers: ClassVar = {"X-Forwarded-For": INNOCENT}

    def __init__(self, folder: Path, script: list[Move], watched: bool, processes: int) -> None:
        self.name = "public"
        self.script = script
        self.moments = folder / "moments.json" if watched else None
        command = ["-c", COMMAND] if self.moments is None else ["-m", "benchmarks.attacks.watched", self.moments]
        words = [sys.executable, *command, "serve", "--port", "0", "--data", folder, "--proxy", "127.0.0.1"]
        words += ["--processes", str(processes)]
        self.processes = [started(words, ROOT)]
        self.addresses = [("127.0.0.1", int(re.findall(r":(\d+)/", first_line(self.processes[0]))[0]))]


async def besieged(
    attack: str, seconds: float, folder: Path, script: list[Move], watched: bool, processes: int
) -> Seen:
    """One attack on a server of its own."""
    host = PublicServer(folder, script, watched, processes)
    seen = Seen(attack, watched=watched)
    context = multiprocessing.get_context("spawn")
    attacker = context.Process(target=attacking, args=(attack, host.addresses[0]), daemon=True)
    try:
        games = [LiveGame(host, host.headers) for _ in range(GAMES)]
        for game in games:
            await game.open([host.addresses[0]] * 2, False)
        if attack in ATTACKS:
            attacker.start()
            await attacked(host)
        cpu = host.cpu()
        if host.moments is not None:
            host.moments.unlink()  # from now on
        begun = time.perf_counter()
        await asyncio.gather(acting(games, seconds, seen), asking(host.addresses[0], seconds, seen))
        seen.cores = (host.cpu() - cpu) / (time.perf_counter() - begun)
        seen.megabytes = resident(host.processes[0].pid)
        if attack in ATTACKS and not attacker.is_alive():
            seen.failed.append("the attacker: it gave up, and nothing is proved")
        if host.moments is not None:
            seen.moments = json.loads(host.moments.read_text("utf-8"))
        return seen
    finally:
        if attacker.pid is not None:
            attacker.kill()
            attacker.join()
        host.close()


async def attacked(host: OurServer) -> None:
    """Wait until the server has something to do: some attacks take a while to prepare."""
    idle = processor_seconds(host.processes[0].pid)
    deadline = time.monotonic() + 120
    while processor_seconds(host.processes[0].pid) - idle < 0.3 and time.monotonic() < deadline:
        await asyncio.sleep(0.2)
    await asyncio.sleep(BEFORE)


async def acting(games: list[LiveGame], seconds: float, seen: Seen) -> None:
    ends = time.perf_counter() + seconds
    place = 0
    while time.perf_counter() < ends and any(not game.is_over() for game in games):
        game = games[place % len(games)]
        place += 1
        if game.is_over():
            continue
        try:
            took = await game.act()
        except (TimeoutError, RuntimeError) as problem:
            seen.failed.append(f"act: {problem!r}"[:60])
            return
        if took is not None:
            seen.times.append(took)
        await asyncio.sleep(PAUSE)


async def asking(address: Address, seconds: float, seen: Seen) -> None:
    """Another visitor meanwhile: looks at the lobby, makes a game, asks after it, and opens a record."""
    ends = time.perf_counter() + seconds
    headers = {"X-Forwarded-For": ANOTHER}
    base = f"http://{address[0]}:{address[1]}"
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=30, trust_env=False) as http:
        while time.perf_counter() < ends:
            made = {"game": "none"}
            for method, path, body in (
                ("GET", "/health", None),
                ("GET", "/api/lobby", None),
                ("POST", "/api/games", {"scenario": "harrow-ridge"}),
                ("GET", "/api/games/{game}", None),
                ("POST", "/api/check", {"scenario": {"title": "a draft"}}),
            ):
                begun = time.perf_counter()
                try:
                    answer = await http.request(method, path.format(**made), json=body)
                except httpx.HTTPError as problem:
                    seen.failed.append(f"{path}: {type(problem).__name__}")
                    continue
                seen.asked.append(time.perf_counter() - begun)
                if answer.status_code >= 300:
                    seen.failed.append(f"{path}: {answer.status_code}")
                elif path == "/api/games":
                    made = answer.json()
            await asyncio.sleep(2)


def attacking(attack: str, address: Address) -> None:
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # the attacker wants lines to be cut off
    asyncio.run(attacked_by(attack, Visitor(address, ATTACKER)))


async def attacked_by(attack: str, visitor: Visitor) -> None:
    await ATTACKS[attack](visitor)


def resident(pid: int) -> int:
    """Megabytes of a process and of its children."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000 + sum(resident(int(child)) for child in children)


def besiege_all(names: list[str], seconds: float, watched: bool = False, processes: int = 1) -> list[Seen]:
    script = our_script()
    found = []
    print(f"{HEAD}{WATCHED if watched else ''}\n{LINE}{'---:|' if watched else ''}", flush=True)
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            found.append(asyncio.run(besieged(name, seconds, Path(folder), script, watched, processes)))
        print(found[-1].row(), flush=True)
    for one in found:
        for took, what in one.moments[:2]:
            print(f"{one.attack}: {took:.0f} ms of the loop in {what}", flush=True)
    return found
