"""The hall: all tables of the server. Games are made here, read from the store on demand, and put back when idle."""

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Collection

from ...ai.opponents.personalities import PERSONALITIES
from ...ai.opponents.players import LEVELS
from ...game.errors import Refusal
from ...record.keys import Key, Seed
from ...record.lines import Start, TakenUp
from ...record.reading import BadRecord, Record, parse_record, replay
from ...record.recording import header, header_text
from ...record.verifying import verify
from ...scenario.model import Scenario
from ...scenario.reading import read_tree
from ...speech.trees import Sent
from ..edge.metrics import metrics
from ..edge.push import Knocker
from ..games.boards import Boards
from ..games.keeper import timestamp
from ..games.match import Match, opening
from ..games.permission import NotAllowed
from ..games.sealing import Seal
from ..games.seats import hashed, held, new_token, plain
from ..store.base import HOUR, LONGEST_SILENCE, Attendance, Line, Store, Stored, StoreFailed
from ..store.columns import Beside, Clock, Orders, Seat, Watching
from ..wire.documents import Computer, GameCard, GameMade, NewGame
from ..wire.lobby import Shelf
from . import clocks
from .driver import BETWEEN_TRIES
from .joining import player_told
from .table import Table

UNREADABLE = (
    "this battle cannot go on here: what was kept of it is not as the rules of this server have it. Whoever runs the "
    "server finds more in its log, and can open the battle with the version that it was fought with; its players can "
    "save what was kept"
)
A_FEW = 20  # games that may be thrown away at once unasked
IDLE_TABLES = 32  # tables without clients that are kept ready

log = logging.getLogger(__name__)


