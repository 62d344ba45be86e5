"""The quick reference says what the engine plays: every cell of every table is held against the rows behind it."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from portable_wargame.battle.naming import plain
from portable_wargame.battle.terrain import FIRST_SPARE, TERRAIN, bits_of
from portable_wargame.battle.unit import AIRCRAFT, CANNOT_MOVE, QUALITIES
from portable_wargame.game.ruleset import Ruleset, Shooting
from portable_wargame.game.tables import Modifier, ResultTable, TerrainRow, phrase
from portable_wargame.reference.quick_reference import of_scenario, quick_reference
from portable_wargame.reference.shooting import PLACES
from portable_wargame.reference.value import Line, QuickReference, Table
from portable_wargame.reference.words import CONDITIONS, EFFECTS
from portable_wargame.rulesets import RULESETS, ledger, whole_book
from portable_wargame.rulesets.house_rules import HOUSE_RULES, with_house_rules
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import ruleset_of

# What a shot can be thrown at least and at most, all modifiers of any book together.
SCORES = range(-3, 13)


BOOKS = [
    pytest.param(whole_book(book.name) if full else book, grid, id=f"{book.name}-{grid}{'-options' if full else ''}")
    for book in RULESETS.values()
    for grid in book.grids
    for full in ([False, True] if book.options else [False])
]


def tables(reference: QuickReference, heading: str) -> list[Table]:
    section = reference.section(heading)
    assert section is not None, heading
    return [part for part in section.parts if isinstance(part, Table)]


def lines(reference: QuickReference, heading: str) -> list[Line]:
    section = reference.section(heading)
    assert section is not None, heading
    return [part for part in section.parts if isinstance(part, Line)]


def cited(reference: QuickReference) -> Iterator[str]:
    for section in reference.sections:
        for part in section.parts:
            if isinstance(part, Line):
                yield from part.clauses
            else:
                for row in part.rows:
                    yield from row.clauses


def words(reference: QuickReference) -> str:
    found: list[str] = []
    for section in reference.sections:
        for part in section.parts:
            if isinstance(part, Line):
                found.append(f"{part.figure} {part.lead} {part.words}".strip())
            else:
                found += [" | ".join(row.cells) for row in (*part.rows,)]
    return "\n".join(found)


@pytest.mark.parametrize(("book", "grid"), BOOKS)
def test_every_number_of_every_unit_type(book: Ruleset, grid: str) -> None:
    seen: list[str] = []
    for table in tables(quick_reference(book, grid), "Units"):
        for row in table.rows:
            (kind,) = [kind for kind in book.unit_types if plain(kind.name) == row.cells[0]]
            seen.append(kind.name)
            dice = f" ×{kind.fire_dice}" if kind.fire_dice > 1 else ""
            by_weapon = bool(kind.weapons)
            expected = {
                "SP": kind.strength or "–",
                "Move": "–" if kind.move == CANNOT_MOVE else kind.move,
                "Fire": "*" if by_weapon and not kind.artillery_range else f"{kind.fire_range}{dice}",
                "Guns": "*" if by_weapon and kind.artillery_range else kind.artillery_range or "–",
                "Power": kind.power or "–",
                "Flank": kind.flank_power or "–",
            }
            expected["Fire"] = "–" if expected["Fire"] == "0" else expected["Fire"]
            for title, cell in zip(table.columns[1:], row.cells[1:], strict=True):
                if title == "Air guns":
                    guns = (f"{kind.front_guns} front", f"{kind.rear_guns} rear")
                    assert cell == (", ".join(gun for gun in guns if gun[0] != "0") or "–")
                else:
                    assert cell == str(expected[title]), (kind.name, title)
            shown = {expected[title] for title in expected if title not in table.columns}
            assert shown <= {"–", 0}, (kind.name, shown)
    assert sorted(seen) == sorted(kind.name for kind in book.unit_types)


@pytest.mark.parametrize(("book", "grid"), BOOKS)
def test_every_weapon_and_its_range(book: Ruleset, grid: str) -> None:
    told = [line.words for line in lines(quick_reference(book, grid), "Units") if line.figure == "*"]
    if not any(kind.weapons for kind in book.unit_types):
        assert told == []
        return
    (text,) = told
    pairs = dict(re.findall(r"([a-z][a-z -]*[a-z]) (\d+)", text.removeprefix("by weapon: ")))
    assert pairs == {plain(name): str(weapon.reach) for name, weapon in book.weapons.items()}


def amount(figure: str) -> int:
    return int(figure.replace("−", "-"))  # noqa: RUF001


def modifiers_told(reference: QuickReference, heading: str) -> Counter[tuple[str, int]]:
    signed = [line for line in lines(reference, heading) if line.figure[:1] in ("+", "−")]  # noqa: RUF001
    return Counter((line.clauses[0], amount(line.figure)) for line in signed)


def modifiers_played(*groups: tuple[Modifier, ...]) -> Counter[tuple[str, int]]:
    return Counter((row.clause, row.amount) for rows in groups for row in rows)


@pytest.mark.parametrize(("book", "grid"), BOOKS)
def test_every_modifier_once_with_its_amount(book: Ruleset, grid: str) -> None:
    reference = quick_reference(book, grid)
    landing = book.artillery.landing.modifiers if book.artillery.landing is not None else ()
    assert modifiers_told(reference, "Artillery") == modifiers_played(book.artillery.modifiers, landing)
    assert modifiers_told(reference, "Fire") == modifiers_played(book.fire.modifiers)
    combat = modifiers_played(book.close_combat.modifiers, book.close_combat.handicaps)
    assert modifiers_told(reference, "Close combat") == combat
    if book.air is not None:
        air = (book.air.bomb_modifiers, book.air.to_ground_modifiers, book.air.anti_aircraft_modifiers)
        assert modifiers_told(reference, "Aircraft") == modifiers_played(*air)


def means(label: str, score: int) -> bool:
    """Whether a score belongs to a row: "5+", "2–4", "3", "under 2"."""
    if label.endswith("+"):
        return score >= int(label[:-1])
    if label.startswith("under"):
        return score < int(label.split()[1])
    first, _, last = label.partition("–")
    return int(first) <= score <= int(last or first)


def check_results(
    reference: QuickReference, heading: str, played: tuple[ResultTable, ...], told: dict[int, str]
) -> None:
    """Every score in every one of the book's tables."""
    if len(played) == 1 and len(played[0].lines) == 1:
        least, effect = played[0].lines[0]
        assert any(line.figure == f"{least}+" and line.words == told[effect] for line in lines(reference, heading))
        return
    (table,) = [one for one in tables(reference, heading) if len(one.columns) == len(played) + 1 and _holds(one, told)]
    lowest = min(least for one in played for least, _ in one.lines)
    for score in SCORES:
        rows = [row for row in table.rows if means(row.cells[0], score)]
        if not rows:
            # Only scores that nobody can throw are left out.
            assert score < 1 and lowest <= 1
            continue
        (row,) = rows
        assert row.cells[1:] == tuple(told[one.effect(score)] for one in played), (heading, score)


