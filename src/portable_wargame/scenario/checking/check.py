"""Checking: everything that is wrong with a scenario's tree, in its structure and in its meaning, all at once."""

from typing import Any

from ...game.ruleset import Ruleset
from ...rulesets import RULESETS
from ...rulesets.house_rules import HOUSE_RULES, idle_rules, with_house_rules
from ..board import Board, read_board
from ..problems import Findings, Problem
from ..wording import listed
from .forces import Forces
from .structure import check_structure
from .victory import Goals


def check(tree: object) -> list[Problem]:
    """Every problem of the tree: first those of structure, then those of meaning in whatever is sound."""
    problems, sound = check_structure(tree)
    if isinstance(sound, dict):
        problems = problems + meaning(sound)
    return problems


def meaning(tree: dict[str, Any]) -> list[Problem]:
    findings = Findings()
    book = RULESETS.get(tree.get("ruleset") or "")
    check_rules(tree, book, findings)
    book = with_options(tree, book)
    board = read_board(tree, book, findings)
    forces = Forces(tree, book, board, findings)
    forces.check()
    Goals(tree, forces, findings).check()
    check_grid(tree, book, board, findings)
    return findings.problems


def with_options(tree: dict[str, Any], book: Ruleset | None) -> Ruleset | None:
    """The book with those of the scenario's optional rules that it has: they bring unit types of their own."""
    for option in tree.get("options") or []:
        if book is not None and option in book.options:
            book = book.options[option](book)
    return book


def check_grid(tree: dict[str, Any], book: Ruleset | None, board: Board | None, findings: Findings) -> None:
    grid = tree.get("grid")
    if book is not None and grid is not None and grid not in book.grids:
        message = f"the grid is {grid}, which the {book.name} book does not allow"
        findings.add(("grid",), message, f"it must be {listed(book.grids)}")


def check_rules(tree: dict[str, Any], book: Ruleset | None, findings: Findings) -> None:
    """Optional rules and house rules."""
    if book is None:
        return
    for number, option in enumerate(tree.get("options") or []):
        if option is not None and option not in book.options:
            known = f"its options are {listed(book.options, 'and')}" if book.options else "it has no optional rules"
            findings.add(("options", number), f"the {book.name} book has no option {option}", known)
    settings = house_rules_of(tree)
    for name, reason in with_house_rules(book, settings)[1].items():
        check_house_rule(name, reason, book, findings)
    grid = tree.get("grid")
    for rule in idle_rules(settings, grid) if grid is not None else []:
        message = f"house rule {rule.name}: {rule.elsewhere}"
        remedy = f"leave it out, or play on the grid {listed(rule.grids)}"
        findings.add(("house-rules", rule.name), message, remedy, rule.clause)


def check_house_rule(name: str, reason: str, book: Ruleset, findings: Findings) -> None:
    path = ("house-rules", name)
    if name not in HOUSE_RULES:
        message = f"the {book.name} book has no house rule {name}"
        findings.add(path, message, f"its house rules are {listed(HOUSE_RULES, 'and')}")
        return
    clause = HOUSE_RULES[name].clause
    message, _, remedy = reason.partition("; ")
    findings.add(path, f"house rule {name}: {message}", remedy, clause)


def house_rules_of(tree: dict[str, Any]) -> dict[str, str]:
    """The settings as text: front-faces may be written as a number."""
    settings = (tree.get("house-rules") or {}).items()
    return {name: value if isinstance(value, str) else str(int(value)) for name, value in settings if value is not None}
