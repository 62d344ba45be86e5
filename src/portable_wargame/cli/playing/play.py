"""`pw play`: a battle at the terminal, recorded as it goes."""

import contextlib
import datetime
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

from cyclopts import Parameter

from ...ai.judgement.personalities import PERSONALITIES
from ...ai.opponents.players import LEVELS
from ...ai.opponents.standing_orders import ASK, HOLD, StandingOrders
from ...api.files import read_scenario
from ...consultation.throws_to_come import of_start
from ...game.errors import Refusal
from ...record.keys import ByHand, Seed, new_seed
from ...record.lines import Ruled
from ...record.reading import BadRecord, Record, by_hand, read_record
from ...record.reading import resume as take_up
from ...record.recording import Recorder, in_file, record_in
from ...record.session import Session
from ...scenario.model import Scenario
from ...scenario.setup import laid_out
from ...simulation.contest.battle_log import begun, taken_up
from ...simulation.contest.bots import Bot, refuse_secrets
from ...speech.results import result_sentence
from ...speech.sentences import event_sentence
from ..terminal import Terminal, in_shell
from .games import own_folder
from .opening import briefing, chosen, scenario_table
from .opponent import PLAYERS, invited, is_player, seated, with_bot, with_personality
from .sitting import Sitting
from .table_dice import TableDice

if TYPE_CHECKING:
    Named = str
    Temper = str
else:  # accepted on the command line and listed in its help
    Named = Literal[*PLAYERS, "bot"]
    Temper = Literal[tuple(PERSONALITIES)]
WhenHit = Literal["hold", "fall-back", "ask"]
Thrown = Literal["program", "ask"]

OR_ELSE = ", ".join(PLAYERS[:-2]) + f" or {PLAYERS[-2]}"
BESIDES = ("human", "sergeant")  # who plays the first side and the second by default


def play(
    name: Annotated[str | None, Parameter("SCENARIO")] = None,
    /,
    *,
    red: Named | None = None,
    blue: Named | None = None,
    seed: int | None = None,
    save: Path | None = None,
    resume: Path | None = None,
    personality: Temper | None = None,
    standing_orders: WhenHit = "ask",
    bot: str | None = None,
    dice: Thrown = "program",
) -> int:
    """
    Parameters
    ----------
    name
        A scenario from the library, or a scenario file. Leave it out to choose from a list.
    red
        Who plays the side `red`, or the first side if no side has that id.
    blue
        Who plays the side `blue`, or the second side if no side has that id.
    seed
        The same number gives the same dice.
    save
        Where to keep the record of the game. By default, a file in your data folder.
    resume
        Carry on with the game in this record.
    personality
        How the computer leads, from captain up: by a temper (steady to headlong), or as a commander with a name and
        habits of their own: General Brandt, Colonel Hazard, Old Marrow, Captain Reyes.
    standing_orders
        What your units do when a hit leaves them a choice, and after a close combat: hold (lose strength
        rather than ground), fall-back (give ground), or ask you each time.
    bot
        A program that speaks the engine protocol, to play a side: its command line, or NAME=command line. It plays the
        second side unless --red or --blue says `bot`.
    dice
        Who rolls: the program, or you at your own table (`ask`): it says what you are rolling for, and you
        type the faces.
    """
    console = Terminal()
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # gives input() a line editor and a history
    if resume is not None and (name is not None or save is not None):
        raise Refusal("--resume carries on with its own scenario in its own file: leave out the scenario and --save")
    if dice == "ask" and seed is not None:
        raise Refusal("--dice ask takes the dice from your table: leave out --seed")
    key = ByHand() if dice == "ask" else new_seed() if seed is None else Seed(seed)
    orders = StandingOrders(standing_orders, HOLD if standing_orders != ASK else ASK)
    manner = Manner(personality, orders, invited(bot) if bot is not None else None)
    wanted = seated((red, blue), manner.bot, resume is not None)
    try:
        if resume is not None:
            return _go_on(console, resume, wanted, key, manner)
        return _begin(console, name, wanted, key, save, manner)
    except EOFError:
        console.say("\nThe input ended before the battle began; nothing was saved.")
        return 0


Wanted = tuple[str | None, str | None]


@dataclass(frozen=True)
class Manner:
    """How the battle is played, apart from its players."""

    personality: str | None
    orders: StandingOrders
    bot: Bot | None

    def of(self, players: dict[str, str]) -> dict[str, str]:
        """The players; those from captain up have the requested personality."""
        return {side: with_personality(name, self.personality) for side, name in players.items()}


def _begin(
    console: Terminal, name: str | None, wanted: Wanted, key: Seed | ByHand, save: Path | None, manner: Manner
) -> int:
    scenario = read_scenario(name) if name is not None else _choose(console)
    if manner.bot is not None:
        refuse_secrets(scenario)
    _print_briefing(console, scenario)
    players = manner.of(_who_plays(console, scenario, wanted))
    _introduce(console, scenario, players)
    path = save or own_file(scenario.title)
    table_dice, table = _table_dice(console, key), laid_out(scenario)
    if table_dice is not None:
        table_dice.fetch(of_start(table), table.battle)
    session = Session(scenario, key.dice(), table)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sink = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise Refusal(f"{path} already exists; carry on with it (--resume), or choose another name") from None
    with sink:
        _take_hold(sink, path)
        recorder = record_in(sink, session, key, players)
        console.say(f"The game is recorded in {path}")
        course = begun(scenario, session)
        return Sitting(
            console, recorder, players, path, session.opening, [], manner.orders, course, manner.bot, table_dice
        ).run()


