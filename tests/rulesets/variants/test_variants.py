"""A variant is its base's value with other rows in it: what it says is so, and nothing else is different."""

import random
from dataclasses import replace
from typing import Any

import pytest

from portable_wargame.ai.opponents.eager import eager_action
from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.battle.terrain import TERRAIN, feature_names
from portable_wargame.battle.unit import CAVALRY
from portable_wargame.game.dice import Dice, Luck
from portable_wargame.game.tables import HIT, LOSES_SP, phrase
from portable_wargame.reference.quick_reference import quick_reference
from portable_wargame.rules.deeds import is_artillery
from portable_wargame.rulesets import RULESETS, ledger
from portable_wargame.rulesets.books import OF_THE_PROGRAM, add_variant, remove_book
from portable_wargame.rulesets.editions import in_edition
from portable_wargame.scenario import library
from portable_wargame.scenario.converting.conversion import convert
from portable_wargame.scenario.model import Scenario
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.speech.state import Portraits, state_tree
from tests.random_battles import random_scenario
from tests.scenario.settings import with_settings

from .camels import camels, faults, variant

ONLY_SP = ((1, LOSES_SP),)


def plain(base: str, **changes: Any) -> dict[str, Any]:
    return {"format": "portable-wargame/book/1", "name": "mine", "title": "Mine", "based-on": base, **changes}


@pytest.mark.parametrize("base", sorted(OF_THE_PROGRAM))
def test_a_variant_has_the_earlier_editions_of_its_base(base: str) -> None:
    own, old = in_edition(variant(plain(base)).ruleset, 2), in_edition(RULESETS[base], 2)
    assert own.close_combat.advance == old.close_combat.advance


def course(scenario: Scenario, seed: int, level: str = "recruit") -> list[str]:
    """The hash of every state of a battle, to its end."""
    game = new_game(scenario, Dice(seed))
    luck, players = random.Random(seed), [player(level), player(level)]
    hashes = [state_tree(game)["hash"]]
    while game.question() is not None:
        game.play(choose(players[game.decider()], game, luck, 100).action)
        hashes.append(state_tree(game)["hash"])
    return hashes


def hurried(scenario: Scenario, seed: int) -> list[str]:
    """The hash of every state in which two eager players leave it, for so many decisions."""
    game, luck, portraits = new_game(scenario, Dice(seed)), Luck(seed), Portraits()
    hashes: list[str] = []
    while game.agenda and len(hashes) < 40:
        game.perform(eager_action(game, luck))
        hashes.append(state_tree(game, portraits)["hash"])
    return hashes


@pytest.mark.parametrize("name", ["harrow-ridge", "thorn-drift", "kessel-crossroads", "mbara-ford"])
def test_a_variant_that_changes_nothing_plays_as_its_base(name: str) -> None:
    scenario = library.load(name)
    same = variant(plain(scenario.ruleset))
    base = RULESETS[scenario.ruleset]
    assert replace(same.ruleset, name=base.name, title=base.title) == base
    add_variant(same)
    try:
        twin, told = convert(scenario, "mine")
        assert len(told) == 1
        assert course(twin, 7) == course(scenario, 7)
    finally:
        remove_book("mine")


@pytest.mark.parametrize("book", ["classic", "colonial", "late-19th-century", "modern"])
def test_battles_of_a_variant_that_changes_nothing_go_as_its_base_s(book: str) -> None:
    """Twenty-five short ones of each book, every time with other forces on other ground, hash by hash."""
    add_variant(variant(plain(book)))
    try:
        for seed in range(25):
            grids = RULESETS[book].grids
            tree = random_scenario(book, grids[seed % len(grids)], seed, melee=True)
            assert hurried(read_tree(tree | {"ruleset": "mine"}), seed) == hurried(read_tree(tree), seed)
    finally:
        remove_book("mine")


def test_numbers_rows_and_tables_are_what_it_says() -> None:
    book = variant(camels()).ruleset
    assert book.artillery.tables[0].lines == ((4, HIT),)
    assert [row.amount for row in book.fire.modifiers] == [1, 1, -2, 1]
    assert not [row for row in book.close_combat.modifiers if phrase(row.when) == "unit in woods"]
    assert book.exhaustion is not None and book.exhaustion.denominator == 2
    riders = book.by_name["camel-riders"]
    assert (riders.move, riders.strength, riders.arms) == (4, 3, CAVALRY)
    assert book.by_name["artillery"].artillery_range == 8


