"""Two units face to face on three cells in a row: the engine's own rows say what the ground does to them."""

from ..battle.battle import Battle
from ..battle.battlefield import Battlefield
from ..battle.objectives import Objectives
from ..battle.setting_out import set_out
from ..battle.side import Roster
from ..battle.unit import AVERAGE, UnitType
from ..game.ruleset import Ruleset, Shooting
from ..game.tables import Attack, ResultTable, added, is_barred, is_forbidden, table_for
from ..grid.grid import Grid, grid_of
from ..grid.names import cell_named
from ..rules.fire.line_of_sight import BLOCKED, sight

WIDTH = 3
NEAR, MIDDLE, FAR = "b1", "b2", "b3"
FIRER, TARGET = 0, 1


class Trial:
    """The first unit stands in b1 and looks north; the second in b2, or in b3 to be seen from afar, looks back."""

    def __init__(self, book: Ruleset, grid: str, first: UnitType, second: UnitType) -> None:
        self.book = book
        self.grid: Grid = grid_of(grid, WIDTH, WIDTH)
        self.types = [first, second]

    def battle(self, ground: dict[str, int], target: str = MIDDLE) -> Battle:
        features = [0] * self.grid.cells
        for name, bits in ground.items():
            features[cell_named(self.grid, name)] = bits
        field = Battlefield(
            self.grid,
            features,
            self.book.front_faces,
            len(self.book.unit_types),
            self.book.cover(),
            self.book.overlooks_hills,
        )
        roster = Roster()
        for side, name in enumerate(("first", "second")):
            roster.side_ids.append(name)
            roster.side_names.append(name)
            roster.edges.append(("south", "north")[side])
            roster.armies.append("")
            roster.enlist(side, name, name, AVERAGE, max(1, self.types[side].strength))
        battle = set_out(field, roster, Objectives(1, []), self.types)
        battle.turn = 1
        for unit, place in ((FIRER, NEAR), (TARGET, target)):
            battle.put(unit, cell_named(self.grid, place))
            battle.facing[unit] = self.grid.shape.facings.index("ns"[unit])
        return battle

    def may_shoot(self, shooting: Shooting, ground: dict[str, int]) -> bool:
        battle = self.battle(ground)
        attack = Attack(battle, FIRER, battle.at[TARGET], TARGET)
        return not is_barred(shooting.barred, battle, FIRER) and not is_forbidden(shooting.restrictions, attack)

    def bonus(self, shooting: Shooting, ground: dict[str, int]) -> int:
        """The total added to a shot's score, at any stage of the shot."""
        battle = self.battle(ground)
        attack = Attack(battle, FIRER, battle.at[TARGET], TARGET)
        landing = shooting.landing.modifiers if shooting.landing is not None else ()
        return added(shooting.modifiers, attack) + added(landing, attack)

    def table(self, shooting: Shooting, ground: dict[str, int]) -> ResultTable | None:
        if not shooting.tables:
            return None
        battle = self.battle(ground)
        return table_for(shooting.tables, Attack(battle, FIRER, battle.at[TARGET], TARGET))

    def fight(self, ground: dict[str, int], attacking: bool) -> tuple[int, int]:
        """What the attacker in b1, or the defender in b2, adds to its die and to its power."""
        battle = self.battle(ground)
        unit, other = (FIRER, TARGET) if attacking else (TARGET, FIRER)
        attack = Attack(battle, unit, battle.at[other], other, attacking)
        combat = self.book.close_combat
        return added(combat.modifiers, attack), added(combat.handicaps, attack)

    def may_fight(self, ground: dict[str, int]) -> bool:
        battle = self.battle(ground)
        attack = Attack(battle, FIRER, battle.at[TARGET], TARGET)
        combat = self.book.close_combat
        return not is_barred(combat.barred, battle, FIRER) and not is_forbidden(combat.no_attack, attack)

    def sees_past(self, ground: dict[str, int]) -> bool:
        battle = self.battle(ground, FAR)
        return sight(battle, battle.at[FIRER], battle.at[TARGET]) != BLOCKED
