"""A battle as a Gymnasium environment: the learner leads one side, an opponent the other."""

import copy
import random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..game.errors import Refusal
from ..scenario.model import Scenario
from .engagement import RENDER_MODES, Engagement, refuse_unknown_mode, scenario_called
from .legal_codes import LegalCodes
from .observing import Observation
from .opponents import Policy, opponent

# The effect of an action that the mask forbids.
REFUSE = "refuse"  # a ValueError, and nothing has changed
LOSE = "lose"  # the learner has lost


class OneSide(gymnasium.Env[Observation, Any]):
    """The reward comes at the end: 1 for a victory, -1 for a defeat, 0 for a draw; `info` then says why."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        scenario: Scenario | str = "harrow-ridge",
        side: str | None = None,
        opponent: str | Policy = "sergeant",
        illegal: str = REFUSE,
        render_mode: str | None = None,
    ) -> None:
        refuse_unknown_mode(render_mode)
        self.fight = Engagement(scenario_called(scenario))
        ids = self.fight.sides
        if side is not None and side not in ids:
            raise Refusal(f"there is no side {side!r}; choose from {' and '.join(ids)}")
        self.side = ids.index(side) if side is not None else 0
        if illegal not in (REFUSE, LOSE):
            raise Refusal(f"illegal is {illegal!r}; it is {REFUSE} (a ValueError) or {LOSE} (the battle)")
        self.illegal = illegal
        self.level = opponent
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Observation] = self.fight.observer.space()
        self.action_space: LegalCodes = LegalCodes(self.fight.observer.codes.number)
        self.enemy = self._enemy(random.Random(0))  # refuse a level that does not exist

    def beside(self) -> "OneSide":
        """Another environment like this one, made more cheaply than from the scenario."""
        other = copy.copy(self)
        other.fight = self.fight.beside()
        other.action_space = LegalCodes(int(self.action_space.n))
        other.enemy = other._enemy(random.Random(0))
        other._np_random = None
        return other

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        dice, luck = (int(one) for one in self.np_random.integers(2**32, size=2))
        self.enemy = self._enemy(random.Random(luck))
        self.fight.begin(dice)
        self._let_the_enemy_act()
        return self.fight.observed(self.side), self.fight.told(self.side)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        fight = self.fight
        try:
            fight.perform(action)
        except ValueError as problem:
            if self.illegal == REFUSE:
                raise
            return fight.observed(self.side), -1.0, True, False, {"result": "illegal", "reason": str(problem)}
        self._let_the_enemy_act()
        return fight.observed(self.side), fight.reward(self.side), fight.is_over(), False, fight.told(self.side)

    def action_masks(self) -> NDArray[np.bool_]:
        """Masked learners ask for it by this name."""
        mask = np.zeros(self.fight.observer.codes.number, np.bool_)
        mask[self.fight.codes] = True
        return mask

    def render(self) -> Any:
        return self.fight.drawn(self.render_mode)

    def _enemy(self, luck: random.Random) -> Any:
        return opponent(self.level, self.fight, luck)

    def _let_the_enemy_act(self) -> None:
        fight = self.fight
        while not fight.is_over() and fight.game.decider() != self.side:
            self.enemy()
        fight.ask()
        self.action_space.allowed = fight.codes
