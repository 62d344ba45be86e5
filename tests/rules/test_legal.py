"""`legal` lists one path for each destination, facing and consequence: held against all paths that `play` accepts."""

import itertools
import random
from collections.abc import Iterator

import pytest

from portable_wargame.battle.pieces import Cloud
from portable_wargame.game.actions import Action
from portable_wargame.game.course import gather_clouds
from portable_wargame.game.dice import Dice, LaidOut
from portable_wargame.game.game import Game
from portable_wargame.speech.state import state_tree
from tests.table import draw

BOARDS = 30
LETTERS = ". . . . . . m m m w ~ b h F # = x"
Consequence = tuple[int, int, tuple[tuple[int, int], ...]]  # where it ends, how it faces, what it goes into from where


def board(grid: str, seed: int) -> Game:
    """A few units among mines, gas, wire, woods and water."""
    luck = random.Random(f"{grid} {seed}")
    letters = [letter for letter in LETTERS.split() if luck.random() < 0.8 or letter in ".m"]
    columns, rows = luck.choice(((3, 4), (4, 4), (5, 4)))
    drawn = [[luck.choice(letters) for _ in range(columns)] for _ in range(rows)]
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    luck.shuffle(cells)
    names = [f"{'abcde'[column]}{row + 1}" for column, row in cells]
    for column, row in cells[:5]:
        drawn[rows - 1 - row][column] = "."
    facings = ["n", "e", "s", "w"] if grid == "square" else ["n", "ne", "se", "s", "sw", "nw"]
    types = luck.sample(["infantry", "engineers", "mounted-cavalry", "tank", "armoured-car", "truck"], 3)
    red = [f"r{number + 1} {kind} {names[number]} {luck.choice(facings)}" for number, kind in enumerate(types)]
    blue = [f"b{number} infantry {names[number + 2]} {luck.choice(facings)}" for number in (1, 2)]
    text = "\n".join(" ".join(row) for row in drawn)
    legend = {"#": ["minefield", "road"], "m": ["minefield"]}
    game = draw(
        "modern", text, red=red, blue=blue, grid=grid, options=["gas"], legend=legend, dice=[6, 1, 6, 6, 6], seed=seed
    ).session.game
    clouded = luck.sample(range(columns * rows), 2)
    gather_clouds(game, [Cloud(cell, 0, 0, 2) for cell in clouded])
    game.forget_options()
    return game


def all_paths(game: Game, unit: int) -> Iterator[tuple[int, ...]]:
    """As far as anybody might get, round in circles and over the hills."""
    grid = game.battle.field.grid
    farthest = min(4 if grid.faces == 4 else 3, int(game.battle.type_of[unit].move) + 1)
    paths: list[tuple[int, ...]] = [()]
    for _ in range(farthest):
        paths = [(*path, around) for path in paths for around in grid.neighbours[(game.battle.at[unit], *path)[-1]]]
        yield from paths


def consequence(game: Game, action: Action) -> Consequence:
    battle = game.battle
    way = [battle.at[action.unit], *action.path]
    unit_type = battle.type_of[action.unit]
    perils = tuple(
        (int(before), int(cell))
        for before, cell in itertools.pairwise(way)
        if game.ruleset.movement.footing(unit_type, 0, battle.features[cell]).perils
    )
    return int(way[-1]), int(action.facing), perils


def is_left_out(game: Game, action: Action, met: Consequence) -> bool:
    """Back to where it began, or twice into the same mines or gas: the contract says so."""
    into = [cell for _, cell in met[2]]
    return game.battle.at[action.unit] in action.path or len(set(into)) < len(into)


def what_follows(game: Game, action: Action, dice: list[int]) -> object:
    """All but the movement left over, of which the listed path keeps the most."""
    twin = game.copy(Dice(LaidOut(dice, 0).die))
    twin.play(action)
    asks = [(one.verb, one.target, one.facing) for one in twin.options()] if twin.agenda[-1].kind.ensues else []
    state = state_tree(twin)
    units = [{key: value for key, value in one.items() if key != "spare"} for one in state["units"]]
    return units, state["decides"], state["question"], len(twin.dice.thrown), asks


@pytest.mark.parity
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_every_path_that_is_accepted_is_listed_or_as_good_as_one_that_is(grid: str) -> None:
    compared = braved = 0
    for seed in range(BOARDS):
        game = board(grid, seed)
        luck = random.Random(seed)
        for unit in game.units():
            listed = {consequence(game, one): one for one in game.options_of(unit) if one.verb == "move" and one.path}
            paths = [one.path for one in game.options_of(unit) if one.verb == "move" and one.path]
            assert len(listed) == len(game.options_of(unit)) - sum(not one.path for one in game.options_of(unit)), paths
            found: set[Consequence] = set()
            for path in all_paths(game, unit):
                for facing in range(game.battle.field.grid.faces):
                    action = Action("move", unit, facing=facing, path=path)
                    if not game.allows(action):
                        continue
                    met = consequence(game, action)
                    if is_left_out(game, action, met):
                        continue
                    found.add(met)
                    assert met in listed, f"seed {seed}: {action} is accepted, and none like it is listed"
                    assert len(path) >= len(listed[met].path) or listed[met].by_road
                    if path != listed[met].path:
                        dice = [luck.randint(1, 6) for _ in range(8)]
                        assert what_follows(game, action, dice) == what_follows(game, listed[met], dice)
                        compared += 1
            braved += sum(len(met[2]) > 1 for met in found)
            within = [met for met, one in listed.items() if len(one.path) <= (4 if grid == "square" else 3)]
            assert found >= set(within), f"seed {seed}: listed, but not accepted"
    assert compared > 100 and braved > 300
