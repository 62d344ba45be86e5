"""Unpack the one source distribution of a folder: unpack.py FOLDER INTO."""

import sys
import tarfile
import tempfile
from pathlib import Path


def unpack(folder: Path, into: Path) -> None:
    (archive,) = folder.glob("*.tar.gz")
    with tempfile.TemporaryDirectory(dir=into.parent) as scratch, tarfile.open(archive) as opened:
        opened.extractall(scratch, filter="data")
        (top,) = Path(scratch).iterdir()
        top.rename(into)


if __name__ == "__main__":
    unpack(Path(sys.argv[1]), Path(sys.argv[2]))
