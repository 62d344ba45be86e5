"""The colours of the ground, as the page paints it by day (`web/src/board/board.css`), by the names they have there."""

Colours = dict[str, str]

USUAL: Colours = {
    "ink": "#2b2418",
    "paper": "#f6efdc",
    "open": "#e8e0b9",
    "tuft": "#c3b987",
    "grid": "#5b5136",
    "hill-1": "#ddc38c",
    "hill-1-top": "#e3cd9b",
    "hill-2": "#c9a05f",
    "hill-2-top": "#d2ad70",
    "contour": "#875a27",
    "forest": "#bdcf90",
    "crown": "#5f8a46",
    "crown-rim": "#2c4a26",
    "crown-light": "#8fb56b",
    "town": "#d9cdb6",
    "tiles": "#b15a3c",
    "slates": "#7c7068",
    "roof-edge": "#4a2f22",
    "water": "#8dbbd3",
    "bank": "#3f6f8d",
    "shine": "#d5eaf3",
    "road": "#f5e6bb",
    "road-edge": "#745a37",
    "stone": "#e3d7bc",
    "wall": "#d0c8b8",
    "wall-edge": "#494339",
    "trench": "#c9a876",
    "trench-edge": "#4f361c",
    "shade": "#2b2418",
}

# What a book's country has of its own (`Ruleset.palette`).
COUNTRIES: dict[str, Colours] = {
    "autumn": USUAL,
    "meadow": USUAL | {"open": "#dfe3b4", "tuft": "#b4bd80", "forest": "#b2cc8a"},
    "veldt": USUAL
    | {
        "open": "#efdcae",
        "tuft": "#cfae6d",
        "hill-1": "#e0b67e",
        "hill-1-top": "#e7c391",
        "hill-2": "#cb915a",
        "hill-2-top": "#d49f6b",
        "forest": "#d3cf93",
        "crown": "#8f8f45",
        "crown-light": "#b5b268",
    },
    "heath": USUAL
    | {
        "open": "#dddcc4",
        "tuft": "#b3b096",
        "hill-1": "#c9bd9d",
        "hill-1-top": "#d2c7aa",
        "hill-2": "#b09f7c",
        "hill-2-top": "#bbac8b",
        "forest": "#b4c2a0",
        "crown": "#55774f",
        "road": "#e4dfd3",
    },
}
