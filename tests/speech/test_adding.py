"""A verb is added in three places: its rule, its row, its book. Here is one, with an event, a throw and an effect of
its own; nothing else is touched, and everything speaks of it."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

import portable_wargame
from portable_wargame.ai.judgement.values import expected, worth
from portable_wargame.ai.numbers.codes import Codes
from portable_wargame.ai.opponents.players import player
from portable_wargame.battle.unit import FIRED
from portable_wargame.cli.playing.choices import Choices
from portable_wargame.cli.playing.opponent import best
from portable_wargame.cli.playing.orders import read_order
from portable_wargame.consultation.enquiry import verdicts
from portable_wargame.consultation.luck import harm
from portable_wargame.consultation.survey import offer
from portable_wargame.game import outcomes, tables
from portable_wargame.game.actions import Action
from portable_wargame.game.agenda import Activity, Chance, Reason, Step
from portable_wargame.game.changes import mark, roll, tell, tell_roll
from portable_wargame.game.events import Event, Roll
from portable_wargame.game.game import Game
from portable_wargame.game.outcomes import GOOD, Outcome, add_effect
from portable_wargame.rules.combat.hits import blow, push_blows
from portable_wargame.rulesets import RULESETS
from portable_wargame.rulesets.books import forget_what_was_made
from portable_wargame.server.games.steps import lines
from portable_wargame.server.wire.consulted import offer_told
from portable_wargame.server.wire.typescript import typescript
from portable_wargame.speech import trees
from portable_wargame.speech.chances import odds_words
from portable_wargame.speech.documents import tables as documented
from portable_wargame.speech.happenings import HAPPENINGS, Happening
from portable_wargame.speech.notation import action_from_tree, action_to_tree, event_to_tree
from portable_wargame.speech.schemas import schema
from portable_wargame.speech.sentences import action_sentence, event_sentence, order_sentence, question_sentence
from portable_wargame.speech.throws import THROWS, Throw
from portable_wargame.speech.verbs import TARGET, VERBS, WHO, Verb
from tests.table import RED_FIRST, Table, draw

# -- the rows

JEER = Verb(
    "jeer", (WHO, TARGET), "jeer at an enemy", "{unit} jeered at {target}", "Jeer at {foe}", typed=("j",), mark="fire"
)
TOOK_FRIGHT = Happening("took-fright", "side unit cell", "{unit} took fright in {cell}.", "loss", "it heard a jeer")
WAR_CRY = Throw(
    "war-cry",
    "side unit target needs",
    ("nothing", "takes-fright"),
    "{unit} jeered at {foe}{needed}: {arithmetic} – {outcomes}.",
    "War cry",
    "combat",
    "whether a jeer is heard",
    attacks=True,
)


def frighten(game: Game, step: Step) -> None:
    tell(game, "took-fright", step.clause, step.unit, game.battle.at[step.unit])


TAKES_FRIGHT = Outcome(
    "takes-fright", "", GOOD, befalls=True, strikes=True, harms=True, weight=0.25, cost_in_units=0.5, does=frighten
)

# -- the rule

CLAUSE = "classic.fire.roll"


class Jeer(Activity):
    effect = 0

    def options(self, game: Game, unit: int) -> list[Action]:
        battle = game.battle
        if battle.has(unit, FIRED):
            return []
        enemies = battle.units(1 - battle.side_of(unit))
        return [Action("jeer", unit, battle.at[enemy]) for enemy in enemies if battle.on_board(enemy)]

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        return [Reason(CLAUSE, "nobody would hear it")]

    def play(self, game: Game, action: Action) -> None:
        battle = game.battle
        mark(game, action.unit, FIRED)
        dice = roll(game, 1)
        outcome = "takes-fright" if dice[0] >= 4 else "nothing"
        side = battle.side_of(action.unit)
        tell_roll(game, "war-cry", CLAUSE, side, action.unit, dice, [], dice, 4, [outcome], action.target)
        if outcome != "nothing":
            push_blows(game, [blow(game, unit, self.effect, side, CLAUSE) for unit in battle.units_in(action.target)])

    def chances(self, game: Game, action: Action) -> list[Chance]:
        (enemy,) = game.battle.units_in(action.target)
        return [Chance(3, 1, [(enemy, "takes-fright")]), Chance(3, 1, [])]


# -- the book


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setitem(VERBS, "jeer", JEER)
    monkeypatch.setitem(HAPPENINGS, "took-fright", TOOK_FRIGHT)
    monkeypatch.setitem(THROWS, "war-cry", WAR_CRY)
    rule = Jeer("jeer", attacks=True)
    rule.effect = add_effect(TAKES_FRIGHT)
    book = RULESETS["classic"]
    monkeypatch.setitem(RULESETS, "classic", replace(book, activities=(*book.activities, rule)))
    forget_what_was_made()
    yield draw("classic", dice=[*RED_FIRST, 5], red=["r1 infantry b2 n"], blue=["b1 infantry b5 s"])
    del outcomes.OUTCOMES["takes-fright"]
    outcomes.BY_NUMBER.pop()
    tables.EFFECTS.pop()
    monkeypatch.undo()
    forget_what_was_made()


ACTION: trees.Action = {"do": "jeer", "unit": "r1", "target": "b5"}


def fits(part: str, tree: object) -> bool:
    whole = schema("protocol")
    return jsonschema.Draft202012Validator({**whole, "anyOf": [{"$ref": f"#/$defs/{part}"}]}).is_valid(tree)


def test_it_is_offered_played_and_told(table: Table) -> None:
    session = table.session
    battle = session.game.battle
    assert ACTION in session.legal()["actions"]
    assert action_sentence(battle, ACTION) == "Infantry r1 jeered at b5"
    assert order_sentence(battle, ACTION) == "Jeer at infantry b1 (b5)"
    assert odds_words(battle, session.odds(ACTION)) == "50% takes fright"
    events = table.play(**{"verb": "jeer", "unit": "r1", "target": "b5"})
    assert [event_sentence(battle, event, clauses=False) for event in events[:2]] == [
        "Infantry r1 jeered at b5 (needs 4): 5 – takes fright.",
        "Infantry b1 took fright in b5.",
    ]
    assert [line.topic for line in lines(battle, events[:2])] == ["combat", "loss"]


def test_the_schemas_know_it(table: Table) -> None:
    assert fits("action", ACTION)
    assert not fits("action", {"do": "jeer", "unit": "r1"})
    odds = table.session.odds(ACTION)
    assert all(fits("chance", chance) for chance in odds)
    events = table.play(**{"verb": "jeer", "unit": "r1", "target": "b5"})
    assert all(fits("event", event) for event in events)
    assert not fits("event", {**events[0], "outcomes": ["hits"]})
    assert not fits("event", {**events[1], "sp": 1})


def test_the_documents_and_the_page_know_it(table: Table) -> None:
    made = documented()
    assert "| `jeer` | `unit target` | jeer at an enemy |" in made["verbs"]
    assert "| `took-fright` | `side unit cell` | it heard a jeer |" in made["events"]
    assert "| `war-cry` | `side unit target needs` | `nothing`, `takes-fright` |" in made["throws"]
    assert "`takes-fright`" in made["effects"]
    written = typescript()
    assert '    do: "jeer";\n' in written
    assert '"jeer": {"mark": "fire", "quiet": false}' in written
    assert '"war-cry": {"title": "War cry", "judged": true}' in written
    assert '"takes-fright": {"words": "takes fright", "good": true, "strikes": true, "harms": true}' in written


@pytest.mark.parametrize("typed", ["r1 jeer b5", "r1 j b5", "R1 J B5"])
def test_it_can_be_typed(table: Table, typed: str) -> None:
    assert read_order(table.session, typed) == ACTION
    listed = Choices(table.session).overview()
    assert ACTION in listed.numbered
    assert any("Jeer at infantry b1 (b5)" in line and "50% takes fright" in line for line in listed.lines)


def test_the_server_and_the_laboratory_know_it(table: Table) -> None:
    game = table.session.game
    action = action_from_tree(game.battle, ACTION)
    made = offer_told(game, offer(game, action))
    assert (made.text, made.cell, made.targets, made.summary) == (
        "Jeer at infantry b1 (b5)",
        "b5",
        ["b1"],
        "50% takes fright",
    )
    assert any(one.action.verb == "fire" for one in verdicts(game, 0, game.battle.at[1]))
    assert harm(game.ruleset).expected(game, action) == [0.0, 0.125]


@pytest.mark.parametrize("level", ["recruit", "sergeant", "captain"])
def test_opponents_weigh_it(table: Table, level: str) -> None:
    game = table.session.game
    action = action_from_tree(game.battle, ACTION)
    assert game.is_attack(action)
    assert expected(game, 0, game.chances(action)) == pytest.approx(0.25 * worth(game, 1))
    assert best(table.session, player(level), 10).action in table.session.legal()["actions"]


def test_learning_programs_have_a_code_for_it(table: Table) -> None:
    game = table.session.game
    codes = Codes(game)
    code = codes.code(game.battle, action_from_tree(game.battle, ACTION), 0)
    assert codes.words(code) == {"verb": "jeer", "unit": 0, "cell": game.battle.at[1]}


# -- and what has no row at all


def test_what_has_no_row_is_told_by_its_name(table: Table) -> None:
    battle = table.session.game.battle
    action = Action("blow-horns", 0, battle.at[1])
    assert action_to_tree(battle, action) == {"do": "blow-horns", "unit": "r1", "target": "b5"}
    assert action_sentence(battle, action_to_tree(battle, action)) == "Infantry r1: blow horns"
    fled = event_to_tree(battle, Event("ran-amok", "toy.amok", 1, 1, battle.at[1], amount=3))
    assert fled == {"event": "ran-amok", "side": "blue", "unit": "b1", "cell": "b5", "number": 3, "clause": "toy.amok"}
    assert event_sentence(battle, fled) == "Infantry b1: ran amok. [toy.amok]"
    thrown = event_to_tree(battle, Roll("for-luck", "toy.luck", 0, 0, [3], [], [3], 0, ["falls-over"]))
    assert event_sentence(battle, thrown, clauses=False) == "Infantry r1, for luck: 3 – falls over."
    assert [line.topic for line in lines(battle, [fled, thrown])] == ["other", "other"]
    state: trees.State = {**table.session.state(), "question": {"asks": "whether to run"}}
    assert question_sentence(battle, state) == "Whether to run?"
    odds: list[trees.Chance] = [
        {"probability": 1.0, "outcome": "", "effects": [{"unit": "b1", "effect": "falls-over"}]}
    ]
    assert odds_words(battle, odds, "r1") == "100% falls over"
    assert expected(table.session.game, 0, [Chance(1, 0, [(1, "falls-over")])]) > 0


# -- and nobody keeps a table beside the rows

SOURCE = Path(portable_wargame.__file__).parent
# How an opponent thinks about an answer is for the opponent to say; of what it does not know, it thinks nothing. The
# codes of learning programs are a table of numbers that are never to change; a verb that came with a book has codes by
# unit and cell.
THOUGHTS = {"ai/judgement/answers.py", "ai/opponents/intents.py", "ai/numbers/codes.py"}


def listed_in(path: Path) -> Iterator[list[str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        parts: list[ast.expr | None] = []
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            parts = list(node.elts)
        elif isinstance(node, ast.Dict):
            parts = list(node.keys)
        yield [one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def test_no_table_elsewhere_lists_verbs_events_throws_or_outcomes() -> None:
    found = [
        f"{name}: {' '.join(listed)}"
        for package in ("ai", "cli", "environments", "record", "server", "simulation")
        for path in sorted((SOURCE / package).rglob("*.py"))
        if (name := path.relative_to(SOURCE).as_posix()) not in THOUGHTS
        for listed in listed_in(path)
        if any(len(set(listed) & set(rows)) > 2 for rows in (VERBS, HAPPENINGS, THROWS, outcomes.OUTCOMES))
    ]
    assert found == []
