"""`pw engine` as a bot runs it: a process, a line in, a line out, whatever the line holds."""

import io
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from portable_wargame import __version__
from portable_wargame.cli.hosting.engine import LONGEST_LINE, Engine, speak
from portable_wargame.rulesets import RULESETS
from tests.cli.running import COMMAND, SCENARIO, environment
from tests.table import scenario

Tree = dict[str, Any]

RED_FIRST = [6, 1]
HIT_AND_MAY_RETREAT = [5, 4]


def duel(*dice: int) -> Tree:
    """Two companies at two cells' distance, red to act first, and what is thrown after that."""
    units: Tree = {"red": ["r1 infantry b1 n", "r2 infantry d1 n"], "blue": ["b1 infantry b3 s"]}
    return {"cmd": "new", "scenario": scenario("classic", **units), "dice": [*RED_FIRST, *dice]}


class Talk:
    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def send(self, line: bytes) -> Tree:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline(), parse_constant=pytest.fail)
        assert isinstance(reply, dict)
        return reply

    def ask(self, command: str, **words: Any) -> Tree:
        return self.send(json.dumps({"cmd": command, **words}).encode() + b"\n")

    def play(self, verb: str, unit: str, **words: Any) -> Tree:
        return self.ask("play", action={"do": verb, "unit": unit, **words})

    def begin(self, request: Tree) -> Tree:
        reply = self.send(json.dumps(request).encode() + b"\n")
        assert reply["ok"], reply
        return reply


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """One process for all these tests: each of them leaves it alive."""
    home = tmp_path_factory.mktemp("engine")
    with subprocess.Popen(
        [*COMMAND, "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
        cwd=home,
    ) as process:
        yield Talk(process)
        assert process.stdin is not None and process.stderr is not None
        process.stdin.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_hello(talk: Talk) -> None:
    reply = talk.ask("hello", id={"any": ["thing", None]})
    assert (reply["ok"], reply["id"]) == (True, {"any": ["thing", None]})
    assert reply["protocol"] == "portable-wargame/engine/1"
    assert reply["version"] == __version__
    assert reply["rulesets"] == [book["name"] for book in reply["books"]] == list(RULESETS)


def test_new_from_a_tree_and_from_text(talk: Talk) -> None:
    state = talk.begin(duel())["state"]
    assert (state["turn"], state["phase"], state["decides"]) == (1, "activation", "red")
    assert talk.ask("state")["state"] == state
    for text in (SCENARIO, json.dumps(duel()["scenario"])):
        reply = talk.ask("new", text=text, seed=3)
        assert reply["ok"]
        assert reply["state"] == talk.ask("state")["state"]


def test_dice_first_then_the_seed(talk: Talk) -> None:
    def thrown(**words: Any) -> list[int]:
        events = talk.begin({"cmd": "new", "scenario": duel()["scenario"], **words})["events"]
        return [die for event in events if event["event"] == "roll" for die in event["dice"]]

    assert thrown(dice=[2, 5], seed=1) == [2, 5]
    assert thrown(seed=1) == thrown(seed=1)
    assert thrown(dice=[4, 4], seed=1)[:2] == [4, 4]
    assert len({tuple(thrown(seed=seed)) for seed in range(12)}) > 3
    assert thrown() == thrown(seed=0)


def test_every_legal_action_is_legal_and_best_is_one_of_them(talk: Talk) -> None:
    talk.begin(duel())
    legal = talk.ask("legal")
    assert legal["side"] == "red"
    for action in legal["actions"]:
        assert talk.ask("why-not", action=action) == {"ok": True, "legal": True, "reasons": []}
    for level in ("recruit", "general"):
        assert talk.ask("best", level=level, ms=10)["action"] in legal["actions"]
    assert talk.ask("best", level="general", ms=0)["hurried"] is True
    assert "hurried" not in talk.ask("best", level="recruit", ms=0)
    assert talk.ask("best")["action"] in legal["actions"]
    assert talk.ask("best", level="captain", personality="bold")["action"] in legal["actions"]
    refused = talk.ask("best", personality="timid")
    assert refused["error"]["code"] == "bad-request"
    assert "choose from steady, cautious, bold" in refused["error"]["message"]


def test_play_tells_events_and_the_state_after_them(talk: Talk) -> None:
    talk.begin(duel(*HIT_AND_MAY_RETREAT))
    reply = talk.play("fire", "r1", target="b3")
    roll = reply["events"][0]
    assert (roll["event"], roll["for"], roll["dice"], roll["outcomes"]) == ("roll", "fire", [5], ["hit"])
    assert all(event["clause"] for event in reply["events"])
    assert reply["state"] == talk.ask("state")["state"]
    assert reply["state"]["question"] == {"asks": "retreat or lose 1 SP", "unit": "b1"}
    assert talk.ask("legal")["side"] == "blue"


ILLEGAL: list[Any] = [
    {"do": "fight", "unit": "r1", "target": "b3"},
    {"do": "fire", "unit": "b1", "target": "b1"},
    {"do": "fire", "unit": "r1", "target": "b3", "with": "care"},
    {"do": "fire", "unit": "r1"},
    {"do": "fire", "unit": "r1", "target": "z9"},
    {"do": "fire", "unit": ["r1"], "target": {}},
    {"do": "move", "unit": "r1", "path": "b2"},
    {"do": "surrender"},
    {"do": None},
    {},
    [],
    "end",
    7,
    None,
]


@pytest.mark.parametrize("action", ILLEGAL)
def test_an_illegal_action_is_refused_with_its_reasons_and_changes_nothing(talk: Talk, action: Any) -> None:
    before = talk.begin(duel())["state"]
    reply = talk.ask("why-not", action=action)
    assert (reply["ok"], reply["legal"]) == (True, False)
    for command in ("play", "odds"):
        error = talk.ask(command, action=action)["error"]
        assert error["code"] == "illegal"
        assert error["message"] and error["reasons"] == reply["reasons"]
        assert {"clause": error["clause"], "text": error["why"]} == error["reasons"][0]
        for reason in error["reasons"]:
            assert reason["clause"] and reason["text"]
        assert talk.ask("state")["state"] == before


def test_odds_add_up_and_throw_nothing(talk: Talk) -> None:
    before = talk.begin(duel())["state"]
    for action in talk.ask("legal")["actions"]:
        odds = talk.ask("odds", action=action)["odds"]
        assert sum(chance["probability"] for chance in odds) == pytest.approx(1, abs=1e-12)
    assert talk.ask("state")["state"] == before


def test_undo_until_dice_fall(talk: Talk) -> None:
    before = talk.begin(duel(*HIT_AND_MAY_RETREAT))["state"]
    assert talk.play("move", "r2", path=["e1"])["state"] != before
    assert talk.ask("undo")["state"] == before
    assert talk.ask("undo")["error"]["code"] == "cannot-undo"
    after = talk.play("fire", "r1", target="b3")["state"]
    assert talk.ask("undo")["error"]["code"] == "cannot-undo"
    assert talk.ask("state")["state"] == after


def test_no_undo_after_the_decision_passed(talk: Talk) -> None:
    talk.begin(duel())
    assert talk.ask("play", action={"do": "end"})["state"]["decides"] == "blue"
    assert talk.ask("undo")["error"]["code"] == "cannot-undo"


def test_a_side_sees_its_own_orders_only(talk: Talk) -> None:
    units: Tree = {"red": ["r1 artillery b1 n"], "blue": ["b1 artillery b4 s"]}
    talk.begin({"cmd": "new", "scenario": scenario("classic", **units)})
    (declared,) = talk.play("bombard", "r1", target="b4")["events"]
    assert (declared["event"], declared["unit"], "target" in declared) == ("declared", "r1", False)
    shown = {side: talk.ask("state", side=side)["state"]["orders"] for side in ("red", "blue")}
    assert shown == {"red": [{"unit": "r1", "target": "b4"}], "blue": []}
    assert "orders" not in talk.ask("state")["state"]


def nested(levels: int) -> bytes:
    return b'{"cmd":"hello","id":' + b"[" * levels + b"]" * levels + b"}"


BAD_LINES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "bad-json"),
    "blank": (b"  \t ", "bad-json"),
    "not JSON": (b"hello", "bad-json"),
    "cut off": (b'{"cmd": "hel', "bad-json"),
    "two objects": (b'{"cmd":"hello"}{"cmd":"hello"}', "bad-json"),
    "single quotes": (b"{'cmd': 'hello'}", "bad-json"),
    "not UTF-8": (b'{"cmd": "\xff\xfe"}', "bad-json"),
    "binary": (bytes(range(11, 256)), "bad-json"),
    "zero bytes": (b"\x00" * 64, "bad-json"),
    "NaN": (b'{"cmd":"best","ms":NaN}', "bad-json"),
    "Infinity": (b'{"cmd":"hello","id":-Infinity}', "bad-json"),
    "beyond all bounds": (b'{"cmd":"best","ms":1e999}', "bad-json"),
    "endless digits": (b'{"cmd":"new","seed":' + b"9" * 9999 + b"}", "bad-json"),
    "a number": (b"7", "bad-request"),
    "a list": (b'["hello"]', "bad-request"),
    "null": (b"null", "bad-request"),
    "no command": (b"{}", "bad-request"),
    "unknown command": (b'{"cmd":"dance"}', "bad-request"),
    "command of the wrong kind": (b'{"cmd":["hello"]}', "bad-request"),
    "unknown key": (b'{"cmd":"new","dcie":[6,6]}', "bad-request"),
    "unknown key that is null": (b'{"cmd":"hello","x":null}', "bad-request"),
    "a key twice": (b'{"cmd":"hello","cmd":"hello"}', "bad-request"),
    "a key twice within": (b'{"cmd":"play","action":{"do":"end","unit":"r1","unit":"b1"}}', "bad-request"),
    "a deep id": (b'{"cmd":"hello","id":' + b"[" * 60 + b"]" * 60 + b"}", "bad-request"),
    "somewhat deep": (nested(60), "bad-request"),
    "deep": (nested(900), "bad-request"),
    "very deep": (nested(100_000), "bad-request"),
    "10 MB": (b"x" * 10_000_000, "bad-request"),
    "10 MB of JSON": (b'{"cmd":"hello","id":"' + b"x" * 10_000_000 + b'"}', "bad-request"),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_gets_one_error_and_the_engine_lives_on(talk: Talk, name: str) -> None:
    line, code = BAD_LINES[name]
    reply = talk.send(line + b"\n")
    assert reply["ok"] is False
    assert reply["error"]["code"] == code
    assert 0 < len(reply["error"]["message"]) < 1000
    assert talk.ask("hello", id=name)["id"] == name


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"cmd": "new"}, "bad-request"),
        ({"cmd": "new", "text": 5}, "bad-request"),
        ({"cmd": "new", "text": "", "scenario": {}}, "bad-request"),
        ({"cmd": "new", "scenario": {}, "seed": "7"}, "bad-request"),
        ({"cmd": "new", "scenario": {}, "seed": True}, "bad-request"),
        ({"cmd": "new", "scenario": {}, "seed": 0.5}, "bad-request"),
        ({"cmd": "new", "scenario": {}, "dice": 6}, "bad-request"),
        ({"cmd": "new", "scenario": {}, "dice": [7]}, "bad-request"),
        ({"cmd": "new", "scenario": {}, "dice": [True]}, "bad-request"),
        ({"cmd": "new", "scenario": {}}, "bad-scenario"),
        ({"cmd": "new", "scenario": [1]}, "bad-scenario"),
        ({"cmd": "new", "scenario": None}, "bad-request"),
        ({"cmd": "new", "text": "title = "}, "bad-scenario"),
        ({"cmd": "new", "text": "\ud800"}, "bad-scenario"),
        ({"cmd": "state", "side": "green"}, "bad-request"),
        ({"cmd": "state", "side": ["red"]}, "bad-request"),
        ({"cmd": "best", "level": "emperor"}, "bad-request"),
        ({"cmd": "best", "level": {}}, "bad-request"),
        ({"cmd": "best", "ms": "long"}, "bad-request"),
        ({"cmd": "best", "ms": -1}, "bad-request"),
        ({"cmd": "best", "level": "general", "ms": 10**400}, "bad-request"),
        ({"cmd": "best", "personality": []}, "bad-request"),
        ({"cmd": "best", "personality": {}}, "bad-request"),
        ({"cmd": "hello", "x": [[[]] * 3] * 3}, "bad-request"),
        ({"cmd": "hello", "x": json.loads("[" * 60 + "]" * 60)}, "bad-request"),
        ({"cmd": "play"}, "illegal"),
        ({"cmd": "play", "action": {"do": "end"}, "side": "red"}, "bad-request"),
    ],
)
def test_a_request_with_something_wrong_leaves_the_game_as_it_is(talk: Talk, words: Tree, code: str) -> None:
    before = talk.begin(duel())["state"]
    reply = talk.send(json.dumps({**words, "id": 5}).encode() + b"\n")
    assert (reply["ok"], reply["error"]["code"], reply["id"]) == (False, code, 5)
    assert reply["error"]["message"]
    assert talk.ask("state")["state"] == before


