"""Bots are told each action once, with its dice; older ones the battle again; nobody what is secret."""

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from portable_wargame.cli.hosting.engine import Engine
from portable_wargame.game.dice import Dice
from portable_wargame.record.session import Session
from portable_wargame.scenario import library
from portable_wargame.scenario.writing import tree
from portable_wargame.simulation.contest.arena import Match, fight
from portable_wargame.simulation.contest.battle_log import BattleLog, Teller, begun
from portable_wargame.simulation.contest.bots import introduced, parted


def asked(engine: Engine, **request: Any) -> dict[str, Any]:
    return engine.answer(json.dumps(request).encode())


def played_at_random(course: BattleLog, luck: random.Random) -> None:
    session = course.session
    side, thrown = session.game.decider(), len(session.dice.thrown)
    options = session.game.options()
    attacks = [one for one in options if one.verb in ("bombard", "fire", "fight")]
    action = luck.choice(attacks if attacks and luck.random() < 0.8 else options)
    session.game.play(action)
    course.note(side, action, thrown)


@pytest.mark.parametrize("name", ["harrow-ridge", "kessel-crossroads", "spitzberg"])
@pytest.mark.parametrize("side", [0, 1])
def test_who_is_told_each_action_once_sees_the_battle_as_it_is(name: str, side: int) -> None:
    scenario = library.load(name)
    course = begun(scenario, Session(scenario, Dice(5)))
    engine, teller = Engine(), Teller(side)
    assert asked(engine, cmd="new", scenario=tree(scenario), dice=course.opening)["ok"]
    luck = random.Random(name)
    plays = disclosed = 0
    while course.session.game.question() is not None and len(course.deeds) < 220:
        if course.session.game.decider() == side:
            for request in teller.news(course):
                plays += 1
                disclosed += len(request.get("orders", []))
                assert asked(engine, **request)["ok"], request
            assert engine.current().state()["hash"] == course.session.state()["hash"]
            battle = engine.current().game.battle
            assert all(battle.side_of(order.gun) == side for order in battle.orders)
            assert engine.current().legal() == course.session.legal()
        played_at_random(course, luck)
    assert plays <= len(course.deeds) + disclosed
    if name == "harrow-ridge":
        assert (disclosed > 0) == (side == 1)  # the first side declares first, and has nothing to wait for


def engine_at_first_fire() -> Engine:
    scenario = {
        "format": "portable-wargame/scenario/1",
        "title": "Two Companies",
        "ruleset": "classic",
        "grid": "square",
        "turns": 2,
        "map": {"rows": ". . w .\n. . . .\n. . . .\n"},
        "sides": [
            {"id": "red", "edge": "south", "units": [{"id": "r1", "type": "infantry", "at": "b1"}]},
            {"id": "blue", "edge": "north", "units": [{"id": "b1", "type": "infantry", "at": "b3"}]},
        ],
    }
    engine = Engine()
    assert asked(engine, cmd="new", scenario=scenario, dice=[6, 1])["ok"]
    return engine


FIRE = {"do": "fire", "unit": "r1", "target": "b3"}


def test_play_throws_the_dice_it_is_given() -> None:
    reply = asked(engine_at_first_fire(), cmd="play", action=FIRE, dice=[5, 4])
    assert [event["dice"] for event in reply["events"] if event["event"] == "roll"] == [[5], [4]]


def test_dice_beyond_those_given_are_the_engines_own() -> None:
    reply = asked(engine_at_first_fire(), cmd="play", action=FIRE, dice=[5])
    rolls = [event["dice"] for event in reply["events"] if event["event"] == "roll"]
    assert rolls[0] == [5] and len(rolls) == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"dice": [1, 5]}, "refused"),  # a miss: one die is thrown, and two were given
        ({"dice": [7]}, "bad-request"),
        ({"dice": 5}, "bad-request"),
        ({"orders": {}}, "bad-request"),
        ({"orders": [{"unit": "b1", "target": "b1"}]}, "refused"),  # nobody declares anything now
    ],
)
def test_dice_and_orders_that_do_not_fit_are_refused_and_nothing_changes(words: dict[str, Any], code: str) -> None:
    engine = engine_at_first_fire()
    before = engine.current().state(), list(engine.current().dice.thrown)
    reply = asked(engine, cmd="play", action=FIRE, **words)
    assert reply["error"]["code"] == code
    assert (engine.current().state(), engine.current().dice.thrown) == before


def test_orders_that_no_gun_could_have_are_refused() -> None:
    engine = Engine()
    asked(engine, cmd="new", scenario=tree(library.load("harrow-ridge")))
    assert engine.current().state()["question"] == {"asks": "what the guns fire at"}
    enemy = engine.current().game.battle.roster.unit_ids[-1]
    for order, word in (({"unit": enemy, "target": "a1"}, "illegal"), (5, "illegal"), ({"unit": "nobody"}, "illegal")):
        reply = asked(engine, cmd="play", action={"do": "done"}, orders=[order])
        assert reply["error"]["code"] == word, reply


LISTENING = """
import json, random, subprocess, sys
from portable_wargame.cli.hosting.engine import Engine
engine, told = Engine(), open(sys.argv[1], "a")
for line in sys.stdin:
    request = json.loads(line)
    told.write(request["cmd"] + "\\n")
    told.flush()
    if request["cmd"] == "hello" and sys.argv[2] == "silent":
        sys.exit("what?")
    if request["cmd"] == "hello" and sys.argv[2] == "old":
        reply = {"ok": False, "error": {"code": "bad-request", "message": "there is no command hello"}}
    elif request["cmd"] == "best":
        actions = engine.current().legal()["actions"]
        reply = {"ok": True, "action": random.Random(1).choice(actions), "intent": "anything"}
    else:
        reply = engine.answer(line.encode())
    print(json.dumps(reply), flush=True)
"""


@pytest.mark.parametrize("manner", ["new", "old", "silent"])
def test_a_bot_hears_new_once_if_it_takes_dice(tmp_path: Path, manner: str) -> None:
    program, told = tmp_path / "bot.py", tmp_path / "told.txt"
    program.write_text(LISTENING, "utf-8")
    command = f"bot:listener={sys.executable} {program} {told} {manner}"
    outcome = fight(Match(library.load("toll-house"), "toll-house", ("recruit", command), 3, 1))
    assert not outcome.failed, outcome.reason
    heard = told.read_text("utf-8").split()
    if manner == "new":
        assert heard[:2] == ["hello", "new"] and heard.count("new") == 1
        assert heard.count("play") <= outcome.decisions + 3
    else:
        assert heard.count("new") > 5


def test_a_bot_has_the_name_it_is_given_or_gives_itself(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(
        "import json\ninput()\nprint(json.dumps({'ok': True, 'name': 'Old Fritz'}), flush=True)\n", "utf-8"
    )
    command = f"{sys.executable} {program}"
    assert introduced(command) == f"Old-Fritz={command}"
    assert introduced(f"mine={command}") == f"mine={command}"
    assert introduced(f"{sys.executable} -c pass") == f"{sys.executable} -c pass"
    assert parted(f"bot:mine={command}") == ("mine", command)
    assert parted("bot:play --level=3") == ("play --level=3", "play --level=3")
