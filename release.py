"""Whether everything is ready for a release: `python3 run.py release --dry-run` asks, and so does the workflow that a
pushed tag starts."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
NUMBERS = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+(?:(?:a|b|rc)[0-9]+)?")
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
DATED = re.compile(r"(?P<version>\S+) \((?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})\)")


@dataclass(frozen=True)
class Readiness:
    """Every check before anything is built."""

    version: str
    changelog: str
    tags: dict[str, str]  # by name, the commit
    head: str
    changed: list[str]  # files that are in no commit
    pushed_tag: str = ""  # the tag that a workflow runs for


def now(top: Path) -> Readiness:
    tags = dict(line.split(" ") for line in _git(top, "tag", "--format=%(refname:short) %(objectname)").splitlines())
    peeled = {name: _git(top, "rev-parse", f"{name}^{{commit}}") for name in tags}
    is_tag = os.environ.get("GITHUB_REF_TYPE") == "tag"
    return Readiness(
        version=released_version(top),
        changelog=(top / "CHANGELOG.md").read_text("utf-8"),
        tags=peeled,
        head=_git(top, "rev-parse", "HEAD"),
        changed=_git(top, "status", "--porcelain").splitlines(),
        pushed_tag=os.environ.get("GITHUB_REF_NAME", "") if is_tag else "",
    )


def released_version(top: Path) -> str:
    found = VERSION.search((top / "src" / "portable_wargame" / "__init__.py").read_text("utf-8"))
    return found[1] if found else ""


def tag_command(version: str) -> list[str]:
    return ["git", "tag", "--annotate", f"v{version}", "--message", f"Version {version}"]


def problems(found: Readiness) -> list[str]:
    """Everything that prevents a release, a sentence each."""
    tag = f"v{found.version}"
    told = []
    if not NUMBERS.fullmatch(found.version):
        told.append(f"the version is {found.version!r}; it has to be three numbers, such as 1.0.0")
    told += _of_the_changelog(found)
    if found.tags.get(tag, found.head) != found.head:
        told.append(f"there is a tag {tag} already, at another commit: raise the version")
    if found.pushed_tag and found.pushed_tag != tag:
        told.append(f"the tag is {found.pushed_tag}, but the version is {found.version}")
    if found.changed:
        told.append(f"not everything is committed: {', '.join(line[3:] for line in found.changed[:5])}")
    return told


def notes(changelog: str, version: str) -> str:
    """What the changelog says about a version, which becomes the text of the release."""
    return next((text.strip() for one, text in _sections(changelog).items() if one.split(" ")[0] == version), "")


def _sections(changelog: str) -> dict[str, str]:
    return dict(zip(HEADING.findall(changelog), HEADING.split(changelog)[2::2], strict=True))


def _of_the_changelog(found: Readiness) -> list[str]:
    sections = _sections(found.changelog)
    headings = list(sections)
    own = next((one for one in headings if one.split(" ")[0] == found.version), None)
    if sections.get("Unreleased", "").strip():
        return [f"CHANGELOG.md still has entries under Unreleased: they belong under {found.version}"]
    if own is None:
        return [f"CHANGELOG.md has no heading for version {found.version}, such as: ## {found.version} (2026-01-31)"]
    if not DATED.fullmatch(own):
        return [f"the heading {own!r} in CHANGELOG.md needs the day of the release: ## {found.version} (2026-01-31)"]
    if not sections[own].strip():
        return [f"CHANGELOG.md says nothing about version {found.version}"]
    if next(one for one in headings if one != "Unreleased") != own:
        return [f"version {found.version} is not the newest in CHANGELOG.md"]
    return []


def _git(top: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=top, capture_output=True, text=True, check=True).stdout.rstrip("\n")
