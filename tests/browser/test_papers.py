"""Papers from the page: the report after a battle, edited and with a photograph, and a pack for the real table."""

import base64
import io
import json
import zipfile
from pathlib import Path

from playwright.sync_api import Page, expect

from .table import Table
from .test_afterwards import over


def a_photograph(page: Page, path: Path) -> None:
    """A real JPEG, painted by the browser."""
    data = page.evaluate("""() => {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 40;
        canvas.getContext("2d").fillRect(5, 5, 20, 20);
        return canvas.toDataURL("image/jpeg").split(",")[1];
    }""")
    path.write_bytes(base64.b64decode(data))


def test_a_report_is_one_click_away_and_can_be_edited(page: Page, table: Table, tmp_path: Path) -> None:
    over(table)
    page.get_by_role("button", name="Write the report").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Paragraph").first).to_be_visible()
    dialog.get_by_label("Title", exact=True).fill("A day with the sergeants")
    dialog.get_by_label("Paragraph").first.fill("We drove on until the petrol ran out.")
    picture = tmp_path / "table.jpg"
    a_photograph(page, picture)
    dialog.locator("input[type=file]").first.set_input_files(picture)
    photograph = dialog.locator("figure", has=page.locator("img[src^='data:image/jpeg']"))
    photograph.get_by_label("Caption").fill("Our table")
    page.mouse.click(2, 2)  # beside the dialog
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Write the report").click()
    expect(dialog.get_by_label("Title", exact=True)).to_have_value("A day with the sergeants")
    expect(photograph.get_by_label("Caption")).to_have_value("Our table")
    with page.expect_download() as started:
        dialog.get_by_role("button", name="Save as a web page").click()
    text = Path(started.value.path()).read_text("utf-8")
    assert started.value.suggested_filename == "a-day-with-the-sergeants.html"
    assert "We drove on until the petrol ran out." in text and 'alt="Our table"' in text and "data:image/jpeg" in text
    with page.expect_download() as started:
        dialog.get_by_role("button", name="Save as Markdown with pictures").click()
    names = zipfile.ZipFile(io.BytesIO(Path(started.value.path()).read_bytes())).namelist()
    assert "report.md" in names and any(name.endswith(".jpg") for name in names)
    with page.expect_download() as started:
        dialog.get_by_role("button", name="Save the animation").click()
    assert Path(started.value.path()).read_text("utf-8").startswith("<svg")


def test_a_battle_is_printed_from_the_lobby(page: Page) -> None:
    page.goto(f"{page.url.split('#')[0]}#/battle/toll-house")
    page.get_by_role("button", name="Print…").click()
    dialog = page.get_by_role("dialog").last
    with page.expect_request("**/api/print") as asked, page.expect_download() as started:
        dialog.get_by_role("button", name="Make the PDF").click()
    assert "127.0.0.1" not in json.loads(asked.value.post_data or "")["url"]  # useless to a telephone
    assert Path(started.value.path()).read_bytes().startswith(b"%PDF")
