"""The Portable Wargame: gridded battles with toy-soldier rules, every clause enforced and cited."""

__version__ = "0.1.0"
