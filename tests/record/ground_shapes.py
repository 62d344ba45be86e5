"""The shapes of some maps as the pictures draw them. `web/src/board/ground/shapes.test.ts` holds the page's drawing
against them, so that a map has one look; `python -m tests.record.ground_shapes` writes them again."""

import json
from pathlib import Path

from portable_wargame.battle.terrain import BUILT_UP, RIVER, ROAD, WOODS
from portable_wargame.pictures.ground.land import Land
from portable_wargame.pictures.ground.outlines import Smoothing, hard_outline, soft_outline
from portable_wargame.pictures.ground.ways import broads, lines
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import laid_out
from portable_wargame.scenario.writing import tree

KEPT = Path(__file__).resolve().parents[2] / "web" / "src" / "board" / "ground" / "shapes.json"
# Squares and hexes, with woods, hills, towns, roads, rivers and the sea.
MAPS = ("harrow-ridge", "millford-bridge", "port-sabine", "sallow-wood", "soor-villages", "wadi-halim")


def shapes() -> list[dict[str, object]]:
    return [_shapes(name) for name in MAPS]


def _shapes(name: str) -> dict[str, object]:
    scenario = library.load(name)
    battle = laid_out(scenario).battle
    land = Land(battle.field.grid, tuple(battle.features))
    ground = tree(scenario)["map"]
    hills = {step: land.heights(step) for step in (1, 2)}
    return {
        "name": name,
        "grid": scenario.grid,
        "rows": ground["rows"],
        "legend": ground.get("legend", {}),
        "layers": {
            "forest-floor": soft_outline(land, land.cells(WOODS), Smoothing(2, 3.5, 5)),
            "town": soft_outline(land, land.cells(BUILT_UP), Smoothing(1, 1, 8)),
            "hill-1": soft_outline(land, hills[1], Smoothing(3, 4, 1)),
            "hill-2": soft_outline(land, hills[2], Smoothing(6, 4, 2)),
            "river": lines(land, RIVER),
            "river broad": broads(land),
            "road": lines(land, ROAD),
            "board": hard_outline(land, range(battle.field.grid.cells)),
        },
    }


if __name__ == "__main__":
    KEPT.write_text(json.dumps(shapes(), indent="\t", ensure_ascii=False) + "\n", "utf-8")