def _holds(table: Table, told: dict[int, str]) -> bool:
    return table.columns[0] == "Score" and all(cell in told.values() for row in table.rows for cell in row.cells[1:])


@pytest.mark.parametrize(("book", "grid"), BOOKS)
def test_every_score_of_every_result_table(book: Ruleset, grid: str) -> None:
    reference = quick_reference(book, grid)
    shots: tuple[tuple[str, Shooting], ...] = (("Artillery", book.artillery), ("Fire", book.fire))
    for heading, shooting in shots:
        if shooting.tables:
            check_results(reference, heading, shooting.tables, EFFECTS)
        if shooting.landing is not None:
            check_results(reference, heading, (shooting.landing.table,), PLACES)


@pytest.mark.parametrize(("book", "grid"), BOOKS)
def test_every_face_of_every_hit(book: Ruleset, grid: str) -> None:
    reference = quick_reference(book, grid)
    if not book.hits.tables:
        assert reference.section("Hits") is None
        return
    (table,) = tables(reference, "Hits")
    assert [row.cells[0] for row in table.rows] == list(QUALITIES)
    for row, played in zip(table.rows, book.hits.tables, strict=True):
        for face in range(1, 7):
            (column,) = [number for number, cell in enumerate(row.cells) if number and means(cell, face)]
            assert table.columns[column].lower() == EFFECTS[played.effect(face)].lower(), (row.cells[0], face)


