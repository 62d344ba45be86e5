"""What does not carry over when a scenario goes to another book or grid: every substitution, in words."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Substitution:
    """`what` had `was`, and has `becomes` now; "" where it has nothing any more."""

    what: str  # "unit r3", "cell c4", "option gas"
    was: str
    becomes: str
    why: str

    def sentence(self) -> str:
        change = f"{self.was} becomes {self.becomes}" if self.becomes else f"{self.was} is left out"
        return f"{self.what}: {change}; {self.why}"


# For each unit type, and where it matters its weapon, what stands in for it: the first that the book has. A tank is
# the arm that breaks through, so where there are none cavalry takes its part; a gun on tracks is a gun; what flies,
# spots or only carries has nobody to stand in for it where the book has no such thing.
STAND_INS: dict[str, tuple[str, ...]] = {
    "infantry": ("infantry", "infantry-rifles"),
    "infantry none": ("infantry none", "infantry-close-combat", "infantry"),
    "infantry musket": ("infantry musket", "infantry-firearms", "infantry"),
    "infantry-rifles": ("infantry-rifles", "infantry"),
    "infantry-firearms": ("infantry-firearms", "infantry musket", "infantry"),
    "infantry-close-combat": ("infantry-close-combat", "infantry none", "infantry"),
    "infantry-anti-tank": ("infantry-anti-tank", "infantry", "infantry-rifles"),
    "engineers": ("engineers", "infantry", "infantry-rifles"),
    "cyclists": ("cyclists", "infantry", "infantry-rifles"),
    "cavalry": ("cavalry", "mounted-cavalry"),
    "mounted-cavalry": ("mounted-cavalry", "cavalry"),
    "dismounted-cavalry": ("dismounted-cavalry", "cavalry"),
    "machine-gun": ("machine-gun", "infantry"),
    "mortar": ("mortar", "light-artillery", "smoothbore-mountain-artillery", "artillery"),
    "artillery": ("artillery", "field-artillery", "rifled-field-artillery"),
    "infantry-gun": ("infantry-gun", "light-artillery", "rifled-mountain-artillery", "artillery"),
    "field-artillery": ("field-artillery", "rifled-field-artillery", "artillery"),
    "mountain-artillery": ("mountain-artillery", "light-artillery", "rifled-mountain-artillery", "artillery"),
    "medium-artillery": ("medium-artillery", "field-artillery", "rifled-field-artillery", "artillery"),
    "heavy-artillery": (
        "heavy-artillery",
        "siege-artillery",
        "rifled-siege-artillery",
        "field-artillery",
        "rifled-field-artillery",
        "artillery",
    ),
    "anti-tank-gun": ("anti-tank-gun", "light-artillery", "rifled-mountain-artillery", "artillery"),
    "anti-aircraft-gun": ("anti-aircraft-gun", "light-artillery", "rifled-mountain-artillery", "artillery"),
    "light-artillery": ("light-artillery", "mountain-artillery", "rifled-mountain-artillery", "artillery"),
    "siege-artillery": ("siege-artillery", "heavy-artillery", "rifled-siege-artillery", "artillery"),
    "rifled-siege-artillery": ("rifled-siege-artillery", "siege-artillery", "heavy-artillery", "artillery"),
    "rifled-field-artillery": ("rifled-field-artillery", "field-artillery", "artillery"),
    "rifled-mountain-artillery": (
        "rifled-mountain-artillery",
        "light-artillery",
        "mountain-artillery",
        "artillery",
    ),
    "smoothbore-siege-artillery": ("smoothbore-siege-artillery", "siege-artillery", "heavy-artillery", "artillery"),
    "smoothbore-field-artillery": ("smoothbore-field-artillery", "field-artillery", "artillery"),
    "smoothbore-mountain-artillery": (
        "smoothbore-mountain-artillery",
        "light-artillery",
        "mountain-artillery",
        "artillery",
    ),
    "armoured-car": ("armoured-car", "mounted-cavalry", "cavalry"),
    "light-tank": ("light-tank", "mounted-cavalry", "cavalry"),
    "tank": ("tank", "mounted-cavalry", "cavalry"),
    "assault-gun": ("assault-gun", "field-artillery", "rifled-field-artillery", "artillery"),
    "self-propelled-artillery": (
        "self-propelled-artillery",
        "field-artillery",
        "rifled-field-artillery",
        "artillery",
    ),
    "transport": ("transport", "horse-transport"),
    "half-track": ("half-track", "transport"),
    "truck": ("truck", "transport"),
    "horse-transport": ("horse-transport", "transport"),
    "spotter": ("spotter",),
    "commander": ("commander", "command"),
    "command": ("command", "commander"),
    "reconnaissance-aircraft": ("reconnaissance-aircraft",),
    "single-seat-fighter": ("single-seat-fighter",),
    "two-seat-fighter": ("two-seat-fighter",),
    "bomber": ("bomber",),
}

# Weapons that stand in for each other, where the unit type keeps a choice of them.
WEAPONS: dict[str, tuple[str, ...]] = {
    "single-shot-rifle": ("rifles",),
    "magazine-rifle": ("rifles",),
    "musket": ("firearms",),
    "none": (),
    "rifles": ("single-shot-rifle",),
    "firearms": ("musket",),
}
