"""What the server answers is what the contract says, and the trees in it are those of the open formats."""

import msgspec
import pytest
from jsonschema import Draft202012Validator

from portable_wargame.ai.opponents.players import LEVELS
from portable_wargame.game.ruleset import Ruleset
from portable_wargame.rulesets import RULESETS, ledger
from portable_wargame.rulesets.house_rules import HOUSE_RULES
from portable_wargame.scenario import library
from portable_wargame.scenario.checking.check import problems_of
from portable_wargame.scenario.writing import tree
from portable_wargame.server.wire import documents
from portable_wargame.speech.schemas import schema

from .running import Server
from .scenes import duel

PROTOCOL = schema("protocol")


def fits(name: str, value: object) -> bool:
    return Draft202012Validator({**PROTOCOL, "anyOf": [{"$ref": f"#/$defs/{name}"}]}).is_valid(value)


def test_the_lobby_tells_what_can_be_played(server: Server) -> None:
    lobby = msgspec.json.decode(server.http.get("/api/lobby").content, type=documents.Lobby)
    assert [card.name for card in lobby.scenarios] == list(library.names())
    orlec = next(card for card in lobby.scenarios if card.name == "road-to-orlec")
    assert orlec.sides[0].units == len(library.load("road-to-orlec").sides[0].units)
    assert orlec.sides[0].forces.startswith(f"{orlec.sides[0].forces.split()[0]} ")
    assert all(card.conditions and card.columns and card.turns for card in lobby.scenarios)
    assert [book.name for book in lobby.books] == list(RULESETS)
    for book in lobby.books:
        told = {rule.name: rule.default for rule in book.house_rules}
        ruleset = RULESETS[book.name]
        assert told == {
            name: rule.default(ruleset)
            for name, rule in HOUSE_RULES.items()
            if isinstance(rule.apply(ruleset, rule.default(ruleset)), Ruleset)
        }
    assert [level.name for level in lobby.levels] == list(LEVELS)


def test_house_rules_tell_on_which_grids_they_may_be_set(server: Server) -> None:
    lobby = msgspec.json.decode(server.http.get("/api/lobby").content, type=documents.Lobby)
    books = {book.name: book for book in lobby.books}
    for card in lobby.scenarios:
        for rule in books[card.book].house_rules:
            scenario = tree(library.load(card.name))
            scenario["house-rules"] = {rule.name: rule.default}
            assert (problems_of(scenario) == []) == (card.grid in rule.grids), (card.name, rule.name)


def test_every_clause_can_be_read(server: Server) -> None:
    rules = msgspec.json.decode(server.http.get("/api/rules").content, type=documents.Rules)
    assert [clause.id for clause in rules.clauses] == list(ledger.clauses())
    still = next(clause for clause in rules.clauses if clause.id == "classic.fire.mod-still")
    assert (still.heading, still.short) == ("fire", "stood still")


def test_every_book_has_its_quick_reference(server: Server) -> None:
    for name, book in RULESETS.items():
        told = server.http.get(f"/api/reference/{name}")
        found = msgspec.json.decode(told.content, type=documents.BookReference)
        assert found.title == book.title
        assert {"The turn", "Units", "Terrain"} <= {section.heading for section in found.sections}
    assert server.http.get("/api/reference/atlantis").status_code == 400


