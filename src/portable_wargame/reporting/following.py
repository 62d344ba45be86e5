"""Following a record: play its actions once more, with its own dice, and put every event where it belongs."""

from dataclasses import dataclass, replace

from ..ai.foresight.luck import prospects
from ..battle.battle import ARTILLERY as ARTILLERY_PHASE
from ..battle.battle import NOBODY, Battle
from ..battle.naming import capital, unit_name
from ..battle.objectives import HOLD
from ..battle.unit import COMMANDER, TRANSPORT
from ..consultation.luck import harm
from ..game.dice import Dice, LaidOut
from ..game.events import Event, Roll
from ..game.game import Game
from ..record.lines import Acted, Ruled, Start, Undone, WentBack
from ..record.reading import Record, replay
from ..rules.turn.umpire import CLAUSE as UMPIRE
from ..rules.turn.umpire import overrule
from ..scenario.model import Scenario
from ..scenario.setup import new_game
from ..speech.notation import action_from_tree, event_to_tree
from ..speech.sentences import event_sentence
from ..speech.throws import throw
from ..speech.umpire.rulings import ruling_from_tree
from ..toll.harm import both
from .facts import (
    ADVANCED,
    BOMBS,
    COMBAT,
    DESTROYED,
    FIRE,
    GAS,
    GUNS,
    LOST,
    MINES,
    MISHAP,
    RETREATED,
    Blow,
    Consequence,
    Ending,
    Luck,
    Turn,
)
from .naming import Names

HOWS = {"close-combat": COMBAT, "artillery": GUNS, "bomb": BOMBS}  # every other attack is fire


@dataclass
class Story:
    """A battle as it went: the table at its start and end, and the turns between."""

    start: Game
    end: Game
    turns: list[Turn]
    boards: list[Game]  # by turn, the table as the turn ended
    ending: Ending | None
    luck: Luck
    chance: float  # of the first side, before the first turn
    scenario: Scenario | None = None


def story_of(record: Record) -> Story:
    """The story of a record that replays; anything taken back did not happen."""
    opening, kept, ended = _kept(record)
    dice = [*opening, *(die for line in kept for die in line.thrown)]
    log: list[Event] = []
    game = new_game(record.scenario, Dice(LaidOut(dice, 0).die), log)
    follower = Follower(game)
    follower.take(log)
    for line in kept:
        log = []
        game.log = log
        if isinstance(line, Ruled):
            overrule(game, ruling_from_tree(game.battle, line.changes), line.reason)
            follower.rule(log)
            continue
        action = game.settle(action_from_tree(game.battle, line.action))
        follower.expected = both(follower.expected, follower.harm.expected(game, action))
        game.perform(action)
        follower.take(log)
    return replace(follower.story(ended), scenario=record.scenario)


def _kept(record: Record) -> tuple[list[int], list[Acted | Ruled], Ending | None]:
    """The dice of the opening, the actions that stood and the umpire's rulings, and how it ended."""
    opening: list[int] = []
    kept: list[tuple[int, Acted | Ruled]] = []
    ending: Ending | None = None
    for moment in replay(record):
        line = moment.line
        if isinstance(line, Start):
            opening = list(line.thrown)
        elif isinstance(line, Acted | Ruled):
            kept.append((moment.number, line))
        elif isinstance(line, Undone):
            kept.pop()
        elif isinstance(line, WentBack):
            kept = [one for one in kept if one[0] <= line.back_to]
        battle = moment.session.game.battle
        over = moment.session.game.question() is None
        ending = Ending(battle.winner if battle.winner >= 0 else NOBODY, battle.reason, battle.turn) if over else None
    return opening, [line for _, line in kept], ending


def holder(battle: Battle, cell: int) -> int:
    """The side in a cell; NOBODY if it is empty."""
    sides = {battle.side_of(unit) for unit in battle.units_in(cell)}
    return sides.pop() if len(sides) == 1 else NOBODY


