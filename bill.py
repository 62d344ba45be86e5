"""The bill of materials of a release: everything in it or installed with it, where it comes from, and under which
licence.

`python3 run.py sbom FILE` writes it in the CycloneDX format (1.6). The locks list the packages; the page's own list of
licences, which the build writes beside it, says what is built into the page.
"""

import base64
import hashlib
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from release import released_version

TOP = Path(__file__).resolve().parent
PACKAGE = "portable-wargame"
CLIENT = TOP / "src" / "portable_wargame" / "server" / "client"
FACES = (TOP / "src" / "portable_wargame" / "printing" / "paper" / "faces", TOP / "web" / "src" / "styles" / "fonts")
BUNDLED = re.compile(r"^=== (?P<name>\S+) (?P<version>\S+) \((?P<licence>[^)]*)\)$", re.MULTILINE)
Component = dict[str, Any]


def bill(top: Path = TOP) -> dict[str, Any]:
    version = released_version(top)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": PACKAGE,
                "version": version,
                "purl": f"pkg:pypi/{PACKAGE}@{version}",
                "licenses": [{"expression": "MIT AND OFL-1.1"}],
            }
        },
        "components": [*installed(top), *built_in(top), *typefaces()],
    }


def installed(top: Path) -> Iterator[Component]:
    """The packages installed with it and its extras, from the lock."""
    locked = {one["name"]: one for one in tomllib.loads((top / "uv.lock").read_text("utf-8"))["package"]}
    ours = locked[PACKAGE]
    required = with_all_that_they_need(locked, ours["dependencies"])
    extras = [one for extra in ours.get("optional-dependencies", {}).values() for one in extra]
    for name in sorted(required | with_all_that_they_need(locked, extras)):
        one = locked[name]
        files = [*([one["sdist"]] if "sdist" in one else []), *one.get("wheels", [])]
        hashes = sorted({file["hash"].removeprefix("sha256:") for file in files})
        yield {
            "type": "library",
            "name": name,
            "version": one["version"],
            "purl": f"pkg:pypi/{name}@{one['version']}",
            "scope": "required" if name in required else "optional",
            "properties": [{"name": "file:sha256", "value": value} for value in hashes],
        }


def with_all_that_they_need(locked: dict[str, Any], wanted: list[dict[str, Any]]) -> set[str]:
    left, found = list(wanted), set[str]()
    while left:
        name = left.pop()["name"]
        if name not in found:
            found.add(name)
            left += locked[name].get("dependencies", [])
            left += [one for extra in locked[name].get("optional-dependencies", {}).values() for one in extra]
    return found


def built_in(top: Path) -> Iterator[Component]:
    """The packages in the page."""
    packages = json.loads((top / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for name, version, licence in bundled():
        integrity = packages[f"node_modules/{name}"]["integrity"]
        yield {
            "type": "library",
            "name": name,
            "version": version,
            "purl": f"pkg:npm/{name.replace('@', '%40')}@{version}",
            "licenses": [{"license": {"id": licence}}],
            "hashes": [
                {"alg": "SHA-512", "content": base64.b64decode(integrity.removeprefix("sha512-")).hex()},
            ],
        }


def bundled() -> list[tuple[str, str, str]]:
    """Name, version and licence of every package that is in the built page."""
    file = CLIENT / "licences.txt"
    if not file.is_file():
        raise SystemExit("bill.py: the page has not been built, so nobody knows what is in it: python3 run.py wheel")
    return [(one["name"], one["version"], one["licence"]) for one in BUNDLED.finditer(file.read_text("utf-8"))]


def typefaces() -> Iterator[Component]:
    for file in sorted(file for folder in FACES for kind in ("*.ttf", "*.woff2") for file in folder.glob(kind)):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        yield {
            "type": "file",
            "name": file.name,
            "licenses": [{"license": {"id": "OFL-1.1"}}],
            "hashes": [{"alg": "SHA-256", "content": content}],
        }


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("bill.py: where should it be written?")
    Path(sys.argv[1]).write_text(json.dumps(bill(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
