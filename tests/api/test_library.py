"""The library: the names that are promised, what they do, and that everything written about them runs."""

import copy
import doctest
import inspect
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import portable_wargame as pw

TOP = Path(__file__).parents[2]
# A change here is a change of what is promised: it belongs into the changelog.
PUBLIC = """
    Action Chance Event Findings Game Interval Moment Odds Reason Refusal Scenario Unit Verdict __version__ battle
    convert generate open_record read_scenario replay scenarios simulate verify write_scenario
"""
OF_A_GAME = """
    action choose copy log odds options over play question record save scenario side state svg turn undo units why_not
    winner
"""


def test_these_names_are_public_and_no_others() -> None:
    assert pw.__all__ == PUBLIC.split() == dir(pw)
    for name in pw.__all__:
        assert getattr(pw, name).__doc__


def test_every_public_thing_says_what_it_is() -> None:
    owners = {name: found for name in pw.__all__ if inspect.isclass(found := getattr(pw, name))}
    silent = [
        f"{name}.{member}"
        for name, owner in owners.items()
        for member, what in vars(owner).items()
        if not member.startswith("_") and isinstance(what, (property, FunctionType)) and not inspect.getdoc(what)
    ]
    assert silent == []
    # A dataclass without a docstring has its signature in its place.
    assert [name for name, owner in owners.items() if (owner.__doc__ or "").startswith(f"{name}(")] == []


def test_so_are_these_of_a_game() -> None:
    assert [name for name in dir(pw.battle("toll-house", 1)) if not name.startswith("_")] == OF_A_GAME.split()


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'battel'"):
        getattr(pw, "battel")  # noqa: B009, mypy knows that there is none


