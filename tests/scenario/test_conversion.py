"""Conversion: every scenario under every book and on every grid, and every substitution named."""

import copy

import pytest

from portable_wargame.battle.objectives import HOLD
from portable_wargame.game.errors import Refusal
from portable_wargame.rulesets import RULESETS, whole_book
from portable_wargame.scenario import library
from portable_wargame.scenario.checking.reaching import cut_off
from portable_wargame.scenario.converting.board import enlarge
from portable_wargame.scenario.converting.conversion import convert
from portable_wargame.scenario.converting.substitutions import stand_ins
from portable_wargame.scenario.generating.generator import generate
from portable_wargame.scenario.model import Label, Scenario, ScoreEntry, Trigger, UnitEntry
from portable_wargame.scenario.reading import read
from portable_wargame.scenario.writing import write
from tests.scenario.requests import any_request
from tests.scenario.samples import CLASSIC, COLONIAL, changed

TARGETS = [(book, grid) for book in RULESETS for grid in RULESETS[book].grids]


def sentences(scenario: Scenario, book: str, grid: str = "") -> list[str]:
    return [substitution.sentence() for substitution in convert(scenario, book, grid)[1]]


@pytest.mark.parametrize("name", library.names())
def test_the_library_under_every_book_and_grid(name: str) -> None:
    scenario = library.load(name)
    before = copy.deepcopy(scenario)
    for book, grid in TARGETS:
        converted, told = convert(scenario, book, grid)
        assert (converted.ruleset, converted.grid) == (book, grid)
        assert read(write(converted)) == converted, (book, grid)
        assert cut_off(converted) == [], (book, grid)
        assert (not told) == ((book, grid) == (scenario.ruleset, scenario.grid))
        assert_every_change_is_told(scenario, converted, [one.sentence() for one in told])
    assert scenario == before


def assert_every_change_is_told(was: Scenario, becomes: Scenario, told: list[str]) -> None:
    """Whatever unit is not as it was has a sentence of its own."""
    after = {unit.id: unit for side in becomes.sides for unit in side.units}
    shifted = any(line.startswith("the board:") for line in told)
    for side in was.sides:
        for unit in side.units:
            new = after.get(unit.id)
            if new is None or (new.type, new.weapon, new.sp, new.gun) != (unit.type, unit.weapon, unit.sp, unit.gun):
                assert any(line.startswith(f"unit {unit.id}:") for line in told), unit.id
            elif new.at != unit.at and unit.at and not shifted:
                assert any(line.startswith(f"unit {unit.id}: at {unit.at}") for line in told), unit.id
    for number, (old_entry, new_entry) in enumerate(zip(was.victory, becomes.victory, strict=True), 1):
        if (old_entry.kind, old_entry.amount) != (new_entry.kind, new_entry.amount):
            assert any(line.startswith(f"victory condition {number}:") for line in told), number


@pytest.mark.parametrize("book", RULESETS)
def test_random_battles_under_every_book_and_grid(book: str) -> None:
    for number in range(12):
        scenario = generate(any_request(book, 1000 + number))
        for target, grid in TARGETS:
            converted, _ = convert(scenario, target, grid)
            assert read(write(converted)) == converted, (number, target, grid)
            assert cut_off(converted) == [], (number, target, grid)


def test_whatever_is_said_of_cells_goes_with_a_board_that_grows() -> None:
    scenario = read(CLASSIC)
    scenario.names, scenario.labels = {"b2": "Toll Bridge"}, [Label("The Wen", "a2", "c2")]
    scenario.points = [ScoreEntry("red", HOLD, 2, ["b2"])]
    red, blue = scenario.sides
    red.zone = ["a1", "b1"]
    red.units[0].at, red.units[0].zone = "", ["b1"]
    late = blue.units[-1]
    late.at, late.arrives_turn, late.arrives_cells = "", 2, ["b3"]
    late.arrives_when = Trigger(enemy_at=["b2"])
    enlarge(scenario, 8, [], RULESETS["classic"].terrain())
    assert scenario.names == {"d4": "Toll Bridge"}
    assert scenario.labels == [Label("The Wen", "c4", "e4")]
    assert scenario.points[0].cells == ["d4"]
    assert (red.zone, red.units[0].zone) == (["c3", "d3"], ["d3"])
    assert late.arrives_when == Trigger(enemy_at=["d4"])
    assert late.arrives_cells == ["d8"]  # at the new edge


