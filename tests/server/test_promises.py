"""What docs/server.md says of budgets, limits and patience is what the server does."""

import asyncio
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from benchmarks.attacks.catalogue import ATTACKS
from portable_wargame.server.edge import answers, application, guard, limits, patience, turns
from portable_wargame.server.edge.limits import LIMITS, MOST_OPEN
from portable_wargame.server.games import bringing, match
from portable_wargame.server.store import base, sqlite
from portable_wargame.server.tables import claims, hall, table, wishes
from portable_wargame.server.wire import conversation
from portable_wargame.server.workers import budgets
from portable_wargame.server.workers.budgets import BUDGETS

from .running import SECONDS
from .scenes import duel
from .test_patience import served

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
SENTENCES = re.sub(r"\s+", " ", PAGE)


def test_every_budget_is_on_the_page_as_it_is() -> None:
    rows = re.findall(r"^\| (`[a-z`, ]+`) \|.*\| ?([^|]*) \| ?([^|]*) \|$", PAGE, re.MULTILINE)
    told = {kind: (time, sizes) for kinds, time, sizes in rows for kind in re.findall(r"`([a-z]+)`", kinds)}
    assert set(told) == set(BUDGETS)
    for kind, budget in BUDGETS.items():
        assert told[kind][0] == (f"{budget.seconds} s" if budget.seconds else ""), kind
        megabytes = f"{budget.largest / 1_000_000:g} MB"
        assert (megabytes in told[kind][1]) == (budget.largest < 100_000_000), kind


@pytest.mark.parametrize(
    "promise",
    [
        f"a game {answers.LARGEST_GAME / 1_000_000:g} MB and {answers.MOST_VALUES:,} values",
        f"a record {BUDGETS['record'].largest // 1_000_000} MB and {bringing.MOST_LINES:,} lines",
        f"In one battle {wishes.MOST_UNDONE} steps can be taken back",
        f"may have {match.MOST_STEPS:,} steps, on a large board fewer",
        f"fewer ({match.MOST_STEPS_BY_SIZE:,} weighted by its size",
        f"a request {patience.MOST_HEADERS} headers of {guard.LONGEST_HEAD // 1000} kB",
        f"an address {guard.LONGEST_ADDRESS} characters",
        f"{patience.A_MOUTHFUL // 1000} kB of a WebSocket or {patience.A_FEW} parts of a request",
        f"and {patience.MOST_PARTS} pieces",
        f"an address has {LIMITS['work'].burst} seconds of processor time for costly questions and "
        f"{LIMITS['megabytes'].burst} MB for long answers",
        f"It may have {MOST_OPEN['websocket']} WebSockets and {MOST_OPEN['http']} other requests open at once",
        f"A request has {patience.LONGEST_HEAD} seconds to arrive",
        f"({conversation.LONGEST_SENDING} seconds in a game)",
        f"{conversation.MOST_UNSENT // 1_000_000} MB or {conversation.LONGEST_QUEUE} messages behind",
        f"attacks in {len(ATTACKS)} ways",
        f"pings are answered {patience.MOST_PINGS} times in ten seconds",
        f"until its line is found dead, which takes up to {patience.BETWEEN_PINGS + patience.FOR_A_PONG} seconds",
        f"SQLite: within {1000 * sqlite.BETWEEN_LOOKS:.0f} ms",
        "and the server has been running for six of them",
        f"One address may have {patience.MOST_LINES} connections",
        f"boards of more than {budgets.A_MOMENT} cells times units",
        f"New games from one address may take {LIMITS['kept'].burst} MB of the disk",
        f"uploads {limits.MOST_ARRIVING // 1_000_000} MB of memory until they are answered",
        f"{bringing.MOST_REMEMBERED:,} steps in all on an ordinary board",
        f"nearly full ({sqlite.LITTLE_ROOM // 1_000_000} MB, or a twentieth of a small one)",
        f"{table.MOST_WATCHING} people may watch a game on one server",
        f"scenarios of more than {budgets.A_PAGE // 1000} kB",
        f"have {budgets.MEMORY / 1_000_000_000:g} GB each",
    ],
)
def test_every_number_on_the_page_is_the_one_that_counts(promise: str) -> None:
    assert promise in SENTENCES


def test_what_is_told_in_words_counts_too() -> None:
    assert LIMITS["work"].per_second == 0.5  # "half a second ... back each second"
    assert LIMITS["megabytes"].per_second == 2
    assert answers.LONGEST_UPLOAD == 120  # "its body two minutes"
    assert conversation.SECONDS_TO_JOIN == 60  # "a WebSocket a minute to join a game"
    assert guard.LONGEST_SENDING == 60  # "an answer that nobody takes for a minute is dropped"
    assert patience.PINGS_COUNT_FOR == 10
    assert LIMITS["loop"].per_second == 0.1  # "a tenth of a second of each second"
    assert round(LIMITS["kept"].per_second * 86_400, -2) == 1700  # "1.7 GB a day"
    assert base.MOST_OFFERED == 5  # "five open seats"
    assert hall.A_MOMENT_AGO == 1  # "however many ask, once a second"
    assert turns.A_TURN == 0.001  # "for one millisecond before the games go on"
    assert claims.HERE == 6
    assert LIMITS["wrong-token"] == limits.Limit(20, 0.1)
    assert hall.PATIENCE == 5  # "has somebody open one within five seconds"


# -- and in deed, with smaller numbers


def test_long_answers_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "A_LONG_ANSWER", 1000)
    monkeypatch.setitem(LIMITS, "megabytes", limits.Limit(1, 0.0001))
    store = sqlite.SQLiteStore(tmp_path / "games.sqlite")
    with TestClient(application.application(store, local=False), base_url="http://localhost") as client:
        made = client.post("/api/games", json={"scenario": duel(about="x" * 3000), "seed": 1}).json()
        first, second = (client.get(f"/api/games/{made['game']}/record") for _ in range(2))
        assert client.get(f"/api/games/{made['game']}").status_code == 200  # short ones go on
    assert (first.status_code, second.status_code) == (200, 429)
    assert int(second.headers["retry-after"]) > 0


@pytest.mark.anyio
async def test_a_body_has_to_come_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "LONGEST_UPLOAD", 0.2)
    store = sqlite.SQLiteStore(tmp_path / "games.sqlite")
    async with served(application.application(store, local=False)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf of it")
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
        assert head.startswith(b"HTTP/1.1 413 ")
        writer.close()
    await store.close()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_knows_every_line_of_the_unit(tmp_path: Path) -> None:
    found = re.search(r"```\n(\[Unit\].*?)```", PAGE, re.DOTALL)
    assert found is not None
    unit = found[1]
    assert "\nUMask=0077\n" in unit and "\nStateDirectoryMode=0700\n" in unit  # who may read the games
    for text, complaints in ((unit, 0), (unit.replace("UMask", "UMasc"), 1)):
        file = tmp_path / "portable-wargame.service"
        file.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text), "utf-8")
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", file], capture_output=True, text=True, check=False
        )
        assert len(done.stderr.splitlines()) == complaints, done.stderr
