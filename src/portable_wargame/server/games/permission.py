"""What a client may not do."""

from ...game.errors import Refusal
from ..wire.messages import Code


class NotAllowed(Refusal):
    """A client's request was refused, with the code of its message."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code
