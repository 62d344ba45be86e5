"""Reading: text, files and trees; what is no text of the kind is refused in a sentence."""

import json
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from portable_wargame.cli.designing.check import check
from portable_wargame.game.dice import Dice
from portable_wargame.game.errors import Refusal
from portable_wargame.scenario.checking import check as checking
from portable_wargame.scenario.model import SideEntry, UnitEntry, VictoryEntry
from portable_wargame.scenario.problems import BadScenario
from portable_wargame.scenario.reading import build, read, read_file, read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.scenario.writing import tree, write
from portable_wargame.server.games.choosing import scenario_of
from portable_wargame.server.wire.lobby import Library
from tests.scenario.samples import CLASSIC, COLONIAL, changed, sentences_of


def test_a_scenario_is_read_whole() -> None:
    scenario = read(CLASSIC)
    assert (scenario.title, scenario.ruleset, scenario.grid, scenario.turns) == ("Sample", "classic", "square", 10)
    assert scenario.sides[0] == SideEntry(
        "red",
        "red",
        "south",
        "",
        [
            UnitEntry("r1", "infantry", at="a1", facing="n"),
            UnitEntry("r2", "transport", at="b1", carrying="r3"),
            UnitEntry("r3", "artillery"),
            UnitEntry("r4", "cavalry", arrives_turn=2, arrives_edge="south"),
        ],
    )
    # Without a turn of its own, holding counts at the end of the last.
    assert scenario.victory == [VictoryEntry("red", "hold", 10, ["b2"])]


@pytest.mark.clause("classic.units.experience")
@pytest.mark.parametrize(("sp", "strength"), [("", 4), (", sp = 5", 5), (", sp = 3", 3)])
def test_veterans_and_conscripts_have_strength_of_their_own(sp: str, strength: int) -> None:
    scenario = read(changed(CLASSIC, ('facing = "n"', f'facing = "n"{sp}')))
    assert new_game(scenario, Dice(1)).battle.strength[0] == strength


@pytest.mark.parametrize(
    ("words", "entry"),
    [
        ("survive = true", VictoryEntry("red", "survive", 10)),
        ("survive = true\nat-turn = 4", VictoryEntry("red", "survive", 4)),
        ('exit = {edge = "north", units = 2}', VictoryEntry("red", "exit", 0, edge="north", amount=2)),
        ("destroy = {sp = 3}\nat-turn = 6", VictoryEntry("red", "destroy-sp", 6, amount=3)),
        ("destroy = {units = 1}", VictoryEntry("red", "destroy-units", 0, amount=1)),
    ],
)
def test_victory_conditions(words: str, entry: VictoryEntry) -> None:
    assert read(changed(CLASSIC, ('hold = ["b2"]', words))).victory == [entry]


def test_without_a_limit_holding_counts_at_any_time() -> None:
    assert read(changed(CLASSIC, ("turns = 10\n", ""))).victory[0].at_turn == 0


def test_a_book_with_armies_has_european_ones_unless_told() -> None:
    assert [side.army for side in read(COLONIAL).sides] == ["european", "native"]


def test_a_side_may_have_a_briefing() -> None:
    text = changed(CLASSIC, ('edge = "south"', 'edge = "south"\nbriefing = "Take the wood."'))
    assert [side.briefing for side in read(text).sides] == ["Take the wood.", ""]
    assert "Take the wood." in write(read(text))
    wrong = changed(CLASSIC, ('edge = "south"', 'edge = "south"\nbriefing = 7'))
    assert sentences_of(wrong)[0].startswith("sample.toml:17: side red: briefing is the number 7; it must be text")


def test_json_is_read_alike() -> None:
    tree = tomllib.loads(CLASSIC)
    assert read(json.dumps(tree)) == read(json.dumps(tree, indent=1).encode()) == read_tree(tree) == read(CLASSIC)
    tree["turns"] = 10.0
    tree["house-rules"] = {"exhaustion": "1/2"}
    assert read_tree(tree).turns == 10
    assert read_tree(tree).house_rules == {"exhaustion": "1/2"}


def test_front_faces_may_be_a_number() -> None:
    for written in ("1", '"1"'):
        text = changed(COLONIAL, ('grid = "hex"', f'grid = "hex"\nhouse-rules = {{front-faces = {written}}}'))
        assert read(text).house_rules == {"front-faces": "1"}


