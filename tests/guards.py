"""Which tests guard a module, or one line of it: `python3 run.py guards FILE[:LINE]`.

`python3 run.py coverage` writes down, for every line of the engine, the tests that came by; this reads it.
"""

import sys
from collections import Counter
from pathlib import Path

from coverage import CoverageData

TOP = Path(__file__).parents[1]
KEPT = TOP / ".coverage"


def guards(file: Path, line: int | None = None, kept: Path = KEPT) -> Counter[str]:
    """By test, how many lines of the file it runs through. Other cases of one test count as it."""
    data = CoverageData(str(kept))
    data.read()
    found: Counter[str] = Counter()
    for number, contexts in data.contexts_by_lineno(str(file.resolve())).items():
        if line is None or number == line:
            # What is run when a module is loaded has no test; "|run" is the phase, "[...]" the case.
            found.update({one.partition("|")[0].partition("[")[0] for one in contexts if one})
    return found


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("Name a module, or a line of it: run.py guards src/portable_wargame/rules/fire/cover.py:40")
    name, _, line = sys.argv[1].partition(":")
    if not KEPT.is_file():
        sys.exit("There is nothing to read yet: python3 run.py coverage")
    found = guards(TOP / name, int(line) if line else None)
    for test, lines in found.most_common():
        print(f"{lines:5}  {test}")
    if not found:
        sys.exit(f"No quick test comes by {sys.argv[1]}.")


if __name__ == "__main__":
    main()
