"""The print pack as a document: what is on its pages, how they are made, and what is refused."""

import base64
import json
import random
import re
import time
import zlib
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
import segno
from reportlab.pdfgen.canvas import Canvas

from portable_wargame.battle.battle import NOBODY
from portable_wargame.cli import run
from portable_wargame.game.errors import Refusal
from portable_wargame.grid.names import cell_name
from portable_wargame.printing.options import PAPERS, PARTS, Options, options
from portable_wargame.printing.pack import print_pack
from portable_wargame.printing.paper import fonts
from portable_wargame.printing.paper.ink import INKS
from portable_wargame.printing.paper.sheet import Sheet
from portable_wargame.printing.paper.svg import draw
from portable_wargame.printing.parts.counters import back_word
from portable_wargame.printing.parts.link import code_of, shared_link
from portable_wargame.printing.parts.overview import NO_ADDRESS, TOO_LARGE
from portable_wargame.printing.parts.placing import known_zones, zone_of
from portable_wargame.printing.parts.reference import set_up
from portable_wargame.printing.pieces import pieces
from portable_wargame.reference.quick_reference import of_scenario
from portable_wargame.reference.value import Line
from portable_wargame.rules.turn.exhaustion import exhaustion_point
from portable_wargame.scenario import library
from portable_wargame.scenario.checking.names import PATTERNS
from portable_wargame.scenario.model import Flag, Label
from portable_wargame.scenario.reading import read_tree
from tests.printing.reading import drawn, pack, wanted, words
from tests.scenario.settings import RED_ZONE, WHOLE

# Every book, both grids, options, house rules, reinforcements, transports.
FIVE = ("millford-bridge", "fort-amaranth", "soor-villages", "sallow-wood", "larch-breakout")
URL = "https://example.org/"


@pytest.mark.parametrize("name", FIVE)
def test_everybody_is_on_counter_roster_and_briefing(name: str) -> None:
    scenario = library.load(name)
    text = {part: " ".join(words(pack(name, wanted(parts=part)))) for part in ("counters", "roster", "briefings")}
    for side in scenario.sides:
        for unit in side.units:
            for part, found in text.items():
                assert unit.name.replace(" ", "") in found.replace(" ", ""), (unit.name, part)
        assert side.briefing.split(".")[0] in text["briefings"]
        assert side.name in text["roster"]


def test_a_briefing_says_what_scores() -> None:
    for page in words(print_pack(read_tree(WHOLE), wanted(parts="briefings"))):
        told = " ".join(page.split())
        assert "The Blues score 3 points for Merxleben (c3) held at the end" in told
        assert "The Reds score 1 point for each of" in told


@pytest.mark.parametrize("name", FIVE)
def test_every_cell_of_the_quick_reference_is_printed(name: str) -> None:
    (page,) = words(pack(name, wanted(parts="reference")))
    page = page.replace(" ", "")
    for section in of_scenario(library.load(name)).sections:
        assert section.heading.replace(" ", "") in page
        for part in section.parts:
            texts = [part.words] if isinstance(part, Line) else [cell for row in part.rows for cell in row.cells]
            for text in texts:
                # A word at a time: a line that goes on below is read back in pieces.
                assert all(word in page for word in text.split()), text


@pytest.mark.parametrize("name", library.names())
def test_the_quick_reference_is_one_page_that_can_be_read(name: str) -> None:
    fonts.load()
    made = pieces(library.load(name), Options())
    sheet = Sheet(Canvas("unused.pdf"), *PAPERS["letter"], INKS["full"])  # the shorter of the two
    reference = of_scenario(made.scenario)
    setting = set_up(sheet, reference, set(), 26)
    assert setting.fits(reference, 26)
    assert setting.size >= 5.5  # points


@pytest.mark.parametrize("name", ["millford-bridge", "larch-breakout"])
def test_the_roster_marks_the_point_of_exhaustion(name: str) -> None:
    made = pieces(library.load(name), Options())
    pages = words(pack(name, wanted(parts="roster")))
    for side, page in enumerate(pages):
        point = exhaustion_point(made.game, side)
        whole = made.battle.roster.strength[side]
        assert f"of {whole}. At {point} this side is exhausted" in page


def test_parts_are_printed_as_asked_and_in_order() -> None:
    one_by_one = [len(words(pack("toll-house", wanted(parts=part)))) for part in PARTS]
    assert all(one_by_one)
    assert len(words(pack("toll-house", wanted()))) == sum(one_by_one)
    assert wanted(parts="cards, map").parts == ("map", "cards")


def test_every_page_says_which_it_is() -> None:
    pages = words(pack("toll-house", wanted()))
    for number, page in enumerate(pages, 1):
        assert f"{number} of {len(pages)}" in page
        assert "50 mm when printed at 100%" in page


