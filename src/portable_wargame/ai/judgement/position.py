"""What it is worth to a side that a unit stands where it stands, as it faces."""

from typing import Final

from ...battle.battle import NOBODY
from ...battle.terrain import in_river
from ...battle.unit import AIRCRAFT, ARTILLERY, COMMANDER, MORTAR, SPOTTER, TRANSPORT
from ...game.game import Game
from ...game.tables import Attack, is_forbidden
from ...grid.compiler import i64, vec
from .aims import WINS, Aims, goes_first, margin
from .personalities import Personality
from .ready import on_the_ground
from .strikes import attack_offered, best_shot, shot
from .ways import FAR, Ways

CIVIL: Final = COMMANDER | TRANSPORT | SPOTTER  # arms that seek no fight
ALONE_IN_CONTACT: Final = 3.0
GUNS_TOO_FAR: Final = 0.15
CLOSE: Final = 2
IN_THE_FIGHT: Final = 4  # steps from the enemy
FACINGS_TRIED: Final = 3  # facings looked at in every cell: those towards the nearest enemies
MOST_FRIENDS: Final = 3
NO_TARGETS: Final[list[tuple[float, int]]] = []
UNKNOWN: Final = -1
FAR_OFF: Final = 12  # steps: further than this from an objective, a unit marches on without stopping to fire
FROM_AFAR: Final = 0.5  # what one of those steps counts
PATIENCE: Final = 0.4  # of the battle
MOST_PATIENCE: Final = 6  # turns, however long the battle may last
NOBODY_COMES: Final = 0.15  # a step nearer to the enemy, when patience is over
NOW_OR_NEVER: Final = 0.8  # the same for a side that loses by waiting, in its last moment
SITS_FROM: Final = 0.5  # share of the battle: from then on, a side that wins by waiting waits
CAREFUL: Final = 1.25  # how much more that side minds losses
NO_SALLY: Final = 3.0  # how soon a side that only has to hold out stops looking for targets: a power of its caution
WALLS: Final = 0.4  # to that side, to stand in cover, as much as it is nearer to defeat than the enemy
TOGETHER: Final = 0.3  # a step by which a unit that attacks under pressure is ahead of the others
AHEAD: Final = 2.0  # steps by which it may be
HEEDLESS: Final = 0.75  # how much of its caution that side then abandons
# What a unit may be on the way to, apart from the enemy.
TO_TAKE: Final = "cells to take"
TO_KEEP: Final = "cells to keep"
WAYS_OFF: Final = "edges to leave by"
WAYS_TO_BLOCK: Final = "edges to block"


