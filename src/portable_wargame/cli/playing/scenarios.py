"""`pw scenarios`: the library."""

from rich.padding import Padding
from rich.text import Text

from ...scenario import library
from ..output import put_json
from ..terminal import Terminal


def scenarios(*, json: bool = False) -> int:
    """
    Parameters
    ----------
    json
        As JSON, for programs.
    """
    if json:
        return put_json([card._asdict() for card in library.cards()])
    console = Terminal()
    for card in library.cards():
        console.print(Text.assemble((card.name, "bold cyan"), f"  {card.title}"))
        console.print(Padding(Text(f"{card.ruleset.replace('-', ' ')}, {board_of(card)}. {card.about}"), (0, 0, 0, 2)))
    console.say("Play one of them: pw play NAME")
    return 0


def board_of(card: library.Card) -> str:
    return f"{card.columns} x {card.rows} {'hexes' if card.grid == 'hex' else 'squares'}"