class Hall:
    def __init__(self, store: Store, shelf: Shelf, knocker: Knocker | None = None) -> None:
        self.store = store
        self.shelf = shelf
        self.knocker = knocker
        self.name = secrets.token_hex(8)  # among the servers on the same store
        self.tables: dict[str, Table] = {}  # the one used last comes last
        self.opening: dict[str, asyncio.Task[Table]] = {}
        self.boards = Boards()

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
        try:
            match = await asyncio.to_thread(Match, self.store, stored, self.boards)
        except Exception:
            log.exception("a game cannot be read")
            raise NotAllowed("unreadable", UNREADABLE) from None
        table = self.tables[game] = Table(match, self.knocker)
        # From now on news of the game are heard; those that came while it was read were not.
        await table.catch_up()
        return table

    async def record(self, game: str, tokens: list[str]) -> str:
        """The record as the holder of the tokens may have it; what cannot be read any more is for its players alone."""
        try:
            match = (await self.table(game)).match
        except NotAllowed as refusal:
            stored = await self.store.load(game) if refusal.code == "unreadable" else None
            if stored is None or not held(stored.seats, tokens):
                raise
            return disclosed(stored.lines)
        return match.record(match.sides_of(tokens))

    async def listen(self) -> None:
        """Hear what other servers on the same store have done, and bring our tables up to it."""
        async for revisions in self.store.news(self.tables.keys):
            behind = [
                self._catch_up(game, revision)
                for game, revision in revisions.items()
                if game in self.tables and self.tables[game].match.kept.revision < revision
            ]
            await asyncio.gather(*behind, return_exceptions=True)

    async def _catch_up(self, game: str, revision: int) -> None:
        """A store tells of a change once: if it cannot be read just now, it is tried again."""
        while game in self.tables:
            try:
                await self.tables[game].catch_up(revision)
                return
            except StoreFailed:
                metrics.count("store_failures_total")
                await asyncio.sleep(BETWEEN_TRIES)

    async def attend(self) -> None:
        """Once a second, tell the other servers on the same store who is here, and hear who is there."""
        said: Attendance = {}
        moment = 0.0
        while True:
            await asyncio.sleep(1)
            here = {game: table.here() for game, table in self.tables.items() if table.clients}
            # A server that is quiet for long is taken to be gone.
            is_new = here != said or (here and time.monotonic() - moment > LONGEST_SILENCE / 3)
            with contextlib.suppress(StoreFailed):
                elsewhere = await self.store.attend(self.name, here if is_new else None)
                said, moment = (here, time.monotonic()) if is_new else (said, moment)
                for game, table in self.tables.items():
                    table.hear_of(elsewhere.get(game, []))

    def _clear(self) -> None:
        idle = [game for game, table in self.tables.items() if not table.clients and not table.changes]
        for game in idle[: max(0, len(idle) - IDLE_TABLES)]:
            del self.tables[game]

    async def clear_out(self, days: int) -> None:
        while True:
            with contextlib.suppress(StoreFailed):
                await self.store.live()
                await self.throw_away(days)
            await asyncio.sleep(HOUR)

    async def throw_away(self, days: int) -> None:
        """The games that nobody has touched for so many days of the server's life, if they are a few. If there are
        more, something may be wrong, and somebody has to say yes."""
        number = await self.store.untouched(days * 24)
        if number > A_FEW:
            log.warning("%d games have lain untouched for %d days; `pw forget` throws them away", number, days)
        elif number:
            await self.store.forget(days * 24)
            log.warning("%d games were thrown away: nobody had touched them for %d days", number, days)

    async def close(self) -> None:
        for table in self.tables.values():
            await table.close()
        with contextlib.suppress(StoreFailed):
            await self.store.attend(self.name, {})

    # -- making games

    async def make(self, wanted: NewGame) -> GameMade:
        if wanted.play_on is not None:
            if wanted.scenario is not None:
                raise Refusal("a game has either a scenario or a step to play on from, not both")
            return await self._play_on(wanted)
        game = secrets.token_urlsafe(12)
        return await self._keep(wanted, game, *await asyncio.to_thread(self._begin, wanted, game))

    def _begin(self, wanted: NewGame, game: str) -> tuple[dict[str, Seat], Seed | Key, list[Line]]:
        """The commitment to the dice; and the start of the battle, if nobody's nonce is wanted for it."""
        board = self.boards.of_scenario(scenario_of(wanted.scenario, wanted.options, wanted.house_rules, self.shelf))
        players = players_of(wanted, [side.id for side in board.scenario.sides])
        key = key_of(wanted, game)
        first = header(board.scenario, {side: seat.kind() for side, seat in players.items()}, key, board.tree)
        seal = Seal(key.sealed(), [side for side, seat in players.items() if seat.level is None], 0)
        beside = Beside(at=timestamp())
        lines = [Line(header_text(first), beside)]
        if not seal.wanted():
            _, start = opening(board, seal, key.tree())
            lines.append(Line(start.text(), beside))
        return players, key, lines

    async def _play_on(self, wanted: NewGame) -> GameMade:
        """A new game with the same past and other dice: the old game's key stays its own."""
        assert wanted.play_on is not None
        if wanted.options is not None or wanted.house_rules is not None:
            raise Refusal("a battle that has begun keeps its rules: leave out options and house-rules")
        match = (await self.table(wanted.play_on.game)).match
        sides = match.sides_of([wanted.play_on.token] if wanted.play_on.token is not None else [])
        chronicle = match.chronicle
        number = chronicle.sight(sides).step_at(wanted.play_on.seq)
        if chronicle.steps[number].game.question() is None:
            raise NotAllowed("over", "the battle is over at that step: there is nothing left to play")
        secret = [one for one in chronicle.undisclosed() if one <= number and chronicle.steps[one].side not in sides]
        if secret:
            raise NotAllowed("not-yours", "the other side's orders are still its secret: play on from an earlier step")
        players = players_of(wanted, list(match.kept.seats))
        first = chronicle.header | {"players": {side: seat.kind() for side, seat in players.items()}}
        game = secrets.token_urlsafe(12)
        key = key_of(wanted, game)
        past = match.kept.lines[1 : chronicle.steps[number].line + 1]
        beside = Beside(at=timestamp())
        lines = [Line(header_text(first), beside), *past, Line(TakenUp(sealed=key.sealed()).text(), beside)]
        return await self._keep(wanted, game, players, key, lines)

    async def open_record(self, text: str) -> GameMade:
        """A record that somebody brings along, to be looked at; BadRecord names the first line that is wrong."""
        record = await asyncio.to_thread(looked_through, text)
        beside = Beside(at=timestamp())
        texts = [header_text(record.header), *(line.text() for line in record.lines)]
        lines = [Line(text, beside) for text in texts]
        nobody = {side.id: Seat() for side in record.scenario.sides}
        return await self._keep(NewGame(), secrets.token_urlsafe(12), nobody, Seed(0), lines, replay=True)

    async def _keep(
        self,
        wanted: NewGame,
        game: str,
        players: dict[str, Seat],
        key: Seed | Key,
        lines: list[Line],
        replay: bool = False,
    ) -> GameMade:
        tokens = {side: new_token() for side in players}
        for side in wanted.orders:
            check_side("orders", side, players)
        stored = Stored(
            id=game,
            seats={side: hashed(token) for side, token in tokens.items()},
            players=players,
            orders={side: Orders(orders.when_hit, orders.when_won) for side, orders in wanted.orders.items()},
            secret=key.tree(),
            replay=replay,
            lines=lines,
            clock=Clock(wanted.clock.per, wanted.clock.seconds) if wanted.clock is not None else None,
            spectators=Watching(none=not wanted.spectators),
        )
        await self.store.create(stored)
        metrics.count("games_made_total")
        human = {side: token for side, token in tokens.items() if players[side].level is None}
        return GameMade(game=game, seats=human, commitment=key.sealed()["commitment"])


