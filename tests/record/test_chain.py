"""The chain and the signature: a record with one field changed is never more than consistent, and mostly not that."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from portable_wargame.record.chain import Chain, chained, unlinked
from portable_wargame.record.keys import Seed
from portable_wargame.record.lines import Signed
from portable_wargame.record.reading import BadRecord, parse_record, read_record
from portable_wargame.record.recording import record_in
from portable_wargame.record.session import Session
from portable_wargame.record.signing import new_key, sign
from portable_wargame.record.verifying import Verdict, verify
from portable_wargame.scenario.reading import read_tree
from tests.chaining import rechained
from tests.record.test_keys import Table
from tests.server.scenes import duel, gun_duel

Tree = dict[str, Any]
AT = "2026-11-18T12:00:00+00:00"
KEY = new_key(AT)
KEPT = sorted((Path(__file__).parent / "kept").glob("*.pwg"))


def fought() -> str:
    """By key and nonces, to its end, with something taken back by consent."""
    table = Table()
    table.play(5)
    table.go_back(4)
    table.play(5)
    table.recorder.resign("red")
    return table.sink.getvalue()


def with_every_line() -> str:
    """By a seed, with all that a record may have besides: taken back, given to another, put away, ruled, agreed on."""
    sink = io.StringIO()
    session = Session(read_tree(gun_duel()), Seed(4).dice())
    recorder = record_in(sink, session, Seed(4), {"red": "human", "blue": "human"})
    start = session.game

    def play(verb: str) -> None:
        recorder.play(next(one for one in session.legal()["actions"] if one["do"] == verb))

    play("bombard")
    recorder.undo()
    play("bombard")
    recorder.reseat("red", "absence", 2, start)
    for verb in ("bombard", "done", "done"):
        play(verb)
    recorder.put_away()
    recorder.key = Seed(5)
    session.take_up(recorder.key.dice())
    recorder.take_up()
    recorder.overrule([{"set": "facing", "unit": "r1", "facing": "e"}], "it was knocked over")
    recorder.agree_on_draw()
    return sink.getvalue()


def signed(text: str) -> str:
    """As a server gives it."""
    chain = Chain()
    for line in text.splitlines():
        assert chain.fits(line)
    return f"{text}{sign(KEY, 'g', chain, AT).text()}\n"


def verdict_of(text: str) -> Verdict:
    return verify(parse_record(text, "it"))


def places(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every value of a tree that has no parts."""
    parts = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    if not parts and path:
        yield path
    for name, part in parts:
        yield from places(part, (*path, name))


def changed(value: Any) -> Any:
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int):
        return value % 6 + 1
    if isinstance(value, str):
        return value[:-1] + ("0" if value[-1:] != "0" else "1")
    return "x"


def mutations(text: str) -> Iterator[tuple[str, list[Tree]]]:
    """Where something was changed, and the lines: one field at a time, left out, or with another before it."""
    trees = [json.loads(line) for line in text.splitlines()]
    for number, tree in enumerate(trees):
        for path in places(tree):
            if path == ("chain",):
                continue
            copy = json.loads(json.dumps(tree))
            *above, last = path
            holder = copy
            for name in above:
                holder = holder[name]
            holder[last] = changed(holder[last])
            yield f"{number + 1}: {path}", [*trees[:number], copy, *trees[number + 1 :]]
        for key in tree.keys() - {"chain"}:
            yield (
                f"{number + 1}: without {key}",
                [*trees[:number], {one: value for one, value in tree.items() if one != key}, *trees[number + 1 :]],
            )
        yield f"{number + 1}: more", [*trees[:number], {"more": 1, **tree}, *trees[number + 1 :]]
        yield f"{number + 1}: left out", [*trees[:number], *trees[number + 1 :]]
        yield f"{number + 1}: twice", [*trees[:number], tree, *trees[number:]]


def plain(lines: list[Tree]) -> str:
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


@pytest.mark.parametrize("made", [fought, with_every_line])
def test_a_record_with_anything_changed_is_none(made: Callable[[], str]) -> None:
    """The chain catches it whatever it is; a chain that was made whole again does not bear the signature."""
    text = made()
    assert plain([json.loads(line) for line in text.splitlines()]) == text
    record = signed(text)
    *_, signature = record.splitlines(keepends=True)
    assert verdict_of(record).signed_by([KEY.public]) == len(text.splitlines())
    number = 0
    for where, lines in mutations(text):
        number += 1
        if where != f"{len(text.splitlines())}: left out":  # a beginning is what it was; only who signs knows of more
            with pytest.raises(BadRecord):
                print(where, verdict_of(plain(lines)))
        with pytest.raises(BadRecord):
            print(where, verdict_of(rechained(lines) + signature))
    assert number > 250
    for where, lines in mutations(signature):
        if not where.endswith(("twice", "left out")):  # neither says more than it did
            with pytest.raises(BadRecord):
                print(where, verdict_of(text + plain(lines)))


