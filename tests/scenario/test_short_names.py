"""Short names are made for people: known abbreviations, words cut at a consonant, no two alike."""

import pytest

from portable_wargame.scenario import library
from portable_wargame.scenario.telling.short_names import ROOM, abbreviated, short_names_in


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("3rd Fusiliers", "3 Fus"),
        ("Ridge Battery", "Ridge Bty"),
        ("General Ashby", "Gen Ashby"),
        ("Major Black", "Maj Black"),
        ("Black Shields", "Black Shlds"),
        ("The Second Machine Gun Company", "2 MG Coy"),
        ("Motor Riflemen", "Mot Rif"),
        ("Barricade Volunteers", "Barric Vols"),
        ("Salt Spring Clan", "Salt Spring"),
        ("Falcon Clan", "Falcon Clan"),
        ("4-pounder Battery", "4-pdr Bty"),
        ("1st Hussars (camel riders)", "1 Hus"),
        ("Landing Guns", "Land Guns"),
        ("Millford Militia", "Mill Mil"),
    ],
)
def test_a_name_is_cut_as_the_army_would(name: str, short: str) -> None:
    assert abbreviated(name) == short


@pytest.mark.parametrize("battle", library.names())
def test_they_fit_and_no_two_are_alike(battle: str) -> None:
    names = list(short_names_in(library.load(battle)).values())
    assert len(set(names)) == len(names) and max(map(len, names)) <= ROOM


def test_units_of_one_name_go_by_what_tells_their_armies_apart() -> None:
    names = short_names_in(library.load("market-day")).values()
    assert {"Limber N", "Limber S"} <= set(names)
