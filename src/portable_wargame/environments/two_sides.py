"""A battle as a PettingZoo environment: the side that decides is the agent that is asked (AEC).

The reward comes at the end: 1 for the winner, -1 for the loser, 0 for both in a draw.
"""

import random
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from ..battle.battle import NOBODY
from ..game.actions import Action
from ..game.dice import Dice
from ..game.errors import Refusal
from ..game.game import Game
from ..game.views import view
from ..scenario.model import Scenario
from ..scenario.setup import new_game
from .sight import MOST_OPTIONS, Observation, observed, options_now, spaces_of


class TwoSides(AECEnv):  # type: ignore[misc]  # the library has no types
    metadata = {"name": "portable_wargame_v1", "is_parallelizable": False, "render_modes": []}  # noqa: RUF012

    def __init__(self, scenario: Scenario, actions: int = MOST_OPTIONS) -> None:
        super().__init__()
        self.scenario = scenario
        self.actions = actions
        self.possible_agents = [side.id for side in scenario.sides]
        self.seen = spaces_of(scenario, actions)
        self.chosen = spaces.Discrete(actions)
        self.render_mode = None
        self.battles = random.Random(0)  # where the dice of the next battle come from

    def observation_space(self, agent: str) -> Any:
        return self.seen

    def action_space(self, agent: str) -> Any:
        return self.chosen

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.battles = random.Random(seed)
        self.game: Game = new_game(self.scenario, Dice(self.battles.getrandbits(32)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.open: list[Action] = []
        self._ask()

    def _ask(self) -> None:
        """Turn to the side that decides now; if the battle is over, tell both."""
        if self.game.question() is not None:
            self.open = options_now(self.game, self.actions)
            self.agent_selection = self.possible_agents[self.game.decider()]
            return
        self.open = []
        winner = self.game.battle.winner
        for side, agent in enumerate(self.possible_agents):
            self.terminations[agent] = True
            self.rewards[agent] = 0.0 if winner == NOBODY else 1.0 if winner == side else -1.0

    def observe(self, agent: str) -> Observation:
        """As that side may know it; only the side that decides has anything to choose."""
        side = self.possible_agents.index(agent)
        mine = self.open if self.game.question() is not None and self.game.decider() == side else []
        return observed(view(self.game, side, random.Random(0)), side, mine, self.actions)

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < len(self.open):
            raise Refusal(f"there is no action {action}; action_mask has {len(self.open)}, from 0")
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.game.perform(self.open[int(action)])
        self._ask()
        self._accumulate_rewards()

    def render(self) -> None:
        """There is nothing to see here: `pw draw` and the terminal draw boards."""

    def close(self) -> None:
        """Nothing is held open."""
