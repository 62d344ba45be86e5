"""The hall: all tables of the server. Games are made here, read from the store on demand, and put back when idle."""

import asyncio
import io
import json
import secrets
from typing import Any

import msgspec

from ..ai.personalities import PERSONALITIES
from ..game.errors import Refusal
from ..record.recording import BadRecord, Key, Record, Recorder, new_key, parse_record, replay
from ..record.session import Session
from ..scenario.reading import read_tree
from ..scenario.scenario import Scenario
from ..scenario.writing import tree as scenario_tree
from .documents import Computer, GameCard, GameMade, NewGame
from .lobby import Shelf
from .match import Match, NotAllowed, Seat
from .messages import Player
from .seats import hashed, new_token
from .store import Line, Store, Stored
from .table import Table

IDLE_TABLES = 32  # tables without clients that are kept ready


class Hall:
    def __init__(self, store: Store, shelf: Shelf) -> None:
        self.store = store
        self.shelf = shelf
        self.tables: dict[str, Table] = {}  # the one used last comes last
        self.opening: dict[str, asyncio.Task[Table]] = {}

    async def table(self, game: str) -> Table:
        """The table of a game; NotAllowed if there is no such game."""
        found = self.tables.pop(game, None)
        if found is None or found.match.broken:
            if game not in self.opening:
                self.opening[game] = asyncio.create_task(self._open(game))
                self.opening[game].add_done_callback(lambda _: self.opening.pop(game))
            found = await asyncio.shield(self.opening[game])
        self.tables[game] = found
        self._clear()
        return found

    async def _open(self, game: str) -> Table:
        stored = await self.store.load(game)
        if stored is None:
            raise NotAllowed("no-game", "there is no such game here")
        table = self.tables[game] = Table(await asyncio.to_thread(Match, self.store, stored))
        # From now on news of the game are heard; those that came while it was read were not.
        await table.catch_up((await self.store.revisions([game])).get(game, 0))
        return table

    async def listen(self) -> None:
        """Hear what other servers on the same store have done, and bring our tables up to it."""
        async for revisions in self.store.news(self.tables.keys):
            behind = [
                self.tables[game].catch_up(revision)
                for game, revision in revisions.items()
                if game in self.tables and self.tables[game].match.kept.revision < revision
            ]
            # What the store refuses now, it will tell of again.
            await asyncio.gather(*behind, return_exceptions=True)

    def _clear(self) -> None:
        idle = [game for game, table in self.tables.items() if not table.clients]
        for game in idle[: max(0, len(idle) - IDLE_TABLES)]:
            del self.tables[game]

    async def close(self) -> None:
        for table in self.tables.values():
            await table.close()

    # -- making games

    async def make(self, wanted: NewGame) -> GameMade:
        if wanted.play_on is not None:
            if wanted.scenario is not None:
                raise Refusal("a game has either a scenario or a step to play on from, not both")
            return await self._play_on(wanted)
        return await self._keep(wanted, *await asyncio.to_thread(self._begin, wanted))

    def _begin(self, wanted: NewGame) -> tuple[dict[str, Seat], Key, list[Line]]:
        scenario = scenario_of(wanted.scenario, wanted.options, wanted.house_rules, self.shelf)
        players = players_of(wanted, [side.id for side in scenario.sides])
        key = new_key() if wanted.seed is None else Key(wanted.seed)
        sink = io.StringIO()
        Recorder(Session(scenario, key.dice()), key, sink).begin({side: seat.name() for side, seat in players.items()})
        lines = [Line(text, {}) for text in sink.getvalue().splitlines()]
        return players, key, lines

    async def _play_on(self, wanted: NewGame) -> GameMade:
        """A new game with the same past and other dice: the old game's key stays its own."""
        assert wanted.play_on is not None
        if wanted.options is not None or wanted.house_rules is not None:
            raise Refusal("a battle that has begun keeps its rules: leave out options and house-rules")
        match = (await self.table(wanted.play_on.game)).match
        sides = match.sides_of([wanted.play_on.token] if wanted.play_on.token is not None else [])
        number = match.step_at(sides, wanted.play_on.seq)
        if match.steps[number].game.question() is None:
            raise NotAllowed("over", "the battle is over at that step: there is nothing left to play")
        secret = [one for one in match.undisclosed() if one <= number and match.steps[one].side not in sides]
        if secret:
            raise NotAllowed("not-yours", "the other side's orders are still its secret: play on from an earlier step")
        players = players_of(wanted, list(match.seats))
        header = match.header | {"players": {side: seat.name() for side, seat in players.items()}}
        key = new_key() if wanted.seed is None else Key(wanted.seed)
        taken_up = {"resumed": True, "dice": {"commitment": key.commitment()}}
        lines = [Line(_compact(header), {}), *match.past(number), Line(_compact(taken_up), {})]
        return await self._keep(wanted, players, key, lines)

    async def open_record(self, text: str) -> GameMade:
        """A record that somebody brings along, to be looked at; BadRecord names the first line that is wrong."""
        record = await asyncio.to_thread(looked_through, text)
        ids = [side.id for side in record.scenario.sides]
        lines = [Line(_compact(tree), {}) for tree in (record.header, *(line.tree for line in record.lines))]
        return await self._keep(NewGame(), {side: Seat() for side in ids}, Key(0), lines, replay=True)

    async def _keep(
        self, wanted: NewGame, players: dict[str, Seat], key: Key, lines: list[Line], replay: bool = False
    ) -> GameMade:
        tokens = {side: new_token() for side in players}
        for side in wanted.orders:
            if side not in players:
                raise Refusal(f"orders: there is no side {side!r}; there are {' and '.join(players)}")
        stored = Stored(
            id=secrets.token_urlsafe(12),
            seats={side: hashed(token) for side, token in tokens.items()},
            players={side: seat.tree() for side, seat in players.items()},
            orders={side: msgspec.structs.asdict(orders) for side, orders in wanted.orders.items()},
            secret=key.tree(),
            replay=replay,
            lines=lines,
        )
        await self.store.create(stored)
        human = {side: token for side, token in tokens.items() if players[side].level is None}
        return GameMade(game=stored.id, seats=human)


