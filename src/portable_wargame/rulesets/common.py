"""What several books have in common."""

from ..game.tables import ResultTable

TERRAIN = (
    "woods",
    "hill 1",
    "hill 2",
    "built-up",
    "fortification",
    "trench",
    "river",
    "ford",
    "bridge",
    "road",
)


def by_quality(clause: str, at_worst: int, otherwise: int) -> tuple[ResultTable, ...]:
    """The hit tables of elite, average and poor units: the worst result is on scores up to 2, 3 and 4."""
    return tuple(ResultTable(clause, ((best, otherwise), (1, at_worst))) for best in (3, 4, 5))
