"""Random battles: legal, connected, playable, and the same for the same seed."""

import random
from dataclasses import replace

import pytest

from portable_wargame.battle.battle import UNDECIDED
from portable_wargame.battle.terrain import BRIDGE, BUILT_UP, FORD, HILL_1, HILL_2, RIVER, ROAD, bits_of
from portable_wargame.game.dice import Dice
from portable_wargame.game.errors import Refusal
from portable_wargame.grid.grid import grid_of
from portable_wargame.grid.names import cell_named
from portable_wargame.rulesets import RULESETS, whole_book
from portable_wargame.scenario.checking.reaching import cut_off
from portable_wargame.scenario.crossings import banks
from portable_wargame.scenario.generating.army_lists import army_lists, cost, raised
from portable_wargame.scenario.generating.generator import COUNTRIES, EXTRAS, KINDS, Request, generate
from portable_wargame.scenario.generating.ground import Ground
from portable_wargame.scenario.model import Scenario, UnitEntry
from portable_wargame.scenario.reading import read
from portable_wargame.scenario.setup import new_game
from portable_wargame.scenario.writing import tree, write
from tests.scenario.requests import any_request

SAMPLE = 120


@pytest.mark.parametrize("book", RULESETS)
def test_every_battle_is_legal_and_connected(book: str) -> None:
    for number in range(SAMPLE):
        scenario = generate(any_request(book, number))
        text = write(scenario)
        # Reading checks everything that `pw check` checks.
        again = read(text)
        assert again == scenario, number
        assert write(again) == text, number
        assert cut_off(scenario) == [], number
        assert scenario.title and scenario.about and all(side.briefing for side in scenario.sides), number


@pytest.mark.parametrize("book", RULESETS)
def test_every_kind_is_played_to_an_end(book: str) -> None:
    for number, kind in enumerate(KINDS):
        scenario = generate(replace(any_request(book, number), kind=kind, columns=8, rows=9, points=24))
        assert is_played_out(scenario, number), kind


def is_played_out(scenario: Scenario, seed: int) -> bool:
    chooser = random.Random(seed)
    game = new_game(scenario, Dice(seed))
    while game.question() is not None:
        options = game.options()
        eager = [action for action in options if action.verb in ("fire", "fight", "bombard", "advance", "enter")]
        game.perform(chooser.choice(eager or options))
    return game.battle.winner != UNDECIDED and game.battle.turn <= scenario.turns


def test_the_same_request_gives_the_same_battle() -> None:
    for book in RULESETS:
        request = any_request(book, 5)
        assert write(generate(request)) == write(generate(request))
        assert generate(replace(request, seed=6)) != generate(request)


@pytest.mark.parametrize("size", [(3, 3), (3, 40), (40, 3), (40, 40)])
def test_the_smallest_and_the_largest_boards_will_do(size: tuple[int, int]) -> None:
    for kind in KINDS:
        scenario = generate(Request("classic", columns=size[0], rows=size[1], kind=kind, seed=1))
        assert (scenario.columns, scenario.rows) == size
        assert cut_off(scenario) == []


def test_who_finds_no_room_comes_later() -> None:
    scenario = generate(Request("classic", columns=3, rows=3, points=20, armies=("militia", "militia"), seed=2))
    for side in scenario.sides:
        assert any(unit.at for unit in side.units)
        assert any(unit.arrives_turn for unit in side.units)


def test_a_river_runs_from_edge_to_edge_and_can_be_crossed() -> None:
    for number in range(60):
        luck = random.Random(number)
        grid = grid_of(luck.choice(("square", "hex")), luck.randint(5, 20), luck.randint(5, 20))
        ground = Ground(grid, COUNTRIES["river"], luck.random() < 0.5, luck)
        ends = (ground.river[0], ground.river[-1])
        assert all(any(grid.depth(end, edge) == 0 for edge in ("north", "south", "east", "west")) for end in ends)
        steps = zip(ground.river, ground.river[1:], strict=False)
        assert all(after in grid.neighbours[before] for before, after in steps)
        assert {cell for cell in range(grid.cells) if ground.has(cell, RIVER)} == set(ground.river)
        assert sum(ground.has(cell, FORD | BRIDGE) for cell in ground.river) >= 1
        assert len(set(banks(grid, ground.features)) - {-1}) == 1


def test_a_river_between_the_sides_parts_them() -> None:
    for number in range(20):
        grid = grid_of("hex", 9, 8)
        ground = Ground(grid, COUNTRIES["mixed"], True, random.Random(number))
        shut = [bits & ~(FORD | BRIDGE) for bits in ground.features]
        bank = banks(grid, shut)
        south = {bank[cell] for cell in grid.edge("south")}
        assert south.isdisjoint(bank[cell] for cell in grid.edge("north"))


def test_roads_lead_somewhere_and_villages_lie_on_them() -> None:
    for number in range(40):
        luck = random.Random(number)
        grid = grid_of(luck.choice(("square", "hex")), luck.randint(5, 20), luck.randint(5, 20))
        ground = Ground(grid, COUNTRIES["settled"], False, luck)
        roads = {cell for cell in range(grid.cells) if ground.has(cell, ROAD)}
        reached = [next(cell for cell in grid.edge("south") if cell in roads)]
        joined = set(reached)
        while reached:
            for near in grid.neighbours[reached.pop()]:
                if near in roads and near not in joined:
                    joined.add(near)
                    reached.append(near)
        assert joined == roads
        assert any(cell in roads for cell in grid.edge("north"))
        for village in ground.villages:
            assert any(cell in roads for cell in village)
            assert all(ground.has(cell, BUILT_UP) for cell in village)


