"""A battle as an animation: the ground once, and each turn's counters in turn."""

from xml.sax.saxutils import escape

from ..game.errors import Refusal
from ..pictures.layout import Layout
from ..pictures.picture import CAPTION, backdrop, framed, units
from .drawing import arrows, colours, layers
from .following import Story

SECONDS = 2.5  # seconds for a turn


def animated(story: Story, title: str, first: int = 1, last: int = 0) -> str:
    """The turns from first to last (0: the final one) as an SVG that plays by itself, over and over."""
    numbers = [turn.number for turn in story.turns]
    end = max(numbers)  # an umpire may have set the turn back
    last = last or end
    if not 1 <= first <= last <= end:
        raise Refusal(f"the battle has turns 1 to {end}, not {first} to {last}")
    layout = Layout(story.start.battle.field.grid, CAPTION)
    own = colours(story)
    frames: list[str] = []
    if first == 1:
        frames.append(_frame(layout, "Before the battle", "".join(units(layout, story.start.battle, own))))
    for turn, board in zip(story.turns, story.boards, strict=True):
        if first <= turn.number <= last:
            inner = "".join(units(layout, board.battle, own)) + arrows(board, turn, CAPTION)
            frames.append(_frame(layout, f"{title}, turn {turn.number}", inner))
    if not frames:
        raise Refusal(f"nothing happened in turns {first} to {last}")
    shown = [f'<g class="f" style="animation-delay:{SECONDS * place:g}s">{one}</g>' for place, one in enumerate(frames)]
    lettering = [layer(layout) for layer in layers(story)]
    below = backdrop(layout, story.start.battle, story.start.ruleset.palette, own)
    return framed(layout, title, [_style(len(frames)), *below, *lettering, *shown])


def _frame(layout: Layout, caption: str, inner: str) -> str:
    x = layout.width / 2
    text = f'<text x="{x:.0f}" y="26" font-size="18" font-weight="bold" fill="#2f2b20">{escape(caption)}</text>'
    return f"{text}{inner}"


def _style(frames: int) -> str:
    """Each frame has its share of the time. A reader who prefers no motion sees how it ended."""
    share = 100 / frames
    steps = f"@keyframes f {{ 0% {{ visibility: visible }} {share:.3f}%, 100% {{ visibility: hidden }} }}"
    if frames == 1:
        steps = "@keyframes f { 0%, 100% { visibility: visible } }"
    play = f".f {{ visibility: hidden; animation: f {SECONDS * frames:g}s step-end infinite }}"
    still = "@media (prefers-reduced-motion: reduce) { .f { animation: none } .f:last-of-type { visibility: visible } }"
    return f"<style>{steps} {play} {still}</style>"
