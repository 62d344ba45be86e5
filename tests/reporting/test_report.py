"""The battle report: nothing in it that did not happen, nothing said twice, and a page that needs nothing else."""

import io
import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from portable_wargame.battle.battle import DESTROYED as GONE
from portable_wargame.battle.naming import plain
from portable_wargame.cli import run
from portable_wargame.game.errors import Refusal
from portable_wargame.grid.names import cell_named
from portable_wargame.pictures.marks import everyone_in
from portable_wargame.record.keys import Seed
from portable_wargame.record.reading import Record, parse_record, read_record
from portable_wargame.record.recording import record_in
from portable_wargame.record.session import Session
from portable_wargame.reporting.animation import SECONDS, animated
from portable_wargame.reporting.closing import ending, hits, looking_back
from portable_wargame.reporting.drawing import board, chances, strengths
from portable_wargame.reporting.facts import (
    COMBAT,
    DESTROYED,
    FIRE,
    GUNS,
    LOST,
    MISHAP,
    RETREATED,
    Blow,
    Consequence,
    Ending,
    Luck,
    Turn,
)
from portable_wargame.reporting.following import Story, story_of
from portable_wargame.reporting.naming import Names, possessive
from portable_wargame.reporting.opening import aims, counted, forces, ground
from portable_wargame.reporting.phrases import ALOFT, FRIENDLY, PHRASES
from portable_wargame.reporting.report import Picture, Report, Table, report_of
from portable_wargame.reporting.telling import Phrasebook
from portable_wargame.reporting.turns import Narrator
from portable_wargame.reporting.writing import as_markdown, as_page
from portable_wargame.scenario.library import load
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import laid_out
from portable_wargame.speech.notation import action_to_tree
from tests.reporting.battles import BATTLES, record_of, text_of
from tests.table import scenario

KEPT = Path(__file__).parents[1] / "record" / "kept"


@dataclass(frozen=True)
class Told:
    record: Record
    story: Story
    report: Report


@cache
def told(name: str, seed: int) -> Told:
    record = record_of(name, seed)
    return Told(record, story_of(record), report_of(record))


@pytest.fixture(params=BATTLES, ids=lambda battle: str(battle[0]))
def fought(request: pytest.FixtureRequest) -> Told:
    name, seed = request.param
    return told(name, seed)


def sentences(report: Report) -> list[str]:
    texts = [block for section in report.sections for block in section.blocks if isinstance(block, str)]
    return [one for text in texts for one in re.split(r"(?<=[.!?]) (?=[A-Z])", re.sub(r"\*\*.*?\*\* ", "", text))]


def test_the_facts_add_up(fought: Told) -> None:
    story = fought.story
    battle = story.end.battle
    gone: list[int] = []
    points = [0, 0]
    for turn in story.turns:
        for blow in turn.blows:
            for one in blow.consequences:
                points[battle.side_of(one.unit)] += one.points
                if one.kind == DESTROYED:
                    gone.append(one.unit)
    assert sorted(gone) == [unit for unit, place in enumerate(battle.at) if place == GONE]
    assert [sum(turn.lost[side] for turn in story.turns) for side in (0, 1)] == list(battle.lost)
    if story.start.ruleset.strength is not None:
        assert points == list(battle.lost)
    assert [turn.number for turn in story.turns] == list(range(1, battle.turn + 1))
    assert len(story.boards) == len(story.turns)


def test_every_attack_comes_from_somebody_who_could_make_it(fought: Told) -> None:
    story = fought.story
    battle = story.start.battle
    for turn in story.turns:
        for blow in turn.blows:
            if blow.how in (FIRE, GUNS, COMBAT):
                assert blow.attackers
                assert {battle.side_of(unit) for unit in blow.attackers} == {blow.side}
            if blow.how == GUNS:
                assert all(battle.type_of[unit].artillery_range for unit in blow.attackers)
            if blow.how == FIRE:
                assert all(battle.side_of(one.unit) != blow.side for one in blow.suffered(LOST))
            assert len(blow.origins) == len(blow.attackers)
            assert all(cell >= 0 for cell in blow.origins)
            assert blow.cell >= 0
            assert all(one.cell >= 0 for one in blow.consequences)


