"""Checking: every kind of mistake has its sentence and its line, and all mistakes are told at once."""

import json
import random
import tomllib

import pytest

from portable_wargame.scenario.checking.check import check
from portable_wargame.scenario.reading import read
from tests.scenario.samples import CLASSIC, COLONIAL, changed, problems_of, sentences_of

NO_VICTORY = ('[[victory]]\nside = "red"\nhold = ["b2"]\n', "")
R1 = '{id = "r1", type = "infantry", at = "a1", facing = "n"}'


def r1(words: str) -> tuple[str, str]:
    """The first unit written in other words."""
    return (R1, "{" + words + "}")


def goal(words: str) -> tuple[str, str]:
    return ('hold = ["b2"]', words)


def test_the_samples_are_right() -> None:
    assert sentences_of(CLASSIC) == []
    assert sentences_of(COLONIAL) == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            [('"square"', '"hex"')],
            "4: the grid is hex, which the classic book does not allow; it must be square",
        ),
        (
            [("turns", 'names = {z9 = "Nowhere"}\nturns')],
            "5: names has the cell 'z9', which is not on the board; it has 4 columns and 3 rows",
        ),
        (
            [("turns", 'names = {wood = "Nowhere"}\nturns')],
            "5: names has the key 'wood'; a key must be a cell such as b2",
        ),
        (
            [("turns", 'options = ["air"]\nturns')],
            "5: the classic book has no option air; it has no optional rules",
        ),
        (
            [("turns", 'house-rules = {exhaustion = "some"}\nturns')],
            "5: house rule exhaustion: 'some' is not a fraction; it must be a fraction such as 1/3, or off"
            " (shared.exhaustion)",
        ),
        (
            [("turns", 'house-rules = {pins = "on"}\nturns')],
            "5: house rule pins: the classic book has no pinning; leave it out",
        ),
        (
            [("turns", 'house-rules = {exhaustion = "off", battle-ends = "first-exhausted"}\nturns')],
            "5: house rule battle-ends: the classic book, as set here, has no exhaustion; leave it out",
        ),
        (
            [("turns", "house-rules.front-faces = 1\nturns")],
            "5: house rule front-faces: a square has one front",
        ),
        (
            [(". w ~ .", ". w ~ . .")],
            "10: row 2 of the map has 5 cells; all rows must be of one length, and most",
        ),
        (
            [(". w ~ .", ". w ? .")],
            "10: row 2 of the map has the letter '?', which is not in the legend; the letters are . open, w woods",
        ),
        (
            [(". w ~ .\n", "")],
            "8: the map has 4 columns and 2 rows; each must be 3 to 40",
        ),
        (
            [(". w ~ .", ". w ~ .\n" * 40)],
            "8: the map has 4 columns and 42 rows; each must be 3 to 40",
        ),
        (
            [('"""\n. .', 'legend.x = ["hill 1", "hill 2"]\nrows = """\n. .'), ("rows = legend", "legend")],
            "8: the legend makes 'x' both hill 1 and hill 2; a cell has one height",
        ),
        (
            [('id = "blue"', 'id = "red"')],
            "25: both sides have the id red; each side needs an id of its own",
        ),
        (
            [('edge = "north"', 'edge = "south"')],
            "26: side blue has the south edge, which is already side red's",
        ),
        (
            [('{id = "r1",', '{id = "r1", army = "native",')],
            "18: unit r1 is of a native army, which the classic book does not have; leave army out",
        ),
        (
            [('edge = "north"', 'edge = "north"\narmy = "native"')],
            "27: side blue is a native army, which the classic book does not have; leave army out",
        ),
        (
            [r1('id = "r3", type = "infantry", at = "a1"')],
            "20: unit r3 has the id of an earlier unit; every unit",
        ),
        (
            [r1('id = "b2", type = "infantry", at = "a1"')],
            "29: unit b2 has the id of an earlier unit",
        ),
        (
            [r1('id = "r1", type = "infnatry", at = "a1"')],
            "18: unit r1 is of type 'infnatry', which the classic book does not have; did you mean infantry?"
            " its types are infantry, cavalry, artillery, transport and commander (classic.units.table)",
        ),
        (
            [r1('id = "r1", type = "infantry", at = "z9"')],
            "18: unit r1 stands at z9, which is not on the 4 by 3 board; cells run from a1 to d3",
        ),
        (
            [r1('id = "r1", type = "infantry", at = "a1", facing = "ne"')],
            "18: unit r1 faces ne, but no edge of a square does; it must be n, e, s or w",
        ),
        (
            [r1('id = "r1", type = "infantry", at = "a1", weapon = "musket"')],
            "18: unit r1 names a weapon, but infantry has no choice of weapons; leave weapon out",
        ),
        (
            [r1('id = "r1", type = "infantry", at = "a1", gas = 1')],
            "18: unit r1 has gas, which the classic book, as set here, does not use; leave it out: it is for"
            " the optional rule gas (shared.terrain)",
        ),
        (
            [r1('id = "r1", type = "infantry", at = "a1", regular = true')],
            "18: unit r1 has regular, which the classic book, as set here, does not use",
        ),
        (
            [r1('id = "r1", type = "infantry", at = "a1", gun = "infantry-gun"')],
            "18: unit r1 names a gun, but infantry has no choice of guns; leave gun out",
        ),
        (
            [r1('id = "r1", type = "infantry", at = "a1", arrives = {turn = 1, edge = "south"}')],
            "18: unit r1 has both at and arrives",
        ),
        (
            [('carrying = "r3"', 'carrying = "r33"')],
            "19: unit r2 carries 'r33', but there is no such unit; did you mean r3? name a unit of the same side",
        ),
        (
            [('carrying = "r3"', 'carrying = "b1"')],
            "19: unit r2 carries b1, which belongs to the other side",
        ),
        (
            [('carrying = "r3"', 'carrying = "r1"')],
            "19: unit r2 (transport) cannot carry unit r1 (infantry); nothing carries infantry in the"
            " classic book (classic.transport.limber)",
        ),
        (
            [r1('id = "r1", type = "infantry", at = "a1", carrying = "r3"')],
            "18: unit r1 (infantry) cannot carry unit r3 (artillery); in the classic book transport can",
        ),
        (
            [r1('id = "r1", type = "transport", at = "a1", carrying = "r3"')],
            "19: unit r2 carries r3, which unit r1 already carries; only one unit can carry it",
        ),
        (
            [('type = "artillery"', 'type = "artillery", at = "a2"')],
            "20: unit r3 has at, but is carried by unit r2; leave it out",
        ),
        (
            [("turn = 2", "turn = 11")],
            "21: unit r4 arrives in turn 11, but the battle has 10; it must be 1 to 10 (shared.arrival)",
        ),
        (
            [('type = "cavalry"', 'type = "artillery"')],
            "21: unit r4 cannot arrive: artillery does not move by itself",
        ),
        (
            [('at = "b3"', 'at = "a1"')],
            "29: unit b2 stands at a1, where unit r1 already stands; two enemies never share a cell",
        ),
        (
            [('type = "commander", at = "b3"', 'type = "infantry", at = "a3"')],
            "29: unit b2 stands at a3, where unit b1 already stands; only transport or commander may share a"
            " cell with a friend (classic.movement.stacking)",
        ),
        (
            [('side = "red"', 'side = "rad"')],
            "33: victory condition 1 is for side 'rad', but there is no such side; did you mean red? the"
            " sides are red and blue",
        ),
        (
            [goal('hold = ["b2", "e1"]')],
            "34: victory condition 1 is to hold e1, which is not on the 4 by 3 board; cells run from a1 to d3",
        ),
        (
            [goal('hold = ["a1", "a2", "a3", "b1", "b2"]')],
            "34: victory condition 1 is to hold 5 cells with 4 units",
        ),
        (
            [goal('hold = ["a1"]\nat-turn = 11')],
            "35: victory condition 1 counts in turn 11, but the battle has 10; it must be 1 to 10 (shared.victory)",
        ),
        (
            [goal("survive = true"), ("turns = 10\n", "")],
            "33: victory condition 1 does not say until when the side must survive; add at-turn",
        ),
        (
            [goal('exit = {edge = "north", units = 5}')],
            "34: victory condition 1 asks for 5 units to leave, but only 4 of the side can; ask for 4 or fewer",
        ),
        (
            [goal("destroy = {units = 3}")],
            "34: victory condition 1 asks for 3 enemy units destroyed, but there are 2",
        ),
        (
            [goal("destroy = {sp = 6}")],
            "34: victory condition 1 asks for 6 SP destroyed, but the enemy has only 5; ask for 5 or fewer",
        ),
    ],
)
def test_a_mistake_in_a_classic_scenario(changes: list[tuple[str, str]], sentence: str) -> None:
    found = sentences_of(changed(CLASSIC, *changes))
    assert any(line.startswith(f"sample.toml:{sentence}") for line in found), found


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            [('"musket"}', '"rifles"}')],
            "17: unit r1 has the weapon rifles, which infantry cannot have; it must be single-shot-rifle,"
            " magazine-rifle, musket or none",
        ),
        (
            [('"musket"}', '"musket", sp = 3}')],
            "17: unit r1 has sp, but the colonial book has no strength points; leave sp out",
        ),
        (
            [('at = "b1"', 'at = "c2"')],
            "18: unit r2 stands at c2 (river), which rifled-siege-artillery may not enter; give it another"
            " cell (colonial.rivers.ford)",
        ),
        (
            [('at = "b1"', 'at = "a1"')],
            "18: unit r2 stands at a1, where unit r1 already stands; no two units share a cell"
            " (colonial.movement.stacking)",
        ),
        (
            [('at = "b1"', 'arrives = {turn = 1, edge = "south"}')],
            "18: unit r2 cannot arrive: rifled-siege-artillery does not move by itself",
        ),
        (
            [('facing = "se"', 'facing = "e"')],
            "25: unit b1 faces e, but no edge of a hex does; it must be n, ne, se, s, sw or nw",
        ),
        (
            [('"native"\n', '"native"\nunits = []\n#')],
            "25: side blue has no units; give it at least one",
        ),
        (
            [('grid = "hex"', 'grid = "hex"\nhouse-rules = {exhaustion = "1/2"}')],
            "5: house rule exhaustion: the colonial book has no strength points to lose, so it has no"
            " exhaustion; leave it out",
        ),
        (
            [("[map]", 'victory = [{side = "red", hold = ["c2"], at-turn = 2}]\n[map]')],
            "6: victory condition 1 is to hold c2, which no unit of the side may enter",
        ),
        (
            [("[map]", 'victory = [{side = "red", destroy = {sp = 2}}]\n[map]')],
            "6: victory condition 1 counts sp, but the colonial book has no strength points; count units",
        ),
        (
            [("[map]", 'victory = [{side = "red", exit = {edge = "north", units = 2}}]\n[map]')],
            "6: victory condition 1 asks for 2 units to leave, but only 1 of the side can",
        ),
    ],
)
def test_a_mistake_in_a_colonial_scenario(changes: list[tuple[str, str]], sentence: str) -> None:
    found = sentences_of(changed(COLONIAL, *changes))
    assert any(line.startswith(f"sample.toml:{sentence}") for line in found), found


