"""The workshop over HTTP: drafts are checked, read, written, converted and put on the shelf, whatever is sent."""

import base64
import copy
import json
import random
import re
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario import library
from portable_wargame.scenario.reading import read, read_tree
from portable_wargame.scenario.writing import tree
from portable_wargame.server.edge.application import application
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.workshop.shelf import Shelf
from portable_wargame.server.workshop.workshop import workshop_routes
from tests.scenario.samples import CLASSIC

Tree = dict[str, Any]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    shelf = Shelf(tmp_path / "scenarios")
    app = application(SQLiteStore(tmp_path / "games.sqlite"), shelf, workshop_routes(shelf))
    with TestClient(app, base_url="http://localhost") as one:
        yield one


def sample() -> Tree:
    return copy.deepcopy(tree(library.load("harrow-ridge")))


def ask(client: TestClient, path: str, status: int = 200, **wanted: Any) -> Tree:
    answer = client.post(f"/api/{path}", json=wanted)
    assert answer.status_code == status, answer.text
    told: Tree = answer.json()
    return told


# -- round trips


@pytest.mark.parametrize("name", library.names())
def test_nothing_is_lost_between_file_and_editor(client: TestClient, name: str) -> None:
    """Letters, order and all: only comments go, and the editor says so."""
    text = library.text(name)
    opened = ask(client, "read", text=text, name=f"{name}.toml")
    assert opened["faults"] == []
    draft = json.loads(json.dumps(opened["scenario"]))
    written = ask(client, "write", scenario=draft)["text"]
    assert tomllib.loads(written) == tomllib.loads(text)
    assert read(written) == read(text)
    assert "#" not in re.sub(r'"[^"\n]*"', "", written.split('rows = """')[0])


def test_a_named_scenario_opens_as_its_file_does(client: TestClient) -> None:
    opened = client.get("/api/drafts/harrow-ridge").json()
    assert opened["scenario"] == tomllib.loads(library.text("harrow-ridge"))
    assert client.get("/api/drafts/nowhere").status_code == 400


# -- checking


def test_a_sound_draft_gets_its_card(client: TestClient) -> None:
    told = ask(client, "check", scenario=sample())
    assert told["faults"] == []
    assert told["card"]["title"] == "Harrow Ridge"


def test_a_fault_says_where_it_is(client: TestClient) -> None:
    draft = sample()
    draft["sides"][0]["units"][2]["type"] = "tank"
    draft["sides"][0]["units"][1]["at"] = "z9"
    draft["victory"][0]["hold"] = ["zz1"]
    told = ask(client, "check", scenario=draft)
    assert told["card"] is None
    places = {(tuple(fault["path"]), tuple(fault["cells"])) for fault in told["faults"]}
    at = draft["sides"][0]["units"][2]["at"]
    assert (("sides", 0, "units", 2, "type"), (at,)) in places
    assert (("sides", 0, "units", 1, "at"), ("z9",)) in places
    assert (("victory", 0, "hold", 0), ("zz1",)) in places
    wrong = next(fault for fault in told["faults"] if fault["path"] == ["sides", 0, "units", 2, "type"])
    assert "the classic book does not have" in wrong["message"] and "infantry" in wrong["remedy"]


def test_strange_ground_is_found_cell_by_cell(client: TestClient) -> None:
    draft = sample()
    rows = draft["map"]["rows"].split("\n")
    rows[3] = ". m . ? . . . ."
    draft["map"]["rows"] = "\n".join(rows)
    cells = {tuple(fault["cells"]) for fault in ask(client, "check", scenario=draft)["faults"]}
    assert ("b5", "d5") in cells


def test_any_draft_is_answered(client: TestClient) -> None:
    """Whatever is broken, in whatever way, there are faults and no failure; and it can be written down."""
    luck = random.Random(7)
    for _ in range(150):
        draft = broken(sample(), luck)
        told = ask(client, "check", scenario=draft)
        assert (told["card"] is None) == bool(told["faults"])
        text = ask(client, "write", scenario=draft)["text"]
        again = ask(client, "read", text=text)["scenario"]
        assert again == without_nulls(draft)


JUNK: tuple[Any, ...] = (None, True, -1, 10**15, 2.5, "", "x", "ä\n\\\"'''", [], [[]], {}, {"a b": [{}]}, ["a1", "a1"])


