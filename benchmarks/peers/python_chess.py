"""Time python-chess, random legal play: prints one JSON object."""

import json
import random
import sys
import time

import chess


def main() -> None:
    seconds = float(sys.argv[1])
    play_on(seconds * 0.2)
    decisions, games, actions = play_on(seconds)
    print(json.dumps({"chess decisions": decisions, "chess games": games, "chess actions": actions}))


def play_on(seconds: float) -> tuple[float, float, float]:
    """Decisions, games and legal moves listed per second. A game ends as arbiters would end it: mate, stalemate, fifty
    moves, bare kings."""
    luck = random.Random(int(sys.argv[2]))
    decisions = 0
    games = 0
    listed = 0
    begun = time.process_time()
    spent = 0.0
    while spent < seconds:
        board = chess.Board()
        moves = list(board.legal_moves)
        while moves and board.halfmove_clock < 100 and not board.is_insufficient_material():
            board.push(moves[int(luck.random() * len(moves))])
            decisions += 1
            listed += len(moves)
            moves = list(board.legal_moves)
        games += 1
        spent = time.process_time() - begun
    return decisions / spent, games / spent, listed / spent


if __name__ == "__main__":
    main()