# What can be changed, and a chain be made for it, without the rules having anything against it: who played and what the
# battle was called, for how long it might have gone on, and where it ends or something did not matter for what came.
HARMLESS = {
    fought: {"9: left out", "19: left out"},
    with_every_line: {"5: left out", "6: twice", "10: left out", "11: twice", "14: left out"},
}
OF_ANY_HEADER = {"version", "scenario title", "scenario turns", "players red", "players blue"}


@pytest.mark.parametrize("made", [fought, with_every_line])
def test_who_writes_another_record_has_no_signature_for_it(made: Callable[[], str]) -> None:
    """Every change again, with the chain made whole and the signature left out: at best it is consistent."""
    consistent = set()
    for where, lines in mutations(made()):
        try:
            found = verdict_of(rechained(lines))
        except BadRecord:
            continue
        consistent.add(where)
        assert found.signatures == []
        assert found.signed_by([KEY.public]) == 0
    header = {f"1: {tuple(words.split())}" for words in OF_ANY_HEADER} | {"1: more"}
    assert consistent == header | HARMLESS[made]


@pytest.mark.parametrize("path", KEPT[:2], ids=lambda path: path.stem)
def test_records_of_the_first_format_are_consistent_and_no_more(path: Path) -> None:
    found = verify(read_record(str(path)))
    assert (found.chained, found.signatures, found.finished) == (False, [], True)


def test_a_record_of_the_first_format_cannot_be_signed() -> None:
    lines = [unlinked(line) for line in fought().splitlines()]
    lines[0] = lines[0].replace('"chained": true, ', "").replace('"chained":true,', "")
    old = "".join(f"{line}\n" for line in lines)
    assert not verdict_of(old).chained
    with pytest.raises(BadRecord, match="a record without a chain has no signatures"):
        verdict_of(old + signed(fought()).splitlines()[-1] + "\n")


def test_another_key_is_not_this_servers() -> None:
    """Anybody can sign; the key says who."""
    text = fought()
    chain = Chain()
    assert all(chain.fits(line) for line in text.splitlines())
    forged = verdict_of(f"{text}{sign(new_key(AT), 'g', chain, AT).text()}\n")
    assert len(forged.signatures) == 1
    assert forged.signed_by([KEY.public]) == 0


def test_what_follows_a_signature_is_not_signed() -> None:
    """A game that was saved in the middle, and went on elsewhere."""
    sink = io.StringIO()
    key = Seed(4)
    session = Session(read_tree(duel()), key.dice())
    recorder = record_in(sink, session, key, {"red": "human", "blue": "human"})
    recorder.play(session.legal()["actions"][0])
    half = signed(sink.getvalue())
    recorder.resign("red")
    rest = sink.getvalue()[len(half) - len(half.splitlines()[-1]) - 1 :]
    found = verdict_of(half + rest)
    assert (found.lines, found.signed_by([KEY.public])) == (5, 3)


def test_a_line_cannot_hide_in_a_signature() -> None:
    text = signed(fought())
    line = json.loads(text.splitlines()[-1])
    for more in ({"undo": True, "hash": "0"}, {"nonce": "0" * 32}):
        with pytest.raises(BadRecord):
            parse_record(text + json.dumps({**line, **more}, separators=(",", ":")) + "\n", "it")


@pytest.mark.parametrize("spelt", ['{ "signed":%s}', '{"\\u0073igned":%s}', '{"at":"x","signed":%s}', '{"signed" :%s}'])
def test_nor_a_signature_in_the_chain(spelt: str) -> None:
    """Whoever writes a record also writes its links: a link that is a signature to whoever reads it would be checked as
    neither."""
    lines = [unlinked(line) for line in fought().splitlines()]
    rest = f'"00","key":"{KEY.public}","game":"g","lines":{len(lines)}'
    forged = spelt % (rest if "at" in spelt else f'{rest},"at":"{AT}"')
    for text in (chained([*lines, forged]), chained(lines) + f"{forged}\n"):
        with pytest.raises(BadRecord):
            parse_record(text, "it")


def test_the_chain_of_the_document() -> None:
    """docs/formats.md works one out by hand."""
    chain = Chain()
    assert chain.add('{"a":1}') == (
        '{"a":1,"chain":"015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"}'
    )
    chain.add('{"b":2}')
    assert chained(['{"a":1}', '{"b":2}']).splitlines()[-1] == f'{{"b":2,"chain":"{chain.head}"}}'
    assert Signed(signed="", key="", game="", lines=0, at="").text().startswith('{"signed":')
