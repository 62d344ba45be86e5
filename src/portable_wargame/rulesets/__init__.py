"""Level 4. The books: one file of tables and one of clauses each."""

from ..game.ruleset import Ruleset
from .classic import CLASSIC
from .colonial import COLONIAL
from .late_19th_century import LATE_19TH_CENTURY
from .modern import MODERN

RULESETS: dict[str, Ruleset] = {book.name: book for book in (CLASSIC, COLONIAL, LATE_19TH_CENTURY, MODERN)}

# Rulings that hold in every book, and where they are carried out; the others are cited where they are applied.
SHARED = {
    "shared.distance": "grid.shapes.steps_between",
    "shared.arc": "grid.shapes.arc_mask",
    "shared.line-of-sight": "rules.fire.line_of_sight.sight",
    "shared.hills": "rules.fire.line_of_sight.blocks",
    "shared.scatter": "rules.fire.scatter.landing_cell",
    "shared.turning": "rules.movement.march.Move",
    "shared.terrain": "battle.terrain.in_river",
    "shared.dice-order": "game.dice.Dice",
}
