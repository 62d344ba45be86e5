"""A battle with a friend far away: by link, live or now and then, with dice that nobody has to trust."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from .pair import INVITE, Pair, Tree, sit_down
from .scenarios import LORRIES, TWO_BATTERIES
from .serving import Server
from .table import Table
from .test_ways_in import overflow

NewPage = Callable[..., Page]
Axe = Callable[[Page], list[str]]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_friend_is_invited_and_comes_by_telephone(new_page: NewPage, axe: Axe, colours: str) -> None:
    ada = new_page(color_scheme=colours)
    ada.get_by_role("button", name="Harrow Ridge").click()
    ada.get_by_label("A friend, by link").check()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_label("Clock").select_option(label="3 days a move")
    assert axe(ada) == []
    ada.get_by_role("button", name="Invite your friend").click()
    expect(ada.get_by_text("Your friend Ridge brigade · not here yet")).to_be_visible()
    expect(ada.get_by_text("Break the line on the ridge")).to_be_visible()
    assert axe(ada) == []
    link = ada.get_by_label("Link for your friend").input_value()

    ben = new_page(360, 740, has_touch=True, is_mobile=True, color_scheme=colours)
    ben.goto(link)
    expect(ben.get_by_text("Ada invites you to a battle")).to_be_visible()
    expect(ben.get_by_text("Keep the ridge from end to end")).to_be_visible()
    expect(ben.get_by_text("Break the line on the ridge")).to_have_count(0)
    assert link.rpartition("/")[2] not in ben.url
    assert overflow(ben) <= 0
    assert axe(ben) == []
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Take command of the Ridge brigade").tap()

    Table(ada).asks("targets")
    Table(ben).asks("Ada is thinking.")
    expect(ada).to_have_title("● Your move — Harrow Ridge")
    expect(ben).to_have_title("Harrow Ridge · The Portable Wargame")
    for page, icon in ((ada, "/icon-your-move.svg"), (ben, "/icon.svg")):
        expect(page.locator("link[rel=icon]")).to_have_attribute("href", icon)
    expect(ada.get_by_role("complementary")).to_contain_text("Ben ● here")
    expect(ada.get_by_role("complementary")).to_contain_text("left")
    assert overflow(ben) <= 0
    for page in (ada, ben):
        for name in ("Battle", "Talk"):
            page.get_by_role("tab", name=name).click()
            expect(page.get_by_role("tabpanel")).to_contain_text(
                ("Between the players", "No messages yet")[name == "Talk"]
            )
            assert axe(page) == [], name


def test_a_link_works_once(new_page: NewPage) -> None:
    pair = Pair(new_page, LORRIES)
    late = new_page()
    late.goto(pair.link)
    expect(late.get_by_role("heading", name="This link no longer works")).to_be_visible()
    pair.ben.page.reload()
    pair.ben.asks("Ada is thinking.")


def test_a_line_that_is_cut_while_the_seat_is_taken_takes_it_nevertheless(new_page: NewPage) -> None:
    ada, ben = Table(new_page()), new_page()
    link = str(ada.page.evaluate(INVITE, {"scenario": LORRIES, "owner": "red"}))
    sockets: list[WebSocketRoute] = []
    ben.route_web_socket(re.compile("/api/games/"), lambda socket: cut_at_the_answer(socket, sockets))
    sit_down(ben, link, "Ben")
    Table(ben).asks("Redland is thinking.")
    assert len(sockets) == 3  # the one that was cut, one with the link, and one with the token that was chosen


def cut_at_the_answer(socket: WebSocketRoute, sockets: list[WebSocketRoute]) -> None:
    """The first line brings the wish for the seat to the server, and is cut before the answer comes."""
    sockets.append(socket)
    first = len(sockets) == 1
    server = socket.connect_to_server()

    def receive(message: str | bytes) -> None:
        if first and json.loads(message)["type"] == "accepted":
            socket.close()
        else:
            socket.send(message)

    server.on_message(receive)


def test_a_lost_link_is_made_anew(new_page: NewPage) -> None:
    """Whoever sits there is asked; when he agrees, the next link opens the seat."""
    pair = Pair(new_page, LORRIES)
    ada, ben = pair.ada.page, pair.ben.page
    pair.ada.tab("Battle")
    ada.get_by_text("Has your friend lost the link?").click()
    ada.get_by_role("button", name="Make a new link…").click()
    expect(ada.get_by_role("dialog")).to_contain_text("they are asked first")
    ada.get_by_role("dialog").get_by_role("button", name="Make a new link").click()
    ben.get_by_role("button", name="Give up my seat").click()
    expect(ben.get_by_role("heading", name="There is no such battle here")).to_be_visible()
    ada.get_by_role("button", name="Make a new link…").click()
    ada.get_by_role("dialog").get_by_role("button", name="Make a new link").click()
    sit_down(ben, ada.get_by_label("Link for your friend").input_value(), "Ben")
    pair.ben.asks("Ada is thinking.")


def test_both_play_and_whoever_was_away_hears_what_he_missed(new_page: NewPage) -> None:
    pair = Pair(new_page, LORRIES, seed=4)
    ben = pair.ben.page
    ben.context.set_offline(True)
    expect(ben.get_by_text("You are offline")).to_be_visible()
    expect(pair.ada.page.get_by_role("complementary")).to_contain_text("Ben ○ away")
    pair.ada.choose("c2")
    pair.ada.twice("c5")
    pair.ada.asks("Waiting for Ben, who is away.")
    ben.context.set_offline(False)
    pair.ben.asks("Picket are hit: fall back, or take the loss?")
    expect(ben.get_by_text("You are offline")).to_have_count(0)
    expect(ben).to_have_title("● Your move — Lorries")
    pair.agree()
    pair.ben.twice("c6")
    pair.ada.asks("ive your orders")
    pair.ada.page.reload()
    pair.ada.asks("ive your orders")
    pair.ada.choose("f2")
    pair.ada.press("Unload Passengers")
    pair.agree()


def test_a_telephone_that_slept_notices_a_dead_line(new_page: NewPage) -> None:
    pair = Pair(new_page, LORRIES, seed=4)
    ben = pair.ben.page
    sockets: list[WebSocketRoute] = []
    ben.route_web_socket(re.compile("/api/games/"), lambda socket: dead_at_first(socket, sockets))
    ben.reload()
    pair.ben.asks("Ada is thinking.")
    pair.ada.choose("c2")
    pair.ada.twice("c5")
    ben.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    pair.ben.asks("Picket are hit: fall back, or take the loss?")
    assert len(sockets) == 2


def test_a_line_that_dies_unnoticed_is_not_waited_for_in_vain(new_page: NewPage) -> None:
    pair = Pair(new_page, LORRIES, seed=4)
    ada = pair.ada.page
    sockets: list[WebSocketRoute] = []
    ada.route_web_socket(re.compile("/api/games/"), lambda socket: deaf_at_first(socket, sockets))
    ada.reload()
    pair.ada.asks("targets")
    ada.get_by_role("button", name="Hold fire").click()
    expect(ada.get_by_role("alert")).to_contain_text("The connection was lost")
    assert len(sockets) == 2
    pair.ada.press("Hold fire")
    pair.agree()


def deaf_at_first(socket: WebSocketRoute, sockets: list[WebSocketRoute]) -> None:
    """The first line brings nothing more to the server once something is to be done."""
    sockets.append(socket)
    first = len(sockets) == 1
    server = socket.connect_to_server()
    wanted: list[str | bytes] = []

    def send(message: str | bytes) -> None:
        if json.loads(message)["type"] == "act":
            wanted.append(message)
        if not first or not wanted:
            server.send(message)

    socket.on_message(send)


def dead_at_first(socket: WebSocketRoute, sockets: list[WebSocketRoute]) -> None:
    """The first line brings what there is to know, and then nothing more, without being closed."""
    sockets.append(socket)
    first = len(sockets) == 1
    server = socket.connect_to_server()

    def receive(message: str | bytes) -> None:
        if not first or json.loads(message)["type"] == "joined":
            socket.send(message)

    server.on_message(receive)


def test_a_server_that_has_no_time_is_asked_again(new_page: NewPage) -> None:
    pair = Pair(new_page, LORRIES, seed=4)
    sockets: list[WebSocketRoute] = []
    pair.ben.page.route_web_socket(re.compile("/api/games/"), lambda socket: busy_at_first(socket, sockets))
    pair.ben.page.reload()
    pair.ben.asks("Ada is thinking.")
    assert len(sockets) == 2


def busy_at_first(socket: WebSocketRoute, sockets: list[WebSocketRoute]) -> None:
    sockets.append(socket)
    if len(sockets) == 2:
        socket.connect_to_server()
        return
    refused: Tree = {"type": "refused", "code": "slow-down", "message": "later", "clause": None, "reasons": []}
    socket.on_message(lambda message: socket.send(json.dumps({**refused, "id": json.loads(message)["id"]})))


def test_two_windows_of_one_seat(new_page: NewPage) -> None:
    """Both are asked for a part of the new dice at the same time; the one that counts is remembered."""
    pair = Pair(new_page, LORRIES)
    second = Table(pair.ada.page.context.new_page())
    second.page.goto(pair.address)
    second.asks("targets")
    pair.ada.press("Hold fire")
    expect(second.question).to_have_attribute("data-seq", str(pair.ada.seq))
    pair.agree()
    ask_back(pair.ada)
    pair.ben.page.get_by_role("button", name="Accept").click()
    second.asks("targets")
    second.press("Hold fire")
    pair.agree()
    resign(pair.ben)
    second.page.get_by_role("link", name="Check the dice").click()
    expect(second.page.locator(".verdict")).to_contain_text("Witnessed by this browser and signed by this server")


def resign(table: Table) -> None:
    table.tab("Battle")
    table.page.get_by_role("button", name="Resign…").click()
    expect(table.page.get_by_role("dialog")).to_contain_text("can’t take this back")
    table.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()


def test_whoever_comes_too_late_is_told_kindly(new_page: NewPage) -> None:
    """One window's order crosses the other's on the way: the board is put right, and nothing is done twice."""
    pair = Pair(new_page, LORRIES, seed=4)
    second = Table(pair.ada.page.context.new_page())
    second.page.route_web_socket(re.compile("/api/games/"), late_steps)
    second.page.goto(pair.address)
    second.asks("targets")
    pair.ada.choose("c2")
    pair.ada.twice("c5")
    second.page.get_by_role("button", name="Hold fire").click()
    expect(second.page.get_by_role("alert")).to_contain_text("The board has changed")
    expect(second.question).to_have_attribute("data-seq", str(pair.ada.seq))


def late_steps(socket: WebSocketRoute) -> None:
    """Holds back what happens until an answer comes."""
    held: list[str | bytes] = []
    server = socket.connect_to_server()

    def receive(message: str | bytes) -> None:
        if json.loads(message)["type"] == "step":
            held.append(message)
            return
        if json.loads(message)["type"] == "refused":
            while held:
                socket.send(held.pop(0))
        socket.send(message)

    server.on_message(receive)


def test_talk_is_text_and_for_the_players(new_page: NewPage) -> None:
    pair = Pair(new_page, LORRIES, seed=4)
    ada, ben = pair.ada.page, pair.ben.page
    watcher = new_page()
    watcher.goto(pair.address)
    Table(watcher).asks("targets")
    ben.keyboard.press("t")
    expect(ben.get_by_label("Say something")).to_be_focused()
    ben.keyboard.type("<b>Ready?</b>")
    ben.keyboard.press("Enter")
    expect(ada.get_by_role("tab", name="Talk 1 unread")).to_be_visible()
    pair.ada.tab("Talk")
    expect(ada.get_by_role("log", name="Chat")).to_contain_text("<b>Ready?</b>")
    expect(ada.get_by_role("tab", name="Talk", exact=True)).to_be_visible()
    expect(watcher.get_by_role("tab", name="Talk")).to_have_count(0)
    ada.context.set_offline(True)
    expect(ada.get_by_text("You are offline")).to_be_visible()
    ada.get_by_label("Say something").fill("Always.")
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("alert").first).to_be_visible()
    expect(ada.get_by_label("Say something")).to_have_value("Always.")
    ada.context.set_offline(False)
    expect(ada.get_by_text("You are offline")).to_have_count(0)
    ada.get_by_role("button", name="Send").click()
    expect(ben.get_by_role("log", name="Chat")).to_contain_text("Always.")


def test_those_who_watch_see_no_secrets_and_no_controls(new_page: NewPage, axe: Axe) -> None:
    pair = Pair(new_page, TWO_BATTERIES, seed=0)
    watcher = new_page()
    watcher.goto(pair.address)
    seen = Table(watcher)
    seen.asks("targets")
    pair.ada.choose("c2")
    pair.ada.twice("c7")
    expect(pair.ada.page.locator(".ordered")).to_have_count(1)
    pair.ada.press("Hold fire")
    seen.asks("targets")
    for page in (watcher, pair.ben.page):
        expect(page.locator(".ordered")).to_have_count(0)
        page.get_by_role("tab", name="Log").click()
        expect(page.get_by_role("tabpanel")).not_to_contain_text("took aim")
    expect(watcher.locator("section.mine")).to_have_count(0)
    for name in ("Hold fire", "Undo", "Hint", "Ask to take back"):
        expect(watcher.get_by_role("button", name=name)).to_have_count(0)
    seen.tab("Battle")
    expect(watcher.get_by_text("Between the players")).to_be_visible()
    expect(watcher.get_by_role("button", name="Resign")).to_have_count(0)
    assert axe(watcher) == []
    pair.ada.tab("Battle")
    expect(pair.ada.page.get_by_text("1 spectator is watching.")).to_be_visible()


def test_nobody_watches_uninvited(new_page: NewPage) -> None:
    pair = Pair(new_page, LORRIES, spectators=False)
    stranger = new_page()
    stranger.goto(pair.address)
    expect(stranger.get_by_role("heading", name="There is no such battle here")).to_be_visible()
    pair.ada.tab("Battle")
    expect(pair.ada.page.get_by_text("Between the players")).to_be_visible()
    expect(pair.ada.page.get_by_text("A link for spectators")).to_have_count(0)


def test_something_is_taken_back_by_consent(new_page: NewPage, axe: Axe) -> None:
    pair = Pair(new_page, LORRIES)
    ada, ben = pair.ada.page, pair.ben.page
    pair.ada.press("Hold fire")
    pair.agree()
    before = pair.ada.seq
    ask_back(pair.ada)
    expect(ben.get_by_role("region", name="A proposal")).to_contain_text("Ada asks to go back")
    assert axe(ada) == []
    assert axe(ben) == []
    ben.get_by_role("button", name="Decline").click()
    expect(ada.get_by_role("region", name="A proposal")).to_have_count(0)
    expect(ada.locator("[data-news=declined]")).to_be_visible()
    ask_back(pair.ada)
    ada.get_by_role("button", name="Withdraw").click()
    expect(ben.get_by_role("region", name="A proposal")).to_have_count(0)
    expect(ben.locator("[data-news=withdrawn]")).to_be_visible()
    # This time she goes on looking at the past, and is brought back when they have agreed.
    ask_back(pair.ada, stays=True)
    ben.get_by_role("button", name="Accept").click()
    pair.ada.moved_on(before)
    for one in (ada, ben):
        expect(one.locator("[data-news=taken-back]")).to_be_visible()
    pair.ada.asks("targets")
    pair.agree()
    expect(ada.locator("li.undone")).not_to_have_count(0)
    # The dice have a new key, and both have added to it without being asked.
    pair.ada.press("Hold fire")
    pair.agree()


def ask_back(table: Table, stays: bool = False) -> None:
    """To how the battle began."""
    table.page.get_by_label("Moment of the battle").fill("0")
    table.tab("Log")
    table.page.get_by_role("button", name="Ask to take back to here").click()
    if not stays:
        table.page.get_by_role("button", name="Back to the present").last.click()
    expect(table.page.get_by_role("region", name="A proposal")).to_contain_text("You have asked to go back")


def test_a_draw_is_offered_and_agreed_on(new_page: NewPage) -> None:
    pair = Pair(new_page, LORRIES, seed=4)
    pair.ben.tab("Battle")
    pair.ben.page.get_by_role("button", name="Offer a draw").click()
    expect(pair.ben.page.get_by_role("region", name="A proposal")).to_contain_text("You have offered a draw.")
    pair.ada.page.reload()
    expect(pair.ada.page.get_by_role("region", name="A proposal")).to_contain_text("Ben offers a draw.")
    pair.ada.page.get_by_role("button", name="Accept").click()
    for one in (pair.ada, pair.ben):
        expect(one.page.locator(".result")).to_contain_text("A draw")


def test_dice_are_checked_when_it_is_over(new_page: NewPage, axe: Axe, tmp_path: Path) -> None:
    pair = Pair(new_page, LORRIES)
    ada, ben = pair.ada.page, pair.ben.page
    pair.ada.choose("c2")
    pair.ada.twice("c5")
    pair.agree()
    resign(pair.ben)
    expect(ada.locator(".result")).to_contain_text("You have won")
    with ada.expect_download() as saved:
        ada.get_by_role("button", name="Save the record").click()
    record = tmp_path / "lorries.pwg"
    saved.value.save_as(record)
    for page in (ada, ben):
        page.get_by_role("link", name="Check the dice").click()
        expect(page.locator(".verdict")).to_contain_text("Witnessed by this browser and signed by this server")
        expect(page.get_by_role("heading", name=re.compile(r"All \d+ dice come out the same"))).to_be_visible()
        assert axe(page) == []
    stranger = new_page()
    stranger.goto(ada.url.partition("#")[0] + "#/dice")
    stranger.get_by_label("Check a record").set_input_files(record)
    expect(stranger.locator(".verdict")).to_contain_text("Signed by this server")
    ben.get_by_label("Check a record").set_input_files(tampered(record))
    expect(ben.locator(".verdict")).to_contain_text("Something is wrong")
    assert axe(ben) == []


def tampered(record: Path) -> Path:
    """The same record with one die turned, in the throw as in the log."""
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    for line in lines:
        if isinstance(line.get("dice"), list) and line["dice"]:
            roll = next(event for event in line["events"] if event["event"] == "roll")
            line["dice"][0] = roll["dice"][0] = line["dice"][0] % 6 + 1
            break
    false = record.with_name("tampered.pwg")
    false.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return false


def test_the_list_says_whose_move_it_is(new_page: NewPage) -> None:
    pair = Pair(new_page, LORRIES, seed=4)
    for page, words in ((pair.ada.page, "Turn 1 · your move"), (pair.ben.page, "Turn 1 · Ada to move")):
        page.get_by_role("link", name="Back to the lobby").click()
        expect(page.get_by_role("link", name="Lorries")).to_contain_text(words)


def test_the_clock_is_told_without_moving(new_page: NewPage) -> None:
    pair = Pair(new_page, LORRIES, seed=4, clock={"per": "move", "seconds": 86400})
    expect(pair.ada.page.locator(".clock")).to_contain_text("left")
    still = new_page(reduced_motion="reduce")
    still.goto(pair.address)
    expect(still.locator(".clock")).to_contain_text("until")


def test_a_link_that_only_this_machine_can_open_says_so(new_page: NewPage) -> None:
    ada = new_page()
    ada.evaluate(INVITE, {"scenario": TWO_BATTERIES, "owner": "red"})
    expect(ada.get_by_role("note")).to_contain_text("This link works on this computer only.")
    expect(ada.get_by_role("note")).to_contain_text("pw serve --host 0.0.0.0")


def test_a_server_on_the_network_offers_its_address_as_a_code(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, "--host", "0.0.0.0")
    page = browser.new_context().new_page()
    try:
        page.goto(server.url)
        # What a telephone would see: another address of this machine, whatever network it is on.
        told = page.evaluate("fetch('/api/lobby').then((answer) => answer.json())")
        page.route("**/api/lobby", lambda route: route.fulfill(json={**told, "addresses": ["192.168.7.7"]}))
        page.evaluate(INVITE, {"scenario": TWO_BATTERIES, "owner": "red"})
        expect(page.get_by_label("Link for your friend").nth(1)).to_have_value(
            re.compile(r"^http://192\.168\.7\.7:\d+/#/seat/")
        )
        expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    finally:
        page.context.close()
        server.kill()


def test_an_open_seat_is_taken_from_the_list(new_page: NewPage) -> None:
    ada = new_page()
    ada.get_by_role("button", name="The Spitzberg").click()
    ada.get_by_label("Anybody on this server").check()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_label("Clock").select_option(label="10 minutes each, plus 10 s a move")
    ada.get_by_role("button", name="Offer the seat").click()
    expect(ada.get_by_role("heading", name="Your battle is on the list of open seats")).to_be_visible()
    ben = new_page()
    seat = ben.get_by_role("region", name="Open seats").get_by_role("listitem").filter(has_text="The Spitzberg")
    expect(seat).to_contain_text("Ada is waiting")
    seat.get_by_role("link", name="Take command").click()
    ben.get_by_role("button", name="Take command").click()
    for page in (ada, ben):
        expect(page.locator("[data-cell]").first).to_be_attached()
        # Both clocks are to be seen: the one that runs, and the one that stands.
        expect(page.locator(".clock")).to_have_count(2)
    eve = new_page()
    expect(eve.get_by_role("heading", name="The library")).to_be_visible()
    expect(eve.get_by_role("region", name="Open seats")).to_have_count(0)
