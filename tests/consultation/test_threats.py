"""Threats are what each enemy could fire at, and nothing else; the reference of a battle names what is on its table."""

from portable_wargame.consultation.field_of_fire import field_of_fire
from portable_wargame.consultation.threats import threats
from portable_wargame.record.keys import Seed
from portable_wargame.record.session import Session
from portable_wargame.scenario.library import load
from portable_wargame.server.wire.referred import reference_told


def test_threats_are_the_fields_of_fire_of_the_enemy() -> None:
    game = Session(load("harrow-ridge"), Seed(1).dice()).game
    found = threats(game, 0)
    enemies = game.battle.units(1)
    pairs = {(cell, enemy) for enemy in enemies for cell in field_of_fire(game, enemy).seen}
    assert {(cell, enemy) for cell, told in found.items() for enemy in told} == pairs
    assert pairs


def test_the_reference_finds_every_unit_type_and_feature_of_the_battle() -> None:
    for name in ("harrow-ridge", "red-gate-pass", "adlerbruck", "brannock-heath"):
        scenario = load(name)
        told = reference_told(scenario, 1)
        first = {row[0] for section in told.sections for table in section.tables for row in table.rows}
        types = {unit.type for side in scenario.sides for unit in side.units}
        features = {feature for cell in scenario.features for feature in cell}
        assert {told.called[one] for one in types | features} <= first, name
