"""A real PostgreSQL for the tests, in a folder of its own, on loopback."""

import asyncio
import itertools
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import pytest

FOLDERS = ("/usr/local/bin", *sorted((str(path) for path in Path("/usr/lib/postgresql").glob("*/bin")), reverse=True))
PLACES = (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp"))
OTHER_USER = "nobody"  # PostgreSQL refuses to run as root


def program(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(FOLDERS))


def missing() -> str:
    """Why there is no PostgreSQL here; empty if there is."""
    if program("postgres") is None or program("initdb") is None:
        return "PostgreSQL is not installed here"
    if os.name != "nt" and os.geteuid() == 0 and shutil.which("runuser") is None:
        return "PostgreSQL refuses to run as root, and there is no runuser"
    return ""


class Postgres:
    """Started again, it has the same address and the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = itertools.count()
        self.as_other = ["runuser", "-u", OTHER_USER, "--"] if os.geteuid() == 0 else []
        if self.as_other:
            shutil.chown(folder, OTHER_USER)
        self.data = folder / "data"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        initdb = [program("initdb"), "-D", self.data, "-U", "tests", "--auth=trust", "--no-sync", "-E", "UTF8"]
        self._run([*map(str, initdb), "--locale=C"])
        self.start()

    def start(self) -> None:
        settings = ["-c", f"port={self.port}", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
        command = [str(program("postgres")), "-D", str(self.data), *settings, "-c", "max_connections=200"]
        self.process = subprocess.Popen(
            [*self.as_other, *command], stderr=subprocess.PIPE, text=True, cwd=self.folder, start_new_session=True
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if "ready to accept connections" in line:
                return
        raise AssertionError("PostgreSQL did not start")

    def new_database(self) -> str:
        """The address of one."""
        name = f"games{next(self.numbers)}"
        with ThreadPoolExecutor(1) as elsewhere:  # whoever asks may be in a loop already
            elsewhere.submit(asyncio.run, self._execute(f"CREATE DATABASE {name}")).result()
        return self.dsn(name)

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(self.dsn("postgres"))
        await connection.execute(statement)
        await connection.close()

    def dsn(self, database: str) -> str:
        return f"postgresql://tests@127.0.0.1:{self.port}/{database}"

    def kill(self) -> None:
        """All of it, as a power cut would."""
        master = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(master, 9)
        self.process.communicate()

    def stop(self) -> None:
        self._run([str(program("pg_ctl")), "-D", str(self.data), "-m", "immediate", "stop"])
        self.process.communicate()

    def _run(self, command: list[str]) -> None:
        subprocess.run([*self.as_other, *command], check=True, capture_output=True, cwd=self.folder)


def new_store(request: pytest.FixtureRequest, folder: Path) -> str:
    """The address of a store of the kind that a fixture is asked for; it holds no games yet."""
    if request.param == "sqlite":
        return str(folder / "games.sqlite")
    one: Postgres = request.getfixturevalue("postgres")
    return one.new_database()


def open_to_others(folder: Path) -> bool:
    return all(parent.stat().st_mode & 0o001 for parent in (folder, *folder.parents))


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A database while a test needs it; where there is none to start, the test is skipped.

    Its folder is none of pytest's: those are closed to the user it runs as, and every run of pytest closes them anew.
    """
    if missing():
        pytest.skip(missing())
    places = [place for place in PLACES if place.is_dir() and (os.geteuid() != 0 or open_to_others(place))]
    if not places:
        pytest.skip(f"PostgreSQL runs as {OTHER_USER}, who can reach none of {', '.join(map(str, PLACES))}")
    with tempfile.TemporaryDirectory(prefix="pw-postgres-", dir=places[0]) as folder:
        one = Postgres(Path(folder))
        try:
            yield one
        finally:
            one.stop()
