"""When the compiled engine is meant to be tested, it is the one that is tested."""

import os

import pytest

from portable_wargame.ai.judgement import plans
from portable_wargame.battle import battle
from portable_wargame.game import game
from portable_wargame.grid import grid
from portable_wargame.rules.movement import march


@pytest.mark.parity
def test_the_engine_is_compiled_exactly_when_it_is_meant_to_be() -> None:
    expected = os.environ.get("PW_ENGINE") == "compiled"
    for module in (grid, battle, game, march, plans):
        assert (not str(module.__file__).endswith(".py")) == expected, module.__file__


@pytest.mark.parity
def test_a_battle_has_room_for_what_it_declares_and_for_nothing_else() -> None:
    with pytest.raises(AttributeError):
        setattr(battle.Battle(), "weather", "fair")  # noqa: B010, mypy knows that there is none
