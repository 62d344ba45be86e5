"""What a scenario may say beyond the books: zones, secrets, reinforcements by die and condition, points, lettering."""

import json
import random
from typing import Any

import pytest

from portable_wargame.scenario import library
from portable_wargame.scenario.checking.check import Checked, check
from portable_wargame.scenario.checking.remarks import remarks
from portable_wargame.scenario.converting.conversion import convert
from portable_wargame.scenario.reading import read, read_tree
from portable_wargame.scenario.telling.victory import conditions, otherwise, wins_by
from portable_wargame.scenario.writing import tree, write
from tests.scenario.settings import WHOLE, with_settings
from tests.table import scenario as drawn


def sentences(scenario: dict[str, Any]) -> list[str]:
    found = check(scenario)
    return [problem.sentence() for problem in found] if isinstance(found, list) else []


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_every_setting_survives_writing(grid: str) -> None:
    scenario = read_tree(WHOLE | {"grid": grid})
    assert read(write(scenario)) == scenario
    assert read(json.dumps(tree(scenario))) == scenario
    assert tree(scenario) == tree(read_tree(tree(scenario)))
    written = tree(scenario)
    for key in WHOLE:
        assert written[key] == (WHOLE | {"grid": grid})[key], key


def red(**keys: Any) -> dict[str, Any]:
    return {"sides": [{**WHOLE["sides"][0], **keys}, WHOLE["sides"][1]]}


def unit(number: int, side: int = 0, **keys: Any) -> dict[str, Any]:
    sides = [dict(one) for one in WHOLE["sides"]]
    sides[side]["units"] = [dict(one) for one in sides[side]["units"]]
    sides[side]["units"][number] |= keys
    return {"sides": sides}


@pytest.mark.clause("shared.zones", "shared.hidden", "shared.reinforcements", "shared.points")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            red(zone=["a1", "z9"]),
            "side red: the zone has z9, which is not on the 6 by 6 board; cells run from a1 to f6",
        ),
        (red(zone=["a1", "b1"]), "side red has 2 units to deploy, and room for 0 beside its dummies"),
        (unit(0, zone=["c9"]), "unit r1: the zone has c9, which is not on the 6 by 6 board"),
        (unit(0, at="c1", hidden=True), "unit r1 has hidden, but at says where it begins; leave at out: anybody can"),
        (unit(3, zone=["a1"]), "unit r4 has zone, but arrives says where it begins; leave arrives out"),
        (unit(1, zone=["b1"]), "unit r2 has a zone with room in 1 cell, but others may be placed there first"),
        (unit(0, hidden=False), "side red has dummies, but no hidden unit they could be taken for"),
        (unit(0, 1, zone=["a1", "a2", "f6"]), "both sides may place units in the same cells (a1, a2), one of them"),
        (unit(3, arrives={"turn": 2}), "arrives of unit r4 has none of edge and cells; it must have exactly one of"),
        (unit(3, arrives={"turn": 2, "cells": ["c3"]}), "unit r4 arrives at c3, which is not at the edge of the board"),
        (unit(3, arrives={"turn": 2, "cells": ["q1"]}), "unit r4 arrives at q1, which is not on the 6 by 6 board"),
        (unit(3, arrives={"turn": 2, "cells": ["f1"]}), "unit r4 arrives by cells, none of which infantry may enter"),
        (
            unit(3, arrives={"turn": 2, "edge": "south", "roll": 7}),
            "arrives of unit r4: roll is the number 7; it must be 2 to 6",
        ),
        (
            unit(3, arrives={"turn": 2, "edge": "south", "when": {}}),
            "when of unit r4 has none of enemy-at, own-at, units-lost and units-destroyed",
        ),
        (
            unit(3, arrives={"turn": 2, "edge": "south", "when": {"own-at": ["k1"]}}),
            "unit r4 waits for a unit in k1, which is not on the 6 by 6 board",
        ),
        (
            unit(3, arrives={"turn": 2, "edge": "south", "when": {"units-destroyed": 4}}),
            "unit r4 waits until 4 units are lost, and by then the battle is over; ask for 2 or fewer",
        ),
        (
            unit(4, arrives={"turn": 3, "edge": "south", "roll": 4, "group": "Corps"}),
            "unit r5 and unit r4 are in the group 'Corps', but arrive on different terms; give them the same turn",
        ),
        ({"degrees": {"marginal": 6, "decisive": 6}}, "a marginal victory takes a lead of 6 points, a dec"),
        ({"points": [], "victory": []}, "there are degrees of victory by points, but nothing scores points"),
        (
            {"victory": [{"side": "red", "score": 999}]},
            "victory condition 1 asks for 999 points, but the side can score only 34; ask for 34 or fewer",
        ),
        ({"victory": [{"side": "red", "survive": True, "at-least": 2}]}, "has at-least, but no cells to hold"),
        (
            {"victory": [{"side": "red", "hold": ["a1"], "at-least": 2}]},
            "victory condition 1 asks for at least 2 of 1 cell; it must be 1 to 1",
        ),
        (
            {"points": [{"side": "red", "destroy": "units", "points": 1, "each-turn": True}], "victory": []},
            "points row 1 counts each turn, but is not for holding cells; leave each-turn out",
        ),
        (
            {"points": [{"side": "green", "exit": "north", "points": 1}], "victory": []},
            "points row 1 is for side 'green', but there is no such side",
        ),
        (
            {"points": [{"side": "red", "hold": ["h8"], "points": 1}], "victory": []},
            "points row 1 is to hold h8, which is not on the 6 by 6 board",
        ),
        ({"labels": [{"text": "Far", "at": "a1", "to": "j9"}]}, "label 1 is lettered in j9, which is not on the 6 by"),
        (red(colour="red"), "side red: colour is 'red'; it must be the colour of the side's counters, such as #a02828"),
        (
            red(flag={"pattern": "cross", "colours": ["#ffffff"]}),
            "side red: a cross flag has 1 colour; give it 2 to 3",
        ),
        (red(flag={"pattern": "stripy", "colours": ["#ffffff"]}), "the flag of side red: pattern is 'stripy'"),
    ],
)
def test_a_mistake_in_a_setting(changes: dict[str, Any], sentence: str) -> None:
    found = sentences(WHOLE | changes)
    assert any(sentence in one for one in found), found


