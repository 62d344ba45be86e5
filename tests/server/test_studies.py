"""The laboratory's page: battles fought in the background, what they show, and going on where one stopped."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from portable_wargame.scenario.reading import read_tree
from portable_wargame.server.edge.limits import NOBODY, Visitor
from portable_wargame.server.wire.lobby import Library
from portable_wargame.server.workers.budgets import BUDGETS
from portable_wargame.server.workers.post import Position, Question
from portable_wargame.server.workers.questions import Desk
from portable_wargame.server.workers.workers import Found, Workers
from portable_wargame.server.workshop.settings import NextRound, StudySetting, next_round, prepared
from portable_wargame.server.workshop.studies import Balancing, Dealing, Investigate, StudyReply
from portable_wargame.simulation.report.sections import headline
from portable_wargame.simulation.skill import sentence, taking_sides
from portable_wargame.simulation.statistics import Tally
from portable_wargame.simulation.trials.battle_report import report
from portable_wargame.simulation.trials.summary import Summary
from portable_wargame.simulation.trials.trial import Trial

from .running import SECONDS, Server, Tree
from .scenes import duel

REPLIES = msgspec.json.Decoder(StudyReply)
BOTH = {"red": "recruit", "blue": "recruit"}
RECRUITS = {"levels": BOTH}


@pytest.fixture
def asking(server: Server) -> Iterator[ClientConnection]:
    with connect(server.url.replace("http", "ws", 1) + "api/laboratory") as socket:
        yield socket


def heard(socket: ClientConnection) -> Tree:
    text = socket.recv(timeout=3 * SECONDS)
    REPLIES.decode(text)
    reply: Tree = json.loads(text)
    return reply


def ask(socket: ClientConnection, **words: Any) -> None:
    wanted = {"type": "investigate", "id": 1, "scenario": duel(turns=2), "settings": [RECRUITS], **words}
    socket.send(json.dumps(wanted))


def last(socket: ClientConnection) -> Tree:
    reply = heard(socket)
    while not reply.get("done", True):
        reply = heard(socket)
    return reply


def test_a_simulation_shows_what_the_report_shows(asking: ClientConnection) -> None:
    ask(asking, games=12)
    reply = last(asking)
    trial = Trial(read_tree(duel(turns=2)), ("recruit", "recruit"), 1)
    summary = Summary(trial.scenario)
    for number in range(12):
        summary.add(report(trial, number))
    assert (reply["games"], reply["wanted"]) == (12, 12)
    assert reply["verdict"] == headline(summary)
    titles = [part["title"] for part in reply["sections"]]
    assert titles[0] == "Who wins" and "Drama" in titles and titles[-1] == "Where units went"
    assert all(part["drawing"].startswith("<svg") for part in reply["sections"] if part["title"] != "What decided it")


def test_skill_is_told_in_the_words_of_the_command(asking: ClientConnection) -> None:
    ask(asking, games=6, skill="sergeant")
    reply = last(asking)
    trial = Trial(read_tree(duel(turns=2)), ("recruit", "recruit"), 1)
    better = taking_sides(trial, "sergeant")
    for number in range(6):
        better.add(tuple(report(one.trial, number) for one in better.variants))
    assert (reply["games"], reply["wanted"]) == (18, 18)
    (luck,) = (part for part in reply["sections"] if part["title"] == "How much was luck")
    assert luck["sentences"][-1] == sentence(better)
    ask(asking, games=8, skill="sergeant")
    assert last(asking)["games"] == 24


def test_a_study_goes_on_where_it_stopped(server: Server, asking: ClientConnection) -> None:
    ask(asking, games=20_000, seed=77)
    before = heard(asking)
    while not before["games"]:
        before = heard(asking)
    asking.send(json.dumps({"type": "stop", "id": 2}))
    stopped = last(asking)
    assert 0 < stopped["games"] < 20_000 and stopped["verdict"].startswith("Stopped after")
    with connect(server.url.replace("http", "ws", 1) + "api/laboratory") as again:
        ask(again, games=stopped["games"] + 5, seed=77)
        assert last(again)["games"] == stopped["games"] + 5
    assert stopped["sections"]


def test_a_comparison_has_a_line_for_each_setting(asking: ClientConnection) -> None:
    changed = {**RECRUITS, "change": "infantry: move 3"}
    ask(asking, kind="compare", games=10, settings=[RECRUITS, changed])
    reply = last(asking)
    assert reply["games"] == 10
    assert [part["title"] for part in reply["sections"]][1] == "infantry: move 3, recruits"
    assert "win rate" in reply["verdict"] or "who wins" in reply["verdict"]


def test_a_balance_offers_battles_to_open(asking: ClientConnection) -> None:
    lopsided = duel(turns=6)
    lopsided["sides"][0]["units"][0]["sp"] = 1
    lopsided["sides"][0]["units"][0]["quality"] = "poor"
    ask(asking, kind="balance", games=30, scenario=lopsided)
    reply = last(asking)
    assert reply["sections"][0]["title"] == "Changes that bring it nearer to even"
    for option in reply["options"]:
        assert option["words"] in read_tree(option["scenario"]).title


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"scenario": "atlantis"}, "no scenario 'atlantis'"),
        ({"settings": [{"levels": {"red": "general"}}]}, "general"),
        ({"kind": "compare"}, "two settings"),
        ({"skill": "recruit"}, "skill is measured between two levels"),
        ({"skill": "general"}, "general"),
        ({"settings": [{"change": "infantry: wings 3"}]}, "wings"),
        ({"settings": [{"book": "chess"}]}, "chess"),
        ({"kind": "balance", "keep": ["the moon"]}, "the moon"),
        ({"games": 0}, "games"),
        ({"settings": []}, "settings"),
    ],
)
def test_what_cannot_be_asked_is_refused(asking: ClientConnection, words: Tree, sentence: str) -> None:
    ask(asking, **words)
    reply = heard(asking)
    assert reply["type"] == "refused" and sentence in reply["message"]


def test_names_cannot_smuggle_anything_into_the_page(asking: ClientConnection) -> None:
    hostile = duel(turns=2)
    hostile["title"] = "<script>alert(1)</script>"
    hostile["sides"][0]["name"] = '"><img src=x onerror=alert(1)>'
    hostile["sides"][0]["units"][0]["name"] = "</svg><script>alert(1)</script>"
    hostile["names"] = {"a1": "</text><script>"}
    ask(asking, games=4, scenario=hostile)
    for part in last(asking)["sections"]:
        assert "<script" not in part["drawing"] and "<img" not in part["drawing"]


class Counting(Workers):
    """Workers that answer at once, and remember what they were asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def ask(
        self, kind: str, visitor: Visitor, words: bytes, position: Position | None = None, body: bytes = b""
    ) -> bytes:
        self.asked.append(kind)
        return Desk().answer(Question(kind, BUDGETS[kind].seconds, words, position))

    async def beside(self, kind: str, visitor: Visitor, work: Callable[..., Found], *words: Any) -> Found:
        self.asked.append(kind)
        return work(*words)


