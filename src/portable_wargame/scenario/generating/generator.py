"""Random battles: ground, forces and aims that make sense together. The same request gives the same battle."""

import math
import random
from dataclasses import replace

from ...battle.objectives import DESTROY_UNITS, EXIT, HOLD
from ...battle.terrain import (
    BRIDGE,
    BUILT_UP,
    FORD,
    FORTIFICATION,
    HILL_2,
    MINEFIELD,
    RIVER,
    ROAD,
    TRENCH,
    WIRE,
    bits_of,
    feature_names,
)
from ...battle.unit import AIRCRAFT, ARTILLERY, INFANTRY, MACHINE_GUN, TRANSPORT
from ...game.errors import Refusal
from ...grid.grid import grid_of
from ...grid.names import cell_name, cell_named
from ...rulesets import book
from ...rulesets.books import text_of
from ..checking.check import problems_of
from ..checking.reaching import cut_off
from ..footing import may_stand
from ..model import Scenario, SideEntry, UnitEntry, VictoryEntry
from ..writing import tree
from . import words
from .army_lists import ArmyList, army_list, army_lists, raised
from .extras import EXTRAS, Making, with_extras
from .forces import Placing, load_up, number_units, type_in
from .ground import COUNTRIES, Ground
from .place_names import names_of_places, river_label
from .plans import BLUE, KINDS, RED, Condition
from .request import Request, filled_in

__all__ = ["COUNTRIES", "EXTRAS", "KINDS", "Request", "generate"]

SIDES = ("red", "blue")
EDGES = ("south", "north")
MOST_DRAFTS = 50


def generate(request: Request) -> Scenario:
    """The battle for this request: without mistakes, and with every objective in reach."""
    request = filled_in(request)
    for number in range(MOST_DRAFTS):
        seed = f"{request} {number}"
        draft = _Draft(request, random.Random(seed))
        if number > MOST_DRAFTS // 2:
            draft.open_up()
        scenario = draft.finished(random.Random(f"{seed} names and extras"))
        if scenario is not None and not problems_of(tree(scenario)) and not cut_off(scenario):
            return scenario
    raise Refusal(f"{MOST_DRAFTS} attempts made no battle; ask for fewer points or a larger board")