def test_what_it_leaves_alone_is_the_base_s() -> None:
    book, base = variant(camels()).ruleset, RULESETS["classic"]
    assert book.hits == base.hits
    assert book.turn == base.turn
    assert book.movement.barred == base.movement.barred
    assert [one for one in book.unit_types if one.name == "infantry"] == [base.by_name["infantry"]]


def test_every_row_of_its_own_has_a_clause_with_words() -> None:
    made = variant(camels())
    words = {clause.id: clause for clause in made.clauses.clauses}
    assert words["camels.artillery.roll"].rule == "Artillery fire: hit on 4, in place of hit on 5."
    assert words["camels.artillery.roll"].ruling.startswith("In place of classic.artillery.roll: ")
    assert words["camels.fire.mod-cover"].short == "target in cover"
    assert words["camels.fire.saddle"].short == "from the saddle"
    other = variant({**camels(), "rows": {"classic.fire.mod-cover": {"when": "target in woods"}}})
    assert {one.id: one.short for one in other.clauses.clauses}["camels.fire.mod-cover"] == "target in woods"
    assert "camel riders: as cavalry, move 4" in words["camels.units"].rule
    assert words["camels.marsh"].rule == (
        "Marsh: it is cover; a move into it ends there; closed to artillery, transport."
    )
    cited = {made.ruleset.artillery.tables[0].clause, made.ruleset.artillery.clause, made.ruleset.unit_table}
    assert cited == {"camels.artillery.roll", "camels.units"}


def test_its_words_stand_in_the_quick_reference() -> None:
    add_variant(variant(camels()))
    try:
        told = repr(quick_reference(RULESETS["camels"], "square"))
        assert "camel riders" in told.lower()
        assert "camels.fire.saddle" in told
        assert "marsh" in told
    finally:
        remove_book("camels")


def test_a_unit_type_may_be_left_out_and_another_like_it_put_in() -> None:
    book = variant(plain("modern", units={"tank": "off", "heavy-tank": {"like": "light-tank", "move": 2}})).ruleset
    assert "tank" not in book.by_name
    assert book.by_name["heavy-tank"].symbol == "light-tank"


@pytest.mark.parametrize(
    ("base", "key", "value", "place"),
    [
        (
            "classic",
            "classic.hits.table poor",
            "loses-sp on 1",
            lambda book: book.hits.tables[2].lines == ((1, LOSES_SP),),
        ),
        ("classic", "classic.hits.commander", 5, lambda book: book.hits.commander_test.killed_at == 5),
        ("classic", "classic.close-combat.roll score", "hit on 4", lambda book: book.close_combat.needs.needs == 4),
        ("classic", "classic.movement.road", 2, lambda book: book.movement.road_bonus == 2),
        ("modern", "modern.activation.dice units-per-die", 4, lambda book: book.activation.units_per_die == 4),
        ("modern", "modern.activation.total", "1 1 2 2 3 3", lambda book: book.activation.faces == (1, 1, 2, 2, 3, 3)),
        ("modern", "modern.wire.lay", 2, lambda book: book.works[0].turns == 2),
        (
            "colonial",
            "colonial.artillery.roll 1",
            "hit on 2",
            lambda book: book.artillery.tables[0].lines == ((2, HIT),),
        ),
        (
            "modern",
            "modern.woods.stop",
            "off",
            lambda book: all(row.clause != "modern.woods.stop" for row in book.movement.must_stop),
        ),
        ("modern", "modern.rivers.no-fire", {"when": "is in a river and is a tank"}, lambda book: True),
    ],
)
def test_any_row_can_be_named_by_its_clause(base: str, key: str, value: Any, place: Any) -> None:
    if "rivers" in key:
        assert "could be any of several" in faults(plain(base, rows={key: value}))[0]
    else:
        assert place(variant(plain(base, rows={key: value})).ruleset)


def test_options_and_house_rules_are_its_own_from_the_start() -> None:
    tree = plain("modern", options=["gas"], **{"house-rules": {"exhaustion": "1/2", "retreat": "away"}})
    book = variant(tree).ruleset
    assert book.gas is not None and "gas" not in book.options
    assert book.exhaustion is not None and book.exhaustion.denominator == 2
    assert book.hits.retreats_away


def test_activities_are_switched_by_their_verbs() -> None:
    book = variant(plain("classic", activities={"work": "off"})).ruleset
    assert book.activity("work") is None
    assert "has no air for strafe" in faults(plain("classic", activities={"strafe": "on"}))[0]


