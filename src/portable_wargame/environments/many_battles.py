"""Many battles at once, as a Gymnasium vector environment: dealt out to processes, one for each core.

A process fights its share of the battles one after another and writes the observations into shared memory, so that a
step of all battles costs one short message to each process, however many battles it has.

A battle that ends begins again in the same step: the observation is the new battle's, and `infos` has the old one's
`final_obs` and `final_info`.
"""

import multiprocessing
import os
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .engagement import RENDER_MODES
from .observing import Observation
from .one_side import REFUSE, OneSide

Arrays = dict[str, NDArray[Any]]
Ended = list[tuple[int, Observation, dict[str, Any]]]
GO_HOME = "go home"
OWN = ("action", "reward", "terminated")  # arrays besides those of the observations


class ManyBattles(VectorEnv[Observation, Any, NDArray[Any]]):
    """Every further argument goes to each of the battles, as in `OneSide`. `workers`: by default, one for each core."""

    metadata = {"render_modes": RENDER_MODES, "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, num_envs: int = 1, workers: int | None = None, **battle: Any) -> None:
        if num_envs < 1 or (workers is not None and workers < 1):
            raise ValueError("num_envs and workers are numbers from 1")
        example = OneSide(**battle)
        self.num_envs = num_envs
        self.render_mode = example.render_mode
        self.is_strict = example.illegal == REFUSE
        self.single_observation_space = example.observation_space
        self.single_action_space = spaces.Discrete(int(example.action_space.n))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        context = multiprocessing.get_context()
        shared = {name: context.RawArray("b", size) for name, size in self._bytes().items()}
        self.arrays = self._arrays(shared)
        hands = min(workers or os.cpu_count() or 1, num_envs)
        shares = np.array_split(np.arange(num_envs), hands)
        self.pipes: list[Connection] = []
        self.processes = []
        for share in shares:
            ours, theirs = context.Pipe()
            work = (theirs, shared, num_envs, [int(one) for one in share], battle)
            process = context.Process(target=fight_on, args=work, daemon=True)
            process.start()
            theirs.close()
            self.pipes.append(ours)
            self.processes.append(process)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Battle i has the seed `seed + i`."""
        if isinstance(seed, list):
            seeds = seed
        else:
            seeds = [None if seed is None else seed + number for number in range(self.num_envs)]
        self._carry_out(("reset", seeds))
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"there are {self.num_envs} battles; {chosen.shape} is not one action for each")
        codes = int(self.single_action_space.n)  # type: ignore[attr-defined]
        known = (chosen >= 0) & (chosen < codes)
        allowed = self.arrays["action_mask"][np.arange(self.num_envs), np.where(known, chosen, 0)]
        wrong = np.flatnonzero(~known | (allowed == 0))
        if len(wrong) and self.is_strict:
            raise ValueError(f"action {chosen[wrong[0]]} of battle {wrong[0]} is not allowed now; nothing was done")
        self.arrays["action"][:] = chosen
        infos: dict[str, Any] = {}
        for ended in self._carry_out(("step", None)):
            for number, seen, info in ended:
                infos = self._add_info(infos, {"final_obs": seen, "final_info": info}, number)
        rewards = self.arrays["reward"].copy()
        terminated = self.arrays["terminated"].astype(np.bool_)
        return self._seen(), rewards, terminated, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> Any:
        """The boards of all battles."""
        return tuple(drawn for share in self._carry_out(("render", None)) for drawn in share)

    def close_extras(self, **kwargs: Any) -> None:
        for pipe in self.pipes:
            pipe.send((GO_HOME, None))
        for process in self.processes:
            process.join()

    def _carry_out(self, order: tuple[str, Any]) -> list[Any]:
        """Have all processes do something at the same time; returns their reports."""
        for pipe in self.pipes:
            pipe.send(order)
        return [pipe.recv() for pipe in self.pipes]

    def _seen(self) -> Observation:
        """Copies: the shared arrays are written over by the next step."""
        return {name: array.copy() for name, array in self.arrays.items() if name not in OWN}

    def _bytes(self) -> dict[str, int]:
        return {
            name: int(np.prod(shape)) * np.dtype(kind).itemsize
            for name, (shape, kind) in shapes(self.single_observation_space, self.num_envs).items()
        }

    def _arrays(self, shared: dict[str, Any]) -> Arrays:
        return arrays_in(shared, shapes(self.single_observation_space, self.num_envs))


Shapes = dict[str, tuple[tuple[int, ...], Any]]


def shapes(one: Any, number: int) -> Shapes:
    """The shape and the type of each shared array, by name."""
    seen: Shapes = {name: ((number, *space.shape), space.dtype) for name, space in one.items()}
    own: Shapes = {
        "action": ((number,), np.int64),
        "reward": ((number,), np.float64),
        "terminated": ((number,), np.int8),
    }
    return seen | own


def arrays_in(shared: dict[str, Any], wanted: Shapes) -> Arrays:
    return {name: np.frombuffer(shared[name], kind).reshape(shape) for name, (shape, kind) in wanted.items()}


def fight_on(orders: Connection, shared: dict[str, Any], number: int, share: list[int], battle: dict[str, Any]) -> None:
    """In its own process: carry out orders for its share of the battles until told to stop."""
    first = OneSide(**battle)
    battles = [first, *(first.beside() for _ in share[1:])]
    arrays = arrays_in(shared, shapes(battles[0].observation_space, number))
    while True:
        try:
            order, given = orders.recv()
        except (EOFError, KeyboardInterrupt):
            return
        if order == GO_HOME:
            return
        if order == "reset":
            for place, one in zip(share, battles, strict=True):
                show(arrays, place, one.reset(seed=given[place])[0])
            orders.send(None)
        elif order == "step":
            orders.send(step_all(arrays, share, battles))
        else:
            orders.send([one.render() for one in battles])


def step_all(arrays: Arrays, share: list[int], battles: list[OneSide]) -> Ended:
    ended: Ended = []
    for place, one in zip(share, battles, strict=True):
        seen, reward, over, _, info = one.step(arrays["action"][place])
        arrays["reward"][place] = reward
        arrays["terminated"][place] = over
        if over:
            ended.append((place, seen, info))
            seen = one.reset()[0]
        show(arrays, place, seen)
    return ended


def show(arrays: Arrays, place: int, seen: Observation) -> None:
    for name, array in seen.items():
        arrays[name][place] = array
