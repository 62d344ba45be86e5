"""House rules: each is whole in its row, and what is written about them elsewhere is that row."""

from pathlib import Path

import pytest

from portable_wargame.game.ruleset import Ruleset
from portable_wargame.rulesets import RULESETS, ledger
from portable_wargame.rulesets.house_rules import HOUSE_RULES, HouseRule, with_house_rules

PAGE = Path(__file__).parents[2] / "docs" / "house-rules.md"
BOTH = [(rule, book) for rule in HOUSE_RULES.values() for book in RULESETS.values()]


def line(rule: HouseRule) -> str:
    """A rule's line in the table of the page."""
    values = ", ".join(f"`{choice}`" for choice in rule.choices) or rule.values
    where = f"; {rule.grids[0]} only" if len(rule.grids) == 1 else ""
    return f"| `{rule.name}` | {values} | {rule.words}{where} |"


def test_the_page_has_the_line_of_every_rule_and_no_other() -> None:
    lines = [found for found in PAGE.read_text("utf-8").splitlines() if found.startswith("| `")]
    assert lines == [line(rule) for rule in HOUSE_RULES.values()]


@pytest.mark.parametrize(("rule", "book"), BOTH, ids=lambda one: one.name)
def test_the_default_is_how_the_book_plays_already(rule: HouseRule, book: Ruleset) -> None:
    changed = rule.apply(book, rule.default(book))
    assert isinstance(changed, str) or changed == book
    assert not rule.choices or rule.default(book) in rule.choices


@pytest.mark.parametrize(("rule", "book"), BOTH, ids=lambda one: one.name)
def test_every_choice_will_do_in_a_book_that_has_the_rule(rule: HouseRule, book: Ruleset) -> None:
    if isinstance(rule.apply(book, rule.default(book)), str):
        return
    for choice in rule.choices:
        assert with_house_rules(book, {rule.name: choice})[1] == {}


@pytest.mark.parametrize("rule", HOUSE_RULES.values(), ids=lambda rule: rule.name)
def test_the_ledger_names_the_rule_with_the_clause_that_it_changes(rule: HouseRule) -> None:
    assert rule.setting() in ledger.clause(rule.clause).settings
