"""Only the verbs in `changes` and `course` alter a battle: log and state cannot drift, and a rule reads as a rule."""

import ast
from collections.abc import Iterator
from pathlib import Path

import portable_wargame
from portable_wargame.battle.battle import Battle

SOURCE = Path(portable_wargame.__file__).parent
# The verbs themselves, who sets a battle up, and who tries on a copy of his own what would be if, and puts it back.
ALLOWED = (
    "battle/",
    "game/changes.py",
    "game/course.py",
    "game/overruling.py",
    "game/views.py",
    "scenario/setup.py",
    "reference/trial.py",
    "ai/",
)
STATE = set(Battle.__annotations__)
VERBS = {"put", "change_features"}
ALTERING = {"append", "clear", "extend", "insert", "pop", "remove", "sort"}


def is_of_a_battle(node: ast.expr) -> bool:
    """`battle.at`, `game.battle.at`, with or without an index."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Attribute) and node.attr in STATE and ast.unparse(node.value).endswith("battle")


def alterations(tree: ast.AST) -> Iterator[ast.stmt | ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets):
                if any(is_of_a_battle(target) for target in targets):
                    yield node
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
                if is_of_a_battle(target):
                    yield node
            case ast.Call(func=ast.Attribute(value=what, attr=verb)):
                by_battle = verb in VERBS and ast.unparse(what).endswith("battle")
                if by_battle or (verb in ALTERING and is_of_a_battle(what)):
                    yield node


def test_only_changes_alter_a_battle() -> None:
    found = [
        f"{path.relative_to(SOURCE).as_posix()}:{node.lineno}: {ast.unparse(node)}"
        for path in sorted(SOURCE.rglob("*.py"))
        if not path.relative_to(SOURCE).as_posix().startswith(ALLOWED)
        for node in alterations(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


def test_every_way_to_alter_one_is_seen() -> None:
    code = """
battle.turn += 1
game.battle.at[unit] = cell
battle.orders.append(order)
game.battle.put(unit, cell)
turn = battle.turn
battle.orders.count(order)
"""
    assert len(list(alterations(ast.parse(code)))) == 4
