"""Ground for random battles: a river from edge to edge with crossings, ridges, roads that lead somewhere, villages on
them, woods in clumps. Whatever is laid, units can walk from every part of the board to every other, in every book."""

import random
from dataclasses import dataclass

from ...battle.terrain import BRIDGE, BUILT_UP, FORD, HILL_1, HILL_2, RIVER, ROAD, WOODS
from ...grid.grid import Grid
from ..crossings import cheapest_way, is_dry, join_banks

SMALL = 5  # boards with a shorter side than this have room for one thing at a time
ON_A_HILL = HILL_1 | HILL_2


@dataclass(frozen=True)
class Country:
    """What kind of country: how likely a river is, and how much of the board the rest takes up."""

    river: float
    hills: float  # share of the cells
    woods: float
    villages: float  # for every hundred cells
    crossroads: float  # how likely a second road is


COUNTRIES = {
    "mixed": Country(river=0.4, hills=0.12, woods=0.13, villages=2.5, crossroads=0.6),
    "open": Country(river=0.2, hills=0.05, woods=0.05, villages=1.5, crossroads=0.5),
    "hilly": Country(river=0.2, hills=0.3, woods=0.1, villages=1.5, crossroads=0.3),
    "wooded": Country(river=0.3, hills=0.08, woods=0.3, villages=1.5, crossroads=0.3),
    "river": Country(river=1.0, hills=0.1, woods=0.12, villages=2.0, crossroads=0.5),
    "settled": Country(river=0.3, hills=0.06, woods=0.08, villages=5.0, crossroads=1.0),
}


