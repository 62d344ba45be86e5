"""The story turn by turn: what mattered most in each, in the order it happened."""

from collections import Counter
from dataclasses import dataclass

from ..battle.battle import NOBODY
from ..battle.naming import listed
from ..battle.unit import COMMANDER
from . import phrases
from .facts import ADVANCED, COMBAT, DESTROYED, LOST, MISHAP, PINNED, RETREATED, Blow, Consequence, Turn
from .following import Story, holder
from .naming import Names, capital
from .phrases import BLOODIED, BOTH, KILLED, PHRASES, REPULSED, THROWN_BACK
from .telling import Phrasebook, number

MOST = 5  # heavy blows reported in a turn
HEAVY = 1.5
FEWEST = 2  # if there are fewer heavy ones, lighter ones make up for it
WEIGHTS = {DESTROYED: 4.0, LOST: 1.0, RETREATED: 0.8, PINNED: 0.6, ADVANCED: 0.0}
COMMANDER_WEIGHT = 4.0
OBJECTIVE_WEIGHT = 1.5
OPENING = 2  # first turns, when marching is worth a word even if there was fighting
SEVERAL = 3  # units that must move before the side counts as moving
NEARER = 0.5  # cells
SMALL_CHANGE = 5  # units whose losses are listed one by one, without a sentence of their own


@dataclass(frozen=True)
class Passage:
    """One turn, or several quiet ones together."""

    first: int
    last: int
    sentences: list[str]

    @property
    def heading(self) -> str:
        if self.first == self.last:
            return f"Turn {self.first}"
        return f"Turns {self.first} {'and' if self.last == self.first + 1 else 'to'} {self.last}"


