"""The documentation as a site: every page is on it, every link leads somewhere, and the generator is content."""

import html
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import portable_wargame as pw
from portable_wargame.cli import with_books
from portable_wargame.cli.parsing import app

TOP = Path(__file__).parents[2]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """docs/build.py, with a folder of its own to work in."""
    spec = spec_from_file_location("build_docs", TOP / "docs" / "build.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "STAGE", tmp_path / "docs")
    return module


def test_every_page_is_on_the_site(build: ModuleType) -> None:
    pages = {f"docs/{path.name}" for path in (TOP / "docs").glob("*.md")}
    assert pages <= set(build.SOURCES)


def test_the_generator_is_content(build: ModuleType, tmp_path: Path) -> None:
    build.lay_out()
    settings = tmp_path / "zensical.toml"
    settings.write_text(build.configuration(), "utf-8")
    words = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(settings)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for page in {page for pages in build.PAGES.values() for page in pages} - {"index.md"}:
        assert (tmp_path / "site" / page.removesuffix(".md") / "index.html").is_file(), page


def test_a_battle_can_be_touched_on_the_front_page_and_on_that_of_the_tab(build: ModuleType) -> None:
    build.lay_out()
    for page, place in (("index.md", "play/"), ("browser.md", "../play/")):
        (board,) = re.findall(r"<iframe (.*)></iframe>", (build.STAGE / page).read_text("utf-8"))
        assert ' src="' not in board  # nothing of the game is fetched before somebody wants to play
        (inside,) = re.findall(r'srcdoc="([^"]*)"', board)
        assert f'href="{place}#/first-battle"' in html.unescape(inside)
        (picture,) = re.findall(r'src="([^"]*)"', html.unescape(inside))
        assert (build.STAGE / picture.removeprefix("../")).is_file()
    assert "run.py site build/site/play" in (TOP / ".github/workflows/release.yml").read_text("utf-8")


def test_links_lead_from_page_to_page(build: ModuleType) -> None:
    read = build.relinked("[a](formats.md#dice) ![b](playing.jpg) [c](../examples/bot.py)", "docs/bots.md")
    assert read == "[a](formats.md#dice) ![b](playing.jpg) c (`examples/bot.py`)"
    assert build.relinked("[a](docs/python.md)", "README.md") == "[a](python.md)"
    with pytest.raises(SystemExit, match="leads nowhere"):
        build.relinked("[a](nowhere.md)", "README.md")


def test_the_reference_has_every_public_name(build: ModuleType) -> None:
    headings = re.findall(r"^## (.*)$", build.reference(), re.MULTILINE)
    assert headings == [name for name in pw.__all__ if name != "__version__"]
    assert "### Game.why_not" in build.reference()


def test_every_photograph_is_taken_by_the_script() -> None:
    script = (TOP / "docs" / "pictures.py").read_text("utf-8")
    assert {path.stem for path in (TOP / "docs").glob("*.jpg")} == set(
        re.findall(r'^    "(\w+)": ', script, re.MULTILINE)
    )


COMMAND = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?pw ([^#|>\n]+)", re.MULTILINE)


def commands() -> list[tuple[str, str]]:
    """Every command line in a code block of a page, but for those that show their shape with CAPITALS or brackets."""
    found = []
    for path in (TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))):
        for block in re.findall(r"^```[a-z]*\n(.*?)^```", path.read_text("utf-8"), re.DOTALL | re.MULTILINE):
            whole = block.replace("\\\n", " ")
            found += [(path.name, line.strip()) for line in COMMAND.findall(whole) if not re.search(r"[\[<…]", line)]
    return found


@pytest.mark.parametrize(("page", "line"), commands())
def test_every_command_of_the_pages_is_one_that_pw_understands(
    page: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shlex

    monkeypatch.setenv("PW_BOOKS", "")
    app.parse_args(with_books(shlex.split(line)), exit_on_error=False, print_error=False)
