"""The battles we time, and two ways to drive them: unit by unit, or by lists of everything a side may do."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from portable_wargame.ai.opponents.eager import eager_action
from portable_wargame.game.actions import Action
from portable_wargame.game.dice import Dice, Luck
from portable_wargame.game.game import Game
from portable_wargame.grid.grid import grid_of
from portable_wargame.grid.names import cell_name
from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario.model import Scenario, SideEntry, UnitEntry
from portable_wargame.scenario.setup import new_game

MAPS = 8  # so that no figure depends on the luck of one map
TURNS = 30
ATTACKS = ("fire", "fight", "bombard")
# One cell in three is not open. Rivers have fords, so that no map cuts an army off.
GROUND: list[list[str]] = [[]] * 10 + [["woods"], ["hill 1"], ["built-up"], ["road"], ["ford"]]

Driver = Callable[[Game, Luck], Action]


@dataclass(frozen=True)
class Load:
    """A battle to time: a book, a board and a force, the same on both sides."""

    book: str
    grid: str
    columns: int
    rows: int
    force: tuple[str, ...]


CLASSIC = Load("classic", "square", 8, 8, ("infantry", "infantry", "cavalry", "artillery", "infantry", "commander"))
# Twelve a side on 16 by 16 hexes. A book that does not exist yet is skipped.
LARGE = (
    Load(
        "colonial",
        "hex",
        16,
        16,
        ("infantry",) * 6 + ("mounted-cavalry",) * 2 + ("rifled-field-artillery",) * 2 + ("machine-gun", "commander"),
    ),
    Load(
        "modern",
        "hex",
        16,
        16,
        ("infantry",) * 6 + ("tank",) * 2 + ("field-artillery",) * 2 + ("machine-gun", "commander"),
    ),
)


def large_loads() -> list[Load]:
    return [load for load in LARGE if load.book in RULESETS]


def scenario(load: Load, number: int) -> Scenario:
    """One of the load's maps, with both forces in two rows at their own edge."""
    luck = random.Random(f"{load.book} {load.grid} {number}")
    features = [list(luck.choice(GROUND)) for _ in range(load.columns * load.rows)]
    armies = RULESETS[load.book].armies or ("", "")
    south = _side("red", "south", armies[0], load, 0)
    north = _side("blue", "north", armies[1], load, load.rows - 1)
    return Scenario(
        f"map {number}", load.book, load.grid, load.columns, load.rows, features, [south, north], turns=TURNS
    )


def _side(name: str, edge: str, army: str, load: Load, row: int) -> SideEntry:
    grid = grid_of(load.grid, load.columns, load.rows)
    half = (len(load.force) + 1) // 2
    units = []
    for number, kind in enumerate(load.force):
        second = number >= half
        column = (load.columns - half) // 2 + number % half
        inwards = 1 if row == 0 else -1
        cell = (row + (inwards if second else 0)) * load.columns + column
        units.append(UnitEntry(f"{name}{number + 1}", kind, at=cell_name(grid, cell)))
    return SideEntry(name, name.title(), edge, army, units)


def starts(load: Load) -> list[Game]:
    """The load's battles, set up: play a copy of each."""
    return [new_game(scenario(load, number), Dice(number)) for number in range(MAPS)]


def side_by_side(game: Game, luck: Luck) -> Action:
    """List every action of the side, as the protocol does."""
    options = game.options()
    attacks = [option for option in options if option.verb in ATTACKS]
    choices = attacks or options
    return choices[luck.below(len(choices))]


def play_out(game: Game, driver: Driver, luck: Luck) -> int:
    """Play a battle to its end; returns the number of decisions."""
    decisions = 1
    perform = game.perform
    while perform(driver(game, luck)):
        decisions += 1
    return decisions


def attacks_in(load: Load, wanted: int) -> list[tuple[Game, Action]]:
    """Moments of eager battles just before the dice of an attack."""
    found: list[tuple[Game, Action]] = []
    luck = Luck(1)
    while len(found) < wanted:
        for start in starts(load):
            game = start.copy(Dice(len(found)))
            while game.agenda:
                action = eager_action(game, luck)
                if action.verb in ATTACKS and luck.below(10) == 0:
                    found.append((game.copy(Dice(0)), action))
                game.perform(action)
    return found[:wanted]
