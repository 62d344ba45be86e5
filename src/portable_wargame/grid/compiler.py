"""What the compiler makes fast, and its stand-ins while the engine is interpreted.

* `i64` is a whole number, and `vec[i64]` a row of them: a list, when interpreted; packed, when compiled.
* `append` gives the row with one more number; do not use the old row after that.
* `mypyc_attr(acyclic=True, free_list_len=1)` is for classes with many short-lived objects that are never part of a
  cycle: the garbage collector leaves them alone, and the memory of the last one is reused. When interpreted, classes
  that declare their attributes get slots for them, as compiled ones always do.
"""

# Not compiled: the interpreter uses this in place of the compiler's own types.

from typing import TYPE_CHECKING

__all__ = ["append", "i64", "mypyc_attr", "vec"]

if TYPE_CHECKING:
    from librt.vecs import append, vec
    from mypy_extensions import i64, mypyc_attr
else:
    i64 = int
    vec = {int: list, list: list}  # so that vec[i64] is a list, and vec[vec[i64]] a list of lists

    def append(row, number):
        row.append(number)
        return row

    def mypyc_attr(**_):
        return slotted

    def slotted(cls):
        """The interpreter is slow with an object of more than thirty attributes, unless it has slots for them."""
        declared = tuple(cls.__annotations__)
        if not declared:
            return cls
        rest = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
        return type(cls)(cls.__name__, cls.__bases__, {**rest, "__slots__": declared})
