"""What a designer does with a battle as a whole, in a real browser: names, armies, groups, turns, fixes, versions."""

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from portable_wargame.scenario import library

from .test_editor import at_the_desk, begin, cell, place, ready, small_battle, tab, text_of


def written(page: Page) -> dict[str, object]:
    return tomllib.loads(text_of(page))


def units(page: Page, side: int = 0) -> list[dict[str, object]]:
    return tomllib.loads(text_of(page))["sides"][side]["units"]  # type: ignore[no-any-return]


def drag(page: Page, start: str, end: str) -> None:
    page.locator(f'[data-cell="{start}"]').hover(force=True)
    page.mouse.down()
    page.locator(f'[data-cell="{end}"]').hover(force=True)
    page.mouse.up()


def test_a_line_is_drawn_by_dragging_and_places_are_named(page: Page) -> None:
    at_the_desk(page)
    begin(page, 6, 6)
    page.get_by_role("button", name="Line").click()
    page.get_by_role("button", name="river", exact=True).click()
    drag(page, "a3", "f3")
    rows = written(page)["map"]["rows"].split("\n")  # type: ignore[index]
    assert rows[3].split() == ["~"] * 6
    tab(page, "ground")
    page.get_by_role("button", name="Names").click()
    cell(page, "c3")
    page.get_by_label("Name of c3").fill("Unstrut")
    page.get_by_label("Name of c3").press("Enter")
    cell(page, "e5")
    page.get_by_label("Name of e5").fill("Merxleben")
    expect(page.locator(".place-names")).to_contain_text("Merxleben")
    page.get_by_label("Remove the name Unstrut").click()
    assert written(page)["names"] == {"e5": "Merxleben"}


def test_the_board_is_still_fitted_after_a_drag_that_moves_nothing(page: Page) -> None:
    at_the_desk(page, "/harrow-ridge")
    tab(page, "forces")
    drag(page, "h8", "h5")
    page.set_viewport_size({"width": 1280, "height": 700})
    page.wait_for_function("document.querySelector('.pw-board').clientHeight < 700")
    page.wait_for_function(FITS)


FITS = """() => {
    const bottom = (part) => document.querySelector(part).getBoundingClientRect().bottom
    return bottom(".pw-board .sheet") <= bottom(".pw-board") + 1
}"""


def test_nothing_scrolls_into_emptiness(page: Page) -> None:
    at_the_desk(page, "/larch-breakout")
    tab(page, "forces")
    ready(page)
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_several_units_at_once(page: Page) -> None:
    at_the_desk(page)
    begin(page, 8, 8)
    place(page, 0, "infantry", "a1", "b1", "c2")
    page.get_by_role("button", name="Select all").click()
    group = page.get_by_role("group", name="3 units selected")
    group.get_by_label("Name them").fill("# Fusiliers")
    group.get_by_role("button", name="Rename").click()
    group.get_by_label("Quality").select_option("elite")
    drag(page, "a1", "d1")
    assert [(unit["name"], unit["quality"], unit["at"]) for unit in units(page)] == [
        ("1st Fusiliers", "elite", "d1"),
        ("2nd Fusiliers", "elite", "e1"),
        ("3rd Fusiliers", "elite", "f2"),
    ]
    tab(page, "forces")
    page.keyboard.press("Control+c")
    page.keyboard.press("Control+v")
    expect(page.get_by_role("status").filter(has_text="set down 3 units")).to_be_visible()
    cell(page, "d5")
    assert [unit["at"] for unit in units(page)][3:] == ["d5", "e5", "f6"]
    tab(page, "forces")
    page.keyboard.press("Delete")
    assert len(units(page)) == 3


def test_a_duplicate_is_in_hand_at_once(page: Page) -> None:
    at_the_desk(page)
    begin(page, 6, 6)
    place(page, 0, "cavalry", "a1")
    cell(page, "a1")
    page.get_by_label("Name", exact=True).last.fill("Lancers")
    page.get_by_role("button", name="Duplicate").click()
    cell(page, "c1")
    assert [(unit["id"], unit["at"], unit["name"]) for unit in units(page)] == [
        ("r1", "a1", "Lancers"),
        ("r2", "c1", "Lancers"),
    ]


