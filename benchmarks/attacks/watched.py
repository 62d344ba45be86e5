"""A server whose loop is watched: its longest moments, in processor time, whatever else the machine did meanwhile.

While the loop is in one callback nobody else is served. `python -m benchmarks.attacks.watched FILE serve ...` is
`pw serve ...` that keeps writing its longest moments to the file.
"""

import asyncio
import heapq
import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

MOST = 5  # moments to write down
FROM = 0.002  # seconds: shorter moments are ignored

longest: list[tuple[float, int, str]] = []


def watch() -> None:
    """Watch every callback of the loop, from now on."""
    run = asyncio.events.Handle._run

    def timed(handle: Any) -> None:
        begun = time.thread_time()
        try:
            run(handle)
        finally:
            took = time.thread_time() - begun
            if took > FROM:
                note(took, handle)

    asyncio.events.Handle._run = timed  # type: ignore[assignment,method-assign]


def note(took: float, handle: Any) -> None:
    callback = handle._callback
    task = getattr(callback, "__self__", None)
    name = str(task.get_coro()) if isinstance(task, asyncio.Task) else getattr(callback, "__qualname__", repr(callback))
    entry = (took, len(longest), name[:120])
    if len(longest) < MOST:
        heapq.heappush(longest, entry)
    else:
        heapq.heappushpop(longest, entry)


def keep_writing(file: Path) -> None:
    """From scratch whenever the file has gone."""
    known = False
    while True:
        if known and not file.exists():
            longest.clear()
        found = [(round(1000 * took, 1), name) for took, _, name in sorted(longest, reverse=True)]
        unfinished = file.with_suffix(".part")
        unfinished.write_text(json.dumps(found), encoding="utf-8")
        unfinished.replace(file)
        known = True
        time.sleep(0.5)


def main() -> None:
    import uvicorn.loops.auto

    file = Path(sys.argv.pop(1))
    uvicorn.loops.auto.auto_loop_factory = lambda *_: asyncio.new_event_loop  # its callbacks can be seen
    watch()
    threading.Thread(target=keep_writing, args=(file,), daemon=True).start()
    from portable_wargame.cli import main as command

    command()


if __name__ == "__main__":
    main()
