"""The editor in a real browser: a battle from nothing, played, shared, saved; a broken file mended by its messages."""

import copy
import json
import random
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from portable_wargame.scenario import library
from portable_wargame.scenario.reading import read
from tests.server.test_workshop import broken

from .serving import Server
from .table import Table


def at_the_desk(page: Page, what: str = "") -> Page:
    page.goto(page.url.split("#")[0] + "#/editor" + what)
    expect(page.locator("[data-cell]").first).to_be_attached()
    return page


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def cell(page: Page, name: str) -> None:
    page.locator(f'[data-cell="{name}"]').click()


def begin(page: Page, columns: int, rows: int, book: str = "classic") -> None:
    """An empty board."""
    page.get_by_role("button", name="New…").click()
    page.get_by_role("dialog").get_by_label("Book").select_option(value=book)
    page.get_by_label("Columns").last.fill(str(columns))
    page.get_by_label("Rows").last.fill(str(rows))
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def place(page: Page, side: int, kind: str, *cells: str) -> None:
    tab(page, "forces")
    page.locator(".sides button").nth(side).click()
    page.locator(".types").get_by_role("button", name=kind, exact=True).click()
    for name in cells:
        cell(page, name)
    page.keyboard.press("Escape")


def small_battle(page: Page) -> None:
    begin(page, 5, 6)
    page.get_by_role("button", name="river", exact=True).click()
    page.get_by_role("button", name="Line").click()
    cell(page, "a3")
    cell(page, "e3")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="road", exact=True).click()
    cell(page, "c1")
    cell(page, "c6")
    page.keyboard.press("Escape")
    place(page, 0, "infantry", "a1", "c1")
    place(page, 0, "artillery", "d1")
    place(page, 1, "infantry", "b6", "d6")
    tab(page, "victory")
    page.get_by_role("button", name="Add a condition").click()
    cell(page, "c5")
    tab(page, "battle")
    page.get_by_label("Title").fill("Two Fields")
    page.get_by_label("Turns").fill("8")


def ready(page: Page) -> None:
    expect(page.get_by_role("heading", name="Ready to play")).to_be_visible()


def text_of(page: Page) -> str:
    tab(page, "text")
    area = page.get_by_label("Text of the scenario")
    expect(area).to_have_value(re.compile("format"))
    return area.input_value()


def test_a_battle_from_nothing_played_and_shared(page: Page, new_page: Callable[..., Page]) -> None:
    at_the_desk(page)
    small_battle(page)
    ready(page)
    written = tomllib.loads(text_of(page))
    assert written["map"]["rows"].split("\n")[3].split() == ["~", "~", "B", "~", "~"]
    assert [unit["at"] for unit in written["sides"][0]["units"]] == ["a1", "c1", "d1"]
    assert written["victory"] == [{"side": "red", "hold": ["c5"]}]
    page.get_by_role("button", name="Share…").click()
    link = page.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile("#/shared/"))
    address = link.input_value()
    page.get_by_role("button", name="Close").last.click()

    friend = new_page()
    friend.goto(address)
    expect(friend.get_by_role("heading", name="Two Fields")).to_be_visible()
    friend.get_by_role("button", name="Play it").click()
    friend.get_by_label("Both sides").check()
    friend.get_by_role("button", name="Begin the battle").click()
    expect(friend.locator('[data-unit="r1"]')).to_be_attached()
    Table(friend).asks("targets")

    page.get_by_role("button", name="Play it").click()
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator(".question")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Two Fields")).to_be_visible()
    ready(page)


def test_a_shared_battle_goes_on_in_the_editor(page: Page, new_page: Callable[..., Page]) -> None:
    at_the_desk(page, "/harrow-ridge")
    page.get_by_role("button", name="Share…").click()
    expect(page.get_by_role("textbox", name="Link")).to_have_value(re.compile("#/shared/"))
    friend = new_page()
    friend.goto(page.get_by_role("textbox", name="Link").input_value())
    friend.get_by_role("button", name="Open it in the editor").click()
    expect(friend.get_by_role("heading", name="Harrow Ridge")).to_be_visible()
    ready(friend)
    assert read(text_of(friend)) == library.load("harrow-ridge")


BOMB = """async () => {
    const zeros = new Blob([new Uint8Array(50_000_000)]).stream();
    const packed = zeros.pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}"""


