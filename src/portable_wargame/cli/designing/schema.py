"""`pw schema`: the open formats, as JSON Schema."""

import json
from typing import Literal

from ...speech.schemas import schema as bundled


def schema(name: Literal["scenario", "book", "protocol", "record"] = "scenario", /) -> int:
    """
    Parameters
    ----------
    name
        Scenario files, book files, the engine protocol or game records.
    """
    print(json.dumps(bundled(name), indent=2))
    return 0
