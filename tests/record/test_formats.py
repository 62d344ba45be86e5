"""The open formats: schemas, documents and engine say the same."""

import io
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from portable_wargame.battle.terrain import FIRST_SPARE, TERRAIN
from portable_wargame.battle.unit import DEEDS
from portable_wargame.cli import run
from portable_wargame.cli.hosting.engine import Engine
from portable_wargame.cli.parsing import app
from portable_wargame.game.dice import Dice
from portable_wargame.record.keys import Seed, new_seed
from portable_wargame.record.recording import record_in
from portable_wargame.record.session import Session
from portable_wargame.rulesets import RULESETS
from portable_wargame.rulesets.house_rules import HOUSE_RULES
from portable_wargame.scenario.reading import read, read_tree
from portable_wargame.speech.happenings import HAPPENINGS
from portable_wargame.speech.questions import QUESTIONS
from portable_wargame.speech.requests import KEYS
from portable_wargame.speech.schemas import SCHEMAS, schema
from portable_wargame.speech.throws import THROWS
from portable_wargame.speech.trees import Action
from portable_wargame.speech.verbs import VERBS
from tests.random_battles import random_action, random_scenario

Tree = dict[str, Any]

TOP = Path(__file__).parents[2]
DOCS = [TOP / "README.md", TOP / "ARCHITECTURE.md", TOP / "CONTRIBUTING.md", *sorted((TOP / "docs").glob("*.md"))]
FORMATS = (TOP / "docs" / "formats.md").read_text("utf-8")
HOUSE_RULES_PAGE = (TOP / "docs" / "house-rules.md").read_text("utf-8")
BOARDS = [(book.name, grid) for book in RULESETS.values() for grid in book.grids]
PROTOCOL = schema("protocol")["$defs"]


@cache
def validator(name: str, part: str = "") -> jsonschema.Draft202012Validator:
    """Of a schema or of one of its definitions; prepared once, because finding references anew takes long."""
    whole = schema("record")
    registry: Registry[Any] = Registry().with_resource(whole["$id"], Resource.from_contents(whole)).crawl()
    reference = schema(name)["$id"] + (f"#/$defs/{part}" if part else "")
    return jsonschema.Draft202012Validator({"$ref": reference}, registry=registry)


def titles(part: str) -> list[str]:
    return [one["title"] for one in PROTOCOL[part]["oneOf"]]


# -- the schemas


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", ["", *SCHEMAS])
def test_the_command_prints_them(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", name] if name else ["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == schema(name or "scenario")


def test_a_schema_stands_alone() -> None:
    """What `pw schema` prints is all that a validator needs."""
    jsonschema.Draft202012Validator(schema("protocol")).validate(
        {"cmd": "play", "action": {"do": "leave", "unit": "r1"}}
    )
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema("protocol")).validate({"cmd": "play", "action": {"do": "leave"}})
    jsonschema.Draft202012Validator(schema("record")).validate({"undo": True, "hash": "0" * 32})


def test_the_schema_has_every_command_with_its_keys() -> None:
    assert titles("request") == list(Engine().commands) == list(KEYS)
    for one in PROTOCOL["request"]["oneOf"]:
        assert set(one["properties"]) == {"cmd", "id", *KEYS[one["title"]]}


def test_the_schema_has_every_verb_with_its_words() -> None:
    assert titles("action") == list(VERBS)
    for one in PROTOCOL["action"]["oneOf"]:
        words = VERBS[one["title"]].words
        assert list(one["properties"]) == ["do", *(word.key for word in words)]
        assert one["required"] == ["do", *(word.key for word in words if not word.optional)]


def test_the_schema_has_every_event_and_throw() -> None:
    kinds: list[str] = []
    purposes: list[str] = []
    for one in PROTOCOL["event"]["oneOf"]:
        words = one["properties"]
        kinds += words["event"].get("enum", [words["event"].get("const")])
        purposes += words["for"].get("enum", [words["for"].get("const")]) if "for" in words else []
    assert sorted({*kinds} - {"roll"}) == sorted(HAPPENINGS)
    assert sorted(purposes) == sorted(THROWS)
    assert len(set(purposes)) == len(purposes)


