"""Structure: the schema is complete, every kind of problem has its sentence, and JSON Schema agrees."""

import copy
import random
from typing import Any

import jsonschema
import pytest

from portable_wargame.battle.terrain import TERRAIN
from portable_wargame.battle.unit import QUALITIES
from portable_wargame.grid.grid import EDGES
from portable_wargame.grid.shapes import SHAPES
from portable_wargame.rulesets import RULESETS, whole_book
from portable_wargame.rulesets.house_rules import HOUSE_RULES
from portable_wargame.scenario import library
from portable_wargame.scenario.checking.schema import paper, schema
from portable_wargame.scenario.checking.structure import MOST_PROBLEMS, check_structure
from portable_wargame.scenario.problems import path_text
from portable_wargame.scenario.writing import tree

KEYWORDS = {
    "$schema", "$id", "$defs", "$ref", "title", "description", "type", "required", "properties",
    "additionalProperties", "propertyNames", "items", "minItems", "maxItems", "uniqueItems", "oneOf", "enum", "const",
    "pattern", "examples", "minLength", "maxLength", "minimum", "maximum",
}  # fmt: skip

SAMPLE = tree(library.load("millford-bridge"))


def parts(rules: dict[str, Any]) -> list[dict[str, Any]]:
    """Every schema within a schema."""
    inner = [*rules.get("properties", {}).values(), *rules.get("$defs", {}).values()]
    for keyword in ("items", "additionalProperties"):
        if isinstance(rules.get(keyword), dict):
            inner.append(rules[keyword])
    return [rules, *(part for schema_ in inner for part in parts(schema_))]


def sample(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(SAMPLE), **changes}


def with_unit(**changes: Any) -> dict[str, Any]:
    scenario = sample()
    scenario["sides"][0]["units"][0].update(changes)
    return scenario


def sentences(scenario: object) -> list[str]:
    return [f"{path_text(problem.path)}: {problem.sentence()}" for problem in check_structure(scenario)[0]]


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.Draft202012Validator.check_schema(paper())


def test_the_schema_on_paper_names_no_book_and_none_of_their_words() -> None:
    words = {*RULESETS, *HOUSE_RULES, *(word for book in RULESETS.values() for word in (*book.weapons, *book.armies))}
    named = {word for part in parts(paper()) for word in (*part.get("enum", ()), *part.get("properties", ()))}
    assert named & words == set()


def test_the_schema_describes_everything_and_closes_every_table() -> None:
    for part in parts(schema()):
        assert "$ref" in part or part["description"], part
        assert set(part) <= KEYWORDS, "a keyword that structure.py does not know"
        if part.get("type") == "object":
            assert "additionalProperties" in part, part


def test_the_schema_agrees_with_the_rules_on_every_word() -> None:
    defs, top = schema()["$defs"], schema()["properties"]
    assert defs["feature"]["enum"] == list(TERRAIN)
    assert set(defs["edge"]["enum"]) == set(EDGES)
    unit = defs["unit"]["properties"]
    assert unit["quality"]["enum"] == list(QUALITIES)
    assert set(unit["facing"]["enum"]) == {facing for shape in SHAPES.values() for facing in shape.facings}
    assert set(top["grid"]["enum"]) == set(SHAPES)
    assert list(RULESETS) == top["ruleset"]["enum"]
    house_rules = top["house-rules"]["properties"]
    assert list(HOUSE_RULES) == list(house_rules)
    for name, rule in HOUSE_RULES.items():
        assert tuple(dict.fromkeys(str(choice) for choice in house_rules[name].get("enum", ()))) == rule.choices
    types = {one.name for name in RULESETS for one in whole_book(name).unit_types}
    assert set(unit["type"]["examples"]) == types
    for book in RULESETS.values():
        assert set(book.weapons) <= set(unit["weapon"]["enum"]) | set(unit["gun"]["enum"])
        assert set(book.armies) <= set(defs["side"]["properties"]["army"]["enum"])
        assert set(book.options) <= set(top["options"]["items"]["enum"])


