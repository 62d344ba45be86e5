"""A ruleset: one frozen record with a field per heading of a book. This page is every point where books may differ."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..battle.battle import Battle
from ..battle.battlefield import Cover
from ..battle.terrain import FEATURE_BITS, FIRST_SPARE, RIVER, ROAD, TERRAIN, Feature
from ..battle.unit import ARTILLERY, UnitType
from ..grid.compiler import i64
from .agenda import Activity, StepKind
from .tables import NO_BARS, Attack, Bars, Modifier, Restriction, ResultTable, TerrainRow, UnitRestriction


@dataclass(frozen=True)
class Initiative:
    clause: str
    winner_chooses: bool = False


@dataclass(frozen=True)
class Activation:
    """How many units a side may activate. `step` carries it out; the numbers are for dice."""

    clause: str
    step: StepKind
    units_per_die: int = 0
    commander_die: bool = True
    rounded_up: tuple[str, ...] = ()  # the armies for which a part of a die is a die
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    counted: dict[str, str] = field(default_factory=dict)  # by army, the clause that counts its dice
    first: StepKind | None = None  # what comes before every other activation
    counts_freed: bool = False  # a load whose transport is lost in its side's turn has an activation of its own
    counts_due: bool = True  # units that may come onto the board this turn count for dice, too


@dataclass(frozen=True)
class Landing:
    """Where a shell lands; whatever unit is there is struck, friend or foe."""

    table: ResultTable
    modifiers: tuple[Modifier, ...] = ()
    sure_within: int = 0  # at this range or less it lands on the target without a roll
    sure: str = ""


@dataclass(frozen=True)
class Shooting:
    """Artillery fire, or the fire of other units."""

    clause: str  # what is rolled
    tables: tuple[ResultTable, ...]  # empty where a landing shell hits without a further roll
    modifiers: tuple[Modifier, ...]
    barred: Bars
    # Used only to give the reason: a search for targets looks no farther than the weapon reaches.
    unarmed: UnitRestriction
    range: Restriction
    restrictions: tuple[Restriction, ...]  # within range
    landing: Landing | None = None
    turns: str = ""  # a unit may turn by one face to fire
    at_empty: bool = False  # an empty cell may be the target
    at_an_enemy: str = ""  # the clause that requires an enemy in the target cell, if it is a different one


@dataclass(frozen=True)
class Withdrawal:
    """A unit faced by an adjacent enemy: its first step breaks contact with every such enemy, and no step leads into a
    cell that `banned` names, or back into contact if it `leads_away`."""

    clause: str
    banned: Callable[[Battle, i64, i64], bool]
    straight: bool = False  # a unit faces only the one cell it is turned to
    leads_away: bool = False  # the move comes into contact with none of the enemies from which the unit withdraws


@dataclass(frozen=True)
class DoubleMove:
    """Units of these arms in this army may move twice as far: on this score or, if it is 0, for two activations."""

    clause: str
    army: str
    arms: int
    needs: int


class Footing:
    """What a step between two kinds of cell does to a unit type, by the clauses that say so; "" where none does."""

    def __init__(
        self,
        forbidden: str,
        first_only: str,
        whole: str,
        stops: str,
        by_one: str,
        perils: tuple[str, ...],
        on_road: bool,
    ) -> None:
        self.forbidden = forbidden
        self.first_only = first_only  # only as the first step of a move
        self.whole = whole  # it takes a whole move, or half a double one
        self.stops = stops
        self.by_one = by_one  # leaving takes the whole move
        self.perils = perils  # each a hit on entering
        self.on_road = on_road


@dataclass(frozen=True)
class Movement:
    edges: str  # movement goes through edges
    rates: str
    facing: str
    contact: str
    stacking: str
    shares_cell: i64  # arms that may share a cell with a friend
    barred: Bars
    may_not_enter: tuple[TerrainRow, ...]
    must_stop: tuple[TerrainRow, ...]
    leaves_by_one: tuple[TerrainRow, ...]
    road: str
    road_bonus: int = 0  # cells more if the whole move is along a road
    road_halves: bool = False  # or: each cell along a road costs half
    road_features: int = ROAD
    first_step_only: tuple[TerrainRow, ...] = ()
    whole_move: tuple[TerrainRow, ...] = ()
    perils: tuple[TerrainRow, ...] = ()
    crossings: i64 = RIVER  # features that a unit is crossing from the move that took it in
    trench_first: bool = True  # a trench is crossed and manned as one, bridge or ford in the same cell or not
    firing_cost: str = ""  # cells less for a unit that has fired before it moves
    boards: i64 = 0  # arms that may end a move with a friend that can take them up
    enemy_cell: str = ""  # no entering an enemy's cell
    contact_turns_both: bool = False
    last_contact: str = ""  # a unit contacted again turns to the newcomer
    contour: str = ""  # at most one contour up or down
    withdrawal: Withdrawal | None = None
    double: DoubleMove | None = None
    known: dict[str, dict[int, Footing]] = field(default_factory=dict, init=False, compare=False, repr=False)

    def footing(self, unit_type: UnitType, leaving: int, entering: int) -> Footing:
        """The terrain rows for a step, by the features of the two cells; worked out once for each such pair."""
        known = self.known.get(unit_type.name)
        if known is None:
            known = self.known[unit_type.name] = {}
        pair = leaving << FEATURE_BITS | entering
        footing = known.get(pair)
        if footing is None:
            on_road = leaving & self.road_features != 0 and entering & self.road_features != 0
            footing = known[pair] = Footing(
                _first(self.may_not_enter, unit_type, leaving, entering, on_road),
                _first(self.first_step_only, unit_type, leaving, entering, on_road),
                _first(self.whole_move, unit_type, leaving, entering, on_road),
                _first(self.must_stop, unit_type, leaving, entering, on_road),
                _first(self.leaves_by_one, unit_type, leaving, entering, on_road),
                tuple(row.clause for row in self.perils if row.applies(unit_type, leaving, entering)),
                on_road,
            )
        return footing


def _first(rows: tuple[TerrainRow, ...], unit_type: UnitType, leaving: int, entering: int, on_road: bool) -> str:
    for row in rows:
        if row.applies(unit_type, leaving, entering) and not (on_road and row.off_road):
            return row.clause
    return ""


@dataclass(frozen=True)
class Work:
    """A task that a unit does by staying where it is."""

    clause: str
    task: i64
    turns: int
    feature: i64
    clears: bool
    done: str  # the event when it is finished
    arms: i64 = 0  # who may do it; 0: any unit
    next_to: bool = False  # in a neighbouring cell instead of its own


@dataclass(frozen=True)
class Transport:
    """Carrying and towing; loading and limbering."""

    clause: str
    barred: Bars
    limber: str = ""  # where the book has another clause for guns
    riders_on: int = 0  # carriers of these arms have riders, who are destroyed with them
    riders: str = ""
    riders_hit: str = ""
    riders_lost: str = ""
    keeps_orders: bool = True  # a load that finds no room waits for the next turn

    def clause_for(self, carrier: UnitType, load: UnitType) -> str:
        if carrier.arms & self.riders_on:
            return self.riders
        return self.limber if self.limber and load.arms & ARTILLERY else self.clause


@dataclass(frozen=True)
class Advance:
    """Moving into the cell that the loser of a close combat has left."""

    clause: str
    arms: int
    defender_too: bool
    fights_on: bool
    others: str = ""  # why units of other arms stand
    barred: Bars = NO_BARS


@dataclass(frozen=True)
class CloseCombat:
    """Both units roll. A book says who is hit when a unit's score is enough, and who when it is not."""

    clause: str
    when: str
    needs: Callable[[Attack], int]
    hits_other_on_success: bool
    hits_self_on_failure: bool
    modifiers: tuple[Modifier, ...]
    handicaps: tuple[Modifier, ...]  # added to what the unit needs
    barred: Bars
    whole_cell: bool  # a hit affects every unit in the cell
    advance: Advance
    at_most: bool = False  # success is a score up to what the unit has, not from what it needs
    least: int = 0  # what a unit has, or needs, never drops below this
    floor: str = ""  # the clause that says so
    attacker: str = ""  # which of several attackers it is
    kills: bool = False  # a hit destroys
    draw: str = ""  # if neither is hit, the attacker withdraws
    second: str = ""  # no second attack after an advance
    no_attack: tuple[Restriction, ...] = ()