def test_the_schema_has_every_question_and_deed() -> None:
    assert sorted(PROTOCOL["question"]["enum"]) == sorted(QUESTIONS)
    assert PROTOCOL["unit"]["properties"]["deeds"]["items"]["enum"] == list(DEEDS)


# -- play


class Conversation:
    """An engine whose every request and reply is checked against the schema."""

    def __init__(self) -> None:
        self.engine = Engine()

    def ask(self, command: str, **words: Any) -> Tree:
        request = {"cmd": command, **words}
        validator("protocol", "request").validate(request)
        return self.send(request)

    def send(self, request: Tree) -> Tree:
        reply: Tree = json.loads(json.dumps(self.engine.answer(json.dumps(request).encode())))
        validator("protocol", "reply").validate(reply)
        return reply


def picked(actions: list[Action], luck: random.Random) -> Action:
    """Any verb as likely as any other, so that the rare ones come up."""
    verb = luck.choice(sorted({action["do"] for action in actions} - {"end"}) or ["end"])
    return luck.choice([action for action in actions if action["do"] == verb])


@pytest.mark.parametrize(("book", "grid"), BOARDS)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_said_in_play_is_as_the_schema_says(book: str, grid: str, seed: int) -> None:
    luck = random.Random(seed)
    talk = Conversation()
    assert talk.ask("hello")["ok"]
    assert talk.ask("legal")["error"]["code"] == "no-game"
    assert talk.ask("new", scenario=random_scenario(book, grid, seed), seed=seed, id=seed)["ok"]
    for number in range(40):
        session = talk.engine.session
        assert session is not None
        legal = session.legal()["actions"] if number % 10 else talk.ask("legal")["actions"]
        if not legal:
            assert talk.ask("best")["error"]["code"] == "refused"
            assert talk.ask("legal") == {"ok": True, "side": None, "actions": []}
            break
        action = picked(legal, luck)
        assert talk.ask("why-not", action=action) == {"ok": True, "legal": True, "reasons": []}
        odds = talk.ask("odds", action=action)["odds"]
        assert sum(chance["probability"] for chance in odds) == pytest.approx(1)
        assert talk.ask("play", action=action)["ok"]
    for side in ("red", "blue"):
        assert talk.ask("state", side=side)["ok"]


@pytest.mark.parametrize(("book", "grid"), BOARDS)
def test_what_the_schema_refuses_the_engine_refuses(book: str, grid: str) -> None:
    luck = random.Random(book)
    talk = Conversation()
    talk.ask("new", scenario=random_scenario(book, grid, 7))
    session = talk.engine.session
    assert session is not None
    for _ in range(60):
        request = {"cmd": luck.choice(("play", "why-not", "odds")), "action": random_action(session, luck)}
        reply = talk.send(request)
        # A word that is null counts as left out: the engine is that much kinder than the schema.
        tidy = json.loads(json.dumps(request), object_hook=without_nulls)
        if not validator("protocol", "request").is_valid(tidy):
            assert not reply["ok"] or reply["legal"] is False, request


def without_nulls(tree: Tree) -> Tree:
    return {key: value for key, value in tree.items() if value is not None}


@pytest.mark.parametrize(("book", "grid"), BOARDS)
def test_every_line_of_a_record_is_as_the_schema_says(book: str, grid: str) -> None:
    luck = random.Random(grid)
    sink = io.StringIO()
    session = Session(read_tree(random_scenario(book, grid, 5)), Dice(5))
    recorder = record_in(sink, session, Seed(5), {"red": "human", "blue": "random"})
    for number in range(60):
        actions = session.legal()["actions"]
        if not actions:
            break
        recorder.play(picked(actions, luck))
        if session.past and luck.random() < 0.3:
            recorder.undo()
        if number == 30:
            recorder.put_away()
            recorder.key = new_seed()
            session.take_up(recorder.key.dice())
            recorder.take_up()
    recorder.put_away()
    for line in sink.getvalue().splitlines():
        validator("record").validate(json.loads(line))


