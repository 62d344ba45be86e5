"""The room in a tab: the same application, asked by a page of the same browser."""

import asyncio
import io
import random
import zipfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from portable_wargame.ai.opponents.choice import Choice
from portable_wargame.ai.opponents.players import Player, choose
from portable_wargame.game.game import Game
from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify
from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario import library
from portable_wargame.server.store.columns import COLUMNS
from portable_wargame.server.wire.lobby import Library, lobby
from portable_wargame.server.workers.budgets import A_PAGE
from portable_wargame.tab import thinking
from portable_wargame.tab.store import IS_FULL, NO_WITNESS

from .browser import Browser, Page, Talk


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def page_of(browser: Browser, folder: Path) -> Page:
    return Page(browser, await browser.room(folder))


async def joined(page: Page, made: Any) -> Talk:
    talk = page.open(f"/api/games/{made['game']}")
    assert (await talk.reply(type="join", tokens=list(made["seats"].values())))["type"] == "joined"
    return talk


async def advised(talk: Talk) -> Any:
    """Do what a captain would."""
    hint = await talk.reply(type="hint")
    assert hint["type"] == "hint", hint
    return await talk.reply(type="act", seq=hint["seq"], action=hint["action"])


async def hurried(talk: Talk) -> Any:
    """End the turn, if it can be ended: the battle is soon over."""
    ended = await talk.reply(type="act", seq=talk.seq, action={"do": "end"})
    return ended if ended["type"] == "accepted" else await advised(talk)


def smallest(book: str) -> str:
    found = [
        (one.columns * one.rows * one.turns, name)
        for name in library.names()
        if (one := library.load(name)).ruleset == book
    ]
    return min(found)[1]


def test_the_lobby_is_the_servers_own(tmp_path: Path) -> None:
    async def look() -> None:
        page = await page_of(Browser(), tmp_path)
        status, told = await page.ask("/api/lobby")
        assert status == 200
        assert [one["name"] for one in told["scenarios"]] == [one.name for one in lobby(Library()).scenarios]
        assert (await page.ask(f"/api/scenarios/{library.names()[0]}.svg"))[1].startswith("<svg")
        assert (await page.ask("/api/nothing"))[0] == 404

    run(look())


def test_books_and_the_battle_on_show_are_there_and_what_needs_others_is_not(tmp_path: Path) -> None:
    async def look() -> None:
        page = await page_of(Browser(), tmp_path)
        assert (await page.ask("/api/showcase"))[1]["steps"]
        assert await page.ask("/api/open-seats") == (200, {"seats": []})
        status, problem = await page.ask("/api/keys")
        assert (status, problem["message"]) == (503, NO_WITNESS)
        status, tables = await page.ask("/api/books/classic")
        assert status == 200
        assert not tables["keeps"]  # it goes as a link or a file
        _, made = await page.ask("/api/games", "POST", {"scenario": smallest("classic"), "seed": 5})
        status, drawn = await page.ask(f"/api/games/{made['game']}/picture", token=next(iter(made["seats"].values())))
        assert status == 200
        assert drawn.startswith("<svg")

    run(look())


def test_a_computer_that_was_hurried_says_so_across_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_no_time(one: Player, game: Game, luck: random.Random, _: int) -> Choice:
        return choose(one, game, luck, 0)

    monkeypatch.setattr(thinking, "choose", in_no_time)

    async def fight() -> None:
        page = await page_of(Browser(), tmp_path)
        name = smallest("classic")
        sides = [side.id for side in library.load(name).sides]
        seats = {sides[0]: {"level": "recruit"}, sides[1]: {"level": "general"}}
        _, made = await page.ask("/api/games", "POST", {"scenario": name, "seats": seats, "seed": 2})
        talk = await joined(page, made)
        while True:
            heard = await talk.hear()
            if heard.get("around", {}).get("seats", {}).get(sides[1], {}).get("hurried"):
                assert not heard["around"]["seats"][sides[0]]["hurried"]
                break

    run(fight())


@pytest.mark.parametrize("book", RULESETS)
def test_a_battle_against_the_captain_is_fought_to_its_end_and_verified(book: str, tmp_path: Path) -> None:
    async def fight() -> None:
        browser = Browser()
        page = await page_of(browser, tmp_path)
        name = smallest(book)
        sides = [side.id for side in library.load(name).sides]
        wanted = {"scenario": name, "seats": {sides[1]: {"level": "captain"}}, "seed": 11}
        status, made = await page.ask("/api/games", "POST", wanted)
        assert status == 201
        talk = await joined(page, made)
        while talk.now["state"]["result"] is None:
            if talk.now["state"]["decides"] == sides[0]:
                assert (await hurried(talk))["type"] == "accepted"
            else:
                await talk.hear()
        record = (await page.ask(f"/api/games/{made['game']}/record", token=made["seats"][sides[0]]))[1]
        verify(parse_record(record, "record"))
        # Whoever thinks was sent each line of the record once.
        starts = [one["first"] for one in browser.asked]
        assert starts[0] == 0 and starts == sorted(starts) and starts.count(0) == 1

    run(fight())