@dataclass(frozen=True)
class CommanderTest:
    """The attacker may try for the Commander instead of the strength point."""

    clause: str
    killed_at: int


@dataclass(frozen=True)
class Hits:
    tables: tuple[ResultTable, ...]  # by quality; none in a book whose fire has its effect at once
    no_retreat: str
    retreat: str = "shared.retreat"
    spared: Bars = NO_BARS  # units in a cell that a hit on it does not strike
    shared: str = ""  # a hit on a transport is a hit on its load
    commander_test: CommanderTest | None = None
    left_alone: StepKind | None = None  # what a Commander does when his unit is destroyed beside him
    proof: str = ""  # light weapons do nothing to these arms
    proof_arms: int = 0
    proof_retreats: bool = False  # but for driving them back
    companions: int = 0  # arms that retreat with a unit from their cell
    retreats_to_enemies: bool = False  # a retreat may lead into a cell next to an enemy
    retreats_onward: bool = False  # it may lead anywhere else: on, past a peril, or into the cell of the opponent
    retreats_away: bool = False  # it may not lead nearer to the attacker


@dataclass(frozen=True)
class Exhaustion:
    point: str
    effect: str
    end: str
    numerator: i64 = 1
    denominator: i64 = 3
    ends_with_first: bool = False


@dataclass(frozen=True)
class Deployment:
    """Where a side may place its units: this many rows from its own edge, or its half of the board in a campaign."""

    clause: str
    rows: int
    campaign: str


