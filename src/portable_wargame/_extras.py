"""Optional parts: what each is for, what it needs, and the command that adds it from wherever this program came."""

import json
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

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
    return installing(f"'{NAME}[{extra}]{f' @ {source}' if source else ''}'", Path(sys.prefix))


def installing(what: str, environment: Path) -> str:
    """The command of the program that made the environment: not every environment has pip in it."""
    if (environment / "pipx_metadata.json").is_file():
        return f"pipx install --force {what}"
    if (environment / "uv-receipt.toml").is_file():
        return f"uv tool install {what}"
    if any((folder / "CACHEDIR.TAG").is_file() for folder in environment.parents):
        return f"uvx --from {what} pw"  # it is in uv's cache, for one run
    if find_spec("pip") is None:
        return f"uv pip install --python '{environment}' {what}"
    return f"pip install {what}"


def installed_from() -> str:
    """The address that this was installed from, as pip and uv note it; empty if it came from an index."""
    try:
        note = distribution(NAME).read_text("direct_url.json")
    except PackageNotFoundError:
        return ""
    return address_of(json.loads(note)) if note else ""


def address_of(origin: dict[str, Any]) -> str:
    """In the form that pip and uv read. A checkout is of the requested revision or, without one, the one that came."""
    address: str = origin["url"]
    if "vcs_info" not in origin:
        return address
    checkout = origin["vcs_info"]
    return f"{checkout['vcs']}+{address}@{checkout.get('requested_revision') or checkout['commit_id']}"
