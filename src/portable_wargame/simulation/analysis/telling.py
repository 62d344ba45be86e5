"""An analysis as plain data for pages and programs, and in words for a terminal."""

from typing import Any

from ...ai.foresight.weights import FIGURES
from ...battle.naming import with_article
from ...battle.side import SIDES
from ...game.actions import Action
from ...rules.fire.artillery import DECLARE_BOMBARDMENTS
from ...speech.notation import action_to_tree
from ...speech.sentences import action_sentence, command_sentence
from ...speech.verbs import verb
from .analysis import STRONGEST, Analysis
from .decisions import Decision

FORMAT = "portable-wargame/analysis/1"
SIMPLE = 3  # digits
EVEN = 0.5
FINE = 0.01  # a standard error below this is told with a decimal

# The luck of the dice in words: from this share of a victory upwards.
LUCK_WORDS = (
    (0.6, "The dice all but won it for {side}"),
    (0.3, "The dice were clearly kind to {side}"),
    (0.1, "The dice leaned towards {side}"),
    (0.0, "The dice favoured neither side much"),
)


def tree(found: Analysis) -> dict[str, Any]:
    battle = found.course.start.battle
    ids = battle.roster.side_ids
    even = found.even()
    return {
        "format": FORMAT,
        "judge": FIGURES,
        "sides": {
            ids[side]: {
                "name": battle.roster.side_names[side],
                "score": None if found.score is None else both(found.score, side),
                "outset": both(found.outset(), side),
                "luck": round(found.luck() if side == 0 else -found.luck(), SIMPLE),
                "play": round(found.play() if side == 0 else -found.play(), SIMPLE),
                "even": None if even is None else both(even, side),
            }
            for side in SIDES
        },
        "headline": headline(found),
        "account": account(found),
        "chances": [
            {
                "turn": one.turn,
                "side": None if one.side is None else ids[one.side],
                "line": one.line,
                "chance": round(one.chance.value, SIMPLE),
                "low": round(one.chance.low, SIMPLE),
                "high": round(one.chance.high, SIMPLE),
            }
            for one in found.chances
        ],
        "throws": [at(one.decision) | {"luck": round(one.luck, SIMPLE)} for one in found.throws],
        "decisions": [
            at(one.decision)
            | {"regret": round(one.amount, SIMPLE), "error": round(one.error, SIMPLE)}
            | {"better": told(one.decision, one.better)}
            for one in found.regrets
        ],
        "moments": [
            at(one.decision)
            | {"swing": round(one.swing, SIMPLE), "by": "dice" if one.by_dice else "decision", "level": STRONGEST}
            | {"stronger": None if one.stronger is None else told(one.decision, one.stronger)}
            for one in found.moments
        ],
    }


def both(first: float, side: int) -> float:
    return round(first if side == 0 else 1 - first, SIMPLE)


def at(decision: Decision) -> dict[str, Any]:
    """The place of a decision in the battle. Luck, swings and chances are the first side's."""
    side = decision.before.battle.roster.side_ids[decision.side]
    where = {"line": decision.line, "turn": decision.turn, "side": side}
    return where | told(decision, decision.action) | {"text": deed(decision)}


def told(decision: Decision, action: Action) -> dict[str, Any]:
    battle = decision.before.battle
    words = action_to_tree(battle, action)
    side = battle.roster.side_ids[decision.side]
    return {"action": words, "text": action_sentence(battle, words, side, decision.asks())}


def deed(decision: Decision) -> str:
    """What was done, as the log tells it. The last gun to be given its target has all the guns fire."""
    is_last = decision.is_thrown and decision.before.question() is DECLARE_BOMBARDMENTS
    if is_last and (decision.before.battle.orders or verb(decision.action.verb).declared):
        return "The guns opened fire"
    text: str = told(decision, decision.action)["text"]
    return text


def ordered(decision: Decision, action: Action) -> str:
    """The action as an order."""
    battle = decision.before.battle
    return command_sentence(battle, action_to_tree(battle, action), decision.asks())


def headline(found: Analysis) -> str:
    """One plain sentence: who was lucky, and what the result is without it."""
    names = found.course.start.battle.roster.side_names
    luck = found.luck()
    lucky = with_article(names[0 if luck > 0 else 1])
    words = next(words for least, words in LUCK_WORDS if abs(luck) >= least)
    sentence = words.format(side=lucky)
    even = found.even()
    if even is None:
        return f"{sentence}."
    shares = min(1.0, max(0.0, even))
    return f"{sentence}. With even luck: {names[0]} {100 * shares:.0f}, {names[1]} {100 * (1 - shares):.0f}."


def account(found: Analysis) -> str:
    """How the result came about: the chances at the outset, the dice and the rest add up to it. The rest is the orders,
    as far as the judge sees them; it can claim no more of that than its gate allows. Giving up is neither."""
    battle = found.course.start.battle
    end = found.chances[-1].chance.value
    result, outset, dice, cut = (round(100 * one) for one in (end, found.outset(), found.luck(), found.broken_off()))
    rest = result - outset - dice - cut  # whole figures add up, too
    what = "Chances now" if found.score is None else "Result"
    end_words = "agreeing on a draw" if found.score == EVEN else "giving up"
    broken = f", {signed(cut)} by {end_words}" if cut else ""
    return (
        f"{what} for {with_article(battle.roster.side_names[0])}: {result}% = {outset} at the outset, "
        f"{signed(dice)} by the dice, {signed(rest)} by orders and what the judge cannot see{broken}."
    )


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"\N{MINUS SIGN}{-number}"


def lines(found: Analysis) -> list[str]:
    """The analysis as lines for a terminal."""
    battle = found.course.start.battle
    names = battle.roster.side_names
    told_lines = [headline(found), account(found), "", f"Chance of victory for {with_article(names[0])}:"]
    for half in found.chances:
        when = "at the outset" if half.side is None else f"turn {half.turn}, {names[half.side]}"
        bar = "#" * round(20 * half.chance.value)
        low, high = 100 * half.chance.low, 100 * half.chance.high
        told_lines.append(f"  {when:32.32} {100 * half.chance.value:3.0f}% ({low:.0f} to {high:.0f}) {bar}")
    if found.moments:
        told_lines += ["", "What mattered most, in shares of a victory:"]
    for one in found.moments:
        side = with_article(names[0] if one.swing > 0 else names[1])
        what = "The dice were" if one.by_dice else "That was"
        told_lines.append(
            f"  Turn {one.decision.turn}: {deed(one.decision)}. {what} worth {100 * abs(one.swing):.0f}% to {side}."
        )
        if one.stronger is not None:
            told_lines.append(f"    A {STRONGEST} would have ordered “{ordered(one.decision, one.stronger)}”.")
    if found.regrets:
        told_lines += ["", "Decisions that clearly gave something away:"]
    for regret in found.regrets:
        digits = 0 if regret.error >= FINE else 1
        amount = f"{100 * regret.amount:.{digits}f}% (± {100 * regret.error:.{digits}f})"
        told_lines.append(f"  Turn {regret.decision.turn}, {names[regret.decision.side]}: {deed(regret.decision)}.")
        told_lines.append(f"    Better by {amount}: “{ordered(regret.decision, regret.better)}”.")
    return told_lines