def test_hostile_links_are_refused_in_words(page: Page) -> None:
    hostile = {
        "!!!": "damaged",
        "AAAA": "damaged",
        "q" * 250_000: "too long to be a battle",
        str(page.evaluate(BOMB)): "is too large",
        "izbUMYoFAA": "no battle in this link",
    }
    for data, words in hostile.items():
        page.goto(page.url.split("#")[0] + "#/shared/" + data)
        expect(page.get_by_role("alert")).to_contain_text(words)


def test_a_broken_file_is_mended_by_its_messages(page: Page, tmp_path: Path) -> None:
    good = library.text("harrow-ridge")
    broken = good.replace('edge = "south"', 'edge = "north"', 1).replace('type = "cavalry"', 'type = "cavlry"', 1)
    broken = broken.replace("turns = 10", 'turns = "ten"').replace('title = "', 'titel = "no"\ntitle = "')
    file = tmp_path / "broken.toml"
    file.write_text(broken, "utf-8")
    at_the_desk(page)
    page.locator(".bar input[type=file]").set_input_files(file)
    expect(page.get_by_role("heading", name=re.compile("problems"))).to_be_visible()
    page.get_by_role("button", name="Remove titel").click()
    page.get_by_label("Turns").fill("10")
    expect(page.get_by_text("turns is 'ten'")).to_have_count(0)
    page.get_by_role("button", name=re.compile("cavlry")).click()
    wrong = page.get_by_label("Type")
    expect(wrong).to_be_focused()
    expect(page.locator(".form .faults")).to_contain_text("did you mean cavalry?")
    wrong.select_option("cavalry")
    page.get_by_role("button", name=re.compile("north edge, which is already")).click()
    page.locator(".sides button").first.click()
    page.get_by_text("Name, edge, colours and briefing").click()
    page.get_by_label("Own edge").select_option("south")
    ready(page)
    assert read(text_of(page)) == library.load("harrow-ridge")


def test_what_is_not_even_toml_is_mended_as_text(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(library.text("harrow-ridge").replace("turns = 10", "turns = = 10"), "utf-8")
    at_the_desk(page)
    page.locator(".bar input[type=file]").set_input_files(file)
    message = page.get_by_role("list", name="Problems in the text")
    expect(message).to_contain_text("this is not TOML")
    message.get_by_role("button").click()
    marked = page.evaluate("document.activeElement.value.slice(document.activeElement.selectionStart).split('\\n')[0]")
    assert marked == "turns = = 10"
    page.keyboard.type("turns = 10")
    expect(page.get_by_text("No problems.")).to_be_visible()
    page.get_by_role("button", name="Use this text").click()
    ready(page)
    assert read(text_of(page)) == library.load("harrow-ridge")


def test_whatever_is_opened_the_page_stands(page: Page, tmp_path: Path) -> None:
    """An error in the page's own code fails the test; every panel can be seen, and a new battle begun."""
    at_the_desk(page)
    luck = random.Random(3)
    whole = tomllib.loads(library.text("kessel-crossroads"))
    drafts = [{}, {"map": 3, "sides": {}, "victory": "x"}, {"map": {"rows": "?" * 90 + "\n" + "w" * 3}}]
    drafts += [broken(copy.deepcopy(whole), luck) for _ in range(8)]
    for number, draft in enumerate(drafts):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(draft), "utf-8")
        page.locator(".bar input[type=file]").set_input_files(file)
        expect(page.get_by_role("heading", name=re.compile("problem"))).to_be_visible()
        for name in ("ground", "forces", "victory", "battle", "text"):
            tab(page, name)
    begin(page, 4, 4)
    expect(page.locator("[data-cell]")).to_have_count(16)


