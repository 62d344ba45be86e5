"""The attacks, one by one: each continues until it is stopped."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Awaitable, Callable

import httpx

from benchmarks.attacks.battles import Tree, bombs, by_a_book, fought, giant, to_and_fro, tome
from benchmarks.attacks.lines import (
    audience,
    breathless,
    chunks,
    files,
    handshakes,
    long_heads,
    no_requests,
    packed,
)
from benchmarks.attacks.visitor import Visitor, again_and_again, at_once

Attack = Callable[[Visitor], Awaitable[None]]
COMPUTERS = {"red": {"level": "general"}, "blue": {"level": "general"}}


async def a_game(visitor: Visitor, scenario: Tree | str, **wanted: object) -> Tree:
    made: Tree | None = await visitor.post("/api/games", {"scenario": scenario, "seed": 1, **wanted})
    assert made is not None, "the attacker may not even make a game"
    return made


# -- those of the review


async def records(visitor: Visitor) -> None:
    """Records that take minutes to verify, eight at a time."""
    record = (await to_and_fro(giant(), 150)).encode()
    await again_and_again(lambda: at_once(*(visitor.post("/api/records", record) for _ in range(8))), 1)


async def orders_taken_back(visitor: Visitor) -> None:
    """A game of thousands of secret orders, joined again and again."""
    record = (await to_and_fro(giant(8, 12), 2500)).encode()
    made = await visitor.post("/api/records", record)
    assert made is not None
    token = next(iter(made["seats"].values()))

    async def join() -> None:
        wire = await visitor.joined(made["game"], token)
        wire.transport.close()

    await at_once(*(again_and_again(join) for _ in range(3)))


async def hints(visitor: Visitor) -> None:
    """As many hints as a client may ask for, about the largest battle."""
    made = await a_game(visitor, giant())
    wires = [await visitor.joined(made["game"], *made["seats"].values()) for _ in range(10)]

    async def ask() -> None:
        for wire in wires:
            wire.say(b'{"type":"hint","id":1}')

    await again_and_again(ask, 2)


async def generals(visitor: Visitor) -> None:
    """Six battles of generals against each other, watched."""
    games = [await a_game(visitor, giant(), seats=COMPUTERS) for _ in range(6)]
    for made in games:
        await visitor.joined(made["game"])
    await asyncio.sleep(3600)


def pipelined(*messages: Tree) -> Attack:
    """The same questions about the largest battle, two hundred at once."""

    async def attack(visitor: Visitor) -> None:
        made = await a_game(visitor, giant())
        wires = [await visitor.joined(made["game"], *made["seats"].values()) for _ in range(4)]
        texts = [json.dumps({"id": 1, **message}).encode() for message in messages]

        async def ask() -> None:
            for wire in wires:
                for _ in range(200 // len(texts)):
                    for text in texts:
                        wire.say(text)

        await again_and_again(ask, 1)

    return attack


async def dots(visitor: Visitor) -> None:
    """Drafts whose keys have thousands of parts, forty at a time."""
    line = "a" + ".a" * 1900
    text = "\n".join(f"{line}{number} = 1" for number in range(250))
    draft = {"text": text, "name": "x.toml"}
    await again_and_again(lambda: at_once(*(visitor.post("/api/read", draft) for _ in range(40))), 1)


async def checks(visitor: Visitor) -> None:
    """Drafts of the largest battle with a mistake in every unit, forty at a time."""
    wrong = giant()
    for side in wrong["sides"]:
        for unit in side["units"]:
            unit["at"] = "zz99"
    wrong["about"] = "x" * 60_000
    draft = {"scenario": wrong}
    await again_and_again(lambda: at_once(*(visitor.post("/api/check", draft) for _ in range(40))), 1)


async def estimates(visitor: Visitor) -> None:
    """Estimates of captains in the largest battle, requested and at once abandoned."""
    scenario = giant()
    scenario["about"] = "x" * 20_000
    levels = {"red": "captain", "blue": "captain"}
    text = json.dumps({"type": "estimate", "id": 1, "scenario": scenario, "levels": levels, "games": 10_000}).encode()

    async def ask() -> None:
        wire = await visitor.line("/api/fairness")
        wire.say(text)
        await asyncio.sleep(3)
        wire.transport.close()

    await at_once(*(again_and_again(ask) for _ in range(4)))


async def junk(visitor: Visitor) -> None:
    """Nonsense of 60 kB to the estimates, and to a game."""
    made = await a_game(visitor, "harrow-ridge")
    nonsense = b"[" * 60_000

    async def shout(path: str) -> None:
        wire = await visitor.line(path)
        for _ in range(50):
            wire.say(nonsense)
            await asyncio.sleep(0.005)
        wire.transport.close()

    await at_once(
        again_and_again(lambda: shout("/api/fairness")), again_and_again(lambda: shout(f"/api/games/{made['game']}"))
    )


async def small_nonsense(visitor: Visitor) -> None:
    """Nonsense of two letters by the ten thousand, to the estimates and studies, on as many lines as allowed."""
    nonsense = (b"\x81\x82" + bytes(4) + b"[]") * 1000

    async def shout(path: str) -> None:
        wire = await visitor.line(path)
        while not wire.closed:
            wire.transport.write(nonsense)
            await asyncio.sleep(0.01)

    paths = ("/api/fairness", "/api/laboratory")
    await at_once(*(again_and_again(lambda path=path: shout(path), 0.5) for path in paths * 15))


async def slow_readers(visitor: Visitor) -> None:
    """Forty clients that join a long game and read nothing of what they are sent."""
    record = (await to_and_fro(giant(8, 12), 2500)).encode()
    made = await visitor.post("/api/records", record)
    assert made is not None
    token = next(iter(made["seats"].values()))

    async def join() -> None:
        for _ in range(40):
            wire = await visitor.line(f"/api/games/{made['game']}")
            wire.transport.pause_reading()
            wire.say(json.dumps({"type": "join", "id": 0, "tokens": [token]}).encode())
        await asyncio.sleep(20)

    await again_and_again(join)


async def documents(visitor: Visitor) -> None:
    """Documents that take long to write, four at a time."""
    paths = ("/api/rules", "/api/scenarios/harrow-ridge.svg", "/api/scenarios/harrow-ridge", "/api/lobby")
    await again_and_again(lambda: at_once(*(visitor.get(path) for path in paths)))


async def silence(visitor: Visitor) -> None:
    """Fifteen hundred lines with half a request on each."""
    while True:
        with contextlib.ExitStack() as open_lines:
            for number in range(1500):
                with contextlib.suppress(OSError):
                    line = open_lines.enter_context(socket.create_connection(visitor.server, timeout=2))
                    line.sendall(b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n")
                if number % 50 == 0:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(10)


# -- and other attacks


async def trickle(visitor: Visitor) -> None:
    """Uploads that arrive a byte at a time, a hundred at once."""

    async def upload() -> None:
        reader, writer = await asyncio.open_connection(*visitor.server)
        try:
            forwarded = visitor.headers["X-Forwarded-For"]
            head = f"POST /api/records HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {forwarded}\r\n"
            writer.write(f"{head}Content-Length: 10000000\r\n\r\n".encode())
            while not reader.at_eof():
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.1)
        finally:
            writer.close()

    await at_once(*(again_and_again(upload) for _ in range(100)))


async def thrash(visitor: Visitor) -> None:
    """More games than the server keeps ready, visited in turn."""
    games = [await a_game(visitor, giant()) for _ in range(18)]
    record = (await to_and_fro(giant(8, 12), 2500)).encode()
    games += [made for made in [await visitor.post("/api/records", record) for _ in range(4)] if made]

    async def look() -> None:
        await at_once(*(visitor.get(f"/api/games/{made['game']}") for made in games))

    await again_and_again(look, 0.2)


async def pings(visitor: Visitor) -> None:
    """Endless pings, whose answers nobody reads."""

    async def ping() -> None:
        wire = await visitor.line("/api/fairness")
        wire.transport.pause_reading()
        some = (b"\x89\x80" + bytes(4)) * 1000
        while not wire.closed:
            wire.transport.write(some)
            await asyncio.sleep(0.01)

    await at_once(*(again_and_again(ping, 0.5) for _ in range(10)))


async def pieces(visitor: Visitor) -> None:
    """One message in a million empty pieces."""

    async def send() -> None:
        wire = await visitor.line("/api/fairness")
        wire.transport.write(b"\x01\x80" + bytes(4))
        some = (b"\x00\x80" + bytes(4)) * 1000
        while not wire.closed:
            wire.transport.write(some)
            await asyncio.sleep(0.01)

    await at_once(*(again_and_again(send, 0.5) for _ in range(10)))


async def comings_and_goings(visitor: Visitor) -> None:
    """Lines opened and closed as fast as possible, at a game that others watch."""
    made = await a_game(visitor, giant())

    async def come() -> None:
        wire = await visitor.line(f"/api/games/{made['game']}")
        wire.say(b'{"type":"join","id":0,"tokens":[]}')
        await asyncio.sleep(0.01)
        wire.transport.close()

    await at_once(*(again_and_again(come) for _ in range(10)))


async def to_and_fro_at_the_table(visitor: Visitor) -> None:
    """Orders given and taken back in the largest battle, as fast as the server answers."""
    made = await a_game(visitor, giant())
    wire = await visitor.joined(made["game"], *made["seats"].values())
    order = {"do": "bombard", "unit": "r2", "target": "c22"}
    seq = 0

    async def act() -> None:
        nonlocal seq
        for text in ({"type": "act", "action": order}, {"type": "undo"}):
            wire.say(json.dumps({"id": 1, "seq": seq, **text}).encode())
            seq += 1

    await again_and_again(act, 0.05)


def generated(visitor: Visitor) -> Awaitable[None]:
    """Large random battles, twenty at a time."""
    wanted = {"book": "modern", "columns": 40, "rows": 40, "points": 2000}

    async def ask() -> None:
        await at_once(*(visitor.post("/api/generate", {**wanted, "seed": seed}) for seed in range(20)))

    return again_and_again(ask, 1)


async def a_record(visitor: Visitor, pairs: int, scenario: Tree, ended: bool = False) -> Tree:
    made: Tree | None = await visitor.post("/api/records", (await to_and_fro(scenario, pairs, ended)).encode())
    assert made is not None, "the attacker may not even open a record"
    return made


async def longest_records(visitor: Visitor) -> None:
    """Records as long as allowed, all of them valid, one after another into the store."""
    record = (await to_and_fro(giant(8, 12), 9900)).encode()
    await again_and_again(lambda: at_once(*(visitor.post("/api/records", record) for _ in range(3))), 1)


async def downloads(visitor: Visitor) -> None:
    """The longest possible record, saved again and again, and played on from."""
    made = await a_record(visitor, 9900, giant(8, 12))
    token = next(iter(made["seats"].values()))
    on = {"play-on": {"game": made["game"], "seq": 9000, "token": token}}

    async def save() -> None:
        await at_once(*(visitor.get(f"/api/games/{made['game']}/record", token) for _ in range(4)))
        await visitor.post("/api/games", on)

    await again_and_again(save, 0.1)


async def endings(visitor: Visitor) -> None:
    """The account of a long battle on a large board, and pictures of it, four at a time."""
    made = await a_record(visitor, 1500, giant(40, 20), ended=True)
    address = f"/api/games/{made['game']}"
    paths = (f"{address}/afterwards", f"{address}/picture", address)
    await again_and_again(lambda: at_once(*(visitor.get(path) for path in paths * 4)), 0.1)


async def uploads(visitor: Visitor) -> None:
    """Drafts of six megabytes, forty at a time, and books and scenarios to save."""
    large = b'{"scenario": {"title": [' + b'{"a":1},' * 700_000 + b"1]}}"
    paths = ("/api/check", "/api/write", "/api/whole", "/api/books/check")

    async def put(path: str) -> None:
        with contextlib.suppress(httpx.HTTPError):
            await visitor.http.put(path, content=large)

    async def send() -> None:
        await at_once(*(visitor.post(path, large) for path in paths * 8))
        await at_once(*(put(path) for path in ("/api/drafts/yours-x", "/api/books/x") * 4))

    await again_and_again(send, 0.5)


async def materials(visitor: Visitor) -> None:
    """The workshop's materials and the server's health, forty at a time."""
    books = ("classic", "colonial", "late-19th-century", "modern")
    paths = [f"/api/books/{name}" for name in books] + ["/api/workshop", "/health", "/api/open-seats", "/api/showcase"]
    await again_and_again(lambda: at_once(*(visitor.get(path) for path in paths * 5)), 0.5)


async def small_questions(visitor: Visitor) -> None:
    """Questions about a board just small enough to be answered at once, by forty lines."""
    made = await a_game(visitor, giant(15, 10))
    wires = [await visitor.joined(made["game"], *made["seats"].values()) for _ in range(40)]
    asked = [{"type": "survey", "unit": "r2"}, {"type": "threats", "side": "red"}, {"type": "reference"}]
    texts = [json.dumps({"id": 1, **one}).encode() for one in asked]

    async def ask() -> None:
        for wire in wires:
            for text in texts:
                wire.say(text)

    await again_and_again(ask, 1)


async def many_tables(visitor: Visitor) -> None:
    """Orders given and taken back at once in as many of the largest battles as a client may make."""
    games = [await a_game(visitor, giant()) for _ in range(15)]
    wires = [await visitor.joined(made["game"], *made["seats"].values()) for made in games]
    seq = 0

    async def act() -> None:
        nonlocal seq
        for text in ({"type": "act", "action": SHOT}, {"type": "undo"}):
            for wire in wires:
                wire.say(json.dumps({"id": 1, "seq": seq, **text}).encode())
            seq += 1

    await again_and_again(act, 0.7)


async def chatter(visitor: Visitor) -> None:
    """Two players who never stop talking, renaming themselves and proposing a draw, and forty spectators."""
    made = await a_game(visitor, giant(8, 12))
    wires = [await visitor.joined(made["game"], *made["seats"].values()) for _ in range(2)]
    for _ in range(40):
        await visitor.joined(made["game"])
    said = [
        {"type": "say", "side": "red", "text": "x" * 500},
        {"type": "name", "side": "red", "name": "x" * 40},
        {"type": "name", "side": "red", "name": "y" * 40},
        {"type": "propose", "side": "red", "what": "draw"},
        {"type": "withdraw", "side": "red"},
    ]

    async def talk() -> None:
        for wire in wires:
            for one in said:
                wire.say(json.dumps({"id": 1, **one}).encode())

    await again_and_again(talk, 0.1)


async def offers(visitor: Visitor) -> None:
    """Open seats by the dozen, and the list of them."""
    for _ in range(18):
        await a_game(visitor, giant(), open=True, seed=None)
    await again_and_again(lambda: at_once(*(visitor.get("/api/open-seats") for _ in range(30))), 0.5)


async def studies(visitor: Visitor) -> None:
    """The largest battle by other books, with changes that change nothing, and balanced in every possible way."""
    scenario = giant(100)
    for side in scenario["sides"]:
        for number, unit in enumerate(side["units"]):
            unit["quality"] = ("elite", "average", "poor")[number % 3]
    scenario["victory"] = [{"side": "red", "survive": True, "at-turn": 1}]
    settings = [{"book": "colonial"}] * 3 + [{"change": "infantry: move 3"}] * 3
    asked: list[Tree] = [
        {"kind": "compare", "scenario": scenario, "settings": settings},
        {"kind": "simulate", "scenario": "harrow-ridge", "settings": [{"change": "a:x" + " " * 60_000 + "\ny"}]},
        {"kind": "balance", "scenario": scenario, "games": 10},
    ]

    async def ask(text: bytes) -> None:
        wire = await visitor.line("/api/laboratory")
        wire.say(text)
        await asyncio.sleep(8)
        wire.transport.close()

    texts = [json.dumps({"type": "investigate", "id": 1, **one}).encode() for one in asked]
    await at_once(*(again_and_again(lambda text=text: ask(text), 1) for text in texts))


async def analyses(visitor: Visitor) -> None:
    """Analyses of three battles, dice and decisions, requested by everybody allowed, and dropped before the answer."""
    record = fought(giant(20, 12), 250).encode()
    games = [made for made in [await visitor.post("/api/records", record) for _ in range(3)] if made]
    assert games, "the attacker may not even open a record"

    async def ask(path: str, token: str) -> None:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(visitor.get(path, token), 3)

    async def everybody() -> None:
        paths = [(f"/api/games/{made['game']}/analysis", list(made["seats"].values())) for made in games]
        await at_once(
            *(ask(path + what, one) for path, seats in paths for one in ("", *seats) for what in ("?decisions", ""))
        )

    await again_and_again(everybody, 0.1)


async def prints(visitor: Visitor) -> None:
    """The largest battle on paper, on as many sheets as allowed, twenty at a time."""
    wanted = {"scenario": giant(), "cell": "30mm", "counters": "30mm", "url": "https://example.org/" + "x" * 270}
    await again_and_again(lambda: at_once(*(visitor.post("/api/print", wanted) for _ in range(20))), 1)


async def reports(visitor: Visitor) -> None:
    """Reports and animations of a long battle, and the report sent back with forty megabytes of photographs in it."""
    made = await visitor.post("/api/records", fought(giant(20, 12), 400).encode())
    assert made is not None, "the attacker may not even open a record"
    address = f"/api/games/{made['game']}"
    block = {"kind": "photo", "data": f"data:image/jpeg;base64,{'A' * 10_000_000}"}
    sections = [{"heading": "Photographs", "blocks": [block] * 4}]
    wanted = {"title": "It", "under": "", "sections": sections, "form": "markdown"}
    album = json.dumps(wanted).encode()
    small = json.dumps({**wanted, "sections": [{"heading": "", "blocks": [block]}], "form": "page"}).encode()

    async def send() -> None:
        await at_once(
            *(visitor.get(f"{address}{what}") for what in ("/report", "/animation", "/animation?turns=1-99") * 3),
            *(visitor.post(f"{address}/report", body) for body in (album, small, small)),
        )

    await again_and_again(send, 0.5)


async def books(visitor: Visitor) -> None:
    """Records that bring the longest possible books, no two alike, and things that are not books; and games by those
    books, visited when the server has had to forget others."""
    records = [(await to_and_fro(by_a_book(tome(number)), 10)).encode() for number in range(4)]
    records += bombs()
    small = [json.dumps({"scenario": by_a_book(tome(number, 5))}).encode() for number in range(70)]
    made = await a_game(visitor, by_a_book(tome(99)))

    async def come() -> None:
        wire = await visitor.joined(made["game"], *made["seats"].values())
        wire.transport.close()

    async def send() -> None:
        await at_once(
            come(),
            *(visitor.post("/api/records", record) for record in records),
            *(visitor.post("/api/games", one) for one in small[:10]),
            *(visitor.post("/api/check", one) for one in small),
        )

    await again_and_again(send, 0.5)


SHOT = {"do": "bombard", "unit": "r2", "target": "c22"}
ATTACKS: dict[str, Attack] = {
    "records": records,
    "orders taken back": orders_taken_back,
    "hints": hints,
    "generals": generals,
    "surveys": pipelined({"type": "survey", "unit": "r2"}),
    "questions": pipelined(
        {"type": "ask", "unit": "r2", "cell": "c22"}, {"type": "odds", "action": SHOT}, {"type": "moment", "seq": 0}
    ),
    "dots": dots,
    "checks": checks,
    "estimates": estimates,
    "junk": junk,
    "small nonsense": small_nonsense,
    "slow readers": slow_readers,
    "documents": documents,
    "silence": silence,
    "trickle": trickle,
    "thrash": thrash,
    "pings": pings,
    "pieces": pieces,
    "comings and goings": comings_and_goings,
    "to and fro": to_and_fro_at_the_table,
    "generated": generated,
    "longest records": longest_records,
    "downloads": downloads,
    "endings": endings,
    "uploads": uploads,
    "materials": materials,
    "small questions": small_questions,
    "many tables": many_tables,
    "chatter": chatter,
    "offers": offers,
    "studies": studies,
    "analyses": analyses,
    "prints": prints,
    "reports": reports,
    "books": books,
    "chunks": chunks,
    "breathless": breathless,
    "long heads": long_heads,
    "no requests": no_requests,
    "packed": packed,
    "handshakes": handshakes,
    "files": files,
    "audience": audience,
}