def test_nothing_is_said_twice_or_left_unfilled(fought: Told) -> None:
    found = sentences(fought.report)
    twice = {one for one in found if found.count(one) > 1}
    assert not twice
    for one in found:
        assert not re.search(r"[{}_]|None|  |\b[a-z]+0\b|-1\b", one), one
        assert one[0].isupper() and one[-1] in ".!?", one
        assert " ," not in one and ".." not in one and " ." not in one, one


def test_every_unit_that_is_named_as_lost_is_lost(fought: Told) -> None:
    """The bill has each unit that is gone, once, under its side."""
    story = fought.story
    battle = story.end.battle
    (table,) = [block for section in fought.report.sections for block in section.blocks if isinstance(block, Table)]
    for side, row in enumerate(table.rows):
        fallen = [battle.roster.unit_names[unit] for unit in battle.units(side) if battle.at[unit] == GONE]
        named = [] if row[-1] == "nobody" else row[-1].split(", ")
        assert sorted(named) == sorted(fallen)
        assert row[1] == str(len(fallen))


def test_the_winner_is_the_winner(fought: Told) -> None:
    story = fought.story
    assert story.ending is not None
    (end,) = [section for section in fought.report.sections if section.heading == "The end"]
    text = str(end.blocks[0])
    if story.ending.winner >= 0:
        names = Names(story.start.battle)
        winner = names.side(story.ending.winner)
        assert re.search(rf"{re.escape(winner)}\b.*(won|victory|and did)", text, re.IGNORECASE), text
    else:
        assert "draw" in text


def test_a_record_is_always_told_in_the_same_words(fought: Told) -> None:
    assert report_of(fought.record) == fought.report


def test_the_page_needs_nothing_else(fought: Told) -> None:
    page = as_page(fought.report)
    assert not re.search(r"(src|href)=|<script|<link|@import|url\(", page)
    assert page.count("<svg") >= 4
    body = page.removeprefix("<!doctype html>\n").replace('<meta charset="utf-8">', "")
    ElementTree.fromstring(re.sub(r"<meta[^>]*>", "", body))  # every tag is closed


def test_markdown_has_its_pictures_beside_it(fought: Told) -> None:
    text, pictures = as_markdown(fought.report, "fight")
    assert re.findall(r"\]\((.*?)\)", text) == list(pictures)
    for svg in pictures.values():
        ElementTree.fromstring(svg)
    assert text.startswith("# ") and "## The battle" in text


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.pwg")), ids=lambda path: path.stem)
def test_records_of_earlier_editions_have_reports(path: Path) -> None:
    assert report_of(read_record(str(path))).sections


def test_what_was_taken_back_did_not_happen() -> None:
    """A move, taken back and made again, is one move."""
    once, twice = (story_of(parse_record(first_move(undone), "x.pwg")) for undone in (False, True))
    assert once.turns == twice.turns
    assert len(once.turns[0].moved) == 1


def first_move(undone: bool) -> str:
    key = Seed(3, salt="0" * 32)
    sink = io.StringIO()
    recorder = record_in(sink, Session(load("harrow-ridge"), key.dice()), key, {})
    while not any(action.verb == "move" for action in recorder.session.game.options()):
        recorder.play(action_to_tree(recorder.session.game.battle, recorder.session.game.options()[-1]))
    game = recorder.session.game
    move = next(action for action in game.options() if action.verb == "move" and len(action.path) > 1)
    tree = action_to_tree(game.battle, move)
    recorder.play(tree)
    if undone:
        recorder.undo()
        recorder.play(tree)
    return sink.getvalue()


def test_a_record_that_breaks_off_says_so() -> None:
    report = report_of(record_of("harrow-ridge", 11, actions=40))
    assert "The record breaks off in turn" in " ".join(sentences(report))


