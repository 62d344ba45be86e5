"""`pw push-keys`: keys for Web Push."""

import os
from pathlib import Path

from ...game.errors import Refusal
from ...server.edge.push import new_keys


def push_keys(file: Path, /, *, contact: str) -> int:
    """
    Parameters
    ----------
    file
        Where to put them. Whoever has this file can speak in the server's name.
    contact
        Whom a push service may write to if something is wrong: mailto:NAME@HOST, or https://HOST/...
    """
    text = new_keys(contact)
    try:
        # Nobody else on this machine may read them, not even for a moment.
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as sink:
            sink.write(text)
    except FileExistsError:
        raise Refusal(f"{file} is there already; browsers that know its keys would hear no others") from None
    except OSError as problem:
        raise Refusal(f"{file}: the keys cannot be written: {problem.strerror}") from None
    print(f"The keys are in {file}: pw serve --push-keys {file}")
    return 0