def test_a_scenario_comes_as_a_tree_and_as_a_picture(server: Server) -> None:
    assert server.http.get("/api/scenarios/thorn-drift").json() == tree(library.load("thorn-drift"))
    picture = server.http.get("/api/scenarios/thorn-drift.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    missing = server.http.get("/api/scenarios/atlantis")
    assert missing.status_code == 400
    assert "no scenario 'atlantis'" in missing.json()["message"]


def test_who_joins_is_told_everything_and_every_step_tells_the_rest(server: Server) -> None:
    made = server.make(scenario=duel(), seed=3)
    with server.join(made["game"], *made["seats"].values()) as both:
        assert both.joined["sides"] == ["red", "blue"]
        board = both.joined["board"]
        assert (board["grid"], board["columns"], board["rows"]) == ("square", 5, 5)
        assert board["terrain"] == {"c5": ["woods"]}
        assert list(board["features"]) == ["woods"]
        assert both.joined["types"]["infantry"] == {
            "symbol": "infantry",
            "flies": False,
            "arm": "infantry",
            "kind": "infantry",
        }
        assert [step["kind"] for step in both.steps] == ["start"]
        side = both.now["state"]["decides"]
        mine, theirs = ("r1", "b3") if side == "red" else ("b1", "b1")
        assert both.now["question"]["text"] == f"{side.capitalize()}: give your orders"
        assert both.now["question"]["units"] == [mine, mine[0] + "2"]
        assert both.act(do="fire", unit=mine, target=theirs) == {"type": "accepted", "id": 2, "seq": 1}
        step = both.steps[-1]
        assert (step["seq"], step["kind"], step["side"]) == (1, "action", side)
        assert step["action"] == {"do": "fire", "unit": mine, "target": theirs}
        assert step["lines"][0]["text"].startswith(f"Infantry {mine} fired on infantry ")
        assert step["lines"][0]["clauses"] == ["classic.fire.roll", "classic.fire.mod-still"]
        # Hits on 4 to 6; half of them cost a strength point, half only drive back.
        assert step["luck"][side]["expected-hits"] == pytest.approx(0.375)
        assert step["strength"].keys() == {"red", "blue"}
        assert fits("state", both.now["state"])
        assert fits("action", step["action"])
        assert all(fits("event", event) for event in step["events"])
        assert both.ask("moment", seq=0)["state"] == both.joined["now"]["state"] | {"orders": []}
        assert both.ask("clause", clause="classic.fire.roll")["clause"]["book"] == "classic"


def test_steps_are_told_only_since_the_last_known(server: Server) -> None:
    made = server.make(scenario=duel(), seed=3)
    with server.join(made["game"], *made["seats"].values()) as both:
        while both.now["seq"] < 3:
            both.act(**both.choices()[0])
        with server.join(made["game"], *made["seats"].values(), since=1) as again:
            assert [step["seq"] for step in again.steps] == [2, 3]
            assert again.steps == both.steps[2:]


def test_a_card_tells_how_a_game_stands(server: Server) -> None:
    made = server.make(scenario=duel(), seats={"blue": {"level": "recruit"}}, names={"red": "Ann"})
    assert list(made["seats"]) == ["red"]
    card = card_of(server, made["game"], made["seats"]["red"])
    assert (card.title, card.turn, card.phase, card.seq) == ("Two Companies", 0, "waiting", -1)
    assert (card.yours, card.waits_for, card.names) == (["red"], ["red"], {"red": "Ann"})
    assert card.players["blue"].level == "recruit"
    with server.join(made["game"], made["seats"]["red"]) as red:
        red.wait_for_turn()
        card = card_of(server, made["game"])
        assert (card.turn, card.over, card.seq) == (1, False, red.now["seq"])
        assert (card.yours, card.decides, card.waits_for) == ([], "red", ["red"])


def card_of(server: Server, game: str, token: str | None = None) -> documents.GameCard:
    headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
    answer = server.http.get(f"/api/games/{game}", headers=headers)
    return msgspec.json.decode(answer.content, type=documents.GameCard)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({}, "needs a scenario"),
        ({"scenario": "atlantis"}, "no scenario 'atlantis'"),
        ({"scenario": duel(ruleset="ludo")}, "ruleset"),
        ({"scenario": "thorn-drift", "seats": {"green": "human"}}, "no side 'green'"),
        ({"scenario": duel(), "seats": {"red": {"level": "admiral"}}}, "no level 'admiral'"),
        ({"scenario": duel(), "seats": {"red": {"level": "captain", "personality": "odd"}}}, "no personality 'odd'"),
        ({"scenario": "thorn-drift", "house-rules": {"pins": "often"}}, "pins"),
        ({"scenario": "thorn-drift", "colour": "red"}, "colour"),
        ({"scenario": "thorn-drift", "names": {"green": "Ann"}}, "names: there is no side 'green'"),
        ({"scenario": duel(), "seats": {"red": {"level": "recruit"}}, "owner": "red"}, "no person plays 'red'"),
        ({"scenario": duel(), "clock": {"per": "move", "seconds": 1}}, "clock"),
        ({"play-on": {"game": "nowhere", "seq": 0}}, "no such game"),
        ([], "not a request for a game"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_a_sentence(server: Server, wanted: object, words: str) -> None:
    answer = server.http.post("/api/games", json=wanted)
    assert answer.status_code in (400, 404)
    assert words in answer.json()["message"]
