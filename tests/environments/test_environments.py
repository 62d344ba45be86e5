"""The environments pass their libraries' own tests, and masks are exactly what the rules allow."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from portable_wargame.battle.battle import NOBODY
from portable_wargame.environments.one_side import OneSide
from portable_wargame.environments.sight import UNSAID, options_now
from portable_wargame.environments.two_sides import TwoSides
from portable_wargame.game.dice import Dice
from portable_wargame.game.errors import Refusal
from portable_wargame.rules.turn.activation import ACTIVATE
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import begun, laid_out
from portable_wargame.speech.verbs import VERBS
from tests.simulation.samples import mirror


def two_sides() -> TwoSides:
    return TwoSides(library.load("port-sabine"))


def test_pettingzoo_finds_nothing_wrong() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # dictionaries as observations, names of agents
        api_test(two_sides(), num_cycles=300)
        seed_test(two_sides, num_cycles=60)


def test_gymnasium_finds_nothing_wrong() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(OneSide(mirror(), "south", "recruit"), skip_render_check=True)


def test_where_there_are_more_options_than_numbers_one_can_still_end() -> None:
    few = 40
    game = begun(laid_out(library.load("larch-breakout")), Dice(1))
    while game.question() is not ACTIVATE:
        game.perform(game.options()[-1])
    options = options_now(game, few)
    assert len(game.options()) > len(options) == few
    assert options[-1].verb == "end" and len(set(options)) == few


def test_a_battle_of_two_learners_ends_with_a_winner_and_a_loser_or_a_draw() -> None:
    env = TwoSides(mirror())
    luck = np.random.default_rng(5)
    env.reset(seed=5)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(5000):
        seen, reward, over, _, _ = env.last()
        rewards[agent] += reward
        mask = seen["action_mask"]
        if over:
            env.step(None)
            continue
        assert mask.sum() == len(env.game.options()) > 0
        assert env.observation_space(agent).contains(seen)
        env.step(luck.choice(np.flatnonzero(mask)))
    assert env.game.question() is None
    assert sum(rewards.values()) == 0 and set(rewards.values()) <= {-1.0, 0.0, 1.0}


@pytest.mark.parametrize("scenario", ["port-sabine", "larch-breakout", "sallow-wood"])
def test_what_each_action_would_do_can_be_seen(scenario: str) -> None:
    """Whatever differs between two options is in their rows, but for the way to the cell where a move ends."""
    env = TwoSides(library.load(scenario))
    luck = np.random.default_rng(3)
    env.reset(seed=3)
    for _ in range(60):
        seen, battle = env.observe(env.agent_selection), env.game.battle
        side = env.possible_agents.index(env.agent_selection)
        rows = seen["options"]
        assert (rows[len(env.open) :] == UNSAID).all()
        different = {(*one.words()[:4], one.path[-1:], *one.words()[5:]) for one in env.open}
        assert len({tuple(row) for row in rows[: len(env.open)]}) == len(different)
        for option, words in zip(env.open, rows, strict=False):
            assert list(VERBS)[words[0]] == option.verb
            if option.unit != NOBODY:
                assert seen["units"][words[1]][0] == 1.0
                assert battle.roster.first[side] + words[1] == option.unit
            cell = option.path[-1] if option.path else option.target
            if cell >= 0:
                assert seen["ground"][words[3]][words[2]] == battle.features[cell]
        env.step(luck.integers(len(env.open)))


def test_a_learner_leads_one_side() -> None:
    env = OneSide(mirror(), "north", "recruit")
    luck = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    again, _ = OneSide(mirror(), "north", "recruit").reset(seed=1)
    assert all((seen[key] == again[key]).all() for key in seen)
    over, total = False, 0.0
    while not over:
        assert env.game.decider() == 0
        assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
        assert (seen["units"][:3, 0] == 1).all() and (seen["units"][3:, 0] == 0).all()
        seen, reward, over, _, _ = env.step(luck.choice(np.flatnonzero(seen["action_mask"])))
        total += reward
    assert total in (-1.0, 0.0, 1.0)


def test_a_forbidden_action_loses() -> None:
    env = OneSide(mirror(), "north", "recruit")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(1023)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})
    env.reset(seed=1)
    assert env.step(-1)[1:3] == (-1.0, True)


@pytest.mark.parametrize("action", [-1, 2047, None])
def test_two_sides_refuse_what_the_mask_forbids(action: int | None) -> None:
    env = two_sides()
    env.reset(seed=1)
    before = env.game.options()
    with pytest.raises(Refusal, match="there is no action"):
        env.step(action)
    assert env.game.options() == before


def test_a_side_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refusal, match="there is no side 'west'; there are north and south"):
        OneSide(mirror(), "west")
