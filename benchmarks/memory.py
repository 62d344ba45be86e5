"""Does memory stay flat over many battles? Fights, writes and sums up battles of a small scenario, and prints how much
memory the process holds as it goes: `python -m benchmarks.memory --battles 20000`"""

import argparse
import resource
import tempfile
import time
from pathlib import Path

from portable_wargame.ai.opponents.players import EAGER
from portable_wargame.simulation.trials.battle_report import BattleReport
from portable_wargame.simulation.trials.executors import engine
from portable_wargame.simulation.trials.running import Enough, run
from portable_wargame.simulation.trials.summary import Summary
from portable_wargame.simulation.trials.trial import Trial
from tests.simulation.samples import mirror

PAGE = resource.getpagesize()


def held() -> float:
    """Megabytes in memory now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=5000)
    options = parser.parse_args()
    begun = time.monotonic()
    print("| battles | MB held | file, MB | seconds |\n|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.jsonl"

        def watch(summary: Summary, report: BattleReport) -> None:
            if summary.games() % max(1, options.battles // 10) == 0:
                size = path.stat().st_size / 1e6
                print(f"| {summary.games()} | {held():.1f} | {size:.1f} | {time.monotonic() - begun:.0f} |", flush=True)

        with engine(workers=1) as (executor, hands):
            run(Trial(mirror(), (EAGER, EAGER), 1), Enough(options.battles), executor, hands, path, watch)


if __name__ == "__main__":
    main()