class Ground:
    """A map in the making. The sides come from the south and the north, so the first road runs between those edges."""

    def __init__(self, grid: Grid, country: Country, across: bool, luck: random.Random) -> None:
        """`across`: a river has to lie between the sides."""
        self.grid = grid
        self.luck = luck
        self.features = [0] * grid.cells
        self.villages: list[list[int]] = []
        self.river: list[int] = []
        small = min(grid.columns, grid.rows) < SMALL
        if across or luck.random() < country.river:
            self._lay_river(across or small)
        self._raise_hills(round(country.hills * grid.cells))
        sites = self._village_sites(country)
        central = sorted(sites, key=lambda cell: abs(2 * grid.column(cell) + 1 - grid.columns))
        self._lay_road("south", "north", central[: 1 + grid.rows // 12])
        if not small and luck.random() < country.crossroads:
            self._lay_road("west", "east", central[:1])
        for site in sites:
            self._join_to_road(site)
        for site in sites:
            self._build_village(site)
        self._open_crossings()
        self._plant_woods(round(country.woods * grid.cells))

    def keep_only(self, features: int) -> None:
        """Take away what the book does not have."""
        self.features = [bits & features for bits in self.features]

    def has(self, cell: int, features: int) -> bool:
        return self.features[cell] & features != 0

    def dry(self, cell: int) -> bool:
        """Whether every unit of every book may stand there."""
        return is_dry(self.features[cell])

    # -- lines across the board

    def _middle_of(self, edge: str, share: float) -> list[int]:
        """The middle part of an edge, at least one cell."""
        cells = self.grid.edge(edge)
        aside = int(len(cells) * (1 - share) / 2)
        return cells[max(1, aside) : -max(1, aside)]

    def _lay_river(self, across: bool) -> None:
        """A river from edge to edge: between the sides, or anywhere, around a corner or along the road."""
        first, second = ("west", "east") if across else self.luck.sample(("west", "east", "south", "north"), 2)
        start = self.luck.choice(self._middle_of(first, 0.4))
        goal = self.luck.choice(self._middle_of(second, 0.4))
        cost = [1 + 3 * self.luck.random() for _ in range(self.grid.cells)]
        for cell in range(self.grid.cells):
            margin = min(self.grid.depth(cell, edge) for edge in ("south", "north"))
            if across and margin < (self.grid.rows - 1) // 3:
                cost[cell] += 100  # no side should begin in the water
        self.river = cheapest_way(self.grid, [start], {goal}, cost)
        for cell in self.river:
            self.features[cell] |= RIVER

    def _lay_road(self, first: str, second: str, sites: list[int]) -> None:
        """A road from edge to edge through these villages."""
        cost = self._road_costs()
        here = [self.luck.choice(self._middle_of(first, 0.6))]
        far_first = {site: self.grid.depth(site, first) for site in sites}
        for site in sorted(sites, key=lambda cell: far_first[cell]):
            here = self._pave(cheapest_way(self.grid, here, {site}, cost))
        self._pave(cheapest_way(self.grid, here, {self.luck.choice(self._middle_of(second, 0.6))}, cost))

    def _join_to_road(self, site: int) -> None:
        """A village off the road gets a lane to it."""
        roads = {cell for cell in range(self.grid.cells) if self.has(cell, ROAD)}
        self._pave(cheapest_way(self.grid, [site], roads, self._road_costs()))

    def _road_costs(self) -> list[float]:
        """A road avoids water and heights, and joins existing roads."""
        cost = [1 + 0.8 * self.luck.random() for _ in range(self.grid.cells)]
        for cell in range(self.grid.cells):
            if self.has(cell, RIVER):
                cost[cell] += 8
            if self.has(cell, HILL_2):
                cost[cell] += 12
            elif self.has(cell, HILL_1):
                cost[cell] += 2
            if self.has(cell, ROAD):
                cost[cell] = 0.4
        return cost

    def _pave(self, way: list[int]) -> list[int]:
        for cell in way:
            self.features[cell] |= ROAD | (BRIDGE if self.has(cell, RIVER) else 0)
        return way[-1:]

    # -- heights

    def _raise_hills(self, wanted: int) -> None:
        """Ridges: a line that may bend, widened; where it is broad, a crest of the second contour."""
        raised: set[int] = set()
        for _ in range(20):
            if len(raised) >= wanted:
                break
            raised |= self._ridge(min(wanted - len(raised), self.luck.randint(3, 5 + wanted // 3)))
        for cell in raised:
            around = self.grid.neighbours[cell]
            is_crest = len(around) == self.grid.faces and all(near in raised for near in around)
            self.features[cell] |= HILL_2 if is_crest else HILL_1

    def _ridge(self, size: int) -> set[int]:
        cell = self.luck.randrange(self.grid.cells)
        heading = self.luck.randrange(self.grid.faces)
        ridge: list[int] = []
        while cell >= 0 and not self.has(cell, RIVER) and len(ridge) < (size + 1) // 2:
            ridge.append(cell)
            if self.luck.random() < 0.3:
                heading = (heading + self.luck.choice((-1, 1))) % self.grid.faces
            cell = self.grid.neighbour[cell][heading]
        return self._grown(ridge, size, RIVER)

    def _grown(self, start: list[int], size: int, barred: int) -> set[int]:
        """The start and this many cells around it, those with most neighbours in the group first."""
        grown = set(start)
        while start and len(grown) < size:
            rim: dict[int, int] = {}
            for cell in sorted(grown):
                for near in self.grid.neighbours[cell]:
                    if near not in grown and not self.has(near, barred):
                        rim[near] = rim.get(near, 0) + 1
            if not rim:
                break
            grown.add(max(rim, key=lambda cell: rim[cell] + 1.5 * self.luck.random()))
        return grown

    # -- villages and woods

    def _village_sites(self, country: Country) -> list[int]:
        """Places for villages, well apart, off the water and off the heights."""
        wanted = round(country.villages * self.grid.cells / 100 + self.luck.random() - 0.3)
        sites: list[int] = []
        for _ in range(60):
            if len(sites) >= max(0, wanted):
                break
            cell = self.luck.randrange(self.grid.cells)
            apart = all(self.grid.distance(cell, other) > 3 for other in sites)
            if apart and len(self.grid.neighbours[cell]) == self.grid.faces and not self.has(cell, RIVER | ON_A_HILL):
                sites.append(cell)
        return sites

    def _build_village(self, site: int) -> None:
        """Houses on the road and, where the board is large enough, beside it."""
        size = min(self.luck.randint(1, 4), 1 + self.grid.cells // 40)
        village = sorted(self._grown([site], size, RIVER | ON_A_HILL | BUILT_UP))
        for cell in village:
            self.features[cell] |= BUILT_UP
        self.villages.append(village)

    def _plant_woods(self, wanted: int) -> None:
        planted = 0
        for _ in range(wanted):
            start = self.luck.randrange(self.grid.cells)
            if planted >= wanted:
                break
            if self.has(start, RIVER | ROAD | BUILT_UP | HILL_2 | WOODS):
                continue
            size = min(wanted - planted, self.luck.randint(2, 3 + wanted // 4))
            for cell in sorted(self._grown([start], size, RIVER | ROAD | BUILT_UP | HILL_2 | WOODS)):
                self.features[cell] |= WOODS
                planted += 1

    # -- crossings

    def _open_crossings(self) -> None:
        """Fords: until every bank can be reached, and no long stretch of the river lacks a way over."""
        join_banks(self.grid, self.features, [1 + self.luck.random() for _ in range(self.grid.cells)])
        wet = [cell for cell in self.river if not self.dry(cell)]
        wanted = max(2 if len(self.river) > SMALL else 1, len(self.river) // 6)
        self.luck.shuffle(wet)
        for cell in wet:
            crossings = [other for other in self.river if self.dry(other)]
            apart = all(self.grid.distance(cell, other) > 2 for other in crossings)
            shores = [near for near in self.grid.neighbours[cell] if not self.has(near, RIVER)]
            leads_over = any(
                near not in self.grid.neighbours[other] for near in shores for other in shores if near < other
            )
            if len(crossings) < wanted and apart and leads_over:
                self.features[cell] |= FORD