def test_of_a_battle_without_a_blow_no_blow_is_told() -> None:
    told = " ".join(sentences(report_of(record_of("harrow-ridge", 11, actions=1))))
    assert "Not a blow was struck." in told
    assert "dice" not in told
    assert "won by" not in told


# -- the picture that moves


def test_a_battle_plays_by_itself(fought: Told) -> None:
    svg = animated(fought.story, "A & B")
    tree = ElementTree.fromstring(svg)
    frames = [one for one in tree if one.get("class") == "f"]
    assert len(frames) == len(fought.story.turns) + 1
    delays = [float(re.findall(r"[0-9.]+", str(one.get("style")))[0]) for one in frames]
    assert delays == [SECONDS * number for number in range(len(frames))]
    # The last frame has a card for everybody who was still there; four of a cell have room.
    battle = fought.story.end.battle
    there = sum(min(4, len(everyone_in(battle, cell))) for cell in range(battle.field.grid.cells))
    cards = [one for one in frames[-1].iter() if one.tag.endswith("rect")]
    assert len(cards) == there
    assert not re.search(r"<script|href=", svg)


def test_pictures_have_the_names_of_places_and_who_is_who_in_the_margin() -> None:
    one = told("toll-house", 2)
    pictures = [block.svg for section in one.report.sections for block in section.blocks if isinstance(block, Picture)]
    for svg in (pictures[0], animated(one.story, "x")):
        assert "The Toll Bridge" in svg
    # On a board of three squares the two sides' names stand beside each other.
    size = re.search(r'font-size="([0-9.]+)"[^>]*>Coast Brigade<', pictures[0])
    assert size and float(size[1]) * 0.6 * len("Coast Brigade") < 244 / 2 - 40


def test_sides_have_their_own_colours_in_every_picture() -> None:
    one = told("toll-house", 2).story
    assert one.scenario is not None
    sides = [replace(one.scenario.sides[0], colour="#00a040"), one.scenario.sides[1]]
    story = replace(one, scenario=replace(one.scenario, sides=sides))
    names = Names(story.start.battle)
    for made in (board(story, story.end), strengths(story, names), chances(story, names), animated(story, "x")):
        assert "#00a040" in made and "#a8262a" not in made


def test_a_span_of_turns_is_shown_alone() -> None:
    story = told("millford-bridge", 1).story
    svg = animated(story, "Millford", 2, 3)
    assert re.findall(r">Millford, turn (\d+)<", svg) == ["2", "3"]
    for first, last in ((0, 1), (3, 2), (1, 99)):
        with pytest.raises(Refusal, match="the battle has turns 1 to"):
            animated(story, "x", first, last)


# -- words


def story_named(scenario: str = "millford-bridge") -> Story:
    game = laid_out(load(scenario))
    return Story(game, game, [], [], None, None, 0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scenario", "unit", "name"),
    [
        ("millford-bridge", "Guard Grenadiers", "the Guard Grenadiers"),
        ("millford-bridge", "Battery Roth", "Battery Roth"),
        ("millford-bridge", "General von Harrach", "General von Harrach"),
        ("harrow-ridge", "Lund's Horse", "Lund's Horse"),
        ("soor-villages", "King's Regiment", "the King's Regiment"),
        ("fort-solace", "A Company", "A Company"),
        ("fort-solace", "The Prophet", "the Prophet"),
        ("sallow-wood", "Number 9 Squadron", "Number 9 Squadron"),
    ],
)
def test_names_have_the_articles_that_people_give_them(scenario: str, unit: str, name: str) -> None:
    names = Names(laid_out(load(scenario)).battle)
    assert names.unit(list(names.roster.unit_names).index(unit)) == name


def test_a_name_that_both_sides_have_goes_with_its_side() -> None:
    names = Names(laid_out(load("sallow-wood")).battle)
    both = [names.unit(unit) for unit, name in enumerate(names.roster.unit_names) if name == "Howitzers"]
    assert both == ["First Army’s Howitzers", "Fifth Army’s Howitzers"]
    assert possessive("the Pursuit corps") == "the Pursuit corps’"