def test_cells_have_their_names_and_their_terrain_in_words() -> None:
    text = " ".join(words(pack("toll-house", wanted(parts="map")))[1:])
    for cell in ("a1", "b2", "c3"):
        assert cell in text.split()
    scenario = library.load("toll-house")
    for names in scenario.features:
        for name in names:
            assert name.split()[0] in text


def test_names_of_places_and_free_lettering_are_on_the_map() -> None:
    scenario = replace(library.load("toll-house"), labels=[Label("Toll Beck", "a2", "c2"), Label("Home", "c1")])
    sheet = words(print_pack(scenario, wanted(parts="map")))[1]
    for name in ("The Toll Bridge", "Toll Beck", "Home"):
        assert name in sheet


def test_a_hidden_unit_is_on_its_own_sides_pages_alone() -> None:
    scenario = library.load("harrow-ridge")
    blue = scenario.sides[1]
    units = [replace(blue.units[0], hidden=True), *blue.units[1:]]
    secret = replace(scenario, sides=[scenario.sides[0], replace(blue, units=units, dummies=2)])
    name = blue.units[0].name
    pages = words(print_pack(secret, wanted(parts="map,roster,briefings")))
    told = [page for page in pages if name in page]
    assert len(told) == 2 and all(page.startswith(blue.name) for page in told)
    assert words(print_pack(secret, wanted(parts="counters")))[0].split().count("?") == 2 * 3


def test_every_setting_is_told_with_its_figures() -> None:
    """Night, weather, zones, secret deployment, hidden units, dummies, and reinforcements of every kind."""
    scenario = replace(read_tree(WHOLE), house_rules={"night": "from 6", "weather": "snow"})
    pages = {
        part: words(print_pack(scenario, wanted(parts=part))) for part in ("map", "roster", "briefings", "reference")
    }
    red, blue = pages["roster"]
    assert "turn 2, by a3 or a4" in red and "turn 2, from the west" in red and "on a D6 of 4+ (Corps)" in red
    assert "hidden: you place it" in red and "turn 1, from the north" in blue
    assert "once an enemy is at Merxleben (c3)" in blue
    red, blue = pages["briefings"]
    assert "4th infantry and 5th infantry: from turn 2, on a D6 of 4+ (Corps)." in red
    assert "2nd infantry" in red and "Place your units in a1 to d1 and a2 to d2." in red
    assert "Hidden: 1st infantry." in red and "2 dummies" in red and "dumm" not in blue
    assert "1st infantry: in d5 to e5 and d6 to e6." in blue and "a6 to e6" in blue and "a6 to e6" not in red
    for page in (red, blue, *pages["reference"]):
        assert "Night from turn 6 on: nobody fires or bombards farther than 2 squares" in page
        assert "Snow: nobody fires or bombards farther than 3 squares; a unit that moves more than 1" in page
    (reference,) = pages["reference"]
    for told in ("Reinforcements: From its turn on", "throw a D6 for each", "places its units unseen", "stops there"):
        assert told in reference
    assert "each side’s briefing says where it sets up" in pages["map"][0]


def test_many_cells_of_entry_are_told_in_runs() -> None:
    scenario = read_tree(WHOLE)
    units = scenario.sides[0].units
    later = replace(units[3], arrives_cells=["a1", "b1", "c1", "e1", "f2"])
    sides = [replace(scenario.sides[0], units=[*units[:3], later, *units[4:]]), scenario.sides[1]]
    red = words(print_pack(replace(scenario, sides=sides), wanted(parts="roster")))[0]
    assert "turn 2, by a1 to c1, e1 or f2" in red


def test_nobody_is_told_when_the_enemy_comes() -> None:
    scenario = read_tree(WHOLE)
    later = replace(scenario.sides[1].units[2], arrives_turn=7)
    sides = [scenario.sides[0], replace(scenario.sides[1], units=[*scenario.sides[1].units[:2], later])]
    red, blue = words(print_pack(replace(scenario, sides=sides), wanted(parts="briefings")))
    assert red.count("arrivals") == 1 and "2 arrivals" in red
    assert blue.count("arrivals") == 1 and "7 arrivals" in blue


def test_zones_are_outlined_for_those_who_may_know_them() -> None:
    secret = pieces(read_tree(WHOLE), Options())
    assert known_zones(secret, NOBODY) == [] and known_zones(secret, 0) == [0] and known_zones(secret, 1) == [1]
    openly = pieces(replace(secret.scenario, secret_deployment=False), Options())
    assert known_zones(openly, NOBODY) == known_zones(openly, 1) == [0, 1]
    assert {cell_name(openly.battle.field.grid, cell) for cell in zone_of(openly, 0)} == set(RED_ZONE)
    assert "A dashed line" in words(print_pack(openly.scenario, wanted(parts="map")))[0]
    set_up_already = pieces(library.load("toll-house"), Options())
    assert known_zones(set_up_already, NOBODY) == []