@dataclass(frozen=True)
class Muster:
    """Limits on board and armies, unless a scenario refights a real battle or belongs to a campaign."""

    board: str
    smallest: int
    army: str
    units_per_two_cells: int  # along the side it defends
    one_of: int  # arms with only one unit allowed


@dataclass(frozen=True)
class Pinning:
    unpin: str
    charge: str
    first: str
    regulars: tuple[str, ...]  # the armies whose regulars count as such
    in_order: bool = False  # pinned cavalry decides in the order of the list, not in the order its owner chooses


@dataclass(frozen=True)
class Gas:
    shell: str
    drift: ResultTable
    hit: str
    turns: int


@dataclass(frozen=True)
class Air:
    """Aircraft: what keeps them up, and fire to, from and between them."""

    movement: str
    no_shared_cell: str
    endurance: str
    turns: int
    must_activate: str
    guns: str
    reach: int  # of guns, from aircraft to aircraft
    air_to_air: ResultTable
    strafe: str
    bomb: str
    to_ground: ResultTable
    to_ground_modifiers: tuple[Modifier, ...]
    bomb_modifiers: tuple[Modifier, ...]
    anti_aircraft: ResultTable
    anti_aircraft_modifiers: tuple[Modifier, ...]
    guns_at_aircraft: int  # arms that fire at them when activated
    spends_endurance: StepKind | None  # before exhaustion is checked; at the end of the turn if None
    barred: Bars  # from firing, strafing and bombing
    overhead_in_arc: bool = True  # straight above is within every arc


@dataclass(frozen=True)
class Weapon:
    """What a unit may be armed with, in books that leave a choice; or a gun that it mounts."""

    reach: int
    points: int = 0  # added to what the unit costs in a random battle
    stands_for: tuple[str, ...] = ()  # weapons of other books that are much the same
    borne_by: tuple[str, ...] = ()  # types of other books that have this weapon and no choice


@dataclass(frozen=True)
class Strength:
    """Strength points; a book without them has none, and its units are there or gone."""

    destroyed: str
    adjust: str


class Repertoire:
    """What units of one type can do to come onto the board, and on it, in the order of the offers."""

    def __init__(self, activities: list[Activity]) -> None:
        self.arrivals = [activity for activity in activities if activity.arrives]
        self.activities = [activity for activity in activities if not activity.arrives]
        self.attacks = [activity for activity in self.activities if activity.attacks]
        self.others = [activity for activity in self.activities if not activity.attacks]
        self.deeds = [activity for activity in self.others if not activity.moves]  # neither attacks nor moves


