"""Requests for random battles, of all kinds: what the tests and benchmarks/generated.py ask for."""

import random

from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario.generating.army_lists import army_lists
from portable_wargame.scenario.generating.generator import COUNTRIES, EXTRAS, KINDS, Request

USUAL = (3, 4, 5, 6, 8, 8, 9, 10, 12, 12, 16)


def any_request(book: str, number: int) -> Request:
    """Mostly boards that people play on; now and then any size up to the largest."""
    luck = random.Random(f"{book} {number}")
    rules = RULESETS[book]
    least = rules.muster.smallest if rules.muster is not None else 3
    sizes = [size for size in USUAL if size >= least]
    columns, rows = (luck.choice(sizes) if luck.random() < 0.96 else luck.randint(least, 40) for _ in range(2))
    lists = [army.id for army in army_lists(book)]
    return Request(
        book=book,
        grid=luck.choice(rules.grids),
        columns=columns,
        rows=rows,
        points=luck.choice((0, 0, 0, 12, 20, 40, 80, 200)),
        kind=luck.choice(list(KINDS)),
        country=luck.choice(list(COUNTRIES)),
        armies=(luck.choice(["", *lists]), luck.choice(["", *lists])),
        options=tuple(option for option in rules.options if luck.random() < 0.2),
        seed=number,
        extras=tuple(extra for extra in EXTRAS if luck.random() < 0.25) if luck.random() < 0.5 else (),
    )
