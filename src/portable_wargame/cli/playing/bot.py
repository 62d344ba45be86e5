"""`pw bot`: an outside program takes a seat in a game on a server, by the link that a player would open."""

import json
import re
import secrets
import urllib.error
import urllib.request
from typing import Any

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ...ai.opponents.players import BRAKE
from ...game.actions import Action
from ...game.dice import Dice, LaidOut
from ...game.errors import Refusal
from ...record.elsewhere import followed
from ...record.keys import new_nonce
from ...record.lines import Start
from ...record.reading import Record, parse_record
from ...record.session import Session
from ...rules.fire.artillery import DECLARE_BOMBARDMENTS
from ...simulation.contest.battle_log import BattleLog, Deed, taken_up
from ...simulation.contest.bots import Bot
from ...speech.notation import action_to_tree
from ..terminal import Terminal
from .opponent import invited

LINK = re.compile(r"(?P<server>https?://[^#?\s]*/)#/seat/(?P<game>[\w-]+)/(?P<token>[\w-]{22,64})/?")
LONGEST_NAME = 40
SECONDS = 30  # seconds to wait for the server's answer
COME_BACK = 1012  # a close code: come back once the game has been read again from the store
Tree = dict[str, Any]


def bot(link: str, /, *, bot: str, ms: int = BRAKE) -> int:
    """
    Parameters
    ----------
    link
        The link for a seat, as the page gives it: http://HOST/#/seat/ID/TOKEN. It opens the seat once.
    bot
        A program that speaks the engine protocol: its command line, or NAME=command line.
    ms
        The longest it may take over one decision, in milliseconds.
    """
    found = LINK.fullmatch(link)
    if found is None:
        raise Refusal("that is not the link for a seat, which looks like http://HOST/#/seat/ID/TOKEN")
    if ms < 1:
        raise Refusal("--ms must be 1 or more")
    player = invited(bot)
    console = Terminal()
    seat = Seat(found["server"], found["game"], found["token"], player, ms)
    try:
        result = seat.play(console)
    except (OSError, WebSocketException, TimeoutError) as problem:
        raise Refusal(f"{found['server']}: {problem}") from None
    finally:
        player.dismiss()
    console.say(f"The battle is over: {result['reason']}.")
    return 0


class Seat:
    """One bot at one seat, from sitting down to the end of the battle."""

    def __init__(self, server: str, game: str, token: str, bot: Bot, milliseconds: int) -> None:
        self.server = server
        self.game = game
        self.token = token
        self.bot = bot
        self.milliseconds = milliseconds
        self.side = ""
        self.now: Tree | None = None  # None before the battle has begun
        self.number = 0
        self.told: list[Deed] = []  # the deeds that the bot has heard
        self.socket: ClientConnection | None = None

    def play(self, console: Terminal) -> Tree:
        """Play to the end of the battle; returns how it ended."""
        has_sat_down = False
        while True:
            address = f"{re.sub('^http', 'ws', self.server)}api/games/{self.game}"
            with connect(address, open_timeout=SECONDS, max_size=None) as self.socket:
                try:
                    self.ask("join", tokens=[self.token])
                    if not has_sat_down:
                        self.sit_down()
                        has_sat_down = True
                        console.say(f"{self.bot.name} has taken command of {self.side}.")
                    while self.now is None or self.now["question"] is not None:
                        if self.now is not None and self.now["question"]["side"] == self.side:
                            self.act()
                        else:
                            self.hear(None)
                    result: Tree = self.now["state"]["result"]
                    return result
                except ConnectionClosed as closed:
                    if closed.rcvd is None or closed.rcvd.code != COME_BACK:
                        raise

    def sit_down(self) -> None:
        """Sit down with a token of our own, so that the sender of the link can't see our orders, and with a name."""
        token = secrets.token_urlsafe(24)
        self.ask("reissue", side=self.side, token=token)
        self.token = token
        self.ask("name", side=self.side, name=self.bot.name[:LONGEST_NAME])

    def act(self) -> None:
        """Ask the bot, and do what it says."""
        assert self.now is not None
        course = known(self.record(), self.side)
        if course.deeds[: len(self.told)] != self.told:
            self.bot.start_over()  # something was taken back, or an earlier secret has come to light
        action = self.bot.choose(course, self.milliseconds)
        self.told = course.deeds
        if action is None:
            raise Refusal(f"{self.bot.name} has failed: {self.bot.trouble}. It keeps its seat")
        self.ask("act", seq=self.now["seq"], action=action_to_tree(course.session.game.battle, action))

    def record(self) -> Record:
        wanted = urllib.request.Request(
            f"{self.server}api/games/{self.game}/record", headers={"Authorization": f"Bearer {self.token}"}
        )
        try:
            with urllib.request.urlopen(wanted, timeout=SECONDS) as answer:
                return parse_record(answer.read().decode("utf-8"), self.game)
        except urllib.error.HTTPError as problem:
            raise Refusal(f"{self.server} will not hand over the record: {problem.reason}") from None

    def ask(self, kind: str, **words: Any) -> None:
        """Send a request, and take in everything up to its reply; a refusal becomes one of ours."""
        assert self.socket is not None
        self.number += 1
        asked = self.number
        self.socket.send(json.dumps({"type": kind, "id": asked, **words}))
        while True:
            reply = self.hear(SECONDS)
            if reply.get("id") == asked:
                break
        if reply["type"] == "refused" and reply["code"] != "stale":
            raise Refusal(f"{self.server} refuses to {kind}: {reply['message']}")

    def hear(self, seconds: float | None) -> Tree:
        assert self.socket is not None
        message: Tree = json.loads(self.socket.recv(timeout=seconds))
        if message["type"] in ("waiting", "joined"):
            if not message["sides"]:
                raise Refusal("that link no longer opens a seat: it has been used, or replaced")
            self.side = message["sides"][0]
        if message["type"] in ("joined", "step"):
            self.now = message["now"]
        if "around" in message and self.side in message["around"]["dice"]["wanted"]:
            self.number += 1
            self.socket.send(json.dumps({"type": "nonce", "id": self.number, "side": self.side, "nonce": new_nonce()}))
        return message


def known(record: Record, side: str) -> BattleLog:
    """The course of a battle as a side knows it, with a session at the point where the side is asked.

    The record leaves out bombardments that the enemy keeps secret: in it the enemy has ordered none, and is done.
    """
    course = taken_up(record, Session(record.scenario, Dice(LaidOut(opening_of(record), 0).die)))
    start = course.session
    session = start
    battle = start.game.battle
    for deed in course.deeds:
        session, _ = followed(session, action_to_tree(battle, deed.action), deed.dice, [])
    if session.game.question() is DECLARE_BOMBARDMENTS and session.decides() != side:
        enemy = session.game.decider()
        session, _ = followed(session, {"do": "done"}, [], [])
        course.deeds.append(Deed(enemy, Action("done"), []))
    course.session = session
    return course


def opening_of(record: Record) -> list[int]:
    return next((list(line.thrown) for line in record.lines if isinstance(line, Start)), [])
