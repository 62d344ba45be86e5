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
        Where to put them. Anyone who has this file can send notifications in the server's name.
    contact
        Whom a push service may contact if something goes wrong: mailto:NAME@HOST, or https://HOST/...
    """
    text = new_keys(contact)
    try:
        # Nobody else on this machine may read them, not even for a moment.
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as sink:
            sink.write(text)
    except FileExistsError:
        raise Refusal(f"{file} already exists; browsers that know its keys would not accept new ones") from None
    except OSError as problem:
        raise Refusal(f"{file}: can't write the keys: {problem.strerror}") from None
    print(f"The keys are in {file}: pw serve --push-keys {file}")
    return 0
