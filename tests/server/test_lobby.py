"""What the lobby knows beside names: how long a battle lasts and which way it leans, one on show, and how one ended."""

import datetime

from portable_wargame.pictures.colours import USUAL
from portable_wargame.scenario import figures, library
from portable_wargame.scenario.reading import read_tree
from portable_wargame.server.edge.neighbourhood import addresses_of
from portable_wargame.server.wire import showcase
from portable_wargame.server.wire.lobby import card, library_card
from portable_wargame.server.wire.looks import scene_of
from portable_wargame.simulation import measuring
from portable_wargame.simulation.trials.executors import InThisProcess
from portable_wargame.simulation.trials.trial import Trial
from tests.scenario.settings import WHOLE

from .running import Server, sit_down
from .scenes import duel


def test_every_scenario_of_the_library_has_been_measured() -> None:
    assert list(figures.figures()) == list(library.names())
    for name in library.names():
        told = library_card(name)
        measured = told.measured
        assert measured is not None
        assert told.minutes is not None
        assert 5 <= told.minutes <= 60
        assert measured.battles == sum(measured.wins.values()) + measured.draws >= 100
        assert measured.low < measured.rate < measured.high
    easy = [name for name in library.names() if library_card(name).difficulty == "easy"]
    assert "harrow-ridge" in easy
    assert "larch-breakout" not in easy


def test_figures_are_what_the_battles_gave() -> None:
    trial = Trial(library.load("toll-house"), ("recruit", "recruit"), 3)
    with InThisProcess() as executor:
        found = measuring.measure(trial, 6, executor, None)
    assert sum(found.wins) + found.draws == 6
    assert (found.level, found.turns > 3, found.decisions > found.turns) == ("recruit", True, True)


def test_a_side_is_told_each_of_its_aims() -> None:
    red, _ = library_card("adlerbruck").sides
    assert red.aims == [
        "hold Adlerbrück (d6 or e6) at the end of turn 13",
        "destroy 7 enemy units",
    ]


def test_a_side_is_told_what_scores_and_how_great_a_victory_it_would_be() -> None:
    told = card("all", read_tree(WHOLE))
    reds, blues = told.sides
    assert reds.aims == ["hold 2 of Merxleben (c3), Kirchberg (d4) and e5 at the end of turn 8 (a marginal victory)"]
    assert blues.aims == ["score 9 points (a decisive victory)"]
    assert (
        blues.scores == "score 3 points for Merxleben (c3) held at the end and 2 points for every enemy unit destroyed"
    )
    assert told.conditions[-1].endswith("a lead of 2 to 5 points is a marginal victory, 6 or more a decisive one.")
    assert library_card("adlerbruck").sides[0].scores == ""


def test_the_battle_on_show_is_another_one_tomorrow_and_ends() -> None:
    day = datetime.date(2026, 3, 4)
    first, second = showcase.showcase(day), showcase.showcase(day + datetime.timedelta(days=1))
    assert first.scenario != second.scenario
    assert first is showcase.showcase(day)
    assert first.steps[-1].events[-1]["event"] == "over"
    known = {unit["id"] for unit in first.units}
    assert {unit["id"] for step in first.steps for unit in step.units} <= known
    fallen = [unit["id"] for step in first.steps for unit in step.units if unit["at"] is None]
    assert fallen


def test_how_a_battle_ended_is_told_when_it_is_over(server: Server) -> None:
    wanted = {"scenario": "toll-house", "seed": 3, "seats": {side: {"level": "sergeant"} for side in ("red", "blue")}}
    made = server.http.post("/api/games", json=wanted).json()
    game = made["game"]
    for address in ("afterwards", "analysis", "analysis?decisions"):
        assert server.http.get(f"/api/games/{game}/{address}").json()["code"] == "waiting"
    with server.join(game) as watching:
        while watching.now["question"] is not None:
            watching.hear()
        told = server.http.get(f"/api/games/{game}/afterwards").json()
        assert all(told[key] for key in ("ending", "cost", "dice", "decided"))
        assert 1 <= len(told["moments"]) <= 4
        for moment in told["moments"]:
            step = watching.steps[moment["seq"]]
            assert step["turn"] == moment["turn"]
            assert any(line["text"] in moment["text"] for line in step["lines"])
            # Where a unit was lost, nothing is said of how it came to that.
            lost = [event["unit"] for event in step["events"] if event["event"] == "destroyed"]
            before = [
                line["text"]
                for line in step["lines"]
                if step["events"][line["event"]]["event"] in ("hit", "lost-sp")
                and step["events"][line["event"]].get("unit") in lost
            ]
            assert not any(text in moment["text"] for text in before)
            assert abs(moment["after"] - moment["before"]) >= 0.04
        judged = server.http.get(f"/api/games/{game}/analysis").json()
        assert judged["headline"].startswith("The dice") and judged["side"] == "red"
        last = judged["chances"][-1]
        assert last["chance"] in (0, 0.5, 1) and judged["chances"][0]["seq"] == 0 < last["seq"] < len(watching.steps)
        assert len(judged["moments"]) == 3 and judged["decisions"] is None
        for moment in judged["moments"]:
            step = watching.steps[moment["seq"] + 1]
            assert (step["turn"], step["side"]) >= (moment["turn"], moment["side"])
            assert step["kind"] == "action"
    card = server.http.get(f"/api/games/{game}").json()
    assert card["reason"] == watching.now["state"]["result"]["reason"]


def test_a_game_has_a_picture_for_those_who_may_look_at_it(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel(), spectators=False)
    with red, blue:
        address = f"/api/games/{made['game']}/picture"
        assert server.http.get(address).status_code == 403
        drawn = server.http.get(address, headers={"Authorization": f"Bearer {made['seats']['red']}"})
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert all(livery.fill in drawn.text for livery in USUAL)


def test_a_game_that_waits_for_its_players_has_a_picture_too(server: Server) -> None:
    made = server.make(scenario=duel())
    assert server.http.get(f"/api/games/{made['game']}/picture").status_code == 200


def test_others_are_told_where_to_find_a_server_that_answers_them() -> None:
    assert addresses_of("127.0.0.1") == addresses_of("localhost") == []
    assert addresses_of("192.168.1.7") == ["192.168.1.7"]
    assert not {"0.0.0.0", "127.0.0.1", ""} & set(addresses_of("0.0.0.0"))


def test_forces_are_counted_as_people_count_them() -> None:
    assert library_card("kessel-crossroads").sides[1].forces == (
        "2 tanks, 1 assault gun, 1 armoured car, 2 infantry, 1 infantry anti-tank, 1 medium artillery, 1 mortar, "
        "1 spotter, 1 commander"
    )
    # The waiting room counts as the lobby does.
    assert scene_of(library.load("brannock-heath")).forces["blue"].startswith("2 infantry, 1 machine gun, 2 anti-")
    assert library_card("brannock-heath").sides[1].forces.startswith("2 infantry, 1 machine gun, 2 anti-tank guns, ")
    assert library_card("thorn-drift").sides[1].forces == (
        "3 infantry for close combat, 7 infantry with firearms, 1 command"
    )
    assert scene_of(library.load("thorn-drift")).types["infantry-rifles"].kind == "infantry, rifles"
