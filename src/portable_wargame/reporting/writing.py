"""A report on paper or screen: one self-contained page, or Markdown with its pictures beside it."""

import re
from html import escape
from pathlib import Path

from .editing import file_of
from .report import Block, Photo, Picture, Report, Table

STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.2rem 4rem; background: #fbf9f2; color: #26231b;
  font: 1.08rem/1.6 Georgia, "Times New Roman", serif; }
h1 { font-size: 2.2rem; line-height: 1.15; margin: 0 0 0.2rem; }
h2 { margin: 2.4rem 0 0.6rem; border-bottom: 1px solid #cfc9b6; }
.under { color: #6f6a5c; font-style: italic; margin: 0 0 1.5rem; }
figure { margin: 1.6rem 0; }
figure > :first-child { display: block; margin: 0 auto; max-width: 100%; width: auto; height: auto;
  min-width: min(100%, 24rem); max-height: 36rem; }
figcaption, table { font-size: 0.92rem; }
figcaption { color: #6f6a5c; font-style: italic; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.6rem; border-bottom: 1px solid #ddd7c5; }
"""


BOLD = re.compile(r"[*][*](.+?)[*][*]")


def as_page(report: Report) -> str:
    """The whole report as one HTML page, pictures and all."""
    parts = [f"<h1>{escape(report.title)}</h1>", f'<p class="under">{escape(report.under)}</p>']
    for section in report.sections:
        parts.append(f"<h2>{escape(section.heading)}</h2>")
        parts += [_html(block) for block in section.blocks]
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head = f"{meta}<title>{escape(report.title)}</title><style>{STYLE}</style>"
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en-GB"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _html(block: Block) -> str:
    if isinstance(block, Picture):
        svg = re.sub(r"<title>.*?</title>", "", block.svg)
        return f"<figure>{svg}<figcaption>{escape(block.caption)}</figcaption></figure>"
    if isinstance(block, Table):
        heads = "".join(f"<th>{escape(title)}</th>" for title in block.columns)
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in block.rows)
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    if isinstance(block, Photo):
        shown = f'<img src="{escape(block.data)}" alt="{escape(block.caption)}">'
        return f"<figure>{shown}<figcaption>{escape(block.caption)}</figcaption></figure>"
    text = BOLD.sub(r"<b>\1</b>", escape(block))
    return f"<p>{text}</p>"


def as_markdown(report: Report, stem: str) -> tuple[str, dict[str, bytes]]:
    """The text, and its pictures by file name."""
    lines = [f"# {_plain(report.title)}", "", f"*{_plain(report.under)}*", ""]
    pictures: dict[str, bytes] = {}
    for section in report.sections:
        lines += [f"## {section.heading}", ""]
        for block in section.blocks:
            if isinstance(block, Picture | Photo):
                ending, content = ("svg", block.svg.encode()) if isinstance(block, Picture) else file_of(block)
                name = f"{stem}-{len(pictures) + 1}.{ending}"
                pictures[name] = content
                lines += [f"![{_plain(block.caption)}]({name})", "", f"*{_plain(block.caption)}*", ""]
            elif isinstance(block, Table):
                lines += [_row(block.columns), _row(tuple("---" for _ in block.columns))]
                lines += [*(_row(row) for row in block.rows), ""]
            else:
                lines += [block, ""]
    return "\n".join(lines), pictures


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(_plain(cell) for cell in cells)} |"


def _plain(text: str) -> str:
    """Escape a name, so that nothing in it turns into Markdown."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(text.split()))


def write(report: Report, out: Path) -> list[Path]:
    """Write a page, Markdown with its pictures, or both into a folder; returns the written files."""
    if out.suffix.lower() in (".html", ".htm"):
        out.write_text(as_page(report), encoding="utf-8")
        return [out]
    if out.suffix.lower() == ".md":
        text, pictures = as_markdown(report, out.stem)
        written = [(out, text.encode()), *((out.parent / name, content) for name, content in pictures.items())]
    else:
        out.mkdir(exist_ok=True)
        text, pictures = as_markdown(report, "picture")
        written = [(out / "report.md", text.encode()), (out / "report.html", as_page(report).encode())]
        written += [(out / name, content) for name, content in pictures.items()]
    for path, content in written:
        path.write_bytes(content)
    return [path for path, _ in written]
