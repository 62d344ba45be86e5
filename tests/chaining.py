"""Records that were tampered with by somebody who knows how the chain is made."""

import json
from collections.abc import Iterable
from typing import Any

from portable_wargame.record.chain import chained

Tree = dict[str, Any]


def rechained(lines: Iterable[Tree | str]) -> str:
    """A record of these lines, whose chain is whole again."""
    trees = [json.loads(line) if isinstance(line, str) else dict(line) for line in lines]
    for tree in trees:
        tree.pop("chain", None)
    return chained(json.dumps(tree, separators=(",", ":")) for tree in trees)
