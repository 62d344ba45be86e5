"""Orders for the guns are a side's secret until both have declared: no message to others depends on them."""

import re

import pytest

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
            assert step["text"] == "Red chose targets for the guns"
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
            blue.ask("propose", side="blue", what="take-back", seq=0)
            blue.ask("propose", side="blue", what="take-back", seq=2)
            blue.ask("propose", side="blue", what="draw")
            blue.answer("blue", accept=True)
            blue.ask("say", side="blue", text="What are you up to?")
            blue.ask("name", side="blue", name="Bea")
            blue.ask("nonce", side="blue", nonce="0" * 32)
            blue.ask("withdraw", side="blue")
            blue.ask("resign", side="red")
            heard.append([plain(text, made["game"]) for text in (*blue.heard, *looked_up(server, made))])
    assert heard[0] == heard[1] == heard[2]


def plain(text: str, game: str) -> str:
    """Without what is never the same twice: the game's id, its commitment, the time of day."""
    text = re.sub(r"\d{4}-\d\d-\d\dT[0-9:.]+\+00:00", "TIME", text.replace(game, "GAME"))
    return re.sub(r"[0-9a-f]{64}", "COMMITMENT", text)


def looked_up(server: Server, made: Tree) -> list[str]:
    """All that the other side, and anybody else, can find out about a game just now."""
    found = []
    for tokens in ([made["seats"]["blue"]], []):
        with server.join(made["game"], *tokens) as looking:
            found.append(str({**looking.joined, "time": ""}))
            side = {"side": "blue"} if tokens else {"side": "red"}
            found.append(str(looking.ask("propose", **side, what="take-back", seq=0)))
            found.append(str(looking.act_on(5, do="done")))
            found.append(str(looking.ask("moment", seq=9)))
        headers = {"Authorization": f"Bearer {tokens[0]}"} if tokens else {}
        for address in ("", "/record"):
            found.append(server.http.get(f"/api/games/{made['game']}{address}", headers=headers).text)
    return found


@pytest.mark.parametrize("per", ["move", "turn"])
def test_nothing_at_all_changes_for_others_while_orders_are_given(server: Server, per: str) -> None:
    """Not even a time of day, a clock, or a proposal that other steps would put aside."""
    made = server.make(scenario=gun_duel(), seed=11, clock={"per": per, "seconds": 3600})
    red, blue = (server.join(made["game"], made["seats"][side]) for side in ("red", "blue"))
    with red, blue, server.join(made["game"]) as watching:
        red.ask("propose", side="red", what="draw")
        before = looked_up(server, made)
        for client in (blue, watching):
            assert client.hears_nothing()
        red.act(do="bombard", unit="r1", target="b5")
        assert red.ask("undo", seq=1)["type"] == "accepted"
        red.act(do="bombard", unit="r1", target="d5")
        for client in (blue, watching):
            assert client.hears_nothing(but="")
        assert looked_up(server, made) == before
        red.act(do="done")
        assert looked_up(server, made) != before


def test_dice_to_come_are_nowhere(server: Server) -> None:
    made = server.make(scenario=duel(), seed=123456789)
    with server.join(made["game"], made["seats"]["red"]) as red:
        record = server.record(made["game"], made["seats"]["red"])
        for text in (*red.heard, record):
            assert "123456789" not in text
            assert "salt" not in text
            assert made["seats"]["red"] not in text


def test_whoever_reads_what_the_server_counts_counts_no_secret_orders(server: Server) -> None:
    _, red, blue = both_seats(server)

    def counted() -> list[str]:
        lines = server.http.get("/metrics").text.splitlines()
        return [line for line in lines if line.startswith(("portable_wargame_action", "portable_wargame_refusals"))]

    with red, blue:
        before = counted()
        red.act(do="bombard", unit="r1", target="b5")
        assert red.ask("undo", seq=1)["type"] == "accepted"
        assert counted() == before
        red.act(do="done")
        assert counted() != before
