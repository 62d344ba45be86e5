"""What is handed out: the page that was built is in the source distribution too, of which others make their wheels."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

from portable_wargame import _extras

TOP = Path(__file__).parents[2]
CLIENT = "src/portable_wargame/server/client/index.html"


def test_the_source_distribution_has_the_page(tmp_path: Path) -> None:
    for name in (".gitignore", "pyproject.toml", "hatch_build.py", "compile_engine.py", "README.md", "LICENSE"):
        shutil.copy(TOP / name, tmp_path)
    (tmp_path / CLIENT).parent.mkdir(parents=True)
    shutil.copy(TOP / "src/portable_wargame/__init__.py", tmp_path / "src/portable_wargame")
    (tmp_path / CLIENT).write_text("<!doctype html>", "utf-8")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", "made"], cwd=tmp_path, check=True)
    (made,) = (tmp_path / "made").iterdir()
    with tarfile.open(made) as archive:
        assert any(name.endswith(CLIENT) for name in archive.getnames())


def test_every_extra_is_in_the_table_and_its_packages_are_named() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(project["optional-dependencies"]) == set(_extras.EXTRAS)
    for extra, packages in project["optional-dependencies"].items():
        for package in packages:
            assert package.partition(">")[0] in _extras.EXTRAS[extra]


@pytest.mark.parametrize(
    ("checkout", "source", "command"),
    [
        (True, "", "python3 run.py setup"),
        (False, "", "pip install 'portable-wargame[print]'"),
        (False, "file:///tmp/a.whl", "pip install 'portable-wargame[print] @ file:///tmp/a.whl'"),
    ],
)
def test_the_remedy_is_for_where_the_program_came_from(
    checkout: bool, source: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_extras, "CHECKOUT", checkout)
    monkeypatch.setattr(_extras, "installed_from", lambda: source)
    assert str(_extras.missing("print")).endswith(f"; to add what is missing: {command}")


def test_the_release_compiles_for_the_python_that_the_page_brings() -> None:
    steps = (TOP / ".github/workflows/release.yml").read_text("utf-8")
    brought = json.loads((TOP / "web/package.json").read_text("utf-8"))["devDependencies"]["pyodide"]
    assert f'CIBW_PYODIDE_VERSION: "{brought}"' in steps
    # Earlier ones know no Pyodide of Python 3.14.
    assert {int(major) for major in re.findall(r"pypa/cibuildwheel@v(\d+)\.", steps)} == {4}
