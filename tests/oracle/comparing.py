"""The oracle beside the engine, in random positions."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from portable_wargame.battle.terrain import feature_names
from portable_wargame.game.agenda import Chance
from portable_wargame.game.dice import Dice
from portable_wargame.game.game import Game
from portable_wargame.grid.names import cell_name
from portable_wargame.rules.fire.line_of_sight import sight
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.speech.state import state_tree
from tests.oracle import movement
from tests.oracle.odds import Deeds, hit_in_close_combat, misses
from tests.oracle.position import Cell, Position, Unit
from tests.oracle.sight import seen
from tests.playing import eager
from tests.random_battles import random_scenario

SIGHT = ("blocked", "grazed", "clear")


def cell_of(name: str) -> Cell:
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column - 1, int(name[len(letters) :]) - 1


def position_of(game: Game) -> Position:
    """From the public state and the ground."""
    state = state_tree(game)
    grid = game.battle.field.grid
    ground = {
        cell_of(cell_name(grid, cell)): frozenset(feature_names(features))
        for cell, features in enumerate(game.battle.features)
    }
    places = {one["id"]: one["at"] for one in state["units"]}
    units = [
        Unit(
            one["id"],
            one["side"],
            one["type"],
            cell_of(str(places[one["carried-by"]] if one["carried-by"] else one["at"])),
            one["facing"],
            one["carried-by"] is not None,
            one["fired"],
        )
        for one in state["units"]
        if one["at"] is not None or (one["carried-by"] and places[one["carried-by"]] is not None)
    ]
    exhausted = frozenset(one["id"] for one in state["sides"] if one["exhausted"])
    return Position(game.ruleset.name, grid.kind, grid.columns, grid.rows, ground, units, exhausted)


def games(book: str, grid: str, seeds: Iterable[int], actions: int) -> Iterator[tuple[Game, random.Random, int]]:
    """Random battles by the book alone: no house rules, no options but gas and cyclists."""
    for seed in seeds:
        tree = random_scenario(book, grid, seed, melee=seed % 2 > 0)
        if set(tree.get("options", ())) - {"gas", "cyclists"}:
            continue
        tree.pop("house-rules", None)
        luck = random.Random(f"{book} {grid} {seed} oracle")
        game = new_game(read_tree(tree), Dice(seed))
        for number in range(actions):
            if game.question() is None:
                break
            if number % 3 == 0:
                yield game, luck, seed
            game.perform(eager(game.options(), luck))


def compare_moves(game: Game, seed: int, tally: Counter[str]) -> None:
    """For each unit that has done nothing yet: where it may go, and how it may face there."""
    question = game.question()
    if question is None or question.name != "what the units do" or game.battle.activations_left <= 0:
        return
    position = position_of(game)
    side = game.battle.roster.side_ids[game.decider()]
    state = {one["id"]: one for one in state_tree(game)["units"]}
    for unit in position.units:
        one = state[unit.name]
        if unit.side != side or unit.carried or set(one["deeds"]) - {"fired"} or one["pinned"] or one["task"]:
            continue
        if unit.kind not in movement.RATES[position.book] or (unit.fired and unit.kind != "self-propelled-artillery"):
            continue
        if position.book == "late-19th-century" and movement.in_water(position, unit.at):
            continue  # it may have to stay there
        listed: dict[Cell, set[str]] = {}
        for action in game.options_of(game.battle.roster.unit_ids.index(unit.name)):
            if action.verb == "move" and action.path and not action.double:
                cell = cell_of(cell_name(game.battle.field.grid, action.path[-1]))
                listed.setdefault(cell, set()).add(position.facings[action.facing])
        expected = movement.ends(position, unit)
        tally["moves"] += 1
        assert listed == expected, (
            f"{position.book} {position.grid} seed {seed} turn {game.battle.turn}: {unit}\n"
            f"only the engine {sorted(set(listed) - set(expected))}, "
            f"only the oracle {sorted(set(expected) - set(listed))}"
        )


def compare_sight(game: Game, luck: random.Random, seed: int, tally: Counter[str], pairs: int) -> None:
    position = position_of(game)
    grid = game.battle.field.grid
    for _ in range(pairs):
        a, b = luck.randrange(grid.cells), luck.randrange(grid.cells)
        if a == b:
            continue
        told = SIGHT[sight(game.battle, a, b)]
        names = cell_name(grid, a), cell_name(grid, b)
        expected = seen(position, cell_of(names[0]), cell_of(names[1]))
        tally["lines"] += 1
        assert told == expected, f"{position.book} {position.grid} seed {seed}: {names} {told}, the oracle {expected}"


def compare_odds(game: Game, seed: int, tally: Counter[str]) -> None:
    """Of fire at the ground, that it does nothing; of a close combat, that the enemy is hit, and that nobody is."""
    attacks = [one for one in game.options() if one.verb in ("fire", "fight") and not one.air]
    if not attacks:
        return
    position = position_of(game)
    grid = game.battle.field.grid
    state = {one["id"]: one for one in state_tree(game)["units"]}
    deeds = {name: Deeds(one["moved"], one["pinned"], one["crossing"]) for name, one in state.items()}
    units = {unit.name: unit for unit in position.units}
    ids = game.battle.roster.unit_ids
    for action in attacks:
        unit, target = units[ids[action.unit]], cell_of(cell_name(grid, action.target))
        chances = game.chances(action)
        where = f"{position.book} {position.grid} seed {seed} turn {game.battle.turn}: {unit} {action.verb} {target}"
        nothing = total(chances, lambda chance: not chance.effects)
        if action.verb == "fire":
            grazed = seen(position, unit.at, target) == "grazed"
            expected = misses(position, unit, target, deeds, grazed)
            already = position.book == "late-19th-century" and any(
                deeds[one.name].pinned for one in position.units_in(target)
            )
            assert nothing == expected or already, f"{where}: nothing {nothing}, the oracle {expected}"
            tally["shots"] += 1
            continue
        exempt = movement.SHARING[position.book]
        there = [one for one in position.enemies_in(target, unit.side) if not one.carried]
        alone = [one for one in there if one.kind not in exempt]
        enemy = units[ids[action.other]] if action.other >= 0 else (alone or there)[0]
        hit = hit_in_close_combat(position, enemy, unit, False, deeds)
        back = hit_in_close_combat(position, unit, enemy, True, deeds)
        struck = total(
            chances, lambda chance: any(game.battle.side_of(one) != game.decider() for one, _ in chance.effects)
        )
        assert struck == hit, f"{where}: hit {struck}, the oracle {hit}"
        if position.book != "late-19th-century":  # where a draw sends the attacker back
            assert nothing == (1 - hit) * (1 - back), f"{where}: nothing {nothing}, the oracle {(1 - hit) * (1 - back)}"
        tally["fights"] += 1


def total(chances: list[Chance], counts: Callable[[Chance], bool]) -> Fraction:
    return sum((Fraction(one.ways, 6**one.dice) for one in chances if counts(one)), Fraction(0))


def compare(book: str, grid: str, seeds: Iterable[int], actions: int, tally: Counter[str], pairs: int = 8) -> None:
    for game, luck, seed in games(book, grid, seeds, actions):
        tally["positions"] += 1
        compare_moves(game, seed, tally)
        compare_sight(game, luck, seed, tally, pairs)
        compare_odds(game, seed, tally)
