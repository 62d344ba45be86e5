"""The report of one battle of a trial: a line in the file of results."""

import msgspec

from ...battle.battle import NOBODY
from ...battle.side import SIDES
from ...toll.following import Teller
from ..fighting import deciders
from .trial import Fight, Trial


class Loss(msgspec.Struct, omit_defaults=True):
    """Strength that a unit lost at one blow. `cause` is the clause of the attack, or of any other cause."""

    turn: int
    unit: str
    cell: str
    lost: int  # strength points, or units where a book has none
    cause: str
    destroyed: bool = False


class Moment(msgspec.Struct):
    """An attack that changed the balance: `swing` is its cost to the second side, less its cost to the first, each as a
    share of that side's strength at the start."""

    turn: int
    unit: str
    verb: str
    cell: str
    swing: float


class BattleReport(msgspec.Struct):
    """Lists with two entries have one for each side, the first side's first."""

    battle: int
    dice: int  # the seed of its dice
    winner: str | None  # the id of the side
    reason: str
    turns: int
    decisions: int
    strength: list[list[int]]  # at the start, and at the end of every turn
    losses: list[Loss]
    moves: list[dict[str, int]]  # how often a unit of the side came to each cell
    hits: list[float]  # suffered; one that need not cost anything counts a half
    expected: list[float]  # hits to expect from the exact odds of all attacks
    moments: list[Moment]  # those of the greatest swing, greatest first
    # By throw, what the dice gave the side that threw beyond its due; older files have none.
    fortune: dict[str, list[float]] = {}

    def score(self, first_side: str) -> float:
        return 0.5 if self.winner is None else float(self.winner == first_side)

    def controls(self) -> dict[str, float]:
        return {f"{words} {side}": both[side] for words, both in self.fortune.items() for side in SIDES}

    def luck(self) -> float:
        """Hits that the dice gave the first side, or spared it, beyond what it could expect."""
        return (self.hits[1] - self.expected[1]) - (self.hits[0] - self.expected[0])


def report(trial: Trial, number: int) -> BattleReport:
    """Fight battle `number` and report what happened."""
    fight = Fight(trial, number)
    battle = fight.game.battle
    teller = Teller(fight.game, trial.kinds)
    for side in deciders(fight.game):
        teller.carry_out(fight.choice(side))
    winner = fight.winner()
    ids = battle.roster.side_ids
    return BattleReport(
        battle=number,
        dice=trial.dice_seed(number),
        winner=None if winner == NOBODY else ids[winner],
        reason=battle.reason or "no end in sight",
        turns=battle.turn,
        decisions=teller.decisions,
        strength=teller.strengths(),
        losses=[Loss(*loss) for loss in teller.losses],
        moves=[teller.moves[side] for side in SIDES],
        hits=teller.suffered,
        expected=[round(hits, 4) for hits in teller.expected],
        moments=[Moment(*moment) for moment in teller.decisive()],
        fortune={words: [round(one, 4) for one in pair] for words, pair in teller.fortune.sums.items()},
    )


def line(trial: Trial, number: int) -> bytes:
    return msgspec.json.encode(report(trial, number)) + b"\n"


def read_line(text: bytes) -> BattleReport:
    return msgspec.json.decode(text, type=BattleReport)
