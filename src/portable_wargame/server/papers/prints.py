"""The print pack for the page: which scenario, on what paper, in which sizes."""

import math
from typing import Annotated, Literal

from msgspec import Meta, field

from ..._extras import missing
from ...game.errors import Refusal
from ...scenario.model import Scenario
from ..wire.documents import Settings, Wanted
from ..wire.messages import Name
from ..wire.trees import Scenario as ScenarioTree

MOST_SHEETS = 80  # sheets of a map: more is a mistake, or takes too long while somebody waits
SHEET = (180.0, 250.0)  # mm of a board that a sheet holds, at least
Size = Annotated[str, Meta(max_length=20)]


class PrintWanted(Wanted):
    """`POST /api/print`: a scenario by its name, or as a tree, and how it is to be printed; sizes as `pw print` takes
    them."""

    scenario: Name | ScenarioTree
    options: list[Name] | None = None
    house_rules: Settings | None = None
    paper: Literal["a4", "letter"] = "a4"
    cell: Size = "50mm"
    counters: Size = "20mm"
    ink: Literal["full", "light"] = "full"
    # Empty: all of them.
    parts: list[Literal["map", "counters", "roster", "reference", "briefings", "cards"]] = field(default_factory=list)
    # The address of the page, for the QR code that opens the battle; none without it.
    url: Annotated[str, Meta(max_length=300)] = ""


def printed(scenario: Scenario, wanted: PrintWanted) -> bytes:
    try:
        from ...printing.options import PARTS, options
        from ...printing.pack import print_pack
    except ModuleNotFoundError:
        raise missing("print") from None
    parts = ",".join(wanted.parts or PARTS)
    chosen = options(wanted.paper, wanted.cell, wanted.counters, wanted.ink, parts, wanted.url)
    across, down = scenario.columns * chosen.cell, scenario.rows * chosen.cell
    sheets = math.ceil(across / SHEET[0]) * math.ceil(down / SHEET[1])
    if "map" in chosen.parts and sheets > MOST_SHEETS:
        raise Refusal(f"a map of about {sheets} sheets is too much for the page: choose smaller cells, or use pw print")
    return print_pack(scenario, chosen)
