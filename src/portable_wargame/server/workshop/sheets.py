"""A draft on paper: a picture of its map, or the print pack."""

import base64

from ..._extras import missing
from ...pictures.places import scenario_picture
from ...scenario.model import Scenario
from ...scenario.reading import read_tree
from .drafts import SheetMade, SheetWanted


def sheet(wanted: SheetWanted) -> SheetMade:
    scenario = read_tree(wanted.scenario)
    if wanted.kind == "svg":
        return SheetMade(data=scenario_picture(scenario))
    return SheetMade(data=base64.b64encode(pack(scenario)).decode())


def pack(scenario: Scenario) -> bytes:
    try:
        from ...printing.options import Options
        from ...printing.pack import print_pack
    except ImportError:
        raise missing("print") from None
    return print_pack(scenario, Options())
