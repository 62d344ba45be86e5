"""House rules: named settings of a scenario, each a row with its function from a ruleset and a value to a ruleset."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..battle.naming import plain
from ..battle.terrain import TRENCH
from ..game.ruleset import Activation, Ruleset, Shooting
from ..game.tables import PINNED, bars
from ..rules.deeds import (
    after_deeds,
    has_gone_on_to_close_combat,
    has_gone_on_to_fire_or_fight,
    has_no_movement_left_to_fire,
)
from ..rules.turn.activation import ACTIVATION_DICE, EVERY_UNIT
from ..rules.turn.cards import SHUFFLE_CARDS
from ..rules.turn.initiative import INITIATIVE_ROLL
from .weather import KINDS, NIGHT, WEATHER, by_day, by_night, in_weather, told_of_night, told_of_weather

FINEST = 1000  # parts into which an army may be divided


@dataclass(frozen=True)
class HouseRule:
    """A house rule, whole: lobby, editor, schema, ledger and docs all read this row."""

    name: str
    clause: str  # the clause that it changes
    words: str  # what it settles
    # The changed ruleset, or a sentence that says why the value will not do.
    apply: Callable[[Ruleset, str], Ruleset | str]
    choices: tuple[str, ...] = ()  # none: any text that `apply` takes
    values: str = ""  # those that `apply` takes, in words
    grids: tuple[str, ...] = ("square", "hex")  # grids on which it makes a difference
    elsewhere: str = ""  # why it makes none elsewhere
    rule: str = ""  # the words of its clause, if it has one of its own
    usual: Callable[[Ruleset], str] | None = None  # how a book plays, if there are no choices to try
    telling: Callable[[str], str] | None = None  # a value in words for the table, with its figures; "": nothing to say

    def default(self, ruleset: Ruleset) -> str:
        """How a book plays by default: the choice that changes nothing."""
        if self.usual is not None:
            return self.usual(ruleset)
        return next((choice for choice in self.choices if self.apply(ruleset, choice) == ruleset), self.choices[0])

    def told(self, value: str) -> str:
        """A setting in words: "House rule: activation cards", "Mud: a unit that moves more than 1 cell ..."."""
        return self.telling(value) if self.telling is not None else f"House rule: {plain(self.name)} {plain(value)}"

    def possible(self) -> str:
        """The values in words: "keep or owner-chooses"."""
        return self.values or f"{', '.join(self.choices[:-1])} or {self.choices[-1]}"

    def setting(self) -> str:
        """In the ledger's form: "front-faces = 3 or 1 (hex only)"."""
        only = f" ({self.grids[0]} only)" if len(self.grids) == 1 else ""
        return f"{self.name} = {self.possible()}{only}"


def _exhaustion(ruleset: Ruleset, value: str) -> Ruleset | str:
    if ruleset.exhaustion is None:
        return f"the {ruleset.called} book has no strength points to lose, so it has no exhaustion"
    if value == "off":
        return replace(ruleset, exhaustion=None)
    top, slash, bottom = value.partition("/")
    if not slash or not top.isascii() or not bottom.isascii() or not top.isdigit() or not bottom.isdigit():
        return f"{value!r} is not a fraction"
    if max(len(top), len(bottom)) > len(str(FINEST)) or not 0 < int(top) <= int(bottom) <= FINEST:
        return f"{value[:20]!r} is not a fraction between 0 and 1, with a denominator of at most {FINEST}"
    rule = replace(ruleset.exhaustion, numerator=int(top), denominator=int(bottom))
    return replace(ruleset, exhaustion=rule)


def _battle_ends(ruleset: Ruleset, value: str) -> Ruleset | str:
    if ruleset.exhaustion is None:
        return f"the {ruleset.called} book, as set here, has no exhaustion"
    rule = replace(ruleset.exhaustion, ends_with_first=value == "first-exhausted")
    return replace(ruleset, exhaustion=rule)


def _initiative(ruleset: Ruleset, value: str) -> Ruleset | str:
    rule = replace(ruleset.initiative, winner_chooses=value == "winner-chooses")
    return replace(ruleset, initiative=rule)


