"""The Portable Wargame: gridded battles with toy-soldier rules, every clause enforced and cited.

    >>> import portable_wargame as pw
    >>> game = pw.battle("harrow-ridge", seed=1)
    >>> game
    <Game: Harrow Ridge, turn 1, Assault division to decide>

The names in `__all__` are the public ones; docs/python.md shows them at work. Everything else lives in the rooms below
and may change from one release to the next.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from . import _engine

if TYPE_CHECKING:
    from .api.files import open_record, read_scenario, replay, scenarios, verify, write_scenario
    from .api.game import Game, battle
    from .api.making import convert, generate
    from .api.simulating import Findings, simulate
    from .api.values import Action, Chance, Event, Moment, Odds, Reason, Unit
    from .game.errors import Refusal
    from .record.verifying import Verdict
    from .scenario.model import Scenario
    from .simulation.statistics import Interval

__version__ = "1.0.0"
ENGINE = _engine.choose()

# Where each public name lives. Names are fetched on first use, so that a light command loads none of them.
_PLACES = {
    "Action": "api.values",
    "Chance": "api.values",
    "Event": "api.values",
    "Findings": "api.simulating",
    "Game": "api.game",
    "Interval": "simulation.statistics",
    "Moment": "api.values",
    "Odds": "api.values",
    "Reason": "api.values",
    "Refusal": "game.errors",
    "Scenario": "scenario.model",
    "Unit": "api.values",
    "Verdict": "record.verifying",
    "battle": "api.game",
    "convert": "api.making",
    "generate": "api.making",
    "open_record": "api.files",
    "read_scenario": "api.files",
    "replay": "api.files",
    "scenarios": "api.files",
    "simulate": "api.simulating",
    "verify": "api.files",
    "write_scenario": "api.files",
}
__all__ = [
    "Action",
    "Chance",
    "Event",
    "Findings",
    "Game",
    "Interval",
    "Moment",
    "Odds",
    "Reason",
    "Refusal",
    "Scenario",
    "Unit",
    "Verdict",
    "__version__",
    "battle",
    "convert",
    "generate",
    "open_record",
    "read_scenario",
    "replay",
    "scenarios",
    "simulate",
    "verify",
    "write_scenario",
]


def __getattr__(name: str) -> object:
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f".{place}", __name__), name)
    return found


def __dir__() -> list[str]:
    return __all__


class _Package(ModuleType):
    """`battle` is a room and also the function that begins one: at the top of the package the function has the name."""

    def __setattr__(self, name: str, value: object) -> None:
        if name not in _PLACES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
