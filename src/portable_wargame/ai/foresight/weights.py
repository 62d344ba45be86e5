"""The learned judge's weights, from the data file beside this module (`benchmarks/judge.py` writes it)."""

# Not compiled: a compiled module does not lie where its sources and their data do.

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("learned.json")


@dataclass(frozen=True)
class Weights:
    """The weights of one net: from the evidence through the hidden units to the logarithm of the odds."""

    inward: list[list[float]]  # for each hidden unit, the weight of each piece of evidence
    bias: list[float]
    outward: list[float]
    past: list[float]  # of the direct connection


def read() -> tuple[list[Weights], dict[str, Any]]:
    """The judge, then the judges that learned from other battles; and how good it is."""
    tree = json.loads(FILE.read_text("utf-8"))
    return [_weights(parts, tree["scale"]) for parts in tree["nets"]], tree["figures"]


def _weights(parts: list[list[float]], scale: list[float]) -> Weights:
    """The net learned from evidence divided by its scale; here the weights are divided instead."""
    inward, bias, outward, past = parts
    hidden = len(bias)
    columns = [[inward[row * hidden + unit] / scale[row] for row in range(len(scale))] for unit in range(hidden)]
    return Weights(columns, bias, outward, [weight / one for weight, one in zip(past, scale, strict=True)])


NETS, FIGURES = read()
