"""Is memory flat over many battles? Fights, writes and sums up battles of a small scenario, and prints how much memory
the process holds as it goes. `python benchmarks/memory.py --battles 20000`"""

import argparse
import resource
import tempfile
import time
from pathlib import Path

from portable_wargame.scenario import library
from portable_wargame.simulation.battle_report import BattleReport
from portable_wargame.simulation.engines import engine
from portable_wargame.simulation.running import Enough, run
from portable_wargame.simulation.summary import Summary
from portable_wargame.simulation.trial import Trial

PAGE = resource.getpagesize()


def held() -> float:
    """Megabytes in memory now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=5000)
    parser.add_argument("--scenario", default="harrow-ridge")
    parser.add_argument("--level", default="recruit")
    options = parser.parse_args()
    trial = Trial(library.load(options.scenario), (options.level, options.level), 1)
    begun = time.monotonic()
    print("| battles | MB held | file, MB | seconds |\n|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.jsonl"

        def watch(summary: Summary, report: BattleReport) -> None:
            if summary.games() % max(1, options.battles // 10) == 0:
                size = path.stat().st_size / 1e6
                print(f"| {summary.games()} | {held():.1f} | {size:.1f} | {time.monotonic() - begun:.0f} |", flush=True)

        with engine(workers=1) as (executor, hands):
            run(trial, Enough(options.battles), executor, hands, path, watch)


if __name__ == "__main__":
    main()
