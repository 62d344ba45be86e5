"""A survey's findings about a unit, in the engine protocol."""

from ..battle.battle import NO_CELL
from ..game.agenda import Reason
from ..game.game import Game
from ..grid.names import cell_name
from ..speech import requests, trees
from ..speech.chances import chance_tree
from ..speech.notation import action_to_tree
from ..speech.sentences import order_sentence
from .enquiry import Verdict
from .field_of_fire import Blocked
from .survey import Destination, Offer, Survey


def survey_tree(game: Game, found: Survey) -> requests.Survey:
    grid = game.battle.field.grid
    return {
        "unit": game.battle.roster.unit_ids[found.unit],
        "destinations": [destination_tree(game, one) for one in found.destinations],
        "offers": [offer_tree(game, one) for one in found.offers],
        "arc": [cell_name(grid, cell) for cell in found.field.arc],
        "seen": [cell_name(grid, cell) for cell in found.field.seen],
        "blocked": [blocked_tree(game, one) for one in found.field.blocked],
        "reasons": [reason_tree(reason) for reason in found.reasons],
    }


def destination_tree(game: Game, place: Destination) -> requests.Destination:
    battle = game.battle
    tree: requests.Destination = {
        "action": action_to_tree(battle, place.action),
        "cell": cell_name(battle.field.grid, place.cell),
        "facings": [battle.field.grid.shape.facings[facing] for facing in place.facings],
        "exposed": [{"unit": battle.roster.unit_ids[one.unit], "how": one.how} for one in place.exposed],
        "odds": [chance_tree(battle, chance) for chance in place.chances],
    }
    if place.stops is not None:
        tree["stops"] = reason_tree(place.stops)
    return tree


def offer_tree(game: Game, offered: Offer) -> requests.Offer:
    battle = game.battle
    tree = action_to_tree(battle, offered.action)
    asked = game.question()
    return {
        "action": tree,
        "text": order_sentence(battle, tree, asked.name if asked is not None else ""),
        "targets": [battle.roster.unit_ids[one] for one in offered.enemies],
        "odds": [chance_tree(battle, chance) for chance in offered.chances],
    }


def blocked_tree(game: Game, found: Blocked) -> requests.Blocked:
    grid = game.battle.field.grid
    tree: requests.Blocked = {"cell": cell_name(grid, found.cell), "reason": reason_tree(found.reason)}
    if found.by != NO_CELL:
        tree["by"] = cell_name(grid, found.by)
    return tree


def verdict_tree(game: Game, found: Verdict) -> requests.Verdict:
    tree = action_to_tree(game.battle, found.action)
    return {
        "action": tree,
        "text": order_sentence(game.battle, tree),
        "legal": not found.reasons,
        "reasons": [reason_tree(reason) for reason in found.reasons],
    }


def reason_tree(reason: Reason) -> trees.Reason:
    return {"clause": reason.clause, "text": reason.text}