def test_rows_may_be_written_without_blanks_and_line_ends_do_not_matter() -> None:
    assert read(changed(CLASSIC, (". w ~ .", ".w~."))) == read(CLASSIC)
    assert read(CLASSIC.replace("\n", "\r\n").encode("utf-8-sig")) == read(CLASSIC)


def test_a_tree_names_paths_in_place_of_lines() -> None:
    tree = tomllib.loads(changed(CLASSIC, ('at = "a1"', 'at = "z9"')))
    with pytest.raises(BadScenario) as caught:
        read_tree(tree)
    assert str(caught.value) == (
        "sides[0].units[0].at: unit r1 stands at z9, which is not on the 4 by 3 board; cells run from a1 to d3"
    )
    assert isinstance(caught.value, Refusal)


def test_problems_in_json_have_lines() -> None:
    text = json.dumps(tomllib.loads(changed(CLASSIC, ('at = "a1"', 'at = "z9"'))), indent=1)
    number = next(number for number, line in enumerate(text.split("\n"), 1) if "z9" in line)
    (sentence,) = sentences_of(text, "a.json")
    assert sentence.startswith(f"a.json:{number}: unit r1 stands at z9")


def test_a_key_given_twice_in_json_is_no_secret() -> None:
    text = json.dumps(tomllib.loads(CLASSIC), indent=1).replace('"turns": 10', '"turns": 10,\n "turns": 9')
    (sentence,) = sentences_of(text, "a.json")
    assert sentence == "a.json:7: the key turns is given twice in one table; keep one of them"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (CLASSIC + "x = ", "sample.toml:35:5: this is not TOML: invalid value; a line is key = value"),
        ("a = 1\nb = = 2\n", "sample.toml:2:5: this is not TOML: invalid value"),
        ("a = 1\na = 2\n", "sample.toml:2: the key a is given twice in one table; keep one of them"),
        ("[a]\n[b]\n[a]\n", "sample.toml:3: [a] is given twice, or as something else; put it all under one heading"),
        ("a = [1,\n  2,\nb = 3\n", "sample.toml:3:1: this is not TOML: invalid value; or look above it for a list"),
        ('{"a": 1,\n "b": }', "sample.toml:2:7: this is not JSON: expecting value; keys and text go in double"),
        ('{"a": NaN}', "sample.toml: the text has an impossible number (NaN is not a number in JSON)"),
        ("a = " + "9" * 5000, "sample.toml: the text has an impossible number"),
        ("", "sample.toml: the text is empty; it must be a scenario in TOML or JSON"),
        (" \n\n", "sample.toml: the text is empty"),
        (b"a = 1\nb = '\xff'\n", "sample.toml:2: the text is not UTF-8; save it in that encoding"),
        (
            "\n  Dear sir,\nthis is a letter.\nYours, Brandt\n",
            "sample.toml:2:3: this is not TOML: no line of it looks like any; a line is key = value, [table] or "
            "[[table of a list]], with text in quotes, not 'Dear sir,'",
        ),
        (
            "a = 1\n; old\n",
            "sample.toml:2:1: this is not TOML: invalid statement; a line is key = value, [table] or [[table of a "
            "list]], with text in quotes, not '; old'",
        ),
        (b"\x00\x01\x02", "sample.toml:1:1: this is not TOML"),
        ("#" * 1_000_001, "sample.toml: the text has more than 1000000 bytes; no scenario needs that many"),
        ("a = " + "[" * 100_000, "sample.toml: the text is nested too deeply; a scenario has a few levels"),
        ("a" + ".a" * 300_000 + " = 1", "sample.toml:1: the line has more than 2000 dots"),
        ("\ud800", "sample.toml:1: the text is not UTF-8"),
    ],
)  # fmt: skip
def test_what_is_no_scenario_at_all(text: str | bytes, sentence: str) -> None:
    (found,) = sentences_of(text)
    assert found.startswith(sentence), found


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("name = cavalry # as ever", 'name = "cavalry"'),
        ("name: 3", "name = 3"),
        ("move 4", "move = 4"),
        ("move = 4;", "move = 4"),
        ('name = "camels",', 'name = "camels"'),
        ("name = “Dawn”", 'name = "Dawn"'),
        ('name = "Dawn', 'name = "Dawn"'),
        ("name = [e5, f6]", 'name = ["e5", "f6"]'),
        ('name = ["e5", "f6"', 'name = ["e5", "f6"]'),
        ("secret = True", "secret = true"),
        ("exhaustion = 1/2", 'exhaustion = "1/2"'),
        ("[house rules]", "[house-rules]"),
        ("[[victory]", "[[victory]]"),
    ],
)
def test_a_line_that_is_no_toml_has_one_that_may_be_meant(written: str, meant: str) -> None:
    found = sentences_of(f"a = 1\n{written}\nb = 2\n")
    assert len(found) == 1
    assert found[0].endswith(f"; did you mean {meant}?")


