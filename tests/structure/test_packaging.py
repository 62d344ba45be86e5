"""What is handed out: the page that was built is in the source distribution too, of which others make their wheels."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

TOP = Path(__file__).parents[2]
CLIENT = "src/portable_wargame/server/client/index.html"


def test_the_source_distribution_has_the_page(tmp_path: Path) -> None:
    for name in (".gitignore", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(TOP / name, tmp_path)
    (tmp_path / CLIENT).parent.mkdir(parents=True)
    shutil.copy(TOP / "src/portable_wargame/__init__.py", tmp_path / "src/portable_wargame")
    (tmp_path / CLIENT).write_text("<!doctype html>", "utf-8")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", "made"], cwd=tmp_path, check=True)
    (made,) = (tmp_path / "made").iterdir()
    with tarfile.open(made) as archive:
        assert any(name.endswith(CLIENT) for name in archive.getnames())
