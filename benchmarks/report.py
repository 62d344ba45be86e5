"""The figures as a table on the screen, as Markdown and as JSON."""

import json
import os
import platform
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from benchmarks.targets import PeerRow, Row

ABOUT = """\
Written by `python3 run.py bench --write`. Every figure is the median of five rounds, in which all engines take their
turns; speeds are per second of processor time on one core. Eager play fires, fights or bombards whenever it can, and
otherwise mostly draws a move without listing all of them; the peers list theirs and play any. "ours, eager" compares
our eager decisions with theirs, which is not like for like; "ours, listing" compares legal actions listed, and any of
them played, on both sides."""
ELSEWHERE = "All other figures, each with its verdict: [what was measured](README.md)."
HEADINGS = ("what", "unit", "interpreted", "compiled", "reach", "reach for", "verdict")
PEER_HEADINGS = ("engine", "game", "decisions/s", "games/s", "ours, eager", "actions/s", "ours, listing")
COLOURS = {"more than met": "bold green", "met": "green", "missed": "red", "not measured": "dim"}
NOT_AVAILABLE = "not available"
NUMBERS = ("interpreted", "compiled", *PEER_HEADINGS[2:])


class Report:
    def __init__(self, rows: list[Row], peers: list[PeerRow], notes: list[str]) -> None:
        self.rows = rows
        self.peers = peers
        self.notes = notes

    def show(self, console: Console) -> None:
        ours = _table("Our engine", HEADINGS)
        for row, cells in zip(self.rows, self._ours(), strict=True):
            ours.add_row(*cells[:-1], Text(cells[-1], COLOURS.get(row.verdict(), "")))
        peers = _table("Its peers, in the same run", PEER_HEADINGS)
        for cells in self._peers():
            peers.add_row(*cells)
        console.print(ours, peers)
        for note in self.notes:
            console.print(note, style="yellow", markup=False)

    def write(self, folder: Path) -> None:
        (folder / "results.json").write_text(json.dumps(self._tree(), indent=2) + "\n", "utf-8")
        (folder / "RESULTS.md").write_text(self._markdown(), "utf-8")

    def _ours(self) -> list[list[str]]:
        return [
            [
                row.what,
                row.unit,
                number(row.interpreted),
                number(row.compiled),
                row.reach.words if row.reach else "",
                row.reach_for.words if row.reach_for else "",
                row.verdict() + (f" ({number(row.judged)} x)" if _is_against_a_peer(row) else ""),
            ]
            for row in self.rows
        ]

    def _peers(self) -> list[list[str]]:
        eager = self.rows[0].compiled
        listing = next((row.compiled for row in self.rows if row.unit == "actions/s"), None)
        return [
            [
                peer.engine,
                peer.game,
                number(peer.decisions) or NOT_AVAILABLE,
                number(peer.games),
                times(eager, peer.decisions),
                number(peer.actions),
                times(listing, peer.actions),
            ]
            for peer in self.peers
        ]

    def _tree(self) -> dict[str, Any]:
        return {
            "machine": machine(),
            "ours": [
                {
                    "what": row.what.strip(),
                    "unit": row.unit,
                    "interpreted": row.interpreted,
                    "compiled": row.compiled,
                    "judged": row.judged,
                    "reach": row.reach.words if row.reach else None,
                    "reach-for": row.reach_for.words if row.reach_for else None,
                    "verdict": row.verdict() or None,
                }
                for row in self.rows
            ],
            "peers": [
                {
                    "engine": peer.engine,
                    "game": peer.game,
                    "decisions/s": peer.decisions,
                    "games/s": peer.games,
                    "actions/s": peer.actions,
                }
                for peer in self.peers
            ],
            "notes": self.notes,
        }

    def _markdown(self) -> str:
        parts = [
            "# Benchmarks",
            ABOUT,
            f"Machine: {machine()}.",
            _markdown_table(HEADINGS, self._ours()),
            _markdown_table(PEER_HEADINGS, self._peers()),
            *self.notes,
            ELSEWHERE,
        ]
        return "\n\n".join(parts) + "\n"


def _is_against_a_peer(row: Row) -> bool:
    return row.judged is not None and row.reach is not None and " x " in row.reach.words


def _table(title: str, headings: tuple[str, ...]) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        is_number = heading in NUMBERS
        table.add_column(heading, justify="right" if is_number else "left", no_wrap=is_number or heading == "unit")
    return table


def _markdown_table(headings: tuple[str, ...], lines: list[list[str]]) -> str:
    rule = ["---:" if heading in NUMBERS else "---" for heading in headings]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (list(headings), rule, *lines))


def number(value: float | None) -> str:
    if value is None:
        return ""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def times(ours: float | None, theirs: float | None) -> str:
    return f"{number(ours / theirs)} x" if ours is not None and theirs else ""


def machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
