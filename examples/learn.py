"""From random to better than the recruit, in minutes: a small network learns to fight for the Toll House.

.venv/bin/python examples/learn.py --minutes 10

Policy gradients (PPO) in plain numpy, on the vector environment: 32 battles at once, on all cores. The network sees
the units and the situation, and scores all codes; the mask leaves those that are allowed. The reward is 1 for a victory
and -1 for a defeat, at the end of the battle, and nothing else. `--out` writes the curve as an SVG picture.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import portable_wargame.environments  # noqa: F401  # gives the scenarios their ids

Array = NDArray[np.float32]
BATTLES = 32
STEPS = 48  # of each battle between two lessons
HIDDEN = 128
RATE = 1e-3
DISCOUNT, TRACE = 0.997, 0.95
CLIP, CURIOSITY = 0.2, 0.01
LESSONS, SLICE = 4, 384


def sight(seen: dict[str, Any]) -> Array:
    """What the network sees, a row for each battle; the ground never changes here."""
    units = seen["units"]
    eyes: Array = np.concatenate((units.reshape(len(units), -1), seen["situation"]), axis=1)
    return eyes


class Network:
    """One layer of neurons, which scores the codes and says how the battle is going. It learns by Adam."""

    def __init__(self, inputs: int, codes: int, luck: np.random.Generator) -> None:
        def weights(rows: int, columns: int, scale: float) -> Array:
            return np.asarray(luck.standard_normal((rows, columns)) * scale / np.sqrt(rows), np.float32)

        self.parts = {
            "look": weights(inputs, HIDDEN, 1.0),
            "bias": np.zeros(HIDDEN, np.float32),
            "choose": weights(HIDDEN, codes, 0.01),
            "taste": np.zeros(codes, np.float32),
            "judge": weights(HIDDEN, 1, 0.1),
        }
        self.mean = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self.square = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self.lessons = 0

    def think(self, seen: Array, mask: Any) -> tuple[Array, Array, Array]:
        """The neurons, the probability of each code, and the reward that it expects."""
        parts = self.parts
        neurons = np.tanh(seen @ parts["look"] + parts["bias"])
        scores = np.where(mask, neurons @ parts["choose"] + parts["taste"], -1e9)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return neurons, chances, (neurons @ parts["judge"])[:, 0]

    def learn(self, seen: Array, mask: Any, codes: Any, before: Array, gain: Array, goal: Array) -> None:
        """Make choices that turned out better than expected likelier, but not by much at a time."""
        neurons, chances, value = self.think(seen, mask)
        rows = np.arange(len(codes))
        ratio = chances[rows, codes] / before
        counts = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        push = chances * (-(counts * ratio * gain))[:, None]
        push[rows, codes] += counts * ratio * gain
        logs = np.log(np.maximum(chances, 1e-9))
        push -= CURIOSITY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        push /= len(codes)
        error: Array = ((goal - value) / (2 * len(codes)))[:, None].astype(np.float32)
        back = (push @ self.parts["choose"].T + error @ self.parts["judge"].T) * (1 - neurons**2)
        self.follow(
            {
                "look": seen.T @ back,
                "bias": back.sum(axis=0),
                "choose": neurons.T @ push,
                "taste": push.sum(axis=0),
                "judge": neurons.T @ error,
            }
        )

    def follow(self, slopes: dict[str, Array]) -> None:
        self.lessons += 1
        length = np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values()))
        for name, slope in slopes.items():
            mean, square = self.mean[name], self.square[name]
            bounded = slope / max(1.0, 2 * length)
            mean += 0.1 * (bounded - mean)
            square += 0.001 * (bounded**2 - square)
            scale = np.sqrt(square / (1 - 0.999**self.lessons)) + 1e-6
            self.parts[name] += RATE * mean / (1 - 0.9**self.lessons) / scale


def drawn(chances: Array, luck: np.random.Generator) -> Any:
    """One code of each row, as likely as the row says."""
    return (chances.cumsum(axis=1) > luck.random((len(chances), 1)) * chances.sum(axis=1, keepdims=True)).argmax(axis=1)


def gains(rewards: Array, over: Array, values: Array) -> Array:
    """How much better things went than expected (generalised advantages); `values` has one row more."""
    found = np.zeros_like(rewards)
    later = np.zeros(rewards.shape[1], np.float32)
    for step in reversed(range(len(rewards))):
        going_on = 1 - over[step]
        surprise = rewards[step] + DISCOUNT * going_on * values[step + 1] - values[step]
        later = found[step] = surprise + DISCOUNT * TRACE * going_on * later
    return found


def train(given: argparse.Namespace) -> list[tuple[float, float, int]]:
    """The curve: minutes, the share of the last 400 battles that were won, draws as halves, and battles so far."""
    luck = np.random.default_rng(given.seed)
    many = gymnasium.make_vec(
        f"PortableWargame/{given.scenario}-v0", BATTLES, opponent=given.opponent, workers=given.workers
    )
    seen, _ = many.reset(seed=given.seed)
    network = Network(sight(seen).shape[1], seen["action_mask"].shape[1], luck)
    results: list[float] = []
    curve: list[tuple[float, float, int]] = []
    begun = time.monotonic()
    while (minutes := (time.monotonic() - begun) / 60) < given.minutes and len(results) < given.battles:
        batch: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            eyes, mask = sight(seen), seen["action_mask"] == 1
            _, chances, value = network.think(eyes, mask)
            codes = drawn(chances, luck)
            seen, reward, over, _, _ = many.step(codes)
            results += [float(1 + one) / 2 for one in reward[over]]
            chance = chances[np.arange(BATTLES), codes]
            batch.append((eyes, mask, codes, chance, value, reward.astype(np.float32), over.astype(np.float32)))
        last = network.think(sight(seen), seen["action_mask"] == 1)[2]
        eyes, mask, codes, chance, value, rewards, ended = (np.stack(part) for part in zip(*batch, strict=True))
        gain = gains(rewards, ended, np.concatenate((value, last[None])))
        goal = (gain + value).ravel()
        better = ((gain - gain.mean()) / (gain.std() + 1e-6)).ravel()
        flat = [part.reshape(BATTLES * STEPS, *part.shape[2:]) for part in (eyes, mask, codes, chance)]
        for _ in range(LESSONS):
            order = luck.permutation(BATTLES * STEPS)
            for start in range(0, len(order), SLICE):
                some = order[start : start + SLICE]
                network.learn(*(part[some] for part in flat), better[some], goal[some])  # type: ignore[call-arg]
        if results:
            curve.append((minutes, float(np.mean(results[-400:])), len(results)))
            print(f"{minutes:5.1f} min  {len(results):6} battles  {100 * curve[-1][1]:5.1f} %", flush=True)
    many.close()
    return curve


def picture(curve: list[tuple[float, float, int]], title: str) -> str:
    wide, high, edge = 640, 320, 40
    most = max(curve[-1][2], 1)

    def at(battles: float, share: float) -> str:
        return f"{edge + (wide - 2 * edge) * battles / most:.1f},{high - edge - (high - 2 * edge) * share:.1f}"

    line = " ".join(at(battles, share) for _, share, battles in curve)
    grid = "".join(
        f'<path d="M{at(0, share)} L{at(most, share)}" stroke="#ccc"/>'
        f'<text x="4" y="{at(0, share).split(",")[1]}">{100 * share:.0f} %</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12">'
        f'<rect width="{wide}" height="{high}" fill="#fff"/><text x="{edge}" y="20">{title}</text>{grid}'
        f'<polyline points="{line}" fill="none" stroke="#0a6" stroke-width="2"/>'
        f'<text x="{edge}" y="{high - 10}">{most:,} battles, {curve[-1][0]:.0f} minutes</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--battles", type=int, default=1_000_000, help="stop after this many, if sooner")
    parser.add_argument("--scenario", default="TollHouse")
    parser.add_argument("--opponent", default="recruit")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    curve = train(given)
    if given.out is not None:
        title = f"Share of battles won against the {given.opponent}, draws as halves ({given.scenario})"
        given.out.write_text(picture(curve, title), "utf-8")


if __name__ == "__main__":
    main()
