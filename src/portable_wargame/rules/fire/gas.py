"""Gas: a shell that leaves a cloud, which drifts for a few turns and hits anyone in it."""

from typing import Final

from ...battle.battle import NO_CELL, Battle, replaced
from ...battle.pieces import Cloud
from ...game.agenda import Step, StepKind
from ...game.changes import roll_on, tell_roll
from ...game.course import gather_clouds, spend_gas_shell
from ...game.events import Event
from ...game.game import Game
from ...game.tables import BEHIND_LEFT, BEHIND_RIGHT, FRONT_LEFT, FRONT_RIGHT, HIT, NO_NEED, ON_TARGET
from ...grid.compiler import i64
from ..combat.hits import all_struck, blow, push_blows
from ..movement.hiding import find_in
from .scatter import throw_for_landing

DRIFTS: Final = {
    ON_TARGET: "stays",
    FRONT_LEFT: "to-the-front",
    FRONT_RIGHT: "to-the-front",
    BEHIND_LEFT: "to-the-rear",
    BEHIND_RIGHT: "to-the-rear",
}


def fire_gas(game: Game, gun: int, target: i64) -> list[Step]:
    """Fired like any other shell; where it lands a cloud stands, and every unit there is hit once."""
    battle = game.battle
    rule = game.ruleset.gas
    landing = game.ruleset.artillery.landing
    assert rule is not None and landing is not None
    spend_gas_shell(game, gun)
    cell = throw_for_landing(game, landing, gun, target)
    if cell == NO_CELL:
        return []
    front_right, front_left = battle.field.grid.ways_out(target, battle.at[gun])
    gather_clouds(game, [*battle.clouds, Cloud(cell, front_left, front_right, rule.turns)])
    if game.log is not None:
        game.log.append(Event("cloud", rule.shell, battle.side_of(gun), gun, cell))
    side = battle.side_of(gun)
    return [
        blow(game, unit, HIT, side, rule.hit, struck_from=battle.at[gun])
        for unit in all_struck(battle, game.ruleset, cell)
    ]


class DriftCloud(StepKind):
    """At the start of the artillery phase, cloud by cloud (`step.cloud` is the next), each with its hits."""

    def run(self, game: Game, step: Step) -> None:
        battle = game.battle
        rule = game.ruleset.gas
        if rule is None or step.cloud >= len(battle.clouds):
            return
        cloud = battle.clouds[step.cloud]
        faces = roll_on(game, 1, rule.drift)
        drift = rule.drift.effect(faces[0])
        tell_roll(game, "drift", rule.drift.clause, -1, -1, faces, [], faces, NO_NEED, [DRIFTS[drift]], cloud.cell)
        cell = drifted(game, cloud, drift)
        next_cloud = step.cloud
        if cell == NO_CELL:
            gather_clouds(game, battle.clouds[: step.cloud] + battle.clouds[step.cloud + 1 :])
        else:
            drifts = Cloud(cell, cloud.front_left, cloud.front_right, cloud.turns_left)
            gather_clouds(game, replaced(battle.clouds, step.cloud, drifts))
            next_cloud += 1
        if game.log is not None:
            kind = "cloud" if cell != NO_CELL else "cloud-gone"
            game.log.append(Event(kind, rule.drift.clause, cell=cell if cell != NO_CELL else cloud.cell))
        game.push(Step(DRIFT_CLOUD, cloud=next_cloud))
        if cell != NO_CELL:
            find_in(game, cell)
            struck = all_struck(battle, game.ruleset, cell)
            push_blows(game, [blow(game, unit, HIT, 1 - battle.side_of(unit), rule.hit) for unit in struck])


def drifted(game: Game, cloud: Cloud, drift: int) -> int:
    """Where the cloud goes; NO_CELL off the board."""
    return cloud.cell if drift == ON_TARGET else winds(game.battle, cloud)[drift]


def winds(battle: Battle, cloud: Cloud) -> dict[int, int]:
    """For each drift, the cell that a cloud reaches; NO_CELL off the board."""
    grid = battle.field.grid
    ways = {
        FRONT_LEFT: cloud.front_left,
        FRONT_RIGHT: cloud.front_right,
        BEHIND_LEFT: grid.opposite(cloud.front_right),
        BEHIND_RIGHT: grid.opposite(cloud.front_left),
    }
    return {drift: grid.neighbour[cloud.cell][way] for drift, way in ways.items()}


def thin_out(game: Game) -> None:
    """At the end of a turn."""
    battle = game.battle
    rule = game.ruleset.gas
    if rule is None or not battle.clouds:
        return
    left: list[Cloud] = []
    for cloud in battle.clouds:
        if cloud.turns_left > 1:
            left.append(Cloud(cloud.cell, cloud.front_left, cloud.front_right, cloud.turns_left - 1))
        elif game.log is not None:
            game.log.append(Event("cloud-gone", rule.drift.clause, cell=cloud.cell))
    gather_clouds(game, left)


DRIFT_CLOUD: Final = DriftCloud("a gas cloud drifts")