def test_a_battle_goes_on_after_the_tab_was_closed(tmp_path: Path) -> None:
    async def play() -> None:
        browser = Browser()
        page = await page_of(browser, tmp_path)
        _, made = await page.ask("/api/games", "POST", {"scenario": smallest("classic"), "seed": 5})
        talk = await joined(page, made)
        answer = await advised(talk)
        assert answer["type"] == "accepted"
        again = await joined(await page_of(browser, tmp_path / "later"), made)
        assert again.seq == answer["seq"]
        assert (await advised(again))["type"] == "accepted"

    run(play())


def test_what_was_said_at_a_game_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    async def talk_and_leave() -> None:
        browser = Browser()
        page = await page_of(browser, tmp_path)
        _, made = await page.ask("/api/games", "POST", {"scenario": smallest("classic"), "seed": 5})
        side = next(iter(made["seats"]))
        talk = await joined(page, made)
        for text in ("Good luck", "Left, right, left"):
            assert (await talk.reply(type="say", side=side, text=text))["type"] == "accepted"
        again = (await page_of(browser, tmp_path / "later")).open(f"/api/games/{made['game']}")
        heard = await again.reply(type="join", tokens=list(made["seats"].values()))
        assert [(one["number"], one["text"]) for one in heard["chat"]] == [(0, "Good luck"), (1, "Left, right, left")]
        assert (await again.reply(type="say", side=side, text="Halt"))["type"] == "accepted"

    run(talk_and_leave())


def test_a_game_from_before_a_column_was_added_opens(tmp_path: Path) -> None:
    async def open_it() -> None:
        browser = Browser()
        page = await page_of(browser, tmp_path)
        _, made = await page.ask("/api/games", "POST", {"scenario": smallest("classic"), "seed": 5})
        del browser.rows[made["game"]]["row"][list(COLUMNS)[-1]]
        assert (await advised(await joined(await page_of(browser, tmp_path / "later"), made)))["type"] == "accepted"

    run(open_it())


LONG_QUESTIONS = ("afterwards", "report", "animation", "analysis")


def test_what_takes_long_is_answered(tmp_path: Path) -> None:
    async def ask_everything() -> None:
        page = await page_of(Browser(), tmp_path)
        sides = {side.id: {"level": "recruit"} for side in library.load(smallest("colonial")).sides}
        wanted = {"scenario": smallest("colonial"), "seats": sides, "seed": 3}
        _, made = await page.ask("/api/games", "POST", wanted)
        talk = await joined(page, made)
        while talk.now["state"]["result"] is None:
            await talk.hear()
        game = f"/api/games/{made['game']}"
        for question in LONG_QUESTIONS:
            status, told = await page.ask(f"{game}/{question}")
            assert (status, bool(told)) == (200, True), question
        _, record = await page.ask(f"{game}/record")
        assert (await page.ask("/api/records", "POST", record))[0] == 201
        battle = {"book": "colonial", "grid": "square", "columns": 8, "rows": 8, "points": 20, "seed": 4}
        status, drawn = await page.ask("/api/generate", "POST", battle)
        assert status == 200
        assert (await page.ask("/api/sheet", "POST", {"scenario": drawn["scenario"], "kind": "svg"}))[0] == 200
        book = {"format": "portable-wargame/book/1", "name": "plain", "title": "Plain", "based-on": "colonial"}
        assert (await page.ask("/api/books/battle", "POST", {"book": book}))[0] == 200
        long = {"scenario": {**drawn["scenario"], "note": "x" * A_PAGE}}
        assert (await page.ask("/api/write", "POST", long))[0] == 200

    run(ask_everything())


def test_a_report_with_its_pictures_comes_as_the_bytes_it_is(tmp_path: Path) -> None:
    async def keep_report() -> None:
        page = await page_of(Browser(), tmp_path)
        _, made = await page.ask("/api/games", "POST", {"scenario": smallest("classic"), "seed": 5})
        token = next(iter(made["seats"].values()))
        assert (await advised(await joined(page, made)))["type"] == "accepted"
        sections = [{"heading": "One", "blocks": [{"kind": "picture", "number": 0}]}]
        wanted = {"title": "A battle", "under": "", "sections": sections}
        game = f"/api/games/{made['game']}/report"
        status, written = await page.ask(game, "POST", {**wanted, "form": "page"}, token)
        assert (status, written[:9].lower()) == (200, "<!doctype")
        status, zipped = await page.ask(game, "POST", {**wanted, "form": "markdown"}, token)
        assert status == 200
        names = zipfile.ZipFile(io.BytesIO(zipped)).namelist()
        assert names[0] == "report.md" and len(names) > 1

    run(keep_report())