def test_the_roster_says_what_decides_without_exhaustion() -> None:
    """By points where there are points, and else by the smaller share."""
    for page in words(print_pack(read_tree(WHOLE), wanted(parts="roster"))):
        assert "There is no exhaustion. If nobody has won by the end of turn 8, a lead of 2 to 5 points" in page
        assert "smaller share" not in page
    for page in words(pack("fort-amaranth", wanted(parts="roster"))):
        assert "the side that has lost the smaller share of its units wins" in page


def test_the_key_keeps_clear_of_the_ruler() -> None:
    """However much it has to say: hidden units, several sheets, reinforcements."""
    scenario = replace(read_tree(WHOLE), secret_deployment=False)
    page = pypdfium2.PdfDocument(print_pack(scenario, wanted(parts="map", cell="60mm")))[0]
    text = page.get_textpage()
    found = text.search("from which they may come")
    first, _ = found.get_next() or (-1, 0)
    assert first >= 0
    lowest = text.get_charbox(first)[1] * 25.4 / 72
    assert lowest > 8 + 10  # mm: the margin, and the foot with its ruler


def test_the_cards_are_the_deck_that_is_played() -> None:
    made = pieces(library.load("millford-bridge"), Options())
    text = " ".join(words(pack("millford-bridge", wanted(parts="cards"))))
    for side, name in enumerate(made.battle.roster.side_names):
        half = (len(made.battle.units(side)) + 1) // 2
        for value in (half - 1, half, half + 1):
            assert text.count(f"{value} {name} {value} units act") == 2
    assert text.count("Joker") == 1


def test_a_counter_turned_over_means_something_in_its_book() -> None:
    pinned = pieces(library.load("adlerbruck"), Options())
    assert back_word(pinned, 0) == "pinned"
    riders = [unit for unit, kind in enumerate(pinned.battle.type_of) if kind.becomes]
    assert back_word(pinned, riders[0]) == "dismounted cavalry"
    assert back_word(pieces(library.load("toll-house"), Options()), 0) == "has acted"


def test_the_typefaces_are_embedded_and_all_is_drawn() -> None:
    pdf = pack("sallow-wood", wanted(url=URL))
    named = re.findall(rb"/BaseFont /(\S+)", pdf)
    assert named and all(re.match(rb"[A-Z]{6}\+(FiraSansCondensed|Vollkorn)", name) for name in named)
    assert pdf.count(b"/FontFile2") == len(set(named))
    assert b"/Subtype /Image" not in pdf


def test_the_same_battle_gives_the_same_bytes() -> None:
    assert print_pack(library.load("toll-house"), Options()) == print_pack(library.load("toll-house"), Options())


def test_the_largest_battle_takes_less_than_three_seconds() -> None:
    scenario = library.load("larch-breakout")
    start = time.process_time()
    print_pack(scenario, wanted(url=URL))
    assert time.process_time() - start < 3


def test_a_board_of_40_by_40_is_printed_too() -> None:
    scenario = library.load("toll-house")
    wide = replace(scenario, columns=40, rows=40, features=[[] for _ in range(1600)], victory=[])
    assert len(words(print_pack(wide, wanted(cell="20mm", parts="map")))) > 10


# -- the link


def test_the_code_opens_the_battle() -> None:
    scenario = library.load("millford-bridge")
    link = shared_link(scenario, URL)
    address, _, data = link.partition("#/shared/")
    assert address == URL
    assert re.fullmatch(r"[\w-]+", data)
    text = zlib.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)), -zlib.MAX_WBITS)
    assert read_tree(json.loads(text)) == scenario
    code = code_of(link)
    assert code is not None
    assert len(code) == segno.make(link, error="l", micro=False).symbol_size(border=0)[0]


def test_without_an_address_there_is_no_code_but_a_word() -> None:
    assert NO_ADDRESS in words(pack("toll-house", wanted(parts="map")))[0]
    first = words(pack("toll-house", wanted(parts="map", url=URL)))[0]
    assert NO_ADDRESS not in first and "Scan to open this battle" in first


def test_sides_have_their_own_colours_on_paper() -> None:
    scenario = library.load("toll-house")
    sides = [replace(scenario.sides[0], colour="#00a040"), scenario.sides[1]]
    own = drawn(print_pack(replace(scenario, sides=sides), wanted(parts="counters")), 0)
    usual = drawn(pack("toll-house", wanted(parts="counters")), 0)
    colours = [{pixel for _, pixel in image.reduce(8).getcolors(1 << 20) or []} for image in (own, usual)]
    assert [(0, 160, 64) in found for found in colours] == [True, False]
    assert [(168, 38, 42) in found for found in colours] == [False, True]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_flag_can_be_printed(pattern: str) -> None:
    scenario = library.load("toll-house")
    plainly = pack("toll-house", wanted(parts="map"))
    for number in PATTERNS[pattern]:
        flag = Flag(pattern, ["#112233", "#ffffff", "#a02828", "#00a040", "#888888"][:number])
        sides = [replace(scenario.sides[0], flag=flag), scenario.sides[1]]
        assert print_pack(replace(scenario, sides=sides), wanted(parts="map")) != plainly


