"""Which attack a loss counts for: the one whose dice caused it, not the one ordered last. Guns are all
given their targets first, then all of them throw, and only then is hit after hit resolved."""

from ..battle.battle import NOBODY
from ..game.actions import Action
from ..game.events import Event, Roll
from ..game.game import Game
from ..game.outcomes import outcome
from ..rules.combat.hits import all_struck
from .kinds import Kinds


class Blow:
    """An attack, and the strength that it cost either side."""

    def __init__(self, turn: int, unit: str, verb: str, cell: str) -> None:
        self.turn = turn
        self.unit = unit
        self.verb = verb
        self.cell = cell
        self.cost = [0, 0]


class Credit:
    """Follows attacks from their throw to their last loss. Mines, gas and anything else that nobody rolled for count
    for no attack; what an attacker suffers in its own close combat counts for that attack."""

    def __init__(self, game: Game, kinds: Kinds) -> None:
        self.ruleset = game.ruleset
        self.kinds = kinds
        self.before = game.battle  # as it was when the dice of the attack were thrown
        self.ordered: dict[int, Blow] = {}  # by unit, its latest attack
        self.fought: Blow | None = None  # the attack under way; None while guns fire together
        self.shelled: list[int] = []  # where each unit in the cell is thrown for, those still to come
        self.coming: dict[int, list[Blow | None]] = {}  # by unit, the hits thrown and not yet resolved, in their order
        self.struck: dict[int, Blow | None] = {}  # by unit, whose hit it suffers
        self.latest: Blow | None = None  # whose hit or loss was the last
        hits, air, transport = game.ruleset.hits, game.ruleset.air, game.ruleset.transport
        # Hits by attacks have these clauses, or those of their throws; mines and gas have others.
        self.attacks = {hits.shared, game.ruleset.artillery.clause, game.ruleset.fire.clause}
        self.with_another: set[str] = set()  # clauses of losses that follow from another unit's
        if air is not None:
            self.attacks.add(air.to_ground.clause)
        if transport is not None:
            self.attacks.add(transport.riders_hit)
            self.with_another.add(transport.riders_lost)
        if hits.commander_test is not None:
            self.with_another.add(hits.commander_test.clause)

    def begin(self, game: Game, action: Action, attacks: bool, blow: Blow | None) -> None:
        """Before an action is carried out; `blow` is the attack that it orders."""
        if action.verb in self.kinds.answers:
            return
        self.coming, self.struck, self.shelled = {}, {}, []
        self.fought = self.latest = None
        if attacks or game.battle.orders:
            self.before = game.battle.copy()
        if blow is not None:
            self.ordered[action.unit] = blow
            if action.verb not in self.kinds.declared:
                self.fought = blow
        elif action.verb in self.kinds.declared:
            self.ordered.pop(action.unit, None)  # gas

    def landed(self, event: Event) -> None:
        """A shell has come down."""
        struck = all_struck(self.before, self.ruleset, event.cell)
        if self.ruleset.artillery.tables:
            self.shelled = struck
        elif event.unit in self.ordered:
            self._expect(struck, self.ordered[event.unit])

    def thrown(self, roll: Roll) -> None:
        if roll.words not in self.kinds.attacking:
            return
        self.attacks.add(roll.clause)
        blow = self.fought or self.ordered.get(roll.unit)
        if roll.words == "close-combat":
            self._expect(self.before.units_in(roll.cell), blow)
            return
        struck = self._targets(roll)
        for name in roll.outcomes:
            row = outcome(name)
            if row.removes or row.points >= 1:
                self._expect(struck, blow)

    def _targets(self, roll: Roll) -> list[int]:
        if roll.words in self.kinds.at_aircraft:
            return [self.before.above[roll.cell]]
        if roll.words == "artillery" and self.ruleset.artillery.landing is not None:
            return [self.shelled.pop(0)]
        struck = all_struck(self.before, self.ruleset, roll.cell)
        return [unit for unit in struck if self.before.side_of(unit) != roll.side]

    def _expect(self, units: list[int], blow: Blow | None) -> None:
        for unit in units:
            self.coming.setdefault(unit, []).append(blow)

    def hit(self, event: Event) -> None:
        """A unit suffers a hit. What it carries will be hit with it, before anything else is resolved."""
        coming = self.coming.get(event.unit, [])
        blow = coming.pop(0) if coming and event.clause in self.attacks else None
        self.struck[event.unit] = self.latest = blow
        load = self.before.carrying[event.unit]
        if load != NOBODY:
            self.coming.setdefault(load, []).insert(0, blow)

    def loss(self, event: Event) -> Blow | None:
        """The attack that a loss counts for."""
        if event.unit in self.struck:
            self.latest = self.struck[event.unit]
        elif event.clause and event.clause == self.ruleset.close_combat.draw:
            self.latest = self.fought
        elif event.clause not in self.with_another:
            coming = self.coming.get(event.unit, [])
            self.latest = coming.pop(0) if coming and event.clause in self.attacks else None
        return self.latest

    def destroyed(self, unit: int) -> None:
        """The hits that a transport had still to come are hits on what it carried."""
        load = self.before.carrying[unit]
        if load != NOBODY and unit in self.coming:
            self.coming.setdefault(load, []).extend(self.coming.pop(unit))