class Narrator:
    def __init__(self, story: Story, book: Phrasebook) -> None:
        self.story = story
        self.book = book
        self.battle = story.start.battle
        self.names = Names(self.battle)
        self.has_points = story.start.ruleset.strength is not None
        self.objectives = {cell for turn in story.turns for cell in turn.holders}
        self.holders = {cell: holder(self.battle, cell) for cell in self.objectives}

    def passages(self) -> list[Passage]:
        """Quiet turns are told together."""
        found: list[Passage] = []
        quiet: list[Turn] = []
        for turn in [*self.story.turns, None]:
            if turn is not None and self._is_quiet(turn):
                quiet.append(turn)
                continue
            if quiet:
                found.append(Passage(quiet[0].number, quiet[-1].number, self._quiet(quiet)))
                quiet = []
            if turn is not None:
                sentences = self._turn(turn) or [f"There is little to tell of turn {turn.number}."]
                found.append(Passage(turn.number, turn.number, sentences))
        return found

    def _is_quiet(self, turn: Turn) -> bool:
        if turn.rulings or any(blow.consequences for blow in turn.blows):
            return False
        return not (turn.arrived or turn.left or turn.exhausted) and turn.holders == self.holders

    def _quiet(self, turns: list[Turn]) -> list[str]:
        shots = sum(turn.shots for turn in turns)
        if not shots:
            told = self.book.say(phrases.NO_SHOTS if len(turns) > 1 else phrases.NO_SHOTS_IN_A_TURN)
        elif shots == 1:
            told = self.book.say(phrases.ONE_SHOT)
        else:
            bare = f"{number(shots)} shots"
            told = self.book.say(phrases.QUIET_SHOTS, Count=capital(f"{bare} were"), count=bare)
        marching = self._marching(turns[0]) if len(turns) == 1 else ""
        nothing = f"Nothing came of turn {turns[0].number}." if len(turns) == 1 else "It was quiet for a while."
        return [sentence for sentence in (marching, told or nothing) if sentence]

    def _turn(self, turn: Turn) -> list[str]:
        told = self._in_order(self._chosen(turn))
        marching = self._marching(turn) if turn.number <= OPENING or not told else ""
        sentences = [self._arrivals(turn), marching]
        sentences += [self._blow(blow) for blow in told]
        sentences += [
            self._rest(turn, told),
            self._driven_back(turn, told),
            *self._ground(turn),
            self._exits(turn),
            *self._exhaustion(turn),
            *(self.book.say(("{text}",), text=ruling) for ruling in turn.rulings),
        ]
        return [sentence for sentence in sentences if sentence]

    # -- choosing what to tell

    def _chosen(self, turn: Turn) -> list[Blow]:
        """The weightiest blows, in the order they fell."""
        ranked = sorted((blow for blow in turn.blows if self._weight(blow) > 0), key=self._weight, reverse=True)
        heavy = [blow for blow in ranked if self._weight(blow) >= HEAVY]
        heavy = heavy[:MOST] + [blow for blow in heavy[MOST:] if blow.suffered(DESTROYED)]
        kept = heavy + [blow for blow in ranked if self._weight(blow) < HEAVY][: max(0, FEWEST - len(heavy))]
        return [blow for blow in turn.blows if any(blow is one for one in kept)]

    def _in_order(self, told: list[Blow]) -> list[Blow]:
        """As they fell; but guns fire all at once, so a gun tells its shot before it is knocked out."""
        found: list[Blow] = []
        for blow in told:
            lost = [
                n for n, one in enumerate(found) if {two.unit for two in one.suffered(DESTROYED)} & {*blow.attackers}
            ]
            found.insert(lost[0] if lost else len(found), blow)
        return found

    def _weight(self, blow: Blow) -> float:
        total = 0.0
        for one in blow.consequences:
            total += WEIGHTS[one.kind]
            if one.kind == DESTROYED and self.battle.is_a(one.unit, COMMANDER):
                total += COMMANDER_WEIGHT
            if one.kind in (DESTROYED, RETREATED) and one.cell in self.objectives:
                total += OBJECTIVE_WEIGHT
        return total

    # -- blows

    def _blow(self, blow: Blow) -> str:
        return self._combat(blow) if blow.how == COMBAT else self._shot(blow)

    def _shot(self, blow: Blow) -> str:
        """The worst effect of a shot, and who suffered it."""
        for kind in (DESTROYED, LOST, RETREATED, PINNED):
            found = blow.suffered(kind)
            if found:
                break
        else:
            return ""
        own = self.battle.side_of(found[0].unit) == blow.side
        found = [one for one in found if (self.battle.side_of(one.unit) == blow.side) == own]
        units = list(dict.fromkeys(one.unit for one in found))
        person = len(units) == 1 and self.names.is_person(units[0]) and kind == DESTROYED
        choices = PHRASES.get((blow.how, KILLED if person else kind)) or PHRASES.get((blow.how, kind), ())
        if own:
            choices = phrases.FRIENDLY.get(kind, ())
        elif blow.how == MISHAP and self.names.flies(units[0]):
            choices = phrases.CRASHED
        elif blow.attackers and self.names.flies(units[0]):
            choices = phrases.ALOFT.get(kind, choices)
        if not self.has_points and kind == LOST:
            return ""
        text = self.book.say(choices, **self._words(blow, units, found[0], len(found))) if choices else ""
        if kind in (LOST, DESTROYED) and text:
            text = f"{text.removesuffix('.')}{self._also_driven_back(blow, units)}."
        return text

    def _also_driven_back(self, blow: Blow, told: list[int]) -> str:
        """Others, or the same units, who also had to fall back."""
        gone = {one.unit for one in blow.suffered(DESTROYED)}
        others = [one.unit for one in blow.suffered(RETREATED) if one.unit not in told and one.unit not in gone]
        if others:
            return f"; {self.names.units(others)} fell back"
        return ""

    def _combat(self, blow: Blow) -> str:
        """Both sides of a close combat in one sentence."""
        attacker = blow.attackers[0]
        mine = [one for one in blow.consequences if self.battle.side_of(one.unit) == blow.side]
        theirs = [one for one in blow.consequences if self.battle.side_of(one.unit) != blow.side]
        victims = list(dict.fromkeys(one.unit for one in theirs)) or blow.targets[:1]
        if not victims:
            return ""
        lost_mine, lost_theirs = (sum(one.kind == LOST for one in side) for side in (mine, theirs))
        gone, beaten = _last(mine, DESTROYED), _last(theirs, DESTROYED)
        kind = BLOODIED
        shown = beaten or _last(theirs, RETREATED) or Consequence(LOST, victims[0], blow.cell)
        if gone and beaten:
            kind = BOTH
        elif gone:
            kind = REPULSED
        elif beaten:
            kind = KILLED if self.names.is_person(beaten.unit) else DESTROYED
            victims = [one.unit for one in theirs if one.kind == DESTROYED]
        elif _last(theirs, RETREATED):
            kind = RETREATED
        elif _last(mine, RETREATED):
            kind = THROWN_BACK
        elif not lost_mine and not lost_theirs:
            return ""
        back = _last(mine, RETREATED)
        words = self._words(blow, victims, Consequence(shown.kind, shown.unit, blow.cell, shown.to), lost_theirs)
        words["a_to"] = self.names.cell(back.to) if back is not None and back.to >= 0 else ""
        words["bill"] = self._bill_of(attacker, lost_mine, victims, lost_theirs)
        text = self.book.say(PHRASES[COMBAT, kind], **words)
        if kind in (DESTROYED, RETREATED) and lost_mine and text:
            cost = self.names.units([one.unit for one in mine if one.kind == LOST])
            text = f"{text.removesuffix('.')}; it cost {cost} {lost_mine} SP."
        return text

    def _bill_of(self, attacker: int, mine: int, victims: list[int], theirs: int) -> str:
        parts = [f"{self.names.units(victims)} lost {theirs} SP"] if theirs else []
        parts += [f"{self.names.unit(attacker)} lost {mine} SP"] if mine else []
        return " and ".join(parts)

    def _words(self, blow: Blow, victims: list[int], shown: Consequence, count: int) -> dict[str, str]:
        names = self.names
        many, attackers_many = names.are_many(victims), names.are_many(blow.attackers)
        attackers = names.units(blow.attackers)
        person = len(set(blow.attackers)) == 1 and blow.attackers and names.is_person(blow.attackers[0])
        victim_person = len(set(victims)) == 1 and names.is_person(victims[0])
        return {
            "A": capital(attackers),
            "a": attackers,
            "V": capital(names.units(victims)),
            "v": names.units(victims),
            "were": "were" if many else "was",
            "them": "them" if many else "him" if victim_person else "it",
            "they": "they" if many else "he" if victim_person else "it",
            "their": "their" if many else "his" if victim_person else "its",
            "a_were": "were" if attackers_many else "was",
            "a_them": "them" if attackers_many else "him" if person else "it",
            "a_they": "they" if attackers_many else "he" if person else "it",
            "a_their": "their" if attackers_many else "his" if person else "its",
            "where": f"over {names.cell(shown.cell)}" if names.flies(victims[0]) else names.where(shown.cell),
            "cell": names.cell(shown.cell),
            "to": names.cell(shown.to) if shown.to >= 0 else "",
            "n": str(count),
            "sp": f"{count} SP in all" if len(set(victims)) > 1 else f"{count} SP",
        }

    # -- all the rest

    def _arrivals(self, turn: Turn) -> str:
        if not turn.arrived:
            return ""
        edges = {self.battle.roster.arrival_edge[unit] for unit in turn.arrived}
        if len(edges) != 1 or not next(iter(edges)):
            names = self.names.units(turn.arrived)
            return self.book.say(("{U} came onto the field.",), U=capital(names))
        names = self.names.units(turn.arrived)
        return self.book.say(phrases.ARRIVED, U=capital(names), u=names, edge=next(iter(edges)))

    def _marching(self, turn: Turn) -> str:
        """Who came nearer, if enough units moved to say so of the side."""
        moved = [sum(self.battle.side_of(unit) == side for unit in turn.moved) for side in (0, 1)]
        came = [side for side in (0, 1) if moved[side] >= SEVERAL and turn.nearer[side] >= NEARER]
        if len(came) == 2:
            return self.book.say(phrases.BOTH_CAME_ON)
        return self.book.say(phrases.CAME_ON, S=capital(self.names.side(came[0]))) if came else ""

    def _rest(self, turn: Turn, told: list[Blow]) -> str:
        """The losses that no sentence has named."""
        if not self.has_points:
            return ""
        untold = [blow for blow in turn.blows if not any(blow is one for one in told)]
        points: Counter[int] = Counter()
        for blow in untold:
            for one in blow.consequences:
                points[one.unit] += one.points
        gone = {one.unit for blow in turn.blows for one in blow.suffered(DESTROYED)}  # already told
        losers = [unit for unit, lost in points.items() if lost and unit not in gone]
        if len(losers) > SMALL_CHANGE:
            sides = [(self.names.side(side), sum(self._cost(blow, side) for blow in untold)) for side in (0, 1)]
            return self.book.say(phrases.TOLL, toll=listed(f"{lost} SP for {name}" for name, lost in sides if lost))
        shares: list[str] = []
        for lost in sorted({points[unit] for unit in losers}):
            units = [unit for unit in losers if points[unit] == lost]
            what = f"{lost}" if shares else f"lost {lost} SP"
            shares.append(f"{self.names.units(units)} {what}{' each' if len(units) > 1 else ''}")
        bill = ", ".join(shares)
        return self.book.say(phrases.REST, bill=bill, Bill=capital(bill)) if bill else ""

    def _cost(self, blow: Blow, side: int) -> int:
        return sum(one.points for one in blow.consequences if self.battle.side_of(one.unit) == side)

    def _driven_back(self, turn: Turn, told: list[Blow]) -> str:
        """A few who fell back without being named."""
        named = {one.unit for blow in told for one in blow.consequences}
        untold = [one.unit for blow in turn.blows for one in blow.suffered(RETREATED) if one.unit not in named]
        gone = {one.unit for blow in turn.blows for one in blow.suffered(DESTROYED)}
        units = [unit for unit in dict.fromkeys(untold) if unit not in gone]
        if not units or len(units) > 3:
            return ""
        return self.book.say(phrases.GAVE_GROUND, U=capital(self.names.units(units)))

    def _ground(self, turn: Turn) -> list[str]:
        """Objectives that have changed hands since the turn before."""
        found: list[str] = []
        by_holder: dict[int, list[int]] = {}
        for cell, now in turn.holders.items():
            if now != self.holders[cell]:
                by_holder.setdefault(now, []).append(cell)
        for now, cells in by_holder.items():
            names = listed(self.names.cell(cell) for cell in cells)
            if now == NOBODY:
                found.append(self.book.say(phrases.EMPTIED, cell=names))
            else:
                side = self.names.side(now)
                choices = phrases.TOOK if len(cells) == 1 else phrases.TOOK[::2]
                found.append(self.book.say(choices, s=side, S=capital(side), cell=names))
        self.holders = dict(turn.holders)
        return found

    def _exits(self, turn: Turn) -> str:
        if not turn.left:
            return ""
        aloft = [unit for unit in turn.left if self.names.flies(unit)]
        marched = [unit for unit in turn.left if unit not in aloft]
        parts = [(phrases.LEFT, marched), (phrases.FLEW_HOME, aloft)]
        told = [self.book.say(choices, U=capital(self.names.units(units))) for choices, units in parts if units]
        return " ".join(told)

    def _exhaustion(self, turn: Turn) -> list[str]:
        found: list[str] = []
        for side in turn.exhausted:
            lost = sum(one.lost[side] for one in self.story.turns if one.number <= turn.number)
            name = self.names.side(side)
            found.append(self.book.say(phrases.EXHAUSTED, s=name, S=capital(name), n=str(lost), was="was"))
        return found


def _last(consequences: list[Consequence], kind: str) -> Consequence | None:
    found = [one for one in consequences if one.kind == kind]
    return found[-1] if found else None
