"""Was it me or the dice? What an analysis says of a battle on record."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

import portable_wargame as pw
from portable_wargame.cli import run
from portable_wargame.record.reading import Record, read_record
from portable_wargame.simulation.analysis.analysis import Analysis, Throw, analyse, moments, regrets, score
from portable_wargame.simulation.analysis.chances import chance, half_turns, luck
from portable_wargame.simulation.analysis.decisions import Decision, decisions_of
from portable_wargame.simulation.analysis.regret import Regret, Suspicion, looked_into
from portable_wargame.simulation.analysis.telling import account, deed, headline, lines, ordered, tree

KEPT = Path(__file__).parents[1] / "record" / "kept"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = pw.battle("toll-house", seed=4)
    while not game.over:
        game.play(game.choose("sergeant"))
    path = tmp_path_factory.mktemp("analysis") / "battle.pwg"
    game.save(path)
    return path


@pytest.fixture(scope="module")
def record(file: Path) -> Record:
    return read_record(str(file))


@pytest.fixture(scope="module")
def found(record: Record) -> Analysis:
    return analyse(record, playouts=0)


def test_the_course_of_a_record_ends_as_it_did(record: Record) -> None:
    course = decisions_of(record)
    assert course.is_over() and course.end.battle.winner == course.decisions[-1].after.battle.winner
    lines = [one.line for one in course.decisions]
    assert lines == sorted(set(lines))
    assert any(one.is_thrown for one in course.decisions) and not all(one.is_thrown for one in course.decisions)


def test_chances_begin_somewhere_and_end_in_the_result(found: Analysis) -> None:
    assert found.chances[0].side is None and 0.05 < found.chances[0].chance.value < 0.95
    assert found.chances[-1].chance.value == found.score
    for half in found.chances:
        assert 0 <= half.chance.low <= half.chance.value <= half.chance.high <= 1
    assert [half.turn for half in found.chances] == sorted(half.turn for half in found.chances)


def test_luck_is_what_the_dice_gave_over_what_they_might_have(record: Record) -> None:
    """Over all that might have fallen it comes to nothing."""
    decision = next(one for one in decisions_of(record).decisions if one.is_thrown)
    quiet = next(one for one in decisions_of(record).decisions if not one.is_thrown)
    assert luck(quiet, random.Random(1)) == 0.0
    again = [luck(decision, random.Random(seed)) for seed in range(3)]
    assert max(again) - min(again) < 0.15


def test_the_same_seed_gives_the_same_analysis(record: Record, found: Analysis) -> None:
    assert tree(analyse(record, playouts=0)) == tree(found)


def test_decisions_are_compared_by_forecasts_and_then_played_on(record: Record) -> None:
    course = decisions_of(record)
    few = replace(course, decisions=course.decisions[:4])
    first, second = (regrets(few, 2, random.Random(3)) for _ in range(2))
    assert [(one.decision.line, one.amount) for one in first] == [(one.decision.line, one.amount) for one in second]


def test_whoever_waits_hears_how_far_it_is(record: Record) -> None:
    course = decisions_of(record)
    heard: list[tuple[int, int]] = []
    regrets(course, 2, random.Random(3), progress=lambda done, number: heard.append((done, number)))
    assert heard and heard == [(done, heard[0][1]) for done in range(heard[0][1])]


def test_a_decision_is_told_only_if_it_is_beyond_doubt(record: Record) -> None:
    decision = decisions_of(record).decisions[0]
    assert Regret(decision, decision.action, 0.2, 0.1).is_sure()
    assert not Regret(decision, decision.action, 0.2, 0.11).is_sure()
    assert not Regret(decision, decision.action, -0.2, 0.01).is_sure()


def test_to_do_the_same_gives_nothing_away(record: Record) -> None:
    """With the same dice both ways."""
    decision = decisions_of(record).decisions[2]
    same = looked_into(Suspicion(decision, decision.action, 0.1), 3, random.Random(1))
    assert same.amount == 0.0 and same.error == 0.0


def test_luck_and_result_are_the_other_sides_with_the_opposite_sign(found: Analysis) -> None:
    sides = list(tree(found)["sides"].values())
    assert sides[0]["luck"] == -sides[1]["luck"]
    assert sides[0]["score"] + sides[1]["score"] == 1
    assert sides[0]["even"] + sides[1]["even"] == pytest.approx(1, abs=0.002)


def test_the_result_is_the_outset_the_luck_and_the_play(found: Analysis) -> None:
    for side in tree(found)["sides"].values():
        assert side["outset"] + side["luck"] + side["play"] == pytest.approx(side["score"], abs=0.002)
        assert side["even"] == pytest.approx(side["score"] - side["luck"], abs=0.002)
    words = account(found).replace("\N{MINUS SIGN}", "-")
    result, *parts = (int(one) for one in re.findall(r"-?\d+", words))
    assert result == sum(parts) == 100 * (found.score or 0)


def test_three_moments_are_told_with_what_the_strongest_level_would_have_done(found: Analysis) -> None:
    assert len(found.moments) == 3
    least = min(abs(moment.swing) for moment in found.moments)
    assert sum(abs(throw.luck) > least for throw in found.throws) <= 3
    words = headline(found)
    assert words.startswith("The dice") and "mistake" not in json.dumps(tree(found))


def answers(name: str, verb: str, question: str) -> list[Decision]:
    course = decisions_of(read_record(str(KEPT / f"{name}.pwg")))
    return [one for one in course.decisions if (one.action.verb, one.asks()) == (verb, question)]


def test_a_deed_is_told_as_the_log_tells_it() -> None:
    ended, *_ = answers("classic-1", "end", "what the units do")
    assert deed(ended) == "The Coast Brigade ended its turn" and ordered(ended, ended.action) == "End turn"
    settled, *_ = answers("classic-1", "stand", "test the Commander")
    assert deed(settled).endswith(" Brigade settled for 1 SP")
    assert ordered(settled, settled.action).endswith(": take 1 SP")


def test_the_dice_of_a_bombardment_are_those_of_all_the_guns() -> None:
    """Not of the last to be given a target."""
    shots = answers("modern-1", "bombard", "what the guns fire at")
    assert {one.is_thrown for one in shots} == {True, False}
    for one in shots:
        assert (deed(one) == "The guns opened fire") is one.is_thrown
        assert " took aim at " in deed(one) or one.is_thrown


def test_a_small_regret_is_told_with_a_decimal(found: Analysis) -> None:
    """So that it does not look as small as its error."""
    decision = found.course.decisions[0]
    for amount, error, said in ((0.014, 0.006, "1.4% (± 0.6)"), (0.081, 0.032, "8% (± 3)")):
        regretted = replace(found, regrets=[Regret(decision, decision.action, amount, error)])
        assert f"Better by {said}: “" in lines(regretted)[-1]


def test_an_order_with_its_dice_is_one_moment(record: Record) -> None:
    """Told by whichever mattered more."""
    thrown = [one for one in decisions_of(record).decisions if one.is_thrown][:4]
    throws = [Throw(decision, 0.1) for decision in thrown]
    told = moments(throws, [Regret(thrown[1], thrown[1].action, 0.3, 0.1)], random.Random(1))
    assert [one.decision.line for one in told] == [one.line for one in thrown[:3]]
    assert [one.by_dice for one in told] == [True, False, True]


def test_a_bombardment_counts_for_the_turn_that_it_opens() -> None:
    """Both sides act in turn 6; then guns of turn 7 make a quarter of a victory's difference."""
    course = decisions_of(read_record(str(KEPT / "modern-1.pwg")))
    found = half_turns(course)
    opening = next(one for one in course.decisions if one.turn == 7)
    assert opening.action.verb == "bombard"
    after_six = [one.chance.value for one in found if one.turn == 6]
    assert after_six[-1] == chance(opening.before).value
    assert found[-1].chance.value == score(course)
    stands = replace(course, decisions=course.decisions[: course.decisions.index(opening) + 1], end=opening.after)
    assert half_turns(stands)[-1].turn == 7