def test_units_without_a_name_are_told_apart_by_number_and_counted_together() -> None:
    tree = scenario("modern", red=["r1 infantry a1 n", "r2 infantry b1 n", "r3 tank c1 n"], blue=["b1 infantry a6 s"])
    for side in tree["sides"]:
        for unit in side["units"]:
            unit.pop("name", None)
    names = Names(laid_out(read_tree(tree)).battle)
    red = names.side(0)
    assert [names.unit(unit) for unit in range(4)] == [
        f"{possessive(red)} 1st infantry",
        f"{possessive(red)} 2nd infantry",
        "the tank",
        "the infantry",
    ]
    assert names.units([0, 2, 1]) == f"two of {possessive(red)} infantry and the tank"
    assert names.are_many([0, 1])
    assert names.own(1) == "2nd infantry"


def test_the_opening_tells_of_night_and_weather_and_of_forces_all_alike() -> None:
    red, blue = ["r1 infantry a1 n", "r2 infantry b1 n"], ["b1 infantry a6 s", "b2 cavalry b6 s"]
    tree = scenario("classic", red=red, blue=blue)
    tree["house-rules"] = {"night": "from 4", "weather": "rain"}
    read = read_tree(tree)
    game = laid_out(read)
    story = Story(game, game, [], [], None, None, 0.5, read)  # type: ignore[arg-type]
    assert "Night fell with turn 4: in the dark nobody could shoot farther than 2 squares." in ground(story)
    assert "It rained: nobody could shoot farther than 4 squares, and marches were shorter." in ground(story)
    brought = forces(story, Names(game.battle))
    assert brought[0].endswith("two units (8 SP in all): all infantry.")
    assert brought[1].endswith("one of infantry and one of cavalry.")
    assert "Night" not in ground(story_named())


def test_places_of_which_either_will_do_are_one_aim() -> None:
    scenario = load("adlerbruck")
    told = aims(scenario, Names(laid_out(scenario).battle))[0]
    assert "hold Adlerbrück (d6 or e6) at the end of turn 13, or destroy 7 enemy units" in told


def test_every_phrase_can_be_filled_in() -> None:
    """Each sentence of the phrasebook, said of real units."""
    story = story_named()
    narrator = Narrator(story, Phrasebook(0))
    blow = Blow(FIRE, 0, [0], 43, [9])
    for kind in (DESTROYED, LOST, RETREATED):
        words = narrator._words(blow, [9], Consequence(kind, 9, 43, 51), 2) | {"a_to": "d5", "bill": "nothing"}
        for table in (PHRASES, ALOFT, FRIENDLY):
            for choices in table.values():
                for text in choices:
                    filled = text.format(**words)
                    assert filled.endswith(".") and "{" not in filled


def test_a_place_has_its_cell_beside_it_once() -> None:
    names = story_names("toll-house")
    assert names.where(4) == "on the Toll Bridge (b2)"
    told = names.told_once(["The Toll Bridge (b2) fell.", "They went to b2, and on to the Toll Bridge (b2)."])
    assert told == ["The Toll Bridge (b2) fell.", "They went to b2, and on to the Toll Bridge."]


def story_names(scenario: str) -> Names:
    return Names(laid_out(load(scenario)).battle)


def test_a_gun_that_is_knocked_out_has_its_say_before_that() -> None:
    """Guns fire all at once: what the one that is lost did comes first."""
    story = story_named()
    lost = Blow(GUNS, 0, [0], 43, [9], [Consequence(DESTROYED, 9, 43, points=1)])
    last = Blow(GUNS, 1, [9], 3, [0], [Consequence(LOST, 0, 3, points=1)])
    assert Narrator(story, Phrasebook(0))._in_order([lost, last]) == [last, lost]


