"""The environments pass their libraries' own tests, show what a side may know, and say how a battle ended."""

import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from portable_wargame import environments
from portable_wargame.ai.numbers.sight import COLUMNS, FACES_FROM, SITUATION
from portable_wargame.battle.pieces import Order
from portable_wargame.environments.observing import CONDITION, GROUND, Observation
from portable_wargame.environments.one_side import OneSide
from portable_wargame.environments.two_sides import TwoSides
from portable_wargame.game.errors import Refusal
from portable_wargame.scenario import library
from portable_wargame.speech.state import state_tree
from tests.simulation.samples import mirror


def two_sides() -> TwoSides:
    return TwoSides("port-sabine")


def test_pettingzoo_finds_nothing_wrong() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # dictionaries as observations, names of agents
        api_test(two_sides(), num_cycles=300)
        seed_test(two_sides, num_cycles=60)


@pytest.mark.parametrize("mode", [None, "ansi", "svg"])
def test_gymnasium_finds_nothing_wrong(mode: str | None) -> None:
    """Its check chooses before the battle begins, so that here the choice may be one that is not allowed."""
    env = gymnasium.make("PortableWargame/TollHouse-v0", opponent="recruit", illegal="lose", render_mode=mode)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*render")  # of modes that are neither frames nor text
        check_env(env.unwrapped)


def test_gymnasium_finds_nothing_wrong_with_a_strict_one_that_begins_with_deployment() -> None:
    check_env(OneSide("kaltenbach-crossing", opponent="eager"), skip_render_check=True)


def test_every_scenario_of_the_library_has_an_id() -> None:
    for name in library.names():
        assert gymnasium.spec(environments.id_of(name)).kwargs == {"scenario": name}
    env = gymnasium.make("PortableWargame/Battle-v0", scenario=mirror(), side="south", opponent="random")
    env.reset(seed=1)
    assert "PortableWargame/HarrowRidge-v0" in gymnasium.registry


def battle_of(env: OneSide, seed: int) -> tuple[float, dict[str, Any]]:
    env.reset(seed=seed)
    env.action_space.seed(seed)
    over, reward = False, 0.0
    info: dict[str, Any] = {}
    while not over:
        assert info == {} and reward == 0
        _, reward, over, truncated, info = env.step(env.action_space.sample())
        assert not truncated
    return reward, info


@pytest.mark.parametrize(
    "opponent", ["random", "eager", "recruit", "sergeant", lambda seen: seen["action_mask"].argmax()]
)
def test_a_learner_leads_one_side_against_anybody(opponent: Any) -> None:
    env = OneSide(mirror(), "north", opponent)
    rewards = {battle_of(env, seed)[0] for seed in range(6)}
    assert rewards <= {-1.0, 0.0, 1.0} and rewards != {0.0}


def test_a_seed_gives_the_same_battle_again() -> None:
    one, other = (OneSide(mirror(), "north", "recruit") for _ in range(2))
    assert [battle_of(one, seed) for seed in (1, 2)] == [battle_of(other, seed) for seed in (1, 2)]


def test_at_the_end_it_is_told_who_has_won_and_why() -> None:
    env = OneSide("toll-house", "red", "random")
    seen = set()
    for seed in range(8):
        reward, info = battle_of(env, seed)
        seen.add(info["result"])
        assert info["result"] == {1.0: "victory", -1.0: "defeat", 0.0: "draw"}[reward]
        assert info["winner"] == {1.0: "red", -1.0: "blue", 0.0: None}[reward]
        assert info["reason"] == env.fight.game.battle.reason != ""
        assert info["turn"] == env.fight.game.battle.turn
    assert {"victory", "defeat"} <= seen