class _Draft:
    """A battle in the making; a few fail because there is no room."""

    def __init__(self, request: Request, luck: random.Random) -> None:
        self.request = request
        self.luck = luck
        self.plan = KINDS[request.kind]
        self.lists = self._choose_lists()
        self.options = list(dict.fromkeys([*request.options, *(one for army in self.lists for one in army.options)]))
        self.book = book(request.book, self.options)
        self.grid = grid_of(request.grid, request.columns, request.rows)
        self.ground = Ground(self.grid, COUNTRIES[request.country], self.plan.river_between, luck)
        self.ground.keep_only(bits_of(self.book.features, self.book.terrain()))
        self.key = self._place_that_matters()
        # Somebody begins beyond the foremost rows: only a campaign battle may have that in a book that counts them.
        beyond = any(stance.has_ground or stance.in_column or stance.garrison for stance in self.plan.stances)
        self.campaign = self.book.muster is not None and beyond
        self.turns = self._time()
        self.place = words.place_name(luck)
        self.lands = luck.sample(words.BEGINNINGS, 2)

    def finished(self, luck: random.Random) -> Scenario | None:
        """The battle with the names on its map, and with any extras beyond the book."""
        scenario = self.scenario()
        if scenario is None:
            return None
        scenario.names = names_of_places(self.ground, self.key, self.place, luck)
        scenario.labels = river_label(self.ground, f"{self.lands[RED]}ach")
        return with_extras(Making(scenario, self.book, self.ground, self.key, luck), self.request.extras)

    def scenario(self) -> Scenario | None:
        armies = [self._muster(side) for side in (RED, BLUE)]
        self._build_fort()
        placing = Placing(self.book, self.ground, self.key, self.luck)
        for side in (RED, BLUE):
            armies[side] = placing.place(side, EDGES[side], self.plan.stances[side], armies[side], self.turns)
            if not armies[side]:
                return None
        self._dig_in(armies)
        return Scenario(
            title=self.plan.title.format(place=self.place),
            ruleset=self.request.book,
            book=text_of(self.request.book),
            grid=self.request.grid,
            columns=self.grid.columns,
            rows=self.grid.rows,
            features=[feature_names(bits, self.book.terrain()) for bits in self.ground.features],
            sides=[self._side(side, armies) for side in (RED, BLUE)],
            about=self._told(self.plan.about, armies),
            options=self.options,
            turns=self.turns,
            campaign=self.campaign,
            victory=[self._condition(aim, armies) for aim in self.plan.victory],
        )

    def open_up(self) -> None:
        """Where much of the ground is closed to units, battles fizzle out: clear whatever keeps any of them
        out."""
        types = [type_in(self.book, line.unit) for army in self.lists for line in army.lines]
        for cell, bits in enumerate(self.ground.features):
            if not all(may_stand(self.book, one, bits) for one in types if not one.arms & AIRCRAFT):
                self.ground.features[cell] = 0

    # -- armies

    def _choose_lists(self) -> list[ArmyList]:
        """The requested lists; otherwise any whose optional rules are in play, preferably not the same list twice."""
        known = [army for army in army_lists(self.request.book) if set(army.options) <= set(self.request.options)]
        chosen: list[ArmyList] = []
        for name in self.request.armies:
            fresh = [army for army in known if army not in chosen] or known
            # If the book has armies of two kinds, it was written for both.
            other = [army for army in fresh if all(army.army != one.army for one in chosen)] or fresh
            chosen.append(army_list(self.request.book, name) if name else self.luck.choice(other))
        return chosen

    def _muster(self, side: int) -> list[UnitEntry]:
        most = min(200, max(4, self.grid.cells // 3))
        if self.book.muster is not None and not self.campaign:
            most = min(most, self.grid.columns * self.book.muster.units_per_two_cells // 2)
        points = round(self.request.points * self.plan.stances[side].strength)
        # A side that holds ground has sent its transports away.
        barred = TRANSPORT if self.plan.stances[side].has_ground else 0
        lines = [line for line in self.lists[side].lines if not type_in(self.book, line.unit).arms & barred]
        army = raised(replace(self.lists[side], lines=tuple(lines)), points, most, self.luck)
        units = [unit for unit, _ in army]
        for unit, name in zip(units, words.unit_names([name for _, name in army], self.luck), strict=True):
            unit.name = name
        types = [type_in(self.book, unit) for unit in units]
        number_units(SIDES[side], units, types)
        return load_up(units, types)

    # -- the place that matters, and works about it

    def _place_that_matters(self) -> int:
        """A village, a height, a crossing or a crossroads about where the plan wants it."""
        row = round(self.plan.place * (self.grid.rows - 1))
        if self.plan.stances[RED].garrison or self.plan.stances[RED].has_ground:
            row = min(row, max(0, self.grid.rows // 2 - 1))
        return max(range(self.grid.cells), key=lambda cell: (self._importance(cell, row), -cell))

    def _importance(self, cell: int, row: int) -> float:
        ground, grid = self.ground, self.grid
        if not ground.dry(cell) or (self.plan.river_between and not self._is_bridgehead(cell)):
            return -1000.0
        roads = sum(ground.has(near, ROAD) for near in grid.neighbours[cell])
        aside = abs(2 * grid.column(cell) + 1 - grid.columns) / 2
        value = 4.0 * ground.has(cell, BUILT_UP) + 3.0 * ground.has(cell, HILL_2) + 1.0 * ground.has(cell, ROAD)
        value += 1.5 * (ground.has(cell, ROAD) and roads > 2) + 1.0 * ground.has(cell, BRIDGE)
        value -= 2.0 * ground.has(cell, FORD)
        if self.plan.stances[RED].garrison and grid.row(cell) >= max(1, grid.rows // 2):
            value -= 500.0  # the garrison is red's, but this is blue's half
        return value - 1.5 * abs(grid.row(cell) - row) - 0.5 * aside

    def _is_bridgehead(self, cell: int) -> bool:
        """Dry ground north of a crossing."""
        crossings = [near for near in self.grid.neighbours[cell] if self.ground.has(near, BRIDGE | FORD)]
        return not self.ground.has(cell, RIVER) and any(
            self.grid.row(near) <= self.grid.row(cell) for near in crossings
        )

    def _build_fort(self) -> None:
        if self.plan.fort and "fortification" in self.book.features:
            near = [cell for cell in self.grid.neighbours[self.key] if not self.ground.has(cell, RIVER | ROAD)]
            near = [cell for cell in near if self.grid.depth(cell, EDGES[RED]) < max(1, self.grid.rows // 2)]
            walls = near[: 1 if self.grid.cells < 100 else 2]
            for cell in (self.key, *walls):
                self.ground.features[cell] |= FORTIFICATION

    def _dig_in(self, armies: list[list[UnitEntry]]) -> None:
        """Trenches under units that hold a line in the open, wire in front of them, and mines where the book has
        them."""
        ahead = {RED: 1, BLUE: -1}
        cells = {cell_named(self.grid, unit.at) for army in armies for unit in army if unit.at}
        for side in (RED, BLUE):
            if not self.plan.stances[side].works:
                continue
            for unit in armies[side]:
                digs = type_in(self.book, unit).arms & (INFANTRY | MACHINE_GUN | ARTILLERY)
                if not unit.at or not digs or self.luck.random() < 0.3:
                    continue
                cell = cell_named(self.grid, unit.at)
                if not self.ground.features[cell] and "trench" in self.book.features:
                    self.ground.features[cell] |= TRENCH
                before = cell + ahead[side] * self.grid.columns
                if before not in cells and 0 <= before < self.grid.cells and not self.ground.features[before]:
                    self._obstruct(before)

    def _obstruct(self, cell: int) -> None:
        chance = self.luck.random()
        if chance < 0.15 and "minefield" in self.book.features:
            self.ground.features[cell] |= MINEFIELD
        elif chance < 0.5 and "wire" in self.book.features:
            self.ground.features[cell] |= WIRE

    # -- time and victory

    def _time(self) -> int:
        """Long enough to walk across the board and to fight on the way."""
        moves = [line.unit for army in self.lists for line in army.lines if line.weight]
        usual = [type_in(self.book, unit).move for unit in moves if unit.type.startswith("infantry")]
        march = self.grid.rows / max(1, min(usual, default=2))
        if self.book.activation.units_per_die:
            march *= 1.3  # not every unit acts every turn
        return max(6, round((6 + march) * self.plan.pace))

    def _movers(self, army: list[UnitEntry]) -> int:
        return sum(type_in(self.book, unit).move > 0 for unit in army)

    def _condition(self, aim: Condition, armies: list[list[UnitEntry]]) -> VictoryEntry:
        side = SIDES[aim.side]
        if aim.kind == HOLD:
            return VictoryEntry(side, HOLD, self.turns, [cell_name(self.grid, self.key)])
        if aim.kind == EXIT:
            amount = self._leavers(aim.share, armies[aim.side])
            return VictoryEntry(side, EXIT, self.turns, edge=EDGES[1 - aim.side], amount=amount)
        if aim.kind == DESTROY_UNITS:
            return VictoryEntry(side, DESTROY_UNITS, amount=max(1, math.ceil(aim.share * len(armies[1 - aim.side]))))
        return VictoryEntry(side, aim.kind, self.turns)

    def _leavers(self, share: float, army: list[UnitEntry]) -> int:
        return max(1, math.ceil(share * self._movers(army)))

    # -- words

    def _side(self, side: int, armies: list[list[UnitEntry]]) -> SideEntry:
        later = [unit.arrives_turn for unit in armies[side] if unit.arrives_turn]
        forces = words.strength_of(len(armies[side]), len(later), min(later, default=0), len(armies[1 - side]))
        return SideEntry(
            id=SIDES[side],
            name=self._name(side),
            edge=EDGES[side],
            army=self.lists[side].army,
            units=armies[side],
            briefing=f"{self._told(self.plan.tasks[side], armies)} {forces}",
        )

    def _name(self, side: int) -> str:
        return f"{self.lands[side]}mark {self.lists[side].name}"

    def _told(self, text: str, armies: list[list[UnitEntry]]) -> str:
        what = words.kind_of_place(self.ground.features[self.key], self.place)
        what += f" ({cell_name(self.grid, self.key)})"
        exits = [aim for aim in self.plan.victory if aim.kind == EXIT]
        told = text.format(
            place=self.place,
            what=what,
            red=f"the {self._name(RED)}",
            blue=f"the {self._name(BLUE)}",
            river=f"the {self.lands[RED]}ach",
            turns=self.turns,
            leavers=self._leavers(exits[0].share, armies[RED]) if exits else 0,
        )
        return words.sentences(told)
