"""A variant for the tests: guns that hit on 4, camels, a marsh, and a row of every kind."""

from typing import Any

from portable_wargame.rulesets.books import forget_what_was_made, made, read_text
from portable_wargame.rulesets.variants.variant import Variant


def camels(**changes: Any) -> dict[str, Any]:
    return {
        "format": "portable-wargame/book/1",
        "name": "camels",
        "title": "Camels and Krupp guns",
        "based-on": "classic",
        "units": {"artillery": {"artillery-range": 8}, "camel-riders": {"like": "cavalry", "move": 4}},
        "features": {"marsh": {"letter": "s", "cover": True, "stops": True, "closed-to": ["artillery", "transport"]}},
        "rows": {
            "classic.artillery.roll": "hit on 4",
            "classic.fire.mod-cover": -2,
            "classic.close-combat.mod-wood": "off",
            "classic.exhaustion.effect": "1/2",
        },
        "modifiers": [
            {
                "at": "fire",
                "clause": "fire.saddle",
                "amount": 1,
                "when": "is a camel-riders and not target in cover",
                "rule": "Camels add 1 when they fire at a target in the open.",
                "short": "from the saddle",
            }
        ],
        **changes,
    }


def forget_books() -> None:
    """Whatever books were brought along since are gone."""
    read_text.cache_clear()
    forget_what_was_made()


def variant(tree: dict[str, Any]) -> Variant:
    found = made(tree)
    assert isinstance(found, Variant), found
    return found


def faults(tree: object) -> list[str]:
    found = made(tree)
    assert not isinstance(found, Variant)
    return [f"{'.'.join(str(part) for part in one.path)}: {one.message}; {one.remedy}" for one in found]
