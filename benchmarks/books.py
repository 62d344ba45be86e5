"""A hundred thousand damaged book files: each gives a book or sentences, never a traceback.

python3 run.py books [NUMBER] [SEED]
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.rulesets.variants.mutants import mutant_trees, try_out


def main() -> None:
    given = [int(word) for word in sys.argv[1:]]
    number, seed = (given + [100_000, 1][len(given) :])[:2]
    begun, sound = time.monotonic(), 0
    for done, tree in enumerate(mutant_trees(random.Random(seed), number), 1):
        try:
            sound += try_out(tree)
        except BaseException:
            print(f"seed {seed}, file {done}: {tree!r}", file=sys.stderr)
            raise
    took = time.monotonic() - begun
    print(f"{number:,} damaged books: {sound:,} still sound, the rest refused in words; {took:.0f} s")


if __name__ == "__main__":
    main()
