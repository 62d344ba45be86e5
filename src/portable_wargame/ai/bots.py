"""Bots from outside: programs that speak the engine protocol and are asked for their best action.

A bot follows the battle in a game of its own. It is given the dice that have fallen, never those to come, and not the
targets that the enemy's guns have been told in secret.
"""

import json
import shlex
import subprocess
from typing import Any

from ..game.actions import Action
from ..game.errors import Refusal
from ..record.notation import action_from_tree, action_to_tree
from ..record.session import Session
from ..scenario.scenario import Scenario
from ..scenario.writing import tree


class Bot:
    """One program for one battle."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.trouble = ""
        self.process: subprocess.Popen[str] | None = None
        self.shown = 0  # actions of the battle that it has been told
        self.dice = -1  # dice that it has been told

    def choose(self, session: Session, scenario: Scenario, played: list[Action], milliseconds: int) -> Action | None:
        """Its answer to the decision that waits; None if it fails, which `trouble` then describes."""
        try:
            self.follow(session, scenario, played)
            reply = self.ask(cmd="best", ms=milliseconds)
            action = action_from_tree(session.game.battle, reply.get("action"))
            if session.game.why_not(action):
                raise Refusal(f"it wants what is not allowed: {reply.get('action')}")
        except (OSError, ValueError, Refusal) as problem:
            self.trouble = str(problem)
            return None
        return session.game.settle(action)

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
        if secret and self.ask(cmd="state")["state"]["decides"] != battle.roster.side_ids[side]:
            # Of an enemy whose guns all have their targets nobody asks whether he is done; of one without, they do.
            self.ask(cmd="play", action={"do": "done"})
        self.shown = len(told)
        self.dice = -1 if secret else len(session.dice.thrown)

    def ask(self, **request: Any) -> dict[str, Any]:
        if self.process is None:
            self.process = subprocess.Popen(
                shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline() or "{}")
        if not isinstance(reply, dict) or not reply.get("ok"):
            raise Refusal(f"it answered {str(reply)[:200]} to {request.get('cmd')}")
        return reply

    def dismiss(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()
