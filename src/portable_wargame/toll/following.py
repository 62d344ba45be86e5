"""Following a battle by its events: losses with their place and cause, who went where, and which attacks told."""

from ..battle.battle import NO_CELL, Battle
from ..battle.side import SIDES
from ..game.actions import Action
from ..game.events import Event, Roll
from ..game.game import Game
from ..grid.names import cell_name
from .crediting import Blow, Credit
from .fortune import Fortune
from .harm import Harm, both
from .kinds import Kinds

MOMENTS = 3
Turn = int
LossWords = tuple[Turn, str, str, int, str, bool]
MomentWords = tuple[Turn, str, str, str, float]


class Teller:
    """Plays a battle on, decision by decision, and follows it."""

    def __init__(self, game: Game, kinds: Kinds) -> None:
        self.game = game
        self.kinds = kinds
        roster = game.battle.roster
        # By unit, its strength points; where a book has none, the unit itself is the one thing to lose.
        strengths = [int(strength) for strength in game.battle.strength]
        self.remaining = strengths if game.ruleset.strength is not None else [1] * len(strengths)
        self.whole = [sum([self.remaining[unit] for unit in roster.units(side)]) for side in SIDES]
        self.turns: list[list[int]] = []
        self.left = self.whole.copy()
        self.losses: list[LossWords] = []
        self.moves: list[dict[str, int]] = [{}, {}]
        self.blows: list[Blow] = []
        self.credit = Credit(game, kinds)
        self.fortune = Fortune(game.ruleset, game.battle, kinds)
        self.harm = Harm(game.ruleset, kinds)
        self.expected = [0.0, 0.0]  # hits, by the side that suffers them, from the exact odds of all attacks
        self.suffered = [0.0, 0.0]  # those that fell
        self.decisions = 0
        self.causes: dict[int, str] = {}  # by unit, the clause of the attack that hit it last
        self.places = game.battle.at[:]
        self.turn = game.battle.turn

    def carry_out(self, action: Action) -> None:
        """A legal action, and all that comes of it."""
        self.decisions += 1
        self._begin(action)
        events: list[Event] = []
        self.game.log = events
        self.game.perform(action)
        self.game.log = None
        if self._follow(events):
            self.suffered = both(self.suffered, self.harm.suffered(events))

    def _begin(self, action: Action) -> None:
        battle = self.game.battle
        attacks = self.game.is_attack(action)
        self.places = battle.at[:]
        if attacks:
            self.expected = both(self.expected, self.harm.expected(self.game, action))
        if action.verb in self.kinds.answers:
            if not attacks:
                return
        else:
            self.causes = {}
        blow = None
        if attacks and not action.gas:
            cell = action.target if action.target != NO_CELL else battle.at[action.unit]
            name = cell_name(battle.field.grid, cell) if cell >= 0 else ""
            blow = Blow(battle.turn, battle.roster.unit_ids[action.unit], action.verb, name)
            self.blows.append(blow)
        self.credit.begin(self.game, action, attacks, blow)

    def _follow(self, events: list[Event]) -> bool:
        """Whether dice fell, or a unit may have come to harm."""
        battle = self.game.battle
        going, grave = self.kinds.going, self.kinds.grave
        is_grave = False
        for event in events:
            if isinstance(event, Roll):
                is_grave = True
                self.credit.thrown(event)
                self.fortune.follow(event)
            elif event.kind in going:
                self._went(battle, event)
            elif event.kind == "turn":
                self._close_turns(event.amount)
            elif event.kind in grave:
                is_grave = True
                if event.kind == "landed":
                    self.credit.landed(event)
                elif event.kind == "hit":
                    self.causes[event.unit] = event.clause
                    self.credit.hit(event)
                elif event.kind == "lost-sp":
                    self._lost(battle, event, 1, destroyed=event.amount == 0)
                elif event.kind == "destroyed":
                    if self.remaining[event.unit]:
                        self._lost(battle, event, self.remaining[event.unit], destroyed=True)
                    self.credit.destroyed(event.unit)
        return is_grave

    def _close_turns(self, beginning: int) -> None:
        """The turn before `beginning` is over, if there was one."""
        if beginning > 1:
            self.turns.append(self.left.copy())
        self.turn = beginning

    def _went(self, battle: Battle, event: Event) -> None:
        moves = self.moves[event.side]
        for cell in event.path or (event.cell,):
            name = cell_name(battle.field.grid, cell)
            moves[name] = moves.get(name, 0) + 1
        self.places[event.unit] = event.cell

    def _lost(self, battle: Battle, event: Event, lost: int, destroyed: bool) -> None:
        cell = event.cell if event.cell >= 0 else self.places[event.unit]
        name = cell_name(battle.field.grid, cell) if cell >= 0 else ""
        cause = self.causes.get(event.unit, event.clause)
        self.losses.append((self.turn, battle.roster.unit_ids[event.unit], name, lost, cause, destroyed))
        self.remaining[event.unit] -= lost
        self.left[event.side] -= lost
        blow = self.credit.loss(event)
        if blow is not None:
            blow.cost[event.side] += lost

    def strengths(self) -> list[list[int]]:
        return [self.whole.copy(), *self.turns, self.left.copy()]

    def decisive(self) -> list[MomentWords]:
        """The attacks of the greatest swing, greatest first; of equal ones the earlier."""
        found = [(blow, self._swing(blow)) for blow in self.blows]
        found.sort(key=lambda pair: -abs(pair[1]))
        return [(blow.turn, blow.unit, blow.verb, blow.cell, swing) for blow, swing in found[:MOMENTS] if swing]

    def _swing(self, blow: Blow) -> float:
        return round(blow.cost[1] / self.whole[1] - blow.cost[0] / self.whole[0], 4)
