"""Level 11. Environments for learning programs, over the same engine: PettingZoo for both sides, Gymnasium for one."""

from importlib.util import find_spec

from .._extras import missing

if find_spec("gymnasium") is None or find_spec("pettingzoo") is None:
    raise ImportError(str(missing("rl")))
