"""Play random battles of every book and grid, and check everything after every action.

A battle that fails leaves its record, which `pw` can open, and the seed that plays it again.
"""

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from portable_wargame.battle.unit import AIRCRAFT
from portable_wargame.game.dice import Dice
from portable_wargame.game.errors import Refusal
from portable_wargame.game.game import Game
from portable_wargame.record.keys import Seed
from portable_wargame.record.reading import read_record
from portable_wargame.record.recording import Recorder, record_in
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import verify
from portable_wargame.rules.turn.victory import CHECK_VICTORY
from portable_wargame.rulesets import RULESETS
from portable_wargame.rulesets.ledger import clauses
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.writing import tree as written_scenario
from portable_wargame.speech.notation import NoSuchAction, action_from_tree, action_to_tree
from tests.random_battles import is_another_way, is_listed, random_action, random_scenario

TOP = Path(__file__).resolve().parents[1]
RECORDS = TOP / "build" / "fuzz"
ATTACKS = ("fire", "fight", "bombard")
MUTATIONS = 12  # actions, most of them illegal, tried after each one played
# A unit moves, fires, fights and is done once a turn; each side ends once; hits ask questions of their own.
MOST_ACTIONS_PER_UNIT_AND_TURN = 12


class Failure(Exception):
    """Something that must never happen."""


def expect(holds: bool, sentence: str) -> None:
    if not holds:
        raise Failure(sentence)