def test_an_army_is_raised_kept_and_brought_in(page: Page) -> None:
    at_the_desk(page)
    begin(page, 8, 8)
    tab(page, "forces")
    page.get_by_text("Army lists").click()
    page.get_by_label("Points").fill("30")
    page.get_by_role("button", name="Raise it").click()
    expect(page.get_by_role("status").filter(has_text="points: click the board")).to_be_visible()
    raised = units(page)
    assert len(raised) > 4 and all("at" not in unit for unit in raised)
    tab(page, "forces")
    # One click after another places one unit after another; the rest take their places by themselves.
    expect(page.get_by_role("status").filter(has_text=f"then {len(raised) - 1} more")).to_be_visible()
    cell(page, "c2")
    cell(page, "d2")
    expect(page.get_by_role("status").filter(has_text=f"then {len(raised) - 3} more")).to_be_visible()
    page.get_by_role("button", name="Line them up at their edge").click()
    placed = [str(unit.get("at")) for unit in units(page)]
    assert placed[:2] == ["c2", "d2"]
    assert len(set(placed)) == len(raised) and {place[1:] for place in placed} == {"1", "2"}
    tab(page, "forces")
    # They are let go: one click too many moves nobody.
    cell(page, "h8")
    assert [str(unit.get("at")) for unit in units(page)] == placed
    tab(page, "forces")
    page.get_by_text("Army lists").click()
    page.get_by_role("button", name="Save this army").click()
    page.locator(".sides button").nth(1).click()
    page.get_by_role("button", name="Bring in").click()
    theirs = units(page, 1)
    assert [unit["type"] for unit in theirs] == [unit["type"] for unit in raised]
    assert not {unit["id"] for unit in theirs} & {unit["id"] for unit in raised}


def test_only_what_counts_is_offered(page: Page) -> None:
    at_the_desk(page)
    begin(page, 8, 8, "late-19th-century")
    place(page, 0, "infantry rifles", "a1")
    cell(page, "a1")
    expect(page.get_by_text("moves 1 · range 3 · 4 points").last).to_be_visible()
    expect(page.get_by_label("Quality")).to_have_count(0)
    expect(page.get_by_label("Regulars")).to_have_count(0)
    page.get_by_label("Type").select_option("mounted-cavalry")
    expect(page.get_by_label("Regulars")).to_be_visible()


def test_what_has_no_effect_is_remarked_on_and_can_be_removed(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "soor.toml"
    text = library.text("soor-villages").replace('id = "foot-1",', 'id = "foot-1", quality = "elite",', 1)
    file.write_text(text, "utf-8")
    at_the_desk(page)
    page.locator(".bar input[type=file]").set_input_files(file)
    ready(page)
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("button", name="Remove it")).to_have_count(0)
    assert "elite" not in text_of(page)


def test_a_side_that_can_never_act_is_remarked_on_and_not_deleted(page: Page, tmp_path: Path) -> None:
    draft = tomllib.loads(library.text("soor-villages"))
    draft["sides"][1] |= {"army": "native", "units": [dict(draft["sides"][1]["units"][0], type="infantry-rifles")]}
    del draft["victory"]
    file = tmp_path / "soor.json"
    file.write_text(json.dumps(draft), "utf-8")
    at_the_desk(page)
    page.locator(".bar input[type=file]").set_input_files(file)
    ready(page)
    expect(page.get_by_role("button", name=re.compile("throws no activation die"))).to_be_visible()
    expect(page.get_by_role("button", name="Remove it")).to_have_count(0)


def test_one_cause_is_one_message_with_a_button_that_fixes_it(page: Page) -> None:
    at_the_desk(page)
    begin(page, 8, 8, "late-19th-century")
    place(page, 0, "infantry rifles", "a4", "b4", "c4")
    place(page, 1, "infantry rifles", "a8")
    expect(page.get_by_text("And 2 others like it.")).to_be_visible()
    page.get_by_role("button", name="Make it a refight").click()
    ready(page)
    assert written(page)["historical"] is True
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Make it a refight")).to_be_visible()


def test_conditions_are_put_in_order(page: Page) -> None:
    at_the_desk(page)
    small_battle(page)
    tab(page, "victory")
    page.get_by_role("button", name="Add a condition").click()
    page.get_by_label("wins by").last.select_option("survive")
    page.get_by_role("button", name="Move condition 2 up").click()
    assert [list(one)[1] for one in written(page)["victory"]] == ["survive", "hold"]  # type: ignore[attr-defined]