def test_a_finished_record_ends_with_its_footer() -> None:
    sink = io.StringIO()
    request, _ = next(exchanges())
    recorder = record_in(
        sink, Session(read_tree(request["scenario"]), Dice(0)), Seed(0), {"red": "human", "blue": "human"}
    )
    while recorder.session.state()["decides"]:
        recorder.play({"do": "end"})
    footer = json.loads(sink.getvalue().splitlines()[-1])
    validator("record", "footer").validate(footer)


# -- the documents


def words_of(page: str) -> set[str]:
    """Every word in code marks: the ones a reader can look up."""
    quoted = re.findall(r"`([^`\n]+)`", page)
    return {word for part in quoted for word in [part, *re.split(r"[\s\[\](){},:\"]+", part)]}


def keys_within(part: Tree) -> set[str]:
    """Every key of an object, and of the objects within it."""
    found = set(part.get("properties", {}))
    inner = [*part.get("properties", {}).values(), *part.get("anyOf", [])]
    inner += [part[key] for key in ("items", "additionalProperties") if isinstance(part.get(key), dict)]
    return found.union(*(keys_within(one) for one in inner)) if inner else found


ERROR_CODES = PROTOCOL["error"]["properties"]["code"]["enum"]
ENUMERATED = [
    *PROTOCOL["phase"]["enum"],
    *PROTOCOL["chance"]["properties"]["effects"]["items"]["properties"]["effect"]["enum"],
    *DEEDS,
]


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("verbs", VERBS),
        ("words of verbs", {word.key for row in VERBS.values() for word in row.words}),
        ("commands", Engine().commands),
        ("keys of requests", {key for keys in KEYS.values() for key in keys}),
        ("error codes", ERROR_CODES),
        ("events", {*HAPPENINGS, "roll"}),
        ("words of events", {key for one in PROTOCOL["event"]["oneOf"] for key in one["properties"]} - {"event"}),
        ("throws", THROWS),
        ("questions", QUESTIONS),
        ("state", keys_within(PROTOCOL["state"])),
        ("sides", keys_within(PROTOCOL["side"])),
        ("units", keys_within(PROTOCOL["unit"])),
        ("replies", {key for one in PROTOCOL["reply"]["oneOf"] for key in keys_within(one)}),
        ("odds", keys_within(PROTOCOL["chance"])),
        ("records", {key for part in schema("record")["$defs"].values() for key in keys_within(part)}),
        ("values", ENUMERATED),
        ("house rules", HOUSE_RULES),
        ("scenarios", keys_within(schema("scenario"))),
        ("parts of scenarios", {key for part in schema("scenario")["$defs"].values() for key in keys_within(part)}),
        ("letters", {".", *(row.letter for row in TERRAIN.values() if row.bit < FIRST_SPARE)}),
        ("features", {row.name for row in TERRAIN.values() if row.bit < FIRST_SPARE}),
        ("options", {option for book in RULESETS.values() for option in book.options}),
        ("weapons", {weapon for book in RULESETS.values() for one in book.unit_types for weapon in one.weapons}),
    ],
)
def test_everything_is_documented(what: str, words: Any) -> None:
    known = words_of(FORMATS) | words_of(HOUSE_RULES_PAGE)
    assert not set(words) - known, what


def test_every_outcome_of_a_throw_is_documented() -> None:
    known = words_of(FORMATS)
    for one in PROTOCOL["event"]["oneOf"]:
        assert set(one["properties"].get("outcomes", {}).get("items", {}).get("enum", [])) <= known


def test_the_table_of_verbs_has_their_words() -> None:
    rows = dict(re.findall(r"^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \|([^|]*)\|", section("Actions"), re.MULTILINE))
    shown = {verb.strip("`"): words.strip(" `") for verbs, words in rows.items() for verb in verbs.split(", ")}
    assert shown == {verb: row.shape() for verb, row in VERBS.items()}


