"""Events, actions and questions as sentences, in the books' words.

An order is an imperative, as on a button; the log tells what was done in the past tense, with its arithmetic, the
outcome last.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from ..battle.battle import NO_CELL, NOBODY, Battle
from ..battle.naming import (
    agreeing,
    at_place,
    capital,
    counted,
    is_plural,
    place,
    sounds_plural,
    unit_name,
    with_article,
)
from ..battle.side import Roster
from ..battle.unit import COMMANDER, QUALITIES, UnitType
from ..game.outcomes import outcome
from ..grid.names import cell_named
from ..rulesets import ledger
from . import trees
from .happenings import happening
from .questions import FACING_WORDS, PHASE_WORDS, question
from .results import result_sentence
from .throws import throw
from .verbs import verb


class Names:
    """Units and sides as a reader knows them."""

    def __init__(self, battle: Battle) -> None:
        roster = battle.roster
        self.sides = dict(zip(roster.side_ids, roster.side_names, strict=True))
        self.units: dict[str, str] = {}
        self.qualities: dict[str, str] = {}
        self.plural: set[str] = set()
        self.people: set[str] = set()
        self.found: dict[tuple[str | None, str | None], dict[str, str]] = {}
        for number, unit_id in enumerate(roster.unit_ids):
            self.units[unit_id] = unit_name(battle, number)
            self.qualities[unit_id] = QUALITIES[roster.quality[number]]
            if is_plural(battle, number):
                self.plural.add(unit_id)
            if battle.is_a(number, COMMANDER):
                self.people.add(unit_id)

    def side(self, name: str | None) -> str:
        return with_article(self.sides[name]) if name in self.sides else "nobody"

    def unit(self, name: str | None) -> str:
        return self.units.get(name or "", "a unit")

    def words(self, unit: str | None, side: str | None) -> dict[str, str]:
        """A unit and a side, with the words that agree with them; `subject` is the one it is most about. Found once,
        and not to be altered."""
        found = self.found.get((unit, side))
        if found is None:
            found = self.found[unit, side] = {
                "unit": self.unit(unit),
                "side": self.side(side),
                "subject": self.unit(unit) if unit else self.side(side),
                **agreeing(unit in self.plural),
                **agreeing(sounds_plural(self.sides.get(side or "", "")), "side_"),
            }
        return found


REMEMBERED = 500  # battles
_known: dict[Roster, tuple[list[UnitType], Names]] = {}


def names_in(battle: Battle) -> Names:
    """Made once for a battle, until a unit changes its type: then another list takes its place."""
    found = _known.get(battle.roster)
    if found is None or found[0] is not battle.type_of:
        if len(_known) >= REMEMBERED:
            _known.clear()
        found = _known[battle.roster] = (battle.type_of, Names(battle))
    return found[1]


# -- events


def event_sentence(battle: Battle, tree: trees.Event, clauses: bool = True, before: Battle | None = None) -> str:
    """What happened, in one sentence. With `clauses`, the rules that it comes from stand at its end. `before` is the
    battle as it stood before the action: it says who was shot at."""
    names = names_in(battle)
    if tree["event"] == "roll":
        sentence = throw(tree["for"]).told.format_map(_roll_words(battle, before, names, tree))
    else:
        sentence = happening(tree["event"]).told.format_map(_event_words(battle, names, tree))
    rows = [*tree.get("modifiers", []), *tree.get("handicaps", [])]
    cited = dict.fromkeys([tree["clause"], *(row["clause"] for row in rows)])
    return capital(sentence) + (f" [{', '.join(cited)}]" if clauses else "")


def throw_sentence(battle: Battle, tree: trees.Event, number: int) -> str:
    """What is about to be thrown, and for what: "Fire, 3rd Fusiliers at d6: 1 die, needs 5 (+1 has not moved)"."""
    names = names_in(battle)
    who = names.unit(tree["unit"]) if "unit" in tree else names.sides.get(tree.get("side", ""), "")
    target = _place(battle, tree.get("target"))
    about = [throw(tree["for"]).title, " at ".join(part for part in (who, target) if part)]
    words = f"{', '.join(part for part in about if part)}: {number} {'die' if number == 1 else 'dice'}"
    if "needs" in tree:
        words += f", needs {tree['needs']}"
    rows = [*tree["modifiers"], *tree.get("handicaps", [])]
    told = [f"{row['value']:+d} {modifier_words(row['clause'])} [{row['clause']}]" for row in rows]
    return words + (f" ({', '.join(told)})" if told else "") + "."


def modifier_words(clause: str) -> str:
    """A modifier's reason, in the few words that its clause has for it."""
    found = ledger.find(clause)
    return found.short if found and found.short else clause.rpartition(".")[2].replace("-", " ")


