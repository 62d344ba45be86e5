"""The workshop for books over HTTP: tables to change, drafts checked, battles to play, whatever is sent."""

import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from portable_wargame.rulesets import RULESETS, books
from portable_wargame.rulesets.books import OF_THE_PROGRAM, remove_book
from portable_wargame.rulesets.variants.variant import FORMAT
from portable_wargame.scenario.reading import read, read_tree
from portable_wargame.server.edge.application import application
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.tables.joining import arrival
from portable_wargame.server.tables.status import around
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library
from portable_wargame.server.workshop.books import book_routes
from portable_wargame.server.workshop.shelf import Shelf
from portable_wargame.server.workshop.workshop import workshop_routes
from tests.rulesets.variants.camels import camels, forget_books
from tests.rulesets.variants.mutants import mutant_trees

from .running import Server
from .scenes import duel

Tree = dict[str, Any]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(opened(tmp_path, writable=True), base_url="http://localhost") as one:
        yield one
    for name in set(RULESETS) - OF_THE_PROGRAM:
        remove_book(name)
    forget_books()


def opened(folder: Path, writable: bool) -> Any:
    shelf = Shelf(folder / "scenarios")
    routes = [*workshop_routes(shelf), *book_routes(folder / "books", writable)]
    return application(SQLiteStore(folder / "games.sqlite"), shelf, routes)


def ask(client: TestClient, path: str, status: int = 200, **wanted: Any) -> Tree:
    answer = client.post(f"/api/{path}", json=wanted)
    assert answer.status_code == status, answer.text
    told: Tree = answer.json()
    return told


def plain(**changes: Any) -> Tree:
    return {"format": FORMAT, "name": "mine", "title": "Mine", "based-on": "classic", **changes}


TRIED = ("arms", "light", "indirect", "weapons", "points", "move")


@pytest.mark.parametrize("name", sorted(OF_THE_PROGRAM))
def test_every_row_that_is_shown_can_be_put_back_as_it_is(client: TestClient, name: str) -> None:
    """What the page shows as a row's text, under the key it shows, is a book without faults that changes nothing."""
    tables = client.get(f"/api/books/{name}").json()
    assert {unit["name"] for unit in tables["units"]} == set(RULESETS[name].by_name)
    rows = {row["key"]: row["text"] for row in tables["rows"] if not row["switch"]}
    assert len(rows) > 15
    units = {unit["name"]: {key: unit["values"][key] for key in TRIED} for unit in tables["units"]}
    same = plain(**{"based-on": name}, rows=rows, units=units)
    assert ask(client, "books/check", book=same)["faults"] == []


@pytest.mark.parametrize("name", sorted(OF_THE_PROGRAM))
def test_every_place_takes_every_condition_that_is_offered_for_it(client: TestClient, name: str) -> None:
    tables = client.get(f"/api/books/{name}").json()
    assert {place["rows"] for place in tables["places"]} == {"modifiers", "restrictions", "terrain"}
    named = {"TYPE": next(iter(RULESETS[name].by_name)), "FEATURE": "woods", "N": "3"}
    number = 0
    for place in tables["places"]:
        rows: dict[str, list[dict[str, Any]]] = {"modifiers": [], "restrictions": [], "terrain": []}
        for condition in tables["conditions"]:
            if place["asks"] in condition["asks"]:
                words = " ".join(named.get(word, word) for word in condition["words"].split(", ")[0].split())
                number += 1
                own = {"at": place["at"], "clause": f"{place['at']}.own-{number}", "when": words, "rule": "?"}
                rows[place["rows"]].append(own | ({"amount": 1} if place["rows"] == "modifiers" else {}))
        assert rows[place["rows"]]
        told = ask(client, "books/check", book=plain(**{"based-on": name}, **rows))
        assert told["faults"] == [], place


