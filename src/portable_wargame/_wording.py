"""The words of problems: values and lists as people say them."""

from collections.abc import Collection, Iterable

LONGEST_SHOWN = 40
HUGE = 10**18


def shown(value: object) -> str:
    """A value in a sentence: text in quotes and cut short, and the kind of anything larger."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (int, float)):
        return "a huge number" if abs(value) > HUGE else f"the number {value}"
    return kind_of(value)


def kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    for kind, words in ((str, "text"), ((int, float), "a number"), (list, "a list"), (dict, "a table")):
        if isinstance(value, kind):
            return words
    return "nothing (null)" if value is None else "a date or time"


def quoted(text: str) -> str:
    """In quotes, on one line, and safe to print anywhere."""
    return repr(cut(text)).encode("utf-8", "backslashreplace").decode("utf-8")


def cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def listed(words: Iterable[object], last: str = "or") -> str:
    """a, b or c"""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def suggestion(word: str, known: Collection[str]) -> str:
    """ "did you mean infantry? " if there is something like it; otherwise ""."""
    near = nearest(word, known)
    return f"did you mean {near}? " if near else ""


def nearest(word: str, known: Collection[str], likeness: float = 0.6) -> str | None:
    from difflib import get_close_matches  # needed only for typing errors

    near = get_close_matches(word.lower(), known, n=1, cutoff=likeness)
    return near[0] if near else None


def count_of(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