@dataclass(frozen=True)
class Ruleset:
    name: str
    title: str
    edition: int  # raised only when behaviour changes
    grids: tuple[str, ...]
    features: tuple[str, ...]  # the terrain a scenario may use: names of rows of `terrain`
    armies: tuple[str, ...]
    unit_types: tuple[UnitType, ...]
    unit_table: str
    sequence: str  # the clause of the turn sequence
    turn: tuple[StepKind, ...]
    initiative: Initiative
    activation: Activation
    activities: tuple[Activity, ...]
    movement: Movement
    artillery: Shooting
    fire: Shooting
    close_combat: CloseCombat
    hits: Hits
    weapons: dict[str, Weapon] = field(default_factory=dict)  # for types that name one
    strength: Strength | None = None
    works: tuple[Work, ...] = ()
    transport: Transport | None = None
    pinning: Pinning | None = None
    gas: Gas | None = None
    air: Air | None = None
    mounting: str = ""  # cavalry may mount and dismount
    deployment: Deployment = Deployment("shared.deployment", 2, "shared.deployment")
    muster: Muster | None = None
    exhaustion: Exhaustion | None = None
    no_cover: tuple[str, ...] = ()  # terrain that gives no cover and hides nobody in this book, though its row says so
    ground: dict[str, Feature] = field(
        default_factory=dict
    )  # features as this book defines them, whatever they are in others
    front_faces: int = 3
    overlooks_hills: bool = True  # hills of height 1 do not block sight from or to height 2
    retreat_facing_chosen: bool = False
    palette: str = "meadow"  # the colours of the country where its battles are fought
    tells_orders: bool = True  # every order is an event, even one with no immediate effect
    after_activations: tuple[StepKind, ...] = ()  # what a side does once its activations have ended
    options: "dict[str, Option]" = field(default_factory=dict)
    repertoires: list[Repertoire] = field(default_factory=list, init=False, compare=False, repr=False)
    by_name: dict[str, UnitType] = field(default_factory=dict, init=False, compare=False, repr=False)
    by_verb: dict[str, Activity] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for activity in self.activities:
            self.by_verb[activity.verb] = activity
        for row, unit_type in enumerate(self.unit_types):
            self.by_name[unit_type.name] = replace(unit_type, row=row)
            fitting = [activity for activity in self.activities if activity.is_for(unit_type)]
            self.repertoires.append(Repertoire(fitting))

    @property
    def called(self) -> str:
        """Its name in a sentence: "the late 19th century book"."""
        return self.name.replace("-", " ")

    def terrain(self) -> dict[str, Feature]:
        """Every feature that a map may name, as this book defines it: its own, and those in all books."""
        known = {name: row for name, row in TERRAIN.items() if row.bit < FIRST_SPARE or name in self.features}
        return {**known, **self.ground}

    def cover(self) -> Cover:
        rows = self.terrain()
        return Cover([rows[name] for name in self.features if name not in self.no_cover])

    def repertoire(self, unit_type: UnitType) -> Repertoire:
        return self.repertoires[unit_type.row]

    def type_named(self, name: str) -> UnitType | None:
        return self.by_name.get(name)

    def activity(self, verb: str) -> Activity | None:
        return self.by_verb.get(verb)


@dataclass(frozen=True)
class Option:
    """An optional rule of a book, which a scenario may switch on."""

    name: str
    words: str  # what it adds to the book
    apply: Callable[[Ruleset], Ruleset]


def armed_with(unit_type: UnitType, reach: int, gun: UnitType | None = None) -> UnitType:
    """The unit type with the range of the weapon it names; if that is a gun of the book, with what the gun can do."""
    if unit_type.artillery_range and gun is not None:
        return replace(unit_type, artillery_range=reach, indirect=gun.indirect, anti_aircraft=gun.anti_aircraft)
    return replace(unit_type, fire_range=reach)
