"""Papers over HTTP: the report of a battle, edited and with photographs, its moving picture, a pack to print."""

import base64
import io
import zipfile
from typing import Any

import pytest

from .running import Server
from .scenes import duel

# The smallest PNG there is: one grey point.
POINT = base64.b64encode(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c6360000000020001"
        "e221bc330000000049454e44ae426082"
    )
).decode()
PHOTO = f"data:image/png;base64,{POINT}"


@pytest.fixture(scope="module")
def battle(server: Server) -> Any:
    """One that is over, by resignation, after a few orders."""
    made = server.make(scenario=duel(), seed=5)
    with server.join(made["game"], *made["seats"].values()) as both:
        for _ in range(6):
            choices = both.choices()
            shots = [one for one in choices if one["do"] == "fire"]
            both.act(**(shots or choices)[0])
        if both.now["state"]["result"] is None:
            both.ask("resign", side="red")
    return made


def asked(server: Server, made: Any, path: str, **more: Any) -> Any:
    token = made["seats"]["red"]
    headers = {"Authorization": f"Bearer {token}"}
    method = "POST" if "json" in more else "GET"
    return server.http.request(method, f"/api/games/{made['game']}/{path}", headers=headers, **more)


def kept(report: Any, **changes: Any) -> Any:
    """What the page sends back: words, and the numbers of pictures and tables."""
    sections = [
        {
            "heading": section["heading"],
            "blocks": [{key: block[key] for key in ("kind", "number", "text")} for block in section["blocks"]],
        }
        for section in report["sections"]
    ]
    return {"title": report["title"], "under": report["under"], "sections": sections, **changes}


def test_a_report_is_told_edited_and_kept(server: Server, battle: Any) -> None:
    report = asked(server, battle, "report").json()
    assert report["title"] == duel()["title"]
    kinds = {block["kind"] for section in report["sections"] for block in section["blocks"]}
    assert kinds == {"text", "picture", "table"}
    wanted = kept(report, title="A <b>bad</b> day")
    wanted["sections"][0]["blocks"].insert(0, {"kind": "text", "text": "My own words & no others."})
    wanted["sections"][0]["blocks"].append({"kind": "photo", "data": PHOTO, "text": "Our table"})
    page = asked(server, battle, "report", json=wanted)
    assert page.headers["content-disposition"] == "attachment"
    assert "<h1>A &lt;b&gt;bad&lt;/b&gt; day</h1>" in page.text
    assert "My own words &amp; no others." in page.text
    assert f'<img src="{PHOTO}" alt="Our table">' in page.text
    assert page.text.count("<svg") == sum(
        block["kind"] == "picture" for section in report["sections"] for block in section["blocks"]
    )


def test_markdown_comes_with_its_pictures(server: Server, battle: Any) -> None:
    wanted = kept(asked(server, battle, "report").json(), form="markdown")
    wanted["sections"][-1]["blocks"].append({"kind": "photo", "data": PHOTO, "text": "Our table"})
    made = zipfile.ZipFile(io.BytesIO(asked(server, battle, "report", json=wanted).content))
    text = made.read("report.md").decode()
    names = [name for name in made.namelist() if name != "report.md"]
    assert names and all(f"({name})" in text for name in names)
    assert base64.b64encode(made.read(names[-1])).decode() == POINT and names[-1].endswith(".png")


@pytest.mark.parametrize(
    "block",
    [
        {"kind": "photo", "data": "data:image/svg+xml;base64,AAAA"},
        {"kind": "photo", "data": 'data:image/png;base64,AA" onload="x'},
        {"kind": "photo", "data": "javascript:alert(1)"},
        {"kind": "picture", "number": 99},
        {"kind": "video"},
        {"kind": "text", "text": "x" * 20_001},
    ],
)
def test_what_does_not_belong_in_a_report_is_refused(server: Server, battle: Any, block: Any) -> None:
    wanted = {"title": "x", "under": "", "sections": [{"heading": "x", "blocks": [block]}]}
    assert asked(server, battle, "report", json=wanted).status_code == 400


def test_any_span_of_turns_moves(server: Server, battle: Any) -> None:
    assert asked(server, battle, "animation").text.startswith("<svg")
    assert "turn 1" in asked(server, battle, "animation?turns=1").text
    assert asked(server, battle, "animation?turns=1-99").status_code == 400
    assert asked(server, battle, "animation?turns=all").status_code == 400


def test_a_report_is_for_those_who_may_have_the_record(server: Server, battle: Any) -> None:
    headers = {"Authorization": f"Bearer {'x' * 32}"}
    assert server.http.get(f"/api/games/{battle['game']}/report", headers=headers).status_code == 403


def test_a_battle_is_printed(server: Server) -> None:
    made = server.http.post("/api/print", json={"scenario": "toll-house", "parts": ["roster", "reference"]})
    assert made.headers["content-type"] == "application/pdf" and made.content.startswith(b"%PDF")
    own = server.http.post("/api/print", json={"scenario": duel(), "cell": "2in", "paper": "letter", "ink": "light"})
    assert own.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"scenario": "no-such-battle"},
        {"scenario": "toll-house", "cell": "a lot"},
        {"scenario": "toll-house", "cell": "500mm"},
        {"scenario": "toll-house", "parts": ["money"]},
        {"scenario": "toll-house", "url": "javascript:alert(1)"},
    ],
)
def test_what_can_not_be_printed_is_refused(server: Server, wanted: Any) -> None:
    assert server.http.post("/api/print", json=wanted).status_code in (400, 404)


def test_what_is_sent_as_a_report_is_read_by_a_worker(server: Server, battle: Any) -> None:
    """It may be so long that to read it on the loop would keep others waiting."""

    def asked() -> float:
        told = server.http.get("/metrics").text.splitlines()
        found = [line for line in told if line.startswith('portable_wargame_questions_total{kind="report"}')]
        return float(found[0].split()[1]) if found else 0.0

    before = asked()
    answer = server.http.post(f"/api/games/{battle['game']}/report", content=b"[" * 1000)
    assert answer.status_code == 400
    assert "not what this address takes" in answer.json()["message"]
    assert asked() == before + 1
