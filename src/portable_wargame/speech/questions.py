"""Questions that a side may be asked, and the phases of a turn in which it is: one row each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    asks: str  # the name of the decision
    words: str  # to the side that decides; in braces the side, the unit it is about and what agrees with them
    about: str  # what can be answered, for the documents
    waiting: str = "{side} {side_is} deciding"  # to everybody else
    secret: bool = False  # the other side does not see the answer
    of_several: str = ""  # the words where it may be asked about several units at once
    no: str = ""  # the order that says no, where `stand` alone would say too little
    said_no: str = ""  # and how the log tells it


QUESTION_ROWS = (
    Question(
        "what the guns fire at",
        "choose your guns’ targets",
        "`bombard`, then `done`. The first-listed side declares all its shots, then the second; neither sees the "
        "other's until both have finished",
        waiting="{side} {side_is} choosing targets for {side_its} guns",
        secret=True,
    ),
    Question(
        "what the units do",
        "give your orders",
        "anything that a unit may do when activated, `done`, `end`",
        waiting="{side} {side_is} giving orders",
    ),
    Question(
        "whether to act first",
        "you have won the initiative: act first?",
        "`first` or `stand` (house rule `initiative: winner-chooses`)",
        no="Let the enemy act first",
        said_no="{side} let the enemy act first",
    ),
    Question(
        "retreat or lose 1 SP",
        "{unit} {is} hit: fall back, or take the loss?",
        "`retreat` or `lose-sp`",
        waiting="{unit} {is} hit: {side} must fall back or take the loss",
    ),
    Question("where to retreat", "{unit} must fall back: where to?", "`retreat`", waiting="{unit} must fall back"),
    Question(
        "test the Commander",
        "aim for the Commander with {unit} instead of taking 1 SP?",
        "`test-commander` or `stand`, by the attacker",
        waiting="{side} may aim for the Commander with {unit}",
        no="Take 1 SP",
        said_no="{side} settled for 1 SP",
    ),
    Question(
        "charge or unpin",
        "{unit} {is} pinned: rally, or charge?",
        "`charge` or `unpin`, before any other unit of the side acts; without a `unit`, for any of several",
        waiting="{side} must rally {side_its} pinned cavalry or charge",
        of_several="which of your pinned cavalry goes first: rally, or charge?",
    ),
    Question(
        "which close combat is next",
        "which close combat next?",
        "`fight` (late 19th century)",
        waiting="{side} {side_is} choosing a close combat",
    ),
    Question(
        "where to deploy",
        "deploy your units",
        "`place`, unit by unit",
        waiting="{side} {side_is} deploying",
    ),
    Question(
        "whether to advance",
        "{unit} {has} won: advance, or stand fast?",
        "`advance` or `stand`",
        waiting="{unit} {has} won and may advance",
    ),
)
QUESTIONS: dict[str, Question] = {row.asks: row for row in QUESTION_ROWS}


def question(asks: str) -> Question:
    """The row of that name; without one, the name is the question."""
    return QUESTIONS.get(asks) or Question(asks, f"{asks}?", "")


# By phase, in the order of `PHASES`, how the log announces it; in braces the side whose phase it is.
PHASE_WORDS = {
    "deployment": "Deployment.",
    "artillery": "Artillery fire.",
    "initiative": "Initiative.",
    "activation": "{side} to act.",
    "close-combat": "Close combat.",
    "exhaustion": "Exhaustion.",
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