def test_slips_hide_neither_each_other_nor_what_else_is_wrong() -> None:
    text = changed(CLASSIC, ('at = "b3"', 'at = "z9"'), ('edge = "south"', "edge = south"), ('"r3"}', "r3}"))
    found = sentences_of(text)
    assert any('did you mean edge = "south"?' in one for one in found)
    assert any("unit b2 stands at z9, which is not on the 4 by 3 board" in one for one in found)
    lines = [int(one.split(":")[1]) for one in found]
    assert lines == sorted(lines)


def test_a_text_of_nothing_but_slips_is_read_a_bounded_number_of_times() -> None:
    assert len(sentences_of("".join(f"a{n} b c\n" for n in range(3000)))) == 20
    assert len(sentences_of("".join(f"a{n} b c\n" for n in range(30_000)))) == 1
    assert len(sentences_of(CLASSIC.replace('"""', '"', 1))) == 2  # not every row of its map


@pytest.mark.parametrize("text", ['{"a":' * 200_000, "[" * 200_000, '{"a": ' + "[" * 900 + "]" * 900 + "}"])
def test_deep_nesting_is_refused_in_a_sentence(text: str) -> None:
    assert sentences_of(text, "deep.json")


def test_files(tmp_path: Path) -> None:
    good = tmp_path / "good.toml"
    good.write_text(CLASSIC, encoding="utf-8")
    assert read_file(good) == read_file(str(good)) == read(CLASSIC)
    for path, sentence in ((tmp_path / "none.toml", "there is no such file"), (tmp_path, "this is a folder")):
        with pytest.raises(BadScenario, match=sentence):
            read_file(path)
    with pytest.raises(BadScenario, match="cannot be read"):
        read_file("a\0b")


def test_check_prints_ok_or_every_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(CLASSIC, encoding="utf-8")
    bad.write_text(changed(CLASSIC, ('at = "a1"', 'at = "z9"'), ("turns = 10", "turns = 0")), encoding="utf-8")
    assert check([str(good)]) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{good}: ok, Sample: classic, 4 by 3 squares, 4 against 2 units\n"
    assert printed.err == ""
    assert check([str(good), str(bad), str(tmp_path / "none.toml"), str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert printed.out.count("\n") == 1
    assert printed.err.split("\n") == [
        f"{bad}:5: turns is the number 0; it must be 1 to 999: the number of turns after which the battle ends",
        f"{bad}:18: unit r1 stands at z9, which is not on the 4 by 3 board; cells run from a1 to d3",
        f"{tmp_path / 'none.toml'}: there is no such file",
        f"{tmp_path}: this is a folder; name a scenario file in it",
        "",
    ]
    assert check([]) == 2


def test_a_scenario_is_checked_once_and_only_what_is_checked_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the text to the scenario, and from the library to a new game with other rules: one check, one board."""
    seen: Counter[str] = Counter()

    def counting(name: str, work: Callable[..., object]) -> Callable[..., object]:
        def counted(*given: object) -> object:
            seen[name] += 1
            return work(*given)

        return counted

    for name in ("check_structure", "check_forces", "read_board"):
        monkeypatch.setattr(checking, name, counting(name, getattr(checking, name)))
    once = {"check_structure": 1, "check_forces": 1, "read_board": 1}
    scenario = read(CLASSIC)
    assert seen == once
    seen.clear()
    chosen = scenario_of("harrow-ridge", None, {"exhaustion": "1/2"}, Library())
    assert seen == once
    assert chosen.house_rules == {"exhaustion": "1/2"}
    checked = checking.check(tree(scenario))
    assert isinstance(checked, checking.Checked)
    assert build(checked) == build(checked) == scenario
    build(checked).features[0].append("woods")
    assert build(checked) == scenario
