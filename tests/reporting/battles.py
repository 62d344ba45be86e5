"""Battles to report on: fought by a seed, written down and read back, as any other record."""

import io
import random
from functools import cache

from portable_wargame.record.keys import Seed
from portable_wargame.record.recording import Record, Recorder, parse_record
from portable_wargame.record.session import Session
from portable_wargame.scenario.library import load
from portable_wargame.speech.notation import action_to_tree
from tests.playing import eager

# Every book and both grids; gas, aircraft, riders, reinforcements, transports, exits.
BATTLES = (
    ("millford-bridge", 1),
    ("toll-house", 2),
    ("fort-amaranth", 3),
    ("mbara-ford", 4),
    ("adlerbruck", 5),
    ("wadi-halim", 6),
    ("checkpoint-nine", 7),
    ("sallow-wood", 8),
    ("larch-breakout", 9),
)


@cache
def text_of(scenario: str, seed: int, actions: int = 2000) -> str:
    luck = random.Random(seed)
    key = Seed(seed, salt="0" * 32)
    session = Session(load(scenario), key.dice())
    sink = io.StringIO()
    recorder = Recorder(session, key, sink)
    recorder.begin({"red": "eager", "blue": "eager"})
    for _ in range(actions):
        if session.game.question() is None:
            break
        action = eager(session.game.options(), luck)
        recorder.play(action_to_tree(session.game.battle, action))
    return sink.getvalue()


def record_of(scenario: str, seed: int, actions: int = 2000) -> Record:
    return parse_record(text_of(scenario, seed, actions), f"{scenario}.pwg")
