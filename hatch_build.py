"""Put the compiled engine into a wheel; where there is no compiler, warn and build the pure wheel.

PW_COMPILE=0 asks for the pure wheel, PW_COMPILE=trained for an engine that is a quarter faster but takes twice as long
to build. compile_engine.py does the work.

A package built by a workflow names its repository, and the links and pictures of its README lead there: on a package
index they have no files beside them.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import compile_engine

# The compiler's tools that compiled code imports: it keeps its numbers in rows of the first.
AT_RUN_TIME = ("librt", "mypy-extensions")
CLIENT = "src/portable_wargame/server/client/index.html"


class CompileHook(BuildHookInterface[Any]):
    """Hatchling's custom hook for the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return compile_engine.compilers(Path(self.root)) if compiling() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not (Path(self.root) / CLIENT).is_file():
            self.app.display_warning("The browser's pages are NOT in this wheel: `python3 run.py wheel` builds them.")
        if not compiling():
            return
        try:
            if compile_engine.no_compiler():
                raise compile_engine.CompileError(compile_engine.no_compiler())
            folder = compile_engine.engine_for_wheel(Path(self.root), os.environ.get("PW_COMPILE") == "trained")
        except compile_engine.CompileError as error:
            self.app.display_warning(f"The engine is NOT compiled: {error}. Building the pure wheel instead.")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for library in compile_engine.libraries_in(folder):
            build_data["force_include"][str(library)] = str(library.relative_to(folder))
        compilers = compile_engine.compilers(Path(self.root))
        build_data["dependencies"] += [wanted for wanted in compilers if wanted.startswith(AT_RUN_TIME)]


class AboutHook(MetadataHookInterface):
    """Hatchling's custom hook for the package's metadata."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        server, name = (os.environ.get(f"GITHUB_{word}", "") for word in ("SERVER_URL", "REPOSITORY"))
        if name:
            address = f"{server or 'https://github.com'}/{name}"
            metadata["urls"] = addresses(address)
            readme = abroad(readme, address, os.environ.get("GITHUB_REF_NAME") or "main")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def addresses(repository: str) -> dict[str, str]:
    return {
        "Source": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/main/CHANGELOG.md",
    }


def abroad(text: str, repository: str, revision: str) -> str:
    """Turn links to files beside it into links to the repository's files."""

    def lead(found: re.Match[str]) -> str:
        picture, words, target = found.groups()
        if "://" in target or target.startswith("#"):
            return found[0]
        return f"{picture}[{words}]({repository}/{'raw' if picture else 'blob'}/{revision}/{target})"

    return re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", lead, text)


def compiling() -> bool:
    return os.environ.get("PW_COMPILE", "1") in ("1", "trained")
