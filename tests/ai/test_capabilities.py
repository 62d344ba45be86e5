"""Who thinks uses all that an army has: a small battle for each capability, in which to use it is clearly right."""

import random
from typing import Any

import pytest

from portable_wargame.ai.opponents.choice import Choice
from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.game.actions import Action
from portable_wargame.game.game import Game
from portable_wargame.grid.names import cell_name
from portable_wargame.rules.turn.activation import ACTIVATE
from tests.table import OPEN, RED_FIRST, draw

pytestmark = pytest.mark.parity
THINKERS = pytest.mark.parametrize("level", ["sergeant", "captain"])


def game_of(book: str, rows: str = OPEN, dice: list[int] | None = None, **others: Any) -> Game:
    return draw(book, rows, dice=dice if dice is not None else [], **others).session.game


def side_acts(game: Game, side: int, turns: int, level: str) -> list[Action]:
    """What the side does in so many turns, while the other one stands still."""
    opponent = player(level)
    luck = random.Random(3)
    done: list[Action] = []
    until = game.battle.turn + turns
    while game.question() is not None and game.battle.turn < until:
        if game.decider() == side:
            action = choose(opponent, game, luck, 30).action
            done.append(action)
        else:
            action = passive(game)
        game.play(action)
    return done


def passive(game: Game) -> Action:
    if game.question() is ACTIVATE:
        return Action("end")
    options = game.options()
    idle = [action for action in options if action.verb in ("done", "stand", "lose-sp", "place")]
    return idle[0] if idle else options[0]


def verbs(actions: list[Action]) -> list[str]:
    return [action.verb for action in actions]


@THINKERS
def test_engineers_clear_the_mines_that_bar_the_way(level: str) -> None:
    rows = "\n".join([". . .", ". . .", ". . .", ". . .", "m m m", ". . .", ". . ."])
    game = game_of(
        "modern",
        rows,
        red=["r1 engineers b2 n", "r2 infantry b1 n"],
        blue=["b1 infantry b7 s"],
        turns=12,
        victory=[{"side": "red", "hold": ["b6"], "at-turn": 12}],
        dice=[6, 1] * 40,
    )
    actions = side_acts(game, 0, 5, level)
    assert any(action.verb == "work" and action.task for action in actions)


@THINKERS
def test_a_gun_out_of_range_is_brought_up_and_set_down(level: str) -> None:
    game = game_of(
        "classic",
        "\n".join([". . . ."] * 20),
        red=["r1 artillery b1 n", "r2 transport b1 n", "r3 infantry c1 n"],
        blue=["b1 infantry b20 s", "b2 infantry c20 s"],
        turns=15,
        dice=[],
    )
    actions = verbs(side_acts(game, 0, 12, level))
    assert "load" in actions and "unload" in actions
    assert "bombard" in actions
    assert actions.index("load") < actions.index("unload") < actions.index("bombard")


@THINKERS
def test_gas_goes_where_the_enemy_is_and_no_friend(level: str) -> None:
    game = game_of(
        "modern",
        "\n".join([". . . . ."] * 9),
        red=["r1 field-artillery c1 n gas=1", "r2 infantry a1 n"],
        blue=["b1 infantry c8 s", "b2 infantry d8 s"],
        options=["gas"],
        turns=10,
    )
    actions = side_acts(game, 0, 1, level)
    assert any(action.verb == "bombard" and action.gas for action in actions)


@THINKERS
def test_a_bomber_bombs_and_is_home_in_time(level: str) -> None:
    game = game_of(
        "modern",
        "\n".join([". . . . ."] * 10),
        red=["r1 bomber - n", "r2 infantry a1 n"],
        blue=["b1 infantry c6 s", "b2 infantry d6 s"],
        options=["air"],
        turns=12,
    )
    actions = verbs(side_acts(game, 0, 11, level))
    assert "bomb" in actions
    assert "leave" in actions
    assert game.battle.still_in_play(0) or game.battle.left_over[0]


@pytest.mark.parametrize("level", ["recruit", "sergeant", "captain", "general"])
def test_a_fighter_does_not_stay_for_one_attack_too_many(level: str) -> None:
    game = game_of(
        "modern",
        "\n".join([". . . . ."] * 10),
        red=["r1 single-seat-fighter - n", "r2 infantry a1 n"],
        blue=["b1 infantry c6 s", "b2 infantry d9 s"],
        options=["air"],
        turns=10,
        dice=[6, 1] * 40,
    )
    actions = verbs(side_acts(game, 0, 8, level))
    assert "strafe" in actions
    assert game.battle.left_over[0]


