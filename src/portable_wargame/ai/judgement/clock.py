"""The clock of the emergency brake: time that this thread has had of the machine, so that a busy one changes nothing.

Where there is no such clock, as in a browser, it is the clock on the wall.
"""

import time
from collections.abc import Callable
from typing import Final

_CLOCK: Final[Callable[[], float]] = getattr(time, "thread_time", time.monotonic)


def seconds() -> float:
    return _CLOCK()
