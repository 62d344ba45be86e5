"""A trial: a battle fought again and again. Battle number i has the dice and the luck of (seed, i), so its result
depends neither on how many cores there are nor on how the battles are dealt out."""

import hashlib
import json
import random
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from ...ai.opponents.eager import eager_action
from ...ai.opponents.players import EAGER, NO_BRAKE, choose, player
from ...battle.battle import NOBODY, UNDECIDED
from ...battle.side import SIDES
from ...consultation.luck import kinds
from ...game.actions import Action
from ...game.dice import Dice, Luck
from ...game.events import Event
from ...game.game import Game
from ...scenario.model import Scenario
from ...scenario.setup import begun, laid_out, ruleset_of
from ...scenario.writing import tree
from ...speech.trees import Sent
from ...toll.kinds import Kinds
from ..fighting import deciders

FORMAT = "portable-wargame/simulation/1"


@dataclass(frozen=True)
class Trial:
    scenario: Scenario
    levels: tuple[str, str]  # who plays the first side and the second: captain, or captain:bold
    seed: int

    def __post_init__(self) -> None:
        for level in self.levels:
            if level != EAGER:
                player(level, [EAGER])  # refuse levels that do not exist

    @cached_property
    def table(self) -> Game:
        """Laid out once: what the engine learns about the ground serves all its battles. It stays in its process."""
        return laid_out(self.scenario)

    @cached_property
    def kinds(self) -> Kinds:
        return kinds()

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def header(self) -> Sent:
        """All that the battles depend on, as the first line of a file of results."""
        ruleset = ruleset_of(self.scenario)
        return {
            "format": FORMAT,
            "scenario": tree(self.scenario),
            "edition": ruleset.edition,
            "levels": dict(zip((side.id for side in self.scenario.sides), self.levels, strict=True)),
            "seed": self.seed,
        }

    def first_line(self) -> bytes:
        return json.dumps(self.header(), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def dice_seed(self, number: int) -> int:
        """The seed of battle `number`: `pw play --seed` throws the same dice."""
        digest = hashlib.sha256(f"portable-wargame battle {self.seed} {number}".encode()).digest()
        return int.from_bytes(digest[:6], "big")


class Fight:
    """One battle of a trial: the table, and who decides what."""

    def __init__(self, trial: Trial, number: int, log: list[Event] | None = None) -> None:
        seed = trial.dice_seed(number)
        self.trial = trial
        self.game = begun(trial.table, Dice(seed), log)
        self.game.foreseen = {}  # a player may ask for the same odds again, and the report will
        self.players = [player(level) if level != EAGER else None for level in trial.levels]
        # The level has no part in the luck, so that two levels can be compared under the same.
        self.lucks = [random.Random(f"{seed} {side}") for side in SIDES]
        self.eagerness = [Luck(luck.getrandbits(32)) for luck in self.lucks]

    def choice(self, side: int) -> Action:
        chooser = self.players[side]
        if chooser is None:
            return eager_action(self.game, self.eagerness[side])
        action = choose(chooser, self.game, self.lucks[side], NO_BRAKE).action
        return self.game.settle(action)

    def winner(self) -> int:
        winner = self.game.battle.winner
        return NOBODY if winner == UNDECIDED else winner


def score(trial: Trial, number: int) -> float:
    """The first side's score in battle `number`: 1, 0, or a half for a draw."""
    fight = Fight(trial, number)
    for side in deciders(fight.game):
        fight.game.perform(fight.choice(side))
    return 0.5 if fight.winner() == NOBODY else float(fight.winner() == 0)


def scores(trials: tuple[Trial, ...], number: int) -> tuple[float, ...]:
    """Battle `number` of several trials, with the same dice where their seeds are the same."""
    return tuple(score(trial, number) for trial in trials)
