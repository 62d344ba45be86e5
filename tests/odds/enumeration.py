"""What may come of an action, found the slow way: the real game is played with every fall of the dice, each by itself.

Nothing here knows how odds are reckoned. What befalls whom is read from the log, and dice are counted there.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from portable_wargame.battle.battle import NO_CELL, NOBODY
from portable_wargame.game.actions import Action
from portable_wargame.game.agenda import Chance
from portable_wargame.game.dice import Dice, LaidOut
from portable_wargame.game.events import Event, Roll
from portable_wargame.game.game import Game
from portable_wargame.game.odds import what_is_asked
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from tests.playing import eager
from tests.random_battles import ANYTHING, Emphasis, random_scenario

Effects = tuple[tuple[int, str], ...]
Asked = tuple[str, int, int]  # the question, whose it is, about which unit
Outcome = tuple[int, Effects, Asked | None]  # where the shell lands, what befalls whom, and the choice it ends with
Odds = dict[Outcome, Fraction]

FACES = range(1, 7)
# What the turn does by itself, once an action is over.
COURSE = {"phase", "turn", "activations", "card", "cloud", "cloud-gone", "over"}
# Choices that an action may lead to, and how odds name what they ask.
CHOICES = {
    "retreat or lose 1 SP": "retreats-or-loses-sp",
    "where to retreat": "must-retreat",
    "test the Commander": "loses-sp-or-commander-tested",
    "whether to advance": "",
}
THROWING = {
    "bombard", "fire", "fight", "strafe", "bomb", "retreat", "lose-sp", "advance", "test-commander", "stand", "charge",
}  # fmt: skip


class TooMany(Exception):
    """More ways for the dice to fall than the test has time for."""


def enumerated(game: Game, action: Action, most: int) -> Odds:
    """Every outcome of a legal action with its probability, one fall of the dice after another."""
    found: Odds = {}
    waiting: list[list[int]] = [[]]
    runs = 0
    while waiting:
        script = waiting.pop()
        runs += 1
        if runs > most:
            raise TooMany
        played, log = carried_out(game, action, script)
        events = before_the_turn_goes_on(game, log)
        thrown = sum(len(event.dice) for event in events if isinstance(event, Roll))
        if thrown > len(script):
            waiting += [[*script, face] for face in FACES]
            continue
        assert thrown == len(script)
        outcome = told(played, action, events, is_cut=len(events) < len(log))
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, 6 ** len(script))
    return found


def carried_out(game: Game, action: Action, script: list[int]) -> tuple[Game, list[Event]]:
    """The game after the action, with these dice first. A gun's shot is thrown when both sides have said all."""
    twin = game.copy(Dice(LaidOut(script, 7).die))
    log: list[Event] = []
    twin.log = log
    if action.verb == "bombard":
        twin.battle.orders = []
    twin.play(action)
    while action.verb == "bombard" and before_the_turn_goes_on(game, log) == log:
        question = twin.question()
        if question is None or question.name != "what the guns fire at":
            break
        twin.play(Action("done"))
    return twin, log


def before_the_turn_goes_on(game: Game, log: list[Event]) -> list[Event]:
    air = game.ruleset.air
    by_itself = {air.must_activate, air.endurance} if air is not None else set()
    for place, event in enumerate(log):
        if event.kind in COURSE and not (event.kind == "cloud" and event.unit != NOBODY):
            return log[:place]
        if event.kind == "destroyed" and event.clause in by_itself:
            return log[:place]
        if isinstance(event, Roll) and event.words in ("initiative", "activation", "drift"):
            return log[:place]
    return log


def told(game: Game, action: Action, events: list[Event], is_cut: bool) -> Outcome:
    """An outcome from the log, and the question that the game is left with."""
    effects: list[tuple[int, str]] = []
    lands = NO_CELL
    test: Roll | None = None
    double = game.ruleset.movement.double
    if action.double and double is not None and not double.needs:
        effects.append((action.unit, "moves-double"))
    for event in events:
        if isinstance(event, Roll):
            test = event if event.words == "commander" else test
            if event.words == "double-move":
                effects.append((event.unit, event.outcomes[0]))
        elif event.kind == "landed":
            lands = event.cell
        elif event.kind == "lost-sp" and event.amount > 0:
            effects.append((event.unit, "loses-sp"))
        elif event.kind == "destroyed":
            killed = test is not None and test.unit == event.unit
            effects.append((event.unit, "killed" if killed else "destroyed"))
        elif event.kind in ("pinned", "unharmed"):
            effects.append((event.unit, event.kind))
        elif event.kind == "survived" and test is not None:
            effects += [(test.unit, "unharmed"), (event.unit, "unharmed")]
            test = None
    question = game.question()
    if is_cut or question is None or question.name not in CHOICES:
        return lands, tuple(effects), None
    step = game.agenda[-1]
    effect = CHOICES[question.name]
    if effect == "must-retreat" and game.ruleset.close_combat.draw == step.clause != "":
        effect = "withdraws"
    if effect:
        effects.append((step.unit, effect))
    return lands, tuple(effects), (question.name, step.side, step.unit)