def _retreat_facing(ruleset: Ruleset, value: str) -> Ruleset | str:
    return replace(ruleset, retreat_facing_chosen=value == "owner-chooses")


def _retreat(ruleset: Ruleset, value: str) -> Ruleset | str:
    return replace(ruleset, hits=replace(ruleset.hits, retreats_away=value == "away"))


def _advance(ruleset: Ruleset, value: str) -> Ruleset | str:
    advance = ruleset.close_combat.advance
    if not advance.defender_too:
        return f"in the {ruleset.called} book a defender never advances"
    advance = replace(advance, defender_too=value == "winner")
    return replace(ruleset, close_combat=replace(ruleset.close_combat, advance=advance))


def _fire_then_move(ruleset: Ruleset, value: str) -> Ruleset | str:
    rows = ruleset.movement.barred.rows
    cost = [row.clause for row in ruleset.fire.barred.rows if row.forbids is has_no_movement_left_to_fire]
    if not cost:
        return f"in the {ruleset.called} book a unit either moves or fires"
    if value == "off":
        return ruleset
    barred = bars(
        *(
            after_deeds(row.clause, has_gone_on_to_close_combat) if row.forbids is has_gone_on_to_fire_or_fight else row
            for row in rows
        )
    )
    return replace(ruleset, movement=replace(ruleset.movement, barred=barred, firing_cost=cost[0]))


def _bombard_empty(ruleset: Ruleset, value: str) -> Ruleset | str:
    if ruleset.artillery.landing is None:
        return f"in the {ruleset.called} book shells do not scatter, so a shot at an empty cell can hit nobody"
    return replace(ruleset, artillery=replace(ruleset.artillery, at_empty=value == "on"))


def _light_weapons_drive_back(ruleset: Ruleset, value: str) -> Ruleset | str:
    if not ruleset.hits.proof_arms:
        return f"the {ruleset.called} book has no unit that is proof against small arms"
    return replace(ruleset, hits=replace(ruleset.hits, proof_retreats=value == "on"))


def _trench(ruleset: Ruleset, value: str) -> Ruleset | str:
    crossings = ruleset.movement.crossings
    if not crossings & TRENCH:
        return f"in the {ruleset.called} book a unit that enters a trench mans it at once"
    if value == "cross":
        return ruleset
    return replace(ruleset, movement=replace(ruleset.movement, crossings=crossings & ~TRENCH))


def _front_faces(ruleset: Ruleset, value: str) -> Ruleset | str:
    return replace(ruleset, front_faces=int(value))


def _pins(ruleset: Ruleset, value: str) -> Ruleset | str:
    if ruleset.pinning is None:
        return f"the {ruleset.called} book has no pinning"
    if value == "on":
        return ruleset
    return replace(ruleset, artillery=_without_pins(ruleset.artillery), fire=_without_pins(ruleset.fire))


def _without_pins(shooting: Shooting) -> Shooting:
    tables = tuple(
        replace(table, lines=tuple(line for line in table.lines if line[1] != PINNED)) for table in shooting.tables
    )
    return replace(shooting, tables=tables)


def _activation(ruleset: Ruleset, value: str) -> Ruleset | str:
    clause = "shared.activation"
    if value == "all":
        every_unit = Activation(clause, EVERY_UNIT, first=ruleset.activation.first, counts_freed=True)
        return replace(ruleset, activation=every_unit)
    if value == "cards":
        turn = tuple(SHUFFLE_CARDS if step is INITIATIVE_ROLL else step for step in ruleset.turn)
        return replace(ruleset, turn=turn, activation=replace(ruleset.activation, units_per_die=0))
    if value == "dice" and ruleset.activation.step is not ACTIVATION_DICE:
        armies = ("", *ruleset.armies)
        return replace(ruleset, activation=Activation(clause, ACTIVATION_DICE, units_per_die=5, rounded_up=armies))
    return ruleset


def _usual_exhaustion(ruleset: Ruleset) -> str:
    rule = ruleset.exhaustion
    return "off" if rule is None else f"{rule.numerator}/{rule.denominator}"


