"""No registry without a fallback: a book that nobody has heard of goes through the whole house, and nothing fails. What
is unknown is drawn as a lettered symbol and called by its name."""

import copy
import io
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from portable_wargame.ai.opponents.players import LEVELS, choose, player
from portable_wargame.battle.terrain import TERRAIN
from portable_wargame.cli import run
from portable_wargame.game.dice import Dice
from portable_wargame.game.errors import Refusal
from portable_wargame.game.outcomes import OUTCOMES
from portable_wargame.pictures.picture import picture
from portable_wargame.pictures.text_board import board
from portable_wargame.record.keys import Seed
from portable_wargame.record.reading import parse_record
from portable_wargame.record.recording import record_in
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import verify
from portable_wargame.reference.quick_reference import quick_reference
from portable_wargame.rulesets import RULESETS, ledger, whole_book
from portable_wargame.rulesets.whereabouts import looks_like_an_id
from portable_wargame.scenario import library
from portable_wargame.scenario.checking.check import problems_of
from portable_wargame.scenario.checking.reaching import cut_off
from portable_wargame.scenario.converting.conversion import convert
from portable_wargame.scenario.generating.army_lists import army_lists
from portable_wargame.scenario.generating.generator import COUNTRIES, Request, generate
from portable_wargame.scenario.generating.request import kinds_for
from portable_wargame.scenario.model import Scenario
from portable_wargame.scenario.reading import read, read_tree
from portable_wargame.scenario.setup import new_game, ruleset_of
from portable_wargame.scenario.writing import tree, write
from portable_wargame.server.wire.lobby import Library, lobby, rules
from portable_wargame.server.workshop.drafts import BattleWanted, ConversionWanted, DraftWanted
from portable_wargame.server.workshop.materials import workshop
from portable_wargame.server.workshop.workshop import checked, converted, generated
from portable_wargame.speech.notation import action_to_tree
from portable_wargame.speech.schemas import schema

from . import book as toy


@pytest.fixture(autouse=True, scope="module")
def the_toy_book() -> Iterator[None]:
    before = list(RULESETS), list(TERRAIN), list(LEVELS), list(OUTCOMES), ledger.books()
    with toy.installed():
        yield
    assert (list(RULESETS), list(TERRAIN), list(LEVELS), list(OUTCOMES), ledger.books()) == before


@pytest.fixture
def scenario() -> Scenario:
    return read_tree(toy.SCENARIO)


@pytest.fixture
def file(scenario: Scenario, tmp_path: Path) -> str:
    path = tmp_path / "elephants.toml"
    path.write_text(write(scenario), "utf-8")
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(list(words)) == 0, capsys.readouterr().err
    return capsys.readouterr().out


# -- what there is


def test_the_lobby_offers_it() -> None:
    told = msgspec.json.decode(msgspec.json.encode(lobby(Library())))
    book = next(one for one in told["books"] if one["name"] == toy.NAME)
    assert book["options"] == [{"name": toy.OPTION, "text": "pigs, tarred and lit"}]
    rule = next(one for one in book["house-rules"] if one["name"] == toy.RULE)
    assert (rule["default"], rule["choices"], rule["text"]) == ("oasis", ["oasis", "desert"], "how dry the country is")
    assert {one["name"]: one["default"] for one in book["house-rules"]}["exhaustion"] == "1/2"
    level = {"name": toy.LEVEL, "text": "reads the entrails", "personality": False, "thinks-ahead": False}
    assert level in told["levels"]
    others = [one["name"] for one in told["books"] for rule in one["house-rules"] if rule["name"] == toy.RULE]
    assert others == [toy.NAME]


def test_the_editor_has_its_materials() -> None:
    told = msgspec.json.decode(msgspec.json.encode(workshop()))
    book = next(one for one in told["books"] if one["name"] == toy.NAME)
    assert book["armies"] == ["roman", "gaul"]
    assert {one["name"]: one["option"] for one in book["types"]}["burning pigs"] == toy.OPTION
    assert [one["name"] for one in book["army-lists"]] == ["roman-all-arms", "gaul-all-arms"]
    sheet = next(one for one in told["features"] if one["name"] == toy.FEATURE)
    assert sheet["look"] == {"letter": "r", "tint": "#9db58f", "pattern": "dashes"}


