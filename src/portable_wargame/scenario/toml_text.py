"""Broken TOML: every line at fault, each with the probable meaning, and the text with that in its place."""

import json
import re
import tomllib

from .._wording import cut, quoted
from .problems import Problem

# What a line of it looks like, even if something is wrong with it: not like one of a letter or of a page.
OURS = re.compile(r"""\s*(?:\[|#|("[^"]*"|'[^']*'|[\w.-]+)\s*[=:]|[a-z][\w.-]*\s[^.,;:!?(]*$)""")
HINT = "a line is key = value, [table] or [[table of a list]], with text in quotes"
ABOVE = "or look above it for a list, a table or text that is not closed"
POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
TWICE = re.compile("overwrite|declare|mutate|twice", re.IGNORECASE)
HEADING = re.compile(r"\s*(\[\[?)\s*(.*?)\s*\]*\s*(?:#.*)?")
KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[^=:"']*?)\s*[=:]\s*(.*)""")
WORDS = re.compile(r"\s*([A-Za-z][\w.-]+)\s+(.*)")
BARE = re.compile(r"[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*'")
UNQUOTED = re.compile(r"=\s*(?!true\b|false\b)([A-Za-z][\w/ -]*?)(?=\s*[,}\]])")
STRAIGHT = str.maketrans("\u201c\u201d\u201e\u2018\u2019", '"""\'\'')
MOST_SLIPS = 20
LONGEST = 50_000  # characters: each slip means reading the whole text again
LONGEST_LINE = 400  # characters of a line to guess at


def slips(text: str, error: tomllib.TOMLDecodeError) -> tuple[list[Problem], str]:
    """Whatever is not TOML, and the text with all of it put right, or nothing if that can't be done."""
    lines, found, whole = text.split("\n"), [], True
    if not any(OURS.match(one) for one in lines):
        return [_not_at_all(lines)], ""
    while True:
        line, column = _position(str(error), "\n".join(lines))
        written = lines[line - 1].rstrip("\r")
        if TWICE.search(str(error)):
            found.append(_twice(written, line))
            # What stands under a heading that is given twice is checked when it has one of its own.
            lines[line - 1] = f'["{line}"]' if _is_heading(written) else ""
            whole = whole and not _is_heading(written)
        else:
            above = _unclosed(lines, line) if _reads(written) else 0
            if above:
                line, column, written = above, len(lines[above - 1].rstrip()), lines[above - 1]
            meant = _meant(written)
            otherwise = ABOVE if _reads(written) else f"{HINT}, not {quoted(written.strip())}"
            found.append(_slip(str(error), meant, otherwise, line, column))
            whole = whole and bool(meant)
            if not meant and (_reads(written) or _is_entry(written) or "=" not in written):
                return found, ""
            lines[line - 1] = meant
        if len(found) == MOST_SLIPS or len(text) > LONGEST:
            return found, ""
        try:
            tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError as another:
            error = another
        else:
            return found, "\n".join(lines) if whole else ""


def _not_at_all(lines: list[str]) -> Problem:
    """A letter, a page from the web or a picture: nobody can guess what each line of it was to mean."""
    number, first = next(((number, one) for number, one in enumerate(lines, 1) if one.strip()), (1, ""))
    column = len(first) - len(first.lstrip()) + 1
    hint = f"{HINT}, not {quoted(first.strip())}"
    return Problem((), "this is not TOML: no line of it looks like any", hint, line=number, column=column)


def _unclosed(lines: list[str], line: int) -> int:
    """The line above a sound one that opens a list or a table and does not close it; 0 if there is none."""
    above = next((number for number in range(line - 1, 0, -1) if not _reads(lines[number - 1])), 0)
    return above if above and _meant(lines[above - 1]) else 0


def _position(words: str, text: str) -> tuple[int, int]:
    position = POSITION.search(words)
    if position is not None and position[1]:
        return int(position[1]), int(position[2])
    lines = text.rstrip("\n").split("\n")
    return len(lines), len(lines[-1]) + 1


def _slip(words: str, meant: str, otherwise: str, line: int, column: int) -> Problem:
    words = POSITION.sub("", words)
    hint = f"did you mean {meant.strip()}?" if 0 < len(meant.strip()) <= 120 and meant.isprintable() else otherwise
    return Problem((), f"this is not TOML: {words[:1].lower()}{words[1:]}", hint, line=line, column=column)


def _twice(written: str, line: int) -> Problem:
    if _is_heading(written):
        heading = cut(written.split("#", maxsplit=1)[0].strip())
        return Problem((), f"{heading} is given twice, or as something else", "put it all under one heading", line=line)
    key = cut(written.split("=", maxsplit=1)[0].strip())
    return Problem((), f"the key {key} is given twice in one table", "keep one of them", line=line)


def _is_heading(written: str) -> bool:
    return written.lstrip().startswith("[")


def _meant(written: str) -> str:
    """The line that the writer probably meant: the first guess that is TOML. Nothing, if the line is sound
    (the mistake is then above it) or no guess will do."""
    if len(written) > LONGEST_LINE or _reads(written):
        return ""
    if _is_entry(written):
        entry = UNQUOTED.sub(r'= "\1"', written.translate(STRAIGHT))
        return entry if not _reads(f"entries = [{written}\n]") and _reads(f"entries = [{entry}\n]") else ""
    return next((guess for guess in _guesses(written) if _reads(guess)), "")


def _is_entry(written: str) -> bool:
    """Whether a line looks like one inside a list of several lines."""
    return written.lstrip().startswith("{")


def _guesses(written: str) -> list[str]:
    straight = written.translate(STRAIGHT)
    guesses = [straight]
    if _is_heading(straight):
        heading = HEADING.fullmatch(straight)
        assert heading is not None
        parts = [part.strip() for part in heading[2].split(".")]
        name = ".".join(part if BARE.fullmatch(part) else "-".join(part.split()) for part in parts)
        guesses.append(f"{heading[1]}{name}{']' * len(heading[1])}")
    found = KEY.fullmatch(straight) or WORDS.fullmatch(straight)
    if found is not None and found[2]:
        value = found[2].split(" #")[0].strip().rstrip(" ,;")
        quoted = json.dumps(value.strip("\"'"), ensure_ascii=False)
        in_list = "[" + ", ".join(json.dumps(one.strip(" \"'")) for one in value[1:-1].split(",")) + "]"
        is_list = value.startswith("[") and value.endswith("]")
        guesses.append(straight.split(" #")[0].rstrip(" \r,") + "]")
        for key in (found[1], json.dumps(found[1].strip("\"'"))):
            guesses += [f"{key} = {one}" for one in (value, value.lower(), in_list if is_list else quoted)]
    return guesses


def _reads(line: str) -> bool:
    try:
        tomllib.loads(line)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return False
    return True
