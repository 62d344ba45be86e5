"""The client's folders form one chain as the engine's do: each imports only from those before it."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "web" / "src"
CHAIN = (
    "words",
    "common",
    "ui",
    "board",
    "game",
    "dice",
    "rules",
    "lobby",
    "editor",
    "laboratory",
    "workshop",
    "people",
    "review",
    "guide",
    "table",
    "play",
    "app",
    "site",
    "board-demo",
)
ROOM = 15  # modules
STYLES = "styles"
IMPORTED = re.compile(r"""(?:from|import|import\()\s*["'](\.[^"']+)["']""")


def modules() -> Iterator[Path]:
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name:
            yield path


def folders(path: Path) -> Iterator[str]:
    """The folders at the top that a module imports from."""
    for place in IMPORTED.findall(path.read_text("utf-8")):
        yield Path(os.path.relpath(path.parent / place, SOURCE)).parts[0]


def test_every_folder_has_its_place_in_the_chain() -> None:
    assert {path.relative_to(SOURCE).parts[0] for path in modules()} == set(CHAIN)


def test_imports_go_down_the_chain_only() -> None:
    upwards = [
        f"{path.relative_to(SOURCE)} imports from {folder}"
        for path in modules()
        for folder in folders(path)
        if folder != STYLES and CHAIN.index(folder) > CHAIN.index(path.relative_to(SOURCE).parts[0])
    ]
    assert upwards == []


def test_every_room_can_be_seen_at_a_glance() -> None:
    rooms = Counter(str(path.parent.relative_to(SOURCE)) for path in modules())
    assert {room: count for room, count in rooms.items() if count > ROOM} == {}
