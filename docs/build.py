"""The documentation as a site: `python3 run.py docs`. Pages are those of docs/ and of the top folder; the reference of
the Python library is made from its docstrings. All of it is laid out in build/docs first; the site is build/site."""

import html
import inspect
import re
import shutil
import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args

import portable_wargame as pw

TOP = Path(__file__).resolve().parents[1]
STAGE = TOP / "build" / "docs"
SITE = TOP / "build" / "site"
# What is in the navigation, under which heading: page, and the file it is made from.
PAGES: dict[str, dict[str, str]] = {
    "Start": {"index.md": "README.md", "browser.md": "docs/browser.md"},
    "Play": {
        "terminal.md": "docs/terminal.md",
        "table.md": "docs/table.md",
        "reports.md": "docs/reports.md",
        "analysis.md": "docs/analysis.md",
        "printing.md": "docs/printing.md",
    },
    "Host": {"server.md": "docs/server.md"},
    "Design": {"editor.md": "docs/editor.md", "formats.md": "docs/formats.md"},
    "Books and house rules": {"books.md": "docs/books.md", "house-rules.md": "docs/house-rules.md"},
    "Laboratory": {"laboratory.md": "docs/laboratory.md"},
    "Bots and protocol": {"bots.md": "docs/bots.md", "environments.md": "docs/environments.md"},
    "Python": {"python.md": "docs/python.md", "api.md": ""},
    "Architecture": {
        "architecture.md": "ARCHITECTURE.md",
        "contributing.md": "CONTRIBUTING.md",
        "style.md": "docs/style.md",
    },
}
SOURCES = {source: page for pages in PAGES.values() for page, source in pages.items() if source}
PICTURES = ("*.jpg", "*.svg", "*.png", "*.webp")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


# Where a page has a battle to touch; the front page has one too.
BOARD = "<!-- a battle to touch -->"


def main() -> None:
    lay_out()
    settings = STAGE.parent / "zensical.toml"
    settings.write_text(configuration(), "utf-8")
    zensical = [sys.executable, "-m", "zensical", "build", "--clean", "--config-file", str(settings)]
    sys.exit(subprocess.run(zensical, check=False).returncode)


def lay_out() -> None:
    """Every page and picture, with links that lead from page to page."""
    shutil.rmtree(STAGE, ignore_errors=True)
    STAGE.mkdir(parents=True)
    for pattern in PICTURES:
        for picture in (TOP / "docs").glob(pattern):
            shutil.copy(picture, STAGE)
    for source, page in SOURCES.items():
        text = relinked((TOP / source).read_text("utf-8"), source)
        if page == "index.md":
            opening, mark, rest = text.partition("\n![")
            text = f"{opening}\n{BOARD}\n{mark}{rest}"
        (STAGE / page).write_text(text.replace(BOARD, board("" if page == "index.md" else "../")), "utf-8")
    (STAGE / "api.md").write_text(reference(), "utf-8")


def board(top: str) -> str:
    """A picture, which becomes the game when it is clicked: that is large, and only one tab can play. The release puts
    the page that needs no server in the folder `play`."""
    picture = f'<img src="{top}playing.jpg" alt="" style="display: block; width: 100%; margin-top: 1rem">'
    link = f'<a href="{top}play/#/first-battle" style="font: 1.2rem sans-serif">Play the first battle here{picture}</a>'
    size = 'width="100%" height="720" loading="lazy"'
    return f'<iframe srcdoc="{html.escape(link)}" title="A first battle to play" {size}></iframe>'


def relinked(text: str, source: str) -> str:
    """Links between files become links between pages; anything else is named as a file of the sources."""

    def lead(found: re.Match[str]) -> str:
        mark, words, target, part = found[1], found[2], found[3], found[4] or ""
        if "://" in target or target.startswith("mailto:"):
            return found[0]
        file = (TOP / source).parent / target
        if not file.exists():
            raise SystemExit(f"{source}: the link {target} leads nowhere")
        name = file.resolve().relative_to(TOP).as_posix()
        if name.startswith("docs/") and any(file.match(pattern) for pattern in PICTURES):
            return f"{mark}[{words}]({file.name})"
        if name not in SOURCES:
            return words if name in words else f"{words} (`{name}`)"
        return f"[{words}]({SOURCES[name]}{part})"

    return LINK.sub(lead, text)


def configuration() -> str:
    def entry(heading: str, pages: dict[str, str]) -> str:
        listed = ", ".join(f'"{page}"' for page in pages)
        return f'    {{"{heading}" = [{listed}]}},' if len(pages) > 1 else f'    {{"{heading}" = {listed}}},'

    return "\n".join(
        [
            "[project]",
            'site_name = "The Portable Wargame"',
            f'site_description = "{pw.__doc__.splitlines()[0]}"' if pw.__doc__ else "",
            'docs_dir = "docs"',
            'site_dir = "site"',
            "nav = [",
            *(entry(heading, pages) for heading, pages in PAGES.items()),
            "]",
            "",
        ]
    )


def reference() -> str:
    """Every public name with its signature and its docstring."""
    parts = ["# Reference of the Python library\n", "Made from the docstrings of `import portable_wargame as pw`.\n"]
    for name in pw.__all__:
        found = getattr(pw, name)
        if inspect.isclass(found) or inspect.isfunction(found):
            parts += [f"## {name}\n", described(found, name)]
        if inspect.isclass(found):
            parts += [*held(found), *members(found)]
    return "\n".join(parts)


def held(owner: type) -> list[str]:
    """The fields of a record, with what is in them."""
    if not is_dataclass(owner):
        return []
    public = [one for one in fields(owner) if not one.name.startswith("_")]
    rows = [f"| `{one.name}` | `{said(one.type).replace(' | ', ' or ')}` |" for one in public]
    return ["\n".join(["| field | |", "|---|---|", *rows]) + "\n"]


def said(hint: Any) -> str:
    """A type as one writes it, without the modules that it comes from."""
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else re.sub(r"\b(?:\w+\.)+", "", str(hint))


def members(owner: type) -> list[str]:
    parts = []
    for name, member in vars(owner).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            parts.append(f"### {owner.__name__}.{name}\n\n{inspect.getdoc(member) or ''}\n")
        elif inspect.isfunction(member):
            parts += [f"### {owner.__name__}.{name}\n", described(member, name)]
    return parts


def described(what: object, name: str) -> str:
    words = inspect.getdoc(what) or ""
    signature = f"```\n{name}{inspect.signature(what)}\n```\n\n" if inspect.isfunction(what) else ""
    return f"{signature}{fenced(words)}\n"


def fenced(words: str) -> str:
    """A docstring with its examples as blocks of code: each begins with a prompt and ends with an empty line."""
    parts = [f"```pycon\n{part}\n```" if part.startswith(">>>") else part for part in words.split("\n\n")]
    return "\n\n".join(parts)


if __name__ == "__main__":
    main()