def _arithmetic(tree: trees.Event) -> str:
    """4 + 1 stood still - 1 target in cover = 4"""
    text = _listed(tree["dice"]) + _rows(tree["modifiers"])
    return f"{text} = {_listed(tree['scores'])}" if tree["modifiers"] else text


def _needed(tree: trees.Event) -> str:
    """(needs 5)"""
    if "needs" not in tree:
        return ""
    handicaps = tree.get("handicaps", [])
    whole = tree["needs"] - sum(row["value"] for row in handicaps)
    return f" (needs {tree['needs']}" + (f": {whole}{_rows(handicaps)}" if handicaps else "") + ")"


def _rows(rows: Iterable[trees.Row]) -> str:
    """Two rows of one clause, which share its words, are one figure."""
    sums: Counter[str] = Counter()
    for row in rows:
        sums[row["clause"]] += row["value"]
    return "".join(
        f" {'+' if value > 0 else '−'} {abs(value)} {modifier_words(clause)}"  # noqa: RUF001
        for clause, value in sums.items()
    )


def _listed(numbers: list[int]) -> str:
    return ", ".join(str(number) for number in numbers) or "no dice"


def _total(tree: trees.Event) -> str:
    """2 + 0 + 1 = 3"""
    scores = tree["scores"]
    summed = f"{' + '.join(str(score) for score in scores)} = " if len(scores) > 1 else ""
    return f"{summed}{sum(scores)}"


def _outcomes(names: Names, tree: trees.Event) -> str:
    """ "loses 1 SP", or "lose 1 SP" of a regiment"""
    many = throw(tree["for"]).own and tree.get("unit") in names.plural
    rows = [outcome(name) for name in tree.get("outcomes", [])]
    return ", ".join(row.many if many else row.words for row in rows)


def _roll_words(battle: Battle, before: Battle | None, names: Names, tree: trees.Event) -> dict[str, object]:
    target = _place(battle, tree.get("target"))
    aloft = throw(tree["for"]).at_aircraft
    over = f"over {target}" if aloft else _there(battle, tree.get("target"))
    struck = who_is_in(before, names, tree.get("target"), tree.get("unit"), aloft) if before is not None else ""
    return {
        **tree,
        **names.words(tree.get("unit"), tree.get("side")),
        "target": target,
        "foe": f"{struck} {over}" if struck else target,
        "quality": names.qualities.get(tree.get("unit", ""), ""),
        "needed": _needed(tree),
        "arithmetic": _arithmetic(tree),
        "outcomes": _outcomes(names, tree),
        "total": _total(tree),
    }


