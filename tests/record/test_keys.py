"""Keys: dice that follow from what was sealed and what was given afterwards, and records that prove it."""

import io
import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from portable_wargame.game.dice import Dice, LaidOut
from portable_wargame.record.chain import Chain
from portable_wargame.record.keys import Key, Seed, new_nonce
from portable_wargame.record.reading import BadRecord, parse_record
from portable_wargame.record.recording import Recorder, header, in_file, record_in
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import Verdict, verify
from portable_wargame.scenario.reading import read_tree
from portable_wargame.speech.trees import Result
from tests.chaining import rechained
from tests.record.test_formats import validator
from tests.server.scenes import duel

Tree = dict[str, Any]

VECTOR = json.loads((Path(__file__).parent / "dice-vector.json").read_text("utf-8"))
NONCES = {"red": "0" * 31 + "1", "blue": "0" * 31 + "2"}


def dice_of(key: Key, first: int, number: int, nonces: list[str]) -> list[int]:
    source = key.source(nonces)
    return [source(one) for one in range(first, first + number)]


def test_the_dice_of_the_document() -> None:
    key = Key(VECTOR["game"], VECTOR["key"])
    assert key.sealed() == {"commitment": VECTOR["commitment"], "scheme": "nonces", "game": VECTOR["game"]}
    assert dice_of(key, 0, len(VECTOR["dice"]), VECTOR["nonces"]) == VECTOR["dice"]
    passed_over = VECTOR["passed-over"]
    assert passed_over["digest"].startswith("ff")
    assert key.die(passed_over["number"], VECTOR["nonces"]) == passed_over["die"]
    assert dice_of(key, 20, 2, VECTOR["nonces"]) == VECTOR["dice"][20:22]
    alone = VECTOR["one-nonce"]
    assert dice_of(key, 0, len(alone["dice"]), alone["nonces"]) == alone["dice"]