def test_the_draft_before_is_not_lost(page: Page) -> None:
    at_the_desk(page)
    tab(page, "battle")
    page.get_by_label("Title").fill("Half an Idea")
    expect(page.get_by_role("heading", name="Half an Idea")).to_be_visible()
    at_the_desk(page, "/harrow-ridge")
    expect(page.get_by_role("heading", name="Harrow Ridge")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Half an Idea")).to_be_visible()


def test_saved_battles_are_in_the_lobby(page: Page) -> None:
    at_the_desk(page, "/harrow-ridge")
    tab(page, "battle")
    page.get_by_label("Title").fill("Browser Ridge")
    ready(page)
    page.get_by_role("button", name="Save…").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("button", name="Browser Ridge")).to_be_visible()
    at_the_desk(page, "/yours-browser-ridge")
    page.get_by_role("button", name="Save…").click()
    expect(page.get_by_text("Saving replaces it")).to_be_visible()
    page.get_by_role("button", name="Replace it").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def test_undo_brings_back_the_name_of_a_battle_too(page: Page) -> None:
    at_the_desk(page, "/harrow-ridge")
    tab(page, "battle")
    page.get_by_label("Title").fill("A Battle Undone")
    ready(page)
    page.get_by_role("button", name="Save…").click()
    name = page.get_by_role("dialog").get_by_label("Name")
    name.fill("undone-ridge")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Keep editing").click()
    begin(page, 5, 6)
    page.get_by_role("button", name="Undo").click()
    ready(page)
    page.get_by_role("button", name="Save…").click()
    expect(name).to_have_value("undone-ridge")


def test_the_downloaded_file_is_the_scenario(page: Page) -> None:
    at_the_desk(page, "/millford-bridge")
    page.get_by_role("button", name="Export…").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Scenario file").click()
    assert download.value.suggested_filename == "millford-bridge.toml"
    assert read(Path(download.value.path()).read_text("utf-8")) == library.load("millford-bridge")


def test_every_scenario_of_the_library_goes_through_the_editor_unharmed(page: Page) -> None:
    for name in library.names():
        at_the_desk(page, f"/{name}")
        expect(page.get_by_role("heading", name=library.load(name).title)).to_be_visible()
        assert tomllib.loads(text_of(page)) == tomllib.loads(library.text(name)), name


def test_undo_goes_back_to_the_file_and_redo_forth(page: Page) -> None:
    at_the_desk(page, "/millford-bridge")
    ready(page)
    page.get_by_role("button", name="woods", exact=True).click()
    page.locator('[data-cell="a1"]').hover()  # which waits until the board has found its size
    page.mouse.down()
    for name in ("b1", "c1"):
        page.locator(f'[data-cell="{name}"]').hover()
    page.mouse.up()
    painted = text_of(page)
    assert tomllib.loads(painted)["map"]["rows"].strip().split("\n")[-1].split()[:3] == ["w", "w", "w"]
    page.get_by_role("button", name="Undo").click()
    tab(page, "ground")
    assert read(text_of(page)) == library.load("millford-bridge")
    page.get_by_role("button", name="Redo").click()
    tab(page, "ground")
    assert text_of(page) == painted


def test_another_book_shows_what_does_not_carry_over(page: Page) -> None:
    at_the_desk(page, "/harrow-ridge")
    tab(page, "battle")
    page.get_by_label("Book").select_option(value="colonial")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("the book: classic becomes colonial")
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Book")).to_have_value("classic")
    page.get_by_label("Book").select_option(value="colonial")
    page.get_by_role("button", name="Convert").click()
    expect(page.get_by_label("Book")).to_have_value("colonial")
    ready(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Book")).to_have_value("classic")


def test_a_random_battle_can_be_played_at_once(page: Page) -> None:
    at_the_desk(page, "/(random)")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Make the battle").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    ready(page)
    first = text_of(page)
    page.get_by_role("button", name="New…").click()
    page.get_by_role("button", name="A random battle").click()
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Make the battle").click()
    assert text_of(page) == first


def test_a_random_battle_may_have_optional_rules(page: Page) -> None:
    at_the_desk(page, "/(random)")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("gas")).to_have_count(0)
    dialog.get_by_label("Book").select_option(value="modern")
    dialog.get_by_label("gas").check()
    dialog.get_by_role("button", name="Make the battle").click()
    expect(dialog).to_have_count(0)
    assert "gas" in tomllib.loads(text_of(page))["options"]