def test_a_battle_of_two_learners_ends_with_a_winner_and_a_loser_or_a_draw() -> None:
    env = TwoSides(mirror())
    luck = np.random.default_rng(5)
    env.reset(seed=5)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(5000):
        seen, reward, over, _, info = env.last()
        rewards[agent] += reward
        if over:
            assert info["result"] in ("victory", "defeat", "draw") and info["reason"]
            env.step(None)
            continue
        mask = seen["action_mask"]
        assert mask.sum() == len(set(env.fight.codes)) > 0
        assert env.observation_space(agent).contains(seen)
        idle = env.possible_agents[1 - env.possible_agents.index(agent)]
        assert env.observe(idle)["action_mask"].sum() == 0
        env.step(luck.choice(np.flatnonzero(mask)))
    assert env.fight.is_over()
    assert sum(rewards.values()) == 0 and set(rewards.values()) <= {-1.0, 0.0, 1.0}


def column(seen: Observation, name: str) -> Any:
    return seen["units"][:, COLUMNS.index(name)]


@pytest.mark.parametrize("name", ["harrow-ridge", "larch-breakout", "kaltenbach-crossing", "vaylen-line", "last-wagon"])
def test_a_side_sees_what_the_state_says(name: str) -> None:
    """Each column of each unit, against the public state of the same moment."""
    env = TwoSides(name)
    luck = random.Random(name)
    env.reset(seed=3)
    types = [kind.name for kind in env.fight.table.ruleset.unit_types]
    for _ in range(120):
        if env.fight.is_over():
            break
        game = env.fight.game
        battle, state = game.battle, state_tree(game)
        asked = state["question"]
        grid, roster = battle.field.grid, battle.roster
        units = {unit["id"]: unit for unit in state["units"]}
        for side, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            order = [*battle.units(side), *battle.units(1 - side)]
            for row, unit in enumerate(order):
                told = units.get(roster.unit_ids[unit])
                told_row = dict(zip(COLUMNS, seen["units"][row], strict=False))
                assert told_row["own"] == (row < len(battle.units(side)))
                if told is None:
                    assert seen["units"][row, 1:].sum() == 0
                    continue
                cell = battle.at[unit]
                assert types[seen["types"][row]] == told["type"]
                assert told_row["on-board"] == (told["at"] is not None) != told_row["to-come"]
                if cell >= 0:
                    assert round(told_row["column"] * (grid.columns - 1)) == grid.column(cell)
                    assert round(told_row["row"] * (grid.rows - 1)) == grid.row(cell)
                    faces = seen["units"][row, FACES_FROM:]
                    assert grid.shape.facings[faces.argmax()] == told["facing"] and faces.sum() == 1
                if told["sp"] is not None:
                    assert told_row["strength"] == pytest.approx(told["sp"] / int(roster.start_strength[unit]))
                else:
                    assert told_row["strength"] == 1
                assert (told_row["elite"], told_row["poor"]) == (told["quality"] == "elite", told["quality"] == "poor")
                for deed in ("activated", "moved", "fired", "fought", "finished"):
                    assert told_row[deed] == (deed in told["deeds"])
                for word in ("pinned", "crossing"):
                    assert told_row[word] == told[word]
                assert told_row["carried"] == (told["carried-by"] is not None)
                assert told_row["carrying"] == (told["carrying"] is not None)
                assert told_row["acting"] == (state["acting"] == told["id"])
                assert told_row["asked"] == (asked is not None and asked.get("unit") == told["id"])
                assert told_row["at-work"] == (told["task"] is not None)
                assert told_row["spare"] == pytest.approx(told["spare"] / 10)
                arrives = max(0, told["arrives"]["turn"] - battle.turn) if "arrives" in told else 0
                assert told_row["turns-to-come"] * battle.objectives.turns == pytest.approx(arrives, abs=1e-4)
            situation = dict(zip(SITUATION, seen["situation"], strict=False))
            assert situation["decides"] == (state["decides"] == agent)
            assert situation["turn"] == pytest.approx(state["turn"] / battle.objectives.turns)
            most = max(len(battle.units(whose)) for whose in (0, 1))
            assert situation["activations-left"] * most == pytest.approx(state["activations-left"] or 0, abs=1e-4)
            assert situation["acts-first"] == (state["first"] == agent)
            wire = [features & 1024 != 0 for features in battle.features]
            assert seen["ground"][GROUND.index("wire")].flatten().tolist() == wire
        env.step(luck.choice(env.fight.codes))


