"""What a side is trying to do and why, in one line of plain words, made from its aims and the plan it follows."""

from fractions import Fraction
from typing import Final

from ...battle.battle import NOBODY, TASKS
from ...battle.naming import place, unit_name
from ...battle.objectives import HOLD
from ...game.outcomes import outcome
from ...rules.turn.activation import ACTIVATE
from ..judgement.aims import LOSES, WINS
from ..judgement.plans import Plan
from ..judgement.position import Judge

# As orders, which read alike for one gun and for a regiment.
DEEDS: Final = {
    "fire": "{unit} to fire on {target}",
    "fight": "{unit} to attack {target}",
    "bombard": "{unit} to shell {target}",
    "move": "{unit} to go to {target}",
    "arrive": "{unit} to come on at {target}",
    "leave": "{unit} to leave the board",
    "rally": "{unit} to rally",
    "unlimber": "{unit} to unload",
    "limber": "{unit} to load up",
    "mount": "{unit} to mount",
    "dismount": "{unit} to dismount",
    "work": "{unit} to {task}",
    "air": "{unit} to stay over the field",
    "home": "{unit} to fly home",
    "deploy": "{unit} to stand at {target}",
    "retreat": "{unit} to fall back to {target}",
    "stand fast": "{unit} to stand and take the loss",
    "advance": "{unit} to follow up",
    "charge": "{unit} to charge",
    "done": "{unit} to leave it at that",
}
SIMPLE: Final = (1, 2, 3, 6)  # odds with these denominators read as 1 in 3; others in per cent
PRESSED: Final = 0.3  # from this much pressure on, a side says that it has to hurry


def intent(judge: Judge, plan: Plan) -> str:
    posture = posture_words(judge)
    reason = reason_words(judge)
    if reason:
        posture += f" – {reason}"
    deed = rest_words(judge) if plan.action.verb == "end" else deed_words(judge, plan)
    return f"{posture}; {deed}" if deed else posture


def deed_words(judge: Judge, plan: Plan) -> str:
    unit = plan.action.unit
    words = DEEDS.get("done" if plan.action.verb == "done" else plan.purpose, "")
    if unit == NOBODY or not words:
        return ""
    target = plan.target if plan.target >= 0 else judge.battle.at[unit]
    where = place(judge.battle, target) if target >= 0 else "the enemy"
    return words.format(
        unit=unit_name(judge.battle, unit), target=where, task=TASKS[plan.action.task].replace("-", " ")
    ) + odds_words(judge, plan)


def odds_words(judge: Judge, plan: Plan) -> str:
    """How likely an attack is to do the enemy any harm."""
    game = judge.game
    if not game.is_attack(plan.action) or not game.allows(plan.action):
        return ""
    total = Fraction(0)
    for chance in game.chances(plan.action):
        if any(outcome(effect).harms and judge.battle.side_of(unit) != judge.side for unit, effect in chance.effects):
            total += Fraction(chance.ways, 6**chance.dice)
    if total.denominator in SIMPLE:
        return f": {total.numerator} in {total.denominator}" if 0 < total < 1 else ""
    return f": {round(100 * total)}%"


def rest_words(judge: Judge) -> str:
    """Why a side ends its turn."""
    if not ACTIVATE.candidates(judge.game, judge.side):
        return "nobody is left to act"
    if judge.sits_it_out or judge.waits:
        return "the rest to stay put and let the time pass"
    return "the rest to stay put: no order would gain anything"


def reason_words(judge: Judge) -> str:
    """Which side wins if nobody moves any more, where a side acts on it."""
    outlook = judge.aims.outlook
    if outlook == LOSES and judge.pressure >= PRESSED:
        return "if nobody moves, we lose"
    if outlook == WINS and (judge.sits_it_out or judge.waits):
        return "if nobody moves, we win"
    return ""


def posture_words(judge: Judge) -> str:
    """The side's aim; cells by name."""
    aims = judge.aims
    if judge.battle.exhausted[judge.side]:
        return "exhausted: holding what is left"
    if judge.sits_it_out:
        return f"holding {cells(judge, aims.keep)}" if aims.keep else "sitting tight"
    if aims.take and aims.keep:
        return f"holding {cells(judge, aims.keep)} and making for {cells(judge, aims.take)}"
    if aims.take:
        return f"making for {cells(judge, aims.take, 'or' if any_will_do(judge, aims.take) else 'and')}"
    if aims.leave_by and aims.to_leave > 0:
        return f"breaking out over the {' and '.join(aims.leave_by)} edge"
    if judge.pressure >= PRESSED:
        return "attacking while there is time"
    if aims.keep:
        return f"holding {cells(judge, aims.keep)}"
    if aims.survives:
        return "keeping out of harm's way"
    if aims.block:
        return f"blocking the way to the {' and '.join(aims.block)} edge"
    return "wearing the enemy down"


def any_will_do(judge: Judge, wanted: list[int]) -> bool:
    """Whether each of these cells wins by itself."""
    battle = judge.battle
    alone: set[int] = set()
    for row in battle.objectives.rows:
        if row.kind == HOLD and row.side == judge.side and row.needed() == 1 and not 0 < row.turn < battle.turn:
            alone.update(row.cells)
    return all(cell in alone for cell in wanted)


def cells(judge: Judge, wanted: list[int], last: str = "and") -> str:
    names = [place(judge.battle, cell) for cell in wanted]
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