@pytest.mark.anyio
async def test_what_a_study_is_made_of_is_for_workers_to_find_out() -> None:
    """A large battle takes a second to convert, and half a minute to be changed in every way there is."""
    workers, lopsided = Counting(), duel(turns=1)
    lopsided["sides"][0]["units"][0]["sp"] = 1
    wanted = Investigate(id=1, scenario=lopsided, kind="balance", games=12, settings=[StudySetting(levels=BOTH)])
    variants, keep = await prepared(wanted, Library(), workers, NOBODY)
    balance = Balancing([one.trial for one in variants], wanted.games, keep)
    assert workers.asked == ["page", "study"]
    async for _ in balance.run(Dealing(workers, NOBODY)):
        pass
    rounds = [kind for kind in workers.asked if kind == "study"]
    assert balance.found is not None and len(rounds) == 2 + len(balance.rounds)
    assert set(workers.asked) == {"page", "study", "battles"}


def test_a_search_goes_on_where_it_was_left_or_comes_there_again() -> None:
    trials = [Trial(read_tree(duel(turns=2)), ("recruit", "recruit"), 1)]
    lost = Tally()
    for _ in range(40):
        lost.add(0.0)
    first = next_round("a", trials, 40, frozenset(), [])
    assert isinstance(first, NextRound) and (first.number, first.battles) == (1, 40)
    second = next_round("a", trials, 40, frozenset(), [[lost]])
    assert isinstance(second, NextRound) and second.number > 5
    assert next_round("b", trials, 40, frozenset(), [[lost]]) == second