def test_every_mistake_of_a_scenario_is_told(talk: Talk) -> None:
    tree = duel()["scenario"]
    tree["grid"] = "triangle"
    tree["turns"] = -3
    message = talk.ask("new", scenario=tree)["error"]["message"]
    assert len(message.splitlines()) == 2


def spoken(*requests: Tree | bytes) -> tuple[int, list[Tree]]:
    """A conversation of its own, without a process: the exit code and the replies."""
    lines = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in requests]
    sink = io.StringIO()
    code = speak(io.BytesIO(b"\n".join(lines)), sink)
    return code, [json.loads(line) for line in sink.getvalue().splitlines()]


def test_there_is_no_game_before_new() -> None:
    asked = [
        {"cmd": command}
        for command in ("state", "legal", "play", "why-not", "odds", "survey", "enquire", "best", "undo")
    ]
    code, replies = spoken(*asked)
    assert code == 0
    assert [reply["error"]["code"] for reply in replies] == ["no-game"] * len(asked)


def test_a_survey_tells_what_the_page_shows() -> None:
    _, replies = spoken(duel(), {"cmd": "survey", "unit": "r1"}, {"cmd": "survey", "unit": "b1"}, {"cmd": "legal"})
    own, enemy, legal = replies[1:]
    shots = [offer for offer in own["offers"] if offer["action"]["do"] == "fire"]
    assert [shot["targets"] for shot in shots] == [["b1"]]
    assert sum(chance["probability"] for chance in shots[0]["odds"]) == pytest.approx(1)
    assert "b3" in own["seen"] and own["reasons"] == []
    moves = [action for action in legal["actions"] if action["do"] == "move" and action["unit"] == "r1"]
    assert {place["cell"] for place in own["destinations"]} == {([*action["path"]] or ["b1"])[-1] for action in moves}
    near = next(place for place in own["destinations"] if place["cell"] == "b2")
    assert {"unit": "b1", "how": "fire"} in near["exposed"] and near["stops"]["clause"]
    assert enemy["destinations"] == enemy["offers"] == [] and enemy["reasons"][0]["text"]


