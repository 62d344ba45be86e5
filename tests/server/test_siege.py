"""Nobody gets in: damaged messages and documents, thousands of them; benchmarks/siege.py sends a hundred thousand."""

from pathlib import Path

import pytest

from .siege import besiege_game, besiege_http


@pytest.mark.anyio
@pytest.mark.parametrize("seed", [2, 3])
async def test_messages_by_those_who_have_no_say_change_nothing(tmp_path: Path, seed: int) -> None:
    outcomes = await besiege_game(tmp_path, seed, 2500)
    assert sum(outcomes.values()) > 2000
    # It was no shot in the dark: every way of refusing was met.
    assert {"bad-message", "not-joined", "not-yours", "stale", "illegal", "no-seat"} <= set(outcomes)


@pytest.mark.anyio
@pytest.mark.parametrize("seed", [1, 2])
async def test_documents_made_from_the_schemas_meet_no_fault(tmp_path: Path, seed: int) -> None:
    outcomes = await besiege_http(tmp_path, seed, 400)
    assert {"200", "201", "400", "404", "405"} <= set(outcomes)
