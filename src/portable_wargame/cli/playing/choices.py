"""The choices of a decision, numbered and grouped by unit, with the odds of everything that throws dice."""

from typing import Any

from ...battle.battle import Battle
from ...battle.unit import AVERAGE, QUALITIES
from ...grid.names import cell_name
from ...record.session import Session
from ...speech.chances import odds_words
from ...speech.sentences import order_sentence
from ...speech.verbs import verb

Tree = dict[str, Any]


class Choices:
    """Lines to show, and the actions behind the numbers in them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.battle: Battle = session.game.battle
        self.legal: list[Tree] = session.legal()["actions"]
        # Of ways there may be hundreds where a whole side is asked: they are counted first and listed when
        # their unit is named.
        step = session.game.agenda[-1] if session.game.agenda else None
        self.counts_ways = step is not None and step.kind.stays
        self.lines: list[str] = []
        self.numbered: list[Tree] = []

    def overview(self) -> "Choices":
        """Every unit with its attacks and other actions, and how many cells it can reach."""
        for unit in self._units():
            own = [action for action in self.legal if action.get("unit") == unit]
            self.lines.append(describe(self.battle, unit))
            for action in own:
                if not self._is_way(action):
                    self._number(action)
            self._count_ways(unit, own)
        for action in self.legal:
            if "unit" not in action:
                self._number(action)
        return self

    def of_unit(self, unit: str) -> "Choices":
        """All that one unit may do, its moves by destination."""
        own = [action for action in self.legal if action.get("unit") == unit]
        self.lines.append(describe(self.battle, unit))
        for action in own:
            if not self._is_way(action) or not action.get("path", True):
                self._number(action)
        for ways in self._by_destination(own).values():
            plain = {key: value for key, value in ways[0].items() if key != "facing"}
            facing = verb(ways[0]["do"]).word("facing")
            action = plain if facing is not None and facing.optional and "path" in plain else ways[0]
            settled = self.session.written(action).get("facing", "")
            others = " ".join(way["facing"] for way in ways if way.get("facing", settled) != settled)
            self._number(action, f"facing {settled}" + (f" (or {others})" if others else ""))
        if not own:
            self.lines.append("    nothing to do now")
        return self

    def _units(self) -> list[str]:
        return list(dict.fromkeys(action["unit"] for action in self.legal if "unit" in action))

    def _number(self, action: Tree, beside: str = "") -> None:
        self.numbered.append(action)
        sentence = order_sentence(self.battle, action)
        if verb(action["do"]).mark and "target" in action:
            sentence += self._who_is_there(action["target"])
        odds = odds_words(self.session.odds(action), action.get("unit", ""))
        extra = "  ".join(part for part in (beside, odds) if part)
        self.lines.append(f"  {len(self.numbered):3}  {sentence:<30}  {extra}".rstrip())

    def _who_is_there(self, target: str) -> str:
        there = [unit["id"] for unit in self.session.state()["units"] if unit["at"] == target]
        return f" ({', '.join(there)})"

    def _count_ways(self, unit: str, own: list[Tree]) -> None:
        ways = len(self._by_destination(own))
        turns = sum(self._is_way(action) and action.get("path") == [] for action in own)
        if ways or turns:
            reach = f"{ways} cell{'' if ways == 1 else 's'} to go to" if ways else ""
            turning = f"{turns} way{'' if turns == 1 else 's'} to turn" if turns else ""
            self.lines.append(f"       {', '.join(part for part in (reach, turning) if part)}: type {unit}")

    def _is_way(self, action: Tree) -> bool:
        return self.counts_ways and verb(action["do"]).goes

    def _by_destination(self, actions: list[Tree]) -> dict[tuple[str, ...], list[Tree]]:
        found: dict[tuple[str, ...], list[Tree]] = {}
        for action in actions:
            if self._is_way(action) and action.get("path", True):
                key = (*action.get("path", [action.get("at", "")]), str(action.get("double", False)))
                found.setdefault(key, []).append(action)
        return found


def describe(battle: Battle, unit_id: str) -> str:
    """A unit in one line: "1st Foot (r1): infantry in c2, facing n, 4 SP, elite"."""
    unit = battle.roster.unit_ids.index(unit_id)
    grid = battle.field.grid
    words = [battle.type_of[unit].name.replace("-", " ")]
    if battle.at[unit] >= 0:
        words[0] += f" in {cell_name(grid, battle.at[unit])}"
        words.append(f"facing {grid.shape.facings[battle.facing[unit]]}")
    else:
        words.append("not on the board")
    if battle.is_carried(unit):
        words.append(f"carried by {battle.roster.unit_ids[battle.carried_by[unit]]}")
    if battle.strength[unit]:
        words.append(f"{battle.strength[unit]} SP")
    if battle.roster.quality[unit] != AVERAGE:
        words.append(QUALITIES[battle.roster.quality[unit]])
    if battle.pinned[unit]:
        words.append("pinned")
    name = battle.roster.unit_names[unit]
    return f"{unit_id}{' ' + name if name else ''}: {', '.join(words)}"
