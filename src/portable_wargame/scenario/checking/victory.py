"""The meaning of victory conditions: whether they can be met at all, and when they count."""

from typing import Any

from ...game.ruleset import Ruleset
from ..board import Board
from ..problems import Findings, Path
from ..wording import count_of, listed, owner, quoted, suggestion
from .forces import Forces, Listed

CLAUSE = "shared.victory"


class Goals:
    def __init__(self, tree: dict[str, Any], forces: Forces, findings: Findings) -> None:
        self.tree = tree
        self.forces = forces
        self.book: Ruleset | None = forces.book
        self.board: Board | None = forces.board
        self.findings = findings
        self.ids = [(side or {}).get("id") for side in forces.sides]

    def check(self) -> None:
        for number, condition in enumerate(self.tree.get("victory") or []):
            if condition is not None:
                path = ("victory", number)
                words = owner(self.tree, path)
                self._check_turn(condition, path, words)
                self._check_side(condition, path, words)

    def _check_turn(self, condition: dict[str, Any], path: Path, words: str) -> None:
        turn, turns = condition.get("at-turn"), self.tree.get("turns")
        if turn is not None and turns is not None and turn > turns:
            message = f"{words} counts in turn {turn}, but the battle has {turns}"
            self.findings.add((*path, "at-turn"), message, f"it must be 1 to {turns}", CLAUSE)
        if condition.get("survive") and "at-turn" not in condition and "turns" not in self.tree:
            message = f"{words} does not say until when the side must survive"
            self.findings.add((*path, "survive"), message, "add at-turn, or give the battle a number of turns", CLAUSE)

    def _check_side(self, condition: dict[str, Any], path: Path, words: str) -> None:
        id_ = condition.get("side")
        if id_ is None:
            self._check_cells(condition, path, words, None)
            return
        if id_ not in self.ids:
            known = [known for known in self.ids if known]
            message = f"{words} is for side {quoted(id_)}, and there is no such side"
            remedy = f"{suggestion(id_, known)}the sides are {listed(known, 'and')}"
            self.findings.add((*path, "side"), message, remedy)
            self._check_cells(condition, path, words, None)
            return
        side = self.ids.index(id_)
        own = [unit for unit in self.forces.units if unit.side == side]
        enemies = [unit for unit in self.forces.units if unit.side != side]
        self._check_cells(condition, path, words, own)
        self._check_exit(condition.get("exit") or {}, (*path, "exit"), words, own)
        self._check_losses(condition.get("destroy") or {}, (*path, "destroy"), words, enemies)

    def _check_cells(self, condition: dict[str, Any], path: Path, words: str, own: list[Listed] | None) -> None:
        cells = condition.get("hold") or []
        for number, name in enumerate(cells):
            if name is None or self.board is None:
                continue
            if self.board.cell(name) < 0:
                message = f"{words} is to hold {name}, which is not on the {self.board.size()}"
                self.findings.add((*path, "hold", number), message, self.board.cells())
            elif own and not any(self._may_stand(unit, name) for unit in own):
                message = f"{words} is to hold {name}, which no unit of the side may enter"
                self.findings.add((*path, "hold", number), message, "name another cell", CLAUSE)
        if own is not None and len(cells) > len(own) > 0:
            message = f"{words} is to hold {count_of(len(cells), 'cell')} with {count_of(len(own), 'unit')}"
            self.findings.add((*path, "hold"), message, f"name {len(own)} or fewer", CLAUSE)

    def _may_stand(self, unit: Listed, cell: str) -> bool:
        assert self.board is not None
        if self.book is None or unit.type is None:
            return True
        features = self.board.bits(self.board.cell(cell))
        return not self.book.movement.footing(unit.type, features, features).forbidden

    def _check_exit(self, exit_: dict[str, Any], path: Path, words: str, own: list[Listed]) -> None:
        wanted = exit_.get("units")
        if wanted is None or self.book is None or not own:
            return
        towed = 0
        for unit in own:
            towed |= unit.type.cargo if unit.type is not None else 0
        able = [unit for unit in own if unit.type is None or unit.type.move > 0 or unit.type.arms & towed]
        if wanted > len(able):
            message = f"{words} asks for {count_of(wanted, 'unit')} to leave, but only {len(able)} of the side can"
            self.findings.add((*path, "units"), message, f"ask for {len(able)} or fewer", CLAUSE)

    def _check_losses(self, losses: dict[str, Any], path: Path, words: str, enemies: list[Listed]) -> None:
        if losses.get("units") is not None and 0 < len(enemies) < losses["units"]:
            message = (
                f"{words} asks for {count_of(losses['units'], 'enemy unit')} destroyed, and there are {len(enemies)}"
            )
            self.findings.add((*path, "units"), message, f"ask for {len(enemies)} or fewer", CLAUSE)
        if "sp" not in losses or self.book is None:
            return
        if self.book.strength is None:
            message = f"{words} counts sp, but the {self.book.name} book has no strength points"
            self.findings.add((*path, "sp"), message, "count units: destroy = {units = ...}", CLAUSE)
        elif losses["sp"] is not None and all(unit.type is not None for unit in enemies):
            whole = sum(unit.unit.get("sp") or unit.type.strength for unit in enemies if unit.type is not None)
            if 0 < whole < losses["sp"]:
                message = f"{words} asks for {losses['sp']} SP destroyed, and the enemy has {whole}"
                self.findings.add((*path, "sp"), message, f"ask for {whole} or fewer", CLAUSE)
