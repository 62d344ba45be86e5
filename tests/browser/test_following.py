"""A battle one can follow: what the enemy did, odds, dice, few clicks, and a board that keeps still."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .scenarios import HUSSARS, LORRIES, TWO_BATTERIES, battle
from .table import Table

# Red acts first: its infantry may move next to the enemy's and fire at it, or fight it.
DUEL = battle(
    "A Duel",
    "classic",
    "square",
    [
        {"id": "r1", "type": "infantry", "at": "c3", "facing": "n", "name": "Grenadiers"},
        {"id": "r2", "type": "infantry", "at": "e3", "facing": "n", "name": "Fusiliers"},
    ],
    [{"id": "b1", "type": "infantry", "at": "c6", "facing": "s", "name": "Guards"}],
)


def test_what_the_enemy_did_is_told_drawn_and_shown_again(page: Page, table: Table) -> None:
    """Point 1: the recap with its dice, the shot on the board, the ghost of the fallen, and the replay."""
    table.sit(HUSSARS, seed=6)
    table.choose("c4")
    table.twice("c2")
    table.end_turn()
    table.asks("Redland")
    recap = page.get_by_role("region", name="Since your last order")
    entry = recap.locator("li").first
    expect(entry).to_contain_text("Line")
    expect(entry).to_contain_text("Hussars")
    expect(entry).to_contain_text("destroyed")
    expect(entry.locator(".die")).to_have_attribute("aria-label", "die 6")
    expect(page.locator("[data-fallen=r1]")).to_be_attached()
    expect(page.locator(".last-way.strike")).to_have_count(1)
    recap.get_by_role("button", name="Replay").click()
    expect(page.get_by_text("This has already happened.")).to_be_visible()
    table.asks("Line fired on")
    # It comes back by itself, and the fallen lie there until the next order.
    table.asks("Redland")
    table.choose("e1")
    table.twice("e2")
    expect(page.locator("[data-fallen]")).to_have_count(0)
    expect(recap).to_have_count(0)


def test_odds_are_pictures_that_add_up_and_light_up_with_their_target(page: Page, table: Table) -> None:
    """Point 3: what is needed, what counts, a bar split by outcome; list and counter light up together."""
    table.sit(LORRIES, seed=4)
    table.choose("c2")
    row = page.locator(".offers button").first
    expect(row).to_contain_text("Picket")
    expect(row.locator(".chip").first).to_be_visible()
    told = row.locator(".bar").first.locator("i").evaluate_all("(all) => all.map((one) => parseInt(one.title))")
    assert len(told) > 1 and sum(told) == 100
    row.hover()
    expect(page.locator(".pw-board .target.lit")).to_have_count(1)
    table.cell("c5").hover()
    expect(page.locator(".offers button.lit")).to_have_count(1)


def test_move_and_fire_takes_three_clicks_and_a_drag_one(page: Page, table: Table) -> None:
    """Point 5: one click moves, one fires; a counter can be dragged; one's own unit is always taken up."""
    table.sit(DUEL, seed=3)
    table.asks("Redland: give your orders")
    table.choose("c3")
    expect(page.locator("[data-surveyed=r1]")).to_be_attached()
    before = table.seq
    table.choose("c4")
    table.moved_on(before)
    before = table.seq
    table.choose("c6")
    table.moved_on(before)
    # The Fusiliers could be reached, but are meant themselves.
    table.choose("e3")
    expect(page.locator("[data-surveyed=r2]")).to_be_attached()
    before = table.seq
    drag(page, table, "e3", "f3")
    table.moved_on(before)
    expect(page.get_by_role("log")).to_contain_text("Fusiliers moved to f3.")


def drag(page: Page, table: Table, start: str, end: str) -> None:
    for name, press in ((start, page.mouse.down), (end, page.mouse.up)):
        box = table.cell(name).bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        press()