@THINKERS
def test_reinforcements_come_when_they_are_due(level: str) -> None:
    game = game_of(
        "classic",
        red=["r1 infantry b1 n", "r2 infantry - n arrives=2,south"],
        blue=["b1 infantry e6 s"],
        turns=8,
    )
    side_acts(game, 0, 2, level)
    assert game.battle.on_board(1)


@pytest.mark.parametrize("level", ["sergeant", "captain", "general"])
@pytest.mark.parametrize("comer", ["infantry", "single-seat-fighter"])
def test_whoever_comes_on_looks_across_the_board(level: str, comer: str) -> None:
    game = game_of(
        "modern",
        "\n".join([". . . . ."] * 9),
        red=["r1 infantry c1 n"],
        blue=[f"b1 {comer} - s arrives=2,north", "b2 infantry a9 s"],
        options=["air"],
        turns=8,
        dice=[6, 1] * 20,
    )
    opponent = player(level)
    choice = Choice(passive(game), "")
    while not game.battle.on_board(1):
        ours = game.decider() == 1
        choice = choose(opponent, game, random.Random(1), 30) if ours else Choice(passive(game), "")
        game.play(choice.action)
    assert choice.action.verb == "enter"
    assert choice.action.facing == game.battle.field.grid.shape.facings.index("s")
    assert "b1 to come on at" in choice.intent or "b1 to stay over the field" in choice.intent


def test_a_recruit_says_what_he_does_on_the_spot() -> None:
    game = game_of("modern", red=["r1 engineers c2 n"], blue=["b1 infantry c6 s"], dice=[6, 1])
    said = [choose(player("recruit"), game, random.Random(seed), 0) for seed in range(200)]
    working = [choice.intent for choice in said if choice.action.verb == "work"]
    assert working
    assert all("r1 to lay" in one or "r1 to clear" in one for one in working)


@pytest.mark.parametrize("level", ["captain", "captain:objective-minded"])
@pytest.mark.parametrize("aim", [{"exit": {"edge": "north", "units": 2}}, {"hold": ["b20"], "at-turn": 9}])
def test_reinforcements_come_however_far_the_objective_is(level: str, aim: dict[str, Any]) -> None:
    game = game_of(
        "classic",
        "\n".join([". . . ."] * 20),
        red=["r1 infantry b1 n", "r2 infantry - n arrives=2,south"],
        blue=["b1 infantry d20 s"],
        turns=9,
        victory=[{"side": "red", **aim}],
    )
    side_acts(game, 0, 2, level)
    assert game.battle.on_board(1)


@pytest.mark.parametrize("level", ["sergeant", "captain", "general"])
@pytest.mark.parametrize("third", ["commander b2 n", "transport c1 n"])
def test_everybody_leaves_where_everybody_has_to(level: str, third: str) -> None:
    game = game_of(
        "classic",
        "\n".join([". . . . ."] * 9),
        red=["r1 infantry c3 n", "r2 infantry b3 n", f"r3 {third}"],
        blue=["b1 infantry a1 n"],
        turns=10,
        victory=[{"side": "red", "exit": {"edge": "north", "units": 3}}],
    )
    side_acts(game, 0, 9, level)
    assert game.battle.winner == 0


@THINKERS
def test_guns_deploy_behind_and_infantry_before_them(level: str) -> None:
    game = game_of(
        "classic",
        "\n".join([". . . . . ."] * 8),
        red=["r1 artillery - n", "r2 infantry - n", "r3 infantry - n"],
        blue=["b1 infantry c8 s"],
    )
    opponent = player(level)
    while game.battle.turn == 0:
        game.play(choose(opponent, game, random.Random(1), 0).action)
    depths = [game.battle.field.grid.depth(game.battle.at[unit], "south") for unit in (0, 1, 2)]
    assert depths[0] < max(depths[1:])


def deployed(rows: list[str], red: list[str]) -> list[str]:
    """Where a captain puts red's units, who are all off the board at first."""
    game = game_of("classic", "\n".join(rows), red=red, blue=["b1 infantry c8 s"])
    opponent = player("captain")
    while game.battle.turn == 0:
        game.play(choose(opponent, game, random.Random(1), 0).action)
    return [cell_name(game.battle.field.grid, game.battle.at[unit]) for unit in range(len(red))]


