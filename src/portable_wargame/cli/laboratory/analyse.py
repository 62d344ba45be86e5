"""`pw analyse`: was it me or the dice?"""

from ...game.errors import Refusal
from ...record.reading import read_record
from ..output import put_json
from ..terminal import Terminal, counting


def analyse(record: str, /, *, playouts: int = 40, seed: int = 1, json: bool = False) -> int:
    """
    Parameters
    ----------
    record
        The record of a game (*.pwg).
    playouts
        How often to play on from each doubtful decision, both ways with the same dice; 0 skips decisions.
    seed
        The same number gives the same answers.
    json
        As JSON, for programs.
    """
    from ...simulation.analysis.analysis import analyse as analysed
    from ...simulation.analysis.telling import lines, tree

    if playouts < 0 or playouts == 1:
        raise Refusal("--playouts must be 0, or 2 or more")
    with counting("doubtful decisions") as progress:
        task = progress.add_task("", total=None)
        found = analysed(
            read_record(record),
            playouts,
            seed,
            lambda done, number: progress.update(task, completed=done, total=number),
        )
    if not found.course.decisions and not found.course.is_over():
        raise Refusal(f"{record}: nothing has happened in it yet")
    if json:
        put_json(tree(found))
        return 0
    console = Terminal()
    for line in lines(found):
        console.say(line)
    return 0