@pytest.mark.clause("shared.terrain")
@pytest.mark.parametrize(
    ("text", "letter", "feature"),
    [(CLASSIC, "m", "minefield"), (COLONIAL, "m", "minefield"), (COLONIAL, "x", "wire")],
)
def test_wire_and_mines_are_a_mistake_in_a_book_that_lacks_them(text: str, letter: str, feature: str) -> None:
    (problem,) = problems_of(changed(text, (". . . .", f". {letter} {letter} .")))
    assert f"the map has {feature} ({letter}), which the" in problem.message
    assert problem.clause == "shared.terrain"
    assert problem.line == text.split("\n").index(". . . .") + 1


@pytest.mark.clause("shared.terrain")
def test_gas_is_a_mistake_in_a_book_that_lacks_it() -> None:
    (problem,) = problems_of(changed(CLASSIC, ('type = "artillery"', 'type = "artillery", gas = 1')))
    assert problem.clause == "shared.terrain"


@pytest.mark.clause("classic.terrain.types", "classic.grid.terrain")
def test_classic_terrain_fills_the_cell_of_its_letter() -> None:
    rows = ("w h b f t\n~ F B = x\n. H * . .", 'legend = {"*" = ["road", "hill 2"]}')
    text = changed(CLASSIC, (". . . .\n. w ~ .\n. b = .", rows[0]), ('"""\n\n', f'"""\n{rows[1]}\n\n'))
    scenario = read(text)
    assert (scenario.columns, scenario.rows) == (5, 3)
    assert scenario.features == [
        *([], ["hill 2"], ["hill 2", "road"], [], []),
        *(["river"], ["ford"], ["bridge"], ["road"], ["wire"]),
        *(["woods"], ["hill 1"], ["built-up"], ["fortification"], ["trench"]),
    ]


