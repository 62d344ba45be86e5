"""A battle before anything has happened."""

from ..grid.compiler import i64, vec
from .battle import DEPLOYMENT, NO_CELL, NO_TASK, NOBODY, UNCOUNTED, UNDECIDED, WAITING, Battle
from .battlefield import Battlefield
from .objectives import Objectives
from .side import Roster
from .unit import UnitType


def set_out(field: Battlefield, roster: Roster, objectives: Objectives, type_of: list[UnitType]) -> Battle:
    """A battle before anything has happened, nobody placed yet."""
    units = len(roster.unit_ids)
    battle = Battle()
    battle.field = field
    battle.roster = roster
    battle.objectives = objectives
    battle.turn = 0
    battle.phase = DEPLOYMENT
    battle.first_side = NOBODY
    battle.acting = NOBODY
    battle.activations_left = UNCOUNTED
    battle.lost = [0, 0]
    battle.exhausted = [False, False]
    battle.deck = []
    battle.orders = []
    battle.clouds = []
    battle.concealed = []
    battle.points = [0, 0]
    battle.due_from = vec[i64]([0] * units)
    battle.winner = UNDECIDED
    battle.reason = ""
    battle.degree = ""
    battle.type_of = type_of
    battle.other_type = type_of.copy()
    battle.at = vec[i64]([WAITING] * units)
    battle.facing = vec[i64]([0] * units)
    battle.strength = vec[i64](roster.start_strength)
    battle.activity = vec[i64]([0] * units)
    battle.spare = vec[i64]([0] * units)
    battle.carried_by = vec[i64]([NOBODY] * units)
    battle.carrying = vec[i64]([NOBODY] * units)
    battle.pinned = [False] * units
    battle.left_over = [""] * units
    battle.crossing = vec[i64]([0] * units)
    battle.met_by = vec[i64]([NOBODY] * units)
    battle.driven_from = vec[i64]()
    battle.last_target = vec[i64]([NO_CELL] * units)
    battle.gas_shells = vec[i64]([0] * units)
    battle.bombs = vec[i64]([unit_type.bombs for unit_type in type_of])
    battle.turns_aloft = vec[i64]([0] * units)
    battle.task = vec[i64]([NO_TASK] * units)
    battle.task_target = vec[i64]([NO_CELL] * units)
    battle.task_turns = vec[i64]([0] * units)
    battle.features = field.features
    battle.altered = 0
    battle.here = vec[i64]([NOBODY] * field.grid.cells)
    battle.beside = vec[i64]([NOBODY] * units)
    battle.presence = [None, None]
    battle.above = vec[i64]([NOBODY] * field.grid.cells)
    return battle