def test_objectives_are_seen_from_both_sides() -> None:
    env = TwoSides("toll-house")  # both want b2; both win by destroying 14 SP
    env.reset(seed=1)
    bridge = np.zeros((3, 3))
    bridge[1, 1] = 1
    for agent in env.possible_agents:
        seen = env.observe(agent)
        for name in ("own-hold", "enemy-hold"):
            assert (seen["ground"][GROUND.index(name)] == bridge).all()
        assert seen["ground"][GROUND.index("bridge")][1, 1] == 1
        rows = seen["conditions"]
        own = rows[rows[:, CONDITION.index("own")] == 1]
        assert len(rows) == 4 and len(own) == 2
        assert own[0][CONDITION.index("hold")] == 1 and own[0][CONDITION.index("at-turn")] == 1
        assert own[1][CONDITION.index("destroy-sp")] == 1


def test_what_the_enemys_guns_have_been_told_is_not_seen() -> None:
    env = TwoSides("harrow-ridge")
    env.reset(seed=1)
    battle = env.fight.game.battle
    mine, theirs = env.possible_agents
    gun = next(unit for unit in battle.units(0) if battle.type_of[unit].artillery_range)
    before = env.observe(mine), env.observe(theirs)
    battle.orders = [Order(gun, 9)]
    after = env.observe(mine), env.observe(theirs)
    assert column(after[0], "ordered").sum() == 1
    assert column(after[0], "target-row")[gun] == pytest.approx(1 / (battle.field.grid.rows - 1))
    assert all((before[1][name] == after[1][name]).all() for name in before[1])


@pytest.mark.parametrize("action", [-1, 10**9, None, "fire"])
def test_what_the_mask_forbids_is_refused_and_nothing_changes(action: Any) -> None:
    both, one = two_sides(), OneSide(mirror(), "north", "recruit")
    for env in (both, one):
        env.reset(seed=1)
        before = env.fight.game.options()
        with pytest.raises(ValueError, match=r"is not allowed now|actions are numbers"):
            env.step(action)
        assert env.fight.game.options() == before


def test_the_refusal_says_what_the_code_means() -> None:
    env = OneSide("toll-house", opponent="eager")
    env.reset(seed=1)
    first = env.fight.observer.codes.blocks["lose-sp"].first
    with pytest.raises(ValueError, match=rf"action {first} \(verb lose-sp, unit 0\) is not allowed now"):
        env.step(first)


def test_a_forbidden_action_loses_where_that_was_asked_for() -> None:
    env = OneSide(mirror(), "north", "recruit", illegal="lose")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(-1)
    assert (reward, over, info["result"]) == (-1.0, True, "illegal")


def test_masked_learners_find_the_mask_by_its_name() -> None:
    env = OneSide(mirror(), "north", "recruit")
    seen, _ = env.reset(seed=1)
    assert (env.action_masks() == seen["action_mask"].astype(bool)).all()


def test_the_board_is_drawn() -> None:
    env = OneSide("toll-house", opponent="eager", render_mode="ansi")
    env.reset(seed=1)
    assert "Coast Brigade" in env.render()
    both = TwoSides("toll-house", render_mode="svg")
    both.reset(seed=1)
    assert str(both.render()).startswith("<svg")


@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        ({"side": "west"}, "there is no side 'west'; choose from north and south"),
        ({"opponent": "major"}, "there is no level 'major'; .*, marshal, adaptive, eager, random"),
        ({"illegal": "ignore"}, "illegal is 'ignore'"),
        ({"render_mode": "human"}, "there is no render mode 'human'"),
    ],
)
def test_what_there_is_not_is_refused(wish: dict[str, str], refusal: str) -> None:
    with pytest.raises(Refusal, match=refusal):
        OneSide(mirror(), **wish)
