"""Bots from outside: programs that speak the engine protocol and are asked for their best action.

A bot follows the battle in a game of its own: it hears how it begins, and then each action once with the dice that fell
(`course`). A bot that does not say in its `hello` that it takes dice hears the battle again from the beginning whenever
dice have fallen. It never hears about dice to come, nor about the enemy's secret artillery targets. A bot that hangs,
breaks off, talks nonsense or tries something illegal has lost; `trouble` says why.
"""

import contextlib
import json
import os
import queue
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...ai.opponents.players import LEVELS
from ...game.actions import Action
from ...game.errors import Refusal
from ...record.session import Session
from ...scenario.model import Scenario
from ...scenario.writing import tree
from ...speech.notation import action_from_tree, action_to_tree
from ...speech.trees import Json, Sent
from .battle_log import BattleLog, Teller, declared, done, secret_guns

GOODBYE = 1.0  # second that it has to end by itself
BOT_SECONDS = 10.0  # seconds for an answer, beyond its thinking time
NEEDED = {"play-dice", "play-orders"}  # features of a bot that never needs to hear anything twice
BOT = "bot:"  # in front of a bot's name as a player
NAMED = re.compile(r"(?:([A-Za-z0-9][A-Za-z0-9_.-]{0,23})=)?(.*)", re.DOTALL)
LONGEST_NAME = 24


def parted(entry: str) -> tuple[str, str]:
    """The name and the command line of a bot, from `name=command`. A bot without a name gets the end of its command,
    which tells it from others in the same language."""
    name, command = NAMED.fullmatch(entry.removeprefix(BOT)).groups()  # type: ignore[union-attr]  # it fits everything
    if name:
        return name, command
    return (command if len(command) <= LONGEST_NAME else f"...{command[3 - LONGEST_NAME :]}"), command


def is_bot(player: str) -> bool:
    return player.startswith(BOT)


def refuse_what_cannot_be_started(entry: str) -> None:
    """Before any battle is fought: a missing bot would lose them all."""
    name, command = parted(entry)
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise Refusal(f"--bot {command!r} is not a command line: {str(problem).lower()}") from None
    if not words:
        raise Refusal('--bot is a command, such as: --bot "python examples/bot.py"')
    if name in (*LEVELS, "human"):
        raise Refusal(f"a bot cannot be called {name!r}: that name is taken")
    if shutil.which(words[0], path=search_path()) is None:
        raise Refusal(f"--bot {command!r} cannot be started: there is no program {words[0]!r}")


def search_path() -> str:
    """Where a bot looks for programs: in the usual places and, last, in our own folder, so that it finds `pw`."""
    return os.pathsep.join((os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)))


def introduced(entry: str, seconds: float = BOT_SECONDS) -> str:
    """The entry with the name that the bot gives itself, if nobody else has given it one."""
    if NAMED.fullmatch(entry)[1]:  # type: ignore[index]  # it fits everything
        return entry
    bot = Bot(entry, seconds)
    try:
        bot.greet()
    except (OSError, Refusal):
        return entry
    finally:
        bot.dismiss()
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", bot.name).strip("-.")[:LONGEST_NAME]
    return f"{plain}={entry}" if plain and plain not in (*LEVELS, "human") else entry


def refuse_secrets(scenario: Scenario) -> None:
    """A bot follows a battle with its own engine, which has to hear about every placement."""
    hides = any(unit.hidden for side in scenario.sides for unit in side.units)
    if hides or scenario.secret_deployment:
        raise Refusal(f"{scenario.title}: this battle has secret deployment, and a bot would be told where units are")


