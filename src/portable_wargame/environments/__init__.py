"""Level 12. Environments for learning programs, over the same engine: PettingZoo for both sides, Gymnasium for one.

Importing this package gives every scenario in the library an id, such as PortableWargame/HarrowRidge-v0; any other
scenario is fought in PortableWargame/Battle-v0.
"""

from importlib.util import find_spec

from .._extras import missing
from ..scenario import library

if find_spec("gymnasium") is None or find_spec("pettingzoo") is None:
    raise ImportError(str(missing("rl")))

import gymnasium

ONE = f"{__name__}.one_side:OneSide"
MANY = f"{__name__}.many_battles:ManyBattles"
ANY_SCENARIO = "PortableWargame/Battle-v0"


def id_of(scenario: str) -> str:
    """The id of a scenario in the library."""
    return f"PortableWargame/{scenario.title().replace('-', '')}-v0"


def register() -> None:
    gymnasium.register(ANY_SCENARIO, ONE, vector_entry_point=MANY)
    for name in library.names():
        gymnasium.register(id_of(name), ONE, vector_entry_point=MANY, kwargs={"scenario": name})


register()
