"""Many battles at once are the same battles as one by one."""

import gymnasium
import numpy as np
import pytest

from portable_wargame.environments.many_battles import ManyBattles
from portable_wargame.environments.one_side import OneSide
from tests.simulation.samples import mirror


@pytest.mark.parametrize("workers", [1, 2])
def test_they_go_as_they_would_one_by_one(workers: int) -> None:
    battles = 3
    many = ManyBattles(battles, workers, scenario=mirror(), opponent="eager")
    single = [OneSide(mirror(), opponent="eager") for _ in range(battles)]
    luck = np.random.default_rng(1)
    ended = 0
    try:
        seen, _ = many.reset(seed=7)
        for number, env in enumerate(single):
            env.reset(seed=7 + number)
        for _ in range(150):
            assert many.observation_space.contains(seen)
            actions = [luck.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
            seen, rewards, over, _, infos = many.step(actions)
            for number, env in enumerate(single):
                alone, reward, is_over, _, info = env.step(actions[number])
                assert (rewards[number], over[number]) == (reward, is_over)
                if is_over:
                    ended += 1
                    assert infos["final_info"]["reason"][number] == info["reason"]
                    last = infos["final_obs"][number]
                    assert all((last[name] == alone[name]).all() for name in alone)
                    alone, _ = env.reset()
                assert all((seen[name][number] == alone[name]).all() for name in alone)
    finally:
        many.close()
    assert ended > 2


def test_they_are_made_by_their_id_and_share_nothing_with_what_was_seen() -> None:
    many = gymnasium.make_vec("PortableWargame/TollHouse-v0", num_envs=2, opponent="eager", render_mode="ansi")
    try:
        assert isinstance(many, ManyBattles)
        seen, _ = many.reset(seed=1)
        kept = {name: array.copy() for name, array in seen.items()}
        many.step([mask.argmax() for mask in seen["action_mask"]])
        assert all((kept[name] == seen[name]).all() for name in seen)
        assert ["Coast Brigade" in board for board in many.render()] == [True, True]
    finally:
        many.close()


def test_a_forbidden_action_is_refused_before_anything_is_done() -> None:
    many = ManyBattles(2, 1, scenario=mirror(), opponent="eager")
    try:
        seen, _ = many.reset(seed=1)
        allowed = [mask.argmax() for mask in seen["action_mask"]]
        for wrong in ([allowed[0], -1], [10**6, allowed[1]]):
            with pytest.raises(ValueError, match="is not allowed now; nothing was done"):
                many.step(wrong)
        with pytest.raises(ValueError, match="not one action for each"):
            many.step(allowed[:1])
        many.step(allowed)
    finally:
        many.close()


def test_there_is_at_least_one() -> None:
    with pytest.raises(ValueError, match="numbers from 1"):
        ManyBattles(0)
