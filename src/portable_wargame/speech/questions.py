"""Questions that a side may be asked, and the phases of a turn in which it is: one row each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    asks: str  # the name of the decision
    words: str  # in braces the side that decides and the unit it is about
    about: str  # what can be answered, for the documents
    secret: bool = False  # the other side is not to see what is answered
    of_several: str = ""  # the words where it may be asked about several units at once


QUESTION_ROWS = (
    Question(
        "what the guns fire at",
        "{side}: what do your guns fire at?",
        "`bombard`, then `done`. The first-listed side declares all its shots, then the second; the other side's are "
        "not seen until both are done",
        secret=True,
    ),
    Question(
        "what the units do",
        "{side}: what do your units do?",
        "anything that a unit may do when activated, `done`, `end`",
    ),
    Question(
        "whether to act first",
        "{side}: will you act first?",
        "`first` or `stand` (house rule `initiative: winner-chooses`)",
    ),
    Question("retreat or lose 1 SP", "{side}: does {unit} retreat, or lose 1 SP?", "`retreat` or `lose-sp`"),
    Question("where to retreat", "{side}: where does {unit} retreat to?", "`retreat`"),
    Question(
        "test the Commander",
        "{side}: will you test the Commander with {unit}, instead of taking 1 SP from it?",
        "`test-commander` or `stand`, by the attacker",
    ),
    Question(
        "charge or unpin",
        "{side}: is {unit} unpinned, or does it charge?",
        "`charge` or `unpin`, before any other unit of the side acts; without a `unit`, for any of several",
        of_several="{side}: which of your pinned cavalry charges, or is unpinned, first?",
    ),
    Question("which close combat is next", "{side}: which close combat is next?", "`fight` (late 19th century)"),
    Question("where to deploy", "{side}: where do your units deploy?", "`place`, unit by unit"),
    Question("whether to advance", "{side}: does {unit} advance?", "`advance` or `stand`"),
)
QUESTIONS: dict[str, Question] = {row.asks: row for row in QUESTION_ROWS}


def question(asks: str) -> Question:
    """The row of that name; without one, the name is the question."""
    return QUESTIONS.get(asks) or Question(asks, f"{{side}}: {asks}?", "")


# By phase, in the order of `PHASES`, how the log announces it; in braces the side whose phase it is.
PHASE_WORDS = {
    "deployment": "Deployment.",
    "artillery": "Simultaneous artillery fire.",
    "initiative": "Initiative.",
    "activation": "{side} acts.",
    "close-combat": "Close combat.",
    "exhaustion": "Exhaustion is checked.",
    "over": "The battle is over.",
}

FACING_WORDS = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}
