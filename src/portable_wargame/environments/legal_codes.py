"""A space of action codes that knows which codes are allowed now."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray


class LegalCodes(spaces.Discrete[np.int64]):
    """All codes; `sample()` draws one that is allowed now, unless you give it a mask."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.allowed: NDArray[np.int64] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is not None or probability is not None or self.allowed is None or not len(self.allowed):
            return super().sample(mask, probability)
        return np.int64(self.np_random.choice(self.allowed))
