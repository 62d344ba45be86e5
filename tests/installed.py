"""Try out an installed package as its first user would: python -I installed.py compiled|interpreted

It needs nothing but the Python that the package is installed for, and refuses to be fooled by sources lying about.
"""

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
from importlib.metadata import metadata
from pathlib import Path

SCRIPTS = Path(sysconfig.get_path("scripts"))
SECONDS = 60


def run(name: str, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    words = [str(SCRIPTS / name), *arguments]
    return subprocess.run(words, input=typed, capture_output=True, text=True, timeout=SECONDS, check=False)


def command(name: str, *arguments: str, typed: str = "") -> str:
    done = run(name, *arguments, typed=typed)
    assert done.returncode == 0, f"{name} {' '.join(arguments)}: {done.stderr or done.stdout}"
    return done.stdout


def main() -> None:
    engine = sys.argv[1]
    package = Path(sysconfig.get_path("purelib"), "portable_wargame")
    platform = Path(sysconfig.get_path("platlib"), "portable_wargame")
    assert package.is_dir() or platform.is_dir(), "the package is not installed here, or from sources elsewhere"
    about = metadata("portable-wargame")
    assert about["License-Expression"] == "MIT AND OFL-1.1" and about["Summary"]
    for name in ("pw", "portable-wargame"):
        said = command(name, "--version").splitlines()
        assert said[0] == f"portable-wargame {about['Version']}, {engine} engine", said
    assert any((folder / "py.typed").is_file() for folder in (package, platform)), "py.typed is missing"
    library()
    with tempfile.TemporaryDirectory() as folder:
        fight(Path(folder))
        serve(Path(folder))
    print(f"{about['Name']} {about['Version']}, {engine}: installed, fights and serves")


def library() -> None:
    import portable_wargame as pw

    game = pw.battle("toll-house", seed=1)
    while not game.over:
        game.play(game.choose("recruit"))
    assert game.log and "<svg" in game.svg()


def fight(folder: Path) -> None:
    """Battles in several processes, and one by protocol."""
    results = folder / "results.jsonl"
    command("pw", "simulate", "toll-house", "--games", "4", "--workers", "2", "--jsonl", str(results))
    assert len(results.read_text("utf-8").splitlines()) >= 4
    command("pw", "simulate", "toll-house", "--games", "1", "--html", str(folder / "report.html"))
    pack = run("pw", "print", "toll-house", "--out", str(folder / "pack.pdf"))
    assert pack.returncode == 2 and "'portable-wargame[print] @ file://" in pack.stderr, pack.stderr
    replies = command("pw", "engine", typed='{"cmd":"hello"}\n{"cmd":"quit"}\n').splitlines()
    assert json.loads(replies[0])["ok"] is True


def serve(folder: Path) -> None:
    words = [str(SCRIPTS / "pw"), "serve", "--port", "0", "--data", str(folder / "games")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://[^/]+:\d+/", server.stdout.readline())
            assert found, "the server does not say where it is"
            page = read(found[0])
            assert "<title>" in page
            script = re.search(r'src="\.?/?(assets/[^"]+\.js)"', page)
            assert script, "the page has no script"
            assert len(read(found[0] + script[1])) > 1000
            assert "harrow-ridge" in read(found[0] + "api/lobby")
        finally:
            server.terminate()


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        text: str = answer.read().decode("utf-8")
    return text


if __name__ == "__main__":
    main()
