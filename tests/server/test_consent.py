"""What two players agree on: going back, a draw; and what one may do alone: resign."""

from pathlib import Path

from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify

from .running import Server, by_turn, sit_down
from .scenes import duel, gun_duel
from .test_dice import play, verified


def test_both_agree_to_go_back_and_dice_are_sealed_anew(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    with red, blue, server.join(made["game"]) as watching:
        play(red, blue, 4)
        then = red.ask("moment", seq=2)["state"]["hash"]
        assert red.ask("propose", side="red", what="take-back", seq=2)["type"] == "accepted"
        blue.hear_of("around")
        proposal = blue.around["proposal"]
        assert (proposal["what"], proposal["side"], proposal["seq"]) == ("take-back", "red", 2)
        assert proposal["text"] == f"Red asks to go back to: {red.steps[2]['text']}"
        assert blue.answer("blue", accept=True)["type"] == "accepted"
        red.hear_of("around")
        step = blue.steps[-1]
        assert (step["kind"], step["back-to"], step["side"], step["seq"]) == ("take-back", 2, "red", 5)
        assert blue.now["state"]["hash"] == then
        assert blue.around["proposal"] is None
        dice = blue.around["dice"]
        assert (dice["commitment"] != made["commitment"], dice["wanted"]) == (True, ["red", "blue"])
        decides, _ = by_turn(red, blue)
        assert decides.act(do="end")["code"] == "waiting"
        assert decides.now["question"]["answers"] == []
        blue.give_nonces()
        red.give_nonces()
        blue.hear_of("joined")
        watching.hear_of("joined")
        assert [step["seq"] for step in watching.steps] == list(range(6))
        play(red, blue, 2)
        assert red.ask("propose", side="red", what="draw")["type"] == "accepted"
        blue.hear_of("around")
        assert blue.answer("blue", accept=True)["type"] == "accepted"
        assert blue.steps[-1]["kind"] == "drawn"
        assert blue.now["state"]["result"] == {"winner": None, "reason": "the players have agreed on a draw"}
        verdict = verified(server, made["game"])
        assert (verdict.actions, verdict.finished, verdict.unrevealed) == (6, True, 0)
        again = server.join(made["game"], made["seats"]["red"])
        assert [one["text"] for one in again.steps] == [one["text"] for one in blue.steps]
        opened = server.http.post("/api/records", content=server.record(made["game"], made["seats"]["red"])).json()
        with server.join(opened["game"], opened["seats"]["red"]) as looking:
            assert [one["kind"] for one in looking.steps] == [one["kind"] for one in blue.steps]
            assert looking.steps[5]["back-to"] == 2


def test_a_proposal_waits_until_it_is_answered_withdrawn_or_overtaken(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    with red, blue:
        play(red, blue, 2)
        assert red.answer("red", accept=True)["code"] == "stale"
        assert red.ask("propose", side="red", what="concession")["code"] == "illegal"
        assert blue.ask("propose", side="blue", what="draw")["type"] == "accepted"
        assert blue.ask("propose", side="blue", what="draw")["code"] == "waiting"
        assert red.ask("propose", side="red", what="draw")["code"] == "waiting"
        assert blue.answer("blue", accept=True)["code"] == "stale"
        assert red.ask("withdraw", side="red")["code"] == "stale"
        # It survives a page that is closed.
        assert server.join(made["game"], made["seats"]["red"]).around["proposal"]["what"] == "draw"
        assert red.answer("red", accept=False)["type"] == "accepted"
        assert red.around["proposal"] is None
        assert blue.ask("propose", side="blue", what="take-back", seq=0)["type"] == "accepted"
        assert blue.ask("withdraw", side="blue")["type"] == "accepted"
        assert red.answer("red", accept=True)["code"] == "stale"
        assert red.ask("propose", side="red", what="draw")["type"] == "accepted"
        play(red, blue, 1)
        decides, waits = by_turn(red, blue)
        assert decides.ask("moment", seq=0)["type"] == waits.ask("moment", seq=0)["type"] == "moment"
        assert red.around["proposal"] is blue.around["proposal"] is None
        assert blue.answer("blue", accept=True)["code"] == "stale"


def test_a_proposal_survives_a_server_that_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        made, red, blue = sit_down(server, scenario=duel())
        with red, blue:
            play(red, blue, 3)
            assert red.ask("propose", side="red", what="take-back", seq=1)["type"] == "accepted"
            server.kill()
        server.start()
        with server.join(made["game"], made["seats"]["blue"]) as blue:
            assert blue.answer("blue", accept=True)["type"] == "accepted"
            server.kill()
        server.start()
        with server.join(made["game"], *made["seats"].values()) as both:
            assert both.joined["id"] is None
            both.act(**both.choices()[0])
            both.ask("resign", side="red")
        assert verified(server, made["game"]).unrevealed == 0
    finally:
        server.kill()


def test_what_cannot_be_proposed(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    with red, blue, server.join(made["game"]) as watching:
        assert watching.ask("propose", side="red", what="draw")["code"] == "not-yours"
        assert blue.ask("resign", side="red")["code"] == "not-yours"
        assert red.ask("propose", side="red", what="take-back", seq=0)["code"] == "illegal"
        assert red.ask("propose", side="red", what="take-back", seq=7)["code"] == "stale"
        assert red.ask("propose", side="red", what="take-back")["code"] == "bad-message"
        assert red.ask("propose", side="red", what="surrender")["code"] == "bad-message"
        red.ask("resign", side="red")
        blue.hear_of("step")
        assert blue.steps[-1]["text"] == "Red resigned"
        assert blue.now["state"]["result"]["winner"] == "blue"
        assert blue.ask("propose", side="blue", what="draw")["code"] == "over"
        assert blue.ask("resign", side="blue")["code"] == "over"


def test_the_computer_agrees_to_nothing_but_takes_a_resignation(server: Server) -> None:
    made = server.make(scenario=duel(), seats={"blue": {"level": "recruit"}}, seed=2)
    with server.join(made["game"], made["seats"]["red"]) as red:
        red.wait_for_turn()
        assert red.ask("propose", side="red", what="draw")["code"] == "illegal"
        assert red.ask("resign", side="red")["type"] == "accepted"
        assert red.now["state"]["result"]["reason"] == "Red has resigned"


def test_nothing_is_taken_back_while_guns_are_aimed(server: Server) -> None:
    made = server.make(scenario=gun_duel(), seed=11)
    with (
        server.join(made["game"], made["seats"]["red"]) as red,
        server.join(made["game"], made["seats"]["blue"]) as blue,
    ):
        red.act(do="bombard", unit="r1", target="b5")
        red.act(do="done")
        blue.hear_of("step")
        for side, client in (("red", red), ("blue", blue)):
            refused = client.ask("propose", side=side, what="take-back", seq=0)
            assert (refused["code"], "guns are being aimed" in refused["message"]) == ("illegal", True)
        blue.act(do="done")
        red.hear_of("step")
        # The middle of it is no step to go back to: orders that were secret would be given away, or fired blindly.
        assert blue.ask("propose", side="blue", what="take-back", seq=1)["code"] == "illegal"
        assert blue.ask("propose", side="blue", what="take-back", seq=0)["type"] == "accepted"
        red.hear_of("around")
        assert red.answer("red", accept=True)["type"] == "accepted"
        assert red.now["question"]["asks"] == "what the guns fire at"
        assert red.now["state"]["orders"] == []
        # A seed throws on: nothing is sealed anew.
        assert red.act(do="bombard", unit="r2", target="d5")["type"] == "accepted"
        red.act(do="done")
        blue.hear_of("step")
        blue.hear_of("step")
        blue.act(do="done")
        red.ask("resign", side="red")
        record = server.record(made["game"], made["seats"]["red"])
        assert verify(parse_record(record, "it")).unrevealed == 0


def test_an_answer_is_to_the_proposal_that_was_seen(server: Server) -> None:
    _, red, blue = sit_down(server, scenario=duel())
    with red, blue:
        play(red, blue, 3)
        red.ask("propose", side="red", what="take-back", seq=2)
        blue.hear_of("around")
        for what, seq in (("draw", None), ("take-back", 0)):
            red.ask("withdraw", side="red")
            red.ask("propose", side="red", what=what, seq=seq)
            for accept in (True, False):
                reply = blue.ask("answer", side="blue", accept=accept, what="take-back", seq=2)
                assert (reply["code"], "changed its proposal" in reply["message"]) == ("stale", True)
        assert blue.around["proposal"]["seq"] == 0
        assert blue.answer("blue", accept=True)["type"] == "accepted"
        assert blue.steps[-1]["back-to"] == 0
