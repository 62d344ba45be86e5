"""What a side is trying to do and why, in one line of plain words, made from its aims and the plan it follows."""

from fractions import Fraction
from typing import Final

from ...battle.battle import NOBODY, TASKS
from ...battle.naming import place, places_called, unit_name
from ...battle.objectives import HOLD, SURVIVE
from ...battle.unit import ACTIVATED
from ...game.outcomes import outcome
from ...grid.compiler import i64
from ...grid.names import cell_name
from ...rules.combat.close_combat import WHETHER_TO_ADVANCE
from ...rules.turn.activation import ACTIVATE
from ..judgement.aims import LOSES, WINS
from ..judgement.plans import Plan
from ..judgement.position import Judge
from ..judgement.scoring import holds_enough

# By verb, as orders, which read alike for one gun and for a regiment.
DEEDS: Final = {
    "fire": "{unit} to fire on {target}{air}",
    "fight": "{unit} to attack {target}",
    "bombard": "{unit} to shell {target}",
    "strafe": "{unit} to strafe what lies ahead",
    "bomb": "{unit} to bomb {target}",
    "move": "{unit} to {goes} {target}",
    "enter": "{unit} to come on at {target}",
    "leave": "{unit} to leave the board",
    "unpin": "{unit} to rally",
    "load": "{unit} to load {cargo}",
    "unload": "{unit} to unload {cargo}",
    "mount": "{unit} to mount",
    "dismount": "{unit} to dismount",
    "work": "{unit} to {task} in {target}",
    "place": "{unit} to stand at {target}",
    "retreat": "{unit} to fall back to {target}",
    "lose-sp": "{unit} to stand and take the loss",
    "advance": "{unit} to follow up",
    "charge": "{unit} to charge",
    "done": "{unit} to leave it at that",
}
TURNING: Final = "{unit} to change front"
STANDING: Final = "{unit} to stand fast"
NO_TARGETS: Final = "no more targets for the guns"
# What a unit means to do at the end of a move.
AND_THEN: Final = {"fire": " and fire on {}", "fight": " and attack {}"}
SIMPLE: Final = (1, 2, 3, 6)  # odds with these denominators read as 1 in 3; others in per cent
PRESSED: Final = 0.3  # from this much pressure on, a side says that it has to hurry


def intent(judge: Judge, plan: Plan) -> str:
    idle = plan.action.verb == "end" and not has_acted(judge)
    posture = posture_words(judge, idle)
    reason = reason_words(judge)
    if reason:
        posture += f" – {reason}"
    deed = rest_words(judge, idle) if plan.action.verb == "end" else deed_words(judge, plan)
    return f"{posture}; {deed}" if deed else posture


def has_acted(judge: Judge) -> bool:
    """Whether any of its units has done anything this turn."""
    battle = judge.battle
    return any(battle.has(unit, ACTIVATED) for unit in battle.units(judge.side))


# -- the deed


def deed_words(judge: Judge, plan: Plan) -> str:
    battle, action = judge.battle, plan.action
    unit = action.unit
    if unit == NOBODY:
        return NO_TARGETS if action.verb == "done" else ""
    if battle.side_of(unit) != judge.side:  # the enemy whose Commander may be aimed at
        return ""
    words = DEEDS.get(action.verb, "")
    if action.verb == "stand" and judge.game.question() is WHETHER_TO_ADVANCE:
        words = STANDING
    elif action.verb == "move" and not action.path:
        words = TURNING
    if not words:
        return ""
    goal = action.path[-1] if action.path else action.target if action.target >= 0 else battle.at[unit]
    cargo = action.other if action.verb == "load" else battle.carrying[unit]
    told = words.format(
        unit=unit_name(battle, unit),
        target=place(battle, goal) if goal >= 0 else "the enemy",
        cargo=unit_name(battle, cargo) if cargo >= 0 else "its load",
        task=TASKS[action.task].replace("-", " "),
        goes=goes(judge, unit, goal),
        air=" (the aircraft)" if action.air else "",
    )
    return told + and_then(judge, plan, goal) + odds_words(judge, plan)


def goes(judge: Judge, unit: i64, goal: i64) -> str:
    """How a unit goes somewhere: to take it, away from the enemy, or simply there."""
    battle, grid = judge.battle, judge.battle.field.grid
    start = battle.at[unit]
    if goal < 0 or start < 0:
        return "go to"
    if goal in judge.aims.take:
        return "take"
    enemies = [battle.at[enemy] for enemy in judge.enemies]
    near = min([grid.distance(start, cell) for cell in enemies], default=0)
    far = min([grid.distance(goal, cell) for cell in enemies], default=0)
    return "draw back to" if far > near else "go to"