# By book: the ground; fire, guns at it; fire from it; attack into, out of it; defend in it. As the clauses have them.
CHARTS = {
    "classic": """
        woods           -1 -1 . -1 +1 +1
        hill 1          . . . -1 . .
        hill 2          . . . -1 . .
        built-up        -1 -1 . -1 . .
        fortification   -1 -1 . -1 . .
        trench          -1 -1 . -1 . .
        river           . . none . -1 -1
        ford            . . none . -1 -1
        bridge          . . . . . .
        road            . . . . . .
        wire            . . . . . .
    """,
    "colonial": """
        woods           -1 -1 . . +1 +1
        hill 1          . . . needs+1 . .
        hill 2          . . . needs+1 . .
        built-up        none -2 . . +2 +2
        fortification   none -2 . . +2 +2
        trench          none -2 . . +2 +2
        river           . . none . needs+1 .
        ford            . . none . needs+1 .
        bridge          . . . . . .
        road            . . . . . .
    """,
    "late-19th-century": """
        woods           in_cover in_cover . -1_power . .
        hill 1          . . . -1_power +1_power .
        hill 2          . . . none none .
        built-up        in_cover in_cover . -2_power . .
        fortification   in_cover in_cover . -2_power . .
        trench          in_cover in_cover . -2_power . .
        river           . . . . -1_power .
        ford            . . . . -1_power .
        bridge          . . . . . .
        road            . . . . . .
    """,
    "modern": """
        woods           -1 -1 . . +1 +1
        hill 1          . . . -1 . .
        hill 2          . . . -1 . .
        built-up        -1 -1 . . +1 +1
        fortification   -1 -1 . . +1 +1
        trench          -1 -1 . . +1 +1
        river           . . none . -1 -1
        ford            . . none . -1 -1
        bridge          . . . . . .
        road            . . . . . .
        wire            . . . . . .
        minefield       . . . . . .
        gas             . . . . . .
    """,
}
BLOCKS = {"woods", "hill 1", "hill 2", "built-up", "fortification"}


def chart_of(book: str) -> dict[str, list[str]]:
    rows = [line.strip() for line in CHARTS[book].strip().splitlines()]
    chart: dict[str, list[str]] = {}
    for row in rows:
        name, cells = row[:16].strip(), row[16:].split()
        chart[name] = [cell.replace("needs", "needs ").replace("_", " ").replace("-", "−") for cell in cells]  # noqa: RUF001
    return {name: [cell if cell != "." else "–" for cell in cells] for name, cells in chart.items()}


@pytest.mark.parametrize(("book", "grid"), BOOKS)
def test_every_cell_of_the_terrain_chart(book: Ruleset, grid: str) -> None:
    (table,) = tables(quick_reference(book, grid), "Terrain")
    expected = chart_of(book.name) if book.name in CHARTS else {}
    names = [row.cells[0] for row in table.rows]
    assert names == [*book.features, *(["gas"] if book.gas is not None else [])]
    for row in table.rows:
        name, _, sight, *rest = row.cells
        if name in TERRAIN and (book.name not in CHARTS or TERRAIN[name].bit >= FIRST_SPARE):
            continue  # a new book or feature: that its steps are those of the rows is tested below
        assert sight == ("blocks" if name in BLOCKS else "–")
        assert rest == expected[name], name


@pytest.mark.parametrize(("book", "grid"), BOOKS)
def test_every_step_of_every_type_is_as_the_chart_has_it(book: Ruleset, grid: str) -> None:
    (table,) = tables(quick_reference(book, grid), "Terrain")
    moving = {row.cells[0]: row.cells[1] for row in table.rows}
    for name in book.features:
        bits = bits_of([name])
        for kind in book.unit_types:
            if kind.arms & AIRCRAFT or kind.move == CANNOT_MOVE:
                continue
            into, out = book.movement.footing(kind, 0, bits), book.movement.footing(kind, bits, 0)
            assert holds(moving[name], "no entry", plain(kind.name)) == (into.forbidden != "")
            if into.forbidden:
                continue
            stops = holds(moving[name], "stop on entering", plain(kind.name))
            stops |= holds(moving[name], "in only as first step, and stop", plain(kind.name))
            assert stops == (into.stops != ""), (name, kind.name)
            assert holds(moving[name], "entering takes a whole move", plain(kind.name)) == (into.whole != "")
            assert holds(moving[name], "leaving takes a whole move", plain(kind.name)) == (out.whole != "")
            assert holds(moving[name], "out by 1", plain(kind.name)) == (out.by_one != ""), (name, kind.name)
            assert holds(moving[name], "a hit on entering", plain(kind.name)) == (into.perils != ())