def test_every_mistake_is_told_at_once_from_top_to_bottom() -> None:
    text = changed(
        CLASSIC,
        ('title = "Sample"', "title = 5"),
        ('grid = "square"', 'grid = "triangle"'),
        ("turns = 10", "turns = 0\nturn = 3"),
        (". w ~ .", ". w Q"),
        ('at = "a1", facing = "n"', 'at = "z9", facng = "n"'),
        ('carrying = "r3"', 'carrying = "r9"'),
        ('edge = "north"', 'edge = "south"'),
        ('id = "b1", type = "infantry"', 'id = "b1", type = 7'),
        ('"commander", at = "b3"', '"comander", at = "c3", sp = 0'),
        ('hold = ["b2"]', 'hold = ["b2", "k1"]\nexit = {edge = "north", units = 1}'),
    )
    lines = [problem.line for problem in problems_of(text)]
    # In line 11 a letter and the length, in 19 a cell and a key, in 30 a type and sp.
    assert lines == [2, 4, 5, 6, 11, 11, 19, 19, 20, 27, 29, 30, 30, 33, 35]


def test_one_mistake_does_not_bring_others_with_it() -> None:
    for change in [
        ('at = "a1", facing', "at = 5, facing"),
        ('ruleset = "classic"', 'ruleset = "clasic"'),
        ('grid = "square"', 'grid = "round"'),
        ("arrives = {turn = 2,", "arrives = {turn = 0,"),
        ('id = "red"', "id = 7"),
    ]:
        assert len(problems_of(changed(CLASSIC, change, NO_VICTORY))) == 1, change


