"""How many steps a second the environments make, with the full observation, and the gain of a vector environment.

.venv-compiled/bin/python benchmarks/environments.py [--scenario NAME] [--seconds S] [--former PYTHON]

Steps are counted by the CPU time of one process, actions drawn at random from the mask. `--former` is the Python of
another installation, such as one of an earlier commit (git worktree, then `python3 run.py compiled` there); it takes
turns with this one, and the last column is the ratio of the two medians.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from portable_wargame import environments

OPPONENTS = ("random", "eager", "recruit", "sergeant")
ROUNDS = 5


def measured(step: Callable[[], None], seconds: float) -> float:
    """Steps a second of CPU time."""
    step()
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        for _ in range(20):
            step()
        steps += 20
    return steps / (time.process_time() - begun)


def drawn(env: Any, luck: random.Random) -> int:
    """Any allowed action, without the time to find it in the mask, which is the learner's. Earlier versions numbered
    the actions from 0 at every step."""
    return int(luck.choice(env.fight.codes)) if hasattr(env, "fight") else luck.randrange(len(env.open))


def two_sides(scenario: Any) -> Callable[[], None]:
    from portable_wargame.environments.two_sides import TwoSides

    env = TwoSides(scenario)
    luck = random.Random(1)
    env.reset(seed=1)

    def step() -> None:
        _, _, over, _, _ = env.last()
        if over:
            env.reset()
        else:
            env.step(drawn(env, luck))

    return step


def one_side(scenario: Any, opponent: str) -> Callable[[], None]:
    from portable_wargame.environments.one_side import OneSide

    env = OneSide(scenario, scenario.sides[0].id, opponent)
    luck = random.Random(1)
    env.reset(seed=1)

    def step() -> None:
        if env.step(drawn(env, luck))[2]:
            env.reset()

    return step


def figures(name: str, seconds: float) -> dict[str, float]:
    """The figures of the installed version; opponents that it does not have are left out."""
    from portable_wargame.game.errors import Refusal
    from portable_wargame.scenario import library

    scenario = library.load(name)
    found = {"PettingZoo, both sides": measured(two_sides(scenario), seconds)}
    for opponent in OPPONENTS:
        try:
            found[f"Gymnasium against {opponent}"] = measured(one_side(scenario, opponent), seconds)
        except Refusal:
            continue
    return found


def asked(python: str, name: str, seconds: float) -> dict[str, float]:
    words = [python, __file__, "--scenario", name, "--seconds", str(seconds), "--only-figures"]
    answer = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found: dict[str, float] = json.loads(answer)
    return found


def any_allowed(mask: Any, luck: Any) -> Any:
    """For each row the first allowed code from a random place on, or from the beginning: cheap, because we are timing
    the environment."""
    from_here = mask[:, luck.integers(mask.shape[1]) :]
    found = from_here.argmax(axis=1)
    is_there = from_here[range(len(mask)), found] == 1
    return np.where(is_there, found + mask.shape[1] - from_here.shape[1], mask.argmax(axis=1))


def vector(name: str, workers: int, battles: int, seconds: float) -> tuple[float, float, float]:
    """Steps a second by the clock, and the CPU time of a step in microseconds: ours, and the processes' own, which is
    divided among cores."""
    idle = childrens_time()
    made(name, workers, battles).close()
    begun = childrens_time()
    idle = begun - idle
    many = made(name, workers, battles)
    luck = np.random.default_rng(1)
    seen, _ = many.reset(seed=1)
    steps, clock, own = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - clock < seconds:
        seen = many.step(any_allowed(seen["action_mask"], luck))[0]
        steps += battles
    rate = steps / (time.perf_counter() - clock)
    own = time.process_time() - own
    many.close()
    theirs = childrens_time() - begun - idle
    return rate, 1e6 * own / steps, 1e6 * theirs / steps


def made(name: str, workers: int, battles: int) -> Any:
    return gymnasium.make_vec(environments.id_of(name), battles, opponent="eager", workers=workers)


def childrens_time() -> float:
    """CPU time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="harrow-ridge")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure of each round")
    parser.add_argument("--former", help="the Python of another installation")
    parser.add_argument("--only-figures", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.only_figures:
        print(json.dumps(figures(given.scenario, given.seconds)))
        return
    from portable_wargame.game import game

    print(f"{given.scenario}, {'interpreted' if str(game.__file__).endswith('.py') else 'compiled'}, steps a second")
    ours: list[dict[str, float]] = []
    theirs: list[dict[str, float]] = []
    for _ in range(ROUNDS):
        ours.append(asked(sys.executable, given.scenario, given.seconds))
        if given.former:
            theirs.append(asked(given.former, given.scenario, given.seconds))
    for what in ours[0]:
        now = statistics.median(one[what] for one in ours)
        line = f"{what:30}{now:10,.0f}"
        if theirs and what in theirs[0]:
            then = statistics.median(one[what] for one in theirs)
            line += f"   formerly {then:8,.0f}   x {now / then:.1f}"
        print(line)
    for workers in (1, 2):
        rate, here, there = vector(given.scenario, workers, 64, 5 * given.seconds)
        print(f"64 battles, workers: {workers:8} {rate:10,.0f} by the clock; a step costs {here:.1f} + {there:.1f} us")


if __name__ == "__main__":
    main()
