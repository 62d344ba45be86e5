"""Checking: everything wrong with a scenario's tree, in its structure and in its meaning, all at once."""

from dataclasses import dataclass, field, replace
from typing import Any

from ...game.ruleset import Ruleset
from ...rulesets import RULESETS, book
from ...rulesets.books import read_book, text_of
from ...rulesets.house_rules import HOUSE_RULES, idle_rules, with_house_rules
from ...rulesets.variants.variant import Variant, canonical
from ..board import Board, read_board
from ..problems import Findings, Problem
from ..wording import listed
from .forces import check_forces
from .listed import Forces
from .names import check_flags, check_labels, check_names
from .structure import check_structure
from .victory import check_points, check_victory


@dataclass(frozen=True)
class Checked:
    """A tree with nothing wrong with it, and what the checks made of it on the way. Only this can be built."""

    tree: dict[str, Any]
    ruleset: Ruleset  # with the scenario's optional rules and house rules
    board: Board
    house_rules: dict[str, str]
    book: str  # the canonical text of a book that is made from data
    forces: Forces = field(compare=False, repr=False)


def check(tree: object) -> Checked | list[Problem]:
    """The tree, found right; or every problem in it: first those of structure, then those of meaning in the sound
    parts."""
    findings = Findings()
    brought = book_brought(tree, findings)
    problems, sound = check_structure(tree, brought.ruleset if brought is not None else None)
    if not isinstance(sound, dict):
        return problems
    problems = [_of_a_missing_book(problem, tree) for problem in problems]
    if brought is None and "book" in sound:
        # The book's own faults have been reported already: no point in adding that no book has that name.
        problems = [problem for problem in problems if problem.path != ("ruleset",)]
    ruleset = with_rules(sound, brought, findings)
    board = read_board(sound, ruleset, findings)
    forces = check_forces(sound, ruleset, board, findings)
    check_victory(forces)
    check_points(forces)
    check_names(forces)
    check_labels(forces)
    check_flags(forces)
    check_grid(sound, ruleset, findings)
    problems = problems + findings.problems
    if problems or ruleset is None or board is None:
        return problems
    return Checked(sound, ruleset, board, house_rules_of(sound), text_brought(sound, brought), forces)


def _of_a_missing_book(problem: Problem, tree: object) -> Problem:
    """An unknown ruleset may be somebody's own, so say where it would have to be."""
    name = tree.get("ruleset") if isinstance(tree, dict) else None
    if problem.path != ("ruleset",) or not isinstance(name, str):
        return problem
    own = "; a book of your own must be in your books folder (pw doctor says where that is), or in the scenario"
    return replace(problem, remedy=problem.remedy + own)


def problems_of(tree: object) -> list[Problem]:
    """What is wrong with a tree, for callers that want nothing else."""
    checked = check(tree)
    return checked if isinstance(checked, list) else []


def book_brought(tree: object, findings: Findings) -> Variant | None:
    """The book that a scenario brings along, if it is sound; otherwise, its problems."""
    told = tree.get("book") if isinstance(tree, dict) else None
    if not isinstance(told, dict) or not isinstance(tree, dict):
        return None
    found = read_book(told)
    if not isinstance(found, Variant):
        for fault in found:
            findings.add(("book", *fault.path), f"the book it carries: {fault.message}", fault.remedy)
        return None
    if tree.get("ruleset") != found.ruleset.name:
        message = f"the scenario carries the book {found.ruleset.name}, which is not its ruleset"
        findings.add(("book", "name"), message, "give both the same name")
    return found


def text_brought(tree: dict[str, Any], brought: Variant | None) -> str:
    return canonical(brought.tree) if brought is not None else text_of(tree["ruleset"])


def with_rules(tree: dict[str, Any], brought: Variant | None, findings: Findings) -> Ruleset | None:
    """The book with the scenario's optional rules and house rules, as far as it has them, and what is wrong with the
    others; None if there is no such book."""
    name = tree.get("ruleset")
    if name is None or (brought is None and (name not in RULESETS or "book" in tree)):
        return None
    text = canonical(brought.tree) if brought is not None else ""
    options = [option for option in tree.get("options") or [] if option is not None]
    check_options(tree, book(name, text=text), findings)
    settings = house_rules_of(tree)
    check_house_rules(tree, book(name, options, text=text), settings, findings)
    return book(name, options, settings, text=text)


def check_grid(tree: dict[str, Any], ruleset: Ruleset | None, findings: Findings) -> None:
    grid = tree.get("grid")
    if ruleset is not None and grid is not None and grid not in ruleset.grids:
        message = f"the grid is {grid}, which the {ruleset.called} book does not allow"
        findings.add(("grid",), message, f"it must be {listed(ruleset.grids)}")


def check_options(tree: dict[str, Any], ruleset: Ruleset, findings: Findings) -> None:
    for number, option in enumerate(tree.get("options") or []):
        if option is not None and option not in ruleset.options:
            has = f"its options are {listed(ruleset.options, 'and')}" if ruleset.options else "it has no optional rules"
            findings.add(("options", number), f"the {ruleset.called} book has no option {option}", has)


def check_house_rules(tree: dict[str, Any], ruleset: Ruleset, settings: dict[str, str], findings: Findings) -> None:
    for name, reason in with_house_rules(ruleset, settings)[1].items():
        check_house_rule(name, reason, ruleset, findings)
    grid = tree.get("grid")
    for rule in idle_rules(settings, grid) if grid is not None else []:
        message = f"house rule {rule.name}: {rule.elsewhere}"
        remedy = f"leave it out, or play on the grid {listed(rule.grids)}"
        findings.add(("house-rules", rule.name), message, remedy, rule.clause)


def check_house_rule(name: str, reason: str, ruleset: Ruleset, findings: Findings) -> None:
    path = ("house-rules", name)
    if name not in HOUSE_RULES:
        message = f"the {ruleset.called} book has no house rule {name}"
        findings.add(path, message, f"its house rules are {listed(HOUSE_RULES, 'and')}")
        return
    clause = HOUSE_RULES[name].clause
    message, _, remedy = reason.partition("; ")
    findings.add(path, f"house rule {name}: {message}", remedy, clause)


def house_rules_of(tree: dict[str, Any]) -> dict[str, str]:
    """The settings as text: front-faces may be written as a number."""
    settings = (tree.get("house-rules") or {}).items()
    return {name: value if isinstance(value, str) else str(int(value)) for name, value in settings if value is not None}
