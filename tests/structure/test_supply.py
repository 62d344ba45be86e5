"""What others have made and we hand on: locked by hashes, looked through for known faults, listed with its licence."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import bill

TOP = Path(__file__).parents[2]
HASH = re.compile(r"sha256:[0-9a-f]{64}")


def test_every_python_package_is_locked_by_its_hashes() -> None:
    for package in tomllib.loads((TOP / "uv.lock").read_text("utf-8"))["package"]:
        if "registry" in package["source"]:
            files = [*([package["sdist"]] if "sdist" in package else []), *package.get("wheels", [])]
            assert files, package["name"]
            assert all(HASH.fullmatch(file["hash"]) for file in files), package["name"]


def test_every_package_of_the_page_is_locked_by_its_hash() -> None:
    packages = json.loads((TOP / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    assert all(package["integrity"].startswith("sha512-") for path, package in packages.items() if path)


def test_what_installs_all_else_is_taken_by_its_hash() -> None:
    text = (TOP / "uv.requirements.txt").read_text("utf-8")
    assert re.search(r"^uv==[0-9.]+ ", text, re.MULTILINE)
    assert len(HASH.findall(text)) > 10
    assert "--require-hashes" in (TOP / "run.py").read_text("utf-8")


def test_the_locks_are_looked_through_every_day() -> None:
    text = (TOP / ".github" / "workflows" / "audit.yml").read_text("utf-8")
    assert "pip-audit" in text
    assert "npm audit" in text
    assert "schedule" in text


def test_the_bill_names_all_that_comes_with_it_and_nothing_else() -> None:
    components = {one["name"]: one for one in bill.installed(TOP)}
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    for wanted in project["project"]["dependencies"]:
        name = re.split(r"[^A-Za-z0-9_-]", wanted)[0]
        assert components[name]["scope"] == "required"
        assert components[name]["properties"]
    assert components["asyncpg"]["scope"] == "optional"
    # Neither what only developers need, nor what came along and was never used.
    assert not {"pytest", "mypy", "ruff", "httptools", "watchfiles", "python-dotenv"} & set(components)


def test_a_release_carries_its_bill() -> None:
    assert "run.py sbom" in (TOP / ".github" / "workflows" / "release.yml").read_text("utf-8")


@pytest.mark.skipif(not (bill.CLIENT / "index.html").is_file(), reason="the page has not been built")
def test_the_page_lists_the_licences_of_all_that_is_in_it() -> None:
    found = {name: licence for name, _, licence in bill.bundled()}
    assert found["svelte"] == "MIT"
    text = (bill.CLIENT / "licences.txt").read_text("utf-8")
    assert text.count("Permission is hereby granted") >= len(found)
    assert {one["name"] for one in bill.built_in(TOP)} == set(found)


def test_every_typeface_stands_beside_its_licence() -> None:
    faces = list(bill.typefaces())
    assert faces
    assert {"Vollkorn.woff2", "Cabin.woff2"} <= {face["name"] for face in faces}
    for folder in bill.FACES:
        for face in faces:
            if (folder / face["name"]).exists():
                family = Path(face["name"]).stem.split("-")[0]
                assert "SIL OPEN FONT LICENSE" in (folder / f"{family}-OFL.txt").read_text("utf-8").upper()