def test_a_battle_too_large_for_a_code_says_so() -> None:
    scenario = library.load("toll-house")
    chance = random.Random(1)
    noise = "".join(chance.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(4000))
    sides = [replace(scenario.sides[0], briefing=noise), scenario.sides[1]]
    pdf = print_pack(replace(scenario, sides=sides), wanted(parts="map", url=URL))
    assert TOO_LARGE in words(pdf)[0]


# -- the pictures


def test_an_element_that_is_not_known_is_no_gap_in_the_map() -> None:
    canvas = Canvas("unused.pdf")
    for fragment in ('<ellipse rx="3" ry="2"/>', '<path d="M0 0A3 3 0 0 0 1 1"/>', '<g transform="skewX(3)"/>'):
        with pytest.raises(ValueError, match="the printer does not know"):
            draw(canvas, fragment, INKS["full"])


def test_letters_that_the_face_lacks_are_replaced() -> None:
    fonts.load()
    assert fonts.printable("Łódź – Čechy – Ελλάς – Днепр", fonts.TEXT) == "Łódź – Čechy – Ελλάς – Днепр"
    assert fonts.printable("ệ", fonts.TEXT) == "e"
    assert fonts.printable("東", fonts.TEXT) == fonts.MISSING
    assert fonts.printable("a\u200bb\tc", fonts.TEXT) == "a b c"


def test_words_of_any_length_find_their_lines() -> None:
    fonts.load()
    for text in ("", "word", "Donaudampfschifffahrtsgesellschaft" * 4, "a b c d e f g" * 10):
        for line in fonts.wrapped(text, fonts.TEXT, 9, 60):
            assert fonts.width(line, fonts.TEXT, 9) <= 60
    assert fonts.fitted("much too long for this", fonts.TEXT, 9, 20, 6)[0].endswith(fonts.ELLIPSIS)


# -- what is asked for


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("paper", "a3", "--paper is a4 or letter"),
        ("cell", "50", "--cell is a size such as"),
        ("cell", "big", "--cell is a size such as"),
        ("cell", "1/0in", "--cell is a size such as"),
        ("cell", "5mm", "--cell is from 15mm to 150mm"),
        ("cell", "9999mm", "--cell is from 15mm to 150mm"),
        ("cell", "\u0665\u0660mm", "--cell is a size such as"),
        ("counters", "1mm", "--counters is from 10mm to 60mm, or cell"),
        ("counters", "huge", "--counters is a size such as"),
        ("ink", "gold", "--ink is full or light"),
        ("parts", "map,dice", "--parts are some of"),
        ("parts", " , ", "--parts names nothing"),
        ("url", "example", "--url is the address"),
        ("url", "javascript:alert(1)", "--url is the address"),
        ("url", "https://a/#/x", "--url is the address"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(field: str, value: str, told: str) -> None:
    asked = {"paper": "a4", "cell": "50mm", "counters": "20mm", "ink": "full", "parts": "map", "url": ""}
    with pytest.raises(Refusal, match=re.escape(told)):
        options(**{**asked, field: value})


@pytest.mark.parametrize(
    ("text", "size"), [("50mm", 50), ("5cm", 50), ("2in", 50.8), ("1.5in", 38.1), ("2IN", 50.8), ("50 mm", 50)]
)
def test_sizes_in_the_units_people_use(text: str, size: float) -> None:
    assert wanted(cell=text).cell == pytest.approx(size)


def test_a_counter_as_the_cell_leaves_the_cell_to_be_read() -> None:
    assert wanted(cell="50mm", counters="cell").counters == pytest.approx(40)
    assert wanted(cell="150mm", counters="cell").counters == 60


def test_the_command_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pack.pdf"
    assert run(["print", "toll-house", "--out", str(out), "--parts", "reference", "--ink", "light"]) == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert "The Toll House" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["toll-house"],
        ["nonesuch", "--out", "x.pdf"],
        ["toll-house", "--out", "no/such/folder/x.pdf"],
        ["toll-house", "--out", "."],
        ["toll-house", "--out", "x.pdf", "--paper", "papyrus"],
        ["toll-house", "--out", "x.pdf", "--cell", "0mm"],
    ],
)
def test_mistakes_are_one_sentence_and_2(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["print", *arguments]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
