"""The choices of a decision, numbered and grouped by unit, with the odds of everything that throws dice."""

from ...battle.battle import NOBODY, Battle
from ...battle.naming import at_place, counted, plain, unit_name
from ...battle.unit import AVERAGE, QUALITIES
from ...consultation.survey import Destination, chances_of, destinations
from ...game.actions import Action
from ...game.agenda import Chance
from ...record.session import Session
from ...speech import trees
from ...speech.chances import chance_tree, odds_words
from ...speech.notation import action_to_tree
from ...speech.sentences import order_sentence
from ...speech.verbs import verb


class Choices:
    """Lines to show, and the actions behind the numbers in them."""

    def __init__(self, session: Session) -> None:
        self.game = session.game
        self.battle: Battle = session.game.battle
        self.legal: list[Action] = session.game.options()
        # A whole side may have hundreds of ways: they are counted first and listed when their unit is named.
        step = session.game.agenda[-1] if session.game.agenda else None
        self.counts_ways = step is not None and step.kind.stays
        self.lines: list[str] = []
        self.numbered: list[trees.Action] = []

    def overview(self) -> "Choices":
        """Every unit with its attacks and other actions, and how many cells it can reach."""
        for unit in dict.fromkeys(action.unit for action in self.legal if action.unit != NOBODY):
            own = self._of(unit)
            self.lines.append(describe(self.battle, self._id(unit)))
            for action in own:
                if not self._is_way(action):
                    self._number(action)
            self._count_ways(unit, own)
        for action in self._of(NOBODY):
            self._number(action)
        return self

    def of_unit(self, name: str) -> "Choices":
        """All that one unit may do, its moves by destination."""
        unit = self.battle.roster.unit_ids.index(name)
        own = self._of(unit)
        self.lines.append(describe(self.battle, name))
        for action in own:
            if not self._leads_away(action):
                self._number(action)
        for found in destinations(self.game, unit, [action for action in own if self._leads_away(action)]):
            self._number_way(found)
        if not own:
            self.lines.append("    nothing it can do now")
        return self

    def _of(self, unit: int) -> list[Action]:
        return [action for action in self.legal if action.unit == unit]

    def _id(self, unit: int) -> str:
        return self.battle.roster.unit_ids[unit]

    def _number(self, action: Action) -> None:
        tree = action_to_tree(self.battle, action)
        asked = self.game.question()
        sentence = order_sentence(self.battle, tree, asked.name if asked is not None else "")
        self._line(tree, sentence, "", chances_of(self.game, action))

    def _number_way(self, found: Destination) -> None:
        """Number a way, with the facings that it may end in; players need not type the default facing."""
        tree = action_to_tree(self.battle, found.action)
        facing = verb(found.action.verb).word("facing")
        if facing is not None and facing.optional and found.action.path:
            tree.pop("facing", None)
        first, *others = (self.battle.field.grid.shape.facings[one] for one in found.facings)
        beside = f"facing {first}" + (f" (or {' '.join(others)})" if others else "")
        exposed = dict.fromkeys(unit_name(self.battle, one.unit) for one in found.exposed)
        if exposed:
            beside += f"  under fire from {', '.join(exposed)}"
        self._line(tree, order_sentence(self.battle, tree), beside, found.chances)

    def _line(self, tree: trees.Action, sentence: str, beside: str, chances: list[Chance]) -> None:
        self.numbered.append(tree)
        odds = odds_words(self.battle, [chance_tree(self.battle, chance) for chance in chances], tree.get("unit", ""))
        extra = "  ".join(part for part in (beside, odds) if part)
        self.lines.append(f"  {len(self.numbered):3}  {sentence:<30}  {extra}".rstrip())

    def _count_ways(self, unit: int, own: list[Action]) -> None:
        ways = len(
            {(action.verb, action.path, action.target, action.double) for action in own if self._leads_away(action)}
        )
        turns = sum(self._is_way(action) and not self._leads_away(action) for action in own)
        if ways or turns:
            shape = self.battle.field.grid.shape.name
            reach = f"{counted(ways, shape)} in reach" if ways else ""
            turning = counted(turns, "facing") + " to turn to" if turns else ""
            self.lines.append(f"       {', '.join(part for part in (reach, turning) if part)}: type {self._id(unit)}")

    def _is_way(self, action: Action) -> bool:
        return self.counts_ways and verb(action.verb).goes

    def _leads_away(self, action: Action) -> bool:
        """A way that does not end where it begins."""
        return self._is_way(action) and bool(action.path or verb(action.verb).word("path") is None)


def describe(battle: Battle, unit_id: str) -> str:
    """A unit in one line: "1st Foot (r1): infantry in c2, facing n, 4 SP, elite"."""
    unit = battle.roster.unit_ids.index(unit_id)
    grid = battle.field.grid
    words = [plain(battle.type_of[unit].name)]
    if battle.at[unit] >= 0:
        words[0] += f" {at_place(battle, battle.at[unit])}"
        words.append(f"facing {grid.shape.facings[battle.facing[unit]]}")
    else:
        words.append("not on the board")
    if battle.is_carried(unit):
        words.append(f"carried by {unit_name(battle, battle.carried_by[unit])}")
    if battle.strength[unit]:
        words.append(f"{battle.strength[unit]} SP")
    if battle.roster.quality[unit] != AVERAGE:
        words.append(QUALITIES[battle.roster.quality[unit]])
    if battle.pinned[unit]:
        words.append("pinned")
    name = battle.roster.unit_names[unit]
    return f"{f'{name} ({unit_id})' if name else unit_id}: {', '.join(words)}"