def test_the_chart_knows_all_that_a_step_can_do() -> None:
    footing = RULESETS["classic"].movement.footing(RULESETS["classic"].unit_types[0], 0, 0)
    known = {"forbidden", "first_only", "whole", "stops", "by_one", "perils", "on_road"}
    assert {name for name in dir(footing) if not name.startswith("_")} == known


def holds(text: str, effect: str, kind: str) -> bool:
    """Whether the chart says this of a type: to all, to some in brackets, or to all but some."""
    for part in text.split("; "):
        if not part.startswith(effect):
            continue
        whom = part.removeprefix(effect).strip(" ()")
        named = re.split(r", | and ", whom.removeprefix("not "))
        return not whom or (kind in named) != whom.startswith("not ")
    return False


@pytest.mark.parametrize(("book", "grid"), BOOKS)
def test_every_rule_that_forbids_is_there(book: Ruleset, grid: str) -> None:
    told = set(cited(quick_reference(book, grid)))
    assert told <= set(ledger.clauses())
    for shooting in (book.artillery, book.fire):
        assert {row.clause for row in shooting.barred.rows} <= told
        assert {row.clause for row in shooting.restrictions} <= told
    assert {row.clause for row in book.close_combat.barred.rows} <= told
    assert {row.clause for row in book.close_combat.no_attack} <= told
    moves = book.movement
    # Every table of terrain that there is, whatever it is called.
    tables = [value for value in vars(moves).values() if isinstance(value, tuple)]
    rows = [row for table in tables for row in table if isinstance(row, TerrainRow)]
    assert {row.clause for row in rows} | {row.clause for row in moves.barred.rows} <= told
    assert {work.clause for work in book.works} <= told
    for rule in (book.sequence, book.initiative.clause, book.activation.clause, book.unit_table, moves.road):
        assert rule in told


def conditions_of(book: Ruleset) -> Iterator[Callable[..., object]]:
    """Every condition that a row of the book stands on."""
    combat = book.close_combat
    for shooting in (book.artillery, book.fire):
        yield from (row.forbids for row in shooting.barred.rows)
        yield from (row.forbids for row in shooting.restrictions)
        yield from (row.when for row in shooting.modifiers)
        yield from (table.when for table in shooting.tables if table.when is not None)
        yield from (row.when for row in (shooting.landing.modifiers if shooting.landing is not None else ()))
    yield from (row.when for row in (*combat.modifiers, *combat.handicaps))
    yield from (row.forbids for row in combat.no_attack)
    yield from (row.forbids for row in (*combat.barred.rows, *combat.advance.barred.rows, *book.movement.barred.rows))
    if book.air is not None:
        yield from (row.forbids for row in book.air.barred.rows)


def test_no_words_are_kept_for_a_condition_that_no_row_has() -> None:
    books = [whole_book(name) for name in RULESETS]
    assert set(CONDITIONS) <= {phrase(condition) for book in books for condition in conditions_of(book)}


@pytest.mark.parametrize(("book", "grid"), BOOKS)
def test_no_line_is_a_bare_name(book: Ruleset, grid: str) -> None:
    for section in quick_reference(book, grid).sections:
        for part in section.parts:
            texts = [part.words] if isinstance(part, Line) else [cell for row in part.rows for cell in row.cells]
            assert all(text and "_" not in text for text in texts)


def under(book: str, grid: str, **settings: str) -> QuickReference:
    changed, problems = with_house_rules(
        RULESETS[book], {name.replace("_", "-"): text for name, text in settings.items()}
    )
    assert not problems
    return quick_reference(changed, grid)


