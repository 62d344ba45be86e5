"""The trees of the open formats, as fields of a message: each refers to its published schema."""

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from ...speech.trees import Sent

__all__ = ["Action", "Asks", "Chance", "Event", "Facing", "Phase", "Reason", "Ruling", "Scenario", "State", "Unit"]


def _published(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": name})


if TYPE_CHECKING:
    from ...speech.trees import Action, Chance, Event, Reason, Ruling, State, Unit
else:
    # Here a message may be any object: the rules judge what a page sends.
    State = Annotated[Sent, _published("state")]
    Action = Annotated[Sent, _published("action")]
    Event = Annotated[Sent, _published("event")]
    Chance = Annotated[Sent, _published("chance")]
    Reason = Annotated[Sent, _published("reason")]
    Unit = Annotated[Sent, _published("unit")]
    Ruling = Annotated[Sent, _published("ruling")]
Scenario = Annotated[Sent, _published("scenario")]
Phase = Annotated[str, _published("phase")]
Asks = Annotated[str, _published("question")]
Facing = Annotated[str, _published("facing")]