def looked_through(text: str) -> Record:
    record = parse_record(text, "the record")
    if not sum(1 for _ in replay(record)):
        raise BadRecord("the record ends before the battle begins")
    return record


def scenario_of(
    wanted: str | dict[str, Any] | None,
    options: list[str] | None,
    house_rules: dict[str, str] | None,
    shelf: Shelf,
) -> Scenario:
    """A scenario by its name or as a tree, with the options and house rules that were chosen for it."""
    if wanted is None:
        raise Refusal("a game needs a scenario: a name of the library, or the tree of one")
    tree = scenario_tree(shelf.load(wanted)) if isinstance(wanted, str) else dict(wanted)
    if options is not None:
        tree["options"] = options
    if house_rules is not None:
        tree["house-rules"] = house_rules
    return read_tree(tree)


def players_of(wanted: NewGame, sides: list[str]) -> dict[str, Seat]:
    """By side, in the order of the scenario: who plays it. One seat at least is a person's, who then owns the game."""
    for side, wish in wanted.seats.items():
        if side not in sides:
            raise Refusal(f"seats: there is no side {side!r}; there are {' and '.join(sides)}")
        if isinstance(wish, Computer) and wish.personality not in PERSONALITIES:
            known = ", ".join(PERSONALITIES)
            raise Refusal(f"seats: there is no personality {wish.personality!r}; there are {known}")
    seats: dict[str, Seat] = {}
    for side in sides:
        wish = wanted.seats.get(side, "human")
        seats[side] = Seat(wish.level, wish.personality) if isinstance(wish, Computer) else Seat()
    return seats


def player_told(seat: Seat) -> Player:
    if seat.level is None:
        return Player(kind="human")
    return msgspec.convert({"kind": "computer", "level": seat.level, "personality": seat.personality}, Player)


def card(match: Match, tokens: list[str]) -> GameCard:
    """What the list of games to continue says of one."""
    sides = match.sides_of(tokens)
    now = match.now(sides)
    ids = match.game.battle.roster.side_ids
    result: dict[str, Any] = now.state["result"] or {}
    return GameCard(
        game=match.id,
        title=match.scenario.title,
        book=match.scenario.ruleset,
        players={side: player_told(seat) for side, seat in zip(ids, match.players, strict=True)},
        sides=dict(zip(ids, match.game.battle.roster.side_names, strict=True)),
        turn=now.state["turn"],
        phase=now.state["phase"],
        decides=now.state["decides"],
        winner=result.get("winner"),
        over=bool(result),
        replay=match.replay,
        seq=now.seq,
        created=match.created,
        changed=match.kept.changed,
    )


def _compact(tree: dict[str, Any]) -> str:
    return json.dumps(tree, separators=(",", ":"))
