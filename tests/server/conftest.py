from collections.abc import Iterator
from pathlib import Path

import pytest

from .postgres import Postgres, new_store, running_postgres
from .running import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("games"))
    yield one
    one.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as one:
        yield one


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a store of each kind that holds no games yet."""
    return new_store(request, tmp_path)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
