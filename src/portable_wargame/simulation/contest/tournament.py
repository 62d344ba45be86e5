"""A tournament from a file: who takes part, over which scenarios, and how often. And its cross-table."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...game.errors import Refusal
from .arena import Result

KEYS = {"title", "players", "bots", "scenarios", "games", "seed", "ms", "bot-seconds"}


@dataclass(frozen=True)
class Tournament:
    title: str
    players: list[str]
    bots: list[str]  # as `name=command line`
    scenarios: list[str]
    settings: dict[str, Any]  # games, seed, ms and bot-seconds, if given


def read_tournament(path: Path) -> Tournament:
    try:
        tree = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise Refusal(f"{path}: no such file") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise Refusal(f"{path}: {problem}") from None
    unknown = sorted(set(tree) - KEYS)
    if unknown:
        raise Refusal(f"{path}: a tournament has no {unknown[0]!r}; its keys are {', '.join(sorted(KEYS))}")
    for key in ("players", "scenarios"):
        if not _are_texts(tree.get(key, [])):
            raise Refusal(f"{path}: {key} must be a list of names")
    bots = tree.get("bots", {})
    if not isinstance(bots, dict) or not _are_texts(list(bots.values())):
        raise Refusal(f'{path}: bots must be a table of names and command lines, such as: mine = "python mine.py"')
    title = tree.get("title", path.stem)
    if not isinstance(title, str):
        raise Refusal(f"{path}: title must be text")
    settings: dict[str, Any] = {key: tree[key] for key in ("games", "seed", "ms", "bot-seconds") if key in tree}
    for key, value in settings.items():
        if type(value) is not int and not (key == "bot-seconds" and type(value) is float):
            raise Refusal(f"{path}: {key} must be a number, not {value!r}")
    entries = [f"{name}={command}" for name, command in bots.items()]
    return Tournament(title, tree.get("players", []), entries, tree.get("scenarios", []), settings)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) and one for one in value)


@dataclass(frozen=True)
class Standing:
    """A row of the cross-table: points against each of the others in order, None against oneself."""

    name: str
    points: float
    games: int
    against: list[float | None]


def cross_table(results: list[Result]) -> list[Standing]:
    """The most points first; a win is a point, a draw half a point."""
    points: dict[str, dict[str, float]] = {}
    games: dict[str, int] = {}
    for result in results:
        for number, name in enumerate(result.players):
            other = result.players[1 - number]
            met = points.setdefault(name, {})
            met[other] = met.get(other, 0.0) + result.score(number)
            games[name] = games.get(name, 0) + 1
    order = sorted(points, key=lambda name: (-sum(points[name].values()) / games[name], name))
    return [
        Standing(
            name,
            sum(points[name].values()),
            games[name],
            [None if other == name else points[name].get(other, 0.0) for other in order],
        )
        for name in order
    ]
