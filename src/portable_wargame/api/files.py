"""Scenarios and records, in and out."""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ..game.errors import Refusal
from ..scenario import library
from ..scenario.model import Scenario
from .arguments import kind_of, path_of, whole, words_in

if TYPE_CHECKING:
    from ..record import reading
    from ..record.reading import Record
    from ..record.session import Session
    from ..record.verifying import Verdict
    from .game import Game
    from .values import Event, Moment

Source: TypeAlias = "str | os.PathLike[str] | dict[str, Any] | Scenario"


def scenarios() -> list[str]:
    """The names of the scenarios that come with the program.

    >>> "harrow-ridge" in scenarios()
    True
    """
    return list(library.names())


def read_scenario(
    source: Source, *, options: Iterable[str] | None = None, house_rules: Mapping[str, str] | None = None
) -> Scenario:
    """A scenario from the library by its name, a file by its path, or a tree as JSON has it; with optional rules of its
    book and house rules in place of its own, if you give any. Refusal lists everything that is wrong with it.

    >>> read_scenario("harrow-ridge").title
    'Harrow Ridge'
    >>> read_scenario("harrow-ridge", house_rules={"activation": "cards"}).house_rules
    {'activation': 'cards'}
    """
    from ..scenario.reading import read_tree  # it brings all the books with it, and a list does not need them
    from ..scenario.writing import tree

    scenario = _found(source)
    chosen: dict[str, Any] = {}
    if options is not None:
        chosen["options"] = words_in("options", options)
    if house_rules is not None:
        kind_of("house_rules", house_rules, Mapping, 'a dictionary, such as {"activation": "cards"}')
        chosen["house-rules"] = dict(house_rules)
    return read_tree({**tree(scenario), **chosen}) if chosen else scenario


def _found(source: Source) -> Scenario:
    from ..scenario.reading import read_file, read_tree

    if isinstance(source, Scenario):
        return source
    if isinstance(source, dict):
        return read_tree(source)
    kind_of("the scenario", source, (str, os.PathLike), "a name from the library, a file, a tree or a Scenario")
    name = os.fspath(source)
    is_file = Path(name).exists() or Path(name).suffix in (".toml", ".json") or "/" in name
    return read_file(name) if is_file and name not in library.names() else library.load(name)


def write_scenario(scenario: Scenario, path: str | os.PathLike[str], overwrite: bool = False) -> None:
    """Write it as TOML to a file. If the file already exists that is a Refusal, unless you say `overwrite=True`."""
    from ..scenario.writing import write as written

    kind_of("the scenario", scenario, Scenario, "a Scenario")
    write(path, written(scenario), overwrite)


def write(path: str | os.PathLike[str], text: str, overwrite: bool) -> None:
    path = path_of(path)
    try:
        with Path(path).open("w" if overwrite else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Refusal(f"{path} already exists; overwrite=True replaces it") from None
    except OSError as problem:
        raise Refusal(f"{path} cannot be written: {problem.strerror}") from None


def open_record(path: str | os.PathLike[str], seed: int | None = None) -> "Game":
    """The game of a record, as it stands at its end. If it is not over you can play on, with dice of a new seed."""
    from ..record.reading import read_record

    return _opened(read_record(path_of(path)), seed)


def unpickled(text: str) -> "Game":
    """The game of a record. It continues with dice that follow from the record: the same wherever it is unpickled."""
    from ..record.reading import parse_record

    digest = hashlib.sha256(text.encode()).digest()
    return _opened(parse_record(text, "the pickled game"), int.from_bytes(digest[:6], "big"))


def _opened(record: "Record", seed: int | None) -> "Game":
    from ..record.reading import BadRecord
    from ..record.reading import replay as replayed

    session: Session | None = None
    log: list[Event] = []
    for moment, told in _told(replayed(record)):
        session, log = moment.session, [*log, *told]
    if session is None:
        raise BadRecord(f"{record.name}: the record ends before the battle begins")
    return _taken_up(session, record, len(record.lines) + 1, seed, log)


def _told(moments: "Iterable[reading.Moment]") -> "Iterator[tuple[reading.Moment, list[Event]]]":
    """The moments of a replay, each with its events."""
    from .values import events_from

    before = None
    for moment in moments:
        battle = moment.session.game.battle
        yield moment, events_from(battle, moment.events, before)
        before = battle


def replay(path: str | os.PathLike[str]) -> "Iterator[Moment]":
    """Go through a record step by step. Each step has a game of its own, to look at or to play on from."""
    from ..record import reading
    from .values import Action, Moment

    record = reading.read_record(path_of(path))
    log: list[Event] = []
    for moment, told in _told(reading.replay(record)):
        log = [*log, *told]
        battle = moment.session.game.battle
        action = Action(moment.action, battle) if moment.action is not None else None
        game = _taken_up(moment.session.copy(), record, moment.number, None, log)
        yield Moment(action, told, game)


def _taken_up(session: "Session", record: "Record", line: int, seed: int | None, log: "list[Event]") -> "Game":
    """The game after a line of a record, ready to play on with its own dice."""
    from ..record.keys import Seed, new_seed
    from ..record.recording import FORMAT, header_text
    from .game import Game

    past = record.lines[: line - 1]
    key = new_seed() if seed is None else Seed(whole("seed", seed))
    game = Game(session, key, [header_text(record.header | {"format": FORMAT}), *(one.text() for one in past)])
    if session.game.question() is not None:
        session.take_up(key.dice())
        game._recorder.take_up()
    game.log = list(log)
    return game


def verify(path: str | os.PathLike[str]) -> "Verdict":
    """Play a record again and check every die, event and hash; a Refusal names the first line that differs."""
    from ..record.reading import read_record
    from ..record.verifying import verify as verified

    return verified(read_record(path_of(path)))