def _event_words(battle: Battle, names: Names, tree: trees.Event) -> dict[str, object]:
    unit = tree.get("unit")
    there = _there(battle, tree.get("cell"))
    words: dict[str, object] = {
        **tree,
        **names.words(unit, tree.get("side")),
        "other": names.unit(tree.get("other")),
        "cell": _place(battle, tree.get("cell")),
        "there": there,
        "facing": FACING_WORDS.get(tree.get("facing", ""), ""),
        "arrived": f"came on at {_place(battle, tree.get('cell'))}" if battle.turn else f"took up position {there}",
        "fate": "killed" if unit in names.people else "destroyed",
    }
    if tree["event"] == "phase":
        words["phase"] = PHASE_WORDS.get(tree["phase"], f"{tree['phase']}.").format_map(words)
    elif tree["event"] in ("scored", "points-set"):
        words["points"] = counted(tree["number"], "point")
    elif tree["event"] == "activations":
        words["activations"] = counted(tree["number"], "activation")
    elif tree["event"] == "card":
        drawn = f"a card was drawn: {words['side']}, {tree['number']}."
        words["card"] = "the joker was drawn: the turn is over." if tree["card"] == "joker" else drawn
    elif tree["event"] == "moved":
        way = [_place(battle, cell) for cell in tree["path"][:-1]]
        words["way"] = f" via {', '.join(way)}" if way else ""
    elif tree["event"] == "over":
        ended: trees.Result = {"winner": tree["winner"], "reason": tree["reason"]}
        words["result"] = result_sentence(names.sides, ended, battle.field.places) + "."
    return words


def _place(battle: Battle, name: str | None) -> str:
    """A cell by its name in the format, as people call it."""
    cell = cell_named(battle.field.grid, name) if name else NO_CELL
    return place(battle, cell) if cell != NO_CELL else name or ""


def _there(battle: Battle, name: str | None) -> str:
    """The same with its preposition."""
    cell = cell_named(battle.field.grid, name) if name else NO_CELL
    return at_place(battle, cell) if cell != NO_CELL else f"in {name}"


# -- what is asked


def question_sentence(battle: Battle, state: trees.State, mine: bool = True, addressed: bool = False) -> str:
    """The decision that waits, put to the side that decides, by its name if `addressed`; or, if it is not `mine`, what
    the others wait for."""
    asked = state["question"]
    assert asked is not None
    row = question(asked["asks"])
    template = row.words if "unit" in asked else row.of_several or row.words
    words = names_in(battle).words(asked.get("unit"), state["decides"])
    if not mine:
        return capital(row.waiting.format_map(words))
    asks = template.format_map(words)
    return f"{names_in(battle).sides[state['decides'] or '']}: {asks}" if addressed else capital(asks)


# -- what is done


def action_sentence(battle: Battle, tree: trees.Action, side: str | None = None, asks: str = "") -> str:
    """A deed, as the log tells it: "3rd Fusiliers moved to c3, facing north". `side` did it, when it was asked that."""
    row = verb(tree["do"])
    template = row.said
    if row.in_place and not tree.get("path"):
        template = row.in_place
    elif row.unnamed and "unit" not in tree:
        template = row.unnamed
    if tree["do"] == "stand":
        template = question(asks).said_no or template
    return capital(template.format_map(_action_words(battle, tree, side)))


def order_sentence(battle: Battle, tree: trees.Action, asks: str = "") -> str:
    """An order, as on a button, without the unit it is given to: "Move to c3, facing north"."""
    row = verb(tree["do"])
    template = row.order
    if row.order_in_place and not tree.get("path"):
        template = row.order_in_place
    elif row.order_unnamed and "unit" not in tree:
        template = row.order_unnamed
    if tree["do"] == "stand":
        template = question(asks).no or template
    if template:
        return capital(template.format_map(_action_words(battle, tree, None)))
    sentence = action_sentence(battle, tree)
    name = names_in(battle).units.get(tree.get("unit", ""), "")
    return capital(sentence[len(name) :].strip() if name and sentence[1:].startswith(name[1:]) else sentence)


def command_sentence(battle: Battle, tree: trees.Action, asks: str = "") -> str:
    """An order with the unit it is given to: "3rd Fusiliers: move to c3, facing north"."""
    order = order_sentence(battle, tree, asks)
    if "unit" not in tree:
        return order
    return f"{capital(names_in(battle).unit(tree['unit']))}: {order[:1].lower()}{order[1:]}"


