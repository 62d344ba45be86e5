"""What a survey found about a unit, as messages."""

from ...battle.battle import NO_CELL
from ...consultation import enquiry, exposures, field_of_fire, forecast, prospects, survey
from ...game.agenda import Chance, Reason
from ...game.game import Game
from ...grid.names import cell_name
from ...speech import trees
from ...speech.chances import chance_tree, effects_words, odds_words
from ...speech.notation import action_to_tree
from ...speech.sentences import order_sentence
from .messages import Blocked, Destination, Exposure, Fate, Offer, Prospect, Row, Surveyed, Toss, Verdict


def reason_told(reason: Reason) -> trees.Reason:
    return {"clause": reason.clause, "text": reason.text}


def odds_told(game: Game, chances: list[Chance]) -> list[trees.Chance]:
    return [chance_tree(game.battle, chance) for chance in chances]


def survey_told(game: Game, found: survey.Survey, number: int, seq: int) -> Surveyed:
    """`number` is the request's."""
    grid = game.battle.field.grid
    return Surveyed(
        id=number,
        unit=game.battle.roster.unit_ids[found.unit],
        seq=seq,
        destinations=[destination_told(game, one) for one in found.destinations],
        offers=[offer_told(game, one) for one in found.offers],
        arc=[cell_name(grid, cell) for cell in found.field.arc],
        seen=[cell_name(grid, cell) for cell in found.field.seen],
        blocked=[blocked_told(game, one) for one in found.field.blocked],
        reasons=[reason_told(reason) for reason in found.reasons],
    )


def offer_told(game: Game, offered: survey.Offer) -> Offer:
    battle = game.battle
    tree = action_to_tree(battle, offered.action)
    asked = game.question()
    odds = odds_told(game, offered.chances)
    cell = offered.action.target
    return Offer(
        action=tree,
        text=order_sentence(battle, tree, asked.name if asked is not None else ""),
        cell=cell_name(battle.field.grid, cell) if cell != NO_CELL else None,
        targets=[battle.roster.unit_ids[one] for one in offered.enemies],
        odds=odds,
        summary=odds_words(battle, odds, tree.get("unit", "")) if odds else "",
        tosses=[toss_told(game, one) for one in offered.tosses],
        prospects=[prospect_told(game, one) for one in prospects.prospects(offered.chances)],
        worth=round(offered.worth, 3),
    )


def toss_told(game: Game, toss: forecast.Toss) -> Toss:
    roster, roll = game.battle.roster, toss.roll
    return Toss(
        purpose=roll.words,
        unit=roster.unit_ids[roll.unit],
        side=roster.side_ids[roll.side],
        dice=len(roll.dice),
        needs=roll.needs or None,
        at_most=toss.at_most,
        modifiers=[Row(clause=clause, value=value) for clause, value in roll.modifiers],
        handicaps=[Row(clause=clause, value=value) for clause, value in roll.handicaps],
        clause=roll.clause,
    )


def prospect_told(game: Game, found: prospects.Prospect) -> Prospect:
    fates = [
        Fate(share=share, effects=list(effects), words=effects_words(effects)) for share, effects in found.outcomes
    ]
    return Prospect(unit=game.battle.roster.unit_ids[found.unit], fates=fates)


def destination_told(game: Game, place: survey.Destination) -> Destination:
    battle = game.battle
    grid = battle.field.grid
    odds = odds_told(game, place.chances)
    return Destination(
        action=action_to_tree(battle, place.action),
        cell=cell_name(grid, place.cell),
        facings=[grid.shape.facings[facing] for facing in place.facings],
        stops=reason_told(place.stops) if place.stops is not None else None,
        exposed=[exposure_told(game, one) for one in place.exposed],
        odds=odds,
        summary=odds_words(battle, odds, battle.roster.unit_ids[place.action.unit]),
    )


def exposure_told(game: Game, found: exposures.Exposure) -> Exposure:
    return Exposure(unit=game.battle.roster.unit_ids[found.unit], how=found.how)


def blocked_told(game: Game, found: field_of_fire.Blocked) -> Blocked:
    grid = game.battle.field.grid
    return Blocked(
        cell=cell_name(grid, found.cell),
        by=cell_name(grid, found.by) if found.by != NO_CELL else None,
        why=found.reason.text,
        clause=found.reason.clause,
    )


def verdict_told(game: Game, found: enquiry.Verdict) -> Verdict:
    tree = action_to_tree(game.battle, found.action)
    return Verdict(
        verb=found.action.verb,
        action=tree,
        text=order_sentence(game.battle, tree),
        legal=not found.reasons,
        reasons=[reason_told(reason) for reason in found.reasons],
    )
