"""The oracle beside the engine, in random positions."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from portable_wargame.battle.terrain import feature_names
from portable_wargame.game.actions import Action
from portable_wargame.game.agenda import Chance
from portable_wargame.game.dice import Dice
from portable_wargame.game.game import Game
from portable_wargame.grid.names import cell_name
from portable_wargame.rules.fire.line_of_sight import sight
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.speech.state import state_tree
from tests.oracle import movement
from tests.oracle.odds import (
    NOWHERE,
    Deeds,
    hit_in_close_combat,
    landings,
    misses,
    misses_aircraft,
    misses_the_ground,
    shell_misses,
)
from tests.oracle.position import Cell, Position, Unit
from tests.oracle.reasons import WORDS, against_move, against_shot, is_gun, may_be_asked_to_fire
from tests.oracle.sight import seen
from tests.playing import eager
from tests.random_battles import ANYTHING, Emphasis, random_scenario

ATTACKS = ("fire", "fight", "bombard", "strafe", "bomb")
MOST_ATTACKS = 12
LATE = "late-19th-century"
AIRCRAFT = ("reconnaissance-aircraft", "single-seat-fighter", "two-seat-fighter", "bomber")
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
    roster = game.battle.roster
    units = [
        Unit(
            one["id"],
            one["side"],
            one["type"],
            cell_of(str(places[one["carried-by"]] if one["carried-by"] else one["at"])),
            one["facing"],
            one["carried-by"] is not None,
            one["fired"],
            roster.army_of[roster.unit_ids.index(one["id"])] == "native",
        )
        for one in state["units"]
        if one["at"] is not None or (one["carried-by"] and places[one["carried-by"]] is not None)
    ]
    exhausted = frozenset(one["id"] for one in state["sides"] if one["exhausted"])
    ground_units = [unit for unit in units if unit.kind not in AIRCRAFT]
    aircraft = [unit for unit in units if unit.kind in AIRCRAFT]
    return Position(game.ruleset.name, grid.kind, grid.columns, grid.rows, ground, ground_units, exhausted, aircraft)


def games(
    book: str, grid: str, seeds: Iterable[int], actions: int, about: Emphasis
) -> Iterator[tuple[Game, random.Random, int]]:
    """Random battles by the book alone: no house rules, no tank riders."""
    for seed in seeds:
        tree = random_scenario(book, grid, seed, seed % 2 > 0, about)
        if "tank-riders" in tree.get("options", ()):
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
        if position.book == LATE and movement.in_water(position, unit.at):
            continue  # it may have to stay there
        expected = movement.ends(position, unit)
        compare_ends(game, position, unit, seed, False, expected)
        tally["moves"] += 1
        if not movement.may_double(position, unit) or (position.book == LATE and game.battle.activations_left < 2):
            continue
        farther = movement.ends(position, unit, double=True)
        compare_ends(game, position, unit, seed, True, {to: farther[to] for to in farther if to not in expected})
        tally["double moves"] += 1


def compare_ends(
    game: Game, position: Position, unit: Unit, seed: int, double: bool, expected: dict[Cell, set[str]]
) -> None:
    listed: dict[Cell, set[str]] = {}
    for action in game.options_of(game.battle.roster.unit_ids.index(unit.name)):
        if action.verb == "move" and action.path and action.double == double:
            cell = cell_of(cell_name(game.battle.field.grid, action.path[-1]))
            listed.setdefault(cell, set()).add(position.facings[action.facing])
    assert listed == expected, (
        f"{position.book} {position.grid} seed {seed} turn {game.battle.turn}: {unit} {'double' if double else ''}\n"
        f"only the engine {sorted(set(listed) - set(expected))}, "
        f"only the oracle {sorted(set(expected) - set(listed))}"
    )


def compare_reasons(game: Game, luck: random.Random, seed: int, tally: Counter[str]) -> None:
    """Of paths at random, and of shots at every enemy: whether they are refused, and whether what is said is so."""
    question = game.question()
    asked = question.name if question is not None else ""
    if asked not in ("what the units do", "what the guns fire at") or game.battle.activations_left == 0:
        return
    position = position_of(game)
    grid, roster = game.battle.field.grid, game.battle.roster
    side = roster.side_ids[game.decider()]
    state = {one["id"]: one for one in state_tree(game)["units"]}
    cells = {cell_of(cell_name(grid, cell)): cell for cell in range(grid.cells)}
    firing = "bombard" if asked == "what the guns fire at" else "fire"
    for unit in position.units:
        one, number = state[unit.name], roster.unit_ids.index(unit.name)
        if unit.side != side or unit.carried or one["deeds"] or one["pinned"] or one["task"] or one["crossing"]:
            continue
        if firing == "fire" and unit.kind in movement.RATES[position.book] and not movement.in_water(position, unit.at):
            path: list[Cell] = []
            for _ in range(luck.randint(1, 4)):
                path.append(luck.choice(position.around((path or [unit.at])[-1])))
            move = Action("move", number, path=tuple(cells[cell] for cell in path))
            said = [reason.text for reason in game.why_not(move)]
            so = against_move(position, unit, path)
            where = f"{position.book} {position.grid} seed {seed} turn {game.battle.turn}: {unit} {path}: {said}"
            assert bool(said) == bool(so), f"{where}, the oracle {so}"
            assert not said or any(WORDS[cause] in said[0] for cause in so), f"{where}, the oracle {so}"
            tally["reasons"] += bool(said)
        if not may_be_asked_to_fire(position, unit) or is_gun(unit) != (firing == "bombard"):
            continue
        if any(order.gun == number for order in game.battle.orders):
            continue
        for enemy in [one for one in position.units if one.side != side and not one.carried]:
            said = [reason.text for reason in game.why_not(Action(firing, number, cells[enemy.at]))]
            so = against_shot(position, unit, enemy.at)
            where = f"{position.book} {position.grid} seed {seed} turn {game.battle.turn}: {unit} {enemy.at}: {said}"
            for cause in ("range", "arc", "sight", "cover"):
                assert any(WORDS[cause] in text for text in said) == (cause in so), f"{where}, the oracle {so}"
            tally["reasons"] += bool(said)


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
    """Of fire, that it does nothing; of shells that scatter, where they land; of a close combat, that the enemy is hit,
    and that nobody is."""
    attacks = [one for one in game.options() if one.verb in ATTACKS]
    if not attacks:
        return
    if len(attacks) > MOST_ATTACKS:  # of the many that guns may have, one of each kind
        attacks = list({(one.verb, one.unit, one.air, one.gas): one for one in attacks}.values())
    position = position_of(game)
    grid = game.battle.field.grid
    state = {one["id"]: one for one in state_tree(game)["units"]}
    deeds = {name: Deeds(one["moved"], one["pinned"], one["crossing"]) for name, one in state.items()}
    units = {unit.name: unit for unit in [*position.units, *position.aircraft]}
    ids = game.battle.roster.unit_ids
    for action in attacks:
        unit = units[ids[action.unit]]
        target = cell_of(cell_name(grid, action.target)) if action.target >= 0 else unit.at
        chances = game.chances(action)
        where = f"{position.book} {position.grid} seed {seed} turn {game.battle.turn}: {unit} {action.verb} {target}"
        nothing = total(chances, lambda chance: not chance.effects)
        repeats = state[unit.name]["last-target"] == cell_name(grid, action.target) if action.target >= 0 else False
        if action.air:
            expected = misses_aircraft(position, unit, target, deeds)
            assert nothing == expected, f"{where}: nothing {nothing}, the oracle {expected}"
            tally["shots at aircraft"] += 1
            continue
        if action.verb in ("strafe", "bomb"):
            expected = misses_the_ground(position, unit, action.loads, deeds)
            assert nothing == expected, f"{where}: nothing {nothing}, the oracle {expected}"
            tally["shots from the air"] += 1
            continue
        if action.verb == "bombard" and position.book in ("classic", "colonial"):
            expected = shell_misses(position, unit, target, deeds, repeats)
            assert nothing == expected, f"{where}: nothing {nothing}, the oracle {expected}"
            tally["shells"] += 1
            continue
        if action.verb == "bombard":
            fallen: dict[Cell, Fraction] = {}
            for chance in chances:
                cell = cell_of(cell_name(grid, chance.lands)) if chance.lands >= 0 else NOWHERE
                fallen[cell] = fallen.get(cell, Fraction(0)) + Fraction(chance.ways, 6**chance.dice)
            shell = landings(position, unit, target, deeds, repeats)
            assert fallen == shell, f"{where}: {fallen}, the oracle {shell}"
            tally["shells"] += 1
            continue
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


def compare(
    book: str,
    grid: str,
    seeds: Iterable[int],
    actions: int,
    tally: Counter[str],
    pairs: int = 8,
    about: Emphasis = ANYTHING,
) -> None:
    for game, luck, seed in games(book, grid, seeds, actions, about):
        tally["positions"] += 1
        compare_moves(game, seed, tally)
        compare_sight(game, luck, seed, tally, pairs)
        compare_odds(game, seed, tally)
        compare_reasons(game, luck, seed, tally)
