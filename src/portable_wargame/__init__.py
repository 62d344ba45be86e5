"""The Portable Wargame: gridded battles with toy-soldier rules, every clause enforced and cited."""

from . import _engine

__version__ = "0.1.0"
ENGINE = _engine.choose()
