"""Verifying: what a record shows. It plays the record to work out every hash again, and throws every die again
from the revealed keys.

That makes a record consistent, and no more: anyone who has a finished one knows its keys, and can write another battle
that is just as consistent. To know that it was really played takes a witness: a server's signature under the chain, or
a player's own browser that has kept what it heard.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from .._wording import listed, shown
from ..speech.trees import Json, Result
from .keys import NONCE_DIGITS, BadKey, is_by_hand, is_hex, key_from
from .lines import Acted, Ended, Nonce, Ruled, Signed, Start, TakenUp
from .reading import BadRecord, Record, replay

SCHEMES = ("seed", "nonces", "table")


@dataclass
class Verdict:
    """What a record showed when it was played again: how much of it there is, and where its dice come from."""

    actions: int = 0
    # The result when played again; None if the battle is not over.
    result: Result | None = None
    # What an umpire set by hand.
    rulings: int = 0
    # Dice that follow from a seed whose seal stands before them.
    from_seed: int = 0
    # Dice that follow from a key whose seal stands before any nonce, and from the nonces of these sides.
    from_nonces: int = 0
    nonces_of: list[str] = field(default_factory=list)
    # Dice that were thrown at a real table.
    by_hand: int = 0
    # Dice whose key was never revealed.
    unrevealed: int = 0
    # Whether every line is bound to the one before it.
    chained: bool = False
    lines: int = 0
    signatures: list[Signed] = field(default_factory=list)
    # The line at which the battle was last resumed, 0 if it was not: earlier lines may come from elsewhere.
    taken_up: int = 0

    @property
    def finished(self) -> bool:
        """Whether the battle was fought to its end."""
        return self.result is not None

    def dice_checked(self) -> int:
        """How many dice follow from a key that was sealed before they fell."""
        return self.from_seed + self.from_nonces

    def signed_by(self, keys: Collection[str]) -> int:
        """Up to which line, not counting signatures, one of these public keys has signed it; 0 if none has."""
        return max((one.lines for one in self.signatures if one.key in keys), default=0)


def verify(record: Record) -> Verdict:
    """Recompute every hash, compare the result, and check the dice against the keys that were revealed."""
    verdict = Verdict(chained=record.chain is not None)
    verdict.signatures = [line for line in record.lines if isinstance(line, Signed)]
    verdict.lines = 1 + len(record.lines) - len(verdict.signatures)
    verdict.taken_up = max((number for number, line in record.numbered() if isinstance(line, TakenUp)), default=0)
    for moment in replay(record):
        verdict.actions += moment.action is not None
        verdict.rulings += isinstance(moment.line, Ruled)
        verdict.result = moment.session.state()["result"]
    for number, line in record.numbered():
        if isinstance(line, Ended) and (verdict.result is None or line.result != verdict.result):
            raise BadRecord(f"{record.where(number)}: the battle ended differently")
    _check_dice(record, verdict)
    return verdict


@dataclass
class Segment:
    """The dice between one commitment and the next."""

    sealed: Json
    nonces: dict[str, str] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)

    def has_nonces(self) -> bool:
        return isinstance(self.sealed, dict) and self.sealed.get("scheme") == "nonces"


def _check_dice(record: Record, verdict: Verdict) -> None:
    sides = [side.id for side in record.scenario.sides]
    segment = Segment(record.header.get("dice"))
    _check_scheme(record.where(1), segment.sealed)
    # Before a game was resumed, players other than those in the header may have played it.
    for number, line in record.numbered():
        where = record.where(number)
        if isinstance(line, Nonce):
            _note_nonce(where, line, segment, sides)
        segment.dice += line.thrown
        if isinstance(line, Start | Acted | Ruled) and segment.has_nonces() and number > verdict.taken_up:
            _check_givers(where, record, segment)
        if line.reveal is not None:
            _check_segment(where, line.reveal, segment, sides, verdict)
            segment = Segment(segment.sealed)
        if line.sealed is not None:
            _leave(segment, verdict)
            _check_scheme(where, line.sealed)
            segment = Segment(line.sealed)
    _leave(segment, verdict)


def _check_scheme(where: str, sealed: Json) -> None:
    """The oldest records name none."""
    scheme = sealed.get("scheme", SCHEMES[0]) if isinstance(sealed, dict) else None
    if scheme is not None and scheme not in SCHEMES:
        raise BadRecord(f"{where}: dice come from {listed(SCHEMES)}, not from {shown(str(scheme))}")


def _leave(segment: Segment, verdict: Verdict) -> None:
    """Without a key: it was never revealed, or there is none."""
    if is_by_hand(segment.sealed):
        verdict.by_hand += len(segment.dice)
    else:
        verdict.unrevealed += len(segment.dice)


def _note_nonce(where: str, line: Nonce, segment: Segment, sides: list[str]) -> None:
    side, nonce = line.side, line.nonce
    if side not in sides or not is_hex(nonce, NONCE_DIGITS):
        raise BadRecord(f"{where}: a nonce comes from a side of the battle, as {NONCE_DIGITS} hex digits")
    if segment.dice:
        raise BadRecord(f"{where}: a nonce after the first die of its key")
    if side in segment.nonces:
        raise BadRecord(f"{where}: {side} has already given a nonce")
    segment.nonces[side] = nonce


def _check_givers(where: str, record: Record, segment: Segment) -> None:
    players = record.header.get("players")
    for side, player in players.items() if isinstance(players, dict) else ():
        if player == "human" and side not in segment.nonces:
            raise BadRecord(f"{where}: dice fell before {side}, played by a person, gave a nonce")


def _check_segment(where: str, reveal: Json, segment: Segment, sides: list[str], verdict: Verdict) -> None:
    if is_by_hand(segment.sealed):
        verdict.by_hand += len(segment.dice)
        return
    try:
        key = key_from(reveal, segment.sealed)
    except BadKey as problem:
        raise BadRecord(f"{where}: {problem}") from None
    sealed = segment.sealed
    if not isinstance(sealed, dict) or key.sealed()["commitment"] != sealed.get("commitment"):
        raise BadRecord(f"{where}: the key revealed is not the one that was sealed")
    nonces = [segment.nonces[side] for side in sides if side in segment.nonces]
    source = key.source(nonces)
    if any(source(number) != die for number, die in enumerate(segment.dice)):
        raise BadRecord(f"{where}: the dice do not come from the key that was revealed")
    if segment.has_nonces():
        verdict.from_nonces += len(segment.dice)
        verdict.nonces_of += [side for side in sides if side in segment.nonces and side not in verdict.nonces_of]
    else:
        verdict.from_seed += len(segment.dice)
