"""What is placed in secret is its side's alone: no message to anybody else depends on it, as long as it is hidden."""

from typing import Any

from .running import Client, Server, Tree
from .test_secrets import plain

RED_ZONE = ["a1", "b1", "c1", "a2", "b2", "c2"]


def ambush(**keys: Any) -> Tree:
    return {
        "format": "portable-wargame/scenario/1",
        "title": "Ambush",
        "ruleset": "colonial",
        "grid": "square",
        "turns": 6,
        "map": {"rows": "\n".join([". . . . ."] * 6)},
        "sides": [
            {
                "id": "red",
                "name": "Red",
                "edge": "south",
                "zone": RED_ZONE,
                "dummies": 1,
                "units": [
                    {"id": "r1", "type": "infantry", "hidden": True},
                    {"id": "r2", "type": "infantry", "at": "e1"},
                ],
            },
            {
                "id": "blue",
                "name": "Blue",
                "edge": "north",
                "zone": ["a6", "b6", "c6"],
                "units": [{"id": "b1", "type": "infantry"}, {"id": "b2", "type": "infantry", "at": "e6"}],
            },
        ],
        **keys,
    }


def seats(server: Server, scenario: Tree, seed: int = 11) -> tuple[Tree, Client, Client]:
    made = server.make(scenario=scenario, seed=seed)
    return made, server.join(made["game"], made["seats"]["red"]), server.join(made["game"], made["seats"]["blue"])


def test_a_secret_deployment_is_told_when_both_are_ready(server: Server) -> None:
    scenario = ambush(**{"secret-deployment": True})
    del scenario["sides"][0]["dummies"]
    del scenario["sides"][0]["units"][0]["hidden"]
    made, red, blue = seats(server, scenario)
    with red, blue, server.join(made["game"]) as watching:
        red.act(do="place", unit="r1", at="b2", facing="n")
        assert red.steps[-1]["secret"]
        own = next(one for one in red.now["state"]["units"] if one["id"] == "r1")
        assert (own["at"], own["hidden"]) == ("b2", True)
        assert blue.hears_nothing()
        assert watching.hears_nothing(0.1)
        red.act(do="ready")
        for other in (blue, watching):
            step = other.hear()["step"]
            assert (step["kind"], step["action"], step["lines"]) == ("declared", None, [])
            assert step["text"] == "Red finished deploying"
            unit = next(one for one in other.now["state"]["units"] if one["id"] == "r1")
            assert unit["at"] is None and "hidden" not in unit
        assert '"place"' not in server.record(made["game"], made["seats"]["blue"])
        assert '"place"' in server.record(made["game"], made["seats"]["red"])
        blue.act(do="place", unit="b1", at="a6", facing="s")
        assert red.hears_nothing()
        blue.act(do="ready")
        placed = [one for one in red.hear()["step"]["events"] if one["event"] == "placed"]
        assert {one["unit"]: one["cell"] for one in placed} == {"r1": "b2", "b1": "a6"}
        assert '"place"' in server.record(made["game"], made["seats"]["blue"])
        assert not any(step["secret"] for step in server.join(made["game"], made["seats"]["red"]).steps)


def test_what_others_hear_does_not_depend_on_where_anything_hides(server: Server) -> None:
    """Byte for byte through three turns, whatever they ask: r1 and the dummy change places under two marks."""
    heard: list[list[str]] = []
    for unit, dummy in (("b2", "a1"), ("a1", "b2")):
        made, red, blue = seats(server, ambush())
        with red, blue, server.join(made["game"]) as watching:
            red.act(do="place", unit="r1", at=unit)
            assert red.ask("undo", seq=1)["type"] == "accepted"
            red.act(do="place", unit="r1", at=unit)
            red.act(do="dummy", at=dummy)
            red.act(do="ready")
            blue.hear_of("step")
            blue.act(do="place", unit="b1", at="c6", facing="s")
            red.hear_of("step")
            for _ in range(6):
                deciding = blue if blue.now["state"]["decides"] == "blue" else red
                if deciding is blue:
                    blue.ask("survey", unit="r1")
                    blue.ask("survey", unit="b1")
                    blue.ask("ask", unit="b1", cell="b5")
                    blue.ask("ask", unit="b1", cell="b2")
                    blue.ask("threats", side="red")
                    blue.ask("threats", side="blue")
                    blue.ask("odds", action={"do": "fire", "unit": "b1", "target": "b2"})
                    blue.ask("act", seq=blue.now["seq"], action={"do": "fire", "unit": "b1", "target": "b2"})
                    blue.ask("moment", seq=blue.now["seq"])
                    blue.ask("hint")
                deciding.act(do="end")
                (red if deciding is blue else blue).hear_of("step")
            assert blue.now["state"]["sides"][0]["blinds"] == ["a1", "b2"]
            for _ in range(8):
                watching.hear_of("step")
            texts = [*blue.heard, *watching.heard]
            for tokens in ([made["seats"]["blue"]], []):
                with server.join(made["game"], *tokens) as looking:
                    texts.append(str({**looking.joined, "time": ""}))
                headers = {"Authorization": f"Bearer {tokens[0]}"} if tokens else {}
                for address in ("", "/record", "/picture", "/report", "/afterwards"):
                    texts.append(server.http.get(f"/api/games/{made['game']}{address}", headers=headers).text)
                on = {"game": made["game"], "seq": 3, **({"token": tokens[0]} if tokens else {})}
                texts.append(server.http.post("/api/games", json={"play-on": on}).text)
            assert not any('"dummy"' in text or "placed a dummy" in text for text in texts)
            heard.append([plain(text, made["game"]) for text in texts])
    assert heard[0] == heard[1]


def test_a_dummy_is_seen_by_its_owner_alone_as_it_is_placed(server: Server) -> None:
    made, red, blue = seats(server, ambush())
    with red, blue, server.join(made["game"]) as watching:
        red.act(do="place", unit="r1", at="b2")
        red.act(do="dummy", at="a1")
        assert red.now["state"]["dummies"] == ["a1"]
        assert "blinds" not in red.now["state"]["sides"][0]
        assert blue.hears_nothing()
        assert watching.hears_nothing(0.1)
        for tokens in ([made["seats"]["blue"]], []):
            with server.join(made["game"], *tokens) as other:
                state = other.joined["now"]["state"]
                assert "dummies" not in state and "blinds" not in state["sides"][0]
        # At one screen, the one whose turn it is to place sees none of it.
        both = [made["seats"]["red"], made["seats"]["blue"]]
        with server.join(made["game"], *both) as shared:
            assert shared.joined["now"]["state"]["dummies"] == ["a1"]
            red.act(do="ready")
            shared.hear_of("step")
            assert shared.now["state"]["decides"] == "blue"
            assert "dummies" not in shared.now["state"]


def test_when_the_battle_is_over_the_record_is_whole(server: Server) -> None:
    made, red, blue = seats(server, ambush())
    with red, blue:
        red.act(do="place", unit="r1", at="b2")
        red.act(do="dummy", at="a1")
        red.act(do="ready")
        blue.hear()
        assert '"dummy"' not in server.record(made["game"], made["seats"]["blue"])
        assert red.ask("resign", side="red")["type"] == "accepted"
        record = server.record(made["game"], made["seats"]["blue"])
        assert '"dummy"' in record and '"place"' in record
