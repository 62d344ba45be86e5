"""Events and actions as sentences: what happened on the table, in the books' words, with its arithmetic."""

from collections.abc import Callable
from functools import cache
from typing import Any

from ..battle.battle import Battle
from ..battle.unit import QUALITIES
from ..rulesets import ledger

Tree = dict[str, Any]

EFFECT_WORDS = {
    "nothing": "miss",
    "hit": "hit",
    "hits": "hits",
    "misses": "misses",
    "survives": "survives",
    "is-hit": "is hit",
    "loses-sp": "loses 1 SP",
    "retreats-or-loses-sp": "retreats or loses 1 SP",
    "must-retreat": "must retreat",
    "destroyed": "destroyed",
    "killed": "killed",
    "unharmed": "unharmed",
    "pinned": "pinned",
    "withdraws": "withdraws",
    "on-target": "on target",
    "in-front": "in front",
    "behind": "behind",
    "ineffective": "ineffective",
    "stays": "stays",
    "to-the-front": "to the front",
    "to-the-rear": "to the rear",
    "moves-double": "moves double",
    "fails": "fails",
}

PHASE_WORDS = {
    "deployment": "Deployment.",
    "artillery": "Simultaneous artillery fire.",
    "initiative": "Initiative.",
    "activation": "{side} acts.",
    "close-combat": "Close combat.",
    "exhaustion": "Exhaustion is checked.",
    "over": "The battle is over.",
}

FACING_WORDS = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}


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
        sentence = ROLLS[tree["for"]](names, tree, clauses)
    else:
        sentence = EVENTS[tree["event"]].format_map(_event_words(names, tree))
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
    return ", ".join(EFFECT_WORDS.get(outcome, outcome) for outcome in tree.get("outcomes", []))


def _roll_to_hit(names: Names, tree: Tree, clauses: bool) -> str:
    verb = SHOTS[tree["for"]]
    return f"{names.unit(tree)} {verb} {tree['target']}: {_arithmetic(tree, clauses)}: {_outcomes(tree)}"


def _roll_drift(names: Names, tree: Tree, clauses: bool) -> str:
    return f"the gas cloud in {tree['target']} drifts: {_arithmetic(tree, clauses)}: {_outcomes(tree)}"


def _roll_close_combat(names: Names, tree: Tree, clauses: bool) -> str:
    return f"{names.unit(tree)} fights {tree['target']}: {_arithmetic(tree, clauses)}: {_outcomes(tree)}"


def _roll_for_hit(names: Names, tree: Tree, clauses: bool) -> str:
    quality = names.qualities[tree["unit"]]
    return f"the hit on {names.unit(tree)}, {quality}: {_arithmetic(tree, clauses)}: {_outcomes(tree)}"


def _roll_initiative(names: Names, tree: Tree, clauses: bool) -> str:
    return f"{names.side(tree)} {_arithmetic(tree, clauses)} for initiative"


def _roll_activation(names: Names, tree: Tree, clauses: bool) -> str:
    sentence = f"{names.side(tree)} {_arithmetic(tree, clauses)} for activation"
    if tree["scores"] != tree["dice"]:
        sentence += f", which count {_listed(tree['scores'])}"
    return f"{sentence}: {sum(tree['scores'])}"


def _roll_double_move(names: Names, tree: Tree, clauses: bool) -> str:
    return f"{names.unit(tree)} tries a double move: {_arithmetic(tree, clauses)}: {_outcomes(tree)}"


def _roll_commander(names: Names, tree: Tree, clauses: bool) -> str:
    return f"{names.unit(tree)} is tested: {names.side(tree)} {_arithmetic(tree, clauses)}: {_outcomes(tree)}"


SHOTS = {
    "fire": "fires at",
    "artillery": "bombards",
    "landing": "fires a shell at",
    "air": "fires at the aircraft over",
    "anti-aircraft": "fires at the aircraft over",
    "strafe": "strafes",
    "bomb": "bombs",
}

Roller = Callable[[Names, Tree, bool], str]
ROLLS: dict[str, Roller] = {
    **dict.fromkeys(SHOTS, _roll_to_hit),
    "drift": _roll_drift,
    "close-combat": _roll_close_combat,
    "hit": _roll_for_hit,
    "initiative": _roll_initiative,
    "activation": _roll_activation,
    "double-move": _roll_double_move,
    "commander": _roll_commander,
}