def reckoned(chances: list[Chance]) -> Odds:
    """The engine's own odds, in the same form. What waits behind a choice is left out: it shows when that is made."""
    found: Odds = {}
    for chance in chances:
        asked: Asked | None = None
        effects = list(chance.effects)
        if chance.after is not None:
            step = chance.after.agenda[-1]
            asked = (step.kind.name, step.side, step.unit)
            behind = len(what_is_asked(chance.after)) - bool(CHOICES[step.kind.name])
            effects = effects[: len(effects) - behind]
        outcome = (chance.lands, tuple((int(unit), what) for unit, what in effects), asked)
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(chance.ways, 6**chance.dice)
    return found


def positions(
    book: str, grid: str, seed: int, actions: int, about: Emphasis = ANYTHING
) -> Iterator[tuple[Game, random.Random]]:
    """A random battle, fought eagerly; the game at each decision."""
    luck = random.Random(f"{book} {grid} {seed} odds")
    game = new_game(read_tree(random_scenario(book, grid, seed, seed % 3 > 0, about)), Dice(seed))
    for _ in range(actions):
        if game.question() is None:
            return
        yield game, luck
        options = game.options()
        game.perform(eager(options, luck) if luck.random() < 0.6 else luck.choice(options))


def worth_a_look(game: Game, luck: random.Random, most: int) -> list[Action]:
    """Options that may throw dice, some of each verb."""
    options = [one for one in game.options() if one.verb in THROWING or one.double]
    moves = [one for one in game.options() if one.verb in ("move", "enter") and not one.double]
    perilous = [one for one in moves if is_perilous(game, one)]
    luck.shuffle(options)
    luck.shuffle(perilous)
    seen: Counter[str] = Counter()
    chosen: list[Action] = []
    for one in [*options, *perilous[:2]]:
        seen[one.verb] += 1
        if seen[one.verb] <= most:
            chosen.append(one)
    return chosen


def is_perilous(game: Game, action: Action) -> bool:
    features = [game.battle.features[cell] for cell in (*action.path, *([action.target] if action.target >= 0 else []))]
    unit_type = game.battle.type_of[action.unit]
    return any(game.ruleset.movement.footing(unit_type, 0, one).perils for one in features)


def check(game: Game, action: Action, most: int, tally: Counter[str], deeper: int = 1) -> None:
    """The engine's odds of an action against all falls of the dice, and what follows each answer to a choice."""
    try:
        truth = enumerated(game, action, most)
    except TooMany:
        tally["left out"] += 1
        return
    chances = game.chances(action)
    odds = reckoned(chances)
    assert sum(odds.values()) == 1, f"{action} does not add up to 1"
    assert odds == truth, difference(game, action, odds, truth)
    tally[action.verb] += 1
    tally["at aircraft"] += action.air
    tally["gas"] += action.gas
    for chance in chances if deeper else ():
        if chance.after is not None:
            tally["choices"] += 1
            for answer in chance.after.options()[:3] + chance.after.options()[-1:]:
                check(chance.after, answer, most, tally, deeper - 1)


def difference(game: Game, action: Action, odds: Odds, truth: Odds) -> str:
    ids = game.battle.roster.unit_ids
    lines: list[str] = [f"{game.ruleset.name} {game.battle.field.grid.kind} {action}"]
    for outcome in {**odds, **truth}:
        if odds.get(outcome) != truth.get(outcome):
            lands, effects, asked = outcome
            words = [f"{ids[unit]} {effect}" for unit, effect in effects]
            lines.append(f"{words} lands {lands} asks {asked}: told {odds.get(outcome)}, is {truth.get(outcome)}")
    return "\n".join(lines)


def hunt(
    book: str,
    grid: str,
    seeds: Iterable[int],
    actions: int,
    most: int,
    each: int,
    tally: Counter[str],
    about: Emphasis = ANYTHING,
) -> None:
    """Check attacks and other throws in many positions."""
    for seed in seeds:
        for game, luck in positions(book, grid, seed, actions, about):
            tally["positions"] += 1
            for action in worth_a_look(game, luck, each):
                check(game, action, most, tally)
