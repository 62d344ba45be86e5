"""A survey offers exactly what the rules allow, and tells the truth about what it sees."""

import pytest

from portable_wargame.battle.battle import NO_CELL
from portable_wargame.consultation.exposures import Exposures
from portable_wargame.consultation.field_of_fire import field_of_fire, hidden_by
from portable_wargame.consultation.survey import destinations, offer
from portable_wargame.consultation.view import cell_called
from portable_wargame.game.game import Game
from portable_wargame.rules.fire.line_of_sight import BLOCKED, sight
from portable_wargame.server.wire.consulted import destination_told, offer_told
from portable_wargame.speech.notation import action_from_tree
from portable_wargame.speech.verbs import verb
from tests.playing import game_after
from tests.table import draw

BATTLES = ["harrow-ridge", "thorn-drift", "spitzberg", "road-to-orlec", "brannock-heath", "fort-solace"]


def positions(scenario: str) -> list[Game]:
    return [game_after(scenario, seed, actions) for seed, actions in ((1, 0), (2, 7), (3, 25))]


@pytest.mark.parametrize("scenario", BATTLES)
def test_it_offers_what_the_rules_allow_no_more_and_no_less(scenario: str) -> None:
    for game in positions(scenario):
        every = game.options()
        assert {action.unit for action in every if action.unit >= 0} >= set(game.units())
        unchosen = game.answers()
        for unit in game.units():
            options = game.options_of(unit)
            assert options
            own = [action for action in every if action.unit == unit and action not in unchosen]
            offered = [offer_told(game, offer(game, act)).action for act in options if not verb(act.verb).goes]
            for found in destinations(game, unit, [action for action in options if verb(action.verb).goes]):
                place = destination_told(game, found)
                offered += [place.action | {"facing": facing} for facing in place.facings]
            told = [game.settle(action_from_tree(game.battle, tree)) for tree in offered]
            assert all(action in own for action in told)
            assert all(action in told or game.agenda[-1].unit >= 0 for action in own)


@pytest.mark.parametrize("scenario", BATTLES)
def test_what_hides_a_cell_is_named_exactly_where_it_is_hidden(scenario: str) -> None:
    game = positions(scenario)[1]
    battle = game.battle
    for unit in range(len(battle.at)):
        if battle.on_board(unit):
            for cell in range(battle.field.grid.cells):
                hidden = sight(battle, battle.at[unit], cell) == BLOCKED
                assert (hidden_by(game, battle.at[unit], cell) != NO_CELL) == hidden


def test_the_field_of_fire_has_its_arc_and_what_blocks_it() -> None:
    rows = "\n".join([". . . . .", ". . . . .", ". . . . .", ". . w . .", ". . . . ."])
    scene = draw("classic", rows, red=["r1 infantry c1 n"], blue=["b1 infantry e5 s"]).session.game
    unit = scene.battle.roster.unit_ids.index("r1")
    arc, seen, blocked = field_of_fire(scene, unit)
    cells = {name: cell_called(scene, name) for name in ("a1", "b2", "c2", "c3")}
    assert cells["b2"] in seen
    assert cells["a1"] not in arc
    assert set(arc) == set(seen) | {one.cell for one in blocked}
    behind = {one.cell: one for one in blocked}[cells["c3"]]
    assert (behind.by, behind.reason.clause) == (cells["c2"], "classic.fire.line-of-sight")
    assert behind.reason.text == "Infantry r1 can't see c3"


def test_who_comes_next_to_an_enemy_is_exposed_to_him() -> None:
    game = game_after("harrow-ridge", 2, 12)
    battle = game.battle
    unit = next(unit for unit in battle.units(0) if battle.on_board(unit))
    enemy = next(enemy for enemy in battle.units(1) if battle.on_board(enemy))
    cell = next(cell for cell in battle.field.grid.neighbours[battle.at[enemy]] if battle.is_empty(cell))
    assert (enemy, "fight") in Exposures(game, unit).at(cell)