def test_nothing_is_acknowledged_that_a_full_browser_has_not_kept(tmp_path: Path) -> None:
    async def play() -> None:
        browser = Browser()
        page = await page_of(browser, tmp_path)
        _, made = await page.ask("/api/games", "POST", {"scenario": smallest("classic"), "seed": 5})
        talk = await joined(page, made)
        browser.is_full = True
        refused = await advised(talk)
        assert (refused["type"], refused["code"], refused["message"]) == ("refused", "busy", IS_FULL)
        status, problem = await page.ask("/api/games", "POST", {"scenario": smallest("classic")})
        assert (status, problem["message"]) == (503, IS_FULL)
        browser.is_full = False
        assert (await advised(talk))["type"] == "accepted"

    run(play())


def test_of_two_tabs_that_write_one_is_told_that_it_is_behind(tmp_path: Path) -> None:
    async def play() -> None:
        browser = Browser()
        one, other = await page_of(browser, tmp_path / "one"), await page_of(browser, tmp_path / "other")
        _, made = await one.ask("/api/games", "POST", {"scenario": smallest("classic"), "seed": 5})
        here, there = await joined(one, made), await joined(other, made)
        hint = await there.reply(type="hint")
        assert (await advised(here))["type"] == "accepted"
        late = await there.reply(type="act", seq=hint["seq"], action=hint["action"])
        assert (late["type"], late["code"]) == ("refused", "stale")

    run(play())


def test_scenarios_of_ones_own_are_kept_before_they_are_acknowledged(tmp_path: Path) -> None:
    async def edit() -> None:
        browser = Browser()
        page = await page_of(browser, tmp_path / "one")
        _, tree = await page.ask(f"/api/scenarios/{smallest('modern')}")
        assert (await page.ask("/api/drafts/yours-mine", "PUT", {"scenario": tree}))[0] == 200
        assert list(browser.shelf) == ["mine.toml"]
        later = await page_of(browser, tmp_path / "later")
        assert "yours-mine" in [one["name"] for one in (await later.ask("/api/lobby"))[1]["scenarios"]]
        browser.is_full = True
        status, problem = await later.ask("/api/drafts/yours-other", "PUT", {"scenario": tree})
        assert (status, problem["message"]) == (507, IS_FULL)
        assert (await later.ask("/api/drafts/yours-mine", "DELETE"))[0] == 507
        names = [one["name"] for one in (await later.ask("/api/lobby"))[1]["scenarios"]]
        assert "yours-mine" in names
        assert "yours-other" not in names

    run(edit())


def test_how_fair_it_is_comes_with_an_interval_that_narrows(tmp_path: Path) -> None:
    async def estimate() -> None:
        page = await page_of(Browser(), tmp_path)
        talk = page.open("/api/fairness")
        talk.say(type="estimate", scenario=smallest("colonial"), games=12)
        heard = [await talk.hear()]
        while not heard[-1]["done"]:
            heard.append(await talk.hear())
        assert heard[-1]["games"] == 12
        assert heard[-1]["low"] <= heard[-1]["rate"] <= heard[-1]["high"]
        assert heard[-1]["verdict"]

    run(estimate())


def test_the_laboratory_works_without_a_server(tmp_path: Path) -> None:
    async def study(kind: str, **words: object) -> None:
        page = await page_of(Browser(), tmp_path / kind)
        talk = page.open("/api/laboratory")
        talk.say(type="investigate", scenario=smallest("colonial"), kind=kind, games=6, **words)
        heard = [await talk.hear()]
        while not heard[-1]["done"]:
            heard.append(await talk.hear())
        assert heard[-1]["sections"] and heard[-1]["verdict"]

    for kind, words in (
        ("simulate", {}),
        ("compare", {"settings": [{}, {"levels": {}}]}),
        ("balance", {"keep": ["turns"]}),
    ):
        (tmp_path / kind).mkdir()
        run(study(kind, **words))


def test_what_a_change_does_is_fought_pair_by_pair(tmp_path: Path) -> None:
    async def compare() -> None:
        page = await page_of(Browser(), tmp_path)
        _, tree = await page.ask(f"/api/scenarios/{smallest('colonial')}")
        talk = page.open("/api/fairness")
        talk.say(type="estimate", scenario=tree, against=tree, games=6)
        heard = [await talk.hear()]
        while not heard[-1]["done"]:
            heard.append(await talk.hear())
        assert (heard[-1]["type"], heard[-1]["games"], heard[-1]["apart"]) == ("difference", 6, 0)

    run(compare())