HOUSE_RULES: dict[str, HouseRule] = {
    rule.name: rule
    for rule in (
        HouseRule(
            "exhaustion",
            "shared.exhaustion",
            "the share of its SP at which a side is exhausted",
            _exhaustion,
            values="a fraction such as 1/3, or off",
            usual=_usual_exhaustion,
        ),
        HouseRule(
            "battle-ends",
            "shared.exhaustion",
            "whose exhaustion ends the battle",
            _battle_ends,
            ("both-exhausted", "first-exhausted"),
        ),
        HouseRule(
            "initiative",
            "shared.initiative",
            "whether the higher score acts first or chooses",
            _initiative,
            ("higher-first", "winner-chooses"),
        ),
        HouseRule(
            "retreat-facing",
            "shared.retreat",
            "how a unit faces after a retreat",
            _retreat_facing,
            ("keep", "owner-chooses"),
        ),
        HouseRule(
            "retreat",
            "shared.retreat",
            "where a retreat may lead: anywhere the book allows, or never nearer to the attacker",
            _retreat,
            ("by-the-book", "away"),
        ),
        HouseRule(
            "advance",
            "shared.advance",
            "who may move into the cell left by the loser of a close combat",
            _advance,
            ("winner", "attacker"),
        ),
        HouseRule(
            "fire-then-move",
            "shared.order",
            "whether a unit may also fire first and then move, one cell less",
            _fire_then_move,
            ("off", "on"),
        ),
        HouseRule(
            "bombard-empty",
            "shared.empty-target",
            "whether guns may fire at an empty cell, with gas too",
            _bombard_empty,
            ("off", "on"),
        ),
        HouseRule(
            "light-weapons-drive-back",
            "modern.fire.tank-proof",
            "whether small arms and machine guns may force tanks to retreat, without harming them",
            _light_weapons_drive_back,
            ("off", "on"),
        ),
        HouseRule(
            "trench",
            "modern.trenches.no-fire",
            "whether a unit entering a trench is crossing it until its next activation, or mans it at once",
            _trench,
            ("cross", "occupy"),
        ),
        HouseRule(
            "front-faces",
            "shared.flank",
            "how many edges of a hex are a unit's front",
            _front_faces,
            ("3", "1"),
            grids=("hex",),
            elsewhere="a square has one front",
        ),
        HouseRule("pins", "shared.pins", "whether fire pins units", _pins, ("on", "off")),
        HouseRule(
            "activation",
            "shared.activation",
            "how many units a side may activate in a turn",
            _activation,
            ("ruleset", "all", "dice", "cards"),
        ),
        HouseRule(
            "night",
            NIGHT,
            "whether it is night, when nobody sees farther than 2 cells: all battle, from a turn on, or up to a turn",
            by_night,
            values="off, all, from N or to N, such as from 8",
            usual=by_day,
            telling=told_of_night,
        ),
        HouseRule(
            "weather",
            WEATHER,
            "what the weather does to sight and march",
            in_weather,
            tuple(KINDS),
            telling=told_of_weather,
        ),
    )
}


def with_house_rules(ruleset: Ruleset, settings: dict[str, str]) -> tuple[Ruleset, dict[str, str]]:
    """The ruleset under these settings, and for each setting that won't work, why."""
    problems = {
        name: f"there is no house rule {name!r}; choose from {', '.join(HOUSE_RULES)}"
        for name in settings
        if name not in HOUSE_RULES
    }
    # In the house rules' order, not the scenario's: how a battle ends depends on whether there is exhaustion.
    for name, rule in HOUSE_RULES.items():
        if name not in settings:
            continue
        value = settings[name]
        if rule.choices and value not in rule.choices:
            problems[name] = f"{value!r} won't do; it must be {rule.possible()}"
            continue
        changed = rule.apply(ruleset, value)
        if isinstance(changed, str):
            # If the book has no use for the rule at all, no value will do.
            unused = isinstance(rule.apply(ruleset, rule.default(ruleset)), str)
            problems[name] = f"{changed}; {'leave it out' if unused else f'it must be {rule.possible()}'}"
        else:
            ruleset = changed
    return ruleset, problems


def idle_rules(settings: dict[str, str], grid: str) -> list[HouseRule]:
    """The house rules among these settings that make no difference on a grid."""
    return [rule for name, rule in HOUSE_RULES.items() if name in settings and grid not in rule.grids]