def test_wishes_for_a_random_battle_may_be_left_open_or_change(page: Page) -> None:
    at_the_desk(page, "/(random)")
    dialog = page.get_by_role("dialog")
    make = dialog.get_by_role("button", name="Make the battle")
    for label, value, message in (
        ("Columns", "", "has 3 to 40 columns"),
        ("Seed", "1.5", "The seed must be a whole number"),
        ("Points a side", "12.5", "a whole number"),
    ):
        field = dialog.get_by_role("spinbutton", name=label)
        before = field.input_value()
        field.fill(value)
        make.click()
        expect(dialog.get_by_role("alert")).to_contain_text(message)
        field.fill(before)
    dialog.get_by_label("Book").select_option("classic")
    dialog.get_by_label("First army").select_option("militia")
    dialog.get_by_label("Book").select_option("modern")
    expect(dialog.get_by_label("First army")).to_have_value("")
    for label in ("Seed", "Points a side"):
        dialog.get_by_role("spinbutton", name=label).fill("")
    make.click()
    expect(dialog).to_have_count(0)
    ready(page)


def test_a_file_spoiled_by_hand_leads_from_the_lobby_to_the_editor(page: Page, server: Server) -> None:
    file = server.data / "scenarios" / "by-hand.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(library.text("harrow-ridge").replace('ruleset = "classic"', 'ruleset = "chess"'), "utf-8")
    page.reload()
    page.get_by_role("link", name="yours-by-hand").click()
    tab(page, "battle")
    page.get_by_label("Book").select_option("classic")
    page.get_by_role("button", name="Change it anyway").click()
    ready(page)
    page.get_by_role("button", name="Save…").click()
    page.get_by_role("button", name="Replace it").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert read(file.read_text("utf-8")) == library.load("harrow-ridge")
    file.write_text("title = ", "utf-8")
    at_the_desk(page, "/yours-by-hand")
    page.get_by_label("Text of the scenario").fill(library.text("millford-bridge"))
    page.get_by_role("button", name="Use this text").click()
    ready(page)
    page.get_by_role("button", name="Save…").click()
    expect(page.get_by_role("dialog").get_by_label("Name")).to_have_value("by-hand")
    file.unlink()


def test_names_that_others_refer_to_change_as_a_whole(page: Page) -> None:
    """On the way to "ringleader" the side would be called "ring", as the other is, and their aims would be one."""
    at_the_desk(page, "/larch-breakout")
    tab(page, "forces")
    page.get_by_text("Name, edge, colours and briefing").click()
    field = page.get_by_label("Id", exact=True)
    field.fill("")
    field.press_sequentially("ringleader")
    field.press("Tab")
    ready(page)
    page.locator("button.unit", has_text="Lorry Column").click()
    page.get_by_label("Carries").select_option("foot-2")
    ready(page)
    written = tomllib.loads(text_of(page))
    assert [condition["side"] for condition in written["victory"]] == ["ringleader", "ring"] * 2
    carrying = {unit["id"]: unit["carrying"] for unit in written["sides"][0]["units"] if "carrying" in unit}
    assert carrying == {"tank-1": "foot-1", "truck-1": "foot-2"}


def test_the_checker_is_asked_again_when_the_server_is_back(page: Page, server: Server) -> None:
    at_the_desk(page, "/harrow-ridge")
    tab(page, "battle")
    server.kill()
    page.get_by_label("Title").fill("Meanwhile")
    expect(page.get_by_role("alert")).to_contain_text("doesn’t answer")
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
    server.start()
    ready(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Play it")).to_be_enabled()


def test_what_came_from_the_library_is_a_draft_from_then_on(page: Page) -> None:
    """Neither a reload nor the way back from another page brings the battle of the library again."""
    at_the_desk(page, "/harrow-ridge")
    tab(page, "battle")
    page.get_by_label("Title").fill("An Hour's Work")
    ready(page)
    page.reload()
    expect(page.get_by_role("heading", name="An Hour's Work")).to_be_visible()
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="An Hour's Work")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("heading", name="An Hour's Work")).to_be_visible()
    at_the_desk(page, "/harrow-ridge")
    expect(page.get_by_role("heading", name="Harrow Ridge")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="An Hour's Work")).to_be_visible()


def test_a_window_that_is_left_does_not_write_over_the_draft_of_another(page: Page) -> None:
    at_the_desk(page)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("heading", name="2 problems")).to_be_visible()
    tab(page, "battle")
    page.get_by_label("Title").fill("The Newer One")
    for window in (page, other):
        window.get_by_role("link", name="Rules").click()
        expect(window.get_by_role("tablist")).to_have_count(0)
    at_the_desk(page)
    expect(page.get_by_role("heading", name="The Newer One")).to_be_visible()