def test_conditions_are_put_together_from_words() -> None:
    when = "(is a tank or is elite) and not (target in cover or within 2)"
    new = {"at": "fire", "clause": "fire.odd", "amount": -1, "when": when, "rule": "Odd."}
    row = variant(plain("modern", modifiers=[new])).ruleset.fire.modifiers[-1]
    assert phrase(row.when) == when


def test_every_condition_of_the_rules_that_the_books_ask_is_on_the_list() -> None:
    """One that a book has written for itself is nobody else's."""
    from portable_wargame.rulesets import whole_book
    from portable_wargame.rulesets.variants.conditions import ROWS
    from portable_wargame.rulesets.variants.entries import HOLDERS, at, condition_of, rows_of

    listed = {row.function for row in ROWS}
    assert len({(row.kind, row.words) for row in ROWS}) == len(ROWS)
    for name in OF_THE_PROGRAM:
        book = whole_book(name)
        asked = {condition_of(row) for holder in HOLDERS for row in rows_of(at(book, holder.place))}
        own = {one for one in asked if getattr(one, "__module__", "").startswith("portable_wargame.rulesets.")}
        assert asked - own <= listed


def test_no_condition_keeps_a_number_that_a_book_prints() -> None:
    """It stands in the row, as what the condition is made with. How a ford is crossed is told turn by turn."""
    from portable_wargame.rulesets.variants.conditions import ROWS

    codes = {row.words: getattr(row.function, "__code__", None) for row in ROWS}
    numbers = {
        words: [one for one in code.co_consts if type(one) is int and one > 1] for words, code in codes.items() if code
    }
    assert [words for words, found in numbers.items() if found] in ([], ["must stay in the ford"])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"based-on": "clasic"}, "based-on: based-on is 'clasic'; did you mean classic? the books to start from are"),
        ({"name": "modern"}, "name: there is already a book called modern; give yours another name"),
        (
            {"units": {"infantry": {"move": 99}}},
            "units infantry: move is the number 99; it must be",
        ),
        (
            {"units": {"infantry": {"mvoe": 3}}},
            "units infantry has an unknown key 'mvoe'; did you",
        ),
        ({"rows": {"classic.artillery.rol": "hit on 4"}}, "did you mean classic.artillery.roll?"),
        ({"rows": {"classic.artillery.roll": "hit on 40"}}, "a result table has the line 'hit on 40'; write it as"),
        ({"rows": {"classic.movement.once": "off"}}, "classic.movement.once stops a unit doing the same thing twice"),
        (
            {"rows": {"classic.fire.mod-cover": {"when": "target in a tree"}}},
            "no terrain is called 'a tree'; choose from woods",
        ),
        (
            {"rows": {"classic.fire.mod-cover": {"when": "target in cover and (in marsh or within 2"}}},
            "no terrain is called 'marsh'; choose from woods",
        ),
        (
            {"rows": {"classic.fire.mod-cover": {"when": "is a camel and within 2"}}},
            "no unit type, arm or quality is called 'camel'; choose from infantry",
        ),
        (
            {"rows": {"classic.fire.mod-cover": {"when": "within 99"}}},
            "no condition here is called 'within 99'; a range is a number of cells up to 20",
        ),
        (
            {"rows": {"classic.fire.mod-cover": {"when": "enters wood"}}},
            "'enters wood' is asked of a step from one cell to the next, and this row is about a shot",
        ),
        (
            {"rows": {"classic.woods.stop": {"when": "has not moved"}}},
            "'has not moved' is asked of any attack, and this row is about a step from one cell to the next",
        ),
        (
            {"rows": {"classic.fire.mod-cover": {"when": "target in cover within 2"}}},
            "'within 2' follows 'target in cover' without a word between; join the two with and, or, and not",
        ),
        (
            {"rows": {"classic.fire.mod-cover": {"when": "target in cover) and within 2"}}},
            "a bracket is closed that was never opened; take it out",
        ),
        (
            {"rows": {"classic.fire.mod-cover": {"when": "target in covr, within 2"}}},
            "join conditions with and, or, not and brackets, and with nothing else",
        ),
        (
            {"rows": {"classic.fire.mod-cover": {"when": "and within 2"}}},
            "a condition is missing before 'and'; say what must hold there",
        ),
        (
            {"rows": {"classic.fire.mod-cover": {"when": "always", "to": "off"}}},
            "classic.fire.mod-cover is off, and has a condition too; leave out one of to and when",
        ),
        (
            {"rows": {"classic": {"fire": {"roll": "hit on 4"}}}},
            'the clause classic.fire.roll stands without quotes; write it as "classic.fire.roll" = ...',
        ),
        (
            {"rows": {"modern.fire.mod-still": "+2"}},
            "modern.fire.mod-still is in another book, not in the one that this is based on; did you mean classic.fire",
        ),
        (
            {"units": {"llamas": {"like": "alpacas"}, "alpacas": {"like": "llamas"}}},
            "units alpacas is like 'llamas', which is like it in turn; start from another type",
        ),
        ({"features": {"woods": {"stops": True}}}, "woods is already in the book: its stops can't change; cover"),
        ({"features": {"marsh": {"stops": "yes"}}}, "features marsh: stops is 'yes'; it must be true or false"),
        ({"options": ["gas"]}, "options.0: options entry 1 'gas' is unknown; there are none"),
        ({"house-rules": {"pins": "off"}}, "house rule pins: the mine book has no pinning; leave it out"),
        (
            {"units": {"infantry": "off", "cavalry": "off", "artillery": "off"}},
            "no unit type is left that could fight; keep one that is neither Commander",
        ),
        (
            {"units": {"hussars": "off"}},
            "there is nothing to leave out: the unit type 'hussars' is unknown; choose from infantry",
        ),
        (
            {"features": {"marsh": {"letter": "w"}}},
            "'w' cannot be the letter of marsh: on a map it is woods; free ones are a, r, s",
        ),
        ({"features": {"marsh": {"letter": "."}}}, "on a map it is open ground"),
        (
            {"features": {"bog": {"letter": "s"}, "silt": {"letter": "s"}}},
            "'s' cannot be the letter of silt: on a map it is bog",
        ),
        ({"features": {"marsh": {"letter": "ss"}}}, "features marsh: letter is 'ss'; it must be one character"),
        ({"features": {"Marsh": {}, "bog": {"closed-to": ["wheels"]}}}, "closed-to: entry 1 'wheels' is unknown"),
        ({"based-on": "mine"}, "based-on: the book is based on itself; the books to start from are classic"),
        (
            {"modifiers": [{"at": "fires", "clause": "a.b", "amount": 1, "when": "target in covr", "rule": "?"}]},
            "no condition here is called 'target in covr'; did you mean target in cover?",
        ),
        (
            {"modifiers": [{"at": "fire", "clause": "a.b", "when": "always", "rule": "?"}]},
            "modifiers entry 1: amount is missing; say what it adds",
        ),
        (
            {"rows": {"classic.movement.road score": 2}},
            "there is no row 'classic.movement.road score'; did you mean \"",
        ),
        ({"units": {"infantry": {"arms": ["aircraft"]}}}, "infantry is an aircraft, and the book has none"),
        ({"surprise": 1}, "surprise: a book has an unknown key 'surprise'"),
    ],
)
def test_what_is_wrong_is_said_with_cause_and_remedy(changes: dict[str, Any], sentence: str) -> None:
    tree = plain("classic")
    tree.update(changes)
    assert any(sentence in one for one in faults(tree)), faults(tree)