@pytest.mark.clause("shared.secret-deployment")
def test_secret_deployment_needs_zones_that_do_not_meet() -> None:
    plain = with_settings(random.Random(1), "classic", "square", [])
    loose = [{key: one for key, one in unit.items() if key != "at"} for unit in plain["sides"][0]["units"]]
    sides = [dict(plain["sides"][0], units=loose), dict(plain["sides"][1], edge="west")]
    sides[1]["units"] = [{key: one for key, one in unit.items() if key != "at"} for unit in sides[1]["units"]]
    assert any(
        "may place units in the same cells" in one
        for one in sentences(plain | {"secret-deployment": True, "sides": sides})
    )
    sides[1]["edge"] = "north"
    assert sentences(plain | {"secret-deployment": True, "sides": sides}) == []


def remarked(scenario: dict[str, Any]) -> list[str]:
    found = check(scenario)
    assert isinstance(found, Checked), found
    return [remark.sentence() for remark in remarks(found)]


def test_settings_without_effect_are_remarked_on() -> None:
    plain = with_settings(random.Random(1), "late-19th-century", "hex", [])
    assert remarked(plain) == []
    sides = [dict(side, units=[dict(unit) for unit in side["units"]]) for side in plain["sides"]]
    sides[0]["units"][0] |= {"quality": "elite", "regular": True}
    sides[1]["zone"] = ["a8"]
    found = remarked(plain | {"sides": sides, "secret-deployment": True, "historical": True, "campaign": True})
    assert [one.partition(";")[0] for one in found] == [
        "unit r1 is elite, but quality has no effect in the late 19th century book",
        "unit r1 is marked as regulars, which matters only for European cavalry",
        "deployment is secret, but not both sides have units to place",
        "side blue has a zone, but no unit to place in it",
        "a refight deploys anywhere, campaign or not",
    ]


def test_a_colour_on_which_nothing_can_be_read_is_remarked_on() -> None:
    told = "side red has the colour #ffe000, on which white letters cannot be read; choose a darker one"
    assert remarked(WHOLE | red(colour="#ffe000")) == [told]
    assert remarked(WHOLE | red(colour="#a02828")) == []


def test_how_it_is_won_is_said_with_places_points_and_degrees() -> None:
    scenario = read_tree(WHOLE)
    assert conditions(scenario) == [
        "The Reds score 1 point for each of Merxleben (c3) and Kirchberg (d4) at the end of every turn, 3 points for"
        " every enemy unit destroyed, 1 point for every unit off the north edge and 2 points for each of e5 and f6 held"
        " at the end",
        "The Reds win by holding 2 of Merxleben (c3), Kirchberg (d4) and e5 at the end of turn 8 (a marginal victory)",
        "The Blues score 3 points for Merxleben (c3) held at the end and 2 points for every enemy unit destroyed",
        "The Blues win by scoring 9 points (a decisive victory)",
    ]
    assert otherwise(scenario) == (
        "If nobody has won by the end of turn 8, a lead of 2 to 5 points is a marginal victory, "
        "6 or more a decisive one"
    )