def test_crests_stand_on_ridges() -> None:
    crests = 0
    for number in range(40):
        grid = grid_of("hex", 12, 12)
        ground = Ground(grid, COUNTRIES["hilly"], False, random.Random(number))
        for cell in range(grid.cells):
            if ground.has(cell, HILL_2):
                crests += 1
                assert all(ground.has(near, HILL_1 | HILL_2) for near in grid.neighbours[cell])
    assert crests > 40


@pytest.mark.parametrize("book", RULESETS)
def test_the_map_is_lettered(book: str) -> None:
    for number in range(20):
        scenario = generate(replace(any_request(book, number), extras=()))
        grid = grid_of(scenario.grid, scenario.columns, scenario.rows)
        held = {cell for entry in scenario.victory for cell in entry.cells}
        assert held <= scenario.names.keys(), number
        assert len(set(scenario.names.values())) == len(scenario.names), number
        for cell, name in scenario.names.items():
            features = set(scenario.features[cell_named(grid, cell)])
            assert not name.endswith(" Wood") or "woods" in features, number
            assert not name.endswith(" Hill") or features & {"hill 1", "hill 2"}, number
        for label in scenario.labels:
            for cell in (label.at, label.to):
                assert bits_of(scenario.features[cell_named(grid, cell)]) & RIVER, number


def test_extras_leave_ground_and_armies_as_they_are() -> None:
    plain = generate(Request("modern", "hex", 12, 10, kind="counter-attack", seed=5))
    every = generate(Request("modern", "hex", 12, 10, kind="counter-attack", seed=5, extras=tuple(EXTRAS)))
    assert not plain.points and not plain.house_rules and not plain.secret_deployment
    assert (every.title, every.features, every.names) == (plain.title, plain.features, plain.names)
    for side, before in zip(every.sides, plain.sides, strict=True):
        assert [unit.id for unit in side.units] == [unit.id for unit in before.units]
        assert side.zone and not any(unit.at for unit in side.units)
        later = [unit for unit in side.units if unit.arrives_turn]
        assert all(unit.arrives_cells and unit.arrives_roll and unit.arrives_group for unit in later)
    assert any(unit.arrives_turn for side in every.sides for unit in side.units)
    assert (
        every.secret_deployment and every.points and every.degrees and every.house_rules.keys() == {"night", "weather"}
    )


@pytest.mark.parametrize("extra", EXTRAS)
@pytest.mark.parametrize("book", RULESETS)
def test_every_extra_is_played_to_an_end(book: str, extra: str) -> None:
    for number, kind in enumerate(KINDS):
        scenario = generate(
            replace(any_request(book, number), kind=kind, columns=8, rows=9, points=24, extras=(extra,))
        )
        assert cut_off(scenario) == []
        assert is_played_out(scenario, number), kind


def test_points_are_spent_and_not_overspent() -> None:
    for book in RULESETS:
        for army in army_lists(book):
            for points in (20, 40, 100):
                spent = sum(cost(book, unit) for unit, _ in raised(army, points, 200, random.Random(points)))
                assert points - 6 <= spent <= points, army.id


def test_every_unit_type_has_its_price() -> None:
    for name in RULESETS:
        book = whole_book(name)
        for unit_type in book.unit_types:
            assert cost(name, UnitEntry("x", unit_type.name)) >= 1
        for army in army_lists(name):
            assert {line.unit.type for line in army.lines} <= {unit_type.name for unit_type in book.unit_types}


def test_an_attack_meets_works_and_has_an_objective() -> None:
    scenario = generate(Request("modern", "square", 12, 12, kind="attack", seed=2))
    features = {name for names in scenario.features for name in names}
    assert features & {"trench", "wire", "minefield"}
    red = [entry for entry in scenario.victory if entry.side == "red"]
    cell = cell_named(grid_of("square", 12, 12), red[0].cells[0])
    assert cell >= 0 and scenario.sides[0].briefing.count(red[0].cells[0]) == 1
    assert bits_of(scenario.features[cell]) & RIVER == 0


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Request("napoleonic"), "there is no book 'napoleonic'"),
        (Request(grid="hex"), "the classic book is not played on the grid 'hex'; it must be square"),
        (Request("late-19th-century", columns=6, rows=8), "for the late 19th century book each must be 8 to 40"),
        (Request(columns=41, rows=8), "the board is 41 by 8; for the classic book each must be 3 to 40"),
        (Request(points=5), "the armies have 5 points; it must be 12 to 800"),
        (Request(kind="atack"), "there is no kind of battle 'atack'; did you mean attack?"),
        (Request(country="sea"), "there is no kind of country 'sea'"),
        (Request(armies=("guards", "")), "the classic book has no army list 'guards'"),
        (Request(extras=("zone",)), "there is no extra 'zone'; did you mean zones?"),
        (Request(options=("air",)), "the classic book has no option 'air'; it has no optional rules"),
    ],
)
def test_what_cannot_be_is_refused(request_: Request, words: str) -> None:
    with pytest.raises(Refusal) as refusal:
        generate(request_)
    assert words in str(refusal.value)


def test_what_is_cut_off_is_named() -> None:
    scenario = generate(Request("colonial", "square", 6, 6, kind="crossing", points=20, seed=1))
    assert cut_off(scenario) == []
    shut = [["river"] if set(names) & {"ford", "bridge"} else names for names in scenario.features]
    told = cut_off(replace(scenario, features=shut))
    assert any("cannot reach" in sentence and "which its side is to hold" in sentence for sentence in told)
    assert "ruleset" in tree(scenario)
