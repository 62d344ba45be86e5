"""A worker: a process that answers one question after another, and ends with the server that started it.

It gives way to the games. A question that takes more processor time or memory than its budget ends it.
"""

import contextlib
import os
import queue
import signal
import sys
import threading
import time
import traceback
from typing import BinaryIO

from ...consultation.view import Unknown
from ...game.errors import Refusal
from ...game.game import IllegalAction
from ..games.permission import NotAllowed
from .budgets import MEMORY
from .post import LENGTH, Answer, Question, Reason, packed, questions
from .questions import Desk

POLITE = 10  # how far it gives way to other processes


def main() -> None:
    stand_back()
    # Anything printed goes to the log, not among the answers.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asked: queue.SimpleQueue[Question] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    desk = Desk()
    while True:
        question = asked.get()
        try:
            for part in packed(answered(desk, question)):
                out.write(part)
            out.flush()
        except BrokenPipeError:
            os._exit(0)  # the server has gone


def answered(desk: Desk, question: Question) -> Answer:
    begun = time.process_time()
    allow(question.seconds)
    try:
        answer = Answer(desk.answer(question))
    except IllegalAction as refusal:
        reasons = [Reason(reason.clause, reason.text) for reason in refusal.reasons]
        answer = Answer(refused=str(refusal), reasons=reasons)
    except Refusal as refusal:
        code = (
            refusal.code if isinstance(refusal, NotAllowed) else "bad-message" if isinstance(refusal, Unknown) else ""
        )
        answer = Answer(refused=str(refusal), code=code)
    except MemoryError:
        desk.clear()
        answer = Answer(too_large=True)
    except Exception:
        answer = Answer(fault=traceback.format_exc())
    answer.seconds = time.process_time() - begun
    return answer


def listen(source: BinaryIO, asked: "queue.SimpleQueue[Question]") -> None:
    """Listen beside the work, so that a worker notices the end of the server even in mid-question."""
    while True:
        question = questions.decode(_part(source))
        question.words, question.body = _part(source), _part(source)
        asked.put(question)


def _part(source: BinaryIO) -> bytes:
    head = source.read(LENGTH)
    if len(head) < LENGTH:
        os._exit(0)
    return source.read(int.from_bytes(head, "big"))


def stand_back() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        os.nice(POLITE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def allow(seconds: int) -> None:
    """Allow this much processor time for the next question: after that the system ends the process."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + seconds, most))


if __name__ == "__main__":
    main()
