"""How fair a battle is gets known while people play, and can be stopped."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from portable_wargame.scenario.reading import read_tree
from portable_wargame.server.workshop.fairness import SEED, FairnessReply
from portable_wargame.simulation.fairness import verdict
from portable_wargame.simulation.statistics import Interval
from portable_wargame.simulation.trials.trial import Trial, score

from .running import SECONDS, Server, Tree
from .scenes import duel

REPLIES = msgspec.json.Decoder(FairnessReply)
RECRUITS = {"red": "recruit", "blue": "recruit"}


@pytest.fixture
def asking(server: Server) -> Iterator[ClientConnection]:
    with connect(server.url.replace("http", "ws", 1) + "api/fairness") as socket:
        yield socket


def heard(socket: ClientConnection) -> Tree:
    text = socket.recv(timeout=2 * SECONDS)
    REPLIES.decode(text)
    reply: Tree = json.loads(text)
    return reply


def ask(socket: ClientConnection, **words: Any) -> None:
    socket.send(json.dumps({"type": "estimate", "id": 1, "scenario": duel(turns=2), "levels": RECRUITS, **words}))


def test_the_same_question_has_the_same_answer_as_in_the_laboratory(asking: ClientConnection) -> None:
    ask(asking, games=12)
    reply = heard(asking)
    while not reply["done"]:
        reply = heard(asking)
    trial = Trial(read_tree(duel(turns=2)), ("recruit", "recruit"), SEED)
    scores = [score(trial, number) for number in range(12)]
    assert (reply["games"], reply["wanted"]) == (12, 12)
    assert reply["wins"] == {"red": scores.count(1.0), "blue": scores.count(0.0)}
    assert reply["rate"] == pytest.approx(sum(scores) / 12)
    assert reply["low"] < reply["rate"] < reply["high"]
    assert (
        reply["verdict"] == verdict(Interval(reply["rate"], reply["low"], reply["high"]), ("red", "blue"), 12).sentence
    )


def test_it_can_be_stopped_and_people_play_on_meanwhile(server: Server, asking: ClientConnection) -> None:
    ask(asking, games=10_000)
    assert heard(asking)["games"] < 10_000
    made = server.make(scenario=duel(), seed=3)
    with server.join(made["game"], *made["seats"].values()) as both:
        assert both.act(**both.choices()[0])["type"] == "accepted"
    asking.send(json.dumps({"type": "stop", "id": 2}))
    reply = heard(asking)
    while not reply["done"]:
        reply = heard(asking)
    assert 0 < reply["games"] < 10_000
    assert reply["verdict"] == ""  # a run that is broken off proves nothing


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"scenario": "atlantis"}, "no scenario 'atlantis'"),
        ({"levels": {"red": "general"}}, "general"),
        ({"games": 0}, "games"),
        ({"house-rules": {"pins": "often"}}, "pins"),
    ],
)
def test_what_cannot_be_asked_is_refused(asking: ClientConnection, words: Tree, sentence: str) -> None:
    ask(asking, **words)
    reply = heard(asking)
    assert reply["type"] == "refused"
    assert sentence in reply["message"]


def test_what_a_change_does_is_measured_pair_by_pair(asking: ClientConnection) -> None:
    """The same battle as it was, with the same dice: no difference at all if nothing is changed."""
    ask(asking, games=10, against=duel(turns=2))
    reply = heard(asking)
    while not reply["done"]:
        reply = heard(asking)
    assert (reply["type"], reply["games"], reply["apart"]) == ("difference", 10, 0)
    assert reply["rate"] == reply["before"]
    assert reply["verdict"].startswith("No difference in who wins has been shown")
