"""The battle for a new game: a scenario by its name, or one that somebody sends."""

import pickle

import msgspec

from ...game.errors import Refusal
from ...scenario.model import Scenario
from ...scenario.reading import read_tree
from ...speech.trees import Sent
from ..edge.limits import Visitor
from ..wire.lobby import Shelf
from ..workers.budgets import A_PAGE
from ..workers.workers import Workers


async def chosen_scenario(
    wanted: str | Sent | None,
    options: list[str] | None,
    house_rules: dict[str, str] | None,
    shelf: Shelf,
    workers: Workers,
    visitor: Visitor,
) -> Scenario:
    """As `scenario_of`, beside the loop; a worker reads anything longer than a page."""
    if isinstance(wanted, dict):
        text = msgspec.json.encode(with_choices(wanted, options, house_rules))
        if len(text) > A_PAGE:
            scenario: Scenario = pickle.loads(await workers.ask("scenario", visitor, text))  # our own process wrote it
            return scenario
    return await workers.beside("page", visitor, scenario_of, wanted, options, house_rules, shelf)


def scenario_of(
    wanted: str | Sent | None,
    options: list[str] | None,
    house_rules: dict[str, str] | None,
    shelf: Shelf,
) -> Scenario:
    """A scenario by its name or as a tree, with the options and house rules that were chosen for it."""
    if wanted is None:
        raise Refusal("a game needs a scenario: a name from the library, or its tree")
    if isinstance(wanted, str) and options is None and house_rules is None:
        return shelf.load(wanted)
    return read_tree(with_choices(shelf.tree(wanted) if isinstance(wanted, str) else wanted, options, house_rules))


def with_choices(tree: Sent, options: list[str] | None, house_rules: dict[str, str] | None) -> Sent:
    chosen = {"options": options, "house-rules": house_rules}
    return {**tree, **{key: value for key, value in chosen.items() if value is not None}}