def test_what_stands_for_a_type_is_a_type_of_some_book() -> None:
    books = [whole_book(name) for name in RULESETS]
    types = {one.name for book in books for one in book.unit_types}
    named = {choice.partition(" ")[0] for book in books for one in book.unit_types for choice in one.stands_for}
    assert named <= types
    weapons = {name: row for book in books for name, row in book.weapons.items()}
    assert {name for row in weapons.values() for name in row.stands_for} <= set(weapons)
    assert {name for row in weapons.values() for name in row.borne_by} <= types


@pytest.mark.parametrize(
    ("was", "type_", "weapon", "book", "becomes"),
    [
        ("modern", "tank", "", "classic", "cavalry"),
        ("modern", "tank", "", "late-19th-century", "mounted-cavalry"),
        ("colonial", "infantry", "musket", "late-19th-century", "infantry-firearms"),
        ("colonial", "infantry", "magazine-rifle", "late-19th-century", "infantry-rifles"),
        ("colonial", "dismounted-cavalry", "musket", "late-19th-century", "dismounted-cavalry"),
        ("colonial", "infantry", "musket", "colonial", "infantry musket"),
        ("late-19th-century", "infantry-firearms", "", "colonial", "infantry musket"),
        ("modern", "heavy-artillery", "", "colonial", "rifled-siege-artillery"),
        ("modern", "spotter", "", "classic", ""),
        ("modern", "bomber", "", "colonial", ""),
        ("classic", "transport", "", "late-19th-century", ""),
    ],
)
def test_the_likest_type_stands_in(was: str, type_: str, weapon: str, book: str, becomes: str) -> None:
    able = stand_ins(whole_book(was), whole_book(book), UnitEntry("x", type_, weapon=weapon))
    assert (able or [""])[0] == becomes


def first_of(scenario: Scenario, type_: str) -> str:
    return next(unit.id for side in scenario.sides for unit in side.units if unit.type == type_)


def test_tanks_have_no_place_in_colonial() -> None:
    scenario = library.load("kessel-crossroads")
    told = sentences(scenario, "colonial")
    assert f"unit {first_of(scenario, 'tank')}: tank becomes mounted-cavalry; the colonial book has no tank" in told
    assert f"unit {first_of(scenario, 'spotter')}: spotter is left out; the colonial book has nothing like it" in told


def test_aircraft_alone_are_no_army_in_classic() -> None:
    scenario = library.load("sallow-wood")
    fighter = first_of(scenario, "single-seat-fighter")
    scenario.sides[1].units = [unit for unit in scenario.sides[1].units if unit.id == fighter]
    with pytest.raises(Refusal, match="nothing like any unit of side blue"):
        convert(scenario, "classic")


def test_who_may_not_share_a_cell_moves_aside() -> None:
    text = changed(CLASSIC, ('type = "commander", at = "b3"', 'type = "commander", at = "a3"'))
    converted, told = convert(read(text), "colonial", "square")
    assert converted.sides[1].units[1].at == "b3"
    assert "unit b2: at a3 becomes b3; b1 stands there, and no two such units share a cell" in [
        one.sentence() for one in told
    ]


def test_a_river_that_could_be_waded_gets_a_ford() -> None:
    text = changed(CLASSIC, (". w ~ .", "~ ~ ~ ~"), ('hold = ["b2"]', 'hold = ["b3"]'))
    converted, told = convert(read(text), "modern", "square")
    assert sum("ford" in names for names in converted.features) == 1
    assert any("river becomes ford; otherwise nobody could cross" in one.sentence() for one in told)


def test_a_transport_that_has_no_place_leaves_its_load_there() -> None:
    converted, told = convert(read(CLASSIC), "colonial", "hex")
    guns = next(unit for unit in converted.sides[0].units if unit.id == "r3")
    assert (guns.type, guns.at) == ("rifled-field-artillery", "b1")
    assert "unit r2: transport is left out; the colonial book has nothing like it" in [one.sentence() for one in told]


