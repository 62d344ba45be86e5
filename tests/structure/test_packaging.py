"""What is handed out: the page that was built is in the source distribution too, of which others make their wheels."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import pytest

from portable_wargame import _extras

TOP = Path(__file__).parents[2]
CLIENT = "src/portable_wargame/server/client/index.html"


ABROAD = {"GITHUB_REPOSITORY": "someone/wargame", "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REF_NAME": "v9"}


@pytest.mark.parametrize("workflow", [{}, ABROAD])
def test_the_source_distribution_has_the_page_and_says_where_it_is_from(
    workflow: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ABROAD:
        monkeypatch.delenv(name, raising=False)
    for name, value in workflow.items():
        monkeypatch.setenv(name, value)
    for name in (".gitignore", "pyproject.toml", "hatch_build.py", "compile_engine.py", "README.md", "LICENSE"):
        shutil.copy(TOP / name, tmp_path)
    (tmp_path / CLIENT).parent.mkdir(parents=True)
    shutil.copy(TOP / "src/portable_wargame/__init__.py", tmp_path / "src/portable_wargame")
    (tmp_path / CLIENT).write_text("<!doctype html>", "utf-8")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", "made"], cwd=tmp_path, check=True)
    (made,) = (tmp_path / "made").iterdir()
    with tarfile.open(made) as archive:
        names = archive.getnames()
        (about,) = (name for name in names if name.endswith("PKG-INFO"))
        told = archive.extractfile(about)
        assert told is not None
        text = told.read().decode()
    assert any(name.endswith(CLIENT) for name in names)
    assert "A battle in ten lines of Python" in text
    assert ("Project-URL: Source, https://github.com/someone/wargame\n" in text) == bool(workflow)
    leads = re.findall(r"\]\(([^)]+)\)", text)
    beside = [lead for lead in leads if "://" not in lead]
    assert bool(beside) != bool(workflow)
    if workflow:
        assert "https://github.com/someone/wargame/raw/v9/docs/playing.jpg" in leads
        assert "https://github.com/someone/wargame/blob/v9/docs/python.md" in leads


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
    monkeypatch.setattr(_extras, "installing", lambda what, _: f"pip install {what}")
    assert str(_extras.missing("print")).endswith(f"; to add what is missing: {command}")


WHAT = "'portable-wargame[print]'"


@pytest.mark.parametrize(
    ("mark", "command"),
    [
        ("tools/game/pipx_metadata.json", f"pipx install --force {WHAT}"),
        ("tools/game/uv-receipt.toml", f"uv tool install {WHAT}"),
        ("CACHEDIR.TAG", f"uvx --from {WHAT} pw"),
        ("other", f"uv pip install --python '{{}}' {WHAT}"),
    ],
)
def test_the_remedy_is_a_command_of_whatever_made_the_environment(
    mark: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = tmp_path / "tools" / "game"
    environment.mkdir(parents=True)
    (tmp_path / mark).write_text("")
    monkeypatch.setattr(_extras, "find_spec", lambda _: None)
    assert _extras.installing(WHAT, environment) == command.format(environment)


def test_where_there_is_pip_it_is_pips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_extras, "find_spec", lambda _: "pip")
    assert _extras.installing(WHAT, tmp_path) == f"pip install {WHAT}"


@pytest.mark.parametrize(
    ("origin", "address"),
    [
        ({"url": "file:///tmp/a.whl", "archive_info": {}}, "file:///tmp/a.whl"),
        (
            {"url": "https://a.org/b.git", "vcs_info": {"vcs": "git", "commit_id": "12ab"}},
            "git+https://a.org/b.git@12ab",
        ),
        (
            {"url": "https://a.org/b.git", "vcs_info": {"vcs": "git", "commit_id": "12ab", "requested_revision": "v2"}},
            "git+https://a.org/b.git@v2",
        ),
    ],
)
def test_the_address_it_came_from_is_one_that_it_can_come_from_again(origin: dict[str, Any], address: str) -> None:
    assert _extras.address_of(origin) == address


def test_the_release_compiles_for_the_python_that_the_page_brings() -> None:
    steps = (TOP / ".github/workflows/release.yml").read_text("utf-8")
    brought = json.loads((TOP / "web/package.json").read_text("utf-8"))["devDependencies"]["pyodide"]
    assert f'CIBW_PYODIDE_VERSION: "{brought}"' in steps
    # Earlier ones know no Pyodide of Python 3.14.
    assert {int(major) for major in re.findall(r"pypa/cibuildwheel@v(\d+)\.", steps)} == {4}