class Follower:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = Names(game.battle)
        self.start = game.copy(Dice(0))
        self.harm = harm(game.ruleset)
        self.expected, self.suffered = [0.0, 0.0], [0.0, 0.0]  # hits, by side
        self.chance = prospects(game)
        self.turns: list[Turn] = []
        self.boards: list[Game] = []
        self.blow: Blow | None = None
        self.shells: dict[int, Blow] = {}  # by cell, the guns whose shells came down there this turn
        self.places = list(game.battle.at)
        self.lost = [0, 0]
        self.has_points = game.ruleset.strength is not None
        air = game.ruleset.air
        self.crashes = (air.must_activate, air.endurance) if air is not None else ()
        self.rulings: list[str] = []  # before the first turn
        self.remaining = [int(strength) if self.has_points else 1 for strength in game.battle.roster.start_strength]
        self.gap = [self._gap(0), self._gap(1)]

    def rule(self, events: list[Event]) -> None:
        """A change set by an umpire is nobody's blow, but its consequences are told."""
        by_hand = [event for event in events if event.clause == UMPIRE]
        battle = self.game.battle
        for event in by_hand:
            if event.kind in ("placed", "destroyed", "left"):
                self._go(event.unit, event.cell if event.kind == "placed" else -1)
            if event.unit != NOBODY and battle.still_in_play(event.unit):
                self.remaining[event.unit] = battle.strength[event.unit] if self.has_points else 1
        reason, *told = [self._told(event) for event in by_hand]
        ruling = " ".join([reason if reason[-1] in ".!?" else f"{reason}.", *told])
        self.rulings.append(ruling)
        if self.turns:
            self.turns[-1].rulings += self.rulings
            self.rulings = []
        self.take([event for event in events if event.clause != UMPIRE])

    def _told(self, event: Event) -> str:
        """As in the log, but with the article that a report gives to a unit."""
        battle = self.game.battle
        sentence = event_sentence(battle, event_to_tree(battle, event), clauses=False)
        own = unit_name(battle, event.unit) if event.unit != NOBODY else ""
        return (
            capital(self.names.unit(event.unit)) + sentence.removeprefix(own)
            if own and sentence.startswith(own)
            else sentence
        )

    def take(self, events: list[Event]) -> None:
        self.suffered = both(self.suffered, self.harm.suffered(events))
        for event in events:
            if event.kind == "turn":
                self._close()
                self.turns.append(Turn(event.amount, rulings=self.rulings))
                self.rulings = []
                self.blow, self.shells = None, {}
                self.places = list(self.game.battle.at) if event.amount == 1 else self.places
            elif self.turns:
                self._take(event)

    def _take(self, event: Event) -> None:
        turn = self.turns[-1]
        if isinstance(event, Roll):
            self._thrown(turn, event)
        elif event.kind == "phase" and event.amount != ARTILLERY_PHASE:
            # Shelled guns have been settled.
            self.blow, self.shells = None, {}
        elif event.kind == "initiative":
            turn.first = event.side
        elif event.kind == "landed":
            self._landed(turn, event)
        elif event.kind == "hit":
            self._hit(turn, event)
        elif event.kind in ("lost-sp", "destroyed", "pinned", "retreated", "advanced"):
            self._came_of_it(turn, event)
        elif event.kind == "moved":
            start = turn.moved.get(event.unit, (self.places[event.unit], 0))[0]
            turn.moved[event.unit] = (start, event.cell)
            self._go(event.unit, event.cell)
        elif event.kind == "placed":
            if self.places[event.unit] < 0:
                turn.arrived.append(event.unit)
            self._go(event.unit, event.cell)
        elif event.kind == "left":
            turn.left.append(event.unit)
        elif event.kind == "exhausted":
            turn.exhausted.append(event.side)

    def _thrown(self, turn: Turn, roll: Roll) -> None:
        """An attacking throw begins a new blow; the second throw of a close combat is the other side's."""
        if roll.words == "landing":
            turn.shots += 1
            return
        if not throw(roll.words).attacks:
            return
        how = HOWS.get(roll.words, FIRE)
        if how == COMBAT:
            if self._fights_back(roll):
                return
        elif how == GUNS and self.game.ruleset.artillery.landing is not None:
            return  # the effect of the shell that has landed
        else:
            turn.shots += 1
        if how == GUNS:
            if any(name != "nothing" for name in roll.outcomes):
                self._shell(turn, roll.side, roll.unit, roll.cell)
            return
        enemies = self._enemies(roll.cell, roll.side)
        self.blow = Blow(how, roll.side, [roll.unit], roll.cell, enemies, origins=[self.places[roll.unit]])
        turn.blows.append(self.blow)

    def _fights_back(self, roll: Roll) -> bool:
        """Whether this is the second throw of the close combat under way."""
        blow = self.blow
        if blow is None or blow.how != COMBAT or blow.side == roll.side or blow.consequences:
            return False
        return blow.cell == self.places[roll.unit]

    def _enemies(self, cell: int, side: int) -> list[int]:
        """That side's units in a cell: fighting units before those that are only carried or towed."""
        battle = self.game.battle
        found = [unit for unit, place in enumerate(self.places) if place == cell and battle.side_of(unit) != side]
        return sorted(found, key=lambda unit: battle.is_a(unit, COMMANDER | TRANSPORT))

    def _shell(self, turn: Turn, side: int, gun: int, cell: int) -> None:
        blow = self.shells.get(cell)
        if blow is None or blow.side != side:
            blow = self.shells[cell] = Blow(GUNS, side, [], cell, self._enemies(cell, side))
            turn.blows.append(blow)
        blow.attackers.append(gun)
        blow.origins.append(self.places[gun])

    def _landed(self, turn: Turn, event: Event) -> None:
        if event.cell >= 0:
            self._shell(turn, event.side, event.unit, event.cell)

    def _hit(self, turn: Turn, event: Event) -> None:
        """Mines and gas have clauses of their own; a shell is known by where it came down."""
        perils = {row.clause for row in self.game.ruleset.movement.perils}
        if event.clause in perils:
            gas = self.game.ruleset.gas
            how = GAS if gas is not None and event.clause == gas.hit else MINES
            self.blow = Blow(how, NOBODY, [], event.cell)
            turn.blows.append(self.blow)
        elif event.cell in self.shells:
            self.blow = self.shells[event.cell]

    def _came_of_it(self, turn: Turn, event: Event) -> None:
        unit = event.unit
        cell = self.places[unit]
        if event.clause in self.crashes:
            self.blow = None  # whatever was struck before, this blow came by itself
        if cell < 0 and self.blow is not None:
            cell = self.blow.cell
        if cell in self.shells and (self.blow is None or self.blow.how == GUNS):
            self.blow = self.shells[cell]
        kind = {"lost-sp": LOST}.get(event.kind, event.kind)
        to = event.cell if kind in (RETREATED, ADVANCED) else -1
        if kind in (LOST, DESTROYED):
            self._count(turn, event)
        if self.blow is None:
            self.blow = Blow(MISHAP, NOBODY, [], cell)
            turn.blows.append(self.blow)
        self.blow.consequences.append(Consequence(kind, unit, cell, to, self._points(kind, unit)))
        if to >= 0:
            self._go(unit, to)
        if event.clause in self.crashes:
            self.blow = None

    def _points(self, kind: str, unit: int) -> int:
        """A unit that is destroyed loses everything it had left."""
        points = {LOST: min(1, self.remaining[unit]), DESTROYED: self.remaining[unit]}.get(kind, 0)
        self.remaining[unit] -= points
        return points

    def _go(self, unit: int, cell: int) -> None:
        """A unit is somewhere else now, with what it carries."""
        self.places[unit] = cell
        load = self.game.battle.carrying[unit]
        if load != NOBODY:
            self.places[load] = cell

    def _count(self, turn: Turn, event: Event) -> None:
        lost = self.game.battle.lost
        for side in (0, 1):
            turn.lost[side] += lost[side] - self.lost[side]
        self.lost = list(lost)

    def _gap(self, side: int) -> float:
        """How far, on average, this side's units are from the nearest enemy."""
        battle = self.game.battle
        mine = [battle.at[unit] for unit in battle.units(side) if battle.at[unit] >= 0]
        theirs = [battle.at[unit] for unit in battle.units(1 - side) if battle.at[unit] >= 0]
        if not mine or not theirs:
            return 0.0
        return sum(min(battle.field.grid.distance(cell, other) for other in theirs) for cell in mine) / len(mine)

    def _close(self) -> None:
        """A turn is over: how things stand."""
        if not self.turns:
            return
        turn = self.turns[-1]
        battle = self.game.battle
        turn.chance = prospects(self.game)
        objectives = battle.objectives
        held = [*(row.cells for row in objectives.rows if row.kind == HOLD)]
        held += [score.cells for score in objectives.scores if score.kind == HOLD]
        turn.holders = {cell: holder(battle, cell) for cells in held for cell in cells}
        gap = [self._gap(0), self._gap(1)]
        turn.nearer = [self.gap[side] - gap[side] for side in (0, 1)]
        self.gap = gap
        for side in (0, 1):
            turn.lost[side] += battle.lost[side] - self.lost[side]
        self.lost = list(battle.lost)
        self.boards.append(self.game.copy(Dice(0)))

    def story(self, ending: Ending | None) -> Story:
        if len(self.boards) < len(self.turns):
            self._close()
        luck = Luck(self.suffered, self.expected)
        return Story(self.start, self.game, self.turns, self.boards, ending, luck, self.chance)
