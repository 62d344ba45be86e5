"""Movement, and the terrain chart: every figure in it comes from the rules for two units on that ground."""

from collections.abc import Callable

from ..battle.naming import listed, plain
from ..battle.terrain import GAS, bits_of
from ..battle.unit import AIRCRAFT, ARTILLERY, CANNOT_MOVE, INFANTRY, UnitType
from ..game.ruleset import Footing, Movement, Ruleset, Shooting
from .moot import in_force
from .shooting import reasons, table_name
from .trial import MIDDLE, NEAR, Trial
from .value import Line, Part, Row, Section, Table
from .words import arms_in, ruled, sentence, signed, unique

NONE = "–"


def movement_section(book: Ruleset) -> Section:
    rules = book.movement
    parts: list[Part] = list(reasons("No move if", in_force(book, rules.barred.rows)))
    # The clause of a heading is the rule itself: rules without figures are in the ledger's words.
    for clause in unique((rules.edges, rules.facing, rules.contact, rules.stacking)):
        parts.append(Line(ruled(clause), (clause,)))
    if rules.withdrawal is not None:
        parts.append(Line(ruled(rules.withdrawal.clause), (rules.withdrawal.clause,)))
    parts.append(Line(_road(rules), (rules.road,)))
    if rules.contour:
        parts.append(Line(ruled(rules.contour), (rules.contour,)))
    if rules.double is not None:
        who = f"{sentence(rules.double.army)} {arms_in(rules.double.arms)}"
        price = f"on a D6 of {rules.double.needs}+" if rules.double.needs else "for two activations"
        parts.append(Line(f"{who} may move double {price}", (rules.double.clause,)))
    return Section("Movement", tuple(parts))


def _road(rules: Movement) -> str:
    if rules.road_halves:
        return "Each cell along a road costs half"
    return f"Road: {signed(rules.road_bonus)} cell if the whole move is along it"


def sight_section(book: Ruleset, grid: str) -> Section:
    degrees, sides = ARCS[grid]
    wide = " and the two beside it" if book.front_faces == sides == 3 else ""
    return Section(
        "Sight and facing",
        (
            Line(
                "From centre to centre; units and blocking terrain are in the way, unless the line only grazes them",
                (SIGHT,),
            ),
            Line("Hills block, unless both ends stand on one height and the hill is no higher", (HILLS,)),
            Line(f"Arc of fire: {degrees}° to the front, borders included", (ARC,)),
            Line(f"Front: the edge faced{wide}. Rear: the edge opposite. Flanks: the rest", (FLANK,)),
        ),
    )


# For each grid, the arc of fire, and how many edges a front may have.
ARCS = {"square": (90, 1), "hex": (120, 3)}
SIGHT, HILLS, ARC, FLANK = "shared.line-of-sight", "shared.hills", "shared.arc", "shared.flank"


def terrain_section(book: Ruleset, grid: str) -> Section:
    chart = Chart(book, grid)
    columns = ("Terrain", *(title for title, _ in COLUMNS))
    rows = [
        Row((plain(name), *(cell(chart, bits) for _, cell in COLUMNS)), chart.clauses(bits))
        for name, bits in chart.features
    ]
    return Section("Terrain", (Table(columns, tuple(rows)),), wide=True)


