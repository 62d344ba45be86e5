"""Records go out and come in, every step can be looked at again, and a battle can be played on from any of them."""

from pathlib import Path

import pytest

from portable_wargame.record.reading import read_record
from portable_wargame.record.verifying import verify
from tests.chaining import rechained

from .running import Client, Server, Tree
from .scenes import duel, gun_duel


def fought(server: Server, steps: int, **wanted: object) -> tuple[Tree, Client]:
    """A game, so many steps on."""
    made = server.make(**{"scenario": duel(), "seed": 5, **wanted})
    both = server.join(made["game"], *made["seats"].values())
    while both.now["seq"] < steps and both.now["question"] is not None:
        choices = both.choices()
        shots = [action for action in choices if action["do"] in ("fire", "bombard", "fight")]
        both.act(**(shots or choices)[0])
    return made, both


def verified(text: str, folder: Path) -> int:
    """The number of actions of a record that is in order."""
    path = folder / "battle.pwg"
    path.write_text(text, "utf-8")
    return verify(read_record(str(path))).actions


def test_a_record_verifies_at_any_moment_and_when_the_battle_is_over(server: Server, tmp_path: Path) -> None:
    made, both = fought(server, 5)
    with both:
        both.act(do="end") if both.now["question"]["asks"] == "what the units do" else None
        token = made["seats"]["red"]
        assert verified(server.record(made["game"], token), tmp_path) == both.now["seq"]
    made, both = fought(server, 500)
    with both:
        record = server.record(made["game"], made["seats"]["red"])
        assert verified(record, tmp_path) == both.now["seq"]
        *_, footer, signature = record.splitlines()
        assert '"reveal"' in footer
        assert signature.startswith('{"signed":')


def test_a_record_is_opened_to_be_looked_at(server: Server) -> None:
    made, both = fought(server, 6)
    states = [both.ask("moment", seq=seq)["state"] for seq in range(both.now["seq"] + 1)]
    both.opened.close()
    record = server.record(made["game"], made["seats"]["red"])
    opened = server.http.post("/api/records", content=record)
    assert opened.status_code == 201
    token = opened.json()["seats"]["red"]
    with server.join(opened.json()["game"], token, opened.json()["seats"]["blue"]) as looking:
        assert looking.joined["replay"]
        assert [looking.ask("moment", seq=seq)["state"] for seq in range(len(states))] == states
        unlike = {"text", "secret", "intent"}
        for one, other in zip(looking.steps, both.steps, strict=True):
            assert {key: one[key] for key in one.keys() - unlike} == {key: other[key] for key in one.keys() - unlike}
        assert looking.act(do="end")["code"] == "over"
        assert looking.now["question"]["answers"] == []


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("", "first line of a record"),
        ("{}\n", "first line of a record"),
        ('{"format": "portable-wargame/record/1", "scenario": {}}\n', "scenario in the header"),
        ("[" * 100_000, "record"),
        (b"\xff\xfe", "UTF-8"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(server: Server, record: str | bytes, words: str) -> None:
    answer = server.http.post("/api/records", content=record)
    assert answer.status_code == 400
    assert words in answer.json()["message"]


def test_a_record_that_was_tampered_with_is_refused(server: Server) -> None:
    made, both = fought(server, 6)
    both.opened.close()
    lines = server.record(made["game"], made["seats"]["red"]).splitlines()
    lines[4] = lines[4].replace('"hash":"', '"hash":"0', 1)
    for changed, words in (
        ("".join(f"{line}\n" for line in lines), "the record:5: the chain is broken"),
        (rechained(lines), "signature does not match the lines before it"),
        (rechained(lines[:-1]), "a different state"),
    ):
        answer = server.http.post("/api/records", content=changed)
        assert (answer.status_code, words in answer.json()["message"]) == (400, True)


def test_a_battle_is_played_on_from_a_step(server: Server, tmp_path: Path) -> None:
    made, both = fought(server, 6)
    with both:
        then = both.ask("moment", seq=3)["state"]
        start = {"game": made["game"], "seq": 3, "token": made["seats"]["red"]}
        other = server.make(play_on=start, seats={"blue": {"level": "recruit"}}, seed=77)
        with server.join(other["game"], other["seats"]["red"]) as red:
            assert len(red.joined["steps"]) >= 4
            assert red.ask("moment", seq=3)["state"]["hash"] == then["hash"]
            red.wait_for_turn()
            if red.now["question"] is not None:
                assert red.act(**red.choices()[0])["type"] == "accepted"
            assert verified(server.record(other["game"], other["seats"]["red"]), tmp_path) >= 3
        assert both.now["seq"] == 6


def test_a_record_can_be_played_on_too(server: Server, tmp_path: Path) -> None:
    made, both = fought(server, 6, scenario=gun_duel())
    then = both.ask("moment", seq=4)["state"]
    both.opened.close()
    opened = server.http.post("/api/records", content=server.record(made["game"], made["seats"]["red"])).json()
    start = {"game": opened["game"], "seq": 4, "token": opened["seats"]["red"]}
    other = server.make(play_on=start)
    with server.join(other["game"], *other["seats"].values()) as again:
        assert again.now["state"]["hash"] == then["hash"]
        while again.now["question"]["asks"] == "what the guns fire at":
            assert again.act(do="done")["type"] == "accepted"
        assert verified(server.record(other["game"], other["seats"]["red"]), tmp_path) > 4


def test_a_record_of_an_earlier_edition_is_looked_at_by_the_rules_it_was_played_by(server: Server) -> None:
    """In this one the attacker alone advances, and much else: by the latest rules it would break off."""
    text = (Path(__file__).parents[1] / "record" / "kept" / "modern-2.pwg").read_text("utf-8")
    opened = server.http.post("/api/records", content=text)
    assert opened.status_code == 201, opened.text
    with server.join(opened.json()["game"], *opened.json()["seats"].values()) as looking:
        last = looking.ask("moment", seq=looking.now["seq"])["state"]
        assert last["result"] is not None
        assert last["hash"] == [line for line in text.splitlines() if '"hash"' in line][-1].split('"hash":"')[1][:32]