@pytest.mark.parametrize("base", [None, 3, "napoleonics"])
def test_whatever_it_is_based_on_what_would_be_wrong_anyway_is_said(base: object) -> None:
    tree = plain("classic", units={"infantry": {"mvoe": 3}}, rows={"classic.fire.rol": "off"}, surprise=1)
    tree["based-on"] = base
    told = " ".join(faults(tree))
    assert "units infantry has an unknown key 'mvoe'" in told
    assert "unknown key 'surprise'" in told
    assert "classic.fire.rol" not in told  # it may be one of the book that is meant


def test_a_type_may_be_like_one_that_stands_below_it() -> None:
    own = variant(plain("classic", units={"llamas": {"like": "camels"}, "camels": {"like": "cavalry", "move": 5}}))
    assert own.ruleset.by_name["llamas"].move == 5


def test_one_mistake_leads_to_no_other() -> None:
    tree = camels(surprise=1)
    tree["restrictions"] = [{"at": "fire", "clause": "fire.bog", "when": "in marsh", "rule": "Nobody fires from it."}]
    assert len(faults(tree)) == 1


def test_a_book_made_from_data_is_no_base() -> None:
    add_variant(variant(camels()))
    try:
        assert faults(plain("camels"))[0].startswith("based-on: camels is a book made from data itself; copy what you")
    finally:
        remove_book("camels")


