"""Rows of whole numbers: lists while the engine is interpreted, and packed where it is compiled, many times quicker.

This module is not compiled. The compiler knows the names by what they are imported from.
"""

from typing import TYPE_CHECKING

__all__ = ["append", "i64", "vec"]

if TYPE_CHECKING:
    from librt.vecs import append, vec
    from mypy_extensions import i64
else:
    i64 = int
    vec = {int: list, list: list}  # so that vec[i64] is a list, and vec[vec[i64]] a list of lists

    def append(row, number):
        """The row with one more number at its end; the old one is not to be used any more."""
        row.append(number)
        return row