def test_a_gun_that_cannot_walk_comes_behind_a_transport() -> None:
    text = changed(
        COLONIAL,
        (
            'type = "rifled-siege-artillery", at = "b1"',
            'type = "rifled-field-artillery", arrives = {turn = 3, edge = "south"}',
        ),
    )
    converted, _ = convert(read(text), "classic")
    carrier = next(unit for unit in converted.sides[0].units if unit.carrying == "r2")
    assert (carrier.type, carrier.arrives_turn) == ("transport", 3)


def test_a_small_board_grows_where_the_book_asks_for_it() -> None:
    converted, told = convert(read(CLASSIC), "late-19th-century")
    assert (converted.columns, converted.rows) == (8, 8)
    assert converted.sides[0].units[0].at == "c3"
    assert converted.victory[0].cells == ["d4"]
    assert any(one.sentence().startswith("the board: 4 by 3 becomes 8 by 8") for one in told)


@pytest.mark.parametrize(("red", "lifted"), [("a1", "part of a campaign"), ("a2", "historical")])
def test_limits_on_where_armies_begin_are_lifted_as_far_as_need_be(red: str, lifted: str) -> None:
    """From a2 an infantry unit faces the enemy in a3: that is for refights alone."""
    text = changed(CLASSIC, ('type = "infantry", at = "a1"', f'type = "infantry", at = "{red}"'))
    converted, told = convert(read(text), "late-19th-century")
    assert (converted.campaign, converted.historical) == (lifted == "part of a campaign", lifted == "historical")
    start = f"the scenario: a one-off battle becomes {lifted}; "
    assert [one.sentence() for one in told if one.sentence().startswith(start)]


def test_briefings_call_the_cells_of_a_board_that_has_grown_by_their_new_names() -> None:
    briefed = read(CLASSIC)
    briefed.about = "The wood (c2) is all that counts."
    briefed.sides[0].briefing = "Hold c2, not h8, by 10. b1 is against you; r1 and A1 are not."
    converted, told = convert(briefed, "late-19th-century")
    assert converted.about == "The wood (e4) is all that counts."
    assert converted.sides[0].briefing == "Hold e4, not h8, by 10. b1 is against you; r1 and A1 are not."
    assert [one.sentence() for one in told if one.what == "the briefings"] == [
        "the briefings: c2 becomes e4; that is what the cell is called now"
    ]


def test_strength_points_and_conditions() -> None:
    text = changed(
        CLASSIC,
        ('at = "a1", facing = "n"', 'at = "a1", facing = "e", sp = 6'),
        ('hold = ["b2"]', "destroy = {sp = 4}"),
    )
    told = sentences(read(text), "colonial", "hex")
    assert "unit r1: sp 6 is left out; the colonial book has no strength points" in told
    assert "unit r1: facing e becomes ne; no edge of a hex faces e" in told
    assert "victory condition 1: destroy 4 SP becomes 2 units; the colonial book has no SP" in told


def test_rules_that_the_book_lacks_are_left_out() -> None:
    text = changed(
        CLASSIC, ("turns = 10", 'turns = 10\nhouse-rules = {exhaustion = "1/2", initiative = "winner-chooses"}')
    )
    converted, told = convert(read(text), "colonial", "hex")
    assert converted.house_rules == {"initiative": "winner-chooses"}
    assert any("house rule exhaustion = 1/2 is left out" in one.sentence() for one in told)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(Refusal, match="there is no book 'clasic'; did you mean classic"):
        convert(read(COLONIAL), "clasic")
    with pytest.raises(Refusal, match="the classic book is not played on the grid 'hex'; it must be square"):
        convert(read(COLONIAL), "classic", "hex")


def test_spearmen_stay_spearmen_and_levies_natives() -> None:
    levies = ('weapon = "musket"', 'weapon = "none", army = "native"')
    scenario = read(changed(COLONIAL, levies))
    (unit,) = [one for side in scenario.sides for one in side.units if one.weapon == "none"]
    there, _ = convert(scenario, "late-19th-century", "hex")
    (found,) = [one for side in there.sides for one in side.units if one.id == unit.id]
    assert (found.type, found.weapon, found.army) == ("infantry-close-combat", "", "native")
    back, _ = convert(there, "colonial", "hex")
    (found,) = [one for side in back.sides for one in side.units if one.id == unit.id]
    assert (found.type, found.weapon, found.army) == ("infantry", "none", "native")
    assert f"unit {unit.id}: native army is left out" in " ".join(sentences(scenario, "classic"))
