"""The opponents and what a scenario may add: they want what brings points, and keep hidden what is better hidden."""

import random

import pytest

from portable_wargame.ai.judgement.aims import LOSES, WINS, Aims
from portable_wargame.ai.judgement.ready import ready
from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.grid.names import cell_named
from tests.rules.test_secrets import ambush, hide
from tests.rules.test_settings import contested
from tests.table import RED_FIRST, Table


def test_what_brings_points_is_to_be_taken_kept_or_denied() -> None:
    points = [{"side": "red", "hold": ["c1", "d4"], "points": 2}, {"side": "blue", "exit": "south", "points": 1}]
    at = Table(contested("square", points=points), RED_FIRST, 1)
    grid = at.session.game.battle.field.grid
    red, blue = (Aims(at.session.game, side) for side in (0, 1))
    assert (red.keep, red.take) == ([cell_named(grid, "c1")], [cell_named(grid, "d4")])
    assert (red.outlook, blue.outlook) == (WINS, LOSES)
    assert (red.block, blue.leave_by) == (["south"], ["south"])
    plain = Aims(Table(contested("square"), RED_FIRST, 1).session.game, 0)
    assert not (plain.keep or plain.take or plain.block)


def test_some_of_the_places_are_enough_to_wait() -> None:
    goal = {"side": "red", "hold": ["a1", "c1", "e1"], "at-least": 2, "at-turn": 3}
    game = Table(contested("square", victory=[goal]), RED_FIRST, 1).session.game
    assert Aims(game, 0).outlook == WINS


@pytest.mark.parametrize("level", ["recruit", "sergeant", "captain"])
def test_a_hidden_unit_lies_low_until_somebody_is_near(level: str) -> None:
    far = Table(ambush("square", blue=["b1 infantry f6 s", "b2 infantry e6 s"], turns=20), RED_FIRST, 1)
    near = Table(ambush("square", blue=["b1 infantry c5 s", "b2 infantry f6 s"], turns=20), RED_FIRST, 1)
    for at in (far, near):
        hide(at)
    assert 0 not in ready(far.session.game)
    assert 0 in ready(near.session.game)
    luck = random.Random(1)
    while far.state["decides"] == "red":
        action = choose(player(level), far.session.game, luck, 1).action
        assert action.unit != 0
        far.session.carry_out(action)
