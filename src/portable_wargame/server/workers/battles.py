"""Battles fought to answer a question: for an estimate or an analysis, from the words of the question to those of the
answer."""

import pickle
from functools import lru_cache

import msgspec

from ...simulation.comparing import lines
from ...simulation.trials.trial import Trial, scores
from .post import AnalysisAsked, Battles


@lru_cache(1)
def trials_of(pickled: bytes) -> tuple[Trial, ...]:
    trials: tuple[Trial, ...] = pickle.loads(pickled)  # it comes from the server, and nobody else can send one
    return trials


def fought(words: bytes) -> bytes:
    wanted = msgspec.msgpack.decode(words, type=Battles)
    trials = trials_of(wanted.trials)
    return msgspec.msgpack.encode([scores(trials, number) for number in range(wanted.first, wanted.end)])


def told(words: bytes) -> bytes:
    """The same battles, with everything that happened in them."""
    wanted = msgspec.msgpack.decode(words, type=Battles)
    trials = trials_of(wanted.trials)
    return msgspec.msgpack.encode([lines(trials, number) for number in range(wanted.first, wanted.end)])


def judged(words: bytes) -> bytes:
    """A battle that was fought, and what might have been: some of its decisions are played on from."""
    from ..papers.analyses import answered

    return answered(msgspec.msgpack.decode(words, type=AnalysisAsked))


FIGHTING = {"battles": fought, "reports": told, "analysis": judged, "decisions": judged}
