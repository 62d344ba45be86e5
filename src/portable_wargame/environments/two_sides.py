"""A battle as a PettingZoo environment: the side that decides is the selected agent (AEC).

The reward comes at the end: 1 for the winner, -1 for the loser, 0 for both in a draw; `info` then says why.
"""

import random
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv

from ..scenario.model import Scenario
from .engagement import RENDER_MODES, Engagement, refuse_unknown_mode, scenario_called
from .observing import Observation


class TwoSides(AECEnv):  # type: ignore[misc]  # the library has no types
    metadata: ClassVar[dict[str, Any]] = {
        "name": "portable_wargame_v2",
        "is_parallelizable": False,
        "render_modes": RENDER_MODES,
        "render_fps": 4,
    }

    def __init__(self, scenario: Scenario | str = "harrow-ridge", render_mode: str | None = None) -> None:
        super().__init__()
        refuse_unknown_mode(render_mode)
        self.fight = Engagement(scenario_called(scenario))
        self.possible_agents = list(self.fight.sides)
        self.seen = self.fight.observer.space()
        self.chosen = spaces.Discrete(self.fight.observer.codes.number)
        self.render_mode = render_mode
        self.battles = random.Random(0)  # the source of the next battle's dice

    def observation_space(self, agent: str) -> Any:
        return self.seen

    def action_space(self, agent: str) -> Any:
        return self.chosen

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.battles = random.Random(seed)
        self.fight.begin(self.battles.getrandbits(32))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Turn to the side that decides now; if the battle is over, tell both."""
        fight = self.fight
        fight.ask()
        if not fight.is_over():
            self.agent_selection = self.possible_agents[fight.game.decider()]
            return
        for side, agent in enumerate(self.possible_agents):
            self.terminations[agent] = True
            self.rewards[agent] = fight.reward(side)
            self.infos[agent] = fight.told(side)

    def observe(self, agent: str) -> Observation:
        """The battle as that side may know it; only the side that decides has anything to choose."""
        return self.fight.observed(self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.fight.perform(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.fight.drawn(self.render_mode)

    def close(self) -> None:
        """Nothing to close."""