def test_an_enquiry_gives_the_rules_answer_to_whatever_could_be_meant() -> None:
    asked = [{"cmd": "enquire", "unit": "r2", "cell": cell} for cell in ("b3", "d2", "z9")]
    _, replies = spoken(duel(), *asked, {"cmd": "enquire", "unit": 7, "cell": "b3"})
    at_the_enemy, ahead, nowhere, nobody = replies[1:]
    told = {one["action"]["do"]: one for one in at_the_enemy["verdicts"]}
    assert set(told) == {"fire", "fight", "move"}
    assert not told["fight"]["legal"] and told["fight"]["reasons"][0]["clause"]
    assert [one["legal"] for one in ahead["verdicts"]] == [True]
    assert nowhere["error"]["code"] == "refused" and nobody["error"]["code"] == "bad-request"


def test_quit_ends_it_and_what_follows_is_not_read() -> None:
    assert spoken({"cmd": "quit", "id": 9}, {"cmd": "hello"}) == (0, [{"ok": True, "id": 9}])


def test_the_end_of_the_input_ends_it() -> None:
    assert spoken() == (0, [])
    code, replies = spoken({"cmd": "hello"}, b'{"cmd": "hel')
    assert (code, [reply["ok"] for reply in replies]) == (0, [True, False])


