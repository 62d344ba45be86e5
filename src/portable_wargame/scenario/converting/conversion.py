"""Conversion: a scenario under another book or on another grid, with everything that does not carry over."""

import copy
import math
from collections.abc import Collection

from ...battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD
from ...battle.terrain import bits_of
from ...game.errors import Refusal
from ...game.ruleset import Ruleset
from ...grid.names import cell_named
from ...rulesets import RULESETS
from ...rulesets import book as with_rules
from ...rulesets.books import text_of
from ...rulesets.house_rules import idle_rules, with_house_rules
from ..checking.check import problems_of
from ..footing import may_stand
from ..model import Scenario, SideEntry, VictoryEntry
from ..problems import BadScenario
from ..wording import listed, quoted, suggestion
from ..writing import tree
from .board import convert_board, grid_for, make_passable, make_way
from .substitutions import Substitution
from .units import UnitConversion
from .zones import widen_zones

__all__ = ["Substitution", "convert"]


def convert(scenario: Scenario, book: str = "", grid: str = "") -> tuple[Scenario, list[Substitution]]:
    """The scenario under that book and on that grid ("": the same grid, if the book allows it), and every substitution.

    The result has no mistakes; what cannot be converted is refused.
    """
    target = _book(book) if book and book != scenario.ruleset else own_book(scenario)
    kind = _grid(target, grid or (scenario.grid if scenario.grid in target.grids else target.grids[0]))
    return _Conversion(copy.deepcopy(scenario), target, kind).run()


def own_book(scenario: Scenario) -> Ruleset:
    return with_rules(scenario.ruleset, text=scenario.book)


def _book(name: str) -> Ruleset:
    if name not in RULESETS:
        raise Refusal(f"there is no book {quoted(name)}; {_known(name, RULESETS)}")
    return RULESETS[name]


def _grid(book: Ruleset, grid: str) -> str:
    if grid not in book.grids:
        remedy = f"it must be {listed(book.grids)}"
        raise Refusal(f"the {book.called} book is not played on the grid {quoted(grid)}; {remedy}")
    return grid


def _known(word: str, known: Collection[str]) -> str:
    return f"{suggestion(word, known)}choose from {listed(known, 'and')}"


