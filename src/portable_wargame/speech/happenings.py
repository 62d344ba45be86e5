"""Happenings: the kinds of events, one row each. Throws of dice are events too; their rows stand in `throws`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from .trees import Event

Topic = Literal["turn", "move", "fire", "combat", "loss", "other"]  # the log can be filtered by these


@dataclass(frozen=True)
class Happening:
    name: str
    shape: str  # its keys besides `event` and `clause`; those in brackets may be missing
    # The sentence in the log; in braces its keys, with units and sides by their names, and what `sentences` adds.
    told: str
    topic: Topic
    about: str = ""  # for the documents and the schema
    goes: bool = False  # the unit has come to the cell
    # It says no more than the order itself: a log can leave it out, and only its own side hears of a secret one.
    repeats: bool = False


ROWS = (
    Happening("turn", "turn", "turn {turn}.", "turn", "a turn begins"),
    Happening("phase", "phase [side]", "{phase}", "turn", "a phase begins, perhaps of one side"),
    Happening("initiative", "side", "{side} went first.", "turn", "it acts first"),
    Happening(
        "activations",
        "side number",
        "{side} had {activations}.",
        "turn",
        "it may act with this many units",
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
        "{unit} {arrived}, facing {facing}.",
        "move",
        "deployed, or come onto the board",
        goes=True,
    ),
    Happening("hid", "side [unit]", "{subject} {was} placed in secret.", "move", "a unit or a dummy", repeats=True),
    Happening(
        "ready", "side", "{side} {side_was} ready.", "turn", "all is placed that is placed in secret", repeats=True
    ),
    Happening(
        "revealed",
        "side unit cell facing [other]",
        "{unit} {was} {there}, facing {facing}.",
        "move",
        "a hidden unit is seen; `other` has found it",
        goes=True,
    ),
    Happening("dummy", "side cell [other]", "there was nobody {there}.", "move", "a dummy is found and taken away"),
    Happening(
        "moved",
        "side unit cell path",
        "{unit} moved to {cell}{way}.",
        "move",
        "it went along `path` to `cell`; a move through a minefield comes in parts",
        goes=True,
    ),
    Happening("turned", "side unit facing", "{unit} turned to face {facing}.", "move"),
    Happening(
        "stopped", "side unit cell", "{unit} had to stop {there}.", "move", "the ground or an enemy ended its move"
    ),
    Happening("landed", "side unit cell", "the shell landed {there}.", "fire", "where the gun's shell came down"),
    Happening("declared", "side unit", "{unit} {was} given a target.", "fire", "a gun has its orders", repeats=True),
    Happening(
        "done",
        "side [unit]",
        "{subject} finished.",
        "other",
        "the unit does no more, or the side has declared its shots",
        repeats=True,
    ),
    Happening(
        "held",
        "side unit",
        "{unit} took the blow, {its} Commander beside {them}.",
        "loss",
        "it is to lose a strength point, or its Commander is tested",
    ),
    Happening(
        "cloud",
        "cell [side] [unit]",
        "gas hung over {cell}.",
        "fire",
        "a gas cloud stands there; with the gun that has just fired it",
    ),
    Happening("cloud-gone", "cell", "the gas over {cell} cleared.", "fire"),
    Happening("hit", "side unit cell", "{unit} {was} hit {there}.", "loss"),
    Happening(
        "unharmed", "side unit", "{unit} {was} proof against that weapon.", "loss", "it is proof against that weapon"
    ),
    Happening("survived", "side unit", "{unit} came through unharmed.", "loss", "it was hit and came through unharmed"),
    Happening("lost-sp", "side unit sp", "{unit} lost 1 SP, {sp} left.", "loss", "`sp` are left"),
    Happening("destroyed", "side unit cell", "{unit} {was} {fate} {there}.", "loss"),
    Happening("retreated", "side unit cell", "{unit} fell back to {cell}.", "loss", "to where", goes=True),
    Happening("advanced", "side unit cell", "{unit} advanced to {cell}.", "combat", "to where", goes=True),
    Happening("stood", "side unit", "{unit} stood fast.", "combat", "it does not advance, or finds no way to charge"),
    Happening("pinned", "side unit cell", "{unit} {was} pinned {there}.", "loss"),
    Happening("unpinned", "side unit cell", "{unit} rallied {there}.", "other"),
    Happening("mounted", "side unit cell", "{unit} mounted {there}.", "move"),
    Happening("dismounted", "side unit cell", "{unit} dismounted {there}.", "move"),
    Happening("began-work", "side unit cell", "{unit} set to work {there}.", "move", "where the work is done"),
    Happening("wire-laid", "side unit cell", "{unit} laid wire {there}.", "move", "the work is finished"),
    Happening("wire-cleared", "side unit cell", "{unit} cleared the wire {there}.", "move", "the work is finished"),
    Happening("mines-laid", "side unit cell", "{unit} laid mines {there}.", "move", "the work is finished"),
    Happening("mines-cleared", "side unit cell", "{unit} cleared the mines {there}.", "move", "the work is finished"),
    Happening(
        "began-loading",
        "side unit other cell",
        "{unit} began to load {other} {there}.",
        "move",
        "the order; `unit` loads `other` at the end of the turn",
    ),
    Happening(
        "began-unloading",
        "side unit other cell",
        "{unit} began to unload {other} {there}.",
        "move",
        "the order; `unit` unloads `other` at the end of the turn",
    ),
    Happening(
        "found-no-room",
        "side unit other cell",
        "{unit} found no room to unload {other} {there}, and will try again next turn.",
        "move",
        "`other` could not be unloaded; the order stands for the next turn",
    ),
    Happening("loaded", "side unit other cell", "{unit} loaded {other} {there}.", "move", "`unit` loaded `other`"),
    Happening(
        "unloaded", "side unit other cell", "{unit} unloaded {other} {there}.", "move", "`unit` unloaded `other`"
    ),
    Happening(
        "left", "side unit cell", "{unit} left the board from {cell}.", "move", "it went off the board from there"
    ),
    Happening("ruling", "reason", "the umpire ruled: {reason}", "other", "an umpire overrules; what was set follows"),
    Happening("strength-set", "side unit sp", "{unit} {was} set at {sp} SP.", "loss", "by the umpire"),
    Happening("marked", "side unit mark", "{unit} {was} marked as having {mark}.", "other", "by the umpire"),
    Happening("unmarked", "side unit mark", "{unit} lost the mark of having {mark}.", "other", "by the umpire"),
    Happening("ground-set", "cell features", "{cell} became {features}.", "other", "by the umpire; in words"),
    Happening("turn-set", "turn", "the turn counter was set to {turn}.", "turn", "by the umpire"),
    Happening("points-set", "side number", "{side} now stood at {points}.", "turn", "by the umpire"),
    Happening("recovered", "side", "{side} {side_was} exhausted no longer.", "turn", "by the umpire"),
    Happening("exhausted", "side sp-lost", "with {sp-lost} SP lost, {side} {side_was} exhausted.", "turn"),
    Happening("called", "side unit", "{unit} can come on.", "turn", "a reinforcement may come from now on"),
    Happening("scored", "side number", "{side} scored {points}.", "turn", "for what it holds at the end of a turn"),
    Happening("over", "winner reason [degree]", "{result}", "turn", "`winner` is `null` for a draw"),
)
HAPPENINGS: dict[str, Happening] = {row.name: row for row in ROWS}

# Of an event that nobody has described, every key that it may have.
ANY_SHAPE = "[side] [unit] [other] [cell] [facing] [path] [number] [reason]"


def happening(name: str) -> Happening:
    """The row of that name; without one, its name has to do."""
    row = HAPPENINGS.get(name)
    if row is None:
        row = Happening(name, ANY_SHAPE, "{subject}: " + name.replace("-", " ") + ".", "other")
    return row


def says_more(events: list[Event]) -> list[Event]:
    """Events that say more than the order behind them."""
    return [event for event in events if not happening(event["event"]).repeats]


@cache
def keys_of(shape: str) -> Mapping[str, bool]:
    """The keys of a shape, each with whether it may be missing."""
    return {word.strip("[]"): word.startswith("[") for word in shape.split()}