def key_of(wanted: NewGame, game: str) -> Seed | Key:
    return Key(game) if wanted.seed is None else Seed(wanted.seed)


def looked_through(text: str) -> Record:
    record = parse_record(text, "the record")
    first = next(replay(record), None)
    if first is None or not isinstance(first.line, Start):
        raise BadRecord("the record ends before the battle begins")
    verify(record)
    return record


def scenario_of(
    wanted: str | Sent | None,
    options: list[str] | None,
    house_rules: dict[str, str] | None,
    shelf: Shelf,
) -> Scenario:
    """A scenario by its name or as a tree, with the options and house rules that were chosen for it."""
    if wanted is None:
        raise Refusal("a game needs a scenario: a name of the library, or the tree of one")
    if isinstance(wanted, str) and options is None and house_rules is None:
        return shelf.load(wanted)
    tree = shelf.tree(wanted) if isinstance(wanted, str) else dict(wanted)
    if options is not None:
        tree["options"] = options
    if house_rules is not None:
        tree["house-rules"] = house_rules
    return read_tree(tree)


def players_of(wanted: NewGame, sides: list[str]) -> dict[str, Seat]:
    """By side, in the order of the scenario: who plays it. One seat at least is a person's, who then owns the game."""
    for side in wanted.names:
        check_side("names", side, sides)
    for side, wish in wanted.seats.items():
        check_side("seats", side, sides)
        if isinstance(wish, Computer) and wish.level not in LEVELS:
            raise Refusal(f"seats: there is no level {wish.level!r}; there are {', '.join(LEVELS)}")
        if isinstance(wish, Computer) and wish.personality not in PERSONALITIES:
            known = ", ".join(PERSONALITIES)
            raise Refusal(f"seats: there is no personality {wish.personality!r}; there are {known}")
    people = [side for side in sides if not isinstance(wanted.seats.get(side), Computer)]
    owner = wanted.owner or (people[0] if people else None)
    if owner is not None and owner not in people:
        raise Refusal(f"owner: {owner!r} is no person's side; there are {' and '.join(people) or 'none'}")
    seats: dict[str, Seat] = {}
    for side in sides:
        chosen = wanted.seats.get(side)
        if isinstance(chosen, Computer):
            seats[side] = Seat(chosen.level, chosen.personality)
        else:
            seats[side] = Seat(name=plain(wanted.names.get(side, "")), owner=side == owner)
    return seats


def check_side(what: str, side: str, sides: Collection[str]) -> None:
    if side not in sides:
        raise Refusal(f"{what}: there is no side {side!r}; there are {' and '.join(sides)}")


def card(match: Match, tokens: list[str]) -> GameCard:
    """What the list of games to continue says of one."""
    sides = match.sides_of(tokens)
    chronicle = match.chronicle
    sight = chronicle.sight(sides)
    state = sight.state(len(chronicle.steps) - 1)[0] if chronicle.has_begun() else None
    result = state["result"] if state is not None else None
    return GameCard(
        game=match.id,
        yours=[match.sides[side] for side in sides],
        title=chronicle.scenario.title,
        book=chronicle.scenario.ruleset,
        players={side: player_told(seat) for side, seat in zip(match.sides, match.players, strict=True)},
        sides={side.id: side.name for side in chronicle.scenario.sides},
        names={side: seat.name for side, seat in zip(match.sides, match.players, strict=True) if seat.name},
        turn=state["turn"] if state is not None else 0,
        phase=state["phase"] if state is not None else "waiting",
        decides=state["decides"] if state is not None else None,
        waits_for=match.waits_for(),
        winner=result["winner"] if result is not None else None,
        over=result is not None,
        replay=match.replay,
        seq=sight.seq,
        clock=clocks.told(match),
        created=match.created,
        changed=(chronicle.steps[sight.seen[-1]].at if sight.seen else "") or match.created,
    )


def disclosed(lines: list[Line]) -> str:
    """A record that cannot be read, without its end if that may be somebody's secret orders: they have no events."""
    end = len(lines)
    while end > 0 and is_order(lines[end - 1].text):
        end -= 1
    return "".join(f"{line.text}\n" for line in lines[:end])


def is_order(text: str) -> bool:
    try:
        tree = json.loads(text)
    except ValueError:
        return False
    return isinstance(tree, dict) and not tree.get("events") and ("action" in tree or "undo" in tree)
