"""The documentation as a site: `python3 run.py docs`. Pages are those of docs/ and of the top folder; the reference of
the Python library is made from its docstrings. All of it is laid out in build/docs first; the site is build/site."""

import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path

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


# A battle to touch, on the front page too: the release puts the page that needs no server in the folder `play`.
BOARD = (
    '\n<iframe src="play/#/first-battle" title="A first battle to play" width="100%" height="720" '
    'loading="lazy"></iframe>\n'
)


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
        (STAGE / page).write_text(relinked((TOP / source).read_text("utf-8"), source), "utf-8")
    front = STAGE / "index.md"
    opening, mark, rest = front.read_text("utf-8").partition("\n![")
    front.write_text(opening + BOARD + mark + rest, "utf-8")
    (STAGE / "api.md").write_text(reference(), "utf-8")


def relinked(text: str, source: str) -> str:
    """Links between files become links between pages; what is no page is named as a file of the sources."""

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
        if inspect.isclass(found) and found.__module__.startswith("portable_wargame.api"):
            parts += members(found)
    return "\n".join(parts)


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
