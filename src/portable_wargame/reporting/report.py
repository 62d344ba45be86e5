"""A battle report as a value: headings, paragraphs, pictures and tables, for a page or for Markdown."""

import hashlib
import json
from dataclasses import dataclass

from ..game.errors import Refusal
from ..record.reading import Record, by_hand
from .closing import bill, dice, ending, looking_back, result
from .drawing import board, chances, strengths
from .following import Story, story_of
from .naming import Names
from .opening import aims, forces, ground
from .telling import Phrasebook
from .turns import Narrator

KEY = ": moves in black, fire that told in red, close combat in orange"
HUMAN = "human"  # stands for a player without a name; never printed
PICTURES = 3  # pictures of the turns that mattered most, besides the start and the end


@dataclass(frozen=True)
class Picture:
    svg: str
    caption: str


@dataclass(frozen=True)
class Table:
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Photo:
    """A photograph that a player has put in, as a `data:` address."""

    data: str
    caption: str


Block = str | Picture | Table | Photo


@dataclass(frozen=True)
class Section:
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Report:
    title: str
    under: str
    sections: tuple[Section, ...]


def report_of(record: Record) -> Report:
    """The report of a record. It always tells the same record in the same words."""
    story = story_of(record)
    if not story.turns:
        raise Refusal(f"{record.name}: nothing has happened in it yet")
    names = Names(story.start.battle)
    seed = hashlib.sha256(json.dumps(record.header, sort_keys=True, default=str).encode("utf-8")).digest()[0]
    book = Phrasebook(seed)
    scenario = record.scenario
    players = record.header.get("players") or {}
    opening = Section(
        "The ground and the forces",
        (
            *([scenario.about] if scenario.about else []),
            ground(story),
            *forces(story, names),
            *aims(scenario, names),
            Picture(board(story, story.start), "How they stood at the start."),
        ),
    )
    told = Section("The battle", tuple(_battle(story, book)))
    after = Section(
        "The end",
        (
            " ".join([*ending(story, names), *result(story, names)]),
            Picture(board(story, story.end), "The field at the end."),
            Table(*bill(story, names)),
        ),
    )
    curves = [Picture(strengths(story, names), "Strength, turn by turn.")]
    curves.append(Picture(chances(story, names), "Chances of victory, as the computer’s own commanders reckon them."))
    own = ["The players threw their own dice."] if by_hand(record) else []
    afterthoughts = [" ".join(one) for one in ([*own, *dice(story, names)], looking_back(story, names)) if one]
    back = Section("Looking back", (*curves, *afterthoughts))
    return Report(scenario.title, _under(story, names, players), (opening, told, after, back))


def _under(story: Story, names: Names, players: dict[str, str]) -> str:
    book = story.start.ruleset.title
    sides = []
    for side, side_id in enumerate(story.start.battle.roster.side_ids):
        name = story.start.battle.roster.side_names[side]
        player = players.get(side_id)
        sides.append(f"{name} ({player})" if player and player != HUMAN else name)
    return f"{sides[0]} against {sides[1]} · {book}"


def _battle(story: Story, book: Phrasebook) -> list[Block]:
    """Turn by turn, with a picture after each turn that mattered most."""
    narrator = Narrator(story, book)
    passages = narrator.passages()
    texts = narrator.names.told_once([" ".join(passage.sentences) for passage in passages])
    shown = _shown(story)
    blocks: list[Block] = []
    for passage, text in zip(passages, texts, strict=True):
        blocks.append(f"**{passage.heading}.** {text}")
        for number in range(passage.first, passage.last + 1):
            if number in shown:
                place = [turn.number for turn in story.turns].index(number)
                key = "" if any(isinstance(block, Picture) for block in blocks) else KEY
                caption = f"The end of turn {number}{key}."
                blocks.append(Picture(board(story, story.boards[place], story.turns[place]), caption))
    return blocks


def _shown(story: Story) -> set[int]:
    """The turns with the greatest changes; the last turn has its picture anyway."""
    before = [story.chance, *(turn.chance for turn in story.turns)]
    swings = [(abs(turn.chance - before[place]), turn.number) for place, turn in enumerate(story.turns[:-1])]
    return {number for _, number in sorted(swings, reverse=True)[:PICTURES]}