def test_the_table_of_events_has_their_words() -> None:
    kinds_table = section("Events").split("The kind `roll`")[0]
    rows = re.findall(r"^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| `([^`|]*)` \|", kinds_table, re.MULTILINE)
    shown = {kind.strip("`"): words for kinds, words in rows for kind in kinds.split(", ")}
    for one in PROTOCOL["event"]["oneOf"]:
        words = one["properties"]
        if "for" in words:
            continue
        for kind in words["event"].get("enum", [words["event"].get("const")]):
            bare = re.sub(r"[\[\]]", "", shown[kind]).split()
            assert sorted(bare) == sorted(set(words) - {"event", "clause"}), kind
            required = re.sub(r"\[[^]]*\]", "", shown[kind]).split()
            assert sorted(required) == sorted(set(one["required"]) - {"event", "clause"}), kind


def section(heading: str) -> str:
    return re.split(r"^#+ ", FORMATS.split(f"### {heading}\n")[1], flags=re.MULTILINE)[0]


def test_the_scenario_in_the_document_is_in_order() -> None:
    toml = re.search(r"```toml\n(.*?)```", FORMATS, re.DOTALL)
    assert toml is not None
    assert read(toml[1]).title == "Drybrook Crossing"


def shown_tree(text: str) -> Any:
    """JSON in which `...` stands for what is left out."""
    return json.loads(re.sub(r"\.\.\.(?=\s*\])", '"..."', re.sub(r"\.\.\.(?=\s*\})", '"...": 0', text)))


def matches(shown: Any, value: Any) -> bool:
    if shown == "...":
        return True
    if isinstance(shown, dict) and isinstance(value, dict):
        named = {key: inner for key, inner in shown.items() if key != "..."}
        complete = "..." in shown or shown.keys() == value.keys()
        return complete and all(key in value and matches(inner, value[key]) for key, inner in named.items())
    if isinstance(shown, list) and isinstance(value, list):
        named_items = shown[:-1] if shown[-1:] == ["..."] else shown
        complete = named_items is not shown or len(shown) == len(value)
        return complete and all(
            matches(inner, one) for inner, one in zip(named_items, value[: len(named_items)], strict=True)
        )
    return bool(shown == value)


def exchanges() -> Iterator[tuple[Any, Any]]:
    """The requests and replies of the worked example."""
    block = re.search(r"```\n(> .*?)```", section("An example"), re.DOTALL)
    assert block is not None
    lines = re.split(r"^(?=[<>] )", block[1], flags=re.MULTILINE)[1:]
    for request, reply in zip(lines[::2], lines[1::2], strict=True):
        assert (request[0], reply[0]) == (">", "<")
        yield json.loads(request[2:]), shown_tree(reply[2:])


def test_the_worked_example_is_true() -> None:
    talk = Conversation()
    said = list(exchanges())
    assert {"new", "play", "why-not", "odds", "undo", "legal", "quit"} == {request["cmd"] for request, _ in said}
    for request, expected in said:
        reply = talk.ask(request.pop("cmd"), **request)
        assert matches(expected, reply), (request, reply)


def test_the_record_in_the_document_is_true() -> None:
    block = re.search(r'```\n(\{"format".*?)```', FORMATS, re.DOTALL)
    assert block is not None
    expected = [shown_tree(line) for line in re.split(r"^(?=\{)", block[1], flags=re.MULTILINE)[1:]]
    said = [request for request, reply in exchanges() if reply["ok"]]
    key = Seed(0, said[0]["dice"], "sealed")
    sink = io.StringIO()
    recorder = record_in(
        sink, Session(read_tree(said[0]["scenario"]), key.dice()), key, {"red": "human", "blue": "human"}
    )
    for request in said:
        if request["cmd"] == "play":
            recorder.play(request["action"])
    recorder.put_away()
    written = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert len(expected) == len(written)
    for shown, line in zip(expected, written, strict=True):
        assert matches(shown, line), line


def test_the_readme_names_every_command_and_no_other() -> None:
    table = (TOP / "README.md").read_text("utf-8").split("| command |")[1].split("\n\n")[0]
    named = set(re.findall(r"`pw ([a-z-]+)", table))
    assert named == {name for name in app if not name.startswith("-")}


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        goal = (page.parent / name).resolve() if name else page
        assert goal.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", goal.read_text("utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^a-z0-9 -]", "", one.lower()).replace(" ", "-") for one in headings}, target