class Chart:
    """The effect of a book's rows on each kind of ground."""

    def __init__(self, book: Ruleset, grid: str) -> None:
        self.book = book
        self.features = [(name, bits_of([name], book.terrain())) for name in book.features]
        if book.gas is not None:
            self.features.append(("gas", GAS))
        self.movers = [kind for kind in book.unit_types if kind.move > CANNOT_MOVE and not kind.arms & AIRCRAFT]
        foot = next((kind for kind in book.unit_types if kind.arms & INFANTRY), book.unit_types[0])
        shooter = next((kind for kind in book.unit_types if kind.fire_range or kind.weapons), foot)
        gun = next((kind for kind in book.unit_types if kind.arms & ARTILLERY), foot)
        self.fight = Trial(book, grid, foot, foot)
        self.fire = Trial(book, grid, shooter, foot)
        self.guns = Trial(book, grid, gun, foot)

    def clauses(self, bits: int) -> tuple[str, ...]:
        """The clauses about moving there."""
        found: list[str] = []
        for kind in self.movers:
            for footing in self._steps(kind, bits):
                found += [footing.forbidden, footing.first_only, footing.whole, footing.stops, footing.by_one]
                found += footing.perils
        if bits & self.book.movement.road_features:
            found.append(self.book.movement.road)
        return unique(found)

    def _steps(self, kind: UnitType, bits: int) -> tuple[Footing, Footing, Footing]:
        """Into, out of and within."""
        rules = self.book.movement
        return rules.footing(kind, 0, bits), rules.footing(kind, bits, 0), rules.footing(kind, bits, bits)

    def moving(self, bits: int) -> str:
        words: list[str] = []
        for text, holds in EFFECTS_ON_MOVES:
            kinds = [kind for kind in self.movers if holds(*self._steps(kind, bits))]
            if kinds:
                words.append(text + self._whom(kinds))
        if bits & self.book.movement.road_features:
            words.append("½ a cell each" if self.book.movement.road_halves else "road")
        return "; ".join(words) or NONE

    def _whom(self, kinds: list[UnitType]) -> str:
        rest = [kind for kind in self.movers if kind not in kinds]
        if not rest:
            return ""
        if len(rest) < len(kinds):
            return f" (not {listed(plain(kind.name) for kind in rest)})"
        return f" ({listed(plain(kind.name) for kind in kinds)})"

    def sight(self, bits: int) -> str:
        return NONE if self.fight.sees_past({MIDDLE: bits}) else "blocks"

    def shot(self, trial: Trial, shooting: Shooting, ground: dict[str, int]) -> str:
        """A shot over this ground compared with one over open ground."""
        if not trial.may_shoot(shooting, ground):
            return "none"
        words: list[str] = []
        table = trial.table(shooting, ground)
        if table is not None and table is not trial.table(shooting, {}):
            words.append(table_name(shooting.tables, table))
        change = trial.bonus(shooting, ground) - trial.bonus(shooting, {})
        if change:
            words.append(signed(change))
        return ", ".join(words) or NONE

    def combat(self, ground: dict[str, int], attacking: bool) -> str:
        if attacking and not self.fight.may_fight(ground):
            return "none"
        die, power = self.fight.fight(ground, attacking)
        usual_die, usual_power = self.fight.fight({}, attacking)
        words = [signed(die - usual_die)] if die != usual_die else []
        if power != usual_power:
            change = signed(power - usual_power)
            words.append(f"{change} power" if self.book.close_combat.at_most else f"needs {change}")
        return ", ".join(words) or NONE


def _no_entry(into: Footing, out: Footing, within: Footing) -> bool:
    return into.forbidden != ""


def _one_in(into: Footing, out: Footing, within: Footing) -> bool:
    return into.first_only != ""


def _whole_in(into: Footing, out: Footing, within: Footing) -> bool:
    return into.whole != ""


def _whole_out(into: Footing, out: Footing, within: Footing) -> bool:
    return out.whole != ""


def _stop(into: Footing, out: Footing, within: Footing) -> bool:
    return into.stops != "" and not into.forbidden and not into.first_only


def _one_within(into: Footing, out: Footing, within: Footing) -> bool:
    return into.stops != "" and within.stops not in ("", into.stops) and not into.forbidden


def _one_out(into: Footing, out: Footing, within: Footing) -> bool:
    return out.by_one != "" and not into.forbidden


def _peril(into: Footing, out: Footing, within: Footing) -> bool:
    return into.perils != ()


EFFECTS_ON_MOVES: tuple[tuple[str, Callable[[Footing, Footing, Footing], bool]], ...] = (
    ("no entry", _no_entry),
    ("in only as first step, and stop", _one_in),
    ("entering takes a whole move", _whole_in),
    ("leaving takes a whole move", _whole_out),
    ("stop on entering", _stop),
    ("1 a turn within", _one_within),
    ("out by 1", _one_out),
    ("a hit on entering", _peril),
)


def _fire_at(chart: Chart, bits: int) -> str:
    return chart.shot(chart.fire, chart.book.fire, {MIDDLE: bits})


def _guns_at(chart: Chart, bits: int) -> str:
    return chart.shot(chart.guns, chart.book.artillery, {MIDDLE: bits})


def _fire_from(chart: Chart, bits: int) -> str:
    return chart.shot(chart.fire, chart.book.fire, {NEAR: bits})


def _attack_into(chart: Chart, bits: int) -> str:
    return chart.combat({MIDDLE: bits}, attacking=True)


def _attack_from(chart: Chart, bits: int) -> str:
    return chart.combat({NEAR: bits}, attacking=True)


def _defend(chart: Chart, bits: int) -> str:
    return chart.combat({MIDDLE: bits}, attacking=False)


COLUMNS: tuple[tuple[str, Callable[[Chart, int], str]], ...] = (
    ("Moving", Chart.moving),
    ("Sight", Chart.sight),
    ("Fire at it", _fire_at),
    ("Guns at it", _guns_at),
    ("Fire from it", _fire_from),
    ("Attack into it", _attack_into),
    ("Attack from it", _attack_from),
    ("Defend in it", _defend),
)
