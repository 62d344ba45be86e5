"""The meaning of sides and units: what the structure cannot say about them."""

from ...game.ruleset import Ruleset
from ..board import Board
from ..problems import Findings
from .armies import check_muster, check_sides
from .arrivals import check_arrivals
from .listed import Forces, Table
from .places import check_load, check_sharing, check_whereabouts
from .units import check_unit
from .zones import check_zones


def check_forces(tree: Table, book: Ruleset | None, board: Board | None, findings: Findings) -> Forces:
    """Check everything about the sides and units of one tree whose structure is sound."""
    forces = Forces(tree, book, board, findings)
    check_sides(forces)
    for unit in forces.units:
        check_unit(forces, unit)
    for unit in forces.units:
        check_load(forces, unit)
    for unit in forces.units:
        check_whereabouts(forces, unit)
    check_arrivals(forces)
    check_sharing(forces)
    check_muster(forces)
    check_zones(forces)
    return forces
