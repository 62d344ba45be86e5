"""Optional parts: what each is good for, what it needs, and the command that adds it, from where this program came."""

import json
from importlib.metadata import PackageNotFoundError, distribution

from ._engine import CHECKOUT
from .game.errors import Refusal

NAME = "portable-wargame"
# Under the names that pyproject.toml gives them.
EXTRAS = {
    "print": "a print pack needs the packages reportlab and segno",
    "dist": "battles on a Dask cluster need the package distributed",
    "rl": "environments for learning programs need the packages gymnasium and pettingzoo",
    "postgres": "games in PostgreSQL need the package asyncpg",
}


def missing(extra: str) -> Refusal:
    """One sentence: what is missing, and the command to type."""
    return Refusal(f"{EXTRAS[extra]}; to add what is missing: {remedy(extra)}")


def remedy(extra: str) -> str:
    if CHECKOUT:
        return "python3 run.py setup"
    source = installed_from()
    return f"pip install '{NAME}[{extra}]{f' @ {source}' if source else ''}'"


def installed_from() -> str:
    """The address of the file that this was installed from, as pip and uv note it; nothing if it was an index."""
    try:
        note = distribution(NAME).read_text("direct_url.json")
    except PackageNotFoundError:
        return ""
    address: str = json.loads(note)["url"] if note else ""
    return address
