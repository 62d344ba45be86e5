"""`pw play`, driven through its own prompt: whole battles, orders, questions, saving and going on."""

import json
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from portable_wargame.cli import run
from portable_wargame.cli.playing.choices import describe
from tests.chaining import rechained
from tests.cli.running import COMMAND, SCENARIO, environment, pw, scenario_file, terminal
from tests.rulesets.late_19th_century.drawing import late
from tests.scenario.settings import WHOLE

HOT_SEAT = ("--red", "human", "--blue", "human")
# Nobody bombards, nobody acts.
QUIET_TURN = "done\ndone\nend\nend\n"


def begin(home: Path, typed: str, *options: str) -> str:
    """What is printed for this input, in a hot-seat game recorded in game.pwg."""
    done = pw(home, "play", scenario_file(home), *HOT_SEAT, "--seed", "5", "--save", "game.pwg", *options, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_random_against_random_plays_to_the_end(tmp_path: Path) -> None:
    options = ("play", scenario_file(tmp_path), "--red", "random", "--blue", "random", "--seed", "11")
    first = pw(tmp_path, *options, "--save", "one.pwg")
    assert first.returncode == 0
    assert "won with the smaller losses" in first.stdout
    assert "pw replay one.pwg" in first.stdout
    second = pw(tmp_path, *options, "--save", "two.pwg")
    assert second.stdout.replace("two.pwg", "one.pwg") == first.stdout
    assert pw(tmp_path, "verify", "one.pwg", "two.pwg").returncode == 0


def test_an_opponent_says_once_that_the_machine_is_too_slow_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("portable_wargame.cli.playing.sitting.THINKING_TIME", 0)
    words = ["play", scenario_file(tmp_path), "--red", "general", "--blue", "recruit", "--seed", "11"]
    assert run([*words, "--save", str(tmp_path / "one.pwg")]) == 0
    told = capsys.readouterr().out
    assert told.count("had to stop thinking early: this machine is too slow for the level.") == 1


def test_the_header_says_what_is_played(tmp_path: Path) -> None:
    printed = begin(tmp_path, "quit\n")
    for words in (
        "The Ford",
        "Book: The Portable Wargame, edition",
        "House rules: exhaustion = 1/2 [shared.exhaustion]",
        "Redland wins by holding c3 at the end of turn 3.",
        "Turn 1 of 3 | artillery",
        "Redland: lost 0 of 6 SP (exhausted at 3)",
        "Redland: choose your guns’ targets",
        "1Fo↑IN4",
    ):
        assert words in printed, words


def test_saved_games_are_listed_with_how_to_go_on(tmp_path: Path) -> None:
    assert "pw play begins one" in pw(tmp_path, "games").stdout
    pw(tmp_path, "play", scenario_file(tmp_path), *HOT_SEAT, typed=QUIET_TURN * 3)
    pw(tmp_path, "play", scenario_file(tmp_path), *HOT_SEAT)
    folder = tmp_path / "data" / "portable-wargame" / "games"
    (folder / "spoiled.pwg").write_text("{}\n", "utf-8")
    printed = pw(tmp_path, "games").stdout
    over, open_ = sorted(folder.glob("2*.pwg"), key=lambda path: path.stat().st_mtime_ns)
    assert re.search(rf"The Ford\n  \S+ \S+, turn 3 of 3, (won by \S+|a draw)\n  pw replay {over}\n", printed)
    assert re.search(rf"The Ford\n  \S+ \S+, turn 1 of 3, Redland to move\n  pw play --resume {open_}\n", printed)
    assert "spoiled.pwg:1: the first line of a record has" in printed
    assert "pw games lists your saved games" in pw(tmp_path, "play", "--resume", "nowhere.pwg").stderr


def test_a_width_that_is_not_known_is_not_none(tmp_path: Path) -> None:
    command = [*COMMAND, "play", scenario_file(tmp_path), *HOT_SEAT]
    unknown = {**environment(tmp_path), "COLUMNS": "0"}
    done = subprocess.run(command, input="", capture_output=True, text=True, encoding="utf-8", env=unknown, check=False)
    assert "+-------+" in done.stdout


def test_quit_resume_finish(tmp_path: Path) -> None:
    printed = begin(tmp_path, QUIET_TURN + "quit\n")
    assert "Turn 2 of 3" in printed
    assert "pw play --resume game.pwg" in printed
    going_on = pw(tmp_path, "play", "--resume", "game.pwg", typed="log all\n" + QUIET_TURN + QUIET_TURN)
    assert going_on.returncode == 0
    assert "Turn 1. [classic.turn.sequence]" in going_on.stdout
    assert "The 3 turns were up: " in going_on.stdout
    verdict = pw(tmp_path, "verify", "game.pwg")
    assert verdict.returncode == 0
    assert "consistent: 12 actions" in verdict.stdout
    over = pw(tmp_path, "play", "--resume", "game.pwg")
    assert over.returncode == 2
    assert "The 3 turns were up" in over.stderr


def test_the_end_of_input_saves_and_says_so(tmp_path: Path) -> None:
    printed = begin(tmp_path, "done\n")
    assert "End of input." in printed
    assert "pw play --resume game.pwg" in printed
    assert pw(tmp_path, "verify", "game.pwg").returncode == 0


def test_a_number_chooses_and_odds_stand_beside_attacks(tmp_path: Path) -> None:
    printed = begin(tmp_path, "1\ndone\n")
    assert "  1  Bombard infantry b1 (b4)" in printed
    assert "% hit: " in printed
    assert "bombarded infantry b1 in b4 (needs 5): " in printed
    assert "[classic.artillery.roll" in printed


def activation(typed: str) -> str:
    return "done\ndone\n" + typed


@pytest.fixture(scope="module")
def side(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The infantry of the side that acts first."""
    printed = begin(tmp_path_factory.mktemp("probe"), activation(""))
    return "r1" if "Redland went first" in printed else "b1"


def test_a_unit_lists_its_moves_by_destination(tmp_path: Path, side: str) -> None:
    printed = begin(tmp_path, activation(f"{side}\n"))
    assert f"facings to turn to: type {side}" in printed
    assert "Move to b3" in printed
    assert "Turn to face east" in printed


def test_terse_orders_move_turn_and_end(tmp_path: Path, side: str) -> None:
    printed = begin(tmp_path, activation(f"{side} a{'2' if side == 'r1' else '4'} w\nend\nend\n"))
    assert "moved to a" in printed
    assert "turned to face west." in printed
    assert "Turn 2 of 3" in printed


def test_fire_shows_the_roll_in_full(tmp_path: Path, side: str) -> None:
    target = "b4" if side == "r1" else "b2"
    printed = begin(tmp_path, activation(f"odds {side} f {target}\n{side} f {target}\n"))
    assert f" in {target} (needs 5): " in printed
    assert " + 1 stood still" in printed
    assert "[classic.fire.roll, classic.fire.mod-still" in printed


def test_undo_takes_a_move_back_until_dice_fall(tmp_path: Path, side: str) -> None:
    row = "2" if side == "r1" else "4"
    printed = begin(tmp_path, activation(f"undo\n{side} a{row}\nundo\nquit\n"))
    assert "there is nothing to take back" in printed
    assert "Taken back." in printed
    assert printed.count("↑IN4" if side == "r1" else "↓in4") >= 3
    replayed = pw(tmp_path, "replay", "game.pwg")
    assert "taken back" in replayed.stdout
    assert pw(tmp_path, "verify", "game.pwg").returncode == 0


def test_why_gives_reasons_with_clauses(tmp_path: Path, side: str) -> None:
    printed = begin(tmp_path, activation(f"why {side} e5\nwhy {side} f e5\nwhy {side} a3\n"))
    assert re.search(r"> [A-Z1e].* \[classic\.[a-z.-]+\]", printed)
    assert f"Allowed – {'1st Foot' if side == 'r1' else 'Infantry b1'}: move to" in printed


BAD = [
    *("", "frog", "r9 c4", "r1", "999", "0", "-1", "r1 zz", "r1 f", "r1 f zz9", "r1 x", "r1 c4 q", "r1 n n", "1 1"),
    *("why", "odds", "odds 999", "rule", "rule nonsense", "save", "save .", "r1 load", "r1 work dig", "end now"),
    *("advance", "stand", "lose", "test", "first", "r1 retreat", "r1 fight c3 zz", "r1 b3 c4 n e", "double"),
    *("r1 double", "b1 b3", "r2 c2 double", "undo", "\x00", "é", "²", "٣"),
]


def test_bad_input_is_answered_and_asked_again(tmp_path: Path) -> None:
    printed = begin(tmp_path, activation("\n".join(BAD) + "\nhelp\nunits\nboard\nchoices\nquit\n"))
    assert printed.count("> ") >= len(BAD)
    assert "Traceback" not in printed
    assert "'frog' is neither a unit nor a command" in printed
    assert "there is no choice 999" in printed
    assert "take choice 3 from the list" in printed
    assert "Game saved." in printed


def test_bytes_that_are_no_text_do_no_harm(tmp_path: Path) -> None:
    arguments = [*COMMAND, "play", scenario_file(tmp_path), *HOT_SEAT, "--save", "game.pwg"]
    done = subprocess.run(
        arguments,
        input=b"\xff\xfe\x80\nquit\n",
        capture_output=True,
        env=environment(tmp_path),
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is neither a unit nor a command" in done.stdout


def test_rules_can_be_looked_up_and_the_game_saved(tmp_path: Path) -> None:
    printed = begin(tmp_path, "rule classic.fire.arc\nsave copy.pwg\nsave copy.pwg\nquit\n")
    assert "classic.fire.arc: The arc of fire" in printed
    assert "Saved as copy.pwg" in printed
    assert "copy.pwg already exists" in printed
    assert pw(tmp_path, "play", "--resume", "copy.pwg", typed="quit\n").returncode == 0


def test_without_a_file_the_record_goes_to_the_data_folder(tmp_path: Path) -> None:
    done = pw(tmp_path, "play", scenario_file(tmp_path), *HOT_SEAT, typed="quit\n")
    folder = tmp_path / "data" / "portable-wargame" / "games"
    (record,) = folder.iterdir()
    assert record.name.endswith("the-ford.pwg")
    assert f"The game is recorded in {record}" in done.stdout


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    begin(tmp_path, "quit\n")
    before = (tmp_path / "game.pwg").read_bytes()
    again = pw(tmp_path, "play", scenario_file(tmp_path), *HOT_SEAT, "--save", "game.pwg")
    assert again.returncode == 2
    assert "game.pwg already exists" in again.stderr
    assert (tmp_path / "game.pwg").read_bytes() == before


def test_the_list_is_offered_and_the_players_are_asked(tmp_path: Path) -> None:
    done = pw(tmp_path, "play", typed="77\nnonesuch\n1\nmartian\nh\nrandom\nquit\n")
    assert done.returncode == 0
    assert "Which battle?" in done.stdout
    assert "there is no scenario 77" in done.stdout
    assert "'martian' won't do: choose human, recruit, sergeant, captain, general, marshal or adaptive." in done.stdout
    assert "The game is recorded in" in done.stdout


def test_no_input_at_all_leaves_quietly(tmp_path: Path) -> None:
    done = pw(tmp_path, "play")
    assert done.returncode == 0
    assert "nothing was saved" in done.stdout


def test_a_random_opponent_is_told_in_sentences_and_keeps_its_targets_secret(tmp_path: Path) -> None:
    options = ("play", scenario_file(tmp_path), "--red", "random", "--blue", "human", "--seed", "1", "--save", "x.pwg")
    done = pw(tmp_path, *options, typed="done\n" + "end\n" * 3)
    assert done.returncode == 0
    before, _, _ = done.stdout.partition("Blueland: choose your guns")
    assert "took aim" not in before
    assert "Redland to act" in done.stdout
    assert "Redland: " in done.stdout  # what it is trying to do


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: "", "the first line of a record"),
        (lambda text: "not json\n", "not a line of JSON"),
        (lambda text: text.replace('"hash":"', '"hash":"0', 1), "a different state"),
        (lambda text: text.split("\n")[0] + "\n", "ends before the battle begins"),
        (lambda text: text.replace('"do":"done"', '"do":"dance"', 1), "not legal"),
    ],
)  # fmt: skip
def test_a_damaged_record_is_refused_in_a_sentence(tmp_path: Path, damage: Callable[[str], str], words: str) -> None:
    begin(tmp_path, "done\nquit\n")
    path = tmp_path / "game.pwg"
    spoiled = damage(path.read_text("utf-8"))
    # By somebody who knows how to make the chain whole again, where there is one.
    path.write_text(rechained(spoiled.splitlines()) if spoiled.startswith("{") else spoiled, "utf-8")
    done = pw(tmp_path, "play", "--resume", "game.pwg")
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_line_cut_off_in_the_writing_is_dropped_and_the_game_goes_on(tmp_path: Path) -> None:
    begin(tmp_path, "done\nquit\n")
    path = tmp_path / "game.pwg"
    path.write_bytes(path.read_bytes()[:-20])
    assert pw(tmp_path, "play", "--resume", "game.pwg", typed="done\nquit\n").returncode == 0
    assert pw(tmp_path, "verify", "game.pwg").returncode == 0


def test_resume_does_not_go_with_a_scenario(tmp_path: Path) -> None:
    done = pw(tmp_path, "play", "ford.toml", "--resume", "game.pwg")
    assert done.returncode == 2
    assert "leave out the scenario" in done.stderr


def test_a_bad_scenario_is_refused_with_its_line(tmp_path: Path) -> None:
    path = scenario_file(tmp_path, SCENARIO.replace('type = "infantry"', 'type = "infantri"', 1))
    done = pw(tmp_path, "play", path, *HOT_SEAT)
    assert done.returncode == 2
    assert "ford.toml:" in done.stderr
    assert "Traceback" not in done.stderr


def test_at_a_terminal_the_screen_is_wiped_between_declarations(tmp_path: Path) -> None:
    child = terminal(tmp_path, "play", scenario_file(tmp_path), *HOT_SEAT, "--seed", "5", "--save", "t.pwg")
    child.expect("Redland: choose your guns")
    child.expect("> ")
    child.sendline("r2 f b4")
    child.expect("\x1b\\[H\x1b\\[2J|\x1b\\[2J")
    child.expect("Hand over to Blueland: press Enter")
    child.sendline("")
    child.expect("Blueland: choose your guns")
    child.expect("> ")
    assert "took aim" not in str(child.before)
    child.sendline("quit")
    child.expect("Game saved")
    child.wait()
    assert child.exitstatus == 0


def test_ctrl_c_leaves_a_whole_record_and_says_how_to_go_on(tmp_path: Path) -> None:
    child = terminal(tmp_path, "play", scenario_file(tmp_path), *HOT_SEAT, "--save", "my game.pwg")
    child.expect("> ")
    child.kill(signal.SIGINT)
    child.expect("Resume with: pw play --resume 'my game.pwg'")
    rest = child.read()
    child.wait()
    assert child.exitstatus == 130
    assert "Traceback" not in str(rest)
    assert pw(tmp_path, "verify", "my game.pwg").returncode == 0


def test_capitals_do_not_matter(tmp_path: Path) -> None:
    printed = begin(tmp_path, "R2 F B4\nDONE\nR1\nWhy R1 B3\nwhy 1\n?\nQ\n")
    assert "took aim at b4" in printed
    assert "Allowed – 1st Foot: move to b3" in printed
    assert "is neither a unit" not in printed
    assert "take choice 3 from the list" in printed
    assert "Game saved" in printed


def test_a_game_that_is_being_played_is_not_taken_up_a_second_time(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    child = terminal(tmp_path, "play", scenario_file(tmp_path), *HOT_SEAT, "--save", "t.pwg")
    child.expect("> ")
    second = pw(tmp_path, "play", "--resume", "t.pwg", typed="done\nquit\n")
    assert second.returncode == 2
    assert "t.pwg: this game is open somewhere else" in second.stderr
    child.sendline("quit")
    child.expect("Game saved")
    child.wait()
    third = pw(tmp_path, "play", "--resume", "t.pwg", typed="done\nquit\n")
    assert third.returncode == 0
    assert pw(tmp_path, "verify", "t.pwg").returncode == 0


@pytest.mark.parametrize("name", ["~nobody-of-this-name/x.pwg", "nowhere/x.pwg", "a\0b", ".", "ford.toml"])
def test_a_file_that_cannot_be_saved_does_not_end_the_game(tmp_path: Path, name: str) -> None:
    assert "Game saved" in begin(tmp_path, f"save {name}\nquit\n")


def test_a_captain_is_given_a_personality_that_the_record_keeps(tmp_path: Path) -> None:
    options = ("play", scenario_file(tmp_path), "--red", "captain", "--blue", "recruit", "--personality", "bold")
    done = pw(tmp_path, *options, "--seed", "11", "--save", "game.pwg")
    assert done.returncode == 0
    header = json.loads((tmp_path / "game.pwg").read_text("utf-8").splitlines()[0])
    assert sorted(header["players"].values()) == ["captain:bold", "recruit"]
    refused = pw(tmp_path, "play", "--personality", "timid")
    assert refused.returncode == 2 and "timid" in refused.stderr


def test_a_commander_is_introduced_before_the_battle(tmp_path: Path) -> None:
    seats = ("--red", "human", "--blue", "captain")
    done = pw(tmp_path, "play", "toll-house", *seats, "--personality", "hazard", "--save", "a.pwg", typed="quit\n")
    assert " (captain): Colonel Hazard, a gambler" in done.stdout
    resumed = pw(tmp_path, "play", "--resume", "a.pwg", typed="quit\n")
    assert "Colonel Hazard, a gambler" in resumed.stdout
    plain = pw(tmp_path, "play", "toll-house", *seats, "--save", "b.pwg", typed="quit\n")
    assert "(captain): weighs ground, danger and objectives." in plain.stdout


@pytest.mark.parametrize(("orders", "verb"), [("hold", "lose-sp"), ("fall-back", "retreat")])
def test_standing_orders_answer_for_the_player(tmp_path: Path, orders: str, verb: str) -> None:
    """Over many battles against a sergeant who shoots: the player himself only ends his turns."""
    found = set()
    for seed in range(1, 9):
        options = ("--red", "human", "--blue", "sergeant", "--seed", str(seed), "--standing-orders", orders)
        done = pw(tmp_path, "play", "market-day", *options, "--save", f"{seed}.pwg", typed="end\n" * 300 + "done\n")
        assert done.returncode == 0
        lines = [json.loads(line) for line in (tmp_path / f"{seed}.pwg").read_text("utf-8").splitlines()]
        found |= {line["action"]["do"] for line in lines if line.get("side") == "north"}
        if verb in found:
            break
    assert verb in found
    assert found.isdisjoint({"lose-sp", "retreat"} - {verb}) or verb == "lose-sp"


def test_a_pinned_unit_is_described_as_such() -> None:
    table = late(red=["r1 infantry-rifles a1 n elite"], blue=["b1 infantry-rifles a6 s"])
    battle = table.session.game.battle
    assert "pinned" not in describe(battle, "r1")
    battle.pinned = [True, False]
    assert describe(battle, "r1").endswith("facing n, elite, pinned")


HOPELESS = """
format = "portable-wargame/scenario/1"
title = "The Last Company"
ruleset = "classic"
grid = "square"
turns = 4
victory = [{side = "red", hold = ["c1"], at-turn = 4}, {side = "blue", destroy = {sp = 16}}]

[map]
rows = '''
. . w . .
. . . . .
. . . . .
. . . . .
. . . . .
'''

[[sides]]
id = "red"
name = "Red"
edge = "south"
units = [
  {id = "r1", type = "infantry", at = "a1"}, {id = "r2", type = "infantry", at = "b1"},
  {id = "r3", type = "infantry", at = "c1"}, {id = "r4", type = "infantry", at = "d1"},
  {id = "r5", type = "infantry", at = "e1"},
]

[[sides]]
id = "blue"
name = "Blue"
edge = "north"
units = [{id = "b1", type = "infantry", at = "c5", sp = 1, quality = "poor"}]
"""


def test_a_computer_that_has_as_good_as_lost_offers_to_give_up(tmp_path: Path) -> None:
    (tmp_path / "last.toml").write_text(HOPELESS, "utf-8")
    options = ("--red", "human", "--blue", "captain", "--seed", "3")
    told = pw(tmp_path, "play", "last.toml", *options, "--save", "game.pwg", typed="accept\nend\naccept\n").stdout
    assert "nobody has offered to give up" in told
    assert "Blue offers to give up: accept, or fight on." in told
    assert "Red won: Blue resigned" in told


def test_what_the_computer_places_in_secret_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "ambush.json").write_text(json.dumps(WHOLE), encoding="utf-8")
    options = ("--red", "sergeant", "--blue", "recruit", "--seed", "3", "--save", "it.pwg")
    before, _, after = pw(tmp_path, "play", "ambush.json", *options).stdout.partition("Turn 1.")
    assert after
    assert before.count("The Reds placed something in secret.") == 4
    # Nor does it say what it means by it.
    assert "r1" not in before
    assert "to stand at" not in before
    assert pw(tmp_path, "verify", "it.pwg").returncode == 0
    assert pw(tmp_path, "replay", "it.pwg").returncode == 0


def test_who_hides_a_unit_sees_it_on_the_board(tmp_path: Path) -> None:
    (tmp_path / "ambush.json").write_text(json.dumps(WHOLE), encoding="utf-8")
    typed = "r1 a2\nboard\nquit\n"
    options = ("--red", "human", "--blue", "sergeant", "--seed", "3", "--save", "it.pwg")
    shown = pw(tmp_path, "play", "ambush.json", *options, typed=typed).stdout
    assert re.search(r"^ 2 \|\S*r1", shown, re.MULTILINE | re.IGNORECASE), shown


def test_no_bot_is_told_what_is_placed_in_secret(tmp_path: Path) -> None:
    (tmp_path / "ambush.json").write_text(json.dumps(WHOLE), encoding="utf-8")
    refused = pw(tmp_path, "play", "ambush.json", "--bot", "python -c pass", "--save", "it.pwg")
    assert refused.returncode != 0
    assert "a bot would be told where" in refused.stderr