class Judge:
    """One side's judgement of positions, on a copy of the game where it can move units about."""

    def __init__(self, game: Game, side: int, personality: Personality, ways: Ways) -> None:
        self.game = game
        self.battle = game.battle
        self.side = side
        self.personality = personality
        self.ways = ways
        ways.look_at(game.battle)
        self.aims = Aims(game, side)
        self.pressure = personality.outlook * self.aims.pressure_of_time(game) if personality.outlook else 0.0
        self.caution = 1.0 + personality.caution * (self.aims.caution - 1.0)
        self.caution *= 1.0 - HEEDLESS * self.pressure
        self.sits_it_out = self.has_only_to_wait()
        if self.sits_it_out:
            self.caution *= CAREFUL
        self.waits = self.aims.waits() or (self.aims.won_by_waiting and personality.caution > 0)
        self.wary = self.aims.wariness() if personality.outlook > 0 else 0.0
        self.threat = personality.threat / (1.0 + self.wary) ** NO_SALLY
        self.urgency = self.aims.urgency(self.battle.turn)
        self.known_shots: dict[tuple[int, int], float] = {}
        self.known_targets: dict[int, list[tuple[float, int]]] = {}
        self.known_ways: dict[int, vec[i64]] = {}
        self.known_steps: dict[tuple[int, str], vec[i64]] = {}
        self.known_mean = -1.0
        self.keenness = personality.keenness
        if personality.finish:
            self.keenness += personality.finish / (1.0 + margin(game, 1 - side))
        self.enemies = on_the_ground(self.battle, 1 - side)
        self.stood = self.battle.at[:]  # everybody, before it moves units about to see what would be
        self.known_gap = UNKNOWN
        self.facings_tried = FACINGS_TRIED

    def has_only_to_wait(self) -> bool:
        """Whether it wins if nobody moves any more, with the end near enough to settle for that."""
        battle = self.battle
        late = battle.turn >= SITS_FROM * battle.objectives.turns
        return late and self.aims.outlook == WINS and self.personality.outlook > 0

    @property
    def gap(self) -> int:
        """Cells from the foremost fighting unit of the side to the nearest enemy, as they stood when this judgement
        began."""
        if self.known_gap == UNKNOWN:
            self.known_gap = FAR
            roster, grid = self.battle.roster, self.battle.field.grid
            first: i64 = roster.first[self.side]
            end: i64 = roster.end[self.side]
            for unit in range(first, end):
                if self.stood[unit] >= 0 and not self.battle.is_a(unit, CIVIL | ARTILLERY | AIRCRAFT):
                    for enemy in self.enemies:
                        away = grid.distance(self.stood[unit], self.stood[enemy])
                        if away < self.known_gap:
                            self.known_gap = away
        return self.known_gap

    @property
    def engaged(self) -> bool:
        return self.gap <= CLOSE

    def own_losses(self) -> float:
        """How much its own losses count against the enemy's."""
        return self.personality.losses * self.caution

    # -- the whole

    def place(self, unit: int) -> float:
        """The worth of where the unit stands, apart from what it may do there this turn."""
        battle = self.battle
        if battle.is_a(unit, AIRCRAFT):
            return 0.0
        value = self.ground(unit) - self.personality.danger * self.caution * self.danger(unit)
        if battle.is_a(unit, COMMANDER):
            value += self.command(unit)
        elif not battle.is_a(unit, CIVIL):
            if self.personality.company:
                value += self.personality.company * self.friends_near(unit)
            value += self.threat * best_shot(self.game, unit)[0]
        return value

    def friends_near(self, unit: int) -> int:
        """Fighting units within two cells, up to three."""
        battle = self.battle
        grid, cell = battle.field.grid, battle.at[unit]
        near = 0
        first: i64 = battle.roster.first[self.side]
        end: i64 = battle.roster.end[self.side]
        for friend in range(first, end):
            if friend != unit and battle.at[friend] >= 0 and not battle.is_a(friend, CIVIL | AIRCRAFT):
                near += grid.distance(cell, battle.at[friend]) <= CLOSE
        return min(near, MOST_FRIENDS)

    # -- objectives and distances

    def ground(self, unit: int) -> float:
        """Objectives, and the way to them or to the enemy."""
        battle = self.battle
        cell = battle.at[unit]
        mind = self.personality
        aims = self.aims
        value = -0.4 if in_river(battle.features[cell]) else 0.0
        value += 0.06 * battle.height(cell)
        if self.wary > 0.0 and battle.features[cell] & battle.field.cover:
            value += WALLS * self.wary
        unit_type = battle.type_of[unit]
        if aims.all_leave and not goes_first(battle, unit):
            return value - mind.goal * 2.0 * self.steps_to(unit, WAYS_OFF)
        if unit_type.arms & COMMANDER:
            return value
        load = battle.carrying[unit]
        if unit_type.arms & TRANSPORT and load == NOBODY:
            return value + 0.05 * min(4, self.nearest(unit))
        if unit_type.artillery_range or unit_type.arms & MORTAR or load != NOBODY:
            # Guns take no ground: they come within range, and stay there.
            if aims.leave_by and aims.to_leave > 0 and unit_type.move > 1:
                value -= mind.goal * self.steps_to(unit, WAYS_OFF)
            return value - GUNS_TOO_FAR * self.steps_short(unit)
        wanted = aims.take + aims.keep
        if cell in wanted and not self.shared_with_a_fighter(unit, cell):
            value += mind.hold * self.urgency * self.worth_of_cell(cell)
        elif aims.leave_by and aims.to_leave > 0:
            value -= mind.goal * 2.0 * self.steps_to(unit, WAYS_OFF)
        elif aims.take:
            steps = self.steps_to(unit, TO_TAKE)
            near = min(FAR_OFF, steps)
            value -= mind.goal * (self.haste(unit, near) * near + FROM_AFAR * (steps - near))
        elif aims.keep:
            value -= 0.4 * mind.goal * max(0, self.steps_to(unit, TO_KEEP) - 1)
        elif aims.block:
            value -= 0.4 * mind.goal * max(0, self.steps_to(unit, WAYS_TO_BLOCK) - 3)
        if self.seeks_the_enemy() and not battle.exhausted[self.side]:
            short = self.steps_short(unit)
            value -= self.eagerness() * short
            if self.pressure > 0.0:
                value -= TOGETHER * max(0.0, self.mean_way() - short - AHEAD)
        return value

    def worth_of_cell(self, cell: int) -> float:
        return 1.0 + self.personality.foresight * (self.aims.worth.get(cell, 1.0) - 1.0)

    def seeks_the_enemy(self) -> bool:
        if self.sits_it_out or (self.aims.won_by_waiting and self.waits):
            return False
        return self.engaged or not self.waits

    def mean_way(self) -> float:
        """Steps that the fighting units of the side have to go to do the enemy harm, on average, as they now stand."""
        if self.known_mean < 0.0:
            battle = self.battle
            total, number = 0.0, 0
            for unit in battle.units(self.side):
                if battle.on_board(unit) and goes_first(battle, unit):
                    total += min(FAR_OFF, self.steps_short(unit))
                    number += 1
            self.known_mean = total / number if number else 0.0
        return self.known_mean

    def eagerness(self) -> float:
        """A side that lets the enemy come has the first shot, so it goes to meet them only as the battle wears on
        undecided. But once some of the side are in the fight, all the others should join them.
        """
        mind = self.personality
        aims = self.aims
        if self.pressure > 0.0:
            return max(mind.support, NOW_OR_NEVER * self.pressure)
        if self.engaged:
            return mind.support
        if aims.take or (aims.lead > 0 and not aims.destroys):
            return mind.approach * 0.5
        patience = min(MOST_PATIENCE, PATIENCE * self.battle.objectives.turns)
        if self.battle.turn < patience and self.gap <= aims.turns_left:
            return mind.approach
        return max(NOBODY_COMES, mind.approach * 2.5)

    def haste(self, unit: int, steps: int) -> float:
        """How much a step matters: little while there are turns to spare for fire, much when there are not."""
        turns = steps / max(1, self.battle.type_of[unit].move)
        left = self.aims.due - self.battle.turn
        if left > 2 * turns + 2:
            return self.personality.haste
        return 1.0 if left > turns + 1 else 1.8

    def shared_with_a_fighter(self, unit: int, cell: int) -> bool:
        """Whether a friend holds the cell already."""
        battle = self.battle
        if not battle.friend_in(cell, self.side):
            return False
        return any(one != unit and not battle.is_a(one, CIVIL) for one in battle.units_in(cell))

    def steps_to(self, unit: int, goals: str) -> int:
        """The steps to the nearest of the goals of that name."""
        unit_type = self.battle.type_of[unit]
        key = (unit_type.row, goals)
        if key not in self.known_steps:
            ways = self.ways.to_nearest(self.battle, self.game.ruleset, unit_type, self.cells_of(goals))
            self.known_steps[key] = ways
        return self.known_steps[key][self.battle.at[unit]]

    def cells_of(self, goals: str) -> list[int]:
        if goals == TO_TAKE:
            return self.aims.take
        if goals == TO_KEEP:
            return self.aims.keep
        edges = self.aims.leave_by if goals == WAYS_OFF else self.aims.block
        return [cell for edge in edges for cell in self.battle.field.grid.edge(edge)]

    def nearest(self, unit: int) -> int:
        """The steps to the nearest enemy, from where the enemy stood when this judgement began."""
        if not self.enemies:
            return 0
        unit_type = self.battle.type_of[unit]
        if unit_type.row not in self.known_ways:
            cells = sorted({self.battle.at[enemy] for enemy in self.enemies})
            ways = self.ways.to_nearest(self.battle, self.game.ruleset, unit_type, cells)
            self.known_ways[unit_type.row] = ways
        return self.known_ways[unit_type.row][self.battle.at[unit]]

    def as_the_crow_flies(self, cell: int) -> int:
        """Cells from there to the nearest enemy."""
        return self.battle.nearest_enemy(cell, self.side) if self.enemies else 0

    def steps_short(self, unit: int) -> float:
        """How many steps the unit is too far off to do the enemy harm."""
        battle = self.battle
        unit_type = battle.type_of[unit]
        if not self.enemies or unit_type.move <= 0:
            return 0.0
        load = battle.carrying[unit]
        gun = load if load != NOBODY and unit_type.arms & TRANSPORT else unit
        reach = battle.type_of[gun].artillery_range or battle.type_of[gun].fire_range or 1
        return max(0, self.nearest(unit) - max(1, reach - 1))

    # -- danger

    def danger(self, unit: int) -> float:
        """What the enemy is likely to do to the unit next turn, from where they stand or can get to."""
        key = (unit, self.battle.at[unit])
        shots = self.known_shots.get(key)
        if shots is None:
            shots = self.shots_at(unit)
            self.known_shots[key] = shots
        total = shots + self.personality.attacked * self.worst_attack_on(unit)
        return total * (1.6 if self.battle.is_a(unit, COMMANDER | ARTILLERY) else 1.0)

    def shots_at(self, unit: int) -> float:
        """However it faces."""
        battle = self.battle
        grid = battle.field.grid
        cell = battle.at[unit]
        game = self.game
        fire, artillery = game.ruleset.fire, game.ruleset.artillery
        total = 0.0
        for enemy in self.enemies:
            enemy_type = battle.type_of[enemy]
            away = grid.distance(battle.at[enemy], cell)
            if enemy_type.artillery_range:
                if away <= enemy_type.artillery_range:
                    if not is_forbidden(artillery.restrictions, Attack(battle, enemy, cell)):
                        value = max(0.0, shot(game, artillery, enemy, cell))
                        total += self.personality.shot_at * self.not_spent(unit, enemy, value)
            elif enemy_type.fire_range:
                if away <= enemy_type.fire_range:
                    value = shot(game, fire, enemy, cell)
                    total += self.personality.shot_at * self.not_spent(unit, enemy, value)
                elif away < enemy_type.fire_range + enemy_type.move:
                    value = shot(game, fire, enemy, cell)
                    total += self.personality.shot_at_after_move * self.not_spent(unit, enemy, value)
        return total

    def not_spent(self, unit: int, enemy: int, value: float) -> float:
        """How much a new target adds to an enemy's fire: it fires only once, at its best target."""
        shared = self.personality.shared
        if shared <= 0.0 or value <= 0.0:
            return value
        for other, whom in self.known_targets.get(enemy, NO_TARGETS):
            if whom != unit:
                return value - shared * min(value, other)
        return value

    def look_round(self) -> None:
        """Note what the enemy may fire at as things stand, before units are moved about."""
        if self.personality.shared and not self.known_targets:
            for enemy in self.enemies:
                self.known_targets[enemy] = self.targets_of(enemy)

    def targets_of(self, enemy: int) -> list[tuple[float, int]]:
        """The two of the side's units that an enemy likes best to fire at, as they stand."""
        battle = self.battle
        grid = battle.field.grid
        enemy_type = battle.type_of[enemy]
        reach = enemy_type.artillery_range or enemy_type.fire_range
        shooting = self.game.ruleset.artillery if enemy_type.artillery_range else self.game.ruleset.fire
        found: list[tuple[float, int]] = []
        first: i64 = battle.roster.first[self.side]
        end: i64 = battle.roster.end[self.side]
        for unit in range(first, end):
            cell = battle.at[unit]
            if cell < 0 or battle.is_a(unit, AIRCRAFT) or battle.is_carried(unit):
                continue
            if grid.distance(battle.at[enemy], cell) <= reach:
                found.append((shot(self.game, shooting, enemy, cell), unit))
        found.sort(reverse=True)
        return found[:2]

    def worst_attack_on(self, unit: int) -> float:
        """What the most dangerous enemy would gain by a close combat with the unit, against what it costs them."""
        battle = self.battle
        if battle.exhausted[1 - self.side]:
            return 0.0
        grid = battle.field.grid
        cell = battle.at[unit]
        worst = 0.0
        for enemy in self.enemies:
            enemy_type = battle.type_of[enemy]
            if enemy_type.arms & (CIVIL | ARTILLERY):
                continue
            if grid.distance(battle.at[enemy], cell) <= max(1, enemy_type.move + 1):
                worst = max(worst, attack_offered(self.game, unit, enemy))
        return worst

    # -- the Commander

    def command(self, unit: int) -> float:
        """The Commander stays with or next to units in the fight, but never meets the enemy alone."""
        battle = self.battle
        cell = battle.at[unit]
        value = 0.0
        companion = NOBODY
        guns = False
        for one in battle.units_in(cell):
            if companion == NOBODY and one != unit and not battle.is_a(one, CIVIL):
                companion = one
            guns = guns or battle.is_a(one, ARTILLERY)
        if companion != NOBODY:
            value += 0.8
        elif battle.enemy_next_to(cell, self.side):
            value -= ALONE_IN_CONTACT
        near = 0
        for around in battle.field.grid.neighbours[cell]:
            if not battle.friend_in(around, self.side):
                continue
            for one in battle.units_in(around):
                near += not battle.is_a(one, CIVIL)
                guns = guns or battle.is_a(one, ARTILLERY)
        value += self.personality.by_the_guns * guns
        value += 0.25 * min(near, 3)
        if companion == NOBODY and near == 0:
            friends = [one for one in battle.units(self.side) if battle.on_board(one) and not battle.is_a(one, CIVIL)]
            away = [battle.field.grid.distance(cell, battle.at[one]) for one in friends]
            value -= 0.15 * min(away, default=0)
        # If the enemy is no nearer than that in a straight line, there is no need to measure the way.
        if companion != NOBODY and self.as_the_crow_flies(cell) < IN_THE_FIGHT:
            value += 0.25 * max(0, IN_THE_FIGHT - self.nearest(companion))
        return value