class Bot:
    """One program for one battle."""

    def __init__(self, entry: str, seconds: float = BOT_SECONDS) -> None:
        self.name, self.command = parted(entry)
        self.seconds = seconds
        self.trouble = ""
        self.intent = ""  # its intent, if it gives one
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str] = queue.Queue()  # its lines; an empty line when it has ended
        self.teller: Teller | None = None  # for a bot that hears everything once
        self.is_met = False
        self.shown = 0  # actions heard by the other kind of bot
        self.dice = -1  # and dice

    def choose(self, course: BattleLog, milliseconds: int) -> Action | None:
        """Its answer to the waiting decision; None if it fails: `trouble` then says how."""
        session = course.session
        try:
            if not self.is_met:
                self.meet(session.game.decider())
            if self.teller is not None:
                self.keep_informed(course, self.teller)
            else:
                self.tell_again(course)
            reply = self.ask(milliseconds / 1000, cmd="best", ms=milliseconds)
            action = self.legal(session, reply.get("action"))
        except (OSError, ValueError, Refusal) as problem:
            self.trouble = str(problem)
            return None
        self.intent = reply["intent"] if isinstance(reply.get("intent"), str) else ""
        return session.game.settle(action)

    def meet(self, side: int) -> None:
        """Find out what it can do. A bot that breaks at the question is started again, and not asked."""
        self.is_met = True
        try:
            if self.greet() >= NEEDED:
                self.teller = Teller(side)
        except Refusal:
            self.dismiss()
            self.process = None
            self.lines = queue.Queue()

    def greet(self) -> set[str]:
        """Its features, by its answer to `hello`; it may give its name as well."""
        self.tell({"cmd": "hello"})
        reply = self.heard("hello", 0.0)
        if not isinstance(reply, dict):
            raise Refusal(f"it answered {str(reply)[:200]} to hello")
        if isinstance(reply.get("name"), str) and reply["name"]:
            self.name = reply["name"]
        features = reply.get("features")
        return {one for one in features if isinstance(one, str)} if isinstance(features, list) else set()

    def start_over(self) -> None:
        """Let it hear the battle from the beginning: what it knows is out of date."""
        self.shown, self.dice = 0, -1
        if self.teller is not None:
            self.teller = Teller(self.teller.side)

    def keep_informed(self, course: BattleLog, teller: Teller) -> None:
        """Tell it what has happened since it was last asked."""
        if self.shown == 0:
            self.ask(cmd="new", scenario=tree(course.scenario), dice=course.opening)
            self.shown = 1
        for request in teller.news(course):
            self.ask(**request)

    def legal(self, session: Session, wanted: Any) -> Action:
        """The action it wants. If that is illegal, we tell it so and it has lost."""
        try:
            action = action_from_tree(session.game.battle, wanted)
            reasons = session.game.why_not(action)
            if reasons:
                raise Refusal("; ".join(reason.text for reason in reasons))
        except Refusal as refusal:
            self.tell({"ok": False, "error": {"code": "illegal", "message": str(refusal)}})
            raise Refusal(f"it tried something illegal, {json.dumps(wanted)[:200]}: {refusal}") from None
        return action

    def tell_again(self, course: BattleLog) -> None:
        """Bring a bot that takes no dice up to date: once dice have fallen, it begins again with those laid out."""
        session = course.session
        battle = session.game.battle
        side = session.game.decider()
        secret = secret_guns(course, side)
        first = declared(course, secret)
        told = [
            deed.action for number, deed in enumerate(course.deeds) if number < first or deed.action.unit not in secret
        ]
        dice = course.dice()
        if secret or self.dice != len(dice) or self.shown > len(told):
            self.ask(cmd="new", scenario=tree(course.scenario), dice=dice)
            self.shown = 0
        for action in told[self.shown :]:
            self.ask(cmd="play", action=action_to_tree(battle, action))
        if secret and self.who_decides() != battle.roster.side_ids[side]:
            self.ask(cmd="play", action=done()["action"])
        self.shown = len(told)
        self.dice = -1 if secret else len(dice)

    def who_decides(self) -> Any:
        """Who decides in its own game."""
        state = self.ask(cmd="state").get("state")
        if not isinstance(state, dict):
            raise Refusal("it answered state without a state")
        return state.get("decides")

    def ask(self, thinking: float = 0.0, **request: Json) -> Sent:
        """Its reply. We wait as long as it may think, and a little more."""
        self.tell(request)
        command = str(request.get("cmd"))
        reply = self.heard(command, thinking)
        if not isinstance(reply, dict) or not reply.get("ok"):
            raise Refusal(f"it answered {str(reply)[:200]} to {command}")
        return reply

    def heard(self, command: str, thinking: float) -> Any:
        """Its answer to a command."""
        try:
            line = self.lines.get(timeout=thinking + self.seconds)
        except queue.Empty:
            raise Refusal(f"it did not answer {command} within {thinking + self.seconds:g} seconds") from None
        if not line:
            raise Refusal(f"it stopped instead of answering {command}")
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise Refusal(f"its answer to {command} is not JSON: {line[:200].strip()}") from None

    def tell(self, message: Mapping[str, object]) -> None:
        if self.process is None:
            # Bad UTF-8 in an intent is no reason to lose a battle.
            self.process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                env=os.environ | {"PATH": search_path()},
            )
            threading.Thread(target=self.listen, daemon=True).start()
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Refusal("it stopped before the battle was over") from None

    def listen(self) -> None:
        """In a thread of its own, since a pipe cannot be read with a time limit on every system."""
        assert self.process is not None and self.process.stdout is not None
        with contextlib.suppress(ValueError):  # the pipe was closed, or did not bring text
            for line in self.process.stdout:
                self.lines.put(line)
        self.lines.put("")

    def dismiss(self) -> None:
        """Let it read the last thing we sent; then end it."""
        if self.process is None:
            return
        assert self.process.stdin is not None and self.process.stdout is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        with contextlib.suppress(OSError):
            self.process.stdout.close()