def test_what_is_held_goes_by_the_name_of_the_place_it_is_part_of() -> None:
    told = [" ".join(conditions(library.load(name))) for name in ("harrow-ridge", "market-day", "millford-bridge")]
    assert "holding Harrow Ridge (d6) at the end" in told[0]  # its name is written beside it on the ridge
    assert "holding Oster (d4 and d5) at the end" in told[1]
    assert "holding Millford (d6) and f6 at the end" in told[2]  # across the river


def test_the_conditions_of_a_side_make_one_sentence() -> None:
    scenario = read_tree(
        WHOLE | {"victory": [{"side": "red", "hold": ["e5"], "at-turn": 8}, {"side": "red", "destroy": {"units": 2}}]}
    )
    said = "win by holding e5 at the end of turn 8, or by destroying 2 enemy units"
    assert ", or ".join(wins_by(scenario)) == said


@pytest.mark.parametrize(("book", "grid"), [("modern", "square"), ("modern", "hex"), ("colonial", "hex")])
def test_every_setting_survives_a_conversion(book: str, grid: str) -> None:
    scenario = read_tree(WHOLE)
    converted, _ = convert(scenario, book, grid)
    written, before = tree(converted), tree(scenario)
    for key in ("author", "date", "source", "notes", "names", "labels", "degrees", "points", "victory"):
        assert written[key] == before[key]
    for side, was in zip(written["sides"], before["sides"], strict=True):
        for key in ("zone", "dummies", "colour", "flag"):
            assert side.get(key) == was.get(key)
        for unit, one in zip(side["units"], was["units"], strict=True):
            assert [unit.get(key) for key in ("zone", "hidden", "arrives")] == [
                one.get(key) for key in ("zone", "hidden", "arrives")
            ]


def test_points_for_strength_become_points_for_units_where_there_is_none() -> None:
    plain = with_settings(random.Random(1), "classic", "square", [])
    plain["points"] = [{"side": "red", "destroy": "sp", "points": 1}]
    converted, told = convert(read_tree(plain), "late-19th-century", "hex")
    assert tree(converted)["points"] == [{"side": "red", "destroy": "units", "points": 1}]
    assert any(one.what == "points" for one in told)


@pytest.mark.clause("late19c.activation.native")
def test_a_native_side_too_small_for_a_die_is_remarked_on() -> None:
    board = "\n".join([". . . . . . . ."] * 8)

    def said(army: str, blue: list[str]) -> list[str]:
        armies, red = ("european", army), ["r1 infantry-rifles a1 n"]
        return remarked(drawn("late-19th-century", board, red=red, blue=blue, grid="hex", armies=armies))

    two = ["b1 infantry-rifles - s arrives=1,north", "b2 infantry-rifles - s arrives=1,north"]
    assert [one.partition(":")[0] for one in said("native", two)] == [
        "side blue throws no activation die and can never act"
    ]
    assert said("native", [*two, "b3 infantry-rifles c8 s"]) == said("native", [*two, "b3 command c8 s"]) == []
    assert said("european", two) == []


def modern(**changes: Any) -> dict[str, Any]:
    plain = with_settings(random.Random(1), "modern", "square", [])
    return plain | changes


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"options": ["cyclists"]},
            "neither side has cyclists, so the option cyclists has no effect; leave it out",
        ),
        ({"options": ["gas"]}, "no gun has gas shells, so the option gas has no effect; leave it out"),
        (
            {"house-rules": {"night": "from 12"}},
            "night falls in turn 12, but the battle has 6 turns; begin it earlier, or leave it out (shared.night)",
        ),
        (
            {"points": [{"side": "red", "hold": ["e5"], "points": 1}], "degrees": {"decisive": 50}},
            "a decisive victory takes a lead of 50 points, but no side can score more than 1; ask for 1 or fewer"
            " (shared.points)",
        ),
        (
            {"names": {"a1": "Aston", "b1": "Aston", "h8": "Aston"}},
            "a1 and h8 lie apart, but have one name, 'Aston'; give one of them another name",
        ),
    ],
)
def test_rules_points_and_names_without_effect_are_remarked_on(changes: dict[str, Any], told: str) -> None:
    assert remarked(modern()) == []
    assert remarked(modern(**changes)) == [told]


def test_options_that_somebody_uses_are_not_remarked_on() -> None:
    sides = [dict(side, units=[dict(unit) for unit in side["units"]]) for side in modern()["sides"]]
    sides[0]["units"][0]["type"] = "cyclists"
    sides[0]["units"][2]["gas"] = 1
    used = modern(sides=sides, options=["cyclists", "gas", "tank-riders"], **{"house-rules": {"night": "from 6"}})
    assert remarked(used) == []