@pytest.mark.parametrize(
    ("book", "grid", "settings", "told", "untold"),
    [
        ("classic", "square", {}, "lost 1/3 of its starting SP", "2/5"),
        ("classic", "square", {"exhaustion": "2/5"}, "lost 2/5 of its starting SP", "1/3"),
        ("classic", "square", {"exhaustion": "off"}, "Every unit may act once", "exhaust"),
        ("modern", "hex", {}, "ends when both sides are exhausted", "either side"),
        ("modern", "hex", {"battle_ends": "first-exhausted"}, "ends when either side is exhausted", "both sides are"),
        ("colonial", "hex", {}, "a D6 each, the higher goes first", "chooses"),
        ("colonial", "hex", {"initiative": "winner-chooses"}, "the winner chooses who goes first", "the higher"),
        ("modern", "square", {"retreat_facing": "owner-chooses"}, "facing as its owner likes", "facing as before"),
        ("colonial", "hex", {}, "the edge faced and the two beside it", "the edge faced. Rear"),
        ("colonial", "hex", {"front_faces": "1"}, "the edge faced. Rear", "the two beside it"),
        ("colonial", "square", {}, "the edge faced. Rear", "the two beside it"),
        ("late-19th-century", "hex", {}, "A pinned unit may not move", "Every unit may act once"),
        ("late-19th-century", "hex", {"pins": "off"}, "A unit does one thing: move, fire, mount or dismount", "pin"),
        ("late-19th-century", "hex", {"activation": "all"}, "Every unit may act once", "Activation dice"),
        ("late-19th-century", "hex", {}, "counts 0, 1, 1, 2, 2, 3", "Every unit may act once"),
        ("late-19th-century", "hex", {}, "rounded up (European) or down (Native)", "joker"),
        ("modern", "square", {}, "1 for every 5 other units on the board, rounded up", "joker"),
        ("classic", "square", {"activation": "dice"}, "every 5 other units on the board, rounded up", "Every unit may"),
        ("classic", "square", {"activation": "cards"}, "until the joker ends the turn", "Initiative"),
    ],
)  # fmt: skip
def test_house_rules_are_in_it(book: str, grid: str, settings: dict[str, str], told: str, untold: str) -> None:
    text = words(under(book, grid, **settings))
    assert told in text
    assert untold not in text


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, rule in HOUSE_RULES.items() for value in rule.choices]
)
def test_no_house_rule_leaves_the_page_as_it_was(name: str, value: str) -> None:
    """Whatever a house rule does to a book can be read in the quick reference."""
    changed = 0
    for book in map(whole_book, RULESETS):
        under_it, problems = with_house_rules(book, {name: value})
        grids = [grid for grid in book.grids if grid in HOUSE_RULES[name].grids]
        if problems or under_it == book or not grids:
            continue
        changed += 1
        pages = [(quick_reference(book, grid), quick_reference(under_it, grid)) for grid in grids]
        assert all(before != after for before, after in pages), book.name
    usual = {HOUSE_RULES[name].default(book) for book in RULESETS.values()}
    assert changed or value in usual, "no book is changed by it"


def test_a_retreat_is_as_the_book_has_it() -> None:
    text = {book: words(quick_reference(RULESETS[book], "square")) for book in ("classic", "colonial", "modern")}
    assert "not next to an enemy" in text["classic"] and "not next to an enemy" in text["modern"]
    assert "not next to an enemy" not in text["colonial"]


def test_without_pins_there_is_no_heading_for_them() -> None:
    assert under("late-19th-century", "hex").section("Pins") is not None
    assert under("late-19th-century", "hex", pins="off").section("Pins") is None


def test_options_bring_their_own() -> None:
    plain_book, full = RULESETS["modern"], whole_book("modern")
    without, all_of_it = quick_reference(plain_book, "square"), quick_reference(full, "square")
    for heading in ("Gas", "Aircraft"):
        assert without.section(heading) is None
        assert all_of_it.section(heading) is not None
    assert "cyclists" in words(all_of_it) and "cyclists" not in words(without)
    assert "ride on a tank" in words(all_of_it) and "ride on a tank" not in words(without)


def test_a_changed_row_changes_the_page() -> None:
    book = RULESETS["classic"]
    first, *rest = book.fire.modifiers
    changed = replace(book, fire=replace(book.fire, modifiers=(replace(first, amount=3), *rest)))
    assert ("classic.fire.mod-still", 3) in modifiers_told(quick_reference(changed, "square"), "Fire")


@pytest.mark.parametrize("name", library.names())
def test_a_scenario_names_its_own_rules(name: str) -> None:
    scenario = library.load(name)
    reference = of_scenario(scenario)
    text = "\n".join(line.words for line in lines(reference, "This battle"))
    for option in scenario.options:
        assert plain(option) in text
    for rule, value in scenario.house_rules.items():
        assert HOUSE_RULES[rule].told(value) in text
    assert f"nobody has won by the end of turn {scenario.turns}," in text
    # Players say square or hex.
    assert not re.search(r"\bcells?\b", words(reference))
    assert reference.sections[1:] == quick_reference(ruleset_of(scenario), scenario.grid).sections