def test_the_longest_line_is_still_read() -> None:
    start, end = b'{"cmd":"hello","id":"', b'"}'
    line = start + b"x" * (LONGEST_LINE - len(start) - len(end)) + end
    assert spoken(line)[1][0]["ok"] is True
    assert spoken(line + b" ", {"cmd": "hello"})[1][0]["ok"] is False


def test_a_byte_order_mark_and_carriage_returns_are_no_mistake() -> None:
    assert spoken(b'\xef\xbb\xbf{"cmd":"hello"}\r')[1][0]["ok"] is True


def test_nothing_is_left_to_do_when_the_battle_is_over() -> None:
    tree = {**duel()["scenario"], "turns": 1}
    ends = [{"cmd": "play", "action": {"do": "end"}}] * 2
    _, replies = spoken({"cmd": "new", "scenario": tree}, *ends, {"cmd": "legal"}, {"cmd": "best"}, *ends[:1])
    assert replies[2]["state"]["result"] == {"winner": None, "reason": replies[2]["events"][-1]["reason"]}
    assert replies[3] == {"ok": True, "side": None, "actions": []}
    assert [reply["error"]["code"] for reply in replies[4:]] == ["refused", "illegal"]


def test_a_fault_of_the_engine_is_told_and_it_lives_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def faulty(self: Engine, request: Tree) -> Tree:
        raise AssertionError("a fault")

    method: Callable[[Engine, Tree], Tree] = faulty
    monkeypatch.setattr(Engine, "legal", method)
    _, replies = spoken(duel(), {"cmd": "legal", "id": 1}, {"cmd": "state"}, {"cmd": "hello"})
    assert (replies[1]["error"]["code"], replies[1]["id"]) == ("internal", 1)
    assert replies[2]["error"]["code"] == "no-game"
    assert replies[3]["ok"] is True
    assert "a fault" in capsys.readouterr().err