def test_losses_without_a_sentence_of_their_own_are_told_unit_by_unit() -> None:
    story = story_named()
    blows = [
        Blow(FIRE, 0, [0], 43, [unit], [Consequence(LOST, unit, 43, points=lost)]) for unit, lost in ((9, 1), (10, 2))
    ]
    text = Narrator(story, Phrasebook(0))._rest(Turn(1, blows=blows), [])
    names = Names(story.start.battle)
    assert f"{names.unit(9)} lost 1 SP, {names.unit(10)} 2".lower() in text.lower()
    gone = Blow(FIRE, 0, [0], 43, [9], [Consequence(DESTROYED, 9, 43, points=3)])
    assert names.unit(9) not in Narrator(story, Phrasebook(0))._rest(Turn(1, blows=[*blows, gone]), [gone])


@pytest.mark.parametrize(
    ("reason", "winner", "told"),
    [
        ("the battle's 9 turns are over; 3 points against 11", 1, "won by 11 points to 3."),
        ("both sides are exhausted; 5 points against 5", -1, "At 5 points to 5 neither was far enough ahead: a draw."),
        (
            "The Hill Brigade has reached its objective: 7 points by turn 6",
            1,
            "scored 7 points, as ordered: a victory.",
        ),
    ],
)
def test_a_battle_that_is_won_by_points_is_not_told_by_losses(reason: str, winner: int, told: str) -> None:
    story = replace(story_named("toll-house"), ending=Ending(winner, reason, 9))
    assert ending(story, Names(story.start.battle))[-1].endswith(told)


def test_a_draw_was_decided_by_no_turn() -> None:
    turns = [Turn(1, chance=0.9, shots=1), Turn(2, chance=0.5)]
    story = replace(story_named("toll-house"), turns=turns, ending=Ending(-1, "", 2), luck=Luck([0, 0], [0, 0]))
    text = " ".join(looking_back(story, Names(story.start.battle)))
    assert text.startswith("It was nearest to a decision at the end of turn 1, when the chances of the Coast Brigade")


def test_nobody_is_called_human_and_what_both_are_to_do_is_said_once() -> None:
    record = record_of("toll-house", 2)
    report = report_of(replace(record, header=record.header | {"players": {"red": "human", "blue": "eager"}}))
    assert "(human)" not in report.under and "(eager)" in report.under
    assert "Both sides had the same task: hold the Toll Bridge (b2)" in " ".join(sentences(report))


def test_a_phrasebook_never_says_a_thing_twice() -> None:
    book = Phrasebook(3)
    choices = ("One {n}.", "Two {n}.", "Three {n}.")
    said = [book.say(choices, n="x") for _ in range(5)]
    assert sorted(said[:3]) == ["One x.", "Three x.", "Two x."]
    assert said[3:] == ["", ""]
    assert book.say(choices, n="y")


# -- the command


@pytest.mark.parametrize(("out", "files"), [("r.html", 1), ("r.md", 5), ("folder", 6), ("r.svg", 1)])
def test_the_command_writes_what_is_asked_for(
    out: str, files: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b.pwg").write_text(text_of("toll-house", 2), encoding="utf-8")
    assert run(["report", str(tmp_path / "b.pwg"), "--out", str(tmp_path / out)]) == 0
    made = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".pwg"]
    assert len(made) >= files
    assert re.search("the report|turn by turn", capsys.readouterr().err)


