"""Events and actions as sentences: what happened on the table, in the books' words, with its arithmetic."""

from functools import cache

from ..battle.battle import Battle
from ..battle.side import Roster
from ..battle.unit import QUALITIES, UnitType
from ..game.outcomes import outcome
from ..rulesets import ledger
from . import trees
from .happenings import happening
from .questions import FACING_WORDS, PHASE_WORDS, question
from .throws import throw
from .verbs import verb


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

    def side(self, name: str | None) -> str:
        return self.sides.get(name or "", "Nobody")

    def unit(self, name: str | None) -> str:
        return self.units.get(name or "", "a unit")


REMEMBERED = 500  # battles
_known: dict[Roster, tuple[list[UnitType], Names]] = {}


def names_in(battle: Battle) -> Names:
    """Made once for a battle, until a unit becomes one of another type: another list is then in its place."""
    found = _known.get(battle.roster)
    if found is None or found[0] is not battle.type_of:
        if len(_known) >= REMEMBERED:
            _known.clear()
        found = _known[battle.roster] = (battle.type_of, Names(battle))
    return found[1]


def event_sentence(battle: Battle, tree: trees.Event, clauses: bool = True, names: Names | None = None) -> str:
    """What happened, in one sentence. With `clauses`, everything in it names the rule it comes from."""
    names = names or names_in(battle)
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


def _arithmetic(tree: trees.Event, clauses: bool) -> str:
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


def _row(row: trees.Row, clauses: bool) -> str:
    cited = f" [{row['clause']}]" if clauses else ""
    return f"{row['value']:+d} {modifier_words(row['clause'])}{cited}"


def _listed(numbers: list[int]) -> str:
    return " ".join(str(number) for number in numbers) or "no dice"


def _outcomes(tree: trees.Event) -> str:
    return ", ".join(outcome(name).words for name in tree.get("outcomes", []))


def _roll_words(names: Names, tree: trees.Event, clauses: bool) -> dict[str, object]:
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


def _who(names: Names, tree: trees.Event) -> dict[str, str]:
    """The units and sides of an event by their names; `whoever` is the one it is most about."""
    unit, side = names.unit(tree.get("unit")), names.side(tree.get("side"))
    return {
        "unit": unit,
        "other": names.unit(tree.get("other")),
        "side": side,
        "whoever": unit if "unit" in tree else side,
    }


def _event_words(names: Names, tree: trees.Event) -> dict[str, object]:
    side = names.side(tree.get("side"))
    words: dict[str, object] = {**tree, **_who(names, tree), "facing": FACING_WORDS.get(tree.get("facing", ""), "")}
    if tree["event"] == "phase":
        words["phase"] = PHASE_WORDS.get(tree["phase"], f"{tree['phase']}.").format(side=side)
    elif tree["event"] == "card":
        drawn = f"a card is drawn: {side}, {tree['number']}."
        words["card"] = "the joker is drawn: it ends the turn." if tree["card"] == "joker" else drawn
    elif tree["event"] == "moved":
        words["way"] = f" by way of {' '.join(tree['path'][:-1])}" if len(tree["path"]) > 1 else ""
    elif tree["event"] == "over":
        words["result"] = result_sentence(names.sides, {"winner": tree["winner"], "reason": tree["reason"]})
    return words


def result_sentence(sides: dict[str, str], result: trees.Result) -> str:
    """How a battle ended."""
    outcome = f"{sides[result['winner']]} wins" if result["winner"] else "a draw"
    return f"the battle is over: {outcome}; {result['reason']}."


def question_sentence(battle: Battle, state: trees.State) -> str:
    """The decision that waits, as a question to the side that decides; of a game that is not over."""
    names = names_in(battle)
    asked = state["question"]
    assert asked is not None
    row = question(asked["asks"])
    words = row.words if "unit" in asked else row.of_several or row.words
    return words.format(side=names.side(state["decides"]), unit=names.unit(asked.get("unit")))


def action_sentence(battle: Battle, tree: trees.Action) -> str:
    """An order, as one would say it: "1st Foot (r1) moves c2 c3, facing north"."""
    names = names_in(battle)
    row = verb(tree["do"])
    template = row.said
    if row.turning and not tree.get("path"):
        template = row.turning
    elif row.unnamed and "unit" not in tree:
        template = row.unnamed
    return _capital(template.format_map(_action_words(names, tree)))


def order_sentence(battle: Battle, tree: trees.Action) -> str:
    """An order without the unit it is given to: "moves c2 c3, facing north"."""
    template = verb(tree["do"]).order
    if template:
        return _capital(template.format_map(_action_words(names_in(battle), tree)))
    sentence = action_sentence(battle, tree)
    name = names_in(battle).units.get(tree.get("unit", ""), "")
    return sentence[len(name) :].strip() if name and sentence[1:].startswith(name[1:]) else sentence


def _action_words(names: Names, tree: trees.Action) -> dict[str, object]:
    facing = FACING_WORDS.get(tree.get("facing", ""), "")
    return {
        **tree,
        "unit": names.unit(tree.get("unit")),
        "facing": facing,
        "cargo": names.unit(tree["cargo"]) if "cargo" in tree else "its load",
        "opponent": f"{names.unit(tree['opponent'])} in " if "opponent" in tree else "",
        "moves": "tries a double move" if tree.get("double") else "moves",
        "path": " ".join(tree.get("path", [])),
        "task": tree.get("task", "").replace("-", " "),
        "shell": " with gas" if tree.get("gas") else " (the aircraft)" if tree.get("air") else "",
        "goal": f" in {tree['target']}" if "target" in tree else "",
        "way": f", facing {facing}" if facing else "",
    }
