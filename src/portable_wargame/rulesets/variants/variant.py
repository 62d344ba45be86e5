"""A variant: a book made from data, kept with its data. This module is quick to load where there is none."""

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...game.ruleset import Ruleset
from ..ledger import Book

if TYPE_CHECKING:
    from .rows import Place

FAMILY = "portable-wargame/book/"  # of any version
FORMAT = f"{FAMILY}1"


@dataclass(frozen=True)
class Variant:
    """A book made from data, and the data."""

    ruleset: Ruleset
    clauses: Book
    tree: dict[str, Any]
    hash: str
    places: "dict[str, Place]"  # by its clause, where the tree describes a row of its own


def canonical(tree: object) -> str:
    """The text of a tree: always the same for the same tree, however its file is laid out."""
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_of(tree: object) -> str:
    return hash_of_text(canonical(tree))


def hash_of_text(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
