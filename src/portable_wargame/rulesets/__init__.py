"""Level 4. The books: one file of tables and one of clauses each."""

from ..game.ruleset import Ruleset
from .classic import CLASSIC
from .colonial import COLONIAL
from .late_19th_century import LATE_19TH_CENTURY
from .modern import MODERN

RULESETS: dict[str, Ruleset] = {book.name: book for book in (CLASSIC, COLONIAL, LATE_19TH_CENTURY, MODERN)}