class _Conversion:
    """One scenario during its conversion, on a copy."""

    def __init__(self, scenario: Scenario, book: Ruleset, grid: str) -> None:
        self.scenario = scenario
        self.old = with_rules(scenario.ruleset, scenario.options, text=scenario.book)
        self.book = book
        self.grid = grid
        self.told: list[Substitution] = []
        self.was = {side.id: self._size(side, self.old) for side in scenario.sides}

    def run(self) -> tuple[Scenario, list[Substitution]]:
        scenario = self.scenario
        self._convert_rules()
        convert_board(scenario, self.old, self.book, self.grid, self.told)
        UnitConversion(scenario, self.old, self.book, self.told).run()
        self._convert_victory()
        widen_zones(scenario, self.book, self.told)
        self._lift_limits()
        problems = problems_of(tree(scenario))
        if problems:
            raise BadScenario(problems, f"{scenario.title}, converted")
        make_passable(scenario, self.book, self.told)
        return scenario, self.told

    def _tell(self, what: str, was: str, becomes: str, why: str) -> None:
        self.told.append(Substitution(what, was, becomes, why))

    # -- rules

    def _convert_rules(self) -> None:
        scenario, book = self.scenario, self.book
        if book.name != scenario.ruleset:
            self._tell("the book", scenario.ruleset, book.name, "as requested")
            scenario.ruleset, scenario.book = book.name, text_of(book.name)
        for option in list(scenario.options):
            if option not in book.options:
                self._tell("the rules", f"option {option}", "", f"the {book.called} book has none of that name")
                scenario.options.remove(option)
        self.book = with_rules(book.name, scenario.options, text=scenario.book)
        barred = with_house_rules(self.book, scenario.house_rules)[1]
        barred |= {rule.name: rule.elsewhere for rule in idle_rules(scenario.house_rules, self.grid)}
        for name, why in barred.items():
            value = scenario.house_rules.pop(name)
            self._tell("the rules", f"house rule {name} = {value}", "", why.partition("; ")[0])

    # -- victory

    def _size(self, side: SideEntry, book: Ruleset) -> tuple[int, int]:
        """The units of a side, and their strength points."""
        types = [(unit.sp, book.type_named(unit.type)) for unit in side.units]
        return len(types), sum(sp or unit_type.strength for sp, unit_type in types if unit_type is not None)

    def _convert_victory(self) -> None:
        for number, entry in enumerate(self.scenario.victory, 1):
            what = f"victory condition {number}"
            own, enemy = self.scenario.sides
            if entry.side != own.id:
                own, enemy = enemy, own
            if entry.kind == HOLD:
                self._convert_hold(entry, what, own)
            elif entry.kind == EXIT:
                self._convert_exit(entry, what, own)
            elif entry.kind in (DESTROY_UNITS, DESTROY_SP):
                self._convert_losses(entry, what, enemy)

        for row in self.scenario.points:
            if row.kind == DESTROY_SP and self.book.strength is None:
                self._tell("points", "for each SP", "for each unit", f"the {self.book.called} book has no SP")
                row.kind = DESTROY_UNITS

    def _convert_hold(self, entry: VictoryEntry, what: str, own: SideEntry) -> None:
        if (entry.amount or len(entry.cells)) > len(own.units):
            lost = entry.cells[len(own.units) :]
            self._tell(what, f"hold {listed(lost, 'and')}", "", f"side {own.id} has only {len(own.units)} units now")
            entry.cells, entry.amount = entry.cells[: len(own.units)], 0
        grid = grid_for(self.scenario)
        types = [unit_type for unit in own.units if (unit_type := self.book.type_named(unit.type)) is not None]
        for name in entry.cells:
            cell = cell_named(grid, name)
            bits = bits_of(self.scenario.features[cell], self.book.terrain())
            if not any(may_stand(self.book, unit_type, bits) for unit_type in types):
                make_way(self.scenario, self.book, types, cell, f"side {own.id} is to hold it", self.told)

    def _convert_exit(self, entry: VictoryEntry, what: str, own: SideEntry) -> None:
        types = [unit_type for unit in own.units if (unit_type := self.book.type_named(unit.type)) is not None]
        towed = 0
        for unit_type in types:
            towed |= unit_type.cargo
        able = sum(unit_type.move > 0 or unit_type.arms & towed != 0 for unit_type in types)
        self._set_amount(entry, what, min(entry.amount, max(1, able)), f"only {able} units of side {own.id} can leave")

    def _convert_losses(self, entry: VictoryEntry, what: str, enemy: SideEntry) -> None:
        """The same share of the enemy as before."""
        units, strength = self.was[enemy.id]
        new_units, new_strength = self._size(enemy, self.book)
        if entry.kind == DESTROY_SP and self.book.strength is None:
            amount = min(new_units, max(1, math.ceil(entry.amount * new_units / max(1, strength))))
            self._tell(what, f"destroy {entry.amount} SP", f"{amount} units", f"the {self.book.called} book has no SP")
            entry.kind, entry.amount = DESTROY_UNITS, amount
            return
        whole, new_whole = (strength, new_strength) if entry.kind == DESTROY_SP else (units, new_units)
        amount = min(new_whole, max(1, round(entry.amount * new_whole / max(1, whole))))
        self._set_amount(entry, what, amount, f"side {enemy.id} is weaker than it was")

    def _set_amount(self, entry: VictoryEntry, what: str, amount: int, why: str) -> None:
        if amount != entry.amount:
            self._tell(what, str(entry.amount), str(amount), why)
            entry.amount = amount

    # -- limits

    def _lift_limits(self) -> None:
        """A book with limits on armies and where they begin lifts some for a campaign, and all for a refight."""
        broken = self._broken_limit()
        if not broken:
            return
        self.scenario.campaign = True
        if self._broken_limit():
            self.scenario.campaign, self.scenario.historical = False, True
        kind = "historical" if self.scenario.historical else "part of a campaign"
        self._tell("the scenario", "a one-off battle", kind, broken)

    def _broken_limit(self) -> str:
        """The first of these limits, in words."""
        limits = self.book.muster
        if limits is None:
            return ""
        clauses = {limits.army, self.book.deployment.clause, self.book.deployment.campaign}
        broken = [problem for problem in problems_of(tree(self.scenario)) if problem.clause in clauses]
        return broken[0].message if broken else ""
