"""A small table to try rules on: drawn in a few lines, dice laid out beforehand, everything through the public formats.

    table = draw("classic", MAP, red=["r1 infantry b2 n"], blue=["b1 infantry b4 s elite sp=2"], dice=[5, 3])
    events = table.play("fire", "r1", target="b4")

A unit is `id type cell facing` and then, in any order, a quality and `key=value` words of the scenario format. A unit
without a cell has `-` (it arrives, or is carried).
"""

from typing import Any

from portable_wargame.game.dice import Dice, LaidOut
from portable_wargame.record.session import Session
from portable_wargame.scenario.reading import read_tree
from portable_wargame.speech.happenings import says_more

OPEN = "\n".join([". . . . . ."] * 6)

# The initiative dice, first thing thrown where there are no guns.
RED_FIRST = [6, 1]
BLUE_FIRST = [1, 6]

Tree = Any  # as JSON has it: a test looks into it as any program would


def unit(words: str) -> Tree:
    """A unit of the scenario format from its line."""
    name, kind, at, facing, *rest = words.split()
    tree: Tree = {"id": name, "type": kind, "facing": facing}
    if at != "-":
        tree["at"] = at
    for word in rest:
        if "=" not in word:
            tree["quality"] = word
            continue
        key, value = word.split("=", 1)
        if key == "arrives":
            turn, edge = value.split(",")
            tree[key] = {"turn": int(turn), "edge": edge}
        elif value == "true":
            tree[key] = True
        else:
            tree[key] = int(value) if value.isdigit() else value
    return tree


def scenario(
    book: str,
    rows: str = OPEN,
    red: list[str] | None = None,
    blue: list[str] | None = None,
    grid: str = "square",
    armies: tuple[str, str] | None = None,
    **others: Any,
) -> Tree:
    """The tree of a scenario. `others` are further keys of the format, with _ for -."""
    tree: Tree = {
        "format": "portable-wargame/scenario/1",
        "title": "A table",
        "ruleset": book,
        "grid": grid,
        "map": {"rows": rows.strip("\n")},
        "sides": [
            {"id": "red", "name": "Red", "edge": "south", "units": [unit(line) for line in red or []]},
            {"id": "blue", "name": "Blue", "edge": "north", "units": [unit(line) for line in blue or []]},
        ],
    }
    if armies is not None:
        for side, army in zip(tree["sides"], armies, strict=True):
            side["army"] = army
    legend = others.pop("legend", None)
    if legend:
        tree["map"]["legend"] = legend
    tree.update({key.replace("_", "-"): value for key, value in others.items()})
    return tree


def outcome(chance: Any) -> str:
    """What one chance brings, by ids and effects: "lands in c4: b1 loses sp, b2 destroyed"."""
    effects = [f"{one['unit']} {one['effect'].replace('-', ' ')}" for one in chance["effects"]]
    where = f"lands in {chance['cell']}: " if "cell" in chance else ""
    return where + (", ".join(effects) or "no effect")


class Table:
    def __init__(self, tree: Tree, dice: list[int], seed: int) -> None:
        self.session = Session(read_tree(tree), Dice(LaidOut(dice, seed).die))
        self.opening: list[Tree] = list(self.session.opening)

    def play(self, verb: str, unit: str = "", **words: Any) -> list[Tree]:
        """What came of it, besides that the order was given."""
        return says_more(self.session.play(action(verb, unit, **words)))

    def next_turn(self) -> list[Tree]:
        """Both sides end what they are at, until the next turn has begun."""
        turn = self.state["turn"]
        events: list[Tree] = []
        while self.state["turn"] == turn and self.state["decides"]:
            events += self.play("done" if self.state["phase"] == "artillery" else "end")
        return events

    def legal(self, verb: str = "", unit: str = "") -> list[Tree]:
        """The legal actions, or those of one verb and one unit."""
        return [
            one for one in self.session.legal()["actions"] if verb in ("", one["do"]) and unit in ("", one.get("unit"))
        ]

    def targets(self, verb: str, unit: str) -> set[str]:
        return {one["target"] for one in self.legal(verb, unit)}

    def reach(self, unit: str, double: bool = False) -> set[str]:
        """The cells in which a unit can end its move."""
        return {
            one["path"][-1] for one in self.legal("move", unit) if one["path"] and one.get("double", False) == double
        }

    def facings(self, unit: str, cell: str = "") -> set[str]:
        """The facings in which it can end in a cell; without one, to which it can turn on the spot."""
        ends = [one for one in self.legal("move", unit) if (one["path"][-1:] or [""]) == [cell]]
        return {one["facing"] for one in ends}

    def why(self, verb: str, unit: str = "", **words: Any) -> set[str]:
        """The clauses that forbid an action; none if it is legal."""
        return {reason["clause"] for reason in self.session.why_not(action(verb, unit, **words))}

    def reasons(self, verb: str, unit: str = "", **words: Any) -> list[str]:
        """What is said against an action, in words; nothing if it is legal."""
        return [reason["text"] for reason in self.session.why_not(action(verb, unit, **words))]

    def odds(self, verb: str, unit: str = "", **words: Any) -> dict[str, float]:
        """Outcome to probability."""
        chances = self.session.odds(action(verb, unit, **words))
        return {outcome(chance): chance["probability"] for chance in chances}

    @property
    def state(self) -> Tree:
        return self.session.state()

    def unit(self, name: str) -> Tree | None:
        """The unit's state; None once it is destroyed or has left."""
        return next((one for one in self.state["units"] if one["id"] == name), None)

    def at(self, name: str) -> str | None:
        found = self.unit(name)
        return None if found is None else found["at"]

    def side(self, name: str) -> Tree:
        return next(one for one in self.state["sides"] if one["id"] == name)


def action(verb: str, unit: str = "", **words: Any) -> Tree:
    tree: Tree = {"do": verb}
    if unit:
        tree["unit"] = unit
    return {**tree, **words}


def draw(book: str, rows: str = OPEN, dice: list[int] | None = None, seed: int = 1, **words: Any) -> Table:
    """A table with its units, gone on to the first decision. Dice are used in order, then the seed's."""
    return Table(scenario(book, rows, **words), dice or [], seed)


def rolls(events: list[Tree], purpose: str) -> list[Tree]:
    return [event for event in events if event["event"] == "roll" and event["for"] == purpose]


def of_kind(events: list[Tree], kind: str) -> list[Tree]:
    return [event for event in events if event["event"] == kind]


def clauses(events: list[Tree]) -> set[str]:
    """Every clause the events cite, those of modifiers and handicaps included."""
    found = {event["clause"] for event in events}
    for event in events:
        for row in event.get("modifiers", []) + event.get("handicaps", []):
            found.add(row["clause"])
    return found


def brief(roll: Tree) -> tuple[list[int], dict[str, int], list[int], int | None, list[str]]:
    """A throw in brief: its dice, what each clause added, the scores, what was needed, and what came of it."""
    added = {row["clause"]: row["value"] for row in roll["modifiers"]}
    return roll["dice"], added, roll["scores"], roll.get("needs"), roll.get("outcomes", [])


def told(events: list[Tree]) -> list[tuple[str, str, str]]:
    """What befell the units, throws left out: the kind of each event, the unit and the clause."""
    return [(one["event"], one["unit"], one["clause"]) for one in events if "unit" in one and one["event"] != "roll"]
