"""The course of a battle, action by action with its dice, and how much of it a side may hear."""

from dataclasses import dataclass, field

from ...battle.pieces import Order as Bombardment
from ...game.actions import Action
from ...record.lines import Acted, Start, Undone, WentBack
from ...record.reading import Record
from ...record.session import Session
from ...scenario.model import Scenario
from ...speech.notation import action_from_tree, action_to_tree
from ...speech.requests import Play
from ...speech.state import order_tree
from ...speech.trees import Order


@dataclass(frozen=True)
class Deed:
    side: int  # the side that decided
    action: Action
    dice: list[int]


@dataclass
class BattleLog:
    """A battle under way. Code that plays an action in its session notes it here."""

    scenario: Scenario
    session: Session
    opening: list[int] = field(default_factory=list)  # dice that fell before the first decision
    deeds: list[Deed] = field(default_factory=list)

    def note(self, side: int, action: Action, before: int) -> None:
        """Note an action that has been played; `before`: the dice that had fallen until then."""
        self.deeds.append(Deed(side, action, self.session.dice.thrown[before:]))

    def dice(self) -> list[int]:
        """All the dice that have fallen in the battle as it stands, in order."""
        return [*self.opening, *(die for deed in self.deeds for die in deed.dice)]


def begun(scenario: Scenario, session: Session) -> BattleLog:
    return BattleLog(scenario, session, list(session.dice.thrown))


def taken_up(record: Record, session: Session) -> BattleLog:
    """The log of a record, for a session that continues it, without actions taken back."""
    course = BattleLog(record.scenario, session)
    battle = session.game.battle
    stood: dict[int, int] = {}  # by line, the number of deeds after it
    for number, line in record.numbered():
        if isinstance(line, Start):
            course.opening = list(line.thrown)
        elif isinstance(line, Acted):
            side = battle.roster.side_ids.index(line.side)
            course.deeds.append(Deed(side, action_from_tree(battle, line.action), list(line.thrown)))
        elif isinstance(line, Undone):
            course.deeds.pop()
        elif isinstance(line, WentBack):
            del course.deeds[stood[line.back_to] :]
        stood[number] = len(course.deeds)
    return course


def secret_guns(course: BattleLog, side: int) -> set[int]:
    """The enemy's guns whose targets a side may not know yet."""
    battle = course.session.game.battle
    return {order.gun for order in battle.orders if battle.side_of(order.gun) != side}


def declared(course: BattleLog, secret: set[int]) -> int:
    """The place of the first of the enemy's declarations that are still secret."""
    shots = [number for number, deed in enumerate(course.deeds) if deed.action.unit in secret]
    return shots[-len(secret)] if secret else len(course.deeds)


class Teller:
    """Tells one side's follower the rest of the battle: each thing once, and no secrets."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.told = 0  # deeds
        self.withheld: list[Order] = []  # the enemy's bombardments, until they are fired

    def news(self, course: BattleLog) -> list[Play]:
        """Requests of the protocol, in order. A side whose guns all have their targets is not asked whether it is done;
        one without is: then a follower hears that it is."""
        battle = course.session.game.battle
        secret = secret_guns(course, self.side)
        first_secret = declared(course, secret)
        requests: list[Play] = []
        is_done = True
        for number in range(self.told, len(course.deeds)):
            deed = course.deeds[number]
            tree = action_to_tree(battle, deed.action)
            if number >= first_secret and deed.action.unit in secret:
                self.withheld.append(order_tree(battle, bombardment(deed.action)))
                is_done = False
                continue
            if deed.side != self.side and not is_done:
                is_done = True
            elif deed.side == self.side and not is_done:
                requests.append(done())
                is_done = True
            request: Play = {"cmd": "play", "action": tree, "dice": deed.dice}
            if self.withheld and deed.dice:
                request["orders"] = self.withheld
                self.withheld = []
            requests.append(request)
        if not is_done:
            requests.append(done())
        self.told = len(course.deeds)
        return requests


def bombardment(action: Action) -> Bombardment:
    return Bombardment(action.unit, action.target, action.gas, action.air)


def done() -> Play:
    return {"cmd": "play", "action": {"do": "done"}, "dice": []}