def test_quit_ends_the_process(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "engine"],
        input=b'{"cmd":"quit"}\n{"cmd":"hello"}\n',
        capture_output=True,
        env=environment(tmp_path),
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b'{"ok":true}\n', b"")


def test_the_umpire_overrules(talk: Talk) -> None:
    assert "overrule" in talk.ask("hello")["features"]
    talk.begin(duel())
    moved = [{"set": "place", "unit": "r1", "at": "a1", "facing": "e"}]
    reply = talk.ask("overrule", changes=moved, reason="the dog ran across the table")
    assert [event["event"] for event in reply["events"]] == ["ruling", "placed"]
    assert next(unit for unit in reply["state"]["units"] if unit["id"] == "r1")["at"] == "a1"
    assert talk.ask("undo")["error"]["code"] == "cannot-undo"
    before = talk.ask("state")["state"]["hash"]
    for changes, reason in (
        (moved, ""),
        ([{"set": "weather"}], "x"),
        ([{"set": "place", "unit": "r1", "at": "b3"}], "x"),
    ):
        error = talk.ask("overrule", changes=changes, reason=reason)["error"]
        assert (error["code"], error["clause"].split(".")[0]) in (("illegal", "shared"), ("illegal", "classic"))
    assert talk.ask("state")["state"]["hash"] == before