def test_back_from_a_play_test_with_every_step(page: Page) -> None:
    at_the_desk(page)
    small_battle(page)
    ready(page)
    page.get_by_role("button", name="Play it").click()
    page.get_by_label("Both sides").check()
    page.get_by_role("button", name="Begin the battle").click()
    page.get_by_role("link", name="Back to the editor").click()
    ready(page)
    expect(page.get_by_role("tab", name="battle")).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="A new battle")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="A new battle")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    assert "victory" not in written(page) or written(page)["victory"] == [{"side": "red", "hold": []}]
    page.get_by_role("button", name="Versions…").click()
    kept = page.get_by_role("dialog").locator("li", has_text="as play-tested")
    kept.get_by_role("button", name="Go back to it").click()
    expect(page.get_by_role("heading", name="Two Fields")).to_be_visible()


def test_versions_are_kept_by_name(page: Page) -> None:
    at_the_desk(page, "/millford-bridge")
    page.get_by_role("button", name="Versions…").click()
    page.get_by_label("Keep the draft as it is now").fill("with one bridge")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name="Close").last.click()
    begin(page, 4, 4)
    page.get_by_role("button", name="Versions…").click()
    page.get_by_role("dialog").locator("li", has_text="with one bridge").get_by_role("button").first.click()
    expect(page.get_by_role("heading", name="Millford Bridge")).to_be_visible()


@pytest.mark.parametrize(("button", "name", "start"), [
    ("Drawing (SVG)", "harrow-ridge.svg", b"<svg"),
    ("Picture (PNG)", "harrow-ridge.png", b"\x89PNG"),
    ("Print pack (PDF)", "harrow-ridge.pdf", b"%PDF"),
])  # fmt: skip
def test_the_map_goes_on_paper(page: Page, button: str, name: str, start: bytes) -> None:
    at_the_desk(page, "/harrow-ridge")
    ready(page)
    page.get_by_role("button", name="Export…").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    assert download.value.suggested_filename == name
    assert Path(download.value.path()).read_bytes().startswith(start)


def test_a_picture_is_traced_and_stays_out_of_the_scenario(page: Page, tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (80, 60), "red").save(tmp_path / "map.png")
    at_the_desk(page)
    begin(page, 6, 6)
    page.locator("input[type=file][accept^=image]").set_input_files(tmp_path / "map.png")
    expect(page.locator(".pw-board image")).to_have_attribute("href", re.compile("^data:image/jpeg"))
    # It lies on the map, under the lines of the grid, and ends where the map ends.
    clipped = page.locator(".land g[clip-path] > image")
    expect(clipped).to_have_count(1)
    assert clipped.evaluate("(one) => one.nextElementSibling.classList.contains('grid-lines')")
    page.get_by_label("Strength").fill("0.2")
    expect(page.locator(".pw-board image")).to_have_attribute("opacity", "0.2")
    assert "data:image" not in text_of(page)
    page.reload()
    expect(page.locator(".pw-board image")).to_be_attached()
    page.get_by_role("tab", name="ground").click()
    page.get_by_role("button", name="Remove it").click()
    expect(page.locator(".pw-board image")).to_have_count(0)


def test_a_battle_is_mirrored_and_shifted(page: Page) -> None:
    at_the_desk(page)
    small_battle(page)
    tab(page, "ground")
    page.get_by_role("button", name="Mirror north–south").click()
    turned = written(page)
    assert [side["edge"] for side in turned["sides"]] == ["north", "south"]  # type: ignore[attr-defined]
    assert turned["victory"] == [{"side": "red", "hold": ["c2"]}]
    ready(page)
    tab(page, "ground")
    page.get_by_role("button", name="Shift west").click()
    assert units(page)[0].get("at") is None


@pytest.mark.parametrize("width", [1280, 390])
def test_every_panel_is_accessible_and_fits(
    width: int, new_page: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    page = new_page(width=width)
    at_the_desk(page, "/larch-breakout")
    ready(page)
    for name in ("ground", "forces", "victory", "battle", "text"):
        tab(page, name)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert axe(page) == [], name
    tab(page, "forces")
    page.get_by_role("button", name="Select all").click()
    assert axe(page) == []