def test_its_clauses_are_in_the_ledger() -> None:
    assert ledger.clause("toy.reeds").short == "in the reeds"
    assert ledger.clause("shared.thirst").settings == ("thirst = oasis or desert",)
    assert looks_like_an_id().fullmatch("toy.anything")
    assert rules().books[toy.NAME] == "The Toy Wargame"


# -- scenarios


def test_its_scenarios_are_checked(scenario: Scenario) -> None:
    assert problems_of(toy.SCENARIO) == []
    Draft202012Validator(schema("scenario")).validate(toy.SCENARIO)
    assert [side.army for side in scenario.sides] == ["roman", "gaul"]
    assert read(write(scenario)) == scenario
    wrong = copy.deepcopy(toy.SCENARIO)
    wrong["sides"][0]["units"][1]["at"] = "c6"
    wrong["sides"][1]["army"] = "persian"
    wrong["house-rules"] = {"thirst": "flood", "exhaustion": "1/2"}
    told = " ".join(problem.sentence() for problem in problems_of(wrong))
    assert "which war-elephant may not enter; give it another cell (toy.woods)" in told
    assert "it must be european, native, roman or gaul" in told
    assert "it must be oasis or desert" in told
    assert checked(DraftWanted(scenario=toy.SCENARIO)).card is not None


@pytest.mark.parametrize("name", library.names())
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_any_battle_becomes_one_of_its(name: str, grid: str) -> None:
    battle, told = convert(library.load(name), toy.NAME, grid)
    assert told
    assert problems_of(tree(battle)) == []
    assert cut_off(battle) == []
    assert {name for names in battle.features for name in names} <= {"woods", "road", "hill 1", toy.FEATURE}


@pytest.mark.parametrize("target", ["classic", "colonial", "late-19th-century", "modern"])
def test_its_battles_become_those_of_others(scenario: Scenario, target: str) -> None:
    battle, told = convert(scenario, target)
    words = " ".join(one.sentence() for one in told)
    assert "spearmen becomes infantry" in words
    assert f"{toy.FEATURE} is left out" in words
    assert "war-elephant is left out" in words
    assert problems_of(tree(battle)) == []


def test_it_changes_grids(scenario: Scenario) -> None:
    battle, _ = convert(scenario, grid="hex")
    assert problems_of(tree(battle)) == []
    assert [unit.type for unit in battle.sides[0].units] == ["spearmen", "war-elephant", "legate", "burning pigs"]
    answer = converted(ConversionWanted(scenario=toy.SCENARIO, book="classic", grid="square"))
    assert answer.substitutions