def broken(draft: Tree, luck: random.Random) -> Tree:
    """A few places of the tree overwritten."""
    for _ in range(luck.randint(1, 3)):
        holder: Any = draft
        while True:
            keys = list(range(len(holder))) if isinstance(holder, list) else list(holder)
            key = luck.choice(keys)
            inner = holder[key]
            if not isinstance(inner, (dict, list)) or not inner or luck.random() < 0.25:
                holder[key] = copy.deepcopy(luck.choice(JUNK))
                break
            holder = inner
    return draft


def without_nulls(value: Any) -> Any:
    """TOML has none."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [without_nulls(inner) for inner in value if inner is not None]
    return value


# -- files


def test_a_broken_file_opens_as_far_as_it_can_be_read(client: TestClient) -> None:
    text = CLASSIC.replace('ruleset = "classic"', 'ruleset = "clasic"').replace("turns = 10", "turns = 2026-11-16")
    opened = ask(client, "read", text=text, name="mine.toml")
    assert opened["scenario"]["title"] == "Sample"
    assert opened["scenario"]["turns"] == "2026-11-16"
    assert [fault["line"] for fault in opened["faults"]] == [3, 5]
    assert "did you mean classic?" in opened["faults"][0]["remedy"]


def test_what_is_not_even_toml_has_its_line(client: TestClient) -> None:
    opened = ask(client, "read", text=CLASSIC.replace("turns = 10", "turns = = 10"), name="mine.toml")
    assert opened["scenario"] is None
    assert [fault["line"] for fault in opened["faults"]] == [5]
    assert opened["faults"][0]["message"].startswith("this is not TOML")


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "a = 1e999999", "\ufeff{}", "x = [" * 5000])
def test_odd_texts_are_answered(client: TestClient, text: str) -> None:
    assert ask(client, "read", text=text)["faults"]


# -- the shelf


def test_a_saved_scenario_is_in_the_lobby_and_can_be_played(client: TestClient, tmp_path: Path) -> None:
    draft = sample() | {"title": "My Ridge"}
    assert client.put("/api/drafts/yours-my-ridge", json={"scenario": draft}).json() == {"name": "yours-my-ridge"}
    cards = {card["name"]: card for card in client.get("/api/lobby").json()["scenarios"]}
    assert cards["yours-my-ridge"]["yours"] and not cards["harrow-ridge"]["yours"]
    assert client.get("/api/scenarios/yours-my-ridge.svg").text.startswith("<svg")
    assert client.post("/api/games", json={"scenario": "yours-my-ridge", "seed": 1}).status_code == 201
    file = tmp_path / "scenarios" / "my-ridge.toml"
    assert read(file.read_text("utf-8")) == read_tree(draft)
    assert [path.name for path in file.parent.iterdir()] == ["my-ridge.toml"]
    assert client.delete("/api/drafts/yours-my-ridge").status_code == 200
    assert "yours-my-ridge" not in client.get("/api/lobby").text
    assert client.delete("/api/drafts/yours-my-ridge").status_code == 400


def test_nothing_is_replaced_unasked(client: TestClient) -> None:
    assert client.put("/api/drafts/yours-one", json={"scenario": sample()}).status_code == 200
    other = sample() | {"title": "Another"}
    refused = client.put("/api/drafts/yours-one", json={"scenario": other})
    assert refused.status_code == 400 and "already" in refused.json()["message"]
    assert client.get("/api/drafts/yours-one").json()["scenario"]["title"] == "Harrow Ridge"
    assert client.put("/api/drafts/yours-one", json={"scenario": other, "overwrite": True}).status_code == 200
    assert client.get("/api/drafts/yours-one").json()["scenario"]["title"] == "Another"


@pytest.mark.parametrize(
    "name",
    ["harrow-ridge", "yours-", "yours-Ä", "yours-..", "yours-a b", "yours-a.toml", "yours-" + "a" * 61, "yours--a"],
)
def test_only_safe_names_are_saved(client: TestClient, tmp_path: Path, name: str) -> None:
    assert client.put(f"/api/drafts/{name}", json={"scenario": sample()}).status_code == 400
    assert client.put("/api/drafts/yours-..%2Fx", json={"scenario": sample()}).status_code in (400, 404, 405)
    assert list(tmp_path.rglob("*.toml")) == []


def test_what_cannot_be_played_is_not_saved(client: TestClient, tmp_path: Path) -> None:
    refused = client.put("/api/drafts/yours-bad", json={"scenario": sample() | {"ruleset": "chess"}})
    assert refused.status_code == 400 and "chess" in refused.json()["message"]
    assert list(tmp_path.rglob("*.toml")) == []


def test_a_file_spoiled_by_hand_is_left_out_of_the_lobby_and_opens_in_the_editor(
    client: TestClient, tmp_path: Path
) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "spoiled.toml").write_text("title = ", "utf-8")
    (folder / "latin.toml").write_bytes(b'title = "\xe4"')
    lobby = client.get("/api/lobby").json()
    assert not any(card["yours"] for card in lobby["scenarios"])
    assert lobby["spoiled"] == ["yours-latin", "yours-spoiled"]
    assert client.get("/api/drafts/yours-spoiled").json()["faults"][0]["line"] == 1
    assert client.get("/api/drafts/yours-latin").json()["faults"]


# -- other books, and chance


def test_a_conversion_lists_every_substitution(client: TestClient) -> None:
    told = ask(client, "convert", scenario=sample(), book="colonial", grid="hex")
    assert any("the book: classic becomes colonial" in sentence for sentence in told["substitutions"])
    assert read_tree(told["scenario"]).grid == "hex"
    told = ask(client, "convert", scenario=sample(), book="late-19th-century", grid="hex")
    assert any(sentence.startswith("units foot-1, foot-2, foot-3, ") for sentence in told["substitutions"])
    assert "chess" in ask(client, "convert", 400, scenario=sample(), book="chess", grid="hex")["message"]


@pytest.mark.parametrize("book", RULESETS)
def test_the_same_seed_gives_the_same_battle(client: TestClient, book: str) -> None:
    first = ask(client, "generate", book=book, seed=11)
    assert ask(client, "generate", book=book, seed=11) == first
    assert ask(client, "generate", book=book, seed=12) != first
    assert ask(client, "check", scenario=first["scenario"])["faults"] == []


def test_what_cannot_be_made_is_refused_in_words(client: TestClient) -> None:
    assert "each must be" in ask(client, "generate", 400, book="classic", columns=99)["message"]


# -- the materials


def test_the_materials_are_those_of_the_books(client: TestClient) -> None:
    told = client.get("/api/workshop").json()
    assert [book["name"] for book in told["books"]] == list(RULESETS)
    modern = next(book for book in told["books"] if book["name"] == "modern")
    types = {sheet["name"]: sheet for sheet in modern["types"]}
    assert types["bomber"]["option"] == "air" and types["infantry"]["option"] == ""
    assert types["assault-gun"]["arms"] == "gun" and "field-artillery" in types["assault-gun"]["weapons"]
    assert "field-artillery" in types["truck"]["carries"]
    bridge = next(sheet for sheet in told["features"] if sheet["name"] == "bridge")
    assert (bridge["letter"], bridge["includes"], bridge["excludes"]) == ("B", ["river", "road"], [])
    assert bridge["look"]["letter"] == "B"
    assert [sheet["name"] for sheet in modern["types"] if sheet["look"]["flies"]] == [
        sheet["name"] for sheet in modern["types"] if sheet["option"] == "air"
    ]
    assert told["grids"]["hex"]["towards"] == {"north": "s", "east": "nw", "south": "n", "west": "ne"}


# -- hostile senders


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b"{", b'{"scenario": 1}', b"[" * 100_000, b"\xff", b'{"scenario": {}, "x": 1}']
)
def test_what_is_no_request_is_refused(client: TestClient, body: bytes) -> None:
    for path in ("check", "read", "write", "convert", "generate"):
        answer = client.post(f"/api/{path}", content=body)
        assert answer.status_code == 400, (path, answer.text)
        assert answer.json()["message"]


def test_floods_are_cut_off(client: TestClient) -> None:
    assert client.post("/api/check", content=b"[" + b" " * 7_000_000).status_code == 413


def test_a_hostile_draft_does_not_keep_the_server_busy(client: TestClient) -> None:
    draft = sample()
    draft["options"] = [f"o{number}" for number in range(60_000)]
    draft["sides"][0]["units"] *= 2000
    draft["map"]["rows"] = "q" * 100_000
    begun = time.monotonic()
    told = ask(client, "check", scenario=draft)
    assert len(told["faults"]) <= 200
    assert time.monotonic() - begun < 10


def test_fixes_are_offered_that_the_checker_agrees_with(client: TestClient) -> None:
    draft = tomllib.loads(library.text("soor-villages"))
    del draft["campaign"]
    draft["sides"][0]["units"][0]["sp"] = 3
    faults = client.post("/api/check", json={"scenario": draft}).json()["faults"]
    offered = {fault["path"][-1]: fault["fixes"] for fault in faults}
    assert offered == {"sp": ["leave-out"], "at": ["refight"]}
    for fault in [fault for fault in faults if fault["path"][-1] == "sp"] + faults[-1:]:
        wanted = {"scenario": draft, "fix": fault["fixes"][0], "path": fault["path"]}
        draft = client.post("/api/fix", json=wanted).json()["scenario"]
    assert client.post("/api/check", json={"scenario": draft}).json()["faults"] == []
    refused = client.post("/api/fix", json={"scenario": draft, "fix": "magic", "path": []})
    assert "there is no fix 'magic'" in refused.json()["message"]


def test_only_a_setting_that_may_be_left_out_is_offered_to_be(client: TestClient) -> None:
    """A side that can never act is remarked on: that is no reason to delete it."""
    draft = tomllib.loads(library.text("soor-villages"))
    draft["sides"][1]["units"] = draft["sides"][1]["units"][:1]
    draft["sides"][1]["army"] = "native"
    draft["sides"][1]["units"][0] |= {"type": "infantry-rifles", "quality": "elite"}
    draft["victory"] = draft["victory"][:1] * 2
    draft["names"] = {"a1": "Soor", "j6": "Soor"}
    told = client.post("/api/check", json={"scenario": draft}).json()
    assert told["faults"] == []
    offered = {json.dumps(one["path"]): one["fixes"] for one in told["remarks"]}
    assert offered == {
        '["sides", 1]': [],
        '["sides", 1, "units", 0, "quality"]': ["leave-out"],
        '["victory", 1]': ["leave-out"],
        '["names", "j6"]': [],
    }
    for path in (["victory", 1], ["sides", 1, "units", 0, "quality"]):
        wanted = {"scenario": draft, "fix": "leave-out", "path": path}
        draft = client.post("/api/fix", json=wanted).json()["scenario"]
    left = client.post("/api/check", json={"scenario": draft}).json()["remarks"]
    assert [one["path"] for one in left] == [["sides", 1], ["names", "j6"]] and len(draft["sides"]) == 2


def test_an_army_is_raised_for_its_points(client: TestClient) -> None:
    wanted = {"book": "classic", "army": "militia", "points": 30, "seed": 4}
    made = client.post("/api/army", json=wanted).json()
    assert made == client.post("/api/army", json=wanted).json()
    assert 24 <= made["points"] <= 30
    assert {"type": "commander"}.items() <= made["units"][0].items()
    assert not any("id" in unit or "at" in unit for unit in made["units"])
    assert client.post("/api/army", json={**wanted, "army": "hussites"}).status_code == 400


def test_a_draft_is_drawn_and_printed(client: TestClient) -> None:
    draft = tomllib.loads(library.text("harrow-ridge"))
    drawing = client.post("/api/sheet", json={"scenario": draft, "kind": "svg"}).json()["data"]
    assert drawing.startswith("<svg") and "Harrow Ridge" in drawing
    pack = client.post("/api/sheet", json={"scenario": draft, "kind": "pdf"}).json()["data"]
    assert base64.b64decode(pack).startswith(b"%PDF")


def test_what_makes_no_difference_is_not_offered(client: TestClient) -> None:
    books = {book["name"]: book for book in client.get("/api/workshop").json()["books"]}
    assert {name for name, book in books.items() if not book["quality"]} == {"late-19th-century"}
    regular = [kind["name"] for kind in books["late-19th-century"]["types"] if kind["regular"]]
    assert regular and all("cavalry" in name for name in regular)
