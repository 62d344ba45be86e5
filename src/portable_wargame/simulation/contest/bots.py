"""Bots from outside: programs that speak the engine protocol and are asked for their best action.

A bot follows the battle in a game of its own. It is given the dice that have fallen, never those to come, and not the
targets that the enemy's guns have been told in secret. One that hangs, breaks off, talks nonsense or wants what is not
allowed has lost; `trouble` says why.
"""

import contextlib
import json
import queue
import shlex
import subprocess
import threading
from typing import Any

from ...game.actions import Action
from ...game.errors import Refusal
from ...record.session import Session
from ...scenario.model import Scenario
from ...scenario.writing import tree
from ...speech.notation import action_from_tree, action_to_tree

GOODBYE = 1.0  # second, to end by itself
BOT_SECONDS = 10.0  # for an answer, beyond its time to think


class Bot:
    """One program for one battle."""

    def __init__(self, command: str, seconds: float = BOT_SECONDS) -> None:
        self.command = command
        self.seconds = seconds
        self.trouble = ""
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str] = queue.Queue()  # what it has said; an empty line when it has ended
        self.shown = 0  # actions of the battle that it has been told
        self.dice = -1  # dice that it has been told

    def choose(self, session: Session, scenario: Scenario, played: list[Action], milliseconds: int) -> Action | None:
        """Its answer to the decision that waits; None if it fails, which `trouble` then describes."""
        try:
            self.follow(session, scenario, played)
            reply = self.ask(milliseconds / 1000, cmd="best", ms=milliseconds)
            action = self.legal(session, reply.get("action"))
        except (OSError, ValueError, Refusal) as problem:
            self.trouble = str(problem)
            return None
        return session.game.settle(action)

    def legal(self, session: Session, wanted: Any) -> Action:
        """What it wants, if that is allowed; if not it is told so, and has lost."""
        try:
            action = action_from_tree(session.game.battle, wanted)
            reasons = session.game.why_not(action)
            if reasons:
                raise Refusal("; ".join(reason.text for reason in reasons))
        except Refusal as refusal:
            self.tell({"ok": False, "error": {"code": "illegal", "message": str(refusal)}})
            raise Refusal(f"it wants what is not allowed, {json.dumps(wanted)[:200]}: {refusal}") from None
        return action

    def follow(self, session: Session, scenario: Scenario, played: list[Action]) -> None:
        """Bring its game up to date. When dice have fallen it begins anew, with those laid out."""
        battle = session.game.battle
        side = session.game.decider()
        secret = {order.gun for order in battle.orders if battle.side_of(order.gun) != side}
        told = played
        if secret:
            latest = max(number for number, action in enumerate(played) if action.unit in secret) + 1
            begun = latest - len(secret)
            told = [one for number, one in enumerate(played) if number < begun or one.unit not in secret]
        if secret or self.dice != len(session.dice.thrown) or self.shown > len(told):
            self.ask(cmd="new", scenario=tree(scenario), dice=list(session.dice.thrown))
            self.shown = 0
        for action in told[self.shown :]:
            self.ask(cmd="play", action=action_to_tree(battle, action))
        if secret and self.who_decides() != battle.roster.side_ids[side]:
            # Of an enemy whose guns all have their targets nobody asks whether he is done; of one without, they do.
            self.ask(cmd="play", action={"do": "done"})
        self.shown = len(told)
        self.dice = -1 if secret else len(session.dice.thrown)

    def who_decides(self) -> Any:
        """In its own game."""
        state = self.ask(cmd="state").get("state")
        if not isinstance(state, dict):
            raise Refusal("it answered state without a state")
        return state.get("decides")

    def ask(self, thinking: float = 0.0, **request: Any) -> dict[str, Any]:
        """Its reply, waited for no longer than it may think and a while more."""
        self.tell(request)
        try:
            line = self.lines.get(timeout=thinking + self.seconds)
        except queue.Empty:
            asked = request.get("cmd")
            raise Refusal(f"it did not answer {asked} within {thinking + self.seconds:g} seconds") from None
        if not line:
            raise Refusal(f"it has ended instead of answering {request.get('cmd')}")
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            raise Refusal(f"it answered {request.get('cmd')} with what is not JSON: {line[:200].strip()}") from None
        if not isinstance(reply, dict) or not reply.get("ok"):
            raise Refusal(f"it answered {str(reply)[:200]} to {request.get('cmd')}")
        return reply

    def tell(self, message: dict[str, Any]) -> None:
        if self.process is None:
            # What is not UTF-8 in its intents is nothing that a battle should be lost for.
            self.process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
            threading.Thread(target=self.listen, daemon=True).start()
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Refusal("it has ended before the battle did") from None

    def listen(self) -> None:
        """In a thread of its own, since a pipe cannot be read with a time limit on every system."""
        assert self.process is not None and self.process.stdout is not None
        with contextlib.suppress(ValueError):  # the pipe was closed, or what came is not text
            for line in self.process.stdout:
                self.lines.put(line)
        self.lines.put("")

    def dismiss(self) -> None:
        """It may read what it was told last; then it goes."""
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
