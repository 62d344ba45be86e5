"""The agenda: what is still to be done, as a stack of plain values.

A Step is carried out when it comes to the top. A Decision waits there for a side. What a step does is defined by its
kind, one object for all its steps, so a step can be shared by copies of a game, compared and written down.
"""

from typing import TYPE_CHECKING, Final

from ..battle.battle import NO_CELL, NOBODY
from ..battle.unit import UnitType
from ..grid.compiler import i64, mypyc_attr
from .actions import Action

if TYPE_CHECKING:
    from .game import Game


class Reason:
    """Why an action is not allowed: a clause, and how it applies here."""

    def __init__(self, clause: str, text: str) -> None:
        self.clause = clause
        self.text = text


class StepKind:
    def __init__(
        self,
        name: str,
        strikes: bool = False,
        asks: bool = False,
        stays: bool = False,
        ensues: bool = False,
        throws: bool = True,
    ) -> None:
        self.name = name
        self.ensues = ensues  # it follows from an action; all other steps are the course of the turn
        self.throws = throws  # dice may fall when it is run
        self.strikes = strikes  # it is a hit on its unit, and on what that carries
        self.asks = asks  # somebody may have to decide before the game can go on
        self.declares: tuple[str, ...] = ()  # answers that are only noted: they do not change any odds
        self.stays = stays  # it is asked again after each answer, until one of them takes it off the agenda
        # Steps with nothing but a kind are made only once: a step is never altered.
        self.bare = Step(self)
        self.by_side = [Step(self, 0), Step(self, 1)]

    def step(self, side: i64 = NOBODY) -> "Step":
        return self.bare if side == NOBODY else self.by_side[side]

    def is_open(self, game: "Game", step: "Step") -> bool:
        """Whether somebody has to decide, if it asks."""
        raise AssertionError(self.name)

    def run(self, game: "Game", step: "Step") -> None:
        raise AssertionError(self.name)

    def play(self, game: "Game", step: "Step", action: Action) -> None:
        """Carry out what the side that decides has chosen."""
        raise AssertionError(self.name)

    def after_release(self, game: "Game", step: "Step", load: i64) -> None:
        """The step to keep on the agenda now that a unit has lost its transport."""

    def looms(self, step: "Step") -> str:
        """What it will do to its unit, for odds that end before it is carried out; "" if nothing."""
        return ""

    def after_retreat(self, game: "Game", step: "Step", unit: i64) -> "Step | None":
        """A step on the agenda, now that a unit has retreated; None to drop it."""
        return step


@mypyc_attr(acyclic=True, free_list_len=1)
class Step:
    """One thing to do, never altered once made. Each field means one thing, whatever the kind; most kinds need few."""

    def __init__(
        self,
        kind: StepKind,
        side: i64 = NOBODY,
        unit: i64 = NOBODY,
        *,
        cell: i64 = NO_CELL,
        other: i64 = NOBODY,
        path: tuple[int, ...] = (),
        facing: i64 = -1,
        clause: str = "",
        struck_by: i64 = NOBODY,
        struck_from: i64 = NO_CELL,
        came_from: tuple[int, ...] = (),
        effect: i64 = 0,
        light: bool = False,
        retreated: tuple[int, ...] = (),
        settled: tuple[int, ...] = (),
        cloud: i64 = 0,
        activations: i64 = 0,
    ) -> None:
        self.kind = kind
        self.side = side  # whose step it is; for a decision, the side that decides
        self.unit = unit
        self.cell = cell  # where it takes place, or leads to
        self.other = other  # another unit that it is about
        self.path = path  # cells
        self.facing = facing
        self.clause = clause
        # Of a blow:
        self.struck_by = struck_by  # the side
        self.struck_from = struck_from  # the cell
        self.came_from = came_from  # the cell its unit came from, if it met a peril
        self.effect = effect  # its effect, where no throw decides it
        self.light = light  # whether it is by small arms or a machine gun
        # Of close combat:
        self.retreated = retreated  # which of the two units have
        self.settled = settled  # units whose fight has been settled
        # Of the turn:
        self.cloud = cloud  # the number of the gas cloud that is to drift
        self.activations = activations  # how many a card gives

    def passed_on(self, unit: i64, clause: str) -> "Step":
        """The same blow, on another unit of its side."""
        return Step(
            self.kind,
            self.side,
            unit,
            clause=clause,
            cell=self.cell,
            struck_by=self.struck_by,
            struck_from=self.struck_from,
            came_from=self.came_from,
            effect=self.effect,
            light=self.light,
        )