@pytest.mark.parametrize(
    ("scenario", "sentence"),
    [
        ([], "the scenario is a list; it must be a table ({...})"),
        (None, "the scenario is nothing (null)"),
        (sample(colour="red"), "colour: the scenario has an unknown key 'colour'; its keys are format, title,"),
        (with_unit(facng="n"), "sides[0].units[0].facng: unit foot-1 has an unknown key 'facng'; did you mean facing?"),
        (with_unit(at=5), "sides[0].units[0].at: unit foot-1: at is the number 5; it must be text in quotes"),
        (with_unit(at="9b"), "unit foot-1: at is '9b'; it must be the cell in which the unit starts"),
        (with_unit(id="a b"), "id is 'a b'; it must be the short name"),
        (with_unit(facing="north"), "facing is 'north'; it must be n, ne, e, se, s, sw, w or nw"),
        (with_unit(sp=0), "unit foot-1: sp is the number 0; it must be 1 to 99"),
        (with_unit(sp=True), "unit foot-1: sp is true; it must be a whole number"),
        (with_unit(sp=2.5), "unit foot-1: sp is the number 2.5; it must be a whole number"),
        (with_unit(sp=1 << 20000), "unit foot-1: sp is a huge number; it must be 1 to 99"),
        (with_unit(name=""), "unit foot-1: name is empty; it must be"),
        (with_unit(name="x" * 101), "unit foot-1: name has 101 characters; it may have 100"),
        (with_unit(name="a\x1bb"), "unit foot-1: name has an invisible character, U+001B"),
        (with_unit(name="a\ud800b"), "unit foot-1: name has an invisible character, U+D800"),
        (
            with_unit(arrives={"turn": 1}),
            "arrives of unit foot-1 has none of edge and cells; it must have exactly one of edge and cells",
        ),
        (with_unit(arrives={"turn": 0, "edge": "north"}), "arrives of unit foot-1: turn is the number 0"),
        (sample(title=["a"]), "title: title is a list; it must be text in quotes"),
        (sample(turns=1000), "turns: turns is the number 1000; it must be 1 to 999"),
        (sample(ruleset="clasic"), "ruleset is 'clasic'; did you mean classic? it must be classic,"),
        (sample(format="portable-wargame/scenario/2"), "it must be portable-wargame/scenario/1"),
        (sample(options=["gas", "gas"]), "options[1]: options has 'gas' twice; once is enough"),
        (sample(**{"house-rules": {"front-faces": True}}), "house-rules: front-faces is true; it must be 3, 1,"),
        (sample(**{"house-rules": {"exhaustion": False}}), "house-rules: exhaustion is false; it must be text"),
        (sample(map={"rows": 5}), "map.rows: the map: rows is the number 5"),
        (sample(map={"rows": ".", "legend": {"ab": []}}), "the legend has the key 'ab'; a key must be one letter"),
        (sample(map={"rows": ".", "legend": {"*": ["wood"]}}), "did you mean woods? it must be woods, hill 1,"),
        (sample(sides=[]), "sides: sides has no entries; it must have exactly 2"),
        (sample(sides=[{}, {}]), "sides[0].id: side 1 has no id; add id: the short name"),
        (sample(victory=[{}]), "victory[0].side: victory condition 1 has no side"),
        (sample(victory=[{"side": "red"}]), "victory condition 1 has none of hold, exit, destroy, survive and score"),
        (sample(victory=[{"side": "red", "hold": [], "survive": True}]), "victory condition 1 has hold and survive"),
        (sample(victory=[{"side": "red", "hold": []}]), "hold has no entries; it must have at least 1"),
        (sample(victory=[{"side": "red", "survive": False}]), "survive is false; it must be true"),
        (
            sample(victory=[{"side": "red", "destroy": {"sp": 1, "units": 1}}]),
            "destroy of victory condition 1 has units and sp; it must have exactly one of units and sp",
        ),
    ],
)
def test_every_kind_of_problem_has_its_sentence(scenario: object, sentence: str) -> None:
    assert any(sentence in found for found in sentences(scenario)), sentences(scenario)


@pytest.mark.parametrize(
    "scenario",
    [
        sample(options=["gas", "gas"]),
        sample(map={"rows": ".", "legend": {"ab": []}}),
        sample(victory=[{"side": "red", "hold": ["a1"], "survive": True}]),
    ],
    ids=["a word twice", "a name that is none", "two of which one may be"],
)
def test_json_schema_refuses_what_odd_trees_seldom_have(scenario: object) -> None:
    assert check_structure(scenario)[0]
    assert not jsonschema.Draft202012Validator(schema()).is_valid(scenario)