def test_what_is_typed_in_the_text_is_kept_until_it_is_used_or_dropped(page: Page) -> None:
    at_the_desk(page, "/harrow-ridge")
    area = page.get_by_label("Text of the scenario")
    typed = text_of(page).replace("turns = 10", "turns = 11")
    area.fill(typed)
    tab(page, "ground")
    expect(page.get_by_text("You have unsaved text.")).to_be_visible()
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
    page.reload()
    page.get_by_role("button", name="Go to the text").click()
    expect(area).to_have_value(typed)
    area.fill(typed.replace("turns = 11", "turns = 12"))
    # What is used is what stands there, however quickly one clicks.
    page.get_by_role("button", name="Use this text").click()
    expect(page.get_by_label("Turns")).to_have_value("12")
    tab(page, "text")
    expect(area).to_have_value(re.compile("turns = 12"))
    page.get_by_role("button", name="Undo").click()
    expect(area).to_have_value(re.compile("turns = 10"))
    area.fill("turns = = 9")
    page.get_by_role("button", name="Discard it").click()
    expect(area).to_have_value(re.compile("turns = 10"))


def test_a_fraction_can_be_written_letter_by_letter(page: Page) -> None:
    """Also one that begins as the usual one does."""
    at_the_desk(page, "/harrow-ridge")
    tab(page, "battle")
    field = page.get_by_label("exhaustion")
    field.press_sequentially("1/30")
    expect(field).to_have_value("1/30")
    ready(page)
    assert tomllib.loads(text_of(page))["house-rules"] == {"exhaustion": "1/30"}


def test_how_fair_it_is_can_be_asked_and_stopped(page: Page) -> None:
    at_the_desk(page, "/harrow-ridge")
    tab(page, "victory")
    page.get_by_role("button", name="How fair is this?").click()
    expect(page.get_by_role("img", name=re.compile("Assault division: .* battles won"))).to_be_visible(timeout=40_000)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text(re.compile("battles? fought between sergeants"))).to_be_visible()


def test_keyboard_only(page: Page) -> None:
    at_the_desk(page)
    begin(page, 4, 4)
    board = page.get_by_role("application")
    page.keyboard.press("f")
    page.keyboard.press("b")
    board.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="ground").focus()
    page.keyboard.press("ArrowRight")
    infantry = page.locator(".types").get_by_role("button", name="infantry", exact=True)
    infantry.focus()
    page.keyboard.press("Space")
    board.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.keyboard.press("e")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    written = tomllib.loads(text_of(page))
    assert written["map"]["rows"].strip().split("\n")[-1].split()[:2] == ["w", "w"]
    assert written["sides"][0]["units"] == [{"id": "r1", "type": "infantry", "at": "c2", "facing": "e"}]
    page.get_by_role("tab", name="text").focus()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    page.keyboard.press("ArrowLeft")
    assert tomllib.loads(text_of(page))["sides"][0]["units"][0]["at"] == "c1"


def test_by_finger_on_a_small_screen(new_page: Callable[..., Page]) -> None:
    page = at_the_desk(new_page(380, 780, has_touch=True, is_mobile=True))
    begin(page, 4, 4)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    page.locator('[data-cell="b2"]').tap()
    tab(page, "forces")
    page.locator(".types").get_by_role("button", name="infantry", exact=True).tap()
    page.locator('[data-cell="c1"]').tap()
    written = tomllib.loads(text_of(page))
    assert written["map"]["rows"].split("\n")[2].split() == [".", "w", ".", "."]
    assert written["sides"][0]["units"][0]["at"] == "c1"


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_is_wrong_for_assistive_technology(
    new_page: Callable[..., Page], axe: Callable[[Page], list[str]], colours: str
) -> None:
    page = at_the_desk(new_page(color_scheme=colours), "/kessel-crossroads")
    for name in ("ground", "forces", "victory", "battle", "text"):
        tab(page, name)
        if name == "forces":
            page.locator("button.unit").first.click()
            page.get_by_label("Type").select_option("tank")
            page.get_by_label("Place", exact=True).fill("zz")
            expect(page.locator(".form .faults").first).to_be_visible()
        assert axe(page) == [], name
    for name in ("New…", "Save…", "Share…", "Keys"):
        page.get_by_role("button", name=name).click()
        assert axe(page) == [], name
        page.keyboard.press("Escape")