def test_terrain_and_activities_that_are_shown_can_be_left_out(client: TestClient) -> None:
    tables = client.get("/api/books/modern").json()
    assert tables["weapons"]["field-artillery"] > tables["weapons"]["anti-tank-gun"]
    still = next(one for one in tables["rows"] if one["clause"] == "modern.fire.mod-still")
    assert still["short"] == "stood still"
    woods = next(one for one in tables["features"] if one["name"] == "woods")
    assert woods == {"name": "woods", "letter": "w", "cover": True, "hides": True, "hard": False}
    assert {"fire", "work"} <= set(tables["activities"])
    assert not {"move", "enter", "leave"} & set(tables["activities"])
    less = plain(
        **{"based-on": "modern"},
        features={one["name"]: "off" for one in tables["features"]},
        activities=dict.fromkeys(tables["activities"], "off"),
    )
    assert ask(client, "books/check", book=less)["faults"] == []


def test_a_draft_is_checked_as_one_types(client: TestClient) -> None:
    told = ask(client, "books/check", book=plain(units={"infantry": {"move": 99}}))
    assert told["faults"][0]["path"] == ["units", "infantry", "move"]
    told = ask(client, "books/check", book=camels())
    assert told["faults"] == []
    assert "camels.fire.saddle" in [clause["id"] for clause in told["clauses"]]


def test_a_book_goes_to_a_file_and_back(client: TestClient) -> None:
    text = ask(client, "books/write", book=camels())["text"]
    assert tomllib.loads(text) == camels()
    assert "[units.camel-riders]" in text
    assert ask(client, "books/read", text=text) == {"book": camels(), "faults": []}
    wrong = ask(client, "books/read", text=text.replace("move = 4", "move = 44"))
    assert "line " in wrong["faults"][0]["message"]
    assert ask(client, "books/read", text="name = ")["book"] is None


def test_a_battle_is_fought_by_the_draft_at_once(client: TestClient) -> None:
    told = ask(client, "books/battle", book=camels(), scenario="harrow-ridge")
    assert told["before"]["ruleset"] == "classic"
    assert read_tree(told["scenario"]).ruleset == "camels"
    made = client.post("/api/games", json={"scenario": told["scenario"], "seats": {"blue": {"level": "recruit"}}})
    assert made.status_code == 201, made.text
    assert "camels" not in RULESETS
    clause = client.get("/api/rules/camels.fire.saddle").json()
    assert clause["short"] == "from the saddle"
    refused = ask(client, "books/battle", 400, book=plain(units={"infantry": "off"}), scenario="harrow-ridge")
    assert "Harrow Ridge cannot be fought by Mine" in refused["message"]


def types(scenario: Tree) -> list[set[str]]:
    return [{unit["type"] for unit in side["units"]} for side in scenario["sides"]]


def test_a_new_unit_fights_on_each_side_in_place_of_one_that_it_is_like(client: TestClient) -> None:
    for scenario in ("harrow-ridge", ""):
        told = ask(client, "books/battle", book=camels(), scenario=scenario)
        assert all("camel-riders" in side for side in types(told["scenario"])) and told["absent"] == []
        assert all("camel-riders" not in side for side in types(told["before"]))
        if not scenario:
            units = [unit for side in told["scenario"]["sides"] for unit in side["units"]]
            assert any("camel riders" in unit["name"].lower() for unit in units if unit["type"] == "camel-riders")


def test_what_no_unit_of_a_battle_is_is_said(client: TestClient) -> None:
    book = plain(units={"transport": {"move": 4}, "camels": {"like": "cavalry"}, "elephants": {"like": "camels"}})
    told = ask(client, "books/battle", book=book, scenario="toll-house")
    assert told["absent"] == ["elephants", "transport"]
    assert ask(client, "books/battle", book=plain(rows={}), scenario="toll-house")["absent"] == []


