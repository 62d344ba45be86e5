"""How long commands take to start: the median of nine, in seconds and in starts of Python itself.

The commands take turns, so that a slow moment hits them all; on a busy machine processor seconds say more.

python benchmarks/start.py [--pw PATH]
"""

import argparse
import resource
import statistics
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROUNDS = 9
UNIT = "python -c pass"
LIMITS = {"pw --version": 0.15, "pw scenarios": 0.3, "pw engine": 0.3}  # seconds, on an idle machine
HELLO = b'{"cmd":"hello"}\n'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = Path(sysconfig.get_path("scripts"), "pw")
    parser.add_argument("--pw", type=Path, default=usual, help="the command to time")
    pw = str(parser.parse_args().pw)
    commands = {UNIT: [sys.executable, "-c", "pass"]} | {name: [pw, name.split()[1]] for name in LIMITS}
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for number in range(ROUNDS + 1):
        for name, command in commands.items():
            took = timed(command, answers=name == "pw engine")
            if number:  # the first round fills the caches
                times[name].append(took)
    print(subprocess.run([pw, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0])
    print(f"{'':16} {'seconds':>8} {'processor':>10} {'units':>6} {'limit':>6}")
    unit = statistics.median(cpu for _, cpu in times[UNIT])
    for name, measured in times.items():
        wall, cpu = (statistics.median(column) for column in zip(*measured, strict=True))
        limit = f"{LIMITS[name]:6.2f}" if name in LIMITS else ""
        print(f"{name:16} {wall:8.3f} {cpu:10.3f} {cpu / unit:6.1f} {limit}".rstrip())


def timed(command: list[str], answers: bool) -> tuple[float, float]:
    """Seconds until a command ends, or until it `answers` if it keeps listening; and its processor time."""
    before = spent()
    begun = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        if answers:
            process.stdin.write(HELLO)
            process.stdin.flush()
            assert process.stdout.readline().startswith(b'{"ok":true')
        else:
            process.stdout.read()
        took = time.perf_counter() - begun
        process.stdin.close()
    return took, spent() - before


def spent() -> float:
    """Processor seconds of all finished commands so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
