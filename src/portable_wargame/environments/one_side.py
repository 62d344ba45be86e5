"""A battle as a Gymnasium environment: the learner leads one side, a computer player the other."""

import random
from typing import Any

import gymnasium
from gymnasium import spaces

from ..ai.opponents.players import Player, choose, player
from ..battle.battle import NOBODY
from ..game.dice import Dice
from ..game.errors import Refusal
from ..game.game import Game
from ..scenario.model import Scenario
from ..scenario.setup import new_game
from .sight import MOST_OPTIONS, Observation, mask_of, observed, options_now, spaces_of

ILLEGAL = -1.0  # the reward for an action that the mask forbids; it ends the battle as lost


class OneSide(gymnasium.Env[Observation, Any]):
    """The reward comes at the end: 1 for a victory, -1 for a defeat, 0 for a draw."""

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(self, scenario: Scenario, side: str, opponent: str = "sergeant", actions: int = MOST_OPTIONS) -> None:
        ids = [one.id for one in scenario.sides]
        if side not in ids:
            raise Refusal(f"there is no side {side!r}; there are {' and '.join(ids)}")
        self.scenario = scenario
        self.side = ids.index(side)
        self.level = opponent
        self.actions = actions
        self.observation_space = spaces_of(scenario, actions)
        self.action_space = spaces.Discrete(actions)
        self.enemy: Player = player(opponent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        dice, luck = (int(one) for one in self.np_random.integers(2**32, size=2))
        self.luck = random.Random(luck)
        self.enemy = player(self.level)
        self.game: Game = new_game(self.scenario, Dice(dice))
        self._let_the_enemy_act()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not 0 <= int(action) < len(self.open):
            return self._seen(), ILLEGAL, True, False, {"illegal": True}
        self.game.perform(self.open[int(action)])
        self._let_the_enemy_act()
        winner = self.game.battle.winner
        over = self.game.question() is None
        reward = 0.0 if not over or winner == NOBODY else 1.0 if winner == self.side else -1.0
        return self._seen(), reward, over, False, {}

    def _let_the_enemy_act(self) -> None:
        while self.game.question() is not None and self.game.decider() != self.side:
            self.game.perform(choose(self.enemy, self.game, self.luck, 100).action)
        self.open = options_now(self.game, self.actions) if self.game.question() is not None else []

    def action_masks(self) -> Any:
        """What masked learners ask for by this name."""
        return mask_of(self.open, self.actions).astype(bool)

    def _seen(self) -> Observation:
        return observed(self.game, self.side, self.open, self.actions)
