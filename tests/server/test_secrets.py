"""Orders for the guns are a side's secret until both have declared: no message to others depends on them."""

from .running import Client, Server, Tree
from .scenes import duel, gun_duel


def both_seats(server: Server) -> tuple[Tree, Client, Client]:
    made = server.make(scenario=gun_duel(), seed=11)
    return made, server.join(made["game"], made["seats"]["red"]), server.join(made["game"], made["seats"]["blue"])


def test_nothing_is_heard_of_orders_before_both_sides_are_done(server: Server) -> None:
    made, red, blue = both_seats(server)
    with red, blue, server.join(made["game"]) as watching:
        assert red.now["question"]["asks"] == "what the guns fire at"
        red.act(do="bombard", unit="r1", target="b5")
        assert red.now["state"]["orders"] == [{"unit": "r1", "target": "b5"}]
        assert red.steps[-1]["secret"]
        assert blue.hears_nothing()
        assert red.ask("undo", seq=1)["type"] == "accepted"
        red.act(do="bombard", unit="r1", target="b5")
        assert watching.hears_nothing(0.1)
        red.act(do="done")
        for other in (blue, watching):
            step = other.hear()["step"]
            assert (step["seq"], step["kind"], step["action"], step["lines"]) == (1, "declared", None, [])
            assert step["text"] == "Red has declared its artillery fire"
            assert other.now["state"]["decides"] == "blue"
            assert other.now["state"].get("orders", []) == []
        assert '"bombard"' not in server.record(made["game"], made["seats"]["blue"])
        assert '"bombard"' in server.record(made["game"], made["seats"]["red"])
        early = {"game": made["game"], "seq": 1, "token": made["seats"]["blue"]}
        refused = server.http.post("/api/games", json={"play-on": early})
        assert (refused.status_code, refused.json()["code"]) == (403, "not-yours")
        blue.act(do="done")
        red.hear()
        assert next(event["for"] for event in red.steps[-1]["events"] if event["event"] == "roll") == "artillery"
        assert '"bombard"' in server.record(made["game"], made["seats"]["blue"])
        assert not any(step["secret"] for step in server.join(made["game"], made["seats"]["red"]).steps)


def test_what_the_other_side_hears_does_not_depend_on_the_orders(server: Server) -> None:
    """Byte for byte, whatever was ordered, taken back, and in which number."""
    wishes: list[list[Tree]] = [
        [],
        [{"do": "bombard", "unit": "r1", "target": "b5"}],
        [{"do": "bombard", "unit": "r1", "target": "d5"}, {"do": "bombard", "unit": "r2", "target": "d5"}],
    ]
    heard: list[list[str]] = []
    for wish in wishes:
        made, red, blue = both_seats(server)
        with red, blue:
            for action in wish:
                red.act(**action)
            if red.now["state"]["decides"] == "red":
                red.act(do="done")
            blue.hear()
            blue.ask("survey", unit="r1")
            blue.ask("survey", unit="b1")
            blue.ask("moment", seq=1)
            blue.ask("act", seq=5, action={"do": "done"})
            blue.ask("ask", unit="b1", cell="b1")
            blue.ask("hint")
            again = server.join(made["game"], made["seats"]["blue"])
            again.joined["around"]["dice"]["commitment"] = ""
            joined = str({**again.joined, "game": "", "time": ""})
            card = server.http.get(
                f"/api/games/{made['game']}", headers={"Authorization": f"Bearer {made['seats']['blue']}"}
            ).json()
            times = {"game": "", "created": "", "changed": ""}
            heard.append([*blue.heard[1:], joined, str({**card, **times})])
    assert heard[0] == heard[1] == heard[2]


def test_dice_to_come_are_nowhere(server: Server) -> None:
    made = server.make(scenario=duel(), seed=123456789)
    with server.join(made["game"], made["seats"]["red"]) as red:
        record = server.record(made["game"], made["seats"]["red"])
        for text in (*red.heard, record):
            assert "123456789" not in text
            assert "salt" not in text
            assert made["seats"]["red"] not in text