def test_who_comes_alone_or_waits_for_those_who_are_there_is_remarked_on() -> None:
    sides = [dict(side, units=[dict(unit) for unit in side["units"]]) for side in modern()["sides"]]
    late, later = sides[0]["units"][:2]
    del late["at"], later["at"]
    late["arrives"] = {"turn": 2, "edge": "south", "roll": 4, "group": "Corps"}
    later["arrives"] = {"turn": 2, "edge": "south", "when": {"own-at": ["e5", sides[0]["units"][2]["at"]]}}
    assert remarked(modern(sides=sides)) == [
        "unit r1 is alone in the group 'Corps'; put others in it, or leave group out",
        "unit r2 waits for its own side to be at c1, where unit r3 begins; name other cells, or leave when out",
    ]
    later["arrives"] = dict(late["arrives"])
    assert remarked(modern(sides=sides)) == []


def test_an_army_where_there_is_one_kind_is_remarked_on() -> None:
    sides = [dict(side) for side in modern()["sides"]]
    sides[0]["army"] = "european"
    sides[1]["units"] = [dict(sides[1]["units"][0], army="european"), *sides[1]["units"][1:]]
    assert remarked(modern(sides=sides)) == [
        "unit b1 has an army, but the modern book has only one kind; leave it out",
        "side red has an army, but the modern book has only one kind; leave it out",
    ]


def test_one_name_or_colour_for_two_is_remarked_on() -> None:
    sides = [dict(side, units=[dict(unit) for unit in side["units"]]) for side in modern()["sides"]]
    for side in sides:
        side |= {"name": "Rifles", "colour": "#205020"}
        side["units"][0]["name"] = "1st Foot"  # of either side: that is nothing unusual
    sides[1]["units"][1]["name"] = "1st Foot"
    assert remarked(modern(sides=sides)) == [
        "side blue has the other side's colour; choose another, or leave it out",
        "side blue has the other side's name, 'Rifles'; give each a name of its own",
        "unit b2 has the name of unit b1, '1st Foot'; give each a name of its own, such as 1st and 2nd",
    ]


HOLD: dict[str, Any] = {"side": "red", "hold": ["d4", "e5"], "at-turn": 6}


@pytest.mark.parametrize(
    ("one", "other", "idle"),
    [
        (HOLD, HOLD, 2),
        (HOLD, HOLD | {"hold": ["e5"]}, 1),
        (HOLD | {"hold": ["e5"]}, HOLD, 2),
        (HOLD, HOLD | {"hold": ["d4", "e5", "f6"], "at-least": 1}, 1),
        (HOLD | {"hold": ["d4", "e5", "f6"], "at-least": 2}, HOLD, 2),
        (HOLD | {"hold": ["d4", "e5", "f6"], "at-least": 2}, HOLD | {"hold": ["d4", "a1"]}, 0),
        (HOLD, HOLD | {"at-turn": 5}, 0),
        (HOLD, HOLD | {"side": "blue"}, 0),
        (HOLD, HOLD | {"degree": "decisive"}, 0),
        ({"side": "red", "destroy": {"units": 2}}, {"side": "red", "destroy": {"units": 3}}, 2),
        ({"side": "red", "destroy": {"units": 2}, "at-turn": 3}, {"side": "red", "destroy": {"units": 3}}, 0),
        ({"side": "red", "destroy": {"units": 2}}, {"side": "red", "destroy": {"sp": 3}}, 0),
        (
            {"side": "red", "exit": {"edge": "north", "units": 2}},
            {"side": "red", "exit": {"edge": "north", "units": 2}},
            2,
        ),
        (
            {"side": "red", "exit": {"edge": "north", "units": 2}},
            {"side": "red", "exit": {"edge": "east", "units": 2}},
            0,
        ),
        ({"side": "red", "survive": True, "at-turn": 3}, {"side": "red", "survive": True}, 2),
    ],
)
def test_conditions_that_never_count_are_remarked_on(one: dict[str, Any], other: dict[str, Any], idle: int) -> None:
    told = remarked(modern(victory=[one, other]))
    assert [sentence.partition(" says")[0].partition(" is never")[0] for sentence in told] == (
        [f"victory condition {idle}"] if idle else []
    )


def test_the_library_has_nothing_to_be_remarked_on() -> None:
    told = {name: remarked(tree(library.load(name))) for name in library.names()}
    assert {name: said for name, said in told.items() if said} == {}
