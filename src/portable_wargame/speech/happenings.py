"""Happenings: the kinds of events, one row each. Throws of dice are events too; their rows stand in `throws`."""

from dataclasses import dataclass
from typing import Literal

Topic = Literal["turn", "move", "fire", "combat", "loss", "other"]  # by which the log can be sifted


@dataclass(frozen=True)
class Happening:
    name: str
    shape: str  # its keys besides `event` and `clause`; those in brackets may be missing
    # The sentence in the log; in braces its keys, with units and sides by their names, and what `sentences` adds.
    told: str
    topic: Topic
    about: str = ""  # for the documents and the schema
    goes: bool = False  # the unit has come to the cell


ROWS = (
    Happening("turn", "turn", "turn {turn}.", "turn", "a turn begins"),
    Happening("phase", "phase [side]", "{phase}", "turn", "a phase begins, perhaps of one side"),
    Happening("initiative", "side", "{side} acts first.", "turn", "it acts first"),
    Happening(
        "activations",
        "side number",
        "{side} may act with {number} of its units.",
        "turn",
        "it may act with so many units",
    ),
    Happening(
        "card",
        "card number [side]",
        "{card}",
        "turn",
        "activation by cards: `card` with a side and its number, or `joker`",
    ),
    Happening(
        "placed",
        "side unit cell facing",
        "{unit} comes onto the board in {cell}, facing {facing}.",
        "move",
        "deployed, or come onto the board",
        goes=True,
    ),
    Happening(
        "moved",
        "side unit cell path",
        "{unit} moves to {cell}{way}.",
        "move",
        "it went along `path` to `cell`; a move through a minefield is told in parts",
        goes=True,
    ),
    Happening("turned", "side unit facing", "{unit} turns to face {facing}.", "move"),
    Happening(
        "stopped", "side unit cell", "{unit} must stop in {cell}.", "move", "the ground or an enemy ended its move"
    ),
    Happening(
        "landed", "side unit cell", "the shell of {unit} lands in {cell}.", "fire", "where the gun's shell came down"
    ),
    Happening(
        "cloud",
        "cell [side] [unit]",
        "a gas cloud stands in {cell}.",
        "fire",
        "a gas cloud stands there; with the gun that has just fired it",
    ),
    Happening("cloud-gone", "cell", "the gas cloud in {cell} is gone.", "fire"),
    Happening("hit", "side unit cell", "{unit} in {cell} is hit.", "loss"),
    Happening(
        "unharmed", "side unit", "{unit} is proof against such a weapon.", "loss", "it is proof against such a weapon"
    ),
    Happening("survived", "side unit", "{unit} takes no harm.", "loss", "it was hit and takes no harm"),
    Happening("lost-sp", "side unit sp", "{unit} loses 1 SP: {sp} left.", "loss", "`sp` are left"),
    Happening("destroyed", "side unit cell", "{unit} in {cell} is destroyed.", "loss"),
    Happening("retreated", "side unit cell", "{unit} retreats to {cell}.", "loss", "to where", goes=True),
    Happening("advanced", "side unit cell", "{unit} advances into {cell}.", "combat", "to where", goes=True),
    Happening("stood", "side unit", "{unit} stands where it is.", "combat", "it does not advance"),
    Happening("pinned", "side unit cell", "{unit} in {cell} is pinned.", "loss"),
    Happening("unpinned", "side unit cell", "{unit} in {cell} is unpinned.", "other"),
    Happening("mounted", "side unit cell", "{unit} mounts in {cell}.", "move"),
    Happening("dismounted", "side unit cell", "{unit} dismounts in {cell}.", "move"),
    Happening("began-work", "side unit cell", "{unit} begins its work in {cell}.", "move", "where the work is done"),
    Happening("wire-laid", "side unit cell", "{unit} has laid wire in {cell}.", "move", "the work is finished"),
    Happening(
        "wire-cleared", "side unit cell", "{unit} has cleared the wire in {cell}.", "move", "the work is finished"
    ),
    Happening("mines-laid", "side unit cell", "{unit} has laid mines in {cell}.", "move", "the work is finished"),
    Happening(
        "mines-cleared", "side unit cell", "{unit} has cleared the mines in {cell}.", "move", "the work is finished"
    ),
    Happening(
        "began-loading",
        "side unit other cell",
        "{unit} begins to take up {other} in {cell}.",
        "move",
        "the order; `unit` takes up `other` at the end of the turn",
    ),
    Happening(
        "began-unloading",
        "side unit other cell",
        "{unit} begins to set down {other} in {cell}.",
        "move",
        "the order; `unit` sets down `other` at the end of the turn",
    ),
    Happening(
        "found-no-room",
        "side unit other cell",
        "{unit} finds no room to set down {other} in {cell}, and tries again next turn.",
        "move",
        "`other` could not be set down; the order stands for the next turn",
    ),
    Happening("loaded", "side unit other cell", "{unit} takes up {other} in {cell}.", "move", "`unit` took up `other`"),
    Happening(
        "unloaded", "side unit other cell", "{unit} sets down {other} in {cell}.", "move", "`unit` set down `other`"
    ),
    Happening(
        "left", "side unit cell", "{unit} leaves the board from {cell}.", "move", "it went off the board from there"
    ),
    Happening("exhausted", "side sp-lost", "{side} has lost {sp-lost} SP and is exhausted.", "turn"),
    Happening("over", "winner reason", "{result}", "turn", "`winner` is `null` for a draw"),
)
HAPPENINGS: dict[str, Happening] = {row.name: row for row in ROWS}

# Of an event that nobody has described, every key that it may have.
ANY_SHAPE = "[side] [unit] [other] [cell] [facing] [path] [number] [reason]"


def happening(name: str) -> Happening:
    """The row of that name; without one, the name is all that is told."""
    row = HAPPENINGS.get(name)
    if row is None:
        row = Happening(name, ANY_SHAPE, "{whoever}: " + name.replace("-", " ") + ".", "other")
    return row


def keys_of(shape: str) -> dict[str, bool]:
    """The keys of a shape, each with whether it may be missing."""
    return {word.strip("[]"): word.startswith("[") for word in shape.split()}
