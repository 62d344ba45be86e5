"""The targets, and the figures to compare with them."""

from dataclasses import dataclass

from benchmarks.battles import large_loads
from benchmarks.probes import Probe


@dataclass(frozen=True)
class Target:
    """The least or the most that a figure may be, and how to say so."""

    bound: float
    words: str
    at_most: bool = False

    def is_met(self, value: float) -> bool:
        return value <= self.bound if self.at_most else value >= self.bound


@dataclass(frozen=True)
class Row:
    """One line of the table: the figure in both builds, how it compares with its target, and the target."""

    what: str
    unit: str
    interpreted: float | None
    compiled: float | None
    reach: Target | None = None
    reach_for: Target | None = None
    judged: float | None = None  # the value to compare with the targets

    def verdict(self) -> str:
        if self.reach is None:
            return ""
        if self.judged is None:
            return "not measured"
        if self.reach_for is not None and self.reach_for.is_met(self.judged):
            return "more than met"
        return "met" if self.reach.is_met(self.judged) else "missed"


@dataclass(frozen=True)
class PeerRow:
    engine: str
    game: str
    decisions: float | None
    games: float | None
    actions: float | None  # legal ones, listed
    missing: str


def at_least(number: float, words: str) -> Target:
    return Target(number, words)


def at_most(number: float, words: str) -> Target:
    return Target(number, words, at_most=True)


def peer_rows(openspiel: Probe, chess: Probe, boardgame_io: Probe) -> list[PeerRow]:
    games = (
        (openspiel, "chess"),
        (openspiel, "backgammon"),
        (chess, "chess"),
        (boardgame_io, "breakthrough"),
    )
    return [
        PeerRow(
            peer.name,
            game,
            peer.median(f"{game} decisions"),
            peer.median(f"{game} games"),
            peer.median(f"{game} actions"),
            peer.missing,
        )
        for peer, game in games
    ]


def rows(plain: Probe, fast: Probe, openspiel: Probe) -> list[Row]:
    """Our figures in the order of the targets. Only the compiled build counts for its own targets."""
    spiel = openspiel.median("chess decisions")
    return [
        Row(
            "classic 8x8, 6 a side, eager, unit by unit",
            "decisions/s",
            plain.median("decisions"),
            fast.median("decisions"),
            at_least(4, "4 x OpenSpiel chess"),
            at_least(8, "8 x"),
            ratio(fast.median("decisions"), spiel),
        ),
        Row(
            "the same, listing all a side may do",
            "decisions/s",
            plain.median("listed"),
            fast.median("listed"),
        ),
        Row(
            "legal actions listed, any of them played",
            "actions/s",
            plain.median("actions"),
            fast.median("actions"),
            at_least(1, "1 x OpenSpiel chess"),
            at_least(2, "2 x"),
            ratio(fast.median("actions"), openspiel.median("chess actions")),
        ),
        Row(
            "whole eager battles, played out by the engine",
            "battles/s",
            plain.median("battles"),
            fast.median("battles"),
            at_least(1500, "1,500"),
            at_least(5000, "5,000"),
            fast.median("battles"),
        ),
        _either(plain, fast, "copy", "copy of a game", "us", at_most(2, "< 2"), at_most(0.5, "< 0.5")),
        *_large(plain, fast),
        _either(plain, fast, "two", "two processes against one", "x", at_least(1.8, "1.8"), None),
        _either(plain, fast, "odds", "exact odds of one attack", "us", at_most(200, "< 200"), None),
        *[
            _either(
                plain, fast, kind, f"tables for a 24x24 {kind} board", "ms", at_most(200, "< 200"), at_most(70, "< 70")
            )
            for kind in ("square", "hex")
        ],
        Row("every line of sight of the hex board", "ms", plain.median("lines"), fast.median("lines")),
    ]


def _either(plain: Probe, fast: Probe, key: str, what: str, unit: str, reach: Target, further: Target | None) -> Row:
    """A target for the build at hand; for the compiled one if there are both."""
    slow, quick = plain.median(key), fast.median(key)
    return Row(what, unit, slow, quick, reach, further, slow if quick is None else quick)


def _large(plain: Probe, fast: Probe) -> list[Row]:
    found: list[Row] = []
    for load in large_loads():
        what = f"{load.book} {load.grid} {load.columns}x{load.rows}, {len(load.force)} a side"
        slow, quick = plain.median(load.book), fast.median(load.book)
        found.append(Row(what, "decisions/s", slow, quick))
        shares = [ratio(slow, plain.median("decisions")), ratio(quick, fast.median("decisions"))]
        found.append(
            Row(
                "  against classic 8x8",
                "x",
                shares[0],
                shares[1],
                at_least(1 / 3, "1/3"),
                at_least(1 / 2, "1/2"),
                shares[0] if shares[1] is None else shares[1],
            )
        )
    return found


def ratio(value: float | None, other: float | None) -> float | None:
    return value / other if value is not None and other else None
