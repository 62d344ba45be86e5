"""A book that nobody has heard of: a unit type, an arm, a terrain feature, an option, a house rule, armies, a weapon,
an effect and an opponent of its own, and nothing registered anywhere."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from portable_wargame.ai.judgement.personalities import Personality
from portable_wargame.ai.opponents.choice import Choice
from portable_wargame.ai.opponents.players import LEVELS, Level
from portable_wargame.battle.terrain import ROAD, TERRAIN, WOODS, Feature, add_feature, remove_feature
from portable_wargame.battle.unit import COMMANDER, INFANTRY, UnitType
from portable_wargame.game.agenda import Step
from portable_wargame.game.game import Game
from portable_wargame.game.outcomes import BY_NUMBER, LIGHT, OUTCOMES, Outcome, add_effect
from portable_wargame.game.ruleset import Exhaustion, Option, Ruleset, Weapon
from portable_wargame.game.tables import EFFECTS, LOSES_SP, ResultTable, TerrainRow
from portable_wargame.rules.combat.losses import suffer_loss
from portable_wargame.rulesets import add_book, remove_book
from portable_wargame.rulesets.books import add_house_rule, remove_house_rule
from portable_wargame.rulesets.classic import CLASSIC
from portable_wargame.rulesets.house_rules import HouseRule
from portable_wargame.rulesets.ledger import Book, Clause

ELEPHANT = 1 << 14  # an arm that no rule asks for
NAME, FEATURE, OPTION, RULE, EFFECT, LEVEL = "toy", "reed bed", "oil", "thirst", "rampages", "tribune"

CLAUSES = Book(
    NAME,
    "The Toy Wargame",
    "made up for a test",
    (
        Clause("toy.reeds", NAME, "Nobody sees through reeds, and a move into them ends there.", short="in the reeds"),
        Clause("toy.woods", NAME, "Elephants do not go into woods."),
        Clause("toy.rampage", NAME, "An elephant that is hit runs wild."),
        Clause("toy.oil", NAME, "Pigs covered in oil.", optional=OPTION),
    ),
)


def enters_reeds(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return entering & TERRAIN[FEATURE].bit != 0


def is_an_elephant_in_woods(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return unit_type.arms & ELEPHANT != 0 and entering & WOODS != 0


def run_wild(game: Game, step: Step) -> None:
    suffer_loss(game, step.unit, "toy.rampage")


def burning_pigs(book: Ruleset) -> Ruleset:
    pigs = UnitType("burning pigs", ELEPHANT, strength=1, move=3)
    return replace(book, unit_types=(*book.unit_types, pigs))


def thirsty(book: Ruleset, value: str) -> Ruleset | str:
    if book.name != NAME:
        return "only the toy book knows thirst"
    assert book.exhaustion is not None
    return replace(book, exhaustion=replace(book.exhaustion, denominator=4 if value == "desert" else 2))


class Tribune:
    """Does the last thing that he can think of."""

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        return Choice(game.options()[-1], "as the omens say")


def tribune(_: Personality) -> Tribune:
    return Tribune()


REEDS = Feature(FEATURE, "r", cover=True, hides=True, tint="#9db58f", pattern="dashes")


def toy_book(rampages: int) -> Ruleset:
    assert CLASSIC.exhaustion is not None
    movement = replace(
        CLASSIC.movement,
        may_not_enter=(TerrainRow("toy.woods", is_an_elephant_in_woods),),
        must_stop=(TerrainRow("toy.reeds", enters_reeds),),
        leaves_by_one=(),
        shares_cell=COMMANDER,
        road_features=ROAD,
    )
    hits = replace(
        CLASSIC.hits, tables=tuple(ResultTable("toy.rampage", ((4, rampages), (1, LOSES_SP))) for _ in range(3))
    )
    return replace(
        CLASSIC,
        name=NAME,
        title=CLAUSES.title,
        edition=1,
        grids=("square", "hex"),
        features=("woods", "road", "hill 1", FEATURE),
        armies=("roman", "gaul"),
        weapons={"javelin": Weapon(2), "sword": Weapon(0)},
        unit_types=(
            UnitType("spearmen", INFANTRY, strength=4, move=2, weapons=("javelin", "sword")),
            UnitType("war-elephant", ELEPHANT, strength=5, move=2, fire_range=2),
            UnitType("legate", COMMANDER, strength=1, move=3),
        ),
        movement=movement,
        hits=hits,
        works=(),
        transport=None,
        exhaustion=Exhaustion("toy.rampage", "toy.rampage", "toy.rampage", numerator=1, denominator=2),
        options={OPTION: Option(OPTION, "pigs, tarred and lit", burning_pigs)},
    )


def install() -> None:
    add_feature(REEDS)
    row = Outcome(EFFECT, "runs wild", befalls=True, strikes=True, harms=True, weight=LIGHT, does=run_wild)
    number = add_effect(row)
    add_book(toy_book(number), CLAUSES)
    words = "how dry the country is"
    add_house_rule(HouseRule(RULE, "shared.thirst", words, thirsty, ("oasis", "desert"), rule="Thirst wears men out."))
    LEVELS[LEVEL] = Level(tribune, "reads the entrails")


def remove() -> None:
    del LEVELS[LEVEL]
    remove_house_rule(RULE)
    remove_book(NAME)
    remove_feature(FEATURE)
    del OUTCOMES[EFFECT], BY_NUMBER[-1], EFFECTS[-1]


@contextmanager
def installed() -> Iterator[None]:
    install()
    try:
        yield
    finally:
        remove()


SCENARIO: dict[str, Any] = {
    "format": "portable-wargame/scenario/1",
    "title": "The Elephants at the Reeds",
    "ruleset": NAME,
    "grid": "square",
    "options": [OPTION],
    "house-rules": {RULE: "desert"},
    "turns": 6,
    "map": {
        "rows": ". . w . . .\n. r r . . .\n. . . = . .\n. . * = . .\n. . . = r .\n. . . . . .\n",
        "legend": {"*": [FEATURE, "hill 1"]},
    },
    "sides": [
        {
            "id": "red",
            "name": "Rome",
            "edge": "south",
            "units": [
                {"id": "r1", "type": "spearmen", "weapon": "sword", "at": "b1", "facing": "n"},
                {"id": "r2", "type": "war-elephant", "at": "c2", "facing": "n"},
                {"id": "r3", "type": "legate", "at": "d1", "facing": "n"},
                {"id": "r4", "type": "burning pigs", "at": "e2", "facing": "n"},
            ],
        },
        {
            "id": "blue",
            "name": "Gaul",
            "army": "gaul",
            "edge": "north",
            "units": [
                {"id": "b1", "type": "spearmen", "at": "b4", "facing": "s"},
                {"id": "b2", "type": "war-elephant", "at": "d5", "facing": "s"},
                {"id": "b3", "type": "legate", "at": "d6", "facing": "s"},
            ],
        },
    ],
    "victory": [{"side": "red", "hold": ["d4"], "at-turn": 6}],
}
