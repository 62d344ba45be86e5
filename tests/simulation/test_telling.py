"""Which attack a loss counts for."""

import pytest

from portable_wargame.consultation.luck import kinds
from portable_wargame.game.dice import Dice, LaidOut
from portable_wargame.scenario import library
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.simulation.fighting import deciders
from portable_wargame.simulation.trials.trial import Fight, Trial
from portable_wargame.toll.crediting import Blow
from portable_wargame.toll.following import Teller
from tests.table import scenario

# Losses that nobody threw an attack for.
NOBODY_S = ("modern.gas.hit", "modern.minefields.hit", "modern.air.endurance", "modern.air.must-activate")


def followed(name: str, level: str, number: int) -> Teller:
    fight = Fight(Trial(library.load(name), (level, level), 3), number)
    teller = Teller(fight.game, kinds())
    for side in deciders(fight.game):
        teller.carry_out(fight.choice(side))
    return teller


def side_of(teller: Teller, blow: Blow) -> int:
    battle = teller.game.battle
    return battle.side_of(battle.roster.unit_ids.index(blow.unit))


def test_a_gun_is_credited_with_what_its_own_shot_did() -> None:
    tree = scenario("classic", red=["r1 artillery b2 n"], blue=["b1 artillery b5 s", "b2 artillery d5 s"])
    # Red's gun hits, both of blue's miss; the fourth die says what the hit does: a strength point.
    game = new_game(read_tree(tree), Dice(LaidOut([6, 1, 1, 1], 1).die))
    teller = Teller(game, kinds())
    while game.battle.turn < 2 and not teller.losses:
        teller.carry_out(game.options()[0])
    assert [loss[1] for loss in teller.losses] == ["b1"]
    assert [(moment[1], moment[2]) for moment in teller.decisive()] == [("r1", "bombard")]
    assert teller.decisive()[0][4] > 0


@pytest.mark.parametrize(
    "name", ["harrow-ridge", "last-wagon", "spitzberg", "fort-solace", "sallow-wood", "vaylen-line"]
)
def test_every_loss_counts_for_the_attack_that_was_thrown_for_it(name: str) -> None:
    hurt_in_his_own_fight = 0
    for number in range(6):
        teller = followed(name, "eager", number)
        thrown_for = sum(loss[3] for loss in teller.losses if loss[4] not in NOBODY_S)
        assert sum(sum(blow.cost) for blow in teller.blows) == thrown_for
        for blow in teller.blows:
            own = blow.cost[side_of(teller, blow)]
            if blow.verb == "fight":
                hurt_in_his_own_fight += own
            elif name not in ("sallow-wood", "vaylen-line"):  # where shells scatter, and may strike friends
                assert own == 0, (blow.unit, blow.verb, blow.cell)
    assert hurt_in_his_own_fight or name != "harrow-ridge"
