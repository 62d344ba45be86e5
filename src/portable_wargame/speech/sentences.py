"""Events and actions as sentences: what happened on the table, in the books' words, with its arithmetic."""

from functools import cache
from typing import Any

from ..battle.battle import Battle
from ..battle.unit import QUALITIES
from ..game.outcomes import outcome
from ..rulesets import ledger
from .happenings import happening
from .questions import FACING_WORDS, PHASE_WORDS, question
from .throws import throw
from .verbs import verb

Tree = dict[str, Any]


class Names:
    """Units and sides as a reader knows them."""

    def __init__(self, battle: Battle) -> None:
        roster = battle.roster
        self.sides = dict(zip(roster.side_ids, roster.side_names, strict=True))
        self.units: dict[str, str] = {}
        self.qualities: dict[str, str] = {}
        for number, unit_id in enumerate(roster.unit_ids):
            name = roster.unit_names[number]
            kind = battle.type_of[number].name.replace("-", " ")
            self.units[unit_id] = f"{name} ({unit_id})" if name else f"{kind} {unit_id}"
            self.qualities[unit_id] = QUALITIES[roster.quality[number]]

    def side(self, tree: Tree) -> str:
        return self.sides.get(tree.get("side") or "", "Nobody")

    def unit(self, tree: Tree, key: str = "unit") -> str:
        return self.units.get(tree.get(key) or "", "a unit")


def event_sentence(battle: Battle, tree: Tree, clauses: bool = True, names: Names | None = None) -> str:
    """What happened, in one sentence. With `clauses`, everything in it names the rule it comes from."""
    names = names or Names(battle)
    if tree["event"] == "roll":
        sentence = throw(tree["for"]).told.format_map(_roll_words(names, tree, clauses))
    else:
        sentence = happening(tree["event"]).told.format_map(_event_words(names, tree))
    cited = f" [{tree['clause']}]" if clauses else ""
    return _capital(sentence) + cited


def _capital(sentence: str) -> str:
    # A name that a scenario gives is left as it is spelled.
    return sentence[:1].upper() + sentence[1:]


@cache
def modifier_words(clause: str) -> str:
    """A modifier's reason, in the few words that its clause has for it."""
    found = ledger.clauses().get(clause)
    return found.short if found and found.short else clause.rpartition(".")[2].replace("-", " ")


def _arithmetic(tree: Tree, clauses: bool) -> str:
    """rolls 5, +1 has not moved [...], -1 target in cover [...] = 5, needs 5"""
    parts = ["rolls " + _listed(tree["dice"])]
    parts += [_row(row, clauses) for row in tree["modifiers"]]
    text = ", ".join(parts)
    if tree["modifiers"]:
        text += " = " + _listed(tree["scores"])
    if "needs" in tree:
        text += f", needs {tree['needs']}"
        if "handicaps" in tree:
            whole = tree["needs"] - sum(row["value"] for row in tree["handicaps"])
            text += f" ({whole}, " + ", ".join(_row(row, clauses) for row in tree["handicaps"]) + ")"
    return text


def _row(row: Tree, clauses: bool) -> str:
    cited = f" [{row['clause']}]" if clauses else ""
    return f"{row['value']:+d} {modifier_words(row['clause'])}{cited}"


def _listed(numbers: list[int]) -> str:
    return " ".join(str(number) for number in numbers) or "no dice"


def _outcomes(tree: Tree) -> str:
    return ", ".join(outcome(name).words for name in tree.get("outcomes", []))


def _roll_words(names: Names, tree: Tree, clauses: bool) -> dict[str, Any]:
    counts = tree["scores"] if tree["scores"] != tree["dice"] else []
    return {
        **tree,
        **_who(names, tree),
        "quality": names.qualities.get(tree.get("unit", ""), ""),
        "arithmetic": _arithmetic(tree, clauses),
        "outcomes": _outcomes(tree),
        "counts": f", which count {_listed(counts)}" if counts else "",
        "total": sum(tree["scores"]),
    }


def _who(names: Names, tree: Tree) -> dict[str, str]:
    """The units and sides of an event by their names; `whoever` is the one it is most about."""
    unit, side = names.unit(tree), names.side(tree)
    return {
        "unit": unit,
        "other": names.unit(tree, "other"),
        "side": side,
        "whoever": unit if "unit" in tree else side,
    }


def _event_words(names: Names, tree: Tree) -> dict[str, Any]:
    words = {**tree, **_who(names, tree), "facing": _facing(tree)}
    if tree["event"] == "phase":
        words["phase"] = PHASE_WORDS.get(tree["phase"], f"{tree['phase']}.").format(side=names.side(tree))
    elif tree["event"] == "card":
        drawn = f"a card is drawn: {names.side(tree)}, {tree['number']}."
        words["card"] = "the joker is drawn: it ends the turn." if tree["card"] == "joker" else drawn
    elif tree["event"] == "moved":
        words["way"] = f" by way of {' '.join(tree['path'][:-1])}" if len(tree["path"]) > 1 else ""
    elif tree["event"] == "over":
        words["result"] = result_sentence(names.sides, tree)
    return words


def result_sentence(sides: dict[str, str], tree: Tree) -> str:
    """How a battle ended, from anything that has a `winner` and a `reason`."""
    outcome = f"{sides[tree['winner']]} wins" if tree["winner"] else "a draw"
    return f"the battle is over: {outcome}; {tree['reason']}."


def question_sentence(battle: Battle, state: Tree) -> str:
    """The decision that waits, as a question to the side that decides; of a game that is not over."""
    names = Names(battle)
    row = question(state["question"]["asks"])
    words = row.words if "unit" in state["question"] else row.of_several or row.words
    return words.format(side=names.sides[state["decides"]], unit=names.unit(state["question"]))


def action_sentence(battle: Battle, tree: Tree) -> str:
    """An order, as one would say it: "1st Foot (r1) moves c2 c3, facing north"."""
    names = Names(battle)
    row = verb(tree["do"])
    template = row.said
    if row.turning and not tree.get("path"):
        template = row.turning
    elif row.unnamed and "unit" not in tree:
        template = row.unnamed
    return _capital(template.format_map(_action_words(names, tree)))


def order_sentence(battle: Battle, tree: Tree) -> str:
    """An order without the unit it is given to: "moves c2 c3, facing north"."""
    template = verb(tree["do"]).order
    if template:
        return _capital(template.format_map(_action_words(Names(battle), tree)))
    sentence = action_sentence(battle, tree)
    name = Names(battle).units.get(tree.get("unit", ""), "")
    return sentence[len(name) :].strip() if name and sentence[1:].startswith(name[1:]) else sentence


def _facing(tree: Tree) -> str:
    return FACING_WORDS.get(tree.get("facing", ""), "")


def _action_words(names: Names, tree: Tree) -> dict[str, Any]:
    facing = _facing(tree)
    return {
        **tree,
        "unit": names.unit(tree),
        "facing": facing,
        "cargo": names.unit(tree, "cargo") if "cargo" in tree else "its load",
        "opponent": f"{names.unit(tree, 'opponent')} in " if "opponent" in tree else "",
        "moves": "tries a double move" if tree.get("double") else "moves",
        "path": " ".join(tree.get("path", [])),
        "task": tree.get("task", "").replace("-", " "),
        "shell": " with gas" if tree.get("gas") else " (the aircraft)" if tree.get("air") else "",
        "goal": f" in {tree['target']}" if "target" in tree else "",
        "way": f", facing {facing}" if facing else "",
    }