@pytest.mark.parametrize(
    "arguments",
    [
        ["missing.pwg", "--out", "x.html"],
        ["b.pwg"],
        ["b.pwg", "--out", "no/such/x.html"],
        ["b.pwg", "--out", "no/such/x.md"],
        ["b.pwg", "--out", "no/such/folder"],
        ["b.pwg", "--out", "x.svg", "--turns", "soon"],
        ["b.pwg", "--out", "x.svg", "--turns", "1-99"],
        ["b.pwg", "--out", "x.html", "--turns", "1"],
    ],
)
def test_mistakes_are_one_sentence_and_2(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("b.pwg").write_text(text_of("toll-house", 2), encoding="utf-8")
    assert run(["report", *arguments]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_names_cannot_break_the_page() -> None:
    report = told("toll-house", 2).report
    nasty = replace(report, title="<script>alert(1)</script> *bold* [x](y)")
    assert "<script>" not in as_page(nasty)
    assert "\\[x\\](y)" in as_markdown(nasty, "r")[0]
    assert any(isinstance(block, Picture) for section in report.sections for block in section.blocks)


def test_photographs_stand_behind_their_turns(tmp_path: Path) -> None:
    record, photo = tmp_path / "game.pwg", tmp_path / "bridge.png"
    record.write_text(text_of("millford-bridge", 1), "utf-8")
    photo.write_bytes(b"\x89PNG not looked into")
    assert run(["report", str(record), "--out", str(tmp_path / "r.md"), "--photo", f"1={photo}:The bridge."]) == 0
    text = (tmp_path / "r.md").read_text("utf-8")
    before, _, after = text.partition("*The bridge.*")
    assert "**Turn 1.**" in before and "**Turn 2" not in before and "**Turn 2" in after
    shown = re.search(r"!\[The bridge\.\]\((r-\d+\.png)\)", text)
    assert shown and (tmp_path / shown[1]).read_bytes() == photo.read_bytes()


@pytest.mark.parametrize("text", ["bridge.png", "x=bridge.png", "1=bridge.gif", "1=missing.png"])
def test_what_is_no_photograph_is_refused(tmp_path: Path, text: str) -> None:
    record = tmp_path / "game.pwg"
    record.write_text(text_of("millford-bridge", 1), "utf-8")
    assert run(["report", str(record), "--out", str(tmp_path / "r.md"), "--photo", text]) == 2


def test_an_aircraft_that_crashes_by_itself_was_shot_down_by_nobody() -> None:
    """At the end of its side's activations, whoever fired last."""
    red, blue = ["r1 infantry b2 n"], ["b1 infantry b4 s", "b2 reconnaissance-aircraft d6 s"]
    record = crashed(scenario("modern", red=red, blue=blue, options=["air"], turns=3))
    blows = [
        blow for turn in story_of(record).turns for blow in turn.blows for one in blow.consequences if one.unit == 2
    ]
    assert [(blow.how, blow.attackers) for blow in blows] == [(MISHAP, [])]
    assert any("crash" in one or "came down at" in one for one in sentences(report_of(record)))


def crashed(tree: dict[str, object]) -> Record:
    """Blue fires with its infantry, and leaves its aircraft to itself."""
    key = Seed(1, [1, 6, *[6] * 10])
    session = Session(read_tree(tree), key.dice())
    sink = io.StringIO()
    recorder = record_in(sink, session, key, {})
    while session.game.question() is not None and session.game.battle.on_board(2):
        legal = session.legal()["actions"]
        shots = [one for one in legal if one["do"] == "fire" and one.get("unit") == "b1"]
        recorder.play((shots or [one for one in legal if one["do"] == "end"] or legal)[0])
    return parse_record(sink.getvalue(), "the record")


@pytest.mark.parametrize(
    ("kind", "count", "words"),
    [
        ("infantry", 3, "three of infantry"),
        ("infantry, rifles", 2, "two of infantry with rifles"),
        (plain("infantry-close-combat"), 8, "eight of infantry armed for close combat"),
        ("infantry anti-tank", 1, "one of infantry with anti-tank weapons"),
        ("cyclists", 1, "one of cyclists"),
        ("field artillery", 1, "one of field artillery"),
        ("infantry gun", 2, "two infantry guns"),
        ("tank", 1, "one tank"),
    ],
)
def test_forces_are_counted_as_people_count_them(kind: str, count: int, words: str) -> None:
    assert counted(kind, count) == words


def test_a_place_says_its_ground_once() -> None:
    """On the Toll Bridge, not on the bridge at the Toll Bridge."""
    names = Names(laid_out(load("toll-house")).battle)
    grid = names.battle.field.grid
    assert names.where(cell_named(grid, "b2")) == "on the Toll Bridge (b2)"
    assert names.where(cell_named(grid, "a3")) == "in the woods at a3"


@pytest.mark.parametrize(("number", "said"), [(0, "no hits"), (0.5, "0.5 hits"), (1, "1 hit"), (9.5, "9.5 hits")])
def test_one_hit_is_not_1_hits(number: float, said: str) -> None:
    assert hits(number) == said
