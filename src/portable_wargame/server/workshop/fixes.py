"""Fixes: small changes of a draft that put a problem right. Each is tried: one that leaves the same complaint, or
brings a new one, is not offered."""

from collections.abc import Callable
from typing import Any

from ...game.errors import Refusal
from ...scenario.checking.check import Checked, check, problems_of
from ...scenario.checking.remarks import remarks
from ...scenario.problems import Path, Problem
from .drafts import Draft

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
MOST_PROBLEMS = 100  # problems: a draft with more is not one slip away from being right
MOST_TRIED = 15  # problems that we try more for than a refight


def as_refight(draft: Draft, path: Path) -> Draft:
    """A refight has no limits on armies, nor on where they start."""
    return {**draft, "historical": True}


def left_out(draft: Draft, path: Path) -> Draft:
    without: Draft = _without(draft, path)
    return without


def unplaced(draft: Draft, path: Path) -> Draft:
    """The unit is deployed by its side before the battle."""
    is_place = path[:1] == ("sides",) and path[2:3] == ("units",) and path[4:] == ("at",)
    return _without(draft, path) if is_place else draft


def across(draft: Draft, path: Path) -> Draft:
    """The other edge."""
    edge = _at(draft, path)
    known = path[-1:] == ("edge",) and isinstance(edge, str) and edge in OPPOSITE
    return _with(draft, path, OPPOSITE[edge]) if known else draft


# In the order of offering them.
FIXES: dict[str, Callable[[Draft, Path], Draft]] = {
    "refight": as_refight,
    "across": across,
    "unplaced": unplaced,
    "leave-out": left_out,
}
# Deleting something is a fix only if it was never used.
LEFT_OUT = ("sp", "weapon", "gun", "army", "gas", "regular", "quality", "carrying", "arrives", "house-rules", "options")


# Settings without effect may go as well; a remark on anything else, such as a whole side, doesn't mean that it
# should go.
SPARED = (*LEFT_OUT, "secret-deployment", "campaign", "zone", "colour", "group", "when", "victory")


def fixes_of_remarks(said: list[Problem], draft: Draft) -> list[list[str]]:
    """For each remark, whether its setting can be left out without making the draft unsound or causing another
    remark."""
    kinds: dict[tuple[str, ...], bool] = {}  # try one of a kind for all
    found: list[list[str]] = []
    for remark in said:
        kind = tuple(part for part in remark.path if isinstance(part, str))
        if kind not in kinds:
            kinds[kind] = bool({kind[0], kind[-1]} & set(SPARED)) and _is_better_without(remark.path, draft, len(said))
        found.append(["leave-out"] if kinds[kind] else [])
    return found


def _is_better_without(path: Path, draft: Draft, before: int) -> bool:
    found = check(left_out(draft, path))
    return isinstance(found, Checked) and len(remarks(found)) < before


def fixes_of(problems: list[Problem], draft: Draft) -> list[list[str]]:
    """For each problem, the fixes that remove it and bring no other."""
    if not problems or len(problems) > MOST_PROBLEMS:
        return [[] for _ in problems]
    before = {(problem.path, problem.message) for problem in problems}
    refought = _left(as_refight(draft, ()), before)
    return [_fixing(problem, draft, before, refought, number < MOST_TRIED) for number, problem in enumerate(problems)]


def fixed(draft: Draft, fix: str, path: Path) -> Draft:
    if fix not in FIXES:
        raise Refusal(f"there is no fix {fix[:40]!r}; choose from {', '.join(FIXES)}")
    return FIXES[fix](draft, path)


Known = set[tuple[Path, str]]


def _left(draft: Draft, before: Known) -> Known | None:
    """The problems that are left; None if there is a new one."""
    left = {(problem.path, problem.message) for problem in problems_of(draft)}
    return left if left < before else None


def _fixing(problem: Problem, draft: Draft, before: Known, refought: Known | None, more: bool) -> list[str]:
    key = (problem.path, problem.message)
    found = ["refight"] if refought is not None and key not in refought else []
    if not more:
        return found
    for name, fix in FIXES.items():
        if name == "refight" or found or not problem.path:
            continue
        if name == "leave-out" and not set(LEFT_OUT) & {str(part) for part in problem.path}:
            continue
        changed = fix(draft, problem.path)
        left = _left(changed, before) if changed != draft else None
        if left is not None and key not in left:
            found.append(name)
    return found


def _at(draft: Any, path: Path) -> Any:
    for part in path:
        try:
            draft = draft[part]
        except (KeyError, IndexError, TypeError):
            return None
    return draft


def _with(tree: Any, path: Path, value: Any) -> Any:
    first, *rest = path
    inner = _with(tree[first], tuple(rest), value) if rest else value
    if isinstance(tree, list):
        return [inner if number == first else one for number, one in enumerate(tree)]
    return {**tree, first: inner}


def _without(tree: Any, path: Path) -> Any:
    if not path or _at(tree, path) is None:
        return tree
    holder = _at(tree, path[:-1])
    last = path[-1]
    if isinstance(holder, list):
        rest: Any = [one for number, one in enumerate(holder) if number != last]
    else:
        rest = {key: value for key, value in holder.items() if key != last}
    return _with(tree, path[:-1], rest) if path[:-1] else rest