class Decision(StepKind):
    """A question to `step.side`. Its options are the only statement of what is legal."""

    def __init__(
        self, name: str, clause: str = "", stays: bool = False, attacks: str = "", ensues: bool = False
    ) -> None:
        super().__init__(name, asks=True, stays=stays, ensues=ensues, throws=False)
        self.clause = clause
        self.attacks = attacks  # the verb among its answers that is an attack, if one is

    def is_open(self, game: "Game", step: Step) -> bool:
        """Whether there is anything to decide; if not, the decision is passed over."""
        return True

    def run(self, game: "Game", step: Step) -> None:
        """Pass over the decision."""

    def options(self, game: "Game", step: Step) -> list[Action]:
        raise AssertionError(self.name)

    def options_of(self, game: "Game", step: Step, unit: i64) -> list[Action]:
        """The options of one unit, where finding them is quicker than finding all."""
        return [action for action in self.options(game, step) if action.unit == unit]

    def units(self, game: "Game", step: Step) -> list[int]:
        """The units that have options."""
        units: list[int] = []
        for action in self.options(game, step):
            if action.unit != NOBODY and action.unit not in units:
                units.append(action.unit)
        return units

    def answers(self, game: "Game", step: Step) -> list[Action]:
        """The options for which no unit has to be chosen first: all of them if the question is about one unit."""
        return [action for action in self.options(game, step) if step.unit != NOBODY or action.unit == NOBODY]

    def settle(self, game: "Game", step: Step, action: Action) -> Action:
        """The action with what it leaves out filled in, so that it can be compared with the options."""
        return action

    def allows(self, game: "Game", step: Step, action: Action) -> bool:
        return action in self.options(game, step)

    def why_not(self, game: "Game", step: Step, action: Action) -> list[Reason]:
        """Reasons why an action is not allowed; the best reason may be the question itself."""
        return []

    def effect(self, game: "Game", step: Step) -> str:
        """What it asks of its unit, for odds that end with it; "" if nothing happens to the unit."""
        return ""

    def chances(self, game: "Game", step: Step, action: Action) -> "list[Chance]":
        return [Chance(1, 0, [])]


class Activity:
    """One thing an activated unit may do: a verb, with its options, its reasons and its performance."""

    def __init__(self, verb: str, attacks: bool = False, arrives: bool = False, moves: bool = False) -> None:
        self.verb = verb
        self.attacks = attacks
        self.moves = moves
        self.arrives = arrives  # it is for units that wait to come onto the board, and for no others

    def is_for(self, unit_type: UnitType) -> bool:
        """Whether units of a type can ever do it."""
        return True

    def options(self, game: "Game", unit: i64) -> list[Action]:
        raise AssertionError(self.verb)

    def is_open(self, game: "Game", unit: i64) -> bool:
        """Whether there are options, where finding that out takes less than listing them."""
        return bool(self.options(game, unit))

    def settle(self, game: "Game", action: Action) -> Action:
        return action

    def allows(self, game: "Game", action: Action) -> bool:
        return action in self.options(game, action.unit)

    def why_not(self, game: "Game", action: Action) -> list[Reason]:
        raise AssertionError(self.verb)

    def play(self, game: "Game", action: Action) -> None:
        raise AssertionError(self.verb)

    def chances(self, game: "Game", action: Action) -> "list[Chance]":
        return [Chance(1, 0, [])]


WAYS: Final = [6**dice for dice in range(16)]  # in which this many dice can fall


class Chance:
    """One outcome of an action's dice: how likely it is, and what happens to each unit, in order.

    It ends with the action, or with the first choice that somebody has to make: then `after` is the game that waits for
    it, and the effects end with the hits still to be rolled for.
    """

    def __init__(
        self,
        ways: int,
        dice: int,
        effects: list[tuple[int, str]],
        lands: i64 = NO_CELL,
        after: "Game | None" = None,
    ) -> None:
        self.ways = ways  # of all the ways this many dice can fall
        self.dice = dice
        self.probability: float = ways / (WAYS[dice] if dice < len(WAYS) else 6**dice)
        self.effects = effects
        self.lands = lands  # the cell where a shell lands, in books where shells scatter
        self.after = after