def test_a_matrix_without_another_book_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of units that no other book has anything like."""
    tree = copy.deepcopy(toy.SCENARIO)
    for side in tree["sides"]:
        side["units"] = [{"id": f"{side['id']}1", "type": "war-elephant", "at": "a1" if side["id"] == "red" else "b6"}]
    path = tmp_path / "lonely.toml"
    path.write_text(write(read_tree({**tree, "grid": "hex", "victory": []})), "utf-8")
    monkeypatch.setitem(RULESETS, toy.NAME, replace(RULESETS[toy.NAME], grids=("hex",)))
    assert run(["compare", str(path), "--matrix", "--games", "1", "--level", "recruit"]) == 2
    assert "nothing to compare it with" in capsys.readouterr().err


def test_who_may_not_stand_in_a_wood_has_it_cleared(scenario: Scenario) -> None:
    """Not every closed cell is deep water."""
    battle = copy.deepcopy(scenario)
    battle.features[battle.columns * 4 + 3].append("woods")  # d5, where an elephant is
    battle, told = convert(battle, grid="hex")
    assert "the map at d5: woods is left out; b2 stands there" in [one.sentence() for one in told]


def test_random_battles_are_made_for_it() -> None:
    kinds = kinds_for(RULESETS[toy.NAME])
    assert "crossing" not in kinds
    for number, kind in enumerate(kinds * 2):
        grid, country = ("square", "hex")[number % 2], list(COUNTRIES)[number % len(COUNTRIES)]
        battle = generate(Request(toy.NAME, grid, kind=kind, country=country, seed=number))
        assert problems_of(tree(battle)) == []
        features = {name for names in battle.features for name in names}
        assert features <= {"woods", "road", "hill 1", toy.FEATURE}
    with pytest.raises(Refusal, match="has no rivers"):
        generate(Request(toy.NAME, kind="crossing"))
    assert generated(BattleWanted(book=toy.NAME, seed=3)).scenario["ruleset"] == toy.NAME
    assert {line.unit.type for line in army_lists(toy.NAME)[0].lines} == {"spearmen", "war-elephant", "legate"}


# -- pictures and words


def test_it_is_drawn_with_letters(scenario: Scenario) -> None:
    game = new_game(scenario, Dice(1))
    battle = game.battle
    text = board(battle).plain
    assert "r reed bed" in text
    assert "WE war elephant" in text
    drawn = picture(battle, game.ruleset.palette, scenario.title)
    assert ">WE</text>" in drawn
    assert "#9db58f" in drawn and ">r</text>" in drawn


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_its_quick_reference_is_written(grid: str) -> None:
    told = repr(quick_reference(whole_book(toy.NAME), grid)).lower()
    assert "war elephant" in told
    assert toy.FEATURE in told
    assert "runs wild" in told


def test_reeds_are_cover_and_hide_as_their_row_says(scenario: Scenario) -> None:
    field = new_game(scenario, Dice(1)).battle.field
    reeds = TERRAIN[toy.FEATURE].bit
    assert field.cover & reeds and field.hides & reeds and not field.hard & reeds
    exposed = replace(ruleset_of(scenario), no_cover=(toy.FEATURE,)).cover()
    assert not (exposed.cover | exposed.hides) & reeds


# -- battles


def recorded(scenario: Scenario, seed: int) -> str:
    """A battle from its first line to its last."""
    sink, key = io.StringIO(), Seed(seed)
    session = Session(scenario, key.dice())
    recorder = record_in(sink, session, key, {"red": "captain", "blue": toy.LEVEL})
    players, luck = [player("captain"), player(toy.LEVEL)], random.Random(seed)
    while session.game.question() is not None:
        game = session.game
        recorder.play(action_to_tree(game.battle, choose(players[game.decider()], game, luck, 100).action))
    return sink.getvalue()


def test_it_is_played_recorded_and_verified(scenario: Scenario) -> None:
    told = [recorded(scenario, seed) for seed in range(6)]
    assert any(toy.EFFECT in one for one in told)
    for one in told:
        verify(parse_record(one, "toy"))


@pytest.mark.parametrize("level", ["recruit", "sergeant", "captain", "general", toy.LEVEL])
def test_every_level_plays_it(scenario: Scenario, level: str) -> None:
    game = new_game(scenario, Dice(3))
    one, luck = player(level), random.Random(3)
    for _ in range(12):
        if game.question() is not None:
            game.perform(choose(one, game, luck, 50).action)


def test_the_commands_take_it(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "toy, 6 by 6 squares" in printed(capsys, "check", file)
    assert "toy" in printed(capsys, "rules")
    assert "thirst = oasis or desert" in printed(capsys, "rules", "--show", "shared.thirst")
    assert "war-elephant" in printed(capsys, "generate", "--book", toy.NAME, "--seed", "4")
    printed(capsys, "convert", file, "--grid", "hex", "--out", str(tmp_path / "hex.toml"))
    printed(capsys, "draw", file, "--out", str(tmp_path / "elephants.svg"))
    assert toy.FEATURE in printed(capsys, "schema", "scenario")
    one = ("--workers", "1")
    page = tmp_path / "report.html"
    printed(capsys, "simulate", file, "--games", "6", "--red", toy.LEVEL, "--html", str(page), *one)
    assert page.stat().st_size > 1000
    printed(capsys, "compare", file, "thirst=oasis", "--games", "4", "--level", "eager", *one)
    printed(capsys, "balance", file, "--games", "4", "--red", "eager", "--blue", "eager", *one)
    table = printed(capsys, "arena", "recruit", toy.LEVEL, "--scenarios", file, *one)
    assert toy.LEVEL in table
