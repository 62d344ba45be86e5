"""Actions: what a side answers to a decision."""

from ..battle.battle import NO_CELL, NOBODY

AS_IT_COMES = -1  # no facing named: the rules' default


class Action:
    """A verb and its words. Unused words keep their defaults; two actions are equal if all their words are."""

    def __init__(
        self,
        verb: str,
        unit: int = NOBODY,
        target: int = NO_CELL,
        facing: int = AS_IT_COMES,
        path: tuple[int, ...] = (),
        other: int = NOBODY,
        task: int = 0,
        double: bool = False,
    ) -> None:
        self.verb = verb
        self.unit = unit
        self.target = target  # the cell that `target`, `to` or `at` names
        self.facing = facing
        self.path = path
        self.other = other  # the opponent of a fight, the cargo of a transport
        self.task = task
        self.double = double

    def words(self) -> tuple[str, int, int, int, tuple[int, ...], int, int, bool]:
        return (
            self.verb,
            self.unit,
            self.target,
            self.facing,
            self.path,
            self.other,
            self.task,
            self.double,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.words() == other.words()

    def __hash__(self) -> int:
        return hash(self.words())

    def __repr__(self) -> str:
        return f"Action{self.words()}"