def test_guns_deploy_on_the_hill_and_foot_in_the_village() -> None:
    open_ground = [". . . . . ."] * 6
    gun, foot = deployed([*open_ground, ". b . . . .", ". . . . h ."], ["r1 artillery - n", "r2 infantry - n"])
    assert (gun, foot) == ("e1", "b2")


def test_nobody_deploys_straight_before_the_guns() -> None:
    gun, *foot = deployed([". . . . . ."] * 8, ["r1 artillery - n", *(f"r{n} infantry - n" for n in range(2, 6))])
    assert f"{gun[0]}{int(gun[1:]) + 1}" not in foot


def test_the_guns_are_told_the_target_that_matters() -> None:
    game = game_of(
        "classic",
        "\n".join([". . . . . ."] * 8),
        red=["r1 artillery c1 n", "r2 infantry a1 n"],
        blue=["b1 infantry c6 s", "b2 infantry d6 s poor sp=1"],
    )
    action = choose(player("captain"), game, random.Random(1), 0).action
    assert (action.verb, action.target) == ("bombard", game.battle.at[3])


def exhausted_red(**others: Any) -> Game:
    game = game_of(
        "classic",
        red=["r1 infantry c2 n", "r2 infantry d2 n"],
        blue=["b1 infantry c4 s", "b2 infantry d5 s"],
        dice=RED_FIRST,
        turns=6,
        **others,
    )
    game.battle.lost[0] = 4
    game.battle.exhausted[0] = True
    return game


@THINKERS
def test_an_exhausted_side_still_shoots_and_stays_where_it_is(level: str) -> None:
    game = exhausted_red()
    stood = [game.battle.at[unit] for unit in (0, 1)]
    actions = verbs(side_acts(game, 0, 1, level))
    assert "fire" in actions and "fight" not in actions
    assert all(
        game.battle.field.grid.row(game.battle.at[unit]) <= game.battle.field.grid.row(cell)
        for unit, cell in zip((0, 1), stood, strict=True)
        if game.battle.on_board(unit)
    )


@pytest.mark.parametrize(("lost", "answer"), [(0, "lose-sp"), (2, "retreat")])
def test_the_point_that_would_exhaust_the_side_is_not_given_for_ground(lost: int, answer: str) -> None:
    """Blue has 8 strength points and is exhausted by the third; it stands where it wants to stand."""
    table = draw(
        "classic",
        red=["r1 infantry c3 n"],
        blue=["b1 infantry c5 s", "b2 infantry f6 s"],
        dice=[*RED_FIRST, 6, 6],
        turns=6,
        victory=[{"side": "blue", "hold": ["c5"], "at-turn": 3}],
    )
    table.play("fire", "r1", target="c5")
    game = table.session.game
    game.battle.lost[1] = lost
    assert choose(player("captain"), game, random.Random(5), 0).action.verb == answer


@THINKERS
def test_pinned_units_are_rallied(level: str) -> None:
    game = game_of(
        "late-19th-century",
        "\n".join([". . . . . . . ."] * 9),
        grid="hex",
        armies=("european", "european"),
        red=["r1 infantry-rifles c2 n", "r2 infantry-rifles d2 n", "r3 command e1 n"],
        blue=["b1 infantry-rifles c9 s", "b2 command e9 s"],
        dice=[6, 1, 6, 6, 6, 6],
    )
    game.battle.pinned[0] = True
    assert "unpin" in verbs(side_acts(game, 0, 2, level))


@pytest.mark.parametrize("level", ["captain", "general"])
def test_the_commander_stays_with_those_who_fight(level: str) -> None:
    """Who rides to the rear takes his help with him."""
    game = game_of(
        "classic",
        "\n".join([". . . . . ."] * 8),
        red=["r1 commander c3 n", "r2 infantry c3 n", "r3 infantry d3 n"],
        blue=["b1 infantry c5 s", "b2 infantry d6 s"],
        dice=RED_FIRST,
        turns=8,
    )
    side_acts(game, 0, 1, level)
    grid, at = game.battle.field.grid, game.battle.at
    assert min(grid.distance(at[0], at[unit]) for unit in (1, 2) if game.battle.on_board(unit)) <= 1


@pytest.mark.parametrize("level", ["captain", "general"])
def test_the_first_shot_is_at_the_one_that_may_fall(level: str) -> None:
    game = game_of(
        "classic",
        "\n".join([". . . . . ."] * 8),
        red=["r1 infantry c3 n", "r2 infantry d3 n"],
        blue=["b1 infantry c5 s", "b2 infantry d5 s sp=1"],
        dice=[*RED_FIRST, 1, 1, 1, 1],
        turns=8,
    )
    weak = game.battle.at[3]
    shots = [action.target for action in side_acts(game, 0, 1, level) if action.verb == "fire"]
    assert len(shots) == 2 and shots[0] == weak


