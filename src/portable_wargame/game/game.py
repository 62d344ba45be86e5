"""A game: a battle, the rules it is fought by, the agenda and the dice."""

from ..battle.battle import NO_CELL, NOBODY, UNDECIDED, Battle
from ..grid.compiler import i64, mypyc_attr
from .actions import Action
from .agenda import Chance, Decision, Reason, Step, StepKind
from .dice import Dice
from .errors import Refusal
from .events import Event
from .ruleset import Ruleset


class IllegalAction(Refusal):
    def __init__(self, reasons: list[Reason]) -> None:
        super().__init__(". ".join(reason.text for reason in reasons))
        self.reasons = reasons


class Account:
    """What happens to each unit, in order, for odds."""

    def __init__(self) -> None:
        self.effects: list[tuple[int, str]] = []
        self.lands: i64 = NO_CELL

    def copy(self) -> "Account":
        twin = Account()
        twin.effects = self.effects.copy()
        twin.lands = self.lands
        return twin


@mypyc_attr(acyclic=True, free_list_len=1)
class Game:
    """Mutable, with a cheap copy. Events are made only while `log` is a list, and an account is kept only for odds."""

    def __init__(self, ruleset: Ruleset, battle: Battle, dice: Dice) -> None:
        self.ruleset = ruleset
        self.battle = battle
        self.dice = dice
        self.agenda: list[Step] = []
        self.log: list[Event] | None = None
        self.account: Account | None = None
        # Already worked out; they hold until the next action.
        self.options_by_unit: dict[int, list[Action]] = {}
        self.shots: list[Action] | None = None  # of the guns of the side that is naming targets
        self.foreseen: dict[Action, list[Chance]] | None = None  # only where the same odds may be needed twice

    def copy(self, dice: Dice) -> "Game":
        """An independent copy, with dice of its own: it cannot tell what this one will throw."""
        twin = Game(self.ruleset, self.battle.copy(), dice)
        twin.agenda = self.agenda.copy()
        return twin

    # -- the question that waits

    def question(self) -> Decision | None:
        if not self.agenda:
            return None
        kind = self.agenda[-1].kind
        return kind if isinstance(kind, Decision) else None

    def decider(self) -> int:
        return self.agenda[-1].side if self.agenda else NOBODY

    def options(self) -> list[Action]:
        question = self.question()
        return question.options(self, self.agenda[-1]) if question is not None else []

    def options_of(self, unit: i64) -> list[Action]:
        question = self.question()
        return question.options_of(self, self.agenda[-1], unit) if question is not None else []

    def units(self) -> list[int]:
        """The units of the side that decides that may do something now."""
        question = self.question()
        return question.units(self, self.agenda[-1]) if question is not None else []

    def answers(self) -> list[Action]:
        """The options for which no unit has to be chosen first."""
        question = self.question()
        return question.answers(self, self.agenda[-1]) if question is not None else []

    def is_attack(self, action: Action) -> bool:
        """Whether an answer to the question that waits is an attack."""
        activity = self.ruleset.activity(action.verb)
        if activity is not None and activity.attacks:
            return True
        question = self.question()
        return question is not None and question.attacks == action.verb

    def settle(self, action: Action) -> Action:
        question = self.question()
        return question.settle(self, self.agenda[-1], action) if question is not None else action

    def allows(self, action: Action) -> bool:
        question = self.question()
        return question is not None and question.allows(self, self.agenda[-1], action)

    def why_not(self, action: Action) -> list[Reason]:
        """Every reason against an action; none if it is legal."""
        question = self.question()
        if question is None:
            return [Reason("shared.victory", "The battle is over")]
        step = self.agenda[-1]
        settled = question.settle(self, step, action)
        if question.allows(self, step, settled):
            return []
        reasons = question.why_not(self, step, settled)
        clause = question.clause or self.ruleset.sequence
        return reasons or [Reason(clause, f"That doesn't answer the question: {question.name}")]

    def chances(self, action: Action) -> list[Chance]:
        """The exact odds of an answer. Do not ask here after moving units about to see what would happen."""
        question = self.question()
        if question is None:
            return []
        foreseen = self.foreseen
        if foreseen is None:
            return question.chances(self, self.agenda[-1], action)
        known = foreseen.get(action)
        if known is None:
            known = foreseen[action] = question.chances(self, self.agenda[-1], action)
        return known

    # -- going on

    def play(self, action: Action) -> None:
        """Carry out an action, or refuse it and change nothing."""
        reasons = self.why_not(action)
        if reasons:
            raise IllegalAction(reasons)
        self.perform(self.settle(action))

    def perform(self, action: Action) -> bool:
        """Carry out an action that is known to be legal, and go on to the next decision; False if there is none."""
        step = self.agenda[-1]
        kind = step.kind
        if not kind.stays:
            self.agenda.pop()
        self.forget_options()
        if action.verb not in kind.declares:
            self.forget_odds()
        kind.play(self, step, action)
        return self.advance()

    def forget_options(self) -> None:
        self.shots = None
        if self.options_by_unit:
            self.options_by_unit = {}

    def forget_odds(self) -> None:
        if self.foreseen:
            self.foreseen = {}

    def push(self, step: Step) -> None:
        self.agenda.append(step)

    def push_in_order(self, kinds: tuple[StepKind, ...], side: i64) -> None:
        for place in range(len(kinds) - 1, -1, -1):
            self.agenda.append(kinds[place].step(side))

    def advance(self) -> bool:
        """Carry out steps until somebody has to decide, or the battle is over; whether somebody has to decide."""
        battle = self.battle
        while battle.winner == UNDECIDED:
            step = self.agenda[-1]
            kind = step.kind
            if kind.asks:
                if kind.is_open(self, step):
                    return True
                self.forget_options()
            self.forget_odds()
            self.agenda.pop()
            kind.run(self, step)
        self.agenda = []
        return False
