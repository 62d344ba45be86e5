"""What a server counts about itself, as Prometheus reads it. Nothing here identifies a game or a player."""

from bisect import bisect_left
from collections import defaultdict

PREFIX = "portable_wargame"
BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
HELP = {
    "actions_total": ("counter", "Actions saved and announced."),
    "games_made_total": ("counter", "Games begun and records opened."),
    "refusals_total": ("counter", "Requests refused, by code."),
    "limited_total": ("counter", "Requests turned away because their address had asked too much, by kind."),
    "questions_total": ("counter", "Costly questions answered, by kind."),
    "question_seconds_total": ("counter", "Processor time that they took, by kind."),
    "over_budget_total": ("counter", "Costly questions given up, by kind."),
    "questions_waiting": ("gauge", "Costly questions waiting."),
    "questions_at_work": ("gauge", "Costly questions being answered."),
    "store_failures_total": ("counter", "Changes and reads that failed in the store."),
    "tables": ("gauge", "Games in memory."),
    "clients": ("gauge", "Connections to games."),
    "action_seconds": ("histogram", "Time from the arrival of an action until it is saved and announced."),
}


class Metrics:
    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], float] = defaultdict(int)
        self.times = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0

    def count(self, name: str, labels: str = "") -> None:
        self.counts[name, labels] += 1

    def add(self, name: str, labels: str, amount: float) -> None:
        self.counts[name, labels] += amount

    def time(self, seconds: float) -> None:
        self.times[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds

    def text(self, gauges: dict[str, int]) -> str:
        lines = []
        for name, (kind, words) in HELP.items():
            full = f"{PREFIX}_{name}"
            lines += [f"# HELP {full} {words}", f"# TYPE {full} {kind}"]
            if kind == "histogram":
                lines += self._histogram(full)
            elif kind == "gauge":
                lines.append(f"{full} {gauges[name]}")
            else:
                found = sorted((labels, n) for (one, labels), n in self.counts.items() if one == name)
                for labels, number in found or [("", 0)]:
                    lines.append(f"{full}{{{labels}}} {round(number, 6)}" if labels else f"{full} {number}")
        return "".join(f"{line}\n" for line in lines)

    def _histogram(self, name: str) -> list[str]:
        total = 0
        lines = []
        for limit, number in zip((*BUCKETS, "+Inf"), self.times, strict=True):
            total += number
            lines.append(f'{name}_bucket{{le="{limit}"}} {total}')
        return [*lines, f"{name}_sum {self.seconds:.6f}", f"{name}_count {total}"]


metrics = Metrics()
