"""Playthroughs: whole battles as text, fought again and compared. `python -m tests.playthroughs.test_playthroughs`
rewrites them."""

import random
from pathlib import Path

import pytest

from portable_wargame.game.dice import Dice
from portable_wargame.record.session import Session
from portable_wargame.scenario.library import load, names
from portable_wargame.speech.notation import action_to_tree
from portable_wargame.speech.sentences import action_sentence, event_sentence
from tests.playing import eager

FOLDER = Path(__file__).parent
SEED = 7


def told(scenario: str) -> str:
    """A whole battle: every action, what came of it with its arithmetic and clauses, and the hash after it."""
    session = Session(load(scenario), Dice(SEED))
    luck = random.Random(SEED)
    lines = [f"{session.scenario.title} ({session.scenario.ruleset}, {session.scenario.grid}), seed {SEED}"]
    lines += [f"  {event_sentence(session.game.battle, event)}" for event in session.opening]
    while session.game.question() is not None:
        battle = session.game.battle
        action = action_to_tree(battle, eager(session.game.options(), luck))
        side, asked = session.decides(), session.game.question()
        lines.append(f"{side}: {action_sentence(battle, action, side, asked.name if asked else '')}")
        lines += [f"  {event_sentence(battle, event, before=battle)}" for event in session.play(action)]
        lines.append(f"  {session.state()['hash']}")
    return "\n".join(lines) + "\n"


@pytest.mark.parity
@pytest.mark.parametrize("scenario", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_a_battle_goes_as_it_went(scenario: str) -> None:
    assert told(scenario) == (FOLDER / f"{scenario}.txt").read_text("utf-8")


def test_every_book_and_grid_has_a_playthrough() -> None:
    told_of = {(load(path.stem).ruleset, load(path.stem).grid) for path in FOLDER.glob("*.txt")}
    assert told_of == {(load(name).ruleset, load(name).grid) for name in names()}


def one_for_each_book_and_grid() -> list[str]:
    chosen: dict[tuple[str, str], str] = {}
    for name in names():
        chosen.setdefault((load(name).ruleset, load(name).grid), name)
    return list(chosen.values())


if __name__ == "__main__":
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name in one_for_each_book_and_grid():
        (FOLDER / f"{name}.txt").write_text(told(name), "utf-8")