def test_what_is_left_of_a_broken_tree_can_be_trusted() -> None:
    scenario = with_unit(at=5, colour=[[]])
    _, sound = check_structure(scenario)
    unit = sound["sides"][0]["units"][0]
    assert unit["at"] is None
    assert unit["colour"] is None
    assert unit["type"] == "infantry"


ODD_VALUES: list[Any] = [
    None, True, False, 0, 1, 3, 3.0, 2.5, -1, 1000, "", "x", "n", "a1", "a1\n", "red", "hex", "1/2", "off", "a\x00",
    [], [1], ["a1"], ["a1", "a1"], ["hill 1"], {}, {"units": 1}, {"turn": 1, "edge": "north"}, {"sp": 2}, [{}],
]  # fmt: skip
ODD_KEYS = [
    "at",
    "sp",
    "gas",
    "gun",
    "regular",
    "hold",
    "survive",
    "exit",
    "destroy",
    "at-turn",
    "legend",
    "*",
    "no",
    "army",
    "briefing",
]


def places(value: Any) -> list[Any]:
    """Every table and list of a tree."""
    if isinstance(value, dict):
        return [value, *(place for inner in value.values() for place in places(inner))]
    if isinstance(value, list):
        return [value, *(place for inner in value for place in places(inner))]
    return []


def mutate(scenario: Any, dice: random.Random) -> None:
    place = dice.choice(places(scenario))
    value = copy.deepcopy(dice.choice(ODD_VALUES))
    if isinstance(place, list):
        if place and dice.random() < 0.7:
            place[dice.randrange(len(place))] = value
        else:
            place.append(value)
    elif place and dice.random() < 0.3:
        del place[dice.choice(list(place))]
    elif place and dice.random() < 0.6:
        place[dice.choice(list(place))] = value
    else:
        place[dice.choice(ODD_KEYS)] = value


def abridged(whole: dict[str, Any]) -> dict[str, Any]:
    """Of the units that have the same keys, which are most of a scenario, one of each side."""
    sides = [{**side, "units": list({tuple(unit): unit for unit in side["units"]}.values())} for side in whole["sides"]]
    return {**whole, "sides": sides}


@pytest.mark.parametrize("name", library.names())
def test_json_schema_gives_the_same_verdict_on_odd_trees(name: str) -> None:
    validator = jsonschema.Draft202012Validator(schema())
    whole = tree(library.load(name))
    assert validator.is_valid(whole) and not check_structure(whole)[0]
    part = abridged(whole)
    verdicts = set()
    dice = random.Random(name)
    for _ in range(400):
        scenario = copy.deepcopy(part)
        for _ in range(dice.randint(1, 3)):
            mutate(scenario, dice)
        problems = check_structure(scenario)[0]
        assert validator.is_valid(scenario) == (not problems), (problems, scenario)
        verdicts.add(not problems)
    assert verdicts == {True, False}


def test_a_list_beyond_all_bounds_is_not_looked_into() -> None:
    """Each of its entries would be compared with all others."""
    wrong = sample()
    wrong["sides"][0]["units"] = [{"id": f"u{number}", "type": "infantri", "carrying": "x"} for number in range(5000)]
    problems, sound = check_structure(wrong)
    assert [path_text(problem.path) for problem in problems] == ["sides[0].units"]
    assert sound["sides"][0]["units"] is None


def test_after_a_thousand_problems_nothing_more_is_looked_at() -> None:
    wrong = sample(options=[f"o{number}" for number in range(50_000)], turns="ten")
    problems, sound = check_structure(wrong)
    assert len(problems) == MOST_PROBLEMS
    assert sound["options"][0] is None and sound["options"][-1] is None


def test_unknown_keys_and_repeated_words_count_among_them() -> None:
    odd = {f"title{number}": number for number in range(5000)}
    assert len(check_structure(sample(**odd))[0]) == MOST_PROBLEMS
    held = sample(victory=[{"side": "red", "hold": ["a1"] * 5000}])
    problems, sound = check_structure(held)
    assert len(problems) == MOST_PROBLEMS
    assert sound["victory"][0]["hold"][-1] is None
