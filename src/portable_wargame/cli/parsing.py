"""The whole command line, with options and help. It takes longer to load than some commands take to run."""

from cyclopts import App, CycloptsError

from ..game.errors import Refusal
from . import COMMANDS, version

app = App(
    name="pw",
    help="The Portable Wargame: gridded battles with toy-soldier rules, every clause enforced and cited.",
    version=version,
    # Everything that goes wrong is told in one sentence by run(), whatever went wrong.
    exit_on_error=False,
    print_error=False,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
    help_format="plaintext",
)
for name, (place, sentence) in COMMANDS.items():
    app.command(f"{__package__}.{place}", name=name, help=sentence)


def carry_out(arguments: list[str]) -> object:
    try:
        return app(arguments)
    except CycloptsError as problem:
        raise Refusal(" ".join(str(problem).split()) + " Try: pw --help") from None
