"""`pw draw`: a scenario, or a position of a record, as a picture."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...api.files import read_scenario
from ...game.dice import Dice
from ...game.errors import Refusal
from ...game.game import Game
from ...pictures.colours import Colours, colours_of
from ...pictures.picture import Layer, picture
from ...pictures.places import places
from ...record.reading import read_record, replay
from ...scenario.setup import new_game


def draw(
    what: str,
    /,
    *,
    at: int | None = None,
    output: Annotated[Path | None, Parameter(["--out", "--output", "-o"])] = None,
) -> int:
    """
    Parameters
    ----------
    what
        A scenario from the library, a scenario file, or a record (*.pwg).
    at
        How many actions into the record. By default, the end.
    output
        The file to write. By default, standard output.
    """
    game, title, layers, colours = position(what, at)
    svg = picture(game.battle, game.ruleset.palette, title, layers, colours)
    if output is None:
        print(svg, end="")
    else:
        output.write_text(svg, encoding="utf-8")
    return 0


def position(what: str, at: int | None) -> tuple[Game, str, list[Layer], Colours]:
    """The game, a title for its picture, the names and objectives on it, and the sides' colours."""
    if not what.endswith(".pwg"):
        if at is not None:
            raise Refusal("--at is for records: a scenario has no actions")
        scenario = read_scenario(what)
        return new_game(scenario, Dice(0)), scenario.title, [places(scenario)], colours_of(scenario)
    record = read_record(what)
    game: Game | None = None
    actions = 0
    for moment in replay(record):
        game = moment.session.game
        actions += moment.action is not None
        if at is not None and actions >= at:
            break
    if game is None or (at is not None and actions < at):
        raise Refusal(f"{what}: the record has only {actions} actions")
    title = f"{record.scenario.title}, turn {game.battle.turn}"
    return game, title, [places(record.scenario)], colours_of(record.scenario)