def _action_words(battle: Battle, tree: trees.Action, side: str | None) -> "Words":
    names = names_in(battle)
    return Words(names.words(tree.get("unit"), side or _side_of(battle, tree)), battle, names, tree)


class Words(dict[str, object]):
    """The words of a template about a deed: what it is made of, and whatever else the template asks for."""

    def __init__(self, agreeing: dict[str, str], battle: Battle, names: Names, tree: trees.Action) -> None:
        super().__init__(agreeing)
        self.battle = battle
        self.names = names
        self.tree = tree

    def __missing__(self, key: str) -> object:
        work = ACTION_WORDS.get(key)
        return work(self.battle, self.names, self.tree) if work is not None else self.tree[key]  # type: ignore[literal-required]


def _way(battle: Battle, names: Names, tree: trees.Action) -> str:
    facing = FACING_WORDS.get(tree.get("facing", ""), "")
    return f", facing {facing}" if facing else ""


ACTION_WORDS: dict[str, Callable[[Battle, Names, trees.Action], str]] = {
    "facing": lambda battle, names, tree: FACING_WORDS.get(tree.get("facing", ""), ""),
    "square": lambda battle, names, tree: battle.field.grid.shape.name,
    "cargo": lambda battle, names, tree: names.unit(tree["cargo"]) if "cargo" in tree else "the load",
    "move": lambda battle, names, tree: "try a double move" if tree.get("double") else "move",
    "moved": lambda battle, names, tree: "tried a double move" if tree.get("double") else "moved",
    "goal": lambda battle, names, tree: _place(battle, tree["path"][-1]) if tree.get("path") else "",
    "at": lambda battle, names, tree: _place(battle, tree.get("at")),
    "there": lambda battle, names, tree: _there(battle, tree.get("at")),
    "to": lambda battle, names, tree: _place(battle, tree.get("to")),
    "target": lambda battle, names, tree: _place(battle, tree.get("target")),
    "foe": lambda battle, names, tree: _pointed_out(
        _foes(battle, names, tree), _place(battle, tree.get("target")), _there(battle, tree.get("target"))
    ),
    "task": lambda battle, names, tree: tree.get("task", "").replace("-", " "),
    "loads": lambda battle, names, tree: counted(tree.get("loads", 0), "bomb load"),
    "shell": lambda battle, names, tree: (
        " with gas" if tree.get("gas") else " (the aircraft)" if tree.get("air") else ""
    ),
    "where": lambda battle, names, tree: f" {_there(battle, tree['target'])}" if "target" in tree else "",
    "way": _way,
}


def _pointed_out(who: str, target: str, there: str) -> str:
    """ "Militia (c5)"; "Militia at Merxleben (e5)" where the place has a name; the place alone if nobody is there."""
    if not who:
        return target
    return f"{who} {there}" if there.startswith("at ") else f"{who} ({target})"


def _side_of(battle: Battle, tree: trees.Action) -> str | None:
    roster = battle.roster
    if tree.get("unit") not in roster.unit_ids:
        return None
    return roster.side_ids[roster.side_of[roster.unit_ids.index(tree["unit"])]]


def _foes(battle: Battle, names: Names, tree: trees.Action) -> str:
    """The units that stand where an order points, by their names; the opponent alone where there is one."""
    if "opponent" in tree:
        return names.unit(tree["opponent"])
    return who_is_in(battle, names, tree.get("target"), tree.get("unit"), tree.get("air", False))


def who_is_in(battle: Battle, names: Names, place: str | None, but: str | None = None, aloft: bool = False) -> str:
    """The units in a cell by their names, or the aircraft over it; carried units are left out."""
    cell = cell_named(battle.field.grid, place) if place else NO_CELL
    if cell == NO_CELL:
        return ""
    there = [battle.above[cell]] if aloft else battle.units_in(cell)
    ids = [battle.roster.unit_ids[unit] for unit in there if unit != NOBODY and battle.carried_by[unit] == NOBODY]
    return " and ".join(names.unit(one) for one in ids if one != but)