def test_the_facing_is_chosen_on_the_board(page: Page, table: Table) -> None:
    table.sit(DUEL, seed=3)
    table.choose("e3")
    expect(page.locator("[data-surveyed=r2]")).to_be_attached()
    box = table.cell("e4").bounding_box()
    assert box
    east = (box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
    page.mouse.move(*east)
    expect(page.locator(".facings .meant")).to_have_count(1)
    page.mouse.click(*east)
    expect(page.locator("[data-surveyed=r2]")).to_contain_text("facing east")


def test_the_next_gun_is_taken_up_by_itself(page: Page, table: Table) -> None:
    table.sit(TWO_BATTERIES, seed=0)
    table.choose("c2")
    table.twice("c7")
    expect(page.locator("[data-surveyed=r2]")).to_be_attached()


def test_the_board_keeps_still_while_orders_are_given(page: Page, table: Table) -> None:
    """Point 5: questions, answers, hints, refusals and notices come and go; no cell moves by a pixel."""
    table.sit("harrow-ridge", seed=7, seats={"blue": {"level": "recruit"}})
    still = table.cell("a1").bounding_box()
    for _ in range(12):
        expect(page.locator("section.mine")).to_be_visible()
        before = table.seq
        page.get_by_role("button", name="Hint").click()
        page.locator(".hint").get_by_role("button").click()
        table.moved_on(before)
        assert table.cell("a1").bounding_box() == still
    table.tab("Log")
    expect(page.get_by_role("tabpanel")).not_to_contain_text("finished")


def test_a_retreat_is_no_target(page: Page, table: Table) -> None:
    """Point 5: each kind of choice has its own mark."""
    table.sit(LORRIES, seed=4)
    table.choose("c2")
    table.twice("c5")
    table.asks("Blueland")
    expect(page.locator(".pw-board .target.retreat").first).to_be_attached()
    expect(page.locator(".pw-board .target .reticle")).to_have_count(0)


# Every sound that the page makes needs one of these.
COUNT_SOUNDS = """() => {
    window.sounds = 0;
    const Real = AudioContext;
    window.AudioContext = class extends Real { constructor() { super(); window.sounds++; } };
}"""


def test_the_dice_fall_beside_their_target_and_keep_their_secret(page: Page, table: Table) -> None:
    """Point 2: die, sum and verdict one after the other, a card at each turn, and no sound unless it is chosen."""
    page.evaluate(COUNT_SOUNDS)
    table.sit(DUEL, seed=3)
    table.choose("c3")
    table.twice("c4")
    table.twice("c6")
    drama = page.locator(".pw-board .drama").first
    expect(drama.locator(".die").first).to_be_visible()
    told = drama.locator(".verdict").first
    expect(told).to_have_css("opacity", "0")
    expect(told).to_have_css("opacity", "1")
    scene, target = drama.bounding_box(), table.cell("c6").bounding_box()
    assert scene and target
    assert abs(scene["x"] + scene["width"] / 2 - target["x"] - target["width"] / 2) < 3 * target["width"]
    assert min(abs(scene["y"] + scene["height"] - target["y"]), abs(scene["y"] - target["y"] - target["height"])) < 20
    for _ in range(2):
        page.keyboard.press("e")
        page.get_by_role("dialog").get_by_role("button", name="End turn").or_(
            page.locator("[data-card='2']")
        ).first.click()
    expect(page.locator("[data-card='2']")).to_contain_text("Turn 2")
    expect(page.locator("[data-card]")).to_have_count(0)
    assert page.evaluate("sounds") == 0
    page.keyboard.press("?")
    page.get_by_label("Sound").check()
    page.keyboard.press("Escape")
    page.locator(".chips button").first.click()
    page.locator(".offers button, .cells button").first.wait_for(state="attached")
    drag(page, table, "e3", "e4")
    page.wait_for_function("sounds > 0")


def test_facts_are_a_glance_or_a_key_away(page: Page, table: Table) -> None:
    """Point 4: the ground and the unit under the pointer, what the enemy can fire at, the book on a page."""
    table.sit("harrow-ridge", seed=3)
    table.cell("c6").hover()
    card = page.locator(".glance")
    expect(card).to_contain_text("Harrow Ridge hill, trench")
    expect(card).to_contain_text("Guns at it \N{MINUS SIGN}1")
    expect(card).to_contain_text("Harrow Reserves infantry, 4 SP")
    expect(card).to_contain_text("Move 2")
    table.cell("f4").hover()
    expect(card).to_contain_text("Under fire from")
    expect(page.locator(".pw-board .heat")).to_have_count(0)
    page.keyboard.press("x")
    expect(page.locator(".pw-board .heat").first).to_be_attached()
    page.keyboard.press("q")
    reference = page.get_by_role("dialog")
    for heading in ("The turn", "Units", "Terrain", "Marks on the board"):
        expect(reference.get_by_role("heading", name=heading)).to_be_visible()


def test_counters_and_places_bear_names(page: Page, table: Table) -> None:
    """Point 6: names made for people on counters and map; a side's flag where it stands; the country's colours."""
    table.sit("harrow-ridge", seed=3)
    expect(page.locator("[data-unit=battery-1] .name")).to_have_text("Ridge Bty")
    expect(page.locator("[data-unit=foot-1] .band.elite")).to_be_attached()
    expect(page.locator("[data-unit=guns-1] .arm.artillery")).to_be_attached()
    expect(page.locator(".place-names .height")).to_have_text("Harrow Ridge")
    expect(page.locator(".stack-count")).to_have_text(["2", "2"])
    expect(page.locator("[data-holder=blue]")).to_have_count(1)
    expect(page.locator(".pw-board")).to_have_attribute("data-palette", "meadow")


def test_a_phone_keeps_losses_and_dice_in_sight(new_page: Callable[..., Page]) -> None:
    """Point 9: upright, the sides and the dice are on the screen; on its side, the board has the height."""
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    table = Table(page)
    table.sit(DUEL, seed=3)
    table.cell("c3").tap()
    expect(page.locator("[data-surveyed=r1]")).to_be_attached()
    for cell in ("c4", "c6"):
        before = table.seq
        table.cell(cell).tap()
        page.locator("#plan").wait_for()
        page.wait_for_timeout(700)  # the plan takes no tap that was meant for the board
        table.cell(cell).tap()
        table.moved_on(before)
    expect(page.locator(".pw-board .drama .verdict").first).to_be_in_viewport()
    expect(page.locator("aside .lost").first).to_be_in_viewport()
    page.set_viewport_size({"width": 844, "height": 390})
    board, panel = page.locator("#board").bounding_box(), page.locator("#panel").bounding_box()
    assert board and panel
    assert panel["x"] > board["x"] + board["width"] - 2
    assert board["height"] > 200
    # All panels and the way back are there, and the page itself does not scroll.
    assert page.evaluate("document.documentElement.scrollHeight") == 390
    table.tab("Log")
    page.get_by_role("button", name="moved to c4").click()
    page.get_by_role("button", name="Back to the present").click()
    expect(page.locator("[data-replay]")).to_be_hidden()


def test_what_a_unit_can_do_is_asked_for_when_it_is_pressed(page: Page, table: Table) -> None:
    """The answer is on its way before the button is let go, and is not asked for again."""
    asked: list[str] = []
    note = lambda frame: asked.append(str(frame)) if "survey" in str(frame) else None  # noqa: E731
    page.on("websocket", lambda socket: socket.on("framesent", note))
    table.sit(DUEL, seed=3)
    table.cell("c3").hover()
    page.mouse.down()
    page.wait_for_timeout(100)
    assert len(asked) == 1
    page.mouse.up()
    expect(page.locator("[data-surveyed=r1]")).to_be_attached()
    assert len(asked) == 1


def test_the_turn_card_waits_for_the_dice_and_goes(page: Page, table: Table) -> None:
    """Point 2: the last shots of the guns are read first; the enemy's next steps do not leave the card on the board."""
    page.evaluate("""localStorage.setItem("portable-wargame/preferences", '{"pace": "quick"}')""")
    page.reload()
    table.sit("harrow-ridge", seed=7, seats={"blue": {"level": "captain"}})
    table.choose("d2")
    table.twice("d6")
    expect(page.locator(".pw-board .drama .verdict").first).to_be_attached()
    expect(page.locator("[data-card]")).to_have_count(0)
    expect(page.locator("[data-card]")).to_contain_text("Initiative: Ridge brigade")
    table.asks("Give your orders")
    expect(page.locator("[data-card]")).to_have_count(0)


def test_ones_own_dice_are_read_before_the_enemy_goes_on(page: Page, table: Table) -> None:
    """Point 2: the last unit's die lies on the board until it has been read, although the enemy has long answered."""
    page.evaluate("""localStorage.setItem("portable-wargame/preferences", '{"pace": "steady"}')""")
    page.reload()
    alone = battle(
        "Alone",
        "classic",
        "square",
        [{"id": "r1", "type": "infantry", "at": "c4", "facing": "n", "name": "Grenadiers"}],
        [
            {"id": "b1", "type": "infantry", "at": "c6", "facing": "s", "name": "Guards"},
            {"id": "b2", "type": "infantry", "at": "e6", "facing": "s", "name": "Line"},
        ],
    )
    table.sit(alone, seed=3, seats={"blue": {"level": "recruit"}})
    while table.question.get_attribute("data-asks") != "what the units do":
        table.press("Hold fire")
    table.choose("c4")
    table.choose("c6")
    drama = page.locator(".pw-board .drama").first
    expect(drama).to_contain_text("Grenadiers")
    expect(drama).to_contain_text("needs 5+")
    expect(drama.locator(".verdict").first).to_have_css("opacity", "1")


def test_marks_of_targets_leave_names_and_strength_to_be_read(page: Page, table: Table) -> None:
    """Point 6: whom one can bombard is still told by its counter."""
    table.sit("harrow-ridge", seed=7, seats={"blue": {"level": "recruit"}})
    table.choose("d2")
    expect(page.locator(".pw-board .target.bombard .badge").first).to_be_attached()
    covered = page.evaluate("""() => {
        const boxes = (query) => [...document.querySelectorAll(query)].map((one) => one.getBoundingClientRect());
        const told = boxes(".pw-board .counter > .name, .pw-board .counter > .pips");
        const over = boxes(".pw-board .target .sign, .pw-board .target .pill");
        const apart = (one, two) => one.right < two.left + 2 || one.bottom < two.top + 2;
        return told.filter((one) => over.some((two) => !apart(one, two) && !apart(two, one))).length;
    }""")
    assert covered == 0


def test_what_is_left_is_what_can_be_used(page: Page, table: Table) -> None:
    """No more activations are counted than there are units to act, and none while something else is asked."""
    table.sit("harrow-ridge", seed=7, seats={"blue": {"level": "recruit"}})
    table.press("Hold fire")
    table.asks("Give your orders")
    ready = page.get_by_role("region", name="Units that can act").locator(".chips button")
    expect(page.locator(".answers .left b")).to_have_text(str(ready.count()))
    table.sit(LORRIES, seed=4)
    table.choose("c2")
    table.twice("c5")
    table.asks("Blueland")
    expect(page.locator(".answers .left")).to_have_count(0)
    # A unit that is asked about is not said to be idle.
    expect(page.get_by_text("can’t do anything now")).to_have_count(0)


def test_each_panel_begins_at_its_beginning(page: Page, table: Table) -> None:
    table.sit("harrow-ridge", seed=7, seats={"blue": {"level": "recruit"}})
    for _ in range(8):
        before = table.seq
        page.get_by_role("button", name="Hint").click()
        page.locator(".hint").get_by_role("button").click()
        table.moved_on(before)
    table.tab("Log")
    page.wait_for_function("() => document.querySelector('#panel').scrollTop > 0")
    table.tab("Battle")
    page.wait_for_function("() => document.querySelector('#panel').scrollTop === 0")


def test_what_happened_comes_before_the_unit_that_was_in_hand(new_page: Callable[..., Page]) -> None:
    """Point 1: on a phone, too, the recap is the first thing below the board when it is one's move again."""
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    table = Table(page)
    table.sit("harrow-ridge", seed=7, seats={"blue": {"level": "captain"}})
    table.cell("d2").tap()
    expect(page.locator("[data-surveyed]")).to_be_attached()
    table.cell("d6").tap()
    page.locator("#plan").get_by_role("button").first.click()
    table.asks("Give your orders")
    expect(page.locator("#panel > section").first).to_have_attribute("aria-label", "Since your last order")
    expect(page.locator("[data-surveyed]")).to_have_count(0)


def test_the_plan_leaves_the_board_of_a_phone_on_its_side(new_page: Callable[..., Page]) -> None:
    """Point 9: the cell that is chosen, and to be chosen again, is in sight."""
    page = new_page(844, 390, has_touch=True, is_mobile=True)
    table = Table(page)
    table.sit(DUEL, seed=3)
    table.cell("c3").tap()
    expect(page.locator("[data-surveyed=r1]")).to_be_attached()
    table.cell("c2").tap()
    plan, board = page.locator("#plan").bounding_box(), page.locator("#board").bounding_box()
    assert plan and board
    assert plan["x"] >= board["x"] + board["width"] - 2
    assert plan["x"] + plan["width"] <= 845 and plan["y"] + plan["height"] <= 391


def test_what_is_told_beside_a_cell_is_not_cut_off(new_page: Callable[..., Page]) -> None:
    """Point 4: at the edge of the board, and where the board is low; and only for what the pointer is over on it."""
    page = new_page(1024, 480)
    table = Table(page)
    table.sit("harrow-ridge", seed=3)
    board = page.locator("#board").bounding_box()
    assert board
    for cell in ("a8", "c6", "h1"):
        table.cell(cell).hover()
        card = page.locator(".callout .glance")
        expect(card).to_contain_text(cell)
        box = card.bounding_box()
        assert box
        assert box["x"] >= board["x"] - 1 and box["x"] + box["width"] <= board["x"] + board["width"] + 1
        assert box["y"] >= board["y"] - 1 and box["y"] + box["height"] <= board["y"] + board["height"] + 1
    table.choose("d2")
    row = page.locator(".offers button").first
    row.hover()
    expect(page.locator(".pw-board .target.lit")).to_have_count(1)
    page.wait_for_timeout(700)  # longer than a pointer has to rest
    expect(page.locator(".callout .glance")).to_have_count(0)


PUT_ASIDE = """() => {
    const lesson = document.querySelector("[data-lesson]");
    if (!lesson || lesson.dataset.lesson === "combat") return true;
    lesson.querySelector(".primary").click();
    return false;
}"""


def test_the_guide_leaves_the_chances_to_be_read(page: Page, table: Table) -> None:
    """Point 10: its card lies over none of what it tells one to look at."""
    page.evaluate("location.hash = '#/first-battle'")
    guide = page.get_by_role("region", name="The guide")
    expect(page.locator("[data-cell]").first).to_be_attached()
    for _ in range(12):
        # What it says before is put aside at once.
        page.wait_for_function(PUT_ASIDE)
        if page.locator("[data-lesson=combat]").count():
            break
        before = table.seq
        page.get_by_role("button", name="Hint").click()
        page.locator(".hint").get_by_role("button").click()
        table.moved_on(before)
    expect(guide).to_have_attribute("data-lesson", "combat")
    page.wait_for_timeout(600)  # it looks round every quarter of a second
    card, chances = guide.bounding_box(), page.locator(".offers").bounding_box()
    assert card and chances
    apart_across = card["x"] + card["width"] <= chances["x"] or chances["x"] + chances["width"] <= card["x"]
    apart_down = card["y"] + card["height"] <= chances["y"] or chances["y"] + chances["height"] <= card["y"]
    assert apart_across or apart_down


def test_a_unit_is_known_by_what_it_is_armed_with(page: Page, table: Table) -> None:
    """Point 4: where the book leaves a choice of weapons, the reach is that of the unit's own."""
    table.sit("mbara-ford", seed=4)
    card = page.locator(".callout .glance")
    table.cell("e3").hover()
    expect(card).to_contain_text("Fire 4 (magazine rifle)")
    table.cell("g7").hover()
    expect(card).to_contain_text("Fire 2 (musket)")
    page.locator(".chips button").first.click()
    expect(page.locator("[data-surveyed]")).not_to_contain_text("*")


def test_at_twice_the_size_no_answer_is_cut_off(new_page: Callable[..., Page]) -> None:
    """What is asked, every answer and every switch are on the screen of 1280 by 800 at 200 %."""
    page = new_page(640, 400, device_scale_factor=2)
    table = Table(page)
    table.sit("thorn-drift", seed=3)
    table.asks("give your orders")
    bar, hint = page.locator(".answers").bounding_box(), page.get_by_role("button", name="Hint").bounding_box()
    assert bar and hint
    assert hint["x"] + hint["width"] <= bar["x"] + bar["width"] + 1
    for name in ("Enemy fire", "Arc of fire"):
        expect(page.get_by_label(name)).to_be_in_viewport(ratio=1)
        label = page.locator("label", has_text=name).bounding_box()
        assert label and label["x"] + label["width"] <= 641


def test_gas_shows_where_it_may_drift(page: Page, table: Table) -> None:
    """Point 6: the wind of a cloud is on the board, and in what is known of its cell."""
    table.sit("sallow-wood", seed=5, seats={"blue": {"level": "sergeant"}})
    while table.question.get_attribute("data-asks") == "what the guns fire at":
        before = table.seq
        page.get_by_role("button", name="Hint").click()
        page.locator(".hint").get_by_role("button").click()
        table.moved_on(before)
    expect(page.locator(".pw-board [data-gas=f10] .wind")).to_have_count(2)
    table.cell("f10").hover()
    expect(page.locator(".callout .glance")).to_contain_text("may drift to")
