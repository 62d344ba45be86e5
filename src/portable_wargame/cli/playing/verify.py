"""`pw verify`: what records show, and no more than that."""

import sys
import urllib.error
import urllib.request
from collections.abc import Collection
from json import loads
from pathlib import Path
from typing import Any

from ...battle.naming import counted
from ...game.errors import Refusal
from ...record import verifying
from ...record.lines import Signed
from ...record.reading import read_record
from ...record.verifying import Verdict
from ...scenario.model import Scenario
from ...scenario.setup import places_of
from ...speech.results import result_sentence
from .. import REFUSED, WANTING
from ..output import harmless, put_json

SECONDS = 20
LARGEST_ANSWER = 1_000_000
NOT_SIGNED = "not signed: anybody with a finished record could have written one like it"


def verify(files: list[Path], /, *, keys: str | None = None, json: bool = False) -> int:
    """Say whether each record holds; the exit code is 1 if one does not.

    Parameters
    ----------
    files
        Records, *.pwg.
    keys
        Whose signatures count: a server's address, where it publishes its keys, or a file saved from there.
    json
        As JSON, for programs.
    """
    known = keys_at(keys) if keys is not None else None
    code = 0
    found: list[dict[str, Any]] = []
    for file in files:
        try:
            record = read_record(str(file))
            verdict = verifying.verify(record)
            own = [record.own_book()] if record.own_book() else []
            told = [_consistent(verdict, record.scenario), *own, *shown(verdict, known, keys)]
            found.append({"file": str(file), "verified": True, "shown": told, **_figures(verdict)})
            if not json:
                print(harmless(f"{file}: " + "\n  ".join(told)))
        except Refusal as problem:
            found.append({"file": str(file), "verified": False, "problem": str(problem)})
            code = max(code, WANTING if file.exists() else REFUSED)
            if not json:
                print(harmless(f"not verified: {problem}"), file=sys.stderr)
    if json:
        put_json(found)
    return code


def _figures(verdict: Verdict) -> dict[str, Any]:
    signatures = [{"key": one.key, "lines": one.lines, "at": one.at} for one in verdict.signatures]
    return {
        "actions": verdict.actions,
        "rulings": verdict.rulings,
        "dice": {
            "from-nonces": verdict.from_nonces,
            "from-seed": verdict.from_seed,
            "by-hand": verdict.by_hand,
            "unrevealed": verdict.unrevealed,
        },
        "lines": verdict.lines,
        "taken-up": verdict.taken_up,
        "chained": verdict.chained,
        "signatures": signatures,
        "result": verdict.result,
    }


def keys_at(place: str) -> set[str]:
    """The public keys of a server, including those that it no longer signs with."""
    try:
        if place.startswith(("http://", "https://")):
            with urllib.request.urlopen(f"{place.rstrip('/')}/api/keys", timeout=SECONDS) as answer:
                text = answer.read(LARGEST_ANSWER)
        else:
            text = Path(place).read_bytes()
        return {str(one["key"]) for one in loads(text)["keys"]}
    except (OSError, urllib.error.URLError, ValueError, TypeError, KeyError) as problem:
        raise Refusal(f"{place}: no server keys found: {problem}") from None


def _consistent(verdict: Verdict, scenario: Scenario) -> str:
    return f"consistent: {verdict.actions} actions, {verdict.dice_checked()} dice. {_result(verdict, scenario)}"


def shown(verdict: Verdict, known: Collection[str] | None, place: str | None) -> list[str]:
    """What the record shows, line by line."""
    return [*_rulings(verdict), *_dice(verdict), _chain(verdict), *_signatures(verdict, known, place)]


def _rulings(verdict: Verdict) -> list[str]:
    return [f"the umpire overruled {counted(verdict.rulings, 'time')}"] if verdict.rulings else []


def _dice(verdict: Verdict) -> list[str]:
    givers = " and ".join(verdict.nonces_of)
    told = {
        f"come from a key that the record seals before any nonce, and from the nonces of {givers or 'nobody'}": (
            verdict.from_nonces
        ),
        "come from a seed that the record seals before the first die; its maker could have known them": (
            verdict.from_seed
        ),
        "by hand: the players rolled them at the table and typed them in": verdict.by_hand,
        "can't be checked: their key has not been revealed": verdict.unrevealed,
    }
    return [f"{number} dice {words}" for words, number in told.items() if number]


def _chain(verdict: Verdict) -> str:
    if not verdict.chained:
        return "not chained: the record is old, and anything outside the battle may have been changed since"
    return f"chained: each of the {verdict.lines} lines is bound to those before it"


def _signatures(verdict: Verdict, known: Collection[str] | None, place: str | None) -> list[str]:
    if not verdict.signatures:
        return [NOT_SIGNED]
    return [_signature(one, verdict, known, place) for one in verdict.signatures]


def _signature(one: Signed, verdict: Verdict, known: Collection[str] | None, place: str | None) -> str:
    what = "" if one.lines == verdict.lines else f" as far as line {one.lines}; what follows is not signed"
    when = f"on {one.at[:10]}{_taken_up(verdict)}"
    if known is None:
        return f"signed{what} with the key {one.key}, {when}: --keys says whose it is"
    if one.key in known:
        return f"signed by {place}{what}, {when}"
    return f"not signed by {place}: the key {one.key} is not one of its own"


def _taken_up(verdict: Verdict) -> str:
    """Warn about a game taken up from a record: anyone can upload one and have a server continue it."""
    if not verdict.taken_up:
        return ""
    return f"; the battle was taken up at line {verdict.taken_up}, and the lines before may come from elsewhere"


def _result(verdict: Verdict, scenario: Scenario) -> str:
    """The result, from how the battle came out: its footer may have been cut off."""
    if verdict.result is None:
        return "The battle is not over."
    return result_sentence({side.id: side.name for side in scenario.sides}, verdict.result, places_of(scenario)) + "."