@pytest.mark.parametrize("level", ["captain", "general"])
def test_who_holds_what_wins_stays_on_it_at_the_end(level: str) -> None:
    """A better shot from another cell is not worth the battle."""
    game = game_of(
        "classic",
        "\n".join([". . . . . ."] * 8),
        red=["r1 infantry c3 n", "r2 infantry a1 n"],
        blue=["b1 infantry c7 s sp=1", "b2 infantry f8 s"],
        dice=RED_FIRST * 4,
        turns=3,
        victory=[{"side": "red", "hold": ["c3"], "at-turn": 3}, {"side": "blue", "survive": True, "at-turn": 3}],
    )
    held = game.battle.at[0]
    side_acts(game, 0, 3, level)
    assert game.battle.at[0] == held and game.battle.winner == 0


@pytest.mark.parametrize("level", ["captain", "general", "marshal"])
@pytest.mark.parametrize(("threat", "other"), [("b1", "b2"), ("b2", "b1")])
def test_of_two_enemies_alike_the_one_at_the_guns_is_dealt_with(level: str, threat: str, other: str) -> None:
    """He stands behind them; the other one is just as near on the other side."""
    game = game_of(
        "classic",
        "\n".join([". . . . . . . . ."] * 5),
        red=["r1 artillery c3 s", "r2 infantry e3 n"],
        blue=sorted([f"{threat} infantry c4 s", f"{other} infantry g4 s"]),
        dice=[*RED_FIRST, 1, 1],
        turns=8,
    )
    (attack,) = (action for action in side_acts(game, 0, 1, level) if game.is_attack(action))
    assert attack.unit == 1
    assert cell_name(game.battle.field.grid, attack.target) == "c4"


@pytest.mark.parametrize("level", ["captain", "general", "marshal"])
def test_nobody_rides_ahead_to_fight_alone(level: str) -> None:
    """There is no time to lose, and cavalry would be among them in two turns, without the infantry."""
    game = game_of(
        "classic",
        "\n".join([". . . ."] * 9),
        red=["r1 cavalry b2 n", "r2 infantry a1 n", "r3 infantry c1 n"],
        blue=["b1 infantry a9 s", "b2 infantry b9 s", "b3 infantry c9 s"],
        dice=RED_FIRST * 4,
        turns=6,
        victory=[{"side": "blue", "survive": True, "at-turn": 6}],
    )
    side_acts(game, 0, 2, level)
    horse, *foot = (game.battle.field.grid.depth(game.battle.at[unit], "south") for unit in (0, 1, 2))
    assert horse <= min(foot) + 1, "together"
    assert min(foot) > 2, "and under way"


VILLAGES = "\n".join([*[". . . . . ."] * 4, ". b . b . .", *[". . . . . ."] * 4])


def holding(red: list[str], turns: int) -> Game:
    """Red holds two villages, b5 and d5, or is to; blue has come into sight of them."""
    return game_of(
        "classic",
        VILLAGES,
        red=red,
        blue=["b1 infantry b8 s", "b2 infantry c8 s", "b3 infantry d8 s"],
        dice=RED_FIRST * 4,
        turns=turns,
        victory=[{"side": "red", "hold": ["b5", "d5"], "at-turn": turns}],
    )


@pytest.mark.parametrize("level", ["captain", "general", "marshal"])
def test_who_is_not_needed_in_front_stays_behind_in_reserve(level: str) -> None:
    game = holding(["r1 infantry b5 n", "r2 infantry d5 n", "r3 infantry c3 n"], 6)
    line = game.battle.at[0], game.battle.at[1]
    side_acts(game, 0, 1, level)
    grid, at = game.battle.field.grid, game.battle.at
    assert (at[0], at[1]) == line
    assert grid.depth(at[2], "south") < grid.depth(line[0], "south")


@pytest.mark.parametrize("turns", [3, 4])
@pytest.mark.parametrize("level", ["captain", "general", "marshal"])
def test_the_reserve_steps_into_the_gap(level: str, turns: int) -> None:
    game = holding(["r1 infantry d5 n", "r2 infantry c3 n"], turns)
    side_acts(game, 0, turns, level)
    assert game.battle.winner == 0