# The words in braces are those of the event; `unit`, `other` and `side` stand there by their names.
EVENTS = {
    "turn": "turn {turn}.",
    "phase": "{phase}",
    "initiative": "{side} acts first.",
    "activations": "{side} may act with {number} of its units.",
    "card": "{card}",
    "placed": "{unit} comes onto the board in {cell}, facing {facing}.",
    "moved": "{unit} moves to {cell}{way}.",
    "turned": "{unit} turns to face {facing}.",
    "stopped": "{unit} must stop in {cell}.",
    "landed": "the shell of {unit} lands in {cell}.",
    "cloud": "a gas cloud stands in {cell}.",
    "cloud-gone": "the gas cloud in {cell} is gone.",
    "pinned": "{unit} in {cell} is pinned.",
    "unpinned": "{unit} in {cell} is unpinned.",
    "unharmed": "{unit} is proof against such a weapon.",
    "mounted": "{unit} mounts in {cell}.",
    "dismounted": "{unit} dismounts in {cell}.",
    "began-work": "{unit} begins its work in {cell}.",
    "mines-laid": "{unit} has laid mines in {cell}.",
    "mines-cleared": "{unit} has cleared the mines in {cell}.",
    "hit": "{unit} in {cell} is hit.",
    "survived": "{unit} takes no harm.",
    "lost-sp": "{unit} loses 1 SP: {sp} left.",
    "destroyed": "{unit} in {cell} is destroyed.",
    "retreated": "{unit} retreats to {cell}.",
    "advanced": "{unit} advances into {cell}.",
    "stood": "{unit} stands where it is.",
    "left": "{unit} leaves the board from {cell}.",
    "loaded": "{unit} takes up {other} in {cell}.",
    "unloaded": "{unit} sets down {other} in {cell}.",
    "wire-laid": "{unit} has laid wire in {cell}.",
    "wire-cleared": "{unit} has cleared the wire in {cell}.",
    "exhausted": "{side} has lost {sp-lost} SP and is exhausted.",
    "over": "{result}",
}


def _event_words(names: Names, tree: Tree) -> dict[str, Any]:
    words = {**tree, "unit": names.unit(tree), "other": names.unit(tree, "other"), "side": names.side(tree)}
    words["facing"] = _facing(tree)
    if tree["event"] == "phase":
        words["phase"] = PHASE_WORDS[tree["phase"]].format(side=names.side(tree))
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


# By what a decision asks; the words in braces are the side that decides and the unit it is about.
QUESTIONS = {
    "what the guns fire at": "{side}: what do your guns fire at?",
    "what the units do": "{side}: what do your units do?",
    "whether to act first": "{side}: will you act first?",
    "retreat or lose 1 SP": "{side}: does {unit} retreat, or lose 1 SP?",
    "where to retreat": "{side}: where does {unit} retreat to?",
    "test the Commander": "{side}: will you test the Commander with {unit}, instead of taking 1 SP from it?",
    "charge or unpin": "{side}: is {unit} unpinned, or does it charge?",
    "which close combat is next": "{side}: which close combat is next?",
    "where to deploy": "{side}: where do your units deploy?",
    "whether to advance": "{side}: does {unit} advance?",
}


def question_sentence(battle: Battle, state: Tree) -> str:
    """The decision that waits, as a question to the side that decides; of a game that is not over."""
    names = Names(battle)
    question = QUESTIONS[state["question"]["asks"]]
    return question.format(side=names.sides[state["decides"]], unit=names.unit(state["question"]))


def action_sentence(battle: Battle, tree: Tree) -> str:
    """An order, as one would say it: "1st Foot (r1) moves c2 c3, facing north"."""
    names = Names(battle)
    template = ACTIONS[tree["do"]]
    if tree["do"] == "move" and not tree["path"]:
        template = "{unit} turns to face {facing}"
    elif tree["do"] in ("stand", "done") and "unit" not in tree:
        template = {"stand": "let the other side act first", "done": "no more bombardments"}[tree["do"]]
    return _capital(template.format_map(_action_words(names, tree)))


def order_sentence(battle: Battle, tree: Tree) -> str:
    """An order without the unit it is given to: "moves c2 c3, facing north"."""
    sentence = action_sentence(battle, tree)
    name = Names(battle).units.get(tree.get("unit", ""), "")
    return sentence[len(name) :].strip() if name and sentence[1:].startswith(name[1:]) else sentence


ACTIONS = {
    "place": "{unit} is placed in {at}{way}",
    "bombard": "{unit} bombards {target}{shell}",
    "move": "{unit} {moves} {path}{way}",
    "fire": "{unit} fires at {target}{shell}",
    "strafe": "{unit} strafes the cell ahead",
    "bomb": "{unit} drops {loads} bomb loads",
    "unpin": "{unit} is unpinned",
    "charge": "{unit} charges {path}{way}",
    "mount": "{unit} mounts",
    "dismount": "{unit} dismounts",
    "fight": "{unit} fights {opponent}{target}",
    "advance": "{unit} advances{way}",
    "stand": "no ({unit})",
    "retreat": "{unit} retreats to {to}{way}",
    "lose-sp": "{unit} loses 1 SP",
    "test-commander": "the Commander with {unit} is tested",
    "load": "{unit} takes up {cargo}",
    "unload": "{unit} sets down {cargo}",
    "work": "{unit} begins to {task}{goal}",
    "enter": "{unit} enters in {at}{way}",
    "leave": "{unit} leaves the board",
    "first": "act first",
    "done": "{unit} is done",
    "end": "no more activations",
}


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
