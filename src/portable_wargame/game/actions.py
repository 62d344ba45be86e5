"""Actions: what a side answers to a decision."""

from typing import Final

from ..battle.battle import NO_CELL, NOBODY
from ..grid.compiler import i64, mypyc_attr

NOT_COUNTED: Final = -1
AS_IT_COMES: Final = -1  # no facing named: the rules' default


@mypyc_attr(acyclic=True, free_list_len=1)
class Action:
    """A verb and its words. Unused words keep their defaults; two actions are equal if all their words are."""

    def __init__(
        self,
        verb: str,
        unit: i64 = NOBODY,
        target: i64 = NO_CELL,
        facing: i64 = AS_IT_COMES,
        path: tuple[int, ...] = (),
        other: i64 = NOBODY,
        task: i64 = 0,
        double: bool = False,
        gas: bool = False,
        air: bool = False,
        loads: i64 = 0,
    ) -> None:
        self.verb = verb
        self.unit = unit
        self.target = target  # the cell that `target`, `to` or `at` names
        self.facing = facing
        self.path = path
        self.other = other  # the opponent of a fight, the cargo of a transport
        self.task = task
        self.double = double
        self.gas = gas  # a gas shell
        self.air = air  # at the aircraft over the cell, not at what is on the ground
        self.loads = loads  # of bombs
        # What follows from the path of a move; worked out when the move is offered or, failing that, carried out.
        self.spare: i64 = NOT_COUNTED  # cells of movement left over
        self.by_road = False  # it went its last cells thanks to a road

    def words(self) -> tuple[str, int, int, int, tuple[int, ...], int, int, bool, bool, bool, int]:
        return (
            self.verb,
            self.unit,
            self.target,
            self.facing,
            self.path,
            self.other,
            self.task,
            self.double,
            self.gas,
            self.air,
            self.loads,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.words() == other.words()

    def __hash__(self) -> int:
        return hash(self.words())

    def __repr__(self) -> str:
        return f"Action{self.words()}"


NO_ACTIONS: Final[list[Action]] = []  # never altered: for frequent calls that seldom find any