def test_dice_are_even() -> None:
    """Six thousand dice of a fixed key: chi-squared with five degrees of freedom is below 20.5 in 999 of 1000."""
    counted = Counter(dice_of(Key("g", "ab" * 32), 0, 6000, list(NONCES.values())))
    assert sum((counted[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < 20.5


def test_every_part_changes_the_dice() -> None:
    nonces = list(NONCES.values())
    usual = dice_of(Key("g", "ab" * 32), 0, 40, nonces)
    assert dice_of(Key("h", "ab" * 32), 0, 40, nonces) != usual
    assert dice_of(Key("g", "ac" * 32), 0, 40, nonces) != usual
    assert dice_of(Key("g", "ab" * 32), 0, 40, nonces[::-1]) != usual
    assert dice_of(Key("g", "ab" * 32), 0, 40, [*nonces[:1], new_nonce()]) != usual


class Table:
    """A battle by key and nonces, as the server plays it, without the server."""

    def __init__(self) -> None:
        self.scenario = read_tree(duel())
        self.key = Key("g")
        self.sink = io.StringIO()
        self.chain = Chain()
        self.write(header(self.scenario, {"red": "human", "blue": "human"}, self.key))
        self.give_nonces()
        self.session = Session(self.scenario, self.dice())
        self.recorder = Recorder(self.session, self.key, in_file(self.sink, self.chain))
        self.recorder.start()

    def write(self, tree: Mapping[str, object]) -> None:
        self.sink.write(self.chain.add(json.dumps(tree, separators=(",", ":"))) + "\n")

    def give_nonces(self) -> None:
        for side, nonce in reversed(NONCES.items()):
            self.write({"side": side, "nonce": nonce})

    def dice(self) -> Dice:
        return Dice(self.key.source(list(NONCES.values())))

    def play(self, number: int) -> None:
        for _ in range(number):
            actions = self.session.legal()["actions"]
            shots = [action for action in actions if action["do"] == "fire"]
            self.recorder.play((shots or actions)[0])

    def go_back(self, line: int) -> None:
        record = parse_record(self.sink.getvalue(), "the record")
        game = Session(self.scenario, Dice(LaidOut(record.lines[2].thrown, 0).die)).game
        self.key = Key("g")
        self.recorder.go_back(line, game, "red", self.key)
        self.give_nonces()
        self.session.take_up(self.dice())

    def lines(self) -> list[Tree]:
        return [json.loads(line) for line in self.sink.getvalue().splitlines()]


def verified(lines: list[Tree]) -> Verdict:
    return verify(parse_record(rechained(lines), "the record"))


def test_a_record_with_nonces_proves_every_die() -> None:
    table = Table()
    table.play(3)
    before = verified(table.lines())
    assert (before.from_nonces, before.unrevealed > 0, before.finished) == (0, True, False)
    table.recorder.resign("red")
    after = verified(table.lines())
    result: Result = {"winner": "blue", "reason": "Red has resigned"}
    lines = len(table.lines())
    assert after == Verdict(
        3, result, from_nonces=before.unrevealed, nonces_of=["red", "blue"], chained=True, lines=lines
    )
    assert table.lines()[-1]["result"] == result
    for line in table.lines():
        validator("record").validate(line)


def test_a_take_back_by_consent_is_proved_too() -> None:
    table = Table()
    table.play(3)
    table.go_back(4)
    assert table.session.state()["hash"] == table.lines()[3]["hash"]
    table.play(2)
    table.recorder.agree_on_draw()
    verdict = verified(table.lines())
    assert (verdict.actions, verdict.unrevealed, verdict.nonces_of) == (5, 0, ["red", "blue"])
    assert verdict.from_nonces == sum(len(line["dice"]) for line in table.lines() if isinstance(line.get("dice"), list))
    assert table.lines()[-1]["result"]["winner"] is None
    for line in table.lines():
        validator("record").validate(line)


def swap_nonces(lines: list[Tree]) -> None:
    lines[1]["nonce"], lines[2]["nonce"] = lines[2]["nonce"], lines[1]["nonce"]


def other_key(lines: list[Tree]) -> None:
    lines[-1]["reveal"]["key"] = "00" * 32


def other_key_and_commitment(lines: list[Tree]) -> None:
    lines[-1]["reveal"] = Key("g", "00" * 32).tree()
    lines[0]["dice"] = Key("g", "00" * 32).sealed()


def other_game(lines: list[Tree]) -> None:
    lines[0]["dice"]["game"] = "h"


def game_of_no_letters(lines: list[Tree]) -> None:
    lines[0]["dice"]["game"] = "\ud800"


def no_game(lines: list[Tree]) -> None:
    del lines[0]["dice"]["game"]


def nonce_of_no_letters(lines: list[Tree]) -> None:
    lines[1]["nonce"] = "\ud800"


def short_nonce(lines: list[Tree]) -> None:
    lines[1]["nonce"] = "0" * 31


def no_nonce(lines: list[Tree]) -> None:
    del lines[1]


def nonce_twice(lines: list[Tree]) -> None:
    lines.insert(2, lines[1])


def nonce_after_dice(lines: list[Tree]) -> None:
    lines.insert(4, lines.pop(1))


def no_key(lines: list[Tree]) -> None:
    lines[-1]["reveal"] = {"key": "secret"}


def other_winner(lines: list[Tree]) -> None:
    lines[-2]["side"] = "blue"


def back_to_nowhere(lines: list[Tree]) -> None:
    lines[-2] = {"back-to": 3, "side": "red", "hash": ""}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (swap_nonces, "the dice do not come from the key"),
        (other_key, "not the one that was sealed"),
        (other_key_and_commitment, "the dice do not come from the key"),
        (other_game, "the dice do not come from the key"),
        (game_of_no_letters, "must name its game, in ASCII"),
        (no_game, "must name its game, in ASCII"),
        (nonce_of_no_letters, "record:2: .* as 32 hex digits"),
        (short_nonce, "record:2: .* as 32 hex digits"),
        (no_nonce, "dice fell before blue, played by a person, gave a nonce"),
        (nonce_twice, "blue has already given a nonce"),
        (nonce_after_dice, "played by a person, gave a nonce"),
        (no_key, "64 hex digits"),
        (other_winner, "different events"),
        (back_to_nowhere, "no line 3 before it"),
    ],
)
def test_what_was_changed_afterwards_is_found(change: Callable[[list[Tree]], None], words: str) -> None:
    table = Table()
    table.play(3)
    table.recorder.resign("red")
    lines = table.lines()
    change(lines)
    with pytest.raises(BadRecord, match=words):
        verified(lines)


def test_records_from_before_nonces_still_verify() -> None:
    table = io.StringIO()
    key = Seed(7)
    recorder = record_in(table, Session(read_tree(duel()), key.dice()), key, {"red": "human", "blue": "human"})
    recorder.resign("blue")
    lines = [json.loads(line) for line in table.getvalue().splitlines()]
    assert lines[0]["dice"].pop("scheme") == "seed"
    assert verified(lines).from_seed == len(lines[1]["dice"]) > 0


def test_the_schema_knows_no_other_lines() -> None:
    record: Draft202012Validator = validator("record")
    for line in (
        {"side": "red", "nonce": "x"},
        {"back-to": 4, "hash": "0" * 32},
        {"resigned": True, "events": [], "hash": "0" * 32},
        {"resigned": True, "drawn": True, "side": "red", "events": [], "hash": "0" * 32},
    ):
        assert not record.is_valid(line)
