"""Arguments of the wrong kind: a sentence at once, instead of a traceback from the middle of a battle."""

import operator
import os
from collections.abc import Iterable, Sequence
from typing import Any

from ..game.errors import Refusal


def kind_of(what: str, value: object, kind: type | tuple[type, ...], wanted: str) -> None:
    if not isinstance(value, kind):
        raise Refusal(f"{what} is {value!r}; it must be {wanted}")


def whole(what: str, value: Any) -> int:
    """A whole number of any kind, including numpy's."""
    try:
        return operator.index(value)
    except TypeError:
        raise Refusal(f"{what} is {value!r}; it must be a whole number") from None


def words_in(what: str, value: Any) -> list[str]:
    """A list of words; one alone need not be in a list."""
    if isinstance(value, str):
        return [value]
    kind_of(what, value, Iterable, "a list of words")
    return list(value)


def two(what: str, value: Any, wanted: str) -> tuple[Any, Any]:
    """A pair; a word of two letters does not count."""
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != 2:
        raise Refusal(f"{what} is {value!r}; it must be two: {wanted}")
    return value[0], value[1]


def path_of(value: Any) -> str:
    kind_of("the file", value, (str, os.PathLike), "a path")
    return str(os.fspath(value))
