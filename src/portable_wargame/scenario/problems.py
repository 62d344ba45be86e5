"""What is wrong with a scenario: every problem with its place, its cause and its remedy."""

from collections.abc import Sequence
from dataclasses import dataclass

from .._wording import cut, quoted
from ..game.errors import Refusal

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """`path` leads to it in the scenario's tree. Clause and line are "" and 0 where there is none."""

    path: Path
    message: str
    remedy: str
    clause: str = ""
    line: int = 0
    column: int = 0

    def sentence(self) -> str:
        cited = f" ({self.clause})" if self.clause else ""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{self.message}{remedy}{cited}"

    def place(self, name: str) -> str:
        """Where it is: name, line and column of a text; otherwise the path in the tree."""
        if self.line:
            return f"{name}:{self.line}:{self.column}" if self.column else f"{name}:{self.line}"
        return path_text(self.path) or name


class BadScenario(Refusal):
    """A scenario with problems, all of them: one line each. `repaired` is its text with anything that is not TOML put
    right, if we can guess how."""

    def __init__(self, problems: Sequence[Problem], name: str = "scenario", repaired: str = "") -> None:
        self.problems = list(problems)
        self.name = name
        self.repaired = repaired
        super().__init__("\n".join(f"{problem.place(name)}: {problem.sentence()}" for problem in self.problems))


class Findings:
    """The problems found so far."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, path: Path, message: str, remedy: str, clause: str = "") -> None:
        self.problems.append(Problem(path, message, remedy, clause))


def path_text(path: Path) -> str:
    """sides[0].units[2].at"""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            key = cut(part) if part.isprintable() else quoted(part)
            text += f".{key}" if text else key
    return text