def _go_on(console: Terminal, path: Path, wanted: Wanted, key: Seed | ByHand, manner: Manner) -> int:
    try:
        opened = path.open("r+", encoding="utf-8")
    except FileNotFoundError:
        raise Refusal(f"{path}: no such record; pw games lists your saved games") from None
    with opened as sink:
        _take_hold(sink, path)
        record = read_record(str(path))
        key = ByHand() if by_hand(record) else key
        session = take_up(record, key)
        battle = session.game.battle
        result = session.state()["result"]
        if result is not None:
            names = {side.id: side.name for side in record.scenario.sides}
            ending = result_sentence(names, result, battle.field.places)
            raise Refusal(f"{path}: {ending}. Replay it with: pw replay {in_shell(path)}")
        if manner.bot is not None and any(isinstance(line, Ruled) for line in record.lines):
            raise Refusal(f"{path}: the umpire has overruled in this battle, and a bot can't follow that")
        _print_briefing(console, record.scenario)
        players = with_bot(manner.of(_players_of(record, wanted)), manner.bot)
        _introduce(console, record.scenario, players)
        told = [event for line in record.lines for event in line.events]
        log = [event_sentence(battle, event) for event in told]
        # A line half written when the program was killed is not part of the game.
        sink.seek(path.read_bytes().rfind(b"\n") + 1)
        sink.truncate()
        recorder = Recorder(session, key, in_file(sink, record.chain))
        recorder.take_up()
        console.say(f"The game continues in {path}")
        course = taken_up(record, session)
        return Sitting(
            console, recorder, players, path, [], log, manner.orders, course, manner.bot, _table_dice(console, key)
        ).run()


def _table_dice(console: Terminal, key: Seed | ByHand) -> TableDice | None:
    return TableDice(console, key) if isinstance(key, ByHand) else None


def _take_hold(sink: TextIO, path: Path) -> None:
    """Keep the record to ourselves while it is open: two writers would spoil it."""
    try:
        import fcntl
    except ImportError:
        return  # no lock on Windows leaves the file readable
    try:
        fcntl.flock(sink, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refusal(f"{path}: this game is open somewhere else; close it there first") from None
    except OSError:
        pass  # a file system without locks


def _print_briefing(console: Terminal, scenario: Scenario) -> None:
    title, *rest = briefing(scenario)
    console.say(title, "bold")
    for line in rest:
        console.say(line)


def _introduce(console: Terminal, scenario: Scenario, players: dict[str, str]) -> None:
    """Whom the computer plays, and how they lead."""
    for side in scenario.sides:
        level, _, temper = players[side.id].partition(":")
        if level in LEVELS:
            told = PERSONALITIES[temper].words if temper else LEVELS[level].words
            console.say(f"{side.name} ({level}): {told}.")


def _choose(console: Terminal) -> Scenario:
    console.print(scenario_table(console.width))
    while True:
        answer = console.ask("Which battle? (number, name or file) [1]:") or "1"
        try:
            return read_scenario(chosen(answer))
        except Refusal as refusal:
            console.say(str(refusal))


def _who_plays(console: Terminal, scenario: Scenario, wanted: Wanted) -> dict[str, str]:
    """Who plays each side, by the options or by the players' answers."""
    players = wanted_by_side([side.id for side in scenario.sides], wanted)
    for number, side in enumerate(scenario.sides):
        default = BESIDES[number]
        while side.id not in players:
            answer = console.ask(f"Who plays {side.name}: {OR_ELSE}? [{default}]:").lower() or default
            fitting = [player for player in PLAYERS if player.startswith(answer)]
            if fitting:
                players[side.id] = fitting[0]
            else:
                console.say(f"{answer!r} won't do: choose {OR_ELSE}.")
    return players


def wanted_by_side(ids: list[str], wanted: Wanted) -> dict[str, str]:
    """--red and --blue mean the sides with these ids; if there are none, the first and the second."""
    order = ids if set(ids) != {"red", "blue"} else ["red", "blue"]
    return {side: player for side, player in zip(order, wanted, strict=True) if player is not None}


def _players_of(record: Record, wanted: Wanted) -> dict[str, str]:
    ids = [side.id for side in record.scenario.sides]
    recorded: Any = record.header.get("players")
    players = {side: recorded.get(side, "human") if isinstance(recorded, dict) else "human" for side in ids}
    for side, player in players.items():
        if not is_player(player):
            raise BadRecord(f"{record.name}:1: {side} is played by {player!r}; it must be {OR_ELSE}")
    return players | wanted_by_side(ids, wanted)


def own_file(title: str) -> Path:
    """A new file in the user's data folder, named by date and scenario."""
    folder = own_folder()
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "battle"
    stem = f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}-{plain[:60]}"
    path = folder / f"{stem}.pwg"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}.pwg"
        number += 1
    return path