def and_then(judge: Judge, plan: Plan, goal: i64) -> str:
    """The blow that a unit means to strike from where it goes."""
    words = AND_THEN.get(plan.purpose, "") if plan.action.verb in ("move", "enter") else ""
    return words.format(place(judge.battle, plan.target)) if words and plan.target >= 0 and plan.target != goal else ""


def odds_words(judge: Judge, plan: Plan) -> str:
    """How likely an attack is to do the enemy any harm."""
    game = judge.game
    if not game.is_attack(plan.action) or not game.allows(plan.action):
        return ""
    total = Fraction(0)
    for chance in game.chances(plan.action):
        if any(outcome(effect).harms and judge.battle.side_of(unit) != judge.side for unit, effect in chance.effects):
            total += Fraction(chance.ways, 6**chance.dice)
    if total == 1:
        return ": a sure hit"
    if total.denominator in SIMPLE:
        return f": {total.numerator} in {total.denominator}" if total else ""
    return f": {round(100 * total)}%"


def rest_words(judge: Judge, idle: bool) -> str:
    """Why a side ends its turn."""
    if not ACTIVATE.candidates(judge.game, judge.side):
        return "nobody is left to act"
    who = "everybody" if idle else "the rest"
    if judge.aims.outlook == WINS and (judge.sits_it_out or judge.waits):
        return f"{who} to sit tight"
    return f"{who} to stay put: no order would gain anything"


# -- the reason


def reason_words(judge: Judge) -> str:
    """Which side wins if nobody moves any more, and by what, where a side acts on it."""
    outlook = judge.aims.outlook
    if outlook == LOSES and judge.pressure >= PRESSED:
        return f"at this rate we lose {by_what(judge, False)}"
    if outlook == WINS and (judge.sits_it_out or judge.waits):
        return f"at this rate we win {by_what(judge, True)}"
    return ""


def by_what(judge: Judge, wins: bool) -> str:
    """What decides if nobody moves any more: ground, points or losses."""
    battle = judge.battle
    for turn in range(battle.turn, battle.objectives.turns + 1):
        for row in battle.objectives.rows:
            if row.turn not in (0, turn):
                continue
            if row.kind == SURVIVE:
                return "by holding out" if wins else "to their holding out"
            if holds_enough(battle, row):
                return "on ground"
    return "on points" if battle.objectives.scores else "on losses"


# -- the posture


def posture_words(judge: Judge, idle: bool) -> str:
    """The side's aim; cells by name. A side that has let a whole turn pass is not making for anything."""
    aims = judge.aims
    last = "or" if any_will_do(judge, aims.take) else "and"
    if judge.battle.exhausted[judge.side]:
        return "exhausted: holding what is left"
    if judge.sits_it_out:
        return f"holding {cells_words(judge, aims.keep)}" if aims.keep else "letting the time pass"
    if idle and aims.take:
        return f"finding no way to {cells_words(judge, aims.take, last)}"
    if aims.take and aims.keep:
        return f"holding {cells_words(judge, aims.keep)} and making for {cells_words(judge, aims.take, last)}"
    if aims.take:
        return f"making for {cells_words(judge, aims.take, last)}"
    if aims.leave_by and aims.to_leave > 0:
        return f"breaking out over the {edges(aims.leave_by)}"
    if judge.pressure >= PRESSED:
        return "finding no opening" if idle else "attacking while there is time"
    if aims.keep:
        return f"holding {cells_words(judge, aims.keep)}"
    if aims.survives:
        return "keeping out of harm’s way"
    if aims.block:
        return f"blocking the way to the {edges(aims.block)}"
    return "waiting for an opening" if idle else "wearing the enemy down"


def any_will_do(judge: Judge, wanted: list[int]) -> bool:
    """Whether each of these cells wins by itself."""
    battle = judge.battle
    alone: set[int] = set()
    for row in battle.objectives.rows:
        if row.kind == HOLD and row.side == judge.side and row.needed() == 1 and not 0 < row.turn < battle.turn:
            alone.update(row.cells)
    return all(cell in alone for cell in wanted)


def edges(names: list[str]) -> str:
    return f"{' and '.join(names)} {'edge' if len(names) == 1 else 'edges'}"


def cells_words(judge: Judge, cells: list[int], last: str = "and") -> str:
    """Cells as people call them, each place named once."""
    field = judge.battle.field
    return places_called([cell_name(field.grid, cell) for cell in cells], field.places, last)