def test_everything_that_is_wrong_is_said_at_once() -> None:
    wrong = plain("classic", units={"infantry": {"move": 99}}, rows={"nothing.here": 1}, features={"Bog!": {}})
    assert len(faults(wrong)) == 3


def test_more_is_wrong_than_anybody_wants_to_hear() -> None:
    one = {"at": "fire", "when": "is a tonk", "rule": "It may not."}
    rows = [{**one, "clause": f"fire.x{number}"} for number in range(99)]
    whole = variant(camels()).tree
    tree = {**whole, "modifiers": [{**one, "amount": 1} for one in rows], "restrictions": rows, "terrain": rows}
    assert len(faults({**tree, **{f"key-{number}": 1 for number in range(9000)}})) == 200


def test_terrain_of_a_book_is_its_own_however_many_books_there_are() -> None:
    before = dict(TERRAIN)
    for number in range(40):
        word = "".join("abcdefghij"[int(digit)] for digit in f"{number:02}")
        book = variant(plain("classic", features={f"bog {word}": {"letter": "s", "stops": True}})).ruleset
        row = book.terrain()[f"bog {word}"]
        assert row.letter == "s" and feature_names(row.bit, book.terrain()) == [f"bog {word}"]
    assert before == TERRAIN


def test_two_books_may_mean_different_things_by_a_marsh() -> None:
    one = variant(plain("classic", features={"marsh": {"cover": True}})).ruleset
    other = variant(plain("classic", features={"marsh": {"hides": True}})).ruleset
    bit = one.terrain()["marsh"].bit
    assert one.cover().cover & bit and not one.cover().hides & bit
    assert other.cover().hides & bit and not other.cover().cover & bit


def test_terrain_without_a_letter_gets_one_that_is_free() -> None:
    book = variant(plain("classic", features={"water": {}, "wasteland": {}, "dunes": {}})).ruleset
    assert [row.letter for row in book.ground.values()] == ["a", "s", "d"]


def test_ground_may_be_closed_to_a_type_of_the_same_book() -> None:
    tree = camels()
    tree["features"]["marsh"]["closed-to"] = ["camel-riders"]
    row = variant(tree).ruleset.movement.may_not_enter[-1]
    assert phrase(row.applies) == "is a camel-riders and enters marsh"


def test_a_unit_that_is_not_on_the_board_is_on_no_ground() -> None:
    """Whoever is still to arrive stands in no cell, and not in the last one either."""
    rows = [
        {"at": "movement", "clause": f"movement.{number}", "when": when, "rule": "Nobody moves out of a marsh."}
        for number, when in enumerate(["in marsh", "is in a river"])
    ]
    book = variant(camels(restrictions=rows)).ruleset
    tree = with_settings(random.Random(1), "classic", "square", [])
    rows_of_map = tree["map"]["rows"].replace(". . . . . . . .", ". . . . . . q q", 1)
    tree["map"] = {"rows": rows_of_map, "legend": {"q": ["marsh", "river"]}}
    tree["sides"][0]["units"][0] = {"id": "r1", "type": "infantry", "arrives": {"turn": 2, "edge": "south"}}
    game = new_game(read_tree(tree | {"ruleset": "camels", "book": camels(restrictions=rows)}), Dice(1))
    assert not game.battle.on_board(0)
    assert not any(row.forbids(game.battle, 0) for row in book.movement.barred.rows[-2:])


def test_its_clauses_are_found_while_somebody_plays_by_it() -> None:
    from portable_wargame.rulesets.books import read_book

    read_book(camels())
    assert ledger.clause("camels.fire.saddle").short == "from the saddle"
    assert "camels" not in ledger.books()


@pytest.mark.parametrize("words", ["target is cavalry", "target is a cavalry", "is camel-riders", "is a camel riders"])
def test_a_type_is_named_with_or_without_an_article(words: str) -> None:
    tree = camels()
    row = {"at": "fire", "clause": "fire.horses", "amount": 1, "when": words, "rule": "Horses are a large target."}
    tree["modifiers"] = [*tree.get("modifiers", []), row]
    assert phrase(variant(tree).ruleset.fire.modifiers[-1].when) == words


def test_is_artillery_stays_what_the_books_mean_by_it() -> None:
    """It has an artillery range: the arm of that name is another question."""
    tree = camels()
    row = {"at": "movement", "clause": "movement.guns", "when": "is artillery", "rule": "Guns stay."}
    tree["restrictions"] = [*tree.get("restrictions", []), row]
    assert variant(tree).ruleset.movement.barred.rows[-1].forbids is is_artillery
