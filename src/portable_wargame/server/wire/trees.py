"""The trees of the open formats, as fields of a message: each refers to its published schema."""

from typing import Annotated, Any

from msgspec import Meta

Tree = dict[str, Any]


def _published(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": name})


Scenario = Annotated[Tree, _published("scenario")]
State = Annotated[Tree, _published("state")]
Action = Annotated[Tree, _published("action")]
Event = Annotated[Tree, _published("event")]
Chance = Annotated[Tree, _published("chance")]
Reason = Annotated[Tree, _published("reason")]
Phase = Annotated[str, _published("phase")]
Asks = Annotated[str, _published("question")]
Facing = Annotated[str, _published("facing")]
