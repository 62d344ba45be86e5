"""Level 4. The books: one file of tables and one of clauses each."""

from .books import RULESETS, add_book, book, made_from_a_book, made_from_books, remove_book, whole_book
from .shelves import find

__all__ = [
    "RULESETS",
    "add_book",
    "book",
    "made_from_a_book",
    "made_from_books",
    "remove_book",
    "whole_book",
]

find()
