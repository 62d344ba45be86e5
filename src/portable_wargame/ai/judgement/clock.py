"""The clock of the emergency brake: this thread's own processor time, so that a busy machine changes nothing. Where
there is no such clock, as in a browser, it is the wall clock.
"""

import time
from collections.abc import Callable
from typing import Final

_CLOCK: Final[Callable[[], float]] = getattr(time, "thread_time", time.monotonic)


def seconds() -> float:
    return _CLOCK()