@dataclass
class Tally:
    """Counts for the last line."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: int = 0

    def line(self) -> str:
        counted = ", ".join(f"{number:,} {what}" for what, number in self.counts.items())
        return f"{counted or 'nothing done'}; {self.failures} failures"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="when to stop; every pairing is played once at least")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; each battle takes the next")
    parser.add_argument("--book", choices=list(RULESETS), help="only this book")
    parser.add_argument("--grid", choices=["square", "hex"], help="only this grid")
    parser.add_argument("--records", type=Path, default=RECORDS, help="where failures leave their records")
    arguments = parser.parse_args()
    pairings = [
        (book.name, grid)
        for book in RULESETS.values()
        for grid in book.grids
        if arguments.book in (None, book.name) and arguments.grid in (None, grid)
    ]
    if not pairings:
        parser.error(f"the {arguments.book} book is not played on a {arguments.grid} grid")
    tally = fuzz(pairings, arguments.seed, arguments.seconds, arguments.records)
    print(tally.line())
    sys.exit(1 if tally.failures else 0)


def fuzz(pairings: list[tuple[str, str]], seed: int, seconds: float, records: Path) -> Tally:
    tally = Tally()
    console = Console()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=seconds or None)
        begun = time.monotonic()
        while True:
            for book, grid in pairings:
                bar.update(task, completed=time.monotonic() - begun, description=f"{book} {grid} {seed}")
                fuzz_one(book, grid, seed, records, tally, console)
            seed += 1
            if time.monotonic() - begun >= seconds:
                return tally


def fuzz_one(book: str, grid: str, seed: int, records: Path, tally: Tally, console: Console) -> None:
    records.mkdir(parents=True, exist_ok=True)
    path = records / f"{book}-{grid}-{seed}.pwg"
    with path.open("w", encoding="utf-8") as sink:
        trial = Trial(book, grid, seed, tally)
        failed = trial.run(sink)
    if not failed:
        failed = trial.check_record(path)
    if not failed:
        path.unlink()
        return
    tally.failures += 1
    console.print(f"FAILED: {book} {grid}, seed {seed}\n{failed}", style="red", markup=False, soft_wrap=True)
    console.print(f"again: python3 run.py fuzz --book {book} --grid {grid} --seed {seed} --seconds 0", markup=False)
    console.print(f"record: {path}", markup=False, soft_wrap=True)


class Trial:
    """One battle, played and checked. `options`: how many of the legal actions to check closely; 0 for all."""

    def __init__(
        self, book: str, grid: str, seed: int, tally: Tally, options: int = 0, mutations: int = MUTATIONS
    ) -> None:
        self.book = book
        self.grid = grid
        self.seed = seed
        self.tally = tally
        self.options = options
        self.mutations = mutations
        self.luck = random.Random(f"fuzz {book} {grid} {seed}")
        self.last: Any = None  # the action being tried, for the report

    def run(self, sink: Any) -> str:
        """Play to the end; returns what failed, or ""."""
        recorder: Recorder | None = None
        try:
            tree = random_scenario(self.book, self.grid, self.seed)
            scenario = read_tree(tree)
            expect(read_tree(written_scenario(scenario)) == scenario, "a scenario written and read is another one")
            # The salt is fixed, so that one seed leaves one record, byte for byte.
            key = Seed(self.seed, salt="fuzz")
            recorder = record_in(sink, Session(scenario, key.dice()), key, {"red": "fuzz", "blue": "fuzz"})
            self.play_out(recorder)
            self.tally.counts["battles"] += 1
        except Exception:
            # Catch anything: the record has to show how it happened.
            problem = f"{traceback.format_exc()}action: {self.last!r}"
            if recorder is not None:
                recorder.put_away()
            return problem
        return ""

    def check_record(self, path: Path) -> str:
        try:
            verdict = verify(read_record(str(path)))
            expect(verdict.finished and verdict.unrevealed == 0, "the record is not complete")
            self.tally.counts["records"] += 1
        except Exception:
            return traceback.format_exc()
        return ""

    # -- playing

    def play_out(self, recorder: Recorder) -> None:
        session = recorder.session
        battle = session.game.battle
        most = battle.objectives.turns * MOST_ACTIONS_PER_UNIT_AND_TURN * (len(battle.at) + 2)
        actions = 0
        while session.game.question() is not None:
            self.check_legal(session)
            self.check_mutations(session)
            if self.luck.random() < 0.1:
                self.check_copy(session.game)
            self.play(recorder)
            actions += 1
            expect(actions <= most, f"the battle goes on after {actions} actions")
            expect(session.game.battle.turn <= battle.objectives.turns, "the battle goes on beyond its last turn")
            check_table(session.game)
        expect(session.legal()["actions"] == [], "there are legal actions after the end")
        expect(session.state()["result"] is not None, "the battle is over and has no result")

    def play(self, recorder: Recorder) -> None:
        session = recorder.session
        action = self.choose(session)
        self.last = action
        before = fingerprint(session.game)
        state = session.state()
        recorder.play(action)
        self.tally.counts["actions"] += 1
        if session.past and self.luck.random() < 0.2:
            after = fingerprint(session.game)
            recorder.undo()
            expect(session.state() == state, "undo does not give the state back")
            expect(fingerprint(session.game) == before, "undo does not give the whole game back")
            recorder.play(action)
            expect(fingerprint(session.game) == after, "the same action again leads elsewhere")
            self.tally.counts["undone"] += 1

    def choose(self, session: Session) -> Any:
        """Mostly eager, or the battles would be long marches; but any action may come."""
        legal: list[Any] = session.legal()["actions"]
        attacks = [one for one in legal if one["do"] in ATTACKS]
        if attacks and self.luck.random() < 0.7:
            return self.luck.choice(attacks)
        return self.luck.choice(legal)

    # -- checks

    def check_legal(self, session: Session) -> None:
        game = session.game
        before = fingerprint(game)
        options = game.options()
        expect(bool(options), "a decision without options")
        expect(len(set(options)) == len(options), "an option is listed twice")
        # A copy remembers no earlier questions.
        expect(game.copy(Dice(0)).options() == options, "the options are not those of the game as it stands")
        closely = self.luck.sample(options, self.options) if 0 < self.options < len(options) else options
        for option in closely:
            self.last = action_to_tree(game.battle, option)
            expect(action_from_tree(game.battle, self.last) == option, "an option written and read is another one")
            expect(game.allows(option), "an option is not allowed")
            expect(game.settle(option) == option, "an option is settled into another one")
            chances = game.chances(option)
            expect(abs(sum(chance.probability for chance in chances) - 1) < 1e-9, "odds that do not sum to 1")
            expect(all(0 < chance.probability <= 1 for chance in chances), "odds that are none")
        expect(fingerprint(game) == before, "asking what is legal changes the game")
        self.tally.counts["options"] += len(options)

    def check_mutations(self, session: Session) -> None:
        legal: list[Any] = list(session.legal()["actions"])
        before = fingerprint(session.game)
        for _ in range(self.mutations):
            tree = random_action(session, self.luck, legal)
            self.last = tree
            reasons: list[Any] = list(session.why_not(tree))
            expect((not reasons) == is_legal(session, tree, legal), f"legal or not? reasons: {reasons}")
            if reasons:
                self.check_refusal(session, tree, reasons)
            else:
                session.odds(tree)
        expect(fingerprint(session.game) == before, "a question or a refusal changes the game")

    def check_refusal(self, session: Session, tree: Any, reasons: list[dict[str, str]]) -> None:
        for reason in reasons:
            expect(reason["clause"] in clauses(), f"a reason cites {reason['clause']!r}, which is no clause")
            expect(reason["text"].strip() != "", "a reason without words")
        try:
            session.play(tree)
        except Refusal:
            self.tally.counts["refused"] += 1
            return
        raise Failure("an action is played although there are reasons against it")

    def check_copy(self, game: Game) -> None:
        """Play on in a copy: the game it was taken from knows nothing of it."""
        before = fingerprint(game)
        twin = game.copy(Dice(self.luck.randrange(1000)))
        expect(standing(twin) == standing(game), "a copy is not like the game it was taken from")
        for _ in range(self.luck.randint(1, 60)):
            options = twin.options()
            if not options:
                break
            attacks = [option for option in options if option.verb in ATTACKS]
            twin.perform(self.luck.choice(attacks or options))
        expect(fingerprint(game) == before, "playing on in a copy changes the game it was taken from")
        self.tally.counts["copies"] += 1


def is_legal(session: Session, tree: Any, legal: list[Any]) -> bool:
    """Legal by the list and the steps, not by the judge on trial here."""
    try:
        return is_listed(session, tree, legal) or is_another_way(session, tree, legal)
    except NoSuchAction:
        return False


def check_table(game: Game) -> None:
    """Check what must hold of units and cells, whatever happens."""
    battle = game.battle
    cells = range(battle.field.grid.cells)
    for unit, cell in enumerate(battle.at):
        flies = battle.is_a(unit, AIRCRAFT)
        places = [place for place in cells if unit in ([battle.above[place]] if flies else battle.units_in(place))]
        expect(places == ([cell] if cell >= 0 else []), f"unit {unit} is at {cell}, and stands in {places}")
        load = battle.carrying[unit]
        expect(load < 0 or battle.carried_by[load] == unit, f"unit {unit} carries {load}, which does not know it")
        expect(load < 0 or battle.at[load] == cell, f"unit {unit} carries {load}, which is elsewhere")
    for cell in cells:
        expect(len({battle.side_of(unit) for unit in battle.units_in(cell)}) < 2, f"enemies share cell {cell}")


def fingerprint(game: Game) -> str:
    """Everything about a game, dice included."""
    return f"{standing(game)} {game.dice.seed} {game.dice.thrown}"


def standing(game: Game) -> str:
    """Everything about a game except its dice."""
    battle = game.battle
    shared = [battle.field.features, battle.roster.start_strength, battle.roster.side_of]
    parts = [plain(getattr(battle, name)) for name in STATE]
    return repr([parts, shared, [[plain(getattr(step, name)) for name in STEP] for step in game.agenda]])


PLAIN = {bool, int, str, tuple, type(None)}


def plain(value: Any) -> Any:
    """A value that reads the same wherever it lies in memory; unit types go by their names."""
    if isinstance(value, list):
        return value if PLAIN.issuperset(map(type, value)) else [plain(one) for one in value]
    if value is None or isinstance(value, int | str | tuple):
        return value
    return value.name if hasattr(value, "name") else [(name, getattr(value, name)) for name in values_of(value)]


def values_of(thing: Any) -> list[str]:
    """The attributes of a thing that are values. A compiled class keeps no dictionary: they are found by name."""
    names = [name for name in dir(thing) if not name.startswith("_")]
    return [name for name in names if not callable(getattr(thing, name))]


def state_names() -> list[str]:
    """The parts of a battle that may change. Constant parts are checked piece by piece; derived ones are left out."""
    battle = Session(read_tree(random_scenario("classic", "square", 0)), Dice(0)).game.battle
    return [name for name in values_of(battle) if name not in ("field", "roster", "objectives", "ground", "presence")]


STATE = state_names()
STEP = values_of(CHECK_VICTORY.step())

if __name__ == "__main__":
    main()