def test_a_saved_book_is_a_book_of_the_server(client: TestClient, tmp_path: Path) -> None:
    assert client.put("/api/books/camels", json={"book": camels()}).status_code == 200
    assert (tmp_path / "books" / "camels.toml").is_file()
    assert "camels" in [book["name"] for book in client.get("/api/lobby").json()["books"]]
    made = ask(client, "generate", book="camels", seed=2)["scenario"]
    assert made["book"] == camels()
    blank = {key: value for key, value in made.items() if key != "book"}
    assert ask(client, "whole", scenario=blank)["scenario"]["book"] == camels()
    assert read(ask(client, "write", scenario=blank)["text"]).book
    for path, draft in (("classic", camels(name="classic")), ("other", camels()), ("camels", plain(units=3))):
        assert client.put(f"/api/books/{path}", json={"book": draft}).status_code == 400


def test_a_book_that_cannot_be_kept_is_refused_and_leaves_nothing_behind(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "books").write_text("no folder")
    answer = client.put("/api/books/camels", json={"book": camels()})
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert "camels" not in RULESETS
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


def test_no_book_that_others_bring_along_speaks_in_a_battle_by_another_of_its_name(server: Server) -> None:
    """Nor do so many that those of the battle would be forgotten."""
    scenario = duel(ruleset="camels", book=camels())
    made = server.make(scenario=scenario, seed=1)
    saddle = {**camels()["modifiers"][0], "rule": "Resign!", "short": "Resign!"}
    with server.join(made["game"], *made["seats"].values()) as both:
        before = [both.ask("clause", clause="camels.fire.saddle"), both.ask("reference")]
        for number in range(66):
            other = camels(modifiers=[saddle], about=f"{number}")
            assert server.http.post("/api/books/check", json={"book": other}).json()["faults"] == []
        after = [both.ask("clause", clause="camels.fire.saddle"), both.ask("reference")]
    assert [{**one, "id": 0} for one in before] == [{**one, "id": 0} for one in after]
    assert after[0]["clause"]["short"] == "from the saddle"


@pytest.mark.anyio
async def test_whoever_comes_to_a_battle_need_not_wait_until_its_book_is_made_again(tmp_path: Path) -> None:
    """Many books may have been brought since, and who is welcomed is welcomed on the loop."""
    store = SQLiteStore(tmp_path / "games.sqlite")
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel(ruleset="camels", book=camels()), seed=1))
    match = (await hall.table(made.game)).match
    forget_books()
    told = arrival(match, (0,), around(match, (0,), []), 1, -1)
    assert "camel-riders" in told.types
    assert books.read_text.cache_info().currsize == 0
    await hall.close()
    await store.close()


def test_on_a_server_for_many_nobody_saves(tmp_path: Path) -> None:
    with TestClient(opened(tmp_path, writable=False), base_url="http://localhost") as one:
        answer = one.put("/api/books/camels", json={"book": camels()})
        assert answer.status_code == 400
        assert "books are not saved on this server" in answer.json()["message"]
        assert not one.get("/api/books/classic").json()["keeps"]


def test_whatever_is_sent_is_answered(client: TestClient) -> None:
    for draft in mutant_trees(random.Random(3), 60):
        text = json.dumps({"book": draft, "scenario": "harrow-ridge"}, allow_nan=True)
        for path in ("books/check", "books/battle", "books/write"):
            sent = text if path == "books/battle" else json.dumps({"book": draft})
            assert client.post(f"/api/{path}", content=sent.encode("utf-8", "replace")).status_code in (200, 400)


def test_the_editor_has_the_materials_of_a_book_that_came_with_a_battle(client: TestClient) -> None:
    draft = ask(client, "books/battle", book=camels(), scenario="harrow-ridge")["scenario"]
    brought = ask(client, "check", scenario=draft)["brought"]
    assert "camel-riders" in [unit["name"] for unit in brought["book"]["types"]]
    assert [feature["name"] for feature in brought["features"]] == ["marsh"]
    assert client.put("/api/books/camels", json={"book": camels()}).status_code == 200
    assert ask(client, "check", scenario=draft)["brought"] is None  # it is one of the books here