def test_a_battle_that_is_not_over_has_chances_and_no_result(tmp_path: Path) -> None:
    game = pw.battle("toll-house", seed=4)
    for _ in range(6):
        game.play(game.choose("sergeant"))
    game.save(tmp_path / "begun.pwg")
    found = analyse(read_record(str(tmp_path / "begun.pwg")), playouts=0)
    assert found.score is None and found.even() is None and 0 < found.chances[-1].chance.value < 1
    assert chance(found.course.end).low < found.chances[-1].chance.value


def toll_house(file: Path, orders: int, **ending: str) -> Analysis:
    """The toll house until somebody resigns, or both agree on a draw."""
    game = pw.battle("toll-house", seed=4)
    for _ in range(orders):
        game.play(game.choose("sergeant"))
    if "resigns" in ending:
        game._recorder.resign(ending["resigns"])
    else:
        game._recorder.agree_on_draw()
    game.save(file)
    return analyse(read_record(str(file)), playouts=0)


@pytest.mark.parametrize("orders", [0, 1, 3, 12])
def test_giving_up_is_part_of_the_result_and_neither_luck_nor_an_order(tmp_path: Path, orders: int) -> None:
    """Before anybody has given an order, while guns are aimed, and later."""
    found = toll_house(tmp_path / "given-up.pwg", orders, resigns="red")
    stood = found.course.broken_off
    assert stood is not None and found.score == found.chances[-1].chance.value == 0.0
    assert found.broken_off() == -chance(stood).value
    assert found.outset() + found.luck() + found.play() == pytest.approx(0.0)
    words = account(found).replace("\N{MINUS SIGN}", "-")
    assert re.search(r", -\d+ by giving up\.$", words)
    result, *parts = (int(one) for one in re.findall(r"-?\d+", words))
    assert result == sum(parts) == 0
    assert "What mattered" not in "\n".join(lines(found)) or found.moments


def test_agreeing_on_a_draw_is_told_as_that(tmp_path: Path) -> None:
    found = toll_house(tmp_path / "drawn.pwg", 20)
    assert found.score == 0.5 and account(found).endswith(" by agreeing on a draw.")


def test_a_battle_fought_to_its_end_was_not_broken_off(found: Analysis) -> None:
    assert found.course.broken_off is None and found.broken_off() == 0.0 and "giving up" not in account(found)


def test_it_is_told_in_words(found: Analysis) -> None:
    words = "\n".join(lines(found))
    assert "Chance of victory" in words and "at the outset" in words and "Turn" in words


def test_the_command_tells_it_as_data(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", str(file), "--playouts", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "portable-wargame/analysis/1"


def test_what_an_umpire_set_by_hand_is_part_of_the_battle(tmp_path: Path) -> None:
    """And nobody's decision."""
    game = pw.battle("toll-house", seed=4)
    recorder = game._recorder
    for number in range(8):
        if number == 4:
            recorder.overrule([{"set": "facing", "unit": "foot-1", "facing": "w"}], "it was knocked over")
        game.play(game.choose("sergeant"))
    game.save(tmp_path / "ruled.pwg")
    course = decisions_of(read_record(str(tmp_path / "ruled.pwg")))
    unit = course.start.battle.roster.unit_ids.index("foot-1")
    west = course.start.battle.field.grid.shape.facings.index("w")
    assert len(course.decisions) == 8
    assert course.decisions[3].after.battle.facing[unit] != west == course.decisions[4].before.battle.facing[unit]