def test_a_european_army_may_be_named_where_all_are() -> None:
    scenario = read(changed(CLASSIC, ('edge = "north"', 'edge = "north"\narmy = "european"')))
    assert scenario.sides[1].army == ""


@pytest.mark.parametrize("tree", [{}, [], None, 3, "x", {"sides": 3, "map": 3, "victory": {}}, {"sides": [3, None]}])
def test_no_tree_is_too_odd(tree: object) -> None:
    assert isinstance(check(tree), list)
    assert check(tree)


@pytest.mark.parametrize("text", [CLASSIC, COLONIAL, json.dumps(tomllib.loads(CLASSIC), indent=1)])
def test_text_with_parts_cut_out_is_read_or_refused(text: str) -> None:
    dice = random.Random(text)
    for _ in range(300):
        start = dice.randrange(len(text))
        sentences_of(text[:start] + text[start + dice.choice((1, 2, 5, 20)) :])


@pytest.mark.parametrize(
    ("red", "blue", "room"), [(3, 3, True), (3, 4, False), (1, 5, True), (1, 6, False), (6, 3, True)]
)
def test_where_two_zones_meet_those_who_deploy_first_may_take_the_room(red: int, blue: int, room: bool) -> None:
    """On a board of three rows each side has two, and they share the one in the middle."""
    sides = [
        {"id": name, "edge": edge, "units": [{"id": f"{name}{number}", "type": "infantry"} for number in range(units)]}
        for name, edge, units in (("red", "south", red), ("blue", "north", blue))
    ]
    tree = {"format": "portable-wargame/scenario/1", "title": "T", "ruleset": "classic", "grid": "square"}
    told = sentences_of(json.dumps(tree | {"map": {"rows": "...\n...\n..."}, "sides": sides}))
    assert ("units to deploy, and room for" not in "".join(told)) == room
