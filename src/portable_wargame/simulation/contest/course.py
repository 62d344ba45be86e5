"""The course of a battle, action by action with its dice, and what of it a side may be told."""

from dataclasses import dataclass, field
from typing import Any

from ...game.actions import Action
from ...record.recording import Record
from ...record.session import Session
from ...scenario.model import Scenario
from ...speech.notation import action_from_tree, action_to_tree


@dataclass(frozen=True)
class Deed:
    side: int  # that decided
    action: Action
    dice: list[int]


@dataclass
class Course:
    """A battle under way. Whoever plays an action in its session says so here."""

    scenario: Scenario
    session: Session
    opening: list[int] = field(default_factory=list)  # dice that fell before the first decision
    deeds: list[Deed] = field(default_factory=list)

    def note(self, side: int, action: Action, before: int) -> None:
        """An action that has been played; `before`: the dice that had fallen till then."""
        self.deeds.append(Deed(side, action, self.session.dice.thrown[before:]))

    def dice(self) -> list[int]:
        """All that have fallen in the battle as it stands, in order."""
        return [*self.opening, *(die for deed in self.deeds for die in deed.dice)]


def begun(scenario: Scenario, session: Session) -> Course:
    return Course(scenario, session, list(session.dice.thrown))


def taken_up(record: Record, session: Session) -> Course:
    """That of a record, for a session that goes on with it: what was taken back is not in it."""
    course = Course(record.scenario, session)
    battle = session.game.battle
    stood: dict[int, int] = {}  # by line, how many deeds there were after it
    for line in record.lines:
        tree = line.tree
        if "start" in tree:
            course.opening = list(tree["dice"])
        elif "action" in tree:
            side = battle.roster.side_ids.index(tree["side"])
            course.deeds.append(Deed(side, action_from_tree(battle, tree["action"]), list(tree["dice"])))
        elif "undo" in tree:
            course.deeds.pop()
        elif "back-to" in tree:
            del course.deeds[stood[tree["back-to"]] :]
        stood[line.number] = len(course.deeds)
    return course


def secret_guns(course: Course, side: int) -> set[int]:
    """The enemy's guns whose targets a side may not know yet."""
    battle = course.session.game.battle
    return {order.gun for order in battle.orders if battle.side_of(order.gun) != side}


def declared(course: Course, secret: set[int]) -> int:
    """The place of the first of the enemy's declarations that are still secret."""
    shots = [number for number, deed in enumerate(course.deeds) if deed.action.unit in secret]
    return shots[-len(secret)] if secret else len(course.deeds)


class Teller:
    """What remains to be told to somebody who follows the battle for one side: each thing once, and no secret."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.told = 0  # deeds
        self.withheld: list[dict[str, Any]] = []  # the enemy's bombardments, till they are fired

    def news(self, course: Course) -> list[dict[str, Any]]:
        """Requests of the protocol, in order. Of an enemy whose guns all have their targets nobody asks whether he is
        done; of one without, they do: then his follower is told that he is."""
        battle = course.session.game.battle
        secret = secret_guns(course, self.side)
        first_secret = declared(course, secret)
        requests: list[dict[str, Any]] = []
        is_done = True
        for number in range(self.told, len(course.deeds)):
            deed = course.deeds[number]
            tree = action_to_tree(battle, deed.action)
            if number >= first_secret and deed.action.unit in secret:
                del tree["do"]
                self.withheld.append(tree)
                is_done = False
                continue
            if deed.side != self.side and not is_done:
                is_done = True
            elif deed.side == self.side and not is_done:
                requests.append(done())
                is_done = True
            request = {"cmd": "play", "action": tree, "dice": deed.dice}
            if self.withheld and deed.dice:
                request["orders"] = self.withheld
                self.withheld = []
            requests.append(request)
        if not is_done:
            requests.append(done())
        self.told = len(course.deeds)
        return requests


def done() -> dict[str, Any]:
    return {"cmd": "play", "action": {"do": "done"}, "dice": []}
