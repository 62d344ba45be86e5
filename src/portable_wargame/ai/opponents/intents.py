"""What a side is trying to do, in one line of plain words, made from its aims and the plan it follows."""

from typing import Final

from ...battle.battle import NOBODY
from ...grid.names import cell_name
from ..judgement.plans import Plan
from ..judgement.position import Judge

DEEDS: Final = {
    "fire": "{unit} fires at {target}",
    "fight": "{unit} attacks {target}",
    "bombard": "{unit} softens {target}",
    "move": "{unit} makes for {target}",
    "arrive": "{unit} comes on at {target}",
    "leave": "{unit} goes off the board",
    "rally": "{unit} rallies",
    "unlimber": "{unit} sets down its load",
    "limber": "{unit} takes up a load",
    "mount": "{unit} mounts",
    "dismount": "{unit} dismounts",
    "work": "{unit} is set to work",
    "air": "{unit} is over the field",
    "home": "{unit} flies home",
    "deploy": "{unit} takes its place at {target}",
    "retreat": "{unit} falls back to {target}",
    "stand fast": "{unit} stands and takes the loss",
    "advance": "{unit} follows up",
    "charge": "{unit} charges",
}


def intent(judge: Judge, plan: Plan | None) -> str:
    posture = posture_words(judge)
    deed = deed_words(judge, plan) if plan is not None else "the rest stand where they are"
    return f"{posture}; {deed}" if deed else posture


def deed_words(judge: Judge, plan: Plan) -> str:
    unit = plan.action.unit
    words = DEEDS.get(plan.purpose, "")
    if unit == NOBODY or not words:
        return ""
    roster = judge.battle.roster
    name = roster.unit_names[unit] or roster.unit_ids[unit]
    target = plan.target if plan.target >= 0 else judge.battle.at[unit]
    return words.format(unit=name, target=cell_name(judge.battle.field.grid, target) if target >= 0 else "the enemy")


def posture_words(judge: Judge) -> str:
    """The side's aim; cells by name."""
    aims = judge.aims
    if judge.battle.exhausted[judge.side]:
        return "exhausted: holding what is left"
    if aims.take and aims.keep:
        return f"holding {cells(judge, aims.keep)} and making for {cells(judge, aims.take)}"
    if aims.take:
        return f"making for {cells(judge, aims.take)}"
    if aims.leave_by and aims.to_leave > 0:
        return f"breaking out over the {' and '.join(aims.leave_by)} edge"
    if aims.keep:
        return f"holding {cells(judge, aims.keep)}"
    if aims.survives:
        return "keeping out of harm's way"
    if aims.block:
        return f"barring the way to the {' and '.join(aims.block)} edge"
    return "wearing the enemy down"


def cells(judge: Judge, wanted: list[int]) -> str:
    names = [cell_name(judge.battle.field.grid, cell) for cell in wanted]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
