"""A line of a record is one value: what is written is read back the same, and one way of following it serves all."""

import ast
import hashlib
import inspect
import io
import json
import random
import textwrap
from typing import Any

import pytest

from portable_wargame.battle import battle as battles
from portable_wargame.game.dice import Dice, LaidOut
from portable_wargame.record.course import Course
from portable_wargame.record.keys import Key, Seed
from portable_wargame.record.lines import (
    KINDS,
    Acted,
    Drawn,
    Ended,
    Line,
    NoLine,
    Nonce,
    PutAway,
    Reseated,
    Resigned,
    Ruled,
    Signed,
    Start,
    TakenUp,
    Undone,
    WentBack,
    line_of,
    read,
)
from portable_wargame.record.reading import parse_record
from portable_wargame.record.recording import Recorder, record_in
from portable_wargame.record.session import Session
from portable_wargame.scenario.reading import read_tree
from portable_wargame.speech import state
from portable_wargame.speech.state import state_tree
from tests.random_battles import random_scenario
from tests.server.scenes import duel

ACTED = Acted(
    side="red",
    action={"do": "end"},
    thrown=[1, 6],
    events=[{"event": "turn", "clause": "classic.turn.sequence"}],
    hash="0",
)
ALL: list[Line] = [
    Nonce(side="red", nonce="0" * 32),
    Start(thrown=[], events=[], hash="1"),
    ACTED,
    Ruled(
        ruling=1,
        changes=[{"set": "turn", "turn": 2}],
        reason="we lost count",
        thrown=[],
        events=[],
        hash="2",
    ),
    Undone(hash="2"),
    WentBack(back_to=3, side="red", hash="3"),
    WentBack(back_to=3, side="red", hash="3", reveal={"key": "k"}, sealed={"commitment": "c"}),
    Reseated(side="blue", because="absence", back_to=3, hash="3"),
    Resigned(side="blue", events=[], hash="4"),
    Drawn(events=[], hash="5"),
    PutAway(reveal=Seed(1).tree()),
    TakenUp(sealed={"commitment": "c"}),
    Ended(result=None, reveal=Seed(1).tree()),
    Signed(signed="0" * 128, key="0" * 64, game="g", lines=3, at="2026-01-01T00:00:00+00:00"),
]


@pytest.mark.parametrize("line", ALL, ids=lambda line: type(line).__name__)
def test_what_is_written_is_read_back(line: Line) -> None:
    assert read(line.text()) == line
    assert frozenset(json.loads(line.text())) in KINDS


def test_every_kind_is_tried_here() -> None:
    assert {frozenset(json.loads(line.text())) for line in ALL} == set(KINDS)


@pytest.mark.parametrize("words", ["plain", "Größe", 'a "quoted" \\ name', "\u2714", "\x7f", "\ud800"])
def test_it_is_written_as_it_always_was(words: str) -> None:
    line = Acted(
        side=words, action={"do": words}, thrown=[3], events=[{"event": words, "sp": 1, "clause": words}], hash="h"
    )
    events = [{"event": words, "sp": 1, "clause": words}]
    tree = {"side": words, "action": {"do": words}, "dice": [3], "events": events, "hash": "h"}
    assert line.text() == json.dumps(tree, separators=(",", ":"))
    assert state.canonical(tree) == json.dumps(tree, sort_keys=True, separators=(",", ":")).encode()


@pytest.mark.parametrize("tree", [{"undo": 1, "hash": "0"}, {"side": 4, "nonce": "0"}, {"reveal": []}, {"hash": "0"}])
def test_what_is_none(tree: dict[str, Any]) -> None:
    with pytest.raises(NoLine):
        line_of(tree)


def test_lines_of_a_recorder_lead_a_course_to_the_same_state() -> None:
    """As a server keeps them, without a file in between."""
    lines: list[Line] = []
    session = Session(read_tree(duel()), Seed(4).dice())
    recorder = Recorder(session, Seed(4), lines.append)
    recorder.start()
    for _ in range(6):
        recorder.carry_out(session.game.options()[0])
    course = Course(session.scenario)
    for number, line in enumerate(lines, 2):
        course.follow(number, line)
        assert state_tree(course.under_way().game)["hash"] == line.hash
    assert course.fallen == session.dice.thrown


def test_a_game_that_stood_is_never_altered() -> None:
    session = Session(read_tree(duel()), Dice(4))
    stood = []
    for _ in range(8):
        stood.append((session.game, state_tree(session.game)))
        session.carry_out(session.game.options()[0])
    assert all(state_tree(game) == before for game, before in stood)


def test_dice_come_from_their_source_one_by_one() -> None:
    asked: list[int] = []

    def source(number: int) -> int:
        asked.append(number)
        return number % 6 + 1

    dice = Dice(source)
    assert [dice.throw() for _ in range(3)] == [1, 2, 3]
    twin = dice.copy()
    assert (twin.throw(), dice.throw()) == (4, 4)
    assert asked == [0, 1, 2, 3, 3]
    laid_out = Dice(LaidOut([6, 6], 5).die)
    plain = Dice(5)
    assert [laid_out.throw() for _ in range(5)] == [6, 6, *(plain.throw() for _ in range(3))]


def test_a_key_gives_the_dice_that_it_always_gave() -> None:
    key = Key("g", "ab" * 32)
    source = key.source(["0" * 32])
    assert [source(number) for number in range(20)] == [key.die(number, ["0" * 32]) for number in range(20)]


@pytest.mark.parametrize("book", ["classic", "colonial", "late-19th-century", "modern"])
def test_a_state_with_portraits_of_the_one_before_is_the_whole_state(book: str) -> None:
    """Units and sides are written again when anything about them has changed, and undoing is a change too."""
    luck = random.Random(book)
    grid = "hex" if book == "late-19th-century" else "square"
    session = Session(read_tree(random_scenario(book, grid, 7)), Dice(7))
    for _ in range(120):
        if session.game.question() is None:
            break
        session.carry_out(luck.choice(session.game.options()))
        assert session.state() == state_tree(session.game)
        whole = {key: value for key, value in session.state().items() if key != "hash"}
        assert session.state()["hash"] == hashlib.sha256(state.canonical(whole)).hexdigest()[:32]
        if session.past and luck.random() < 0.3:
            session.undo()
            assert session.state() == state_tree(session.game)


# Of the rows of a battle: what is no unit's own, or in no state.
NOT_IN_PORTRAITS = {
    "here",
    "beside",
    "presence",
    "deck",
    "orders",
    "clouds",
    "other_type",
    "left_over",
    "features",
    "above",
    "concealed",
    "points",
}


def test_portraits_look_at_every_row_of_a_battle() -> None:
    """A row that they did not look at could change, and the unit would be told as it was."""
    source = inspect.getsource(battles) if battles.__file__.endswith(".py") else ""
    rows = {
        node.target.id
        for one in ast.parse(source).body
        if isinstance(one, ast.ClassDef) and one.name == "Battle"
        for node in one.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if ast.unparse(node.annotation).startswith(("vec[", "list["))
    }
    looked_at = {
        node.attr
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(state.Portraits.of))))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "battle"
    }
    assert rows - looked_at <= NOT_IN_PORTRAITS


def test_a_record_in_a_file_has_the_same_lines() -> None:
    sink = io.StringIO()
    recorder = record_in(sink, Session(read_tree(duel()), Seed(4).dice()), Seed(4), {"red": "human", "blue": "human"})
    recorder.resign("red")
    kinds = [type(line) for line in parse_record(sink.getvalue(), "it").lines]
    assert kinds == [Start, Resigned, Ended]
