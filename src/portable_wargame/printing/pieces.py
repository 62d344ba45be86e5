"""The material of every part of the pack: the scenario, its table laid out, its book, and the options."""

from dataclasses import dataclass, field

from ..battle.battle import Battle
from ..game.game import Game
from ..game.ruleset import Ruleset
from ..pictures.colours import Colours, colours_of
from ..pictures.layout import Layout
from ..scenario.checking.schema import visible
from ..scenario.model import Scenario
from ..scenario.setup import laid_out
from .options import PAPERS, Options
from .paper.ink import INKS, Ink


@dataclass(frozen=True)
class Pieces:
    scenario: Scenario
    game: Game
    options: Options
    names: dict[str, str] = field(default_factory=dict)  # by cell, the name of the place

    @property
    def battle(self) -> Battle:
        return self.game.battle

    @property
    def hidden(self) -> set[int]:
        """Units whose place is their own side's secret."""
        ids = {unit.id for side in self.scenario.sides for unit in side.units if unit.hidden}
        return {number for number, name in enumerate(self.battle.roster.unit_ids) if name in ids}

    @property
    def colours(self) -> Colours:
        return colours_of(self.scenario)

    @property
    def book(self) -> Ruleset:
        return self.game.ruleset

    @property
    def layout(self) -> Layout:
        return Layout(self.battle.field.grid)

    @property
    def ink(self) -> Ink:
        return INKS[self.options.ink]

    @property
    def paper(self) -> tuple[float, float]:
        return PAPERS[self.options.paper]


def pieces(scenario: Scenario, options: Options) -> Pieces:
    return Pieces(scenario, laid_out(scenario), options, {cell: visible(name) for cell, name in scenario.names.items()})
