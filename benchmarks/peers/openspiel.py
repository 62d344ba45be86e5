"""Time OpenSpiel's chess and backgammon, random legal play through its Python interface: prints one JSON object."""

import json
import random
import sys
import time

import pyspiel


def main() -> None:
    seconds = float(sys.argv[1])
    figures: dict[str, float] = {}
    for name in ("chess", "backgammon"):
        play_on(name, seconds * 0.2)
        figures[f"{name} decisions"], figures[f"{name} games"], figures[f"{name} actions"] = play_on(name, seconds)
    print(json.dumps(figures))


def play_on(name: str, seconds: float) -> tuple[float, float, float]:
    """Decisions, games and legal actions listed per second. Dice are not decisions, just as in our figures."""
    game = pyspiel.load_game(name)
    luck = random.Random(int(sys.argv[2]))
    decisions = 0
    games = 0
    listed = 0
    begun = time.process_time()
    spent = 0.0
    while spent < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
                listed += len(actions)
            state.apply_action(actions[int(luck.random() * len(actions))])
        games += 1
        spent = time.process_time() - begun
    return decisions / spent, games / spent, listed / spent


if __name__ == "__main__":
    main()