def test_the_room_called_battle_does_not_take_the_name_from_the_function() -> None:
    program = (
        "import portable_wargame.battle.battle, portable_wargame as pw\n"
        "from portable_wargame.battle import battle as room\n"
        "assert room.Battle and pw.battle('toll-house', 1).turn == 1"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_importing_it_loads_nothing_heavy() -> None:
    program = (
        "import portable_wargame, sys; print(sorted(name for name in sys.modules if name.startswith('portable_')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['portable_wargame', 'portable_wargame._engine']"


MODULES = ["portable_wargame", *(f"portable_wargame.api.{name}" for name in ("files", "game", "making", "simulating"))]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_say_what_happens(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert result.attempted
    assert not result.failed


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (TOP / page).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize(
    ("page", "number"), [(page, n) for page in ("README.md", "docs/python.md") for n in range(len(blocks(page)))]
)
def test_the_pages_run(page: str, number: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", blocks(page)[number]], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_readmes_battle_can_be_fought_again(tmp_path: Path) -> None:
    for _ in range(2):
        subprocess.run([sys.executable, "-c", blocks("README.md")[0]], check=True, cwd=tmp_path, capture_output=True)


def test_the_readme_begins_with_a_battle() -> None:
    (first, *_) = re.findall(r"```(?:python)\n(.*?)```", (TOP / "README.md").read_text("utf-8"), re.DOTALL)
    assert "pw.battle(" in first and len([line for line in first.splitlines() if line]) <= 12


# -- a game


def test_an_action_reads_as_an_order() -> None:
    game = pw.battle("harrow-ridge", seed=1)
    assert repr(game.options()[0]) == "Bombard(Siege Battery -> b6)"
    assert repr(game.action("fire", "foot-3", target="f6")) == "Fire(3rd Fusiliers -> f6)"
    assert repr(game.action("move", "foot-1", path=["b4", "b5"], facing="n")) == "Move(1st Rifles -> b4 b5, facing n)"
    assert repr(game.action("load", "foot-1", cargo="guns-1")) == "Load(1st Rifles -> Siege Battery)"
    assert repr(game.action("end")) == "End()"
    assert game.action("move", "foot-1", path=["b4", "b5"]).cell == "b5"


def test_actions_are_values() -> None:
    game = pw.battle("harrow-ridge", seed=1)
    assert game.options() == game.copy().options()
    assert len(set(game.options() + game.copy().options())) == len(game.options())


def test_what_is_illegal_is_refused_with_its_clause_and_changes_nothing() -> None:
    game = pw.battle("harrow-ridge", seed=1)
    before = game.state()["hash"]
    wrong = game.action("bombard", "guns-1", target="d8")
    assert [reason.clause for reason in game.why_not(wrong)] == ["classic.artillery.roll"]
    with pytest.raises(pw.Refusal):
        game.play(wrong)
    assert game.state()["hash"] == before
    assert not any(game.why_not(action) for action in game.options())


def test_odds_add_up() -> None:
    game = pw.battle("harrow-ridge", seed=1)
    odds = game.odds(game.options()[0])
    assert sum(chance.probability for chance in odds) == pytest.approx(1)
    assert "hit" in str(odds)
    assert str(game.odds(game.options()[-1])) == "no dice"


def test_undo_takes_back_the_position_and_what_was_told() -> None:
    game = pw.battle("harrow-ridge", seed=1)
    while "move" not in {action.verb for action in game.options()}:
        game.play(game.choose("recruit"))
    before, told = game.state(), len(game.log)
    game.play(next(action for action in game.options() if action.verb == "move"))
    assert game.state() != before and len(game.log) > told
    game.undo()
    assert game.state() == before
    assert len(game.log) == told
    with pytest.raises(pw.Refusal):
        game.undo()


def test_a_copy_throws_the_same_dice_and_one_with_a_seed_others() -> None:
    game = pw.battle("harrow-ridge", seed=1)
    ends = [played(one) for one in (game.copy(), game.copy(), game.copy(seed=2))]
    assert ends[0].state() == ends[1].state() != ends[2].state()
    assert game.turn == 1


def test_copying_and_pickling_keep_the_battle_as_it_is() -> None:
    game = pw.battle("toll-house", seed=4)
    while game.turn < 3:
        game.play(game.choose("recruit"))
    for twin in (copy.copy(game), *copy.deepcopy([game])):
        assert played(twin).state() == played(game.copy()).state()
    assert game.turn == 3
    one, other = (pickle.loads(pickle.dumps(game)) for _ in range(2))
    assert one.state() == game.state() and one.log == game.log
    assert played(one).state() == played(other).state()
    over = pickle.loads(pickle.dumps(one))
    assert over.over and over.winner == one.winner


def test_an_action_is_copied_as_it_is_and_not_pickled() -> None:
    shot = pw.battle("harrow-ridge", seed=1).options()[0]
    assert copy.deepcopy([shot]) == [shot] == [copy.copy(shot)]
    with pytest.raises(pw.Refusal, match=r"pickle action\.words, or the game"):
        pickle.dumps(shot)


# -- a battle of one's own


def test_a_battle_has_the_rules_that_it_is_given() -> None:
    game = pw.battle("harrow-ridge", seed=1, house_rules={"activation": "cards"})
    assert game.scenario.house_rules == {"activation": "cards"}
    assert pw.read_scenario("harrow-ridge").house_rules == {}
    assert pw.battle("checkpoint-nine", 1, options=[]).scenario.options == []
    assert pw.battle("harrow-ridge", 1, book="modern").scenario.ruleset == "modern"
    with pytest.raises(pw.Refusal, match="activation"):
        pw.battle("harrow-ridge", house_rules={"activation": "tarot"})


def test_battles_are_made_and_converted() -> None:
    one, other = (pw.generate("colonial", kind="ambush", size=(10, 9), seed=7) for _ in range(2))
    assert one == other and (one.columns, one.rows) == (10, 9)
    assert played(pw.battle(one, seed=1)).over
    converted, changes = pw.convert("harrow-ridge", "modern")
    assert converted.ruleset == "modern"
    assert any("cavalry becomes mounted-cavalry" in change for change in changes)


# -- wrong words


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda game: game.units("green"), "there is no side 'green'; choose from red and blue"),
        (lambda game: game.state("green"), "there is no side 'green'"),
        (lambda game: game.options("nobody"), "there is no unit 'nobody'; choose from foot-1, "),
        (lambda game: game.choose("corporal"), "there is no level 'corporal'; .* adaptive, eager"),
        (lambda _: pw.simulate("toll-house", games=-3), "games is -3; it must be at least 1"),
        (lambda _: pw.simulate("toll-house", games=0), "games is 0"),
        (lambda _: pw.simulate("toll-house", workers=0), "workers is 0"),
        (lambda _: pw.simulate("toll-house", levels=("eager",)), "it must be two"),
        (lambda _: pw.simulate("toll-house", levels="eager"), "it must be two"),
        (lambda _: pw.simulate("toll-house", levels=("eager", "lazy")), "there is no level 'lazy'; .*, eager"),
        (lambda _: pw.generate(kind="picnic"), "there is no kind of battle 'picnic'; .*choose from meeting"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(wrong: Callable[[pw.Game], object], sentence: str) -> None:
    with pytest.raises(pw.Refusal, match=sentence):
        wrong(pw.battle("harrow-ridge", seed=1))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda _, pw: pw.battle("toll-house", seed=1.5), "seed is 1.5; it must be a whole number"),
        (lambda game, _: game.copy(seed="x"), "seed is 'x'; it must be a whole number"),
        (lambda _, pw: pw.battle(None), "the scenario is None; it must be a name from the library, a file"),
        (lambda _, pw: pw.battle("toll-house", house_rules=["night"]), "house_rules is .*; it must be a dictionary"),
        (lambda game, _: game.play("bombard"), r"the action is 'bombard'; it must be one of options\(\)"),
        (lambda game, _: game.odds(None), "the action is None"),
        (lambda game, _: game.why_not({"do": "end"}), "the action is "),
        (lambda game, _: game.choose(None), "level is None; it must be a word"),
        (lambda game, _: game.units(3), "side is 3; it must be the id of a side"),
        (lambda game, _: game.options(3), "unit is 3; it must be the id of a unit"),
        (lambda game, _: game.action(None), "verb is None; it must be a word"),
        (lambda game, _: game.save(None), "the file is None; it must be a path"),
        (
            lambda _, pw: pw.write_scenario("toll-house", "x.toml"),
            "the scenario is 'toll-house'; it must be a Scenario",
        ),
        (lambda _, pw: pw.simulate("toll-house", games="3"), "games is '3'; it must be a whole number"),
        (lambda _, pw: pw.simulate("toll-house", levels=("eager", None)), "level is None; it must be a word"),
        (lambda _, pw: pw.generate(size="10x8"), "size is '10x8'; it must be two: columns and rows"),
        (lambda _, pw: pw.generate(armies="x"), "armies is 'x'; it must be two"),
    ],
)
def test_the_wrong_kind_of_thing_is_refused_at_once(wrong: Callable[[Any, Any], object], sentence: str) -> None:
    with pytest.raises(pw.Refusal, match=sentence):
        wrong(pw.battle("harrow-ridge", seed=1), pw)


def test_one_word_need_not_be_in_a_list() -> None:
    assert pw.read_scenario("kessel-crossroads", options="air").options == ["air"]


def test_eager_plays_for_the_library_too() -> None:
    game = pw.battle("toll-house", seed=2)
    assert game.choose("eager") == game.choose("eager")
    while not game.over:
        game.play(game.choose("eager"))


def played(game: pw.Game) -> pw.Game:
    while not game.over:
        game.play(game.choose("recruit"))
    return game


def test_the_board_and_the_picture_show_it() -> None:
    game = pw.battle("harrow-ridge", seed=1)
    assert "SieBty" in str(game) and str(game).splitlines()[-1].startswith("Turn 1. ")
    assert game._repr_svg_().startswith("<svg") and "Harrow Ridge" in game._repr_svg_()
    assert "<svg" in game._repr_html_() and "<figcaption>Turn 1." in game._repr_html_()
    over = played(game)
    assert repr(over) == f"<Game: Harrow Ridge, over, winner: {over.winner}>"
    with pytest.raises(pw.Refusal):
        over.choose("sergeant")


def test_units_that_fall_are_gone() -> None:
    game = pw.battle("harrow-ridge", seed=4)
    at_first = {unit.id for unit in game.units()}
    assert {unit.side for unit in game.units("red")} == {"red"}
    at_last = {unit.id for unit in played(game).units()}
    assert at_last < at_first


# -- files


@pytest.mark.parametrize("seed", [None, 5])
def test_every_record_that_is_saved_holds(seed: int | None, tmp_path: Path) -> None:
    """Unfinished, copied with other dice, taken up again, and finished."""
    game = pw.battle("toll-house", seed=4)
    while game.turn < 3:
        game.play(game.choose("recruit"))
    twin = game.copy(seed)
    twin.save(tmp_path / "half.pwg")
    assert not pw.verify(tmp_path / "half.pwg").finished
    again = pw.open_record(tmp_path / "half.pwg")
    assert again.state() == game.state() and again.log == game.log
    played(again).save(tmp_path / "whole.pwg")
    verdict = pw.verify(tmp_path / "whole.pwg")
    assert verdict.finished and not verdict.unrevealed
    assert pw.open_record(tmp_path / "whole.pwg").over
    before = (tmp_path / "half.pwg").read_text("utf-8")
    with pytest.raises(pw.Refusal, match=r"half.pwg already exists; overwrite=True replaces it"):
        again.save(tmp_path / "half.pwg")
    assert (tmp_path / "half.pwg").read_text("utf-8") == before
    again.save(tmp_path / "half.pwg", overwrite=True)
    assert pw.verify(tmp_path / "half.pwg").finished
    with pytest.raises(pw.Refusal, match="cannot be written: No such file"):
        again.save(tmp_path / "nowhere" / "half.pwg")


def test_a_replay_can_be_left_at_any_step(tmp_path: Path) -> None:
    game = played(pw.battle("toll-house", seed=4))
    game.save(tmp_path / "a.pwg")
    moments = list(pw.replay(tmp_path / "a.pwg"))
    assert moments[-1].game.state() == game.state()
    assert sum(moment.action is not None for moment in moments) == pw.verify(tmp_path / "a.pwg").actions
    middle = moments[len(moments) // 2].game
    played(middle).save(tmp_path / "b.pwg")
    assert pw.verify(tmp_path / "b.pwg").finished


def test_scenarios_go_out_and_come_in_again(tmp_path: Path) -> None:
    scenario = pw.read_scenario("toll-house")
    pw.write_scenario(scenario, tmp_path / "mine.toml")
    assert pw.read_scenario(tmp_path / "mine.toml") == scenario
    with pytest.raises(pw.Refusal, match="already exists"):
        pw.write_scenario(scenario, tmp_path / "mine.toml")
    pw.write_scenario(scenario, tmp_path / "mine.toml", overwrite=True)
    with pytest.raises(pw.Refusal, match="toll-house"):
        pw.read_scenario("tol-house")


def test_simulating_gives_the_same_each_time() -> None:
    first, second = (pw.simulate("toll-house", games=6, levels=("eager", "eager"), seed=2) for _ in range(2))
    assert first.wins == second.wins and str(first) == str(second)
    assert first.games == 6 and repr(first).startswith("<Findings: ")
    with pytest.raises(pw.Refusal, match="there is no side 'green'"):
        first.rate("green")
    assert 0 <= first.rate("red").low <= first.rate("red").value <= first.rate("red").high <= 1


def test_a_scenario_is_told_in_a_line() -> None:
    assert (
        repr(pw.read_scenario("toll-house")) == "<Scenario: The Toll House, classic, 3 by 3 squares, 7 against 7 units>"
    )
